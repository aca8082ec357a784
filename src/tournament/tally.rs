//! What the games so far amount to: points, meetings, averages and faults of each engine.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::fault::FaultKind;
use super::record::{GameRecord, GameResult};
use crate::statistics::{Estimate, GameCounts, PairCounts, Score};

/// The games of two engines against each other, as the first one sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Meeting {
    /// All games.
    pub games: GameCounts,
    /// Pairs of which both games are finished.
    pub pairs: PairCounts,
}

impl Meeting {
    /// The same games as the other engine sees them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { games: self.games.reversed(), pairs: self.pairs.reversed() }
    }
}

/// What an engine did in all its games, apart from their results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Moves that it thought about.
    pub moves: u64,
    /// The time that took, in ms.
    pub ms: f64,
    /// The sum of the depths it named, in plies, and their number.
    depths: (u64, u64),
    /// The sum of the nodes it named, and the time of the moves for which it did, in ms.
    nodes: (u64, u64, f64),
    /// Its faults by kind.
    pub faults: BTreeMap<FaultKind, u32>,
    /// Moves that came when nobody waited for one.
    pub late: u32,
}

impl Work {
    /// The average depth, in plies.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        let (sum, count) = self.depths;
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The average number of nodes a move.
    #[must_use]
    pub fn nodes(&self) -> Option<f64> {
        let (sum, count, _) = self.nodes;
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// Nodes a second.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        let (sum, _, ms) = self.nodes;
        (ms > 0.0).then(|| sum as f64 * 1000.0 / ms)
    }

    /// The average time of a move, in ms.
    #[must_use]
    pub fn ms_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.ms / self.moves as f64)
    }

    /// All faults.
    #[must_use]
    pub fn fault_count(&self) -> u32 {
        self.faults.values().sum()
    }
}

/// The games so far.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    /// By the indices of both engines, the smaller one first.
    meetings: BTreeMap<(usize, usize), Meeting>,
    work: Vec<Work>,
    /// Pairs of which one game is finished: the result of the engine with the smaller index.
    halves: HashMap<u32, Score>,
    games: u32,
}

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The engine's name.
    pub name: String,
    /// Its games.
    pub games: u64,
    /// Games won, drawn and lost.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Points.
    pub points: f64,
    /// The share of drawn games.
    pub draw_ratio: Option<f64>,
    /// Pairs by its points in them: 0, ½, 1, 1½ and 2.
    pub pairs: PairCounts,
    /// Elo against its opponents, with error bars from the pairs.
    pub elo: Option<Estimate>,
    /// The same in normalized Elo.
    pub normalized_elo: Option<Estimate>,
    /// Elo with error bars from single games.
    pub elo_of_games: Option<Estimate>,
    /// How likely it is stronger than its opponents together.
    pub los: f64,
    /// The results against each engine, in the order of the table; `None` for itself.
    pub against: Vec<Option<Meeting>>,
    /// Average depth, in plies.
    pub depth: Option<f64>,
    /// Average nodes a move.
    pub nodes: Option<f64>,
    /// Nodes a second.
    pub nps: Option<f64>,
    /// Average time a move, in ms.
    pub ms_per_move: Option<f64>,
    /// Faults by kind.
    pub faults: BTreeMap<FaultKind, u32>,
    /// Moves that came when nobody waited for one.
    pub late: u32,
}

impl Tally {
    /// No games yet.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let work = vec![Work::default(); names.len()];
        Self { names, meetings: BTreeMap::new(), work, halves: HashMap::new(), games: 0 }
    }

    /// The games counted so far.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The points of each engine, in the order of the file.
    #[must_use]
    pub fn points(&self) -> Vec<f64> {
        (0..self.names.len()).map(|engine| self.total(engine).games.points()).collect()
    }

    /// The games of the engines with these indices, as the first sees them.
    #[must_use]
    pub fn meeting(&self, first: usize, second: usize) -> Meeting {
        let meeting = self.meetings.get(&(first.min(second), first.max(second))).copied().unwrap_or_default();
        if first < second { meeting } else { meeting.reversed() }
    }

    /// Counts a game. One between engines that are not known is left out.
    pub fn add(&mut self, record: &GameRecord) {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(white), Some(black)) = (index(&record.white), index(&record.black)) else { return };
        let (first, second) = (white.min(black), white.max(black));
        let score = score(record.result, first == white);
        let meeting = self.meetings.entry((first, second)).or_default();
        meeting.games.record(score);
        match self.halves.remove(&record.pair) {
            Some(other) => meeting.pairs.record(other, score),
            None => {
                self.halves.insert(record.pair, score);
            }
        }
        self.games += 1;
        self.add_work(record, [white, black]);
    }

    fn add_work(&mut self, record: &GameRecord, sides: [usize; 2]) {
        // Moves of the opening come first and say who is to move by their number, unless a position says otherwise.
        let black_first = record.opening.start.as_ref().is_some_and(|fen| fen.split(' ').nth(1) == Some("b"));
        for (ply, mv) in record.moves.iter().enumerate() {
            let Some(ms) = mv.ms else { continue };
            let work = &mut self.work[sides[(ply + usize::from(black_first)) % 2]];
            work.moves += 1;
            work.ms += ms;
            if let Some(depth) = mv.depth {
                work.depths.0 += u64::from(depth);
                work.depths.1 += 1;
            }
            if let Some(nodes) = mv.nodes {
                // Engines may claim anything.
                work.nodes = (work.nodes.0.saturating_add(nodes), work.nodes.1 + 1, work.nodes.2 + ms);
            }
        }
        for (side, late) in sides.into_iter().zip(record.late) {
            self.work[side].late += late;
        }
        if let Some(fault) = &record.fault
            && let Some(engine) = self.names.iter().position(|name| *name == fault.engine)
        {
            *self.work[engine].faults.entry(fault.kind).or_default() += 1;
        }
    }

    /// The table: by points, then by score, then in the order of the file.
    #[must_use]
    pub fn table(&self) -> Vec<Standing> {
        let totals: Vec<Meeting> = (0..self.names.len()).map(|engine| self.total(engine)).collect();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let key = |engine: &usize| (totals[*engine].games.points(), totals[*engine].games.score().unwrap_or(0.0));
        order.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
        order.iter().map(|&engine| self.standing(engine, &totals[engine], &order)).collect()
    }

    /// All games of an engine.
    fn total(&self, engine: usize) -> Meeting {
        let mut total = Meeting::default();
        for other in (0..self.names.len()).filter(|&other| other != engine) {
            let meeting = self.meeting(engine, other);
            total.games += meeting.games;
            total.pairs += meeting.pairs;
        }
        total
    }

    fn standing(&self, engine: usize, total: &Meeting, order: &[usize]) -> Standing {
        let Meeting { games, pairs } = *total;
        let work = &self.work[engine];
        let against = order.iter().map(|&other| (other != engine).then(|| self.meeting(engine, other))).collect();
        Standing {
            name: self.names[engine].clone(),
            games: games.games(),
            won: games.wins(),
            drawn: games.draws(),
            lost: games.losses(),
            points: games.points(),
            draw_ratio: games.draw_ratio(),
            pairs,
            elo: pairs.elo(),
            normalized_elo: pairs.normalized_elo(),
            elo_of_games: games.elo(),
            los: pairs.likelihood_of_superiority(),
            against,
            depth: work.depth(),
            nodes: work.nodes(),
            nps: work.nps(),
            ms_per_move: work.ms_per_move(),
            faults: work.faults.clone(),
            late: work.late,
        }
    }
}

/// A result as one of the engines sees it.
#[must_use]
pub const fn score(result: GameResult, is_white: bool) -> Score {
    match (result, is_white) {
        (GameResult::Draw, _) => Score::Draw,
        (GameResult::White, true) | (GameResult::Black, false) => Score::Win,
        _ => Score::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;
    use crate::tournament::record::FaultRecord;

    fn tally(games: &[(&str, &str, GameResult)]) -> Tally {
        let mut tally = Tally::new(["a", "b", "c"].map(str::to_owned).to_vec());
        for (game, &(white, black, result)) in (1..).zip(games) {
            tally.add(&sample(game, white, black, result));
        }
        tally
    }

    #[test]
    fn points_pairs_and_order() {
        use GameResult::{Black, Draw, White};
        let tally =
            tally(&[("b", "a", White), ("a", "b", Draw), ("c", "b", Black), ("b", "c", White), ("a", "c", Draw)]);
        let table = tally.table();
        let lines: Vec<_> = table.iter().map(|line| (line.name.as_str(), line.points, line.games)).collect();
        assert_eq!(lines, [("b", 3.5, 4), ("a", 1.0, 3), ("c", 0.5, 3)]);
        assert_eq!(tally.points(), [1.0, 3.5, 0.5]);
        assert_eq!(table[0].pairs, PairCounts::new([0, 0, 0, 1, 1]));
        // An unfinished pair counts as a game, but not as a pair.
        assert_eq!(table[1].pairs, PairCounts::new([0, 1, 0, 0, 0]));
        assert_eq!(table[1].against[0].map(|meeting| meeting.games), Some(GameCounts::new([1, 1, 0])));
        assert_eq!(table[0].against[0], None);
    }

    #[test]
    fn work_and_faults() {
        let mut tally = tally(&[]);
        let mut record = sample(1, "a", "b", GameResult::White);
        record.moves[0].nodes = Some(30);
        record.moves[0].depth = Some(4);
        record.fault = Some(FaultRecord { engine: "b".to_owned(), kind: FaultKind::Crash, words: String::new() });
        record.late = [0, 2];
        tally.add(&record);
        let table = tally.table();
        assert_eq!((table[0].depth, table[0].nodes, table[0].nps), (Some(4.0), Some(30.0), Some(20_000.0)));
        assert_eq!((table[1].faults.get(&FaultKind::Crash), table[1].late), (Some(&1), 2));
        assert_eq!(table[1].ms_per_move, None);
    }
}

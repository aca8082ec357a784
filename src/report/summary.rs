//! What games amount to: the crosstable, and charts of strength, results and lengths.

use std::collections::{BTreeMap, HashMap};

use super::game::Game;
use crate::board::Color;
use crate::notation::pgn::GameResult;
use crate::pictures::chart::{self, Labels, Series};
use crate::statistics::{Estimate, GameCounts, PairCounts, Score};

/// The points of a curve of strength, at most.
const CURVE_POINTS: usize = 100;

/// The games before which an estimate of strength says too little to be drawn.
const FIRST_ESTIMATE: u64 = 10;

/// The largest score that has a bar of its own, in pawns.
const MOST_PAWNS: f64 = 12.0;

/// The bars of a histogram, at most.
const BARS: u32 = 25;

/// What a player has come to: single games, and pairs of which both games are finished.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Results {
    /// All games.
    pub games: GameCounts,
    /// Pairs of games on one opening with colours swapped.
    pub pairs: PairCounts,
}

impl Results {
    /// Elo against the opponents. The games of a pair depend on each other, so where there are pairs the error bars come
    /// from them.
    pub fn elo(&self) -> Option<Estimate> {
        if self.pairs.total() > 0 { self.pairs.elo() } else { self.games.elo() }
    }

    /// What the error bars come from.
    pub fn source(&self) -> String {
        match self.pairs.total() {
            0 => format!("{} single games", self.games.games()),
            pairs => format!("{pairs} pairs of games"),
        }
    }

    /// How likely the player is stronger than its opponents together.
    pub fn likelihood_of_superiority(&self) -> f64 {
        if self.pairs.total() > 0 {
            self.pairs.likelihood_of_superiority()
        } else {
            self.games.likelihood_of_superiority()
        }
    }
}

/// Results by player, as games come in.
struct Standings {
    names: Vec<String>,
    players: Vec<Results>,
    /// The first results of pairs that are not complete, by pair and player.
    halves: HashMap<(u32, usize), Score>,
}

impl Standings {
    fn new(games: &[Game]) -> Self {
        let names = players(games);
        Self { players: vec![Results::default(); names.len()], names, halves: HashMap::new() }
    }

    fn add(&mut self, game: &Game) {
        for (player, _, score) in sides(game, &self.names).into_iter().flatten() {
            let results = &mut self.players[player];
            results.games.record(score);
            let Some(pair) = game.pair else { continue };
            match self.halves.remove(&(pair, player)) {
                Some(other) => results.pairs.record(other, score),
                None => drop(self.halves.insert((pair, player), score)),
            }
        }
    }
}

/// A player's line in the crosstable.
#[derive(Clone, Debug)]
pub struct Row {
    /// The player's name.
    pub name: String,
    /// All results.
    pub total: Results,
    /// The results against each player, in the order of the table.
    pub against: Vec<GameCounts>,
}

/// Every player's part in a finished game: index among `names`, index of the opponent, result.
fn sides(game: &Game, names: &[String]) -> Option<[(usize, usize, Score); 2]> {
    let index = |name: &str| names.iter().position(|other| other == name);
    let (white, black) = (index(&game.white)?, index(&game.black)?);
    let score = match game.result {
        GameResult::Win(Color::White) => Score::Win,
        GameResult::Win(Color::Black) => Score::Loss,
        GameResult::Draw => Score::Draw,
        GameResult::Unknown => return None,
    };
    Some([(white, black, score), (black, white, score.reversed())])
}

/// The players, in the order of their first game.
fn players(games: &[Game]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in games.iter().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The crosstable, most points first.
pub fn crosstable(games: &[Game]) -> Vec<Row> {
    let mut standings = Standings::new(games);
    for game in games {
        standings.add(game);
    }
    let Standings { names, players, .. } = standings;
    let mut results = vec![vec![GameCounts::default(); names.len()]; names.len()];
    for (player, opponent, score) in games.iter().filter_map(|game| sides(game, &names)).flatten() {
        results[player][opponent].record(score);
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| players[b].games.points().total_cmp(&players[a].games.points()));
    let row = |&player: &usize| Row {
        name: names[player].clone(),
        total: players[player],
        against: order.iter().map(|&opponent| results[player][opponent]).collect(),
    };
    order.iter().map(row).collect()
}

/// All charts, as SVG.
pub fn charts(games: &[Game]) -> Vec<String> {
    let others = [scores(games), results(games), reasons(games), lengths(games)];
    strength(games).into_iter().chain(others).collect()
}

/// Elo against all opponents after so many games of the tournament. Of two players one curve says everything, so it alone is
/// drawn, with its error bars. Few games say nothing.
fn strength(games: &[Game]) -> Option<String> {
    let mut standings = Standings::new(games);
    let named = |name: &String| Series { name: name.clone(), ..Series::default() };
    let mut series: Vec<Series> = standings.names.iter().map(named).collect();
    let every = games.len().div_ceil(CURVE_POINTS).max(1);
    for (number, game) in (1..).zip(games) {
        standings.add(game);
        if number % every != 0 && number != games.len() {
            continue;
        }
        let known = series.iter_mut().zip(&standings.players);
        for (series, results) in known.filter(|(_, results)| results.games.games() >= FIRST_ESTIMATE) {
            if let Some(elo) = results.elo() {
                series.points.push((number as f64, elo.value));
                series.band.push((elo.low, elo.high));
            }
        }
    }
    series.retain(|series| !series.points.is_empty());
    if series.len() == 2 {
        series.truncate(1);
    } else {
        for series in &mut series {
            series.band.clear();
        }
    }
    let title = match series.as_slice() {
        [only] => format!("Elo of {}", only.name),
        _ => "Elo against the others".to_owned(),
    };
    (!series.is_empty()).then(|| chart::lines(Labels { title: &title, x: "games", y: "Elo" }, &series))
}

fn results(games: &[Game]) -> String {
    let count = |result: GameResult| games.iter().filter(|game| game.result == result).count() as f64;
    let bars = [
        ("White won", GameResult::Win(Color::White)),
        ("drawn", GameResult::Draw),
        ("Black won", GameResult::Win(Color::Black)),
        ("no result", GameResult::Unknown),
    ];
    let bars: Vec<(String, f64)> = bars.map(|(label, result)| (label.to_owned(), count(result))).into();
    chart::bars(Labels { title: "Results", x: "", y: "games" }, &bars)
}

fn reasons(games: &[Game]) -> String {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    for game in games {
        // "king captured 20:7" and the like: what is the same in all of them counts.
        let reason = game.reason.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
        *counts.entry(if reason.is_empty() { "not said" } else { reason }).or_default() += 1.0;
    }
    let mut bars: Vec<(String, f64)> = counts.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    bars.sort_by(|a, b| b.1.total_cmp(&a.1));
    bars.truncate(6);
    chart::bars(Labels { title: "How games end", x: "", y: "games" }, &bars)
}

/// What the players thought of the positions, for White. Scores that decide a game stand at the ends.
fn scores(games: &[Game]) -> String {
    let known = games.iter().flat_map(|game| &game.scores).flatten();
    let pawns: Vec<f64> = known.map(|score| score.clamp(-MOST_PAWNS, MOST_PAWNS)).collect();
    let labels = Labels { title: "Scores of positions, for White", x: "pawns (at the ends: or more)", y: "moves" };
    chart::bars(labels, &chart::histogram(&pawns, BARS))
}

fn lengths(games: &[Game]) -> String {
    let plies: Vec<f64> = games.iter().map(|game| game.moves.len() as f64).collect();
    chart::bars(Labels { title: "Length of games", x: "plies", y: "games" }, &chart::histogram(&plies, BARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, result: GameResult) -> Game {
        Game {
            variant: "chess",
            white: white.to_owned(),
            black: black.to_owned(),
            pair: None,
            result,
            reason: "king captured 20:7".to_owned(),
            moves: vec![],
            squares: vec![],
            positions: vec![],
            scores: vec![],
            comments: vec![],
        }
    }

    #[test]
    fn the_crosstable_is_sorted_and_symmetric() {
        let (white, draw) = (GameResult::Win(Color::White), GameResult::Draw);
        let games =
            [game("a", "b", draw), game("b", "a", white), game("c", "b", draw), game("a", "c", GameResult::Unknown)];
        let table = crosstable(&games);
        let points: Vec<_> = table.iter().map(|row| (row.name.as_str(), row.total.games.points())).collect();
        assert_eq!(points, [("b", 2.0), ("a", 0.5), ("c", 0.5)]);
        assert_eq!(table[0].against[1], GameCounts::new([0, 1, 1]));
        assert_eq!(table[1].against[0], GameCounts::new([1, 1, 0]));
        assert_eq!(table[1].against[2].games(), 0);
    }

    #[test]
    fn error_bars_come_from_pairs_where_there_are_pairs() {
        let white = GameResult::Win(Color::White);
        // Whoever has White wins: a draw by pairs, and nothing that could be otherwise.
        let mut games = Vec::new();
        for pair in 1..=8 {
            games.push(Game { pair: Some(pair), ..game("a", "b", white) });
            games.push(Game { pair: Some(pair), ..game("b", "a", white) });
        }
        games.push(Game { pair: Some(9), ..game("a", "b", white) });
        let table = crosstable(&games);
        assert_eq!(table[0].total.pairs, PairCounts::new([0, 0, 8, 0, 0]));
        let [paired, single] = [table[0].total.elo(), table[0].total.games.elo()].map(|elo| elo.expect("an estimate"));
        assert!(paired.margin() < single.margin(), "{paired:?} {single:?}");
        for game in &mut games {
            game.pair = None;
        }
        assert_eq!(crosstable(&games)[0].total.elo(), Some(single));
    }

    #[test]
    fn charts_tell_of_the_games() {
        let mut games: Vec<Game> = (0..400).map(|_| game("a", "b", GameResult::Draw)).collect();
        games[0].scores = vec![Some(0.5), None, Some(100.0)];
        let mut charts = charts(&games);
        let scores = charts.remove(1);
        assert!(scores.contains("<title>0: 1</title>") && scores.contains("<title>12: 1</title>"), "{scores}");
        assert!(charts[0].contains("Elo of a"), "{}", charts[0]);
        assert!(charts[1].contains("<title>drawn: 400</title>"), "{}", charts[1]);
        assert!(charts[2].contains("<title>king captured: 400</title>"), "{}", charts[2]);
        assert!(charts[3].contains("<title>0: 400</title>"), "{}", charts[3]);
    }
}

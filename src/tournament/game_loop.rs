//! One game: the engines are asked in turn, and our own rules say what is legal and when it is over.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::adjudicate::{Verdict, Watch};
use super::client::{Thinking, Turn};
use super::clock::{Clock, TimeControl};
use super::config::Rules;
use super::fault::{Fault, FaultKind};
use super::openings::{self, Opening};
use super::player::{Failure, Player, Reply};
use super::record::{EndedBy, FaultRecord, GameRecord, GameResult, MoveRecord};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;
use crate::search::Score;

/// A game with more plies than this is drawn whatever the settings say: engines could not be told of it any more.
const LONGEST: usize = 8000;
/// The centipawns that a mate counts as when games are ended early.
const MATE: i32 = 100_000;

/// How a game ended.
enum End {
    Rules(Outcome),
    Resigned(Color),
    Adjudicated(Verdict),
    Fault(Color, Fault),
    /// These sides are not there; at least one.
    Forfeit([bool; 2]),
}

/// What is to be played, apart from who plays it.
pub struct Board<'a> {
    /// The game, anywhere.
    pub game: Box<dyn AnyGame>,
    /// Where it begins.
    pub opening: &'a Opening,
    /// The clocks, by colour.
    pub clocks: [TimeControl; 2],
    /// The names, by colour.
    pub names: [&'a str; 2],
}

/// A game that is being played.
struct Play<'a> {
    game: Box<dyn AnyGame>,
    start: Option<&'a str>,
    clocks: [Clock; 2],
    watch: Watch,
    dialects: [Dialect; 2],
    /// The moves so far, as each engine writes them.
    told: [Vec<String>; 2],
    moves: Vec<MoveRecord>,
    latency: Latency,
}

/// How long moves stayed in the runner: from the answer of one engine to the question to the other.
#[derive(Clone, Copy, Debug, Default)]
struct Latency {
    /// When the last move came.
    answered: Option<Instant>,
    /// Moves.
    count: u32,
    /// All times together.
    total: Duration,
    /// The longest one.
    longest: Duration,
}

impl Latency {
    fn see(&mut self, reply: &Reply) {
        if let Some(answered) = self.answered.replace(reply.answered) {
            let wait = reply.asked.saturating_duration_since(answered);
            self.count += 1;
            self.total += wait;
            self.longest = self.longest.max(wait);
        }
    }

    /// The average and the longest, in µs.
    fn micros(&self) -> [u64; 2] {
        [self.total / self.count.max(1), self.longest].map(|time| time.as_micros() as u64)
    }
}

/// Plays a game between engines that are ready for it, and writes down how it went; its place in the tournament is left for
/// the caller to fill in.
///
/// # Errors
/// The tournament was stopped, or an engine cannot play at all.
pub fn play(board: Board<'_>, players: [&mut Player; 2], rules: &Rules) -> Result<GameRecord, Failure> {
    let [white, black] = players;
    let (opening, names, clocks) = (board.opening, board.names, board.clocks.clone());
    let began = Instant::now();
    let mut play = Play::new(board, [white.dialect(), black.dialect()], rules)?;
    let end = play.run([white, black])?;
    let outcome = match &end {
        End::Rules(outcome) => Some(*outcome),
        _ => None,
    };
    white.game_over(outcome, true);
    black.game_over(outcome, false);
    let mut record = play.record(end, opening, names);
    record.clocks = clocks.map(|control| control.to_string());
    record.ms = began.elapsed().as_millis() as u64;
    record.late = [white.take_late(), black.take_late()];
    Ok(record)
}

/// Writes down a game that is not played, since the sides that are `absent` do not take part any more.
///
/// # Errors
/// There is no such opening.
pub fn forfeit(board: Board<'_>, absent: [bool; 2], rules: &Rules) -> Result<GameRecord, Failure> {
    let (opening, names, clocks) = (board.opening, board.names, board.clocks.clone());
    let play = Play::new(board, [Dialect::Uci; 2], rules)?;
    let mut record = play.record(End::Forfeit(absent), opening, names);
    record.clocks = clocks.map(|control| control.to_string());
    Ok(record)
}

impl<'a> Play<'a> {
    fn new(board: Board<'a>, dialects: [Dialect; 2], rules: &Rules) -> Result<Self, Failure> {
        let Board { mut game, opening, clocks, .. } = board;
        let start_fault = |words| Fault::new(FaultKind::Start, words);
        openings::set_up(&mut *game, opening).map_err(start_fault)?;
        let told = dialects.map(|dialect| game.history(dialect));
        let book = |mv: &String| MoveRecord { mv: mv.clone(), ..MoveRecord::default() };
        Ok(Self {
            game,
            start: opening.start.as_deref(),
            clocks: clocks.each_ref().map(Clock::new),
            watch: Watch::new(rules.adjudication),
            dialects,
            told,
            moves: opening.moves.iter().map(book).collect(),
            latency: Latency::default(),
        })
    }

    fn run(&mut self, mut players: [&mut Player; 2]) -> Result<End, Failure> {
        for (player, color) in players.iter_mut().zip([Color::White, Color::Black]) {
            match player.new_game(&*self.game) {
                Ok(()) => {}
                Err(Failure::Fault(fault)) if fault.kind != FaultKind::Start => return Ok(End::Fault(color, fault)),
                Err(failure) => return Err(failure),
            }
        }
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(End::Rules(outcome));
            }
            if self.moves.len() >= LONGEST {
                return Ok(End::Adjudicated(Verdict::TooLong));
            }
            let mover = self.game.turn();
            match self.step(mover, &mut *players[mover.index()]) {
                Ok(None) => {}
                Ok(Some(end)) => return Ok(end),
                Err(Failure::Fault(fault)) if fault.kind != FaultKind::Start => return Ok(End::Fault(mover, fault)),
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Asks for a move and makes it; how the game ends, if that ends it before the rules do.
    fn step(&mut self, mover: Color, player: &mut Player) -> Result<Option<End>, Failure> {
        let side = mover.index();
        let turn = Turn { game: &*self.game, start: self.start, moves: &self.told[side], clocks: &self.clocks };
        let reply = player.think(&turn)?;
        self.latency.see(&reply);
        let elapsed = reply.elapsed();
        let Reply { mv, thinking, .. } = reply;
        if let Err(over) = self.clocks[side].spend(elapsed) {
            let words = format!("the move came {:.1} ms late", over.as_secs_f64() * 1000.0);
            return Err(Fault::new(FaultKind::Time, words).into());
        }
        let Some(mv) = mv else {
            return Ok(Some(End::Resigned(mover)));
        };
        if let Err(error) = self.game.push(&mv, Some(self.dialects[side])) {
            let words = format!("{error}: {}", self.game.fen());
            return Err(Fault::new(FaultKind::IllegalMove, words).into());
        }
        let mv = self.game.last_move_text(Dialect::Uci).unwrap_or(mv);
        for (told, dialect) in self.told.iter_mut().zip(self.dialects) {
            told.extend(if dialect == Dialect::Uci { Some(mv.clone()) } else { self.game.last_move_text(dialect) });
        }
        self.moves.push(move_record(mv, &thinking, elapsed.as_secs_f64() * 1000.0));
        let score = thinking.score.map(centipawns);
        // What the rules decide is not for anybody else to decide.
        if self.game.outcome().is_some() {
            return Ok(None);
        }
        Ok(self.watch.see(mover, score, self.moves.len() as u32).map(End::Adjudicated))
    }

    fn record(self, end: End, opening: &Opening, names: [&str; 2]) -> GameRecord {
        let (winner, ended_by, reason, fault) = match end {
            End::Rules(outcome) => (outcome.winner, EndedBy::Rules, outcome.reason.to_string(), None),
            End::Resigned(loser) => {
                (Some(!loser), EndedBy::Resignation, format!("{} resigns", names[loser.index()]), None)
            }
            End::Adjudicated(Verdict::Lost(loser)) => {
                (Some(!loser), EndedBy::Adjudication, "adjudicated as lost".to_owned(), None)
            }
            End::Adjudicated(Verdict::Draw) => (None, EndedBy::Adjudication, "adjudicated as drawn".to_owned(), None),
            End::Adjudicated(Verdict::TooLong) => (None, EndedBy::Adjudication, "too long".to_owned(), None),
            End::Fault(loser, Fault { kind, words }) => {
                let engine = names[loser.index()].to_owned();
                let reason = format!("{kind} of {engine}");
                (Some(!loser), EndedBy::Fault, reason, Some(FaultRecord { engine, kind, words }))
            }
            End::Forfeit([true, true]) => (None, EndedBy::Forfeit, "forfeit of both".to_owned(), None),
            End::Forfeit([white, _]) => {
                let loser = if white { Color::White } else { Color::Black };
                (Some(!loser), EndedBy::Forfeit, format!("forfeit of {}", names[loser.index()]), None)
            }
        };
        GameRecord {
            game: 0,
            pair: 0,
            round: 0,
            variant: self.game.spec().name.to_owned(),
            white: names[0].to_owned(),
            black: names[1].to_owned(),
            opening: opening.clone(),
            moves: self.moves,
            result: GameResult::of(winner),
            ended_by,
            reason,
            fault,
            fen: self.game.fen(),
            points: self.game.points(),
            clocks: Default::default(),
            late: [0, 0],
            began: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            ms: 0,
            latency_us: self.latency.micros(),
        }
    }
}

fn move_record(mv: String, thinking: &Thinking, ms: f64) -> MoveRecord {
    let (cp, mate) = match thinking.score {
        Some(Score::Cp(cp)) => (Some(cp), None),
        Some(Score::Mate(plies)) => (None, Some(plies)),
        None => (None, None),
    };
    // A microsecond is enough.
    let ms = Some((ms * 1000.0).round() / 1000.0);
    MoveRecord { mv, cp, mate, depth: thinking.depth, nodes: thinking.nodes, ms }
}

/// A score as a number for [`Watch`].
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(centipawns) => centipawns,
        Score::Mate(plies) if plies > 0 => MATE,
        Score::Mate(_) => -MATE,
    }
}

//! What is kept of a game: one JSON object a line, everything that tables, reports and a resumed run need.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::openings::Opening;
use crate::board::Color;
use crate::search::Score;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub game: u32,
    /// The number of its pair, from 1.
    pub pair: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The name of the rule set.
    pub variant: String,
    /// The engine that moved first.
    pub white: String,
    /// The other engine.
    pub black: String,
    /// Where it began. Its moves are the first of `moves`.
    pub opening: Opening,
    /// All moves.
    pub moves: Vec<MoveRecord>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: GameResult,
    /// What ended it.
    pub ended_by: EndedBy,
    /// That in words.
    pub reason: String,
    /// Who was at fault and how, if somebody was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// The last position, as FEN.
    pub fen: String,
    /// White's and Black's points, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[u32; 2]>,
    /// White's and Black's clocks.
    pub clocks: [String; 2],
    /// Moves of White and Black that came when nobody waited for one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late: [u32; 2],
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took, in ms.
    pub ms: u64,
    /// How long moves stayed in the runner, from one engine's answer to the question to the other, in µs: on average, and at most.
    pub latency_us: [u64; 2],
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(late: &[u32; 2]) -> bool {
    *late == [0, 0]
}

/// A move of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move, in UCI.
    pub mv: String,
    /// What the engine thought it was worth, in centipawns for the side that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The plies to a mate that the engine saw; negative if it is mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time it took, in ms; absent for moves of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

impl MoveRecord {
    /// The score.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.mate.map(Score::Mate).or(self.cp.map(Score::Cp))
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody has won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result with this winner.
    #[must_use]
    pub const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// White's half points: 2, 1 or 0.
    #[must_use]
    pub const fn white_half_points(self) -> u32 {
        match self {
            Self::White => 2,
            Self::Draw => 1,
            Self::Black => 0,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// The rules of the game.
    Rules,
    /// A side that gave up.
    Resignation,
    /// The runner, because both sides agreed or the game was too long.
    Adjudication,
    /// A fault.
    Fault,
    /// An engine that has crashed before, and is not started again.
    Forfeit,
}

/// A fault in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The engine.
    pub engine: String,
    /// The kind of fault.
    pub kind: FaultKind,
    /// What happened, with the engine's own words.
    pub words: String,
}

#[cfg(test)]
pub(in crate::tournament) mod tests {
    use super::*;

    /// A record, for other tests too.
    pub fn sample(game: u32, white: &str, black: &str, result: GameResult) -> GameRecord {
        GameRecord {
            game,
            pair: game.div_ceil(2),
            round: 1,
            variant: "micro".to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            opening: Opening::default(),
            moves: vec![MoveRecord { mv: "d2d3".to_owned(), cp: Some(5), ms: Some(1.5), ..MoveRecord::default() }],
            result,
            ended_by: EndedBy::Rules,
            reason: "no legal move".to_owned(),
            fault: None,
            fen: "kb+r+l/p3/3P/4/+L+RBK[] b - - 1 1".to_owned(),
            points: None,
            clocks: ["nodes=1", "nodes=1"].map(str::to_owned),
            late: [0, 0],
            began: 0,
            ms: 10,
            latency_us: [20, 40],
        }
    }

    #[test]
    fn records_are_one_line_and_read_back() {
        let mut record = sample(3, "a", "b", GameResult::Draw);
        record.moves.push(MoveRecord { mv: "a5b4".to_owned(), mate: Some(-4), ..MoveRecord::default() });
        let fault =
            FaultRecord { engine: "a".to_owned(), kind: FaultKind::IllegalMove, words: "two\nlines".to_owned() };
        record.fault = Some(fault);
        let line = serde_json::to_string(&record).expect("JSON");
        assert!(!line.contains('\n') && line.contains(r#""result":"1/2-1/2""#) && line.contains(r#""illegal-move""#));
        assert_eq!(serde_json::from_str::<GameRecord>(&line).expect("a record"), record);
        assert_eq!(record.moves[1].score(), Some(Score::Mate(-4)));
    }
}

//! What is reported of a position.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::analyst::{Analyst, Unanswered};
use super::query::Query;
use super::verdict::Watch;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::search::{Answer, Info, Limits, Mate, Score, Verdict, per_second};

/// A score for people and scripts: mates count in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Distance {
    /// Centipawns for the side to move.
    Cp(i32),
    /// Moves to mate; zero or negative if the side to move is mated.
    Mate(i32),
}

impl From<Score> for Distance {
    fn from(score: Score) -> Self {
        match (score.moves(), score) {
            (Some(moves), _) => Self::Mate(moves),
            (None, Score::Cp(value) | Score::Mate(value)) => Self::Cp(value),
        }
    }
}

impl Distance {
    /// The score in pawns; a mate counts as so many, and to be mated in 0 as a mate, too.
    #[must_use]
    pub fn pawns(self, mate: f64) -> f64 {
        match self {
            Self::Cp(value) => f64::from(value) / 100.0,
            Self::Mate(moves) if moves > 0 => mate,
            Self::Mate(_) => -mate,
        }
    }
}

/// A score in pawns (`+0.35`) or moves to mate (`#3`, `#-2`).
impl std::fmt::Display for Distance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Cp(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
        }
    }
}

/// The moment from which the best move stayed right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// The iteration, in plies.
    pub depth: u32,
    /// Nodes until then.
    pub nodes: u64,
    /// Milliseconds until then.
    pub time_ms: f64,
}

impl Solution {
    pub(super) fn new(depth: u32, nodes: u64, time: Duration) -> Self {
        Self { depth, nodes, time_ms: milliseconds(time) }
    }
}

/// Milliseconds with three decimals.
fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// What has become of a mate that was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MateReport {
    /// Whether there is one.
    pub verdict: MateVerdict,
    /// If there is: in so many moves.
    pub moves: Option<u32>,
    /// If there is: whether there is none in fewer moves.
    pub shortest: Option<bool>,
    /// The number of moves in which there is certainly none.
    pub refuted: u32,
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MateVerdict {
    /// There is.
    Proved,
    /// There is none in as many moves as were asked for.
    Refuted,
    /// A limit was reached before that was known.
    Unknown,
}

impl From<Mate> for MateReport {
    fn from(mate: Mate) -> Self {
        let (verdict, moves, shortest) = match mate.verdict {
            Verdict::Proved { moves, shortest } => (MateVerdict::Proved, Some(moves), Some(shortest)),
            Verdict::Refuted => (MateVerdict::Refuted, None, None),
            Verdict::Unknown => (MateVerdict::Unknown, None, None),
        };
        Self { verdict, moves, shortest, refuted: mate.refuted }
    }
}

/// One of the best lines of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its value for the side to move.
    pub score: Distance,
    /// Plies searched.
    pub depth: u32,
    /// The moves, in UCI.
    pub pv: Vec<String>,
    /// The moves in words, if they are wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Vec<String>>,
}

/// What a search has found out about a position. Moves are written in UCI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// What the asker calls it; null if it has no name.
    pub id: Value,
    /// The file of the question, `-` for stdin.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// The engine that searched, if it is not this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The name of the rule set.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The limits of the search, in words.
    pub limits: String,
    /// The result and its reason, if the game is over: there is no best move then.
    pub over: Option<String>,
    /// The best move.
    pub bestmove: Option<String>,
    /// The value for the side to move.
    pub score: Option<Distance>,
    /// The last iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The time it took, in ms.
    pub time_ms: f64,
    /// The best lines, the best first; as many as were asked for.
    pub lines: Vec<Line>,
    /// What has become of a mate, if one was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<MateReport>,
    /// Moves of which one was expected.
    pub bm: Vec<String>,
    /// Moves that should not be chosen.
    pub am: Vec<String>,
    /// Moves within which a mate was expected.
    pub dm: Option<u32>,
    /// Whether what was expected was found; null if nothing was.
    pub solved: Option<bool>,
    /// When it was found.
    pub solution: Option<Solution>,
}

impl Analysis {
    /// Has a position searched.
    pub(super) fn new(query: &Query, file: &str, line: usize, analyst: &mut dyn Analyst) -> Result<Self, Unanswered> {
        let Query { id, game, limits, expected } = query;
        let mut watch = Watch::new(expected);
        let over = game.outcome().map(|outcome| format!("{}, {}", outcome.result(), outcome.reason));
        let answer = match over {
            Some(_) => Answer::default(),
            None => analyst.search(query, &mut watch)?,
        };
        let (solved, solution) = watch.verdict(&answer);
        let info = answer.info.as_ref();
        // A mate counts also if there may be a shorter one, and there is one line of it.
        let infos = match (answer.mate, info) {
            (Some(_), Some(info)) => std::slice::from_ref(info),
            _ => &watch.lines,
        };
        let uci = |moves: &[u32]| moves.iter().flat_map(|&mv| game.line(&[mv], Dialect::Uci)).collect();
        let best: Vec<String> = uci(answer.best.as_slice());
        Ok(Self {
            id: id.clone(),
            file: file.to_owned(),
            line,
            engine: analyst.name().map(str::to_owned),
            variant: game.spec().name.to_owned(),
            fen: game.fen(),
            limits: describe(limits),
            over,
            bestmove: best.into_iter().next(),
            score: info.map(|info| info.score.into()),
            depth: info.map_or(0, |info| info.depth),
            seldepth: info.map_or(0, |info| info.seldepth),
            nodes: answer.nodes,
            nps: per_second(answer.nodes, answer.time),
            time_ms: milliseconds(answer.time),
            lines: lines(&**game, infos),
            mate: answer.mate.map(MateReport::from),
            bm: uci(&expected.best),
            am: uci(&expected.avoid),
            dm: expected.mate,
            solved,
            solution,
        })
    }

    /// Its name for people: the id, else file and line.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.id {
            Value::Null => format!("{}:{}", self.file, self.line),
            Value::String(text) => text.clone(),
            id => id.to_string(),
        }
    }
}

fn lines(game: &dyn AnyGame, infos: &[Info]) -> Vec<Line> {
    let line = |info: &Info| Line {
        score: info.score.into(),
        depth: info.depth,
        pv: game.line(&info.pv, Dialect::Uci),
        explanation: None,
    };
    infos.iter().map(line).collect()
}

/// Limits in words, `nodes=300 multipv=2`.
pub(super) fn describe(limits: &Limits) -> String {
    let word = |name: &str, value: Option<u64>| value.map(|value| format!("{name}={value}"));
    let millis = limits.movetime.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let words = [
        word("depth", limits.depth.map(u64::from)),
        word("nodes", limits.nodes),
        word("movetime", millis),
        word("mate", limits.mate.map(u64::from)),
        word("multipv", Some(limits.multipv as u64).filter(|&lines| lines > 1)),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_for_people() {
        assert_eq!(Distance::from(Score::Cp(35)).to_string(), "+0.35");
        assert_eq!(Distance::from(Score::Cp(-1234)).to_string(), "-12.34");
        assert_eq!(Distance::from(Score::Mate(3)).to_string(), "#2");
        assert_eq!(Distance::from(Score::Mate(-4)).to_string(), "#-2");
    }

    #[test]
    fn mates_are_reported() {
        let written = |verdict| serde_json::to_value(MateReport::from(Mate { verdict, refuted: 4 })).expect("JSON");
        let proved = serde_json::json!({ "verdict": "proved", "moves": 9, "shortest": false, "refuted": 4 });
        assert_eq!(written(Verdict::Proved { moves: 9, shortest: false }), proved);
        let refuted = serde_json::json!({ "verdict": "refuted", "moves": null, "shortest": null, "refuted": 4 });
        assert_eq!(written(Verdict::Refuted), refuted);
        assert_eq!(written(Verdict::Unknown)["verdict"], "unknown");
    }

    #[test]
    fn limits_are_named() {
        let limits =
            Limits { nodes: Some(300), multipv: 2, movetime: Some(Duration::from_secs(1)), ..Limits::default() };
        assert_eq!(describe(&limits), "nodes=300 movetime=1000 multipv=2");
    }
}

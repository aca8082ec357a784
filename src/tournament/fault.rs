//! What an engine can do wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of fault. Each loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that is not legal, or no move at all.
    IllegalMove,
    /// The move came, but after the time had run out.
    Time,
    /// No move came at all.
    Stall,
    /// The process has ended or closed its output.
    Crash,
    /// It does not follow its protocol.
    Protocol,
    /// It cannot be started or set up for the game. This loses nothing: the tournament stops, since it would fail again.
    Start,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::IllegalMove, Self::Time, Self::Stall, Self::Crash, Self::Protocol, Self::Start];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::Stall => "stall",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
            Self::Start => "start",
        })
    }
}

/// A fault and how it showed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {words}")]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What happened, with the engine's own words.
    pub words: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, words: impl fmt::Display) -> Self {
        Self { kind, words: words.to_string() }
    }
}

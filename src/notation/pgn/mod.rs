//! Whole games as text: PGN, for chess from anywhere and for our other games.
//!
//! [`Reader`] takes a file apart into [`Record`]s, which know no rules: tags, moves as they are written, comments, the result.
//! [`Record`]'s `Display` writes them. Fitting a record to a game is [`crate::engine::replay`]'s task, and making one of a game
//! [`crate::engine::record`]'s.
//!
//! The form is that of Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994. A game other
//! than chess has a tag `Variant` with its name and moves as [`Dialect::Pgn`](super::Dialect) writes them; a game that does not
//! start where games start has `SetUp` and `FEN`.

mod grammar;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;
use std::io;

use super::{MoveError, PositionError};
use crate::board::Color;

pub use read::Reader;

/// The tags that every game has, in the order in which they are written.
pub const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tags, in their order: name and value.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How the game ended.
    pub result: GameResult,
    /// The line of the file on which the game begins, from 1; 0 in a game that was not read.
    pub line: usize,
}

/// A move as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move, perhaps with signs of check and praise.
    pub text: String,
    /// Numeric annotation glyphs (`$1` is a good move).
    pub glyphs: Vec<u8>,
    /// What is said behind the move; blanks and line ends in it count as one blank.
    pub comment: String,
    /// The line of the file on which it stands, from 1; 0 in a game that was not read.
    pub line: usize,
}

/// How a game ended, as PGN says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, was broken off, or nobody knows.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that `text` names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "1/2-1/2" | "1/2" | "½-½" => Self::Draw,
            "*" => Self::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl Record {
    /// The value of the first tag with this name, in any case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Gives the tag `name` a value, in its place if it is there already, else as the last one.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

/// Why a game cannot be read. The reader goes on with the next game, but after [`PgnError::Io`].
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is not written as a game.
    #[error("line {line}: {what} ('{token}')")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: &'static str,
        /// Where.
        token: String,
    },
    /// The `Variant` tag names no game that is known here.
    #[error("line {line}: the game '{name}' is not known")]
    Variant {
        /// The line on which the game begins, from 1.
        line: usize,
        /// The value of the tag.
        name: String,
    },
    /// The `FEN` tag holds no position of the game.
    #[error("line {line}: '{fen}' is no position of the game: {source}")]
    Position {
        /// The line on which the game begins, from 1.
        line: usize,
        /// The value of the tag.
        fen: String,
        /// Everything that is wrong with it.
        source: PositionError,
    },
    /// A move is not legal.
    #[error("line {line}: {source} (ply {ply} of the game)")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        source: MoveError,
    },
}

//! Where games begin: positions and moves from a file, or openings that are made here.

mod file;
mod random;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::adjudicate::as_text;
use super::config::words::{WordError, Words};
use crate::engine::AnyGame;
use crate::notation::pgn::PgnError;
use crate::notation::{Dialect, EpdError, Form, MoveError, PositionError};

pub use file::FileBook;
pub use random::RandomBook;

/// Where games begin.
///
/// As text: `random plies=6 balance=50` (random moves; a short search must find no more than so many centipawns for
/// either side), `file=book.epd order=random first=6 plies=8` (PGN if it is called so, else a position or a list of moves
/// a line), or `start` (the start position).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Openings {
    /// The start position.
    Start,
    /// Random moves.
    Random(RandomMoves),
    /// Lines of a file.
    File(BookFile),
}

/// Openings that are made of random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomMoves {
    /// How many, at first: when all different positions have been used up, it becomes one more.
    pub plies: u32,
    /// The largest score, in centipawns, that a short search may find.
    pub balance: Option<i32>,
}

/// Openings from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    /// The file.
    pub path: PathBuf,
    /// Whether its lines are shuffled.
    pub shuffled: bool,
    /// The line or game to begin with, from 1; behind the last one the first follows.
    pub first: usize,
    /// How many moves of each line are made at most, in plies.
    pub plies: Option<usize>,
}

impl Default for Openings {
    fn default() -> Self {
        Self::Random(RandomMoves { plies: 6, balance: None })
    }
}

impl FromStr for Openings {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = Words::new(text);
        match words.head() {
            Some("start") => words.finish("nothing").map(|()| Self::Start),
            Some("random") => {
                let plies = words.number("plies")?.unwrap_or(6).min(200);
                let balance = words.number("balance")?;
                words.finish("plies=N, balance=CENTIPAWNS")?;
                Ok(Self::Random(RandomMoves { plies, balance }))
            }
            Some(word) => Err(WordError::Unknown { word: word.to_owned(), known: "random, file=PATH, start" }),
            None => {
                let path = words.take("file", "a path is expected", |path| (!path.is_empty()).then(|| path.into()))?;
                let order = |text: &str| match text {
                    "file" => Some(false),
                    "random" => Some(true),
                    _ => None,
                };
                let shuffled = words.take("order", "'file' or 'random' is expected", order)?.unwrap_or(false);
                let first = words.number("first")?.unwrap_or(1).max(1);
                let plies = words.number("plies")?;
                let path = path.ok_or_else(|| words.lacks("random, file=PATH or start"))?;
                words.finish("file=PATH, order=file|random, first=LINE, plies=N")?;
                Ok(Self::File(BookFile { path, shuffled, first, plies }))
            }
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random(RandomMoves { plies, balance: None }) => write!(f, "random plies={plies}"),
            Self::Random(RandomMoves { plies, balance: Some(balance) }) => {
                write!(f, "random plies={plies} balance={balance}")
            }
            Self::File(BookFile { path, shuffled, first, plies }) => {
                let order = if *shuffled { "random" } else { "file" };
                let plies = plies.map_or_else(String::new, |plies| format!(" plies={plies}"));
                write!(f, "file={} order={order} first={first}{plies}", path.display())
            }
        }
    }
}

as_text!(Openings);

/// Where one game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position, as FEN; `None` for the start position of the rule set.
    pub start: Option<String>,
    /// The moves that are made from there before the engines take over, in UCI.
    pub moves: Vec<String>,
}

/// Why there is no opening.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// A line of it is no EPD.
    #[error("{path}:{line}: {source}")]
    Epd {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: EpdError,
    },
    /// A line of it is no position of the game.
    #[error("{path}:{line}: {source}")]
    Position {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// Everything that is wrong.
        source: PositionError,
    },
    /// A line of it has a move that is none.
    #[error("{path}:{line}: {source}")]
    Move {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: MoveError,
    },
    /// A line of it leads to the end of the game.
    #[error("{path}:{line}: the game is over there")]
    Decided {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
    },
    /// It is no PGN of the game.
    #[error("{path}: {source}")]
    Pgn {
        /// The file.
        path: String,
        /// What is wrong.
        source: PgnError,
    },
    /// A game of it is another one than the one that is played.
    #[error("{path}:{line}: a game of {found}, not of {expected}")]
    OtherGame {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What it is.
        found: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// It has no openings at all.
    #[error("{0}: there is no opening in it")]
    Empty(String),
    /// No random moves lead to a position that fits.
    #[error("no opening of {plies} random plies fits; allow a larger balance, or other plies")]
    NoneFits {
        /// How many plies were tried.
        plies: u32,
    },
}

/// The openings of one rule set, in order and the same on every run.
pub enum Book {
    /// Always the start position.
    Start,
    /// Random moves.
    Random(Box<RandomBook>),
    /// A file.
    File(FileBook),
}

impl Book {
    /// The openings of `game`, which stands at its start position.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn open(openings: &Openings, game: &dyn AnyGame, seed: u64) -> Result<Self, OpeningError> {
        Ok(match openings {
            Openings::Start => Self::Start,
            Openings::Random(moves) => Self::Random(Box::new(RandomBook::new(*moves, game.fork(), seed))),
            Openings::File(file) => Self::File(FileBook::open(file, game, seed)?),
        })
    }

    /// The opening with this number, from 0.
    ///
    /// # Errors
    /// No random moves fit.
    pub fn opening(&mut self, number: usize) -> Result<Opening, OpeningError> {
        match self {
            Self::Start => Ok(Opening::default()),
            Self::Random(book) => book.opening(number),
            Self::File(book) => Ok(book.opening(number)),
        }
    }
}

/// Sets `game` up as an opening says. Openings come from a [`Book`], which has checked them, or from a record.
///
/// # Errors
/// The position or a move does not fit the game.
pub fn set_up(game: &mut dyn AnyGame, opening: &Opening) -> Result<(), String> {
    game.set_start_position();
    if let Some(fen) = &opening.start {
        game.set_position(fen, Form::Fen).map_err(|error| error.to_string())?;
    }
    opening.moves.iter().try_for_each(|mv| game.push(mv, Some(Dialect::Uci))).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for text in
            ["start", "random plies=6", "random plies=0 balance=50", "file=a/b.epd order=random first=6 plies=8"]
        {
            assert_eq!(text.parse::<Openings>().map(|openings| openings.to_string()).as_deref(), Ok(text));
        }
        let said = |text: &str| text.parse::<Openings>().expect_err(text).to_string();
        assert_eq!(said("randon plies=5"), "'randon' is not among random, file=PATH, start");
        assert_eq!(said("random ply=5"), "'ply=5' is not among plies=N, balance=CENTIPAWNS");
        assert_eq!(said("order=file"), "'order=file' lacks random, file=PATH or start");
    }
}

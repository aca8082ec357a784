//! What can go wrong in a command.

use std::io;
use std::path::PathBuf;

use bonsai::game::PassError;
use bonsai::notation::pgn::PgnError;
use bonsai::notation::{MoveError, PositionError};
use bonsai::protocol::ProtocolError;
use bonsai::tournament::config::ConfigError;
use bonsai::tournament::journal::JournalError;
use bonsai::tournament::merge::MergeError;
use bonsai::tournament::openings::OpeningError;
use bonsai::tournament::runner::RunError;

use super::numbers::counted;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `--fen` is no position of the game.
    #[error("--fen '{text}' is no position of {variant}: {source}")]
    Position {
        /// What was given.
        text: String,
        /// The name of the rule set.
        variant: &'static str,
        /// Everything that is wrong with it.
        source: PositionError,
    },
    /// `--pgn` names a file or a game that cannot be read.
    #[error("--pgn '{}': {source}", path.display())]
    Pgn {
        /// What was given.
        path: PathBuf,
        /// What is wrong with it.
        source: PgnError,
    },
    /// The PGN file has fewer games.
    #[error("--game {number}: '{}' has {}", path.display(), counted(*found, "game"))]
    NoGame {
        /// The file.
        path: PathBuf,
        /// The game that was asked for, from 1.
        number: u64,
        /// The number of games in the file.
        found: u64,
    },
    /// `--moves` contains something that is no legal move.
    #[error("--moves: {source} (move {number} of the list)")]
    Move {
        /// The place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        source: MoveError,
    },
    /// The game is not written in the notation that was asked for.
    #[error("--notation usi: {0} is not written in USI")]
    Notation(&'static str),
    /// There is not so much memory.
    #[error("--hash {0}: there is not so much memory")]
    Memory(usize),
    /// `--arrows` contains something that is no legal move.
    #[error("--arrows: {0}")]
    Arrow(MoveError),
    /// A file of games cannot be read, or a game in it.
    #[error("'{}': {source}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: PgnError,
    },
    /// A picture or page cannot be written to its file.
    #[error("'{}' cannot be written: {source}", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A picture cannot be turned into pixels.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Png(#[from] bonsai::pictures::PngError),
    /// `--log` names a file that cannot be written.
    #[error("--log '{}': {source}", path.display())]
    Log {
        /// What was given.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Files of games have none.
    #[error("there are no games in the files")]
    NoGames,
    /// A file of positions has games instead.
    #[error("{}: this is PGN, not a list of positions: 'bonsai review' takes such files, and --pgn a position from one", .0.display())]
    PgnInstead(PathBuf),
    /// Games could not be read; each has been named already.
    #[error("{0} of the games could not be read")]
    GamesLeftOut(usize),
    /// Lines could not be read; each has been named already.
    #[error("{0} of the lines could not be read")]
    Lines(usize),
    /// Engines gave no answers; each has been named already.
    #[error("missing: {}", counted(*.0 as u64, "answer"))]
    Unanswered(usize),
    /// The user has interrupted an analysis.
    #[error("interrupted")]
    Stopped,
    /// Fewer positions are solved than `--require` asks for.
    #[error("{}--require {required}: {solved} of {judged} positions are solved", prefix(engine.as_deref()))]
    Unsolved {
        /// The engine, if it is not this program.
        engine: Option<String>,
        /// What was asked for.
        required: String,
        /// The positions that are solved.
        solved: usize,
        /// The positions with a verdict.
        judged: usize,
    },
    /// The games had too few positions to offer.
    #[error("--count {wanted}: no more than {} found", counted(*found as u64, "position"))]
    FewProblems {
        /// Positions found.
        found: usize,
        /// Positions asked for.
        wanted: usize,
    },
    /// `--threats` makes no sense in the position.
    #[error("--threats: {0}")]
    Threats(#[from] PassError),
    /// A file that is to be resumed has a line that is no answer.
    #[error("--resume '{}', line {line}: {why}", path.display())]
    Earlier {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// An option makes no sense.
    #[error("{0}")]
    Flag(String),
    /// A setting of a tournament is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A tournament could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The records of a tournament cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no such rule set.
    #[error("'{0}' is no rule set")]
    Variant(&'static str),
    /// Parts of a tournament cannot be added up.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// An engine does not keep to its protocol.
    #[error("{0}")]
    Check(String),
    /// A tournament was interrupted.
    #[error("interrupted; 'bonsai tournament --resume --output {}' goes on", .0.display())]
    Interrupted(PathBuf),
    /// The dialogue with the GUI broke off.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// stdout failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// JSON could not be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The name of an engine in front of what concerns it.
fn prefix(engine: Option<&str>) -> String {
    engine.map_or_else(String::new, |name| format!("{name}: "))
}

impl From<OpeningError> for Error {
    fn from(error: OpeningError) -> Self {
        Self::Run(error.into())
    }
}

impl Error {
    /// What the process ends with.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Flag(_) => 2,
            // As if the signal itself had ended it.
            Self::Interrupted(_) | Self::Stopped => 130,
            _ => 1,
        }
    }

    /// Whether all that happened is that the reader of stdout has gone.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        let kind = match self {
            Self::Io(error) => Some(error.kind()),
            Self::Json(error) => error.io_error_kind(),
            _ => None,
        };
        kind == Some(io::ErrorKind::BrokenPipe)
    }
}

//! The other end of a protocol: what an engine is told, and what its answers mean.
//!
//! A [`Language`] is text only: it writes commands and reads answers in the words of one protocol, with the grammar that the
//! engine side of this program reads commands with. Who waits, measures time and tells faults apart is
//! [`Player`](super::player::Player).

mod answer;
mod cecp;
mod uci;
mod usi;
mod worded;

pub use answer::{EngineOption, Thinking};
pub use cecp::{Cecp, unknown_limit};
pub use uci::Uci;
pub use usi::Usi;

use super::clock::{Clock, TimeControl};
use super::config::Protocol;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;

/// Who the engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, if it gave one.
    pub name: Option<String>,
    /// What can be set.
    pub options: Vec<EngineOption>,
}

impl Identity {
    /// The option with this name, in any case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// What an answer means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, as the engine wrote it.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that there is no move, or claims something that only the rules decide.
    Claim(String),
    /// It does not accept what it was told.
    Refusal(String),
    /// Everything that was asked for is done.
    Synced,
    /// Nothing that matters.
    Other,
}

/// The state of a game that an engine is told of when it is to move.
pub struct Turn<'a> {
    /// The game, the engine to move.
    pub game: &'a dyn AnyGame,
    /// Where it started, in FEN; `None` for the start position of the rule set.
    pub start: Option<&'a str>,
    /// The moves since, as [`Language::dialect`] writes them.
    pub moves: &'a [String],
    /// The clocks, by colour.
    pub clocks: &'a [Clock; 2],
}

/// Why an engine cannot play, in words of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotPlay {
    /// It does not know the rule set.
    #[error("it does not play {0}")]
    Variant(&'static str),
    /// It has no such option.
    #[error("it has no option '{0}'")]
    Option(String),
    /// Its protocol has no such limit.
    #[error("its protocol cannot limit {0}")]
    Limit(&'static str),
}

/// A protocol as text, from the runner's side. It remembers what the engine has said about itself and what it was told.
pub trait Language: Send {
    /// The protocol's name.
    fn protocol(&self) -> Protocol;

    /// How moves are written.
    fn dialect(&self) -> Dialect;

    /// The first lines.
    fn greet(&self) -> Vec<String>;

    /// Takes in a line of the engine's introduction; whether that was its last one.
    fn introduced(&mut self, line: &str) -> bool;

    /// Who the engine is, as far as it has said.
    fn identity(&self) -> &Identity;

    /// The lines that set these options.
    ///
    /// # Errors
    /// The engine has no such option.
    fn set(&self, options: &[(String, String)]) -> Result<Vec<String>, CannotPlay>;

    /// Whether engines can be told of this limit.
    ///
    /// # Errors
    /// The protocol has no such thing.
    fn can_limit(&self, control: &TimeControl) -> Result<(), CannotPlay> {
        let _ = control;
        Ok(())
    }

    /// The lines before the first move of a game of the variant that `game` is.
    ///
    /// # Errors
    /// The engine does not play it.
    fn new_game(&mut self, game: &dyn AnyGame) -> Result<Vec<String>, CannotPlay>;

    /// The line that asks for a sign of life, if the engine knows one.
    fn sync(&mut self) -> Option<String>;

    /// The lines that tell the engine where the game is and have it think about its move.
    ///
    /// # Errors
    /// The protocol cannot say it.
    fn go(&mut self, turn: &Turn<'_>) -> Result<Vec<String>, CannotPlay>;

    /// What a line means.
    fn read(&mut self, line: &str) -> Answer;

    /// What a line of thinking says.
    fn thinking(&self, line: &str) -> Thinking;

    /// The moves of the best line that a line of thinking gives, as the engine writes them.
    fn best_line(&self, text: &str) -> Vec<String>;

    /// The line that ends thinking.
    fn stop(&self) -> &'static str;

    /// The lines that tell the engine how the game ended for it; none if the protocol has no such thing.
    fn game_over(&mut self, outcome: Option<Outcome>, white: bool) -> Vec<String>;
}

/// The language of a protocol, if it is known.
#[must_use]
pub fn language(protocol: Protocol) -> Option<Box<dyn Language>> {
    Some(match protocol {
        Protocol::Auto => return None,
        Protocol::Uci => Box::new(Uci::default()),
        Protocol::Usi => Box::new(Usi::default()),
        Protocol::Cecp => Box::new(Cecp::default()),
    })
}

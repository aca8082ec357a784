//! The Universal Chess Interface as text, for chess and variants.
//!
//! The crate `vampirc-uci` reads the words that stand alone (`uci`, `isready`, `stop`, ...) and writes the messages without
//! moves (`id`, `option`, `readyok`, `info string`). Everything else goes through the [grammar](super::grammar)
//! that UCI shares with USI: the crate knows only the moves and the board of chess, cuts a list silently at the first move
//! that it does not know, and panics on `go` lines with a blank at the end or a depth of 256. A test holds the two against
//! each other where both apply.

#[cfg(test)]
mod differential;
mod read;
mod write;

use super::command::Event;
use super::{Protocol, Reading};
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Spec;
use crate::variants::SPECS;

/// The text layer of UCI. It remembers nothing.
pub struct Uci;

/// Every game can be played in UCI.
fn variants() -> Vec<&'static Spec> {
    SPECS.to_vec()
}

impl Protocol for Uci {
    fn read(&mut self, line: &str, _game: &dyn AnyGame) -> Reading {
        read::read(line)
    }

    fn write(&mut self, event: &Event<'_>) -> String {
        write::WORDING.write(event)
    }

    fn dialect(&self) -> Dialect {
        write::WORDING.dialect
    }

    fn variants(&self) -> Vec<&'static Spec> {
        variants()
    }
}

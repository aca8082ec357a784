//! The Universal Chess Interface as text, for chess and variants.
//!
//! The crate `vampirc-uci` reads the words that stand alone (`uci`, `isready`, `stop`, ...) and writes the messages without
//! moves (`id`, `option`, `uciok`, `readyok`, `info string`). Everything else goes through the grammar in [`read`]: the
//! crate knows only the moves and the board of chess, cuts a list silently at the first move that it does not know, and
//! panics on `go` lines with a blank at the end or a depth of 256. A test holds the two against each other where both apply.

#[cfg(test)]
mod differential;
mod read;
mod write;

use super::command::Event;
use super::{Protocol, Reading};
use crate::notation::Dialect;

/// The text layer of UCI. It remembers nothing.
pub struct Uci;

impl Protocol for Uci {
    fn read(&mut self, line: &str) -> Reading {
        read::read(line)
    }

    fn write(&mut self, event: &Event<'_>) -> String {
        write::write(event)
    }

    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }
}

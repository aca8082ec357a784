//! The Universal Shogi Interface as text, for the games that are written in SFEN.
//!
//! USI is UCI with shogi's words, so the two share a [grammar](super::grammar) and a [wording](super::wording). What differs:
//! Black moves first and is the engine's White; option names have no blanks; mates count in plies; a byoyomi; who has no
//! move resigns; and `go mate` looks for nothing but a mate.

mod read;
mod write;

use super::command::Event;
use super::{Protocol, Reading};
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Spec;
use crate::variants::SPECS;

/// The text layer of USI. It remembers nothing.
pub struct Usi;

/// The games that are written in SFEN.
fn variants() -> Vec<&'static Spec> {
    SPECS.iter().copied().filter(|spec| spec.usi).collect()
}

impl Protocol for Usi {
    fn read(&mut self, line: &str, _game: &dyn AnyGame) -> Reading {
        read::read(line)
    }

    fn write(&mut self, event: &Event<'_>) -> String {
        write::write(event)
    }

    fn dialect(&self) -> Dialect {
        write::WORDING.dialect
    }

    fn variants(&self) -> Vec<&'static Spec> {
        variants()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn micro_is_the_default() {
        assert_eq!(variants()[0].name, "micro");
        assert!(variants().iter().all(|spec| spec.usi));
    }
}

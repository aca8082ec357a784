//! The Chess Engine Communication Protocol (XBoard's, version 2) as text, for every game.
//!
//! Here the engine is told once which side it plays and then moves by itself; the [session](super::session) sees to that. XBoard
//! draws games that it does not know: a [`layout`] tells it how, the [`pointer`] marks where a piece that somebody has picked up
//! may go, and a move that such a board cannot make in one piece is [written](moves) in three. What the board repeats of
//! such moves is overheard (see [`Echo`]).
//!
//! Specification: T. Mann and H. G. Muller, "Chess Engine Communication Protocol", version 2, with the additions of
//! XBoard 4.8 and 4.9 for games that engines define.

mod layout;
mod moves;
mod pointer;
mod read;
#[cfg(test)]
mod tests;
mod write;

use super::command::{Event, Mover};
use super::{Protocol, Reading};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Spec;
use crate::variants::SPECS;
use moves::Style;
use pointer::Pointer;

/// The text layer of CECP.
pub struct Cecp {
    /// Whether what the search finds is shown.
    posts: bool,
    /// Whether the other side draws a board itself, and so has to be told of every piece. It does unless it says that it cannot
    /// mark squares.
    draws: bool,
    /// Whether the opponent is a program.
    between_programs: bool,
    /// The piece that somebody has picked up.
    pointer: Pointer,
    /// What the other side may repeat of a move in several lines.
    echo: Echo,
    /// The drops that were made by hand, with the positions they were made in: when the board goes through the game again, it does
    /// not say with which face up.
    dropped: Vec<(String, u32)>,
    /// The lines of the last move, of those in several lines, that have been taken back.
    half_undone: usize,
    /// The line that is being read, for complaints.
    line: String,
}

/// What a board that makes a move in three lines repeats of the second and the third to the engine that is to answer, or when
/// it goes through a game again: a position with nothing but the turn changed, and a move that puts a piece right.
#[derive(Debug, Default, PartialEq, Eq)]
enum Echo {
    /// Nothing.
    #[default]
    None,
    /// A part that a compound has left behind: any position, and this drop.
    Part(String),
    /// A drop that may be the first line of a turned one: the position after it with the turn changed, and a move of the piece,
    /// turning over.
    Turn,
}

impl Default for Cecp {
    fn default() -> Self {
        Self {
            posts: false,
            draws: true,
            between_programs: false,
            pointer: Pointer::default(),
            echo: Echo::None,
            dropped: Vec::new(),
            half_undone: 0,
            line: String::new(),
        }
    }
}

impl Cecp {
    /// How moves of `spec` are written.
    fn style(&self, spec: &'static Spec) -> Style {
        match layout::chosen(spec, self.between_programs) {
            Some(layout) if self.draws => Style::Drawn { by_letter: layout.by_letter },
            _ => Style::Plain,
        }
    }

    /// The position is another one.
    fn forget_moves(&mut self) {
        self.pointer = Pointer::default();
        self.echo = Echo::None;
        self.half_undone = 0;
    }

    /// A move has been made: what the other side is told of it.
    fn moved(&mut self, before: &dyn AnyGame, mv: u32, mover: Mover) -> String {
        let style = self.style(before.spec());
        let by_hand = self.pointer.has_offered(mv);
        let lines = moves::lines(before, mv, style);
        if mover == Mover::Engine {
            // A quick answer to a move overtakes what the board repeats of that move, so the echo is still awaited.
            self.pointer = Pointer::default();
            self.half_undone = 0;
        } else {
            self.forget_moves();
        }
        match mover {
            Mover::Engine => said(&lines),
            // The first line has come from the other side, which does not know that there are more. (What a person drops
            // turned over lies so already: only the line does not say it.)
            _ if before.facts(mv).left.is_some() && (by_hand || mover == Mover::Opponent && !self.between_programs) => {
                // What is still to be said of a move of which the first line is known.
                said(&lines[1..])
            }
            _ if by_hand && before.facts(mv).from.is_none() => {
                self.dropped.push((before.fen(), mv));
                String::new()
            }
            _ => {
                self.echo = Self::awaited_echo(before, mv, lines);
                String::new()
            }
        }
    }

    fn awaited_echo(before: &dyn AnyGame, mv: u32, lines: Vec<String>) -> Echo {
        match lines.into_iter().nth(2).filter(|_| before.facts(mv).left.is_some()) {
            Some(part) => Echo::Part(part),
            None if before.facts(mv).from.is_none() => Echo::Turn,
            None => Echo::None,
        }
    }
}

/// The lines in which moves are made.
fn said(moves: &[String]) -> String {
    moves.iter().flat_map(|text| ["move ", text, "\n"]).collect()
}

/// Whether `fen` is the position of `game`, but with the other side to move.
fn is_passed(fen: &str, game: &dyn AnyGame) -> bool {
    let placement = |fen: &str| fen.split(['[', ' ']).next().unwrap_or_default().to_owned();
    let waiting = if game.turn() == Color::White { "b" } else { "w" };
    placement(fen) == placement(&game.fen()) && fen.split_whitespace().nth(1) == Some(waiting)
}

impl Protocol for Cecp {
    fn read(&mut self, line: &str, game: &dyn AnyGame) -> Reading {
        line.trim().clone_into(&mut self.line);
        self.read_line(line, game)
    }

    fn write(&mut self, event: &Event<'_>) -> String {
        self.write_event(event)
    }

    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn variants(&self) -> Vec<&'static Spec> {
        SPECS.to_vec()
    }
}

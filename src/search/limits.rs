//! When a search is to end.

use std::time::Duration;

use super::skill::Skill;

/// What limits a search; whatever is absent does not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies; 0 counts as 1.
    pub depth: Option<u32>,
    /// Nodes in all; exact on one thread, exact to within a small batch per thread otherwise.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// The game clock, of which the search takes a share.
    pub clock: Option<Clock>,
    /// Look for a mate in at most this many moves, and for nothing else.
    pub mate: Option<u32>,
    /// Give no answer before being stopped.
    pub infinite: bool,
    /// Think on the opponent's time: no time limit holds, and no answer is given, before the ponder hit.
    pub ponder: bool,
    /// The number of best lines to find; 0 counts as 1.
    pub multipv: usize,
    /// The only moves to consider at the root (as bits); empty for all. Moves that are not legal are left out, and if
    /// none is left, all are considered.
    pub search_moves: Vec<u32>,
    /// How well to play.
    pub skill: Skill,
    /// The time that passes between an answer and its arrival on the clock.
    pub overhead: Duration,
}

/// A game clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left, by colour.
    pub remaining: [Duration; 2],
    /// What each move adds to the clock, by colour.
    pub increment: [Duration; 2],
    /// Moves until the clock is set anew; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The time for each move that does not count as used.
    pub byoyomi: Duration,
}

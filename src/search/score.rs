//! Scores: how the search counts inside, and what it says outside.
//!
//! Inside, a score is one `i32` from the point of view of the side to move:
//!
//! ```text
//! 30000 - n   the game is won n plies from the root by the rules of the board (mate, a decisive capture)
//! 20000 - n   a repetition wins n plies from the root (perpetual check); no mate, since it depends on the path
//! ±15000      an evaluation, in centipawns
//! ```

use crate::board::Color;
use crate::rules::Outcome;

/// No line of the search is longer, in plies.
pub const MAX_PLY: usize = 128;

/// More than any score.
pub(super) const INFINITE: i32 = 32_000;
/// A win now.
const WIN: i32 = 30_000;
/// A win by repetition now.
const RULE_WIN: i32 = 20_000;
/// More plies than any line has; separates the bands.
const BAND: i32 = 1_000;

/// The score of being mated `ply` plies from the root.
#[inline]
pub(super) const fn lost_in(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// The score of a win `ply` plies from the root.
#[inline]
pub(super) const fn won_in(ply: usize) -> i32 {
    WIN - ply as i32
}

/// Whether the score means that the board decides the game.
#[inline]
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() > WIN - BAND
}

/// Whether the score hangs on a repetition that wins, and so on the path to the position.
#[inline]
pub(super) const fn is_rule_win(value: i32) -> bool {
    value.abs() > RULE_WIN - BAND && value.abs() <= RULE_WIN
}

/// The score, for `mover`, of a game that has ended on the board at `ply`.
#[inline]
pub(super) fn of_outcome(outcome: Outcome, mover: Color, ply: usize) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == mover => won_in(ply),
        Some(_) => lost_in(ply),
    }
}

/// The score, for `mover`, of a repetition at `ply` that is judged as `outcome`.
#[inline]
pub(super) fn of_repetition(outcome: Outcome, mover: Color, ply: usize) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == mover => RULE_WIN - ply as i32,
        Some(_) => ply as i32 - RULE_WIN,
    }
}

/// A score as the outside sees it, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns. Values near ±20000 stand for a game decided by repetition (perpetual check).
    Cp(i32),
    /// Plies to the end of the game: positive if we win, zero or negative if we lose (0: lost already).
    Mate(i32),
}

impl Score {
    /// The outside's view of a score of the search.
    pub(super) fn from_value(value: i32) -> Self {
        if !is_decided(value) {
            Self::Cp(value)
        } else if value > 0 {
            Self::Mate(WIN - value)
        } else {
            Self::Mate(-(WIN + value))
        }
    }

    /// The distance of a mate in moves, as UCI counts: positive if we mate, zero or negative if we are mated.
    #[must_use]
    pub fn moves(self) -> Option<i32> {
        self.plies().map(|plies| i32::midpoint(plies, plies.signum()))
    }

    /// The distance of a mate in plies, as USI counts: positive if we mate, zero or negative if we are mated.
    #[must_use]
    pub fn plies(self) -> Option<i32> {
        match self {
            Self::Cp(_) => None,
            Self::Mate(plies) => Some(plies),
        }
    }
}

/// What a score says about the true value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(Score::from_value(won_in(1)).moves(), Some(1));
        assert_eq!(Score::from_value(won_in(3)).moves(), Some(2));
        assert_eq!(Score::from_value(lost_in(0)), Score::Mate(0));
        assert_eq!([0, 1, 2, 3].map(|ply| Score::from_value(lost_in(ply)).moves()), [0, -1, -1, -2].map(Some));
        assert_eq!(Score::from_value(lost_in(4)).plies(), Some(-4));
        assert_eq!(Score::from_value(-12), Score::Cp(-12));
    }

    #[test]
    fn a_repetition_is_no_mate() {
        let outcome = Outcome::win(Color::Black, crate::rules::Reason::PerpetualCheck);
        let value = of_repetition(outcome, Color::White, 7);
        assert!(is_rule_win(value) && !is_decided(value) && value < 0);
        assert!(!is_rule_win(won_in(5)) && !is_rule_win(crate::eval::MAX_EVAL));
    }
}

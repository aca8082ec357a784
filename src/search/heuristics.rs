//! What a search has learnt about moves in general: killers and history.

use super::score::MAX_PLY;
use crate::board::Color;
use crate::rules::MoveFacts;

/// The largest absolute value of a history score.
pub(super) const HISTORY_MAX: i32 = 8_192;
/// Colours x (from the board or the hand) x kinds x targets.
const HISTORY_SIZE: usize = 2 * 2 * 16 * 64;

/// Statistics about quiet moves, one set a thread.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    /// How often a move of a kind of piece to a square has been good of late ("history heuristic", Schaeffer 1989).
    history: Box<[i16; HISTORY_SIZE]>,
    /// The last two quiet moves that refuted something at each ply ("killers", Akl and Newborn 1977).
    killers: Box<[[u32; 2]; MAX_PLY]>,
}

impl Default for Heuristics {
    fn default() -> Self {
        Self { history: Box::new([0; HISTORY_SIZE]), killers: Box::new([[0; 2]; MAX_PLY]) }
    }
}

#[inline]
const fn slot(color: Color, facts: &MoveFacts) -> usize {
    let dropped = facts.from.is_none() as usize;
    ((color.index() * 2 + dropped) * 16 + facts.after.index()) * 64 + facts.to.index()
}

impl Heuristics {
    /// The history score of a quiet move.
    #[inline]
    pub(super) fn history(&self, color: Color, facts: &MoveFacts) -> i32 {
        i32::from(self.history[slot(color, facts)])
    }

    /// The killers at `ply`, the latest first; 0 for none.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// A quiet move has refuted its node at `ply`.
    pub(super) fn reward_killer(&mut self, ply: usize, mv: u32) {
        let [first, second] = &mut self.killers[ply];
        if *first != mv {
            *second = std::mem::replace(first, mv);
        }
    }

    /// Moves a history score towards `HISTORY_MAX` (or away, if `bonus` is negative), the slower the nearer it is.
    #[inline]
    pub(super) fn adjust(&mut self, color: Color, facts: &MoveFacts, bonus: i32) {
        let score = &mut self.history[slot(color, facts)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// What a refutation at `depth` is worth in history.
#[inline]
pub(super) const fn bonus(depth: i32) -> i32 {
    let bonus = 32 * depth * depth;
    if bonus > 1_600 { 1_600 } else { bonus }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Kind, Square};
    use crate::rules::{GameMove, PieceMove};

    #[test]
    fn history_stays_in_bounds_and_apart() {
        let mut heuristics = Heuristics::default();
        let there = PieceMove::quiet(Kind(3), Square::new(0, 0), Square::new(1, 1)).facts();
        let dropped = PieceMove::drop(Kind(3), Square::new(1, 1)).facts();
        for _ in 0..1_000 {
            heuristics.adjust(Color::White, &there, bonus(100));
            heuristics.adjust(Color::Black, &there, -bonus(100));
        }
        let white = heuristics.history(Color::White, &there);
        assert!(white > HISTORY_MAX / 2 && white <= HISTORY_MAX);
        assert!(heuristics.history(Color::Black, &there) >= -HISTORY_MAX);
        assert_eq!(heuristics.history(Color::White, &dropped), 0);
    }

    #[test]
    fn killers_are_the_last_two_different_moves() {
        let mut heuristics = Heuristics::default();
        for mv in [1, 2, 2, 3] {
            heuristics.reward_killer(5, mv);
        }
        assert_eq!((heuristics.killers(5), heuristics.killers(4)), ([3, 2], [0, 0]));
    }
}

//! Parallel search: every thread searches the whole tree, and leaves to another what that one is at already.
//!
//! This is ABDADA (Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19(1), 1996) in the form that
//! Kerrigan has given it ("Simplified ABDADA", 2017): the first move of a node is searched whatever happens; each other move is
//! marked while a thread searches it, and a thread that comes upon a mark puts the move off until it has searched the
//! others. By then the result mostly stands in the transposition table, and where it does not, the thread finds what
//! is still open further down. So the moves of the root are shared out, and those of every node below it, and no thread ever
//! waits for another.
//!
//! What this costs is nodes that several threads search, and caches that they take from each other: `t` threads are
//! `t * e / n` times as fast as one, `n` being how many more nodes they search to the same depth and `e` the speed of each beside
//! that of one alone. `benches/scaling.py` measured (two cores, positions of all games, 0.2 to 0.3 s each): two threads `n` 1.07 to
//! 1.16, `e` 0.89 to 0.95, so 1.5 to 1.8 times as fast. Of more threads than cores only `n` can be measured: 1.28 with four,
//! 1.31 with eight. If memory keeps up (`e` 0.9), that makes four cores 2.8 and eight 5.5 times as fast; nobody has measured
//! that yet.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::rules::GameMove;

/// Counters; a power of two.
const SLOTS: usize = 1 << 14;

/// How many threads search a move, by position and move.
///
/// Moves that share a counter by chance are put off for no reason, which costs next to nothing.
#[derive(Debug)]
pub(super) struct Marks(Box<[AtomicU16; SLOTS]>);

impl Default for Marks {
    fn default() -> Self {
        Self(bytemuck::zeroed_box())
    }
}

/// A mark in its place, to be taken away when the search of the move has ended.
#[derive(Debug)]
pub(super) struct Mark<'m>(&'m AtomicU16);

impl Marks {
    /// Where the mark of a move in the position with this key stands.
    #[inline]
    fn slot(&self, key: u64, mv: impl GameMove) -> &AtomicU16 {
        let mixed = (key ^ u64::from(mv.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.0[(mixed >> 32) as usize % SLOTS]
    }

    /// Whether some thread searches the move.
    #[inline]
    pub(super) fn has(&self, key: u64, mv: impl GameMove) -> bool {
        self.slot(key, mv).load(Ordering::Relaxed) > 0
    }

    /// Marks a move.
    #[inline]
    pub(super) fn set(&self, key: u64, mv: impl GameMove) -> Mark<'_> {
        let slot = self.slot(key, mv);
        slot.fetch_add(1, Ordering::Relaxed);
        Mark(slot)
    }
}

impl Drop for Mark<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Kind, Square};
    use crate::rules::PieceMove;

    #[test]
    fn a_move_is_marked_until_the_last_thread_leaves_it() {
        let marks = Marks::default();
        let mv = PieceMove::drop(Kind(0), Square::new(1, 1));
        let other = PieceMove::drop(Kind(0), Square::new(1, 2));
        let first = marks.set(7, mv);
        let second = marks.set(7, mv);
        assert!(marks.has(7, mv) && !marks.has(7, other) && !marks.has(8, mv));
        drop(first);
        assert!(marks.has(7, mv));
        drop(second);
        assert!(!marks.has(7, mv));
    }
}

//! The tunables of the search, all in one place.

use crate::rules::Position;

/// The largest depth and move number that the reduction formula tells apart.
const REDUCTION_SIZE: usize = 64;

/// What the search leaves out or looks at more closely. [`Params::full_width`] switches all of it off: then a search to a
/// fixed depth gives the value of plain minimax.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each switch is independent of the others")]
pub(super) struct Params {
    /// Whether scores from the transposition table may replace a search.
    pub table_cutoffs: bool,
    /// Whether a position in which the king is in danger is searched one ply deeper.
    pub extend_danger: bool,
    /// Whether passing is tried to prove that a position is too good (null-move pruning).
    pub null_move: bool,
    /// Whether late quiet moves are searched less deeply (late-move reductions).
    pub reductions: bool,
    /// Whether quiet moves, captures and whole nodes whose score is hopeless near the leaves are left out (futility,
    /// reverse futility, late-move and delta pruning, razoring).
    pub futility: bool,
    /// Late-move pruning: quiet moves searched at depth 1, in games as wide as this one.
    pub late_moves: usize,
    /// Plies by which late moves are reduced, by depth and move number.
    reduction: Box<[[u8; REDUCTION_SIZE]; REDUCTION_SIZE]>,
}

/// Depth by which a null move is reduced, besides what the depth itself adds.
pub(super) const NULL_REDUCTION: i32 = 3;
/// Reverse futility: the deepest node, and the margin a ply in centipawns.
pub(super) const REVERSE_FUTILITY: (i32, i32) = (5, 60);
/// Razoring: the deepest node, and the margin a ply in centipawns.
pub(super) const RAZORING: (i32, i32) = (3, 200);
/// Futility of quiet moves: the deepest node, the margin, and the margin a ply, in centipawns.
pub(super) const FUTILITY: (i32, i32, i32) = (4, 60, 60);
/// The deepest node in which late quiet moves are left out altogether.
pub(super) const LATE_MOVE_DEPTH: i32 = 4;
/// What a capture in quiescence may gain besides what it takes, in centipawns.
pub(super) const DELTA_MARGIN: i32 = 150;
/// Plies of quiescence in which a side in danger looks at all its moves.
pub(super) const EVASION_PLIES: usize = 2;
/// The least depth at which a node without a known best move is searched one ply less deeply.
pub(super) const BLIND_DEPTH: i32 = 5;
/// Half the first aspiration window, in centipawns, and the first depth that has one.
pub(super) const ASPIRATION: (i32, u32) = (28, 4);
/// The least depth of a node whose moves the threads leave to each other.
pub(super) const MARK_DEPTH: i32 = 3;
/// The least depth of a node at which a thread looks before every move whether another has refuted the node.
pub(super) const RECHECK_DEPTH: i32 = 4;

impl Params {
    /// The selective search for the game `P`.
    ///
    /// Null moves stand on "having the move is never a burden". That holds where a side has pieces to move about, and
    /// in games with drops nearly always, since a piece in hand can wait; the node itself asks for such pieces. Mini
    /// Forest knows no check, but a side whose king is attacked may not pass either (see `Position::in_danger`).
    ///
    /// Drops make for many moves, most of them bad, so late moves are cut sooner, relative to their number, than in
    /// games without hands.
    pub(super) fn selective<P: Position>() -> Self {
        Self {
            table_cutoffs: true,
            extend_danger: true,
            null_move: true,
            reductions: true,
            futility: true,
            late_moves: if P::SPEC.hands.is_some() { 6 } else { 4 },
            reduction: Box::new(std::array::from_fn(|depth| std::array::from_fn(|nth| reduction(depth, nth)))),
        }
    }

    /// Every move of every node to the full depth, without short cuts.
    pub(super) fn full_width<P: Position>() -> Self {
        Self { extend_danger: false, null_move: false, reductions: false, futility: false, ..Self::selective::<P>() }
    }

    /// Plies by which the `nth` move (from 0) of a node is reduced at `depth`.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, nth: usize) -> i32 {
        i32::from(self.reduction[depth.clamp(0, 63) as usize][nth.min(REDUCTION_SIZE - 1)])
    }
}

/// Four times the binary logarithm, rounded down; integers only, so that every machine gets the same.
const fn quarter_log(x: usize) -> u32 {
    if x == 0 { 0 } else { (x as u64).pow(4).ilog2() }
}

/// About `0.4 + ln(depth) * ln(nth) / 2.2`.
const fn reduction(depth: usize, nth: usize) -> u8 {
    ((quarter_log(depth) * quarter_log(nth) + 30) / 73) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        assert_eq!((reduction(1, 1), reduction(3, 4)), (0, 1));
        for n in 1..REDUCTION_SIZE {
            assert!(reduction(n, 20) >= reduction(n - 1, 20) && reduction(20, n) >= reduction(20, n - 1));
            assert!((reduction(n, 63) as usize) < n.max(2), "a reduced search keeps some depth");
        }
    }
}

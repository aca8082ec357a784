//! Perft: counting the leaves of the move tree.

use super::Position;
use crate::board::Silent;

/// The number of move sequences of exactly `depth` plies from `position`, counting the last ply in bulk.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::with_capacity(128); depth as usize];
    count(position, depth, &mut lists)
}

fn count<P: Position>(position: &P, depth: u32, lists: &mut [Vec<P::Move>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.count_moves();
    }
    let Some((moves, rest)) = lists.split_first_mut() else {
        return 0;
    };
    moves.clear();
    position.generate(moves);
    let mut nodes = 0;
    for &mv in &*moves {
        let mut child = *position;
        child.play(mv, &mut Silent);
        nodes += count(&child, depth - 1, rest);
    }
    nodes
}

/// [`perft`] split up by the first move, in generation order; empty at depth 0.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut lists = vec![Vec::with_capacity(128); depth as usize];
    let below = |mv| {
        let mut child = *position;
        child.play(mv, &mut Silent);
        (mv, count(&child, depth - 1, &mut lists))
    };
    position.legal_moves().into_iter().map(below).collect()
}

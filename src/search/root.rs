//! The root: its moves with what is known of each, and one search of them.

use super::node::{Found, Node, Window};
use super::order::MoveList;
use super::score::INFINITE;
use super::worker::{Frame, Own, Team, Worker};
use crate::rules::{GameMove, Position, Sink};

/// A move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RootMove {
    pub mv: u32,
    /// Its value in the current iteration; `-INFINITE` if it is only known not to be the best.
    pub value: i32,
    /// Its value when it was last reported.
    pub reported: i32,
    /// Its best line, beginning with itself; empty as long as it has never been the best move.
    pub line: Vec<u32>,
}

/// The legal moves at the root, restricted to `wanted` unless that leaves none.
pub(super) fn root_moves<P: Position>(position: &P, wanted: &[u32]) -> Vec<RootMove> {
    let all: Vec<u32> = position.legal_moves().into_iter().map(GameMove::to_bits).collect();
    let mut chosen: Vec<u32> = all.iter().copied().filter(|mv| wanted.contains(mv)).collect();
    if chosen.is_empty() {
        chosen = all;
    }
    let new = |mv| RootMove { mv, value: -INFINITE, reported: -INFINITE, line: Vec::new() };
    chosen.into_iter().map(new).collect()
}

/// Searches `moves` once, in their order, `depth` plies deep, and moves the best to the front.
///
/// If the search is halted on the way, the best of the moves searched until then comes to the front; if there is none,
/// nothing changes.
pub(super) fn search_root<P: Position>(
    team: &Team,
    own: &mut Own<P>,
    frame: &Frame<P>,
    moves: &mut [RootMove],
    depth: u32,
    window: Window,
) -> Found {
    let mut list = MoveList::default();
    for root_move in &mut *moves {
        root_move.value = -INFINITE;
        list.push(P::Move::from_bits(root_move.mv));
    }
    // The order is that of the last iteration.
    list.keep_order();
    let node = Node { frame, depth: depth as i32, ply: 0, eval: 0, cut: false };
    let mut worker = Worker { team, own };
    if depth > 1 {
        // The first iteration is searched however tight the limits are; for others the limit may just have been reached.
        worker.report();
        if worker.own.aborted {
            return Found { value: -INFINITE, mv: 0 };
        }
    }
    let found = worker.best_of::<true>(&node, &mut list, window);
    worker.flush();
    // A move that fails low leaves no line, but the value says how low, and the window can be widened.
    let best = moves.iter().position(|root_move| root_move.mv == found.mv);
    if let Some(best) = best {
        moves[best].value = found.value;
        moves[best].line = own.lines.get(0).to_vec();
        moves[..=best].rotate_right(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Form, read_position};
    use crate::variants::MicroShogi;

    #[test]
    fn wanted_moves_restrict_the_root() {
        let start = read_position::<MicroShogi>(MicroShogi::SPEC.start, Form::Fen).expect("a start position");
        let all = root_moves(&start, &[]);
        let some = [all[3].mv, all[1].mv, 12345];
        let chosen: Vec<u32> = root_moves(&start, &some).iter().map(|m| m.mv).collect();
        assert_eq!(chosen, [all[1].mv, all[3].mv]);
        assert_eq!(root_moves(&start, &[12345]), all);
    }
}

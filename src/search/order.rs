//! Move ordering: the best guess first.

use std::marker::PhantomData;

use super::heuristics::Heuristics;
use crate::board::Color;
use crate::rules::{GameMove, MoveFacts, Position, Sink, Special};

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// Captures that lose material come among the quiet moves; what one centipawn counts there.
const LOSS_WEIGHT: i32 = 16;

/// The moves of a node with their ranks, handed out best first.
#[derive(Clone, Debug)]
pub(super) struct MoveList<M> {
    moves: Vec<(M, i32)>,
    /// How many have been handed out.
    taken: usize,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), taken: 0 }
    }
}

impl<M> Sink<M> for MoveList<M> {
    #[inline]
    fn push(&mut self, mv: M) {
        self.moves.push((mv, 0));
    }
}

impl<M: GameMove> MoveList<M> {
    /// Forgets all moves.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.taken = 0;
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Gives every move the rank that `rank` computes.
    #[inline]
    pub(super) fn rank(&mut self, rank: impl Fn(M) -> i32) {
        for (mv, value) in &mut self.moves {
            *value = rank(*mv);
        }
    }

    /// Hands out the best of the moves that are left, with its number (from 0).
    ///
    /// Most nodes end after a move or two, so selecting is cheaper than sorting.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, M)> {
        let number = self.taken;
        let (mut best, mut rank) = (number, self.moves.get(number)?.1);
        for (i, &(_, other)) in self.moves.iter().enumerate().skip(number + 1) {
            if other > rank {
                (best, rank) = (i, other);
            }
        }
        self.moves.swap(number, best);
        self.taken += 1;
        Some((number, self.moves[number].0))
    }

    /// Takes all moves that are left out of the list, in order.
    pub(super) fn take_rest(&mut self) -> Vec<M> {
        let rest = &mut self.moves[self.taken..];
        rest.sort_by_key(|&(_, rank)| std::cmp::Reverse(rank));
        let rest = rest.iter().map(|&(mv, _)| mv).collect();
        self.moves.truncate(self.taken);
        rest
    }

    /// The moves handed out so far.
    #[inline]
    pub(super) fn taken(&self) -> impl Iterator<Item = M> + '_ {
        self.moves[..self.taken].iter().map(|&(mv, _)| mv)
    }
}

/// How moves of the game `P` are valued before they are played.
pub(super) struct Gain<P>(PhantomData<P>);

impl<P: Position> Gain<P> {
    /// What a move wins in material at once, in centipawns: what it takes (twice where that goes into the hand) and what
    /// its piece gains or loses by turning, promoting or splitting.
    #[inline]
    pub(super) fn of(facts: &MoveFacts) -> i32 {
        if matches!(facts.special, Special::Drop | Special::Fusion) {
            return 0;
        }
        let value = &P::EVAL.board;
        let weight = if P::SPEC.hands.is_some() { 2 } else { 1 };
        let taken = facts.captured.map_or(0, |kind| weight * value[kind.index()]);
        let left = facts.left.map_or(0, |kind| value[kind.index()]);
        taken + left + value[facts.after.index()] - value[facts.piece.index()]
    }

    /// Whether a move is ordered by what it wins; all others are quiet.
    #[inline]
    pub(super) fn is_tactical(facts: &MoveFacts) -> bool {
        facts.captured.is_some() || facts.changes_piece() && facts.special == Special::None && facts.left.is_none()
    }
}

/// The rank of a move that wins material: what it takes first, by the cheapest piece first.
#[inline]
fn tactical_rank<P: Position>(facts: &MoveFacts) -> i32 {
    let gain = Gain::<P>::of(facts);
    if gain < 0 && !takes_royal::<P>(facts) {
        return LOSS_WEIGHT * gain;
    }
    GOOD_CAPTURE + 64 * gain - P::EVAL.board[facts.piece.index()]
}

/// Whether a king is taken. Only kings (and kinds that a game has not) have no value on the board.
#[inline]
fn takes_royal<P: Position>(facts: &MoveFacts) -> bool {
    facts.captured.is_some_and(|kind| P::EVAL.board[kind.index()] == 0)
}

/// The order of a quiescence search.
#[inline]
pub(super) fn rank_tactical<P: Position>(list: &mut MoveList<P::Move>) {
    list.rank(|mv| {
        let facts = mv.facts();
        if takes_royal::<P>(&facts) { TABLE_MOVE } else { tactical_rank::<P>(&facts) }
    });
}

/// The order of a node: table move, decisive and winning captures, killers, everything else by history.
#[inline]
pub(super) fn rank_all<P: Position>(
    list: &mut MoveList<P::Move>,
    heuristics: &Heuristics,
    mover: Color,
    ply: usize,
    known: u32,
) {
    let killers = heuristics.killers(ply);
    list.rank(|mv| {
        let bits = mv.to_bits();
        if bits == known {
            return TABLE_MOVE;
        }
        let facts = mv.facts();
        if Gain::<P>::is_tactical(&facts) {
            if takes_royal::<P>(&facts) { TABLE_MOVE - 1 } else { tactical_rank::<P>(&facts) }
        } else if bits == killers[0] {
            KILLER + 1
        } else if bits == killers[1] {
            KILLER
        } else {
            heuristics.history(mover, ply, &facts)
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Kind, Square};
    use crate::rules::PieceMove;
    use crate::variants::MicroShogi;

    #[test]
    fn order_of_a_node() {
        let (a, b) = (Square::new(0, 0), Square::new(1, 1));
        let quiet = PieceMove::quiet(Kind(7), a, b);
        let killer = PieceMove::quiet(Kind(5), a, b);
        let drop = PieceMove::drop(Kind(0), b);
        let wins_rook = PieceMove::quiet(Kind(0), a, b).capturing(Kind(6)).becoming(Kind(1));
        let rook_takes_gold = PieceMove::quiet(Kind(6), a, b).capturing(Kind(7)).becoming(Kind(7));
        let known = PieceMove::quiet(Kind(3), a, b);
        let mut heuristics = Heuristics::default();
        heuristics.reward_killer(2, killer.to_bits());
        heuristics.adjust(Color::White, 2, &drop.facts(), 100);
        let mut list = MoveList::default();
        for mv in [quiet, drop, rook_takes_gold, known, killer, wins_rook] {
            list.push(mv);
        }
        rank_all::<MicroShogi>(&mut list, &heuristics, Color::White, 2, known.to_bits());
        assert_eq!(list.next(), Some((0, known)));
        assert_eq!(list.next(), Some((1, wins_rook)));
        assert_eq!(list.taken().collect::<Vec<_>>(), [known, wins_rook]);
        assert_eq!(list.take_rest(), [rook_takes_gold, killer, drop, quiet]);
        assert_eq!(list.next(), None);
    }
}

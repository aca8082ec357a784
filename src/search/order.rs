//! Move ordering: the best guess first.

use std::marker::PhantomData;

use super::heuristics::{History, Trace};
use crate::board::Color;
use crate::rules::{GameMove, MoveFacts, Position, Sink, Special};

const ROYAL_CAPTURE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// Captures that lose material come among the quiet moves; what one centipawn counts there.
const LOSS_WEIGHT: i32 = 16;

/// The moves of a node, handed out best first.
///
/// Most nodes end with one of the first moves, so the others are ranked only when their turn comes.
#[derive(Clone, Debug)]
pub(super) struct MoveList<M> {
    /// The moves and their ranks.
    moves: Vec<(M, i32)>,
    /// How many have been handed out.
    taken: usize,
    stage: Stage,
}

/// How far the moves of a list have been ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Not at all, and the move with these bits comes first.
    Known(u32),
    /// Not at all.
    #[default]
    New,
    /// All.
    All,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), taken: 0, stage: Stage::New }
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
        self.stage = Stage::New;
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move with these bits, if it is in the list, comes first; 0 for none.
    #[inline]
    pub(super) fn begin_with(&mut self, known: u32) {
        if known != 0 {
            self.stage = Stage::Known(known);
        }
    }

    /// Leaves the moves in their order.
    pub(super) fn keep_order(&mut self) {
        self.rank(|_| 0);
    }

    /// Orders moves for quiescence.
    #[inline]
    pub(super) fn rank_tactical<P: Position<Move = M>>(&mut self) {
        self.rank(|mv| loud_rank::<P>(&mv.facts()));
    }

    /// Gives every move that is left the rank that `rank` computes.
    #[inline]
    fn rank(&mut self, rank: impl Fn(M) -> i32) {
        self.stage = Stage::All;
        for (mv, value) in &mut self.moves[self.taken..] {
            *value = rank(*mv);
        }
    }

    /// Hands out the next move, with its number (from 0): the best in the order of `order`.
    #[inline]
    pub(super) fn next<P: Position<Move = M>>(&mut self, order: &Order<P>) -> Option<(usize, M)> {
        loop {
            match self.stage {
                Stage::Known(bits) => {
                    self.stage = Stage::New;
                    if let Some(at) = self.moves.iter().position(|(mv, _)| mv.to_bits() == bits) {
                        self.moves.swap(0, at);
                        self.taken = 1;
                        return Some((0, self.moves[0].0));
                    }
                }
                Stage::New => self.rank(order.ranks()),
                Stage::All => return self.best(),
            }
        }
    }

    /// Hands out the highest ranked move.
    ///
    /// Most nodes end after a move or two, so selecting is cheaper than sorting.
    #[inline]
    fn best(&mut self) -> Option<(usize, M)> {
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

/// The rank of a move that takes something or changes the piece.
#[inline]
fn loud_rank<P: Position>(facts: &MoveFacts) -> i32 {
    if takes_royal::<P>(facts) { ROYAL_CAPTURE } else { tactical_rank::<P>(facts) }
}

/// The order of a node, after the move from the table: decisive and winning captures, killers, everything else by history.
pub(super) struct Order<'h, P> {
    pub history: &'h History,
    pub trace: &'h Trace,
    pub mover: Color,
    pub ply: usize,
    pub game: PhantomData<P>,
}

impl<P: Position> Order<'_, P> {
    /// What ranks the moves.
    #[inline]
    fn ranks(&self) -> impl Fn(P::Move) -> i32 {
        let [latest, other] = self.trace.killers(self.ply);
        let rows = self.history.rows(self.mover, self.trace, self.ply);
        move |mv| {
            let facts = mv.facts();
            if Gain::<P>::is_tactical(&facts) {
                return loud_rank::<P>(&facts);
            }
            match mv.to_bits() {
                bits if bits == latest => KILLER + 1,
                bits if bits == other => KILLER,
                _ => rows.score(&facts),
            }
        }
    }
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
        let (history, mut trace) = (History::default(), Trace::default());
        trace.reward_killer(2, killer.to_bits());
        history.rows(Color::White, &trace, 2).adjust(&drop.facts(), 100);
        let mut list = MoveList::default();
        for mv in [quiet, drop, rook_takes_gold, known, killer, wins_rook] {
            list.push(mv);
        }
        list.begin_with(known.to_bits());
        let order: Order<MicroShogi> =
            Order { history: &history, trace: &trace, mover: Color::White, ply: 2, game: PhantomData };
        assert_eq!(list.next(&order), Some((0, known)));
        assert_eq!(list.next(&order), Some((1, wins_rook)));
        assert_eq!(list.taken().collect::<Vec<_>>(), [known, wins_rook]);
        for (nth, mv) in [rook_takes_gold, killer, drop, quiet].into_iter().enumerate() {
            assert_eq!(list.next(&order), Some((nth + 2, mv)));
        }
        assert_eq!(list.next(&order), None);
    }
}

//! An evaluation that is a sum of weights: material, squares and hands, mobility, distances to the kings, threats, king safety.

use std::marker::PhantomData;

use super::terms;
use super::{Evaluator, MAX_EVAL};
use crate::board::{Color, Kind, Observer, Piece, Square};
use crate::rules::Position;
use crate::rules::weights::{Ledger, Weights};

/// What weights add up to, for the two stages of the game, in centipawns from White's point of view.
#[derive(Clone, Copy, Debug)]
struct Sum {
    weights: &'static Weights,
    middle: i32,
    end: i32,
}

impl Ledger for Sum {
    #[inline]
    fn add(&mut self, color: Color, at: usize, times: i32) {
        let weight = self.weights.get(at);
        let times = if color == Color::White { times } else { -times };
        self.middle += times * i32::from(weight.middle);
        self.end += times * i32::from(weight.end);
    }
}

/// Squares and hands as a running sum; everything else on demand.
#[derive(Clone, Copy, Debug)]
pub struct Linear<P> {
    sum: Sum,
    /// How much of the game's middle is left.
    stage: i32,
    game: PhantomData<fn() -> P>,
}

impl<P: Position> Linear<P> {
    /// The value of a sum at the present stage, from White's point of view.
    #[inline]
    fn weigh(self, sum: Sum) -> i32 {
        let full = P::EVAL.full_stage;
        if full == 0 {
            return sum.middle;
        }
        let stage = self.stage.min(full);
        (sum.middle * stage + sum.end * (full - stage)) / full
    }
}

impl<P: Position> Observer for Linear<P> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.stage += P::EVAL.stage[piece.kind.index()];
        self.sum.add(piece.color, terms::on_square::<P>(piece, square), 1);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.stage -= P::EVAL.stage[piece.kind.index()];
        self.sum.add(piece.color, terms::on_square::<P>(piece, square), -1);
    }

    #[inline]
    fn gain(&mut self, color: Color, kind: Kind, count: u32) {
        self.sum.add(color, terms::in_hand(kind, count), 1);
    }

    #[inline]
    fn spend(&mut self, color: Color, kind: Kind, count: u32) {
        self.sum.add(color, terms::in_hand(kind, count + 1), -1);
    }
}

impl<P: Position> Evaluator<P> for Linear<P> {
    type Weights = Weights;

    fn built_in() -> &'static Weights {
        &P::EVAL.weights
    }

    fn new(position: &P, weights: &'static Weights) -> Self {
        let mut sum = Sum { weights, middle: 0, end: 0 };
        terms::tell_placement(position, &mut sum);
        Self { sum, stage: terms::stage(position), game: PhantomData }
    }

    #[inline]
    fn evaluate(&self, position: &P) -> i32 {
        let mut sum = self.sum;
        terms::tell_activity(position, &mut sum);
        let white = self.weigh(sum) + position.special_eval();
        let value = if position.turn() == Color::White { white } else { -white };
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    #[inline]
    fn estimate(&self, position: &P) -> i32 {
        let white = self.weigh(self.sum) + position.special_eval();
        if position.turn() == Color::White { white } else { -white }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;
    use crate::game::has_legal_move;
    use crate::notation::{Form, read_position};
    use crate::rules::{CastlingRights, Setup};
    use crate::variants::{self, Visitor};

    /// The same position with the colours swapped and the board turned or mirrored, as the game is symmetric.
    fn swapped<P: Position>(position: &P) -> P {
        let setup = position.setup();
        let across = |square| P::EVAL.symmetry.seen_from(Color::Black, &P::SPEC.geometry, square);
        let mut other = Setup {
            turn: !setup.turn,
            hands: [setup.hands[1], setup.hands[0]],
            points: [setup.points[1], setup.points[0]],
            castling: CastlingRights(setup.castling.0 >> 2 & 3 | (setup.castling.0 & 3) << 2),
            en_passant: setup.en_passant.map(across),
            ..setup.clone()
        };
        other.board = [None; 64];
        for (square, piece) in setup.pieces() {
            other.board[across(square).index()] = Some(Piece { color: !piece.color, kind: piece.kind });
        }
        P::from_setup(&other).expect("a swapped position is a position")
    }

    struct Walk;

    impl Visitor for Walk {
        type Output = ();

        /// Random play: the running sum equals a fresh one, and both sides are judged alike.
        fn visit<P: Position>(self) {
            for game in 0..20 {
                let mut position = read_position::<P>(P::SPEC.start, Form::Fen).expect("a start position");
                let mut evaluation = Linear::new(&position, Linear::<P>::built_in());
                for ply in 0..60 {
                    if position.decided().is_some() || !has_legal_move(&position) {
                        break;
                    }
                    let moves = position.legal_moves();
                    let mv = moves[(mix(game * 1000 + ply) % moves.len() as u64) as usize];
                    position.play(mv, &mut evaluation);
                    let fresh = Linear::new(&position, Linear::<P>::built_in());
                    assert_eq!(
                        (evaluation.sum.middle, evaluation.sum.end, evaluation.stage),
                        (fresh.sum.middle, fresh.sum.end, fresh.stage),
                        "{} after {mv:?}",
                        P::SPEC.name
                    );
                    if position.decided().is_none() {
                        let other = swapped(&position);
                        let mirrored = Linear::new(&other, Linear::<P>::built_in()).evaluate(&other);
                        assert_eq!(evaluation.evaluate(&position), mirrored, "{} {position:?}", P::SPEC.name);
                    }
                }
            }
        }
    }

    #[test]
    fn values_are_incremental_and_symmetric() {
        for spec in variants::SPECS {
            variants::with(spec.name, Walk).expect("a registered game");
        }
    }
}

//! An evaluation from a few tables per game: material, squares, hands, mobility and pressure on the enemy king.

use std::marker::PhantomData;

use super::terms::{self, SquareValues};
use super::{Evaluator, MAX_EVAL};
use crate::board::{Bitboard, Color, Kind, Observer, Piece, Square};
use crate::rules::Position;

/// What having the move is worth, in centipawns.
const TEMPO: i32 = 10;

/// Material, squares and hands as a running sum; mobility and king pressure on demand.
#[derive(Clone, Copy, Debug)]
pub struct Handcrafted<P> {
    /// Material, squares and hands in centipawns from White's point of view.
    sum: i32,
    game: PhantomData<fn() -> P>,
}

impl<P: Position> Handcrafted<P> {
    const VALUES: &'static SquareValues = &terms::square_values(P::EVAL, &P::SPEC.geometry);
    const HAND: [i32; 2] = [1, -1];

    /// The value in centipawns from White's point of view, but for the tempo.
    #[inline]
    pub(super) fn white(self, position: &P) -> i32 {
        let occupied = position.occupied_by(Color::White) | position.occupied_by(Color::Black);
        let activity =
            Self::activity(position, Color::White, occupied) - Self::activity(position, Color::Black, occupied);
        self.sum + activity + position.special_eval()
    }

    /// Mobility and pressure on the enemy king of one side, in centipawns.
    #[inline]
    fn activity(position: &P, color: Color, occupied: Bitboard) -> i32 {
        let zone = terms::neighbourhood(position.kings(!color));
        let own = position.occupied_by(color);
        let mut sum = 0;
        for kind in 0..P::SPEC.pieces.len() as u8 {
            let kind = Kind(kind);
            let (mobility, pressure) = (P::EVAL.mobility[kind.index()], P::EVAL.king_zone[kind.index()]);
            for from in position.pieces(color, kind) {
                let reach = P::attacks(color, kind, from, occupied);
                sum += mobility * reach.without(own).count() as i32 + pressure * (reach & zone).count() as i32;
            }
        }
        sum
    }
}

impl<P: Position> Observer for Handcrafted<P> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.sum += Self::VALUES[piece.color.index()][piece.kind.index()][square.index()];
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.sum -= Self::VALUES[piece.color.index()][piece.kind.index()][square.index()];
    }

    #[inline]
    fn gain(&mut self, color: Color, kind: Kind, _: u32) {
        self.sum += Self::HAND[color.index()] * P::EVAL.hand[kind.index()];
    }

    #[inline]
    fn spend(&mut self, color: Color, kind: Kind, _: u32) {
        self.sum -= Self::HAND[color.index()] * P::EVAL.hand[kind.index()];
    }
}

impl<P: Position> Evaluator<P> for Handcrafted<P> {
    fn new(position: &P) -> Self {
        let mut start = Self { sum: 0, game: PhantomData };
        for color in Color::ALL {
            for kind in P::SPEC.kinds() {
                for square in position.pieces(color, kind) {
                    start.put(Piece { color, kind }, square);
                }
                for count in 1..=position.held(color, kind) {
                    start.gain(color, kind, count);
                }
            }
        }
        start
    }

    #[inline]
    fn evaluate(&self, position: &P) -> i32 {
        let white = self.white(position);
        let value = if position.turn() == Color::White { white } else { -white };
        (value + TEMPO).clamp(-MAX_EVAL, MAX_EVAL)
    }

    #[inline]
    fn estimate(&self, position: &P) -> i32 {
        let white = self.sum + position.special_eval();
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

    /// Whether only every other square exists: then a board is turned, not mirrored, to stay the same.
    fn is_chequered<P: Position>() -> bool {
        let geometry = P::SPEC.geometry;
        geometry.playable.count() < u32::from(geometry.files * geometry.ranks)
    }

    /// The same position with the colours swapped and the board turned or mirrored top to bottom.
    fn swapped<P: Position>(position: &P) -> P {
        let (setup, geometry) = (position.setup(), P::SPEC.geometry);
        let across = |square| if is_chequered::<P>() { geometry.rotate(square) } else { geometry.mirror(square) };
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
                let mut evaluation = Handcrafted::new(&position);
                for ply in 0..60 {
                    if position.decided().is_some() || !has_legal_move(&position) {
                        break;
                    }
                    let moves = position.legal_moves();
                    let mv = moves[(mix(game * 1000 + ply) % moves.len() as u64) as usize];
                    position.play(mv, &mut evaluation);
                    let fresh = Handcrafted::new(&position);
                    assert_eq!(evaluation.sum, fresh.sum, "{} after {mv:?}", P::SPEC.name);
                    if position.decided().is_none() {
                        let other = swapped(&position);
                        let mirrored = Handcrafted::new(&other).evaluate(&other);
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

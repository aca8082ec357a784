//! The handcrafted evaluation seen as a sum of weights times features, for fitting the weights to games.

use super::terms;
use crate::board::Color;
use crate::board::zobrist::MAX_KINDS;
use crate::rules::{EvalSpec, Position};

/// The weights of an [`EvalSpec`] as one list: for each of its tables, in the order in which it declares them, one weight
/// a kind.
pub const WEIGHTS: usize = TABLES.len() * MAX_KINDS;

/// The names of these tables.
pub const TABLES: [&str; 6] = ["board", "hand", "mobility", "centre", "advance", "king_zone"];

/// The weights of `spec`, in centipawns.
#[must_use]
pub fn weights(spec: &EvalSpec) -> [i32; WEIGHTS] {
    let tables = [&spec.board, &spec.hand, &spec.mobility, &spec.centre, &spec.advance, &spec.king_zone];
    std::array::from_fn(|at| tables[at / MAX_KINDS][at % MAX_KINDS])
}

/// How often each weight counts in `position`, White's side less Black's.
#[must_use]
pub fn features<P: Position>(position: &P) -> [i32; WEIGHTS] {
    let geometry = P::SPEC.geometry;
    let occupied = position.occupied_by(Color::White) | position.occupied_by(Color::Black);
    let mut sum = [0; WEIGHTS];
    for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let own = position.occupied_by(color);
        let zone = terms::neighbourhood(position.kings(!color));
        for kind in P::SPEC.kinds() {
            let mut add = |table: usize, count: i32| sum[table * MAX_KINDS + kind.index()] += sign * count;
            add(1, position.held(color, kind) as i32);
            for from in position.pieces(color, kind) {
                let reach = P::attacks(color, kind, from, occupied);
                let seen = if color == Color::White { from } else { geometry.mirror(from) };
                add(0, 1);
                add(2, reach.without(own).count() as i32);
                add(3, terms::steps_inwards(&geometry, seen));
                add(4, i32::from(seen.rank()));
                add(5, (reach & zone).count() as i32);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Silent, zobrist::mix};
    use crate::eval::{Evaluator as _, Handcrafted};
    use crate::game::has_legal_move;
    use crate::notation::{Form, read_position};
    use crate::variants::{self, Visitor};

    struct Walk;

    impl Visitor for Walk {
        type Output = ();

        fn visit<P: Position>(self) {
            let weights = weights(P::EVAL);
            for game in 0..10 {
                let mut position = read_position::<P>(P::SPEC.start, Form::Fen).expect("a start position");
                for ply in 0..50 {
                    if position.decided().is_some() || !has_legal_move(&position) {
                        break;
                    }
                    let moves = position.legal_moves();
                    position.play(moves[(mix(game * 1000 + ply) % moves.len() as u64) as usize], &mut Silent);
                    let sum: i32 = features(&position).iter().zip(weights).map(|(count, weight)| count * weight).sum();
                    let white = Handcrafted::<P>::new(&position).white(&position);
                    assert_eq!(sum + position.special_eval(), white, "{} {position:?}", P::SPEC.name);
                }
            }
        }
    }

    #[test]
    fn weights_times_features_are_the_evaluation() {
        for spec in variants::SPECS {
            variants::with(spec.name, Walk).expect("a registered game");
        }
    }
}

//! A position as the list of what the evaluation counts in it, for fitting the weights.

use super::terms;
use crate::board::Color;
use crate::rules::Position;
use crate::rules::weights::Ledger;

/// What counts in a position, as the evaluation sees it: its value is the sum of weights times counts, the weights being
/// those for the middle and the end of the game mixed by the stage, plus the rest.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Places in the list of weights and how often they count, White's side less Black's; none twice, none zero.
    pub counts: Vec<(u16, i8)>,
    /// How much of the game's middle is left, from 0 to 1.
    pub stage: f32,
    /// What is not tuned, in centipawns from White's point of view.
    pub rest: i32,
}

impl Ledger for Features {
    fn add(&mut self, color: Color, at: usize, times: i32) {
        let times = if color == Color::White { times } else { -times };
        self.counts.push((at as u16, times as i8));
    }
}

/// What counts in `position`.
#[must_use]
pub fn features<P: Position>(position: &P) -> Features {
    let full = P::EVAL.full_stage;
    let stage = if full == 0 { 1.0 } else { terms::stage(position).min(full) as f32 / full as f32 };
    let mut features = Features { counts: Vec::with_capacity(96), stage, rest: position.special_eval() };
    terms::tell_placement(position, &mut features);
    terms::tell_activity(position, &mut features);
    features.counts.sort_unstable_by_key(|&(at, _)| at);
    features.counts.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    features.counts.retain(|&(_, count)| count != 0);
    features.counts.shrink_to_fit();
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Silent, zobrist::mix};
    use crate::eval::{Evaluator as _, Linear};
    use crate::game::has_legal_move;
    use crate::notation::{Form, read_position};
    use crate::variants::{self, Visitor};

    struct Walk;

    impl Visitor for Walk {
        type Output = ();

        fn visit<P: Position>(self) {
            let weights = Linear::<P>::built_in();
            for game in 0..10 {
                let mut position = read_position::<P>(P::SPEC.start, Form::Fen).expect("a start position");
                for ply in 0..50 {
                    if position.decided().is_some() || !has_legal_move(&position) {
                        break;
                    }
                    let moves = position.legal_moves();
                    position.play(moves[(mix(game * 1000 + ply) % moves.len() as u64) as usize], &mut Silent);
                    let Features { counts, stage, rest } = features(&position);
                    let weigh = |&(at, count): &(u16, i8)| {
                        let weight = weights.get(at.into());
                        let mixed = f32::from(weight.middle) * stage + f32::from(weight.end) * (1.0 - stage);
                        mixed * f32::from(count)
                    };
                    let sum = counts.iter().map(weigh).sum::<f32>() + rest as f32;
                    let value = Linear::new(&position, weights).evaluate(&position) as f32;
                    let white = if position.turn() == Color::White { value } else { -value };
                    assert!((sum - white).abs() < 1.5, "{} {position:?}: {sum} {white}", P::SPEC.name);
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

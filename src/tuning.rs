//! Fits the weights of a game's evaluation to games that the engine has played (Österlund, "Texel's tuning method", Chess
//! Programming Wiki, 2014).
//!
//! A position counts if the engine thought about it and it is quiet: no check, and no capture was played. What it was worth
//! is taken half from the result of its game, half from the score that the search gave it. Only games from the start
//! position of the rule set are used.

use crate::board::{Color, zobrist::MAX_KINDS};
use crate::eval::features::{WEIGHTS, features, weights};
use crate::game::Game;
use crate::notation::{Dialect, Form, MoveError, read_move, read_position};
use crate::rules::{GameMove, Position};
use crate::search::Score;
use crate::tournament::record::{GameRecord, MoveRecord};
use crate::variants::{self, Visitor};

/// Passes over all positions.
const PASSES: i32 = 400;
/// The first step of a weight, in centipawns a pass; steps shrink linearly to nothing.
const STEP: f64 = 1.5;
/// How hard a weight is pulled back to where it was, for each centipawn of distance: rare features stay in place.
const PULL: f64 = 2e-9;

/// New weights, and how well old and new ones foretell what positions are worth.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The positions used.
    pub positions: usize,
    /// The mean squared error of the chance to win with the old weights.
    pub before: f64,
    /// The same with the new ones.
    pub after: f64,
    /// The new weights, in centipawns, in the order of [`weights`].
    pub weights: [i32; WEIGHTS],
}

/// Why weights cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// There is no such rule set.
    #[error("'{0}' is no rule set")]
    Variant(String),
    /// A game contains something that is no move.
    #[error("game {game}: {source}")]
    Move {
        /// The game's number.
        game: u32,
        /// What is wrong with the move.
        source: MoveError,
    },
    /// No position of the games can be used.
    #[error("no quiet position of {0} in these games")]
    Nothing(&'static str),
}

/// Fits the evaluation of a rule set to those of `games` that are played by it.
///
/// # Errors
/// There is no such rule set, no position to learn from, or a game that is none.
pub fn fit(variant: &str, games: &[GameRecord]) -> Result<Fit, TuningError> {
    variants::with(variant, Games(games)).ok_or_else(|| TuningError::Variant(variant.to_owned()))?
}

struct Games<'a>(&'a [GameRecord]);

impl Visitor for Games<'_> {
    type Output = Result<Fit, TuningError>;

    fn visit<P: Position>(self) -> Self::Output {
        let scale = P::EVAL.win_rate.scale;
        let mut samples = Vec::new();
        for record in
            self.0.iter().filter(|record| P::SPEC.is_called(&record.variant) && record.opening.start.is_none())
        {
            collect::<P>(record, scale, &mut samples)
                .map_err(|source| TuningError::Move { game: record.game, source })?;
        }
        if samples.is_empty() {
            return Err(TuningError::Nothing(P::SPEC.name));
        }
        let old = weights(P::EVAL).map(f64::from);
        let new = descend(&samples, &old, scale);
        Ok(Fit {
            positions: samples.len(),
            before: error(&samples, &old, scale),
            after: error(&samples, &new, scale),
            weights: new.map(|weight| weight.round() as i32),
        })
    }
}

/// A quiet position.
struct Sample {
    /// The features that are not zero.
    features: Vec<(usize, f64)>,
    /// What else it is worth, in centipawns.
    rest: f64,
    /// White's chance to win, as it turned out.
    target: f64,
}

/// The chance to win that a score in centipawns means.
fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Adds the quiet positions of a game.
fn collect<P: Position>(record: &GameRecord, scale: f64, samples: &mut Vec<Sample>) -> Result<(), MoveError> {
    let Ok(start) = read_position::<P>(P::SPEC.start, Form::Fen) else {
        return Ok(());
    };
    let result = f64::from(record.result.white_half_points()) / 2.0;
    let mut game = Game::new(start);
    for played in &record.moves {
        let position = game.position();
        let mv = read_move(position, &played.mv, Some(Dialect::Uci))?;
        let quiet = !position.in_danger() && mv.facts().captured.is_none();
        if let Some(score) = thought(played).filter(|_| quiet) {
            let white = if position.turn() == Color::White { score } else { -score };
            let counts = features(position).into_iter().enumerate().filter(|&(_, count)| count != 0);
            samples.push(Sample {
                features: counts.map(|(at, count)| (at, f64::from(count))).collect(),
                rest: f64::from(position.special_eval()),
                target: f64::midpoint(result, chance(white, scale)),
            });
        }
        game.push(mv);
    }
    Ok(())
}

/// What the engine thought of the position, in centipawns for the side to move; `None` in the opening.
fn thought(played: &MoveRecord) -> Option<f64> {
    Some(match played.score()? {
        Score::Cp(centipawns) => f64::from(centipawns),
        Score::Mate(plies) if plies > 0 => f64::INFINITY,
        Score::Mate(_) => f64::NEG_INFINITY,
    })
}

fn expected(sample: &Sample, weights: &[f64], scale: f64) -> f64 {
    let sum: f64 = sample.features.iter().map(|&(at, count)| weights[at] * count).sum();
    chance(sum + sample.rest, scale)
}

fn error(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let sum: f64 = samples.iter().map(|sample| (expected(sample, weights, scale) - sample.target).powi(2)).sum();
    sum / samples.len() as f64
}

/// Descends along the gradient of the cross entropy by Adam (Kingma and Ba, "Adam: a method for stochastic optimization",
/// 2015).
fn descend(samples: &[Sample], start: &[f64; WEIGHTS], scale: f64) -> [f64; WEIGHTS] {
    const DECAYS: (f64, f64) = (0.9, 0.999);
    let mut weights = *start;
    let (mut mean, mut square) = ([0.0; WEIGHTS], [0.0; WEIGHTS]);
    for pass in 1..=PASSES {
        let mut gradient: [f64; WEIGHTS] = std::array::from_fn(|at| PULL * (weights[at] - start[at]));
        for sample in samples {
            let miss = (expected(sample, &weights, scale) - sample.target) / scale / samples.len() as f64;
            for &(at, count) in &sample.features {
                gradient[at] += miss * count;
            }
        }
        // On the board a value of 0 says that a kind is royal, and so it must stay.
        for at in (0..MAX_KINDS).filter(|&at| start[at] == 0.0) {
            gradient[at] = 0.0;
        }
        let step = STEP * f64::from(PASSES - pass) / f64::from(PASSES);
        for at in 0..WEIGHTS {
            mean[at] = DECAYS.0 * mean[at] + (1.0 - DECAYS.0) * gradient[at];
            square[at] = DECAYS.1 * square[at] + (1.0 - DECAYS.1) * gradient[at].powi(2);
            let direction = mean[at] / (1.0 - DECAYS.0.powi(pass));
            let size = (square[at] / (1.0 - DECAYS.1.powi(pass))).sqrt();
            weights[at] -= step * direction / (size + 1e-12);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_that_explains_the_results_is_found() {
        let sample =
            |count: f64| Sample { features: vec![(3, count)], rest: 0.0, target: chance(200.0 * count, 250.0) };
        let samples: Vec<Sample> = [-2.0, -1.0, 1.0, 2.0].map(sample).into();
        let fitted = descend(&samples, &[50.0; WEIGHTS], 250.0);
        assert!((fitted[3] - 200.0).abs() < 10.0, "{}", fitted[3]);
        assert!((fitted[4] - 50.0).abs() < 1e-6, "what never occurs stays");
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert!(matches!(fit("micro", &[]), Err(TuningError::Nothing("micro"))));
        assert!(matches!(fit("go", &[]), Err(TuningError::Variant(name)) if name == "go"));
    }
}

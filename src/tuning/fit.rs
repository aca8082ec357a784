//! Weights that foretell the outcome of positions as well as possible.

use rayon::prelude::*;

use super::selfplay::{Sample, chance};
use crate::rules::EvalSpec;
use crate::rules::weights::{WEIGHTS, Weight, Weights};

/// Passes over all positions.
const PASSES: i32 = 300;
/// The first step of a weight, in centipawns a pass; steps shrink linearly to nothing.
const STEP: f64 = 2.0;
/// Each weight is held where it was as if by so many positions in which it counts once: what is rare stays in place.
const INERTIA: f64 = 200.0;
/// Every so manieth position is not learnt from, but tells how good the weights are for others.
const HELD_BACK: usize = 20;
/// Positions that one thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Weights, and how well they foretell.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The positions learnt from.
    pub positions: usize,
    /// The mean squared error of the chance to win in other positions, before.
    pub before: f64,
    /// The same now.
    pub after: f64,
    /// The weights.
    pub weights: Weights,
}

/// The weights of middle and end as numbers that can move by fractions.
type Numbers = Vec<[f64; 2]>;

/// Fits `start` to the positions.
pub(super) fn fit(samples: &[&Sample], start: &Weights, spec: &EvalSpec) -> Fit {
    let scale = spec.win_rate.scale;
    let tests: Vec<&Sample> = samples.iter().copied().step_by(HELD_BACK).collect();
    let lessons: Vec<&Sample> = samples.chunks(HELD_BACK).flat_map(|part| &part[1..]).copied().collect();
    let old: Numbers =
        (0..WEIGHTS).map(|at| start.get(at)).map(|Weight { middle, end }| [middle.into(), end.into()]).collect();
    let mut new = descend(&lessons, &old, scale);
    keep_scale(&lessons, &old, &mut new);
    if spec.full_stage == 0 {
        for [middle, end] in &mut new {
            *end = *middle;
        }
    }
    let mut weights = start.clone();
    for (at, &[middle, end]) in new.iter().enumerate() {
        weights.set(at, Weight { middle: middle.round() as i16, end: end.round() as i16 });
    }
    Fit { positions: lessons.len(), before: error(&tests, &old, scale), after: error(&tests, &new, scale), weights }
}

/// Makes the values of positions as large as they have been: results alone would make them larger from generation to
/// generation, and a centipawn mean less.
fn keep_scale(samples: &[&Sample], old: &Numbers, new: &mut Numbers) {
    let size = |numbers: &Numbers| samples.iter().map(|sample| weigh(sample, numbers).powi(2)).sum::<f64>().sqrt();
    let (before, now) = (size(old), size(new));
    if before > 0.0 && now > 0.0 {
        new.iter_mut().flatten().for_each(|number| *number *= before / now);
    }
}

/// The sum of weights times counts.
fn weigh(sample: &Sample, numbers: &Numbers) -> f64 {
    let stage = f64::from(sample.features.stage);
    let mut sum = [0.0; 2];
    for &(at, count) in &sample.features.counts {
        let [middle, end] = numbers[usize::from(at)];
        sum[0] += middle * f64::from(count);
        sum[1] += end * f64::from(count);
    }
    sum[0] * stage + sum[1] * (1.0 - stage)
}

fn expected(sample: &Sample, numbers: &Numbers, scale: f64) -> f64 {
    chance(weigh(sample, numbers) + f64::from(sample.features.rest), scale)
}

fn error(samples: &[&Sample], numbers: &Numbers, scale: f64) -> f64 {
    let miss = |sample: &&Sample| (expected(sample, numbers, scale) - f64::from(sample.target)).powi(2);
    samples.iter().map(miss).sum::<f64>() / samples.len().max(1) as f64
}

/// The gradient of the cross entropy by the weights, summed over the positions.
///
/// The parts are added up in their order, so that the sum does not depend on the number of threads.
fn gradient(samples: &[&Sample], numbers: &Numbers, scale: f64) -> Numbers {
    let parts: Vec<Numbers> = samples
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut part = vec![[0.0; 2]; WEIGHTS];
            for sample in chunk {
                let miss = (expected(sample, numbers, scale) - f64::from(sample.target)) / scale;
                let stage = f64::from(sample.features.stage);
                let (middle, end) = (miss * stage, miss * (1.0 - stage));
                for &(at, count) in &sample.features.counts {
                    let slope = &mut part[usize::from(at)];
                    slope[0] += middle * f64::from(count);
                    slope[1] += end * f64::from(count);
                }
            }
            part
        })
        .collect();
    let mut sum = vec![[0.0; 2]; WEIGHTS];
    for part in parts {
        for (sum, part) in sum.iter_mut().zip(part) {
            *sum = [sum[0] + part[0], sum[1] + part[1]];
        }
    }
    sum
}

/// Descends along the gradient by Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015).
fn descend(samples: &[&Sample], start: &Numbers, scale: f64) -> Numbers {
    const DECAYS: (f64, f64) = (0.9, 0.999);
    // The curvature that a position adds at even chances.
    let inertia = INERTIA * 0.25 / (scale * scale);
    let count = samples.len().max(1) as f64;
    let mut numbers = start.clone();
    let mut moments = vec![[[0.0; 2]; 2]; WEIGHTS];
    for pass in 1..=PASSES {
        let slopes = gradient(samples, &numbers, scale);
        let step = STEP * f64::from(PASSES - pass) / f64::from(PASSES);
        let unbias = [1.0 - DECAYS.0.powi(pass), 1.0 - DECAYS.1.powi(pass)];
        for at in 0..WEIGHTS {
            for stage in 0..2 {
                let number = &mut numbers[at][stage];
                let slope = (slopes[at][stage] + inertia * (*number - start[at][stage])) / count;
                let [mean, square] = &mut moments[at][stage];
                *mean = DECAYS.0 * *mean + (1.0 - DECAYS.0) * slope;
                *square = DECAYS.1 * *square + (1.0 - DECAYS.1) * slope * slope;
                *number -= step * (*mean / unbias[0]) / ((*square / unbias[1]).sqrt() + 1e-12);
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Features;

    #[test]
    fn a_weight_that_explains_the_results_is_found() {
        let sample = |nth: usize| {
            let (count, stage) = ((nth % 5) as i8 - 2, if nth.is_multiple_of(2) { 1.0 } else { 0.0 });
            let worth = f64::from(count) * if nth.is_multiple_of(2) { 200.0 } else { 80.0 };
            let features = Features { counts: vec![(3, count)], stage, rest: 0 };
            Sample { features, target: chance(worth, 250.0) as f32 }
        };
        let samples: Vec<Sample> = (0..20_000).map(sample).collect();
        let samples: Vec<&Sample> = samples.iter().collect();
        let fitted = descend(&samples, &vec![[50.0; 2]; WEIGHTS], 250.0);
        assert!((fitted[3][0] - 200.0).abs() < 10.0 && (fitted[3][1] - 80.0).abs() < 10.0, "{:?}", fitted[3]);
        assert!((fitted[4][0] - 50.0).abs() < 1e-6, "what never occurs stays");
    }
}

//! Distributions of scores, and the likeliest ones under a hypothesis.

use super::counts::Counts;

/// What an empty count is taken for, so that no score is impossible; small enough to change no result.
const NEARLY_NOTHING: f64 = 1e-3;

/// Halvings that take an interval of any width in use down to neighbouring floating-point numbers.
const HALVINGS: u32 = 100;

/// Steps of the fixed-point iteration for a given t value; near equality it converges in about five.
const FIXED_POINT_STEPS: u32 = 200;

/// The slope of the steepest geometric distribution; its t value is far beyond any that is asked for.
const STEEPEST: f64 = 30.0;

/// The score that says that two players are equally strong.
const EVEN: f64 = 0.5;

/// The probability of each score 0, 1/(N-1), ..., 1; all are greater than 0.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<const N: usize>([f64; N]);

/// The score of a count, from 0 to 1.
fn score<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The counts as weights greater than 0, and their sum.
fn weights<const N: usize>(counts: &Counts<N>) -> ([f64; N], f64) {
    let weights = counts.as_array().map(|count| if count == 0 { NEARLY_NOTHING } else { count as f64 });
    (weights, weights.iter().sum())
}

/// Where `left` turns from true to false between `low` and `high`.
pub fn bisect(mut low: f64, mut high: f64, left: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if left(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl<const N: usize> Distribution<N> {
    /// The distribution that was observed: the likeliest of all.
    pub fn observed(counts: &Counts<N>) -> Self {
        let (weights, sum) = weights(counts);
        Self(weights.map(|weight| weight / sum))
    }

    fn expectation(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().enumerate().map(|(i, p)| p * value(score::<N>(i))).sum()
    }

    /// The expected score.
    pub fn mean(&self) -> f64 {
        self.expectation(|score| score)
    }

    /// The `power`-th moment around the mean; the second is the variance.
    pub fn moment(&self, power: i32) -> f64 {
        let mean = self.mean();
        self.expectation(|score| (score - mean).powi(power))
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.moment(2).sqrt()
    }

    /// How many standard deviations the mean lies above an even score ("t value").
    pub fn t_value(&self) -> f64 {
        (self.mean() - EVEN) / self.deviation()
    }

    /// The likeliest distribution for what `self` has observed under which `constraint(score)` is 0 on average; `None` if
    /// there is none because the constraint has the same sign for all scores.
    ///
    /// Van den Bergh, "The GSPRT for Expectation Values", proposition 1.1: each probability is divided by `1 + x c`, where `c`
    /// is the constraint and `x` solves `sum(p c / (1 + x c)) = 0`. The root lies between 0 and one of the two innermost poles,
    /// often next to that pole, so the search is for its relative distance from there: that has no cancellation.
    fn constrained(&self, constraint: impl Fn(f64) -> f64) -> Option<Self> {
        let values: [f64; N] = std::array::from_fn(|i| constraint(score::<N>(i)));
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && greatest > 0.0) {
            return None;
        }
        let now: f64 = self.0.iter().zip(values).map(|(p, c)| p * c).sum();
        let edge = if now > 0.0 { least } else { greatest };
        let divisor = |distance: f64, c: f64| (edge - c) / edge + distance * c / edge;
        let sum = |distance: f64| self.0.iter().zip(values).map(|(p, c)| p * c / divisor(distance, c)).sum::<f64>();
        let distance = bisect(0.0, 1.0, |distance| sum(distance) * edge > 0.0);
        let tilted: [f64; N] = std::array::from_fn(|i| self.0[i] / divisor(distance, values[i]));
        let total: f64 = tilted.iter().sum();
        let usable = total.is_finite() && tilted.iter().all(|&p| p > 0.0);
        usable.then(|| Self(tilted.map(|p| p / total)))
    }

    /// The likeliest distribution with the expected score `mean`, for what `self` has observed.
    pub fn with_mean(&self, mean: f64) -> Option<Self> {
        self.constrained(|score| score - mean)
    }

    /// The likeliest distribution with this [`t_value`](Self::t_value), for what `self` has observed.
    ///
    /// Van den Bergh, "Normalized Elo", section 4.1: with the mean and deviation of the last approximation, the condition on
    /// the t value is a condition on an expectation. The start has the right t value, so that this one can be met.
    pub fn with_t_value(&self, t: f64) -> Self {
        let mut current = Self::geometric(bisect(-STEEPEST, STEEPEST, |slope| Self::geometric(slope).t_value() < t));
        for _ in 0..FIXED_POINT_STEPS {
            let (mean, deviation) = (current.mean(), current.deviation());
            let Some(next) = self.constrained(|score| {
                let distance = (mean - score) / deviation;
                score - EVEN - t * deviation * (1.0 + distance * distance) / 2.0
            }) else {
                break;
            };
            let change = current.0.iter().zip(next.0).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
            current = next;
            if change < 1e-9 {
                break;
            }
        }
        current
    }

    /// The distribution in which each score is `exp(slope)` times as likely as the one below.
    fn geometric(slope: f64) -> Self {
        let weights: [f64; N] = std::array::from_fn(|i| (slope * (i as f64 - (N / 2) as f64)).exp());
        let total: f64 = weights.iter().sum();
        Self(weights.map(|weight| weight / total))
    }
}

/// The logarithm of how much likelier `second` makes the counts than `first`.
pub fn log_likelihood_ratio<const N: usize>(
    counts: &Counts<N>,
    first: &Distribution<N>,
    second: &Distribution<N>,
) -> f64 {
    let (weights, _) = weights(counts);
    weights.iter().zip(first.0.iter().zip(second.0)).map(|(weight, (p, q))| weight * (q / p).ln()).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn constrained_distributions_keep_their_constraint() {
        let observed = Distribution::observed(&Counts::new([12, 210, 420, 260, 18]));
        for mean in [0.02, 0.4, 0.5, 0.7, 0.99] {
            let found = observed.with_mean(mean).expect("a distribution");
            assert!(close(found.mean(), mean), "{mean}: {found:?}");
        }
        for t in [-4.0, -1.5, -0.1, 0.0, 0.3, 1.0, 4.0] {
            let found = observed.with_t_value(t);
            assert!(close(found.t_value(), t), "{t}: {found:?}");
        }
        assert!(observed.with_mean(1.0).is_none());
    }

    #[test]
    fn what_was_observed_is_likeliest() {
        let counts = Counts::new([30, 45, 34]);
        let observed = Distribution::observed(&counts);
        let same = observed.with_mean(observed.mean()).expect("a distribution");
        assert!(close(log_likelihood_ratio(&counts, &observed, &same), 0.0));
        for mean in [0.3, 0.51, 0.53, 0.8] {
            let other = observed.with_mean(mean).expect("a distribution");
            assert!(log_likelihood_ratio(&counts, &other, &observed) > 0.0, "{mean}");
            // No distribution with that mean is likelier than the one found: shift a little weight, keeping the mean.
            for shift in [-1e-4, 1e-4] {
                let shifted = Distribution([other.0[0] + shift, other.0[1] - 2.0 * shift, other.0[2] + shift]);
                assert!(log_likelihood_ratio(&counts, &other, &shifted) < 0.0, "{mean} {shift}");
            }
        }
    }

    proptest! {
        #[test]
        fn constraints_hold_for_any_counts(
            counts in proptest::array::uniform5(prop_oneof![Just(0), 0_u64..20, 0_u64..1_000_000_000]),
            mean in 0.003..0.997_f64,
            t in -1.0..1.0_f64,
        ) {
            let observed = Distribution::observed(&Counts::new(counts));
            let found = observed.with_mean(mean).expect("a distribution");
            prop_assert!(close(found.mean(), mean), "{:?}", found);
            let found = observed.with_t_value(t);
            prop_assert!(close(found.t_value(), t), "{:?} {}", found, found.t_value());
        }
    }
}

//! The sequential probability ratio test: play until one of two hypotheses about strength is accepted.

use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::distribution::{Distribution, log_likelihood_ratio};
use super::elo::{score_of_elo, t_to_normalized_elo};

/// The largest difference, in Elo of either scale and to either side, about which a test can be made.
pub const MAX_ELO: f64 = 1000.0;

/// The scale on which the hypotheses of a test are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// The usual Elo: a logistic function of the score.
    Logistic,
    /// Elo by standard deviations, see [`Counts::normalized_elo`]: the effort of a test does not depend on the draw ratio.
    #[default]
    Normalized,
}

/// What a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The difference is `elo0` (or less).
    H0,
    /// The difference is `elo1` (or more).
    H1,
}

/// A set of numbers that makes no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("elo0 = {elo0} is not less than elo1 = {elo1}")]
    Order {
        /// The smaller difference, supposedly.
        elo0: f64,
        /// The greater one.
        elo1: f64,
    },
    /// A hypothesis is not a number or beyond [`MAX_ELO`].
    #[error("{name} = {value} is not between -{MAX_ELO} and {MAX_ELO}")]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// An error probability is out of range.
    #[error("{name} = {value} is not between 0 and 0.5, both excluded")]
    Probability {
        /// `alpha` or `beta`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

/// A sequential test of two hypotheses: the first player is `elo0`, or `elo1`, stronger than the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// A test that accepts `elo1` wrongly with probability `alpha` at most, and `elo0` with `beta`, both approximately.
    ///
    /// # Errors
    /// The hypotheses are out of order or range, or a probability is not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > MAX_ELO {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Probability { name, value });
            }
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios at which the test ends: H0 is accepted at the first or below, H1 at the second or above
    /// (Wald 1945, section 3.2).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the hypotheses: how much likelier `elo1` makes these counts than `elo0` does. The
    /// probabilities that a hypothesis leaves open are the likeliest ones under it.
    ///
    /// Always finite; 0 before the first game, and where the counts are so extreme that a hypothesis fits no distribution.
    #[must_use]
    pub fn log_likelihood_ratio<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let observed = Distribution::observed(counts);
        let under = |elo: f64| match self.model {
            EloModel::Logistic => observed.with_mean(score_of_elo(elo)),
            EloModel::Normalized => Some(observed.with_t_value(elo / t_to_normalized_elo::<N>())),
        };
        match (under(self.elo0), under(self.elo1)) {
            (Some(first), Some(second)) => log_likelihood_ratio(counts, &first, &second),
            _ => 0.0,
        }
    }

    /// What a log-likelihood ratio decides; `None` while the test goes on.
    ///
    /// A test is over when this first gives a decision. More games may pull the ratio back between the bounds; they do not
    /// count any more.
    #[must_use]
    pub fn decision(&self, log_likelihood_ratio: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if log_likelihood_ratio <= lower {
            Some(Decision::H0)
        } else if log_likelihood_ratio >= upper {
            Some(Decision::H1)
        } else {
            None
        }
    }

    /// The scale of the hypotheses.
    #[must_use]
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The two hypotheses, in Elo of the test's scale.
    #[must_use]
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::{GameCounts, PairCounts};

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
    }

    /// Values that fishtest and fastchess publish for elo0 = 0, elo1 = 5.
    #[test]
    #[expect(clippy::approx_constant, reason = "no relation to pi")]
    fn ratios_agree_with_published_ones() {
        let (normalized, logistic) = (test(0.0, 5.0, EloModel::Normalized), test(0.0, 5.0, EloModel::Logistic));
        let pairs = [([12, 210, 420, 260, 18], 1.385, 2.192), ([150, 3, 1, 0, 0], -3.14, -2.232)];
        for (counts, n, l) in pairs {
            let counts = PairCounts::new(counts);
            assert!((normalized.log_likelihood_ratio(&counts) - n).abs() < 6e-4, "{counts:?}");
            assert!((logistic.log_likelihood_ratio(&counts) - l).abs() < 6e-4, "{counts:?}");
        }
        let games = GameCounts::new([300, 450, 340]);
        assert!((normalized.log_likelihood_ratio(&games) - 0.638).abs() < 6e-4);
        assert!((logistic.log_likelihood_ratio(&games) - 0.788).abs() < 6e-4);
    }

    #[test]
    fn bounds_follow_from_the_error_probabilities() {
        let sprt = test(0.0, 5.0, EloModel::Logistic);
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.decision(lower), Some(Decision::H0));
        assert_eq!(sprt.decision(0.0), None);
        assert_eq!(sprt.decision(2.95), Some(Decision::H1));
        let lopsided = Sprt::new(0.0, 5.0, 0.01, 0.2, EloModel::Logistic).expect("a test");
        let (lower, upper) = lopsided.bounds();
        assert!((lower + 1.599_388).abs() < 1e-6 && (upper - 4.382_027).abs() < 1e-6);
    }

    #[test]
    fn numbers_that_make_no_test_are_named() {
        let error = |elo0, elo1, alpha, beta| {
            Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).expect_err("no test").to_string()
        };
        assert_eq!(error(5.0, 0.0, 0.05, 0.05), "elo0 = 5 is not less than elo1 = 0");
        assert_eq!(error(0.0, f64::NAN, 0.05, 0.05), "elo1 = NaN is not between -1000 and 1000");
        assert_eq!(error(0.0, 5.0, 0.0, 0.05), "alpha = 0 is not between 0 and 0.5, both excluded");
        assert_eq!(error(0.0, 5.0, 0.05, 0.7), "beta = 0.7 is not between 0 and 0.5, both excluded");
    }

    #[test]
    fn counts_at_the_edge_lean_to_the_right_side() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sprt = test(0.0, 5.0, model);
            assert_eq!(sprt.log_likelihood_ratio(&PairCounts::default()), 0.0);
            assert!(sprt.log_likelihood_ratio(&PairCounts::new([0, 0, 0, 0, 100])) > 0.5, "{model:?}");
            assert!(sprt.log_likelihood_ratio(&GameCounts::new([100, 0, 0])) < -0.5, "{model:?}");
            assert!(sprt.log_likelihood_ratio(&GameCounts::new([0, 1000, 0])) < 0.0, "{model:?}");
        }
    }

    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0), 0_u64..20, 0_u64..2000, 0_u64..1_000_000_000]
    }

    proptest! {
        /// Whatever the counts, every number is a number, and both players' numbers mirror each other.
        #[test]
        fn nothing_is_ever_not_a_number(
            counts in [count(), count(), count(), count(), count()],
            elo0 in -1000.0..900.0_f64,
            width in 0.1..100.0_f64,
            normalized in any::<bool>(),
        ) {
            let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
            let (sprt, mirrored) = (test(elo0, elo0 + width, model), test(-elo0 - width, -elo0, model));
            let pairs = PairCounts::new(counts);
            let games = GameCounts::new([counts[0], counts[2], counts[4]]);
            for (ratio, mirror) in [
                (sprt.log_likelihood_ratio(&pairs), mirrored.log_likelihood_ratio(&pairs.reversed())),
                (sprt.log_likelihood_ratio(&games), mirrored.log_likelihood_ratio(&games.reversed())),
            ] {
                prop_assert!(ratio.is_finite());
                prop_assert!((ratio + mirror).abs() <= 1e-3 * (1.0 + ratio.abs()), "{} {}", ratio, mirror);
            }
            prop_assert!((0.0..=1.0).contains(&pairs.likelihood_of_superiority()));
            for estimate in [pairs.elo(), pairs.normalized_elo(), games.elo(), games.normalized_elo()].into_iter().flatten() {
                prop_assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{:?}", estimate);
            }
        }
    }
}

//! Strength as Elo, with error bars, and the likelihood of superiority.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::counts::Counts;
use super::distribution::{Distribution, bisect, log_likelihood_ratio};

/// The standard deviations to either side that hold 95 % of a normal distribution.
const SIGMAS: f64 = 1.959_963_984_540_054;

/// Normalized Elo of a player whose expected score lies one standard deviation of a game's score above ½: 800 / ln 10, so that
/// both scales agree for equal players without draws.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with the ends of its 95 % confidence interval. JSON has `null` for an end at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, the number behind "±".
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// The logistic Elo difference at which this score (0 to 1) is expected; infinite at 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score (0 to 1) that is expected at this logistic Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl<const N: usize> Counts<N> {
    /// The Elo difference between the first player and the second; `None` before the first game. Infinite on a side that
    /// has won everything.
    ///
    /// The interval holds the strengths that a likelihood-ratio test at 5 % does not reject (Owen 1988). With many games it is
    /// the usual "mean ± 1.96 standard errors"; with few or one-sided ones it stays sensible.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let value = self.score()?;
        let observed = Distribution::observed(self);
        let plausible = |mean: f64| {
            observed
                .with_mean(mean)
                .is_some_and(|other| log_likelihood_ratio(self, &other, &observed) < SIGMAS * SIGMAS / 2.0)
        };
        let low = if value > 0.0 { bisect(0.0, value, |mean| !plausible(mean)) } else { 0.0 };
        let high = if value < 1.0 { bisect(value, 1.0, plausible) } else { 1.0 };
        Some(Estimate { value, low, high }.map(elo_of_score))
    }

    /// The normalized Elo difference (Van den Bergh 2020): the distance of the expected score from ½ in standard deviations of
    /// a game's score. The games that a test needs depend on it alone, whatever the draw ratio. `None` before the first game.
    ///
    /// The interval is the large-sample one of a t value: its variance times the number of counts is
    /// `1 - t skewness + t² (kurtosis - 1) / 4` (delta method).
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        if self.total() == 0 {
            return None;
        }
        let observed = Distribution::observed(self);
        let (t, deviation) = (observed.t_value(), observed.deviation());
        let skewness = observed.moment(3) / deviation.powi(3);
        let kurtosis = observed.moment(4) / deviation.powi(4);
        let variance = (1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0).max(0.0) / self.total() as f64;
        let margin = SIGMAS * variance.sqrt();
        let scale = t_to_normalized_elo::<N>();
        Some(Estimate { value: t, low: t - margin, high: t + margin }.map(|t| t * scale))
    }

    /// The likelihood of superiority: how sure these results make it that the first player is the stronger one, from 0 to 1.
    ///
    /// The distance of the score from ½ in standard errors, as a probability. The deviation is taken around ½, the case to be
    /// refuted, so a few wins in a row are no certainty; for single games this is `Φ((wins - losses) / √(wins + losses))`.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let middle = (N / 2) as f64;
        let distances = || (0..N).map(|i| i as f64 - middle).zip(self.as_array());
        let sum: f64 = distances().map(|(distance, &count)| distance * count as f64).sum();
        let squares: f64 = distances().map(|(distance, &count)| distance * distance * count as f64).sum();
        if squares == 0.0 { 0.5 } else { Normal::standard().cdf(sum / squares.sqrt()) }
    }
}

/// Normalized Elo per unit of the t value of a count. A pair's score varies less than a game's by √2.
pub fn t_to_normalized_elo<const N: usize>() -> f64 {
    NORMALIZED_ELO / (Counts::<N>::GAMES_EACH as f64).sqrt()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;
    use crate::statistics::{GameCounts, PairCounts};

    fn close(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() < within
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert_eq!(elo_of_score(0.5), 0.0);
        assert!(close(elo_of_score(0.75), 190.848_501_9, 1e-6));
        assert!(close(score_of_elo(elo_of_score(0.3)), 0.3, 1e-12));
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// Many games: the interval of the normal approximation, mean ± 1.96 √(variance / n), turned into Elo by hand.
    #[test]
    fn error_bars_agree_with_the_normal_approximation() {
        let games = GameCounts::new([2800, 4200, 3000]).elo().expect("games");
        let (mean, error) = (0.51, SIGMAS * (0.1449_f64 / 10_000.0).sqrt());
        assert!(close(games.value, elo_of_score(mean), 1e-9));
        assert!(close(games.low, elo_of_score(mean - error), 0.01), "{games:?}");
        assert!(close(games.high, elo_of_score(mean + error), 0.01), "{games:?}");
        assert!(close(games.margin(), 5.19, 0.01), "{games:?}");
    }

    #[test]
    fn normalized_elo_counts_deviations() {
        // Without draws a game's deviation is close to ½: both scales agree near equality.
        let decisive = GameCounts::new([49_000, 0, 51_000]);
        let (elo, normalized) = (decisive.elo().expect("games"), decisive.normalized_elo().expect("games"));
        assert!(close(elo.value, normalized.value, 0.01), "{elo:?} {normalized:?}");
        // Independent games say the same one by one and in pairs.
        let games = GameCounts::new([2500, 5000, 2500 + 625]).normalized_elo().expect("games");
        let (l, d, w) = (2500.0 / 8125.0, 5000.0 / 8125.0, 3125.0 / 8125.0);
        let odds = [l * l, 2.0 * l * d, d * d + 2.0 * l * w, 2.0 * d * w, w * w];
        let pairs = PairCounts::new(odds.map(|p: f64| (p * 1e9).round() as u64)).normalized_elo().expect("games");
        assert!(close(games.value, pairs.value, 5e-2), "{games:?} {pairs:?}");
        // Near equality the margin depends on the number of games only.
        let even = PairCounts::new([0, 100, 800, 100, 0]).normalized_elo().expect("games");
        assert!(close(even.margin(), SIGMAS * NORMALIZED_ELO / 2000_f64.sqrt(), 0.05), "{even:?}");
    }

    #[test]
    fn superiority_is_even_without_evidence() {
        for counts in [[0, 0, 0], [0, 7, 0], [4, 1, 4]] {
            assert_eq!(GameCounts::new(counts).likelihood_of_superiority(), 0.5);
        }
        assert!(close(GameCounts::new([0, 3, 1]).likelihood_of_superiority(), 0.841_344_7, 1e-6));
        assert!(close(GameCounts::new([0, 0, 9]).likelihood_of_superiority(), 0.998_650_1, 1e-6));
        let counts = PairCounts::new([12, 210, 420, 260, 18]);
        let (one, other) = (counts.likelihood_of_superiority(), counts.reversed().likelihood_of_superiority());
        assert!(one > 0.99 && close(one + other, 1.0, 1e-12), "{one} {other}");
    }

    #[test]
    fn one_sided_counts_have_one_sided_bars() {
        let won = PairCounts::new([0, 0, 0, 0, 10]).elo().expect("games");
        assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
        // Ten wins are plausible (at 5 %, by likelihood ratio) down to s^10 = exp(-1.92): s = 0.825.
        assert!(close(won.low, elo_of_score((-SIGMAS * SIGMAS / 20.0).exp()), 1.5), "{won:?}");
        let lost = GameCounts::new([3, 0, 0]).elo().expect("games");
        assert_eq!((lost.value, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(lost.high.is_finite());
        let drawn = GameCounts::new([0, 20, 0]).elo().expect("games");
        assert!(close(drawn.value, 0.0, 1e-9) && drawn.low < -10.0 && drawn.high > 10.0, "{drawn:?}");
        assert_eq!((GameCounts::default().elo(), GameCounts::default().normalized_elo()), (None, None));
    }
}

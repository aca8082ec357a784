//! What the results of games say about strength: points, Elo, likelihood of superiority, and the sequential test (SPRT).
//!
//! Everything here is a pure function of counts, in one of two kinds. [`GameCounts`] counts single games ("trinomial": lost,
//! drawn, won). [`PairCounts`] counts pairs of games that two players play on one opening with colours swapped, by the points
//! of the first player ("pentanomial": 0, ½, 1, 1½, 2). The two games of a pair share their opening and so are not
//! independent; only the counts of pairs know the true variance, which is mostly the smaller one. Use them wherever games come
//! in pairs.
//!
//! Sources:
//! - Michel Van den Bergh, "The Generalized Sequential Probability Ratio Test for Expectation Values", 2020, and "Normalized
//!   Elo", 2020 (<https://www.cantate.be/Fishtest/>): the test by maximum likelihood and the second scale of strength.
//! - Art Owen, "Empirical Likelihood Ratio Confidence Intervals for a Single Functional", Biometrika 75 (1988): the error bars.
//! - Abraham Wald, "Sequential Tests of Statistical Hypotheses", 1945, section 3: the bounds.

mod counts;
mod distribution;
mod elo;
#[cfg(test)]
mod simulation;
mod sprt;

pub use counts::{Counts, GameCounts, PairCounts, Score};
pub use elo::{Estimate, NORMALIZED_ELO, elo_of_score, score_of_elo};
pub use sprt::{Decision, EloModel, MAX_ELO, Sprt, SprtError};

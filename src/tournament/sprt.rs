//! The sequential test that ends a match of two engines: its settings as text, and its decision.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::adjudicate::as_text;
use super::config::words::{WordError, Words};
use crate::statistics::{self, Decision, EloModel, PairCounts, Score};

/// A sequential probability ratio test: is the first engine `elo1` stronger, or only `elo0`?
///
/// As text: `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized` (or `logistic`); the last three may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sprt {
    /// The test.
    pub test: statistics::Sprt,
    alpha: f64,
    beta: f64,
}

impl FromStr for Sprt {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = Words::new(text);
        let model = words.take("model", "'normalized' or 'logistic' is expected", |text| match text {
            "normalized" => Some(EloModel::Normalized),
            "logistic" => Some(EloModel::Logistic),
            _ => None,
        })?;
        let elo0 = words.real("elo0")?.ok_or_else(|| words.lacks("elo0=ELO"))?;
        let elo1 = words.real("elo1")?.ok_or_else(|| words.lacks("elo1=ELO"))?;
        let alpha = words.real("alpha")?.unwrap_or(0.05);
        let beta = words.real("beta")?.unwrap_or(0.05);
        words.finish("elo0=ELO, elo1=ELO, alpha=CHANCE, beta=CHANCE, model=normalized|logistic")?;
        let test = statistics::Sprt::new(elo0, elo1, alpha, beta, model.unwrap_or(EloModel::Normalized));
        let test = test.map_err(|error| WordError::Other { text: text.to_owned(), why: error.to_string() })?;
        Ok(Self { test, alpha, beta })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo0, elo1) = self.test.hypotheses();
        let model = match self.test.model() {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={} beta={} model={model}", self.alpha, self.beta)
    }
}

as_text!(Sprt);

/// The test while games come in.
///
/// Pairs count in the order of the schedule, whatever the order in which they end: so the decision, and the games that it
/// rests on, do not depend on how many games run at the same time, nor on whether the run was broken off.
#[derive(Clone, Debug)]
pub struct Referee {
    sprt: Sprt,
    /// The pair that is to be counted next, and the distance to the one behind it.
    next: u32,
    step: u32,
    /// Results of the first engine, by pair, that are not counted yet.
    waiting: BTreeMap<u32, Vec<Score>>,
    counts: PairCounts,
    decision: Option<Decision>,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// The pairs that it rests on, by half points of the first engine.
    pub pairs: PairCounts,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At the first or below H0 is accepted, at the second or above H1.
    pub bounds: (f64, f64),
    /// What has been accepted; it stays, whatever comes later.
    pub decision: Option<Decision>,
}

impl Referee {
    /// A test of the pairs `first`, `first + step`, and so on.
    #[must_use]
    pub fn new(sprt: Sprt, first: u32, step: u32) -> Self {
        Self { sprt, next: first, step, waiting: BTreeMap::new(), counts: PairCounts::default(), decision: None }
    }

    /// Takes in the result of a game of `pair`, as the first engine sees it.
    pub fn see(&mut self, pair: u32, score: Score) {
        self.waiting.entry(pair).or_default().push(score);
        while self.decision.is_none() {
            let Some(&[first, second]) = self.waiting.get(&self.next).map(Vec::as_slice) else { return };
            self.waiting.remove(&self.next);
            self.counts.record(first, second);
            self.next += self.step;
            self.decision = self.sprt.test.decision(self.sprt.test.log_likelihood_ratio(&self.counts));
        }
    }

    /// What it says now.
    #[must_use]
    pub fn reading(&self) -> Reading {
        let llr = self.sprt.test.log_likelihood_ratio(&self.counts);
        Reading { pairs: self.counts, llr, bounds: self.sprt.test.bounds(), decision: self.decision }
    }

    /// Whether it is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.decision.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn text_and_back() {
        let text = "elo0=0 elo1=5 alpha=0.05 beta=0.1 model=logistic";
        assert_eq!(sprt(text).to_string(), text);
        let said = |text: &str| text.parse::<Sprt>().expect_err(text).to_string();
        assert!(said("elo0=5 elo1=5").starts_with("'elo0=5 elo1=5': "));
        assert_eq!(said("elo0=0"), "'elo0=0' lacks elo1=ELO");
        assert!(said("elo0=0 elo1=5 alpha=0.7").contains("alpha"));
        assert!(said("elo0=0 elo1=nan").starts_with("'elo1=nan'"));
    }

    #[test]
    fn pairs_count_in_order_and_the_decision_stays() {
        let mut referee = Referee::new(sprt("elo0=0 elo1=50"), 1, 1);
        referee.see(2, Score::Win);
        referee.see(2, Score::Draw);
        assert_eq!(referee.reading().pairs.total(), 0);
        referee.see(1, Score::Win);
        referee.see(1, Score::Win);
        assert_eq!(referee.reading().pairs.total(), 2);
        let mut pair = 3;
        while !referee.is_over() {
            assert!(pair < 1000);
            let score = if pair % 3 == 0 { Score::Draw } else { Score::Win };
            referee.see(pair, score);
            referee.see(pair, Score::Draw);
            pair += 1;
        }
        let decided = referee.reading();
        assert_eq!(decided.decision, Some(Decision::H1));
        assert!(decided.llr >= decided.bounds.1);
        for late in pair..pair + 50 {
            referee.see(late, Score::Loss);
            referee.see(late, Score::Loss);
        }
        assert_eq!(referee.reading(), decided);
    }

    #[test]
    fn a_shard_counts_its_own_pairs() {
        let mut referee = Referee::new(sprt("elo0=0 elo1=5"), 2, 3);
        for pair in [5, 2, 8] {
            referee.see(pair, Score::Win);
            referee.see(pair, Score::Loss);
        }
        assert_eq!(referee.reading().pairs.total(), 3);
    }
}

//! Matches between players of known strength, played with dice: do the tests and the error bars keep their promises?

use fastrand::Rng;

use super::{Counts, Decision, EloModel, Estimate, GameCounts, NORMALIZED_ELO, PairCounts, Score, Sprt, score_of_elo};

/// Two players by the chances of the first one to lose, draw and win a game.
struct Match {
    loss: f64,
    draw: f64,
}

impl Match {
    /// Players so far apart in logistic Elo, with this draw ratio.
    fn new(elo: f64, draw: f64) -> Self {
        Self { loss: 1.0 - score_of_elo(elo) - draw / 2.0, draw }
    }

    fn score(&self) -> f64 {
        1.0 - self.loss - self.draw / 2.0
    }

    /// The true normalized Elo, from the mean and deviation of a game's score.
    fn normalized_elo(&self) -> f64 {
        let (mean, win) = (self.score(), 1.0 - self.loss - self.draw);
        let variance = win + self.draw / 4.0 - mean * mean;
        (mean - 0.5) / variance.sqrt() * NORMALIZED_ELO
    }

    fn game(&self, rng: &mut Rng) -> Score {
        let dice = rng.f64();
        if dice < self.loss {
            Score::Loss
        } else if dice < self.loss + self.draw {
            Score::Draw
        } else {
            Score::Win
        }
    }

    fn pairs(&self, number: u32, rng: &mut Rng) -> PairCounts {
        let mut counts = PairCounts::default();
        for _ in 0..number {
            counts.record(self.game(rng), self.game(rng));
        }
        counts
    }
}

/// How often the test accepts H1 when pairs are played until it ends.
fn share_of_h1(sprt: &Sprt, players: &Match, runs: u32, rng: &mut Rng) -> f64 {
    let mut accepted = 0;
    for _ in 0..runs {
        let mut counts = PairCounts::default();
        let decision = loop {
            counts += players.pairs(4, rng);
            if let Some(decision) = sprt.decision(sprt.log_likelihood_ratio(&counts)) {
                break decision;
            }
        };
        accepted += u32::from(decision == Decision::H1);
    }
    f64::from(accepted) / f64::from(runs)
}

/// At the hypotheses themselves the test errs about as often as agreed (less by the overshoot of the last step), and half-way
/// between them it accepts either one equally often.
#[test]
fn tests_err_as_often_as_agreed() {
    let mut rng = Rng::with_seed(1);
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let strength = |elo| match model {
            EloModel::Logistic => Match::new(elo, 0.3),
            // Near equality a deviation is √(1 - draws) / 2, which is how much the scales differ.
            EloModel::Normalized => Match::new(elo * 0.7_f64.sqrt(), 0.3),
        };
        let sprt = Sprt::new(0.0, 60.0, 0.1, 0.05, model).expect("a test");
        let shares = [0.0, 30.0, 60.0].map(|elo| share_of_h1(&sprt, &strength(elo), 600, &mut rng));
        assert!((0.05..0.12).contains(&shares[0]), "{model:?}: {shares:?}");
        assert!((0.35..0.65).contains(&shares[1]), "{model:?}: {shares:?}");
        assert!((0.935..0.985).contains(&shares[2]), "{model:?}: {shares:?}");
    }
}

fn holds(estimate: Option<Estimate>, truth: f64) -> bool {
    estimate.is_some_and(|estimate| estimate.low <= truth && truth <= estimate.high)
}

/// Each interval holds the truth in about 95 of 100 matches.
#[test]
fn error_bars_hold_the_truth_as_often_as_they_say() {
    let mut rng = Rng::with_seed(2);
    let runs = 1000;
    for (elo, draw, pairs) in [(0.0, 0.5, 100), (35.0, 0.2, 150), (-200.0, 0.1, 60)] {
        let players = Match::new(elo, draw);
        let truth = players.normalized_elo();
        let mut held = [0; 3];
        for _ in 0..runs {
            let counts = players.pairs(pairs, &mut rng);
            let mut games = GameCounts::default();
            (0..2 * pairs).for_each(|_| games.record(players.game(&mut rng)));
            held[0] += u32::from(holds(counts.elo(), elo));
            held[1] += u32::from(holds(counts.normalized_elo(), truth));
            held[2] += u32::from(holds(games.elo(), elo));
        }
        let expected = (runs * 93 / 100)..=(runs * 97 / 100);
        assert!(held.iter().all(|held| expected.contains(held)), "{elo} {draw}: {held:?} of {runs}");
    }
}

/// Of many matches between equal players the likelihood of superiority is spread evenly.
#[test]
fn superiority_is_spread_evenly_between_equals() {
    let (mut rng, players) = (Rng::with_seed(3), Match::new(0.0, 0.4));
    let runs = 2000;
    let mut below = [0; 2];
    for _ in 0..runs {
        let los = Counts::likelihood_of_superiority(&players.pairs(200, &mut rng));
        below[0] += u32::from(los < 0.1);
        below[1] += u32::from(los < 0.7);
    }
    assert!((160..=240).contains(&below[0]), "{below:?}");
    assert!((1330..=1470).contains(&below[1]), "{below:?}");
}

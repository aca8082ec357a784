//! Everything that is counted of the games of a tournament: points, the test, the runner's own latency.

use super::super::journal::Plan;
use super::super::record::GameRecord;
use super::super::sprt::{Reading, Referee};
use super::super::tally::{Tally, score};
use super::{Ending, Summary};

/// What has been counted so far.
pub(super) struct Count {
    tally: Tally,
    referee: Option<Referee>,
    /// The engine that the test is about.
    first: String,
    /// The averages of the games, in µs, added up, and the longest wait.
    latency: (u64, u64),
}

impl Count {
    /// Nothing yet, of the tournament or part of a tournament that is planned.
    pub fn new(plan: &Plan) -> Self {
        let names: Vec<String> = plan.engines.iter().map(|engine| engine.name.clone()).collect();
        let referee = plan.rules.sprt.map(|sprt| Referee::new(sprt, plan.shard.index, plan.shard.of));
        let first = names.first().cloned().unwrap_or_default();
        Self { tally: Tally::new(names), referee, first, latency: (0, 0) }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.tally.add(record);
        if let Some(referee) = &mut self.referee {
            referee.see(record.pair, score(record.result, record.white == self.first));
        }
        let [mean, longest] = record.latency_us;
        self.latency = (self.latency.0 + mean, self.latency.1.max(longest));
    }

    /// Games so far.
    pub fn games(&self) -> u32 {
        self.tally.games()
    }

    /// The points of each engine, in the order of the file.
    pub fn points(&self) -> Vec<f64> {
        self.tally.points()
    }

    /// What the test says.
    pub fn reading(&self) -> Option<Reading> {
        self.referee.as_ref().map(Referee::reading)
    }

    /// Whether the test has decided.
    pub fn is_decided(&self) -> bool {
        self.referee.as_ref().is_some_and(Referee::is_over)
    }

    /// What it has come to.
    pub fn summary(&self, ending: Ending) -> Summary {
        let (sum, longest) = self.latency;
        Summary {
            ending,
            games: self.games(),
            table: self.tally.table(),
            sprt: self.reading(),
            processor: None,
            latency_us: [sum / u64::from(self.games()).max(1), longest],
        }
    }
}

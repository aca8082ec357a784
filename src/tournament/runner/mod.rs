//! A tournament while it runs: games at the same time, each on a thread of its own, from one desk that hands out games and
//! takes in results.

mod absentees;
mod control;
mod count;
mod desk;
mod roll_call;
mod usage;
mod worker;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::config::Config;
use super::fault::Fault;
use super::journal::{Journal, JournalError, Plan, Shard};
use super::openings::OpeningError;
use super::player::House;
use super::process::Launcher;
use super::record::GameRecord;
use super::schedule::Planned;
use super::sprt::Reading;
use super::tally::Standing;
use control::Control;
use count::Count;
use desk::Desk;

pub use desk::books;
pub use roll_call::{Entrant, roll_call};
pub use usage::Usage;

/// How often the control file and the stop flag are looked at.
const GLANCE: Duration = Duration::from_millis(200);

/// Why a tournament does not run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Records cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no opening.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// An engine cannot play.
    #[error("'{engine}' cannot play: {fault}")]
    Engine {
        /// Its name.
        engine: String,
        /// Why not.
        fault: Fault,
    },
    /// Pairings that follow from results cannot be shared.
    #[error("--shard: a {0} tournament cannot be shared: its pairings follow from results")]
    Shard(&'static str),
    /// A bug of ours.
    #[error("a game has broken down; finished games are safe, and --resume goes on")]
    Broken,
    /// A thread does not start, or the control file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// How a run is begun.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How engines are started.
    pub launcher: Option<Launcher>,
    /// The part of the tournament to play.
    pub shard: Shard,
    /// Whether to go on with the games that are in the folder.
    pub resume: bool,
    /// Set from outside to end the run.
    pub stop: Arc<AtomicBool>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All games have been played.
    Complete,
    /// The test has decided.
    Decided,
    /// It was stopped from outside; games that were running have not happened.
    Stopped,
}

/// What a run has come to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// How it ended.
    pub ending: Ending,
    /// Games that are finished.
    pub games: u32,
    /// The table.
    pub table: Vec<Standing>,
    /// What the test says, if there is one.
    pub sprt: Option<Reading>,
    /// How long moves stayed in the runner, from one engine's answer to the question to the other, in µs: on average, and at most.
    pub latency_us: [u64; 2],
    /// What this run has used of the processor; unknown of games that were played elsewhere.
    pub processor: Option<Usage>,
}

impl Summary {
    /// What these games of a tournament have come to.
    #[must_use]
    pub fn of(plan: &Plan, records: &[GameRecord], ending: Ending) -> Self {
        let mut count = Count::new(plan);
        for record in records {
            count.add(record);
        }
        count.summary(if count.is_decided() { Ending::Decided } else { ending })
    }
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Games that are finished, those of earlier runs included.
    pub finished: u32,
    /// Games that were finished before this run.
    pub before: u32,
    /// All games, if that is known in advance.
    pub total: Option<u32>,
    /// The points of each engine, in the order of the file.
    pub points: Vec<f64>,
    /// What the test says.
    pub sprt: Option<Reading>,
}

/// Something that happens in a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game begins.
    Begins {
        /// The game.
        planned: &'a Planned,
        /// The names of White and Black.
        names: [&'a str; 2],
    },
    /// A game has ended and is on disk.
    Ended {
        /// The game.
        record: &'a GameRecord,
        /// How far the run is now.
        progress: &'a Progress,
    },
    /// Something in words.
    Note(&'a str),
}

/// Whoever wants to know what happens in a run. Called from all threads.
pub trait Watcher: Sync {
    /// Something has happened.
    fn see(&self, event: &Event<'_>);
}

/// Plays a tournament, or goes on with one.
///
/// # Errors
/// Records cannot be read or written, an engine cannot play, or there is no opening.
pub fn run(config: &Config, setup: &Setup, watcher: &dyn Watcher) -> Result<Summary, RunError> {
    if setup.shard.of > 1 && config.rules.format.is_adaptive() {
        return Err(RunError::Shard(config.rules.format.name()));
    }
    let before = Usage::so_far();
    let patience = config.rules.patience;
    let house = House { launcher: setup.launcher.clone(), patience, stop: Arc::clone(&setup.stop) };
    let plan = Plan::new(config, setup.shard);
    // Whatever can be found wrong is found before anything is written.
    let books = books(&config.rules)?;
    let entrants = roll_call(config, &house)?;
    let (journal, known) = if setup.resume {
        Journal::resume(&config.means.output, &plan)?
    } else {
        (Journal::create(&config.means.output, &plan)?, Vec::new())
    };
    let desk = Desk::new(config, &plan, (journal, &known), books, watcher, &setup.stop);
    let mut control = Control::new(&config.means.output);
    thread::scope(|scope| -> Result<(), RunError> {
        loop {
            if let Some(wish) = control.glance(GLANCE, |note| watcher.see(&Event::Note(note))) {
                desk.obey(wish);
            }
            for place in desk.vacancies() {
                let (desk, house, entrants) = (&desk, &house, &entrants);
                let name = format!("game-{place}");
                let spawned = thread::Builder::new()
                    .name(name)
                    .spawn_scoped(scope, move || worker::work(desk, place, config, house, entrants));
                if let Err(error) = spawned {
                    setup.stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
            }
            if desk.is_closed(GLANCE) {
                return Ok(());
            }
        }
    })?;
    let usage = Usage::so_far().zip(before).map(|(now, before)| now.since(before));
    desk.close(usage)
}

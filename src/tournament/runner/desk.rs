//! The desk: hands out games, takes in results, and keeps everything that the games have in common.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::super::config::{Config, Rules};
use super::super::journal::{Journal, Plan, Shard};
use super::super::openings::{Book, Opening, OpeningError};
use super::super::player::Failure;
use super::super::record::GameRecord;
use super::super::schedule::{Next, Planned, Schedule};
use super::absentees::Absentees;
use super::control::Wish;
use super::count::Count;
use super::usage::Usage;
use super::{Ending, Event, Progress, RunError, Summary, Watcher};
use crate::engine;

/// A game that is handed out, with its opening.
pub(super) struct Job {
    pub planned: Planned,
    pub opening: Opening,
    /// Whether White and Black do not take part any more.
    pub absent: [bool; 2],
}

/// What all threads share.
struct State {
    schedule: Schedule,
    queue: VecDeque<Planned>,
    books: Vec<Book>,
    journal: Journal,
    count: Count,
    absentees: Absentees,
    /// Games that were finished before this run.
    known: BTreeSet<u32>,
    progress: Progress,
    /// The threads that are there.
    places: BTreeSet<usize>,
    limit: usize,
    paused: bool,
    /// Whether no more games are handed out.
    closed: bool,
    ending: Ending,
    error: Option<RunError>,
}

/// The desk.
pub(super) struct Desk<'a> {
    config: &'a Config,
    shard: Shard,
    watcher: &'a dyn Watcher,
    state: Mutex<State>,
    news: Condvar,
    /// Ends the games that are running.
    stop: &'a AtomicBool,
}

impl<'a> Desk<'a> {
    /// A desk with the records so far.
    pub fn new(
        config: &'a Config,
        plan: &Plan,
        (journal, known): (Journal, &[GameRecord]),
        books: Vec<Book>,
        watcher: &'a dyn Watcher,
        stop: &'a AtomicBool,
    ) -> Self {
        let mut state = State {
            schedule: Schedule::new(&config.rules, config.engines.len()),
            queue: VecDeque::new(),
            books,
            journal,
            count: Count::new(plan),
            absentees: Absentees::new(&config.engines),
            known: known.iter().map(|record| record.game).collect(),
            progress: Progress { total: total(config, plan.shard), before: known.len() as u32, ..Progress::default() },
            places: BTreeSet::new(),
            limit: config.means.concurrency,
            paused: false,
            closed: false,
            ending: Ending::Complete,
            error: None,
        };
        for record in known {
            state.take_in(record);
        }
        let shard = plan.shard;
        Self { config, shard, watcher, state: Mutex::new(state), news: Condvar::new(), stop }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Whoever panicked has not left a result half taken in: that happens behind the writing of its record.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes how many games run at a time.
    pub fn obey(&self, wish: Wish) {
        let mut state = self.lock();
        state.limit = wish.concurrency.unwrap_or(self.config.means.concurrency);
        state.paused = wish.paused;
        self.news.notify_all();
    }

    /// The places of threads that are missing; whoever asks must start them.
    pub fn vacancies(&self) -> Vec<usize> {
        let mut state = self.lock();
        if state.closed || state.paused {
            return Vec::new();
        }
        let missing: Vec<usize> = (0..state.limit).filter(|place| !state.places.contains(place)).collect();
        state.places.extend(&missing);
        missing
    }

    /// Waits a little for news; whether all threads have gone and no more games are handed out.
    pub fn is_closed(&self, wait: Duration) -> bool {
        let state = self.lock();
        let (mut state, _) = self.news.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner);
        if self.stop.load(Ordering::Relaxed) && !state.closed {
            state.closed = true;
            state.ending = Ending::Stopped;
            self.news.notify_all();
        }
        state.closed && state.places.is_empty()
    }

    /// The next game for the thread at `place`; nothing if it is to go.
    pub fn take(&self, place: usize) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed || place >= state.limit || state.paused {
                return None;
            }
            match state.next(self.shard) {
                Ok(Offer::Game(job)) => {
                    drop(state);
                    let names = [job.planned.white, job.planned.black];
                    let names = names.map(|engine| self.config.engines[engine].name.as_str());
                    self.watcher.see(&Event::Begins { planned: &job.planned, names });
                    return Some(job);
                }
                Ok(Offer::Later) => {
                    state = self.news.wait_timeout(state, super::GLANCE).unwrap_or_else(PoisonError::into_inner).0;
                }
                Ok(Offer::End) => state.closed = true,
                Err(error) => {
                    state.error.get_or_insert(error);
                    state.closed = true;
                }
            }
        }
    }

    /// Takes in a finished game; it is on disk before this returns.
    pub fn finish(&self, planned: &Planned, record: GameRecord, dialogues: Option<[String; 2]>) {
        let record = GameRecord { game: planned.game, pair: planned.pair, round: planned.round, ..record };
        let mut state = self.lock();
        let names = [record.white.as_str(), record.black.as_str()];
        let kept = dialogues.map_or(Ok(()), |dialogues| state.journal.keep_dialogue(planned.game, names, &dialogues));
        if let Err(error) = kept.and_then(|()| state.journal.add(&record)) {
            state.error.get_or_insert(error.into());
            state.closed = true;
            return;
        }
        state.take_in(&record);
        if state.count.is_decided() && !state.closed {
            state.closed = true;
            state.ending = Ending::Decided;
            self.stop.store(true, Ordering::Relaxed);
        }
        let progress = state.progress.clone();
        drop(state);
        self.news.notify_all();
        self.watcher.see(&Event::Ended { record: &record, progress: &progress });
    }

    /// Takes in that a game could not be played.
    pub fn fail(&self, engine: String, failure: Failure) {
        if let Failure::Fault(fault) = failure {
            let mut state = self.lock();
            state.error.get_or_insert(RunError::Engine { engine, fault });
            state.closed = true;
        }
        self.news.notify_all();
    }

    /// The thread at `place` has gone; if it has `broken` down, the run ends.
    pub fn leave(&self, place: usize, broken: bool) {
        let mut state = self.lock();
        state.places.remove(&place);
        if broken {
            state.error.get_or_insert(RunError::Broken);
            state.closed = true;
        }
        drop(state);
        self.news.notify_all();
    }

    /// Ends the run.
    pub fn close(self, processor: Option<Usage>) -> Result<Summary, RunError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let summary = Summary { processor, ..state.count.summary(state.ending) };
        state.journal.write_summary(&summary)?;
        state.error.map_or(Ok(summary), Err)
    }
}

/// What the desk has to offer.
enum Offer {
    Game(Job),
    Later,
    End,
}

impl State {
    fn next(&mut self, shard: Shard) -> Result<Offer, RunError> {
        if self.count.is_decided() {
            self.ending = Ending::Decided;
            return Ok(Offer::End);
        }
        loop {
            while let Some(planned) = self.queue.pop_front() {
                if !self.known.contains(&planned.game) && shard.has(planned.pair) {
                    let opening = self.books[planned.variant].opening(planned.opening)?;
                    let absent = [planned.white, planned.black].map(|engine| self.absentees.has(engine));
                    return Ok(Offer::Game(Job { planned, opening, absent }));
                }
            }
            match self.schedule.next_round() {
                Next::Round(games) => self.queue = games,
                Next::Wait => return Ok(Offer::Later),
                Next::End => return Ok(Offer::End),
            }
        }
    }

    fn take_in(&mut self, record: &GameRecord) {
        self.count.add(record);
        self.absentees.see(record);
        self.schedule.finish(record.game, record.result.white_half_points());
        self.progress.finished = self.count.games();
        self.progress.points = self.count.points();
        self.progress.sprt = self.count.reading();
    }
}

/// The openings of each rule set.
///
/// # Errors
/// A file of openings cannot be read.
pub fn books(rules: &Rules) -> Result<Vec<Book>, OpeningError> {
    let open = |(number, name): (u64, &String)| {
        // Names have been checked; one that is gone has no openings.
        let game = engine::new_game(name);
        game.map_or(Ok(Book::Start), |game| Book::open(&rules.openings, &*game, rules.seed.wrapping_add(number)))
    };
    (0..).zip(&rules.variants).map(open).collect()
}

/// The number of games of a part of a tournament, if that is known.
fn total(config: &Config, shard: Shard) -> Option<u32> {
    if config.rules.format.is_adaptive() || config.rules.sprt.is_some() {
        return None;
    }
    let mut schedule = Schedule::new(&config.rules, config.engines.len());
    let mut total = 0;
    while let Next::Round(games) = schedule.next_round() {
        total += games.iter().filter(|planned| shard.has(planned.pair)).count() as u32;
    }
    Some(total)
}

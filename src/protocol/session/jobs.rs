//! What the worker has been asked to do and has not done, in order.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::search::Control;

/// A search or a count that has been asked for.
pub struct Job {
    /// The session's hold on it.
    pub control: Arc<Control>,
    /// What ends it.
    pub end: End,
    /// What becomes of its outcome.
    pub purpose: Purpose,
}

/// What ends a job, if nobody stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    Never,
    /// A limit, but not before the ponder hit.
    PonderHit,
    /// A limit.
    Limit,
    /// It is a count and ends when all is counted. People and scripts ask for it and want the whole of it.
    Counted,
}

/// What becomes of the outcome of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is told to the other side, which has asked for it. `mate`: for a mate, and nothing else.
    Answer {
        /// Whether only a mate was asked for.
        mate: bool,
    },
    /// It is told as it comes in.
    Count,
    /// The engine makes the best move.
    Move,
    /// Nothing, unless the other side makes this move: then as [`Purpose::Move`].
    Ponder(u32),
    /// Nothing: what counts is what is found on the way.
    Analysis,
    /// Nothing: the game has gone on without it.
    Abandoned,
}

impl Purpose {
    /// Whether the engine searches of its own accord, because of the part that it has in the game.
    fn is_own(self) -> bool {
        matches!(self, Self::Move | Self::Ponder(_) | Self::Analysis)
    }
}

/// The jobs that are not done, the running one first.
#[derive(Default)]
pub struct Jobs(VecDeque<Job>);

impl Jobs {
    /// Whether nothing is left to do.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a job behind the others.
    pub fn push(&mut self, job: Job) {
        self.0.push_back(job);
    }

    /// The running job is done.
    pub fn pop(&mut self) -> Option<Job> {
        self.0.pop_front()
    }

    /// What the running job is for.
    pub fn running(&self) -> Option<Purpose> {
        self.0.front().map(|job| job.purpose)
    }

    /// What the job asked for last is for.
    pub fn last(&self) -> Option<Purpose> {
        self.0.back().map(|job| job.purpose)
    }

    /// What ends the job asked for last.
    pub fn last_end(&self) -> Option<End> {
        self.0.back().map(|job| job.end)
    }

    /// Whether the engine is to make a move of its own.
    pub fn is_thinking(&self) -> bool {
        self.0.iter().any(|job| job.purpose == Purpose::Move)
    }

    /// Whether nobody waits for any of the jobs.
    pub fn are_abandoned(&self) -> bool {
        self.0.iter().all(|job| job.purpose == Purpose::Abandoned)
    }

    /// Whether there is a count that nobody has stopped.
    pub fn are_counting(&self) -> bool {
        self.0.iter().any(|job| job.end == End::Counted && !job.control.is_stopped())
    }

    /// Stops everything.
    pub fn stop(&self) {
        self.0.iter().for_each(|job| job.control.stop());
    }

    /// Stops everything but counts.
    pub fn stop_searches(&self) {
        self.0.iter().filter(|job| job.end != End::Counted).for_each(|job| job.control.stop());
    }

    /// Stops the search for a move of the engine's own.
    pub fn move_now(&self) {
        self.0.iter().filter(|job| job.purpose == Purpose::Move).for_each(|job| job.control.stop());
    }

    /// Stops what the engine does of its own accord; nothing comes of it.
    pub fn abandon(&mut self) {
        for job in self.0.iter_mut().filter(|job| job.purpose.is_own()) {
            job.purpose = Purpose::Abandoned;
            job.control.stop();
        }
    }

    /// The expected move has been made: the last job, if it is pondering, goes on under the clock.
    pub fn ponder_hit(&mut self) {
        if let Some(job) = self.0.back_mut().filter(|job| job.end == End::PonderHit) {
            job.control.ponderhit();
            job.end = End::Limit;
            if matches!(job.purpose, Purpose::Ponder(_)) {
                job.purpose = Purpose::Move;
            }
        }
    }
}

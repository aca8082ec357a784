//! The wires by which a running search is stopped from outside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Not yet: no ponder hit has come.
const NEVER: u64 = u64::MAX;

/// The outside's hold on one search: shared between the thread that searches and the one that listens.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stopped: AtomicBool,
    /// Nanoseconds from `started` to the ponder hit.
    hit: AtomicU64,
    /// Guards nothing; belongs to `changed`.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// The control of a search whose time runs from `started` on.
    #[must_use]
    pub fn new(started: Instant) -> Self {
        Self {
            started,
            stopped: AtomicBool::new(false),
            hit: AtomicU64::new(NEVER),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as possible, if it has begun or not.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.wake();
    }

    /// The opponent has made the expected move: from now on the clock runs and the time limits hold.
    pub fn ponderhit(&self) {
        let now = u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(NEVER - 1);
        // Only the first hit counts.
        let _ = self.hit.compare_exchange(NEVER, now, Ordering::AcqRel, Ordering::Relaxed);
        self.wake();
    }

    /// Whether the search has been told to stop.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// The time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When, counted from the start, the ponder hit came; `None` before it.
    pub(super) fn hit(&self) -> Option<Duration> {
        match self.hit.load(Ordering::Acquire) {
            NEVER => None,
            nanos => Some(Duration::from_nanos(nanos)),
        }
    }

    /// Sleeps until the search is stopped or, if `until_hit`, until the ponder hit.
    pub(super) fn wait(&self, until_hit: bool) {
        let waiting = |(): &mut ()| !(self.is_stopped() || until_hit && self.hit().is_some());
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(guard, waiting));
    }

    fn wake(&self) {
        // Taking the lock keeps the signal from falling between a waiter's look and its sleep.
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_the_right_signal() {
        let control = Control::new(Instant::now());
        control.ponderhit();
        let hit = control.hit();
        control.ponderhit();
        assert!(hit.is_some() && hit == control.hit());
        control.wait(true);
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| control.wait(false));
            control.stop();
            waiter.join().expect("the waiter ends");
        });
        assert!(control.is_stopped());
    }
}

//! The course of a search: the iteration at which all its threads are, and what has come of those before.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::root::RootMove;

/// One search of the root: one iteration, or of several best lines one of its lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// Which stage of the search this is, from 0.
    pub number: u32,
    /// The iteration, in plies.
    pub depth: u32,
    /// Which best line is looked for, from 0.
    pub line: usize,
    /// The moves of the root, the lines found before first.
    pub moves: Vec<RootMove>,
}

impl Stage {
    /// The value of the best move so far; `-INFINITE` as long as none is above the window.
    fn found(&self) -> i32 {
        self.moves[self.line].value
    }
}

/// An iteration that is through.
#[derive(Debug)]
pub(super) struct Iteration {
    /// In plies.
    pub depth: u32,
    /// The moves of the root, the best lines first and in order.
    pub moves: Vec<RootMove>,
}

#[derive(Debug, Default)]
struct State {
    stage: Stage,
    done: VecDeque<Iteration>,
    /// The stage as one of the threads left it that were halted in it, the best so far.
    partial: Option<Stage>,
}

/// The stage at which all threads are: the first to end it takes the others along.
#[derive(Debug, Default)]
pub(super) struct Course {
    state: Mutex<State>,
    /// The number of the stage, for a quick look.
    number: AtomicU32,
    /// Best lines to be found.
    lines: usize,
    /// The last iteration.
    deepest: u32,
}

impl Course {
    /// The course of a search for `lines` best lines, up to the iteration `deepest`.
    pub(super) fn new(moves: Vec<RootMove>, lines: usize, deepest: u32) -> Self {
        let stage = Stage { number: 0, depth: 1, line: 0, moves };
        let state = State { stage, ..State::default() };
        Self { state: Mutex::new(state), number: AtomicU32::new(0), lines, deepest }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Best lines to be found.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The number of the present stage.
    #[inline]
    pub(super) fn number(&self) -> u32 {
        self.number.load(Ordering::Relaxed)
    }

    /// The present stage; `None` after the last one.
    pub(super) fn stage(&self) -> Option<Stage> {
        let state = self.state();
        (state.stage.depth <= self.deepest).then(|| state.stage.clone())
    }

    /// A thread has ended a stage. If it is the first, the next stage begins with what it has found.
    pub(super) fn end(&self, stage: Stage) {
        let mut state = self.state();
        if stage.number != state.stage.number {
            return;
        }
        state.stage = stage;
        let State { stage, done, partial } = &mut *state;
        *partial = None;
        stage.number += 1;
        stage.line += 1;
        if stage.line == self.lines {
            let best = &mut stage.moves[..self.lines];
            // A line that the table has improved behind another's back takes its place.
            best.sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            for root_move in best {
                root_move.reported = root_move.value;
            }
            done.push_back(Iteration { depth: stage.depth, moves: stage.moves.clone() });
            stage.line = 0;
            stage.depth += 1;
        }
        self.number.store(stage.number, Ordering::Relaxed);
    }

    /// A thread has been halted in a stage, perhaps after it had found a better move.
    pub(super) fn leave(&self, stage: Stage) {
        let mut state = self.state();
        if stage.number != state.stage.number {
            return;
        }
        if state.partial.as_ref().is_none_or(|other| stage.found() > other.found()) {
            state.partial = Some(stage);
        }
    }

    /// What the threads have found in the last stage, if they did not end it.
    pub(super) fn take_partial(&self) -> Option<Stage> {
        self.state().partial.take()
    }

    /// The next iteration that is through and has not been asked for.
    pub(super) fn take_done(&self) -> Option<Iteration> {
        self.state().done.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::INFINITE;

    fn root_move(mv: u32) -> RootMove {
        RootMove { mv, value: -INFINITE, reported: -INFINITE, line: Vec::new() }
    }

    /// What a thread makes of a stage that finds the move `mv`.
    fn found(mut stage: Stage, mv: u32, value: i32) -> Stage {
        let rest = &mut stage.moves[stage.line..];
        let at = rest.iter().position(|root_move| root_move.mv == mv).expect("a move");
        rest[at].value = value;
        rest[..=at].rotate_right(1);
        stage
    }

    fn order(moves: &[RootMove]) -> Vec<u32> {
        moves.iter().map(|root_move| root_move.mv).collect()
    }

    #[test]
    fn the_first_to_end_a_stage_takes_the_others_along() {
        let course = Course::new((1..4).map(root_move).collect(), 1, 2);
        let [one, other] = [(); 2].map(|()| course.stage().expect("a first stage"));
        course.end(found(one, 2, 10));
        course.end(found(other, 3, 20));
        assert_eq!(course.number(), 1);
        let done = course.take_done().expect("an iteration");
        assert_eq!((done.depth, order(&done.moves), done.moves[0].reported), (1, vec![2, 1, 3], 10));
        assert!(course.take_done().is_none());
        let last = course.stage().expect("a second stage");
        assert_eq!((last.depth, order(&last.moves)), (2, vec![2, 1, 3]));
        course.end(last);
        assert!(course.stage().is_none() && course.take_done().is_some());
    }

    #[test]
    fn several_lines_make_one_iteration() {
        let course = Course::new((1..4).map(root_move).collect(), 2, 9);
        course.end(found(course.stage().expect("the first line"), 3, 5));
        assert!(course.take_done().is_none());
        let second = course.stage().expect("the second line");
        assert_eq!((second.depth, second.line), (1, 1));
        course.end(found(second, 2, 7));
        let done = course.take_done().expect("an iteration");
        assert_eq!(order(&done.moves), [2, 3, 1], "in order of their values");
    }

    #[test]
    fn of_what_halted_threads_leave_the_best_counts() {
        let course = Course::new((1..4).map(root_move).collect(), 1, 9);
        let [one, other, third] = [(); 3].map(|()| course.stage().expect("a stage"));
        course.leave(found(one, 2, 10));
        course.leave(found(other, 3, 20));
        course.leave(third);
        assert_eq!(course.take_partial().map(|stage| order(&stage.moves)), Some(vec![3, 1, 2]));
        let [one, other] = [(); 2].map(|()| course.stage().expect("a stage"));
        course.leave(one);
        course.end(found(other, 2, 1));
        assert!(course.take_partial().is_none(), "another thread has come to the end");
    }
}

//! A thread of the search: what all threads share, what each has for itself, and when it must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::control::Control;
use super::course::Course;
use super::evals::Evals;
use super::heuristics::{History, Trace};
use super::marks::Marks;
use super::order::MoveList;
use super::params::Params;
use super::path::Path;
use super::pv::Lines;
use super::score::MAX_PLY;
use super::table::Table;
use super::time::Budget;
use crate::board::Color;
use crate::eval::{Evaluation, Evaluator};
use crate::game::Step;
use crate::rules::Position;
use crate::rules::weights::Weights;

/// Nodes that a thread searches between two looks at the clock and at what the other threads say.
const BATCH: u64 = 512;

/// A position on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Frame<P> {
    pub position: P,
    pub evaluation: Evaluation<P>,
    /// Whether the side to move is in check, or its king attacked in a game without check.
    pub danger: bool,
}

impl<P: Position> Frame<P> {
    /// The frame of a position that was reached outside the search.
    pub(super) fn new(position: &P, weights: &'static Weights) -> Self {
        Self { position: *position, evaluation: Evaluation::new(position, weights), danger: position.in_danger() }
    }

    /// The frame after a legal move; `played` hears of the new position's key as soon as it is known.
    #[inline]
    pub(super) fn after(&self, mv: P::Move, played: impl FnOnce(u64)) -> Self {
        let mut next = *self;
        next.position.play(mv, &mut next.evaluation);
        played(next.position.key());
        next.danger = next.position.in_danger();
        next
    }

    /// The frame after a null move.
    pub(super) fn passed(&self) -> Self {
        let mut next = *self;
        next.position.pass();
        // In a game without check the other king may well be attacked.
        next.danger = next.position.in_danger();
        next
    }

    /// The static value for the side to move, in centipawns.
    #[inline]
    pub(super) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate(&self.position)
    }

    /// What repetition needs to know of the position.
    #[inline]
    pub(super) fn step(&self) -> Step {
        // In a game in which perpetual check loses, danger is check.
        Step { key: self.position.key(), check: self.danger, white: self.position.turn() == Color::White }
    }
}

/// What all threads have learnt, in this search and before.
#[derive(Debug)]
pub(super) struct Knowledge {
    /// About positions.
    pub table: Table,
    /// About moves.
    pub history: History,
}

/// What all threads of one search share.
pub(super) struct Team<'a> {
    pub table: &'a Table,
    pub history: &'a History,
    pub control: &'a Control,
    pub params: Params,
    pub ponder: bool,
    pub budget: Budget,
    pub node_limit: Option<u64>,
    halt: AtomicBool,
    /// Set when the first iteration is through.
    choice: AtomicBool,
    nodes: AtomicU64,
    seldepth: AtomicUsize,
    /// What the threads are at, if there are several.
    pub marks: Option<Marks>,
    pub course: Course,
    /// Tables of static values from earlier searches.
    pub evals: Mutex<Vec<Evals>>,
}

impl<'a> Team<'a> {
    pub(super) fn new(known: &'a Knowledge, control: &'a Control, params: Params, threads: usize) -> Self {
        Self {
            table: &known.table,
            history: &known.history,
            control,
            params,
            ponder: false,
            budget: Budget::default(),
            node_limit: None,
            halt: AtomicBool::new(false),
            choice: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            seldepth: AtomicUsize::new(0),
            marks: (threads > 1).then(Marks::default),
            course: Course::default(),
            evals: Mutex::default(),
        }
    }

    /// Ends the whole search.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether the whole search is to end.
    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Nodes of all threads, as far as they have been reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The longest line since the last call, in plies.
    pub(super) fn take_seldepth(&self) -> usize {
        self.seldepth.swap(0, Ordering::Relaxed)
    }

    /// Whether the opponent's time is still running, so that no limit holds.
    pub(super) fn is_pondering(&self) -> bool {
        self.ponder && self.control.hit().is_none()
    }

    /// The first iteration is through: there is a move that is better than any.
    pub(super) fn note_choice(&self) {
        self.choice.store(true, Ordering::Relaxed);
    }

    /// Whether the first iteration is through. It takes next to no time, and a move that has not been looked at can lose at
    /// once, so the clock does not matter before.
    fn has_choice(&self) -> bool {
        self.choice.load(Ordering::Relaxed)
    }

    /// Notes that so many nodes have been searched.
    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Whether a limit has been reached or the search been stopped.
    pub(super) fn is_over(&self) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        if self.is_pondering() {
            return false;
        }
        let since = self.control.hit().unwrap_or_default();
        self.node_limit.is_some_and(|limit| self.nodes() >= limit)
            || self
                .budget
                .hard
                .is_some_and(|hard| self.has_choice() && self.control.elapsed().saturating_sub(since) >= hard)
    }

    /// Hands out a table of static values.
    pub(super) fn take_evals(&self) -> Evals {
        self.evals().pop().unwrap_or_default()
    }

    /// Takes a table of static values back.
    pub(super) fn return_evals(&self, evals: Evals) {
        self.evals().push(evals);
    }

    /// The tables of static values, when the search is over.
    pub(super) fn into_evals(self) -> Vec<Evals> {
        self.evals.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn evals(&self) -> MutexGuard<'_, Vec<Evals>> {
        self.evals.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a thread has for itself.
pub(super) struct Own<P: Position> {
    pub path: Path,
    pub trace: Trace,
    pub evals: Evals,
    pub lists: Vec<MoveList<P::Move>>,
    pub lines: Lines,
    /// Whether this thread must leave the tree; whatever it returns then means nothing.
    pub aborted: bool,
    /// Nodes that have not been reported to the team.
    nodes: u64,
    /// How many may gather before the next report.
    allowance: u64,
    /// The longest line, in plies.
    pub seldepth: usize,
    /// The number of the stage that is searched.
    pub stage: u32,
}

impl<P: Position> Own<P> {
    pub(super) fn new(path: Path, evals: Evals) -> Self {
        Self {
            path,
            trace: Trace::default(),
            evals,
            lists: vec![MoveList::default(); MAX_PLY + 1],
            lines: Lines::default(),
            aborted: false,
            nodes: 0,
            allowance: 0,
            seldepth: 0,
            stage: 0,
        }
    }

    /// Begins a stage of the search.
    pub(super) fn begin(&mut self, stage: u32) {
        self.stage = stage;
        self.aborted = false;
    }
}

/// A thread at work in the tree.
pub(super) struct Worker<'a, P: Position> {
    pub team: &'a Team<'a>,
    pub own: &'a mut Own<P>,
}

impl<P: Position> Worker<'_, P> {
    /// The static value of a position for the side to move, in centipawns.
    #[inline]
    pub(super) fn evaluate(&mut self, frame: &Frame<P>) -> i32 {
        self.own.evals.get(frame.position.key(), || frame.evaluate())
    }

    /// Counts a node: a move played.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.own.nodes += 1;
    }

    /// Whether the thread must leave the tree. Called once a node.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.own.nodes >= self.own.allowance {
            self.report();
        }
        self.own.aborted
    }

    /// Reports nodes to the team and looks whether to go on.
    #[cold]
    pub(super) fn report(&mut self) {
        self.flush();
        if self.team.is_over() {
            self.team.halt();
        }
        self.own.aborted = self.team.is_halted() || self.team.course.number() != self.own.stage;
        let left = self.team.node_limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.team.nodes()));
        self.own.allowance = left.clamp(1, BATCH);
    }

    /// Reports nodes to the team.
    pub(super) fn flush(&mut self) {
        self.team.add_nodes(std::mem::take(&mut self.own.nodes));
        self.team.seldepth.fetch_max(std::mem::take(&mut self.own.seldepth), Ordering::Relaxed);
        self.own.allowance = 0;
    }

    /// Plays a move; [`leave`](Self::leave) takes it back.
    #[inline]
    pub(super) fn enter(&mut self, child: &Frame<P>) {
        self.own.path.push(child.step());
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.own.path.pop();
    }
}

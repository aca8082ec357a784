//! A thread of the search: what all threads share, what each has for itself, and when it must stop.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::control::Control;
use super::evals::Evals;
use super::heuristics::{History, Trace};
use super::order::MoveList;
use super::params::Params;
use super::path::Path;
use super::pv::Lines;
use super::score::MAX_PLY;
use super::split::Split;
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
pub(super) struct Team<'a, P: Position> {
    pub table: &'a Table,
    pub history: &'a History,
    pub control: &'a Control,
    pub params: Params,
    pub threads: usize,
    pub ponder: bool,
    pub budget: Budget,
    pub node_limit: Option<u64>,
    pub halt: AtomicBool,
    /// Set when the first iteration is through.
    choice: AtomicBool,
    nodes: AtomicU64,
    seldepth: AtomicUsize,
    /// Threads that search.
    busy: AtomicUsize,
    /// What threads that help need for themselves, while nobody uses it.
    spares: Mutex<Vec<Own<P>>>,
    /// Tables of static values from earlier searches, for threads that begin to help.
    pub evals: Mutex<Vec<Evals>>,
}

impl<'a, P: Position> Team<'a, P> {
    pub(super) fn new(known: &'a Knowledge, control: &'a Control, params: Params, threads: usize) -> Self {
        Self {
            table: &known.table,
            history: &known.history,
            control,
            params,
            threads,
            ponder: false,
            budget: Budget::default(),
            node_limit: None,
            halt: AtomicBool::new(false),
            choice: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            seldepth: AtomicUsize::new(0),
            busy: AtomicUsize::new(1),
            spares: Mutex::default(),
            evals: Mutex::default(),
        }
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

    /// Whether a thread has nothing to do.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.busy.load(Ordering::Relaxed) < self.threads
    }

    /// A thread has something to do again.
    pub(super) fn resume(&self) {
        self.busy.fetch_add(1, Ordering::Relaxed);
    }

    /// A thread has nothing to do any more.
    pub(super) fn rest(&self) {
        self.busy.fetch_sub(1, Ordering::Relaxed);
    }

    /// What a thread needs that joins in where `path` has led; from now on it counts as busy.
    pub(super) fn enlist(&self, path: &Path) -> Own<P> {
        self.resume();
        let spare = take_one(&self.spares);
        let mut own = spare.unwrap_or_else(|| Own::new(path.clone(), self.take_evals()));
        own.path.clone_from(path);
        own.aborted = false;
        own
    }

    /// Hands out a table of static values.
    pub(super) fn take_evals(&self) -> Evals {
        take_one(&self.evals).unwrap_or_default()
    }

    /// The tables of static values, those of threads that have helped included, when the search is over.
    pub(super) fn into_evals(self) -> Vec<Evals> {
        let mut evals = self.evals.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spares = self.spares.into_inner().unwrap_or_else(PoisonError::into_inner);
        evals.extend(spares.into_iter().map(|own| own.evals));
        evals
    }

    /// Takes back what [`enlist`](Self::enlist) gave.
    pub(super) fn dismiss(&self, own: Own<P>) {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        self.rest();
    }
}

/// The last of a common stock, if any is left.
fn take_one<T>(stock: &Mutex<Vec<T>>) -> Option<T> {
    stock.lock().unwrap_or_else(PoisonError::into_inner).pop()
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
        }
    }
}

/// A thread at work in the tree.
pub(super) struct Worker<'a, P: Position> {
    pub team: &'a Team<'a, P>,
    /// The split node for which the thread works; `None` above all split nodes.
    pub split: Option<&'a Split<'a>>,
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
            self.team.halt.store(true, Ordering::Relaxed);
        }
        self.own.aborted = self.team.is_halted() || self.split.is_some_and(Split::is_cut);
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

//! Iterative deepening: search after search, each a ply deeper, until a limit is reached.

use rayon::ThreadPool;

use super::course::{Course, Iteration, Stage};
use super::limits::Limits;
use super::node::Window;
use super::params;
use super::report::Report;
use super::root::{self, RootMove};
use super::score::{Bound, INFINITE, MAX_PLY, Score, is_decided};
use super::worker::{Frame, Own, Team};
use crate::rules::Position;

/// The deepest iteration: lines get longer than the iteration is deep, and must not outgrow the tables.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 28;
/// Iterations that a sole legal move is worth when the clock runs.
const FORCED_DEPTH: u32 = 6;

/// A thread that searches the root.
pub(super) struct Searcher<'a, P: Position> {
    pub team: &'a Team<'a>,
    pub own: Own<P>,
    pub frame: Frame<P>,
}

impl<P: Position> Searcher<'_, P> {
    /// Another thread at the same place.
    fn another(&self) -> Self {
        let own = Own::new(self.own.path.clone(), self.team.take_evals());
        Self { team: self.team, own, frame: self.frame }
    }

    /// Goes through the stages of the search with the other threads until it is halted.
    fn help(mut self) {
        while let Some(mut stage) = self.team.course.stage() {
            let ended = self.search(&mut stage, &mut |_, _, _| ());
            if ended {
                self.team.course.end(stage);
            } else if self.team.is_halted() {
                self.team.course.leave(stage);
                break;
            }
        }
        self.team.return_evals(self.own.evals);
    }

    /// Searches a stage with a window around the last value, wider and wider until it fits ("aspiration window"), and
    /// says whether it has come to the end. Values outside a window go to `missed`.
    fn search(&mut self, stage: &mut Stage, missed: &mut dyn FnMut(&Stage, i32, Bound)) -> bool {
        let Self { team, own, frame } = self;
        own.begin(stage.number);
        let (mut margin, first) = params::ASPIRATION;
        let expected = stage.moves[stage.line].reported;
        let around = stage.depth >= first && !is_decided(expected);
        let mut window = if around {
            Window { alpha: expected - margin, beta: expected + margin }
        } else {
            Window { alpha: -INFINITE, beta: INFINITE }
        };
        loop {
            let value = root::search_root(team, own, frame, &mut stage.moves[stage.line..], stage.depth, window).value;
            if own.aborted {
                return false;
            }
            let bound = if value <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = value - margin;
                Bound::Upper
            } else if value >= window.beta {
                window.beta = value + margin;
                Bound::Lower
            } else {
                return true;
            };
            margin += margin;
            if margin > 1_000 || is_decided(value) {
                window = Window { alpha: -INFINITE, beta: INFINITE };
            }
            missed(stage, value, bound);
        }
    }
}

/// A search in progress, as the thread sees it that reports.
pub(super) struct Iterations<'a, 'r, P: Position> {
    pub searcher: Searcher<'a, P>,
    pub moves: Vec<RootMove>,
    pub report: Report<'a, 'r>,
    /// Iterations since the best move has changed.
    stability: u32,
}

impl<'a, 'r, P: Position> Iterations<'a, 'r, P> {
    /// A search of `moves`, of which there is at least one.
    pub(super) fn new(searcher: Searcher<'a, P>, moves: Vec<RootMove>, report: Report<'a, 'r>) -> Self {
        Self { searcher, moves, report, stability: 0 }
    }

    /// Deepens until a limit is reached. The best move is then the first of `moves`.
    pub(super) fn run(&mut self, limits: &Limits, pool: Option<&ThreadPool>) {
        match pool {
            None => self.deepen(limits),
            Some(pool) => {
                let helpers: Vec<_> = (1..pool.current_num_threads()).map(|_| self.searcher.another()).collect();
                pool.in_place_scope(|scope| {
                    for helper in helpers {
                        scope.spawn(|_| helper.help());
                    }
                    self.deepen(limits);
                    self.searcher.team.halt();
                });
            }
        }
        // What another thread has found while this one already knew that the search was over.
        self.take_in(limits);
        if let Some(stage) = self.course().take_partial() {
            self.report.late_change(stage.depth, &stage.moves[0]);
            self.moves = stage.moves;
        }
    }

    fn course(&self) -> &Course {
        &self.searcher.team.course
    }

    /// Goes through the stages of the search with the other threads, and reports every iteration.
    fn deepen(&mut self, limits: &Limits) {
        while let Some(mut stage) = self.course().stage() {
            let Self { searcher, report, .. } = self;
            let alone = searcher.team.course.lines() == 1;
            let ended = searcher.search(&mut stage, &mut |stage, value, bound| {
                if alone {
                    report.line(0, stage.depth, (value, bound), &stage.moves[0]);
                }
            });
            let halted = self.searcher.team.is_halted();
            if ended {
                self.course().end(stage);
            } else if halted {
                self.course().leave(stage);
            }
            if self.take_in(limits) || halted {
                break;
            }
        }
    }

    /// Takes in the iterations that some thread has come through with, and says whether another one is not worth its time.
    fn take_in(&mut self, limits: &Limits) -> bool {
        let team = self.searcher.team;
        let mut enough = false;
        while let Some(iteration) = team.course.take_done() {
            team.note_choice();
            self.report.lines(iteration.depth, &iteration.moves[..team.course.lines()]);
            let stands = iteration.moves[0].mv == self.moves[0].mv;
            self.stability = if stands { self.stability + 1 } else { 0 };
            enough = is_enough(team, limits, &iteration, self.stability);
            self.moves = iteration.moves;
        }
        enough
    }
}

/// Whether another iteration is not worth its time.
fn is_enough(team: &Team, limits: &Limits, iteration: &Iteration, stability: u32) -> bool {
    let best = Score::from_value(iteration.moves[0].value);
    if let (Some(wanted), Some(found)) = (limits.mate, best.moves())
        && found > 0
        && found.unsigned_abs() <= wanted
    {
        return true;
    }
    let Some(soft) = team.budget.soft.filter(|_| !team.is_pondering()) else {
        return false;
    };
    let settled = best.plies().is_some_and(|plies| plies.unsigned_abs() < iteration.depth);
    if settled || iteration.moves.len() == 1 && iteration.depth >= FORCED_DEPTH {
        return true;
    }
    // A best move that has just changed deserves more time than one that has stood for long.
    let percent = match stability {
        0 => 150,
        1 => 120,
        2..=4 => 100,
        _ => 75,
    };
    team.control.elapsed() >= soft * percent / 100
}

/// The last iteration that the limits allow.
pub(super) fn deepest(limits: &Limits) -> u32 {
    let wanted = limits.depth.unwrap_or(MAX_DEPTH);
    // A mate in n moves takes 2n - 1 plies, and one more to see that no move is left.
    let mate = limits.mate.map_or(MAX_DEPTH, |moves| moves.saturating_mul(2));
    wanted.min(mate).clamp(1, MAX_DEPTH)
}

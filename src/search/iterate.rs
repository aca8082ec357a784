//! Iterative deepening: search after search, each a ply deeper, until a limit is reached.

use std::time::Duration;

use rayon::ThreadPool;

use super::limits::Limits;
use super::node::{Found, Window};
use super::params;
use super::root::{self, RootMove};
use super::score::{Bound, INFINITE, MAX_PLY, Score, is_decided};
use super::worker::{Frame, Own, Team};
use super::{Info, Reporter};
use crate::rules::Position;

/// The deepest iteration: lines get longer than the iteration is deep, and must not outgrow the tables.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 28;
/// Iterations that a sole legal move is worth when the clock runs.
const FORCED_DEPTH: u32 = 6;

/// A search in progress.
pub(super) struct Iterations<'a, 'r, P: Position> {
    pub team: &'a Team<'a, P>,
    pub pool: Option<&'a ThreadPool>,
    pub own: Own<P>,
    pub frame: Frame<P>,
    pub moves: Vec<RootMove>,
    pub reporter: &'r mut dyn Reporter,
    /// The last report about the best line.
    pub last: Option<Info>,
}

impl<P: Position> Iterations<'_, '_, P> {
    /// Deepens until a limit is reached. The best move is then the first of `moves`.
    pub(super) fn run(&mut self, limits: &Limits) {
        let lines = limits.multipv.clamp(1, self.moves.len());
        let deepest = deepest(limits);
        let mut stability = 0;
        for depth in 1..=deepest {
            let before = self.moves[0].mv;
            for line in 0..lines {
                self.deepen(line, depth, lines == 1);
                if self.team.is_halted() {
                    break;
                }
            }
            if self.team.is_halted() {
                self.report_late_change(depth);
                return;
            }
            self.team.note_choice();
            // A line that the table has improved behind another's back takes its place.
            self.moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            self.report_lines(depth, lines);
            stability = if self.moves[0].mv == before { stability + 1 } else { 0 };
            if self.is_enough(limits, depth, stability) {
                return;
            }
        }
    }

    /// Searches for the `line`-th best move with a window around its last value, wider and wider until it fits
    /// ("aspiration window").
    fn deepen(&mut self, line: usize, depth: u32, report: bool) {
        let (mut margin, first) = params::ASPIRATION;
        let expected = self.moves[line].reported;
        let around = depth >= first && !is_decided(expected);
        let mut window = if around {
            Window { alpha: expected - margin, beta: expected + margin }
        } else {
            Window { alpha: -INFINITE, beta: INFINITE }
        };
        loop {
            let value = self.search(line, depth, window).value;
            if self.team.is_halted() {
                return;
            }
            let bound = if value <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = value - margin;
                Bound::Upper
            } else if value >= window.beta {
                window.beta = value + margin;
                Bound::Lower
            } else {
                return;
            };
            margin += margin;
            if margin > 1_000 || is_decided(value) {
                window = Window { alpha: -INFINITE, beta: INFINITE };
            }
            if report {
                self.report(0, depth, value, bound);
            }
        }
    }

    fn search(&mut self, line: usize, depth: u32, window: Window) -> Found {
        let Self { team, own, frame, moves, .. } = self;
        let moves = &mut moves[line..];
        match self.pool {
            None => root::search_root(team, own, frame, moves, depth, window),
            Some(pool) => pool.install(|| root::search_root(team, own, frame, moves, depth, window)),
        }
    }

    /// Whether another iteration is not worth its time.
    fn is_enough(&self, limits: &Limits, depth: u32, stability: u32) -> bool {
        let best = Score::from_value(self.moves[0].value);
        if let (Some(wanted), Some(found)) = (limits.mate, best.moves())
            && found > 0
            && found.unsigned_abs() <= wanted
        {
            return true;
        }
        let Some(soft) = self.team.budget.soft.filter(|_| !self.team.is_pondering()) else {
            return false;
        };
        let settled = best.plies().is_some_and(|plies| plies.unsigned_abs() < depth);
        if settled || self.moves.len() == 1 && depth >= FORCED_DEPTH {
            return true;
        }
        // A best move that has just changed deserves more time than one that has stood for long.
        let percent = match stability {
            0 => 150,
            1 => 120,
            2..=4 => 100,
            _ => 75,
        };
        self.team.control.elapsed() >= soft * percent / 100
    }

    /// Reports all lines of a finished iteration.
    fn report_lines(&mut self, depth: u32, lines: usize) {
        for line in 0..lines {
            self.moves[line].reported = self.moves[line].value;
            self.report(line, depth, self.moves[line].value, Bound::Exact);
        }
    }

    /// If an unfinished iteration has found a better move, says so: the last report should show the move that is played.
    fn report_late_change(&mut self, depth: u32) {
        let best = &self.moves[0];
        let shown = self.last.as_ref().and_then(|info| info.pv.first());
        if best.value > -INFINITE && shown != Some(&best.mv) {
            self.report(0, depth, best.value, Bound::Exact);
        }
    }

    fn report(&mut self, line: usize, depth: u32, value: i32, bound: Bound) {
        let info = Info {
            depth,
            seldepth: self.team.take_seldepth().max(depth as usize) as u32,
            multipv: line + 1,
            score: Score::from_value(value),
            bound,
            nodes: self.team.nodes(),
            time: self.time(),
            hashfull: self.team.table.hashfull(),
            pv: self.moves[line].line.clone(),
        };
        self.reporter.info(&info);
        if line == 0 {
            self.last = Some(info);
        }
    }

    fn time(&self) -> Duration {
        self.team.control.elapsed()
    }
}

/// The last iteration that the limits allow.
fn deepest(limits: &Limits) -> u32 {
    let wanted = limits.depth.unwrap_or(MAX_DEPTH);
    // A mate in n moves takes 2n - 1 plies, and one more to see that no move is left.
    let mate = limits.mate.map_or(MAX_DEPTH, |moves| moves.saturating_mul(2));
    wanted.min(mate).clamp(1, MAX_DEPTH)
}

//! Parallel search: the younger brothers of a node are shared out among the threads.
//!
//! The eldest brother is searched first, alone, to set the window ("young brothers wait", Feldmann, "Game tree search on
//! massively parallel systems", 1993). Nodes of the principal variation split always, from the leaf upwards, the root with the
//! others. Between these splits a thread would wait for the innermost eldest brother, or for the other's last move; so
//! wherever a thread searches and another has nothing to do, it hands out the rest of the node it is at, as in Hyatt's dynamic
//! tree splitting ("The dynamic tree-splitting parallel search algorithm", ICCA Journal 20(1), 1997). Idle threads steal what
//! is handed out through rayon; a split node that has been refuted calls all its threads back.
//!
//! How much this gains is measured by `benches/scaling.py`. More threads than two have more to wait for: nodes whose eldest
//! brother fails low are the places to share, and there are ever fewer that are large enough.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::node::{Found, Node, Window};
use super::worker::Worker;
use crate::rules::{GameMove, Position};

/// A node that several threads search together.
pub(super) struct Split<'a> {
    /// The split node above.
    parent: Option<&'a Split<'a>>,
    /// Moves searched before the node was split.
    before: usize,
    /// The next move to search, as an index.
    next: AtomicUsize,
    /// The best value so far: every thread begins a move with the newest.
    alpha: AtomicI32,
    beta: i32,
    /// Whether a move has refuted the node, so that the others need not be searched.
    cut: AtomicBool,
    best: Mutex<Best>,
}

struct Best {
    found: Found,
    /// The best line, if a move has improved on the eldest brother.
    line: Option<Vec<u32>>,
}

impl Split<'_> {
    /// Whether this node or a split node above it needs no more searching.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.is_some_and(Split::is_cut)
    }

    /// Takes a move's value, and its line, given by `line`, if it is the new best.
    fn offer(&self, value: i32, mv: u32, line: impl FnOnce() -> Vec<u32>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.found.value = best.found.value.max(value);
        if value > self.alpha.load(Ordering::Relaxed) {
            self.alpha.store(value, Ordering::Relaxed);
            best.found.mv = mv;
            best.line = Some(line());
            if value >= self.beta {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

impl<P: Position> Worker<'_, P> {
    /// The best of a node's moves: `best` of the `before` first, and `rest`, searched together with all threads that have
    /// nothing better to do. Must run inside the thread pool.
    pub(super) fn share<const PV: bool>(
        &mut self,
        node: &Node<P>,
        rest: &[P::Move],
        before: usize,
        best: Found,
        window: Window,
    ) -> Found {
        let split = Split {
            parent: self.split,
            before,
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(window.alpha),
            beta: window.beta,
            cut: AtomicBool::new(false),
            best: Mutex::new(Best { found: best, line: None }),
        };
        let (path, trail) = (self.own.path.clone(), self.own.trace.trail());
        let team = self.team;
        rayon::scope(|scope| {
            for _ in 1..team.threads.min(rest.len()) {
                scope.spawn(|_| {
                    if split.next.load(Ordering::Relaxed) >= rest.len() || split.is_cut() {
                        return;
                    }
                    let mut own = team.enlist(&path);
                    own.trace.set_trail(&trail);
                    Worker { team, split: Some(&split), own: &mut own }.help::<PV>(node, rest);
                    team.dismiss(own);
                });
            }
            Worker { team, split: Some(&split), own: &mut *self.own }.help::<PV>(node, rest);
            // Now the thread waits, or does what it finds.
            team.rest();
        });
        team.resume();
        self.own.aborted = team.is_halted() || self.split.is_some_and(Split::is_cut);
        let best = split.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = best.line {
            self.own.lines.set(node.ply, &line);
        }
        best.found
    }

    /// Searches moves of the split node until there are none left.
    fn help<const PV: bool>(&mut self, node: &Node<P>, rest: &[P::Move]) {
        let Some(split) = self.split else {
            return;
        };
        while !self.must_stop() {
            let nth = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = rest.get(nth) else {
                break;
            };
            let window = Window { alpha: split.alpha.load(Ordering::Relaxed), beta: split.beta };
            let value = self.search_move::<PV>(node, mv, (split.before + nth, window.alpha), window);
            if let Some(value) = value.filter(|_| !self.own.aborted) {
                let lines = &mut self.own.lines;
                split.offer(value, mv.to_bits(), || {
                    if PV {
                        lines.extend(node.ply, mv.to_bits());
                    }
                    lines.get(node.ply).to_vec()
                });
            }
        }
        self.flush();
    }
}

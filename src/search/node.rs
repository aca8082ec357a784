//! An inner node: principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game trees",
//! ACM Computing Surveys 14(4), 1982), fail-soft, with the usual selectivity.

use super::heuristics;
use super::order::Gain;
use super::params;
use super::score::{self, Bound, INFINITE, MAX_PLY, lost_in, won_in};
use super::table::Entry;
use super::worker::{Frame, Worker};
use crate::game::has_legal_move;
use crate::rules::{GameMove, Position};

/// The values between which the truth is still of interest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// The window in which the only question is whether the value is above `alpha`.
    #[inline]
    pub(super) const fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The same window as the other side sees it.
    #[inline]
    #[must_use]
    pub(super) const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What the search of a move needs to know of the node.
#[derive(Clone, Copy)]
pub(super) struct Node<'n, P> {
    pub frame: &'n Frame<P>,
    pub depth: i32,
    pub ply: usize,
    /// The static value; of no use in danger.
    pub eval: i32,
    /// Whether some move is expected to refute the node.
    pub cut: bool,
}

/// What a node is told about the line that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Whether a null move may be tried: not after another one.
    pub may_pass: bool,
    /// Whether some move is expected to refute the node ("cut node"; Knuth and Moore, "An analysis of alpha-beta pruning",
    /// Artificial Intelligence 6, 1975, call it type 2): where all moves of the parent are expected to fail.
    pub cut: bool,
}

/// The best of a node's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub value: i32,
    /// The move's bits; 0 if no move beats alpha.
    pub mv: u32,
}

impl<P: Position> Worker<'_, P> {
    /// The value of the position in `frame`, which the path has just entered, `depth` plies deep and then quiescence.
    ///
    /// `PV` nodes are those that may be part of the principal variation: their window is open. `line` says what came before.
    pub(super) fn node<const PV: bool>(
        &mut self,
        frame: &Frame<P>,
        depth: i32,
        ply: usize,
        window: Window,
        line: Line,
    ) -> i32 {
        self.own.lines.clear(ply);
        if self.must_stop() {
            return 0;
        }
        if let Some(value) = self.ended(frame, ply) {
            return value;
        }
        let extend = self.team.params.extend_danger && frame.danger && depth >= 0;
        let depth = depth + i32::from(extend);
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiesce::<PV>(frame, ply, 0, window);
        }
        // Mate distance pruning: no line from here can be better than a win now or worse than a loss now.
        let alpha = window.alpha.max(lost_in(ply));
        let beta = window.beta.min(won_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        self.inner::<PV>(frame, depth, ply, Window { alpha, beta }, line)
    }

    /// The value of a position in which the game has ended.
    #[inline]
    pub(super) fn ended(&self, frame: &Frame<P>, ply: usize) -> Option<i32> {
        let position = &frame.position;
        if let Some(outcome) = position.decided() {
            return Some(score::of_outcome(outcome, position.turn(), ply));
        }
        if let Some(outcome) = self.own.path.repetition::<P>(position.clock()) {
            return Some(score::of_repetition(outcome, position.turn(), ply));
        }
        if P::SPEC.ply_limit.is_some_and(|limit| position.clock() >= limit) {
            // A mate on the last ply is a mate.
            let stuck = !has_legal_move(position);
            return Some(if stuck { score::of_outcome(position.stuck(), position.turn(), ply) } else { 0 });
        }
        position.dead().map(|_| 0)
    }

    /// A node that is neither the end of the game nor a leaf.
    fn inner<const PV: bool>(
        &mut self,
        frame: &Frame<P>,
        mut depth: i32,
        ply: usize,
        window: Window,
        line: Line,
    ) -> i32 {
        let key = frame.position.key();
        let known = self.team.table.probe(key, ply);
        if !PV && let Some(value) = known.and_then(|entry| self.table_cutoff(frame, &entry, depth, window)) {
            return value;
        }
        let eval = if frame.danger { -INFINITE } else { self.evaluate(frame) };
        if !PV && !frame.danger {
            let settled = self.prune(&Node { frame, depth, ply, eval, cut: line.cut }, window.beta, line.may_pass);
            if let Some(value) = settled.or(self.own.aborted.then_some(0)) {
                return value;
            }
        }
        let known = known.map_or(0, |entry| entry.mv);
        // Without a move to begin with, a shallower search finds one for the next time.
        if self.team.params.reductions && known == 0 && depth >= params::BLIND_DEPTH {
            depth -= 1;
        }
        let node = Node { frame, depth, ply, eval, cut: line.cut };
        let Some(found) = self.search_moves::<PV>(&node, known, window) else {
            return score::of_outcome(frame.position.stuck(), frame.position.turn(), ply);
        };
        if !self.own.aborted {
            self.remember(&node, found, window);
        }
        found.value
    }

    /// The value that the table has for this node, if it settles it.
    #[inline]
    pub(super) fn table_cutoff(&self, frame: &Frame<P>, entry: &Entry, depth: i32, window: Window) -> Option<i32> {
        if !self.team.params.table_cutoffs || entry.depth < depth {
            return None;
        }
        // The table does not know the ply counter: close to its end, search.
        if nears_ply_limit(frame, entry.depth.max(10)) {
            return None;
        }
        let settles = match entry.bound? {
            Bound::Exact => true,
            Bound::Lower => entry.value >= window.beta,
            Bound::Upper => entry.value <= window.alpha,
        };
        settles.then_some(entry.value)
    }

    /// Tries to settle the node without searching its moves: that it fails high, or, near the leaves, that it fails low.
    fn prune(&mut self, node: &Node<P>, beta: i32, may_pass: bool) -> Option<i32> {
        if score::is_decided(beta) {
            return None;
        }
        let (deepest, margin) = params::REVERSE_FUTILITY;
        if self.team.params.futility && node.depth <= deepest && node.eval - margin * node.depth >= beta {
            return Some(node.eval);
        }
        if let Some(value) = self.razor(node, beta) {
            return Some(value);
        }
        let null_move = self.team.params.null_move && may_pass && node.depth >= 3 && node.eval >= beta;
        if null_move && has_spare_pieces(&node.frame.position) { self.null_move(node, beta) } else { None }
    }

    /// Razoring (Birmingham and Kent, "Tree-searching and tree-pruning techniques", Advances in Computer Chess 1, 1977): near
    /// the leaves, a node so bad that not even its captures help fails low.
    fn razor(&mut self, node: &Node<P>, beta: i32) -> Option<i32> {
        let (deepest, margin) = params::RAZORING;
        if !self.team.params.futility || node.depth > deepest || node.eval + margin * node.depth >= beta {
            return None;
        }
        let value = self.quiesce::<false>(node.frame, node.ply, 0, Window::null(beta - 1));
        (value < beta && !self.own.aborted).then_some(value)
    }

    /// Null-move pruning (Donninger, "Null move and deep search", ICCA Journal 16(3), 1993): if even passing fails high,
    /// so will some move.
    fn null_move(&mut self, node: &Node<P>, beta: i32) -> Option<i32> {
        let depth = node.depth - 1 - params::NULL_REDUCTION - node.depth / 4;
        let child = node.frame.passed();
        self.own.trace.follow(node.ply, None);
        let barrier = self.own.path.push_null(child.step());
        let line = Line { may_pass: false, cut: false };
        let value = -self.node::<false>(&child, depth, node.ply + 1, Window::null(-beta), line);
        self.own.path.pop_null(barrier);
        if self.own.aborted || value < beta {
            return None;
        }
        // A mate after a pass proves nothing about its distance.
        Some(if score::is_decided(value) { beta } else { value })
    }

    /// Generates, orders and searches the moves of a node; `None` if there are none.
    fn search_moves<const PV: bool>(&mut self, node: &Node<P>, known: u32, window: Window) -> Option<Found> {
        let mut list = std::mem::take(&mut self.own.lists[node.ply]);
        list.clear();
        node.frame.position.generate(&mut list);
        let found = (!list.is_empty()).then(|| {
            list.begin_with(known);
            let found = self.best_of::<PV>(node, &mut list, window);
            if found.value >= window.beta && !self.own.aborted {
                self.reward(node, P::Move::from_bits(found.mv), list.taken());
            }
            found
        });
        self.own.lists[node.ply] = list;
        found
    }

    /// Stores what has been found in the table.
    fn remember(&self, node: &Node<P>, found: Found, window: Window) {
        let bound = if score::is_rule_win(found.value) || nears_ply_limit(node.frame, node.depth) {
            // True on this path or at this count only: good for ordering, not for cutting.
            None
        } else if found.value >= window.beta {
            Some(Bound::Lower)
        } else if found.value > window.alpha {
            Some(Bound::Exact)
        } else {
            Some(Bound::Upper)
        };
        let entry = Entry { mv: found.mv, value: found.value, depth: node.depth, bound };
        self.team.table.store(node.frame.position.key(), node.ply, entry);
    }

    /// Learns from a refutation: the move is good, the quiet moves tried before it are not.
    fn reward(&mut self, node: &Node<P>, best: P::Move, tried: impl Iterator<Item = P::Move>) {
        let facts = best.facts();
        if Gain::<P>::is_tactical(&facts) {
            return;
        }
        let (mover, bonus) = (node.frame.position.turn(), heuristics::bonus(node.depth));
        self.own.trace.reward_killer(node.ply, best.to_bits());
        let history = self.team.history.rows(mover, &self.own.trace, node.ply);
        history.adjust(&facts, bonus);
        for mv in tried.filter(|&mv| mv != best) {
            let facts = mv.facts();
            if !Gain::<P>::is_tactical(&facts) {
                history.adjust(&facts, -bonus);
            }
        }
    }
}

/// Whether a search of so many plies may run into the game's ply limit.
fn nears_ply_limit<P: Position>(frame: &Frame<P>, depth: i32) -> bool {
    P::SPEC.ply_limit.is_some_and(|limit| frame.position.clock().saturating_add(depth.unsigned_abs()) >= limit)
}

/// Whether the side to move has something to move or drop besides king and pawns, so that it need not fear to move.
fn has_spare_pieces<P: Position>(position: &P) -> bool {
    /// What no pawn is worth, in centipawns.
    const PIECE: i32 = 121;
    let us = position.turn();
    P::SPEC.kinds().any(|kind| {
        position.held(us, kind) > 0 || P::EVAL.board[kind.index()] >= PIECE && position.pieces(us, kind).any()
    })
}

//! The moves of a node, one after another: full window for the first, null window for the rest, less depth for late
//! ones.

use std::collections::VecDeque;
use std::marker::PhantomData;

use super::marks::Mark;
use super::node::{Found, Line, Node, Window};
use super::order::{Gain, MoveList, Order};
use super::params;
use super::score::{self, INFINITE};
use super::worker::{Frame, Worker};
use crate::rules::{GameMove, Position};

impl<'a, P: Position> Worker<'a, P> {
    /// The best of the moves in `list`, which is ranked and not empty.
    ///
    /// If the thread is told to stop on the way, the result is that of the moves searched until then.
    pub(super) fn best_of<const PV: bool>(
        &mut self,
        node: &Node<P>,
        list: &mut MoveList<P::Move>,
        mut window: Window,
    ) -> Found {
        let mut best = Found { value: -INFINITE, mv: 0 };
        let mut put_off = VecDeque::new();
        loop {
            let (number, mv) = match list.next(&self.order(node.frame, node.ply)) {
                Some((number, mv)) if number > 0 && self.is_elsewhere(node, mv) => {
                    put_off.push_back((number, mv));
                    continue;
                }
                Some(next) => next,
                None => match put_off.pop_front() {
                    Some(next) => next,
                    None => break,
                },
            };
            if !PV
                && number > 0
                && let Some(found) = self.refuted_elsewhere(node, window)
            {
                return found;
            }
            let Some(value) = self.search_move::<PV>(node, mv, (number, best.value), window) else {
                continue;
            };
            if self.own.aborted {
                break;
            }
            if value > best.value {
                best.value = value;
            }
            if value > window.alpha {
                window.alpha = value;
                best.mv = mv.to_bits();
                if PV {
                    self.own.lines.extend(node.ply, best.mv);
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Whether another thread searches a move of this node, which should then be put off.
    #[inline]
    fn is_elsewhere(&self, node: &Node<P>, mv: P::Move) -> bool {
        node.depth >= params::MARK_DEPTH
            && self.team.marks.as_ref().is_some_and(|marks| marks.has(node.frame.position.key(), mv))
    }

    /// The move with which another thread has refuted this node since this one came to it.
    #[inline]
    fn refuted_elsewhere(&self, node: &Node<P>, window: Window) -> Option<Found> {
        if self.team.marks.is_none() || node.depth < params::RECHECK_DEPTH {
            return None;
        }
        let entry = self.team.table.probe(node.frame.position.key(), node.ply).filter(|entry| entry.mv != 0)?;
        let value = self.table_cutoff(node.frame, &entry, node.depth, window)?;
        (value >= window.beta).then_some(Found { value, mv: entry.mv })
    }

    /// The order of the moves of a node.
    #[inline]
    pub(super) fn order(&self, frame: &Frame<P>, ply: usize) -> Order<'_, P> {
        let mover = frame.position.turn();
        Order { history: self.team.history, trace: &self.own.trace, mover, ply, game: PhantomData }
    }

    /// The value of the `nth` move of a node, or `None` if the move is not worth a search. `best` is the best value so far:
    /// as long as that is a lost game, every move may be the rescue.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        (nth, best): (usize, i32),
        window: Window,
    ) -> Option<i32> {
        let facts = mv.facts();
        let quiet = !Gain::<P>::is_tactical(&facts);
        let may_prune = self.team.params.futility
            && !PV
            && quiet
            && !node.frame.danger
            && !score::is_decided(best)
            && !score::is_decided(window.alpha);
        if may_prune && self.is_too_late(node.depth, nth) {
            return None;
        }
        let child = node.frame.after(mv, |key| self.team.table.prefetch(key));
        if may_prune && !child.danger && is_hopeless(node, window.alpha) {
            return None;
        }
        self.count_node();
        self.own.trace.follow(node.ply, Some(&facts));
        self.enter(&child);
        let reduction = if quiet { self.reduction::<PV>(node, &child, mv, nth) } else { 0 };
        let value = self.search_child::<PV>(node, &child, (nth, mv), reduction, window);
        self.leave();
        Some(value)
    }

    /// Tells the other threads that this one searches a move.
    #[inline]
    fn mark(&self, node: &Node<P>, mv: P::Move) -> Option<Mark<'a>> {
        let marks = self.team.marks.as_ref().filter(|_| node.depth >= params::MARK_DEPTH)?;
        Some(marks.set(node.frame.position.key(), mv))
    }

    /// Whether so many moves have been tried in vain that quiet ones are no longer worth a try.
    #[inline]
    fn is_too_late(&self, depth: i32, nth: usize) -> bool {
        depth <= params::LATE_MOVE_DEPTH && nth >= self.team.params.late_moves * (depth * depth + 1) as usize / 2 + 2
    }

    /// Plies by which a late quiet move is searched less deeply.
    #[inline]
    fn reduction<const PV: bool>(&self, node: &Node<P>, child: &Frame<P>, mv: P::Move, nth: usize) -> i32 {
        if !self.team.params.reductions || node.depth < 3 || nth < 2 || node.frame.danger || child.danger {
            return 0;
        }
        let mover = node.frame.position.turn();
        let liked = self.team.history.rows(mover, &self.own.trace, node.ply).score(&mv.facts()) / 4096;
        let reduction = self.team.params.reduction(node.depth, nth) - i32::from(PV) - liked + i32::from(node.cut);
        reduction.clamp(0, node.depth - 2)
    }

    /// Principal variation search: the first move with the whole window, the others only to show that they are not
    /// better, and again if they are.
    #[inline]
    fn search_child<const PV: bool>(
        &mut self,
        node: &Node<P>,
        child: &Frame<P>,
        (nth, mv): (usize, P::Move),
        reduction: i32,
        window: Window,
    ) -> i32 {
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let line = |cut| Line { may_pass: true, cut };
        if nth == 0 {
            return -self.node::<PV>(child, depth, ply, window.turned(), line(!PV && !node.cut));
        }
        let null = Window::null(window.alpha).turned();
        let mark = self.mark(node, mv);
        let mut value = -self.node::<false>(child, depth - reduction, ply, null, line(true));
        if value > window.alpha && reduction > 0 {
            value = -self.node::<false>(child, depth, ply, null, line(!node.cut));
        }
        // What may be the new best move, all threads search together.
        drop(mark);
        if PV && value > window.alpha && value < window.beta && !self.own.aborted {
            value = -self.node::<true>(child, depth, ply, window.turned(), line(false));
        }
        value
    }
}

/// Whether a quiet move near the leaves cannot bring the value up to `alpha`.
#[inline]
fn is_hopeless<P>(node: &Node<P>, alpha: i32) -> bool {
    let (deepest, margin, per_ply) = params::FUTILITY;
    node.depth <= deepest && node.eval + margin + per_ply * node.depth <= alpha
}

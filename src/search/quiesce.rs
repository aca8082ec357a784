//! Quiescence: at the leaves, captures and promotions are played out before the position is judged.

use super::exchange;
use super::node::Window;
use super::params;
use super::score::{self, INFINITE, MAX_PLY};
use super::worker::{Frame, Worker};
use crate::eval::Evaluator;
use crate::rules::{GameMove, Position};

impl<P: Position> Worker<'_, P> {
    /// The value of a position after all captures worth while; `deep` plies of quiescence lie behind.
    ///
    /// The side to move may refuse to capture and "stand pat", unless its king is in danger: then, in the first plies,
    /// all its moves are looked at, so that a mate at the leaves is seen (and, in Mini Forest, so that nobody stands
    /// still while the king is about to be taken).
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        frame: &Frame<P>,
        ply: usize,
        deep: usize,
        mut window: Window,
    ) -> i32 {
        if self.must_stop() {
            return 0;
        }
        self.own.seldepth = self.own.seldepth.max(ply);
        let position = &frame.position;
        if let Some(outcome) = position.decided() {
            return score::of_outcome(outcome, position.turn(), ply);
        }
        if position.dead().is_some() {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(frame);
        }
        let evade = frame.danger && deep < params::EVASION_PLIES;
        let mut best = if evade { -INFINITE } else { self.evaluate(frame) };
        if best >= window.beta {
            return best;
        }
        let hopeless =
            if self.team.params.futility && !evade { window.alpha - params::DELTA_MARGIN } else { -INFINITE };
        window.alpha = window.alpha.max(best);
        let spares_losses = P::EVAL.exchanges && self.team.params.futility && !evade;

        let mut list = std::mem::take(&mut self.own.lists[ply]);
        list.clear();
        if evade {
            position.generate(&mut list);
            if list.is_empty() {
                best = score::of_outcome(position.stuck(), position.turn(), ply);
            }
        } else {
            position.generate_tactical(&mut list);
            list.rank_tactical::<P>();
        }
        while let Some((_, mv)) = list.next(&self.order(frame, ply)) {
            if spares_losses && exchange::loses(position, &mv.facts()) {
                continue;
            }
            let child = frame.after(mv, |_| ());
            // Delta pruning: what the capture has won does not bring the value anywhere near.
            if is_poor(&child, hopeless) {
                continue;
            }
            self.count_node();
            self.own.trace.follow(ply, Some(&mv.facts()));
            self.own.lines.clear(ply + 1);
            let value = -self.quiesce::<PV>(&child, ply + 1, deep + 1, window.turned());
            if self.own.aborted {
                break;
            }
            best = best.max(value);
            if value > window.alpha {
                window.alpha = value;
                if PV {
                    self.own.lines.extend(ply, mv.to_bits());
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        self.own.lists[ply] = list;
        best
    }
}

/// Whether the side that has just moved is still below `hopeless`, the game going on.
#[inline]
fn is_poor<P: Position>(child: &Frame<P>, hopeless: i32) -> bool {
    hopeless > -INFINITE
        && -child.evaluation.estimate(&child.position) <= hopeless
        && child.position.decided().is_none()
}

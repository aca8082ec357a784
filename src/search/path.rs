//! The way from the start of the game to the node being searched: where repetitions are seen.

use crate::game::{Step, judge_repetition};
use crate::rules::{Outcome, Position};

/// Entries of the counting table; a power of two.
const SLOTS: usize = 4096;
/// No position comes back sooner than after this many plies: each side must go and return.
const SHORTEST_CYCLE: usize = 4;

/// The positions of the game and of the line being searched.
#[derive(Clone, Debug)]
pub(super) struct Path {
    trail: Vec<Step>,
    /// How many positions of the trail fall on each slot: where it is one, nothing need be searched for.
    seen: Box<[u16; SLOTS]>,
    /// The index of the root of the search in the trail.
    root: usize,
    /// The first position after the last null move: a line does not go back beyond it.
    barrier: usize,
}

#[inline]
const fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

impl Path {
    /// The path of a game whose last position is the root.
    pub(super) fn new(game: &[Step]) -> Self {
        let mut path = Self {
            trail: Vec::with_capacity(game.len() + super::MAX_PLY),
            seen: Box::new([0; SLOTS]),
            root: game.len().saturating_sub(1),
            barrier: 0,
        };
        for &step in game {
            path.push(step);
        }
        path
    }

    /// Goes on to a position.
    #[inline]
    pub(super) fn push(&mut self, step: Step) {
        let count = &mut self.seen[slot(step.key)];
        *count = count.wrapping_add(1);
        self.trail.push(step);
    }

    /// Goes back from the last position.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(step) = self.trail.pop() {
            let count = &mut self.seen[slot(step.key)];
            *count = count.wrapping_sub(1);
        }
    }

    /// Goes on to a position by a null move; gives what [`pop_null`](Self::pop_null) needs.
    pub(super) fn push_null(&mut self, step: Step) -> usize {
        self.push(step);
        std::mem::replace(&mut self.barrier, self.trail.len() - 1)
    }

    /// Goes back before a null move.
    pub(super) fn pop_null(&mut self, barrier: usize) {
        self.barrier = barrier;
        self.pop();
    }

    /// What repetition makes of the last position, after `clock` plies without an irreversible move.
    ///
    /// The occurrence that ends the game is judged as the game will judge it. A position that has occurred within the
    /// search is judged as if it already ended the game: whoever could gain by going round again could have done so the
    /// first time.
    #[inline]
    pub(super) fn repetition<P: Position>(&self, clock: u32) -> Option<Outcome> {
        let last = self.trail.last()?;
        if self.seen[slot(last.key)] < 2 { None } else { self.search::<P>(clock) }
    }

    fn search<P: Position>(&self, clock: u32) -> Option<Outcome> {
        let now = self.trail.len() - 1;
        let earliest = if P::SPEC.captures_reversible { 0 } else { now.saturating_sub(clock as usize) };
        let earliest = earliest.max(self.barrier);
        let key = self.trail[now].key;
        let mut within = None;
        let mut left = P::SPEC.repetition.occurrences.saturating_sub(1);
        let mut at = now;
        while at >= earliest + if at == now { SHORTEST_CYCLE } else { 2 } {
            at -= if at == now { SHORTEST_CYCLE } else { 2 };
            if self.trail[at].key != key {
                continue;
            }
            left -= 1;
            if left == 0 {
                return Some(judge_repetition::<P>(&self.trail[at..]));
            }
            if at >= self.root && within.is_none() {
                within = Some(at);
            }
        }
        within.map(|at| judge_repetition::<P>(&self.trail[at..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rules::Reason;
    use crate::variants::MicroShogi;

    fn step(key: u64, check: bool, white: bool) -> Step {
        Step { key, check, white }
    }

    /// A cycle of four positions, White moving to the second; `check` on White's moves.
    fn circle(check: bool) -> [Step; 4] {
        [step(1, false, true), step(2, check, false), step(3, false, true), step(4, check, false)]
    }

    #[test]
    fn a_second_occurrence_counts_only_within_the_search() {
        let mut path = Path::new(&circle(false));
        path.push(step(1, false, true));
        assert_eq!(path.repetition::<MicroShogi>(0), None, "the first occurrence was before the root");
        let [_, rest @ ..] = circle(false);
        for step in rest {
            path.push(step);
        }
        assert_eq!(path.repetition::<MicroShogi>(0), Some(Outcome::draw(Reason::FourfoldRepetition)));
        path.pop();
        path.pop();
        assert_eq!(path.repetition::<MicroShogi>(0), None);
    }

    #[test]
    fn a_fourth_occurrence_ends_the_game() {
        let game: Vec<Step> = [circle(true); 3].concat();
        let mut path = Path::new(&game);
        path.push(step(1, false, true));
        assert_eq!(path.repetition::<MicroShogi>(0), Some(Outcome::win(Color::Black, Reason::PerpetualCheck)));
        let mut game = game;
        game[1].check = false;
        let mut path = Path::new(&game);
        path.push(step(1, false, true));
        assert_eq!(path.repetition::<MicroShogi>(0), Some(Outcome::draw(Reason::FourfoldRepetition)));
    }

    #[test]
    fn no_repetition_across_a_null_move() {
        let mut path = Path::new(&[step(1, false, true)]);
        let barrier = path.push_null(step(9, false, false));
        path.push(step(3, false, true));
        path.push(step(4, false, false));
        path.push(step(1, false, true));
        assert_eq!(path.repetition::<MicroShogi>(0), None);
        for _ in 0..3 {
            path.pop();
        }
        path.pop_null(barrier);
        for step in circle(false).into_iter().skip(1).chain([step(1, false, true)]) {
            path.push(step);
        }
        assert!(path.repetition::<MicroShogi>(0).is_some());
    }
}

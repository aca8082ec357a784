//! What a search has learnt about moves in general: killers, history and continuation history.

use std::sync::atomic::{AtomicI16, Ordering};

use super::score::MAX_PLY;
use crate::board::Color;
use crate::rules::MoveFacts;

/// The largest absolute value of one history score.
pub(super) const HISTORY_MAX: i32 = 8_192;
/// Targets x kinds: the moves that history tells apart.
const MOVES: usize = 64 * 16;
/// What stands in the trail where there is no move: before the root, and for a null move.
const NO_MOVE: usize = MOVES;
/// How many plies back continuation history looks: at the move answered, and at the own move before it.
const BACK: usize = 2;

/// The moves of the line that leads to a node, as far as continuation history knows them; the move made at `ply` stands
/// at `ply + BACK`.
pub(super) type Trail = [u16; MAX_PLY + BACK];

/// A score for each move.
type Row = [AtomicI16; MOVES];

/// Statistics about quiet moves that all threads share: what one has learnt, the others use. If two write at once, one
/// lesson is lost, which does no harm.
#[derive(Debug)]
pub(super) struct History {
    /// How often a move of a kind of piece to a square has been good of late ("history heuristic", Schaeffer 1989): a row by
    /// colour, for moves on the board and for drops.
    moves: Box<[[Row; 2]]>,
    /// How good a move has been one and two plies after another one ("countermove and follow-up history"; the idea is the
    /// countermove heuristic of Uiterwijk, ICCA Journal 15(1), 1992): a row by the earlier move.
    continuations: [Box<[Row]>; BACK],
}

impl Default for History {
    fn default() -> Self {
        // Memory that the system gives as zeros: short searches touch little of it.
        let continuations = || bytemuck::zeroed_slice_box(MOVES + 1);
        Self { moves: bytemuck::zeroed_slice_box(2), continuations: [continuations(), continuations()] }
    }
}

/// The part of the history that matters in one node.
#[derive(Clone, Copy)]
pub(super) struct Rows<'h> {
    /// Moves on the board, and drops.
    moves: &'h [Row; 2],
    /// Moves after the last two.
    continuations: [&'h Row; BACK],
}

impl Rows<'_> {
    /// What is known of a quiet move: its history, and how good it has been after the last two moves.
    #[inline]
    pub(super) fn score(&self, facts: &MoveFacts) -> i32 {
        self.scores(facts).map(|score| i32::from(score.load(Ordering::Relaxed))).iter().sum()
    }

    /// A quiet move has been good, or bad, if `bonus` is negative.
    #[inline]
    pub(super) fn adjust(&self, facts: &MoveFacts, bonus: i32) {
        for score in self.scores(facts) {
            approach(score, bonus);
        }
    }

    #[inline]
    fn scores(&self, facts: &MoveFacts) -> [&AtomicI16; 1 + BACK] {
        let (dropped, name) = (facts.from.is_none(), name(facts));
        let [answer, follow_up] = self.continuations;
        [&self.moves[usize::from(dropped)][name], &answer[name], &follow_up[name]]
    }
}

/// What a thread knows of its own line.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    trail: Trail,
    /// The last two quiet moves that refuted something at each ply ("killers", Akl and Newborn 1977).
    killers: Box<[[u32; 2]; MAX_PLY]>,
}

impl Default for Trace {
    fn default() -> Self {
        Self { trail: [NO_MOVE as u16; MAX_PLY + BACK], killers: Box::new([[0; 2]; MAX_PLY]) }
    }
}

/// A move as history knows it.
#[inline]
const fn name(facts: &MoveFacts) -> usize {
    facts.to.index() * 16 + facts.after.index()
}

impl History {
    /// Begins the search of the next move of a game: what was learnt for the last one still holds, but counts less.
    /// Continuation history stays as it is: to go through all of it would take longer than a short search.
    pub(super) fn grow_older(&mut self) {
        for score in self.moves.as_flattened_mut().as_flattened_mut() {
            *score.get_mut() /= 2;
        }
    }

    /// What is known of the moves of `mover` at `ply` after the moves of `trace`.
    #[inline]
    pub(super) fn rows(&self, mover: Color, trace: &Trace, ply: usize) -> Rows<'_> {
        let before = |back: usize| usize::from(trace.trail[ply + BACK - 1 - back]);
        Rows {
            moves: &self.moves[mover.index()],
            continuations: std::array::from_fn(|back| &self.continuations[back][before(back)]),
        }
    }
}

impl Trace {
    /// The line goes on with a move at `ply`, or with a null move.
    #[inline]
    pub(super) fn follow(&mut self, ply: usize, facts: Option<&MoveFacts>) {
        self.trail[ply + BACK] = facts.map_or(NO_MOVE, name) as u16;
    }

    /// The killers at `ply`, the latest first; 0 for none.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// A quiet move has refuted its node at `ply`.
    pub(super) fn reward_killer(&mut self, ply: usize, mv: u32) {
        let [first, second] = &mut self.killers[ply];
        if *first != mv {
            *second = std::mem::replace(first, mv);
        }
    }
}

/// Moves a score towards `HISTORY_MAX` (or away, if `bonus` is negative), the slower the nearer it is.
#[inline]
fn approach(score: &AtomicI16, bonus: i32) {
    let old = i32::from(score.load(Ordering::Relaxed));
    score.store((old + bonus - old * bonus.abs() / HISTORY_MAX) as i16, Ordering::Relaxed);
}

/// What a refutation at `depth` is worth in history.
#[inline]
pub(super) const fn bonus(depth: i32) -> i32 {
    let bonus = 32 * depth * depth;
    if bonus > 1_600 { 1_600 } else { bonus }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Kind, Square};
    use crate::rules::{GameMove, PieceMove};

    #[test]
    fn history_stays_in_bounds_and_apart() {
        let (history, trace) = (History::default(), Trace::default());
        let there = PieceMove::quiet(Kind(3), Square::new(0, 0), Square::new(1, 1)).facts();
        let dropped = PieceMove::drop(Kind(3), Square::new(1, 1)).facts();
        let rows = [Color::White, Color::Black].map(|color| history.rows(color, &trace, color.index()));
        for _ in 0..1_000 {
            rows[0].adjust(&there, bonus(100));
            rows[1].adjust(&there, -bonus(100));
        }
        let alone = |color: usize, facts| i32::from(rows[color].scores(facts)[0].load(Ordering::Relaxed));
        assert!(alone(0, &there) > HISTORY_MAX / 2 && alone(0, &there) <= HISTORY_MAX);
        assert!(alone(1, &there) >= -HISTORY_MAX);
        assert_eq!(alone(0, &dropped), 0);
    }

    #[test]
    fn what_is_good_after_one_move_need_not_be_after_another() {
        let (history, mut trace) = (History::default(), Trace::default());
        let moved = |kind, file| PieceMove::quiet(Kind(kind), Square::new(0, 0), Square::new(file, 1)).facts();
        let (mine, theirs, answer) = (moved(3, 1), moved(4, 2), moved(5, 3));
        trace.follow(0, Some(&mine));
        trace.follow(1, Some(&theirs));
        history.rows(Color::White, &trace, 2).adjust(&answer, 100);
        let known = [(None, None), (Some(&mine), None), (None, Some(&theirs)), (Some(&mine), Some(&theirs))].map(
            |(first, second)| {
                trace.follow(0, first);
                trace.follow(1, second);
                history.rows(Color::White, &trace, 2).score(&answer)
            },
        );
        assert_eq!(known, [100, 200, 200, 300]);
    }

    #[test]
    fn killers_are_the_last_two_different_moves() {
        let mut trace = Trace::default();
        for mv in [1, 2, 2, 3] {
            trace.reward_killer(5, mv);
        }
        assert_eq!((trace.killers(5), trace.killers(4)), ([3, 2], [0, 0]));
    }
}

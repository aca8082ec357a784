//! What a search has learnt about moves in general: killers, history and continuation history.

use super::score::MAX_PLY;
use crate::board::Color;
use crate::rules::MoveFacts;

/// The largest absolute value of one history score.
pub(super) const HISTORY_MAX: i32 = 8_192;
/// Colours x (from the board or the hand) x kinds x targets.
const HISTORY_SIZE: usize = 2 * 2 * 16 * 64;

/// Kinds x targets: the moves that continuation history tells apart.
const MOVES: usize = 16 * 64;
/// What stands in the trail where there is no move: before the root, and for a null move.
const NO_MOVE: usize = MOVES;
/// How many plies back continuation history looks: at the move answered, and at the own move before it.
const BACK: usize = 2;

/// The moves of the line that leads to a node, as far as continuation history knows them; the move made at `ply` stands
/// at `ply + BACK`.
pub(super) type Trail = [u16; MAX_PLY + BACK];

/// Statistics about quiet moves, one set a thread.
#[derive(Clone, Debug)]
pub(super) struct Heuristics {
    /// How often a move of a kind of piece to a square has been good of late ("history heuristic", Schaeffer 1989).
    history: Box<[i16; HISTORY_SIZE]>,
    /// How good a move has been one and two plies after another one ("countermove and follow-up history"; the idea is the
    /// countermove heuristic of Uiterwijk, ICCA Journal 15(1), 1992).
    continuations: Box<[i16]>,
    trail: Trail,
    /// The last two quiet moves that refuted something at each ply ("killers", Akl and Newborn 1977).
    killers: Box<[[u32; 2]; MAX_PLY]>,
}

impl Default for Heuristics {
    fn default() -> Self {
        Self {
            history: Box::new([0; HISTORY_SIZE]),
            continuations: vec![0; BACK * (MOVES + 1) * MOVES].into_boxed_slice(),
            trail: [NO_MOVE as u16; MAX_PLY + BACK],
            killers: Box::new([[0; 2]; MAX_PLY]),
        }
    }
}

#[inline]
const fn slot(color: Color, facts: &MoveFacts) -> usize {
    let dropped = facts.from.is_none() as usize;
    ((color.index() * 2 + dropped) * 16 + facts.after.index()) * 64 + facts.to.index()
}

/// A move as continuation history knows it.
#[inline]
const fn name(facts: &MoveFacts) -> usize {
    facts.after.index() * 64 + facts.to.index()
}

impl Heuristics {
    /// Begins the search of the next move of a game: what was learnt for the last one still holds, but history counts less,
    /// and plies and lines begin anew. Continuation history stays as it is: to go through all of it would take longer than a
    /// short search.
    pub(super) fn grow_older(&mut self) {
        for score in self.history.iter_mut() {
            *score /= 2;
        }
        self.trail = [NO_MOVE as u16; MAX_PLY + BACK];
        self.killers.fill([0; 2]);
    }

    /// What is known of a quiet move at `ply`: its history, and how good it has been after the last two moves.
    #[inline]
    pub(super) fn history(&self, color: Color, ply: usize, facts: &MoveFacts) -> i32 {
        let [answer, follow_up] = self.continuation_slots(ply, facts);
        i32::from(self.history[slot(color, facts)])
            + i32::from(self.continuations[answer])
            + i32::from(self.continuations[follow_up])
    }

    /// The places of a move at `ply` in the continuation history, by the last move and by the one before.
    #[inline]
    fn continuation_slots(&self, ply: usize, facts: &MoveFacts) -> [usize; BACK] {
        std::array::from_fn(|back| {
            let before = usize::from(self.trail[ply + BACK - 1 - back]);
            (back * (MOVES + 1) + before) * MOVES + name(facts)
        })
    }

    /// The line goes on with a move at `ply`, or with a null move.
    #[inline]
    pub(super) fn follow(&mut self, ply: usize, facts: Option<&MoveFacts>) {
        self.trail[ply + BACK] = facts.map_or(NO_MOVE, name) as u16;
    }

    /// The line so far.
    pub(super) fn trail(&self) -> Trail {
        self.trail
    }

    /// Goes to the line of another thread.
    pub(super) fn set_trail(&mut self, trail: &Trail) {
        self.trail = *trail;
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

    /// A quiet move has been good at `ply`, or bad, if `bonus` is negative.
    #[inline]
    pub(super) fn adjust(&mut self, color: Color, ply: usize, facts: &MoveFacts, bonus: i32) {
        for at in self.continuation_slots(ply, facts) {
            approach(&mut self.continuations[at], bonus);
        }
        approach(&mut self.history[slot(color, facts)], bonus);
    }
}

/// Moves a score towards `HISTORY_MAX` (or away, if `bonus` is negative), the slower the nearer it is.
#[inline]
fn approach(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
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
        let mut heuristics = Heuristics::default();
        let there = PieceMove::quiet(Kind(3), Square::new(0, 0), Square::new(1, 1)).facts();
        let dropped = PieceMove::drop(Kind(3), Square::new(1, 1)).facts();
        for _ in 0..1_000 {
            heuristics.adjust(Color::White, 0, &there, bonus(100));
            heuristics.adjust(Color::Black, 1, &there, -bonus(100));
        }
        let alone = |color, facts: &MoveFacts| i32::from(heuristics.history[slot(color, facts)]);
        assert!(alone(Color::White, &there) > HISTORY_MAX / 2 && alone(Color::White, &there) <= HISTORY_MAX);
        assert!(alone(Color::Black, &there) >= -HISTORY_MAX);
        assert_eq!(alone(Color::White, &dropped), 0);
    }

    #[test]
    fn what_is_good_after_one_move_need_not_be_after_another() {
        let mut heuristics = Heuristics::default();
        let moved = |kind, file| PieceMove::quiet(Kind(kind), Square::new(0, 0), Square::new(file, 1)).facts();
        let (mine, theirs, answer) = (moved(3, 1), moved(4, 2), moved(5, 3));
        let scores = |heuristics: &mut Heuristics| {
            [(None, None), (Some(&mine), None), (None, Some(&theirs)), (Some(&mine), Some(&theirs))].map(
                |(first, second)| {
                    heuristics.follow(0, first);
                    heuristics.follow(1, second);
                    heuristics.history(Color::White, 2, &answer)
                },
            )
        };
        heuristics.follow(0, Some(&mine));
        heuristics.follow(1, Some(&theirs));
        heuristics.adjust(Color::White, 2, &answer, 100);
        assert_eq!(scores(&mut heuristics), [100, 200, 200, 300]);
    }

    #[test]
    fn killers_are_the_last_two_different_moves() {
        let mut heuristics = Heuristics::default();
        for mv in [1, 2, 2, 3] {
            heuristics.reward_killer(5, mv);
        }
        assert_eq!((heuristics.killers(5), heuristics.killers(4)), ([3, 2], [0, 0]));
    }
}

//! Openings of random moves: no two alike, none decided, and on request none that a short search finds unbalanced.

use std::collections::HashSet;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Opening, OpeningError, RandomMoves};
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::search::{Brain, Control, Limits, Mute, Score};

/// So many useless attempts in a row mean that all openings of this length have been found.
const ATTEMPTS: u32 = 2_000;
/// Longer openings than this are not looked for when shorter ones have run out.
const MOST_EXTRA_PLIES: u32 = 20;
/// What the short search may look at.
const NODES: u64 = 3_000;

/// Openings of random moves, made when they are asked for.
pub struct RandomBook {
    moves: RandomMoves,
    game: Box<dyn AnyGame>,
    /// The same numbers on every machine and in every version.
    random: ChaCha8Rng,
    brain: Option<Brain>,
    made: Vec<Opening>,
    seen: HashSet<String>,
    /// How much longer openings have become since the short ones ran out.
    extra: u32,
}

impl RandomBook {
    /// Openings from the start position of `game`.
    #[must_use]
    pub fn new(moves: RandomMoves, game: Box<dyn AnyGame>, seed: u64) -> Self {
        let brain = moves.balance.map(|_| Brain::new(1, 1));
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { moves, game, random, brain, made: Vec::new(), seen: HashSet::new(), extra: 0 }
    }

    /// The opening with this number, from 0. They are made in order, so it is the same on every run.
    ///
    /// # Errors
    /// None fits any more.
    pub fn opening(&mut self, number: usize) -> Result<Opening, OpeningError> {
        while self.made.len() <= number {
            let next = self.make()?;
            self.made.push(next);
        }
        Ok(self.made[number].clone())
    }

    fn make(&mut self) -> Result<Opening, OpeningError> {
        while self.extra <= MOST_EXTRA_PLIES {
            if let Some(opening) = (0..ATTEMPTS).find_map(|_| self.attempt()) {
                return Ok(opening);
            }
            self.extra += 1;
        }
        Err(OpeningError::NoneFits { plies: self.moves.plies + MOST_EXTRA_PLIES })
    }

    fn attempt(&mut self) -> Option<Opening> {
        self.game.set_start_position();
        for _ in 0..self.moves.plies + self.extra {
            let legal = self.game.legal_moves(Dialect::Uci);
            let mv = legal.get(self.random.random_range(0..legal.len().max(1)))?;
            self.game.push(mv, Some(Dialect::Uci)).ok()?;
            if self.game.outcome().is_some() {
                return None;
            }
        }
        let fen = self.game.fen();
        let board_and_turn = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        if self.seen.contains(&board_and_turn) || !self.is_balanced() {
            return None;
        }
        self.seen.insert(board_and_turn);
        Some(Opening { start: None, moves: self.game.history(Dialect::Uci) })
    }

    fn is_balanced(&mut self) -> bool {
        let (Some(limit), Some(brain)) = (self.moves.balance, &mut self.brain) else {
            return true;
        };
        brain.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let answer = self.game.search(brain, &limits, &Control::new(Instant::now()), &mut Mute);
        answer.info.is_some_and(|info| matches!(info.score, Score::Cp(score) if score.abs() <= limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;
    use crate::variants::SPECS;

    fn book(variant: &str, plies: u32, balance: Option<i32>, seed: u64) -> RandomBook {
        RandomBook::new(RandomMoves { plies, balance }, new_game(variant).expect("a known variant"), seed)
    }

    #[test]
    fn openings_are_the_same_on_every_run_and_all_different() {
        for spec in SPECS {
            let take = |seed, numbers: &[usize]| -> Vec<Opening> {
                let mut book = book(spec.name, 4, None, seed);
                numbers.iter().map(|&number| book.opening(number).expect("there are many")).collect()
            };
            let made = take(1, &[0, 1, 2, 3, 4, 5]);
            assert!(made.iter().all(|opening| opening.moves.len() == 4), "{}", spec.name);
            assert_eq!(take(1, &[5, 0]), [made[5].clone(), made[0].clone()]);
            assert_ne!(take(2, &[0, 1]), made[..2]);
        }
    }

    #[test]
    fn the_first_micro_opening_is_pinned() {
        let opening = book("micro", 4, None, 7).opening(0).expect("an opening");
        assert_eq!(opening.moves.join(" "), "a1b2 a5b4 b1a2 b4a5");
    }

    #[test]
    fn openings_grow_when_short_ones_run_out() {
        // Micro Shogi has nine first moves.
        let mut book = book("micro", 1, None, 3);
        let mut positions = HashSet::new();
        for number in 0..12 {
            let opening = book.opening(number).expect("an opening");
            assert_eq!(opening.moves.len(), if number < 9 { 1 } else { 2 });
            assert!(positions.insert(opening.moves.clone()));
        }
    }

    #[test]
    fn unbalanced_openings_are_left_out() {
        let mut book = book("chess", 8, Some(30), 5);
        let mut brain = Brain::new(1, 1);
        for number in 0..3 {
            let mut game = new_game("chess").expect("a known variant");
            super::super::set_up(&mut *game, &book.opening(number).expect("an opening")).expect("legal moves");
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            brain.clear();
            let answer = game.search(&mut brain, &limits, &Control::new(Instant::now()), &mut Mute);
            assert!(matches!(answer.info.map(|info| info.score), Some(Score::Cp(-30..=30))));
        }
    }
}

//! The moves of a mate, read from the proof table.

use super::prover::Prover;
use crate::board::Silent;
use crate::rules::{GameMove, Position};

/// A move of a proved node, and how soon the win comes behind it.
#[derive(Clone, Copy)]
struct Step<P: Position> {
    mv: P::Move,
    next: P,
    /// Plies to the win, at most.
    wins_in: u8,
    /// Plies within which there is certainly none.
    safe_for: u8,
}

impl<P: Position> Prover<'_, P> {
    /// The mate in `plies` plies that has just been proved, as move bits: the attacker wins as soon as he can, the defender holds out
    /// as long as he can, as far as the table knows. What it has lost is proved again.
    pub(super) fn line(&mut self, plies: u8) -> Vec<u32> {
        let mut position = *self.root();
        let mut line = Vec::new();
        let mut left = plies;
        while left > 0 {
            self.prove_again(&position, left, line.is_empty());
            let attacks = line.len() % 2 == 0;
            let steps = self.steps(&position, left, line.is_empty());
            let best = if attacks {
                // Of two mates people see the one with check sooner.
                steps.min_by_key(|step| (step.wins_in, !step.next.in_danger()))
            } else {
                steps.max_by_key(|step| (step.wins_in, step.safe_for))
            };
            let Some(step) = best else { break };
            line.push(step.mv.to_bits());
            (position, left) = (step.next, step.wins_in);
        }
        line
    }

    /// The moves behind which the win is proved.
    fn steps(&self, position: &P, left: u8, at_root: bool) -> impl Iterator<Item = Step<P>> {
        let moves = if at_root { self.root_moves().to_vec() } else { position.legal_moves() };
        moves.into_iter().filter_map(move |mv| {
            let mut next = *position;
            next.play(mv, &mut Silent);
            let (wins_in, safe_for) = self.proved(&next, left - 1)?;
            Some(Step { mv, next, wins_in, safe_for })
        })
    }
}

//! Learns the weights of a game's evaluation from games that the engine plays against itself (Österlund, "Texel's tuning
//! method", Chess Programming Wiki, 2014).
//!
//! ```text
//! selfplay    games, and what can be learnt from their positions
//! fit         weights that foretell it best
//! file        weights as a data file
//! ```
//!
//! It goes in generations: each plays with what the last has learnt. The first can begin with nothing but the rough values
//! of the pieces, so the data files can be made again from nothing.

mod file;
mod fit;
mod selfplay;

pub use file::write;
pub use fit::Fit;

use crate::rules::Position;
use crate::rules::weights::Weights;
use crate::variants::{self, Visitor};
use selfplay::Sample;

/// How weights are to be learnt.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How often to play and to learn.
    pub generations: u32,
    /// Games a generation.
    pub games: u32,
    /// Nodes a move.
    pub nodes: u64,
    /// What the random openings depend on.
    pub seed: u64,
    /// Whether to forget the present weights and begin with the values of the pieces.
    pub from_nothing: bool,
}

/// Hears how the work goes on.
pub trait Progress: Sync {
    /// A game has been played.
    fn game(&self);
    /// A generation has learnt.
    fn generation(&self, fit: &Fit);
}

/// Learns weights for the rule set of this name; `None` if there is none.
///
/// The same plan gives the same weights, however many threads there are.
#[must_use]
pub fn learn(variant: &str, plan: &Plan, progress: &dyn Progress) -> Option<Weights> {
    variants::with(variant, Learn { plan, progress })
}

struct Learn<'a> {
    plan: &'a Plan,
    progress: &'a dyn Progress,
}

impl Visitor for Learn<'_> {
    type Output = Weights;

    fn visit<P: Position>(self) -> Weights {
        let Self { plan, progress } = self;
        let mut weights = P::EVAL.weights.clone();
        if plan.from_nothing {
            weights = Weights::material(&P::EVAL.board, &P::EVAL.hand);
        }
        // The games of a generation serve the next one, too.
        let mut last: Vec<Sample> = Vec::new();
        for generation in 0..plan.generations {
            // Searches borrow their weights for ever, so each generation leaves some kilobytes behind.
            let playing: &'static Weights = Box::leak(Box::new(weights.clone()));
            let seed = plan.seed.wrapping_mul(1_000).wrapping_add(generation.into());
            let fresh = selfplay::samples::<P>(plan, seed, playing, progress);
            let known: Vec<&Sample> = fresh.iter().chain(&last).collect();
            let fit = fit::fit(&known, &weights, P::EVAL);
            last = fresh;
            progress.generation(&fit);
            weights = fit.weights;
        }
        weights
    }
}

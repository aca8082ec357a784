//! Static evaluation: what a position is worth without looking ahead.
//!
//! The search knows an evaluation only through [`Evaluator`]: something that hears of every change a move makes and can
//! be asked for a value. A sum over tables is kept that way now; the first layer of a network would be, too.

mod features;
mod linear;
mod terms;

pub use features::{Features, features};
pub use linear::Linear;

use crate::board::Observer;
use crate::rules::Position;

/// The evaluation that the search uses.
pub type Evaluation<P> = Linear<P>;

/// The largest absolute value, in centipawns, that an evaluation returns; scores beyond it mean a decided game.
pub const MAX_EVAL: i32 = 15_000;

/// An evaluation that is kept up to date move by move.
///
/// It belongs to a position: it starts from one and then must observe every move played on it. It is copied with the
/// position, so there is nothing to take back.
pub trait Evaluator<P: Position>: Observer + Copy + Send + Sync {
    /// What the evaluation has learnt.
    type Weights: Sync + 'static;

    /// What it has learnt and comes with.
    fn built_in() -> &'static Self::Weights;

    /// The evaluation of `position`, computed from nothing.
    fn new(position: &P, weights: &'static Self::Weights) -> Self;

    /// The value of `position` in centipawns as the side to move sees it, within ±[`MAX_EVAL`].
    ///
    /// `position` must be the position that the evaluation has followed.
    fn evaluate(&self, position: &P) -> i32;

    /// The part of the value that is known without looking at the board (from material and squares), in centipawns as
    /// the side to move sees it: a cheap estimate of [`evaluate`](Self::evaluate).
    fn estimate(&self, position: &P) -> i32;
}

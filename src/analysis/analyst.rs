//! Who searches a position: this program, or somebody else.

use std::time::Instant;

use super::query::Query;
use crate::search::{Answer, Brain, Control, Limits, Reporter};

/// The table that is used if nobody asks for another one, in MiB at most; searches of few nodes get less.
const DEFAULT_HASH: usize = 16;

/// Why a position has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{engine}: {why}")]
pub struct Unanswered {
    /// The engine that was asked.
    pub engine: String,
    /// What happened.
    pub why: String,
}

/// Searches positions, one after the other.
pub trait Analyst {
    /// What answers call it; `None` for this program.
    fn name(&self) -> Option<&str>;

    /// Searches a position in which the game is not over. What was found in earlier ones does not help.
    ///
    /// # Errors
    /// It gives no answer.
    fn search(&mut self, query: &Query, reporter: &mut dyn Reporter) -> Result<Answer, Unanswered>;
}

/// This program, with one thread.
#[derive(Default)]
pub struct Own {
    /// The size of its table in MiB; `None` for one that fits the limits.
    hash_mb: Option<usize>,
    brain: Option<FittedBrain>,
}

impl Own {
    /// With a table of so many MiB, or one that fits the limits.
    #[must_use]
    pub const fn new(hash_mb: Option<usize>) -> Self {
        Self { hash_mb, brain: None }
    }
}

impl Analyst for Own {
    fn name(&self) -> Option<&str> {
        None
    }

    fn search(&mut self, query: &Query, reporter: &mut dyn Reporter) -> Result<Answer, Unanswered> {
        let brain = FittedBrain::fitting(&mut self.brain, self.hash_mb, &query.limits);
        Ok(query.game.search(brain, &query.limits, &Control::new(Instant::now()), reporter))
    }
}

/// A thread's brain, and the node limit for which it was made.
pub(super) struct FittedBrain {
    nodes: u64,
    brain: Brain,
}

impl FittedBrain {
    /// An empty brain for these limits: the one that is there if it fits, else a new one.
    pub(super) fn fitting<'b>(slot: &'b mut Option<Self>, hash_mb: Option<usize>, limits: &Limits) -> &'b mut Brain {
        let nodes = if hash_mb.is_some() { u64::MAX } else { limits.nodes.unwrap_or(u64::MAX) };
        let make = || Self { nodes, brain: Brain::for_short_searches(nodes, hash_mb.unwrap_or(DEFAULT_HASH)) };
        let sized = match slot.take() {
            Some(mut sized) if sized.nodes == nodes => {
                sized.brain.clear();
                sized
            }
            _ => make(),
        };
        &mut slot.insert(sized).brain
    }
}

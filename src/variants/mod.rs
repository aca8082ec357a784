//! The registry of the games: one line a rule set.

mod chess;
#[cfg(test)]
mod conformance;
mod micro_shogi;
mod mini_forest;
mod mini_thunder;
mod minishogi;

pub use chess::Chess;
pub use micro_shogi::MicroShogi;
pub use mini_forest::{Classic, ForestRules, Hopper, MiniForest, Standard};
pub use mini_thunder::{MiniThunder, OriginalRules, RevisedRules, ThunderRules};
pub use minishogi::Minishogi;

use crate::rules::{Position, Spec};

/// Something to do with a rule set that is only known by name: one generic method, called with the game's type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for the game `P`.
    fn visit<P: Position>(self) -> Self::Output;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// All rule sets, the default (chess) first.
        pub static SPECS: &[&Spec] = &[$(<$game as Position>::SPEC),+];

        /// Calls `visitor` with the type of the rule set that `name` (or one of its aliases, in any case) names.
        pub fn with<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if <$game as Position>::SPEC.is_called(name) {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

registry! {
    Chess,
    MicroShogi,
    Minishogi,
    MiniForest<Standard>,
    MiniForest<Hopper>,
    MiniForest<Classic>,
    MiniThunder<OriginalRules>,
    MiniThunder<RevisedRules>,
}

//! What every protocol can ask of a session, and what a session has to say, in the words of none of them.

use std::time::Duration;

use crate::engine::AnyGame;
use crate::notation::Form;
use crate::search::{Answer, Info, Limits};

/// Something that the other side wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are and what can be set.
    Identify,
    /// Say when everything asked for so far is done; at once during a search.
    Ready,
    /// Set an option, or press it if it is a button.
    Set {
        /// The option's name.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// Forget everything about earlier games.
    NewGame,
    /// Set up a position.
    Position {
        /// Where the game started.
        start: Start,
        /// The moves made since, in the dialect of the protocol.
        moves: Vec<String>,
    },
    /// Search the current position.
    Go(Go),
    /// Count the leaves of the move tree, at so many plies.
    Perft(u32),
    /// Run the built-in benchmark.
    Bench,
    /// Answer now.
    Stop,
    /// The expected move has been made.
    PonderHit,
    /// Show the current position.
    Show,
    /// End.
    Quit,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the start position of the variant.
    Initial,
    /// At the position that this text means.
    Text(String, Form),
}

/// A search that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Its limits, as far as the protocol knows them: the session adds the root moves and what options say.
    pub limits: Limits,
    /// The only moves to consider, in the dialect of the protocol; empty for all.
    pub search_moves: Vec<String>,
}

/// Something that the session has to say.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// Who the engine is and what can be set.
    Identity,
    /// Everything asked for is done.
    Ready,
    /// Another variant has been chosen.
    Variant(&'a dyn AnyGame),
    /// Something in words: what was wrong with a command, or what came of it.
    Notice(&'a str),
    /// What a running search has found.
    Info {
        /// The game that is searched.
        game: &'a dyn AnyGame,
        /// The finding.
        info: &'a Info,
    },
    /// The outcome of a search.
    Answer {
        /// The game that was searched.
        game: &'a dyn AnyGame,
        /// The outcome.
        answer: &'a Answer,
        /// Whether a mate was looked for, and nothing else.
        mate: bool,
    },
    /// A part of a count: the leaves below a first move, or the nodes that the benchmark has searched in a game.
    Count {
        /// The move or the game.
        of: &'a str,
        /// The leaves or nodes.
        nodes: u64,
    },
    /// The leaves below all first moves.
    Leaves(u64),
    /// The outcome of the benchmark.
    Benchmark {
        /// Nodes in all games.
        nodes: u64,
        /// The time they took.
        time: Duration,
    },
    /// The current position.
    Board(&'a dyn AnyGame),
}

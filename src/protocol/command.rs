//! What every protocol can ask of a session, and what a session has to say, in the words of none of them.

use std::time::Duration;

use super::session::ClockChange;
use crate::engine::AnyGame;
use crate::notation::Form;
use crate::rules::Outcome;
use crate::search::{Answer, Info, Limits};

/// Something that the other side wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say who you are and what can be set.
    Identify,
    /// Say when everything asked for so far is done, and repeat the number; at once during a search.
    Ready(u64),
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
    /// Make a move now, if the engine is thinking about its own.
    MoveNow,
    /// Take this part in the game.
    Sit(Seat),
    /// Make a move, given as bits.
    Play(u32),
    /// Take so many moves back.
    TakeBack(usize),
    /// Leave moves, given as bits, out of the search of the current position, or admit them again.
    Bar {
        /// The moves.
        moves: Vec<u32>,
        /// Whether they are left out.
        barred: bool,
    },
    /// Note something about the clock.
    Clock(ClockChange),
    /// Think on the other side's time, or do not.
    Pondering(bool),
    /// Will you have a draw?
    DrawOffer,
    /// Say which move you expect.
    Hint,
    /// Say how far the analysis is.
    Progress,
    /// Show the current position.
    Show,
    /// End.
    Quit,
}

/// A part in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// None.
    Nobody,
    /// That of the side to move.
    Mover,
    /// That of the other side.
    Waiter,
    /// That of one who analyses.
    Analyst,
}

/// Who makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The engine.
    Engine,
    /// Who plays against the engine.
    Opponent,
    /// Who moves for both sides, the engine playing none.
    Everybody,
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
    /// Everything asked for is done; the number is the one that came with the question.
    Ready(u64),
    /// Another variant has been chosen.
    Variant(&'a dyn AnyGame),
    /// Something in words that is worth knowing.
    Notice(&'a str),
    /// What is wrong with the command just read.
    Fault(&'a str),
    /// What is wrong with the position that was to be set up.
    BadPosition(&'a str),
    /// A move has been made on the board.
    Moved {
        /// The game before it.
        before: &'a dyn AnyGame,
        /// The move.
        mv: u32,
        /// Who has made it.
        mover: Mover,
    },
    /// A game in which the engine plays is over.
    Over(Outcome),
    /// The engine gives up.
    Resigned,
    /// The engine agrees to a draw.
    DrawAccepted,
    /// The move that is expected.
    Hint {
        /// The current game.
        game: &'a dyn AnyGame,
        /// The move.
        mv: u32,
    },
    /// How far the analysis is.
    Progress {
        /// What it has found last.
        info: &'a Info,
        /// The number of legal moves.
        moves: usize,
    },
    /// What a running search has found.
    Info {
        /// The game that is searched.
        game: &'a dyn AnyGame,
        /// The finding.
        info: &'a Info,
        /// The chances of a win, a draw and a loss, in permille, if they are wanted.
        odds: Option<[u32; 3]>,
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

//! Bonsai: an engine for small chess and shogi variants.

pub mod bench;
pub mod board;
pub mod engine;
pub mod eval;
pub mod game;
pub mod notation;
pub mod perft;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod variants;

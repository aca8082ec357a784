#![forbid(unsafe_code)]
//! Bonsai: an engine for small chess and shogi variants.

pub mod board;
pub mod game;
pub mod rules;
pub mod variants;

#![forbid(unsafe_code)]
//! Bonsai: an engine for small chess and shogi variants.

pub mod board;
//ENG
pub mod game;
pub mod notation;
pub mod perft;
pub mod rules;
pub mod variants;

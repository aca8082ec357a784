//! Bonsai: an engine for small chess and shogi variants, and for chess.
//!
//! ```text
//! board      squares, sets of squares, attack tables, hands, keys; knows no game
//! rules      the contract of a game, its moves, its data, its results
//! variants   the games, one file each, and their registry
//! game       a game in progress: history, repetition, result
//! notation   positions and moves as text
//! perft      counting moves
//! eval       what a position is worth
//! search     which move is best
//! engine     any game and its search behind one interface
//! bench      a fixed search of built-in positions
//! analysis   many positions, and games move by move
//! statistics what the results of games say about strength
//! pictures   boards and charts as SVG and PNG
//! protocol   the engine at the other end of a pipe
//! tournament engines against engines
//! tuning     weights of the evaluation from games
//! report     games and what they amount to as a web page
//! ```
//!
//! Each module uses only modules above it. Everything up to `search` is generic over the game and compiled once for each;
//! `engine` erases the type. Only `protocol` and
//! `tournament` write to the outside: to the streams and into the folder they are given.
//!
//! ```
//! use bonsai::engine::new_game;
//! use bonsai::notation::Dialect;
//!
//! let mut game = new_game("micro").expect("a known variant");
//! game.push("d2d3", Some(Dialect::Uci))?;
//! assert_eq!(game.fen(), "kb+r+l/p3/3P/4/+L+RBK[] b - - 1 1");
//! assert!(game.push("d2d3", None).is_err());
//! # Ok::<(), bonsai::notation::MoveError>(())
//! ```
//!
//! A new game is a type that implements [`rules::Position`] in one file under `variants`, and one line in the registry there.

pub mod analysis;
pub mod bench;
pub mod board;
pub mod engine;
pub mod eval;
pub mod game;
pub mod notation;
pub mod perft;
pub mod pictures;
pub mod protocol;
pub mod report;
pub mod rules;
pub mod search;
pub mod statistics;
pub mod tournament;
pub mod tuning;
pub mod variants;

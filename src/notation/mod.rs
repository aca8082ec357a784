//! Positions and moves as text: FEN and SFEN, and moves as UCI, USI, books and PGN write them.
//!
//! `grammar` holds the one grammar, written with `nom`: small parsers for a rank, a hand and a move combine without
//! a tokeniser, borrow from the input and cannot panic, which is what text from outside asks for. The grammar knows no
//! game; `position` and `moves` fit what it has read to the rules. `pgn` reads and writes whole games.

mod diagram;
mod epd;
mod grammar;
mod moves;
pub mod pgn;
mod position;
mod terminal;
#[cfg(test)]
mod tests;
mod words;

pub use diagram::hands;
pub use epd::{Epd, EpdError};
pub use grammar::{MoveText, split_moves};
pub use moves::{Dialect, MoveError, read_move, write_move};
pub use position::{Form, PositionError, read_position, write_fen, write_sfen};
pub use terminal::{BoardStyle, draw};
pub use words::explain;

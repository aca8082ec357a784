//! What every game shares and no game owns: squares, sets of squares, attack tables, piece placement, hands and keys.

pub mod attacks;
mod bitboard;
mod color;
mod geometry;
mod hand;
mod placement;
mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use geometry::Geometry;
pub use hand::{Hand, Hands};
pub use placement::{Kind, Observer, Piece, Placement, Silent};
pub use square::Square;

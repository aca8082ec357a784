//! Pictures of boards and of numbers, as SVG and, with the feature `png`, as PNG.
//!
//! [`Board`] draws a position of any game. [`chart`] draws lines and bars. Every piece is drawn by hand in `glyphs`, and what is
//! written on a board is drawn, too, so that a board looks the same everywhere, whatever fonts there are.

mod board;
pub mod chart;
mod glyphs;
mod letters;
#[cfg(feature = "png")]
mod png;

pub use board::Board;
#[cfg(feature = "png")]
pub use png::{PngError, to_png};

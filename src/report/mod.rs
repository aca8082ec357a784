//! Games and what they amount to, as one HTML page that needs nothing else: tables, charts, and every game on its board.
//!
//! The page knows no rules: it is given the position after each move. [`Game::new`] takes them from a game that has been
//! played, [`Game::from_record`] from PGN.

mod game;
mod page;
mod summary;

pub use game::{Game, Note};
pub use page::{MOST_BOARDS, html, review_html};

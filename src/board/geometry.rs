//! The shape of a board: files x ranks, and which squares exist.

use super::{Bitboard, Color, Square};

/// A board in the lower left corner of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Files (width), 1 to 8.
    pub files: u8,
    /// Ranks (height), 1 to 8.
    pub ranks: u8,
    /// The squares that pieces can stand on.
    pub playable: Bitboard,
}

impl Geometry {
    /// A full board of `files` x `ranks`.
    #[must_use]
    pub const fn full(files: u8, ranks: u8) -> Self {
        Self { files, ranks, playable: Bitboard::rectangle(files, ranks) }
    }

    /// A board of `files` x `ranks` on which only the dark squares exist (`a1` is dark).
    #[must_use]
    pub const fn dark_squares(files: u8, ranks: u8) -> Self {
        let all = Bitboard::rectangle(files, ranks);
        Self { files, ranks, playable: Bitboard(all.0 & Bitboard::DARK.0) }
    }

    /// The farthest rank as `color` sees it.
    #[must_use]
    #[inline]
    pub const fn last_rank(&self, color: Color) -> Bitboard {
        Bitboard::rank(match color {
            Color::White => self.ranks - 1,
            Color::Black => 0,
        })
    }

    /// The square after a turn of the board by 180 degrees.
    #[must_use]
    pub const fn rotate(&self, square: Square) -> Square {
        Square::new(self.files - 1 - square.file(), self.ranks - 1 - square.rank())
    }

    /// The square mirrored top to bottom.
    #[must_use]
    pub const fn mirror(&self, square: Square) -> Square {
        Square::new(square.file(), self.ranks - 1 - square.rank())
    }
}

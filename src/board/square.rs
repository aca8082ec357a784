//! Squares of the common 8 x 8 frame.
//!
//! Every board lies in the lower left corner of one frame of 8 files x 8 ranks, so a square has the same number
//! in every game: `file + 8 * rank`, `a1` = 0. Smaller boards simply do not use the rest.

use std::fmt;

use super::{Bitboard, Color};

/// A square of the frame, 0 (`a1`) to 63 (`h8`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index; bits above the sixth are dropped, so the result is always in range.
    #[must_use]
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` (0 = a) and `rank` (0 = first); both taken modulo 8.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        Self((file & 7) | ((rank & 7) << 3))
    }

    /// The square `df` files and `dr` ranks away, if it lies in the frame.
    #[must_use]
    pub const fn offset(self, df: i8, dr: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + df, self.rank() as i8 + dr);
        if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Self::new(file as u8, rank as u8)) }
    }

    /// Reads `a1` to `h8`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Self::new(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// 0 to 63, provably in range for tables of 64.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 = file a.
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 = first rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// The set that holds only this square.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// The square one rank ahead as `color` sees it; wraps at the edge of the frame.
    #[must_use]
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        Self(match color {
            Color::White => self.0.wrapping_add(8) & 63,
            Color::Black => self.0.wrapping_sub(8) & 63,
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for index in 0..64 {
            let square = Square::from_index(index);
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for bad in ["", "a", "a0", "a9", "i1", "a1b", "é1"] {
            assert_eq!(Square::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn offsets_stop_at_the_frame() {
        let a1 = Square::new(0, 0);
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(1, 2), Square::parse("b3"));
        assert_eq!(Square::new(7, 7).offset(0, 1), None);
    }
}

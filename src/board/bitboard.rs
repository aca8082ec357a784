//! Sets of squares, one bit a square.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::Square;

/// A set of squares; bit `n` is the square with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// The 32 dark squares of the frame (`a1` is dark).
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// The squares of a board of `files` x `ranks` in the lower left corner.
    #[must_use]
    pub const fn rectangle(files: u8, ranks: u8) -> Self {
        let mut set = 0;
        let mut rank = 0;
        while rank < ranks {
            set |= ((1u64 << files) - 1) << (8 * rank);
            rank += 1;
        }
        Self(set)
    }

    /// All squares of a file of the frame (0 = a).
    #[must_use]
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// All squares of a rank of the frame (0 = first).
    #[must_use]
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xFF << ((rank & 7) * 8))
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square.
    #[must_use]
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[must_use]
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds `square`.
    #[must_use]
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the sets share a square.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The square with the lowest index; `a1` if the set is empty.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Square {
        Square::from_index((self.0.trailing_zeros() & 63) as u8)
    }

    /// The square with the lowest index, if any.
    #[must_use]
    #[inline]
    pub const fn try_first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first()) }
    }

    /// The set one rank up (towards higher ranks).
    #[must_use]
    #[inline]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// The set one rank down.
    #[must_use]
    #[inline]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// The set one file to the right; squares of the h-file fall off.
    #[must_use]
    #[inline]
    pub const fn east(self) -> Self {
        Self((self.0 & 0x7F7F_7F7F_7F7F_7F7F) << 1)
    }

    /// The set one file to the left; squares of the a-file fall off.
    #[must_use]
    #[inline]
    pub const fn west(self) -> Self {
        Self((self.0 & 0xFEFE_FEFE_FEFE_FEFE) >> 1)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shl(self, n: u32) -> Self {
        Self(self.0 << n)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shr(self, n: u32) -> Self {
        Self(self.0 >> n)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).try_first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles() {
        assert_eq!(Bitboard::rectangle(8, 8).0, u64::MAX);
        assert_eq!(Bitboard::rectangle(4, 5).count(), 20);
        assert_eq!(Bitboard::rectangle(6, 7).count(), 42);
        assert!(Bitboard::DARK.has(Square::new(0, 0)) && !Bitboard::DARK.has(Square::new(1, 0)));
    }

    #[test]
    fn iteration_gives_every_square_once() {
        let set = Bitboard(0x8000_0000_0010_0001);
        assert_eq!(set.into_iter().collect::<Bitboard>(), set);
        assert_eq!(set.into_iter().count(), 3);
        assert!(set.several() && !Bitboard(8).several());
    }
}

//! Which piece stands where, as bitboards by kind and colour, with the part of the key that they make up.

use super::{Bitboard, Color, Square, zobrist};

/// A kind of piece (of one face, where a piece has two), as an index into a game's table of pieces; below 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(pub u8);

impl Kind {
    /// 0 to 15, provably in range for tables of 16.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

/// Hears of every change that a move makes to board and hands.
///
/// An evaluation that is kept up to date move by move (sums over piece-square tables now, the first layer of a
/// network later) listens through this; [`Silent`] costs nothing.
pub trait Observer {
    /// `piece` now stands on `square`.
    fn put(&mut self, piece: Piece, square: Square);
    /// `piece` has left `square`.
    fn lift(&mut self, piece: Piece, square: Square);
    /// `color` now holds `count` pieces of `kind`, one more than before.
    fn gain(&mut self, color: Color, kind: Kind, count: u32);
    /// `color` now holds `count` pieces of `kind`, one less than before.
    fn spend(&mut self, color: Color, kind: Kind, count: u32);
}

/// The observer that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    #[inline]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn lift(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn gain(&mut self, _: Color, _: Kind, _: u32) {}
    #[inline]
    fn spend(&mut self, _: Color, _: Kind, _: u32) {}
}

/// Where the pieces of `KINDS` kinds stand, and the zobrist key of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<const KINDS: usize> {
    kinds: [Bitboard; KINDS],
    colors: [Bitboard; 2],
    key: u64,
}

impl<const KINDS: usize> Default for Placement<KINDS> {
    fn default() -> Self {
        Self { kinds: [Bitboard::EMPTY; KINDS], colors: [Bitboard::EMPTY; 2], key: 0 }
    }
}

impl<const KINDS: usize> Placement<KINDS> {
    /// Where pieces of `kind` of either side stand; nowhere for a kind that the game has not.
    #[must_use]
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds.get(kind.index()).copied().unwrap_or_default()
    }

    /// Where the pieces of `color` stand.
    #[must_use]
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Where pieces of `color` and `kind` stand.
    #[must_use]
    #[inline]
    pub fn of(&self, color: Color, kind: Kind) -> Bitboard {
        self.kind(kind) & self.color(color)
    }

    /// All squares with a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The zobrist key of the placement.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The kind of the piece on `square`, which must not be empty.
    #[must_use]
    #[inline]
    pub fn kind_on(&self, square: Square) -> Kind {
        let mut kind = 0;
        for (i, set) in self.kinds.iter().enumerate() {
            kind |= if set.has(square) { i as u8 } else { 0 };
        }
        Kind(kind)
    }

    /// The piece on `square`, if any.
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.color(color).has(square))?;
        Some(Piece { color, kind: self.kind_on(square) })
    }

    /// What stands on each square, by square index.
    #[must_use]
    pub fn to_board(&self) -> [Option<Piece>; 64] {
        std::array::from_fn(|index| self.piece_on(Square::from_index(index as u8)))
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.toggle(piece, square);
        observer.put(piece, square);
    }

    /// Takes a piece from the square it stands on.
    #[inline]
    pub fn lift<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.toggle(piece, square);
        observer.lift(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        if let Some(set) = self.kinds.get_mut(piece.kind.index()) {
            *set ^= square.bit();
        }
        self.colors[piece.color.index()] ^= square.bit();
        self.key ^= zobrist::piece(piece.color, piece.kind.index(), square);
    }
}

//! Moves: what the core asks of a game's move type, and the packed type that serves all games here.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::{Bitboard, Kind, Square};

/// A move of some game, packed into 32 bits of which at least one is set.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The move as bits, never 0.
    fn to_bits(self) -> u32;

    /// The move with these bits. Any bits are accepted; only bits from [`to_bits`](Self::to_bits) give a move
    /// that makes sense.
    fn from_bits(bits: u32) -> Self;

    /// What the move does, in terms that all games share.
    fn facts(self) -> MoveFacts;
}

/// What a move does, in the terms that notation and move ordering use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// The origin; `None` for a drop.
    pub from: Option<Square>,
    /// The target.
    pub to: Square,
    /// What stood on the origin (for a drop: the face that is dropped).
    pub piece: Kind,
    /// What stands on the target afterwards.
    pub after: Kind,
    /// What stays behind on the origin (the other part of a compound that splits).
    pub left: Option<Kind>,
    /// The enemy piece that is captured.
    pub captured: Option<Kind>,
    /// What else the move is.
    pub special: Special,
}

impl MoveFacts {
    /// Whether the move turns, promotes, demotes or fuses the piece: something else stands on the target than stood on
    /// the origin.
    #[must_use]
    pub fn changes_piece(&self) -> bool {
        self.piece != self.after
    }
}

/// A move that does more than going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Special {
    /// Nothing more.
    None,
    /// A piece comes from the hand.
    Drop,
    /// Castling; the target is the king's target.
    Castle,
    /// A pawn captures the pawn that passed its target.
    EnPassant,
    /// A pawn advances two squares.
    DoubleStep,
    /// The piece merges with a friendly piece on the target.
    Fusion,
}

/// The packed move: origin, target, the kinds before and after, what is captured and what stays behind.
///
/// ```text
/// bits  0-5  origin (= target for a drop)     bits 20-23 captured kind + 1, 0 for none
/// bits  6-11 target                           bits 24-27 kind left behind + 1, 0 for none
/// bits 12-15 kind before                      bits 28-30 special
/// bits 16-19 kind after                       bit  31    always set
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceMove(u32);

const MARK: u32 = 1 << 31;

impl PieceMove {
    /// `kind` goes from `from` to `to` and stays what it is; nothing is captured.
    #[must_use]
    #[inline]
    pub const fn quiet(kind: Kind, from: Square, to: Square) -> Self {
        Self(
            MARK | from.index() as u32
                | (to.index() as u32) << 6
                | (kind.index() as u32) << 12
                | (kind.index() as u32) << 16,
        )
    }

    /// `kind` is dropped on `to`.
    #[must_use]
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self::quiet(kind, to, to).special(Special::Drop)
    }

    /// The same move, after which `kind` stands on the target.
    #[must_use]
    #[inline]
    pub const fn becoming(self, kind: Kind) -> Self {
        Self(self.0 & !(15 << 16) | (kind.index() as u32) << 16)
    }

    /// The same move, capturing `kind`. Kinds 0 to 14 can be captured.
    #[must_use]
    #[inline]
    pub const fn capturing(self, kind: Kind) -> Self {
        Self(self.0 | ((kind.index() as u32 + 1) & 15) << 20)
    }

    /// The same move, with `kind` staying on the origin. Kinds 0 to 14 can stay.
    #[must_use]
    #[inline]
    pub const fn leaving(self, kind: Kind) -> Self {
        Self(self.0 | ((kind.index() as u32 + 1) & 15) << 24)
    }

    /// The same move with a special meaning.
    #[must_use]
    #[inline]
    pub const fn special(self, special: Special) -> Self {
        Self(self.0 | (special as u32) << 28)
    }

    /// The origin; equal to the target for a drop.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as u8)
    }

    /// The target.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6) as u8)
    }

    /// The kind on the origin before the move.
    #[must_use]
    #[inline]
    pub const fn piece(self) -> Kind {
        Kind((self.0 >> 12 & 15) as u8)
    }

    /// The kind on the target after the move.
    #[must_use]
    #[inline]
    pub const fn after(self) -> Kind {
        Kind((self.0 >> 16 & 15) as u8)
    }

    /// The captured kind.
    #[must_use]
    #[inline]
    pub const fn captured(self) -> Option<Kind> {
        match self.0 >> 20 & 15 {
            0 => None,
            n => Some(Kind(n as u8 - 1)),
        }
    }

    /// The kind left on the origin.
    #[must_use]
    #[inline]
    pub const fn left(self) -> Option<Kind> {
        match self.0 >> 24 & 15 {
            0 => None,
            n => Some(Kind(n as u8 - 1)),
        }
    }

    /// Whether the move has this special meaning.
    #[must_use]
    #[inline]
    pub const fn is(self, special: Special) -> bool {
        self.0 >> 28 & 7 == special as u32
    }
}

impl GameMove for PieceMove {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits | MARK)
    }

    #[inline]
    fn facts(self) -> MoveFacts {
        let special = match self.0 >> 28 & 7 {
            1 => Special::Drop,
            2 => Special::Castle,
            3 => Special::EnPassant,
            4 => Special::DoubleStep,
            5 => Special::Fusion,
            _ => Special::None,
        };
        MoveFacts {
            from: (special != Special::Drop).then(|| self.from()),
            to: self.to(),
            piece: self.piece(),
            after: self.after(),
            left: self.left(),
            captured: self.captured(),
            special,
        }
    }
}

impl Debug for PieceMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.facts())
    }
}

/// Where a generator puts its moves: a list, or a counter that never builds them.
pub trait Sink<M> {
    /// Takes one move.
    fn push(&mut self, mv: M);

    /// Takes one move for every target.
    #[inline]
    fn push_all(&mut self, targets: Bitboard, make: impl Fn(Square) -> M) {
        for to in targets {
            self.push(make(to));
        }
    }
}

impl<M> Sink<M> for Vec<M> {
    #[inline]
    fn push(&mut self, mv: M) {
        self.push(mv);
    }
}

/// Counts moves without building them ("bulk counting").
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<M> Sink<M> for Counter {
    #[inline]
    fn push(&mut self, _: M) {
        self.0 += 1;
    }

    #[inline]
    fn push_all(&mut self, targets: Bitboard, _: impl Fn(Square) -> M) {
        self.0 += u64::from(targets.count());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_field() {
        let (a, b) = (Square::new(2, 6), Square::new(7, 7));
        let mv = PieceMove::quiet(Kind(10), a, b).becoming(Kind(3)).capturing(Kind(14)).leaving(Kind(0));
        assert_eq!((mv.from(), mv.to(), mv.piece(), mv.after()), (a, b, Kind(10), Kind(3)));
        assert_eq!((mv.captured(), mv.left()), (Some(Kind(14)), Some(Kind(0))));
        assert_eq!(PieceMove::from_bits(mv.to_bits()), mv);
        for special in
            [Special::None, Special::Drop, Special::Castle, Special::EnPassant, Special::DoubleStep, Special::Fusion]
        {
            let mv = PieceMove::quiet(Kind(1), a, b).special(special);
            assert_eq!(mv.facts().special, special);
            assert!(mv.is(special));
        }
        assert_eq!(PieceMove::drop(Kind(2), a).facts().from, None);
    }
}

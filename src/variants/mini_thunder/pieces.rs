//! The pieces of Mini Thunder Chess: what they are made of, what they become, and where they go.

use crate::board::attacks::{self, SquareTable, leaps, rays, union};
use crate::board::{Bitboard, Color, Geometry, Kind, Square};

pub(super) const PAWN: Kind = Kind(0);
pub(super) const ROOK: Kind = Kind(1);
pub(super) const BISHOP: Kind = Kind(2);
pub(super) const KNIGHT: Kind = Kind(3);
pub(super) const QUEEN: Kind = Kind(4);
pub(super) const MARSHAL: Kind = Kind(5);
pub(super) const PALADIN: Kind = Kind(6);
pub(super) const KING: Kind = Kind(7);
pub(super) const DRAGON_KING: Kind = Kind(8);
pub(super) const POPE: Kind = Kind(9);
pub(super) const EQUES_REX: Kind = Kind(10);
pub(super) const KINDS: usize = 11;

/// What a pawn can become, and the parts that are not royal.
pub(super) const MINISTERS: [Kind; 3] = [ROOK, BISHOP, KNIGHT];

pub(super) const GEOMETRY: Geometry = Geometry::full(6, 7);
pub(super) const BOARD: Bitboard = GEOMETRY.playable;

pub(super) static KING_ATTACKS: SquareTable = leaps(BOARD, &attacks::DIRECTIONS);
pub(super) static KNIGHT_ATTACKS: SquareTable = leaps(BOARD, &attacks::KNIGHT_LEAPS);
pub(super) static PAWN_ATTACKS: [SquareTable; 2] =
    [leaps(BOARD, &[(-1, 1), (1, 1)]), leaps(BOARD, &[(-1, -1), (1, -1)])];
pub(super) static STRAIGHT_LINES: SquareTable =
    union(&union(&rays((1, 0)), &rays((-1, 0))), &union(&rays((0, 1)), &rays((0, -1))));
pub(super) static OBLIQUE_LINES: SquareTable =
    union(&union(&rays((1, 1)), &rays((-1, -1))), &union(&rays((1, -1)), &rays((-1, 1))));

/// The two parts of a compound; the king comes first.
#[inline]
pub(super) const fn parts(kind: Kind) -> Option<(Kind, Kind)> {
    match kind {
        QUEEN => Some((ROOK, BISHOP)),
        MARSHAL => Some((ROOK, KNIGHT)),
        PALADIN => Some((BISHOP, KNIGHT)),
        DRAGON_KING => Some((KING, ROOK)),
        POPE => Some((KING, BISHOP)),
        EQUES_REX => Some((KING, KNIGHT)),
        _ => None,
    }
}

/// What the simple piece `taker` is after it has met `met`, by fusion or by capture: the compound of the two if there
/// is one; a piece of its own type, a pawn or a compound does not change it.
pub(super) const fn joined(taker: Kind, met: Kind) -> Kind {
    match (taker, met) {
        (ROOK, BISHOP) | (BISHOP, ROOK) => QUEEN,
        (ROOK, KNIGHT) | (KNIGHT, ROOK) => MARSHAL,
        (BISHOP, KNIGHT) | (KNIGHT, BISHOP) => PALADIN,
        (KING, ROOK) => DRAGON_KING,
        (KING, BISHOP) => POPE,
        (KING, KNIGHT) => EQUES_REX,
        _ => taker,
    }
}

/// What a simple piece promotes to when it flees from an attack; a king does not.
#[inline]
pub(super) const fn metamorphosed(kind: Kind) -> Kind {
    match kind {
        ROOK => MARSHAL,
        BISHOP => PALADIN,
        KNIGHT => QUEEN,
        _ => kind,
    }
}

#[inline]
pub(super) const fn is_royal(kind: Kind) -> bool {
    kind.0 >= KING.0
}

/// The squares that a simple piece (not a pawn) attacks; sliders beyond the edge of the board, too.
#[inline(always)]
pub(super) fn simple_reach(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        ROOK => attacks::rook(from, occupied),
        BISHOP => attacks::bishop(from, occupied),
        KNIGHT => KNIGHT_ATTACKS[from.index()],
        _ => KING_ATTACKS[from.index()],
    }
}

/// The set one rank ahead as `color` sees it.
#[inline(always)]
pub(super) fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => set.north(),
        Color::Black => set.south(),
    }
}

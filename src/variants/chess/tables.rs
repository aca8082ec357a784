//! The tables of chess: attacks, pawn steps, castlings and their keys.

use crate::board::attacks::{self, SquareTable, leaps, rays, union};
use crate::board::{Bitboard, Square, zobrist};
use crate::rules::CastlingRights;

const BOARD: Bitboard = super::GEOMETRY.playable;

pub(super) static KING_ATTACKS: SquareTable = leaps(BOARD, &attacks::DIRECTIONS);
pub(super) static KNIGHT_ATTACKS: SquareTable = leaps(BOARD, &attacks::KNIGHT_LEAPS);
pub(super) static PAWN_ATTACKS: [SquareTable; 2] =
    [leaps(BOARD, &[(-1, 1), (1, 1)]), leaps(BOARD, &[(-1, -1), (1, -1)])];
/// Towards h8 and a1, and towards a8 and h1.
pub(super) static DIAGONALS: SquareTable = union(&rays((1, 1)), &rays((-1, -1)));
pub(super) static ANTI_DIAGONALS: SquareTable = union(&rays((-1, 1)), &rays((1, -1)));
pub(super) static OBLIQUES: SquareTable = union(&DIAGONALS, &ANTI_DIAGONALS);
pub(super) static STRAIGHTS: SquareTable =
    union(&union(&rays((1, 0)), &rays((-1, 0))), &union(&rays((0, 1)), &rays((0, -1))));

/// How the pawns of a side move, as rotations of the whole board: no pawn stands where one would wrap around.
pub(super) struct PawnSteps {
    pub(super) ahead: u32,
    pub(super) west: u32,
    pub(super) east: u32,
    /// Where a pawn stands after the first half of a double step.
    pub(super) halfway: Bitboard,
    /// The rank on which it can be captured en passant.
    pub(super) passed: u8,
    /// The farthest rank.
    pub(super) last: Bitboard,
}

pub(super) static PAWN_STEPS: [PawnSteps; 2] = [
    PawnSteps { ahead: 8, west: 7, east: 9, halfway: Bitboard::rank(2), passed: 2, last: Bitboard::rank(7) },
    PawnSteps { ahead: 56, west: 55, east: 57, halfway: Bitboard::rank(5), passed: 5, last: Bitboard::rank(0) },
];

#[inline]
pub(super) const fn rotate(set: Bitboard, step: u32) -> Bitboard {
    Bitboard(set.0.rotate_left(step))
}

/// Where the piece came from that went to `to` by the rotation `step`.
#[inline]
pub(super) const fn origin(to: Square, step: u32) -> Square {
    Square::from_index((to.index() as u8).wrapping_sub(step as u8))
}

/// One of the four castlings. King and rook: their origins and targets.
pub(super) struct Castling {
    pub(super) right: u8,
    pub(super) letter: char,
    pub(super) king: [Square; 2],
    pub(super) rook: [Square; 2],
    /// The squares between king and rook.
    pub(super) path: Bitboard,
}

impl Castling {
    const fn short(rank: u8, right: u8, letter: char) -> Self {
        Self {
            right,
            letter,
            king: [Square::new(4, rank), Square::new(6, rank)],
            rook: [Square::new(7, rank), Square::new(5, rank)],
            path: Bitboard(0x60 << (8 * rank)),
        }
    }

    const fn long(rank: u8, right: u8, letter: char) -> Self {
        Self {
            right,
            letter,
            king: [Square::new(4, rank), Square::new(2, rank)],
            rook: [Square::new(0, rank), Square::new(3, rank)],
            path: Bitboard(0x0E << (8 * rank)),
        }
    }
}

pub(super) static CASTLINGS: [[Castling; 2]; 2] = [
    [Castling::short(0, CastlingRights::WHITE_SHORT, 'K'), Castling::long(0, CastlingRights::WHITE_LONG, 'Q')],
    [Castling::short(7, CastlingRights::BLACK_SHORT, 'k'), Castling::long(7, CastlingRights::BLACK_LONG, 'q')],
];

/// The castling rights that are left when a piece goes from or to a square.
pub(super) static RIGHTS_LEFT: [u8; 64] = {
    let mut table = [0b1111; 64];
    let mut i = 0;
    while i < 4 {
        let castling = &CASTLINGS[i / 2][i % 2];
        table[castling.king[0].index()] &= !castling.right;
        table[castling.rook[0].index()] &= !castling.right;
        i += 1;
    }
    table
};

pub(super) static CASTLING_KEYS: [u64; 16] = {
    let mut keys = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut bit = 0;
        while bit < 4 {
            if rights >> bit & 1 != 0 {
                keys[rights] ^= zobrist::feature(bit);
            }
            bit += 1;
        }
        rights += 1;
    }
    keys
};

pub(super) static EN_PASSANT_KEYS: [u64; 8] = {
    let mut keys = [0; 8];
    let mut file = 0;
    while file < 8 {
        keys[file] = zobrist::feature(4 + file as u64);
        file += 1;
    }
    keys
};

//! Random numbers for position keys (Zobrist, "A new hashing method with application for game playing", 1970).
//!
//! The numbers come from a fixed generator at compile time, so keys are the same on every run and machine.

use super::{Color, Square};

/// Piece kinds that a key can tell apart.
pub const MAX_KINDS: usize = 16;
/// Pieces of one kind that a hand key can count.
const MAX_HELD: usize = 32;

/// One step of the `SplitMix64` generator (Steele, Lea and Flood, 2014): scrambles `x`.
#[must_use]
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

const PIECES: usize = 2 * MAX_KINDS * 64;
const HELD: usize = 2 * MAX_KINDS * MAX_HELD;

static PIECE_KEYS: [u64; PIECES] = table(0x0B0A_5A11);
static HAND_KEYS: [u64; HELD] = table(0x4A2D_0001_0000);

const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(mix(seed) ^ i as u64);
        i += 1;
    }
    keys
}

/// Toggled while Black is to move.
pub const TURN: u64 = mix(0x7572_4E00);

/// The key of the side to move.
#[must_use]
#[inline]
pub const fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => TURN,
    }
}

/// The key of a piece on a square; `kind` below [`MAX_KINDS`].
#[must_use]
#[inline]
pub fn piece(color: Color, kind: usize, square: Square) -> u64 {
    PIECE_KEYS[(color.index() * MAX_KINDS + kind % MAX_KINDS) * 64 + square.index()]
}

/// The key of the `nth` piece (from 0) of a kind in a hand. A hand's key is the combination over all its pieces.
#[must_use]
#[inline]
pub fn held(color: Color, kind: usize, nth: usize) -> u64 {
    HAND_KEYS[(color.index() * MAX_KINDS + kind % MAX_KINDS) * MAX_HELD + nth % MAX_HELD]
}

/// The key of a side's points; 0 for no points, so games without points need not care.
#[must_use]
#[inline]
pub fn points(color: Color, points: u32) -> u64 {
    if points == 0 { 0 } else { mix(((color.index() as u64 + 1) << 40) | u64::from(points)) }
}

/// The key of any other feature of a position (castling rights, an en-passant file, ...); `feature` below 2^32.
#[must_use]
#[inline]
pub const fn feature(feature: u64) -> u64 {
    mix(0xFEA7_0000_0000_0000 | feature)
}

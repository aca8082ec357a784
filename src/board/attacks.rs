//! Attack tables: leaps as sets by square, slides by looking up the occupancy of a line.
//!
//! All tables speak of the 8 x 8 frame. A smaller board uses them as they are and intersects the result with its
//! playable squares: a line that runs off the board meets no blocker there, so nothing on the board changes.
//!
//! Slides use "kindergarten bitboards" (Gerd Isenberg, chessprogramming.org): the six inner squares of a line are
//! gathered by one multiplication into an index, and a table gives the attacked part of that line. Eight kilobytes serve
//! every board, so the tables stay in the first-level cache.

use super::{Bitboard, Square};

/// A set of squares for every square.
pub type SquareTable = [Bitboard; 64];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const DIAGONAL_C2H7: u64 = 0x0080_4020_1008_0400;

/// The eight directions of a king, as (files, ranks): four straight, then four diagonal.
pub const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
/// The eight leaps of a knight.
pub const KNIGHT_LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that a piece with the given leaps (files, ranks) reaches from every square, on the squares of `board`.
#[must_use]
pub const fn leaps(board: Bitboard, offsets: &[(i8, i8)]) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(to) = Square::from_index(from).offset(offsets[i].0, offsets[i].1) {
                table[from as usize].0 |= to.bit().0 & board.0;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// The steps of a gold general as White sees them.
pub const GOLD_STEPS: [(i8, i8); 6] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
/// The steps of a silver general as White sees them.
pub const SILVER_STEPS: [(i8, i8); 5] = [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)];
/// The step of a pawn of shogi as White sees it.
pub const PAWN_STEPS: [(i8, i8); 1] = [(0, 1)];

/// The same leaps for White and Black, by colour: as given for White, upside down for Black.
#[must_use]
pub const fn both_ways<const N: usize>(board: Bitboard, offsets: [(i8, i8); N]) -> [SquareTable; 2] {
    let mut turned = offsets;
    let mut i = 0;
    while i < N {
        turned[i].1 = -turned[i].1;
        i += 1;
    }
    [leaps(board, &offsets), leaps(board, &turned)]
}

/// The squares from a square (not included) to the edge of the frame, for each square, in one direction.
#[must_use]
pub const fn rays(direction: (i8, i8)) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut at = Square::from_index(from).offset(direction.0, direction.1);
        while let Some(square) = at {
            table[from as usize].0 |= square.bit().0;
            at = square.offset(direction.0, direction.1);
        }
        from += 1;
    }
    table
}

static DIAGONALS: SquareTable = union(&rays((1, 1)), &rays((-1, -1)));
static ANTI_DIAGONALS: SquareTable = union(&rays((1, -1)), &rays((-1, 1)));

/// The union of two tables, square by square.
#[must_use]
pub const fn union(a: &SquareTable, b: &SquareTable) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Bitboard(a[i].0 | b[i].0);
        i += 1;
    }
    table
}

/// Reach along a line of eight from position `at` with the six inner squares occupied as in `inner`.
const fn line_reach(at: u8, inner: u8) -> u8 {
    let occupied = inner << 1;
    let mut reach = 0;
    let mut i = at + 1;
    while i < 8 {
        reach |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
        i += 1;
    }
    let mut i = at;
    while i > 0 {
        i -= 1;
        reach |= 1 << i;
        if occupied >> i & 1 != 0 {
            break;
        }
    }
    reach
}

/// Reach along a rank, repeated on all eight ranks: `[file][inner occupancy]`.
static RANK_REACH: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[at][inner] = line_reach(at as u8, inner as u8) as u64 * FILE_A;
            inner += 1;
        }
        at += 1;
    }
    table
};

/// Reach along the a-file: `[rank][inner occupancy]`. The multiplication below gathers a file upside down.
static FILE_REACH: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 {
        let mut inner = 0;
        while inner < 64 {
            let reach = line_reach(at as u8, (inner as u8).reverse_bits() >> 2);
            let mut rank = 0;
            while rank < 8 {
                table[at][inner] |= ((reach >> rank & 1) as u64) << (8 * rank);
                rank += 1;
            }
            inner += 1;
        }
        at += 1;
    }
    table
};

/// The squares that a slider along its rank attacks from `from`.
#[must_use]
#[inline]
pub fn rank_slide(from: Square, occupied: Bitboard) -> Bitboard {
    let shift = u32::from(from.rank()) * 8;
    let inner = (occupied.0 >> (shift + 1)) & 63;
    let reach = RANK_REACH[from.file() as usize][inner as usize];
    Bitboard(reach & (0xFF << shift))
}

/// The squares that a slider along its file attacks from `from`.
#[must_use]
#[inline]
pub fn file_slide(from: Square, occupied: Bitboard) -> Bitboard {
    let file = u32::from(from.file());
    let inner = ((occupied.0 >> file) & FILE_A).wrapping_mul(DIAGONAL_C2H7) >> 58;
    Bitboard(FILE_REACH[from.rank() as usize][inner as usize] << file)
}

#[inline]
fn oblique_slide(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let inner = (occupied.0 & line.0).wrapping_mul(FILE_A << 1) >> 58;
    Bitboard(RANK_REACH[from.file() as usize][inner as usize] & line.0)
}

/// The squares that a bishop attacks from `from`.
#[must_use]
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    oblique_slide(from, DIAGONALS[from.index()], occupied) | oblique_slide(from, ANTI_DIAGONALS[from.index()], occupied)
}

/// The squares that a rook attacks from `from`.
#[must_use]
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    rank_slide(from, occupied) | file_slide(from, occupied)
}

/// `BETWEEN[a][b]`: the squares strictly between two squares of one line, none if they share no line.
static BETWEEN: [SquareTable; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            let mut passed = 0;
            let mut at = Square::from_index(from).offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            while let Some(square) = at {
                table[from as usize][square.index()] = Bitboard(passed);
                passed |= square.bit().0;
                at = square.offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            }
            from += 1;
        }
        d += 1;
    }
    table
};

/// `LINES[a][b]`: the whole line through two squares, both included, none if they share no line.
static LINES: [SquareTable; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut d = 0;
    while d < 8 {
        let (df, dr) = DIRECTIONS[d];
        let (ahead, behind) = (rays((df, dr)), rays((-df, -dr)));
        let mut from = 0;
        while from < 64 {
            let line = ahead[from].0 | behind[from].0 | 1 << from;
            let mut rest = ahead[from].0;
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = Bitboard(line);
                rest &= rest - 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
};

/// The squares strictly between `a` and `b`; none if they do not share a rank, file or diagonal.
#[must_use]
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line (both ends of the frame) through `a` and `b`; none if they do not share one or are equal.
#[must_use]
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;

    /// Walks a line square by square.
    fn walk(from: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(df, dr) in directions {
            let mut at = from.offset(df, dr);
            while let Some(square) = at {
                set |= square.bit();
                at = if occupied.has(square) { None } else { square.offset(df, dr) };
            }
        }
        set
    }

    #[test]
    fn slides_equal_a_walk() {
        for n in 0..20_000u64 {
            let occupied = Bitboard(mix(n) & mix(n ^ 0xABCD) | if n % 3 == 0 { mix(!n) } else { 0 });
            let from = Square::from_index((n % 64) as u8);
            assert_eq!(rook(from, occupied), walk(from, occupied, &DIRECTIONS[..4]));
            assert_eq!(bishop(from, occupied), walk(from, occupied, &DIRECTIONS[4..]));
        }
    }

    #[test]
    fn between_and_line_agree_with_slides() {
        for a in 0..64 {
            for b in 0..64 {
                let (a, b) = (Square::from_index(a), Square::from_index(b));
                let straight = rook(a, Bitboard::EMPTY).has(b);
                let oblique = bishop(a, Bitboard::EMPTY).has(b);
                assert_eq!(line(a, b).any(), straight || oblique);
                let expected = match (straight, oblique) {
                    (true, _) => rook(a, b.bit()) & rook(b, a.bit()),
                    (_, true) => bishop(a, b.bit()) & bishop(b, a.bit()),
                    _ => Bitboard::EMPTY,
                };
                assert_eq!(between(a, b), expected & line(a, b));
            }
        }
    }
}

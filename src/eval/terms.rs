//! The terms of the handcrafted evaluation that are tables: a value for every piece on every square.

use crate::board::zobrist::MAX_KINDS;
use crate::board::{Bitboard, Color, Geometry, Square};
use crate::rules::EvalSpec;

/// A value by colour, kind and square, in centipawns from White's point of view.
pub(super) type SquareValues = [[[i32; 64]; MAX_KINDS]; 2];

/// Steps from the nearer edge of a line of `length` squares.
const fn inwards(at: u8, length: u8) -> i32 {
    let other = length.saturating_sub(at + 1);
    (if at < other { at } else { other }) as i32
}

/// Steps from the nearest edges, of files and of ranks.
pub(super) const fn steps_inwards(geometry: &Geometry, square: Square) -> i32 {
    inwards(square.file(), geometry.files) + inwards(square.rank(), geometry.ranks)
}

/// The value of a piece of `kind` on `square` as its owner sees it, Black's squares being mirrored.
const fn square_value(spec: &EvalSpec, geometry: &Geometry, kind: usize, square: Square) -> i32 {
    spec.board[kind] + spec.centre[kind] * steps_inwards(geometry, square) + spec.advance[kind] * square.rank() as i32
}

/// Values for every piece of a game on every square.
pub(super) const fn square_values(spec: &EvalSpec, geometry: &Geometry) -> SquareValues {
    let mut values = [[[0; 64]; MAX_KINDS]; 2];
    let mut kind = 0;
    while kind < MAX_KINDS {
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            if square.rank() < geometry.ranks && square.file() < geometry.files {
                let value = square_value(spec, geometry, kind, square);
                values[Color::White.index()][kind][square.index()] = value;
                values[Color::Black.index()][kind][geometry.mirror(square).index()] = -value;
            }
            index += 1;
        }
        kind += 1;
    }
    values
}

/// The squares of `set` and all squares beside them.
#[inline]
pub(super) fn neighbourhood(set: Bitboard) -> Bitboard {
    let row = set | set.east() | set.west();
    row | row.north() | row.south()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_farthest_from_the_edges() {
        assert_eq!([0, 1, 2, 3, 4].map(|at| inwards(at, 5)), [0, 1, 2, 1, 0]);
        assert_eq!([0, 1, 2, 3].map(|at| inwards(at, 4)), [0, 1, 1, 0]);
    }

    #[test]
    fn neighbourhoods_stop_at_the_edges() {
        assert_eq!(neighbourhood(Square::new(0, 0).bit()).count(), 4);
        assert_eq!(neighbourhood(Square::new(7, 4).bit()).count(), 6);
        assert_eq!(neighbourhood(Square::new(3, 3).bit()).count(), 9);
    }
}

//! The weights of the evaluation: one list of numbers for a game, in named tables.
//!
//! What the tables count is told by [`crate::eval`]; here is only where each weight stands. Every weight is a pair, for the
//! middle of the game and for its end.

use crate::board::zobrist::MAX_KINDS;
use crate::board::{Color, Kind, Square};

/// A table of weights. Tables by kind have the same rows for each of [`MAX_KINDS`] kinds, the others only those of kind 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A piece on a square, as its owner sees the board.
    Square,
    /// The first, second, ... piece of a kind in hand.
    Hand,
    /// A piece that attacks so many squares not occupied by its own side.
    Mobility,
    /// A piece that attacks so many squares on and around the enemy king's.
    Pressure,
    /// A piece so far from the enemy king: ranks in front of the piece, then files to either side.
    EnemyKing,
    /// A piece so far from its own king.
    OwnKing,
    /// Each attacked piece: of the side to move, then of the other side.
    Attacked,
    /// Each piece that is attacked and not defended: of the side to move, then of the other side.
    Hanging,
    /// So many squares around the king that are attacked and defended by nothing but the king, by the number of pieces in
    /// the enemy's hand: of the side to move, then of the other side.
    Danger,
    /// So many squares to which the king could step: of the side to move, then of the other side.
    Escapes,
    /// What having the move is worth.
    Tempo,
    /// What only this game counts.
    Extra,
}

/// All tables in the order in which they stand in the list.
pub const TABLES: [Table; 12] = [
    Table::Square,
    Table::Hand,
    Table::Mobility,
    Table::Pressure,
    Table::EnemyKing,
    Table::OwnKing,
    Table::Attacked,
    Table::Hanging,
    Table::Danger,
    Table::Escapes,
    Table::Tempo,
    Table::Extra,
];

/// The number of all weights.
pub const WEIGHTS: usize = Table::Extra.base() + Table::Extra.size();

impl Table {
    /// Rows of one kind, weights of one row, and whether the table is by kind.
    const fn shape(self) -> (usize, usize, bool) {
        match self {
            Self::Square => (8, 8, true),
            Self::Hand => (1, 4, true),
            Self::Mobility => (1, 16, true),
            Self::Pressure => (1, 10, true),
            Self::EnemyKing | Self::OwnKing => (15, 8, true),
            Self::Attacked | Self::Hanging => (2, MAX_KINDS, false),
            Self::Danger => (8, 10, false),
            Self::Escapes => (2, 10, false),
            Self::Tempo => (1, 1, false),
            Self::Extra => (8, 8, false),
        }
    }

    const fn size(self) -> usize {
        let (rows, width, by_kind) = self.shape();
        rows * width * if by_kind { MAX_KINDS } else { 1 }
    }

    /// Where the table begins.
    const fn base(self) -> usize {
        let mut at = 0;
        let mut before = 0;
        while before < self as usize {
            at += TABLES[before].size();
            before += 1;
        }
        at
    }

    /// Where the weight in a row of a kind stands (kind 0 in tables that are not by kind); `nth` is capped at the last of
    /// the row.
    #[inline]
    #[must_use]
    pub const fn at(self, kind: Kind, row: usize, nth: usize) -> usize {
        let (rows, width, _) = self.shape();
        let nth = if nth < width { nth } else { width - 1 };
        self.base() + (kind.index() * rows + row) * width + nth
    }

    /// How far behind the first weight of its kind a weight stands; for tables with at most 256 weights a kind.
    #[must_use]
    pub const fn within(self, row: usize, nth: usize) -> u8 {
        (self.at(Kind(0), row, nth) - self.base()) as u8
    }

    /// Where the weight for a piece of `kind` on `square` stands.
    #[inline]
    #[must_use]
    pub const fn on(kind: Kind, square: Square) -> usize {
        Self::Square.at(kind, 0, 0) + square.index()
    }

    /// All rows: the kind, the row, and the range of its weights.
    pub fn rows(self) -> impl Iterator<Item = (Kind, usize, std::ops::Range<usize>)> {
        let (rows, width, by_kind) = self.shape();
        let kinds = if by_kind { MAX_KINDS } else { 1 };
        (0..kinds * rows).map(move |row| {
            let (kind, row) = (Kind((row / rows) as u8), row % rows);
            let start = self.at(kind, row, 0);
            (kind, row, start..start + width)
        })
    }
}

/// A weight in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// In the middle of the game.
    pub middle: i16,
    /// At its end.
    pub end: i16,
}

/// Hears what a position counts.
pub trait Ledger {
    /// The weight at a place in the list counts `times` times for `color`.
    fn add(&mut self, color: Color, at: usize, times: i32);
}

/// Weights as a data file lists them: a row that is left out is zero, and so is the end of a row that is cut short.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The table.
    pub table: Table,
    /// The kind, 0 in tables that are not by kind.
    pub kind: u8,
    /// Which row of the kind.
    pub row: usize,
    /// The weights for the middle of the game.
    pub middle: &'static [i16],
    /// Those for its end; if there are none, they are the same.
    pub end: &'static [i16],
}

/// A [`Row`].
#[must_use]
pub const fn row(table: Table, kind: u8, row: usize, middle: &'static [i16], end: &'static [i16]) -> Row {
    Row { table, kind, row, middle, end }
}

/// The length of the list in memory: a power of two, so that no place can be beyond its end.
const PADDED: usize = WEIGHTS.next_power_of_two();

/// All weights of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights([Weight; PADDED]);

impl Weights {
    /// The weights in these rows.
    #[must_use]
    #[expect(clippy::large_stack_arrays, reason = "the compiler evaluates it")]
    pub const fn new(rows: &[Row]) -> Self {
        let mut weights = [Weight { middle: 0, end: 0 }; PADDED];
        let mut at = 0;
        while at < rows.len() {
            let Row { table, kind, row, middle, end } = rows[at];
            let mut nth = 0;
            while nth < middle.len() {
                let late = if end.is_empty() { middle[nth] } else { end[nth] };
                weights[table.at(Kind(kind), row, nth)] = Weight { middle: middle[nth], end: late };
                nth += 1;
            }
            at += 1;
        }
        Self(weights)
    }

    /// Material alone, by these values on the board and in hand: what a game plays with before its weights are tuned.
    #[must_use]
    pub const fn material(board: &[i32; MAX_KINDS], hand: &[i32; MAX_KINDS]) -> Self {
        let mut weights = Self::new(&[]);
        let mut kind = 0;
        while kind < MAX_KINDS {
            weights.fill(Table::Square, kind, board[kind] as i16);
            weights.fill(Table::Hand, kind, hand[kind] as i16);
            kind += 1;
        }
        weights
    }

    /// Sets all weights of a kind in a table by kind.
    const fn fill(&mut self, table: Table, kind: usize, value: i16) {
        let (rows, width, _) = table.shape();
        let start = table.at(Kind(kind as u8), 0, 0);
        let mut at = start;
        while at < start + rows * width {
            self.0[at] = Weight { middle: value, end: value };
            at += 1;
        }
    }

    /// The weight at a place in the list.
    #[inline]
    #[must_use]
    pub const fn get(&self, at: usize) -> Weight {
        self.0[at % PADDED]
    }

    /// Replaces the weight at a place in the list.
    pub const fn set(&mut self, at: usize, weight: Weight) {
        self.0[at % PADDED] = weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_follow_one_another() {
        let mut next = 0;
        for table in TABLES {
            for (kind, row, range) in table.rows() {
                assert_eq!((range.start, table.at(kind, row, 0)), (next, next), "{table:?}");
                assert_eq!(table.at(kind, row, 1_000), range.end - 1);
                next = range.end;
            }
        }
        assert_eq!(next, WEIGHTS);
    }

    #[test]
    fn rows_fill_their_places_only() {
        let weights = Weights::new(&[row(Table::Square, 2, 1, &[7, 8], &[]), row(Table::Tempo, 0, 0, &[3], &[-4])]);
        assert_eq!(weights.get(Table::on(Kind(2), Square::new(1, 1))), Weight { middle: 8, end: 8 });
        assert_eq!(weights.get(Table::Tempo.at(Kind(0), 0, 0)), Weight { middle: 3, end: -4 });
        assert_eq!((0..WEIGHTS).filter(|&at| weights.get(at) != Weight::default()).count(), 3);
    }
}

//! Weights as the data file of a game: a list of rows in Rust's own syntax, which the game includes.

use std::fmt::Write as _;

use crate::board::{Kind, Square};
use crate::rules::Spec;
use crate::rules::weights::{TABLES, Table, Weight, Weights};

/// The weights that are not zero, as `src/variants/weights` has them.
///
/// Each row names its table, its kind, its number, and the weights for the middle and the end of the game; the latter are
/// left out where they are the same.
#[must_use]
pub fn write(spec: &Spec, weights: &Weights) -> String {
    let mut rows = String::new();
    let mut used = Vec::new();
    for table in TABLES {
        let before = rows.len();
        for (kind, number, range) in table.rows() {
            let weights: Vec<Weight> =
                range.map(|at| if exists(spec, table, at) { weights.get(at) } else { Weight::default() }).collect();
            if let Some(last) = weights.iter().rposition(|&weight| weight != Weight::default()) {
                write_row(table, kind, number, &weights[..=last], &mut rows);
            }
        }
        if rows.len() > before {
            used.push(format!("{table:?}"));
        }
    }
    format!(
        "// Learnt by `bonsai tune --variant {}`.\n{{\n    use crate::rules::weights::Table::{{{}}};\n    \
         use crate::rules::weights::{{Weights, row}};\n    Weights::new(&[\n{rows}    ])\n}}\n",
        spec.name,
        used.join(", ")
    )
}

/// Whether the game has a use for a place in the list: squares beside the board have none.
fn exists(spec: &Spec, table: Table, at: usize) -> bool {
    table != Table::Square || spec.geometry.playable.has(Square::from_index((at % 64) as u8))
}

fn write_row(table: Table, kind: Kind, number: usize, weights: &[Weight], text: &mut String) {
    let middle: Vec<i16> = weights.iter().map(|weight| weight.middle).collect();
    let end: Vec<i16> = weights.iter().map(|weight| weight.end).collect();
    let end = if end == middle { &[][..] } else { &end };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "        row({table:?}, {}, {number}, &{middle:?}, &{end:?}),", kind.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::weights::row;
    use crate::variants::SPECS;

    #[test]
    fn rows_are_written_as_they_are_read() {
        let rows = [row(Table::Square, 2, 1, &[0, 8], &[]), row(Table::Tempo, 0, 0, &[3], &[-4])];
        let text = write(SPECS[0], &Weights::new(&rows));
        let lines: Vec<&str> = text.lines().skip(2).map(str::trim).collect();
        let expected = [
            "use crate::rules::weights::Table::{Square, Tempo};",
            "use crate::rules::weights::{Weights, row};",
            "Weights::new(&[",
            "row(Square, 2, 1, &[0, 8], &[]),",
            "row(Tempo, 0, 0, &[3], &[-4]),",
            "])",
            "}",
        ];
        assert_eq!(lines, expected);
    }
}

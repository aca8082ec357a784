//! The tiles of shogi: a pentagon that points away from its owner, with the piece's letter; the other face of a piece is red.

use crate::board::{Color, Piece};
use crate::pictures::letters;
use crate::rules::Spec;

const PENTAGON: &str = "M50 9L75 20L85 91H15L25 20Z";

/// The colours of a side's tiles. Which way a tile points says whose it is; the wood only helps.
const fn wood(color: Color) -> &'static str {
    match color {
        Color::White => "#fdf0cf",
        Color::Black => "#d8b277",
    }
}

/// A tile as `viewer` sees it; letters stand upright for whoever looks.
pub fn drawing(spec: &Spec, piece: Piece, viewer: Color) -> String {
    let face = spec.piece(piece.kind);
    let ink = if face.symbol.starts_with('+') { "#b3261e" } else { "#20242b" };
    let (turn, middle) = if piece.color == viewer { ("", 58.0) } else { (r#" transform="rotate(180 50 50)""#, 42.0) };
    let letter = letters::bold(&face.letter.to_string(), (50.0, middle), 40.0, ink);
    format!(
        r##"<path d="{PENTAGON}" fill="{}" stroke="#4d3a1d" stroke-width="3" stroke-linejoin="round"{turn}/>{letter}"##,
        wood(piece.color)
    )
}

//! How each piece looks, by its name: chess-like silhouettes, animals and machines of the forest, tiles of shogi.
//!
//! A glyph is drawn in a square of 100 x 100, `y` downwards. White's and Black's pieces have the same shape in other colours; a
//! tile points away from its owner, too.

mod chess;
mod forest;
mod tile;

use std::fmt::Write as _;

use super::letters;
use crate::board::{Color, Piece};
use crate::rules::Spec;

/// A part of a glyph, drawn over the parts before it.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// An outline, filled in the colour of the side.
    Body(&'static str),
    /// Strokes in the colour of the outlines, for limbs beside the body.
    Limb(&'static str),
    /// Strokes that stand out from bodies.
    Line(&'static str),
    /// A filled shape that stands out from bodies.
    Spot(&'static str),
}

/// The colours of a side's pieces: body, outline, what stands out from the body.
const fn palette(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fffdf6", "#20242b", "#20242b"],
        Color::Black => ["#3a4049", "#101319", "#f2efe6"],
    }
}

/// The name under which a document refers to a piece: `w` or `b`, then the symbol, with `p` for `+`.
pub fn piece_id(spec: &Spec, piece: Piece) -> String {
    let side = if piece.color == Color::White { 'w' } else { 'b' };
    format!("{side}{}", spec.piece(piece.kind).symbol.replace('+', "p"))
}

/// A piece, seen by `viewer`, as an SVG `symbol` of 100 x 100 with the id [`piece_id`], to be placed with `use`.
pub fn piece_symbol(spec: &Spec, piece: Piece, viewer: Color) -> String {
    let id = piece_id(spec, piece);
    format!(r#"<symbol id="{id}" viewBox="0 0 100 100" overflow="visible">{}</symbol>"#, drawing(spec, piece, viewer))
}

fn drawing(spec: &Spec, piece: Piece, viewer: Color) -> String {
    if spec.hands.is_some() {
        return tile::drawing(spec, piece, viewer);
    }
    let name = spec.piece(piece.kind).name;
    if let Some([left, right]) = compound(spec, name) {
        return side_by_side(left, right, piece.color);
    }
    match simple(name) {
        [] => disc(spec, piece),
        parts => draw(parts, piece.color),
    }
}

/// The glyph of a piece that is no compound; empty for a name that is not known.
fn simple(name: &str) -> &'static [Part] {
    match name {
        "pawn" => chess::PAWN,
        "knight" => chess::KNIGHT,
        "bishop" => chess::BISHOP,
        "rook" => chess::ROOK,
        "queen" => chess::QUEEN,
        "king" => chess::KING,
        "ferz" => forest::FERZ,
        "alfil" => forest::ELEPHANT,
        "dabbaba" => forest::SIEGE_TOWER,
        "camel" => forest::CAMEL,
        "grasshopper" => forest::GRASSHOPPER,
        _ => &[],
    }
}

/// The two parts of a compound. A queen shows hers where compounds come apart, that is, where there are others.
fn compound(spec: &Spec, name: &str) -> Option<[&'static [Part]; 2]> {
    let comes_apart = || spec.pieces.iter().any(|piece| piece.name == "marshal");
    Some(match name {
        "queen" if comes_apart() => [chess::ROOK, chess::BISHOP],
        "marshal" => [chess::ROOK, chess::KNIGHT],
        "paladin" => [chess::BISHOP, chess::KNIGHT],
        "pope" => [chess::KING, chess::BISHOP],
        "dragon king" => [chess::KING, chess::ROOK],
        "eques rex" => [chess::KING, chess::KNIGHT],
        _ => return None,
    })
}

fn draw(parts: &[Part], color: Color) -> String {
    let [body, outline, detail] = palette(color);
    let mut out = String::from(r#"<g stroke-linejoin="round" stroke-linecap="round" stroke-width="3.5">"#);
    for part in parts {
        let _ = match part {
            Part::Body(path) => write!(out, r#"<path d="{path}" fill="{body}" stroke="{outline}"/>"#),
            Part::Limb(path) => write!(out, r#"<path d="{path}" fill="none" stroke="{outline}"/>"#),
            Part::Line(path) => write!(out, r#"<path d="{path}" fill="none" stroke="{detail}"/>"#),
            Part::Spot(path) => write!(out, r#"<path d="{path}" fill="{detail}"/>"#),
        };
    }
    out + "</g>"
}

/// Two glyphs, narrow enough to stand on one base.
fn side_by_side(left: &[Part], right: &[Part], color: Color) -> String {
    let shared = draw(&[Part::Body("M10 80h80l4 10H6Z")], color);
    format!(
        r#"<g transform="translate(-7 14) scale(.78)">{}</g><g transform="translate(29 14) scale(.78)">{}</g>{shared}"#,
        draw(left, color),
        draw(right, color)
    )
}

/// A piece without a drawing of its own: its letter on a disc.
fn disc(spec: &Spec, piece: Piece) -> String {
    let [_, _, detail] = palette(piece.color);
    let letter = spec.piece(piece.kind).letter.to_string();
    draw(&[Part::Body("M50 14a36 36 0 1 0 .01 0Z")], piece.color) + &letters::text(&letter, (50.0, 50.0), 34.0, detail)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::variants::SPECS;

    fn all_pieces(spec: &Spec) -> Vec<Piece> {
        let kinds = || spec.kinds();
        Color::ALL.into_iter().flat_map(|color| kinds().map(move |kind| Piece { color, kind })).collect()
    }

    #[test]
    fn no_two_pieces_of_a_game_look_alike() {
        for spec in SPECS {
            let pieces = all_pieces(spec);
            let drawings: HashSet<String> = pieces.iter().map(|&piece| drawing(spec, piece, Color::White)).collect();
            let ids: HashSet<String> = pieces.iter().map(|&piece| piece_id(spec, piece)).collect();
            assert_eq!((drawings.len(), ids.len()), (pieces.len(), pieces.len()), "{}", spec.name);
        }
    }

    #[test]
    fn every_piece_of_every_game_is_drawn() {
        for spec in SPECS.iter().filter(|spec| spec.hands.is_none()) {
            for piece in spec.pieces {
                assert!(!simple(piece.name).is_empty() || compound(spec, piece.name).is_some(), "{}", piece.name);
            }
        }
    }
}

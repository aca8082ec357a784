//! The board drawn with letters, for people.

use std::fmt::Write as _;

use crate::board::{Color, Kind, Square};
use crate::game::Game;
use crate::rules::Position;

/// Draws the board of the current position with letters: upper case is White's; squares that are `marked` stand in brackets,
/// squares that do not exist are dotted.
pub(super) fn letters<P: Position>(game: &Game<P>, marked: &[Square]) -> String {
    let (spec, position) = (P::SPEC, game.position());
    let setup = position.setup();
    let geometry = spec.geometry;
    let mut out = String::new();
    let border = format!("   +{}\n", "---+".repeat(usize::from(geometry.files)));
    out.push_str(&border);
    for rank in (0..geometry.ranks).rev() {
        let _ = write!(out, " {} |", rank + 1);
        for file in 0..geometry.files {
            let square = Square::new(file, rank);
            let [left, right] = match () {
                () if !geometry.playable.has(square) => [':', ':'],
                () if marked.contains(&square) => ['[', ']'],
                () => [' ', ' '],
            };
            let inside = match setup.board[square.index()] {
                Some(piece) => letter::<P>(piece.color, piece.kind),
                None if geometry.playable.has(square) => ' ',
                None => ':',
            };
            let _ = write!(out, "{left}{inside}{right}|");
        }
        out.push('\n');
        out.push_str(&border);
    }
    out.push_str("    ");
    for file in 0..geometry.files {
        let _ = write!(out, " {}  ", char::from(b'a' + file));
    }
    out.push('\n');
    out
}

fn letter<P: Position>(color: Color, kind: Kind) -> char {
    let letter = P::SPEC.piece(kind).letter;
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// The lines below the board: hands, points, the side to move, check.
pub(super) fn captions<P: Position>(game: &Game<P>) -> String {
    let position = game.position();
    let mut out = String::new();
    if P::SPEC.hands.is_some() {
        let [white, black] = hands(position);
        let shown = |hand: String| if hand.is_empty() { "-".to_owned() } else { hand };
        let _ = writeln!(out, "hands: white {}, black {}", shown(white), shown(black));
    }
    if let Some([white, black]) = position.points() {
        let _ = writeln!(out, "points: white {white}, black {black}");
    }
    let check = if position.in_check() { ", in check" } else { "" };
    let _ = writeln!(out, "{} to move{check}", position.turn());
    out
}

/// What White and Black hold, in letters, each piece once for every copy (`BBL`; both sides in upper case); empty in
/// games without hands.
#[must_use]
pub fn hands<P: Position>(position: &P) -> [String; 2] {
    Color::ALL.map(|color| {
        let order = P::SPEC.hands.map_or(&[][..], |hands| hands.order);
        let written = |&kind: &Kind| P::SPEC.piece(kind).symbol.repeat(position.held(color, kind) as usize);
        order.iter().map(written).collect()
    })
}

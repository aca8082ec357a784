//! How XBoard is told to show a game that it does not know: the commands `setup` and `piece`.

use std::fmt::Write as _;

use crate::board::{Kind, Square};
use crate::rules::{Layout, Spec};

/// The game that front ends know without being told, by the name that it has there.
const KNOWN: &str = "normal";

/// What front ends call a game.
pub fn name(spec: &Spec) -> &'static str {
    if spec.layouts.is_empty() { KNOWN } else { spec.name }
}

/// Our name for the game that front ends call `name`.
pub fn variant(name: &str) -> &str {
    if name.eq_ignore_ascii_case(KNOWN) { "chess" } else { name }
}

/// The way in which a game is shown; `None` if it needs no words.
pub fn chosen(spec: &'static Spec, between_programs: bool) -> Option<&'static Layout> {
    if between_programs { spec.layouts.last() } else { spec.layouts.first() }
}

/// The lines that say how a game is shown.
pub fn lines(spec: &Spec, layout: &Layout) -> String {
    let Layout { pictures, holdings, parent, .. } = layout;
    let (files, ranks) = (spec.geometry.files, spec.geometry.ranks);
    let other = pictures.to_lowercase();
    let board = board(spec, layout);
    // What stands behind the board is the parent game's way of writing the rest.
    let rest = if *holdings > 0 { "[-] w 0 1" } else { " w - - 0 1" };
    let mut out = format!("setup ({pictures}{other}) {files}x{ranks}+{holdings}_{parent} {board}{rest}\n");
    for (kind, betza) in spec.kinds().zip(layout.betza) {
        let piece = spec.piece(kind);
        let letter = piece.letter.to_string();
        let symbol = if layout.by_letter { letter.as_str() } else { piece.symbol };
        let drops = if *holdings > 0 && holds(spec, kind) { format!("@{ranks}") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "piece {symbol}& {betza}{drops}");
    }
    out
}

fn holds(spec: &Spec, kind: Kind) -> bool {
    spec.hands.is_some_and(|hands| hands.order.contains(&kind))
}

/// The start position's board, with the squares that do not exist as holes.
fn board(spec: &Spec, layout: &Layout) -> String {
    let text = spec.start.split(['[', ' ']).next().unwrap_or_default();
    let ranks = text.split('/').zip((0..spec.geometry.ranks).rev());
    ranks.map(|(text, rank)| rank_text(spec, layout, text, rank)).collect::<Vec<_>>().join("/")
}

fn rank_text(spec: &Spec, layout: &Layout, text: &str, rank: u8) -> String {
    let mut out = String::new();
    let (mut file, mut empty, mut turned) = (0, 0, false);
    for letter in text.chars() {
        if letter == '+' {
            turned = true;
            continue;
        }
        if let Some(count) = letter.to_digit(10) {
            for file in file..file + count as u8 {
                let exists = spec.geometry.playable.has(Square::new(file, rank));
                if exists { empty += 1 } else { out += &(number(&mut empty) + "*") }
            }
            file += count as u8;
        } else {
            out += &(number(&mut empty) + &piece_text(spec, layout, letter, turned));
            file += 1;
        }
        turned = false;
    }
    out + &number(&mut empty)
}

/// A number of empty squares, which is 0 afterwards.
pub fn number(empty: &mut u32) -> String {
    match std::mem::take(empty) {
        0 => String::new(),
        count => count.to_string(),
    }
}

fn piece_text(spec: &Spec, layout: &Layout, letter: char, turned: bool) -> String {
    let plus = if turned { "+" } else { "" };
    let symbol = format!("{plus}{letter}");
    let by_letter = || {
        let kind = spec.kinds().find(|&kind| spec.piece(kind).symbol.eq_ignore_ascii_case(&symbol))?;
        let own = spec.piece(kind).letter;
        Some(if letter.is_lowercase() { own.to_ascii_lowercase() } else { own }.to_string())
    };
    if layout.by_letter { by_letter().unwrap_or(symbol) } else { symbol }
}

/// The sorts of pieces that the places of the holdings show, from the bottom for White.
pub fn held(layout: &Layout) -> impl Iterator<Item = char> {
    layout.pictures.chars().filter(char::is_ascii_alphabetic).take(layout.holdings.into())
}

//! Moves as XBoard writes them, and as it can make them.
//!
//! A board that does not know the game moves one piece from here to there, and may change what it is, or drops one with its plain
//! face up. A move that does more takes three lines: what the board can do, a pass of the other side, and what puts it right.
//!
//! - A compound that splits: the part that goes, a pass, and a drop of the part that stays.
//! - A drop with the other face up: a plain drop on a square beside, a pass, and the step from there, turning over. (The piece
//!   could also turn over on its own square, by a move in two legs; but XBoard 4.9.1 takes that for the capture of
//!   a piece of one's own, and shows it in the opponent's hand from then on.)

use crate::board::Square;
use crate::engine::AnyGame;
use crate::notation::{Dialect, MoveError};
use crate::rules::{MoveFacts, Spec};

/// A pass.
pub const PASS: &str = "@@@@";

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As in UCI: the other side knows the game.
    Plain,
    /// For a board that draws a game which it does not know.
    Drawn {
        /// Whether each face of a piece has a letter of its own. If not, a piece that changes turns over, and a `+` says so
        /// whichever way it turns.
        by_letter: bool,
    },
}

/// The move with these bits in one word.
pub fn word(game: &dyn AnyGame, mv: u32, style: Style) -> String {
    let Style::Drawn { by_letter } = style else {
        return game.line(&[mv], Dialect::Uci).pop().unwrap_or_default();
    };
    let (spec, facts) = (game.spec(), game.facts(mv));
    match facts.from {
        Some(from) => {
            let suffix = suffix(spec, &facts, by_letter).map(String::from).unwrap_or_default();
            format!("{from}{}{suffix}", facts.to)
        }
        None if by_letter => format!("{}@{}", spec.piece(facts.piece).letter, facts.to),
        None => format!("{}@{}", spec.piece(facts.piece).symbol, facts.to),
    }
}

/// What stands behind the squares of a move in the style of a board that draws.
fn suffix(spec: &Spec, facts: &MoveFacts, by_letter: bool) -> Option<char> {
    let letter = if by_letter { spec.piece(facts.after).letter.to_ascii_lowercase() } else { '+' };
    facts.changes_piece().then_some(letter)
}

/// What the board must be told to complete a move that it has only the squares of: the letter of the piece that stands there
/// afterwards, or `+` if it turns over, also for a piece that is dropped with its other face up.
pub fn choice(game: &dyn AnyGame, mv: u32, style: Style) -> Option<char> {
    let Style::Drawn { by_letter } = style else {
        return None;
    };
    let facts = game.facts(mv);
    match facts.from {
        Some(_) => suffix(game.spec(), &facts, by_letter).map(|letter| letter.to_ascii_uppercase()),
        None => is_turned(game.spec(), &facts, style).then_some('+'),
    }
}

/// Whether the move drops a piece with a face up that the board cannot drop.
fn is_turned(spec: &Spec, facts: &MoveFacts, style: Style) -> bool {
    let drop = facts.from.is_none() && style == Style::Drawn { by_letter: false };
    drop && spec.piece(facts.piece).symbol.starts_with('+')
}

/// The words, one a line, in which a board makes the move that is made in `before`: one, or three.
pub fn lines(before: &dyn AnyGame, mv: u32, style: Style) -> Vec<String> {
    let (spec, facts) = (before.spec(), before.facts(mv));
    let word = word(before, mv, style);
    if style == Style::Plain {
        return vec![word];
    }
    if let (Some(part), Some(from)) = (facts.left, facts.from) {
        return vec![word, PASS.to_owned(), format!("{}@{from}", spec.piece(part).letter)];
    }
    if is_turned(spec, &facts, style)
        && let Some(beside) = square_beside(before, mv, style)
    {
        let piece = word.trim_start_matches('+').chars().next().unwrap_or_default();
        return vec![format!("{piece}@{beside}"), PASS.to_owned(), format!("{beside}{}+", facts.to)];
    }
    vec![word]
}

/// The square on which the piece is dropped that then turns over to where `mv` drops it: one where it may be dropped by the
/// rules, if there is any, and as near as can be.
fn square_beside(game: &dyn AnyGame, mv: u32, style: Style) -> Option<Square> {
    let target = game.facts(mv).to;
    let plain = plain_symbol(game, mv, style)?;
    let is_plain_drop = |facts: &MoveFacts| facts.from.is_none() && game.spec().piece(facts.piece).symbol == plain;
    let legal = game.moves().into_iter().map(|mv| game.facts(mv)).filter(is_plain_drop).map(|facts| facts.to);
    let distance = |square: &Square| {
        let (files, ranks) = (square.file().abs_diff(target.file()), square.rank().abs_diff(target.rank()));
        (files.max(ranks), files, square.rank() < target.rank())
    };
    let empty = game.spec().geometry.playable & !game.occupied();
    let nearest =
        |squares: &mut dyn Iterator<Item = Square>| squares.filter(|&square| square != target).min_by_key(distance);
    nearest(&mut { legal }).or_else(|| nearest(&mut empty.into_iter()))
}

/// The symbol of the plain face of a piece that `mv` drops with its other face up.
fn plain_symbol(game: &dyn AnyGame, mv: u32, style: Style) -> Option<&'static str> {
    let facts = game.facts(mv);
    let turned = is_turned(game.spec(), &facts, style);
    game.spec().piece(facts.piece).symbol.strip_prefix('+').filter(|_| turned)
}

/// The move that drops the piece of the plain drop `mv` on `square`, but with the face up that the board cannot drop.
pub fn turned(before: &dyn AnyGame, mv: u32, square: Square, style: Style) -> Option<u32> {
    let plain = before.spec().piece(before.facts(mv).piece).symbol;
    let is_meant = |&mv: &u32| before.facts(mv).to == square && plain_symbol(before, mv, style) == Some(plain);
    before.moves().into_iter().find(is_meant)
}

/// A line of moves, each in one word.
pub fn line(game: &dyn AnyGame, moves: &[u32], style: Style) -> Vec<String> {
    match style {
        Style::Plain => game.line(moves, Dialect::Uci),
        // What a move does says all that is written of it, so nothing need be played.
        Style::Drawn { .. } => moves.iter().map(|&mv| word(game, mv, style)).collect(),
    }
}

/// The bits of the legal move that `token` means.
///
/// # Errors
/// No legal move is written so.
pub fn find(game: &dyn AnyGame, token: &str, style: Style) -> Result<u32, MoveError> {
    if let Style::Drawn { .. } = style
        && let Some(mv) = game.moves().into_iter().find(|&mv| word(game, mv, style) == token)
    {
        return Ok(mv);
    }
    game.find(token, Some(Dialect::Uci))
}

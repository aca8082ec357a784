//! Moves as text, in four dialects, fitted to the legal moves of a position.

use super::grammar::{Ending, Grid, MoveText, Place, plain_move, worded_move};
use super::position::kind_named;
use crate::board::{Kind, Silent, Square};
use crate::game::has_legal_move;
use crate::rules::{GameMove, MoveFacts, Position, Spec, Special, Suffix};

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `d2d3`, `c1a3+`, `+L@b3`, `a7b8f`.
    Uci,
    /// `1d1c`, `2e4c+`, `+L*3c`; for games that know it.
    Usi,
    /// For people: `R a4-d4=M`, `R a4-d4; a4=N`, `S@b3`.
    Book,
    /// For PGN: SAN in chess, elsewhere the book's moves without blanks, `Ra4-d4=M`, `Ra4-d4/N`.
    Pgn,
}

impl Dialect {
    /// All of them, in the order in which a move in an unknown dialect is tried.
    pub const ALL: [Self; 4] = [Self::Uci, Self::Usi, Self::Book, Self::Pgn];
}

/// A text that is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not written as a move.
    #[error("'{0}' is no move")]
    Unreadable(String),
    /// The text is a move, but no legal one here.
    #[error("'{0}' is no legal move here")]
    Illegal(String),
    /// Several legal moves fit the text.
    #[error("'{token}' fits several moves: {candidates}")]
    Ambiguous {
        /// The text.
        token: String,
        /// The moves that fit, separated by blanks.
        candidates: String,
    },
}

/// Finds the legal move that `token` means, in one dialect or, with `None`, in any.
///
/// A token that is exactly how the dialect writes a move is that move. Otherwise letters and signs may be missing, as
/// long as one legal move fits.
///
/// # Errors
/// The token is no move, not legal, or fits several moves.
pub fn read_move<P: Position>(position: &P, token: &str, dialect: Option<Dialect>) -> Result<P::Move, MoveError> {
    let Some(dialect) = dialect else {
        return read_any(position, token);
    };
    let text = parse(P::SPEC, token, dialect).ok_or_else(|| MoveError::Unreadable(token.to_owned()))?;
    let mut fitting = position.legal_moves();
    fitting.retain(|mv| fits(P::SPEC, &text, &mv.facts()));
    match fitting[..] {
        [] => Err(MoveError::Illegal(token.to_owned())),
        [mv] => Ok(mv),
        // Writing moves is slow, so it is left to the few that fit.
        _ => match fitting.iter().find(|&&mv| write_move(position, mv, dialect) == token) {
            Some(&mv) => Ok(mv),
            None => Err(ambiguous(position, token, &fitting, dialect)),
        },
    }
}

fn ambiguous<P: Position>(position: &P, token: &str, fitting: &[P::Move], dialect: Dialect) -> MoveError {
    let mut candidates: Vec<String> = fitting.iter().map(|&mv| write_move(position, mv, dialect)).collect();
    candidates.sort_unstable();
    MoveError::Ambiguous { token: token.to_owned(), candidates: candidates.join(" ") }
}

/// Tries the dialects in turn. The first that can read the token decides: in another it would mean something else.
fn read_any<P: Position>(position: &P, token: &str) -> Result<P::Move, MoveError> {
    let attempts = Dialect::ALL.into_iter().map(|dialect| read_move(position, token, Some(dialect)));
    let mut readable = attempts.filter(|attempt| !matches!(attempt, Err(MoveError::Unreadable(_))));
    readable.next().unwrap_or_else(|| Err(MoveError::Unreadable(token.to_owned())))
}

fn shogi_grid(spec: &Spec) -> Grid {
    Grid::Shogi { files: spec.geometry.files, ranks: spec.geometry.ranks }
}

fn parse<'a>(spec: &Spec, token: &'a str, dialect: Dialect) -> Option<MoveText<'a>> {
    match dialect {
        Dialect::Uci => plain_move(token, Grid::Chess),
        Dialect::Usi if spec.usi => plain_move(token, shogi_grid(spec)),
        Dialect::Usi => None,
        Dialect::Book | Dialect::Pgn => worded_move(
            token,
            match spec.suffix {
                // In these games a `+` says that a piece turns over, and must not pass for a check.
                Suffix::Sign => "#!?",
                Suffix::Letter => "+#!?",
            },
        ),
    }
}

/// Whether `text` can mean the move with these facts.
fn fits(spec: &Spec, text: &MoveText<'_>, facts: &MoveFacts) -> bool {
    let is = |letter: char, kind: Kind| spec.piece(kind).letter == letter;
    match *text {
        MoveText::Coordinates { from, to, ending } => {
            facts.from == Some(from) && targets(facts).contains(&Some(to)) && ending_fits(spec, ending, facts)
        }
        MoveText::Drop { symbol, to } => {
            facts.special == Special::Drop && facts.to == to && kind_named(spec, symbol) == Some(facts.piece)
        }
        MoveText::Castle { long } => facts.special == Special::Castle && (facts.to.file() < 4) == long,
        MoveText::Piece { letter, from, captures, to, becomes, left } => {
            // When a compound splits, the part that moves is named.
            let mover = if facts.left.is_some() { facts.after } else { facts.piece };
            facts.to == to
                && facts.special != Special::Castle
                && facts.from.is_some_and(|origin| from.fits(origin))
                && is(letter.unwrap_or('P'), mover)
                && captures.is_none_or(|captures| captures == facts.captured.is_some())
                && becomes.is_none_or(|letter| is(letter, facts.after))
                && left.is_none_or(|letter| facts.left.is_some_and(|kind| is(letter, kind)))
        }
    }
}

/// The squares by which the target may be named: castling is also written as the king capturing its rook.
fn targets(facts: &MoveFacts) -> [Option<Square>; 2] {
    let rook = (facts.special == Special::Castle)
        .then(|| Square::new(if facts.to.file() < 4 { 0 } else { 7 }, facts.to.rank()));
    [Some(facts.to), rook]
}

fn ending_fits(spec: &Spec, ending: Option<Ending>, facts: &MoveFacts) -> bool {
    match (ending, suffix(spec, facts)) {
        // Nothing is said: every move fits, and the caller sees to it that there is only one.
        (None, _) => true,
        (Some(Ending::Plus), Some(suffix)) => suffix == '+',
        (Some(Ending::Minus), Some(suffix)) => suffix == '-',
        (Some(Ending::Letter(letter)), Some(suffix)) => suffix == letter,
        (Some(_), _) => false,
    }
}

/// What UCI and USI write behind the squares of a move.
fn suffix(spec: &Spec, facts: &MoveFacts) -> Option<char> {
    if !facts.changes_piece() {
        return None;
    }
    let after = spec.piece(facts.after);
    Some(match spec.suffix {
        Suffix::Letter => after.letter.to_ascii_lowercase(),
        Suffix::Sign if after.symbol.starts_with('+') => '+',
        Suffix::Sign => '-',
    })
}

/// Writes a legal move of `position`.
#[must_use]
pub fn write_move<P: Position>(position: &P, mv: P::Move, dialect: Dialect) -> String {
    let (spec, facts) = (P::SPEC, mv.facts());
    match dialect {
        Dialect::Uci => write_plain(spec, &facts, '@', |square| square.to_string()),
        Dialect::Usi => write_plain(spec, &facts, '*', |square| shogi_square(spec, square)),
        Dialect::Pgn if spec.castling => write_san(position, mv),
        Dialect::Book => write_worded(spec, &facts, " ", |from, left| format!("; {from}={left}")),
        Dialect::Pgn => write_worded(spec, &facts, "", |_, left| format!("/{left}")),
    }
}

fn shogi_square(spec: &Spec, square: Square) -> String {
    let rank = char::from(b'a' + (spec.geometry.ranks - 1 - square.rank()));
    format!("{}{rank}", spec.geometry.files - square.file())
}

fn write_plain(spec: &Spec, facts: &MoveFacts, drop: char, square: impl Fn(Square) -> String) -> String {
    let to = square(facts.to);
    let Some(from) = facts.from else {
        return format!("{}{drop}{to}", spec.piece(facts.piece).symbol);
    };
    let suffix = suffix(spec, facts).map_or_else(String::new, String::from);
    format!("{}{to}{suffix}", square(from))
}

fn write_worded(spec: &Spec, facts: &MoveFacts, gap: &str, leave: impl Fn(Square, char) -> String) -> String {
    let letter = |kind: Kind| spec.piece(kind).letter;
    let to = facts.to;
    let Some(from) = facts.from else {
        return format!("{}@{to}", letter(facts.piece));
    };
    if facts.special == Special::Castle {
        return castle_text(facts).to_owned();
    }
    let stroke = if facts.captured.is_some() { 'x' } else { '-' };
    match facts.left {
        Some(left) => format!("{}{gap}{from}{stroke}{to}{}", letter(facts.after), leave(from, letter(left))),
        None if facts.changes_piece() => {
            format!("{}{gap}{from}{stroke}{to}={}", letter(facts.piece), letter(facts.after))
        }
        None => format!("{}{gap}{from}{stroke}{to}", letter(facts.piece)),
    }
}

fn castle_text(facts: &MoveFacts) -> &'static str {
    if facts.to.file() < 4 { "O-O-O" } else { "O-O" }
}

/// Standard algebraic notation of a chess move, with `+` or `#`.
fn write_san<P: Position>(position: &P, mv: P::Move) -> String {
    let (spec, facts) = (P::SPEC, mv.facts());
    let letter = |kind: Kind| spec.piece(kind).letter;
    let captures = if facts.captured.is_some() { "x" } else { "" };
    let mut text = match facts.from {
        _ if facts.special == Special::Castle => castle_text(&facts).to_owned(),
        Some(from) if letter(facts.piece) == 'P' => {
            let file = if facts.captured.is_some() { from.to_string()[..1].to_owned() } else { String::new() };
            let becomes = if facts.changes_piece() { format!("={}", letter(facts.after)) } else { String::new() };
            format!("{file}{captures}{}{becomes}", facts.to)
        }
        Some(from) => {
            let origin = disambiguation(position, &facts, from);
            format!("{}{origin}{captures}{}", letter(facts.piece), facts.to)
        }
        None => format!("{}@{}", letter(facts.piece), facts.to),
    };
    let mut after = *position;
    after.play(mv, &mut Silent);
    if after.in_check() {
        text.push(if has_legal_move(&after) { '+' } else { '#' });
    }
    text
}

/// What of the origin must be said to tell the move from those of other pieces of its kind: the file if that is enough,
/// else the rank, else both.
fn disambiguation<P: Position>(position: &P, facts: &MoveFacts, from: Square) -> String {
    let rivals: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .map(P::Move::facts)
        .filter(|other| other.piece == facts.piece && other.to == facts.to && other.special != Special::Castle)
        .filter_map(|other| other.from)
        .filter(|&other| other != from)
        .collect();
    let alone = |place: Place| !rivals.iter().any(|&rival| place.fits(rival));
    let text = from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if alone(Place { file: Some(from.file()), rank: None }) {
        text[..1].to_owned()
    } else if alone(Place { file: None, rank: Some(from.rank()) }) {
        text[1..].to_owned()
    } else {
        text
    }
}

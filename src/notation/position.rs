//! FEN and SFEN: reading with every fault named, and writing.

use std::fmt::Write as _;

use super::grammar::{self, RankItem};
use crate::board::{Color, Kind, Piece, Square};
use crate::rules::{CastlingRights, Fault, Position, Setup, Spec};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// FEN: `w` moves first.
    Fen,
    /// SFEN: `b` moves first.
    Sfen,
    /// FEN or SFEN, whichever the fields look like: a hand as third field and nothing but a number behind it is SFEN.
    /// A word `fen` or `sfen` before the position decides.
    Either,
}

/// A text that is no position of the game, with every reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The reasons, in the order of the text; never empty.
    pub faults: Vec<Fault>,
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// Reads a position of the game `P`.
///
/// # Errors
/// Every reason for which `text` is not one.
pub fn read_position<P: Position>(text: &str, form: Form) -> Result<P, PositionError> {
    let spec = P::SPEC;
    let (text, form) = settle_form(spec, text.trim(), form);
    let mut reader = Reader { spec, setup: Setup::default(), faults: Vec::new() };
    match form {
        Form::Sfen => reader.sfen(text),
        Form::Fen | Form::Either => reader.fen(text),
    }
    let Reader { setup, mut faults, .. } = reader;
    let checked = P::from_setup(&setup);
    if let Err(more) = &checked {
        // A king may be missing only because its letter could not be read or lay beside the board: that is no reason.
        let torn = faults.iter().any(may_hide_a_piece);
        faults.extend(more.iter().filter(|fault| !(torn && matches!(fault, Fault::NoKing(_)))).cloned());
    }
    let mut named = Vec::new();
    faults.retain(|fault| {
        let new = !named.contains(fault);
        named.push(fault.clone());
        new
    });
    match checked {
        Ok(position) if faults.is_empty() => Ok(position),
        _ => Err(PositionError { faults }),
    }
}

/// Whether a piece that is written may not have got onto the board.
fn may_hide_a_piece(fault: &Fault) -> bool {
    match fault {
        Fault::UnknownPiece { .. } | Fault::RankCount { .. } | Fault::LightSquare { .. } => true,
        Fault::RankLength { found, expected, text, .. } => {
            *found > usize::from(*expected) && text.contains(|c: char| c.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// Takes a leading `fen` or `sfen` off and decides between the two.
fn settle_form<'a>(spec: &Spec, text: &'a str, form: Form) -> (&'a str, Form) {
    if form != Form::Either {
        return (text, form);
    }
    match grammar::first_word(text) {
        ("fen", rest) => return (rest, Form::Fen),
        ("sfen", rest) => return (rest, Form::Sfen),
        _ => {}
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let sfen = spec.usi
        && match fields[..] {
            [board, _, hand] => !board.contains('[') && grammar::number(hand).is_none(),
            [board, _, hand, number] => {
                !board.contains('[') && grammar::number(hand).is_none() && grammar::number(number).is_some()
            }
            _ => false,
        };
    (text, if sfen { Form::Sfen } else { Form::Fen })
}

/// Collects a set-up and everything that is wrong with the text.
struct Reader {
    spec: &'static Spec,
    setup: Setup,
    faults: Vec<Fault>,
}

impl Reader {
    fn fen(&mut self, text: &str) {
        let mut fields = text.split_whitespace();
        let Some(first) = fields.next() else {
            self.faults.push(Fault::Empty);
            return;
        };
        let (board, hand) = grammar::board_and_hand(first);
        self.board(board);
        if let Some(hand) = hand {
            self.hand(hand);
        }
        self.turn(fields.next(), ["w", "b"]);
        self.rest(fields);
    }

    fn sfen(&mut self, text: &str) {
        let mut fields = text.split_whitespace();
        let Some(board) = fields.next() else {
            self.faults.push(Fault::Empty);
            return;
        };
        if self.spec.hands.is_none() {
            self.faults.push(Fault::BadHand { token: text.to_owned(), why: "this game is not written in SFEN" });
            return;
        }
        self.board(board);
        self.turn(fields.next(), ["b", "w"]);
        if let Some(hand) = fields.next() {
            self.hand(hand);
        }
        if let Some(token) = fields.next() {
            // SFEN counts single moves, FEN pairs of them.
            let number = self.counter("move number", token);
            self.setup.move_number = number.saturating_sub(1) / 2 + 1;
        }
        self.faults.extend(fields.map(|token| Fault::Trailing(token.to_owned())));
    }

    fn board(&mut self, text: &str) {
        let geometry = self.spec.geometry;
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(geometry.ranks) {
            self.faults.push(Fault::RankCount { found: ranks.len(), expected: geometry.ranks });
        }
        for (text, rank) in ranks.into_iter().zip((0..geometry.ranks).rev()) {
            self.rank(text, rank);
        }
    }

    fn rank(&mut self, text: &str, rank: u8) {
        let geometry = self.spec.geometry;
        let mut file = 0usize;
        for item in grammar::rank(text) {
            let square = (file < usize::from(geometry.files)).then(|| Square::new(file as u8, rank));
            let exists = square.is_none_or(|square| geometry.playable.has(square));
            match item {
                RankItem::Empty(count) => file += usize::from(count),
                RankItem::Hole if !exists => file += 1,
                RankItem::Hole => self.stranger("*", rank, &mut file),
                RankItem::Piece(token) => match piece(self.spec, token) {
                    None => self.stranger(token, rank, &mut file),
                    Some(_) if !exists => {
                        let square = Square::new(file as u8, rank);
                        self.faults.push(Fault::LightSquare { piece: token.to_owned(), square });
                        file += 1;
                    }
                    Some(piece) => {
                        if let Some(square) = square {
                            self.setup.board[square.index()] = Some(piece);
                        }
                        file += 1;
                    }
                },
            }
        }
        if file != usize::from(geometry.files) {
            let (rank, text) = (rank + 1, text.to_owned());
            self.faults.push(Fault::RankLength { rank, text, found: file, expected: geometry.files });
        }
    }

    fn stranger(&mut self, token: &str, rank: u8, file: &mut usize) {
        self.faults.push(Fault::UnknownPiece { token: token.to_owned(), rank: rank + 1 });
        *file += 1;
    }

    fn hand(&mut self, text: &str) {
        let bad = |why| Fault::BadHand { token: text.to_owned(), why };
        let Some(hands) = self.spec.hands else {
            if !matches!(text, "" | "-") {
                self.faults.push(bad("this game has no hands"));
            }
            return;
        };
        let Some(pieces) = grammar::hand(text) else {
            self.faults.push(bad("a count without a piece"));
            return;
        };
        for (count, token) in pieces {
            let held = piece(self.spec, token).and_then(|piece| {
                let kind = hands
                    .order
                    .iter()
                    .copied()
                    .find(|&kind| kind == piece.kind || is_face_of(self.spec, piece.kind, kind))?;
                Some(Piece { kind, ..piece })
            });
            let Some(held) = held else {
                self.faults.push(bad("a letter that is no piece which can be held"));
                continue;
            };
            let slot = &mut self.setup.hands[held.color.index()][held.kind.index()];
            *slot = slot.saturating_add(count);
        }
    }

    fn turn(&mut self, field: Option<&str>, names: [&str; 2]) {
        match field {
            None => self.faults.push(Fault::MissingTurn),
            Some(token) if token == names[0] => self.setup.turn = Color::White,
            Some(token) if token == names[1] => self.setup.turn = Color::Black,
            Some(token) => self.faults.push(Fault::BadTurn(token.to_owned())),
        }
    }

    /// The fields behind the side to move, each of which may be missing: castling, en passant, two counters, points.
    fn rest<'a>(&mut self, fields: impl Iterator<Item = &'a str>) {
        let mut place = 0;
        for token in fields {
            // A number or points where castling or en passant is expected: those fields are missing.
            if place < 2 && token.starts_with(|c: char| c.is_ascii_digit()) {
                place = 2;
            }
            if (2..4).contains(&place) && token.contains(':') {
                place = 4;
            }
            match place {
                0 => self.castling(token),
                1 => self.en_passant(token),
                2 => self.setup.clock = self.counter("half-move clock", token),
                3 => self.setup.move_number = self.counter("move number", token),
                4 if self.spec.points => match grammar::points(token) {
                    Some(points) => self.setup.points = points,
                    None => self.faults.push(Fault::BadPoints(token.to_owned())),
                },
                _ => self.faults.push(Fault::Trailing(token.to_owned())),
            }
            place += 1;
        }
    }

    fn counter(&mut self, what: &'static str, token: &str) -> u32 {
        grammar::number(token).unwrap_or_else(|| {
            let (token, digits) = (token.to_owned(), token.bytes().all(|byte| byte.is_ascii_digit()));
            self.faults.push(if digits {
                Fault::HugeCounter { what, token }
            } else {
                Fault::BadCounter { what, token }
            });
            0
        })
    }

    fn castling(&mut self, token: &str) {
        if token == "-" {
            return;
        }
        let mut rights = 0;
        for letter in token.chars() {
            // X-FEN names the rook's file; with rooks on their home squares that is the same right.
            rights |= match letter {
                'K' | 'H' => CastlingRights::WHITE_SHORT,
                'Q' | 'A' => CastlingRights::WHITE_LONG,
                'k' | 'h' => CastlingRights::BLACK_SHORT,
                'q' | 'a' => CastlingRights::BLACK_LONG,
                _ => 0,
            };
        }
        let readable = token.chars().all(|letter| "KQkqHAha".contains(letter));
        if self.spec.castling && readable {
            self.setup.castling = CastlingRights(rights);
        } else {
            self.faults.push(Fault::BadCastling(token.to_owned()));
        }
    }

    fn en_passant(&mut self, token: &str) {
        if token == "-" {
            return;
        }
        match Square::parse(token) {
            Some(square) if self.spec.castling => self.setup.en_passant = Some(square),
            _ => self.faults.push(Fault::BadEnPassant(token.to_owned())),
        }
    }
}

/// The piece that `token` names: upper case is White's; by its symbol, or by its own letter.
fn piece(spec: &Spec, token: &str) -> Option<Piece> {
    let letter = token.chars().last().filter(char::is_ascii_alphabetic)?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    kind_named(spec, &token.to_ascii_uppercase()).map(|kind| Piece { color, kind })
}

/// The kind with this symbol or, failing that, this letter (both upper case).
pub(super) fn kind_named(spec: &Spec, name: &str) -> Option<Kind> {
    let by_symbol = spec.kinds().find(|&kind| spec.piece(kind).symbol == name);
    by_symbol.or_else(|| spec.kinds().find(|&kind| name.chars().eq([spec.piece(kind).letter])))
}

/// Whether `kind` is the `+` face of the piece that lies in a hand as `plain`.
fn is_face_of(spec: &Spec, kind: Kind, plain: Kind) -> bool {
    spec.piece(kind).symbol.strip_prefix('+') == Some(spec.piece(plain).symbol)
}

/// `symbol` in the case of `color`.
fn cased(symbol: &str, color: Color) -> String {
    match color {
        Color::White => symbol.to_owned(),
        Color::Black => symbol.to_ascii_lowercase(),
    }
}

fn write_board(spec: &Spec, setup: &Setup, out: &mut String) {
    for rank in (0..spec.geometry.ranks).rev() {
        let mut empty = 0;
        for file in 0..spec.geometry.files {
            match setup.board[Square::new(file, rank).index()] {
                None => empty += 1,
                Some(piece) => {
                    push_count(out, &mut empty);
                    out.push_str(&cased(spec.piece(piece.kind).symbol, piece.color));
                }
            }
        }
        push_count(out, &mut empty);
        if rank > 0 {
            out.push('/');
        }
    }
}

/// Writes and resets a run of empty squares.
fn push_count(out: &mut String, empty: &mut u8) {
    if *empty > 0 {
        out.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

/// The position as FEN, every field present.
#[must_use]
pub fn write_fen<P: Position>(position: &P) -> String {
    let (spec, setup) = (P::SPEC, position.setup());
    let mut out = String::new();
    write_board(spec, &setup, &mut out);
    if let Some(hands) = spec.hands {
        out.push('[');
        for (color, kind, count) in held(hands.order, &setup) {
            out.push_str(&cased(spec.piece(kind).symbol, color).repeat(count as usize));
        }
        out.push(']');
    }
    out.push_str(if setup.turn == Color::White { " w " } else { " b " });
    out.push_str(&castling_field(setup.castling));
    let en_passant = setup.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
    // Writing to a string cannot fail.
    let _ = write!(out, " {en_passant} {} {}", setup.clock, setup.move_number);
    if spec.points {
        let _ = write!(out, " {}:{}", setup.points[0], setup.points[1]);
    }
    out
}

fn castling_field(rights: CastlingRights) -> String {
    let letters: String =
        ['K', 'Q', 'k', 'q'].iter().enumerate().filter(|(i, _)| rights.has(1 << i)).map(|(_, c)| c).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// Everything in hand as (side, kind, count), White's first, in the order `order`.
fn held(order: &[Kind], setup: &Setup) -> Vec<(Color, Kind, u32)> {
    let of = |color: Color| order.iter().map(move |&kind| (color, kind, setup.hands[color.index()][kind.index()]));
    Color::ALL.into_iter().flat_map(of).filter(|&(_, _, count)| count > 0).collect()
}

/// The position as SFEN; `None` for games that are not written so.
#[must_use]
pub fn write_sfen<P: Position>(position: &P) -> Option<String> {
    let (spec, setup) = (P::SPEC, position.setup());
    let hands = spec.hands.filter(|_| spec.usi)?;
    let mut out = String::new();
    write_board(spec, &setup, &mut out);
    out.push_str(if setup.turn == Color::White { " b " } else { " w " });
    let held = held(hands.order, &setup);
    if held.is_empty() {
        out.push('-');
    }
    for (color, kind, count) in held {
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push_str(&cased(spec.piece(kind).symbol, color));
    }
    let number = u64::from(setup.move_number).saturating_sub(1) * 2 + setup.turn.index() as u64 + 1;
    let number = number.min(u64::from(u32::MAX));
    let _ = write!(out, " {number}");
    Some(out)
}

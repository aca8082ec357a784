//! A position taken apart: what a FEN says, before anyone has checked that it is a position.

use super::Spec;
use crate::board::{Color, Kind, Piece, Square, zobrist::MAX_KINDS};

/// The fields of a FEN or SFEN as data. Nothing here is checked; see [`Position::from_setup`](super::Position).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square of the frame, by square index.
    pub board: [Option<Piece>; 64],
    /// Pieces in hand, by colour and kind.
    pub hands: [[u32; MAX_KINDS]; 2],
    /// The side to move.
    pub turn: Color,
    /// Castling rights (chess).
    pub castling: CastlingRights,
    /// The square that a pawn has just passed (chess).
    pub en_passant: Option<Square>,
    /// Plies since the last irreversible move.
    pub clock: u32,
    /// The number of the move, from 1; counts up after Black's moves.
    pub move_number: u32,
    /// White's and Black's points (Mini Forest).
    pub points: [u32; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: [None; 64],
            hands: [[0; MAX_KINDS]; 2],
            turn: Color::White,
            castling: CastlingRights::default(),
            en_passant: None,
            clock: 0,
            move_number: 1,
            points: [0; 2],
        }
    }
}

impl Setup {
    /// The pieces on the board with their squares, from `a1` upwards.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..64).map(Square::from_index).filter_map(|square| Some((square, self.board[square.index()]?)))
    }

    /// How many pieces of `color` for which `wanted` holds stand on the board.
    pub fn count(&self, color: Color, wanted: impl Fn(Kind) -> bool) -> u32 {
        self.pieces().filter(|(_, piece)| piece.color == color && wanted(piece.kind)).count() as u32
    }

    /// Notes a fault for every `pawn` on its own side's farthest rank.
    pub(crate) fn check_pawn_ranks(&self, pawn: Kind, last: impl Fn(Color) -> u8, faults: &mut Vec<Fault>) {
        for (square, piece) in self.pieces() {
            if piece.kind == pawn && square.rank() == last(piece.color) {
                faults.push(Fault::PawnOnLastRank { square, color: piece.color });
            }
        }
    }

    /// Notes a fault if the side that has just moved is in check, as `checked` finds; only asked if each side has one
    /// piece for which `royal` holds, for otherwise the question makes no sense.
    pub(crate) fn check_waiting_side(
        &self,
        royal: impl Fn(Kind) -> bool,
        checked: impl FnOnce(Color) -> bool,
        faults: &mut Vec<Fault>,
    ) {
        let waiting = !self.turn;
        if Color::ALL.iter().all(|&color| self.count(color, &royal) == 1) && checked(waiting) {
            faults.push(Fault::OpponentInCheck(waiting));
        }
    }

    /// Notes a fault for a side that has not exactly one piece for which `royal` holds.
    pub(crate) fn check_one_royal(&self, royal: impl Fn(Kind) -> bool, faults: &mut Vec<Fault>) {
        for color in Color::ALL {
            match self.count(color, &royal) {
                0 => faults.push(Fault::NoKing(color)),
                1 => {}
                count => faults.push(Fault::TooManyKings { color, count }),
            }
        }
    }

    /// Notes a fault for every sort of piece of which board and hands together hold more than the game `spec` has. `plain`
    /// tells as which kind a piece lies in a hand.
    pub(crate) fn check_sorts(&self, spec: &Spec, plain: impl Fn(Kind) -> Kind, faults: &mut Vec<Fault>) {
        let Some(hands) = spec.hands else {
            return;
        };
        for &kind in hands.order {
            let placed = self.pieces().filter(|(_, piece)| plain(piece.kind) == kind).count() as u32;
            // The counts come from a text: two of them can be more than fits.
            let count = self.hands.iter().fold(placed, |sum, hand| sum.saturating_add(hand[kind.index()]));
            if count > hands.most {
                faults.push(Fault::TooMany { piece: spec.piece(kind).symbol.to_owned(), count, most: hands.most });
            }
        }
    }
}

/// Which castlings are still allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(pub u8);

impl CastlingRights {
    /// White castles towards the h-file (`K`).
    pub const WHITE_SHORT: u8 = 1;
    /// White castles towards the a-file (`Q`).
    pub const WHITE_LONG: u8 = 2;
    /// Black castles towards the h-file (`k`).
    pub const BLACK_SHORT: u8 = 4;
    /// Black castles towards the a-file (`q`).
    pub const BLACK_LONG: u8 = 8;

    /// Whether the right with this bit is there.
    #[must_use]
    #[inline]
    pub const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// One reason for which a text or a set-up is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the message quotes")]
pub enum Fault {
    /// There is no text at all.
    #[error("the position is empty")]
    Empty,
    /// The board has another number of ranks than the game.
    #[error("the board has {found} ranks instead of {expected}")]
    RankCount { found: usize, expected: u8 },
    /// A rank has too many or too few squares.
    #[error("rank {rank} ('{text}') has {found} squares instead of {expected}")]
    RankLength { rank: u8, text: String, found: usize, expected: u8 },
    /// A letter that is no piece of the game.
    #[error("'{token}' on rank {rank} is no piece of this game")]
    UnknownPiece { token: String, rank: u8 },
    /// A piece stands on a square that does not exist in this game.
    #[error("'{piece}' stands on {square}, a light square")]
    LightSquare { piece: String, square: Square },
    /// The side to move is missing.
    #[error("the side to move is missing")]
    MissingTurn,
    /// The side to move is neither `w` nor `b`.
    #[error("'{0}' is no side to move ('w' or 'b')")]
    BadTurn(String),
    /// The hand cannot be read, or the game has no hands.
    #[error("'{token}' is no hand: {why}")]
    BadHand { token: String, why: &'static str },
    /// The hands and the board together hold more pieces of one sort than the game has.
    #[error("{count} pieces of the sort '{piece}' on the board and in the hands, the game has {most}")]
    TooMany { piece: String, count: u32, most: u32 },
    /// The castling field cannot be read.
    #[error("'{0}' is no castling field")]
    BadCastling(String),
    /// A castling right without king or rook in place.
    #[error("castling right '{0}' without king and rook in place")]
    CastlingWithoutRook(char),
    /// The en-passant field cannot be read.
    #[error("'{0}' is no en-passant square")]
    BadEnPassant(String),
    /// No pawn can just have passed the en-passant square.
    #[error("no pawn can just have passed the en-passant square {0}")]
    ImpossibleEnPassant(Square),
    /// A counter is not a number.
    #[error("{what} '{token}' is not a number")]
    BadCounter { what: &'static str, token: String },
    /// A counter is a number that does not fit.
    #[error("{what} '{token}' is more than {}", u32::MAX)]
    HugeCounter { what: &'static str, token: String },
    /// The points cannot be read.
    #[error("'{0}' is no points field (white:black)")]
    BadPoints(String),
    /// A field behind the last one.
    #[error("unexpected '{0}' behind the position")]
    Trailing(String),
    /// A side has no king (no royal piece).
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has more than one king (royal piece).
    #[error("{color} has {count} kings")]
    TooManyKings { color: Color, count: u32 },
    /// A pawn stands where it must have promoted.
    #[error("a {color} pawn stands on {square}, where it must have promoted")]
    PawnOnLastRank { square: Square, color: Color },
    /// A side has two pawns on a file, which shogi forbids.
    #[error("{color} has more than one pawn on the {file}-file")]
    DoubledPawns { file: char, color: Color },
    /// A pawn stands behind its starting rank.
    #[error("a {color} pawn stands on {square}, behind its starting rank")]
    PawnOnFirstRank { square: Square, color: Color },
    /// The side that has just moved is in check.
    #[error("{0} is in check, but it is the other side's move")]
    OpponentInCheck(Color),
}

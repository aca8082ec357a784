//! The data of a rule set: what differs between games in degree, not in kind.

use super::weights::Weights;
use crate::board::{Color, Geometry, Kind, Square, zobrist::MAX_KINDS};

/// A rule set as data.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each read in one place")]
pub struct Spec {
    /// The name that GUIs use (`UCI_Variant`).
    pub name: &'static str,
    /// Other names for the same rule set.
    pub aliases: &'static [&'static str],
    /// The name for people.
    pub title: &'static str,
    /// The board.
    pub geometry: Geometry,
    /// The pieces; a [`Kind`] is an index into this list.
    pub pieces: &'static [PieceSpec],
    /// The start position as FEN.
    pub start: &'static str,
    /// What a repeated position means.
    pub repetition: Repetition,
    /// The number of plies without an irreversible move that draws.
    pub ply_limit: Option<u32>,
    /// Whether a position can come back after a capture, so that repetitions must be looked for beyond it.
    pub captures_reversible: bool,
    /// What is written behind the squares of a move.
    pub suffix: Suffix,
    /// The hands, in games with drops.
    pub hands: Option<HandSpec>,
    /// Whether castling and en passant exist: their FEN fields have a meaning, and PGN uses SAN.
    pub castling: bool,
    /// Whether players collect points (a seventh FEN field).
    pub points: bool,
    /// Whether the game is written in SFEN and USI, too.
    pub usi: bool,
    /// How a board program that does not know the game is told to show it, the way for people first; none if such
    /// programs know the game.
    pub layouts: &'static [Layout],
}

impl Spec {
    /// The piece with this kind.
    ///
    /// # Panics
    /// If the game has no such kind.
    #[must_use]
    pub fn piece(&self, kind: Kind) -> &'static PieceSpec {
        &self.pieces[kind.index()]
    }

    /// All kinds of the game.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.pieces.len() as u8).map(Kind)
    }

    /// Whether `name` (in any case) names this rule set.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

/// How a board program is told to show a game that it does not know: the facts behind the commands `setup` and `piece` of the
/// Chess Engine Communication Protocol.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// White's half of the table of piece pictures: the letter of the piece for which each picture is used, `.` where it is
    /// not, `+` where it is the other face of a piece before.
    pub pictures: &'static str,
    /// The pieces of different sorts that a hand shows.
    pub holdings: u8,
    /// The game that the program knows and whose ways it shall follow.
    pub parent: &'static str,
    /// Whether pieces go by their letters rather than their FEN symbols, and so does a piece that changes in a move.
    pub by_letter: bool,
    /// How each kind of piece moves, in Betza's notation.
    pub betza: &'static [&'static str],
}

/// One kind of piece, or one face of a piece with two.
#[derive(Debug)]
pub struct PieceSpec {
    /// What FEN, SFEN and drops call White's piece: an upper-case letter, perhaps behind a `+`.
    pub symbol: &'static str,
    /// The one letter (upper case) that pictures, books and people use; FEN accepts it, too.
    pub letter: char,
    /// The name for people.
    pub name: &'static str,
}

/// What repetition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The occurrence of a position that ends the game.
    pub occurrences: u32,
    /// Whether a side that gave check on every move since the first occurrence loses, the other not having done so.
    pub perpetual_check_loses: bool,
    /// Who has lost otherwise: nobody in most games, the side that moves first in some kinds of shogi.
    pub first_side_loses: bool,
}

impl Repetition {
    /// A draw at the third occurrence, as in chess.
    pub const THREEFOLD: Self = Self { occurrences: 3, perpetual_check_loses: false, first_side_loses: false };
}

/// What is written behind the squares of a move in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// The lower-case letter of what stands on the target afterwards, if that is not what stood on the origin.
    Letter,
    /// `+` if the piece turns to its `+` face, `-` if it turns back.
    Sign,
}

/// Hands, in games in which captured pieces come back.
#[derive(Clone, Copy, Debug)]
pub struct HandSpec {
    /// The kinds that a hand holds, in the order in which they are written.
    pub order: &'static [Kind],
    /// The pieces of each of these sorts that the game has in all.
    pub most: u32,
}

/// How the result depends on the score: a win has the probability `1 / (1 + exp((offset - score) / scale))`, a loss the same
/// with the sign of the score turned. Both in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct WinRate {
    /// The score at which every second game is won.
    pub offset: f64,
    /// How much of a score it takes to change the odds by a factor of e.
    pub scale: f64,
}

/// How Black's half of the board is White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Mirrored from top to bottom, as in chess.
    Mirror,
    /// Turned by 180 degrees, as in shogi.
    Rotation,
}

impl Symmetry {
    /// The square as `color` sees it: itself for White, the square that corresponds to it for Black.
    #[inline]
    #[must_use]
    pub const fn seen_from(self, color: Color, geometry: &Geometry, square: Square) -> Square {
        match (color, self) {
            (Color::White, _) => square,
            (Color::Black, Self::Mirror) => geometry.mirror(square),
            (Color::Black, Self::Rotation) => geometry.rotate(square),
        }
    }
}

/// What search and evaluation need to know of a game.
#[derive(Debug)]
pub struct EvalSpec {
    /// The rough value of a piece on the board by kind, in centipawns: for ordering and pruning, and what tuning begins with.
    /// Royal pieces, whose loss ends the game, have none.
    pub board: [i32; MAX_KINDS],
    /// The rough value of a piece in hand, in centipawns.
    pub hand: [i32; MAX_KINDS],
    /// What a piece on the board counts in the stage of the game, by kind.
    pub stage: [i32; MAX_KINDS],
    /// The sum of these at which the weights for the middle of the game hold alone; at 0 those for the end do. A game
    /// that has 0 here has no stages.
    pub full_stage: i32,
    /// Whether captures that lose the exchange on their square are not worth a look at the leaves of the search.
    pub exchanges: bool,
    /// Which squares of the two sides correspond.
    pub symmetry: Symmetry,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// What a score means for the result.
    pub win_rate: WinRate,
}

//! How a game ends.

use std::fmt;

use crate::board::Color;

/// The result of a finished game and why it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// Nobody has won.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`; White is the side that moves first.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// What ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, in a game in which that is no stalemate.
    NoLegalMove,
    /// The side to move has no legal move and is not in check: a draw.
    Stalemate,
    /// The same position for the third time.
    ThreefoldRepetition,
    /// The same position for the fourth time.
    FourfoldRepetition,
    /// A repetition that one side forced by checking on every move; that side has lost.
    PerpetualCheck,
    /// 100 plies without an irreversible move.
    HundredPlies,
    /// Nothing but the kings is left.
    BareKings,
    /// Neither side can mate.
    InsufficientMaterial,
    /// A king was captured with White's and Black's points as given.
    KingCaptured([u32; 2]),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no legal move",
            Self::Stalemate => "stalemate",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FourfoldRepetition => "fourfold repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::HundredPlies => "100 plies",
            Self::BareKings => "bare kings",
            Self::InsufficientMaterial => "insufficient material",
            Self::KingCaptured([white, black]) => return write!(f, "king captured {white}:{black}"),
        })
    }
}

//! The contract between a game and everything above it.
//!
//! A game is one type that implements [`Position`], in one file under `variants/`. Rules that differ in kind are code
//! there; rules that differ in degree (board, letters, start, repetition, ply limit) are data in its [`Spec`].

mod moves;
mod outcome;
mod setup;
mod spec;
pub mod weights;

pub use moves::{Counter, GameMove, MoveFacts, PieceMove, Sink, Special};
pub use outcome::{Outcome, Reason};
pub use setup::{CastlingRights, Fault, Setup};
pub use spec::{EvalSpec, HandSpec, Layout, PieceSpec, Repetition, Spec, Suffix, Symmetry, WinRate};

use std::fmt::Debug;

use crate::board::{Bitboard, Color, Kind, Observer, Square};

/// A position of one game: everything that decides which moves are legal, plus the two move counters.
///
/// The history (repetitions) is not part of it; see [`crate::game::Game`]. Positions are small and copied freely:
/// a move is made on a copy, so there is nothing to take back.
///
/// Equality compares everything that is part of the key: board, hands, points, side to move, castling and en-passant
/// rights, not the counters.
pub trait Position: Copy + Eq + Debug + Send + Sync + 'static {
    /// The game's moves.
    type Move: GameMove;

    /// The rule set's name, board, pieces and counters.
    const SPEC: &'static Spec;

    /// Checks a set-up and makes a position of it: the one door through which positions come in.
    ///
    /// # Errors
    /// Every reason for which the set-up is not a position of this game.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>>;

    /// The position taken apart again; `from_setup` of the result gives the same position.
    fn setup(&self) -> Setup;

    /// Whose move it is.
    fn turn(&self) -> Color;

    /// The zobrist key: equal positions (in the sense of repetition) have equal keys.
    fn key(&self) -> u64;

    /// Plies since the last move that the game's ply limit counts from (chess: pawn move or capture).
    fn clock(&self) -> u32;

    /// The enemy pieces that give check to the side to move; empty in games without check.
    fn checkers(&self) -> Bitboard;

    /// Whether the side to move is in check.
    #[inline]
    fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Where the king of `color` (its royal piece) stands: one square, or none in games in which it can be gone.
    fn kings(&self, color: Color) -> Bitboard;

    /// Whether the side to move would lose its king if it passed: check, or, in games without check, an attacked king.
    #[inline]
    fn in_danger(&self) -> bool {
        self.in_check()
    }

    /// Gives every legal move to `sink`, each once; none if the game is decided on the board (see
    /// [`decided`](Self::decided)). Draws by rule (repetition, counters, material) do not matter here.
    fn generate<S: Sink<Self::Move>>(&self, sink: &mut S);

    /// Gives the legal moves that a quiescence search looks at to `sink`: those that win material at once (captures,
    /// promotions). A subset of [`generate`](Self::generate).
    fn generate_tactical<S: Sink<Self::Move>>(&self, sink: &mut S);

    /// Makes a legal move and tells `observer` of every change on the board and in the hands.
    ///
    /// Playing a move that is not legal here leaves a position without meaning, but never panics.
    fn play<O: Observer>(&mut self, mv: Self::Move, observer: &mut O);

    /// Gives the turn to the other side without a move (for null-move search); clears an en-passant right.
    /// Must not be called in check.
    fn pass(&mut self);

    /// The result, if the board alone has decided the game (a king is gone) whatever the moves; then there are none.
    fn decided(&self) -> Option<Outcome> {
        None
    }

    /// The result when the side to move has no legal move.
    fn stuck(&self) -> Outcome;

    /// The draw that the material on the board makes (bare kings, insufficient material), if any.
    fn dead(&self) -> Option<Reason> {
        None
    }

    /// Where the pieces of `color` and `kind` stand.
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard;

    /// All pieces of `color`.
    fn occupied_by(&self, color: Color) -> Bitboard;

    /// How many pieces of `kind` are in `color`'s hand; 0 in games without hands.
    fn held(&self, _color: Color, _kind: Kind) -> u32 {
        0
    }

    /// White's and Black's points, in games that count them.
    fn points(&self) -> Option<[u32; 2]> {
        None
    }

    /// The squares on which a piece of `color` and `kind` on `from` could capture, were `occupied` the occupied
    /// squares (own pieces' squares included).
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard;

    /// The pieces of `by` that could capture on `square`, were `occupied` the occupied squares.
    #[inline]
    fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let of_kind = |kind| {
            self.pieces(by, kind).into_iter().filter(move |&from| Self::attacks(by, kind, from, occupied).has(square))
        };
        Self::SPEC.kinds().flat_map(of_kind).collect()
    }

    /// What a piece of `kind` becomes by taking one of kind `captured`; where it can choose, one of these.
    #[inline]
    #[must_use]
    fn captor(kind: Kind, _captured: Kind) -> Kind {
        kind
    }

    /// What the evaluation needs to know of this game.
    const EVAL: &'static EvalSpec;

    /// Tells `ledger` what the evaluation counts in this game only, by weights of [`weights::Table::Extra`].
    #[inline]
    fn tell_extra<L: weights::Ledger>(&self, _ledger: &mut L) {}

    /// A term of the evaluation that only this game has and that is not tuned, in centipawns from White's point of view.
    #[inline]
    fn special_eval(&self) -> i32 {
        0
    }

    /// All legal moves in a new list.
    #[must_use]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(64);
        self.generate(&mut moves);
        moves
    }

    /// The number of legal moves, without listing them.
    #[must_use]
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut counter = Counter::default();
        self.generate(&mut counter);
        counter.0
    }
}

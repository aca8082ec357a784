//! A game and its search behind an object-safe face, so that protocols and commands need not know which game it is.
//!
//! Everything below is generic and compiled once for each game; the type is erased here, once a game, so the inner loops
//! never ask what is being played.

mod pgn;

pub use pgn::{record, replay};

use crate::board::{Bitboard, Color};
use crate::game::{Game, PassError};
use crate::notation::{self, BoardStyle, Dialect, Form, MoveError, PositionError};
use crate::perft;
use crate::rules::{GameMove, MoveFacts, Outcome, Position, Setup, Spec};
use crate::search::{self, Answer, Brain, Control, Limits, Reporter, Score};
use crate::variants::{self, Visitor};

/// A running game of some variant. Moves are handed over as text, or as the bits that the search reports.
pub trait AnyGame: Send + Sync {
    /// The rule set.
    fn spec(&self) -> &'static Spec;

    /// An independent copy, history included.
    fn fork(&self) -> Box<dyn AnyGame>;

    /// Starts over from a position; on error everything stays as it was.
    ///
    /// # Errors
    /// Every reason for which `text` is no position of this game.
    fn set_position(&mut self, text: &str, form: Form) -> Result<(), PositionError>;

    /// Starts over from the start position.
    fn set_start_position(&mut self);

    /// Makes the legal move that `token` means in a dialect (`None`: in any).
    ///
    /// # Errors
    /// The token is no move, not legal, or fits several moves; nothing has changed then.
    fn push(&mut self, token: &str, dialect: Option<Dialect>) -> Result<(), MoveError>;

    /// The bits of the legal move that `token` means, without making it.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    fn find(&self, token: &str, dialect: Option<Dialect>) -> Result<u32, MoveError>;

    /// Makes the legal move with these bits; false, and nothing done, if there is none.
    fn play(&mut self, mv: u32) -> bool;

    /// The bits of the legal moves, in no particular order.
    fn moves(&self) -> Vec<u32>;

    /// The number of moves made since the position was set.
    fn ply_count(&self) -> usize;

    /// The bits of the last move made since the position was set.
    fn last_move(&self) -> Option<u32>;

    /// What the move with these bits does.
    fn facts(&self, mv: u32) -> MoveFacts;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The position taken apart.
    fn setup(&self) -> Setup;

    /// The position as FEN.
    fn fen(&self) -> String;

    /// The position as SFEN, in games that have it.
    fn sfen(&self) -> Option<String>;

    /// Whose move it is.
    fn turn(&self) -> Color;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The squares on which pieces stand.
    fn occupied(&self) -> Bitboard;

    /// White's and Black's points, in games that count them.
    fn points(&self) -> Option<[u32; 2]>;

    /// What White and Black hold, as FEN symbols in upper case; `None` in games without hands.
    fn hands(&self) -> Option<[String; 2]>;

    /// The legal moves, sorted as text.
    fn legal_moves(&self, dialect: Dialect) -> Vec<String>;

    /// The moves played since the position was set.
    fn history(&self, dialect: Dialect) -> Vec<String>;

    /// The last move played since the position was set.
    fn last_move_text(&self, dialect: Dialect) -> Option<String>;

    /// The board drawn with characters; the squares of a move, given as bits, are marked, or of none those of the last one.
    fn board(&self, style: BoardStyle, mv: Option<u32>) -> String;

    /// What each move of a line does, in words; the line is as in [`line`](Self::line).
    fn explain(&self, moves: &[u32]) -> Vec<String>;

    /// The position if the side to move passed, as the start of a game.
    ///
    /// # Errors
    /// It cannot pass.
    fn passed(&self) -> Result<Box<dyn AnyGame>, PassError>;

    /// A line of moves, given as bits, that starts from the current position. It ends before a move that is not legal.
    fn line(&self, moves: &[u32], dialect: Dialect) -> Vec<String>;

    /// Counts the leaves below each legal move, at `depth` plies; moves in UCI.
    fn divide(&self, depth: u32, options: perft::Options<'_>) -> Vec<(String, u64)>;

    /// The chances, in permille, that the side to move wins, draws and loses if it has this score.
    fn odds(&self, score: Score) -> [u32; 3];

    /// Searches for the best move; see [`search::search`].
    fn search(&self, brain: &mut Brain, limits: &Limits, control: &Control, reporter: &mut dyn Reporter) -> Answer;
}

/// A game of the variant with this name, at its start position.
#[must_use]
pub fn new_game(variant: &str) -> Option<Box<dyn AnyGame>> {
    struct Create;
    impl Visitor for Create {
        type Output = Box<dyn AnyGame>;
        fn visit<P: Position>(self) -> Self::Output {
            Box::new(Game::new(start_position::<P>()))
        }
    }
    variants::with(variant, Create)
}

/// The start position of a game.
///
/// # Panics
/// Never for a registered game: a test reads the start position of each.
#[must_use]
pub fn start_position<P: Position>() -> P {
    notation::read_position(P::SPEC.start, Form::Fen).expect("the start position of a game is a position")
}

/// What `say` makes of each move of a line, up to one that is not legal.
fn along<P: Position>(mut position: P, moves: &[u32], say: impl Fn(&P, P::Move) -> String) -> Vec<String> {
    let mut said = Vec::with_capacity(moves.len());
    for &bits in moves {
        let mv = P::Move::from_bits(bits);
        if !position.legal_moves().contains(&mv) {
            break;
        }
        said.push(say(&position, mv));
        position.play(mv, &mut crate::board::Silent);
    }
    said
}

impl<P: Position> AnyGame for Game<P> {
    fn spec(&self) -> &'static Spec {
        P::SPEC
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn set_position(&mut self, text: &str, form: Form) -> Result<(), PositionError> {
        *self = Self::new(notation::read_position(text, form)?);
        Ok(())
    }

    fn set_start_position(&mut self) {
        *self = Self::new(start_position());
    }

    fn push(&mut self, token: &str, dialect: Option<Dialect>) -> Result<(), MoveError> {
        let mv = notation::read_move(self.position(), token, dialect)?;
        Self::push(self, mv);
        Ok(())
    }

    fn find(&self, token: &str, dialect: Option<Dialect>) -> Result<u32, MoveError> {
        notation::read_move(self.position(), token, dialect).map(GameMove::to_bits)
    }

    fn play(&mut self, mv: u32) -> bool {
        let mv = P::Move::from_bits(mv);
        let legal = self.position().legal_moves().contains(&mv);
        if legal {
            Self::push(self, mv);
        }
        legal
    }

    fn moves(&self) -> Vec<u32> {
        self.position().legal_moves().into_iter().map(GameMove::to_bits).collect()
    }

    fn ply_count(&self) -> usize {
        Self::moves(self).len()
    }

    fn last_move(&self) -> Option<u32> {
        Self::moves(self).last().map(|mv| mv.to_bits())
    }

    fn facts(&self, mv: u32) -> MoveFacts {
        P::Move::from_bits(mv).facts()
    }

    fn undo(&mut self) -> bool {
        self.pop().is_some()
    }

    fn setup(&self) -> Setup {
        self.position().setup()
    }

    fn fen(&self) -> String {
        notation::write_fen(self.position())
    }

    fn sfen(&self) -> Option<String> {
        notation::write_sfen(self.position())
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn in_check(&self) -> bool {
        self.position().in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn occupied(&self) -> Bitboard {
        let position = self.position();
        position.occupied_by(Color::White) | position.occupied_by(Color::Black)
    }

    fn points(&self) -> Option<[u32; 2]> {
        self.position().points()
    }

    fn hands(&self) -> Option<[String; 2]> {
        P::SPEC.hands.map(|_| notation::hands(self.position()))
    }

    fn legal_moves(&self, dialect: Dialect) -> Vec<String> {
        let position = self.position();
        let write = |mv| notation::write_move(position, mv, dialect);
        let mut moves: Vec<String> = position.legal_moves().into_iter().map(write).collect();
        moves.sort_unstable();
        moves
    }

    fn history(&self, dialect: Dialect) -> Vec<String> {
        let steps = self.positions().iter().zip(self.moves());
        steps.map(|(position, &mv)| notation::write_move(position, mv, dialect)).collect()
    }

    fn last_move_text(&self, dialect: Dialect) -> Option<String> {
        let [.., before, _] = self.positions() else { return None };
        self.moves().last().map(|&mv| notation::write_move(before, mv, dialect))
    }

    fn board(&self, style: BoardStyle, mv: Option<u32>) -> String {
        notation::draw(self, style, mv.map(P::Move::from_bits))
    }

    fn explain(&self, moves: &[u32]) -> Vec<String> {
        along(*self.position(), moves, notation::explain)
    }

    fn passed(&self) -> Result<Box<dyn AnyGame>, PassError> {
        Ok(Box::new(Self::passed(self)?))
    }

    fn line(&self, moves: &[u32], dialect: Dialect) -> Vec<String> {
        along(*self.position(), moves, |position, mv| notation::write_move(position, mv, dialect))
    }

    fn divide(&self, depth: u32, options: perft::Options<'_>) -> Vec<(String, u64)> {
        let position = self.position();
        let counts = perft::divide(position, depth, options);
        counts.into_iter().map(|(mv, nodes)| (notation::write_move(position, mv, Dialect::Uci), nodes)).collect()
    }

    fn odds(&self, score: Score) -> [u32; 3] {
        search::odds(P::EVAL, score)
    }

    fn search(&self, brain: &mut Brain, limits: &Limits, control: &Control, reporter: &mut dyn Reporter) -> Answer {
        search::search(self, brain, limits, control, reporter)
    }
}

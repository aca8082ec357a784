//! The options that say which game and position a command is about.

use std::sync::Arc;

use bonsai::engine::{self, AnyGame};
use bonsai::notation::{self, Dialect, Form};
use bonsai::variants::SPECS;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::error::Error;

/// Which game, from which position, after which moves.
#[derive(clap::Args)]
pub struct GameArgs {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = SPECS[0].name, value_parser = variant_parser(), ignore_case = true)]
    variant: Arc<dyn AnyGame>,

    /// Start from this position, FEN or SFEN (quoted), instead of the game's start position.
    ///
    /// Board, side, hand and perhaps one number are SFEN, everything else is FEN; `fen` or `sfen` in front of the position
    /// decides otherwise.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Make these moves first; UCI, USI, book or PGN notation.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl GameArgs {
    /// The game that the options describe.
    ///
    /// # Errors
    /// The FEN is no position of the game, or a move is not legal.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, Error> {
        let mut game = self.variant.fork();
        if let Some(text) = &self.fen {
            let variant = game.spec().name;
            let refuse = |source| Error::Position { text: text.clone(), variant, source };
            game.set_position(text, Form::Either).map_err(refuse)?;
        }
        let list = self.moves.join(" ");
        for (index, token) in notation::split_moves(&list).into_iter().enumerate() {
            game.push(token, None).map_err(|source| Error::Move { number: index + 1, source })?;
        }
        Ok(game)
    }
}

/// Reads a rule set's name; `clap` lists the names in the help and suggests the nearest one for a wrong one.
fn variant_parser() -> impl TypedValueParser<Value = Arc<dyn AnyGame>> {
    let names = SPECS.iter().map(|spec| PossibleValue::new(spec.name).aliases(spec.aliases).help(spec.title));
    let create =
        |name: String| engine::new_game(&name).map(Arc::from).ok_or_else(|| format!("'{name}' is no rule set"));
    PossibleValuesParser::new(names).try_map(create)
}

/// How moves are written for people; JSON always has UCI.
#[derive(clap::Args)]
pub struct NotationArgs {
    /// Write moves in this notation (JSON: always UCI).
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Notation::Uci)]
    notation: Notation,
}

impl NotationArgs {
    /// The notation as the library names it.
    ///
    /// # Errors
    /// `game` is not written in it.
    pub fn dialect(&self, game: &dyn AnyGame) -> Result<Dialect, Error> {
        Ok(match self.notation {
            Notation::Uci => Dialect::Uci,
            Notation::Usi if !game.spec().usi => return Err(Error::Notation(game.spec().name)),
            Notation::Usi => Dialect::Usi,
            Notation::Book => Dialect::Book,
            Notation::Pgn => Dialect::Pgn,
        })
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Notation {
    /// d2d3, c1a3+, +L@b3.
    Uci,
    /// 1d1c, 2e4c+, +L*3c; only games that have it.
    Usi,
    /// R a4-d4=M, S@b3.
    Book,
    /// Ra4-d4=M; SAN in chess.
    Pgn,
}

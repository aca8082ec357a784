//! The options that say which game and position a command is about.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bonsai::engine::{self, AnyGame};
use bonsai::notation::pgn::{PgnError, Reader};
use bonsai::notation::{self, Dialect, Form};
use bonsai::variants::SPECS;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::error::Error;

/// Which rule set.
#[derive(clap::Args)]
pub struct VariantArg {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = SPECS[0].name, value_parser = variant_parser(), ignore_case = true)]
    variant: Arc<dyn AnyGame>,
}

impl VariantArg {
    /// A game of the rule set, at its start position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.variant
    }
}

/// Which game, from which position, after which moves.
#[derive(clap::Args)]
pub struct GameArgs {
    #[command(flatten)]
    variant: VariantArg,

    /// Start from this position, FEN or SFEN (quoted), instead of the game's start position.
    ///
    /// Board, side, hand and perhaps one number are SFEN, everything else is FEN; `fen` or `sfen` in front of the position
    /// decides otherwise.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Take a game from this PGN file, which says itself which rule set it is; `--moves` go on from its last position.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "fen"])]
    pgn: Option<PathBuf>,

    /// Which game of the PGN file.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// Make these moves first; UCI, USI, book or PGN notation.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl GameArgs {
    /// A game of the rule set, at its start position.
    pub fn variant(&self) -> &dyn AnyGame {
        self.variant.game()
    }

    /// The game that the options describe.
    ///
    /// # Errors
    /// The FEN is no position of the game, the PGN file has no such game, or a move is not legal.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, Error> {
        let mut game = match &self.pgn {
            Some(path) => game_from_file(path, self.game)?,
            None => self.variant().fork(),
        };
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

/// The game with this number, from 1, in a PGN file. Games before it may be broken.
fn game_from_file(path: &Path, number: u64) -> Result<Box<dyn AnyGame>, Error> {
    let refuse = |source: PgnError| Error::Pgn { path: path.to_owned(), source };
    let file = File::open(path).map_err(|error| refuse(error.into()))?;
    let mut found = 0;
    for record in Reader::new(BufReader::new(file)) {
        found += 1;
        match record {
            Err(error @ PgnError::Io(_)) => return Err(refuse(error)),
            record if found == number => return record.and_then(|record| engine::replay(&record)).map_err(refuse),
            _ => {}
        }
    }
    Err(Error::NoGame { path: path.to_owned(), number, found })
}

/// Reads a rule set's name; `clap` lists the names in the help and suggests the nearest one for a wrong one.
pub fn variant_parser() -> impl TypedValueParser<Value = Arc<dyn AnyGame>> {
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

//! `bonsai show`: a position for people, or all about it as JSON.

use std::io::Write;

use bonsai::engine::{self, AnyGame};
use bonsai::notation::{BoardStyle, Dialect};
use serde::Serialize;

use super::board_args::BoardArgs;
use super::error::Error;
use super::game_args::{GameArgs, NotationArgs};
use super::numbers;
use super::picture::PictureArgs;

/// Show a position: the board, FEN and SFEN, the result.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai show --variant micro --moves d2d3 a5b4
  bonsai show --variant minithunder --legal --notation book
  bonsai show --variant micro --board unicode
  bonsai show --pgn games.pgn --game 2 --legal
  bonsai show --variant micro --moves d2d3 --svg board.svg --arrows a5b4 c5b4
  bonsai show --variant minithunder --moves b1c3 c6c5 --record > game.pgn
  bonsai show --variant micro --fen 'kb+r+l/p3/4/3P/+L+RBK b - 1' --json

JSON: one object with variant, fen, sfen (null in games without), turn (white or black), check, result (* while \
the game goes on), reason (null then), points ([white, black] or null), hands ({white, black} or null), \
legal_moves.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    picture: PictureArgs,

    /// List the legal moves, too.
    #[arg(long)]
    legal: bool,

    /// Write the game as PGN instead.
    #[arg(long, conflicts_with_all = ["legal", "json", "notation"])]
    record: bool,

    /// Write one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    variant: &'static str,
    fen: String,
    sfen: Option<String>,
    turn: String,
    check: bool,
    result: &'static str,
    reason: Option<String>,
    points: Option<[u32; 2]>,
    hands: Option<Hands>,
    legal_moves: Vec<String>,
}

#[derive(Serialize)]
struct Hands {
    white: String,
    black: String,
}

impl Shown {
    fn new(game: &dyn AnyGame) -> Self {
        let outcome = game.outcome();
        Self {
            variant: game.spec().name,
            fen: game.fen(),
            sfen: game.sfen(),
            turn: game.turn().to_string(),
            check: game.in_check(),
            result: outcome.map_or("*", |outcome| outcome.result()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            points: game.points(),
            hands: game.hands().map(|[white, black]| Hands { white, black }),
            legal_moves: game.legal_moves(Dialect::Uci),
        }
    }
}

/// Shows the position.
///
/// # Errors
/// The options describe no game, or output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.game.game()?;
    args.picture.write(&*game)?;
    if args.record {
        write!(out, "{}", engine::record(&*game))?;
    } else if args.json {
        serde_json::to_writer(&mut *out, &Shown::new(&*game))?;
        writeln!(out)?;
    } else {
        draw(&*game, args, out)?;
    }
    Ok(())
}

fn draw(game: &dyn AnyGame, args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let style = args.board.style().unwrap_or(BoardStyle::Ascii);
    writeln!(out, "{}", game.board(style, None))?;
    writeln!(out, "fen:  {}", game.fen())?;
    if let Some(sfen) = game.sfen() {
        writeln!(out, "sfen: {sfen}")?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "result: {}, {}", outcome.result(), outcome.reason)?;
    }
    if args.legal {
        let moves = game.legal_moves(args.notation.dialect(game)?);
        writeln!(out, "\n{}:", numbers::counted(moves.len() as u64, "legal move"))?;
        for mv in moves {
            writeln!(out, "  {mv}")?;
        }
    }
    Ok(())
}

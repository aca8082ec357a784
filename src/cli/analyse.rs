//! `bonsai analyse`: the best moves of a position.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bonsai::engine::AnyGame;
use bonsai::rules::Outcome;
use bonsai::search::{Brain, Control, Limits};
use clap::builder::RangedU64ValueParser;

use super::error::Error;
use super::game_args::{GameArgs, NotationArgs};
use super::report::{self, Line, Reports, Style};

/// How long to search when nothing says it, in milliseconds.
const DEFAULT_MOVETIME: u64 = 5000;

/// Search a position for the best move: a table of the best lines, depth by depth.
///
/// Without --depth, --movetime or --nodes the search takes 5 seconds. With several limits the first one reached ends
/// it. One thread gives the same answer on every run, unless the limit is a time.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai analyse --variant micro --depth 12
  bonsai analyse --fen '7k/8/5K2/8/8/8/8/R7 w - - 0 1' --mate 2
  bonsai analyse --variant miniforest --moves c3d4 f6g5 --multipv 3 --movetime 2000
  bonsai analyse --nodes 100000 --json | tail -1 | jq -r .bestmove

JSON: one object a line, with depth, seldepth, multipv, score ({cp} in centipawns or {mate} in moves, for the \
side to move), nodes, nps, time_ms, hashfull (permille), pv, bestmove (the best move so far, the same for all \
lines of a depth). A game that is over gives one object with depth 0, an empty pv and no bestmove.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Search this many plies deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Search for this many milliseconds.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Search this many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Look for a mate in at most N moves, and say whether there is one (JSON: the last score is a mate; the exit code is
    /// 0 either way).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    mate: Option<u32>,

    /// Show the K best lines.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    multipv: usize,

    /// Threads to search with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,

    /// The size of the hash table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    hash: usize,

    #[command(flatten)]
    notation: NotationArgs,

    /// Write JSON, one object a line.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn limits(&self) -> Limits {
        let limited = self.depth.is_some() || self.movetime.is_some() || self.nodes.is_some();
        let movetime = self.movetime.or((!limited).then_some(DEFAULT_MOVETIME));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: movetime.map(Duration::from_millis),
            mate: self.mate,
            multipv: self.multipv,
            ..Limits::default()
        }
    }

    fn style(&self, game: &dyn AnyGame) -> Result<Style, Error> {
        Ok(if self.json {
            Style::Json
        } else {
            Style::Table {
                dialect: self.notation.dialect(game)?,
                live: io::stdout().is_terminal(),
                multipv: self.multipv > 1,
            }
        })
    }
}

/// Searches, and writes what is found on the way.
///
/// # Errors
/// The options describe no game, or output failed.
pub fn run(args: &Args, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    let game = args.game.game()?;
    match game.outcome() {
        Some(outcome) => over(outcome, &*game, args.json, out),
        None => search(&*game, args, out),
    }
}

fn over(outcome: Outcome, game: &dyn AnyGame, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    if json {
        return report::write_json(&Line::of_finished_game(outcome, game.turn()), out);
    }
    writeln!(out, "the game is over: {}, {}", outcome.result(), outcome.reason)?;
    Ok(())
}

fn search(game: &dyn AnyGame, args: &Args, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    let control = Control::new(Instant::now());
    let mut reports = Reports::new(game, &control, args.style(game)?, out);
    let mut brain = Brain::new(args.hash, args.threads);
    if brain.hash_mb() < args.hash {
        return Err(Error::Memory(args.hash));
    }
    let answer = game.search(&mut brain, &args.limits(), &control, &mut reports);
    reports.finish(&answer, args.mate)
}

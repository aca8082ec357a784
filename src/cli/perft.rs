//! `bonsai perft`: counting the move tree.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use bonsai::engine::AnyGame;
use bonsai::perft::Options;
use bonsai::search::per_second;
use clap::builder::RangedU64ValueParser;
use serde::Serialize;

use super::error::Error;
use super::game_args::GameArgs;
use super::numbers;

/// Count the move sequences of a given length: a test of the rules, and of speed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai perft --variant micro --depth 7
  bonsai perft --variant micro --depth 5 --divide
  bonsai perft --variant micro --depth 8 --json | jq .nodes

JSON: one object with variant, fen, depth, nodes, seconds, divide (moves and their nodes; null without \
--divide).")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Plies to count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,

    /// Show the count below each first move.
    #[arg(long)]
    divide: bool,

    /// Threads to count with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,

    /// Keep counts in a table of this many MiB; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(..=65_536))]
    hash: usize,

    /// Write one JSON object, for the last depth.
    #[arg(long)]
    json: bool,
}

/// What one count has found.
struct Count {
    nodes: u64,
    time: Duration,
    divide: BTreeMap<String, u64>,
}

impl Count {
    fn new(game: &dyn AnyGame, depth: u32, options: Options<'_>) -> Self {
        let started = Instant::now();
        let divide: BTreeMap<String, u64> = game.divide(depth, options).into_iter().collect();
        // At depth 0 there is no first move, but one sequence: the empty one.
        let nodes = if depth == 0 { 1 } else { divide.values().copied().fold(0, u64::saturating_add) };
        Self { nodes, time: started.elapsed(), divide }
    }
}

#[derive(Serialize)]
struct Counted {
    variant: &'static str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    divide: Option<BTreeMap<String, u64>>,
}

/// Counts.
///
/// # Errors
/// The options describe no game, or output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.game.game()?;
    let options = Options { threads: args.threads, hash_mb: args.hash, is_cancelled: None };
    if args.json {
        let Count { nodes, time, divide } = Count::new(&*game, args.depth, options);
        let counted = Counted {
            variant: game.spec().name,
            fen: game.fen(),
            depth: args.depth,
            nodes,
            seconds: time.as_secs_f64(),
            divide: args.divide.then_some(divide),
        };
        serde_json::to_writer(&mut *out, &counted)?;
        writeln!(out)?;
        return Ok(());
    }
    let last = table(&*game, args.depth, options, out)?;
    if args.divide {
        writeln!(out)?;
        for (mv, nodes) in last.divide {
            writeln!(out, "{mv:<8} {:>18}", numbers::count(nodes))?;
        }
    }
    Ok(())
}

/// Writes a line for each depth up to `depth` and returns what was counted last.
fn table(game: &dyn AnyGame, depth: u32, options: Options, out: &mut dyn Write) -> Result<Count, Error> {
    writeln!(out, "{:>5} {:>21} {:>12} {:>15}", "depth", "nodes", "time", "nodes/s")?;
    let mut line = |depth| -> Result<Count, Error> {
        let count = Count::new(game, depth, options);
        let speed = numbers::count(per_second(count.nodes, count.time));
        let (nodes, time) = (numbers::count(count.nodes), numbers::seconds(count.time));
        writeln!(out, "{depth:>5} {nodes:>21} {time:>12} {speed:>15}")?;
        Ok(count)
    };
    for shallower in 1..depth {
        line(shallower)?;
    }
    line(depth)
}

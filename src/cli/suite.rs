//! `bonsai suite`: positions with one best move.

use std::io::Write;

use bonsai::analysis::{Recipe, suite};
use clap::builder::RangedU64ValueParser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::error::Error;
use super::game_args::VariantArg;

/// Make a suite: EPD lines of positions with one best move, found in games of the engine against itself.
///
/// A position is taken if a search of N nodes finds a best move to which all others lose at least 10 % of the winning chances, a search of N/100
/// nodes would have played another move, and a search of 10 N nodes agrees with the first. The same options give the same suite, on every
/// machine and with any number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai suite --variant micro > micro.epd
  bonsai suite --variant chess --count 20 --seed 2 --nodes 100000
  bonsai analyse micro.epd --variant micro --nodes 100000 --require 90%

Behind each position: bm (the best move; SAN in chess, UCI in the other games), id, acd (plies searched), ce (centipawns for the \
side to move, unless it is a mate).")]
pub struct Args {
    #[command(flatten)]
    variant: VariantArg,

    /// The number of positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    count: usize,

    /// What the games follow from; another number gives another suite.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The nodes of the first search of a position.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    nodes: u64,

    /// Threads to search with.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
}

/// Makes the suite and writes it.
///
/// # Errors
/// There are not so many positions to be found or threads to be had, or output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let game = args.variant.game();
    let Args { count, seed, nodes, threads, .. } = *args;
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} left") {
        bar.set_style(style);
    }
    let recipe = Recipe { count, seed, nodes, threads };
    let problems = suite(game, recipe, &mut |found| bar.set_position(found as u64));
    let problems = problems.map_err(|error| Error::Flag(format!("--threads: {error}")))?;
    bar.finish_and_clear();
    let name = game.spec().name;
    writeln!(out, "# bonsai suite --variant {name} --count {count} --seed {seed} --nodes {nodes}")?;
    for (number, problem) in (1..).zip(&problems) {
        writeln!(out, "{}", problem.epd(&format!("{name} {number}")))?;
    }
    if problems.len() < count {
        return Err(Error::FewProblems { found: problems.len(), wanted: count });
    }
    Ok(())
}

//! `bonsai tune`: learn the weights of the evaluation.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use bonsai::engine::AnyGame;
use bonsai::tuning::{self, Fit, Plan, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use super::error::Error;
use super::game_args::variant_parser;

/// Learn the weights of a game's evaluation from games of the engine against itself.
///
/// Each generation plays with the weights of the last and learns new ones from its games. The data files in
/// `src/variants/weights` are made so; the same options give the same weights.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai tune --variant micro --from-nothing --output src/variants/weights/micro.rs
  bonsai tune --variant minithunder --generations 1 --games 20000 --nodes 2000 --output new.rs")]
pub struct Args {
    /// The rule set.
    #[arg(long, value_name = "NAME", value_parser = variant_parser(), ignore_case = true)]
    variant: Arc<dyn AnyGame>,

    /// How often to play and to learn.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,

    /// Games a generation.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// What the random openings depend on.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Begin with the rough values of the pieces instead of the present weights.
    #[arg(long)]
    from_nothing: bool,

    /// The file for the weights.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// What people see meanwhile.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn game(&self) {
        self.0.inc(1);
    }

    fn generation(&self, fit: &Fit) {
        let Fit { positions, before, after, .. } = fit;
        self.0.suspend(|| eprintln!("{positions} positions, error in others {before:.5} before, {after:.5} now"));
    }
}

/// Learns and writes.
///
/// # Errors
/// There is no such rule set, or the file cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let spec = args.variant.spec();
    let Args { generations, games, nodes, seed, from_nothing, .. } = *args;
    let plan = Plan { generations, games, nodes, seed, from_nothing };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = Bar(ProgressBar::new(u64::from(games) * u64::from(generations)).with_style(style));
    let weights = tuning::learn(spec.name, &plan, &bar).ok_or(Error::Variant(spec.name))?;
    bar.0.finish_and_clear();
    let refuse = |source| Error::Output { path: args.output.clone(), source };
    std::fs::write(&args.output, tuning::write(spec, &weights)).map_err(refuse)?;
    writeln!(out, "{}", args.output.display())?;
    Ok(())
}

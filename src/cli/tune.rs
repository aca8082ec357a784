//! `bonsai tune`: fit the weights of the evaluation to games.

use std::io::Write;
use std::path::PathBuf;

use bonsai::board::zobrist::MAX_KINDS;
use bonsai::eval::features::TABLES;
use bonsai::tournament::journal;
use bonsai::tuning;

use super::error::Error;

/// Fit the weights of a game's evaluation to games of tournaments, and print them.
///
/// They are printed as they stand in the game's `EvalSpec`. The same games give the same weights.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai tournament --engine name=a command=bonsai --engine name=b command=bonsai --variants micro \\
      --openings 'random plies=6 balance=150' --clock nodes=1500 --rounds 1250 --seed 7 --output selfplay
  bonsai tune --variant micro selfplay")]
pub struct Args {
    /// The rule set.
    #[arg(long, value_name = "NAME")]
    variant: String,

    /// The output folders of tournaments.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
}

/// Fits and prints.
///
/// # Errors
/// A folder cannot be read, its games are of no use, or output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let mut games = Vec::new();
    for folder in &args.folders {
        games.extend(journal::read(folder)?.1);
    }
    let fit = tuning::fit(&args.variant, &games)?;
    writeln!(out, "{} positions, error {:.5} before, {:.5} now", fit.positions, fit.before, fit.after)?;
    for (name, weights) in TABLES.iter().zip(fit.weights.chunks(MAX_KINDS)) {
        let weights: Vec<String> = weights.iter().map(ToString::to_string).collect();
        writeln!(out, "    {name}: [{}],", weights.join(", "))?;
    }
    Ok(())
}

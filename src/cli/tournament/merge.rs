//! `bonsai tournament merge`: parts of a tournament added up.

use std::io::{self, Write};
use std::path::PathBuf;

use bonsai::tournament::journal::Journal;
use bonsai::tournament::merge::{merge, ranges};
use bonsai::tournament::runner::{Ending, Summary};

use super::super::error::Error;
use super::{page, table};

/// Add up the parts of a tournament that were played with --shard.
///
/// A game that is in two parts is refused; games that are in none are named on stderr.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai tournament merge part-1 part-2 part-3
  bonsai tournament merge part-* --output whole --json | jq '.table[0].name'")]
pub struct Args {
    /// The output folders of the parts.
    #[arg(required = true)]
    parts: Vec<PathBuf>,

    /// Write the records of the whole tournament into this folder, which must not have any yet.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Write the summary as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Adds up.
///
/// # Errors
/// A part has no records, parts do not belong together, or the whole cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let merged = merge(&args.parts)?;
    let ending = if merged.missing.is_empty() { Ending::Complete } else { Ending::Stopped };
    if !merged.missing.is_empty() {
        // If nobody hears it, the summary says it, too.
        let _ = writeln!(io::stderr(), "{} games are missing: {}", merged.missing.len(), ranges(&merged.missing));
    }
    let summary = Summary::of(&merged.plan, &merged.games, ending);
    if let Some(folder) = &args.output {
        let mut journal = Journal::create(folder, &merged.plan)?;
        merged.games.iter().try_for_each(|record| journal.add(record))?;
        journal.write_summary(&summary)?;
        drop(journal);
        page::write(folder)?;
    }
    table::write_in(args.json, &summary, out)
}

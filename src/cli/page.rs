//! `bonsai report`: games as a web page.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use bonsai::notation::pgn::PgnError;
use bonsai::report::{Game, html};

use super::error::Error;
use super::games::records;

/// Make a web page of games: table, charts, and every game on its board, move by move.
///
/// The page is one file that loads nothing. Games that cannot be read are named on stderr and left out.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai report games.pgn --output report.html
  bonsai report match --output report.html            the folder of a tournament
  bonsai report round1.pgn round2.pgn --title 'Micro Shogi, rounds 1 and 2' --output report.html")]
pub struct Args {
    /// The games: PGN files, or output folders of tournaments.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the page to this file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What stands above the page.
    #[arg(long, value_name = "TEXT", default_value = "Games")]
    title: String,
}

/// Writes the page.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let mut games = Vec::new();
    for path in &args.files {
        let refuse = |source: PgnError| Error::Games { path: path.clone(), source };
        for record in records(path)? {
            match record.and_then(|record| Game::from_record(&record)) {
                Ok(game) => games.push(game),
                Err(error @ PgnError::Io(_)) => return Err(refuse(error)),
                Err(error) => eprintln!("bonsai: left out: {}", refuse(error)),
            }
        }
    }
    let write = fs::write(&args.output, html(&args.title, &games));
    write.map_err(|source| Error::Output { path: args.output.clone(), source })?;
    let plural = if games.len() == 1 { "" } else { "s" };
    writeln!(out, "{} game{plural} in {}", games.len(), args.output.display())?;
    Ok(())
}

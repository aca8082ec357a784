//! `bonsai report`: games as a web page.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use bonsai::notation::pgn::{PgnError, Reader, Record};
use bonsai::report::{Game, html};
use bonsai::tournament::journal;

use super::error::Error;

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

/// The games of a PGN file, or of a tournament's folder.
fn records(path: &Path) -> Result<Box<dyn Iterator<Item = Result<Record, PgnError>>>, Error> {
    if path.is_dir() {
        let (_, mut played) = journal::read(path)?;
        played.sort_by_key(|game| game.game);
        return Ok(Box::new(played.into_iter().map(|game| game.to_pgn())));
    }
    let refuse = |source: io::Error| Error::Games { path: path.to_owned(), source: source.into() };
    Ok(Box::new(Reader::new(BufReader::new(File::open(path).map_err(refuse)?))))
}

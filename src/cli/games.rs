//! Games from files: PGN, the records of tournaments, and their folders.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use bonsai::notation::pgn::{PgnError, Reader, Record};
use bonsai::tournament::journal;
use bonsai::tournament::record::GameRecord;

use super::error::Error;

/// Games, each of which may be broken.
pub type Records = Box<dyn Iterator<Item = Result<Record, PgnError>>>;

/// The games of a PGN file (`-` is stdin), of a tournament's folder, or of its file of JSON lines (`.jsonl`).
///
/// # Errors
/// The file cannot be read, or the records of a tournament are damaged.
pub fn records(path: &Path) -> Result<Records, Error> {
    if path == Path::new("-") {
        return Ok(Box::new(Reader::new(BufReader::new(io::stdin()))));
    }
    if path.is_dir() {
        return Ok(in_order(journal::read(path)?.1));
    }
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        return Ok(in_order(journal::read_games(path)?));
    }
    let refuse = |source: io::Error| Error::Games { path: path.to_owned(), source: source.into() };
    Ok(Box::new(Reader::new(BufReader::new(File::open(path).map_err(refuse)?))))
}

fn in_order(mut played: Vec<GameRecord>) -> Records {
    played.sort_by_key(|game| game.game);
    Box::new(played.into_iter().map(|game| game.to_pgn()))
}

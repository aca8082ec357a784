//! The web page in the folder of a tournament.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use bonsai::report::{Game, html};

use super::super::error::Error;
use super::super::games;

/// Writes `report.html` about the games in a folder.
///
/// # Errors
/// The games cannot be read, or the page cannot be written.
pub fn write(folder: &Path) -> Result<(), Error> {
    let mut games = Vec::new();
    for record in games::records(folder)? {
        match record.and_then(|record| Game::from_record(&record)) {
            Ok(game) => games.push(game),
            // If nobody hears it, the other games are there all the same.
            Err(error) => drop(writeln!(io::stderr(), "{}: left out: {error}", folder.display())),
        }
    }
    let title = folder.file_name().map_or_else(|| "Games".into(), |name| name.to_string_lossy());
    let path = folder.join("report.html");
    fs::write(&path, html(&title, &games)).map_err(|source| Error::Output { path, source })
}

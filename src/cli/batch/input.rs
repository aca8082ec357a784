//! The lines of files and of stdin.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bonsai::analysis::batch::InputLine;

use super::super::error::Error;

/// What some programs write before everything else.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Lines, and how many of them ask for something, if that is known.
pub struct Input {
    pub lines: Box<dyn Iterator<Item = InputLine> + Send>,
    pub total: Option<u64>,
}

/// The lines of these files, one file after the other. Files are read at once, stdin while it comes.
///
/// # Errors
/// A file cannot be read, or is PGN.
pub fn open(paths: &[PathBuf]) -> Result<Input, Error> {
    let mut lines: Box<dyn Iterator<Item = InputLine> + Send> = Box::new(std::iter::empty());
    let mut total = Some(0);
    for path in paths {
        if path == Path::new("-") {
            lines = Box::new(lines.chain(stdin_lines()));
            total = None;
        } else {
            let found = file_lines(path)?;
            let asking = found.iter().filter(|line| line.asks()).count() as u64;
            total = total.map(|total| total + asking);
            lines = Box::new(lines.chain(found));
        }
    }
    Ok(Input { lines, total })
}

fn file_lines(path: &Path) -> Result<Vec<InputLine>, Error> {
    let bytes = fs::read(path).map_err(|source| Error::File { path: path.to_owned(), source })?;
    let file: Arc<str> = path.display().to_string().into();
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    // One message is better than one for each of its lines.
    if text.trim_start().starts_with("[Event ") {
        return Err(Error::PgnInstead(path.to_owned()));
    }
    let line = |(number, text): (usize, &str)| InputLine { file: file.clone(), number, text: text.to_owned() };
    Ok((1..).zip(text.lines()).map(line).collect())
}

fn stdin_lines() -> impl Iterator<Item = InputLine> + Send {
    let file: Arc<str> = "-".into();
    let mut number = 0;
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => {
                number += 1;
                let text = String::from_utf8_lossy(&bytes);
                let text = if number == 1 { text.trim_start_matches(BYTE_ORDER_MARK) } else { &text };
                Some(InputLine { file: file.clone(), number, text: text.to_owned() })
            }
            Err(error) => {
                eprintln!("bonsai: stdin: {error}");
                None
            }
        }
    })
}

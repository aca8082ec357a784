//! The control file: how a run is paused, and given more or fewer games at a time, while it goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Deserialize;

/// What the control file asks for. A file that is empty or missing asks for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// Games at the same time.
    pub concurrency: Option<usize>,
    /// Whether no game is to begin.
    #[serde(default)]
    pub paused: bool,
}

/// The control file, `control.toml` beside the records.
pub(super) struct Control {
    path: PathBuf,
    /// What was read last.
    last: String,
    /// When that was.
    read: Option<Instant>,
}

impl Control {
    pub fn new(folder: &Path) -> Self {
        Self { path: folder.join("control.toml"), last: String::new(), read: None }
    }

    /// As [`read`](Self::read), but not more often than every so often: nothing if it is too early.
    pub fn glance(&mut self, every: Duration, note: impl Fn(&str)) -> Option<Wish> {
        if self.read.is_some_and(|at| at.elapsed() < every) {
            return None;
        }
        self.read = Some(Instant::now());
        self.read(note)
    }

    /// What the file asks for, if it has changed; `note` hears of it if that cannot be read.
    fn read(&mut self, note: impl Fn(&str)) -> Option<Wish> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        if text == self.last {
            return None;
        }
        self.last = text;
        match toml::from_str(&self.last) {
            Ok(Wish { concurrency: Some(0), .. }) => {
                note("control.toml: concurrency = 0 is ignored; paused = true pauses");
                None
            }
            Ok(wish) => {
                note(&describe(wish));
                Some(wish)
            }
            Err(error) => {
                note(&format!("control.toml: {} (ignored)", error.message()));
                None
            }
        }
    }
}

fn describe(wish: Wish) -> String {
    let pace = wish
        .concurrency
        .map_or_else(|| "as many games at a time as at first".to_owned(), |n| format!("{n} games at a time"));
    if wish.paused { "paused; running games are played to their end".to_owned() } else { pace }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_file_is_read_when_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut control = Control::new(folder.path());
        let notes = RefCell::new(Vec::new());
        let mut read = |text: Option<&str>| {
            if let Some(text) = text {
                fs::write(folder.path().join("control.toml"), text).expect("a file");
            }
            control.read(|note| notes.borrow_mut().push(note.to_owned()))
        };
        assert_eq!(read(None), None);
        assert_eq!(read(Some("concurrency = 3")), Some(Wish { concurrency: Some(3), paused: false }));
        assert_eq!(read(None), None);
        assert_eq!(read(Some("paused = true")), Some(Wish { concurrency: None, paused: true }));
        assert_eq!(read(Some("")), Some(Wish::default()));
        for bad in ["concurrency = 0", "concurency = 1", "paused"] {
            assert_eq!(read(Some(bad)), None, "{bad}");
        }
        assert_eq!(notes.borrow().len(), 6);
    }
}

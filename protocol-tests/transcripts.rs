//! Plays the transcripts beside this file against the real binary. `README.md` explains their format.

#[path = "runner/dialogue.rs"]
mod dialogue;
#[path = "runner/pattern.rs"]
mod pattern;
#[path = "runner/script.rs"]
mod script;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use dialogue::play;
use script::Script;

/// All transcripts of a protocol, by name.
fn transcripts(protocol: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests").join(protocol);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

/// Plays one transcript; the error says where it differs.
fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    play(env!("CARGO_BIN_EXE_bonsai"), &Script::parse(&text)?)
}

/// Plays all transcripts of a protocol, at the same time.
fn check_all(protocol: &str) {
    let paths = transcripts(protocol);
    assert!(!paths.is_empty(), "there are transcripts");
    let results: Vec<(&PathBuf, Result<(), String>)> = thread::scope(|scope| {
        let running: Vec<_> = paths.iter().map(|path| (path, scope.spawn(move || check(path)))).collect();
        let result = |handle: thread::ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|_| Err("panicked".into()));
        running.into_iter().map(|(path, handle)| (path, result(handle))).collect()
    });
    let failures: Vec<String> = results
        .into_iter()
        .filter_map(|(path, result)| Some(format!("{}: {}", path.display(), result.err()?)))
        .collect();
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), paths.len(), failures.join("\n"));
}

#[test]
fn uci() {
    check_all("uci");
}

#[test]
fn cecp() {
    check_all("cecp");
}

#[test]
fn usi() {
    check_all("usi");
}

#[test]
fn a_transcript_can_fail() {
    let fails = |text: &str| {
        let script = Script::parse(text).expect("the script can be read");
        play(env!("CARGO_BIN_EXE_bonsai"), &script).expect_err("the transcript does not fit")
    };
    assert!(fails("> isready\n< never within 200ms").starts_with("line 2: "));
    assert!(fails("> isready\n> isready\n! readyok\n< other within 200ms").starts_with("line 4: "));
    assert!(fails("> uci\n<! uciok").starts_with("line 2: "));
    assert!(fails("> isready\n! readyok\n= eof").starts_with("line 3: "));
    assert!(fails("= exit within 200ms").starts_with("line 1: "));
}

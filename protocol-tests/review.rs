//! `bonsai review` as its user meets it: games in, judgements, files and exit codes out.

#[path = "command.rs"]
mod command;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use command::{bonsai, run, text};
use serde_json::Value;

const GAMES: &str = "\
[White \"Ann\"]
[Black \"Bob\"]
[Result \"0-1\"]

1. e4 e5 2. Qh5 Nc6 3. Qxe5+ {hungry} Nxe5 0-1

[White \"x\"]
[Black \"y\"]

1. e4 Ke5 *

[Variant \"micro\"]
[White \"Cid\"]
[Black \"Dee\"]

1. Pd2-d3 Ka5-b4 *
";

#[test]
fn games_are_judged_and_broken_ones_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games.pgn");
    fs::write(&games, GAMES).expect("a file");
    let (pgn, html, graph) = (path("out.pgn"), path("out.html"), path("out.svg"));
    let output = run(&["review", &games, "--depth", "4", "-o", &pgn, "--html", &html, "--svg", &graph]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("games.pgn': line 10: 'Ke5' is no legal move here (ply 2 of the game)\n"), "{said}");
    assert!(said.ends_with("bonsai: 1 of the games could not be read\n"), "{said}");
    let table = text(&output.stdout);
    assert!(
        table.contains("game 1: Ann – Bob  0-1  chess\n") && table.contains("game 3: Cid – Dee  *  micro\n"),
        "{table}"
    );
    let blunder = table.lines().find(|line| line.contains("Qxe5+??")).expect("a blunder");
    assert!(
        blunder.starts_with("      3. Qxe5+??") && blunder.contains("blunder, ") && blunder.contains("better "),
        "{blunder}"
    );
    assert!(table.contains("\n  Ann: accuracy "), "{table}");

    let annotated = fs::read_to_string(&pgn).expect("a file");
    assert_eq!(annotated.matches("[Event ").count(), 2);
    let unwrapped = annotated.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains("3. Qxe5+ $4 {[%eval ") && unwrapped.contains("hungry}"), "{annotated}");
    assert!(!unwrapped.contains(" }"), "{annotated}");
    let page = fs::read_to_string(&html).expect("a file");
    assert!(page.contains("\"Qxe5+??\"") && page.contains("board-micro"), "no marks");
    assert!(fs::read_to_string(&graph).expect("a file").contains("<title>Ann – Bob</title>"));
}

#[cfg(feature = "png")]
#[test]
fn graphs_become_pixels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, png) = (path("games.pgn"), path("chances.png"));
    fs::write(&games, GAMES).expect("a file");
    let output = run(&["review", &games, "--game", "1", "--depth", "2", "--png", &png]);
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read(&png).expect("a file").starts_with(b"\x89PNG"));
}

#[test]
fn games_may_come_from_stdin() {
    let mut command = bonsai(&["review", "-", "--game", "3", "--depth", "2"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("stdin").write_all(GAMES.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && text(&output.stdout).starts_with("game 3: Cid – Dee"), "{output:?}");
}

#[test]
fn files_without_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn").display().to_string();
    fs::write(&games, "\n").expect("a file");
    let output = run(&["review", &games]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), "bonsai: there are no games in the files\n"));
}

#[test]
fn one_game_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn").display().to_string();
    fs::write(&games, GAMES).expect("a file");
    let output = run(&["review", &games, "--game", "1", "--depth", "4", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let review: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&review["white"]["name"], &review["result"]), (&"Ann".into(), &"0-1".into()));
    assert_eq!((&review["white"]["blunders"], &review["black"]["blunders"]), (&1.into(), &0.into()));
    assert_eq!((&review["moves"][4]["mark"], &review["moves"][4]["uci"]), (&"blunder".into(), &"h5e5".into()));
    let output = run(&["review", &games, "--game", "9", "--depth", "1"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), "bonsai: --game 9: the files have 3 games\n"));
}

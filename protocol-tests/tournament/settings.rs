//! What settings do, and what a tournament leaves behind.

use std::fs;

use bonsai::tournament::fault::FaultKind;
use bonsai::tournament::record::{EndedBy, GameResult};

use crate::harness::{Run, text};

/// All of them by name.
pub const ALL: &[(&str, fn())] = &[
    ("engines_that_are_not_started_again_forfeit", engines_that_are_not_started_again_forfeit),
    ("a_tournament_leaves_a_page", a_tournament_leaves_a_page),
    ("limits_are_said_in_words", limits_are_said_in_words),
    ("limits_must_fit_the_protocol", limits_must_fit_the_protocol),
];

fn engines_that_are_not_started_again_forfeit() {
    let mut run = Run::new(&[("good", "uci"), ("bad", "uci die at=2")], &["--rounds", "2"]);
    run.args.extend(["--engine", "name=bad", "restart=never"].map(str::to_owned));
    // An engine is only described once on the command line.
    assert_eq!(run.output().status.code(), Some(1));
    let bad = run.args.iter().rposition(|word| word == "--engine").expect("an engine");
    run.args.truncate(bad);
    let place = run.args.iter().position(|word| word == "name=bad").expect("an engine");
    run.args.insert(place + 1, "restart=never".to_owned());
    let games = run.games();
    assert_eq!(games[0].fault.as_ref().map(|fault| fault.kind), Some(FaultKind::Crash));
    for record in &games[1..] {
        assert_eq!((record.ended_by, record.fault.as_ref()), (EndedBy::Forfeit, None), "{record:?}");
        let winner = if record.white == "good" { GameResult::White } else { GameResult::Black };
        assert_eq!((record.result, record.reason.as_str()), (winner, "forfeit of bad"));
    }
}

fn a_tournament_leaves_a_page() {
    let mut run = Run::new(&[("first engine", "uci"), ("b", "uci")], &[]);
    run.games();
    let page = fs::read_to_string(run.out().join("report.html")).expect("a page");
    assert!(page.contains("first engine") && page.matches("data-game=").count() == 2, "{page}");
    let pgn = fs::read_to_string(run.out().join("games.pgn")).expect("the games");
    assert!(pgn.contains("[Pair \"1\"]") && pgn.contains("[Date \"20"), "{pgn}");
    fs::remove_file(run.out().join("report.html")).expect("the page");
    run.args.extend(["--resume", "--report", "false"].map(str::to_owned));
    run.games();
    assert!(!run.out().join("report.html").exists());
}

fn limits_are_said_in_words() {
    let mut run = Run::new(&[("a", "uci"), ("b", "uci")], &["--clock", "movetime=50ms"]);
    let place = run.args.iter().position(|word| word == "name=b").expect("an engine");
    run.args.insert(place + 1, "clock=nodes=5".to_owned());
    let output = run.output();
    let said = text(&output.stderr);
    assert!(said.contains("limit: 0.05 s a move\nb: 5 nodes a move\n"), "{said}");
    assert!(text(&output.stdout).contains("processor time: engines "), "{}", text(&output.stdout));
}

fn limits_must_fit_the_protocol() {
    let stated = text(&Run::new(&[("a", "uci"), ("b", "cecp")], &[]).output().stderr);
    assert!(stated.contains("command line: clock: CECP, the protocol of 'b', cannot limit nodes"), "{stated}");
    // What an engine speaks may only show when it has started.
    let probed = Run::new(&[("a", "uci"), ("b", "auto cecp")], &["--clock", "10 byoyomi=1", "--patience", "0.5"]);
    let said = text(&probed.output().stderr);
    assert!(said.contains("'b' cannot play: start: its protocol cannot limit byoyomi"), "{said}");
    assert!(!probed.out().exists());
}

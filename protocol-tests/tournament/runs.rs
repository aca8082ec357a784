//! The tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use bonsai::tournament::fault::FaultKind;
use bonsai::tournament::journal;
use bonsai::tournament::record::{EndedBy, GameRecord, GameResult};
use bonsai::variants::SPECS;

use crate::harness::{Run, essence, processes, text, wait};

/// All of them by name.
pub const ALL: &[(&str, fn())] = &[
    ("every_pairing_colour_and_opening_once", every_pairing_colour_and_opening_once),
    ("faults_are_told_apart", faults_are_told_apart),
    ("odd_engines_are_borne", odd_engines_are_borne),
    ("late_replies_are_counted", late_replies_are_counted),
    ("engines_that_cannot_play_stop_the_start", engines_that_cannot_play_stop_the_start),
    ("all_protocols_meet", all_protocols_meet),
    ("the_engine_itself_plays_every_game_in_every_protocol", the_engine_itself_plays_every_game_in_every_protocol),
    ("protocols_are_probed", protocols_are_probed),
    ("endless_talk_needs_no_memory", endless_talk_needs_no_memory),
    ("nothing_survives_the_runner", nothing_survives_the_runner),
    ("interrupted_runs_say_how_to_go_on", interrupted_runs_say_how_to_go_on),
    ("every_format_ends", every_format_ends),
    ("the_test_stops_a_match", the_test_stops_a_match),
    ("a_run_can_be_paused", a_run_can_be_paused),
    ("wrong_settings_are_refused", wrong_settings_are_refused),
    ("games_end_early_if_asked", games_end_early_if_asked),
    ("shards_add_up", shards_add_up),
    ("engines_are_walked_through_their_protocol", engines_are_walked_through_their_protocol),
    ("the_schedule_can_be_looked_at", the_schedule_can_be_looked_at),
];

fn every_pairing_colour_and_opening_once() {
    let run = Run::new(&[("a", "uci"), ("b", "uci"), ("c", "uci")], &["--rounds", "2", "--concurrency", "3"]);
    let games = run.games();
    assert_eq!(games.iter().map(|record| record.game).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    let mut met = BTreeMap::new();
    for pair in games.chunks_exact(2) {
        assert_eq!((&pair[0].white, &pair[0].black), (&pair[1].black, &pair[1].white));
        assert_eq!((pair[0].pair, &pair[0].opening), (pair[1].pair, &pair[1].opening));
        *met.entry([&pair[0].white, &pair[0].black]).or_insert(0) += 1;
    }
    assert_eq!(met.into_values().collect::<Vec<_>>(), [2, 2, 2]);
    let mut openings: Vec<_> = games.iter().map(|record| record.opening.moves.clone()).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 6);
    let summary = fs::read_to_string(run.out().join("summary.json")).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!((&summary["games"], &summary["ending"]), (&12.into(), &"complete".into()));
    let points: f64 =
        summary["table"].as_array().expect("a table").iter().filter_map(|line| line["points"].as_f64()).sum();
    assert!((points - 12.0).abs() < 1e-9, "{points}");
    assert!(!run.out().join("dialogue").exists());
}

fn faults_are_told_apart() {
    let cases = [
        ("illegal", "nodes=1", FaultKind::IllegalMove, "a1a1"),
        ("no-move", "nodes=1", FaultKind::IllegalMove, "bestmove (none)"),
        ("garbage", "nodes=1", FaultKind::Stall, "I would rather not"),
        ("hang", "nodes=1", FaultKind::Stall, "no move within"),
        ("die", "nodes=1", FaultKind::Crash, "exit status: 3"),
        ("abort", "nodes=1", FaultKind::Crash, "signal: 6"),
        ("close", "nodes=1", FaultKind::Crash, "it has ended"),
        ("late:150", "movetime=0.05", FaultKind::Time, "came after 0.1"),
        ("hang", "movetime=0.05", FaultKind::Stall, "nor after 'stop'"),
        ("flood", "nodes=1", FaultKind::Stall, "this is no move at all"),
    ];
    let check = |&(fault, clock, kind, words): &(&str, &str, FaultKind, &str)| {
        let faulty = format!("uci {fault} at=2");
        let extra = ["--clock", clock, "--patience", "0.5", "--openings", "start"];
        let run = Run::new(&[("good", "uci"), ("bad", &faulty)], &extra);
        let games = run.games();
        assert_eq!(games.len(), 2, "{fault}");
        for record in &games {
            let found = record.fault.as_ref().unwrap_or_else(|| panic!("{fault}: {}", record.reason));
            assert_eq!(
                (found.engine.as_str(), found.kind, record.ended_by),
                ("bad", kind, EndedBy::Fault),
                "{fault}: {found:?}"
            );
            assert!(found.words.contains(words), "{fault}: {}", found.words);
            let winner = if record.white == "good" { GameResult::White } else { GameResult::Black };
            assert_eq!(record.result, winner, "{fault}");
            let dialogue = run.out().join(format!("dialogue/game-{:06}.txt", record.game));
            let dialogue = fs::read_to_string(dialogue).expect("the dialogue is kept");
            assert!(dialogue.contains("> go ") && dialogue.contains("< bestmove "), "{fault}: {dialogue}");
        }
    };
    thread::scope(|scope| {
        let running: Vec<_> = cases.iter().map(|case| scope.spawn(move || check(case))).collect();
        for check in running {
            check.join().expect("the case holds");
        }
    });
}

fn odd_engines_are_borne() {
    let engines = [("odd", "uci odd"), ("loud", "uci complain"), ("slow", "uci slow:300")];
    let games = Run::new(&engines, &[]).games();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|record| record.fault.is_none()), "{games:?}");
}

fn late_replies_are_counted() {
    let run = Run::new(&[("good", "uci late:10 at=0"), ("twice", "uci double at=2")], &[]);
    let games = run.games();
    let late = |record: &GameRecord| record.late[usize::from(record.white == "good")];
    assert!(games.iter().all(|record| record.fault.is_none() && late(record) == 1), "{games:?}");
}

fn engines_that_cannot_play_stop_the_start() {
    for (mock, words) in [
        ("uci silent", "no answer to 'uci' within 500ms"),
        ("uci not-ready", "no answer to 'isready' within 500ms"),
        ("auto uci silent", "it answers neither 'uci', nor 'usi', nor 'xboard'"),
    ] {
        let run = Run::new(&[("good", "uci"), ("bad", mock)], &["--patience", "500ms"]);
        let output = run.output();
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(said.contains("'bad' cannot play") && said.contains(words), "{said}");
        // Nothing has been begun, so nothing is in the way of another attempt.
        assert!(!run.out().exists());
    }
    let run = Run::new(&[("good", "uci"), ("other", "usi")], &["--variants", "chess"]);
    let said = text(&run.output().stderr);
    assert!(said.contains("'other' cannot play: start: it does not play chess"), "{said}");
}

fn all_protocols_meet() {
    let run =
        Run::new(&[("uci", "uci"), ("usi", "usi"), ("cecp", "cecp")], &["--clock", "movetime=5", "--patience", "3"]);
    let games = run.games();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|record| record.fault.is_none() && !record.moves.is_empty()), "{games:?}");
}

fn the_engine_itself_plays_every_game_in_every_protocol() {
    let meet = |other: &str, variants: &[&str]| {
        let mut run = Run::new(&[], &["--variants", &variants.join(","), "--clock", "depth=2", "--longest", "400"]);
        for protocol in ["uci", other] {
            let command = format!("command={}", env!("CARGO_BIN_EXE_bonsai"));
            let words = ["--engine", &format!("name={protocol}"), &command, &format!("protocol={protocol}")];
            run.args.splice(1..1, words.map(str::to_owned));
        }
        let games = run.games();
        assert_eq!(games.len(), 2 * variants.len());
        assert!(games.iter().all(|record| record.fault.is_none()), "{games:?}");
    };
    let all: Vec<&str> = SPECS.iter().map(|spec| spec.name).collect();
    let shogi: Vec<&str> = SPECS.iter().filter(|spec| spec.usi).map(|spec| spec.name).collect();
    meet("cecp", &all);
    meet("usi", &shogi);
}

fn protocols_are_probed() {
    let run = Run::new(
        &[("uci", "auto uci"), ("usi", "auto usi"), ("cecp", "auto cecp")],
        &["--patience", "0.7", "--clock", "depth=1"],
    );
    assert!(run.games().iter().all(|record| record.fault.is_none()));
}

fn endless_talk_needs_no_memory() {
    let run = Run::new(&[("good", "uci"), ("talker", "uci megabytes:200 at=2")], &["--patience", "20"]);
    let mut child = run.start();
    let mut most = 0;
    let status = format!("/proc/{}/status", child.id());
    wait(|| {
        // The peak, in kB; systems without such a file are not looked at.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        child.try_wait().expect("it can be waited for").is_some()
    });
    assert!(most < 60_000, "{most} kB");
    let games = run.records();
    assert!(games.len() == 2 && games.iter().all(|record| record.fault.is_none()), "{games:?}");
}

fn nothing_survives_the_runner() {
    if !Path::new("/proc/self/cmdline").exists() {
        return;
    }
    // A name that only these engines have on their command lines; theirs are "mock uci none at=<it>".
    let mark = format!("at=7{}", std::process::id());
    let mock = format!("uci none {mark}");
    let run = Run::new(&[("a", &mock), ("b", &mock)], &["--rounds", "1000", "--concurrency", "2"]);
    let mut child = run.start();
    run.wait_for_games(1);
    assert!(processes(&format!("mock\0uci\0none\0{mark}")).len() >= 2);
    child.kill().expect("it can be killed");
    child.wait().expect("it can be waited for");
    wait(|| processes(&format!("mock\0uci\0none\0{mark}")).is_empty());

    // What an engine starts is ended with it.
    let run = Run::new(&[("a", "uci child"), ("b", "uci")], &[]);
    run.games();
    wait(|| processes("sleep\x00987654").is_empty());
}

fn interrupted_runs_say_how_to_go_on() {
    let mark = format!("at=8{}", std::process::id());
    let run = Run::new(&[("a", &format!("uci none {mark}")), ("b", "uci")], &["--rounds", "1000"]);
    let child = run.command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    run.wait_for_games(2);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a 'kill'");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it can be waited for");
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("--resume"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("points"));
    assert!(processes(&format!("mock\0uci\0none\0{mark}")).is_empty());
}

fn every_format_ends() {
    let engines = [("a", "uci"), ("b", "uci resign"), ("c", "uci"), ("d", "uci illegal at=3")];
    for (format, rounds, games) in [("gauntlet seeds=1", "1", 6), ("swiss", "2", 8), ("ladder", "2", 6)] {
        let played = Run::new(&engines, &["--format", format, "--rounds", rounds]).games();
        assert_eq!(played.len(), games, "{format}");
        if format.starts_with("gauntlet") {
            assert!(played.iter().all(|record| record.white == "a" || record.black == "a"));
        }
    }
    let knockout = Run::new(&engines, &["--format", "knockout"]).games();
    assert!(knockout.len() >= 6 && knockout.iter().all(|record| record.round >= 1));
}

fn the_test_stops_a_match() {
    let extra = ["--sprt", "elo0=0 elo1=200", "--concurrency", "2", "--json"];
    let run = Run::new(&[("good", "uci"), ("bad", "uci resign at=3")], &extra);
    let output = run.output();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["ending"], "decided");
    assert!(summary["sprt"]["decision"].is_string(), "{summary}");
    let pairs: u64 =
        summary["sprt"]["pairs"].as_array().expect("counts").iter().filter_map(serde_json::Value::as_u64).sum();
    assert!((2..1000).contains(&pairs), "{pairs}");
    // Nothing is left to play.
    let mut again = run;
    again.args.push("--resume".to_owned());
    let before = again.records().len();
    assert_eq!(again.games().len(), before);
}

fn a_run_can_be_paused() {
    let run = Run::new(&[("a", "uci"), ("b", "uci")], &["--rounds", "1000", "--concurrency", "2"]);
    let mut child = run.command().stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    run.wait_for_games(2);
    fs::write(run.out().join("control.toml"), "paused = true").expect("a file");
    // Paused is when nothing more comes.
    let mut before = 0;
    wait(|| {
        let now = fs::read(run.out().join("games.jsonl")).map_or(0, |text| text.len());
        let quiet = now == before;
        before = now;
        thread::sleep(Duration::from_millis(700));
        quiet
    });
    let paused = run.records().len();
    assert!(paused < 2000);
    fs::write(run.out().join("control.toml"), "concurrency = 1").expect("a file");
    run.wait_for_games(paused + 2);
    child.kill().expect("it can be killed");
    child.wait().expect("it can be waited for");
}

fn wrong_settings_are_refused() {
    let refused = |extra: &[&str], code: i32, words: &str| {
        let output = Run::new(&[("a", "uci"), ("b", "uci")], extra).output();
        assert_eq!(output.status.code(), Some(code), "{extra:?}");
        assert!(text(&output.stderr).contains(words), "{extra:?}: {}", text(&output.stderr));
    };
    refused(&["--format", "gauntlet seeds=2"], 1, "command line: gauntlet needs more than its seeds");
    refused(&["--openings", "file=no/such"], 1, "no/such: ");
    refused(&["--shard", "3/2"], 2, "'3/2' is not I/N");
    refused(&["--shard", "1/2", "--format", "swiss"], 1, "cannot be shared");
    refused(&["--resume"], 1, "there is no tournament in it that could be resumed");
    refused(&["--engine", "name=c", "command=no/such"], 1, "there is no program 'no/such'");
    let run = Run::new(&[("a", "uci"), ("b", "uci")], &[]);
    run.games();
    let again = run.output();
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("there are games in it already"), "{}", text(&again.stderr));
    let mut other = run;
    other.args.extend(["--resume", "--rounds", "7"].map(str::to_owned));
    assert!(text(&other.output().stderr).contains("'rounds' of the tournament differs"));
}

fn shards_add_up() {
    let engines = [("a", "uci"), ("b", "uci"), ("c", "uci")];
    let whole = Run::new(&engines, &["--rounds", "2"]).games();
    let parts: Vec<Run> = (1..=3)
        .map(|part| {
            let run = Run::new(&engines, &["--rounds", "2", "--shard", &format!("{part}/3")]);
            assert_eq!(run.games().len(), 4);
            run
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("whole");
    let merge = |parts: &[&Run], extra: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bonsai"));
        command.args(["tournament", "merge"]).args(parts.iter().map(|run| run.out())).args(extra);
        command.output().expect("the binary runs")
    };
    let all: Vec<&Run> = parts.iter().collect();
    let output = merge(&all, &["--output", &out.display().to_string()]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let (_, merged) = journal::read(&out).expect("records");
    assert_eq!(essence(&merged), essence(&whole));
    let output = merge(&all[..2], &["--json"]);
    assert!(text(&output.stderr).starts_with("4 games are missing: "), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&summary["games"], &summary["ending"]), (&8.into(), &"stopped".into()));
    let twice = merge(&[all[0], all[0]], &[]);
    assert_eq!(twice.status.code(), Some(1));
    assert!(text(&twice.stderr).contains("game 1 is in "), "{}", text(&twice.stderr));
    let other = Run::new(&engines, &["--rounds", "3", "--shard", "2/3"]);
    other.games();
    let mixed = text(&merge(&[all[0], &other], &[]).stderr);
    assert!(mixed.contains("'rounds' of the tournament differs"), "{mixed}");
}

fn engines_are_walked_through_their_protocol() {
    let engines = [("uci", "uci"), ("usi", "usi"), ("cecp", "cecp")];
    let good = Run::new(&engines, &["--check", "--clock", "depth=3"]).output();
    let said = text(&good.stdout);
    assert!(good.status.success(), "{said}{}", text(&good.stderr));
    assert!(said.contains("   1 ok ") && said.contains("   7 ok ") && !said.contains("FAILED"), "{said}");
    let bad = Run::new(&[("good", "uci"), ("bad", "uci illegal at=3")], &["--check"]).output();
    assert_eq!(bad.status.code(), Some(1));
    let said = text(&bad.stdout);
    assert!(said.contains("   3 FAILED  micro: makes legal moves for both sides: illegal move: 'a1a1'"), "{said}");
    assert!(text(&bad.stderr).contains("not as it should be: bad"), "{}", text(&bad.stderr));
}

fn the_schedule_can_be_looked_at() {
    let run = Run::new(&[("a", "uci"), ("b", "uci")], &["--dry-run", "--rounds", "2", "--openings", "random plies=2"]);
    let output = run.output();
    let said = text(&output.stdout);
    assert!(output.status.success() && said.lines().count() == 5, "{said}");
    assert!(said.lines().any(|line| line.trim_start().starts_with("2     1     1  b - a  (micro, ")), "{said}");
    assert!(!run.out().exists());
}

fn games_end_early_if_asked() {
    let drawn =
        Run::new(&[("a", "uci"), ("b", "uci")], &["--draw", "moves=2 score=10000", "--openings", "start"]).games();
    assert!(
        drawn.iter().all(|record| record.ended_by == EndedBy::Adjudication && record.moves.len() == 4),
        "{drawn:?}"
    );
    let long = Run::new(&[("a", "uci"), ("b", "uci")], &["--longest", "7", "--openings", "start"]).games();
    assert!(long.iter().all(|record| record.reason == "too long" && record.moves.len() == 7));
}

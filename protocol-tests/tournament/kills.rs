//! Runs that are killed and resumed, which must come to the same end as runs that are not.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::harness::{Run, essence, processes, wait};

/// All of them by name.
pub const ALL: &[(&str, fn())] = &[
    ("killed_runs_resume_to_the_same_end", killed_runs_resume_to_the_same_end),
    ("runs_killed_at_any_moment_resume", runs_killed_at_any_moment_resume),
    (
        "engines_that_are_ended_with_the_runner_are_not_at_fault",
        engines_that_are_ended_with_the_runner_are_not_at_fault,
    ),
];

/// Those that take minutes.
pub const LONG: &[(&str, fn())] = &[("twenty_kills_of_five_real_engines", twenty_kills_of_five_real_engines)];

fn killed_runs_resume_to_the_same_end() {
    let engines = [("a", "uci"), ("b", "uci"), ("c", "uci"), ("d", "uci"), ("e", "uci")];
    for format in ["round-robin", "swiss"] {
        let extra = ["--format", format, "--rounds", "3", "--concurrency", "2", "--longest", "40"];
        let unbroken = Run::new(&engines, &extra).games();
        let mut run = Run::new(&engines, &extra);
        for kill_after in [1, 4, 9] {
            let mut child = run.start();
            run.wait_for_games(kill_after);
            child.kill().expect("it can be killed");
            child.wait().expect("it can be waited for");
            // As if it had been killed while it wrote a line.
            let path = run.out().join("games.jsonl");
            let torn = fs::read(&path).expect("games").into_iter().chain(*b"{\"game\":3,\"pa").collect::<Vec<_>>();
            fs::write(&path, torn).expect("games");
            if kill_after == 1 {
                run.args.push("--resume".to_owned());
            }
        }
        let resumed = run.games();
        assert_eq!(essence(&resumed), essence(&unbroken), "{format}");
    }
}

/// Plays a tournament in one go, and again with so many kills in between, at moments that follow from `seed`.
fn kill_and_resume(unbroken: &Run, mut run: Run, kills: u32, seed: u64, longest_ms: u64, mark: &str) {
    let mut random = fastrand::Rng::with_seed(seed);
    let whole = unbroken.games();
    for _ in 0..kills {
        let mut child = run.start();
        thread::sleep(Duration::from_millis(random.u64(0..longest_ms)));
        // It may have come to its end; then it is resumed for nothing.
        child.kill().expect("it can be killed");
        child.wait().expect("it can be waited for");
        wait(|| processes(mark).is_empty());
        let begun = run.out().join("games.jsonl").exists();
        if begun && !run.args.contains(&"--resume".to_owned()) {
            run.args.push("--resume".to_owned());
        }
    }
    let resumed = run.games();
    assert_eq!(essence(&resumed), essence(&whole));
    assert_eq!(table(&run), table(unbroken));
    assert!(processes(mark).is_empty());
}

/// The final table but for times.
fn table(run: &Run) -> Vec<serde_json::Value> {
    let summary = fs::read_to_string(run.out().join("summary.json")).expect("a summary");
    let mut summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    let lines = summary["table"].as_array_mut().expect("a table");
    for line in lines.iter_mut().filter_map(serde_json::Value::as_object_mut) {
        line.retain(|key, _| key != "nps" && key != "ms_per_move");
    }
    lines.clone()
}

fn runs_killed_at_any_moment_resume() {
    let mark = format!("at=9{}", std::process::id());
    let mock = format!("uci none {mark}");
    let engines = ["a", "b", "c", "d", "e"].map(|name| (name, mock.as_str()));
    let extra = ["--rounds", "2", "--concurrency", "2", "--longest", "40"];
    let runs = [Run::new(&engines, &extra), Run::new(&engines, &extra)];
    let [unbroken, run] = runs;
    kill_and_resume(&unbroken, run, 6, 1, 1500, &format!("mock\0uci\0none\0{mark}"));
}

/// As a scheduler does it that ends a job: everybody gets the signal, the engines perhaps first.
fn engines_that_are_ended_with_the_runner_are_not_at_fault() {
    let mark = format!("at=6{}", std::process::id());
    let mock = format!("uci none {mark}");
    let run = Run::new(&[("a", &mock), ("b", &mock)], &["--rounds", "1000"]);
    let child = run.start();
    run.wait_for_games(2);
    let killed = |pids: &[String]| Command::new("kill").arg("-TERM").args(pids).status().expect("there is a 'kill'");
    killed(&processes(&format!("mock\0uci\0none\0{mark}")));
    thread::sleep(Duration::from_millis(100));
    assert!(killed(&[child.id().to_string()]).success());
    let output = child.wait_with_output().expect("it can be waited for");
    assert_eq!(output.status.code(), Some(130));
    assert!(run.records().iter().all(|record| record.fault.is_none()));
}

/// Five settings of the engine itself, so that a hash table and its threads take part.
fn twenty_kills_of_five_real_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    // A name that only these engines have on their command lines.
    let engine = folder.path().join("engine");
    fs::copy(env!("CARGO_BIN_EXE_bonsai"), &engine).expect("a copy");
    let new = || {
        let mut run = Run::new(&[], &["--rounds", "4", "--concurrency", "2", "--longest", "200"]);
        for nodes in [100, 200, 300, 400, 500] {
            let words =
                [format!("name=n{nodes}"), format!("command={}", engine.display()), format!("clock=nodes={nodes}")];
            run.args.push("--engine".to_owned());
            run.args.extend(words);
            run.args.extend(["protocol=uci", "option.Hash=1"].map(str::to_owned));
        }
        run
    };
    kill_and_resume(&new(), new(), 20, 7, 4000, &engine.display().to_string());
}

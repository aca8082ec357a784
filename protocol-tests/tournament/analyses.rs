//! `bonsai analyse --engine`: engines asked about positions instead of playing games.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{processes, text, wait};

/// All tests by name.
pub const ALL: &[(&str, fn())] = &[
    ("engines_of_all_protocols_answer_side_by_side", engines_of_all_protocols_answer_side_by_side),
    ("verdicts_and_totals_of_each_engine", verdicts_and_totals_of_each_engine),
    ("whoever_fails_is_named_and_the_others_go_on", whoever_fails_is_named_and_the_others_go_on),
    ("what_cannot_be_asked_is_refused", what_cannot_be_asked_is_refused),
    ("an_interrupt_ends_the_engines", an_interrupt_ends_the_engines),
];

/// Two positions with one legal move, which is right in the first and wrong in the second.
const FORCED: &str =
    "k7/8/1K6/8/8/8/8/7R b - - bm Kb8; id \"right\";\nk7/8/1K6/8/8/8/8/7R b - - am Kb8; id \"wrong\";\n";

/// A folder with an engines file of mock engines, given by their names and arguments, and the positions above.
struct Analysis(TempDir);

impl Analysis {
    fn new(engines: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = std::env::current_exe().expect("this test is a program");
        let engine = |&(name, mock): &(&str, &str)| {
            let protocol = mock.split(' ').next().unwrap_or_default();
            let args = format!("mock {mock}").split(' ').map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
            let command = program.display();
            format!("[[engine]]\nname = '{name}'\ncommand = '{command}'\nprotocol = '{protocol}'\nargs = [{args}]\n")
        };
        let engines: String = engines.iter().map(engine).collect();
        let gone = "[[engine]]\nname = 'gone'\ncommand = 'no/such/program'\n";
        let file = format!("[tournament]\npatience = 1\n{engines}{gone}");
        fs::write(folder.path().join("engines.toml"), file).expect("a file");
        fs::write(folder.path().join("forced.epd"), FORCED).expect("a file");
        Self(folder)
    }

    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bonsai"));
        command.arg("analyse").args(args.split(' ')).current_dir(self.0.path());
        command.env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    fn run(&self, args: &str) -> Output {
        self.command(args).output().expect("the binary runs")
    }
}

fn objects(output: &Output) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text(&output.stdout).lines().map(read).collect()
}

fn engines_of_all_protocols_answer_side_by_side() {
    let analysis = Analysis::new(&[("u", "uci"), ("s", "usi"), ("x", "cecp")]);
    let asked = "--variant micro --moves d2d3 --engine u --engine s --engine x --engine bonsai --depth 3";
    let output = analysis.run(&format!("{asked} --json --explain"));
    assert!(output.status.success(), "{output:?}");
    let answers = objects(&output);
    let names: Vec<&str> = answers.iter().filter_map(|answer| answer["engine"].as_str()).collect();
    assert_eq!(names, ["u", "s", "x", "bonsai"]);
    // The mock engine's move follows from the position and the notation.
    assert_eq!(answers[0]["bestmove"], answers[2]["bestmove"]);
    assert!(answers[1]["bestmove"].is_string(), "{}", answers[1]);
    assert_eq!((&answers[0]["depth"], &answers[0]["nodes"]), (&1.into(), &7.into()));
    assert!(answers[0]["score"]["cp"].is_i64() && answers[0]["explanation"][0].is_string(), "{}", answers[0]);
    assert_eq!((&answers[3]["depth"], &answers[3]["pv"][0]), (&3.into(), &answers[3]["bestmove"]));
    let table = text(&analysis.run(&format!("{asked} --notation usi")).stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows[0][..3].join(" "), rows.len()), ("engine best move".to_owned(), 5));
    assert_eq!((rows[1][0], rows[1][1]), ("u", rows[3][1]));
    assert!(rows[1][1].chars().next().is_some_and(|file| file.is_ascii_digit()), "{table}");
}

fn verdicts_and_totals_of_each_engine() {
    let analysis = Analysis::new(&[("u", "uci"), ("x", "cecp")]);
    let output = analysis.run("forced.epd --engine u --engine x --depth 2 --threads 2 --json --require 1");
    assert!(output.status.success(), "{output:?}");
    let mut verdicts: Vec<(String, String, bool)> = Vec::new();
    for answer in objects(&output) {
        let word = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
        assert_eq!(word("bestmove"), "a8b8");
        verdicts.push((word("engine"), word("id"), answer["solved"] == true));
    }
    verdicts.sort();
    let wanted = [("u", "right", true), ("u", "wrong", false), ("x", "right", true), ("x", "wrong", false)];
    assert_eq!(verdicts, wanted.map(|(engine, id, solved)| (engine.to_owned(), id.to_owned(), solved)));
    let output = analysis.run("forced.epd --engine u --engine x --depth 2 --require 2");
    let table = text(&output.stdout);
    assert!(table.contains("\nu: solved: 1 of 2 (50.0 %)\n") && table.contains("\nx: solved: 1 of 2"), "{table}");
    assert_eq!(text(&output.stderr), "bonsai: u: --require 2: 1 of 2 positions are solved\n");
    assert_eq!(output.status.code(), Some(1));
    // What is known of one engine is nothing that another one has said.
    assert!(analysis.run("forced.epd --engine u --depth 2 --resume known.jsonl").status.success());
    let output = analysis.run("forced.epd --engine u --engine x --depth 2 --resume known.jsonl");
    let said = text(&output.stderr);
    assert!(said.contains("u: 0 positions, 2 known before") && said.contains("x: 2 positions, "), "{said}");
}

fn whoever_fails_is_named_and_the_others_go_on() {
    let faults = [("dies", "uci die"), ("cheats", "usi illegal"), ("sleeps", "uci hang"), ("mute", "uci silent")];
    let engines: Vec<_> = faults.into_iter().chain([("gives-up", "cecp resign"), ("good", "uci")]).collect();
    let analysis = Analysis::new(&engines);
    let asked: Vec<String> = engines.iter().map(|(name, _)| format!("--engine {name}")).collect();
    let output = analysis.run(&format!("--variant micro --depth 2 --json --engine gone {}", asked.join(" ")));
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let answers = objects(&output);
    let faults: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    assert_eq!((answers.len(), faults.len()), (6, 5), "{said}");
    assert!(answers[5]["bestmove"].is_string());
    let told = ["crash: it has ended", "illegal move: '1a1a'", "stall: no move", "no answer to 'uci'", "it resigns"];
    for ((name, _), (fault, told)) in engines.iter().zip(faults.iter().zip(told)) {
        assert!(fault.contains(told), "{name}: {fault}");
        assert!(said.contains(&format!("bonsai: {name}: {fault} (position kb+r+l/p3/")), "{name}: {said}");
    }
    assert!(said.starts_with("bonsai: --engine gone: engines.toml:"), "{said}");
    assert!(said.ends_with("bonsai: missing: 6 answers\n"), "{said}");

    let output = analysis.run("forced.epd --engine dies --engine good --depth 2");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("bonsai: forced.epd:1: dies: crash: ") && said.contains("forced.epd:2: dies: "), "{said}");
    assert!(text(&output.stdout).contains("good: 2 positions, "), "{output:?}");
}

fn what_cannot_be_asked_is_refused() {
    let analysis = Analysis::new(&[("u", "uci"), ("x", "cecp")]);
    for (args, code, said) in [
        ("--engine x --nodes 5", 1, "bonsai: --engine x: CECP, its protocol, cannot limit nodes\n"),
        ("--engine gone", 1, "bonsai: --engine gone: engines.toml:"),
        ("--engine nobody", 2, "bonsai: --engine: 'nobody' is not among the engines of engines.toml: u, x, gone\n"),
        ("--engine u --engine u", 2, "bonsai: --engine: 'u' is named twice\n"),
        ("--engine u --engines none.toml", 1, "bonsai: none.toml: "),
        ("--engine u --threads 2", 2, "bonsai: --threads cannot be used with --engine and one position"),
        ("--engine u --mate 2", 2, "error: the argument '--engine <NAME>' cannot be used with '--mate <N>'"),
        ("--engine x --variant miniforest", 1, "bonsai: x: it does not play miniforest (position "),
    ] {
        let output = analysis.run(args);
        assert_eq!(output.status.code(), Some(code), "{args}: {output:?}");
        assert!(text(&output.stderr).starts_with(said), "{args}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout).lines().count(), usize::from(args.contains("miniforest")), "{args}");
    }
    let lines =
        "{\"id\": 1, \"mate\": 2}\n{\"id\": 2, \"multipv\": 2}\n{\"id\": 3, \"nodes\": 9}\n{\"id\": 4, \"depth\": 1}\n";
    fs::write(analysis.0.path().join("lines.jsonl"), lines).expect("a file");
    let answers = objects(&analysis.run("lines.jsonl --engine x --json --threads 1"));
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    let told = ["the search to mates", "the number of lines (multipv)", "nodes"];
    assert_eq!(errors, told.map(|limit| format!("its protocol cannot limit {limit}")));
    assert_eq!(answers[3]["id"], 4);
}

fn an_interrupt_ends_the_engines() {
    let mark = format!("at=9{}", std::process::id());
    let analysis = Analysis::new(&[("u", &format!("uci silent {mark}"))]);
    let child = analysis.command("--engine u --depth 1").stderr(Stdio::piped()).spawn().expect("the binary runs");
    let engines = || processes(&format!("mock\0uci\0silent\0{mark}"));
    if fs::exists("/proc/self/cmdline").is_ok_and(|there| there) {
        wait(|| !engines().is_empty());
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a 'kill'");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it can be waited for");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(130), "bonsai: interrupted\n"));
    assert!(engines().is_empty());
}

//! `bonsai analyse FILE...` as its user meets it: files and stdin in, answers, messages and exit codes out.

#[path = "command.rs"]
mod command;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::Stdio;

use command::{bonsai, run, text};
use serde_json::Value;
use tempfile::TempDir;

const SUITE: &str = "\
# three mates and a fault
7k/8/6K1/8/8/8/8/R7 w - - bm Ra8; id \"one\";
7k/8/5K2/8/8/8/8/R7 w - - dm 2; id \"two\";
7k/8/6K1/8/8/8/8/R7 w - - am a1a8; id \"wrong\";
7k/8/6K1/8/8/8/8/R7 w - - bm Rb9; id \"fault\";
";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// A folder with a file of this text, and the file's path.
fn file(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path: PathBuf = folder.path().join("suite.epd");
    fs::write(&path, text).expect("a file");
    (folder, path.display().to_string())
}

fn without_fault() -> String {
    SUITE.lines().filter(|line| !line.contains("fault\"")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_suite_has_verdicts_in_its_order() {
    let (_folder, path) = file(SUITE);
    let output = run(&["analyse", &path, "--depth", "4", "--threads", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let fault = format!("bonsai: {path}:5: bm: 'Rb9' is no move\nbonsai: 1 of the lines could not be read\n");
    assert_eq!(text(&output.stderr), fault);
    let table: Vec<&str> = text(&output.stdout).lines().collect();
    let cells = |row: usize| table[row].split_whitespace().collect::<Vec<_>>();
    assert_eq!(cells(1)[..3], ["one", "a1a8", "#1"]);
    assert!(table[1].contains("solved  at depth"), "{}", table[1]);
    assert!(cells(2)[0] == "two" && table[2].contains("#2") && table[2].contains("solved"), "{}", table[2]);
    assert!(cells(3)[..2] == ["wrong", "a1a8"] && table[3].ends_with("failed"), "{}", table[3]);
    assert_eq!(table.last(), Some(&"solved: 2 of 3 (66.7 %)"));
}

#[test]
fn requirements_make_the_exit_code() {
    let (_folder, path) = file(&without_fault());
    for (required, code) in [("2", 0), ("3", 1), ("66%", 0), ("67%", 1)] {
        let output = run(&["analyse", &path, "--depth", "4", "--require", required]);
        assert_eq!(output.status.code(), Some(code), "{required}: {output:?}");
        let said = format!("bonsai: --require {required}: 2 of 3 positions are solved\n");
        assert_eq!(text(&output.stderr), if code == 0 { "" } else { &said });
    }
    assert_eq!(run(&["analyse", &path, "--require", "many"]).status.code(), Some(2));
    assert_eq!(run(&["analyse", "--require", "1"]).status.code(), Some(2));
}

#[test]
fn games_are_no_positions() {
    let (_folder, path) = file("[Event \"x\"]\n\n1. e4 *\n");
    let output = run(&["analyse", &path, "--depth", "1"]);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("this is PGN") && said.lines().count() == 1, "{said}");
}

#[test]
fn answers_are_explained_and_shown() {
    let (_folder, path) = file(&without_fault());
    let args = ["analyse", &path, "--depth", "4", "--explain"];
    let output = run(&[&args[..], &["--board", "unicode"]].concat());
    assert!(output.status.success(), "{output:?}");
    let shown = text(&output.stdout);
    assert!(shown.contains("\n  R a1-a8  rook from a1 to a8, checkmate\n\n   ┌───┬"), "{shown}");
    assert_eq!((shown.matches(" 8 │[ ]│").count(), shown.matches("white to move\n\n").count()), (2, 3), "{shown}");
    let answers = objects(text(&run(&[&args[..], &["--json"]].concat()).stdout));
    let one = answers.iter().find(|answer| answer["id"] == "one").expect("an answer");
    assert_eq!(one["lines"][0]["explanation"], serde_json::json!(["rook from a1 to a8, checkmate"]));
    for (options, wrong) in [
        (["--threats", "--depth"], "--threats"),
        (["--csv", "--explain"], "--explain"),
        (["--csv", "--board=ascii"], "--board <STYLE>"),
        (["--json", "--board=ascii"], "--board <STYLE>"),
        (["--resume=x", "--board=ascii"], "--board <STYLE>"),
    ] {
        let rest: &[&str] = if options[1] == "--depth" { &["2"] } else { &[] };
        let output = run(&[&["analyse", &path], &options[..], rest].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(wrong), "{options:?}: {said}");
        assert!(said.contains("cannot be used with"), "{options:?}: {said}");
    }
}

#[test]
fn stdin_is_answered_while_it_comes() {
    let mut command = bonsai(&["analyse", "-", "--json", "--nodes", "200", "--threads", "2"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("stdin");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
    let mut ask = |question: &str| -> Value {
        writeln!(stdin, "{question}").expect("it reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("it answers");
        serde_json::from_str(&answer).expect("JSON")
    };
    let first =
        ask("\u{feff}{\"id\": [1], \"variant\": \"micro\", \"moves\": [\"d2d3\"], \"depth\": 3, \"multipv\": 2}");
    assert_eq!(
        (first["id"][0].as_i64(), first["depth"].as_i64(), &first["limits"]),
        (Some(1), Some(3), &"depth=3 multipv=2".into())
    );
    assert_eq!(first["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(first["bestmove"], first["lines"][0]["pv"][0]);
    let refused = ask(r#"{"id": "x", "variant": "go"}"#);
    assert_eq!((&refused["id"], &refused["error"]), (&"x".into(), &"the game 'go' is not known".into()));
    let over = ask(r#"{"id": 3, "moves": "f3 e5 g4 Qh4#"}"#);
    assert_eq!((&over["over"], &over["bestmove"]), (&"0-1, checkmate".into(), &Value::Null));
    assert_eq!(ask("7k/8/6K1/8/8/8/8/R7 w - -")["bestmove"], "a1a8");
    assert_eq!(ask("7k/8/6K1/8/8/8/8/R7 w - -\r")["bestmove"], "a1a8");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn a_run_is_resumed() {
    let (folder, path) = file(&without_fault());
    let answers = folder.path().join("answers.jsonl").display().to_string();
    let args = ["analyse", &path, "--nodes", "5000", "--resume", &answers];
    assert!(run(&args).status.success());
    let whole = fs::read_to_string(&answers).expect("answers");
    let mut wanted = objects(&whole);
    // As if the run had been killed while it wrote its second answer.
    let (first, rest) = whole.split_once('\n').expect("lines");
    fs::write(&answers, format!("{first}\n{}", &rest[..rest.len() / 4])).expect("a file");
    let output = run(&args);
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stderr).starts_with("2 positions, 1 known before, "), "{output:?}");
    assert!(text(&output.stderr).ends_with("solved: 2 of 3 (66.7 %)\n"), "{output:?}");
    let mut found = objects(&fs::read_to_string(&answers).expect("answers"));
    for list in [&mut wanted, &mut found] {
        list.sort_by_key(|answer| answer["line"].as_u64());
    }
    let essence = |list: &[Value]| {
        list.iter().map(|a| (a["id"].clone(), a["bestmove"].clone(), a["nodes"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(essence(&found), essence(&wanted));
    // Other limits ask for other answers.
    let output = run(&["analyse", &path, "--nodes", "5001", "--resume", &answers]);
    assert!(text(&output.stderr).starts_with("3 positions, "), "{output:?}");
    fs::write(&answers, "{}\n").expect("a file");
    let output = run(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("answers.jsonl', line 1: missing field `id`"), "{output:?}");
}

#[test]
fn csv_has_a_row_for_each_position() {
    let (_folder, path) = file(&without_fault());
    let output = run(&["analyse", &path, "--depth", "4", "--csv"]);
    assert!(output.status.success(), "{output:?}");
    let mut rows = csv::Reader::from_reader(&output.stdout[..]);
    let column = |name: &str| {
        let place = csv::Reader::from_reader(&output.stdout[..])
            .headers()
            .expect("a head")
            .iter()
            .position(|head| head == name);
        place.expect("a column")
    };
    let (id, mate, solved) = (column("id"), column("mate"), column("solved"));
    let found: Vec<[String; 3]> = rows
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| [id, mate, solved].map(|place| row[place].to_owned()))
        .collect();
    let expected = [["one", "1", "true"], ["two", "2", "true"], ["wrong", "1", "false"]];
    assert_eq!(found, expected.map(|row| row.map(str::to_owned)));
}

#[test]
fn a_proved_mate_can_end_the_search() {
    let output = run(&["analyse", "--fen", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "--until-mate", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let reports = objects(text(&output.stdout));
    let mates: Vec<bool> = reports.iter().map(|report| report["score"]["mate"] == 2).collect();
    assert!(mates.last() == Some(&true), "{reports:?}");
    assert_eq!(mates.iter().filter(|&&mate| mate).count(), 1, "{reports:?}");
    assert_eq!(run(&["analyse", "--time-limit", "soon"]).status.code(), Some(2));
    assert!(run(&["analyse", "--time-limit", "20ms"]).status.success());
}

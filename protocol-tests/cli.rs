//! The command line as its user meets it: the binary is run, its output, messages and exit codes are looked at.

#[path = "command.rs"]
mod command;

use std::fs;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};

use command::{bonsai, run, text};
use serde_json::{Value, json};

const COMMANDS: [&str; 9] =
    ["variants", "show", "perft", "analyse", "bench", "tournament", "report", "review", "suite"];
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";

/// The stdout of a command that must succeed and say nothing else.
fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    text(&output.stdout).to_owned()
}

/// The lines of a command's stdout, each of which must be a JSON object.
fn json_lines(args: &[&str]) -> Vec<Value> {
    let read = |line: &str| -> Value { serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")) };
    stdout(args).lines().map(read).inspect(|value| assert!(value.is_object(), "{value}")).collect()
}

fn json_object(args: &[&str]) -> Value {
    let [object] = <[Value; 1]>::try_from(json_lines(args)).expect("one JSON object");
    object
}

/// The stderr of a command that must fail with this exit code and write nothing to stdout.
fn refusal(code: i32, args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    text(&output.stderr).to_owned()
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn examples_of_positions_are_positions() {
    let help = stdout(&["show", "--help"]);
    let readme = include_str!("../README.md");
    let folder = tempfile::tempdir().expect("a folder");
    let lines = help.lines().chain(readme.lines()).map(str::trim);
    // One that names a file of games needs that.
    let examples = lines.filter(|line| line.starts_with("bonsai show") && !line.contains("--pgn"));
    let mut count = 0;
    for example in examples {
        // Every second part stands in quotation marks.
        let parts = example.split('\'').enumerate();
        let words = parts.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let words: Vec<&str> = words.skip(1).take_while(|word| ![">", "|"].contains(word)).collect();
        let output = bonsai(&words).current_dir(folder.path()).output().expect("the binary runs");
        assert!(output.status.success(), "{example}: {}", text(&output.stderr));
        count += 1;
    }
    assert!(count >= 10, "{count} examples");
}

#[test]
fn every_command_helps_with_an_example() {
    for command in COMMANDS {
        let help = stdout(&[command, "--help"]);
        let (_, examples) = help.split_once("Examples:").expect(command);
        assert!(examples.contains(&format!("bonsai {command}")), "{help}");
        assert!(stdout(&["--help"]).contains(command));
    }
}

#[test]
fn show_tells_all_as_json() {
    let shown = json_object(&["show", "--variant", "micro", "--json"]);
    let expected = json!({
        "variant": "micro",
        "fen": "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1",
        "sfen": "kb+r+l/p3/4/3P/+L+RBK b - 1",
        "turn": "white",
        "check": false,
        "result": "*",
        "reason": null,
        "points": null,
        "hands": { "white": "", "black": "" },
        "legal_moves": ["a1a2", "a1b2", "b1a2", "b1b2", "b1c2", "c1a3", "c1b2", "d1c2", "d2d3"],
    });
    assert_eq!(shown, expected);
}

#[test]
fn show_knows_results() {
    let mated = json_object(&["show", "--json", "--moves", "f3 e5 g4 Qh4#"]);
    assert_eq!(mated["variant"], "chess");
    assert_eq!(mated["result"], "0-1");
    assert_eq!(mated["reason"], "checkmate");
    assert_eq!(mated["check"], true);
    assert_eq!(mated["turn"], "white");
    assert_eq!(mated["sfen"], Value::Null);
    assert_eq!(mated["hands"], Value::Null);
    assert_eq!(mated["legal_moves"], json!([]));
    let points = "1a1d1k1g/c1a1d1b1/1p1p1p1p/8/8/P1P1P1P1/1B1D1A1C/G1K1D1A1 w - - 0 1 3:4";
    let counted = json_object(&["show", "--variant", "miniforest", "--json", "--fen", points]);
    assert_eq!(counted["points"], json!([3, 4]));
}

#[test]
fn show_draws_for_people() {
    let drawn = stdout(&["show", "--variant", "micro", "--legal", "--notation", "usi"]);
    for expected in [
        " 5 | k | b | g | s |",
        "hands: white -, black -",
        "white to move",
        "\nfen:  kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1\nsfen: kb+r+l/p3/4/3P/+L+RBK b - 1\n",
        "\n9 legal moves:\n  1d1c\n",
    ] {
        assert!(drawn.contains(expected), "{expected} in\n{drawn}");
    }
    let mated = stdout(&["show", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(mated.contains("result: 0-1, checkmate\n"), "{mated}");
}

#[test]
fn positions_and_moves_come_in_any_form() {
    let show = |extra: &[&str]| {
        let args = [&["show", "--variant", "microshogi", "--json"], extra].concat();
        json_object(&args)["fen"].clone()
    };
    let after = show(&["--moves", "d2d3", "a5b4"]);
    assert_eq!(show(&["--moves", "d2d3 a5b4"]), after);
    assert_eq!(show(&["--moves", "1d1c", "4a3b"]), after);
    assert_eq!(show(&["--moves", "1. P d2-d3 K a5-b4"]), after);
    assert_eq!(show(&["--fen", "kbgs/p3/4/3P/SGBK w", "--moves", "d2d3", "a5b4"]), after);
    assert_eq!(show(&["--fen", "kb+r+l/p3/4/3P/+L+RBK b - 1", "--moves", "d2d3", "a5b4"]), after);
}

#[test]
fn perft_counts() {
    let mut counted = json_object(&["perft", "--variant", "micro", "--depth", "3", "--json"]);
    let seconds = counted.as_object_mut().and_then(|object| object.remove("seconds"));
    assert!(seconds.is_some_and(|seconds| seconds.is_f64()));
    let fen = "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1";
    assert_eq!(counted, json!({ "variant": "micro", "fen": fen, "depth": 3, "nodes": 767, "divide": null }));
    assert_eq!(json_object(&["perft", "--depth", "0", "--json"])["nodes"], 1);
}

#[test]
fn perft_divides_by_move() {
    let divided = json_object(&["perft", "--variant", "micro", "--depth", "3", "--divide", "--json"]);
    let moves = divided["divide"].as_object().expect("an object");
    assert_eq!(moves.len(), 9);
    assert_eq!(moves["d2d3"], 96);
    assert_eq!(moves.values().filter_map(Value::as_u64).sum::<u64>(), 767);
    let listed = stdout(&["perft", "--variant", "micro", "--depth", "3", "--divide"]);
    assert!(listed.lines().any(|line| line.split_whitespace().eq(["d2d3", "96"])), "{listed}");
}

#[test]
fn perft_shows_every_depth() {
    let table = stdout(&["perft", "--variant", "micro", "--depth", "4", "--threads", "2", "--hash", "1"]);
    let counts: Vec<_> = table.lines().skip(1).map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, [Some("9"), Some("80"), Some("767"), Some("7,256")]);
}

#[test]
fn analyse_reports_json_lines() {
    let lines = json_lines(&["analyse", "--depth", "4", "--multipv", "2", "--json"]);
    for line in &lines {
        let expected =
            ["bestmove", "depth", "hashfull", "multipv", "nodes", "nps", "pv", "score", "seldepth", "time_ms"];
        assert_eq!(keys(line), expected);
        assert!(line["score"]["cp"].is_i64(), "{line}");
        assert!(line["pv"][0].is_string(), "{line}");
    }
    let [.., first, second] = &lines[..] else { panic!("two lines at least") };
    assert_eq!([&first["depth"], &first["multipv"], &second["depth"], &second["multipv"]], [4, 1, 4, 2]);
    assert_eq!(first["bestmove"], first["pv"][0]);
    assert_eq!(second["bestmove"], first["bestmove"]);
    assert_ne!(second["pv"][0], first["pv"][0]);
}

#[test]
fn analyse_is_repeatable_and_obeys_limits() {
    let search = |limit: [&str; 2]| {
        let mut lines = json_lines(&[&["analyse", "--variant", "micro", "--json"], &limit[..]].concat());
        for line in &mut lines {
            (line["nps"], line["time_ms"]) = (Value::Null, Value::Null);
        }
        lines
    };
    let lines = search(["--nodes", "5000"]);
    assert_eq!(search(["--nodes", "5000"]), lines);
    assert!(lines.last().and_then(|line| line["nodes"].as_u64()).is_some_and(|nodes| nodes <= 5000), "{lines:?}");
    for limit in [["--nodes", "1"], ["--movetime", "0"], ["--movetime", "30"]] {
        assert!(search(limit).last().is_some_and(|line| line["bestmove"].is_string()), "{limit:?}");
    }
}

#[test]
fn analyse_writes_plain_lines_into_a_pipe() {
    let table = stdout(&["analyse", "--variant", "micro", "--depth", "3", "--notation", "book"]);
    assert!(!table.contains('\x1b') && !table.contains('\r'), "{table:?}");
    let rows = table.lines().filter(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()));
    assert_eq!(rows.count(), 3, "{table}");
    assert!(table.lines().last().is_some_and(|line| line.starts_with("best move: ")), "{table}");
}

#[test]
fn analyse_looks_for_mates() {
    assert!(stdout(&["analyse", "--mate", "1", "--fen", MATE_IN_ONE]).ends_with("\nmate in 1: a1a8\n"));
    assert!(stdout(&["analyse", "--mate", "1", "--fen", MATE_IN_TWO]).ends_with("\nno mate in 1\n"));
    let last = |moves: &str, nodes: &str| {
        let args = ["analyse", "--mate", moves, "--nodes", nodes, "--json", "--fen", MATE_IN_TWO];
        json_lines(&args).pop().expect("a line")
    };
    let found = last("2", "100000");
    assert_eq!((&found["score"], &found["bestmove"]), (&json!({ "mate": 2 }), &found["pv"][0]));
    assert_eq!(found["mate"], json!({ "verdict": "proved", "moves": 2, "shortest": true, "refuted": 1 }));
    let none = json!({ "verdict": "refuted", "moves": null, "shortest": null, "refuted": 1 });
    assert_eq!(last("1", "100000")["mate"], none);
    assert_eq!(last("2", "1")["mate"]["verdict"], "unknown");
}

#[test]
fn analyse_explains_and_shows_threats() {
    let asked = ["analyse", "--variant", "micro", "--moves", "d2d3", "--depth", "4", "--explain", "--threats"];
    let said = stdout(&[&asked[..], &["--board", "unicode"]].concat());
    let (own, threats) = said.split_once("\nif white were to move:\n").expect("two parts");
    for (part, verdict, mover) in
        [(own, "\nbest move: ", "\nblack to move"), (threats, "\nthreat: ", "\nwhite to move")]
    {
        for expected in [verdict, mover, " from ", "┌───┬───┬───┬───┐"] {
            assert!(part.contains(expected), "{expected} in\n{part}");
        }
    }
    let lines = json_lines(&[&asked[..], &["--json"]].concat());
    let threats: Vec<bool> = lines.iter().map(|line| line["threat"] == true).collect();
    assert!(!threats[0] && threats[threats.len() - 1] && threats.is_sorted(), "{threats:?}");
    for line in &lines {
        let words = line["explanation"].as_array().expect("an explanation");
        assert_eq!(words.len(), line["pv"].as_array().expect("a line").len(), "{line}");
    }
    let check = refusal(1, &["analyse", "--threats", "--fen", "7k/8/6K1/8/8/8/8/7R b - - 0 1"]);
    assert!(check.contains("--threats: black is in check and cannot pass"), "{check}");
}

#[test]
fn boards_are_drawn_as_asked() {
    let drawn = |style| stdout(&["show", "--variant", "micro", "--board", style]);
    assert_eq!(drawn("auto"), drawn("ascii"), "a pipe gets letters");
    assert!(drawn("ansi").contains("\u{1b}[1;38;5;16;48;5;130m k ") && !drawn("ascii").contains('\u{1b}'));
    assert!(drawn("unicode").contains(" 5 │ k │ b │ g │ s │\n"));
    let marked = stdout(&["analyse", "--fen", MATE_IN_ONE, "--depth", "2", "--board", "ascii"]);
    assert!(marked.contains(" 1 |[R]|") && marked.contains(" 8 |[ ]|"), "the best move is marked in\n{marked}");
}

#[test]
fn suites_are_made_and_solved() {
    let make = ["suite", "--variant", "micro", "--count", "2", "--seed", "3", "--nodes", "400"];
    let made = stdout(&make);
    let lines: Vec<&str> = made.lines().collect();
    assert_eq!(lines[0], format!("# bonsai {} --nodes 400", "suite --variant micro --count 2 --seed 3"));
    assert!(lines.len() == 3 && lines[1..].iter().all(|line| line.contains(" bm ")), "{made}");
    assert_eq!(stdout(&[&make[..], &["--threads", "2"]].concat()), made);
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), &made).expect("a file");
    let path = file.path().to_str().expect("a path in UTF-8");
    // With the very search that has confirmed them they are solved.
    let solved =
        run(&["analyse", path, "--variant", "micro", "--nodes", "4000", "--multipv", "2", "--require", "100%"]);
    assert!(solved.status.success(), "{solved:?}");
}

#[test]
fn analyse_knows_when_a_game_is_over() {
    let mated = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(stdout(&["analyse", "--fen", mated]), "the game is over: 1-0, checkmate\n");
    let over = json_object(&["analyse", "--json", "--fen", mated]);
    assert_eq!((&over["depth"], &over["score"]), (&json!(0), &json!({ "mate": 0 })));
    assert_eq!((&over["pv"], &over["bestmove"]), (&json!([]), &Value::Null));
    let stalemate = json_object(&["analyse", "--json", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(stalemate["score"], json!({ "cp": 0 }));
}

#[test]
fn variants_lists_the_games() {
    let games = json_lines(&["variants", "--json"]);
    assert_eq!(games[0]["name"], "chess");
    let micro = games.iter().find(|game| game["name"] == "micro").expect("micro is there");
    let expected = json!({
        "name": "micro",
        "aliases": ["microshogi"],
        "title": "Micro Shogi",
        "files": 4,
        "ranks": 5,
        "start": "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1",
    });
    assert_eq!(micro, &expected);
    let listed = stdout(&["variants"]);
    for game in games {
        let start = game["start"].as_str().expect("a string");
        assert!(listed.contains(start), "{start} in\n{listed}");
    }
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let total = json_object(&["bench", "--json"]);
    let nodes = total["nodes"].as_u64().expect("a count");
    let games = total["games"].as_array().expect("a list");
    assert_eq!(games.iter().filter_map(|game| game["nodes"].as_u64()).sum::<u64>(), nodes);
    let listed = stdout(&["bench"]);
    let last: Vec<&str> = listed.lines().last().expect("a line").split(' ').collect();
    let [count, "nodes", speed, "nps"] = last[..] else { panic!("{last:?}") };
    assert_eq!(count.parse(), Ok(nodes));
    assert!(speed.parse::<u64>().is_ok(), "{speed}");
}

#[test]
fn refusals_quote_what_is_wrong() {
    let unknown = refusal(2, &["show", "--variant", "mikro"]);
    for expected in ["'mikro'", "chess", "minithunder", "similar value exists: 'micro'"] {
        assert!(unknown.contains(expected), "{expected} in {unknown}");
    }
    let position = refusal(1, &["show", "--variant", "micro", "--json", "--fen", "kxgs/p3/4/3P/SGBK w"]);
    assert!(position.contains("'x'"), "{position}");
    let illegal = refusal(1, &["analyse", "--json", "--moves", "e2e4", "e2e5"]);
    assert!(illegal.contains("'e2e5'") && illegal.contains("move 2"), "{illegal}");
    let unreadable = refusal(1, &["perft", "--depth", "1", "--moves", "hop"]);
    assert!(unreadable.contains("'hop'"), "{unreadable}");
    let number = refusal(2, &["perft", "--depth", "x"]);
    assert!(number.contains("'x'"), "{number}");
    assert!(refusal(2, &["perft"]).contains("--depth"));
    assert!(refusal(2, &["prune"]).contains("'prune'"));
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    for args in [&["variants"][..], &["show", "--json"], &["perft", "--depth", "2"], &["analyse", "--depth", "3"]] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = bonsai(args).stdout(writer).output().expect("the binary runs");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
    }
}

/// Runs the engine with these lines as its whole input.
fn converse(mut command: Command, input: &str) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the engine reads");
    child.wait_with_output().expect("the engine ends")
}

#[test]
fn without_a_command_it_is_the_engine() {
    let output = converse(bonsai(&[]), "uci\nquit\n");
    assert!(output.status.success());
    assert!(text(&output.stdout).lines().any(|line| line == "uciok"), "{output:?}");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn the_log_stays_off_stdout() {
    let quiet = text(&converse(bonsai(&[]), "uci\nisready\n").stdout).to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bonsai.log");
    let to_file = converse(bonsai(&["--log", path.to_str().expect("UTF-8")]), "uci\nisready\n");
    assert_eq!((text(&to_file.stdout), text(&to_file.stderr)), (&*quiet, ""));
    assert!(fs::read_to_string(&path).expect("a log").contains("isready"));
    let mut command = bonsai(&[]);
    command.env("RUST_LOG", "debug");
    let to_stderr = converse(command, "uci\nisready\n");
    assert_eq!(text(&to_stderr.stdout), quiet);
    assert!(text(&to_stderr.stderr).contains("isready"));
    let missing = folder.path().join("none").join("bonsai.log");
    let refused = refusal(1, &["variants", "--log", missing.to_str().expect("UTF-8")]);
    assert!(refused.contains("bonsai.log"), "{refused}");
}

#[test]
fn games_go_to_pgn_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let path = path.to_str().expect("a UTF-8 path");
    let micro = stdout(&["show", "--variant", "micro", "--moves", "d2d3", "a5b4", "--record"]);
    assert!(micro.contains("[Variant \"micro\"]\n\n1. Pd2-d3 Ka5-b4 *\n"), "{micro}");
    let chess = stdout(&["show", "--fen", MATE_IN_ONE, "--moves", "a1a8", "--record"]);
    fs::write(path, format!("{micro}1. e4 e4 *\n\n[Event \"3\"]\n{chess}")).expect("a file");
    let shown = json_object(&["show", "--pgn", path, "--json", "--moves", "b1b2"]);
    assert_eq!((&shown["variant"], &shown["turn"]), (&json!("micro"), &json!("black")));
    let shown = json_object(&["show", "--pgn", path, "--game", "3", "--json"]);
    assert_eq!((&shown["result"], &shown["reason"]), (&json!("1-0"), &json!("checkmate")));
    let said = refusal(1, &["show", "--pgn", path, "--game", "2"]);
    assert!(said.contains("games.pgn': line 12: 'e4' is no legal move here (ply 2 of the game)"), "{said}");
    assert!(refusal(1, &["show", "--pgn", path, "--game", "4"]).contains("games.pgn' has 3 games"));
    assert!(refusal(1, &["show", "--pgn", folder.path().to_str().expect("a path")]).contains("--pgn"));
    assert!(refusal(2, &["show", "--game", "2"]).contains("--pgn"));
}

#[test]
fn boards_become_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a UTF-8 path").to_owned();
    let (svg, png) = (path("board.svg"), path("board.png"));
    let shown = stdout(&["show", "--variant", "micro", "--moves", "d2d3", "--svg", &svg, "--arrows", "a4a3"]);
    assert!(shown.contains("black to move"), "{shown}");
    let drawn = fs::read_to_string(&svg).expect("a file");
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"), "{drawn}");
    if cfg!(feature = "png") {
        stdout(&["show", "--variant", "miniforest", "--flip", "--png", &png]);
        assert!(fs::read(&png).expect("a file").starts_with(b"\x89PNG"));
    }
    assert!(refusal(1, &["show", "--svg", &path("no/such/folder.svg")]).contains("folder.svg"));
    assert!(
        refusal(1, &["show", "--svg", &svg, "--arrows", "e2e5"]).contains("--arrows: 'e2e5' is no legal move here")
    );
}

#[test]
fn games_become_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a UTF-8 path").to_owned();
    let (games, page) = (path("games.pgn"), path("page.html"));
    let pgn = "[White \"a\"]\n[Variant \"micro\"]\n1. Pd2-d3 {+0.10/5} 1-0\n\n[White \"b\"]\n1. e4 e4 *\n";
    fs::write(&games, pgn).expect("a file");
    let output = run(&["report", &games, "--output", &page, "--title", "Some <games>"]);
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).starts_with("1 game in "), "{output:?}");
    assert!(text(&output.stderr).contains("games.pgn': line 6: 'e4' is no legal move here"), "{output:?}");
    let page = fs::read_to_string(page).expect("a file");
    assert!(page.contains("<title>Some &lt;games&gt;</title>") && page.contains("Pd2-d3"), "{page}");
    assert!(refusal(1, &["report", &path("none.pgn"), "--output", &games]).contains("none.pgn"));
    assert!(
        refusal(1, &["report", &games, "--output", &path("no/such.html")]).contains("such.html' cannot be written")
    );
}

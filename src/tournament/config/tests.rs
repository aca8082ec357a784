//! Whole files, good and bad.

use super::*;

/// A file with two engines that are surely there: this test.
fn file(tournament: &str, engines: &str) -> String {
    let program = std::env::current_exe().expect("this test is a program");
    let engine = |name: &str| format!("[[engine]]\nname = \"{name}\"\ncommand = '{}'\n", program.display());
    format!("[tournament]\nclock = \"nodes=100\"\n{tournament}\n\n{}{}{engines}", engine("a"), engine("b"))
}

fn read(text: &str, overrides: &str) -> Result<Config, String> {
    Config::read(Some(("engines.toml", text)), overrides).map_err(|error| error.to_string())
}

fn said(tournament: &str, engines: &str) -> String {
    read(&file(tournament, engines), "").expect_err("it must be refused")
}

#[test]
fn everything_but_engines_and_clock_has_a_default() {
    let config = read(&file("", ""), "").expect("a tournament");
    assert_eq!(config.engines.len(), 2);
    assert_eq!(config.rules.variants, ["chess"]);
    assert_eq!((config.rules.format, config.rules.rounds, config.rules.pairs), (Format::RoundRobin, 1, 1));
    assert_eq!((config.means.concurrency, config.rules.patience), (1, Duration::from_secs(10)));
    assert!(config.means.report && !config.means.keep_dialogue);
    assert_eq!(config.rules.adjudication, Adjudication::default());
}

#[test]
fn rosters_have_what_is_right_and_what_is_wrong() {
    let wrong = "[[engine]]\nname = 'c'\ncommand = 'no/such'\noptional = true\n";
    let roster = Roster::read("engines.toml", &file("patience = 3", wrong)).expect("a roster");
    let of = |(name, engine): &(String, Result<Engine, ConfigError>)| (name.clone(), engine.as_ref().map(|_| ()).ok());
    let engines: Vec<_> = roster.engines.iter().map(of).collect();
    let wanted = [("a", Some(())), ("b", Some(())), ("c", None)];
    assert_eq!(engines, wanted.map(|(name, engine)| (name.to_owned(), engine)));
    assert_eq!(roster.patience, Duration::from_secs(3));
    let twice = Roster::read("engines.toml", &file("", "[[engine]]\nname = 'a'\n"));
    assert_eq!(twice.expect_err("it must be refused").problem, Problem::DuplicateName("a".to_owned()));
}

#[test]
fn every_key_is_read() {
    let tournament = r#"
variants = ["micro", "microshogi"]
"#;
    assert_eq!(said(tournament, ""), "engines.toml:4: variants: a rule set is named twice");
    let tournament = r#"
variants = ["microshogi", "chess"]
format = "swiss"
rounds = 3
pairs = 2
openings = "random plies=3"
same-openings = true
draw = "moves=8 score=10"
resign = "moves=3 score=900 both"
longest = 300
patience = "500ms"
concurrency = 2
seed = 7
output = "there"
keep-dialogue = true
report = false
"#;
    let engines = "args = ['-x']\ndir = '/'\nenv = { A = 'b' }\nprotocol = 'usi'\nclock = '1+0.1'\nrestart = 'always'\n\
        options = { Z = 5, 'A b' = true, C = 'x y' }\n";
    let config = read(&file(tournament, engines), "").expect("a tournament");
    assert_eq!(config.rules.variants, ["micro", "chess"]);
    assert_eq!((config.rules.format, config.rules.rounds, config.rules.pairs), (Format::Swiss, 3, 2));
    assert!(config.rules.same_openings && config.means.keep_dialogue && !config.means.report);
    assert_eq!(config.rules.patience, Duration::from_millis(500));
    assert_eq!((config.means.concurrency, config.rules.seed), (2, 7));
    let engine = &config.engines[1];
    assert_eq!((engine.protocol, engine.restart), (Protocol::Usi, Restart::Always));
    // In the order in which they stand.
    let options = [("Z", "5"), ("A b", "true"), ("C", "x y")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(engine.options, options);
    assert_eq!(engine.clock.as_ref().map(TimeControl::to_string).as_deref(), Some("1s+100ms"));
    let plan = serde_json::to_string(&config).expect("JSON");
    assert_eq!(serde_json::from_str::<Config>(&plan).expect("a plan").rules, config.rules);
}

#[test]
fn faults_name_the_line() {
    assert!(said("rouns = 3", "").starts_with("engines.toml:3: unknown field `rouns`, expected one of "));
    assert!(said("rounds = 'x'", "").starts_with("engines.toml:3: invalid type"));
    assert_eq!(said("rounds = 0", ""), "engines.toml:3: rounds: 0 is not at least 1");
    assert_eq!(said("\nconcurrency = 0", ""), "engines.toml:4: concurrency: 0 is not from 1 to 4096");
    assert_eq!(
        said("variants = [\n'micro',\n'mikro']", ""),
        "engines.toml:5: variants: 'mikro' is no rule set (see 'bonsai variants')"
    );
    assert!(said("openings = 'randon'", "").starts_with("engines.toml:3: 'randon' is not among"));
    assert_eq!(
        said("sprt = 'elo0=0 elo1=5'\nformat = 'swiss'", ""),
        "engines.toml:4: sprt: the test needs a match of two engines: format = \"round-robin\""
    );
    assert_eq!(
        said("format = 'gauntlet seeds=2'", ""),
        "engines.toml:3: gauntlet needs more than its seeds engines, and there are 2"
    );
    assert!(said("", "\nhash = 5").contains("unknown field `hash`"));
    assert_eq!(
        said("", "[[engine]]\nname = 'a'\ncommand = 'x'"),
        "engines.toml:12: engine: the name 'a' is used twice"
    );
    let missing = "engines.toml:13: command: there is no program 'no/such' (optional = true leaves the engine out)";
    assert_eq!(said("", "[[engine]]\nname = 'c'\ncommand = 'no/such'"), missing);
    assert_eq!(said("", "[[engine]]\ncommand = 'x'"), "engines.toml:11: the name of an engine is missing");
    assert_eq!(
        said("", "[[engine]]\nname = ' '"),
        "engines.toml:12: engine: ' ' is no name: it must not be empty or contain control characters"
    );
    assert_eq!(
        read("[tournament", "").expect_err("no TOML").split(':').take(2).collect::<Vec<_>>(),
        ["engines.toml", "1"]
    );
    assert_eq!(
        read("", "").expect_err("nothing"),
        "engines.toml:1: round-robin needs at least 2 engines, and there are 0"
    );
}

#[test]
fn clocks_must_fit_the_protocol() {
    let own = "protocol = 'cecp'\nclock = '10 byoyomi=5'\n";
    assert_eq!(said("", own), "engines.toml:12: clock: CECP, the protocol of 'b', cannot limit byoyomi");
    let common = "engines.toml:2: clock: CECP, the protocol of 'b', cannot limit nodes";
    assert_eq!(said("", "protocol = 'cecp'\n"), common);
    assert!(read(&file("", "protocol = 'cecp'\nclock = 'depth=5'\n"), "").is_ok());
    let refused = read(&file("", own), "[[engine]]\nname = 'b'\nclock = 'nodes=5'").expect_err("no nodes");
    assert_eq!(refused, "command line: clock: CECP, the protocol of 'b', cannot limit nodes");
}

#[test]
fn engines_that_may_be_missing_are_left_out() {
    let config =
        read(&file("", "[[engine]]\nname = 'c'\ncommand = 'no/such'\noptional = true"), "").expect("a tournament");
    assert_eq!(config.engines.len(), 2);
    assert_eq!(config.means.notes, ["'c' is left out: there is no program 'no/such'"]);
}

#[test]
fn the_command_line_goes_first() {
    let overrides = "[tournament]\nrounds = 9\nclock = 'depth=3'\n[[engine]]\nname = 'b'\noptions = { Hash = '5' }\n\
        [[engine]]\nname = 'c'\ncommand = 'no/such'\noptional = true\n";
    let config =
        read(&file("rounds = 3\npairs = 4", "options = { Hash = 1, Threads = 2 }\n"), overrides).expect("a tournament");
    assert_eq!((config.rules.rounds, config.rules.pairs), (9, 4));
    assert_eq!(config.rules.clock.to_string(), "depth=3");
    let options = [("Hash", "5"), ("Threads", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(config.engines[1].options, options);
    let refused = read(&file("", ""), "[tournament]\nrounds = 0").expect_err("no rounds");
    assert_eq!(refused, "command line: rounds: 0 is not at least 1");
}

#[test]
fn clocks_must_come_from_somewhere() {
    let text = file("", "clock = 'depth=1'\n").replace("clock = \"nodes=100\"\n", "");
    assert_eq!(read(&text, "").expect_err("no clock"), "engines.toml:1: clock is missing");
    let overrides = "[[engine]]\nname = 'a'\nclock = 'nodes=5'";
    assert!(read(&text, overrides).is_ok());
}

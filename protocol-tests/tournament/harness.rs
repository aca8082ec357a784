//! Tournaments through the binary: started, looked at, and compared.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bonsai::tournament::journal;
use bonsai::tournament::record::{GameRecord, GameResult};
use tempfile::TempDir;

/// A run in a folder of its own.
pub struct Run {
    pub folder: TempDir,
    pub args: Vec<String>,
}

impl Run {
    /// A run of mock engines, given by their names and arguments.
    pub fn new(engines: &[(&str, &str)], extra: &[&str]) -> Self {
        let program = std::env::current_exe().expect("this test is a program");
        let folder = tempfile::tempdir().expect("a folder");
        let defaults = [("--variants", "micro"), ("--clock", "nodes=1"), ("--patience", "2"), ("--longest", "60")];
        let mut args = vec!["tournament".to_owned()];
        for (flag, value) in defaults.into_iter().filter(|(flag, _)| !extra.contains(flag)) {
            args.extend([flag, value].map(str::to_owned));
        }
        for (name, mock) in engines {
            let protocol = mock.split(' ').next().unwrap_or_default();
            let (protocol, mock) = mock.strip_prefix("auto ").map_or((protocol, *mock), |mock| ("auto", mock));
            let words = [
                "--engine".to_owned(),
                format!("name={name}"),
                format!("command={}", program.display()),
                format!("args=mock {mock}"),
                format!("protocol={protocol}"),
            ];
            args.extend(words);
        }
        args.extend(extra.iter().map(|&arg| arg.to_owned()));
        args.extend(["--output".to_owned(), folder.path().join("out").display().to_string()]);
        Self { folder, args }
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bonsai"));
        command.args(&self.args).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    pub fn output(&self) -> Output {
        self.command().output().expect("the binary runs")
    }

    /// Runs to the end, which must be a good one, and gives the games in the order of the schedule.
    pub fn games(&self) -> Vec<GameRecord> {
        let output = self.output();
        assert!(output.status.success(), "{:?}\n{}", self.args, text(&output.stderr));
        self.records()
    }

    /// The games that are on disk, in the order of the schedule.
    pub fn records(&self) -> Vec<GameRecord> {
        let (_, mut games) = journal::read(&self.out()).expect("records");
        games.sort_by_key(|record| record.game);
        games
    }

    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub fn start(&self) -> Child {
        self.command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs")
    }

    /// Waits until so many games are on disk.
    pub fn wait_for_games(&self, count: usize) {
        let path = self.out().join("games.jsonl");
        wait(|| fs::read_to_string(&path).is_ok_and(|text| text.lines().count() >= count));
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Waits for something that must come.
pub fn wait(mut done: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < end, "it takes too long");
        thread::sleep(Duration::from_millis(5));
    }
}

/// What must be the same in two runs: everything but times.
pub fn essence(games: &[GameRecord]) -> Vec<(u32, String, String, Vec<String>, GameResult, String)> {
    let essence = |record: &GameRecord| {
        let moves = record.moves.iter().map(|mv| mv.mv.clone()).collect();
        let GameRecord { game, white, black, result, reason, .. } = record.clone();
        (game, white, black, moves, result, reason)
    };
    games.iter().map(essence).collect()
}

/// The numbers of the processes whose command line contains `mark`.
pub fn processes(mark: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let with_mark =
        all.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(|line| text(&line).contains(mark)));
    with_mark.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

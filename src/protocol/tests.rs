//! Whole dialogues in memory.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use proptest::prelude::*;

use super::command::Command;
use super::lines::{Line, Lines};
use super::uci::Uci;
use super::usi::Usi;
use super::{Protocol, ProtocolError, serve};
use crate::engine::new_game;

/// Longer than any answer may take on a slow machine.
const LONG: Duration = Duration::from_secs(60);

/// The receiving end of a pipe.
struct Source {
    chunks: Receiver<Vec<u8>>,
    rest: Cursor<Vec<u8>>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.rest.read(buffer)? {
                0 => match self.chunks.recv() {
                    Ok(chunk) => self.rest = Cursor::new(chunk),
                    Err(_) => return Ok(0),
                },
                count => return Ok(count),
            }
        }
    }
}

/// The sending end of a pipe: every write must be whole lines.
struct Sink(Sender<String>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        assert!(text.is_empty() || text.ends_with('\n') && !text.contains('\r'), "torn: {text:?}");
        for line in text.lines() {
            self.0.send(line.to_owned()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session on a thread of its own.
struct Dialogue {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    session: JoinHandle<Result<(), ProtocolError>>,
}

impl Dialogue {
    fn new() -> Self {
        let (input, chunks) = mpsc::channel();
        let (lines, output) = mpsc::channel();
        let source = Source { chunks, rest: Cursor::default() };
        let session = thread::spawn(move || serve(source, Sink(lines)));
        Self { input: Some(input), output, session }
    }

    fn send(&self, text: &str) {
        let input = self.input.as_ref().expect("the input is open");
        input.send(format!("{text}\n").into_bytes()).expect("the session reads");
    }

    /// The lines up to the first that starts with `start`, this one included.
    fn until(&self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.output.recv_timeout(LONG).unwrap_or_else(|_| panic!("no '{start}' behind {seen:?}"));
            seen.push(line);
            if seen.last().is_some_and(|line| line.starts_with(start)) {
                return seen;
            }
        }
    }

    /// Ends the input and returns what is still said.
    fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.output.iter().collect();
        self.session.join().expect("the session does not panic").expect("the session ends well");
        rest
    }
}

/// What is said to `text`, the input ending behind it.
fn said(text: &str) -> Vec<String> {
    let dialogue = Dialogue::new();
    dialogue.send(text);
    dialogue.end()
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ") || line.starts_with("checkmate ")).count()
}

#[test]
fn a_new_game_forgets() {
    // Without the figures that depend on the clock.
    let timeless = |lines: Vec<String>| -> Vec<String> {
        let cut = |line: String| {
            let words: Vec<&str> = line.split(' ').collect();
            let timed =
                |i: usize| ["nps", "time"].contains(&words[i]) || i > 0 && ["nps", "time"].contains(&words[i - 1]);
            (0..words.len()).filter(|&i| !timed(i)).map(|i| words[i]).collect::<Vec<_>>().join(" ")
        };
        lines.into_iter().map(cut).collect()
    };
    let dialogue = Dialogue::new();
    let search = |position: &str| {
        dialogue.send(&format!("ucinewgame\nposition {position}\ngo nodes 20000"));
        timeless(dialogue.until("bestmove"))
    };
    let first = search("startpos");
    let between = search("startpos moves e2e4 c7c5 g1f3");
    assert_ne!(first, between);
    assert_eq!(first, search("startpos"));
    assert_eq!(answers(&dialogue.end()), 0);
}

#[test]
fn options_hold_from_the_next_search_on() {
    let dialogue = Dialogue::new();
    dialogue.send("go infinite\nsetoption name MultiPV value 2\nsetoption name Hash value 1\nisready\nstop");
    let lines = dialogue.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains("multipv 2")), "{lines:?}");
    dialogue.send("go depth 2");
    let lines = dialogue.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 2")), "{lines:?}");
}

#[test]
fn another_search_ends_the_first() {
    let lines = said("go infinite\nposition startpos moves e2e4\ngo infinite\nstop\nstop\nponderhit");
    assert_eq!(answers(&lines), 2, "{lines:?}");
}

#[test]
fn answers_belong_to_their_own_game() {
    let dialogue = Dialogue::new();
    dialogue.send("go infinite\nsetoption name UCI_Variant value micro\nposition startpos moves d2d3\nstop");
    let lines = dialogue.until("bestmove");
    let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
    let dialogue = Dialogue::new();
    dialogue.send(&format!("position startpos moves {best}\nd"));
    let lines = dialogue.until("Fen: ");
    assert!(lines.iter().all(|line| !line.starts_with("info string")), "{lines:?}");
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let dialogue = Dialogue::new();
    dialogue.send("go ponder movetime 20\nisready");
    assert_eq!(answers(&dialogue.until("readyok")), 0);
    dialogue.send("ponderhit");
    assert_eq!(answers(&dialogue.until("bestmove")), 1);
}

#[test]
fn the_end_of_the_input_ends_every_search() {
    for search in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 200", "go wtime 9999999 btime 9999999"] {
        assert_eq!(answers(&said(search)), 1, "{search}");
    }
    assert_eq!(said("isready"), ["readyok"]);
    assert_eq!(answers(&said("go depth 3\nquit\ngo depth 3")), 1);
}

#[test]
fn a_closed_output_is_an_end() {
    let Dialogue { input, output, session } = Dialogue::new();
    drop(output);
    let sent = input.as_ref().map(|input| input.send(b"uci\nisready\n".to_vec()));
    assert_eq!(sent, Some(Ok(())));
    session.join().expect("the session does not panic").expect("a closed pipe is no fault");
}

#[test]
fn counts_run_to_their_end_unless_stopped() {
    let dialogue = Dialogue::new();
    dialogue.send("go perft 3");
    let lines = dialogue.until("Nodes searched");
    let sum: u64 = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
    assert_eq!((sum, lines.last().map(String::as_str)), (2 * 8902, Some("Nodes searched: 8902")));
    let behind_a_search = said("go infinite\nperft 2");
    assert_eq!(behind_a_search.last().map(String::as_str), Some(""));
    assert!(behind_a_search.contains(&"Nodes searched: 400".to_owned()), "{behind_a_search:?}");
    assert!(said("perft 3\ngo depth 1\nquit").contains(&"Nodes searched: 8902".to_owned()));
    dialogue.send("perft 6\nstop");
    let lines = dialogue.until("Nodes searched");
    assert!(lines.contains(&"info string the count was stopped before its end".to_owned()), "{lines:?}");
}

/// One line of a dialogue: sensible, nearly so, or noise. Sizes and depths are small, so that cases are quick.
fn any_line() -> impl Strategy<Value = String> {
    let position = prop::sample::select(vec![
        "startpos",
        "fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "sfen kb+r+l/p3/4/3P/+L+RBK b - 1",
        "sfen k3/+B3/K3/4/4 w - 1",
        "fen startpos",
        "fen 8/8",
        "nonsense",
    ]);
    let moves = prop::collection::vec("[a-h][1-8][a-h][1-8][qn+-]?|[PLB]@[a-d][1-5]|e2e4|d2d3|1d1c|2a3b", 0..5);
    let go = prop::collection::vec(
        prop_oneof![
            "(depth|nodes|mate|movetime|wtime|btime|winc|movestogo|byoyomi) (-1|0|1|2|3|)",
            Just("infinite".to_owned()),
            Just("ponder".to_owned()),
            Just("searchmoves e2e4 xyz".to_owned()),
            Just("perft 2".to_owned()),
        ],
        0..4,
    );
    let option =
        prop::sample::select(vec!["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "Clear Hash", "Hop"]);
    let variant = prop::sample::select(vec!["chess", "micro", "miniforest", "minithunder", "hop"]);
    prop_oneof![
        4 => prop::sample::select(vec!["uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "debug on", "xyzzy stop", "gameover win"])
            .prop_map(str::to_owned),
        3 => (position, moves).prop_map(|(start, moves)| format!("position {start} moves {}", moves.join(" "))),
        3 => go.prop_map(|arguments| format!("go {}", arguments.join(" "))),
        2 => (option, "[0-4]|true|x|").prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        1 => variant.prop_map(|name| format!("setoption name UCI_Variant value {name}")),
        1 => any::<String>().prop_map(|noise| noise.replace("bench", "-")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_stream_of_commands_breaks_a_session(
        usi in any::<bool>(),
        lines in prop::collection::vec(any_line(), 0..24),
    ) {
        let script = format!("{}\n{}", if usi { "usi" } else { "uci" }, lines.join("\n"));
        let game = new_game("micro").expect("a known variant");
        let mut protocol: Box<dyn Protocol> = if usi { Box::new(Usi) } else { Box::new(Uci) };
        // What is a search is for the reader to say; each is answered once.
        let commands: Vec<Command> = Lines::new(script.as_bytes())
            .filter_map(|line| match line {
                Ok(Line::Text(text)) => protocol.read(&text, &*game).commands.pop(),
                Ok(Line::TooLong) | Err(_) => None,
            })
            .collect();
        let searches = commands.iter().take_while(|&command| *command != Command::Quit);
        let searches = searches.filter(|command| matches!(command, Command::Go(_))).count();
        prop_assert_eq!(answers(&said(&script)), searches);
    }
}

//! A dialogue in any protocol: the session ends by itself, without a panic, and every line it has written is whole.
//!
//! The first byte chooses the protocol, and whether the others are the dialogue itself or choose its lines: commands that make
//! sense one by one, in any order, now and then with a byte that does not belong there.
#![no_main]

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use bonsai::protocol::serve;
use libfuzzer_sys::fuzz_target;

/// Words that would only make the fuzzer wait, or fill its memory.
const SLOW: [&str; 8] = ["perft", "bench", "hash", "threads", "cores", "memory", "mate", "movetime"];

/// Greetings, with what keeps searches short that no line limits.
const GREETINGS: [&str; 3] = ["uci\n", "usi\n", "xboard\nprotover 2\nst 0.001\n"];

/// Lines of all protocols.
const LINES: [&str; 96] = [
    "isready", "ucinewgame", "usinewgame", "stop", "ponderhit", "d", "debug on", "gameover lose", "quit",
    "position startpos", "position startpos moves e2e4 e7e5", "position startpos moves d2d3 b5d3+", "position startpos moves 1d1c",
    "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "position fen 8/8", "position sfen kb+r+l/p3/4/3P/+L+RBK b - 1 moves 1d1c",
    "position fen k3/4/4/2+B1/3K[] b - - 0 1", "position fen 3k2/6/6/6/6/6/2Q2K w - - 0 1 moves c1b2b",
    "go nodes 1", "go nodes 1 depth 3", "go infinite", "go ponder nodes 1", "go depth 1 searchmoves e2e4 d2d3",
    "go nodes 1 wtime 5 btime 5", "go btime 1 wtime 1 byoyomi 1", "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant value micro", "setoption name UCI_Variant value minishogi",
    "setoption name UCI_Variant value miniforest", "setoption name UCI_Variant value minithunder-revised",
    "setoption name MultiPV value 3", "setoption name MultiPV value x", "setoption name Clear Hash",
    "setoption name Skill Level value 3", "setoption name UCI_ShowWDL value true", "setoption name Move Overhead value 0",
    "new", "variant normal", "variant micro", "variant minishogi", "variant miniforest", "variant minithunder", "variant hop",
    "force", "go", "playother", "analyze", "exit", "undo", "remove", "?", ".", "hint", "draw", "result 1-0 {mate}",
    "computer", "rejected highlight", "accepted highlight", "post", "nopost", "hard", "easy", "ping 1", "ping 2", "ping",
    "sd 1", "sd 2", "st 0.001", "time 10", "otim 10", "time x", "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    "setboard k3/4/4/4/3K[Bb] w 0 1", "setboard k3/4/2B1/4/3K[-] w 0 1", "setboard 3k2/6/6/6/6/6/2Q2K w - - 0 1", "setboard 8/8",
    "usermove e2e4", "usermove e7e5", "usermove d2d3", "usermove b5d3+", "usermove B@c3", "usermove c3c2+", "usermove c1b2b",
    "usermove R@c1", "usermove @@@@", "usermove", "e2e4", "lift d2", "lift f2", "lift _4", "put c2", "put d3",
    "exclude e2e4", "exclude all", "include all", "option Resign Score=1",
];

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The dialogue that `input` stands for; `None` if it would take too long.
fn dialogue(input: &[u8]) -> Option<Vec<u8>> {
    let (&first, rest) = input.split_first()?;
    let mut said = GREETINGS[usize::from(first) % GREETINGS.len()].as_bytes().to_vec();
    if first & 128 == 0 {
        let text = String::from_utf8_lossy(rest).to_ascii_lowercase();
        let slow = SLOW.iter().any(|word| text.contains(word)) || text.contains("go") && !text.contains("nodes 1");
        said.extend_from_slice(rest);
        return (!slow).then_some(said);
    }
    for &byte in rest.iter().take(64) {
        if let Some(line) = LINES.get(usize::from(byte)) {
            said.extend_from_slice(line.as_bytes());
            said.push(b'\n');
        } else {
            // What stands before the next line, and what it does to that line, is up to chance.
            said.push(byte.wrapping_mul(31));
        }
    }
    Some(said)
}

fuzz_target!(|input: &[u8]| {
    let Some(said) = dialogue(input) else {
        return;
    };
    let output = Output::default();
    serve(Cursor::new(said), output.clone()).expect("the session ends by itself");
    let written = output.0.lock().expect("not poisoned");
    assert!(written.is_empty() || written.ends_with(b"\n"));
    assert!(std::str::from_utf8(&written).is_ok() && !written.contains(&b'\r'));
});

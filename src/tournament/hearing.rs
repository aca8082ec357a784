//! What an engine says: heard by two threads, one for each of its outputs, and taken in by the game when it matters.
//!
//! What an engine says while it thinks (`info` lines and `XBoard`'s lines of numbers) is most of what it says, some ten to twenty
//! lines a move in a write each, and nobody waits for it. So it costs its thread no more than the reading and a copy, and does not
//! wake the game; the last such line with a score is looked up when the move has come. A thread that waits for one pipe and
//! nothing else is the cheapest there is: measured on Linux, waking costs it 4 µs, and with `poll` for two pipes and a
//! time limit 6 to 8 µs.
//!
//! Only so many answers are read ahead, so an engine that talks faster than it is heard has to wait, and memory stays flat.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::transcript::{Speaker, Transcript};
use crate::protocol::{LineBuffer, Piece};

/// Answers that may wait to be taken in.
const BACKLOG: usize = 256;
/// What stands for a line that was not read to its end.
const TOO_LONG: &[u8] = b"(a line that is too long)";
/// How long the last words of an engine that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// What an engine has said, or that it will say nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line {
        /// When it arrived.
        at: Instant,
        /// Its text; what is not UTF-8 has become U+FFFD.
        text: String,
    },
    /// Nothing in the time that was given.
    Silence,
    /// The engine has closed its output: it has ended, or will never answer.
    Closed,
}

/// The dialogue with an engine.
pub(super) struct Dialogue {
    shared: Arc<Shared>,
}

/// What the listening threads and the game share.
struct Shared {
    state: Mutex<State>,
    /// There is an answer, or an output has been closed.
    news: Condvar,
    /// There is room for more answers.
    room: Condvar,
}

struct State {
    transcript: Transcript,
    answers: VecDeque<(Instant, String)>,
    /// When something was last said about thinking.
    thought: Instant,
    /// Whether the standard output and the standard error have been closed.
    closed: [bool; 2],
    /// Whether nobody takes in anything any more.
    deserted: bool,
}

impl Dialogue {
    /// Listens to the two outputs of an engine that is called `name`.
    ///
    /// # Errors
    /// A thread does not start.
    pub fn new(name: &str, output: impl Read + Send + 'static, errors: impl Read + Send + 'static) -> io::Result<Self> {
        let (transcript, answers, thought) = (Transcript::new(), VecDeque::new(), Instant::now());
        let state = State { transcript, answers, thought, closed: [false; 2], deserted: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), news: Condvar::new(), room: Condvar::new() });
        let (listener, complainer) = (Arc::clone(&shared), Arc::clone(&shared));
        let dialogue = Self { shared };
        listen(name, move || hear(output, &listener))?;
        listen(name, move || overhear(errors, &complainer))?;
        Ok(dialogue)
    }

    /// Writes down lines that the runner says.
    pub fn say<S: AsRef<str>>(&self, lines: &[S]) {
        let now = Instant::now();
        let mut state = self.shared.lock();
        for line in lines {
            state.transcript.add(Speaker::Runner, now, line.as_ref().as_bytes());
        }
    }

    /// The next line that is no thinking, waited for until `deadline`. Lines that have arrived already are given even after it.
    pub fn hear(&self, deadline: Instant) -> Heard {
        let mut state = self.shared.lock();
        loop {
            if let Some((at, text)) = state.answers.pop_front() {
                if state.answers.len() == BACKLOG - 1 {
                    self.shared.room.notify_one();
                }
                return Heard::Line { at, text };
            }
            if state.closed[0] {
                // What it says last on its standard error may explain why.
                let waited = self.shared.news.wait_timeout_while(state, LAST_WORDS, |state| !state.closed[1]);
                drop(waited);
                return Heard::Closed;
            }
            let now = Instant::now();
            if now >= deadline {
                return Heard::Silence;
            }
            let waited = self.shared.news.wait_timeout(state, deadline - now);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The last line of thinking with a score that the engine has said since it was last spoken to; empty if there is none.
    pub fn thought(&self) -> String {
        let state = self.shared.lock();
        let line = state.transcript.answers().find(|line| is_main_thought(line));
        line.map_or_else(String::new, |line| String::from_utf8_lossy(line).into_owned())
    }

    /// All such lines, the first one first; of very many the middle ones may be missing.
    pub fn thoughts(&self) -> Vec<String> {
        let state = self.shared.lock();
        let lines = state.transcript.answers().filter(|line| is_main_thought(line));
        let mut lines: Vec<String> = lines.map(|line| String::from_utf8_lossy(line).into_owned()).collect();
        lines.reverse();
        lines
    }

    /// When the engine last said something about its thinking.
    pub fn last_thought(&self) -> Instant {
        self.shared.lock().thought
    }

    /// The last lines that the engine has said.
    pub fn last_words(&self, lines: usize) -> Vec<String> {
        self.shared.lock().transcript.last_words(lines)
    }

    /// All of it since it was last cleared.
    pub fn text(&self) -> String {
        self.shared.lock().transcript.text()
    }

    /// Forgets what was said.
    pub fn clear(&self) {
        self.shared.lock().transcript.clear();
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.shared.lock().deserted = true;
        self.shared.room.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that died while it wrote a line down has not spoilt the text.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn listen(name: &str, listener: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // Names of threads may not contain a NUL, and are cut anyway.
    let name = name.replace('\0', "");
    thread::Builder::new().name(name).stack_size(1 << 18).spawn(listener).map(drop)
}

/// Reads what an engine says, until it ends or nobody takes it in any more.
fn hear(mut output: impl Read, shared: &Shared) {
    let mut lines = LineBuffer::default();
    loop {
        let ended = read(&mut output, &mut lines);
        let at = Instant::now();
        let mut state = shared.lock();
        let before = state.answers.len();
        while let Some(line) = lines.next_line() {
            state.take_in(at, bytes(line));
        }
        state.closed[0] = ended;
        let (news, full) = (state.answers.len() > before || ended, state.answers.len() >= BACKLOG);
        drop(state);
        // The game would only wait for the lock if it were woken before.
        if news {
            shared.news.notify_one();
        }
        if full {
            let wait = shared.room.wait_while(shared.lock(), |state| state.answers.len() >= BACKLOG && !state.deserted);
            drop(wait);
        }
        if ended || full && shared.lock().deserted {
            return;
        }
    }
}

/// Writes down what an engine says on its standard error.
fn overhear(mut errors: impl Read, shared: &Shared) {
    let mut lines = LineBuffer::default();
    loop {
        let ended = read(&mut errors, &mut lines);
        let at = Instant::now();
        let mut state = shared.lock();
        while let Some(line) = lines.next_line() {
            state.transcript.add(Speaker::Complaint, at, bytes(line));
        }
        if ended {
            state.closed[1] = true;
            drop(state);
            return shared.news.notify_one();
        }
    }
}

/// Reads once; whether nothing more will come.
fn read(stream: &mut impl Read, lines: &mut LineBuffer) -> bool {
    match lines.fill(stream) {
        Ok(read) => read == 0,
        Err(error) => error.kind() != io::ErrorKind::Interrupted,
    }
}

impl State {
    fn take_in(&mut self, at: Instant, line: &[u8]) {
        self.transcript.add(Speaker::Engine, at, line);
        if is_thinking(line) {
            self.thought = at;
            return;
        }
        let text = String::from_utf8_lossy(line);
        if !text.trim().is_empty() {
            self.answers.push_back((at, text.into_owned()));
        }
    }
}

/// The text of a line.
const fn bytes(line: Piece<'_>) -> &[u8] {
    match line {
        Piece::Whole(line) => line,
        Piece::TooLong => TOO_LONG,
    }
}

/// Whether a line only says what the engine is thinking, in any protocol.
fn is_thinking(line: &[u8]) -> bool {
    let first = line.trim_ascii_start().split(u8::is_ascii_whitespace).next().unwrap_or_default();
    if first == b"info" || first.first() == Some(&b'#') {
        return true;
    }
    // `XBoard`'s lines begin with the depth, behind which may stand a sign; `1-0` is no such number.
    let depth =
        first.strip_suffix(b".").or(first.strip_suffix(b"+")).or(first.strip_suffix(b"-")).or(first.strip_suffix(b"&"));
    let depth = depth.unwrap_or(first);
    !depth.is_empty() && depth.iter().all(u8::is_ascii_digit)
}

/// Whether a line says what the engine thinks of the position.
fn is_main_thought(line: &[u8]) -> bool {
    is_thinking(line) && has_main_score(line)
}

/// Whether a line of thinking says what the position is worth, by its best line and not as a mere bound.
fn has_main_score(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    if !line.starts_with(b"info") {
        return !line.starts_with(b"#");
    }
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(1);
    let mut score = false;
    while let Some(word) = words.next() {
        match word {
            b"score" => score = true,
            b"multipv" if words.next() != Some(b"1") => return false,
            b"lowerbound" | b"upperbound" | b"string" => return false,
            // Behind it stand moves, and nothing that matters here.
            b"pv" => break,
            _ => {}
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_told_from_answers() {
        for line in ["info depth 3", " info string hello", "12 34 56 78 e2e4", "  9. -3 1 2 x", "# comment"] {
            assert!(is_thinking(line.as_bytes()), "{line}");
        }
        for line in
            ["bestmove e2e4", "information", "move e2e4", "1-0 {White mates}", "1/2-1/2", "pong 1", "readyok", ""]
        {
            assert!(!is_thinking(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn only_exact_scores_of_the_best_line_count() {
        for line in ["info depth 3 score cp 5 nodes 7", "info multipv 1 score mate 3 pv a", "3 20 1 100 e2e4"] {
            assert!(has_main_score(line.as_bytes()), "{line}");
        }
        for line in [
            "info depth 3 nodes 5",
            "info depth 3 multipv 2 score cp 5",
            "info score cp 5 lowerbound nodes 3",
            "info string the score is 5",
            "# 5",
        ] {
            assert!(!has_main_score(line.as_bytes()), "{line}");
        }
    }
}

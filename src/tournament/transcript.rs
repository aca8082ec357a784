//! What an engine and the runner have said to each other, kept until it is known whether anybody needs it.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Instant;

/// What is kept of the beginning and of the end of a dialogue, in bytes each. Everything else is counted and dropped, so that
/// an engine may talk for as long as it likes.
const KEPT: usize = 1 << 19;

/// Who has said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The runner.
    Runner,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    Complaint,
}

/// A line that was said.
#[derive(Clone, Copy, Debug)]
struct Said {
    at: Instant,
    speaker: Speaker,
    /// In bytes.
    length: usize,
}

/// The dialogue with one engine since some moment.
///
/// Lines are only copied when they are said. They become text when somebody asks, which is seldom.
#[derive(Debug)]
pub struct Transcript {
    since: Instant,
    head: Vec<u8>,
    head_lines: Vec<Said>,
    tail: VecDeque<u8>,
    tail_lines: VecDeque<Said>,
    dropped: u64,
}

impl Transcript {
    /// Nothing has been said yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            since: Instant::now(),
            head: Vec::new(),
            head_lines: Vec::new(),
            tail: VecDeque::new(),
            tail_lines: VecDeque::new(),
            dropped: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.since = Instant::now();
        self.head.clear();
        self.head_lines.clear();
        self.tail.clear();
        self.tail_lines.clear();
        self.dropped = 0;
    }

    /// Adds a line.
    pub fn add(&mut self, speaker: Speaker, at: Instant, line: &[u8]) {
        let said = Said { at, speaker, length: line.len() };
        // An empty line takes room, too.
        let room = self.head.len() + self.head_lines.len() * size_of::<Said>() + line.len();
        if self.tail_lines.is_empty() && room < KEPT {
            self.head.extend(line);
            self.head_lines.push(said);
            return;
        }
        self.tail.extend(line);
        self.tail_lines.push_back(said);
        while self.tail.len() + self.tail_lines.len() * size_of::<Said>() > KEPT {
            let Some(oldest) = self.tail_lines.pop_front() else { break };
            self.tail.drain(..oldest.length);
            self.dropped += 1;
        }
    }

    /// The dialogue: a line each with the milliseconds since the beginning, who spoke (`>` the runner, `<` the engine, `!` its
    /// standard error), and what.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (said, line) in self.head_lines() {
            self.write(said, &line, &mut text);
        }
        if self.dropped > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "           ... {} lines are left out here", self.dropped);
        }
        for (said, line) in self.tail_lines() {
            self.write(said, &line, &mut text);
        }
        text
    }

    fn write(&self, said: Said, line: &str, text: &mut String) {
        let mark = match said.speaker {
            Speaker::Runner => '>',
            Speaker::Engine => '<',
            Speaker::Complaint => '!',
        };
        let millis = said.at.saturating_duration_since(self.since).as_secs_f64() * 1000.0;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{millis:10.3} {mark} {line}");
    }

    fn head_lines(&self) -> impl Iterator<Item = (Said, String)> {
        let mut place = 0;
        self.head_lines.iter().map(move |&said| {
            let line = &self.head[place..place + said.length];
            place += said.length;
            (said, String::from_utf8_lossy(line).into_owned())
        })
    }

    fn tail_lines(&self) -> impl Iterator<Item = (Said, String)> {
        let mut place = 0;
        self.tail_lines.iter().map(move |&said| {
            let line: Vec<u8> = self.tail.range(place..place + said.length).copied().collect();
            place += said.length;
            (said, String::from_utf8_lossy(&line).into_owned())
        })
    }

    /// The last lines that the engine has said.
    #[must_use]
    pub fn last_words(&self, lines: usize) -> Vec<String> {
        let all = self.head_lines().chain(self.tail_lines());
        let mut last = VecDeque::new();
        for (_, line) in all.filter(|(said, line)| said.speaker != Speaker::Runner && !line.trim().is_empty()) {
            if last.len() == lines {
                last.pop_front();
            }
            last.push_back(line.chars().take(LONGEST_WORDS).collect());
        }
        last.into()
    }
}

/// So much of a line is quoted, in characters.
const LONGEST_WORDS: usize = 300;

impl Default for Transcript {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_when_who_and_what() {
        let mut transcript = Transcript::new();
        let now = transcript.since;
        transcript.add(Speaker::Runner, now, b"uci");
        transcript.add(Speaker::Engine, now + std::time::Duration::from_micros(1500), b"uciok");
        transcript.add(Speaker::Complaint, now, b"oops \xff");
        assert_eq!(transcript.text(), "     0.000 > uci\n     1.500 < uciok\n     0.000 ! oops \u{fffd}\n");
        assert_eq!(transcript.last_words(5), ["uciok", "oops \u{fffd}"]);
        assert_eq!(transcript.last_words(1), ["oops \u{fffd}"]);
        transcript.clear();
        assert_eq!(transcript.text(), "");
    }

    #[test]
    fn endless_talk_keeps_its_two_ends() {
        let mut transcript = Transcript::new();
        let now = Instant::now();
        for i in 0..40_000 {
            transcript.add(Speaker::Engine, now, format!("line {i} {}", "x".repeat(100)).as_bytes());
        }
        let text = transcript.text();
        assert!(text.len() < 3 * KEPT, "{}", text.len());
        assert!(
            text.contains("< line 0 ") && text.contains("< line 39999 ") && text.contains(" lines are left out here")
        );
        assert!(transcript.last_words(1)[0].starts_with("line 39999 "));
    }
}

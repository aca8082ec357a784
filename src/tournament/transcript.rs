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
    /// Where its text is, in bytes of its part.
    start: usize,
    end: usize,
}

/// Lines that were said one after the other.
#[derive(Debug, Default)]
struct Part {
    text: Vec<u8>,
    lines: Vec<Said>,
}

impl Part {
    fn add(&mut self, speaker: Speaker, at: Instant, line: &[u8]) {
        let start = self.text.len();
        self.text.extend(line);
        self.lines.push(Said { at, speaker, start, end: self.text.len() });
    }

    /// In bytes; an empty line takes room, too.
    const fn size(&self) -> usize {
        self.text.len() + self.lines.len() * size_of::<Said>()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.lines.clear();
    }

    fn lines(&self) -> impl DoubleEndedIterator<Item = (Said, &[u8])> {
        self.lines.iter().map(|&said| (said, &self.text[said.start..said.end]))
    }
}

/// The dialogue with one engine since some moment.
///
/// Lines are only copied when they are said. They become text when somebody asks, which is seldom.
#[derive(Debug)]
pub struct Transcript {
    since: Instant,
    head: Part,
    /// The end of a long dialogue: when the newer part is full, it takes the place of the older one.
    older: Part,
    newer: Part,
    dropped: usize,
}

impl Transcript {
    /// Nothing has been said yet.
    #[must_use]
    pub fn new() -> Self {
        let [head, older, newer] = [Part::default(), Part::default(), Part::default()];
        Self { since: Instant::now(), head, older, newer, dropped: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.since = Instant::now();
        for part in [&mut self.head, &mut self.older, &mut self.newer] {
            part.clear();
        }
        self.dropped = 0;
    }

    /// Adds a line.
    pub fn add(&mut self, speaker: Speaker, at: Instant, line: &[u8]) {
        if self.head.size() < KEPT && self.newer.lines.is_empty() {
            return self.head.add(speaker, at, line);
        }
        self.newer.add(speaker, at, line);
        if self.newer.size() > KEPT / 2 {
            self.dropped += self.older.lines.len();
            self.older.clear();
            std::mem::swap(&mut self.older, &mut self.newer);
        }
    }

    /// All lines that are left.
    fn lines(&self) -> impl DoubleEndedIterator<Item = (Said, &[u8])> {
        self.head.lines().chain(self.older.lines()).chain(self.newer.lines())
    }

    /// The dialogue: a line each with the milliseconds since the beginning, who spoke (`>` the runner, `<` the engine, `!` its
    /// standard error), and what.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (number, (said, line)) in self.lines().enumerate() {
            // Writing to a string cannot fail.
            if self.dropped > 0 && number == self.head.lines.len() {
                let _ = writeln!(text, "           ... {} lines are left out here", self.dropped);
            }
            let mark = match said.speaker {
                Speaker::Runner => '>',
                Speaker::Engine => '<',
                Speaker::Complaint => '!',
            };
            let millis = said.at.saturating_duration_since(self.since).as_secs_f64() * 1000.0;
            let _ = writeln!(text, "{millis:10.3} {mark} {}", String::from_utf8_lossy(line));
        }
        text
    }

    /// The lines that the engine has said on its standard output since the runner spoke, the last one first.
    pub fn answers(&self) -> impl Iterator<Item = &[u8]> {
        let since = self.lines().rev().take_while(|(said, _)| said.speaker != Speaker::Runner);
        since.filter(|(said, _)| said.speaker == Speaker::Engine).map(|(_, line)| line)
    }

    /// The last lines that the engine has said.
    #[must_use]
    pub fn last_words(&self, lines: usize) -> Vec<String> {
        let said =
            self.lines().rev().filter(|(said, line)| said.speaker != Speaker::Runner && !line.trim_ascii().is_empty());
        let mut last = VecDeque::new();
        for (_, line) in said.take(lines) {
            last.push_front(String::from_utf8_lossy(line).chars().take(LONGEST_WORDS).collect());
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
        assert_eq!(transcript.answers().collect::<Vec<_>>(), [b"uciok"]);
        transcript.add(Speaker::Runner, now, b"go");
        assert_eq!(transcript.answers().next(), None);
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

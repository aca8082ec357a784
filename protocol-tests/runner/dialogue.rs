//! Plays a transcript against a program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::pattern::Pattern;
use super::script::{Action, Script, Step};

/// How long the program may take to end when a transcript says nothing of it.
const LAST_PATIENCE: Duration = Duration::from_secs(20);
/// The number of lines that an error shows.
const SHOWN: usize = 12;

/// Plays `script` against `program`; the error says which line of it does not fit, and what was said last.
pub fn play(program: &str, script: &Script) -> Result<(), String> {
    let mut dialogue = Dialogue::start(program)?;
    dialogue.steps(&script.steps)?;
    if dialogue.ended { Ok(()) } else { dialogue.end(true, LAST_PATIENCE).map_err(|why| format!("at the end: {why}")) }
}

struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// What was said, latest last.
    heard: Vec<String>,
    /// What must not be said before the next expectation is met.
    forbidden: Vec<Pattern>,
    ended: bool,
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // After a failure the program may still run; if it has ended, there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Dialogue {
    fn start(program: &str) -> Result<Self, String> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let input = child.stdin.take();
        let stdout = child.stdout.take().ok_or("no output")?;
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            // Split at line feeds only, so that a carriage return would be seen.
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, output, heard: Vec::new(), forbidden: Vec::new(), ended: false })
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), String> {
        for Step { line, action } in steps {
            let done = match action {
                Action::Send(bytes) => self.send(bytes),
                Action::Forbid(pattern) => {
                    self.forbidden.push(pattern.clone());
                    Ok(())
                }
                Action::Expect { pattern, strict, within } => self.expect(pattern, *strict, *within),
                Action::End { close, within } => self.end(*close, *within),
                Action::Repeat(count, steps) => {
                    for _ in 0..*count {
                        self.steps(steps)?;
                    }
                    Ok(())
                }
            };
            done.map_err(|why| format!("line {line}: {why}\n  last said:\n{}", self.last_lines()))?;
        }
        Ok(())
    }

    fn last_lines(&self) -> String {
        let start = self.heard.len().saturating_sub(SHOWN);
        self.heard[start..].iter().flat_map(|line| ["    ", line, "\n"]).collect()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        input.write_all(bytes).and_then(|()| input.flush()).map_err(|error| format!("cannot send: {error}"))
    }

    /// The next line; `None` if there will be none.
    fn next_line(&mut self, until: Instant) -> Result<Option<String>, String> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.heard.push(line.clone());
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err("in vain, time is up".to_owned()),
        }
    }

    fn expect(&mut self, pattern: &Pattern, strict: bool, within: Duration) -> Result<(), String> {
        let until = Instant::now() + within;
        loop {
            let line = match self.next_line(until) {
                Ok(Some(line)) => line,
                Ok(None) => return Err(format!("waited for '{pattern}', but the program has ended")),
                Err(why) => return Err(format!("waited for '{pattern}' {why}")),
            };
            if pattern.fits(&line) {
                self.forbidden.clear();
                return Ok(());
            }
            if strict {
                return Err(format!("'{line}' is not '{pattern}'"));
            }
            self.check_allowed(&line)?;
        }
    }

    fn check_allowed(&self, line: &str) -> Result<(), String> {
        match self.forbidden.iter().find(|pattern| pattern.fits(line)) {
            None => Ok(()),
            Some(pattern) => Err(format!("'{line}' was said, and '{pattern}' must not be")),
        }
    }

    fn end(&mut self, close: bool, within: Duration) -> Result<(), String> {
        if close {
            self.input = None;
        }
        let until = Instant::now() + within;
        while let Some(line) = self.next_line(until).map_err(|why| format!("waited for the end {why}"))? {
            self.check_allowed(&line)?;
        }
        self.forbidden.clear();
        // Its output is closed, so it is about to end.
        let status = self.child.wait().map_err(|error| error.to_string())?;
        self.ended = true;
        if status.success() { Ok(()) } else { Err(format!("the program ended with {status}")) }
    }
}

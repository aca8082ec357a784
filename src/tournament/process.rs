//! An engine as a process: started in a group of its own, heard through threads, and certainly ended.
//!
//! Two threads listen, one to each output. What an engine says while it thinks (`info` lines and `XBoard`'s lines of numbers) is
//! most of what it says, and nobody waits for it: only the last such line with a score is kept, and the game is not woken.
//! Everything else goes through a bounded channel, so an engine that talks faster than it is heard has to wait, and memory
//! stays flat.
//!
//! Nothing survives the runner. An engine that is ended takes its whole process group with it. If the runner itself is
//! killed, the engine's input closes, and on Linux the kernel kills it: [`Launcher`] is a detour through a program that asks for
//! that (this one, see [`become_engine`]), since it can only be asked for from inside the new process.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::config::Engine;
use super::transcript::{Speaker, Transcript};
use crate::protocol::{Length, Lines};

/// Lines that may wait to be heard.
const BACKLOG: usize = 256;
/// What stands for a line that was not read to its end.
const TOO_LONG: &[u8] = b"(a line that is too long)";
/// The longest line that is sent, in bytes: the system's pipes take so much without anybody reading.
const LONGEST_SENT: usize = 60_000;

/// The hidden command of the binary that turns into an engine; see [`become_engine`].
pub const LAUNCH_COMMAND: &str = "launch-engine";

/// The program through which engines are started, so that they die with the runner.
#[derive(Clone, Debug)]
pub struct Launcher(pub PathBuf);

/// Why an engine cannot be started or spoken to.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It does not start.
    #[error("'{command}' does not start: {source}")]
    Spawn {
        /// The program.
        command: String,
        /// Why not.
        source: io::Error,
    },
    /// It no longer reads.
    #[error("it no longer reads its input: {0}")]
    Deaf(io::Error),
    /// A line is longer than a pipe takes.
    #[error("a line of {0} bytes is too long to be sent")]
    TooLong(usize),
}

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

/// What the listening threads and the game share.
#[derive(Default)]
struct Shared {
    transcript: Mutex<Transcript>,
    thinking: Mutex<Thought>,
}

/// What an engine has said about its thinking.
#[derive(Debug, Default)]
pub struct Thought {
    /// The last line that had a score; empty if there was none.
    pub line: Vec<u8>,
    /// When anything was said last.
    pub at: Option<Instant>,
}

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    inbox: Receiver<(Instant, String)>,
    shared: Arc<Shared>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// The program or the threads that listen to it do not start.
    pub fn start(engine: &Engine, launcher: Option<&Launcher>) -> Result<Self, ProcessError> {
        let refuse = |source| ProcessError::Spawn { command: engine.command.display().to_string(), source };
        let mut command = command(engine, launcher);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(refuse)?;
        let (sender, inbox) = mpsc::sync_channel(BACKLOG);
        let shared = Arc::new(Shared::default());
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on dropping ends the process.
        let process = Self { child, input, inbox, shared };
        if let Some(output) = output {
            let shared = Arc::clone(&process.shared);
            listen(&engine.name, move || hear(output, &sender, &shared)).map_err(refuse)?;
        }
        if let Some(errors) = errors {
            let shared = Arc::clone(&process.shared);
            listen(&engine.name, move || overhear(errors, &shared)).map_err(refuse)?;
        }
        Ok(process)
    }

    /// Sends a line; returns when it was sent.
    ///
    /// # Errors
    /// The engine does not read any more, or the line is too long.
    pub fn send(&mut self, line: &str) -> Result<Instant, ProcessError> {
        self.send_all(&[line])
    }

    /// Sends several lines at once; returns when they were sent.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn send_all<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<Instant, ProcessError> {
        let mut text = String::new();
        let now = Instant::now();
        {
            let mut transcript = lock(&self.shared.transcript);
            for line in lines {
                transcript.add(Speaker::Runner, now, line.as_ref().as_bytes());
                text.push_str(line.as_ref());
                text.push('\n');
            }
        }
        if text.len() > LONGEST_SENT {
            return Err(ProcessError::TooLong(text.len()));
        }
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = self.input.as_mut().ok_or_else(gone).map_err(ProcessError::Deaf)?;
        let sent = Instant::now();
        input.write_all(text.as_bytes()).map_err(ProcessError::Deaf)?;
        Ok(sent)
    }

    /// The next line that is no thinking, waited for until `deadline` (forever, if there is none). Lines that have arrived
    /// already are given even after it.
    #[must_use]
    pub fn hear(&self, deadline: Option<Instant>) -> Heard {
        let heard = match deadline {
            None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match heard {
            Ok((at, text)) => Heard::Line { at, text },
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }

    /// Takes what the engine has said about its thinking since the last call.
    #[must_use]
    pub fn take_thought(&self) -> Thought {
        std::mem::take(&mut lock(&self.shared.thinking))
    }

    /// Forgets what the engine has said about its thinking.
    pub fn forget_thought(&self) {
        let mut thought = lock(&self.shared.thinking);
        thought.line.clear();
        thought.at = None;
    }

    /// When the engine last said something about its thinking.
    #[must_use]
    pub fn last_thought(&self) -> Option<Instant> {
        lock(&self.shared.thinking).at
    }

    /// The dialogue since it was last cleared.
    pub fn transcript(&self) -> MutexGuard<'_, Transcript> {
        lock(&self.shared.transcript)
    }

    /// Ends the engine: closes its input, waits so long for it to go, then kills it and whatever it has started.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline && matches!(self.hear(Some(deadline)), Heard::Line { .. }) {}
        // The group is killed before its leader is waited for: as long as the leader is there, so is the group.
        kill_group(&mut self.child);
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill_group(&mut self.child);
        // It has been killed; what it ended with does not matter any more.
        let _ = self.child.wait();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that died while it wrote a line down has not spoilt the text.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn command(engine: &Engine, launcher: Option<&Launcher>) -> Command {
    let mut command = match launcher {
        Some(Launcher(program)) if cfg!(target_os = "linux") => {
            let mut command = Command::new(program);
            command.arg(LAUNCH_COMMAND).arg(std::process::id().to_string()).arg(&engine.command);
            command
        }
        _ => Command::new(&engine.command),
    };
    command.args(&engine.args).envs(&engine.env);
    if let Some(dir) = &engine.dir {
        command.current_dir(dir);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // A group of its own: it does not get the runner's Ctrl-C, and can be killed with everything that it starts.
        command.process_group(0);
    }
    command
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    // It fails only if nobody is left to be killed.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    // It fails only if it has ended already.
    let _ = child.kill();
}

/// Turns this process into the engine `program`, which then dies with its parent, the process `runner`. Returns only if that
/// fails.
#[cfg(target_os = "linux")]
#[must_use]
pub fn become_engine(runner: u32, program: &Path, args: &[std::ffi::OsString]) -> io::Error {
    use std::os::unix::process::CommandExt;

    use nix::sys::prctl;
    use nix::sys::signal::Signal;
    use nix::unistd::getppid;
    if let Err(error) = prctl::set_pdeathsig(Signal::SIGKILL) {
        return error.into();
    }
    if getppid().as_raw() as u32 != runner {
        return io::Error::other("the runner has gone already");
    }
    Command::new(program).args(args).exec()
}

/// Elsewhere engines are started directly.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn become_engine(_: u32, _: &Path, _: &[std::ffi::OsString]) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

fn listen(name: &str, listener: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // Names of threads may not contain a NUL, and are cut anyway.
    let name = name.replace('\0', "");
    thread::Builder::new().name(name).stack_size(1 << 18).spawn(listener).map(drop)
}

/// Reads what an engine says, until it ends or nobody listens any more.
///
/// An engine says some ten lines a move, and a move may take a millisecond: a line of thinking costs no allocation.
fn hear(output: impl Read, sender: &SyncSender<(Instant, String)>, shared: &Shared) {
    let (mut lines, mut line) = (Lines::new(output), Vec::new());
    while let Ok(length @ (Length::Whole | Length::TooLong)) = lines.read_bytes(&mut line) {
        let at = Instant::now();
        if length == Length::TooLong {
            line.clear();
            line.extend(TOO_LONG);
        }
        lock(&shared.transcript).add(Speaker::Engine, at, &line);
        if is_thinking(&line) {
            let mut thought = lock(&shared.thinking);
            thought.at = Some(at);
            if has_main_score(&line) {
                std::mem::swap(&mut thought.line, &mut line);
            }
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() && sender.send((at, text.into_owned())).is_err() {
            return;
        }
    }
}

/// Writes down what an engine says on its standard error.
fn overhear(errors: impl Read, shared: &Shared) {
    let (mut lines, mut line) = (Lines::new(errors), Vec::new());
    while let Ok(length @ (Length::Whole | Length::TooLong)) = lines.read_bytes(&mut line) {
        let line = if length == Length::TooLong { TOO_LONG } else { &line };
        lock(&shared.transcript).add(Speaker::Complaint, Instant::now(), line);
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

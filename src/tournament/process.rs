//! An engine as a process: started in a group of its own, heard, and certainly ended.
//!
//! Nothing survives the runner. An engine that is ended takes its whole process group with it. If the runner itself is
//! killed, the engine's input closes, and on Linux the kernel kills it: [`Launcher`] is a detour through a program that asks for
//! that (this one, see [`become_engine`]), since it can only be asked for from inside the new process.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::config::Engine;
use super::hearing::Dialogue;
pub use super::hearing::Heard;

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

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    dialogue: Dialogue,
    /// Lines on their way to it.
    outgoing: String,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// The program does not start, or cannot be listened to.
    pub fn start(engine: &Engine, launcher: Option<&Launcher>) -> Result<Self, ProcessError> {
        let refuse = |source| ProcessError::Spawn { command: engine.command.display().to_string(), source };
        let mut command = command(engine, launcher);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(refuse)?;
        let input = child.stdin.take();
        let dialogue = match (child.stdout.take(), child.stderr.take()) {
            (Some(output), Some(errors)) => Dialogue::new(&engine.name, output, errors),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        };
        match dialogue {
            Ok(dialogue) => Ok(Self { child, input, dialogue, outgoing: String::new() }),
            Err(error) => {
                bury(&mut child);
                Err(refuse(error))
            }
        }
    }

    /// Sends lines; returns when they were sent.
    ///
    /// # Errors
    /// The engine does not read any more, or the lines are too long.
    pub fn send<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<Instant, ProcessError> {
        self.dialogue.say(lines);
        self.outgoing.clear();
        for line in lines {
            self.outgoing.push_str(line.as_ref());
            self.outgoing.push('\n');
        }
        if self.outgoing.len() > LONGEST_SENT {
            return Err(ProcessError::TooLong(self.outgoing.len()));
        }
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = self.input.as_mut().ok_or_else(gone).map_err(ProcessError::Deaf)?;
        let sent = Instant::now();
        input.write_all(self.outgoing.as_bytes()).map_err(ProcessError::Deaf)?;
        Ok(sent)
    }

    /// The next line that is no thinking, waited for until `deadline`. Lines that have arrived already are given even after it.
    #[must_use]
    pub fn hear(&self, deadline: Instant) -> Heard {
        self.dialogue.hear(deadline)
    }

    /// What has been said.
    #[must_use]
    pub(super) const fn dialogue(&self) -> &Dialogue {
        &self.dialogue
    }

    /// Ends the engine: closes its input, waits so long for it to go, then kills it and whatever it has started.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline && matches!(self.hear(deadline), Heard::Line { .. }) {}
        // The group is killed before its leader is waited for: as long as the leader is there, so is the group.
        kill_group(&mut self.child);
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        bury(&mut self.child);
    }
}

/// Ends an engine and whatever it has started.
fn bury(child: &mut Child) {
    kill_group(child);
    // It has been killed; what it ended with does not matter any more.
    let _ = child.wait();
}

/// Whether an engine was ended by a signal that does not come from a fault of its own.
#[cfg(unix)]
#[must_use]
pub fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::signal::Signal::{SIGHUP, SIGINT, SIGKILL, SIGTERM};
    status.signal().is_some_and(|signal| [SIGHUP, SIGINT, SIGKILL, SIGTERM].map(|known| known as i32).contains(&signal))
}

/// Here there are no signals.
#[cfg(not(unix))]
#[must_use]
pub fn was_killed(_: ExitStatus) -> bool {
    false
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

//! The engine at the other end of a pipe: protocols over one session.
//!
//! ```text
//! stdin -> lines -> protocol.read -> Command -> Session -> Task -> worker thread (owns the search's memory)
//! stdout <-------- protocol.write <- Event <-- Session <- Report <-'
//! ```
//!
//! The first line says which protocol is spoken (`detect`). The `session` is the state machine that all protocols share:
//! it owns the game and the settings, never waits for the search, and is the only one that writes, whole lines at a time. A
//! protocol is a text layer (`Protocol`) and decides nothing. Two threads serve the session through one channel: one reads
//! lines, the other works off tasks in order.

mod cecp;
mod command;
mod detect;
mod grammar;
mod lines;
mod session;
mod settings;
#[cfg(test)]
mod tests;
mod uci;
mod usi;
mod wording;
mod worker;

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use command::{Command, Event};
pub(crate) use grammar::{keyword, number, other, word};
use lines::{Line, Lines};
pub(crate) use lines::{LineBuffer, Piece};
use session::Session;
use worker::{Report, Worker};

use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Spec;

/// Why a dialogue ended before it was over.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    /// Threads could not be started, or the output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The thread that searches has died.
    #[error("the search has broken down")]
    WorkerGone,
}

/// A protocol as text: what lines mean, and how things are said.
trait Protocol {
    /// Reads a line, without its line end, while `game` is on the board.
    fn read(&mut self, line: &str, game: &dyn AnyGame) -> Reading;

    /// The whole lines, none or several, that say `event`.
    fn write(&mut self, event: &Event<'_>) -> String;

    /// How moves are written.
    fn dialect(&self) -> Dialect;

    /// The games that can be played, at least one, the default first.
    fn variants(&self) -> Vec<&'static Spec>;
}

/// What a line means.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reading {
    /// What is wrong with the line, in words; it may mean something all the same.
    faults: Vec<String>,
    /// What is said at once, in whole lines.
    reply: String,
    /// What is to be done, in order.
    commands: Vec<Command>,
}

impl From<Command> for Reading {
    fn from(command: Command) -> Self {
        Self { commands: vec![command], ..Self::default() }
    }
}

/// What reaches the session.
enum Message {
    /// A line has come in.
    Line(Instant, Line),
    /// No more lines will come.
    End,
    /// The worker has something to say.
    Report(Report),
}

/// Serves whoever writes to `input` and reads `output`, until `quit` or the end of the input, in the protocol that the first
/// line asks for.
///
/// At the end of the input a search without an end of its own is stopped at once, any other search after a second;
/// counts after ten. If nobody reads the output any more, that is an end like any other.
///
/// # Errors
/// Threads cannot be started, the output cannot be written, or the search has broken down.
pub fn serve(input: impl Read + Send + 'static, output: impl Write) -> Result<(), ProtocolError> {
    let (sender, inbox) = mpsc::channel();
    let worker = Worker::start(sender.clone())?;
    thread::Builder::new().name("input".to_owned()).spawn(move || forward(input, &sender))?;
    let (protocol, first) = detect::detect(&inbox);
    let mut session = Session::new(protocol, output, worker);
    let ended = session.run(first, &inbox);
    session.dismiss();
    match ended {
        Err(ProtocolError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Sends every line of `input` to the session, then word that it has ended.
fn forward(input: impl Read, sender: &Sender<Message>) {
    for line in Lines::new(input) {
        let message = match line {
            Ok(line) => Message::Line(Instant::now(), line),
            Err(error) => {
                log::warn!("cannot read on: {error}");
                break;
            }
        };
        if sender.send(message).is_err() {
            // The session is over.
            return;
        }
    }
    // If the session is over, it need not know.
    let _ = sender.send(Message::End);
}

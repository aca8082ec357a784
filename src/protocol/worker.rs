//! The thread that owns the search's memory and works off tasks in the order in which they come.
//!
//! Order is all the synchronisation there is: a change of the hash size that is asked for during a search is made when
//! the search has ended, and a search that is asked for behind it starts with the new size.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Message;
use super::settings::Setting;
use crate::bench;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::perft;
use crate::search::{Answer, Brain, Control, Info, Limits, Reporter};

/// Something to do.
pub enum Task {
    /// Give the transposition table this size, in MiB.
    Hash(usize),
    /// Use so many threads.
    Threads(usize),
    /// Forget everything about earlier positions.
    Clear,
    /// Report that all earlier tasks are done, with this number.
    Ready(u64),
    /// Search; reports findings and an answer.
    Search {
        /// What to search.
        game: Arc<dyn AnyGame>,
        /// When to end.
        limits: Limits,
        /// How to end it earlier.
        control: Arc<Control>,
    },
    /// Count leaves; reports each first move and the sum.
    Perft {
        /// Where from.
        game: Box<dyn AnyGame>,
        /// Plies.
        depth: u32,
        /// Ends the count.
        control: Arc<Control>,
        /// How the first moves are written.
        dialect: Dialect,
    },
    /// Run the benchmark; reports each game and the sum. Its node count is fixed, so no setting touches it, and nothing
    /// stops it.
    Benchmark,
}

/// Something that has come of a task.
pub enum Report {
    /// Of [`Task::Ready`].
    Ready(u64),
    /// A finding of a running search.
    Info(Arc<dyn AnyGame>, Info),
    /// The outcome of a search.
    Answer(Arc<dyn AnyGame>, Answer),
    /// The leaves below a first move, or the benchmark's nodes in a game.
    Count(String, u64),
    /// The leaves counted.
    Leaves {
        /// Their number.
        nodes: u64,
        /// Whether they are all leaves: the count has not been stopped.
        complete: bool,
    },
    /// The nodes of the benchmark, and its time.
    Benchmark(u64, Duration),
    /// Something in words.
    Notice(String),
    /// The thread is no more.
    Gone,
}

/// The near end of the thread.
pub struct Worker {
    tasks: Sender<Task>,
    thread: JoinHandle<()>,
}

impl Worker {
    /// Starts the thread; it reports to `outbox` and ends when the `Worker` is dropped.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start(outbox: Sender<Message>) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let work = move || Desk(outbox).work(&inbox);
        let thread = thread::Builder::new().name("worker".to_owned()).spawn(work)?;
        Ok(Self { tasks, thread })
    }

    /// Waits until the thread has done all its tasks and given its memory back.
    pub fn retire(self) {
        drop(self.tasks);
        if self.thread.join().is_err() {
            log::error!("the worker has ended with a panic");
        }
    }

    /// Puts a task behind the others.
    pub fn assign(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            // The thread has reported its end, and the session will come to read it.
            log::error!("a task is lost: the worker has ended");
        }
    }
}

/// The far end of the thread: where its reports go. Dropping it, also by a panic, reports the end.
struct Desk(Sender<Message>);

impl Drop for Desk {
    fn drop(&mut self) {
        self.report(Report::Gone);
    }
}

impl Desk {
    fn report(&self, report: Report) {
        // A session that is over reads no reports.
        let _ = self.0.send(Message::Report(report));
    }

    fn work(&self, inbox: &Receiver<Task>) {
        let [hash, mut threads] = [Setting::Hash, Setting::Threads].map(|setting| setting.default_number() as usize);
        let mut brain = Brain::new(hash, threads);
        for task in inbox {
            match task {
                Task::Hash(megabytes) => {
                    brain.resize_hash(megabytes);
                    let got = brain.hash_mb();
                    if got < megabytes {
                        self.report(Report::Notice(format!(
                            "no memory for a hash of {megabytes} MiB: it has {got} MiB"
                        )));
                    }
                }
                Task::Threads(number) => {
                    threads = number;
                    brain.set_threads(number);
                }
                Task::Clear => brain.clear(),
                Task::Ready(token) => self.report(Report::Ready(token)),
                Task::Search { game, limits, control } => {
                    let mut relay = Relay { desk: self, game: &game };
                    let answer = game.search(&mut brain, &limits, &control, &mut relay);
                    self.report(Report::Answer(game, answer));
                }
                Task::Perft { game, depth, control, dialect } => {
                    self.count(
                        game,
                        depth,
                        &control,
                        (dialect, perft::Options { threads, ..perft::Options::default() }),
                    );
                }
                Task::Benchmark => self.benchmark(),
            }
        }
    }

    fn benchmark(&self) {
        let started = Instant::now();
        let total = bench::run(|spec, tally| self.report(Report::Count(spec.name.to_owned(), tally.nodes)));
        self.report(Report::Benchmark(total.nodes, started.elapsed()));
    }

    /// Perft by first moves, so that it can be followed and stopped.
    fn count(
        &self,
        mut game: Box<dyn AnyGame>,
        depth: u32,
        control: &Control,
        (dialect, options): (Dialect, perft::Options<'_>),
    ) {
        let Some(below) = depth.checked_sub(1) else {
            return self.report(Report::Leaves { nodes: 1, complete: true });
        };
        let is_cancelled = || control.is_stopped();
        let options = perft::Options { is_cancelled: Some(&is_cancelled), ..options };
        let (mut sum, mut complete) = (0u64, true);
        for mv in game.legal_moves(dialect) {
            if game.push(&mv, Some(dialect)).is_err() {
                continue;
            }
            let nodes = match below {
                0 => 1,
                _ => game.divide(below, options).iter().fold(0u64, |sum, &(_, nodes)| sum.saturating_add(nodes)),
            };
            if control.is_stopped() {
                complete = false;
                break;
            }
            game.undo();
            sum = sum.saturating_add(nodes);
            self.report(Report::Count(mv, nodes));
        }
        self.report(Report::Leaves { nodes: sum, complete });
    }
}

/// Passes on what a running search finds.
struct Relay<'a> {
    desk: &'a Desk,
    game: &'a Arc<dyn AnyGame>,
}

impl Reporter for Relay<'_> {
    fn info(&mut self, info: &Info) {
        self.desk.report(Report::Info(Arc::clone(self.game), info.clone()));
    }

    fn refuted(&mut self, moves: u32) {
        self.desk.report(Report::Notice(format!("no mate in {moves}")));
    }
}

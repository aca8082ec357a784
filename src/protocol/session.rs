//! The state machine behind every protocol.
//!
//! Commands are carried out in order, but none waits for a search:
//!
//! - `position` and `show` concern the session's own game, of which a running search has a copy;
//! - options and `new game` reach the worker behind the searches asked for before, so they hold from the next one on;
//! - `go` and counts (perft, the benchmark) stop a running search, whose answer comes first; a count goes on to its end;
//! - `stop` concerns everything that has been asked for, running or not yet begun; `ponderhit` the last search;
//! - `ready` is answered at once during a search, otherwise when the worker has done everything asked for.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::command::{Command, Event, Go, Start};
use super::lines::{Line, MAX_LINE};
use super::settings::{self, Change, Setting};
use super::worker::{Report, Task, Worker};
use super::{Message, Protocol, ProtocolError, Reading};
use crate::engine::{self, AnyGame};
use crate::search::{Control, Limits};

/// How long a search with an end of its own may go on when the input has ended.
const GRACE: Duration = Duration::from_secs(1);
/// How long a count may go on when the input has ended or the other side wants to quit: enough for what people pipe in, and
/// a front end that has gone leaves nothing behind for long.
const COUNT_GRACE: Duration = Duration::from_secs(10);
/// How long a session that is to end waits for a sign of life from the worker.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time for a move if no limit is given: there must be an answer some time.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Faults of one line that are worth a word.
const MOST_FAULTS: usize = 8;
/// The deepest perft; no count ends that goes so far.
const MAX_PERFT: u32 = 64;

/// A dialogue with one other program.
pub struct Session<W> {
    protocol: Box<dyn Protocol>,
    output: W,
    worker: Worker,
    game: Box<dyn AnyGame>,
    multipv: usize,
    overhead: Duration,
    /// What the worker has been asked to do and has not done, in order.
    jobs: VecDeque<Job>,
    /// Answers to `ready` that are still to come.
    readies: usize,
    ending: Ending,
}

/// A search or a count that has been asked for.
struct Job {
    control: Arc<Control>,
    end: End,
    /// Whether a mate is looked for, and nothing else.
    mate: bool,
}

/// What ends a job, if nobody stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Nothing.
    Never,
    /// A limit, but not before the ponder hit.
    PonderHit,
    /// A limit.
    Limit,
    /// It is a count and ends when all is counted. People and scripts ask for it and want the whole of it.
    Counted,
}

/// How near the end is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// More may come in.
    Open,
    /// Nothing will come in any more; the last job may go on until then.
    Closing(Instant),
    /// All searches have been stopped; over when all jobs are done, at the latest then.
    Leaving(Instant),
    /// Nothing is left to do.
    Over,
}

impl<W: Write> Session<W> {
    /// A session at the start position of the protocol's default variant.
    ///
    /// # Panics
    /// Never: every protocol has a game that exists.
    pub fn new(protocol: Box<dyn Protocol>, output: W, worker: Worker) -> Self {
        let variant = protocol.variants()[0].name;
        Self {
            protocol,
            output,
            worker,
            game: engine::new_game(variant).expect("the default variant exists"),
            multipv: Setting::MultiPv.default_number() as usize,
            overhead: Duration::from_millis(Setting::MoveOverhead.default_number().into()),
            jobs: VecDeque::new(),
            readies: 0,
            ending: Ending::Open,
        }
    }

    /// Works through what has come in `first`, and then what comes in, until the session is over.
    ///
    /// # Errors
    /// The output cannot be written, or the worker has died.
    pub fn run(&mut self, first: Option<Message>, inbox: &Receiver<Message>) -> Result<(), ProtocolError> {
        let mut first = first;
        while self.ending != Ending::Over {
            match first.take().or_else(|| self.receive(inbox)) {
                Some(Message::Line(at, line)) if self.ending == Ending::Open => self.line(at, &line)?,
                // Nothing counts behind the command to quit.
                Some(Message::Line(..)) => {}
                Some(Message::End) => self.close(),
                Some(Message::Report(report)) => self.report(report)?,
                None => self.hurry()?,
            }
            if !matches!(self.ending, Ending::Open) && self.jobs.is_empty() && self.readies == 0 {
                self.ending = Ending::Over;
            }
        }
        Ok(())
    }

    /// Lets go of the worker: waits for it, unless it is busy with something that nobody waits for any more.
    pub fn dismiss(self) {
        if self.jobs.is_empty() {
            self.worker.retire();
        }
    }

    /// The next message; `None` if the time for the present stage of the end has run out.
    fn receive(&self, inbox: &Receiver<Message>) -> Option<Message> {
        let (Ending::Closing(until) | Ending::Leaving(until)) = self.ending else {
            return inbox.recv().ok();
        };
        inbox.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
    }

    /// The input has ended.
    fn close(&mut self) {
        if self.ending != Ending::Open {
            return;
        }
        match self.jobs.back().map(|job| job.end) {
            Some(End::Never | End::PonderHit) => self.leave(),
            Some(End::Limit) | None => self.ending = Ending::Closing(Instant::now() + GRACE),
            Some(End::Counted) => self.ending = Ending::Closing(Instant::now() + COUNT_GRACE),
        }
    }

    /// Time has run out.
    fn hurry(&mut self) -> Result<(), ProtocolError> {
        match self.ending {
            Ending::Open | Ending::Closing(_) => {
                self.say(&Event::Notice("the input has ended: what is still running is stopped"))?;
                self.stop();
                self.leave();
            }
            Ending::Leaving(_) | Ending::Over => self.ending = Ending::Over,
        }
        Ok(())
    }

    /// Stops all searches and awaits the last outcomes.
    fn leave(&mut self) {
        self.stop_searches();
        let counts = self.jobs.iter().any(|job| job.end == End::Counted && !job.control.is_stopped());
        self.ending = Ending::Leaving(Instant::now() + if counts { COUNT_GRACE } else { PATIENCE });
    }

    fn say(&mut self, event: &Event<'_>) -> Result<(), ProtocolError> {
        let text = self.protocol.write(event);
        self.send(&text)
    }

    /// Writes whole lines at once.
    fn send(&mut self, text: &str) -> Result<(), ProtocolError> {
        for line in text.lines() {
            log::debug!("<< {line}");
        }
        self.output.write_all(text.as_bytes())?;
        self.output.flush()?;
        Ok(())
    }

    fn line(&mut self, at: Instant, line: &Line) -> Result<(), ProtocolError> {
        let Line::Text(text) = line else {
            log::debug!(">> (a line of more than {MAX_LINE} bytes)");
            return self.say(&Event::Notice(&format!("a line of more than {MAX_LINE} bytes is ignored")));
        };
        log::debug!(">> {text}");
        let Reading { faults, command } = self.protocol.read(text);
        for fault in faults.iter().take(MOST_FAULTS) {
            self.say(&Event::Notice(fault))?;
        }
        match command {
            Some(command) => self.obey(at, command),
            None => Ok(()),
        }
    }

    fn obey(&mut self, at: Instant, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Identify => self.say(&Event::Identity)?,
            Command::Ready if !self.jobs.is_empty() => self.say(&Event::Ready)?,
            Command::Ready => {
                self.readies += 1;
                self.worker.assign(Task::Ready);
            }
            Command::Set { name, value } => self.set(&name, value.as_deref())?,
            Command::NewGame => {
                self.game.set_start_position();
                self.worker.assign(Task::Clear);
            }
            Command::Position { start, moves } => self.set_up(start, &moves)?,
            Command::Go(request) => self.go(at, request)?,
            Command::Perft(depth) => {
                let (game, dialect) = (self.game.fork(), self.protocol.dialect());
                self.count(at, |control| Task::Perft { game, depth: depth.min(MAX_PERFT), control, dialect });
            }
            Command::Bench => self.count(at, |_| Task::Benchmark),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => {
                let text = self.protocol.write(&Event::Board(&*self.game));
                self.send(&text)?;
            }
            Command::Quit => self.leave(),
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), ProtocolError> {
        match settings::read_change(name, value, &self.protocol.variants()) {
            Ok(Change::Hash(megabytes)) => self.worker.assign(Task::Hash(megabytes)),
            Ok(Change::Threads(number)) => self.worker.assign(Task::Threads(number)),
            Ok(Change::MultiPv(number)) => self.multipv = number,
            Ok(Change::MoveOverhead(time)) => self.overhead = time,
            Ok(Change::ClearHash) => self.worker.assign(Task::Clear),
            Ok(Change::Nothing) => {}
            Ok(Change::Variant(game)) => {
                // What is known of one game means nothing in another.
                self.worker.assign(Task::Clear);
                self.game = game;
                let text = self.protocol.write(&Event::Variant(&*self.game));
                self.send(&text)?;
            }
            Err(error) => self.say(&Event::Notice(&error.to_string()))?,
        }
        Ok(())
    }

    fn set_up(&mut self, start: Start, moves: &[String]) -> Result<(), ProtocolError> {
        match start {
            Start::Initial => self.game.set_start_position(),
            Start::Text(text, form) => {
                if let Err(error) = self.game.set_position(&text, form) {
                    return self.say(&Event::Notice(&format!("'{text}' is no position: {error}")));
                }
            }
        }
        let dialect = Some(self.protocol.dialect());
        for token in moves {
            if let Err(error) = self.game.push(token, dialect) {
                return self.say(&Event::Notice(&format!("{error}; it and what follows is ignored")));
            }
        }
        Ok(())
    }

    fn go(&mut self, at: Instant, request: Go) -> Result<(), ProtocolError> {
        let mut limits = request.limits;
        limits.multipv = self.multipv;
        limits.overhead = self.overhead;
        limits.search_moves = self.root_moves(&request.search_moves)?;
        if !is_limited(&limits) {
            limits.movetime = Some(UNLIMITED);
        }
        let control = Arc::new(Control::new(at));
        let end = match () {
            () if limits.infinite => End::Never,
            () if limits.ponder => End::PonderHit,
            () => End::Limit,
        };
        let (game, mate) = (self.game.fork().into(), limits.mate.is_some());
        self.start(Job { control: Arc::clone(&control), end, mate }, Task::Search { game, limits, control });
        Ok(())
    }

    /// The bits of the moves to which a search is to be confined; none for all.
    fn root_moves(&mut self, tokens: &[String]) -> Result<Vec<u32>, ProtocolError> {
        let dialect = Some(self.protocol.dialect());
        let mut moves = Vec::new();
        for token in tokens {
            match self.game.find(token, dialect) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.say(&Event::Notice(&error.to_string()))?,
            }
        }
        if moves.is_empty() && !tokens.is_empty() {
            self.say(&Event::Notice("none of the moves to search is legal; searching all"))?;
        }
        Ok(moves)
    }

    /// Starts something that counts and ends by itself.
    fn count(&mut self, at: Instant, task: impl FnOnce(Arc<Control>) -> Task) {
        let control = Arc::new(Control::new(at));
        self.start(Job { control: Arc::clone(&control), end: End::Counted, mate: false }, task(control));
    }

    /// Puts a job behind the others. No search goes on before it: it might never end.
    fn start(&mut self, job: Job, task: Task) {
        self.stop_searches();
        self.jobs.push_back(job);
        self.worker.assign(task);
    }

    fn stop(&self) {
        for job in &self.jobs {
            job.control.stop();
        }
    }

    fn stop_searches(&self) {
        for job in self.jobs.iter().filter(|job| job.end != End::Counted) {
            job.control.stop();
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(job) = self.jobs.back_mut().filter(|job| job.end == End::PonderHit) {
            job.control.ponderhit();
            job.end = End::Limit;
        }
    }

    fn report(&mut self, report: Report) -> Result<(), ProtocolError> {
        let ends = matches!(report, Report::Answer(..) | Report::Leaves { .. } | Report::Benchmark(..));
        let job = if ends { self.jobs.pop_front() } else { None };
        if ends && matches!(self.ending, Ending::Leaving(_)) {
            // A sign of life.
            self.leave();
        }
        match report {
            Report::Ready => {
                self.readies -= 1;
                self.say(&Event::Ready)
            }
            Report::Info(game, info) => self.say(&Event::Info { game: &*game, info: &info }),
            Report::Answer(game, answer) => {
                let mate = job.is_some_and(|job| job.mate);
                self.say(&Event::Answer { game: &*game, answer: &answer, mate })
            }
            Report::Count(of, nodes) => self.say(&Event::Count { of: &of, nodes }),
            Report::Leaves { nodes, complete } => {
                if !complete {
                    self.say(&Event::Notice("the count was stopped before its end"))?;
                }
                self.say(&Event::Leaves(nodes))
            }
            Report::Benchmark(nodes, time) => self.say(&Event::Benchmark { nodes, time }),
            Report::Notice(text) => self.say(&Event::Notice(&text)),
            Report::Gone => Err(ProtocolError::WorkerGone),
        }
    }
}

/// Whether anything but a command ends the search, or an end by command is wanted.
fn is_limited(limits: &Limits) -> bool {
    limits.infinite
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.movetime.is_some()
        || limits.clock.is_some()
}

//! The state machine behind every protocol.
//!
//! Commands are carried out in order, but none waits for a search:
//!
//! - `position` and `show` concern the session's own game, of which a running search has a copy;
//! - options and `new game` reach the worker behind the searches asked for before, so they hold from the next one on;
//! - `go` and counts (perft, the benchmark) stop a running search, whose answer comes first; a count goes on to its end;
//! - `stop` concerns everything that has been asked for, running or not yet begun; `ponderhit` the last search;
//! - `ready` is answered at once during a search that was asked for, behind the move during one for the engine's own move,
//!   otherwise when the worker has done everything asked for;
//! - what changes the game voids what the engine was doing of its own accord (see [`play`]).

mod clock;
mod jobs;
mod play;

pub use clock::{ClockChange, TimeControl};

use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use jobs::{End, Job, Jobs, Purpose};
use play::Player;

use super::command::{Command, Event, Go, Start};
use super::lines::{Line, MAX_LINE};
use super::settings::{self, Change, Setting};
use super::worker::{Report, Task, Worker};
use super::{Message, Protocol, ProtocolError, Reading};
use crate::engine::{self, AnyGame};
use crate::search::{Answer, Control, Limits, Skill};

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
pub struct Session<W: Write> {
    protocol: Box<dyn Protocol>,
    output: BufWriter<W>,
    worker: Worker,
    game: Box<dyn AnyGame>,
    multipv: usize,
    overhead: Duration,
    strength: Strength,
    /// Whether scores come with the chances of each result.
    shows_odds: bool,
    /// The score, in centipawns below 0, at which the engine gives up a game that it plays; `None`: never.
    resign_at: Option<i32>,
    player: Player,
    jobs: Jobs,
    /// Answers to `ready` that the worker still owes.
    readies: usize,
    /// Answers to `ready` that wait for the engine's own move.
    deferred: Vec<u64>,
    ending: Ending,
}

/// How well to play, as far as it is set: there are two scales.
#[derive(Clone, Copy, Default)]
struct Strength {
    skill: Skill,
    elo: Skill,
    /// Whether the second counts.
    limited: bool,
}

impl Strength {
    fn skill(self) -> Skill {
        if self.limited { self.elo } else { self.skill }
    }
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
            output: BufWriter::new(output),
            worker,
            game: engine::new_game(variant).expect("the default variant exists"),
            multipv: Setting::MultiPv.default_number() as usize,
            overhead: Duration::from_millis(Setting::MoveOverhead.default_number().into()),
            strength: Strength::default(),
            shows_odds: false,
            resign_at: None,
            player: Player::default(),
            jobs: Jobs::default(),
            readies: 0,
            deferred: Vec::new(),
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
            let message = first.take().or_else(|| inbox.try_recv().ok());
            if message.is_none() {
                // The reader at the other end is woken once for all lines that come together.
                self.output.flush()?;
            }
            let message = message.or_else(|| self.receive(inbox));
            match message {
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
        Ok(self.output.flush()?)
    }

    /// Lets go of the worker: waits for it, unless it is busy with something that nobody waits for any more.
    pub fn dismiss(self) {
        if self.jobs.are_abandoned() {
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
        match self.jobs.last_end() {
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
                self.jobs.stop();
                self.leave();
            }
            Ending::Leaving(_) | Ending::Over => self.ending = Ending::Over,
        }
        Ok(())
    }

    /// Stops all searches and awaits the last outcomes.
    fn leave(&mut self) {
        self.jobs.stop_searches();
        let patience = if self.jobs.are_counting() { COUNT_GRACE } else { PATIENCE };
        self.ending = Ending::Leaving(Instant::now() + patience);
    }

    fn say(&mut self, event: &Event<'_>) -> Result<(), ProtocolError> {
        let text = self.protocol.write(event);
        self.send(&text)
    }

    /// Writes whole lines, which go out together with others as soon as there is nothing else to do.
    fn send(&mut self, text: &str) -> Result<(), ProtocolError> {
        for line in text.lines() {
            log::debug!("<< {line}");
        }
        Ok(self.output.write_all(text.as_bytes())?)
    }

    fn line(&mut self, at: Instant, line: &Line) -> Result<(), ProtocolError> {
        let Line::Text(text) = line else {
            log::debug!(">> (a line of more than {MAX_LINE} bytes)");
            return self.say(&Event::Fault(&format!("a line of more than {MAX_LINE} bytes is ignored")));
        };
        log::debug!(">> {text}");
        let Reading { faults, reply, commands } = self.protocol.read(text, &*self.game);
        for fault in faults.iter().take(MOST_FAULTS) {
            self.say(&Event::Fault(fault))?;
        }
        if !reply.is_empty() {
            self.send(&reply)?;
        }
        for command in commands {
            self.obey(at, command)?;
        }
        Ok(())
    }

    fn obey(&mut self, at: Instant, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Identify => self.say(&Event::Identity)?,
            Command::Ready(token) => self.ready(token)?,
            Command::Set { name, value } => self.set(&name, value.as_deref())?,
            Command::NewGame => {
                self.game.set_start_position();
                self.game_changed();
                self.worker.assign(Task::Clear);
                self.attend_analysis(at)?;
            }
            Command::Position { start, moves } => {
                self.set_up(start, &moves)?;
                self.game_changed();
                self.attend_analysis(at)?;
            }
            Command::Go(request) => self.go(at, request)?,
            Command::Perft(depth) => {
                let (game, dialect) = (self.game.fork(), self.protocol.dialect());
                self.count(at, |control| Task::Perft { game, depth: depth.min(MAX_PERFT), control, dialect });
            }
            Command::Bench => self.count(at, |_| Task::Benchmark),
            Command::Stop => self.jobs.stop(),
            Command::PonderHit => self.jobs.ponder_hit(),
            Command::MoveNow => self.jobs.move_now(),
            Command::Sit(seat) => self.take_seat(at, seat)?,
            Command::Play(mv) => self.make_move(at, mv)?,
            Command::TakeBack(count) => self.take_back(at, count)?,
            Command::Bar { moves, barred } => self.bar(at, moves, barred)?,
            Command::Clock(change) => self.player.clock.change(change),
            Command::Pondering(on) => self.set_pondering(on),
            Command::DrawOffer => self.draw_offered()?,
            Command::Hint => self.hint()?,
            Command::Progress => self.progress()?,
            Command::Show => {
                let text = self.protocol.write(&Event::Board(&*self.game));
                self.send(&text)?;
            }
            Command::Quit => {
                self.jobs.abandon();
                self.leave();
            }
        }
        Ok(())
    }

    /// Answers `ready` as soon as that is true.
    fn ready(&mut self, token: u64) -> Result<(), ProtocolError> {
        if self.jobs.is_thinking() {
            self.deferred.push(token);
            return Ok(());
        }
        if self.jobs.are_abandoned() {
            self.readies += 1;
            self.worker.assign(Task::Ready(token));
            return Ok(());
        }
        self.say(&Event::Ready(token))
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), ProtocolError> {
        match settings::read_change(name, value, &self.protocol.variants()) {
            Ok(Change::Hash(megabytes)) => self.worker.assign(Task::Hash(megabytes)),
            Ok(Change::Threads(number)) => self.worker.assign(Task::Threads(number)),
            Ok(Change::MultiPv(number)) => self.multipv = number,
            Ok(Change::MoveOverhead(time)) => self.overhead = time,
            Ok(Change::Skill(skill)) => self.strength.skill = skill,
            Ok(Change::LimitStrength(on)) => self.strength.limited = on,
            Ok(Change::Elo(skill)) => self.strength.elo = skill,
            Ok(Change::ShowWdl(on)) => self.shows_odds = on,
            Ok(Change::ResignScore(score)) => self.resign_at = score,
            Ok(Change::ClearHash) => self.worker.assign(Task::Clear),
            Ok(Change::Nothing) => {}
            Ok(Change::Variant(game)) => {
                // What is known of one game means nothing in another.
                self.worker.assign(Task::Clear);
                self.game = game;
                self.game_changed();
                let text = self.protocol.write(&Event::Variant(&*self.game));
                self.send(&text)?;
            }
            Err(error) => self.say(&Event::Fault(&error.to_string()))?,
        }
        Ok(())
    }

    fn set_up(&mut self, start: Start, moves: &[String]) -> Result<(), ProtocolError> {
        match start {
            Start::Initial => self.game.set_start_position(),
            Start::Text(text, form) => {
                if let Err(error) = self.game.set_position(&text, form) {
                    return self.say(&Event::BadPosition(&format!("'{text}' is no position: {error}")));
                }
            }
        }
        let dialect = Some(self.protocol.dialect());
        for token in moves {
            if let Err(error) = self.game.push(token, dialect) {
                return self.say(&Event::Fault(&format!("{error}; it and what follows is ignored")));
            }
        }
        Ok(())
    }

    fn go(&mut self, at: Instant, request: Go) -> Result<(), ProtocolError> {
        let mut limits = request.limits;
        limits.multipv = self.multipv;
        limits.overhead = self.overhead;
        limits.skill = self.strength.skill();
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
        let purpose = Purpose::Answer { mate: limits.mate.is_some() };
        let game = self.game.fork().into();
        self.start(Job { control: Arc::clone(&control), end, purpose }, Task::Search { game, limits, control });
        Ok(())
    }

    /// The bits of the moves to which a search is to be confined; none for all.
    fn root_moves(&mut self, tokens: &[String]) -> Result<Vec<u32>, ProtocolError> {
        let dialect = Some(self.protocol.dialect());
        let mut moves = Vec::new();
        for token in tokens {
            match self.game.find(token, dialect) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.say(&Event::Fault(&error.to_string()))?,
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
        self.start(Job { control: Arc::clone(&control), end: End::Counted, purpose: Purpose::Count }, task(control));
    }

    /// Puts a job behind the others. No search goes on before it: it might never end.
    fn start(&mut self, job: Job, task: Task) {
        self.jobs.stop_searches();
        self.jobs.push(job);
        self.worker.assign(task);
    }

    fn report(&mut self, report: Report) -> Result<(), ProtocolError> {
        let ends = matches!(report, Report::Answer(..) | Report::Leaves { .. } | Report::Benchmark(..));
        let job = if ends { self.jobs.pop() } else { None };
        if ends && matches!(self.ending, Ending::Leaving(_)) {
            // A sign of life.
            self.leave();
        }
        match report {
            Report::Ready(token) => {
                self.readies -= 1;
                self.say(&Event::Ready(token))
            }
            Report::Info(..) if self.jobs.running() == Some(Purpose::Abandoned) => Ok(()),
            Report::Info(game, info) => {
                self.note(&info);
                let odds = self.shows_odds.then(|| game.odds(info.score));
                self.say(&Event::Info { game: &*game, info: &info, odds })
            }
            Report::Answer(game, answer) => self.answer(&*game, &answer, job),
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

    /// A search has ended.
    fn answer(&mut self, game: &dyn AnyGame, answer: &Answer, job: Option<Job>) -> Result<(), ProtocolError> {
        match job.map(|job| job.purpose) {
            Some(Purpose::Answer { mate }) => self.say(&Event::Answer { game, answer, mate }),
            Some(Purpose::Move) => {
                self.own_move(answer)?;
                for token in std::mem::take(&mut self.deferred) {
                    self.say(&Event::Ready(token))?;
                }
                Ok(())
            }
            _ => Ok(()),
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

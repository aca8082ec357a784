//! An engine that plays: started, set up, asked for moves, with its time measured and its faults told apart.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::client::{self, Answer, CannotPlay, Language, Thinking, Turn};
use super::clock::TimeControl;
use super::config::{Engine, Protocol};
use super::fault::{Fault, FaultKind};
use super::process::{self, Heard, Launcher, Process, ProcessError};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;

/// How often a wait looks up to see whether the tournament has been stopped.
const GLANCE: Duration = Duration::from_millis(100);
/// A search without a limit in time may last so many times the patience.
const LONGEST_SEARCH: u32 = 60;
/// Whoever kills an engine from outside, a scheduler that ends a job, say, means the runner, too: so long it is given to find
/// that out, before it calls the engine's end a crash.
const LAST_ORDERS: Duration = Duration::from_secs(1);
/// How long an engine that is no longer needed may take to go by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// Why an engine gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The tournament has been stopped.
    #[error("the tournament has been stopped")]
    Stopped,
}

/// What all engines of a run have in common.
#[derive(Clone, Debug)]
pub struct House {
    /// How engines are started.
    pub launcher: Option<Launcher>,
    /// How long an engine may be silent beyond its time, and how long it may take to start.
    pub patience: Duration,
    /// Whether the tournament has been stopped.
    pub stop: Arc<AtomicBool>,
}

/// What an engine has answered when it was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move as it wrote it; `None` if it resigns.
    pub mv: Option<String>,
    /// When it was asked.
    pub asked: Instant,
    /// When it answered.
    pub answered: Instant,
    /// What it thought.
    pub thinking: Thinking,
}

impl Reply {
    /// The time it took.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.answered.saturating_duration_since(self.asked)
    }
}

/// A running engine.
pub struct Player {
    process: Process,
    language: Box<dyn Language>,
    house: House,
    /// A line that came after it was waited for.
    unheard: Option<(Instant, String)>,
    /// Moves that came when nobody waited for one.
    late: u32,
}

impl Player {
    /// Starts an engine in `protocol` (not necessarily that of its settings, which may be [`Protocol::Auto`]) and sets its options.
    ///
    /// # Errors
    /// It does not start, does not introduce itself, or lacks an option.
    pub fn start(engine: &Engine, protocol: Protocol, house: &House) -> Result<Self, Failure> {
        let patience = house.patience;
        let Some(language) = client::language(protocol) else {
            return Self::probe(engine, house);
        };
        let mut player = Self::greet(engine, language, house, patience)?;
        let lines = player.language.set(&engine.options).map_err(cannot_play)?;
        player.send(&lines)?;
        player.sync()?;
        Ok(player)
    }

    /// Tries the protocols one after the other.
    fn probe(engine: &Engine, house: &House) -> Result<Self, Failure> {
        for protocol in [Protocol::Uci, Protocol::Usi, Protocol::Cecp] {
            match Self::start(engine, protocol, house) {
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Protocol || fault.kind == FaultKind::Crash => {
                    log::info!("{}: no {protocol:?}: {fault}", engine.name);
                }
                result => return result,
            }
        }
        Err(Fault::new(FaultKind::Start, "it answers neither 'uci', nor 'usi', nor 'xboard'").into())
    }

    /// Starts the process and lets it introduce itself.
    fn greet(engine: &Engine, language: Box<dyn Language>, house: &House, patience: Duration) -> Result<Self, Failure> {
        let start = |error| Fault::new(FaultKind::Start, error);
        let process = Process::start(engine, house.launcher.as_ref()).map_err(start)?;
        let house = house.clone();
        let mut player = Self { process, language, house, unheard: None, late: 0 };
        let hello = player.language.greet();
        player.send(&hello)?;
        let deadline = Instant::now() + patience;
        while let Some((_, line)) = player.hear(deadline)? {
            if player.language.introduced(&line) {
                return Ok(player);
            }
        }
        // Old engines of this protocol have nothing to say about themselves.
        if player.language.protocol() == Protocol::Cecp && player.language.identity().name.is_some() {
            return Ok(player);
        }
        let words = format!("no answer to '{}' within {patience:?}", hello[0]);
        Err(player.fault(FaultKind::Protocol, &words))
    }

    /// What it speaks.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.language.protocol()
    }

    /// How it writes moves.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.language.dialect()
    }

    /// Who it says it is.
    #[must_use]
    pub fn identity(&self) -> &client::Identity {
        self.language.identity()
    }

    /// The dialogue since the game began.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.process.dialogue().text()
    }

    /// Takes the number of moves that came when nobody waited for one.
    pub fn take_late(&mut self) -> u32 {
        std::mem::take(&mut self.late)
    }

    /// Whether it can be told of this limit.
    ///
    /// # Errors
    /// Its protocol has no such thing.
    pub fn can_limit(&self, control: &TimeControl) -> Result<(), Failure> {
        self.language.can_limit(control).map_err(cannot_play)
    }

    /// Prepares for a game from the start of `game`, and waits until the engine is ready.
    ///
    /// # Errors
    /// It cannot play the game, or does not answer.
    pub fn new_game(&mut self, game: &dyn AnyGame) -> Result<(), Failure> {
        self.process.dialogue().clear();
        let lines = self.language.new_game(game).map_err(cannot_play)?;
        self.send(&lines)?;
        self.sync()
    }

    /// Waits for a sign of life, and hears everything that was said before it.
    ///
    /// # Errors
    /// None comes.
    pub fn sync(&mut self) -> Result<(), Failure> {
        let Some(line) = self.language.sync() else { return Ok(()) };
        self.send(&[&line])?;
        let deadline = Instant::now() + self.house.patience;
        while let Some((_, heard)) = self.hear(deadline)? {
            match self.language.read(&heard) {
                Answer::Synced => return Ok(()),
                Answer::Move(_) => self.late += 1,
                _ => {}
            }
        }
        let words = format!("no answer to '{line}' within {:?}", self.house.patience);
        Err(self.fault(FaultKind::Stall, &words))
    }

    /// Has it think about its move.
    ///
    /// # Errors
    /// No move comes in time, or something that is none.
    pub fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Failure> {
        let lines = self.language.go(turn).map_err(cannot_play)?;
        self.drain();
        let began = self.process.send(&lines).map_err(|error| self.broken(&error))?;
        let mover = turn.game.turn();
        let allowance = turn.clocks[mover.index()].allowance();
        loop {
            let deadline = self.deadline(began, allowance);
            let Some((at, line)) = self.hear(deadline)? else {
                // A line of thinking may have put the end off.
                if self.deadline(began, allowance) > deadline {
                    continue;
                }
                return Err(self.overdue(began, allowance.is_some()));
            };
            let mv = match self.language.read(&line) {
                Answer::Move(text) => Some(text),
                Answer::Resign => None,
                Answer::Claim(claim) if claim.starts_with(loss(mover)) => None,
                Answer::Claim(_) => return Err(self.fault(FaultKind::IllegalMove, &format!("'{line}' is no move"))),
                Answer::Refusal(_) => return Err(self.fault(FaultKind::Protocol, &format!("it refuses: '{line}'"))),
                Answer::Synced | Answer::Other => continue,
            };
            let thinking = self.language.thinking(&self.process.dialogue().thought());
            return Ok(Reply { mv, asked: began, answered: at, thinking });
        }
    }

    /// What it has thought about its last move, line by line, and the moves of each line as it writes them.
    #[must_use]
    pub fn thoughts(&self) -> Vec<(Thinking, Vec<String>)> {
        let read = |line: &String| (self.language.thinking(line), self.language.best_line(line));
        self.process.dialogue().thoughts().iter().map(read).collect()
    }

    /// When the move that was asked for at `began` is overdue. Where time does not matter, silence does: an engine that says
    /// what it thinks may go on, but not for ever.
    fn deadline(&self, began: Instant, allowance: Option<Duration>) -> Instant {
        let patience = self.house.patience;
        let silent = || self.process.dialogue().last_thought().max(began) + patience;
        allowance.map_or_else(|| silent().min(began + patience * LONGEST_SEARCH), |time| began + time)
    }

    /// Hears what nobody asked for.
    fn drain(&mut self) {
        let now = Instant::now();
        while let Heard::Line { at, text } = self.process.hear(now) {
            if let Answer::Move(_) = self.language.read(&text) {
                self.late += 1;
            }
            // It may never stop talking.
            if at > now + GLANCE {
                return;
            }
        }
    }

    /// The fault of an engine that has not moved in time: it is told to, and what it does then decides.
    fn overdue(&mut self, began: Instant, timed: bool) -> Failure {
        let stop = self.language.stop();
        if let Err(failure) = self.send(&[stop]) {
            return failure;
        }
        let deadline = Instant::now() + self.house.patience;
        loop {
            match self.hear(deadline) {
                Err(failure) => return failure,
                Ok(None) => {
                    let words = format!("no move within {:.3} s, nor after '{stop}'", began.elapsed().as_secs_f64());
                    return self.fault(FaultKind::Stall, &words);
                }
                Ok(Some((at, line))) => {
                    if !matches!(self.language.read(&line), Answer::Move(_) | Answer::Resign) {
                        continue;
                    }
                    let seconds = at.saturating_duration_since(began).as_secs_f64();
                    let kind = if timed { FaultKind::Time } else { FaultKind::Stall };
                    return self.fault(kind, &format!("'{line}' came after {seconds:.3} s"));
                }
            }
        }
    }

    /// Tells it how the game ended for it. Whether it hears that does not matter.
    pub fn game_over(&mut self, outcome: Option<Outcome>, white: bool) {
        let lines = self.language.game_over(outcome, white);
        if !lines.is_empty() {
            let _ = self.send(&lines);
        }
    }

    /// Lets it go.
    pub fn quit(mut self) {
        // If it does not hear that, it is killed.
        let _ = self.process.send(&["quit"]);
        self.process.end(FAREWELL);
    }

    /// Says something that means nothing, and waits for a sign of life.
    ///
    /// # Errors
    /// None comes.
    pub fn nonsense(&mut self) -> Result<(), Failure> {
        self.send(&["xyzzy"])?;
        self.sync()
    }

    /// Lets it go; whether it goes by itself within this time.
    #[must_use]
    pub fn leaves(mut self, patience: Duration) -> bool {
        let told = self.process.send(&["quit"]).is_ok();
        let ended = self.process.end(patience);
        told && ended.is_some_and(|status| status.code().is_some())
    }

    fn send<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<(), Failure> {
        self.process.send(lines).map(drop).map_err(|error| self.broken(&error))
    }

    /// The next line that comes before `deadline`, if any does.
    fn hear(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, Failure> {
        loop {
            if self.house.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            let now = Instant::now();
            let heard = match self.unheard.take() {
                Some((at, text)) => Heard::Line { at, text },
                None => self.process.hear(deadline.min(now + GLANCE)),
            };
            match heard {
                // What has arrived in time counts, however late the runner looks at it.
                Heard::Line { at, text } if at > deadline => {
                    self.unheard = Some((at, text));
                    return Ok(None);
                }
                Heard::Line { at, text } => return Ok(Some((at, text))),
                Heard::Silence if now >= deadline => return Ok(None),
                Heard::Silence => {}
                Heard::Closed => {
                    let status = self.process.end(Duration::ZERO);
                    if status.is_some_and(process::was_killed) && self.is_stopped_within(LAST_ORDERS) {
                        return Err(Failure::Stopped);
                    }
                    let status = status.map_or_else(|| "unknown".to_owned(), |status| status.to_string());
                    return Err(self.fault(FaultKind::Crash, &format!("it has ended ({status})")));
                }
            }
        }
    }

    /// Whether the tournament is stopped within this time.
    fn is_stopped_within(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        while !self.house.stop.load(Ordering::Relaxed) && Instant::now() < deadline {
            thread::sleep(patience / 20);
        }
        self.house.stop.load(Ordering::Relaxed)
    }

    /// The failure of an engine that cannot be written to. It has probably ended; then that is the fault.
    fn broken(&mut self, error: &ProcessError) -> Failure {
        if let ProcessError::TooLong(_) = error {
            return self.fault(FaultKind::Protocol, &error.to_string());
        }
        let deadline = Instant::now() + self.house.patience;
        loop {
            match self.hear(deadline) {
                Ok(Some(_)) => {}
                Ok(None) => return self.fault(FaultKind::Crash, &error.to_string()),
                Err(failure) => return failure,
            }
        }
    }

    /// A fault, with the engine's last words if it has said anything.
    fn fault(&self, kind: FaultKind, words: &str) -> Failure {
        let last = self.process.dialogue().last_words(3);
        let last = if last.is_empty() { String::new() } else { format!("; its last words: {}", last.join(" | ")) };
        Fault::new(kind, format!("{words}{last}")).into()
    }
}

fn cannot_play(why: CannotPlay) -> Failure {
    Fault::new(FaultKind::Start, why).into()
}

/// How the loss of a side is written.
const fn loss(side: Color) -> &'static str {
    match side {
        Color::White => "0-1",
        Color::Black => "1-0",
    }
}

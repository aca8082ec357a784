//! How the engine takes part in a game: it plays a side, or analyses whatever is on the board, without being asked again for
//! each search. Protocols in which every search is asked for leave the [`Role`] alone.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use super::clock::GameClock;
use super::jobs::{End, Job, Purpose};
use super::{Session, UNLIMITED, is_limited};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::protocol::ProtocolError;
use crate::protocol::command::{Event, Mover, Seat};
use crate::protocol::worker::Task;
use crate::search::{Answer, Control, Info, Limits, Score};

/// An offered draw is taken if the engine's last score is not better than this, in centipawns, ...
const DRAWN: i32 = 0;
/// ... and so many plies have been played: early on, a score says little.
const DRAWN_PLIES: usize = 40;
/// Or if the last score, in centipawns, is as bad as this.
const LOSING: i32 = -100;

/// What the engine does of its own accord.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    #[default]
    Nobody,
    /// It makes the moves of a side.
    Plays(Color),
    /// It searches every position, and moves nothing.
    Analyst,
}

/// The engine as one who takes part.
#[derive(Default)]
pub struct Player {
    role: Role,
    /// Whether it thinks on the other side's time.
    pub ponders: bool,
    /// The clock under which it moves.
    pub clock: GameClock,
    /// Moves that it shall not make in the current position.
    excluded: Vec<u32>,
    /// The other side has offered a draw, to which nothing has been said.
    draw_offered: bool,
    /// How its last move was thought of.
    last_score: Option<Score>,
    /// The move that it expects.
    expected: Option<u32>,
    /// What the running search has found last.
    latest: Option<Info>,
}

impl<W: Write> Session<W> {
    /// Gives the engine its part in the game.
    pub(super) fn take_seat(&mut self, at: Instant, seat: Seat) -> Result<(), ProtocolError> {
        let turn = self.game.turn();
        self.player.role = match seat {
            Seat::Nobody => Role::Nobody,
            Seat::Mover => Role::Plays(turn),
            Seat::Waiter => Role::Plays(!turn),
            Seat::Analyst => Role::Analyst,
        };
        self.attend(at)
    }

    /// The position is another: what the engine did with the last one is void.
    pub(super) fn game_changed(&mut self) {
        self.jobs.abandon();
        self.player.excluded.clear();
        self.player.expected = None;
    }

    /// Makes a move for the other side, or for both if the engine plays none.
    pub(super) fn make_move(&mut self, at: Instant, mv: u32) -> Result<(), ProtocolError> {
        if self.jobs.is_thinking() {
            return self.say(&Event::Fault("it is the engine's move"));
        }
        let before = self.game.fork();
        if !self.game.play(mv) {
            return self.say(&Event::Fault("no legal move"));
        }
        let plays = matches!(self.player.role, Role::Plays(_));
        let mover = if plays { Mover::Opponent } else { Mover::Everybody };
        self.say(&Event::Moved { before: &*before, mv, mover })?;
        if self.jobs.last() == Some(Purpose::Ponder(mv)) && self.game.outcome().is_none() {
            self.jobs.ponder_hit();
            return Ok(());
        }
        self.game_changed();
        self.attend(at)
    }

    /// Takes moves back.
    pub(super) fn take_back(&mut self, at: Instant, count: usize) -> Result<(), ProtocolError> {
        self.game_changed();
        for _ in 0..count {
            if !self.game.undo() {
                self.say(&Event::Fault("there is no move to take back"))?;
                break;
            }
        }
        self.attend_analysis(at)
    }

    /// Bars moves from the current position's search, or admits them again.
    pub(super) fn bar(&mut self, at: Instant, moves: Vec<u32>, barred: bool) -> Result<(), ProtocolError> {
        if barred {
            self.player.excluded.extend(moves);
        } else {
            self.player.excluded.retain(|mv| !moves.contains(mv));
        }
        self.attend_analysis(at)
    }

    /// Starts the analysis of the current position, if the engine analyses.
    pub(super) fn attend_analysis(&mut self, at: Instant) -> Result<(), ProtocolError> {
        if self.player.role == Role::Analyst { self.attend(at) } else { Ok(()) }
    }

    /// Does what the engine's part asks for in the current position.
    fn attend(&mut self, at: Instant) -> Result<(), ProtocolError> {
        self.jobs.abandon();
        match self.player.role {
            Role::Nobody => Ok(()),
            Role::Analyst => {
                let limits = Limits { infinite: true, ..Limits::default() };
                self.search(at, self.game.fork(), limits, Purpose::Analysis);
                Ok(())
            }
            Role::Plays(color) => {
                if self.say_outcome()? || self.game.turn() != color {
                    return Ok(());
                }
                let limits = self.player.clock.limits(color);
                self.search(at, self.game.fork(), limits, Purpose::Move);
                Ok(())
            }
        }
    }

    fn search(&mut self, at: Instant, game: Box<dyn AnyGame>, mut limits: Limits, purpose: Purpose) {
        limits.multipv = if purpose == Purpose::Analysis { self.multipv } else { 1 };
        limits.overhead = self.overhead;
        limits.skill = self.strength.skill();
        if !is_limited(&limits) {
            limits.movetime = Some(UNLIMITED);
        }
        if !self.player.excluded.is_empty() && !matches!(purpose, Purpose::Ponder(_)) {
            limits.search_moves = game.moves();
            limits.search_moves.retain(|mv| !self.player.excluded.contains(mv));
            if limits.search_moves.is_empty() {
                // With nothing to choose from, waiting for the next word is all there is to do.
                return;
            }
        }
        let control = Arc::new(Control::new(at));
        let end = match purpose {
            Purpose::Analysis => End::Never,
            Purpose::Ponder(_) => End::PonderHit,
            _ => End::Limit,
        };
        self.player.latest = None;
        let task = Task::Search { game: game.into(), limits, control: Arc::clone(&control) };
        self.start(Job { control, end, purpose }, task);
    }

    /// Says how the game has ended; false if it has not.
    fn say_outcome(&mut self) -> Result<bool, ProtocolError> {
        let Some(outcome) = self.game.outcome() else {
            return Ok(false);
        };
        self.say(&Event::Over(outcome))?;
        Ok(true)
    }

    /// Makes the move that the engine has found for itself.
    pub(super) fn own_move(&mut self, answer: &Answer) -> Result<(), ProtocolError> {
        let Some(mv) = answer.best else {
            return Ok(());
        };
        let score = answer.info.as_ref().map(|info| info.score);
        self.player.last_score = score;
        if self.resigns(score) {
            self.player.role = Role::Nobody;
            return self.say(&Event::Resigned);
        }
        let before = self.game.fork();
        if !self.game.play(mv) {
            log::error!("the search has found a move that is not legal");
            return Ok(());
        }
        self.say(&Event::Moved { before: &*before, mv, mover: Mover::Engine })?;
        self.player.clock.moved(answer.time);
        self.player.excluded.clear();
        self.answer_draw_offer()?;
        self.player.expected = answer.ponder;
        if !self.say_outcome()? && self.player.ponders {
            self.ponder(answer.ponder);
        }
        Ok(())
    }

    /// Whether a search that ends in `score` is enough to give up.
    fn resigns(&self, score: Option<Score>) -> bool {
        let Some(limit) = self.resign_at else {
            return false;
        };
        match score {
            Some(Score::Cp(centipawns)) => centipawns <= -limit,
            Some(Score::Mate(plies)) => plies <= 0,
            None => false,
        }
    }

    /// Thinks about the position after `reply` until the other side moves.
    fn ponder(&mut self, reply: Option<u32>) {
        let Role::Plays(color) = self.player.role else {
            return;
        };
        let mut game = self.game.fork();
        if let Some(mv) = reply.filter(|&mv| game.play(mv)).filter(|_| game.outcome().is_none()) {
            let limits = Limits { ponder: true, ..self.player.clock.limits(color) };
            self.search(Instant::now(), game, limits, Purpose::Ponder(mv));
        }
    }

    /// Switches thinking on the other side's time on or off.
    pub(super) fn set_pondering(&mut self, on: bool) {
        self.player.ponders = on;
        if !on && matches!(self.jobs.last(), Some(Purpose::Ponder(_))) {
            self.jobs.abandon();
        }
    }

    /// The other side offers a draw. What is said to it may have to wait for the running search.
    pub(super) fn draw_offered(&mut self) -> Result<(), ProtocolError> {
        if !matches!(self.player.role, Role::Plays(_)) {
            return Ok(());
        }
        self.player.draw_offered = true;
        if self.jobs.is_thinking() { Ok(()) } else { self.answer_draw_offer() }
    }

    fn answer_draw_offer(&mut self) -> Result<(), ProtocolError> {
        if !std::mem::take(&mut self.player.draw_offered) {
            return Ok(());
        }
        let late = self.game.ply_count() >= DRAWN_PLIES;
        let accepts = match self.player.last_score {
            Some(Score::Cp(centipawns)) => centipawns <= LOSING || centipawns <= DRAWN && late,
            Some(Score::Mate(plies)) => plies <= 0,
            None => false,
        };
        if accepts { self.say(&Event::DrawAccepted) } else { Ok(()) }
    }

    /// Tells the move that the engine expects, if it expects one.
    pub(super) fn hint(&mut self) -> Result<(), ProtocolError> {
        let Some(mv) = self.player.expected.filter(|mv| self.game.moves().contains(mv)) else {
            return Ok(());
        };
        let text = self.protocol.write(&Event::Hint { game: &*self.game, mv });
        self.send(&text)
    }

    /// Remembers what the running search has found.
    pub(super) fn note(&mut self, info: &Info) {
        self.player.latest = Some(info.clone());
    }

    /// Tells how far the running analysis is.
    pub(super) fn progress(&mut self) -> Result<(), ProtocolError> {
        let Some(info) = self.player.latest.take() else {
            return Ok(());
        };
        let said = self.say(&Event::Progress { info: &info, moves: self.game.moves().len() });
        self.player.latest = Some(info);
        said
    }
}

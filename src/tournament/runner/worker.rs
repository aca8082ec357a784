//! A thread that plays one game after the other, and the engines that it keeps.

use std::thread;

use super::super::config::{Config, Engine, Restart};
use super::super::fault::{Fault, FaultKind};
use super::super::game_loop::{self, Board};
use super::super::player::{Failure, House, Player};
use super::super::record::GameRecord;
use super::desk::{Desk, Job};
use super::roll_call::Entrant;
use crate::engine;

/// So many failed attempts to start an engine are bad luck; one more is a reason to stop.
const ATTEMPTS: u32 = 3;

/// Plays games until there are no more for this place.
pub(super) fn work(desk: &Desk<'_>, place: usize, config: &Config, house: &House, entrants: &[Entrant]) {
    // Engines go first: whoever is told that this thread has gone relies on that.
    let _seat = Seat { desk, place };
    let mut cast = Cast { config, house, entrants, players: Vec::new() };
    while let Some(job) = desk.take(place) {
        match cast.play(&job) {
            Ok((record, dialogues)) => desk.finish(&job.planned, record, dialogues),
            Err((engine, failure)) => {
                desk.fail(engine, failure);
                break;
            }
        }
    }
    cast.dismiss(|_| false);
}

/// A thread's place at the desk, which it leaves whatever happens to it.
struct Seat<'a, 'b> {
    desk: &'a Desk<'b>,
    place: usize,
}

impl Drop for Seat<'_, '_> {
    fn drop(&mut self) {
        self.desk.leave(self.place, thread::panicking());
    }
}

/// The engines of a thread.
struct Cast<'a> {
    config: &'a Config,
    house: &'a House,
    entrants: &'a [Entrant],
    /// Running engines by their index.
    players: Vec<(usize, Player)>,
}

/// A record, and the dialogues with both sides if they are to be kept.
type Played = (GameRecord, Option<[String; 2]>);

impl Cast<'_> {
    /// Plays a game; the error says which engine cannot play.
    fn play(&mut self, job: &Job) -> Result<Played, (String, Failure)> {
        let sides = [job.planned.white, job.planned.black];
        let engines = sides.map(|side| &self.config.engines[side]);
        let Config { rules, means, .. } = self.config;
        let variant = &rules.variants[job.planned.variant];
        let unknown = || Fault::new(FaultKind::Start, format!("there is no rule set '{variant}'"));
        let game = engine::new_game(variant).ok_or_else(|| (engines[0].name.clone(), unknown().into()))?;
        let clock = |engine: &Engine| engine.clock.clone().unwrap_or_else(|| rules.clock.clone());
        let (opening, clocks) = (&job.opening, engines.map(clock));
        let names = engines.map(|engine| engine.name.as_str());
        let board = Board { game, opening, clocks, names };
        if job.absent.contains(&true) {
            let record = game_loop::forfeit(board, job.absent, rules);
            return record.map(|record| (record, None)).map_err(|failure| (names.join("' or '"), failure));
        }
        self.dismiss(|engine| sides.contains(&engine));
        for side in sides {
            self.engage(side).map_err(|failure| (self.config.engines[side].name.clone(), failure))?;
        }
        let [white, black] = self.pair(sides).ok_or_else(|| (engines[0].name.clone(), unknown().into()))?;
        let played = game_loop::play(board, [&mut *white, &mut *black], rules);
        let record = played.map_err(|failure| (names.join("' or '"), failure))?;
        let kept = record.fault.is_some() || record.late != [0, 0] || means.keep_dialogue;
        let dialogues = kept.then(|| [white.transcript(), black.transcript()]);
        self.part(&record);
        Ok((record, dialogues))
    }

    /// Starts an engine if it does not run yet.
    fn engage(&mut self, side: usize) -> Result<(), Failure> {
        if self.players.iter().any(|&(known, _)| known == side) {
            return Ok(());
        }
        let engine = &self.config.engines[side];
        let mut attempt = 1;
        loop {
            match Player::start(engine, self.entrants[side].protocol, self.house) {
                Ok(player) => {
                    self.players.push((side, player));
                    return Ok(());
                }
                Err(Failure::Fault(fault)) if attempt < ATTEMPTS => log::warn!("{}: {fault}", engine.name),
                Err(failure) => return Err(failure),
            }
            attempt += 1;
        }
    }

    /// The two players of a game.
    fn pair(&mut self, [white, black]: [usize; 2]) -> Option<[&mut Player; 2]> {
        let (mut found_white, mut found_black) = (None, None);
        for (side, player) in &mut self.players {
            if *side == white {
                found_white = Some(player);
            } else if *side == black {
                found_black = Some(player);
            }
        }
        Some([found_white?, found_black?])
    }

    /// Lets engines go that must be started anew.
    fn part(&mut self, record: &GameRecord) {
        let engines = &self.config.engines;
        let faulty = record.fault.as_ref().map(|fault| fault.engine.as_str());
        self.dismiss(|engine| engines[engine].restart != Restart::Always && faulty != Some(&engines[engine].name));
    }

    /// Lets the engines go that are not to be kept.
    fn dismiss(&mut self, keep: impl Fn(usize) -> bool) {
        let (kept, gone) = std::mem::take(&mut self.players).into_iter().partition(|(engine, _)| keep(*engine));
        self.players = kept;
        let gone: Vec<(usize, Player)> = gone;
        for (_, player) in gone {
            player.quit();
        }
    }
}

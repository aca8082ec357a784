//! Does an engine keep to its protocol? A walk in numbered steps, each of which the runner relies on.

use std::time::{Duration, Instant};

use super::client::{Thinking, Turn};
use super::clock::{Clock, TimeControl};
use super::config::{Engine, Protocol};
use super::fault::{Fault, FaultKind};
use super::player::{Failure, House, Player, Reply};
use crate::engine::{self, AnyGame};
use crate::notation::Dialect;

/// The time of the step that limits it.
const MOVETIME: Duration = Duration::from_millis(200);
/// By how much the engine may exceed it.
const MARGIN: Duration = Duration::from_millis(300);
/// Moves that the engine makes in a row.
const MOVES: usize = 6;

/// A step of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1.
    pub number: u32,
    /// What is asked of the engine.
    pub what: String,
    /// What it did: what is right about it, or what is wrong.
    pub outcome: Result<String, String>,
}

/// Walks an engine through its protocol, and gives each step to `report`; whether all were right. A step that the others need
/// ends the walk if it goes wrong.
///
/// # Errors
/// The walk was stopped from outside.
pub fn check(
    engine: &Engine,
    variants: &[String],
    house: &House,
    report: &mut dyn FnMut(&Step),
) -> Result<bool, Failure> {
    let mut walk = Walk { steps: 0, good: true, report };
    let began = Instant::now();
    let started = Player::start(engine, engine.protocol, house).map(|player| {
        let name = player.identity().name.clone().unwrap_or_else(|| "no name".to_owned());
        let words = format!("{:?}, {name}, in {} ms", player.protocol(), began.elapsed().as_millis());
        (player, words)
    });
    let Some(mut player) = walk.step("starts, introduces itself, takes its options and is ready", started)? else {
        return Ok(false);
    };
    for variant in variants {
        let Some(game) = engine::new_game(variant) else { continue };
        walk.game(&mut player, game, variant)?;
        if !walk.good {
            return Ok(false);
        }
    }
    let nonsense = player.nonsense().map(|()| ((), "it still answers".to_owned()));
    walk.step("bears a line that means nothing", nonsense)?;
    let stays = || Fault::new(FaultKind::Protocol, "it had to be killed").into();
    let left = player.leaves(Duration::from_secs(1)).then(|| ((), String::new())).ok_or_else(stays);
    walk.step("goes when it is told to, within a second", left)?;
    Ok(walk.good)
}

struct Walk<'a> {
    steps: u32,
    good: bool,
    report: &'a mut dyn FnMut(&Step),
}

impl Walk<'_> {
    /// Reports a step; what came of it, if it was right.
    fn step<T>(&mut self, what: &str, outcome: Result<(T, String), Failure>) -> Result<Option<T>, Failure> {
        self.steps += 1;
        let (value, outcome) = match outcome {
            Ok((value, words)) => (Some(value), Ok(words)),
            Err(Failure::Fault(fault)) => (None, Err(fault.to_string())),
            Err(Failure::Stopped) => return Err(Failure::Stopped),
        };
        self.good &= outcome.is_ok();
        (self.report)(&Step { number: self.steps, what: what.to_owned(), outcome });
        Ok(value)
    }

    /// The steps of one rule set.
    fn game(&mut self, player: &mut Player, mut game: Box<dyn AnyGame>, variant: &str) -> Result<(), Failure> {
        let ready = player.new_game(&*game).map(|()| ((), String::new()));
        if self.step(&format!("{variant}: is ready for a game"), ready)?.is_none() {
            return Ok(());
        }
        // Every protocol can limit plies.
        let depth = TimeControl { depth: Some(3), ..TimeControl::default() };
        let moves = play(player, &mut *game, &depth, MOVES).map(|(moves, thinking)| {
            let said = if thinking.score.is_some() { "" } else { ", without a score" };
            ((), format!("{}{said}", moves.join(" ")))
        });
        if self.step(&format!("{variant}: makes legal moves for both sides"), moves)?.is_none() {
            return Ok(());
        }
        game.set_start_position();
        let again = player.new_game(&*game).and_then(|()| {
            let control = TimeControl { movetime: Some(MOVETIME), margin: MARGIN, ..TimeControl::default() };
            let began = Instant::now();
            play(player, &mut *game, &control, 1)?;
            Ok(((), format!("{} ms of {}", began.elapsed().as_millis(), MOVETIME.as_millis())))
        });
        self.step(&format!("{variant}: begins another game, and keeps to a time for its move"), again)?;
        if player.protocol() != Protocol::Cecp {
            let nodes = TimeControl { nodes: Some(1000), ..TimeControl::default() };
            let limited = play(player, &mut *game, &nodes, 1).map(|(_, thinking)| {
                (
                    (),
                    thinking
                        .nodes
                        .map_or_else(|| "it does not say how many".to_owned(), |nodes| format!("{nodes} of 1000")),
                )
            });
            self.step(&format!("{variant}: keeps to a number of nodes"), limited)?;
        }
        Ok(())
    }
}

/// Has the engine make so many moves, or fewer if the game ends.
fn play(
    player: &mut Player,
    game: &mut dyn AnyGame,
    control: &TimeControl,
    count: usize,
) -> Result<(Vec<String>, Thinking), Failure> {
    let mut made = Vec::new();
    let mut last = Thinking::default();
    let clocks = [Clock::new(control), Clock::new(control)];
    while made.len() < count && game.outcome().is_none() {
        let told = game.history(player.dialect());
        let turn = Turn { game, start: None, moves: &told, clocks: &clocks };
        let Reply { mv, thinking, .. } = player.think(&turn)?;
        let Some(mv) = mv else {
            return Err(Fault::new(FaultKind::IllegalMove, "it resigns").into());
        };
        if let Err(error) = game.push(&mv, Some(player.dialect())) {
            return Err(Fault::new(FaultKind::IllegalMove, format!("{error}: {}", game.fen())).into());
        }
        made.extend(game.last_move_text(Dialect::Uci));
        last = thinking;
    }
    Ok((made, last))
}

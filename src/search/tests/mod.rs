//! Tests of the search as a whole.

mod behaviour;
mod minimax;
mod values;

use std::time::Instant;

use super::{Answer, Brain, Control, Info, Limits, Reporter, search};
use crate::game::Game;
use crate::notation::{Form, read_position};
use crate::rules::Position;

/// Keeps all reports, without the times, which differ from run to run.
#[derive(Default)]
struct Record(Vec<Info>);

impl Reporter for Record {
    fn info(&mut self, info: &Info) {
        self.0.push(Info { time: std::time::Duration::ZERO, ..info.clone() });
    }
}

fn position<P: Position>(fen: &str) -> P {
    read_position(fen, Form::Fen).expect("a position")
}

fn start<P: Position>() -> Game<P> {
    Game::new(position(P::SPEC.start))
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches with a new brain of one thread.
fn answer<P: Position>(game: &Game<P>, limits: &Limits) -> Answer {
    search(game, &mut Brain::new(1, 1), limits, &Control::new(Instant::now()), &mut super::Mute)
}

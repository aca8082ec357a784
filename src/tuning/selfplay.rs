//! Games of the engine against itself, and what can be learnt from their positions.

use std::time::Instant;

use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{Plan, Progress};
use crate::board::Color;
use crate::engine::start_position;
use crate::eval::{Features, features};
use crate::game::Game;
use crate::rules::weights::Weights;
use crate::rules::{GameMove, Position};
use crate::search::{self, Brain, Control, Limits, Mute, Score};

/// Random plies at the start of a game: at least, and at most.
const OPENING: (u32, u32) = (2, 9);
/// A game is drawn after so many plies.
const LONGEST: u32 = 300;
/// A game is won with a score of so many centipawns.
const WON: i32 = 2_000;
/// Positions with a greater score teach nothing, in centipawns.
const CLEAR: i32 = 1_500;
/// The largest table of a player, in MiB.
const HASH: usize = 4;

/// A quiet position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub features: Features,
    /// What White can expect, from 0 to 1: the mean of the result and of what the search thought.
    pub target: f32,
}

/// The chance to win that a score in centipawns means.
pub(super) fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// Plays the games of a generation and returns what can be learnt from them.
pub(super) fn samples<P: Position>(
    plan: &Plan,
    seed: u64,
    weights: &'static Weights,
    progress: &dyn Progress,
) -> Vec<Sample> {
    let games = (0..plan.games).into_par_iter().map_init(
        || {
            let mut brain = Brain::for_short_searches(plan.nodes * 8, HASH);
            brain.set_weights(weights);
            brain
        },
        |brain, nth| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(nth.into());
            let samples = play::<P>(plan.nodes, brain, &mut random);
            progress.game();
            samples
        },
    );
    games.flatten_iter().collect()
}

/// Plays a game.
fn play<P: Position>(nodes: u64, brain: &mut Brain, random: &mut ChaCha8Rng) -> Vec<Sample> {
    brain.clear();
    let mut game = opening::<P>(random);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut quiet = Vec::new();
    let mut winner = None;
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            winner = outcome.winner;
            break;
        }
        let answer = search::search(&game, brain, &limits, &Control::new(Instant::now()), &mut Mute);
        let (Some(best), Some(info)) = (answer.best, answer.info) else { break };
        let position = game.position();
        let turn = position.turn();
        let score = match info.score {
            Score::Cp(score) => score,
            Score::Mate(plies) => plies.signum() * 2 * WON,
        };
        if score.abs() >= WON {
            winner = Some(if score > 0 { turn } else { !turn });
            break;
        }
        let mv = P::Move::from_bits(best);
        if score.abs() < CLEAR && !position.in_danger() && mv.facts().captured.is_none() {
            quiet.push((features(position), if turn == Color::White { score } else { -score }));
        }
        game.push(mv);
    }
    let result = winner.map_or(0.5, |winner| if winner == Color::White { 1.0 } else { 0.0 });
    let scale = P::EVAL.win_rate.scale;
    let target = |score: i32| f64::midpoint(result, chance(score.into(), scale)) as f32;
    quiet.into_iter().map(|(features, score)| Sample { features, target: target(score) }).collect()
}

/// A game some random moves after its start that is not over.
fn opening<P: Position>(random: &mut ChaCha8Rng) -> Game<P> {
    loop {
        let mut game = Game::new(start_position::<P>());
        for _ in 0..random.random_range(OPENING.0..=OPENING.1) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(moves[random.random_range(0..moves.len())]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

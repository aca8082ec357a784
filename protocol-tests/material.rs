//! Games against a plain opponent: alpha-beta to a depth of four plies, material only, in a tenth of its time.
//!
//! A few games of every rule set run with the other tests, with so many nodes a move instead, so that they are the same
//! everywhere. The long run prints what the engine scores, and what time each took:
//!
//! ```sh
//! MATERIAL_GAMES=100 cargo test --release --test material -- --ignored --nocapture
//! ```

use std::time::{Duration, Instant};

use bonsai::board::{Color, Silent};
use bonsai::engine::start_position;
use bonsai::game::Game;
use bonsai::rules::{GameMove, Position};
use bonsai::search::{Brain, Control, Limits, Mute, search};
use bonsai::variants::{self, SPECS, Visitor};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plies that the opponent looks ahead.
const DEPTH: u32 = 4;
/// Random plies at the start of a game.
const OPENING: u32 = 6;
/// A game that is longer than this many plies is drawn.
const LONGEST: u32 = 300;
/// What a lost game is worth, in centipawns.
const LOST: i32 = -1_000_000;

/// The material of the side to move less that of the other, in centipawns.
fn material<P: Position>(position: &P) -> i32 {
    let worth = |color: Color| -> i32 {
        let of_kind = |kind: bonsai::board::Kind| {
            let (board, hand) = (P::EVAL.board[kind.index()], P::EVAL.hand[kind.index()]);
            board * position.pieces(color, kind).count() as i32 + hand * position.held(color, kind) as i32
        };
        P::SPEC.kinds().map(of_kind).sum()
    };
    worth(position.turn()) - worth(!position.turn())
}

/// The value of a position, and the best move, as far as it lies between `alpha` and `beta`.
fn alpha_beta<P: Position>(position: &P, depth: u32, mut alpha: i32, beta: i32) -> (i32, Option<P::Move>) {
    let lost = LOST - depth as i32;
    let value_of =
        |winner: Option<Color>| winner.map_or(0, |winner| if winner == position.turn() { -lost } else { lost });
    if let Some(outcome) = position.decided() {
        return (value_of(outcome.winner), None);
    }
    if depth == 0 {
        return (material(position), None);
    }
    let mut best = None;
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play(mv, &mut Silent);
        let value = -alpha_beta(&next, depth - 1, -beta, -alpha).0;
        if best.is_none() || value > alpha {
            best = Some(mv);
        }
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    if best.is_none() { (value_of(position.stuck().winner), None) } else { (alpha, best) }
}

/// What a match came to.
#[derive(Default)]
struct Score {
    /// Our points, two for a win.
    points: usize,
    games: usize,
    /// The time that we took, and the opponent.
    time: [Duration; 2],
}

struct Match {
    games: usize,
    /// Nodes for each of our moves; without, we have a tenth of the time that the opponent took.
    nodes: Option<u64>,
}

impl Visitor for Match {
    type Output = Score;

    fn visit<P: Position>(self) -> Score {
        let mut score = Score::default();
        let mut brain = Brain::new(4, 1);
        for nth in 0..self.games {
            // The two games of a pair begin alike.
            let mut random = ChaCha8Rng::seed_from_u64(nth as u64 / 2);
            let us = if nth.is_multiple_of(2) { Color::White } else { Color::Black };
            let winner = play::<P>(us, self.nodes, &mut brain, &mut random, &mut score.time);
            score.points += winner.map_or(1, |winner| if winner == us { 2 } else { 0 });
            score.games += 1;
        }
        score
    }
}

/// A game after some random moves that do not end it.
fn opening<P: Position>(random: &mut ChaCha8Rng) -> Game<P> {
    loop {
        let mut game = Game::new(start_position::<P>());
        for _ in 0..OPENING {
            let moves = game.position().legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.push(moves[random.random_range(0..moves.len())]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a game in which the engine has the side `us`, and tells who won.
fn play<P: Position>(
    us: Color,
    nodes: Option<u64>,
    brain: &mut Brain,
    random: &mut ChaCha8Rng,
    time: &mut [Duration; 2],
) -> Option<Color> {
    brain.clear();
    let mut game = opening::<P>(random);
    // What the opponent has taken so far decides what we may take for the next move.
    let mut allowed = Duration::from_millis(1);
    for _ in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let begun = Instant::now();
        let mv = if game.position().turn() == us {
            let movetime = nodes.is_none().then_some(allowed);
            let limits = Limits { movetime, nodes, ..Limits::default() };
            let answer = search(&game, brain, &limits, &Control::new(begun), &mut Mute);
            time[0] += begun.elapsed();
            P::Move::from_bits(answer.best.expect("the game is not over"))
        } else {
            let (_, best) = alpha_beta(game.position(), DEPTH, 2 * LOST, -2 * LOST);
            time[1] += begun.elapsed();
            allowed = (time[1] / 10).saturating_sub(time[0]);
            best.expect("the game is not over")
        };
        game.push(mv);
    }
    None
}

#[test]
fn a_plain_opponent_seldom_wins() {
    for spec in SPECS {
        let score = variants::with(spec.name, Match { games: 4, nodes: Some(5_000) }).expect("registered");
        assert!(score.points >= 6, "{}: {} of {}", spec.name, score.points, 2 * score.games);
    }
}

#[test]
#[ignore = "takes minutes; see the top of the file"]
fn a_plain_opponent_seldom_wins_many_games() {
    let games = std::env::var("MATERIAL_GAMES").map_or(100, |games| games.parse().expect("MATERIAL_GAMES is a number"));
    for spec in SPECS {
        let score = variants::with(spec.name, Match { games, nodes: None }).expect("registered");
        let percent = 50.0 * score.points as f64 / score.games.max(1) as f64;
        let [ours, theirs] = score.time.map(|time| time.as_secs_f64());
        println!("{:22} {percent:5.1} %   {ours:7.2} s against {theirs:7.2} s", spec.name);
    }
}

//! Limits, stopping, repeatability.

use std::time::{Duration, Instant};

use super::{Record, answer, depth, position, start};
use crate::game::Game;
use crate::notation::{Form, read_position};
use crate::rules::{GameMove, Position};
use crate::search::{Answer, Bound, Brain, Clock, Control, Limits, Mute, Score, per_second, search};
use crate::variants::{self, Chess, MicroShogi, MiniForest, Standard, Visitor};

fn recorded<P: Position>(game: &Game<P>, brain: &mut Brain, limits: &Limits) -> (Answer, Record) {
    let mut record = Record::default();
    let mut answer = search(game, brain, limits, &Control::new(Instant::now()), &mut record);
    answer.time = Duration::ZERO;
    if let Some(info) = &mut answer.info {
        info.time = Duration::ZERO;
    }
    (answer, record)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

struct Repeat;

impl Visitor for Repeat {
    type Output = ();

    fn visit<P: Position>(self) {
        let game = start::<P>();
        let mut brain = Brain::new(1, 1);
        let (first, lines) = recorded(&game, &mut brain, &nodes(5_000));
        assert_eq!(first.nodes, 5_000, "{} counts exactly", P::SPEC.name);
        brain.clear();
        // Another game in between must leave no trace.
        recorded(&start::<MicroShogi>(), &mut brain, &nodes(2_000));
        brain.clear();
        let (second, again) = recorded(&game, &mut brain, &nodes(5_000));
        assert_eq!(first, second, "{}", P::SPEC.name);
        assert_eq!(lines.0, again.0, "{}", P::SPEC.name);
    }
}

#[test]
fn one_thread_repeats_itself() {
    for spec in variants::SPECS {
        variants::with(spec.name, Repeat).expect("a registered game");
    }
}

#[test]
fn tight_limits_still_give_a_legal_move() {
    let game = start::<MicroShogi>();
    let is_legal = |answer: &Answer| game.position().legal_moves().iter().any(|mv| answer.best == Some(mv.to_bits()));
    let zero = Some(Duration::ZERO);
    let clock = Clock::default();
    for limits in [
        depth(0),
        nodes(0),
        nodes(1),
        Limits { movetime: zero, ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
        Limits { mate: Some(0), ..Limits::default() },
    ] {
        assert!(is_legal(&answer(&game, &limits)), "{limits:?}");
    }
    let control = Control::new(Instant::now());
    control.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    for threads in [1, 2] {
        assert!(is_legal(&search(&game, &mut Brain::new(1, threads), &limits, &control, &mut Mute)));
    }
}

#[test]
fn infinite_is_silent_until_stopped() {
    let game = Game::new(position::<Chess>("7k/8/6K1/8/8/8/8/R7 w - - 0 1"));
    let control = Control::new(Instant::now());
    let limits = Limits { infinite: true, depth: Some(2), ..Limits::default() };
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let answer = search(&game, &mut Brain::new(1, 1), &limits, &control, &mut Mute);
            (answer, control.is_stopped())
        });
        control.stop();
        let (answer, stopped) = searching.join().expect("the search ends");
        assert!(answer.best.is_some() && stopped);
    });
}

#[test]
fn pondering_ends_with_the_hit() {
    let game = start::<Chess>();
    let control = Control::new(Instant::now());
    // Time is up before the search begins, but not while pondering.
    let limits = Limits { ponder: true, movetime: Some(Duration::ZERO), ..Limits::default() };
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| search(&game, &mut Brain::new(1, 2), &limits, &control, &mut Mute));
        control.ponderhit();
        assert!(searching.join().expect("the search ends").best.is_some());
    });
}

#[test]
fn multipv_lines_are_different_and_sorted() {
    let limits = Limits { multipv: 4, ..depth(4) };
    let (_, record) = recorded(&start::<Chess>(), &mut Brain::new(1, 1), &limits);
    let last: Vec<_> = record.0.iter().filter(|info| info.depth == 4 && info.bound == Bound::Exact).collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let mut firsts: Vec<u32> = last.iter().map(|info| info.pv[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let many = Limits { multipv: 1_000, ..depth(2) };
    let (_, record) = recorded(&start::<Chess>(), &mut Brain::new(1, 1), &many);
    assert_eq!(record.0.iter().map(|info| info.multipv).max(), Some(20));
}

#[test]
fn search_moves_are_obeyed() {
    let game = start::<Chess>();
    let wanted: Vec<u32> = game.position().legal_moves().iter().take(2).map(|mv| mv.to_bits()).collect();
    let limits = Limits { search_moves: wanted.clone(), ..depth(4) };
    let answer = answer(&game, &limits);
    assert!(answer.best.is_some_and(|best| wanted.contains(&best)));
    assert_eq!(answer.info.map(|info| info.depth), Some(4));
}

struct Legal;

impl Visitor for Legal {
    type Output = ();

    /// Several threads: every reported line is a line of legal moves.
    fn visit<P: Position>(self) {
        let game = start::<P>();
        let (_, record) = recorded(&game, &mut Brain::new(1, 3), &depth(6));
        assert!(record.0.iter().any(|info| info.depth == 6));
        for info in &record.0 {
            let mut line = game.clone();
            for &mv in &info.pv {
                let mv = P::Move::from_bits(mv);
                assert!(line.position().legal_moves().contains(&mv), "{} {info:?}", P::SPEC.name);
                line.push(mv);
            }
        }
    }
}

#[test]
fn lines_of_many_threads_are_legal() {
    for spec in variants::SPECS {
        variants::with(spec.name, Legal).expect("a registered game");
    }
}

#[test]
fn speed_never_divides_by_zero() {
    assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
    assert_eq!(per_second(1, Duration::ZERO), 1_000_000_000);
    assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
}

#[test]
fn a_game_that_the_mover_has_won_is_no_loss() {
    let mut scores = Vec::new();
    for points in ["25:3", "3:25", "9:9"] {
        let fen = format!("8/8/8/8/8/8/8/2K5 w - - 0 1 {points}");
        let game = Game::new(read_position::<MiniForest<Standard>>(&fen, Form::Fen).expect("a finished game"));
        let answer = search(&game, &mut Brain::new(1, 1), &Limits::default(), &Control::new(Instant::now()), &mut Mute);
        scores.push(answer.info.map(|info| info.score));
    }
    assert_eq!(scores, [Some(Score::Mate(1)), Some(Score::Mate(0)), Some(Score::Cp(0))]);
}

//! Mates, decisive captures and draws are worth what they are worth.

use super::{answer, depth, position};
use crate::game::Game;
use crate::notation::{Dialect, write_move};
use crate::rules::{GameMove, Position};
use crate::search::{Limits, Mate, Score, Verdict};
use crate::variants::{Chess, MicroShogi};

fn mate_in<P: Position>(fen: &str, plies: u32) -> Option<i32> {
    answer(&Game::new(position::<P>(fen)), &depth(plies)).info?.score.moves()
}

#[test]
fn mate_distances() {
    for (fen, moves) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
        ("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", -1),
        ("5k2/8/5K2/8/8/8/8/Q7 b - - 0 1", -2),
    ] {
        for plies in [5, 8, 300] {
            assert_eq!(mate_in::<Chess>(fen, plies), Some(moves), "{fen} at depth {plies}");
        }
    }
    assert_eq!(mate_in::<Chess>("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 3), Some(0));
}

#[test]
fn mate_limit_proves_and_stops() {
    let game = Game::new(position::<Chess>("7k/8/5K2/8/8/8/8/R7 w - - 0 1"));
    let mate = |moves| Limits { mate: Some(moves), ..Limits::default() };
    assert_eq!(answer(&game, &mate(2)).info.and_then(|info| info.score.moves()), Some(2));
    let none = answer(&game, &mate(1));
    assert_eq!(none.mate, Some(Mate { verdict: Verdict::Refuted, refuted: 1 }));
    assert!(none.best.is_some(), "a move must be played nevertheless");
}

#[test]
fn mate_on_the_hundredth_ply_is_a_mate() {
    assert_eq!(mate_in::<Chess>("7k/8/6K1/8/8/8/8/R7 w - - 99 80", 4), Some(1));
    let late = Game::new(position::<Chess>("7k/8/5K2/8/8/8/8/R7 w - - 98 80"));
    assert_eq!(answer(&late, &depth(6)).info.map(|info| info.score), Some(Score::Cp(0)));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let stalemate = answer(&Game::new(position::<Chess>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), &depth(3));
    assert_eq!(stalemate.best, None);
    assert_eq!(stalemate.info.map(|info| info.score), Some(Score::Cp(0)));
    let stuck = answer(&Game::new(position::<MicroShogi>("k3/1+R2/+RP1+l/p3/1LBK[b] b - - 0 1")), &depth(3));
    assert_eq!(stuck.best, None);
    assert_eq!(stuck.info.map(|info| info.score), Some(Score::Mate(0)));
}

#[test]
fn a_drop_can_mate() {
    // The dropped gold is guarded by the pawn, and the king has no other square that is not attacked.
    let game = Game::new(position::<MicroShogi>("k3/4/P3/4/2KR[RL] w - - 0 1"));
    let answer = answer(&game, &depth(4));
    assert_eq!(answer.info.as_ref().and_then(|info| info.score.moves()), Some(1));
    let mut game = game;
    let best = answer.best.map(<MicroShogi as Position>::Move::from_bits).expect("a move");
    game.push(best);
    assert!(game.outcome().is_some(), "{}", write_move(game.position(), best, Dialect::Uci));
}

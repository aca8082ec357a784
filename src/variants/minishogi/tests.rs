//! Rules one by one on boards with few pieces.

use super::*;
use crate::game::Game;
use crate::notation::{Dialect, Form, read_move, read_position, write_fen, write_move, write_sfen};

fn position(fen: &str) -> Minishogi {
    read_position(fen, Form::Fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn faults(fen: &str) -> Vec<Fault> {
    read_position::<Minishogi>(fen, Form::Fen).expect_err(fen).faults
}

fn written(position: &Minishogi, moves: &[PieceMove]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|&mv| write_move(position, mv, Dialect::Uci)).collect();
    texts.sort();
    texts
}

/// The legal moves that begin with `start`: with an origin, or with a piece and `@`.
fn moves(fen: &str, start: &str) -> Vec<String> {
    let position = position(fen);
    let all = written(&position, &position.legal_moves());
    all.into_iter().filter(|text| text.starts_with(start)).collect()
}

fn played(fen: &str, moves: &str) -> Game<Minishogi> {
    let mut game = Game::new(position(fen));
    for token in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "before {token}");
        let mv = read_move(game.position(), token, Some(Dialect::Uci)).expect(token);
        game.push(mv);
    }
    game
}

#[test]
fn promotion_is_a_choice_on_entering_leaving_and_moving_within_the_last_rank() {
    assert_eq!(moves("4k/S4/5/5/K4[] w", "a4"), ["a4a5", "a4a5+", "a4b3", "a4b5", "a4b5+"]);
    assert_eq!(moves("S3k/5/5/5/K4[] w", "a5"), ["a5b4", "a5b4+"]);
    let rook = moves("R4/5/4k/5/K4[] w", "a5");
    assert_eq!(rook.len(), 14, "{rook:?}");
    assert!(rook.contains(&"a5c5+".to_owned()) && rook.contains(&"a5c5".to_owned()));
    assert_eq!(moves("4k/5/5/s4/3K1[] b", "a2"), ["a2a1", "a2a1+", "a2b1", "a2b1+", "a2b3"]);
}

#[test]
fn pieces_that_cannot_promote_or_already_have_never_do() {
    assert_eq!(moves("4k/G4/5/5/K4[] w", "a4"), ["a4a3", "a4a5", "a4b4", "a4b5"]);
    assert_eq!(moves("4k/+S4/5/5/K4[] w", "a4"), ["a4a3", "a4a5", "a4b4", "a4b5"]);
    assert_eq!(moves("4k/+P4/5/5/K4[] w", "a4"), ["a4a3", "a4a5", "a4b4", "a4b5"]);
}

#[test]
fn a_pawn_must_promote() {
    assert_eq!(moves("4k/P4/5/5/K4[] w", "a4"), ["a4a5+"]);
    assert_eq!(moves("k4/5/5/4p/K4[] b", "e2"), ["e2e1+"]);
}

#[test]
fn horse_and_dragon_gain_the_step_of_a_king() {
    let horse = moves("1k3/5/2+B2/5/3K1[] w", "c3");
    let expected = ["c3a1", "c3a5", "c3b2", "c3b3", "c3b4", "c3c2", "c3c4", "c3d2", "c3d3", "c3d4", "c3e1", "c3e5"];
    assert_eq!(horse, expected);
    let dragon = moves("1k3/5/2+R2/5/3K1[] w", "c3");
    let expected = ["c3a3", "c3b2", "c3b3", "c3b4", "c3c1", "c3c2", "c3c4", "c3c5", "c3d2", "c3d3", "c3d4", "c3e3"];
    assert_eq!(dragon, expected);
}

#[test]
fn captured_pieces_lose_their_promotion() {
    let game = played("4k/5/5/1+b3/K4[] w", "a1b2");
    assert_eq!(write_fen(game.position()), "4k/5/5/1K3/5[B] b - - 0 1");
}

#[test]
fn no_second_pawn_on_a_file_and_none_on_the_last_rank() {
    let drops = moves("4k/5/5/1P3/K4[P] w", "P@");
    let expected = ["P@a2", "P@a3", "P@a4", "P@c1", "P@c2", "P@c3", "P@c4", "P@d1", "P@d2", "P@d3", "P@d4"];
    assert_eq!(drops, [&expected[..], &["P@e1", "P@e2", "P@e3", "P@e4"]].concat());
    assert_eq!(moves("4k/5/+P4/5/K4[P] w", "P@a"), ["P@a2", "P@a4"], "a promoted pawn does not count");
    assert_eq!(moves("4k/5/5/5/K4[S] w", "S@").len(), 23);
}

#[test]
fn a_pawn_drop_must_not_mate() {
    let mated = "3rk/5/3G1/5/K4[GP] w";
    let drops = moves(mated, "P@");
    assert!(!drops.contains(&"P@e4".to_owned()) && drops.contains(&"P@e3".to_owned()), "{drops:?}");
    assert_eq!(moves(mated, "G@e4"), ["G@e4"], "another piece may");
    assert_eq!(moves("4k/5/3G1/5/K4[P] w", "P@e4"), ["P@e4"], "the king has a flight");
    assert_eq!(moves("3sk/5/3G1/5/K4[P] w", "P@e4"), ["P@e4"], "the silver takes");
    assert_eq!(moves("3rk/5/3GP/5/K4[] w", "e3e4"), ["e3e4"], "on the board a pawn may mate");
    let game = played("3rk/5/3GP/5/K4[] w", "e3e4");
    assert_eq!(game.outcome(), Some(Outcome::win(Color::White, Reason::Checkmate)));
    let black = moves("4k/5/1g3/5/KR3[p] b", "P@");
    assert!(!black.contains(&"P@a2".to_owned()) && black.contains(&"P@a3".to_owned()), "{black:?}");
}

#[test]
fn without_a_legal_move_a_side_has_lost() {
    let game = Game::new(position("4k/5/gr3/5/K4[] w"));
    assert_eq!(game.outcome(), Some(Outcome::win(Color::Black, Reason::NoLegalMove)));
}

#[test]
fn the_first_side_loses_by_repetition() {
    let round = "a1a2 e5e4 a2a1 e4e5 ";
    let game = played("4k/5/5/5/K4[] w", &round.repeat(3));
    assert_eq!(game.outcome(), Some(Outcome::win(Color::Black, Reason::FourfoldRepetition)));
}

#[test]
fn perpetual_check_loses_for_either_side() {
    let white = played("3k1/5/5/K4/4R[] w", &"e1d1 d5e5 d1e1 e5d5 ".repeat(3));
    assert_eq!(white.outcome(), Some(Outcome::win(Color::Black, Reason::PerpetualCheck)));
    let black = played("4r/k4/5/5/3K1[] b", &"e5d5 d1e1 d5e5 e1d1 ".repeat(3));
    assert_eq!(black.outcome(), Some(Outcome::win(Color::White, Reason::PerpetualCheck)));
}

#[test]
fn quiescence_looks_at_captures_and_promotions() {
    let position = position("4k/P4/5/1p3/K4[G] w");
    let mut tactical = Vec::new();
    position.generate_tactical(&mut tactical);
    assert_eq!(written(&position, &tactical), ["a1b2", "a4a5+"]);
}

#[test]
fn shogi_notation() {
    let start = position(SPEC.start);
    assert_eq!(write_sfen(&start).as_deref(), Some("rbsgk/4p/5/P4/KGSBR b - 1"));
    let position: Minishogi = read_position("4k/P4/5/5/K4 b Pg 1", Form::Sfen).expect("a position");
    let usi = |token| read_move(&position, token, Some(Dialect::Usi)).map(|mv| write_move(&position, mv, Dialect::Uci));
    assert_eq!(usi("P*3c").as_deref(), Ok("P@c3"));
    assert_eq!(usi("5b5a+").as_deref(), Ok("a4a5+"));
}

#[test]
fn every_fault_is_named() {
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(faults("5/5/5/5/K3K[] w"), [Fault::TooManyKings { color: white, count: 2 }, Fault::NoKing(black)]);
    assert_eq!(faults("4k/R4/5/5/K4[Rr] w"), [Fault::TooMany { piece: "R".to_owned(), count: 3, most: 2 }]);
    assert_eq!(faults("4k/+P4/P4/5/K4[p] w"), [Fault::TooMany { piece: "P".to_owned(), count: 3, most: 2 }]);
    let square = Square::new(0, 4);
    assert_eq!(faults("P3k/5/5/5/K4[] w"), [Fault::PawnOnLastRank { square, color: white }]);
    assert_eq!(faults("4k/5/3p1/3p1/K4[] w"), [Fault::DoubledPawns { file: 'd', color: black }]);
    assert_eq!(faults("k4/R4/5/5/4K[] w"), [Fault::OpponentInCheck(black)]);
    position("4k/p4/P4/5/K4[] w");
    position("4k/5/+P4/P4/K4[] w");
}

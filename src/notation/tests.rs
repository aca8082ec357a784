//! What is refused, and in which words; what is read and written is tried on every game in `variants::conformance`.

use super::*;
use crate::rules::Position;
use crate::variants::{Chess, MicroShogi, MiniForest, Standard};

/// Everything that is wrong with a text, in words.
fn faults<P: Position>(text: &str) -> String {
    read_position::<P>(text, Form::Either).map_or_else(|error| error.to_string(), |position| write_fen(&position))
}

#[test]
fn every_reason_is_named() {
    let fen = "k6R/8/8/8/8/8/8/K7 w KQ e3 x 99999999999";
    let said = faults::<Chess>(fen);
    for reason in [
        "half-move clock 'x' is not a number",
        "move number '99999999999' is more than 4294967295",
        "castling right 'K' without king and rook in place",
        "castling right 'Q'",
        "en-passant square e3",
        "black is in check",
    ] {
        assert!(said.contains(reason), "{reason}: {said}");
    }
    let said = faults::<Chess>("9/8/8/8/8/8/8/7 w - - 0 1");
    for reason in ["rank 8 ('9') has 9 squares", "rank 1 ('7') has 7 squares", "white has no king", "black has no king"]
    {
        assert!(said.contains(reason), "{reason}: {said}");
    }
    let said = faults::<Chess>("kx6/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(said, "'x' on rank 8 is no piece of this game", "the white king may be what the 'x' was to be");
    let said = faults::<MiniForest<Standard>>("k7/8/8/8/8/8/8/7K w - - 0 1 1:x");
    assert_eq!(
        said,
        "'k' stands on a8, a light square; 'K' stands on h1, a light square; '1:x' is no points field (white:black)"
    );
}

#[test]
fn hands_of_any_size_are_refused_at_once() {
    for hand in ["LLL", "3L", "4294967295L", "4294967295L1l"] {
        let said = faults::<MicroShogi>(&format!("k3/4/4/4/3K[{hand}] w - - 0 1"));
        assert!(said.contains("pieces of the sort 'L'"), "{hand}: {said}");
    }
}

#[test]
fn fen_and_sfen_are_told_apart() {
    let board = "k3/4/4/4/3K";
    for (text, turn) in
        [("b", "b"), ("b -", "w"), ("b 2Lp 7", "w"), ("b - - 0 1", "b"), ("w - - 3 4", "w"), ("w 0 1", "w")]
    {
        let fen = faults::<MicroShogi>(&format!("{board} {text}"));
        assert!(fen.contains(&format!("] {turn} -")), "{text}: {fen}");
    }
    assert!(faults::<MicroShogi>(&format!("sfen {board} b")).contains(" w "));
    assert!(faults::<MicroShogi>(&format!("fen {board} w -")).contains(" w "));
}

#[test]
fn a_token_is_never_read_as_some_other_move() {
    let chess: Chess = read_position(Chess::SPEC.start, Form::Fen).expect("a start position");
    let micro: MicroShogi = read_position(MicroShogi::SPEC.start, Form::Fen).expect("a start position");
    for token in ["e2e4+", "3g3f", "P@e4", "e2e4q", "E2E4", "e5", ""] {
        assert!(read_move(&chess, token, None).is_err(), "{token}");
    }
    for token in ["d2d3+", "d2d3-", "e2e4", "B*3c", "P d2-d3+"] {
        assert!(read_move(&micro, token, None).is_err(), "{token}");
    }
    for token in ["e4", "e2e4", "P e2-e4", "e4!?", "Pe2-e4"] {
        assert!(read_move(&chess, token, None).is_ok(), "{token}");
    }
}

#[test]
fn several_candidates_are_an_error() {
    let chess: Chess = read_position("8/P6k/8/8/8/8/8/K7 w - - 0 1", Form::Fen).expect("a position");
    let error = read_move(&chess, "a7a8", Some(Dialect::Uci)).expect_err("four promotions");
    assert_eq!(error, MoveError::Ambiguous { token: "a7a8".into(), candidates: "a7a8b a7a8n a7a8q a7a8r".into() });
}

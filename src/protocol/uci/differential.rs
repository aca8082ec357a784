//! Our reading of plain chess lines against that of `vampirc-uci`: where the crate understands a line, we agree.

use proptest::prelude::*;
use vampirc_uci::{Serializable, UciMessage, UciSearchControl, UciTimeControl, parse_one};

use super::super::command::{Command, Go, Start};
use super::read::read;
use crate::notation::Form;

/// A number that the crate can hold in the field behind `word`: it panics on larger ones.
fn argument() -> impl Strategy<Value = String> {
    let time = prop::sample::select(vec!["wtime", "btime", "winc", "binc", "movetime"]);
    let small = prop::sample::select(vec!["depth", "mate", "movestogo"]);
    prop_oneof![
        (time, 0..1_000_000_000u64).prop_map(|(word, number)| format!("{word} {number}")),
        (small, 1..=255u32).prop_map(|(word, number)| format!("{word} {number}")),
        (0..999_999_999_999u64).prop_map(|number| format!("nodes {number}")),
        prop::collection::vec(chess_move(), 1..4).prop_map(|moves| format!("searchmoves {}", moves.join(" "))),
    ]
}

fn chess_move() -> impl Strategy<Value = String> {
    "[a-h][1-8][a-h][1-8][qrbn]?"
}

/// A `go` line on which each keyword stands once: the crate and the standard differ about repetitions.
fn go_line() -> impl Strategy<Value = String> {
    prop::collection::vec(argument(), 0..6).prop_map(|mut arguments| {
        arguments.sort_unstable();
        arguments.dedup_by_key(|argument| argument.split(' ').next().map(str::to_owned));
        ["go".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
    })
}

fn millis(time: Option<std::time::Duration>) -> Option<i64> {
    time.map(|time| time.as_millis() as i64)
}

/// Whether the two mean the same search. The crate keeps one kind of time only: the clock if there is any part of it.
fn same_search(ours: &Go, time: Option<&UciTimeControl>, search: &UciSearchControl) -> bool {
    let limits = &ours.limits;
    let moves: Vec<String> = search.search_moves.iter().map(ToString::to_string).collect();
    let time_agrees = match time {
        None => limits.movetime.is_none() && limits.clock.is_none(),
        Some(UciTimeControl::Infinite) => limits.infinite,
        Some(UciTimeControl::Ponder) => limits.ponder,
        Some(UciTimeControl::MoveTime(time)) => millis(limits.movetime) == Some(time.num_milliseconds()),
        Some(UciTimeControl::TimeLeft { white_time, black_time, white_increment, black_increment, moves_to_go }) => {
            let theirs = [white_time, black_time, white_increment, black_increment];
            limits.clock.map_or(theirs == [&None; 4], |clock| {
                let ours = clock.remaining.into_iter().chain(clock.increment);
                let agrees = |(ours, theirs): (_, &Option<vampirc_uci::Duration>)| {
                    theirs.is_none_or(|theirs| millis(Some(ours)) == Some(theirs.num_milliseconds()))
                };
                ours.zip(theirs).all(agrees) && clock.moves_to_go == moves_to_go.map(u32::from)
            })
        }
    };
    time_agrees
        && limits.depth == search.depth.map(u32::from)
        && limits.mate == search.mate.map(u32::from)
        && limits.nodes == search.nodes
        && ours.search_moves == moves
}

proptest! {
    #[test]
    fn go_lines_agree(line in go_line()) {
        let UciMessage::Go { time_control, search_control } = parse_one(&line) else {
            return Err(TestCaseError::fail(format!("the crate does not read '{line}'")));
        };
        let mut ours = read(&line);
        prop_assert_eq!(&ours.faults, &Vec::<String>::new());
        let Some(Command::Go(request)) = ours.commands.pop() else {
            return Err(TestCaseError::fail(format!("we do not read '{line}'")));
        };
        prop_assert!(
            same_search(&request, time_control.as_ref(), &search_control.unwrap_or_default()),
            "'{line}' is {request:?}"
        );
    }

    #[test]
    fn position_lines_agree(
        fen in prop::option::of("[pnbrqk1-8]{1,8}(/[PNBRQK1-8]{1,8}){7} [wb] (-|KQ|kq) (-|e3|d6) [0-9]{1,3} [0-9]{1,3}"),
        moves in prop::collection::vec(chess_move(), 0..8),
    ) {
        let start = fen.as_ref().map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"));
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let line = format!("position {start}{list}");
        let UciMessage::Position { startpos, fen: their_fen, moves: their_moves } = parse_one(&line) else {
            return Err(TestCaseError::fail(format!("the crate does not read '{line}'")));
        };
        let their_start = match (startpos, their_fen) {
            (true, _) => Start::Initial,
            (false, fen) => Start::Text(fen.map_or_else(String::new, |fen| fen.as_str().to_owned()), Form::Fen),
        };
        let their_moves: Vec<String> = their_moves.iter().map(ToString::to_string).collect();
        prop_assert_eq!(read(&line).commands.pop(), Some(Command::Position { start: their_start, moves: their_moves }));
    }
}

#[test]
fn options_agree() {
    for line in ["setoption name Hash value 32", "setoption name Clear Hash", "setoption name Nullmove value true"] {
        let UciMessage::SetOption { name, value } = parse_one(line) else {
            panic!("the crate does not read '{line}'");
        };
        assert_eq!(read(line).commands.pop(), Some(Command::Set { name, value }), "{line}");
    }
}

/// Why the crate does not read what has arguments: these are the cases in which it is wrong.
#[test]
fn where_the_crate_is_wrong() {
    for panics in ["go depth 2 ", "go depth 300", "go mate 256"] {
        let parse = || parse_one(panics);
        assert!(std::panic::catch_unwind(parse).is_err(), "'{panics}' does not panic any more");
        assert!(matches!(read(panics).commands.pop(), Some(Command::Go(_))));
    }
    let cut = parse_one("position startpos moves e2e4 P@e5 d2d4");
    assert_eq!(cut.serialize(), "position startpos moves e2e4");
}

//! The grammar of what a USI front end says.

use nom::branch::alt;
use nom::combinator::{map, opt, value};
use nom::{IResult, Parser};

use super::super::Reading;
use super::super::command::{Command, Go};
use super::super::grammar::{self, Fault, Quantity, keyword, number};
use crate::board::Color;
use crate::search::{Limits, MAX_PLY};

/// Reads a line.
pub fn read(line: &str) -> Reading {
    grammar::read(line, command)
}

/// The command that starts with the word `text`.
fn command(text: &str, behind: &str) -> Option<Reading> {
    Some(match text.to_ascii_lowercase().as_str() {
        "usi" => Command::Identify.into(),
        "isready" => Command::Ready(0).into(),
        "usinewgame" => Command::NewGame.into(),
        "setoption" => grammar::set_option(behind),
        "position" => grammar::position(behind),
        "go" => match keyword("mate").parse(behind) {
            Ok((behind, _)) => go_mate(behind),
            Err(_) => grammar::go(behind, quantity),
        },
        "ponderhit" => Command::PonderHit.into(),
        "stop" => Command::Stop.into(),
        "quit" => Command::Quit.into(),
        // Nothing is learnt from a result, and nothing may be answered.
        "gameover" => Reading::default(),
        _ => return None,
    })
}

/// Reads what stands behind `go mate`: a time in ms, or `infinite`, which also nothing means. Unlike the search that UCI
/// calls so, this one answers by itself as soon as it knows.
fn go_mate(input: &str) -> Reading {
    let time = alt((map(number, Some), value(None, keyword("infinite"))));
    let read: IResult<&str, Option<Option<u64>>> = opt(time).parse(input);
    let (left, time) = read.unwrap_or((input, None));
    let movetime = time.flatten().map(grammar::duration);
    let limits = Limits { mate: Some(MAX_PLY as u32), movetime, ..Limits::default() };
    let mut reading = Reading::from(Command::Go(Go { limits, search_moves: Vec::new() }));
    if !left.trim().is_empty() {
        reading.faults.push(Fault::Ignored { command: "go mate", word: left.trim().to_owned() }.to_string());
    }
    reading
}

/// The keywords of `go`. The side that moves first is called Black in shogi, and White in here.
fn quantity(text: &str) -> Option<Quantity> {
    Some(match text.to_ascii_lowercase().as_str() {
        "btime" => Quantity::Time(Color::White),
        "wtime" => Quantity::Time(Color::Black),
        "binc" => Quantity::Increment(Color::White),
        "winc" => Quantity::Increment(Color::Black),
        "byoyomi" => Quantity::Byoyomi,
        "depth" => Quantity::Depth,
        "nodes" => Quantity::Nodes,
        "movetime" => Quantity::MoveTime,
        "perft" => Quantity::Perft,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::super::super::command::Start;
    use super::*;
    use crate::notation::Form;
    use crate::search::Clock;

    fn limits(line: &str) -> Limits {
        match read(line).commands.pop() {
            Some(Command::Go(request)) => request.limits,
            other => panic!("'{line}' is read as {other:?}"),
        }
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn words_that_stand_alone() {
        let command = |line| read(line).commands.pop();
        assert_eq!(command("usi"), Some(Command::Identify));
        assert_eq!(command(" isready "), Some(Command::Ready(0)));
        assert_eq!(command("xyzzy usinewgame"), Some(Command::NewGame));
        assert_eq!(command("stop"), Some(Command::Stop));
        assert_eq!(command("ponderhit"), Some(Command::PonderHit));
        assert_eq!(command("d"), Some(Command::Show));
        assert_eq!(command("quit"), Some(Command::Quit));
        for silent in ["", "gameover win", "gameover lose", "gameover"] {
            assert_eq!(read(silent), Reading::default(), "'{silent}'");
        }
        for unknown in ["uci", "ucinewgame", "usii"] {
            assert_eq!(read(unknown).faults, [format!("unknown command '{unknown}'")]);
        }
    }

    #[test]
    fn positions_and_options() {
        let start = Start::Text("4/1k2/4/4/K3 b 2Bl2p 1".to_owned(), Form::Sfen);
        let moves = vec!["2e3d".to_owned(), "+B*4d".to_owned()];
        let line = "position sfen 4/1k2/4/4/K3 b 2Bl2p 1 moves 2e3d +B*4d";
        assert_eq!(read(line).commands.pop(), Some(Command::Position { start, moves }));
        let set = Command::Set { name: "USI_Hash".to_owned(), value: Some("32".to_owned()) };
        assert_eq!(read("setoption name USI_Hash value 32").commands.pop(), Some(set));
    }

    #[test]
    fn clocks() {
        let clock =
            Clock { remaining: [ms(1000), ms(2000)], increment: [ms(10), ms(20)], moves_to_go: None, byoyomi: ms(0) };
        assert_eq!(
            limits("go ponder btime 1000 wtime 2000 binc 10 winc 20"),
            Limits { ponder: true, clock: Some(clock), ..Limits::default() }
        );
        let byoyomi = Clock { byoyomi: ms(500), ..Clock::default() };
        assert_eq!(limits("go btime 0 wtime 0 byoyomi 500").clock, Some(byoyomi));
        assert_eq!(limits("go byoyomi 500").clock, Some(byoyomi));
        assert_eq!(limits("go depth 5 nodes 7").depth, Some(5));
        assert!(limits("go infinite").infinite);
        assert_eq!(read("go byoyomi depth 3").faults, ["go: 'byoyomi' without a number is ignored"]);
    }

    #[test]
    fn mates() {
        for line in ["go mate infinite", "go mate", "go mate  INFINITE "] {
            let limits = limits(line);
            assert_eq!((limits.movetime, limits.infinite, limits.mate.is_some()), (None, false, true), "{line}");
        }
        assert_eq!(limits("go mate 3000").movetime, Some(ms(3000)));
        assert_eq!(limits("go depth 2").mate, None);
        assert_eq!(read("go mate 3000 depth 2").faults, ["go mate: 'depth 2' is ignored"]);
        assert_eq!(read("go mate soon").faults, ["go mate: 'soon' is ignored"]);
    }

    proptest! {
        #[test]
        fn any_line_can_be_read(line in any::<String>()) {
            let reading = read(&line);
            prop_assert!(line.trim().is_empty() || !reading.commands.is_empty() || !reading.faults.is_empty()
                || line.contains("gameover"));
        }

        #[test]
        fn any_arguments_can_be_read(
            head in prop::sample::select(vec!["go", "go mate", "position", "setoption name", "usi"]),
            words in prop::collection::vec("[a-z0-9+*/-]{0,9}|moves|value|depth|infinite|sfen|byoyomi", 0..9),
        ) {
            let reading = read(&format!("{head} {}", words.join(" ")));
            prop_assert!(!reading.commands.is_empty() || !reading.faults.is_empty());
        }
    }
}

//! The grammar of what a UCI front end says.

use vampirc_uci::{Serializable, UciMessage};

use super::super::Reading;
use super::super::command::Command;
use super::super::grammar::{self, Quantity};
use crate::board::Color;

/// The longest of the words that stand alone, `ucinewgame`.
const LONGEST_FIXED: usize = 10;

/// Reads a line.
pub fn read(line: &str) -> Reading {
    grammar::read(line, command)
}

/// The command that starts with the word `text`.
fn command(text: &str, behind: &str) -> Option<Reading> {
    Some(match text.to_ascii_lowercase().as_str() {
        "position" => grammar::position(behind),
        "go" => grammar::go(behind, quantity),
        "setoption" => grammar::set_option(behind),
        // There is nothing to debug on the other side's behalf, and nothing to register.
        "debug" | "register" => Reading::default(),
        _ => fixed(text)?.into(),
    })
}

/// The command that `text` alone is.
fn fixed(text: &str) -> Option<Command> {
    if text.len() > LONGEST_FIXED {
        return None;
    }
    let message = vampirc_uci::parse_one(text);
    // The crate is content with a word that only starts with a command.
    if !message.serialize().eq_ignore_ascii_case(text) {
        return None;
    }
    Some(match message {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::Ready(0),
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return None,
    })
}

fn quantity(text: &str) -> Option<Quantity> {
    Some(match text.to_ascii_lowercase().as_str() {
        "wtime" => Quantity::Time(Color::White),
        "btime" => Quantity::Time(Color::Black),
        "winc" => Quantity::Increment(Color::White),
        "binc" => Quantity::Increment(Color::Black),
        "movestogo" => Quantity::MovesToGo,
        "depth" => Quantity::Depth,
        "nodes" => Quantity::Nodes,
        "mate" => Quantity::Mate,
        "movetime" => Quantity::MoveTime,
        "perft" => Quantity::Perft,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::time::Duration;

    use super::super::super::command::{Go, Start};
    use super::*;
    use crate::notation::Form;
    use crate::search::{Clock, Limits};

    fn command(line: &str) -> Command {
        read(line).commands.pop().unwrap_or_else(|| panic!("'{line}' is a command"))
    }

    fn faults(line: &str) -> Vec<String> {
        read(line).faults
    }

    fn go(line: &str) -> Go {
        match command(line) {
            Command::Go(request) => request,
            other => panic!("'{line}' is read as {other:?}"),
        }
    }

    fn limits(line: &str) -> Limits {
        go(line).limits
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn words_that_stand_alone() {
        assert_eq!(command("uci"), Command::Identify);
        assert_eq!(command("\t isready  "), Command::Ready(0));
        assert_eq!(command("xyzzy isready"), Command::Ready(0));
        assert_eq!(command("ucinewgame"), Command::NewGame);
        assert_eq!(command("PonderHit"), Command::PonderHit);
        assert_eq!(command("stop now"), Command::Stop);
        assert_eq!(command("quit\r"), Command::Quit);
        assert_eq!(command("d"), Command::Show);
        assert_eq!(command("bench 16 1"), Command::Bench);
        for silent in ["", " \t ", "debug on", "register later"] {
            assert_eq!(read(silent), Reading::default(), "'{silent}'");
        }
        for unknown in ["isreadyy", "stopp", "u", "joho d", "readyok", "bestmove e2e4", "\u{0}\u{fffd}"] {
            assert_eq!(faults(unknown), [format!("unknown command '{unknown}'")]);
            assert_eq!(read(unknown).commands.pop(), None);
        }
    }

    #[test]
    fn options_keep_blanks_and_the_word_value() {
        let set =
            |name: &str, value: Option<&str>| Command::Set { name: name.to_owned(), value: value.map(str::to_owned) };
        assert_eq!(command("setoption name Hash value 32"), set("Hash", Some("32")));
        assert_eq!(command("setoption name  Move Overhead  value  5 "), set("Move Overhead", Some("5")));
        assert_eq!(command("setoption name Book value a  value b"), set("Book", Some("a  value b")));
        assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(command("setoption name Hash value"), set("Hash", Some("")));
        for bad in ["", "Hash value 3", "name", "name value 3"] {
            let expected = format!("setoption: '{bad}' is not 'name NAME [value VALUE]'");
            assert_eq!(faults(&format!("setoption {bad}")), [expected]);
        }
    }

    #[test]
    fn positions() {
        let position =
            |start, moves: &[&str]| Command::Position { start, moves: moves.iter().map(ToString::to_string).collect() };
        let text = |text: &str, form| Start::Text(text.to_owned(), form);
        assert_eq!(command("position startpos"), position(Start::Initial, &[]));
        assert_eq!(command("position startpos moves"), position(Start::Initial, &[]));
        assert_eq!(command("position startpos  moves\te2e4  e7e5 "), position(Start::Initial, &["e2e4", "e7e5"]));
        assert_eq!(command("position fen 8/8 w moves a1a2"), position(text("8/8 w", Form::Fen), &["a1a2"]));
        assert_eq!(command("position fen  8/8 w - - 0 1"), position(text("8/8 w - - 0 1", Form::Fen), &[]));
        assert_eq!(command("position sfen 8/8 b -"), position(text("8/8 b -", Form::Sfen), &[]));
        assert_eq!(command("position fen"), position(text("", Form::Fen), &[]));
        assert_eq!(command("position startpos e2e4 moves d2d4"), position(Start::Initial, &["d2d4"]));
        assert_eq!(faults("position startpos e2e4 moves d2d4"), ["position: 'e2e4' is ignored"]);
        assert_eq!(faults("position startpso moves e2e4"), ["position: 'startpso' is not 'startpos', 'fen' or 'sfen'"]);
        assert_eq!(faults("position"), ["position: '' is not 'startpos', 'fen' or 'sfen'"]);
    }

    #[test]
    fn searches() {
        assert_eq!(go("go"), Go::default());
        assert_eq!(limits("go depth 2  "), Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(limits("go infinite"), Limits { infinite: true, ..Limits::default() });
        let clock = Clock {
            remaining: [ms(1000), ms(2000)],
            increment: [ms(10), ms(20)],
            moves_to_go: Some(40),
            byoyomi: Duration::ZERO,
        };
        assert_eq!(
            limits("go ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 40"),
            Limits { ponder: true, clock: Some(clock), ..Limits::default() }
        );
        let request = go("go searchmoves a2a3 h2h3 depth 4");
        assert_eq!((request.limits.depth, request.search_moves), (Some(4), vec!["a2a3".to_owned(), "h2h3".to_owned()]));
        assert_eq!(command("go perft 5"), Command::Perft(5));
        assert_eq!(command("perft 5"), Command::Perft(5));
    }

    #[test]
    fn numbers_that_are_missing_or_strange() {
        let read = limits("go wtime btime 5000 movetime 30");
        assert_eq!((read.clock.map(|clock| clock.remaining), read.movetime), (Some([ms(5000); 2]), Some(ms(30))));
        assert_eq!(faults("go wtime btime 5000 movetime 30"), ["go: 'wtime' without a number is ignored"]);
        assert_eq!(faults("go fish movetime 40"), ["go: 'fish' is ignored"]);
        assert_eq!(limits("go fish movetime 40").movetime, Some(ms(40)));
        assert_eq!(limits("go depth"), Limits::default());
        assert_eq!(limits("go depth five nodes 3").nodes, Some(3));
        assert_eq!(limits("go depth 5x").depth, None);
        assert_eq!(limits("go depth 300").depth, Some(300));
        assert_eq!(limits("go nodes 5000000000000").nodes, Some(5_000_000_000_000));
        assert_eq!(limits("go nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(limits("go depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(limits("go movetime 99999999999999").movetime, Some(ms(365 * 24 * 3_600_000)));
        assert_eq!(limits("go wtime -5 btime -0").clock.map(|clock| clock.remaining), Some([ms(0); 2]));
        assert_eq!(limits("go winc 100").clock.map(|clock| clock.remaining), Some([ms(0); 2]));
        assert_eq!(limits("go movestogo 0 wtime 100").clock.and_then(|clock| clock.moves_to_go), None);
        assert_eq!(limits("go movestogo 1000 wtime 100").clock.and_then(|clock| clock.moves_to_go), Some(1000));
        assert_eq!(faults("perft x"), ["perft: 'perft' without a number is ignored"]);
    }

    proptest! {
        #[test]
        fn any_line_can_be_read(line in any::<String>()) {
            let reading = read(&line);
            prop_assert!(line.trim().is_empty() || !reading.commands.is_empty() || !reading.faults.is_empty()
                || line.contains("debug") || line.contains("register"));
        }

        #[test]
        fn any_arguments_can_be_read(
            head in prop::sample::select(vec!["go", "position", "setoption", "setoption name", "perft", "uci"]),
            words in prop::collection::vec("[a-z0-9+@/-]{0,9}|moves|value|depth|searchmoves|fen|wtime", 0..9),
        ) {
            let line = format!("{head} {}", words.join(" "));
            let reading = read(&line);
            prop_assert!(!reading.commands.is_empty() || !reading.faults.is_empty());
        }
    }
}

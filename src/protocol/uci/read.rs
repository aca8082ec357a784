//! The grammar of what a UCI front end says.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{is_a, is_not};
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, value, verify};
use nom::multi::{many0, many0_count, many1_count};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use vampirc_uci::{Serializable, UciMessage};

use super::super::Reading;
use super::super::command::{Command, Go, Start};
use crate::board::Color;
use crate::notation::Form;
use crate::search::{Clock, Limits};

/// What stands between words.
const BLANKS: &str = " \t\r\n\x0b\x0c";
/// The longest of the words that stand alone, `ucinewgame`.
const LONGEST_FIXED: usize = 10;
/// No clock runs longer, in ms: a year. Sums of such times cannot overflow.
const LONGEST_TIME: u64 = 365 * 24 * 3_600_000;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciFault {
    /// No word of the line is a command.
    #[error("unknown command '{0}'")]
    UnknownCommand(String),
    /// The word behind `position` is none of those that can stand there.
    #[error("position: '{0}' is not 'startpos', 'fen' or 'sfen'")]
    UnknownStart(String),
    /// There is no option name.
    #[error("setoption: '{0}' is not 'name NAME [value VALUE]'")]
    NoOptionName(String),
    /// A word that has no meaning where it stands.
    #[error("{command}: '{word}' is ignored")]
    Ignored { command: &'static str, word: String },
    /// A keyword lacks its number.
    #[error("{command}: '{word}' without a number is ignored")]
    NoNumber { command: &'static str, word: String },
}

/// Reads a line: the first command in it, behind words that mean nothing.
pub fn read(line: &str) -> Reading {
    if let Some(reading) = extension(line) {
        return reading;
    }
    let mut left = line;
    while let Ok((behind, text)) = word(left) {
        if let Some(reading) = command(text, behind) {
            return reading;
        }
        left = behind;
    }
    match line.trim() {
        "" => Reading::default(),
        text => fault(&UciFault::UnknownCommand(text.to_owned())),
    }
}

/// The commands that the standard does not have. They are short or common words, so they must come first on their line.
fn extension(line: &str) -> Option<Reading> {
    let (behind, text) = word(line).ok()?;
    Some(match text {
        "d" => Command::Show.into(),
        "bench" => Command::Bench.into(),
        "perft" => perft(behind),
        _ => return None,
    })
}

/// The command that starts with the word `text`.
fn command(text: &str, behind: &str) -> Option<Reading> {
    Some(match text.to_ascii_lowercase().as_str() {
        "position" => position(behind),
        "go" => go(behind),
        "setoption" => set_option(behind),
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
        UciMessage::IsReady => Command::Ready,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => return None,
    })
}

impl From<Command> for Reading {
    fn from(command: Command) -> Self {
        Self { faults: Vec::new(), command: Some(command) }
    }
}

fn fault(fault: &UciFault) -> Reading {
    Reading { faults: vec![fault.to_string()], command: None }
}

/// The next word, whatever it is.
fn word(input: &str) -> IResult<&str, &str> {
    preceded(opt(is_a(BLANKS)), is_not(BLANKS)).parse(input)
}

/// The next word, if it is `name`.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |text: &str| text.eq_ignore_ascii_case(name))
}

/// The next word, if it is not `name`.
fn other<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |text: &str| !text.eq_ignore_ascii_case(name))
}

/// The next word, if it is a whole number. Too large ones are taken as the largest, negative ones as 0.
fn number(input: &str) -> IResult<&str, u64> {
    let digits =
        |text| -> IResult<&str, (Option<char>, &str)> { all_consuming((opt(one_of("+-")), digit1)).parse(text) };
    let read = |text| match digits(text) {
        Ok((_, (Some('-'), _))) => Some(0),
        // Digits alone can only fail by being too many.
        Ok((_, (_, digits))) => Some(digits.parse().unwrap_or(u64::MAX)),
        Err(_) => None,
    };
    map_opt(word, read).parse(input)
}

fn set_option(input: &str) -> Reading {
    let name = preceded(keyword("name"), recognize(many1_count(other("value"))));
    let read: IResult<&str, (&str, Option<&str>)> = (name, opt(preceded(keyword("value"), rest))).parse(input);
    match read {
        Ok((_, (name, value))) => {
            let value = value.map(|value| value.trim().to_owned());
            Command::Set { name: name.trim().to_owned(), value }.into()
        }
        Err(_) => fault(&UciFault::NoOptionName(input.trim().to_owned())),
    }
}

fn position(input: &str) -> Reading {
    let before_moves = || recognize(many0_count(other("moves")));
    let text = |form| map(before_moves(), move |text: &str| (Start::Text(text.trim().to_owned(), form), ""));
    let start = alt((
        map(preceded(keyword("startpos"), before_moves()), |left| (Start::Initial, left)),
        preceded(keyword("fen"), text(Form::Fen)),
        preceded(keyword("sfen"), text(Form::Sfen)),
    ));
    let moves = map(opt(preceded(keyword("moves"), many0(word))), Option::unwrap_or_default);
    let read: IResult<&str, ((Start, &str), Vec<&str>)> = (start, moves).parse(input);
    let Ok((_, ((start, left), moves))) = read else {
        let first = word(input).map_or("", |(_, text)| text);
        return fault(&UciFault::UnknownStart(first.to_owned()));
    };
    let moves = moves.into_iter().map(str::to_owned).collect();
    let mut reading = Reading::from(Command::Position { start, moves });
    if !left.trim().is_empty() {
        let stray = UciFault::Ignored { command: "position", word: left.trim().to_owned() };
        reading.faults.push(stray.to_string());
    }
    reading
}

fn perft(input: &str) -> Reading {
    match number(input) {
        Ok((_, depth)) => Command::Perft(clamped(depth)).into(),
        Err(_) => fault(&UciFault::NoNumber { command: "perft", word: "perft".to_owned() }),
    }
}

fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A keyword of `go` that a number follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Time(Color),
    Increment(Color),
    MovesToGo,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Perft,
}

/// An argument of `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Argument<'a> {
    Number(Quantity, u64),
    Infinite,
    Ponder,
    SearchMoves(Vec<&'a str>),
    NoNumber(&'a str),
    Unknown(&'a str),
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

fn is_argument(text: &str) -> bool {
    quantity(text).is_some() || ["infinite", "ponder", "searchmoves"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

fn argument(input: &str) -> IResult<&str, Argument<'_>> {
    let counted = map((map_opt(word, quantity), number), |(what, number)| Argument::Number(what, number));
    let root_move = verify(word, |text: &str| !is_argument(text));
    alt((
        counted,
        value(Argument::Infinite, keyword("infinite")),
        value(Argument::Ponder, keyword("ponder")),
        map(preceded(keyword("searchmoves"), many0(root_move)), Argument::SearchMoves),
        map(verify(word, |text: &str| quantity(text).is_some()), Argument::NoNumber),
        map(word, Argument::Unknown),
    ))
    .parse(input)
}

fn go(input: &str) -> Reading {
    let arguments = many0(argument).parse(input).map_or_else(|_| Vec::new(), |(_, arguments)| arguments);
    let mut faults = Vec::new();
    let mut request = Go::default();
    let mut times = Times::default();
    let mut perft = None;
    for argument in arguments {
        match argument {
            Argument::Number(Quantity::Perft, depth) => perft = Some(clamped(depth)),
            Argument::Number(quantity, number) => limit(&mut request.limits, &mut times, quantity, number),
            Argument::Infinite => request.limits.infinite = true,
            Argument::Ponder => request.limits.ponder = true,
            Argument::SearchMoves(moves) => request.search_moves.extend(moves.into_iter().map(str::to_owned)),
            Argument::NoNumber(text) => faults.push(UciFault::NoNumber { command: "go", word: text.to_owned() }),
            Argument::Unknown(text) => faults.push(UciFault::Ignored { command: "go", word: text.to_owned() }),
        }
    }
    request.limits.clock = times.clock();
    let command = perft.map_or(Command::Go(request), Command::Perft);
    Reading { faults: faults.iter().map(ToString::to_string).collect(), command: Some(command) }
}

/// The clock as the arguments of `go` give it, in pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
}

impl Times {
    /// The clock, if there is one. A time that is missing is taken to be the other side's: with none at all one would
    /// move at once, with no bound one would lose on time.
    fn clock(self) -> Option<Clock> {
        if self.remaining == [None; 2] && self.increment == [None; 2] {
            return None;
        }
        let both =
            |[white, black]: [Option<Duration>; 2]| [white.or(black), black.or(white)].map(Option::unwrap_or_default);
        Some(Clock {
            remaining: both(self.remaining),
            increment: both(self.increment),
            moves_to_go: self.moves_to_go,
            byoyomi: Duration::ZERO,
        })
    }
}

fn limit(limits: &mut Limits, times: &mut Times, quantity: Quantity, number: u64) {
    let time = Duration::from_millis(number.min(LONGEST_TIME));
    match quantity {
        Quantity::Time(color) => times.remaining[color.index()] = Some(time),
        Quantity::Increment(color) => times.increment[color.index()] = Some(time),
        // None to go means that the clock is not set anew.
        Quantity::MovesToGo => times.moves_to_go = Some(clamped(number)).filter(|&moves| moves > 0),
        Quantity::Depth => limits.depth = Some(clamped(number)),
        Quantity::Nodes => limits.nodes = Some(number),
        Quantity::Mate => limits.mate = Some(clamped(number)),
        Quantity::MoveTime => limits.movetime = Some(time),
        // Not a limit of a search.
        Quantity::Perft => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn command(line: &str) -> Command {
        read(line).command.unwrap_or_else(|| panic!("'{line}' is a command"))
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
        assert_eq!(command("\t isready  "), Command::Ready);
        assert_eq!(command("xyzzy isready"), Command::Ready);
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
            assert_eq!(read(unknown).command, None);
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
        assert_eq!(limits("go movetime 99999999999999").movetime, Some(ms(LONGEST_TIME)));
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
            prop_assert!(line.trim().is_empty() || reading.command.is_some() || !reading.faults.is_empty()
                || line.contains("debug") || line.contains("register"));
        }

        #[test]
        fn any_arguments_can_be_read(
            head in prop::sample::select(vec!["go", "position", "setoption", "setoption name", "perft", "uci"]),
            words in prop::collection::vec("[a-z0-9+@/-]{0,9}|moves|value|depth|searchmoves|fen|wtime", 0..9),
        ) {
            let line = format!("{head} {}", words.join(" "));
            let reading = read(&line);
            prop_assert!(reading.command.is_some() || !reading.faults.is_empty());
        }
    }
}

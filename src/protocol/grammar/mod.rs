//! What the line-based protocols UCI and USI have in common: words, numbers, options, positions and the extensions of our own.

mod go;

pub use go::{Quantity, duration, go};

use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, rest, verify};
use nom::multi::{many0, many0_count, many1_count};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::Reading;
use super::command::{Command, Start};
use crate::notation::Form;

/// What stands between words.
const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
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

/// Reads a line: the first command in it, behind words that mean nothing. `command` knows the commands of the protocol, by
/// their first word and what stands behind it.
pub fn read(line: &str, command: impl Fn(&str, &str) -> Option<Reading>) -> Reading {
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
        text => fault(&Fault::UnknownCommand(text.to_owned())),
    }
}

/// The commands that no standard has. They are short or common words, so they must come first on their line.
fn extension(line: &str) -> Option<Reading> {
    let (behind, text) = word(line).ok()?;
    Some(match text {
        "d" => Command::Show.into(),
        "bench" => Command::Bench.into(),
        "perft" => perft(behind),
        _ => return None,
    })
}

fn fault(fault: &Fault) -> Reading {
    Reading { faults: vec![fault.to_string()], ..Reading::default() }
}

/// The next word, whatever it is.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(take_while(is_blank), take_till1(is_blank)).parse(input)
}

/// The next word, if it is `name`.
pub fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |text: &str| text.eq_ignore_ascii_case(name))
}

/// The next word, if it is not `name`.
pub fn other<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |text: &str| !text.eq_ignore_ascii_case(name))
}

/// The next word, if it is a whole number. Too large ones are taken as the largest, negative ones as 0.
pub fn number(input: &str) -> IResult<&str, u64> {
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

/// Reads what stands behind `setoption`.
pub fn set_option(input: &str) -> Reading {
    let name = preceded(keyword("name"), recognize(many1_count(other("value"))));
    let read: IResult<&str, (&str, Option<&str>)> = (name, opt(preceded(keyword("value"), rest))).parse(input);
    match read {
        Ok((_, (name, value))) => {
            let value = value.map(|value| value.trim().to_owned());
            Command::Set { name: name.trim().to_owned(), value }.into()
        }
        Err(_) => fault(&Fault::NoOptionName(input.trim().to_owned())),
    }
}

/// Reads what stands behind `position`.
pub fn position(input: &str) -> Reading {
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
        return fault(&Fault::UnknownStart(first.to_owned()));
    };
    let moves = moves.into_iter().map(str::to_owned).collect();
    let mut reading = Reading::from(Command::Position { start, moves });
    if !left.trim().is_empty() {
        let stray = Fault::Ignored { command: "position", word: left.trim().to_owned() };
        reading.faults.push(stray.to_string());
    }
    reading
}

fn perft(input: &str) -> Reading {
    match number(input) {
        Ok((_, depth)) => Command::Perft(clamped(depth)).into(),
        Err(_) => fault(&Fault::NoNumber { command: "perft", word: "perft".to_owned() }),
    }
}

fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

//! The arguments of `go`.

use std::time::Duration;

use nom::branch::alt;
use nom::combinator::{map, map_opt, value, verify};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::super::Reading;
use super::super::command::{Command, Go};
use super::{Fault, clamped, keyword, number, word};
use crate::board::Color;
use crate::search::{Clock, Limits};

/// No clock runs longer, in ms: a year. Sums of such times cannot overflow.
const LONGEST_TIME: u64 = 365 * 24 * 3_600_000;

/// A keyword of `go` that a number follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The time left on a side's clock, in ms.
    Time(Color),
    /// What each move adds to a side's clock, in ms.
    Increment(Color),
    /// Moves until the clock is set anew.
    MovesToGo,
    /// The last iteration, in plies.
    Depth,
    /// Nodes in all.
    Nodes,
    /// The longest mate to look for, in moves.
    Mate,
    /// The time for this move, in ms.
    MoveTime,
    /// The time for each move that does not count as used, in ms.
    Byoyomi,
    /// No search: a count of leaves, at so many plies.
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

/// What number stands behind a keyword of `go`, in a protocol.
type Quantities = fn(&str) -> Option<Quantity>;

fn is_argument(text: &str, quantity: Quantities) -> bool {
    quantity(text).is_some() || ["infinite", "ponder", "searchmoves"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

fn argument(input: &str, quantity: Quantities) -> IResult<&str, Argument<'_>> {
    let counted = map((map_opt(word, quantity), number), |(what, number)| Argument::Number(what, number));
    let root_move = verify(word, move |text: &str| !is_argument(text, quantity));
    alt((
        counted,
        value(Argument::Infinite, keyword("infinite")),
        value(Argument::Ponder, keyword("ponder")),
        map(preceded(keyword("searchmoves"), many0(root_move)), Argument::SearchMoves),
        map(verify(word, move |text: &str| quantity(text).is_some()), Argument::NoNumber),
        map(word, Argument::Unknown),
    ))
    .parse(input)
}

/// Reads what stands behind `go`, the keywords being those of a protocol.
pub fn go(input: &str, quantity: Quantities) -> Reading {
    let arguments =
        many0(|input| argument(input, quantity)).parse(input).map_or_else(|_| Vec::new(), |(_, arguments)| arguments);
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
            Argument::NoNumber(text) => faults.push(Fault::NoNumber { command: "go", word: text.to_owned() }),
            Argument::Unknown(text) => faults.push(Fault::Ignored { command: "go", word: text.to_owned() }),
        }
    }
    request.limits.clock = times.clock();
    let command = perft.map_or(Command::Go(request), Command::Perft);
    Reading { faults: faults.iter().map(ToString::to_string).collect(), ..Reading::from(command) }
}

/// The clock as the arguments of `go` give it, in pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    byoyomi: Option<Duration>,
}

impl Times {
    /// The clock, if there is one. A time that is missing is taken to be the other side's: with none at all one would
    /// move at once, with no bound one would lose on time.
    fn clock(self) -> Option<Clock> {
        if self.remaining == [None; 2] && self.increment == [None; 2] && self.byoyomi.is_none() {
            return None;
        }
        let both =
            |[white, black]: [Option<Duration>; 2]| [white.or(black), black.or(white)].map(Option::unwrap_or_default);
        Some(Clock {
            remaining: both(self.remaining),
            increment: both(self.increment),
            moves_to_go: self.moves_to_go,
            byoyomi: self.byoyomi.unwrap_or_default(),
        })
    }
}

/// So many milliseconds.
pub fn duration(millis: u64) -> Duration {
    Duration::from_millis(millis.min(LONGEST_TIME))
}

fn limit(limits: &mut Limits, times: &mut Times, quantity: Quantity, number: u64) {
    let time = duration(number);
    match quantity {
        Quantity::Time(color) => times.remaining[color.index()] = Some(time),
        Quantity::Increment(color) => times.increment[color.index()] = Some(time),
        // None to go means that the clock is not set anew.
        Quantity::MovesToGo => times.moves_to_go = Some(clamped(number)).filter(|&moves| moves > 0),
        Quantity::Depth => limits.depth = Some(clamped(number)),
        Quantity::Nodes => limits.nodes = Some(number),
        Quantity::Mate => limits.mate = Some(clamped(number)),
        Quantity::Byoyomi => times.byoyomi = Some(time),
        Quantity::MoveTime => limits.movetime = Some(time),
        // Not a limit of a search.
        Quantity::Perft => {}
    }
}

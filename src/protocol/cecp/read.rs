//! The grammar of what a CECP front end says.

use std::time::Duration;

use nom::bytes::complete::tag;
use nom::character::complete::digit1;
use nom::combinator::{all_consuming, map_res, opt, recognize};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::super::Reading;
use super::super::command::{Command, Seat, Start};
use super::super::grammar::{duration, number, word};
use super::super::session::{ClockChange, TimeControl};
use super::super::settings::Setting;
use super::super::wording::printable;
use super::moves::Style;
use super::{Cecp, Echo, is_passed, layout, moves};
use crate::board::Square;
use crate::engine::AnyGame;
use crate::notation::{Form, MoveError};

/// What is wrong with a line; `Display` gives the words in the parentheses of an error message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    /// The first word is no command.
    #[error("unknown command")]
    UnknownCommand,
    /// Something must stand behind the command, and nothing does.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// What stands behind the command is not what must stand there.
    #[error("'{token}' is no {what}")]
    Bad { token: String, what: &'static str },
}

impl From<Fault> for Reading {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault.to_string()], ..Self::default() }
    }
}

type Read = Result<Reading, Fault>;

impl Cecp {
    /// Reads a line.
    pub(super) fn read_line(&mut self, line: &str, game: &dyn AnyGame) -> Reading {
        let Ok((behind, command)) = word(line) else {
            return Reading::default();
        };
        let behind = behind.trim();
        self.command(command, behind, game).unwrap_or_else(Reading::from)
    }

    fn command(&mut self, command: &str, behind: &str, game: &dyn AnyGame) -> Read {
        let known = match command {
            // Nothing depends on these.
            "xboard" | "random" | "name" | "rating" | "ics" | "hover" | "egtpath" | "bk" | "partner" | "ptell"
            | "holding" | "accepted" => Reading::default(),
            "rejected" => self.rejected(behind),
            "protover" => Command::Identify.into(),
            "ping" => Command::Ready(read_number("number", behind)?).into(),
            "quit" => Command::Quit.into(),
            "new" => self.new_game(),
            "variant" => self.variant(behind)?,
            "setboard" => self.set_board(behind, game)?,
            "usermove" => self.user_move(given("a move", behind)?, game),
            "undo" => self.undo(1, game),
            "remove" => self.undo(2, game),
            "computer" => self.meet_program(game),
            "lift" => self.lift(behind, game),
            "put" => Reading { reply: self.pointer.put(behind, game, self.style(game.spec())), ..Reading::default() },
            "post" | "nopost" => {
                self.posts = command == "post";
                Reading::default()
            }
            "d" => Command::Show.into(),
            _ => match fixed(command).map_or_else(|| timing(command, behind), |command| Some(Ok(command.into()))) {
                Some(read) => read?,
                None => match setting(command, behind, game) {
                    Some(read) => read?,
                    None => self.bare_move(command, game)?,
                },
            },
        };
        Ok(known)
    }

    fn rejected(&mut self, feature: &str) -> Reading {
        if feature == "highlight" {
            self.draws = false;
        }
        Reading::default()
    }

    /// `new` means chess, whatever was played before, and the engine plays Black.
    fn new_game(&mut self) -> Reading {
        self.between_programs = false;
        self.dropped.clear();
        self.forget_moves();
        let chess = Command::Set { name: Setting::Variant.name().to_owned(), value: Some("chess".to_owned()) };
        let deep = Command::Clock(ClockChange::Depth(None));
        let commands = vec![Command::Sit(Seat::Nobody), chess, deep, Command::Sit(Seat::Waiter)];
        Reading { commands, ..Reading::default() }
    }

    fn variant(&mut self, name: &str) -> Read {
        let name = given("a variant", name)?;
        self.forget_moves();
        let value = Some(layout::variant(name).to_owned());
        Ok(Command::Set { name: Setting::Variant.name().to_owned(), value }.into())
    }

    fn set_board(&mut self, fen: &str, game: &dyn AnyGame) -> Read {
        let fen = given("a position", fen)?;
        let repeated = match self.echo {
            Echo::None => false,
            Echo::Part(_) => true,
            Echo::Turn => is_passed(fen, game),
        };
        if repeated {
            return Ok(Reading::default());
        }
        self.forget_moves();
        Ok(Command::Position { start: Start::Text(fen.to_owned(), Form::Fen), moves: Vec::new() }.into())
    }

    /// The opponent is a program. The board may have to be laid out in another way.
    fn meet_program(&mut self, game: &dyn AnyGame) -> Reading {
        let spec = game.spec();
        let before = layout::chosen(spec, self.between_programs);
        self.between_programs = true;
        let now = layout::chosen(spec, true);
        let same = before.map(std::ptr::from_ref) == now.map(std::ptr::from_ref);
        let changed = now.filter(|_| self.draws && !same && game.ply_count() == 0);
        Reading { reply: changed.map(|layout| layout::lines(spec, layout)).unwrap_or_default(), ..Reading::default() }
    }

    fn lift(&mut self, square: &str, game: &dyn AnyGame) -> Reading {
        let spec = game.spec();
        let reply = layout::chosen(spec, self.between_programs)
            .map(|layout| self.pointer.lift(square, game, layout, self.style(spec)));
        Reading { reply: reply.unwrap_or_default(), ..Reading::default() }
    }

    /// Takes lines of moves back; a move in several lines is gone when all of them are.
    fn undo(&mut self, lines: usize, game: &dyn AnyGame) -> Reading {
        let mut left = game.fork();
        let mut count = 0;
        for _ in 0..lines {
            self.half_undone += 1;
            if self.half_undone >= self.last_lines(&*left) {
                self.half_undone = 0;
                count += 1;
                left.undo();
            }
        }
        let half = self.half_undone;
        self.forget_moves();
        self.half_undone = half;
        Command::TakeBack(count).into()
    }

    /// The number of lines in which the last move was made.
    fn last_lines(&self, game: &dyn AnyGame) -> usize {
        let Some(mv) = game.last_move() else {
            return 1;
        };
        let mut before = game.fork();
        before.undo();
        if self.is_remembered(mv, &*before) { 1 } else { moves::lines(&*before, mv, self.style(game.spec())).len() }
    }

    /// Whether this drop was made by hand in this position.
    fn is_remembered(&self, mv: u32, before: &dyn AnyGame) -> bool {
        let fen = before.fen();
        self.dropped.iter().any(|(position, drop)| *drop == mv && *position == fen)
    }

    fn user_move(&mut self, token: &str, game: &dyn AnyGame) -> Reading {
        let style = self.style(game.spec());
        if token == moves::PASS || self.is_echo(token) {
            return Reading::default();
        }
        if let Some(mv) = self.turning_step(token, game) {
            self.echo = Echo::None;
            let commands = vec![Command::TakeBack(1), Command::Play(mv)];
            return Reading { commands, ..Reading::default() };
        }
        let found = self.turned_by_hand(token, game, style).map_or_else(|| moves::find(game, token, style), Ok);
        match found {
            Ok(mv) => Command::Play(mv).into(),
            Err(error) => Reading { reply: illegal(token, &error), ..Reading::default() },
        }
    }

    /// Whether the move is only the part that a compound has left behind, put on the board.
    fn is_echo(&mut self, token: &str) -> bool {
        let repeated = matches!(&self.echo, Echo::Part(part) if part == token);
        if repeated {
            self.echo = Echo::None;
        }
        repeated
    }

    /// The turned drop that the last drop was only the first line of, if `token` is the step with which the piece turns over.
    fn turning_step(&self, token: &str, game: &dyn AnyGame) -> Option<u32> {
        let dropped = game.last_move().filter(|_| self.echo == Echo::Turn)?;
        let mut before = game.fork();
        before.undo();
        let step = token.strip_suffix('+')?.strip_prefix(&before.facts(dropped).to.to_string())?;
        moves::turned(&*before, dropped, Square::parse(step)?, self.style(game.spec()))
    }

    /// The turned drop that somebody makes, or has made before, by hand: `token` is that of the plain drop.
    fn turned_by_hand(&self, token: &str, game: &dyn AnyGame, style: Style) -> Option<u32> {
        let plain = moves::find(game, token, style).ok().filter(|&mv| game.facts(mv).from.is_none())?;
        let turned = moves::turned(game, plain, game.facts(plain).to, style)?;
        let meant =
            self.pointer.has_offered(turned) || !self.pointer.has_offered(plain) && self.is_remembered(turned, game);
        meant.then_some(turned)
    }

    /// A move without the word `usermove` in front of it, or nothing known.
    fn bare_move(&mut self, token: &str, game: &dyn AnyGame) -> Read {
        let unreadable = matches!(moves::find(game, token, self.style(game.spec())), Err(MoveError::Unreadable(_)));
        if unreadable { Err(Fault::UnknownCommand) } else { Ok(self.user_move(token, game)) }
    }
}

/// The commands of one word that only the session understands.
fn fixed(command: &str) -> Option<Command> {
    Some(match command {
        "force" | "result" | "exit" => Command::Sit(Seat::Nobody),
        "go" => Command::Sit(Seat::Mover),
        "playother" => Command::Sit(Seat::Waiter),
        "analyze" => Command::Sit(Seat::Analyst),
        "hard" => Command::Pondering(true),
        "easy" => Command::Pondering(false),
        "?" => Command::MoveNow,
        "draw" => Command::DrawOffer,
        "hint" => Command::Hint,
        "." => Command::Progress,
        _ => return None,
    })
}

/// The commands about the clock.
fn timing(command: &str, behind: &str) -> Option<Read> {
    let centiseconds = || Ok(duration(read_number("time", behind)?.saturating_mul(10)));
    let change = match command {
        "level" => level(behind).map(ClockChange::Control),
        "st" => seconds(behind).map(ClockChange::MoveTime),
        "sd" => {
            read_number("depth", behind).map(|depth| ClockChange::Depth(Some(u32::try_from(depth).unwrap_or(u32::MAX))))
        }
        "time" => centiseconds().map(ClockChange::Own),
        "otim" => centiseconds().map(ClockChange::Other),
        _ => return None,
    };
    Some(change.map(|change| Command::Clock(change).into()))
}

/// The commands about options and about the moves to search.
fn setting(command: &str, behind: &str, game: &dyn AnyGame) -> Option<Read> {
    let set = |setting: Setting| {
        let value = given("a number", behind)?.to_owned();
        Ok(Command::Set { name: setting.name().to_owned(), value: Some(value) }.into())
    };
    Some(match command {
        "memory" => set(Setting::Hash),
        "cores" => set(Setting::Threads),
        "option" => option(behind),
        "exclude" => bar(behind, true, game),
        "include" => bar(behind, false, game),
        _ => return None,
    })
}

/// Reads `NAME` or `NAME=VALUE`.
fn option(text: &str) -> Read {
    let text = given("an option", text)?;
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text, None),
    };
    Ok(Command::Set { name: name.to_owned(), value }.into())
}

/// Reads which moves are (not) to be searched.
fn bar(text: &str, barred: bool, game: &dyn AnyGame) -> Read {
    let token = given("a move", text)?;
    let moves = if token == "all" {
        game.moves()
    } else {
        let found = moves::find(game, token, moves::Style::Plain);
        vec![found.map_err(|_| Fault::Bad { token: token.to_owned(), what: "legal move" })?]
    };
    Ok(Command::Bar { moves, barred }.into())
}

fn given<'a>(what: &'static str, text: &'a str) -> Result<&'a str, Fault> {
    if text.is_empty() { Err(Fault::Missing(what)) } else { Ok(text) }
}

fn read_number(what: &'static str, text: &str) -> Result<u64, Fault> {
    let token = given(what, text)?;
    number(token).map(|(_, number)| number).map_err(|_| Fault::Bad { token: token.to_owned(), what })
}

/// Reads `MOVES BASE INCREMENT`: base in minutes or minutes and seconds, increment in seconds.
fn level(text: &str) -> Result<TimeControl, Fault> {
    let mut words = text.split_whitespace();
    let mut next = |what| words.next().ok_or(Fault::Missing(what));
    let moves = read_number("number of moves", next("a number of moves")?)?;
    let base = next("a time")?;
    let base = minutes(base).map_err(|_| Fault::Bad { token: base.to_owned(), what: "time" })?;
    let increment = seconds(next("an increment")?)?;
    let moves = u32::try_from(moves).ok().filter(|&moves| moves > 0);
    Ok(TimeControl { moves, base, increment })
}

/// Reads a number of seconds, perhaps a broken one.
fn seconds(text: &str) -> Result<Duration, Fault> {
    let token = given("a time", text)?;
    let bad = |_| Fault::Bad { token: token.to_owned(), what: "time" };
    all_consuming(decimal).parse(token).map(|(_, seconds)| from_seconds(seconds)).map_err(bad)
}

/// Reads `MINUTES` or `MINUTES:SECONDS`; later versions of the protocol may put more behind it.
fn minutes(text: &str) -> Result<Duration, nom::Err<nom::error::Error<&str>>> {
    let (_, (minutes, seconds)) = (decimal, opt(preceded(tag(":"), decimal))).parse(text)?;
    Ok(from_seconds(minutes * 60.0 + seconds.unwrap_or_default()))
}

/// Reads a number with or without decimals.
fn decimal(input: &str) -> IResult<&str, f64> {
    let text = recognize((digit1, opt(preceded(tag("."), digit1))));
    terminated(map_res(text, str::parse), opt(tag("."))).parse(input)
}

fn from_seconds(seconds: f64) -> Duration {
    duration((seconds * 1000.0).round() as u64)
}

/// How a move is refused. XBoard takes it back.
fn illegal(token: &str, error: &MoveError) -> String {
    let why = match error {
        MoveError::Ambiguous { candidates, .. } => format!(" (it may be one of {candidates})"),
        MoveError::Unreadable(_) | MoveError::Illegal(_) => String::new(),
    };
    format!("Illegal move{why}: {}\n", printable(token))
}

//! CECP, the protocol of `XBoard`, version 2, from the runner's side.
//!
//! Unlike the others it has state: the engine follows the game move by move and makes its own, so it is only told what it
//! does not know yet.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till};
use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::multi::many0;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

use super::super::clock::{Bonus, Clock, TimeControl};
use super::super::config::Protocol;
use super::answer::EngineOption;
use super::{Answer, CannotPlay, Identity, Language, Thinking, Turn};
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;
use crate::search::Score;

/// From this score on it is a mate: so many moves more are as many moves to it.
const MATE: i32 = 100_000;

/// The Chess Engine Communication Protocol.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "features of the protocol, each on or off")]
pub struct Cecp {
    identity: Identity,
    /// The variants that it plays, if it said so.
    variants: Option<Vec<String>>,
    ping: bool,
    usermove: bool,
    setboard: bool,
    /// Whether it would tell a board that knows no rules which squares to mark.
    highlight: bool,
    /// The number of the last ping.
    pings: u32,
    /// Moves of the game that it knows, its own included once it has made them; `None` before the first `go`.
    told: Option<usize>,
}

impl Language for Cecp {
    fn protocol(&self) -> Protocol {
        Protocol::Cecp
    }

    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn greet(&self) -> Vec<String> {
        vec!["xboard".to_owned(), "protover 2".to_owned()]
    }

    fn introduced(&mut self, line: &str) -> bool {
        let mut done = false;
        for (name, value) in features(line) {
            match name {
                "ping" => self.ping = value == "1",
                "usermove" => self.usermove = value == "1",
                "setboard" => self.setboard = value == "1",
                "highlight" => self.highlight = value == "1",
                "myname" => self.identity.name = Some(value.to_owned()),
                "variants" => self.variants = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
                "option" => self.identity.options.extend(option(value)),
                "done" => done = value == "1",
                _ => {}
            }
        }
        done
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn set(&self, options: &[(String, String)]) -> Result<Vec<String>, CannotPlay> {
        let line = |(name, value): &(String, String)| match self.identity.option(name) {
            Some(option) if value.is_empty() => Ok(format!("option {}", option.name)),
            Some(option) => Ok(format!("option {}={value}", option.name)),
            // These two are commands of the protocol.
            None if matches!(name.as_str(), "memory" | "cores") => Ok(format!("{name} {value}")),
            None => Err(CannotPlay::Option(name.clone())),
        };
        options.iter().map(line).collect()
    }

    fn can_limit(&self, control: &TimeControl) -> Result<(), CannotPlay> {
        unknown_limit(control).map_or(Ok(()), |limit| Err(CannotPlay::Limit(limit)))
    }

    fn new_game(&mut self, game: &dyn AnyGame) -> Result<Vec<String>, CannotPlay> {
        let name = game.spec().name;
        let called = if name == "chess" { "normal" } else { name };
        let known = self.variants.as_ref().map_or(name == "chess", |known| known.iter().any(|known| known == called));
        if !known {
            return Err(CannotPlay::Variant(name));
        }
        self.told = None;
        let mut lines = Vec::new();
        if self.highlight {
            // The runner knows the rules, so a move needs no further lines by which a board would be put right.
            lines.push("rejected highlight".to_owned());
        }
        lines.push("new".to_owned());
        if name != "chess" {
            lines.push(format!("variant {name}"));
        }
        lines.extend(["easy", "post", "force"].map(str::to_owned));
        Ok(lines)
    }

    fn sync(&mut self) -> Option<String> {
        self.pings += 1;
        self.ping.then(|| format!("ping {}", self.pings))
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Vec<String>, CannotPlay> {
        let mover = turn.game.turn();
        let (own, other) = (&turn.clocks[mover.index()], &turn.clocks[(!mover).index()]);
        self.can_limit(own.control())?;
        let mut lines = Vec::new();
        let say = |mv: &String| if self.usermove { format!("usermove {mv}") } else { mv.clone() };
        // Its own last move it knows: it has made it.
        let known = self.told.map_or(0, |told| told + 1).min(turn.moves.len());
        let unknown = &turn.moves[known..];
        if self.told.is_none() {
            if let Some(fen) = turn.start {
                if !self.setboard {
                    return Err(CannotPlay::Limit("games to other starts than the usual one"));
                }
                lines.push(format!("setboard {fen}"));
            }
            lines.extend(unknown.iter().map(say));
            lines.extend(limits(own));
        }
        if own.is_timed() {
            lines.push(format!("time {}", centiseconds(own)));
            lines.push(format!("otim {}", centiseconds(other)));
        }
        match (self.told, unknown) {
            // A move of the other side has it think by itself.
            (Some(_), [reply]) => lines.push(say(reply)),
            _ => lines.push("go".to_owned()),
        }
        self.told = Some(turn.moves.len());
        Ok(lines)
    }

    fn read(&mut self, line: &str) -> Answer {
        let line = line.trim();
        let (first, behind) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match first {
            "move" => Answer::Move(behind.trim().to_owned()),
            "resign" => Answer::Resign,
            "pong" if behind.trim().parse() == Ok(self.pings) => Answer::Synced,
            "1-0" | "0-1" | "1/2-1/2" => Answer::Claim(line.to_owned()),
            "Illegal" => Answer::Refusal(line.to_owned()),
            _ => Answer::Other,
        }
    }

    fn thinking(&self, line: &str) -> Thinking {
        let mut words = line.split_whitespace();
        let depth = words.next().map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit()));
        let depth = depth.and_then(|word| word.parse().ok());
        let score = words.next().and_then(|word| word.parse().ok()).map(score);
        let centiseconds: Option<u64> = words.next().and_then(|word| word.parse().ok());
        let time_ms = centiseconds.and_then(|time| time.checked_mul(10));
        let nodes = words.next().and_then(|word| word.parse().ok());
        Thinking { depth, score, nodes, seldepth: None, time_ms }
    }

    /// Behind the four numbers; numbers of moves may stand among them.
    fn best_line(&self, text: &str) -> Vec<String> {
        text.split_whitespace().skip(4).filter(|word| !word.ends_with('.')).map(str::to_owned).collect()
    }

    fn stop(&self) -> &'static str {
        "?"
    }

    fn game_over(&mut self, outcome: Option<Outcome>, _: bool) -> Vec<String> {
        let result = outcome.map(|outcome| format!("result {} {{{}}}", outcome.result(), outcome.reason));
        result.into_iter().chain([String::from("force")]).collect()
    }
}

/// Reads the features that a line names.
fn features(line: &str) -> Vec<(&str, &str)> {
    let quoted = delimited(char('"'), take_till(|c| c == '"'), opt(char('"')));
    let value = alt((quoted, take_till(|c: char| c.is_whitespace())));
    let feature = preceded(multispace0, separated_pair(is_not("= \t\""), char('='), value));
    let read: IResult<&str, Vec<(&str, &str)>> = preceded((multispace0, tag("feature")), many0(feature)).parse(line);
    read.map(|(_, features)| features).unwrap_or_default()
}

/// Reads the value of a feature `option`: `Hash -spin 16 1 1024`.
fn option(value: &str) -> Option<EngineOption> {
    let (name, kind) = value.split_once(" -")?;
    let kind = kind.split_whitespace().next()?;
    Some(EngineOption { name: name.trim().to_owned(), kind: kind.to_owned(), choices: Vec::new() })
}

fn score(value: i32) -> Score {
    match value.checked_abs().map(|size| size - MATE) {
        Some(moves @ 0..=10_000) if value > 0 => Score::Mate((2 * moves - 1).max(0)),
        Some(moves @ 0..=10_000) => Score::Mate(-2 * moves),
        _ => Score::Cp(value),
    }
}

fn centiseconds(clock: &Clock) -> u128 {
    clock.remaining().as_millis() / 10
}

/// What of a time control CECP has no words for.
#[must_use]
pub fn unknown_limit(control: &TimeControl) -> Option<&'static str> {
    let differ = control.periods.windows(2).any(|pair| pair[0] != pair[1]);
    match control.bonus {
        _ if control.nodes.is_some() => Some("nodes"),
        Bonus::Byoyomi(_) => Some("byoyomi"),
        _ if differ => Some("a clock whose periods differ"),
        _ => None,
    }
}

/// The lines that say what limits the engine's moves.
fn limits(clock: &Clock) -> Vec<String> {
    let control = clock.control();
    let mut lines = Vec::new();
    if let Some(period) = control.periods.first() {
        let seconds = period.time.as_secs();
        let increment = match control.bonus {
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time.as_secs_f64(),
            Bonus::None | Bonus::Byoyomi(_) => 0.0,
        };
        let moves = period.moves.unwrap_or(0);
        lines.push(format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60));
    }
    lines.extend(control.movetime.map(|time| format!("st {}", time.as_secs_f64())));
    lines.extend(control.depth.map(|depth| format!("sd {depth}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;

    fn clocks(text: &str) -> [Clock; 2] {
        [text; 2].map(|text| Clock::new(&text.parse().expect("a clock")))
    }

    fn moves(list: &str) -> Vec<String> {
        list.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn features_are_read_in_quotes_and_without() {
        let mut cecp = Cecp::default();
        assert!(!cecp.introduced(r#"feature ping=1 usermove=1 setboard=0 myname="An engine 2" done=0"#));
        assert!(!cecp.introduced(r#"feature option="Hash size -spin 16 1 64" variants="normal, micro""#));
        assert!(!cecp.introduced("hello done=1"));
        assert!(cecp.introduced("feature done=1"));
        assert_eq!(cecp.identity().name.as_deref(), Some("An engine 2"));
        assert_eq!(cecp.variants, Some(vec!["normal".to_owned(), "micro".to_owned()]));
        let set = |name: &str| cecp.set(&[(name.to_owned(), "5".to_owned())]);
        assert_eq!(set("hash size"), Ok(vec!["option Hash size=5".to_owned()]));
        assert_eq!(set("cores"), Ok(vec!["cores 5".to_owned()]));
        assert!(set("hush").is_err());
        let game = new_game("micro").expect("a known variant");
        assert_eq!(
            cecp.new_game(&*game),
            Ok(moves("new\nvariant_micro\neasy\npost\nforce").into_iter().map(|l| l.replace('_', " ")).collect())
        );
        // Marks on a board are not for one who knows the rules.
        cecp.introduced("feature highlight=1");
        let lines = cecp.new_game(&*game).expect("a variant that it plays");
        assert_eq!(lines.first().map(String::as_str), Some("rejected highlight"));
    }

    #[test]
    fn it_is_told_only_what_it_does_not_know() {
        let game = new_game("chess").expect("a known variant");
        let mut cecp = Cecp { usermove: true, setboard: true, ..Cecp::default() };
        let clocks = clocks("40/90.5+0.5");
        let mut go = |start, list: &str| {
            let moves = moves(list);
            cecp.go(&Turn { game: &*game, start, moves: &moves, clocks: &clocks }).expect("CECP can say it")
        };
        let first = go(Some("FEN"), "a1a2 b1b2");
        let expected =
            ["setboard FEN", "usermove a1a2", "usermove b1b2", "level 40 1:30 0.5", "time 9050", "otim 9050", "go"];
        assert_eq!(first, expected);
        assert_eq!(go(Some("FEN"), "a1a2 b1b2 c1c2 d1d2"), ["time 9050", "otim 9050", "usermove d1d2"]);
        // It can be asked to move for the other side, too.
        assert_eq!(go(Some("FEN"), "a1a2 b1b2 c1c2 d1d2 e1e2"), ["time 9050", "otim 9050", "go"]);
    }

    #[test]
    fn limits_without_a_clock() {
        let said = |text| limits(&clocks(text)[0]);
        assert_eq!(said("depth=5"), ["sd 5"]);
        assert_eq!(said("movetime=0.5"), ["st 0.5"]);
        let unknown = |text: &str| unknown_limit(&text.parse().expect("a clock"));
        assert_eq!(unknown("nodes=5"), Some("nodes"));
        assert_eq!(unknown("10 byoyomi=5"), Some("byoyomi"));
        assert_eq!(unknown("40/60:20/30"), Some("a clock whose periods differ"));
        for fine in ["40/60:40/60", "40/60", "10+0.1", "movetime=1 depth=3", "10 delay=1"] {
            assert_eq!(unknown(fine), None, "{fine}");
        }
    }

    #[test]
    fn answers_and_thinking() {
        let mut cecp = Cecp { ping: true, ..Cecp::default() };
        assert_eq!(cecp.sync().as_deref(), Some("ping 1"));
        assert_eq!(cecp.read("pong 1"), Answer::Synced);
        assert_eq!(cecp.read("pong 2"), Answer::Other);
        assert_eq!(cecp.read("move e2e4"), Answer::Move("e2e4".to_owned()));
        assert_eq!(cecp.read("1-0 {White mates}"), Answer::Claim("1-0 {White mates}".to_owned()));
        assert_eq!(cecp.read("Illegal move: e2e5"), Answer::Refusal("Illegal move: e2e5".to_owned()));
        assert_eq!(cecp.read("Error (unknown command): hop"), Answer::Other);
        let said = |line| cecp.thinking(line);
        assert_eq!(
            said("12& -34 150 99 e2e4"),
            Thinking {
                depth: Some(12),
                score: Some(Score::Cp(-34)),
                nodes: Some(99),
                seldepth: None,
                time_ms: Some(1500)
            }
        );
        assert_eq!(cecp.best_line("12 -34 150 99 1. e2e4 e7e5"), ["e2e4", "e7e5"]);
        assert!(cecp.best_line("12 -34 150 99").is_empty());
        assert_eq!(said(" 9 100002 1 2").score, Some(Score::Mate(3)));
        assert_eq!(said("9 -100002 1 2").score, Some(Score::Mate(-4)));
        assert_eq!(said("9").score, None);
    }
}

//! The grammar of what UCI and USI engines answer.

use nom::combinator::{map_opt, opt, recognize, rest};
use nom::multi::many1_count;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::{Answer, Identity};
use crate::protocol::{keyword, number, other, word};
use crate::search::Score;

/// What an engine thinks, as far as it says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Plies.
    pub depth: Option<u32>,
    /// What the position is worth, for the engine.
    pub score: Option<Score>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The length of the longest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// Milliseconds since it began.
    pub time_ms: Option<u64>,
}

/// Something that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, as the engine writes it.
    pub name: String,
    /// Its type, as the engine calls it.
    pub kind: String,
    /// The values of a choice.
    pub choices: Vec<String>,
}

/// Reads a word `keyword`, and what stands behind it.
fn after<'a>(line: &'a str, word: &'static str) -> Option<&'a str> {
    keyword(word).parse(line).ok().map(|(rest, _)| rest.trim())
}

/// Takes in a line of an introduction that ends with `last`; whether it was that one.
pub fn introduce(identity: &mut Identity, line: &str, last: &'static str) -> bool {
    if let Some(id) = after(line, "id") {
        if let Some(name) = after(id, "name").filter(|name| !name.is_empty()) {
            identity.name = Some(name.to_owned());
        }
    } else if let Some(option) = after(line, "option") {
        identity.options.extend(option_line(option));
    }
    after(line, last).is_some()
}

/// Reads what stands behind `option`.
fn option_line(line: &str) -> Option<EngineOption> {
    let name = preceded(keyword("name"), recognize(many1_count(other("type"))));
    let read: IResult<&str, (&str, &str, &str)> = (name, preceded(keyword("type"), word), rest).parse(line);
    let (_, (name, kind, details)) = read.ok()?;
    // A choice ends where the next keyword begins.
    let choices = details.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
    Some(EngineOption { name: name.trim().to_owned(), kind: kind.to_owned(), choices })
}

/// Reads an answer of an engine that gives moves behind `bestmove`.
pub fn read(line: &str) -> Answer {
    if after(line, "readyok").is_some() {
        return Answer::Synced;
    }
    let Some(behind) = after(line, "bestmove") else {
        return Answer::Other;
    };
    match word(behind) {
        Ok((_, "resign")) => Answer::Resign,
        Ok((_, claim @ ("win" | "(none)" | "none" | "0000" | "null" | "NULL" | "@@@@"))) => {
            Answer::Claim(claim.to_owned())
        }
        Ok((_, text)) => Answer::Move(text.to_owned()),
        Err(_) => Answer::Claim(String::new()),
    }
}

/// Reads a line `info ...`; `mate` gives the plies of a distance that the protocol counts in its own way.
pub fn thinking(line: &str, mate: impl Fn(i64) -> i32) -> Thinking {
    let mut thinking = Thinking::default();
    let mut left = line;
    while let Ok((behind, text)) = word(left) {
        left = behind;
        let value: Option<(&str, u64)> = match text {
            "depth" | "seldepth" | "nodes" | "time" => number(left).ok(),
            "score" => {
                if let Some((behind, score)) = score(left, &mate) {
                    (thinking.score, left) = (Some(score), behind);
                }
                None
            }
            // Everything behind it is moves or words.
            "pv" | "string" => break,
            _ => None,
        };
        if let Some((behind, number)) = value {
            left = behind;
            let plies = || Some(u32::try_from(number).unwrap_or(u32::MAX));
            match text {
                "depth" => thinking.depth = plies(),
                "seldepth" => thinking.seldepth = plies(),
                "time" => thinking.time_ms = Some(number),
                _ => thinking.nodes = Some(number),
            }
        }
    }
    thinking
}

/// The moves behind `pv` in a line `info ...`, as the engine writes them.
pub fn line(text: &str) -> Vec<String> {
    let mut words = text.split_whitespace().skip_while(|&word| word != "pv" && word != "string");
    if words.next() == Some("pv") { words.map(str::to_owned).collect() } else { Vec::new() }
}

/// Reads `cp -5` or `mate 3`.
fn score<'a>(input: &'a str, mate: &impl Fn(i64) -> i32) -> Option<(&'a str, Score)> {
    let (behind, kind) = word(input).ok()?;
    let signed = map_opt(word, |text: &str| text.strip_prefix('+').unwrap_or(text).parse::<i64>().ok());
    // `mate -` and `mate +` mean a mate at an unknown distance.
    let sign = map_opt(opt(word), |text: Option<&str>| match text {
        Some("-") => Some(-1),
        Some("+") => Some(1),
        _ => None,
    });
    let read: IResult<&str, i64> = nom::branch::alt((signed, sign)).parse(behind);
    let (behind, value) = read.ok()?;
    let clamp = |value: i64| i32::try_from(value).unwrap_or(if value < 0 { -i32::MAX } else { i32::MAX });
    match kind {
        "cp" => Some((behind, Score::Cp(clamp(value)))),
        "mate" => Some((behind, Score::Mate(mate(value.clamp(-10_000, 10_000))))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(mate: i64) -> i32 {
        mate as i32 * 2
    }

    #[test]
    fn introductions() {
        let mut identity = Identity::default();
        for line in [
            "id name  Some Engine 3 ",
            "id author me",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "option name UCI_Variant type combo default chess var chess var king of the hill var micro",
            "option name broken",
            "option",
        ] {
            assert!(!introduce(&mut identity, line, "uciok"), "{line}");
        }
        assert!(introduce(&mut identity, " uciok ", "uciok"));
        assert_eq!(identity.name.as_deref(), Some("Some Engine 3"));
        let names: Vec<&str> = identity.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["Hash", "Clear Hash", "UCI_Variant"]);
        assert_eq!(identity.option("uci_variant").map(|option| option.choices.len()), Some(3));
        assert_eq!(identity.options[2].choices[1], "king of the hill");
    }

    #[test]
    fn answers() {
        assert_eq!(read("bestmove e2e4 ponder e7e5"), Answer::Move("e2e4".to_owned()));
        assert_eq!(read("  bestmove   +L*3c"), Answer::Move("+L*3c".to_owned()));
        assert_eq!(read("bestmove resign"), Answer::Resign);
        assert_eq!(read("bestmove (none)"), Answer::Claim("(none)".to_owned()));
        assert_eq!(read("bestmove"), Answer::Claim(String::new()));
        assert_eq!(read("readyok"), Answer::Synced);
        for other in ["", "bestmoves e2e4", "hello", "uciok", "readyokay"] {
            assert_eq!(read(other), Answer::Other, "{other}");
        }
    }

    #[test]
    fn thinking_is_read_whatever_else_is_said() {
        let read = |line| thinking(line, moves);
        let all = read("info depth 12 seldepth 20 multipv 1 score cp -34 nodes 1000 nps 5 time 7 pv e2e4 depth 3");
        let known = Thinking { depth: Some(12), score: Some(Score::Cp(-34)), nodes: Some(1000), ..Thinking::default() };
        assert_eq!(all, Thinking { seldepth: Some(20), time_ms: Some(7), ..known });
        assert_eq!(read("info score mate -3 depth x nodes 5").score, Some(Score::Mate(-6)));
        assert_eq!(read("info score mate -3 depth x nodes 5").nodes, Some(5));
        assert_eq!(
            read("info score mate + nodes 5"),
            Thinking { score: Some(Score::Mate(2)), nodes: Some(5), ..Thinking::default() }
        );
        assert_eq!(read("info score cp fish nodes 5").nodes, Some(5));
        assert_eq!(read("info score cp 99999999999").score, Some(Score::Cp(i32::MAX)));
        assert_eq!(read("info string depth 5"), Thinking::default());
        assert_eq!(read("info"), Thinking::default());
    }

    #[test]
    fn lines_stand_behind_their_word() {
        assert_eq!(line("info depth 1 pv  e2e4 e7e5 "), ["e2e4", "e7e5"]);
        for none in ["", "info", "info depth 1 pv", "info string the pv e2e4"] {
            assert!(line(none).is_empty(), "{none}");
        }
    }
}

//! The grammar of PGN: what can stand in a game, one item at a time.

use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, is_a, is_not, tag, take_until, take_while1};
use nom::character::complete::{char, digit1, multispace0, none_of, not_line_ending, satisfy, u8};
use nom::combinator::{cut, eof, map, map_opt, peek, recognize, success, value, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::GameResult;

/// One item of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// `[Name "value"]`, with the value unescaped.
    Tag(&'a str, String),
    /// `{...}` or `; ...`
    Comment(&'a str),
    /// `$3`, or `!?` and the like where it stands alone.
    Glyph(u8),
    /// `(`: a variation begins.
    Open,
    /// `)`: a variation ends.
    Close,
    /// What ends the game.
    Result(GameResult),
    /// A move.
    Move(&'a str),
    /// Something without meaning for the game: a move number, `e.p.`
    Nothing,
}

/// What ends a word of the move text. Blanks do, too.
const BREAKS: &str = " \t\r\n\u{a0}{}()[];$";

fn word(input: &str) -> IResult<&str, &str> {
    is_not(BREAKS).parse(input)
}

/// A whole word for which `read` has a meaning.
fn whole<'a, T>(
    read: impl Fn(&'a str) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    map_opt(word, read)
}

fn tag_pair(input: &str) -> IResult<&str, Item<'_>> {
    let name = take_while1(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    let escape = alt((value("\\", char('\\')), value("\"", char('"')), success("\\")));
    let text = alt((escaped_transform(none_of("\\\"\n"), '\\', escape), value(String::new(), peek(char('"')))));
    let end = || preceded(multispace0, char(']'));
    let quoted = delimited(char('"'), text, (char('"'), end()));
    // Some programs write quotes and backslashes in a value as they are.
    let unescaped = verify(take_until("\"]"), |text: &str| !text.contains('\n'));
    let careless = delimited(char('"'), map(unescaped, str::to_owned), tag("\"]"));
    let inside = (preceded(multispace0, name), preceded(multispace0, alt((quoted, careless))));
    map(preceded(char('['), cut(inside)), |(name, value)| Item::Tag(name, value)).parse(input)
}

fn comment(input: &str) -> IResult<&str, Item<'_>> {
    let braces = delimited(char('{'), cut(take_until("}")), char('}'));
    map(alt((braces, preceded(char(';'), not_line_ending))), Item::Comment).parse(input)
}

fn glyph(input: &str) -> IResult<&str, Item<'_>> {
    let sign = whole(|word| {
        Some(match word {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return None,
        })
    });
    map(alt((preceded(char('$'), cut(u8)), sign)), Item::Glyph).parse(input)
}

/// `12.`, `3...`, `...`, and `12` where it stands alone.
fn move_number(input: &str) -> IResult<&str, Item<'_>> {
    let dots = || is_a(".…");
    let alone = peek(alt((eof, recognize(satisfy(|c| BREAKS.contains(c))))));
    let counted = alt((recognize((digit1, dots())), terminated(digit1, alone), dots()));
    value(Item::Nothing, counted).parse(input)
}

/// The next item of `input`, which begins with neither a blank nor the end.
pub fn item(input: &str) -> IResult<&str, Item<'_>> {
    alt((
        tag_pair,
        comment,
        glyph,
        value(Item::Open, char('(')),
        value(Item::Close, char(')')),
        map(whole(GameResult::parse), Item::Result),
        move_number,
        value(Item::Nothing, whole(|word| matches!(word, "e.p." | "ep" | "e.p").then_some(()))),
        map(word, Item::Move),
    ))
    .parse(input)
}

/// `input` without the blanks before its next item.
pub fn skip_blanks(input: &str) -> &str {
    input.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{a0}')
}

/// Whether a line begins like a tag: `[Name "`.
pub fn opens_tag(line: &str) -> bool {
    let name = take_while1(|c: char| c.is_alphanumeric() || c == '_');
    let mut opening = (char('['), multispace0, name, multispace0, char('"'));
    let read: IResult<&str, _> = opening.parse(skip_blanks(line));
    read.is_ok()
}

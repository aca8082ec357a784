//! Transcripts as data.

use std::time::Duration;

use super::pattern::Pattern;

/// How long an expectation waits if it does not say.
const PATIENCE: Duration = Duration::from_secs(20);

/// A transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub steps: Vec<Step>,
}

/// A line that does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it stands, from 1.
    pub line: usize,
    pub action: Action,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Send(Vec<u8>),
    Expect {
        pattern: Pattern,
        strict: bool,
        within: Duration,
    },
    Forbid(Pattern),
    /// The engine must end; `close` its input first.
    End {
        close: bool,
        within: Duration,
    },
    Repeat(usize, Vec<Step>),
}

impl Script {
    /// Reads a transcript; the error says which line is wrong.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).collect::<Vec<_>>().into_iter();
        let (steps, ended) = block(&mut lines)?;
        if ended { Err("an '= end' without '= repeat'".to_owned()) } else { Ok(Self { steps }) }
    }
}

/// The steps up to the next `= end`, and whether there is one.
fn block<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<(Vec<Step>, bool), String> {
    let mut steps = Vec::new();
    while let Some((line, text)) = lines.next() {
        let failed = |why: String| format!("line {line}: {why}");
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        if text == "= end" {
            return Ok((steps, true));
        }
        let action = match text.strip_prefix("= repeat ") {
            None => action(text).map_err(failed)?,
            Some(count) => {
                let count = count.parse().map_err(|_| failed(format!("'{count}' is no number")))?;
                let (steps, ended) = block(lines)?;
                if !ended {
                    return Err(failed("'= repeat' without '= end'".to_owned()));
                }
                Action::Repeat(count, steps)
            }
        };
        steps.push(Step { line, action });
    }
    Ok((steps, false))
}

fn action(text: &str) -> Result<Action, String> {
    let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
    match mark {
        ">" => {
            let mut bytes = unescape(rest)?;
            bytes.push(b'\n');
            Ok(Action::Send(bytes))
        }
        "!" => Ok(Action::Forbid(Pattern::parse(rest)?)),
        "<" | "<!" => {
            let (pattern, within) = bounded(rest)?;
            Ok(Action::Expect { pattern: Pattern::parse(pattern)?, strict: mark == "<!", within })
        }
        "=" => directive(rest),
        _ => Err(format!("'{text}' is no step")),
    }
}

fn directive(text: &str) -> Result<Action, String> {
    if let Some(rest) = text.strip_prefix("send ") {
        let (count, what) = rest.split_once(' ').ok_or("'= send' needs a number and a character")?;
        let count = count.parse().map_err(|_| format!("'{count}' is no number"))?;
        return Ok(Action::Send(what.repeat(count).into_bytes()));
    }
    match bounded(text)? {
        ("eof", within) => Ok(Action::End { close: true, within }),
        ("exit", within) => Ok(Action::End { close: false, within }),
        _ => Err(format!("'= {text}' is no step")),
    }
}

/// Splits off ` within 2s`.
fn bounded(text: &str) -> Result<(&str, Duration), String> {
    let Some((text, bound)) = text.rsplit_once(" within ") else {
        return Ok((text, PATIENCE));
    };
    let (number, unit) = match bound.strip_suffix("ms") {
        Some(number) => (number, 1),
        None => (bound.strip_suffix('s').unwrap_or(bound), 1000),
    };
    let number: u64 = number.parse().map_err(|_| format!("'{bound}' is no time"))?;
    Ok((text, Duration::from_millis(number * unit)))
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut left = text;
    while let Some((plain, behind)) = left.split_once('\\') {
        bytes.extend(plain.bytes());
        let (byte, length) = match behind.as_bytes() {
            [b't', ..] => (b'\t', 1),
            [b'r', ..] => (b'\r', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', ..] => {
                let digits = behind.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                (digits.ok_or_else(|| format!("'\\{behind}' needs two hexadecimal digits"))?, 3)
            }
            _ => return Err(format!("'\\{behind}' is no escape")),
        };
        bytes.push(byte);
        left = &behind[length..];
    }
    bytes.extend(left.bytes());
    Ok(bytes)
}

#[test]
fn scripts() {
    let script = Script::parse("# c\n\n> a\\t\\xff\\\\\n= repeat 2\n<! b within 50ms\n= end\n= eof within 3s")
        .expect("a script");
    let pattern = Pattern::parse("b").expect("a pattern");
    let expect = Action::Expect { pattern, strict: true, within: Duration::from_millis(50) };
    let steps = [
        Step { line: 3, action: Action::Send(b"a\t\xff\\\n".to_vec()) },
        Step { line: 4, action: Action::Repeat(2, vec![Step { line: 5, action: expect }]) },
        Step { line: 7, action: Action::End { close: true, within: Duration::from_secs(3) } },
    ];
    assert_eq!(script.steps, steps);
    for bad in ["hop", "= hop", "= repeat x", "= repeat 2", "= end", "> \\q", "< a within x", "= send 3"] {
        assert!(Script::parse(bad).is_err(), "{bad}");
    }
}

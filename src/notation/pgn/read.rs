//! Reading games one after the other; a broken one does not hide the others.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::grammar::{Item, item, opens_tag, skip_blanks};
use super::{GameResult, PgnError, Record, RecordedMove};

/// The longest piece of text that an error quotes, in characters.
const QUOTED: usize = 30;

/// Reads games from a file, holding one at a time.
///
/// Variations and lines that begin with `%` are left out. Text that is not UTF-8 is taken for Latin-1. A game that cannot be
/// read is an error, and the next one follows; after an error of the file itself nothing does.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The line that is read next, from 1.
    line: usize,
    /// A line that belongs to the next game.
    ahead: Option<String>,
    /// Games that were read together with one before them.
    pending: VecDeque<Result<Record, PgnError>>,
    finished: bool,
}

/// The text of one game, or of several that no tags tell apart.
struct Section {
    text: String,
    /// Its first line in the file, from 1.
    line: usize,
}

impl<R: BufRead> Reader<R> {
    /// A reader of `input`; a string's is `Reader::new(text.as_bytes())`.
    pub fn new(input: R) -> Self {
        Self { input, line: 1, ahead: None, pending: VecDeque::new(), finished: false }
    }

    /// The next line with its end; `None` at the end of the file.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.ahead.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let mut line =
            String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        if self.line == 1 && line.starts_with('\u{feff}') {
            line.remove(0);
        }
        Ok(Some(line))
    }

    /// Everything up to the tags of the next game; `None` at the end of the file.
    fn next_section(&mut self) -> io::Result<Option<Section>> {
        let mut section = Section { text: String::new(), line: self.line };
        let (mut has_moves, mut in_comment) = (false, false);
        while let Some(line) = self.next_line()? {
            let tag = opens_tag(&line);
            // A comment may hold what looks like a tag. But after one that never ends, the next game must be found again.
            let next_game = tag && has_moves && (!in_comment || line.starts_with("[Event \""));
            if next_game {
                self.ahead = Some(line);
                break;
            }
            if !tag || in_comment {
                in_comment = ends_in_comment(&line, in_comment);
                has_moves |= !line.trim().is_empty();
            }
            self.line += 1;
            if line.starts_with('%') {
                section.text.push('\n');
            } else {
                section.text.push_str(&line);
            }
        }
        let more = !section.text.is_empty() || self.ahead.is_some();
        Ok(more.then_some(section))
    }
}

/// Whether a brace is open at the end of `line`, if `open` says whether one is at its start.
fn ends_in_comment(line: &str, mut open: bool) -> bool {
    for c in line.chars() {
        match c {
            '{' => open = true,
            '}' => open = false,
            ';' if !open => break,
            _ => {}
        }
    }
    open
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.pending.pop_front() {
                return Some(game);
            }
            if self.finished {
                return None;
            }
            match self.next_section() {
                Ok(Some(section)) => self.pending.extend(games(&section)),
                Ok(None) => self.finished = true,
                Err(error) => {
                    self.finished = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }
}

/// The games of a section, up to the first that cannot be read.
fn games(section: &Section) -> Vec<Result<Record, PgnError>> {
    let mut cursor = Cursor { rest: &section.text, line: section.line };
    let mut games = Vec::new();
    while !cursor.at_end() {
        match game(&mut cursor) {
            Ok(record) => games.push(Ok(record)),
            Err(error) => {
                games.push(Err(error));
                break;
            }
        }
    }
    games
}

/// A place in a section.
struct Cursor<'a> {
    rest: &'a str,
    /// The line of `rest` in the file, from 1.
    line: usize,
}

impl<'a> Cursor<'a> {
    fn go_to(&mut self, rest: &'a str) {
        let passed = &self.rest[..self.rest.len() - rest.len()];
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    /// Skips blanks and says whether nothing else is left.
    fn at_end(&mut self) -> bool {
        self.go_to(skip_blanks(self.rest));
        self.rest.is_empty()
    }

    /// The next item, without passing it.
    fn peek(&self) -> Result<(&'a str, Item<'a>), PgnError> {
        item(self.rest).map_err(|_| {
            self.fault(match self.rest.chars().next() {
                Some('[') => "a tag is not written as [Name \"value\"]",
                Some('{') => "a comment does not end",
                Some('$') => "an annotation is not a number from 0 to 255",
                _ => "this has no meaning in a game",
            })
        })
    }

    fn fault(&self, what: &'static str) -> PgnError {
        let line = self.rest.lines().next().unwrap_or_default();
        PgnError::Syntax { line: self.line, what, token: line.chars().take(QUOTED).collect() }
    }
}

/// Reads a game up to its result, the next game's tags, or the end.
fn game(cursor: &mut Cursor<'_>) -> Result<Record, PgnError> {
    let mut record = Record { line: cursor.line, ..Record::default() };
    let mut result = None;
    let mut depth = 0_usize;
    while !cursor.at_end() {
        let (rest, item) = cursor.peek()?;
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.checked_sub(1).ok_or_else(|| cursor.fault("no variation is open here"))?,
            Item::Tag(..) if depth > 0 => return Err(cursor.fault("a variation does not end before these tags")),
            _ if depth > 0 => {}
            Item::Tag(..) if result.is_some() || !record.moves.is_empty() => break,
            Item::Move(_) | Item::Result(_) if result.is_some() => break,
            Item::Tag(name, value) => record.tags.push((name.to_owned(), value)),
            Item::Comment(text) => comment(&mut record, text),
            Item::Glyph(glyph) => record.moves.last_mut().into_iter().for_each(|mv| mv.glyphs.push(glyph)),
            Item::Result(read) => result = Some(read),
            Item::Move(text) => {
                record.moves.push(RecordedMove { text: text.to_owned(), line: cursor.line, ..RecordedMove::default() });
            }
            Item::Nothing => {}
        }
        cursor.go_to(rest);
    }
    if depth > 0 {
        return Err(cursor.fault("a variation does not end"));
    }
    let tagged = || record.tag("Result").and_then(GameResult::parse);
    record.result = result.or_else(tagged).unwrap_or_default();
    Ok(record)
}

/// Adds a comment to what it stands behind.
fn comment(record: &mut Record, text: &str) {
    let place = record.moves.last_mut().map_or(&mut record.comment, |mv| &mut mv.comment);
    for word in text.split_whitespace() {
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(word);
    }
}

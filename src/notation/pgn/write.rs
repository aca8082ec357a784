//! Writing games.

use std::fmt;

use super::{Record, SEVEN_TAG_ROSTER};

/// The columns of a line that are filled at most; the format asks for less than 80.
const COLUMNS: usize = 79;

/// A game in export format: the seven tags first, `?` for what is not known, then the others in their order; moves with their
/// numbers, glyphs and comments, in lines of less than 80 columns; the result; an empty line.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in SEVEN_TAG_ROSTER {
            let value = match name {
                "Result" => self.result.to_string(),
                "Date" => self.tag(name).unwrap_or("????.??.??").to_owned(),
                _ => self.tag(name).unwrap_or("?").to_owned(),
            };
            write_tag(f, name, &value)?;
        }
        let others = self.tags.iter().filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(&name.as_str()));
        for (name, value) in others {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut lines = Lines { f, column: 0 };
        self.write_moves(&mut lines)?;
        lines.word(&self.result.to_string())?;
        lines.f.write_str("\n\n")
    }
}

impl Record {
    /// The number of the first move and whether White makes it, as the start position says.
    fn first_move(&self) -> (usize, bool) {
        let mut fields = self.tag("FEN").unwrap_or_default().split_whitespace();
        let white = fields.nth(1) != Some("b");
        (fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1), white)
    }

    fn write_moves(&self, lines: &mut Lines<'_, '_>) -> fmt::Result {
        let (mut number, mut white) = self.first_move();
        // Black's moves need their number only where something stands between them and White's.
        let mut numbered = true;
        lines.comment(&self.comment)?;
        for mv in &self.moves {
            if white {
                lines.word(&format!("{number}."))?;
            } else if numbered {
                lines.word(&format!("{number}..."))?;
            }
            lines.word(&mv.text)?;
            for glyph in &mv.glyphs {
                lines.word(&format!("${glyph}"))?;
            }
            lines.comment(&mv.comment)?;
            numbered = !mv.comment.is_empty();
            number = number.saturating_add(usize::from(!white));
            white = !white;
        }
        Ok(())
    }
}

/// A tag pair on a line of its own.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Words, broken into lines.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// The columns that are filled.
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 {
            let full = self.column + 1 + length > COLUMNS;
            fmt::Write::write_char(self.f, if full { '\n' } else { ' ' })?;
            self.column = if full { 0 } else { self.column + 1 };
        }
        self.column += length;
        self.f.write_str(word)
    }

    /// A comment in braces. Nothing can stand for a closing brace in it, so that becomes a parenthesis.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let braced = format!("{{{}}}", text.replace('}', ")"));
        let mut words = braced.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut unit = word.to_owned();
            // At the start of a line `%` hides the line, and `[` looks like the next game.
            while let Some(next) = words.next_if(|next| next.starts_with(['%', '['])) {
                unit = unit + " " + next;
            }
            self.word(&unit)?;
        }
        Ok(())
    }
}

//! Lines from a stream that may contain anything.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read, in bytes: some 40,000 moves.
pub const MAX_LINE: usize = 1 << 18;

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text; what is not UTF-8 has become U+FFFD.
    Text(String),
    /// It was longer than [`MAX_LINE`], and has been skipped.
    TooLong,
}

/// The lines of a stream. The last one may lack its line end.
pub struct Lines<R> {
    input: BufReader<R>,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input: BufReader::new(input) }
    }

    /// Skips to behind the next line end.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }

    /// Reads the next line into `bytes`, in place of what is there, without its end.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn read_bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<Length> {
        bytes.clear();
        let mut part = (&mut self.input).take(MAX_LINE as u64 + 1);
        if part.read_until(b'\n', bytes)? == 0 {
            return Ok(Length::End);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() > MAX_LINE {
            self.skip_line()?;
            return Ok(Length::TooLong);
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        Ok(Length::Whole)
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        Ok(match self.read_bytes(&mut bytes)? {
            Length::End => None,
            Length::TooLong => Some(Line::TooLong),
            Length::Whole => {
                // Some editors and shells write a byte order mark before the first line.
                let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
                Some(Line::Text(String::from_utf8_lossy(text).into_owned()))
            }
        })
    }
}

/// How much of a line has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// All of it.
    Whole,
    /// Its beginning only: it was longer than [`MAX_LINE`], and the rest has been skipped.
    TooLong,
    /// Nothing: there are no more lines.
    End,
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        Lines::new(bytes).map(|line| line.expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn ends_and_halves() {
        assert_eq!(lines(b"uci\r\n\nisready\nqu"), [text("uci"), text(""), text("isready"), text("qu")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xff\0a\n"), [text("\u{fffd}\0a")]);
    }

    #[test]
    fn long_lines_are_skipped_whole() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\n");
        assert!(matches!(&lines(&bytes)[..], [Line::Text(text)] if text.len() == MAX_LINE));
        let mut bytes = vec![b'x'; 1 << 20];
        assert_eq!(lines(&bytes), [Line::TooLong]);
        bytes.extend(b"\nuci\n");
        assert_eq!(lines(&bytes), [Line::TooLong, text("uci")]);
    }
}

//! Lines from a stream that may contain anything.

use std::io::{self, Read};
use std::ops::Range;

use memchr::memchr;

/// The longest line that is read, in bytes: some 40,000 moves.
pub const MAX_LINE: usize = 1 << 18;
/// What is read at once, in bytes, at least: what a pipe holds.
const CHUNK: usize = 1 << 16;

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text; what is not UTF-8 has become U+FFFD.
    Text(String),
    /// It was longer than [`MAX_LINE`], and has been skipped.
    TooLong,
}

/// Bytes that come in parts, on their way to lines.
///
/// Nothing is copied but a line that has not come whole yet, and one that is too long takes no room.
#[derive(Debug, Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// The end of what has been read into `bytes`.
    end: usize,
    /// Where the next line begins.
    start: usize,
    /// How far its end has been looked for.
    searched: usize,
    /// Whether the beginning of the next line has been dropped, since it is too long.
    cut: bool,
    /// Whether nothing more will come.
    ended: bool,
}

/// A line in a buffer, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// All of it.
    Whole(&'a [u8]),
    /// It was longer than [`MAX_LINE`].
    TooLong,
}

impl LineBuffer {
    /// Reads once from `input`, and gives the number of bytes: 0 at its end.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub fn fill(&mut self, input: &mut impl Read) -> io::Result<usize> {
        self.bytes.copy_within(self.start..self.end, 0);
        (self.end, self.searched, self.start) = (self.end - self.start, self.searched - self.start, 0);
        if self.end > MAX_LINE {
            (self.end, self.searched, self.cut) = (0, 0, true);
        }
        if self.bytes.len() < self.end + CHUNK {
            self.bytes.resize(self.end + CHUNK, 0);
        }
        let read = input.read(&mut self.bytes[self.end..])?;
        self.end += read;
        self.ended = read == 0;
        Ok(read)
    }

    /// Whether nothing more will come.
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Takes the next line. Only the last one may lack its end.
    pub fn next_line(&mut self) -> Option<Piece<'_>> {
        let end = memchr(b'\n', &self.bytes[self.searched..self.end]);
        let line = self.start..end.map_or(self.end, |length| self.searched + length);
        self.searched = line.end + usize::from(end.is_some());
        if end.is_none() && !(self.ended && (self.cut || !line.is_empty())) {
            return None;
        }
        self.start = self.searched;
        Some(self.take(line))
    }

    fn take(&mut self, line: Range<usize>) -> Piece<'_> {
        if std::mem::take(&mut self.cut) || line.len() > MAX_LINE {
            return Piece::TooLong;
        }
        let line = &self.bytes[line];
        Piece::Whole(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The lines of a stream. The last one may lack its line end.
pub struct Lines<R> {
    input: R,
    buffer: LineBuffer,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, buffer: LineBuffer::default() }
    }
}

impl From<Piece<'_>> for Line {
    fn from(piece: Piece<'_>) -> Self {
        match piece {
            Piece::TooLong => Self::TooLong,
            Piece::Whole(bytes) => {
                // Some editors and shells write a byte order mark before the first line.
                let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
                Self::Text(String::from_utf8_lossy(text).into_owned())
            }
        }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(piece) = self.buffer.next_line() {
                return Some(Ok(piece.into()));
            }
            if self.buffer.is_ended() {
                return None;
            }
            match self.buffer.fill(&mut self.input) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Some(Err(error)),
            }
        }
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
    #[test]
    fn it_does_not_matter_in_which_parts_bytes_come() {
        let text = [b"one\r\n\ntwo".repeat(2000), vec![b'y'; MAX_LINE + 1], b"\nend\r".to_vec()].concat();
        let whole = lines(&text);
        assert_eq!((whole.len(), &whole[4001]), (4002, &Line::Text("end".to_owned())));
        for size in [1, 7, CHUNK, 100_000] {
            let mut buffer = LineBuffer::default();
            let mut parts = Vec::new();
            for mut part in text.chunks(size) {
                while !part.is_empty() {
                    buffer.fill(&mut part).expect("memory can be read");
                    while let Some(piece) = buffer.next_line() {
                        parts.push(Line::from(piece));
                    }
                }
            }
            buffer.fill(&mut &[][..]).expect("memory can be read");
            parts.extend(buffer.next_line().map(Line::from));
            assert!(buffer.next_line().is_none() && buffer.is_ended());
            assert_eq!(parts, whole, "{size}");
        }
    }
}

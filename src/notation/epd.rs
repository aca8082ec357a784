//! EPD: a position and, behind it, operations such as `bm Nf3; id "a name";`.
//!
//! The form is that of Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, section 16.2.
//! For our other games the position may have as many fields as a FEN or SFEN.

use crate::board::Square;

/// Operations that may follow a position of three fields, where a hand or castling rights may stand, too.
const OPCODES: [&str; 23] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
];

/// A line of EPD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epd {
    /// The position, as FEN or SFEN; the counters are those of `hmvc` and `fmvn`, if the line has them.
    pub position: String,
    operations: Vec<(String, String)>,
}

/// A line that is no EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// A quotation mark has no partner.
    #[error("a text in quotation marks does not end ('{0}')")]
    OpenQuote(String),
}

impl Epd {
    /// Takes a line apart. A FEN or SFEN is an EPD without operations. The last `;` may be missing.
    ///
    /// # Errors
    /// A text in quotation marks does not end.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let (fields, rest) = split_position(line.trim());
        let operations = operations(rest)?;
        let mut epd = Self { position: String::new(), operations };
        let mut position = fields.join(" ");
        // The counters of the line's own fields come first.
        if fields.len() <= 4 && (epd.operand("hmvc").is_some() || epd.operand("fmvn").is_some()) {
            let counter = |name, default| epd.operand(name).unwrap_or(default);
            position = format!("{position} {} {}", counter("hmvc", "0"), counter("fmvn", "1"));
        }
        epd.position = position;
        Ok(epd)
    }

    /// What stands behind an operation's name, without quotation marks.
    #[must_use]
    pub fn operand(&self, name: &str) -> Option<&str> {
        self.operations.iter().find(|(other, _)| other == name).map(|(_, operand)| operand.as_str())
    }
}

/// The fields of the position, and the text of the operations.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        // `fen` and `sfen` may stand in front.
        let place = fields.len() - usize::from(matches!(fields.first(), Some(&("fen" | "sfen"))));
        if word.is_empty() || is_operation(word.trim_end_matches(';'), place) {
            return (fields, rest);
        }
        rest = &rest[word.len()..];
        let field = word.trim_end_matches(';');
        if !field.is_empty() {
            fields.push(field);
        }
    }
}

/// Whether the word at a place of the line, from 0, is an operation rather than a field of the position.
fn is_operation(word: &str, place: usize) -> bool {
    match place {
        0 | 1 => false,
        2 => OPCODES.contains(&word),
        _ => word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic()) && Square::parse(word).is_none(),
    }
}

/// Names and operands, separated by `;`, which may also stand within quotation marks.
fn operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let mut current = String::new();
    let mut quote = None;
    for (place, c) in text.char_indices() {
        match c {
            '"' => quote = if quote.is_none() { Some(place) } else { None },
            ';' if quote.is_none() => push_operation(&mut operations, &std::mem::take(&mut current)),
            _ => current.push(c),
        }
    }
    if let Some(place) = quote {
        return Err(EpdError::OpenQuote(text[place..].to_owned()));
    }
    push_operation(&mut operations, &current);
    Ok(operations)
}

fn push_operation(operations: &mut Vec<(String, String)>, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        let (name, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        operations.push((name.to_owned(), operand.trim().to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: &str) -> String {
        Epd::parse(line).expect(line).position
    }

    #[test]
    fn operations_follow_the_position() {
        let line = r#"7k/8/6K1/8/8/8/8/R7 w - - bm Ra8 "R a1-a8; x"; id "one; 1"; c0 "";dm 1"#;
        let epd = Epd::parse(line).expect("an EPD");
        assert_eq!(epd.position, "7k/8/6K1/8/8/8/8/R7 w - -");
        assert_eq!(epd.operand("bm"), Some("Ra8 R a1-a8; x"));
        assert_eq!((epd.operand("id"), epd.operand("c0")), (Some("one; 1"), Some("")));
        assert_eq!((epd.operand("dm"), epd.operand("am")), (Some("1"), None));
    }

    #[test]
    fn counters_are_operations_or_fields() {
        let board = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(position(&format!("{board} w KQkq e3 hmvc 3; fmvn 9;")), format!("{board} w KQkq e3 3 9"));
        assert_eq!(position(&format!("{board} w KQkq - fmvn 9;")), format!("{board} w KQkq - 0 9"));
        assert_eq!(position(&format!("{board} w KQkq - 4 5 bm e4; hmvc 3;")), format!("{board} w KQkq - 4 5"));
        assert_eq!(position("1a6/8 w - - 0 1 3:4; id x"), "1a6/8 w - - 0 1 3:4");
    }

    #[test]
    fn short_positions_and_sfen_keep_their_fields() {
        assert_eq!(position("kbgs/p3/4/3P/SGBK w bm d2d3;"), "kbgs/p3/4/3P/SGBK w");
        assert_eq!(position("kb+r+l/p3/4/3P/+L+RBK b - 1 bm 1d1c;"), "kb+r+l/p3/4/3P/+L+RBK b - 1");
        assert_eq!(position("k3/4/4/4/3K b RBl"), "k3/4/4/4/3K b RBl");
        assert_eq!(position("sfen k3/4/4/4/3K b RBl 1 bm R*3c"), "sfen k3/4/4/4/3K b RBl 1");
    }

    #[test]
    fn quotes_must_end() {
        let error = Epd::parse("7k/8/6K1/8/8/8/8/R7 w - - bm Ra8; id \"one").expect_err("no end");
        assert_eq!(error.to_string(), "a text in quotation marks does not end ('\"one')");
    }
}

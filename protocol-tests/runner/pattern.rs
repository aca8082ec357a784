//! Patterns of whole lines.

/// A pattern, in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    source: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Int,
    Move,
    UsiMove,
    Any,
    OneOf(Vec<String>),
}

impl Pattern {
    /// Reads a pattern.
    pub fn parse(source: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut left = source;
        while let Some((text, behind)) = left.split_once('{') {
            if let Some(behind) = behind.strip_prefix('{') {
                pieces.push(Piece::Text(format!("{text}{{")));
                left = behind;
                continue;
            }
            let (name, behind) = behind.split_once('}').ok_or_else(|| format!("'{source}' lacks a '}}'"))?;
            pieces.push(Piece::Text(text.to_owned()));
            pieces.push(match name {
                "int" => Piece::Int,
                "move" => Piece::Move,
                "usi" => Piece::UsiMove,
                "*" => Piece::Any,
                _ if name.contains('|') => Piece::OneOf(name.split('|').map(str::to_owned).collect()),
                _ => return Err(format!("'{source}': what is '{name}'?")),
            });
            left = behind;
        }
        pieces.push(Piece::Text(left.to_owned()));
        Ok(Self { source: source.to_owned(), pieces })
    }

    /// Whether the whole of `line` fits.
    pub fn fits(&self, line: &str) -> bool {
        fits(&self.pieces, line)
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.source)
    }
}

fn fits(pieces: &[Piece], line: &str) -> bool {
    let Some((first, others)) = pieces.split_first() else {
        return line.is_empty();
    };
    let behind = |text: &str| line.strip_prefix(text).is_some_and(|left| fits(others, left));
    let ends = || line.char_indices().map(|(i, _)| i).chain([line.len()]);
    match first {
        Piece::Text(text) => behind(text),
        Piece::OneOf(texts) => texts.iter().any(|text| behind(text)),
        Piece::Any => ends().any(|end| fits(others, &line[end..])),
        Piece::Int => ends().any(|end| line[..end].parse::<i128>().is_ok() && fits(others, &line[end..])),
        Piece::Move => ends().any(|end| is_move(&line[..end]) && fits(others, &line[end..])),
        Piece::UsiMove => ends().any(|end| is_usi_move(&line[..end]) && fits(others, &line[end..])),
    }
}

fn is_move(text: &str) -> bool {
    let square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8']);
    match *text.as_bytes() {
        [b'+', _, b'@', ref to @ ..] => square(to),
        [piece, b'@', ref to @ ..] => piece.is_ascii_uppercase() && square(to),
        [a, b, c, d, ref ending @ ..] => {
            square(&[a, b]) && square(&[c, d]) && matches!(ending, [] | [b'a'..=b'z' | b'+' | b'-'])
        }
        _ => false,
    }
}

fn is_usi_move(text: &str) -> bool {
    let square = |text: &[u8]| matches!(text, [b'1'..=b'9', b'a'..=b'i']);
    match *text.as_bytes() {
        [b'+', _, b'*', ref to @ ..] => square(to),
        [piece, b'*', ref to @ ..] => piece.is_ascii_uppercase() && square(to),
        [a, b, c, d, ref ending @ ..] => square(&[a, b]) && square(&[c, d]) && matches!(ending, [] | [b'+' | b'-']),
        _ => false,
    }
}

#[test]
fn patterns() {
    let fits = |pattern: &str, line: &str| Pattern::parse(pattern).expect("a pattern").fits(line);
    assert!(fits("readyok", "readyok") && !fits("readyok", "readyok ") && !fits("ready", "readyok"));
    assert!(fits("a {int} b", "a -12 b") && !fits("a {int} b", "a  b") && !fits("{int}", "1x"));
    assert!(fits("bestmove {move}{*}", "bestmove e2e4 ponder e7e5") && !fits("bestmove {move}", "bestmove (none)"));
    for text in ["e2e4", "a7a8q", "c1a3+", "b1b2-", "L@b3", "+L@b3"] {
        assert!(fits("{move}", text), "{text}");
    }
    for text in ["2e3d", "1d1c+", "3c1a-", "P*4d", "+B*4d"] {
        assert!(fits("{usi}", text) && !fits("{move}", text), "{text}");
    }
    assert!(!fits("{usi}", "e2e4") && !fits("{usi}", "P@b3"));
    assert!(fits("{x|yz}!", "yz!") && !fits("{x|yz}!", "y!"));
    assert!(fits("{*}", "") && fits("{*}b{*}", "aébc"));
    assert!(fits("1-0 {{mate}", "1-0 {mate}") && !fits("{{{int}", "{x"));
    assert!(Pattern::parse("{int").is_err() && Pattern::parse("{what}").is_err());
}

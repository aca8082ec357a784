//! Questions: a line of text becomes a position with limits and what is expected of the search.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::verdict::Expected;
use crate::engine::{AnyGame, new_game};
use crate::notation::{self, Epd, EpdError, Form, MoveError, PositionError};
use crate::search::Limits;

/// What holds for lines that do not say it themselves.
#[derive(Clone, Copy)]
pub struct Defaults<'a> {
    /// A game of the rule set.
    pub game: &'a dyn AnyGame,
    /// The limits of the search.
    pub limits: &'a Limits,
}

/// A position to be searched.
pub struct Query {
    /// What the asker calls it; null if it has no name.
    pub id: Value,
    /// The game, at the position.
    pub game: Box<dyn AnyGame>,
    /// The limits of the search.
    pub limits: Limits,
    /// What the search should find.
    pub expected: Expected,
}

/// Why a line is no question, with the name that it has nevertheless.
#[derive(Debug)]
pub struct Refusal {
    /// What the asker calls it; null if that is not known.
    pub id: Value,
    /// What is wrong.
    pub error: QueryError,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// It begins as JSON and is none, or a member is not known or has a wrong type.
    #[error("JSON: {0}")]
    Json(String),
    /// It is longer than any question.
    #[error("the line has {0} bytes, and no more than {LONGEST} are read")]
    TooLong(usize),
    /// It is no EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The rule set is not known.
    #[error("the game '{0}' is not known")]
    Variant(String),
    /// The position is none of the game.
    #[error("'{}' is no position of {variant}: {}", cut(text), cut(&source.to_string()))]
    Position {
        /// What stands there.
        text: String,
        /// The name of the rule set.
        variant: &'static str,
        /// Everything that is wrong with it.
        source: PositionError,
    },
    /// A move that is to be made first, found or avoided is not legal.
    #[error("{place}: {source}")]
    Move {
        /// Where it stands: `moves`, `bm` or `am`.
        place: &'static str,
        /// What is wrong with it.
        source: MoveError,
    },
    /// `dm` is no number of moves.
    #[error("dm: '{0}' is no number of moves")]
    Mate(String),
}

/// The longest line that is read, in bytes; a game of ten thousand plies is shorter.
const LONGEST: usize = 1 << 17;

/// What of a text is quoted, in characters.
const QUOTED: usize = 400;

/// The beginning of a text that may be very long.
fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A question as JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct JsonQuery {
    id: Value,
    variant: Option<String>,
    #[serde(alias = "fen")]
    position: Option<String>,
    moves: MoveList,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    mate: Option<u32>,
    multipv: Option<usize>,
    bm: MoveList,
    am: MoveList,
    dm: Option<u32>,
}

/// Moves as a list or as one text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MoveList {
    Text(String),
    List(Vec<String>),
}

impl Default for MoveList {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl MoveList {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(list) => list.join(" "),
        }
    }
}

/// Reads a line: a JSON object, or a position as EPD, FEN or SFEN.
///
/// # Errors
/// What is wrong with the line.
pub fn read_query(line: &str, defaults: Defaults<'_>) -> Result<Query, Refusal> {
    if line.len() > LONGEST {
        return Err(Refusal { id: Value::Null, error: QueryError::TooLong(line.len()) });
    }
    if line.trim_start().starts_with('{') {
        return read_json(line, defaults);
    }
    let refuse = |error| Refusal { id: Value::Null, error };
    let epd = Epd::parse(line).map_err(|error| refuse(error.into()))?;
    let id = epd.operand("id").map_or(Value::Null, Value::from);
    from_epd(&epd, id.clone(), defaults).map_err(|error| Refusal { id, error })
}

fn from_epd(epd: &Epd, id: Value, defaults: Defaults<'_>) -> Result<Query, QueryError> {
    let mut game = defaults.game.fork();
    set_position(&mut *game, &epd.position)?;
    let moves = |place| find_all(&*game, epd.operand(place).unwrap_or_default(), place);
    let count = |text: &str| text.parse().ok().filter(|&moves| moves > 0);
    let mate = epd.operand("dm").map(|text| count(text).ok_or_else(|| QueryError::Mate(text.to_owned())));
    let expected = Expected { best: moves("bm")?, avoid: moves("am")?, mate: mate.transpose()? };
    let limits = with_mate(defaults.limits.clone(), &expected);
    Ok(Query { id, game, limits, expected })
}

fn read_json(line: &str, defaults: Defaults<'_>) -> Result<Query, Refusal> {
    let read: Result<JsonQuery, _> = serde_json::from_str(line);
    match read {
        Ok(query) => {
            let id = query.id.clone();
            from_json(query, defaults).map_err(|error| Refusal { id, error })
        }
        Err(error) => {
            // Whoever asked waits for an answer with this name.
            let named = serde_json::from_str::<Value>(line).ok();
            let id = named.and_then(|mut value| value.get_mut("id").map(Value::take)).unwrap_or_default();
            let said = error.to_string();
            // A line is all there is: its number, always 1, says nothing.
            let said = said.split(" at line ").next().unwrap_or_default();
            // What is missing at the end has no place.
            let place = if error.is_eof() { String::new() } else { format!(" (column {})", error.column()) };
            Err(Refusal { id, error: QueryError::Json(format!("{said}{place}")) })
        }
    }
}

fn from_json(query: JsonQuery, defaults: Defaults<'_>) -> Result<Query, QueryError> {
    let mut game = match &query.variant {
        Some(name) => new_game(name).ok_or_else(|| QueryError::Variant(name.clone()))?,
        None => defaults.game.fork(),
    };
    if let Some(text) = &query.position {
        set_position(&mut *game, text)?;
    }
    for token in notation::split_moves(&query.moves.text()) {
        game.push(token, None).map_err(|source| QueryError::Move { place: "moves", source })?;
    }
    let best = find_all(&*game, &query.bm.text(), "bm")?;
    let avoid = find_all(&*game, &query.am.text(), "am")?;
    if query.dm == Some(0) {
        return Err(QueryError::Mate("0".to_owned()));
    }
    let expected = Expected { best, avoid, mate: query.dm };
    let limits = with_mate(own_limits(&query, defaults.limits), &expected);
    Ok(Query { id: query.id, game, limits, expected })
}

/// The limits of a question; those that it does not give are the general ones only if it gives none at all.
fn own_limits(query: &JsonQuery, general: &Limits) -> Limits {
    let mut limits = general.clone();
    if query.depth.is_some() || query.nodes.is_some() || query.movetime.is_some() {
        limits.depth = query.depth;
        limits.nodes = query.nodes;
        limits.movetime = query.movetime.map(Duration::from_millis);
    }
    limits.mate = query.mate.or(limits.mate);
    limits.multipv = query.multipv.unwrap_or(limits.multipv);
    limits
}

/// A mate that is all that is asked for is looked for as such.
fn with_mate(mut limits: Limits, expected: &Expected) -> Limits {
    if expected.best.is_empty() && expected.avoid.is_empty() {
        limits.mate = expected.mate.or(limits.mate);
    }
    limits
}

fn set_position(game: &mut dyn AnyGame, text: &str) -> Result<(), QueryError> {
    let variant = game.spec().name;
    let set = game.set_position(text, Form::Either);
    set.map_err(|source| QueryError::Position { text: text.to_owned(), variant, source })
}

fn find_all(game: &dyn AnyGame, list: &str, place: &'static str) -> Result<Vec<u32>, QueryError> {
    let find = |token| game.find(token, None).map_err(|source| QueryError::Move { place, source });
    notation::split_moves(list).into_iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Dialect;

    fn read(variant: &str, line: &str) -> Result<Query, Refusal> {
        let game = new_game(variant).expect("a game");
        read_query(line, Defaults { game: &*game, limits: &Limits { nodes: Some(7), ..Limits::default() } })
    }

    fn sound(variant: &str, line: &str) -> Query {
        read(variant, line).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error))
    }

    fn refused(variant: &str, line: &str) -> (Value, String) {
        let refusal = read(variant, line).err().expect("a fault");
        (refusal.id, refusal.error.to_string())
    }

    fn texts(query: &Query, moves: &[u32]) -> Vec<String> {
        moves.iter().flat_map(|&mv| query.game.line(&[mv], Dialect::Uci)).collect()
    }

    #[test]
    fn epd_in_any_notation() {
        let query = sound("chess", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8 a1b1; am Kh6; id \"one\"; dm 1; hmvc 3;");
        assert_eq!((query.id, query.game.fen().as_str()), ("one".into(), "7k/8/6K1/8/8/8/8/R7 w - - 3 1"));
        let query = sound("chess", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8 a1b1; am Kh6;");
        assert_eq!(texts(&query, &query.expected.best), ["a1a8", "a1b1"]);
        assert_eq!(texts(&query, &query.expected.avoid), ["g6h6"]);
        assert_eq!((query.limits.nodes, query.limits.mate), (Some(7), None));
        let split = sound("minithunder", "3k2/6/6/M5/6/6/3K2 w - - bm \"R a4-e4; a4=N\";");
        assert_eq!(texts(&split, &split.expected.best), ["a4e4r"]);
        let usi = sound("micro", "kb+r+l/p3/4/3P/+L+RBK b - 1 bm 1d1c");
        assert_eq!(texts(&usi, &usi.expected.best), ["d2d3"]);
        assert_eq!(sound("micro", "kbgs/p3/4/3P/SGBK w").id, Value::Null);
    }

    #[test]
    fn a_mate_alone_is_looked_for_as_such() {
        let query = sound("chess", "7k/8/6K1/8/8/8/8/R7 w - - dm 1;");
        assert_eq!((query.expected.mate, query.limits.mate), (Some(1), Some(1)));
    }

    #[test]
    fn json_has_its_own_limits() {
        let line = r#"{"id": {"n": 1}, "variant": "micro", "moves": "d2d3 K a5-b4", "depth": 5, "multipv": 2, "bm": ["a1b2"]}"#;
        let query = sound("chess", line);
        assert_eq!(query.id["n"], 1);
        assert_eq!(query.game.history(Dialect::Uci), ["d2d3", "a5b4"]);
        assert_eq!((query.limits.depth, query.limits.nodes, query.limits.multipv), (Some(5), None, 2));
        assert_eq!(texts(&query, &query.expected.best), ["a1b2"]);
        let plain = sound("chess", r#"{"fen": "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "moves": ["Ra8#"]}"#);
        assert_eq!((plain.limits.nodes, plain.game.ply_count()), (Some(7), 1));
    }

    #[test]
    fn faults_quote_the_token_and_keep_the_name() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - -";
        for (line, id, said) in [
            (format!("{fen} bm Rb9; id \"x\";"), "x", "bm: 'Rb9' is no move"),
            (format!("{fen} am Rh1 Kf6 Kg8; id \"x\";"), "x", "am: 'Kg8' is no legal move here"),
            (format!("{fen} dm two; id \"x\";"), "x", "dm: 'two' is no number of moves"),
            (r#"{"id": "x", "variant": "go"}"#.to_owned(), "x", "the game 'go' is not known"),
            (r#"{"id": "x", "moves": ["e2e5"]}"#.to_owned(), "x", "moves: 'e2e5' is no legal move here"),
        ] {
            assert_eq!(refused("chess", &line), (id.into(), said.to_owned()), "{line}");
        }
        let (id, said) = refused("chess", r#"{"id": "x", "nods": 5}"#);
        assert!(id == "x" && said.starts_with("JSON: unknown field `nods`") && said.contains(" (column "), "{said}");
        let (id, said) = refused("chess", r#"{"id": "x", "#);
        assert!(id.is_null() && said.starts_with("JSON: EOF") && !said.contains("column"), "{said}");
        assert!(refused("chess", "8/8 w").1.starts_with("'8/8 w' is no position of chess: "));
    }

    #[test]
    fn long_lines_are_not_quoted_whole() {
        let (_, said) = refused("chess", &"x".repeat(LONGEST));
        assert!(
            said.starts_with("'xxx") && said.contains("x…' is no position of chess: ") && said.len() < 1000,
            "{said}"
        );
        let (_, said) = refused("chess", &"x".repeat(LONGEST + 1));
        assert_eq!(said, "the line has 131073 bytes, and no more than 131072 are read");
    }
}

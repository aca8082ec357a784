//! Openings from a file: one a line, a position (FEN, SFEN or EPD) or a list of moves; or the beginnings of games in a PGN.

use std::fs;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{BookFile, Opening, OpeningError};
use crate::engine::{self, AnyGame};
use crate::notation::pgn::{Reader, Record};
use crate::notation::{self, Dialect, Epd, Form};

/// The openings of a file, all checked.
#[derive(Debug)]
pub struct FileBook {
    openings: Vec<Opening>,
    first: usize,
}

impl FileBook {
    /// Reads the openings of `game`, which stands at its start position.
    ///
    /// # Errors
    /// The file cannot be read, is empty, or has a line that is no opening.
    pub fn open(file: &BookFile, game: &dyn AnyGame, seed: u64) -> Result<Self, OpeningError> {
        let path = file.path.display().to_string();
        let bytes = fs::read(&file.path).map_err(|source| OpeningError::File { path: path.clone(), source })?;
        let is_pgn = file.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let mut openings = if is_pgn {
            read_pgn(&bytes, &path, game, file.plies)?
        } else {
            read(&String::from_utf8_lossy(&bytes), &path, game, file.plies)?
        };
        if openings.is_empty() {
            return Err(OpeningError::Empty(path));
        }
        if file.shuffled {
            openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(Self { openings, first: file.first - 1 })
    }

    /// The opening with this number, from 0; behind the last one the first follows.
    #[must_use]
    pub fn opening(&self, number: usize) -> Opening {
        self.openings[(self.first + number) % self.openings.len()].clone()
    }
}

/// Reads the beginnings of games.
fn read_pgn(bytes: &[u8], path: &str, game: &dyn AnyGame, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let path = || path.to_owned();
    let wrong = |source| OpeningError::Pgn { path: path(), source };
    let opening = |record| {
        let record: Record = Result::map_err(record, wrong)?;
        let mut played = engine::replay(&record).map_err(wrong)?;
        let (line, found, expected) = (record.line, played.spec().name, game.spec().name);
        if found != expected {
            return Err(OpeningError::OtherGame { path: path(), line, found, expected });
        }
        while plies.is_some_and(|plies| played.history(Dialect::Uci).len() > plies) {
            played.undo();
        }
        if played.outcome().is_some() {
            return Err(OpeningError::Decided { path: path(), line });
        }
        Ok(Opening { start: record.tag("FEN").map(str::to_owned), moves: played.history(Dialect::Uci) })
    };
    Reader::new(bytes).map(opening).collect()
}

/// Reads openings; empty lines and those that begin with `#` are none.
fn read(text: &str, path: &str, game: &dyn AnyGame, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| opening(line, number, path, game.fork(), plies)).collect()
}

fn opening(
    text: &str,
    line: usize,
    path: &str,
    mut game: Box<dyn AnyGame>,
    plies: Option<usize>,
) -> Result<Opening, OpeningError> {
    let path = || path.to_owned();
    let start = if is_position(text) {
        let epd = Epd::parse(text).map_err(|source| OpeningError::Epd { path: path(), line, source })?;
        let set = game.set_position(&epd.position, Form::Either);
        set.map_err(|source| OpeningError::Position { path: path(), line, source })?;
        Some(game.fen())
    } else {
        for token in notation::split_moves(text).into_iter().take(plies.unwrap_or(usize::MAX)) {
            game.push(token, None).map_err(|source| OpeningError::Move { path: path(), line, source })?;
        }
        None
    };
    if game.outcome().is_some() {
        return Err(OpeningError::Decided { path: path(), line });
    }
    Ok(Opening { start, moves: game.history(Dialect::Uci) })
}

/// Whether a line is a position: its first word has ranks, or says that one follows.
fn is_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "fen" | "sfen") || first.matches('/').count() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;

    fn lines(variant: &str, text: &str) -> Result<Vec<Opening>, String> {
        read(text, "book", &*new_game(variant).expect("a known variant"), None).map_err(|error| error.to_string())
    }

    fn at(fen: &str) -> Opening {
        Opening { start: Some(fen.to_owned()), moves: Vec::new() }
    }

    #[test]
    fn positions_and_moves_in_any_form() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 9;";
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9";
        let text = format!("# a book\n{epd}\n\n{fen}\n1. e4 e5 2. Nf3\ne2e4 e7e5\n");
        let moves = |list: &str| list.split(' ').map(str::to_owned).collect();
        let expected = [
            at(fen),
            at(fen),
            Opening { start: None, moves: moves("e2e4 e7e5 g1f3") },
            Opening { start: None, moves: moves("e2e4 e7e5") },
        ];
        assert_eq!(lines("chess", &text).as_deref(), Ok(&expected[..]));
        let plain = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8; id \"one 1\";";
        assert_eq!(lines("chess", plain).as_deref(), Ok(&[at("7k/8/6K1/8/8/8/8/R7 w - - 0 1")][..]));
        let sfen = "kb+r+l/p3/4/3P/+L+RBK b - 1";
        assert_eq!(lines("micro", sfen).as_deref(), Ok(&[at("kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1")][..]));
    }

    #[test]
    fn faults_name_the_line() {
        let said = |text| lines("chess", text).expect_err(text);
        assert_eq!(said("e2e4\ne2e5"), "book:2: 'e2e5' is no legal move here");
        assert!(said("8/8/8/8/8/8/8/8 w - - 0 1").starts_with("book:1: "));
        assert_eq!(said("f3 e5 g4 Qh4#"), "book:1: the game is over there");
    }

    #[test]
    fn games_give_their_beginnings() {
        let read = |variant: &str, plies| {
            let text = b"[White \"a\"]\n\n1. e4 {best} e5 2. Nf3 *\n\n[White \"b\"]\n\n1. d4 *\n";
            let game = new_game(variant).expect("a known variant");
            read_pgn(text, "book", &*game, plies).map_err(|error| error.to_string())
        };
        let moves = |list: &str| Opening { start: None, moves: list.split(' ').map(str::to_owned).collect() };
        assert_eq!(read("chess", Some(2)), Ok(vec![moves("e2e4 e7e5"), moves("d2d4")]));
        assert_eq!(read("chess", None).map(|book| book[0].clone()), Ok(moves("e2e4 e7e5 g1f3")));
        assert_eq!(read("micro", None), Err("book:1: a game of chess, not of micro".to_owned()));
    }

    #[test]
    fn books_wrap() {
        let openings = lines("chess", "e2e4\nd2d4\nc2c4\ng1f3").expect("a book");
        let book = FileBook { openings: openings.clone(), first: 5 };
        assert_eq!([0, 1, 2, 3, 4].map(|i| book.opening(i)), [1, 2, 3, 0, 1].map(|i| openings[i].clone()));
    }

    #[test]
    fn shuffled_books_are_the_same_for_a_seed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book.txt");
        fs::write(&path, "e2e4\nd2d4\nc2c4\ng1f3\nb1c3\nf2f4\n").expect("a file");
        let game = new_game("chess").expect("a known variant");
        let open = |seed| {
            let file = BookFile { path: path.clone(), shuffled: true, first: 1, plies: None };
            let book = FileBook::open(&file, &*game, seed).expect("a book");
            (0..6).map(|i| book.opening(i).moves.concat()).collect::<Vec<_>>()
        };
        assert_eq!(open(1), open(1));
        assert_ne!(open(1), open(2));
        let mut sorted = open(1);
        sorted.sort();
        assert_eq!(sorted.concat(), "b1c3c2c4d2d4e2e4f2f4g1f3");
    }
}

//! A game as a page shows it.

use serde::Serialize;

use crate::board::Color;
use crate::engine::{self, AnyGame};
use crate::notation::Dialect;
use crate::notation::pgn::{GameResult, PgnError, Record};
use crate::rules::Spec;

/// Pawns that stand for a mate in a chart.
const MATE: f64 = 100.0;

/// What is known about a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// What the player thought the position was worth, in pawns for White.
    pub score: Option<f64>,
    /// What is said about it.
    pub comment: String,
}

/// A game with the position after each of its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    /// The name of the rule set.
    pub variant: &'static str,
    /// Who moved first.
    pub white: String,
    /// The other player.
    pub black: String,
    /// The number of the pair of games that it belongs to: one opening, colours swapped.
    #[serde(skip)]
    pub pair: Option<u32>,
    /// How it ended.
    #[serde(serialize_with = "as_text")]
    pub result: GameResult,
    /// Why it ended so; may be empty.
    pub reason: String,
    /// The moves, as PGN writes them.
    pub moves: Vec<String>,
    /// The squares of each move, as UCI writes them.
    pub squares: Vec<String>,
    /// The start position and that after each move: board and hands as in FEN, side to move, and points where they count.
    pub positions: Vec<String>,
    /// The score of each move in pawns for White.
    pub scores: Vec<Option<f64>>,
    /// What is said about each move.
    pub comments: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn as_text<S: serde::Serializer>(result: &GameResult, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(result)
}

impl Game {
    /// A game that has been played, with the players' names and a note for each move; missing notes are empty.
    #[must_use]
    pub fn new(played: &dyn AnyGame, players: [&str; 2], result: GameResult, reason: &str, notes: Vec<Note>) -> Self {
        let (moves, squares) = (played.history(Dialect::Pgn), played.history(Dialect::Uci));
        let mut position = played.fork();
        let mut positions = vec![essence(&*position)];
        while position.undo() {
            positions.push(essence(&*position));
        }
        positions.reverse();
        let mut notes = notes;
        notes.resize(moves.len(), Note::default());
        let (scores, comments) = notes.into_iter().map(|note| (note.score, note.comment)).unzip();
        let [white, black] = players.map(str::to_owned);
        let variant = played.spec().name;
        let reason = reason.to_owned();
        Self { variant, white, black, pair: None, result, reason, moves, squares, positions, scores, comments }
    }

    /// A game from PGN, with the scores that match runners and web sites write into comments.
    ///
    /// # Errors
    /// The record is no game of ours; see [`engine::replay`].
    pub fn from_record(record: &Record) -> Result<Self, PgnError> {
        let played = engine::replay(record)?;
        let mut white_moves = !matches!((played.turn(), record.moves.len() % 2), (Color::White, 1) | (Color::Black, 0));
        let mut note = |comment: &str| {
            let score = score_in(comment, white_moves);
            white_moves = !white_moves;
            Note { score, comment: comment.to_owned() }
        };
        let notes = record.moves.iter().map(|mv| note(&mv.comment)).collect();
        let by_rule = played.outcome().map(|outcome| outcome.reason.to_string());
        let reason = record.tag("Termination").map(str::to_owned).or(by_rule).unwrap_or_default();
        let players = ["White", "Black"].map(|side| record.tag(side).unwrap_or("?"));
        let pair = record.tag("Pair").and_then(|pair| pair.parse().ok());
        Ok(Self { pair, ..Self::new(&*played, players, record.result, &reason, notes) })
    }

    /// Puts notes in place of those that the game has, and a sign (`??`, or nothing) behind each move.
    pub fn annotate<'a>(&mut self, mut notes: Vec<Note>, signs: impl IntoIterator<Item = &'a str>) {
        notes.resize(self.moves.len(), Note::default());
        (self.scores, self.comments) = notes.into_iter().map(|note| (note.score, note.comment)).unzip();
        for (mv, sign) in self.moves.iter_mut().zip(signs) {
            mv.push_str(sign);
        }
    }

    /// The rule set.
    pub(super) fn spec(&self) -> Option<&'static Spec> {
        crate::variants::SPECS.iter().copied().find(|spec| spec.name == self.variant)
    }
}

/// What of a position is drawn.
fn essence(position: &dyn AnyGame) -> String {
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').take(2).collect();
    if position.points().is_some() {
        fields.extend(fen.split(' ').nth(6));
    }
    fields.join(" ")
}

/// The score that a comment holds, in pawns for White: `+0.35/12 0.53s` and `-M5/20` for the side that moved, `[%eval 0.35]` and
/// `[%eval #-3]` for White.
fn score_in(comment: &str, white_moved: bool) -> Option<f64> {
    if let Some((_, rest)) = comment.split_once("[%eval ") {
        let value = rest.split([']', ',']).next()?.trim();
        return match value.strip_prefix('#') {
            Some(moves) => Some(if moves.starts_with('-') { -MATE } else { MATE }),
            None => finite(value),
        };
    }
    let (value, _) = comment.split_once('/')?;
    let score = match value.trim_start_matches(['+', '-']) {
        mate if mate.starts_with('M') => Some(if value.starts_with('-') { -MATE } else { MATE }),
        _ => finite(value),
    }?;
    Some(if white_moved { score } else { -score })
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::Reader;

    pub fn read(pgn: &str) -> Vec<Game> {
        let record = |record: Result<Record, PgnError>| Game::from_record(&record.expect("a record")).expect("a game");
        Reader::new(pgn.as_bytes()).map(record).collect()
    }

    #[test]
    fn scores_are_whites() {
        for (comment, score) in [
            ("+0.35/12 0.53s", Some(-0.35)),
            ("-M5/20 1.0s", Some(100.0)),
            ("0.00/1", Some(0.0)),
            ("[%eval -1.5] [%clk 1:00]", Some(-1.5)),
            ("[%eval #-3]", Some(-100.0)),
            ("inf/3", None),
            ("book", None),
            ("and/or", None),
        ] {
            assert_eq!(score_in(comment, false), score, "{comment}");
        }
        assert_eq!(score_in("+0.35/12 0.53s", true), Some(0.35));
    }

    #[test]
    fn games_have_a_position_more_than_moves() {
        let games = read(
            "[White \"a\"]\n[Black \"b\"]\n[Variant \"miniforest\"]\n\n1. Pa3-b4 {+0.50/3} Pb6-a5 {+0.25/3} 2. Pb4xa5 0-1\n\n\
             [FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n1. Ra8# 1-0\n",
        );
        let forest = &games[0];
        assert_eq!((forest.white.as_str(), forest.black.as_str(), forest.variant), ("a", "b", "miniforest"));
        assert_eq!(forest.positions.len(), 4);
        assert!(forest.positions[0].ends_with(" w 0:0") && forest.positions[3].ends_with(" b 1:0"), "{forest:?}");
        assert_eq!(
            (forest.scores.as_slice(), forest.squares[2].as_str()),
            (&[Some(0.5), Some(-0.25), None][..], "b4a5")
        );
        assert_eq!((games[1].reason.as_str(), games[1].result), ("checkmate", GameResult::Win(Color::White)));
        let json = serde_json::to_value(forest).expect("JSON");
        assert_eq!((&json["result"], &json["scores"][2]), (&"0-1".into(), &serde_json::Value::Null));
    }
}

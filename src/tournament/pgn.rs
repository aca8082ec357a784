//! Games of a tournament as PGN.

use std::fmt::Write as _;

use super::record::{GameRecord, GameResult, MoveRecord};
use crate::board::Color;
use crate::engine::{new_game, record};
use crate::notation::pgn::{self, PgnError, Record};
use crate::notation::{Dialect, Form};

impl GameRecord {
    /// The game as PGN: each move with a comment of its score, depth, time and nodes (`+0.35/12 0.530s 123456 nodes`), as other
    /// match runners write it.
    ///
    /// # Errors
    /// The record is none of our games: its rule set, start or a move is not known.
    pub fn to_pgn(&self) -> Result<Record, PgnError> {
        let line = self.game as usize;
        let variant = || PgnError::Variant { line, name: self.variant.clone() };
        let mut game = new_game(&self.variant).ok_or_else(variant)?;
        if let Some(fen) = &self.opening.start {
            game.set_position(fen, Form::Fen).map_err(|source| PgnError::Position {
                line,
                fen: fen.clone(),
                source,
            })?;
        }
        for (ply, mv) in (1..).zip(&self.moves) {
            game.push(&mv.mv, Some(Dialect::Uci)).map_err(|source| PgnError::Move { line, ply, source })?;
        }
        let mut pgn = record(&*game);
        for (name, value) in [("White", &self.white), ("Black", &self.black), ("Termination", &self.reason)] {
            pgn.set_tag(name, value.as_str());
        }
        pgn.set_tag("Round", self.round.to_string());
        pgn.result = match self.result {
            GameResult::White => pgn::GameResult::Win(Color::White),
            GameResult::Black => pgn::GameResult::Win(Color::Black),
            GameResult::Draw => pgn::GameResult::Draw,
        };
        for (written, played) in pgn.moves.iter_mut().zip(&self.moves) {
            written.comment = comment(played);
        }
        Ok(pgn)
    }
}

/// What the engine said about a move, for the side that moved; empty for a move of the opening.
fn comment(mv: &MoveRecord) -> String {
    let Some(ms) = mv.ms else { return String::new() };
    let mut text = match (mv.mate, mv.cp) {
        // Plies to moves: the side that mates makes the last one.
        (Some(plies), _) => format!("{}M{}", if plies < 0 { '-' } else { '+' }, plies.unsigned_abs().div_ceil(2)),
        (None, Some(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, None) => return format!("{:.3}s", ms / 1000.0),
    };
    // Writing to a string cannot fail.
    let _ = write!(text, "/{} {:.3}s", mv.depth.unwrap_or(0), ms / 1000.0);
    if let Some(nodes) = mv.nodes {
        let _ = write!(text, " {nodes} nodes");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;

    #[test]
    fn games_become_pgn() {
        let mut game = sample(1, "a", "b", GameResult::Black);
        game.moves[0] =
            MoveRecord { depth: Some(12), nodes: Some(99), ms: Some(530.0), cp: Some(-35), ..game.moves[0].clone() };
        game.moves.push(MoveRecord { mv: "a5b4".to_owned(), mate: Some(3), ms: Some(1.0), ..MoveRecord::default() });
        let text = game.to_pgn().expect("a game").to_string();
        assert!(text.contains("[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n[Variant \"micro\"]\n"), "{text}");
        assert!(text.contains("1. Pd2-d3 {-0.35/12 0.530s 99 nodes} 1... Ka5-b4 {+M2/0 0.001s} 0-1\n"), "{text}");
        game.moves[1].mv = "a5a1".to_owned();
        let error = game.to_pgn().expect_err("no legal move");
        assert_eq!(error.to_string(), "line 1: 'a5a1' is no legal move here (ply 2 of the game)");
    }
}

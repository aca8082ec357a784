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
        pgn.set_tag("Event", "Bonsai tournament");
        pgn.set_tag("Date", date(self.began));
        pgn.set_tag("Round", self.round.to_string());
        // Not every reader needs it, but error bars do: the two games of a pair depend on each other.
        pgn.set_tag("Pair", self.pair.to_string());
        for (name, clock) in ["WhiteTimeControl", "BlackTimeControl"].into_iter().zip(&self.clocks) {
            pgn.set_tag(name, clock.as_str());
        }
        if let Some([white, black]) = self.points {
            pgn.set_tag("Points", format!("{white}:{black}"));
        }
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

/// The day, in UTC, of a time in seconds since 1970, as `2026.01.31`. The calendar is Howard Hinnant's `civil_from_days`
/// ("chrono-Compatible Low-Level Date Algorithms"): years begin in March, so that the leap day is the last one.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
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

    #[test]
    fn days() {
        let day = |days: u64| date(days * 86_400);
        assert_eq!([day(0), day(58), day(59), day(789)], ["1970.01.01", "1970.02.28", "1970.03.01", "1972.02.29"]);
        assert_eq!((day(11_016), date(1_000_000_000)), ("2000.02.29".to_owned(), "2001.09.09".to_owned()));
    }

    #[test]
    fn points_and_clocks_are_tags() {
        let mut game = sample(1, "a", "b", GameResult::Draw);
        game.points = Some([3, 4]);
        let record = game.to_pgn().expect("a game");
        assert_eq!([record.tag("Points"), record.tag("WhiteTimeControl")], [Some("3:4"), Some("nodes=1")]);
    }
}

//! Ending games early: when both engines agree that a game is drawn or lost, or when it gets too long. Off unless asked for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::config::words::{WordError, Words};
use crate::board::Color;

/// When games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// When a game is lost.
    pub resign: Option<ResignRule>,
    /// A game of so many plies is drawn.
    pub longest: Option<u32>,
}

/// A draw, once both sides have thought so for a while. As text: `moves=8 score=10 from=40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DrawRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// The largest score, in centipawns, either way.
    pub score: i32,
    /// Not before this move of the game (1 is the first move of both sides).
    pub from: u32,
}

/// A loss, once a side has thought so for a while. As text: `moves=3 score=1000 both`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ResignRule {
    /// Moves of the losing side in a row (of each side, if both must think so).
    pub moves: u32,
    /// The smallest disadvantage, in centipawns.
    pub score: i32,
    /// Whether the winning side must think so, too.
    pub both: bool,
}

impl FromStr for DrawRule {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = Words::new(text);
        let moves = words.number("moves")?.filter(|&moves| moves > 0).ok_or_else(|| words.lacks("moves=N"))?;
        let score = words.number("score")?.ok_or_else(|| words.lacks("score=CENTIPAWNS"))?;
        let from = words.number("from")?.unwrap_or(1);
        words.finish("moves=N, score=CENTIPAWNS, from=MOVE")?;
        Ok(Self { moves, score, from })
    }
}

impl FromStr for ResignRule {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = Words::new(text);
        let moves = words.number("moves")?.filter(|&moves| moves > 0).ok_or_else(|| words.lacks("moves=N"))?;
        let score = words.number("score")?.ok_or_else(|| words.lacks("score=CENTIPAWNS"))?;
        let both = words.flag("both");
        words.finish("moves=N, score=CENTIPAWNS, both")?;
        Ok(Self { moves, score, both })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves={} score={} from={}", self.moves, self.score, self.from)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves={} score={}{}", self.moves, self.score, if self.both { " both" } else { "" })
    }
}

macro_rules! as_text {
    ($($rule:ty),+) => {
        $(
            impl TryFrom<String> for $rule {
                type Error = WordError;

                fn try_from(text: String) -> Result<Self, WordError> {
                    text.parse()
                }
            }

            impl From<$rule> for String {
                fn from(rule: $rule) -> Self {
                    rule.to_string()
                }
            }
        )+
    };
}
pub(super) use as_text;

as_text!(DrawRule, ResignRule);

/// How a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both sides thought that it was a draw.
    Draw,
    /// This side thought that it had lost (and the other, if asked, agreed).
    Lost(Color),
    /// It was too long.
    TooLong,
}

/// The scores of one game so far, as far as the rules need them.
#[derive(Clone, Debug)]
pub struct Watch {
    rules: Adjudication,
    /// Moves in a row, by colour, that thought of a draw.
    level: [u32; 2],
    /// Moves in a row, by colour, that thought of a loss.
    losing: [u32; 2],
    /// Moves in a row, by colour, that thought of a win.
    winning: [u32; 2],
}

impl Watch {
    /// Nothing has been seen yet.
    #[must_use]
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, level: [0; 2], losing: [0; 2], winning: [0; 2] }
    }

    /// Takes in a move of `mover` that was the game's `ply`-th (from 1), with the mover's score in centipawns if it
    /// gave one; says whether the game is to end.
    pub fn see(&mut self, mover: Color, score: Option<i32>, ply: u32) -> Option<Verdict> {
        let side = mover.index();
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            count(&mut self.level[side], score.is_some_and(|score| score.abs() <= rule.score));
            if ply.div_ceil(2) >= rule.from && self.level.iter().all(|&row| row >= rule.moves) {
                return Some(Verdict::Draw);
            }
        }
        if let Some(rule) = self.rules.resign {
            count(&mut self.losing[side], score.is_some_and(|score| score <= -rule.score));
            count(&mut self.winning[side], score.is_some_and(|score| score >= rule.score));
            let loser = [mover, !mover].into_iter().find(|loser| {
                let agreed = self.winning[(!*loser).index()] >= rule.moves;
                self.losing[loser.index()] >= rule.moves && (agreed || !rule.both)
            });
            if let Some(loser) = loser {
                return Some(Verdict::Lost(loser));
            }
        }
        self.rules.longest.is_some_and(|longest| ply >= longest).then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn rules(draw: Option<&str>, resign: Option<&str>, longest: Option<u32>) -> Watch {
        let draw = draw.map(|text| text.parse().expect("a rule"));
        let resign = resign.map(|text| text.parse().expect("a rule"));
        Watch::new(Adjudication { draw, resign, longest })
    }

    /// The ply and verdict at which a game with these scores (White's first, each for its own side) ends.
    fn end(mut watch: Watch, scores: &[i32]) -> Option<(u32, Verdict)> {
        (1..)
            .zip(scores)
            .zip([White, Black].into_iter().cycle())
            .find_map(|((ply, &score), mover)| watch.see(mover, Some(score), ply).map(|verdict| (ply, verdict)))
    }

    #[test]
    fn nothing_ends_by_itself() {
        assert_eq!(end(rules(None, None, None), &[-9999; 500]), None);
    }

    #[test]
    fn draws_need_both_sides_in_a_row_and_late_enough() {
        let watch = || rules(Some("moves=2 score=10 from=3"), None, None);
        assert_eq!(end(watch(), &[0; 9]), Some((5, Verdict::Draw)));
        assert_eq!(end(watch(), &[0, 0, 0, 11, 0, 0, 0, -10]), Some((8, Verdict::Draw)));
        assert_eq!(end(watch(), &[0, 50, 0, 50, 0, 50]), None);
        let mut silent = watch();
        assert_eq!((1..20).find_map(|ply| silent.see(White, None, ply)), None);
    }

    #[test]
    fn resignations_may_need_the_other_side() {
        let scores = [-900, 100, -900, 100, -900, 900, -900, 900];
        assert_eq!(end(rules(None, Some("moves=2 score=900"), None), &scores), Some((3, Verdict::Lost(White))));
        assert_eq!(end(rules(None, Some("moves=2 score=900 both"), None), &scores), Some((8, Verdict::Lost(White))));
        assert_eq!(end(rules(None, Some("moves=2 score=901"), None), &scores), None);
    }

    #[test]
    fn long_games_end() {
        assert_eq!(end(rules(None, None, Some(4)), &[0; 9]), Some((4, Verdict::TooLong)));
    }

    #[test]
    fn text_and_back() {
        for text in ["moves=8 score=10 from=40", "moves=1 score=0 from=1"] {
            assert_eq!(text.parse::<DrawRule>().map(|rule| rule.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(
            "score=5 moves=3 both".parse::<ResignRule>().map(|rule| rule.to_string()).as_deref(),
            Ok("moves=3 score=5 both")
        );
        assert_eq!(
            "moves=3".parse::<ResignRule>(),
            Err(WordError::Missing { text: "moves=3".to_owned(), what: "score=CENTIPAWNS" })
        );
        assert!("moves=0 score=5".parse::<DrawRule>().is_err());
    }
}

//! Counts of games and of game pairs by the points of the first player.

use std::ops::AddAssign;

use serde::{Serialize, Serializer};

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Lost: no point.
    Loss,
    /// Drawn: half a point.
    Draw,
    /// Won: a point.
    Win,
}

impl Score {
    /// The result for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// How often each number of half points was scored: 0 to 2 in a game (`N` = 3), 0 to 4 in a pair of games (`N` = 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts<const N: usize>([u64; N]);

/// Counts of single games: lost, drawn, won.
pub type GameCounts = Counts<3>;

/// Counts of pairs of games: by 0, ½, 1, 1½ and 2 points.
pub type PairCounts = Counts<5>;

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Counts<N> {
    /// The games behind one count: 1 or 2.
    pub const GAMES_EACH: u64 = (N as u64 - 1) / 2;

    /// The counts, from no points to all.
    #[must_use]
    pub const fn new(counts: [u64; N]) -> Self {
        Self(counts)
    }

    /// The counts, from no points to all.
    #[must_use]
    pub const fn as_array(&self) -> &[u64; N] {
        &self.0
    }

    /// The number of games, or of pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.total() * Self::GAMES_EACH
    }

    /// The points of the first player.
    #[must_use]
    pub fn points(&self) -> f64 {
        let half_points: u64 = (0..).zip(self.0).map(|(half_points, count)| half_points * count).sum();
        half_points as f64 / 2.0
    }

    /// The points of the first player a game, from 0 to 1; `None` before the first game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The share of drawn games, or of evenly split pairs; `None` before the first.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.total() > 0).then(|| self.0[N / 2] as f64 / self.total() as f64)
    }

    /// The same games seen by the other player.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }
}

impl GameCounts {
    /// Counts a game.
    pub fn record(&mut self, score: Score) {
        self.0[score.half_points()] += 1;
    }

    /// The games lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.0[0]
    }

    /// The games drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.0[1]
    }

    /// The games won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.0[2]
    }
}

impl PairCounts {
    /// Counts a pair by the results of its two games for the same player.
    pub fn record(&mut self, first: Score, second: Score) {
        self.0[first.half_points() + second.half_points()] += 1;
    }
}

impl<const N: usize> AddAssign for Counts<N> {
    fn add_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }
}

/// A list of the counts, from no points to all.
impl<const N: usize> Serialize for Counts<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_for_both_players() {
        let mut counts = GameCounts::default();
        assert_eq!((counts.score(), counts.draw_ratio()), (None, None));
        for score in [Score::Win, Score::Win, Score::Draw, Score::Loss] {
            counts.record(score);
        }
        assert_eq!((counts.losses(), counts.draws(), counts.wins()), (1, 1, 2));
        assert_eq!((counts.games(), counts.points(), counts.score()), (4, 2.5, Some(0.625)));
        assert_eq!(counts.draw_ratio(), Some(0.25));
        assert_eq!(counts.reversed(), GameCounts::new([2, 1, 1]));
        assert_eq!(counts.reversed().score(), Some(0.375));
        assert_eq!(serde_json::to_string(&counts).expect("JSON"), "[1,1,2]");
    }

    #[test]
    fn pairs_count_by_their_sum() {
        let mut counts = PairCounts::default();
        counts.record(Score::Win, Score::Loss);
        counts.record(Score::Draw, Score::Draw);
        counts.record(Score::Win, Score::Draw);
        counts += PairCounts::new([1, 0, 0, 0, 2]);
        assert_eq!(counts, PairCounts::new([1, 0, 2, 1, 2]));
        assert_eq!((counts.total(), counts.games(), counts.points()), (6, 12, 7.5));
        assert_eq!(counts.draw_ratio(), Some(2.0 / 6.0));
        assert_eq!(Score::Loss.reversed(), Score::Win);
    }
}

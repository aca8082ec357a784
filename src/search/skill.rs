//! Playing below one's strength, for people: fewer nodes, and now and then not the best move.
//!
//! Fewer nodes alone leave an opponent who sees less but never blunders. So the best few moves are compared with some luck
//! added to their scores. Both go up and down smoothly with the level, and neither knows anything of a game.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use super::limits::Limits;
use super::score::Score;
use super::{Answer, Info, Reporter};

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Hundredths of a level.
    hundredths: u32,
}

impl Default for Skill {
    /// As well as can be.
    fn default() -> Self {
        Self::level(Self::TOP)
    }
}

impl Skill {
    /// The level at which nothing is held back.
    pub const TOP: u32 = 20;
    /// The nodes of a move at level 0, ...
    const NODES: f64 = 100.0;
    /// ... and how often they double with each level.
    const DOUBLINGS: f64 = 0.68;
    /// The luck in a move's score at level 0, in centipawns.
    const LUCK: f64 = 250.0;
    /// The moves that are compared at level 0; near the top there are two.
    const MOVES: f64 = 8.0;
    /// What a mate counts, in centipawns, when moves are compared.
    const MATE: f64 = 3_000.0;

    /// A whole level; those above [`TOP`](Self::TOP) are the top.
    #[must_use]
    pub const fn level(level: u32) -> Self {
        Self::percent_of_level(level.saturating_mul(100))
    }

    /// So many hundredths of a level.
    #[must_use]
    pub const fn percent_of_level(hundredths: u32) -> Self {
        let top = Self::TOP * 100;
        Self { hundredths: if hundredths > top { top } else { hundredths } }
    }

    /// Whether nothing is held back.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.hundredths >= Self::TOP * 100
    }

    /// How far from the top this is, from 0 to 1.
    fn weakness(self) -> f64 {
        1.0 - f64::from(self.hundredths) / f64::from(Self::TOP * 100)
    }

    fn nodes(self) -> u64 {
        let level = f64::from(self.hundredths) / 100.0;
        (Self::NODES * (level * Self::DOUBLINGS).exp2()) as u64
    }

    /// The limits of a search at this level.
    pub(super) fn weaken(self, limits: &Limits) -> Limits {
        let nodes = self.nodes().min(limits.nodes.unwrap_or(u64::MAX));
        let moves = (Self::MOVES * self.weakness()).ceil().max(2.0) as usize;
        Limits { nodes: Some(nodes), multipv: limits.multipv.max(moves), ..limits.clone() }
    }

    /// The most luck that a move can have, in centipawns.
    fn luck(self) -> f64 {
        Self::LUCK * self.weakness().powf(1.5)
    }
}

/// Stands between a search and who listens to it: remembers the best lines, and passes on those that are wanted.
pub(super) struct Lines<'a> {
    listener: &'a mut dyn Reporter,
    wanted: usize,
    /// What was found last of each line, the best first.
    found: Vec<Info>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(listener: &'a mut dyn Reporter, wanted: usize) -> Self {
        Self { listener, wanted: wanted.max(1), found: Vec::new() }
    }

    /// The answer with one of the best moves in the place of the best.
    pub(super) fn choose(self, skill: Skill, answer: Answer) -> Answer {
        let seed = RandomState::new().build_hasher().finish();
        let Some(info) = chosen(&self.found, skill, seed) else {
            return answer;
        };
        let (best, ponder) = (info.pv.first().copied(), info.pv.get(1).copied());
        Answer { best, ponder, info: Some(info.clone()), ..answer }
    }
}

impl Reporter for Lines<'_> {
    fn info(&mut self, info: &Info) {
        if info.multipv <= self.wanted {
            self.listener.info(info);
        }
        // A new iteration's best line makes what was known of the others old.
        self.found.truncate(info.multipv - 1);
        if !info.pv.is_empty() {
            self.found.push(info.clone());
        }
    }
}

/// The line with the most of score and luck together.
fn chosen(lines: &[Info], skill: Skill, seed: u64) -> Option<&Info> {
    let worth = |score: Score| match score {
        Score::Cp(centipawns) => f64::from(centipawns),
        Score::Mate(plies) => (Skill::MATE - f64::from(plies.abs())).copysign(f64::from(plies)),
    };
    let luck = |line: usize| skill.luck() * (uniform(seed, line as u64) + uniform(!seed, line as u64));
    let total = |(line, info): (usize, &Info)| worth(info.score) + luck(line);
    let ranked = lines.iter().enumerate().map(|entry| (total(entry), entry.1));
    ranked.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, info)| info)
}

/// A number from 0 to 1 that depends on `seed` and `index` as if by chance (splitmix64: Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014).
fn uniform(seed: u64, index: u64) -> f64 {
    let mut z = seed.wrapping_add((index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ z >> 31) as f64 / u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(scores: &[i32]) -> Vec<Info> {
        let info = |(line, &score): (usize, &i32)| Info {
            depth: 1,
            seldepth: 1,
            multipv: line + 1,
            score: Score::Cp(score),
            bound: super::super::Bound::Exact,
            nodes: 1,
            time: std::time::Duration::ZERO,
            hashfull: 0,
            pv: vec![line as u32 + 1],
        };
        scores.iter().enumerate().map(info).collect()
    }

    #[test]
    fn the_level_decides_how_often_the_best_move_is_missed() {
        let lines = lines(&[30, 0, -100, -600]);
        let mut last = u32::MAX;
        for level in [0, 5, 10, 15, 20] {
            let picks = (0..2_000).map(|seed| chosen(&lines, Skill::level(level), seed).expect("a line").multipv);
            let (mut missed, mut blunders) = (0, 0);
            for line in picks {
                missed += u32::from(line != 1);
                blunders += u32::from(line == 4);
            }
            assert!(missed < last, "level {level}: {missed}");
            assert_eq!(blunders, 0, "level {level}");
            last = missed;
        }
        assert_eq!(last, 0);
    }

    #[test]
    fn every_level_has_more_nodes_than_the_one_below() {
        let nodes = |level| Skill::level(level).weaken(&Limits::default()).nodes;
        assert!((0..Skill::TOP).all(|level| nodes(level) < nodes(level + 1)));
        let few = Limits { nodes: Some(7), ..Limits::default() };
        assert_eq!(Skill::level(19).weaken(&few).nodes, Some(7));
        assert!(Skill::level(20).is_full() && Skill::level(21).is_full() && !Skill::percent_of_level(1_999).is_full());
    }
}

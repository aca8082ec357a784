//! Verdicts: whether, and since when, a search found what was expected of it.

use super::result::Solution;
use crate::search::{Answer, Bound, Info, Reporter, Score};

/// What a search should find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The moves of which one should be chosen, as bits; empty for any (`bm`).
    pub best: Vec<u32>,
    /// The moves that should not be chosen, as bits (`am`).
    pub avoid: Vec<u32>,
    /// The moves within which a mate should be found (`dm`). It counts only if no moves are named.
    pub mate: Option<u32>,
}

impl Expected {
    /// Whether nothing is expected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none()
    }

    /// Whether this is a right answer. Nothing is, where nothing is expected.
    #[must_use]
    pub fn is_met_by(&self, mv: Option<u32>, score: Option<Score>) -> bool {
        let Some(mv) = mv else { return false };
        if self.best.is_empty() && self.avoid.is_empty() {
            let moves = score.and_then(Score::moves).and_then(|moves| u32::try_from(moves).ok());
            return self.mate.is_some_and(|most| moves.is_some_and(|moves| moves > 0 && moves <= most));
        }
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }
}

/// Listens to a search and remembers since when its best move has been right.
pub(super) struct Watch<'a> {
    expected: &'a Expected,
    since: Option<Solution>,
    /// The last report about each line, the best one first.
    pub lines: Vec<Info>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(expected: &'a Expected) -> Self {
        Self { expected, since: None, lines: Vec::new() }
    }

    /// What the search has made of the expectation: nothing if there is none, else whether it is met and since when.
    pub(super) fn verdict(&self, answer: &Answer) -> (Option<bool>, Option<Solution>) {
        if self.expected.is_empty() {
            return (None, None);
        }
        let score = answer.info.as_ref().map(|info| info.score);
        let solved = self.expected.is_met_by(answer.best, score);
        let depth = answer.info.as_ref().map_or(0, |info| info.depth);
        let end = Solution::new(depth, answer.nodes, answer.time);
        (Some(solved), solved.then(|| self.since.unwrap_or(end)))
    }
}

impl Reporter for Watch<'_> {
    fn info(&mut self, info: &Info) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multipv == 1 {
            self.lines.clear();
            let right = self.expected.is_met_by(info.pv.first().copied(), Some(info.score));
            let now = Solution::new(info.depth, info.nodes, info.time);
            self.since = right.then(|| self.since.unwrap_or(now));
        }
        self.lines.push(info.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(depth: u32, mv: u32, score: Score) -> Info {
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: u64::from(depth) * 100,
            time: Duration::from_millis(u64::from(depth)),
            hashfull: 0,
            pv: vec![mv],
        }
    }

    fn answer(last: Info, best: u32) -> Answer {
        Answer { best: Some(best), nodes: 999, info: Some(last), ..Answer::default() }
    }

    #[test]
    fn the_solution_is_where_the_move_stayed_right() {
        let expected = Expected { best: vec![7], ..Expected::default() };
        let mut watch = Watch::new(&expected);
        for (depth, mv) in [(1, 7), (2, 8), (3, 7), (4, 7)] {
            watch.info(&info(depth, mv, Score::Cp(0)));
        }
        // A value that is only a bound says nothing about the choice.
        watch.info(&Info { bound: Bound::Lower, ..info(5, 8, Score::Cp(0)) });
        let last = info(4, 7, Score::Cp(0));
        let found = Solution::new(3, 300, Duration::from_millis(3));
        assert_eq!(watch.verdict(&answer(last.clone(), 7)), (Some(true), Some(found)));
        assert_eq!(watch.verdict(&answer(last, 8)), (Some(false), None));
    }

    #[test]
    fn a_move_found_at_the_very_end_was_found_there() {
        let expected = Expected { best: vec![7], ..Expected::default() };
        let mut watch = Watch::new(&expected);
        watch.info(&info(1, 8, Score::Cp(0)));
        let verdict = watch.verdict(&answer(info(1, 8, Score::Cp(0)), 7));
        assert_eq!(verdict, (Some(true), Some(Solution::new(1, 999, Duration::ZERO))));
    }

    #[test]
    fn moves_to_avoid_and_mates() {
        let avoid = Expected { avoid: vec![7], ..Expected::default() };
        assert!(avoid.is_met_by(Some(8), None) && !avoid.is_met_by(Some(7), None) && !avoid.is_met_by(None, None));
        let both = Expected { best: vec![6, 7], avoid: vec![7], mate: None };
        assert_eq!([6, 7, 8].map(|mv| both.is_met_by(Some(mv), None)), [true, false, false]);
        let mate = Expected { mate: Some(2), ..Expected::default() };
        let scores = [Score::Mate(3), Score::Mate(5), Score::Mate(-2), Score::Mate(0), Score::Cp(900)];
        let met = scores.map(|score| mate.is_met_by(Some(1), Some(score)));
        assert_eq!(met, [true, false, false, false, false]);
        assert!(!Expected::default().is_met_by(Some(1), Some(Score::Mate(1))));
    }
}

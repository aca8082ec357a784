//! A Swiss tournament: engines with equal points meet, and nobody meets anybody twice as long as that can be helped.

use std::collections::HashSet;

use super::{Meeting, Pairer};

/// After so many steps of the search for pairings, some engines meet a second time.
const MOST_STEPS: u32 = 100_000;

/// The state of a Swiss tournament.
pub(super) struct Swiss {
    rounds: u32,
    /// The half points of a pairing that is won throughout; what a bye is worth.
    whole: u32,
    points: Vec<u32>,
    met: HashSet<[usize; 2]>,
    rested: HashSet<usize>,
}

impl Swiss {
    /// A tournament of so many engines and rounds.
    pub fn new(engines: usize, rounds: u32, whole: u32) -> Self {
        Self { rounds, whole, points: vec![0; engines], met: HashSet::new(), rested: HashSet::new() }
    }

    /// The engines, the best first, those with equal points in the order of the file.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&engine| std::cmp::Reverse(self.points[engine]));
        ranking
    }

    /// Takes the last engine that has not rested yet out of an odd number, and gives it the points of a win.
    fn rest(&mut self, ranking: &mut Vec<usize>) {
        if ranking.len().is_multiple_of(2) {
            return;
        }
        let place = ranking.iter().rposition(|engine| !self.rested.contains(engine)).unwrap_or(ranking.len() - 1);
        let engine = ranking.remove(place);
        self.rested.insert(engine);
        self.points[engine] += self.whole;
    }

    /// Pairs the first engine with the nearest one for which the others can be paired, too; of an equal group the one half a group
    /// away is the nearest, so that the strong meet the weak first.
    fn pair(&self, left: &[usize], steps: &mut u32) -> Option<Vec<[usize; 2]>> {
        let Some((&first, others)) = left.split_first() else {
            return Some(Vec::new());
        };
        let group = left.iter().take_while(|&&other| self.points[other] == self.points[first]).count();
        let half = (group / 2).max(1) - 1;
        let order = (half..others.len()).chain((0..half.min(others.len())).rev());
        for place in order {
            *steps = steps.checked_sub(1)?;
            let second = others[place];
            if self.met.contains(&key(first, second)) {
                continue;
            }
            let rest: Vec<usize> = others.iter().copied().filter(|&other| other != second).collect();
            if let Some(mut pairings) = self.pair(&rest, steps) {
                pairings.insert(0, [first, second]);
                return Some(pairings);
            }
        }
        None
    }
}

fn key(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

impl Pairer for Swiss {
    fn next(&mut self, last: &[Meeting]) -> Option<Vec<[usize; 2]>> {
        for meeting in last {
            for (engine, points) in meeting.engines.iter().zip(meeting.points) {
                self.points[*engine] += points;
            }
        }
        self.rounds = self.rounds.checked_sub(1)?;
        let mut ranking = self.ranking();
        self.rest(&mut ranking);
        let pairings = self.pair(&ranking, &mut MOST_STEPS.clone()).unwrap_or_else(|| {
            // Everyone has met everyone nearby: neighbours meet again.
            ranking.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
        });
        self.met.extend(pairings.iter().map(|&[a, b]| key(a, b)));
        Some(pairings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays with the lower index always winning all four half points.
    fn play(engines: usize, rounds: u32) -> (Vec<Vec<[usize; 2]>>, Swiss) {
        let mut swiss = Swiss::new(engines, rounds, 4);
        let (mut all, mut last) = (Vec::new(), Vec::new());
        while let Some(pairings) = swiss.next(&last) {
            last = pairings
                .iter()
                .map(|&engines| Meeting { engines, points: if engines[0] < engines[1] { [4, 0] } else { [0, 4] } })
                .collect();
            all.push(pairings);
        }
        (all, swiss)
    }

    #[test]
    fn equal_points_meet_and_nobody_meets_twice() {
        let (rounds, swiss) = play(8, 3);
        assert_eq!(rounds[0], [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(rounds[1], [[0, 2], [1, 3], [4, 6], [5, 7]]);
        assert_eq!(rounds[2][0], [0, 1]);
        assert_eq!((swiss.points[0], swiss.points[7]), (12, 0));
        assert_eq!(swiss.met.len(), 12);
    }

    #[test]
    fn an_odd_one_rests_and_nobody_twice() {
        let (rounds, swiss) = play(5, 5);
        assert!(rounds.iter().all(|pairings| pairings.len() == 2));
        assert_eq!(swiss.rested.len(), 5);
    }

    #[test]
    fn more_rounds_than_opponents_meet_again() {
        let (rounds, _) = play(4, 6);
        assert_eq!(rounds.len(), 6);
        assert!(rounds.iter().all(|pairings| pairings.len() == 2));
    }
}

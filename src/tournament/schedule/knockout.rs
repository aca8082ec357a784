//! A knockout: who loses is out. The order of the file seeds the bracket, so the first two can meet in the final only.

use super::{Meeting, Pairer};

/// A pairing that is still equal after so many rounds goes to the higher seed.
const MOST_REPLAYS: u32 = 10;

/// The state of a knockout.
pub(super) struct Knockout {
    /// The bracket of the current stage: neighbours meet. An empty place lets its neighbour through.
    bracket: Vec<Option<usize>>,
    replays: u32,
}

impl Knockout {
    /// A knockout of so many engines.
    pub fn new(engines: usize) -> Self {
        let places = engines.next_power_of_two();
        let mut order = vec![0];
        while order.len() < places {
            // Whoever is the k-th best of a stage meets the k-th from behind.
            let last = order.len() * 2 - 1;
            order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
        }
        let bracket = order.into_iter().map(|seed| (seed < engines).then_some(seed)).collect();
        Self { bracket, replays: 0 }
    }

    /// The pairings that are still to be decided.
    fn open(&self) -> Vec<[usize; 2]> {
        self.bracket.chunks_exact(2).filter_map(|pair| Some([pair[0]?, pair[1]?])).collect()
    }

    /// Takes the losers out of the bracket.
    fn take_in(&mut self, last: &[Meeting]) {
        for meeting in last {
            let winner = meeting.winner().or_else(|| {
                // The lower index is the higher seed.
                (self.replays >= MOST_REPLAYS).then(|| meeting.engines[0].min(meeting.engines[1]))
            });
            if let Some(winner) = winner {
                let out = meeting.engines.iter().find(|&&engine| engine != winner);
                self.bracket.iter_mut().filter(|place| place.as_ref() == out).for_each(|place| *place = None);
            }
        }
    }
}

impl Pairer for Knockout {
    fn next(&mut self, last: &[Meeting]) -> Option<Vec<[usize; 2]>> {
        self.take_in(last);
        while self.bracket.len() > 1 {
            let open = self.open();
            if !open.is_empty() {
                self.replays += 1;
                return Some(open);
            }
            self.replays = 0;
            self.bracket = self.bracket.chunks_exact(2).map(|pair| pair[0].or(pair[1])).collect();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(engines: usize, points: impl Fn([usize; 2]) -> [u32; 2]) -> (Vec<Vec<[usize; 2]>>, Knockout) {
        let mut knockout = Knockout::new(engines);
        let (mut all, mut last) = (Vec::new(), Vec::new());
        while let Some(pairings) = knockout.next(&last) {
            last = pairings.iter().map(|&engines| Meeting { engines, points: points(engines) }).collect();
            all.push(pairings);
        }
        (all, knockout)
    }

    #[test]
    fn the_best_seeds_meet_last() {
        let (stages, knockout) = play(8, |[a, b]| if a < b { [3, 1] } else { [1, 3] });
        let expected: [&[[usize; 2]]; 3] = [&[[0, 7], [3, 4], [1, 6], [2, 5]], &[[0, 3], [1, 2]], &[[0, 1]]];
        assert_eq!(stages, expected);
        assert_eq!(knockout.bracket, [Some(0)]);
    }

    #[test]
    fn byes_go_to_the_best() {
        let (stages, knockout) = play(5, |_| [0, 4]);
        assert_eq!(stages[0], [[3, 4]]);
        assert_eq!(stages[1], [[0, 4], [1, 2]]);
        assert_eq!(stages[2], [[4, 2]]);
        assert_eq!(knockout.bracket, [Some(2)]);
    }

    #[test]
    fn equal_pairings_are_replayed_and_then_decided_by_seed() {
        let (stages, knockout) = play(2, |_| [2, 2]);
        assert_eq!(stages.len(), MOST_REPLAYS as usize);
        assert_eq!(knockout.bracket, [Some(0)]);
    }
}

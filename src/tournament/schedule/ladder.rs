//! A ladder: neighbours meet, and if the lower one wins, they change places.

use super::{Meeting, Pairer};

/// The state of a ladder.
pub(super) struct Ladder {
    /// The engines, the highest first.
    rungs: Vec<usize>,
    rounds: u32,
    /// Whether the first rung rests this time, so that everyone meets both neighbours in turn.
    odd: bool,
}

impl Ladder {
    /// A ladder of so many engines, in the order of the file.
    pub fn new(engines: usize, rounds: u32) -> Self {
        Self { rungs: (0..engines).collect(), rounds, odd: true }
    }
}

impl Pairer for Ladder {
    fn next(&mut self, last: &[Meeting]) -> Option<Vec<[usize; 2]>> {
        for meeting in last {
            let [upper, lower] = meeting.engines;
            let place = |engine| self.rungs.iter().position(|&rung| rung == engine);
            if let (Some(winner), Some(above), Some(below)) = (meeting.winner(), place(upper), place(lower))
                && winner == lower
            {
                self.rungs.swap(above, below);
            }
        }
        self.rounds = self.rounds.checked_sub(1)?;
        // Two engines always meet.
        self.odd = !self.odd && self.rungs.len() > 2;
        Some(self.rungs[usize::from(self.odd)..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_climbs() {
        // The higher index is the stronger engine.
        let mut ladder = Ladder::new(5, 5);
        let (mut all, mut last) = (Vec::new(), Vec::new());
        while let Some(pairings) = ladder.next(&last) {
            last = pairings
                .iter()
                .map(|&engines| Meeting { engines, points: if engines[0] > engines[1] { [4, 0] } else { [1, 3] } })
                .collect();
            all.push(pairings);
        }
        assert_eq!(all[0], [[0, 1], [2, 3]]);
        assert_eq!(all[1], [[0, 3], [2, 4]]);
        assert_eq!(ladder.rungs, [4, 3, 2, 1, 0]);
    }

    #[test]
    fn who_is_equal_stays() {
        let mut ladder = Ladder::new(2, 2);
        assert_eq!(ladder.next(&[]), Some(vec![[0, 1]]));
        assert_eq!(ladder.next(&[Meeting { engines: [0, 1], points: [2, 2] }]), Some(vec![[0, 1]]));
        assert_eq!(ladder.next(&[Meeting { engines: [0, 1], points: [1, 3] }]), None);
        assert_eq!(ladder.rungs, [1, 0]);
    }
}

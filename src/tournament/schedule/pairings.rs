//! Pairings that do not depend on results: everyone against everyone, and some against all others.

use super::{Meeting, Pairer};

/// The same pairings each round.
pub(super) struct Fixed {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
}

impl Fixed {
    /// Everyone against everyone, in the order of Berger's tables, so that nobody plays or rests for long.
    pub fn round_robin(engines: usize, rounds: u32) -> Self {
        // With an odd number one more takes part, and who meets it rests.
        let seats = engines + engines % 2;
        let mut pairings = Vec::new();
        for turn in 0..seats.saturating_sub(1) {
            for table in 0..seats / 2 {
                let seat = |place: usize| if place == 0 { 0 } else { (place - 1 + turn) % (seats - 1) + 1 };
                let pairing = [seat(table), seat(seats - 1 - table)];
                if pairing.iter().all(|&engine| engine < engines) {
                    pairings.push(pairing);
                }
            }
        }
        Self { pairings, rounds }
    }

    /// Each of the first `seeds` against all others.
    pub fn gauntlet(engines: usize, seeds: usize, rounds: u32) -> Self {
        let challengers = seeds..engines;
        let pairings = challengers.flat_map(|challenger| (0..seeds).map(move |seed| [seed, challenger])).collect();
        Self { pairings, rounds }
    }
}

impl Pairer for Fixed {
    fn next(&mut self, _: &[Meeting]) -> Option<Vec<[usize; 2]>> {
        self.rounds = self.rounds.checked_sub(1)?;
        Some(self.pairings.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everyone_meets_everyone_once() {
        for engines in 2..9 {
            let mut fixed = Fixed::round_robin(engines, 1);
            let pairings = fixed.next(&[]).expect("a round");
            let distinct: BTreeSet<[usize; 2]> = pairings.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            assert_eq!((pairings.len(), distinct.len()), (engines * (engines - 1) / 2, pairings.len()), "{engines}");
            assert!(pairings.iter().all(|[a, b]| a != b));
            assert_eq!(fixed.next(&[]), None);
        }
        assert_eq!(Fixed::round_robin(2, 1).pairings, [[0, 1]]);
    }

    #[test]
    fn challengers_do_not_meet() {
        assert_eq!(Fixed::gauntlet(4, 1, 1).pairings, [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Fixed::gauntlet(4, 2, 1).pairings, [[0, 2], [1, 2], [0, 3], [1, 3]]);
    }
}

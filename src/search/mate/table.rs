//! The proof table: what is known of the positions met while looking for a mate.
//!
//! It is a [`DashMap`], because it must grow and never forget while it grows: a proof stands on the proofs below it, and a lost
//! one has to be found again, with everything below. The transposition table of the ordinary search is the opposite case. It may
//! overwrite whatever it likes, and is asked ten times as often; `benches/tables.rs` measures 24.8 million pairs of probe and store a
//! second there against 3.8 million here. A node of this search plays and counts all its moves before it is stored, so that the
//! map takes only a small part of the time.

use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicU8, Ordering};

use dashmap::DashMap;

use super::value::{NEVER, Number};

/// Bytes that an entry takes, the empty places of the map included.
const BYTES_PER_ENTRY: usize = 64;
/// The fewest entries that a table holds.
const FEWEST: usize = 1 << 12;

/// What is known of a position, whatever the number of plies that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The attacker wins within so many plies; [`NEVER`] if that is not known.
    pub wins_in: u8,
    /// The attacker cannot win within so many plies.
    pub safe_for: u8,
    /// The last proof number while neither decided the question asked; 0 for none.
    pub proof: Number,
    /// The last disproof number.
    pub disproof: Number,
    /// The binary logarithm of the nodes that it took.
    pub work: u8,
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { wins_in: NEVER, safe_for: 0, proof: 0, disproof: 0, work: 0 };
}

/// Zobrist keys are random already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The table.
pub(super) struct ProofTable {
    map: DashMap<u64, Known, BuildHasherDefault<Identity>>,
    most: usize,
    /// What took less work than this goes when the table is full.
    threshold: AtomicU8,
}

impl ProofTable {
    /// An empty table that takes about so many bytes when it is full.
    pub(super) fn new(bytes: usize) -> Self {
        Self { map: DashMap::default(), most: (bytes / BYTES_PER_ENTRY).max(FEWEST), threshold: AtomicU8::new(1) }
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Known {
        self.map.get(&key).map_or(Known::NOTHING, |known| *known)
    }

    /// Adds to what is known of the position with this key: proofs are never forgotten for numbers.
    pub(super) fn learn(&self, key: u64, news: Known) {
        let mut entry = self.map.entry(key).or_insert(Known::NOTHING);
        *entry = Known {
            wins_in: entry.wins_in.min(news.wins_in),
            safe_for: entry.safe_for.max(news.safe_for),
            work: entry.work.max(news.work),
            ..news
        };
    }

    /// How full the table is, in permille.
    pub(super) fn fullness(&self) -> u32 {
        (self.map.len() * 1000 / self.most).min(1000) as u32
    }

    /// Makes room if there is none: what took the least work goes first (Nagai, "Df-pn algorithm for searching AND/OR trees and
    /// its applications", 2002, has it as small-tree garbage collection).
    pub(super) fn tidy(&self) {
        while self.map.len() >= self.most {
            let threshold = self.threshold.load(Ordering::Relaxed);
            self.map.retain(|_, known| known.work >= threshold);
            // Half of the room must be free, or the next time comes soon.
            if self.map.len() > self.most / 2 {
                self.threshold.store(threshold.saturating_add(1), Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_outlive_numbers() {
        let table = ProofTable::new(0);
        table.learn(7, Known { wins_in: 5, ..Known::NOTHING });
        table.learn(7, Known { safe_for: 2, proof: 9, disproof: 4, work: 3, ..Known::NOTHING });
        table.learn(7, Known { wins_in: 7, safe_for: 1, proof: 8, disproof: 5, work: 2 });
        assert_eq!(table.get(7), Known { wins_in: 5, safe_for: 2, proof: 8, disproof: 5, work: 3 });
        assert_eq!(table.get(8), Known::NOTHING);
    }

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let table = ProofTable::new(0);
        for key in 0..FEWEST as u64 {
            let work = if key % 8 == 0 { 9 } else { 1 };
            table.learn(key, Known { proof: 1, work, ..Known::NOTHING });
        }
        assert_eq!(table.fullness(), 1000);
        table.tidy();
        assert_eq!((table.get(8).proof, table.get(9).proof, table.fullness()), (1, 0, 125));
    }
}

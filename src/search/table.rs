//! The transposition table: what earlier visits to a position have found, shared by all threads without locks.
//!
//! A slot is two words, the data and the key combined with the data by exclusive or (Hyatt and Mann, "A lock-less
//! transposition-table implementation for parallel search", ICGA Journal 25(1), 2002): if two threads write one slot at
//! the same time and their words mix, the key no longer fits and the slot reads as empty. Four slots share a cache line.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::memory;
use super::score::{self, Bound};

const SLOTS: usize = 4;
/// Buckets that one thread clears at least: 1 MiB.
const SMALL: usize = 1 << 14;
/// The age is kept modulo this.
const AGES: u8 = 64;
/// How many plies of depth a search of difference in age outweighs when a slot must be given up.
const AGE_WEIGHT: i32 = 8;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move's bits; 0 if none is known.
    pub mv: u32,
    /// The score as seen at the position's ply.
    pub value: i32,
    /// The depth of the search that found the score, in plies.
    pub depth: i32,
    /// What the score says; `None` if only the move is of use.
    pub bound: Option<Bound>,
}

/// ```text
/// bits 0-31 move    32-47 value    48-55 depth    56-57 bound, 0 for none    58-63 age
/// ```
impl Entry {
    fn pack(self, ply: usize, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        u64::from(self.mv)
            | u64::from(to_table(self.value, ply) as u16) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64, ply: usize) -> Self {
        let bound = match data >> 56 & 3 {
            0 => None,
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        };
        let value = from_table(i32::from((data >> 32) as u16 as i16), ply);
        Self { mv: data as u32, value, depth: depth_of(data), bound }
    }
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48 & 255) as i32
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Distances to the end of the game count from the root in the search and from the position in the table.
const fn to_table(value: i32, ply: usize) -> i16 {
    let shift = if score::is_decided(value) { value.signum() * ply as i32 } else { 0 };
    (value + shift) as i16
}

const fn from_table(value: i32, ply: usize) -> i32 {
    let shift = if score::is_decided(value) { value.signum() * ply as i32 } else { 0 };
    value - shift
}

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The slot's data, if it belongs to `key`.
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `megabytes` MiB, of one bucket for 0; half that size, or a quarter and so on, if the system has
    /// not so much memory.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Self::with_bytes(megabytes.saturating_mul(1 << 20))
    }

    /// An empty table of `bytes` bytes, rounded down, or less memory as in [`new`](Self::new).
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let mut count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        // Before the memory is touched for the first time, or it has small pages already.
        memory::prefer_large_pages(buckets.spare_capacity_mut());
        buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default()));
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// The size in MiB, rounded down.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        self.bytes() >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // A small table is not worth waking other threads for.
        let chunks = self.buckets.par_iter_mut().with_min_len(SMALL);
        chunks.for_each(|bucket| *bucket = Bucket::default());
        self.age = AtomicU8::new(0);
    }

    /// Begins a new search: entries of earlier ones become older.
    pub fn grow_older(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// The bucket of a key, chosen by its upper bits.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Begins to load what is known of the position with this key, which will soon be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// What is known of the position with this key, seen from `ply`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.read(key)).map(|data| Entry::unpack(data, ply))
    }

    /// Notes what has been found. A move already known is kept if `entry` brings none.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let (bucket, age) = (self.bucket(key), self.age());
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            if let Some(old) = slot.read(key) {
                if entry.mv == 0 {
                    entry.mv = old as u32;
                }
                // A shallow bound must not push out what a much deeper search of the same position has found.
                if entry.bound != Some(Bound::Exact) && entry.depth + 4 < depth_of(old) && age_of(old) == age {
                    return;
                }
                victim = slot;
                break;
            }
            let data = slot.data.load(Ordering::Relaxed);
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - AGE_WEIGHT * years };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        victim.write(key, entry.pack(ply, age));
    }

    /// How full the table is with entries of the current search, in permille, by a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age();
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let of_now = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(of_now).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;

    fn entry(mv: u32, value: i32, depth: i32) -> Entry {
        Entry { mv, value, depth, bound: Some(Bound::Lower) }
    }

    #[test]
    fn size_is_what_was_asked_for() {
        let table = Table::new(2);
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 2 << 20);
        assert_eq!(size_of::<Bucket>(), 64);
        assert_eq!((table.megabytes(), Table::new(0).buckets.len()), (2, 1));
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = Table::new(1);
        for (n, bound) in [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)].into_iter().enumerate() {
            let sent = Entry { mv: 0xDEAD_BEEF, value: -321, depth: 17, bound };
            table.store(mix(n as u64), 5, sent);
            assert_eq!(table.probe(mix(n as u64), 9), Some(sent));
        }
        assert_eq!(table.probe(12345, 0), None);
    }

    #[test]
    fn mates_count_from_the_position() {
        let table = Table::new(1);
        table.store(7, 4, entry(1, score::won_in(9), 3));
        assert_eq!(table.probe(7, 2).map(|e| e.value), Some(score::won_in(7)));
        table.store(8, 4, entry(1, score::lost_in(8), 3));
        assert_eq!(table.probe(8, 0).map(|e| e.value), Some(score::lost_in(4)));
    }

    #[test]
    fn a_torn_write_reads_as_empty() {
        let table = Table::new(0);
        table.store(99, 0, entry(1, 10, 3));
        let other = entry(2, -10, 5).pack(0, 0);
        for slot in &table.buckets[0].0 {
            slot.data.store(other, Ordering::Relaxed);
        }
        assert_eq!(table.probe(99, 0), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.store(key, 0, entry(1, 0, key as i32));
        }
        table.store(5, 0, entry(1, 0, 1));
        assert!(table.probe(1, 0).is_none() && table.probe(2, 0).is_some());
        table.grow_older();
        table.store(2, 0, entry(1, 0, 2));
        table.store(3, 0, entry(1, 0, 3));
        table.store(5, 0, entry(1, 0, 1));
        table.store(6, 0, entry(1, 0, 1));
        assert!(table.probe(4, 0).is_none() && table.probe(2, 0).is_some());
    }

    #[test]
    fn a_known_move_survives_a_bound_without_one() {
        let table = Table::new(0);
        table.store(3, 0, entry(77, 0, 4));
        table.store(3, 0, entry(0, 5, 4));
        assert_eq!(table.probe(3, 0), Some(entry(77, 5, 4)));
    }

    #[test]
    fn fullness_and_clearing() {
        let mut table = Table::new(0);
        table.store(1, 0, entry(1, 0, 1));
        assert_eq!(table.hashfull(), 250);
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
        table.clear();
        assert_eq!(table.probe(1, 0), None);
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = Table::new(0);
        let value_of = |key: u64| (mix(key) % 1000) as i32;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for n in 0..20_000 {
                        let key = mix(n ^ thread) % 16;
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!((found.value, found.mv), (value_of(key), key as u32 + 1));
                        }
                        table.store(key, 0, entry(key as u32 + 1, value_of(key), (n % 30) as i32));
                    }
                });
            }
        });
    }
}

//! Perft: counting the leaves of the move tree, in bulk at the last ply, with threads and a table if wanted.
//!
//! `rayon` spreads the first two plies over a pool: its work stealing evens out subtrees of very different size.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{Silent, zobrist};
use crate::rules::Position;

/// How to count.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Threads; 0 and 1 both mean the calling thread alone.
    pub threads: usize,
    /// The size of the table in MiB; 0 for none. There is none either if the system has not so much memory.
    pub hash_mb: usize,
    /// Asked now and then whether to give up; the counts mean nothing then.
    pub is_cancelled: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Options<'_> {
    fn cancelled(&self) -> bool {
        self.is_cancelled.is_some_and(|is_cancelled| is_cancelled())
    }
}

/// The least depth, in plies, at which a node asks whether to give up.
const PATIENT_DEPTH: u32 = 4;

/// The number of move sequences of exactly `depth` plies from `position`; all counts here stop at [`u64::MAX`].
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32, options: Options<'_>) -> u64 {
    match depth {
        0 => 1,
        _ => divide(position, depth, options).iter().fold(0, |sum, &(_, nodes)| sum.saturating_add(nodes)),
    }
}

/// [`perft`] split up by the first move, in generation order; empty at depth 0.
///
/// If the operating system refuses to start threads, the calling thread counts alone.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32, options: Options<'_>) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let table = Table::new(options.hash_mb);
    let pool = (options.threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().ok())
        .flatten();
    let moves = position.legal_moves();
    if let Some(pool) = pool {
        let count = |&mv: &P::Move| (mv, spread(&after(position, mv), below, table.as_ref(), options));
        return pool.install(|| moves.par_iter().map(count).collect());
    }
    let mut counter = Counter::new(below, table.as_ref(), options);
    moves.into_iter().map(|mv| (mv, counter.count(&after(position, mv), below))).collect()
}

/// Counts with one parallel task for each move.
fn spread<P: Position>(position: &P, depth: u32, table: Option<&Table>, options: Options<'_>) -> u64 {
    if depth < 2 {
        return Counter::new(depth, table, options).count(position, depth);
    }
    let count = |&mv: &P::Move| Counter::new(depth - 1, table, options).count(&after(position, mv), depth - 1);
    position.legal_moves().par_iter().map(count).reduce(|| 0, u64::saturating_add)
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = *position;
    child.play(mv, &mut Silent);
    child
}

/// Counts with one move list for each remaining ply, so that nothing is allocated on the way.
struct Counter<'a, P: Position> {
    lists: Vec<Vec<P::Move>>,
    table: Option<&'a Table>,
    options: Options<'a>,
}

impl<'a, P: Position> Counter<'a, P> {
    fn new(depth: u32, table: Option<&'a Table>, options: Options<'a>) -> Self {
        Self { lists: (0..=depth).map(|_| Vec::with_capacity(128)).collect(), table, options }
    }

    fn count(&mut self, position: &P, depth: u32) -> u64 {
        match (depth, self.lists.get_mut(depth as usize)) {
            (1, _) => return position.count_moves(),
            (0, _) | (_, None) => return 1,
            _ if depth >= PATIENT_DEPTH && self.options.cancelled() => return 0,
            _ => {}
        }
        if let Some(nodes) = self.table.and_then(|table| table.get(position.key(), depth)) {
            return nodes;
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize]);
        position.generate(&mut moves);
        let below = moves.drain(..).map(|mv| self.count(&after(position, mv), depth - 1));
        let nodes = below.fold(0, u64::saturating_add);
        self.lists[depth as usize] = moves;
        if let Some(table) = self.table {
            table.put(position.key(), depth, nodes);
        }
        nodes
    }
}

/// Counts already made, by position and depth. A slot is two words that only fit together if written together, so
/// threads need no lock (Hyatt and Mann, "A lockless transposition-table implementation", ICGA Journal 2002).
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table of `megabytes` MiB, if that is not nothing and there is so much memory.
    fn new(megabytes: usize) -> Option<Self> {
        let count = megabytes.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok().filter(|()| count > 0)?;
        slots.resize_with(count, Default::default);
        Some(Self { slots })
    }

    /// The slot of a position at a depth and the mark by which it is known.
    fn slot(&self, key: u64, depth: u32) -> (&[AtomicU64; 2], u64) {
        let mark = key ^ zobrist::mix(u64::from(depth));
        let index = ((u128::from(mark) * self.slots.len() as u128) >> 64) as usize;
        (&self.slots[index], mark)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (slot, mark) = self.slot(key, depth);
        let nodes = slot[1].load(Ordering::Relaxed);
        (nodes != 0 && slot[0].load(Ordering::Relaxed) == mark ^ nodes).then_some(nodes)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        let (slot, mark) = self.slot(key, depth);
        slot[0].store(mark ^ nodes, Ordering::Relaxed);
        slot[1].store(nodes, Ordering::Relaxed);
    }
}

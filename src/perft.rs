//! Perft: counting the leaves of the move tree, in bulk at the last ply, with threads and a table if wanted.
//!
//! `rayon` spreads the first two plies over a pool: its work stealing evens out subtrees of very different size.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{Silent, zobrist};
use crate::rules::Position;

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Threads; 0 and 1 both mean the calling thread alone.
    pub threads: usize,
    /// The size of the table in MiB; 0 for none.
    pub hash_mb: usize,
}

/// The number of move sequences of exactly `depth` plies from `position`.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32, options: Options) -> u64 {
    match depth {
        0 => 1,
        _ => divide(position, depth, options).iter().map(|&(_, nodes)| nodes).sum(),
    }
}

/// [`perft`] split up by the first move, in generation order; empty at depth 0.
///
/// If the operating system refuses to start threads, the calling thread counts alone.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32, options: Options) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let table = (options.hash_mb > 0).then(|| Table::new(options.hash_mb));
    let pool = (options.threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().ok())
        .flatten();
    let moves = position.legal_moves();
    if let Some(pool) = pool {
        let count = |&mv: &P::Move| (mv, spread(&after(position, mv), below, table.as_ref()));
        return pool.install(|| moves.par_iter().map(count).collect());
    }
    let mut counter = Counter::new(below, table.as_ref());
    moves.into_iter().map(|mv| (mv, counter.count(&after(position, mv), below))).collect()
}

/// Counts with one parallel task for each move.
fn spread<P: Position>(position: &P, depth: u32, table: Option<&Table>) -> u64 {
    if depth < 2 {
        return Counter::new(depth, table).count(position, depth);
    }
    let count = |&mv: &P::Move| Counter::new(depth - 1, table).count(&after(position, mv), depth - 1);
    position.legal_moves().par_iter().map(count).sum()
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
}

impl<'a, P: Position> Counter<'a, P> {
    fn new(depth: u32, table: Option<&'a Table>) -> Self {
        Self { lists: (0..=depth).map(|_| Vec::with_capacity(128)).collect(), table }
    }

    fn count(&mut self, position: &P, depth: u32) -> u64 {
        match (depth, self.lists.get_mut(depth as usize)) {
            (1, _) => return position.count_moves(),
            (0, _) | (_, None) => return 1,
            _ => {}
        }
        if let Some(nodes) = self.table.and_then(|table| table.get(position.key(), depth)) {
            return nodes;
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize]);
        position.generate(&mut moves);
        let nodes = moves.drain(..).map(|mv| self.count(&after(position, mv), depth - 1)).sum();
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
    fn new(megabytes: usize) -> Self {
        let slots = megabytes.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        Self { slots: std::iter::repeat_with(Default::default).take(slots.max(1)).collect() }
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

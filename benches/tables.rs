//! The transposition table against `DashMap`, at the same number of positions: a probe and a store each.
//!
//! `cargo bench --bench tables`. This is why the search has a table of its own, and `DashMap` serves only where a map must
//! grow and never forget.

use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;

use bonsai::board::zobrist::mix;
use bonsai::search::{Bound, Entry, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;

/// Zobrist keys are random already, so hashing them again would only cost `DashMap` time.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

const MEGABYTES: usize = 256;
const PAIRS: u64 = 1 << 20;

fn entry(key: u64) -> Entry {
    Entry { mv: key as u32 | 1, value: (key % 1000) as i32, depth: (key % 20) as i32, bound: Some(Bound::Lower) }
}

/// Runs `pair` on a stretch of keys for each of `threads` threads.
fn on_threads(threads: u64, pair: impl Fn(u64) + Sync) {
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let pair = &pair;
            scope.spawn(move || (0..PAIRS).for_each(|n| pair(mix(thread << 40 | n))));
        }
    });
}

fn compare(criterion: &mut Criterion) {
    let table = Table::new(MEGABYTES);
    let map: DashMap<u64, u64, BuildHasherDefault<Identity>> = DashMap::default();
    for threads in [1, 2] {
        let mut group = criterion.benchmark_group(format!("probe and store, {threads} threads"));
        group.throughput(Throughput::Elements(PAIRS * threads)).sample_size(10);
        group.bench_function("table", |bencher| {
            bencher.iter(|| {
                on_threads(threads, |key| {
                    black_box(table.probe(key, 0));
                    table.store(key, 0, entry(key));
                });
            });
        });
        group.bench_function("DashMap", |bencher| {
            bencher.iter(|| {
                on_threads(threads, |key| {
                    black_box(map.get(&key).map(|found| *found));
                    map.insert(key, key);
                });
            });
        });
        group.finish();
    }
}

criterion_group!(benches, compare);
criterion_main!(benches);

//! What a search does most, in every game: generate moves, make them, count them, and a whole fixed search.
//!
//! `cargo bench --bench games`, or `cargo bench --bench games -- micro` for one game.

use std::hint::black_box;
use std::time::Instant;

use bonsai::board::Silent;
use bonsai::engine::start_position;
use bonsai::game::Game;
use bonsai::perft::{Options, perft};
use bonsai::rules::Position;
use bonsai::search::{Brain, Control, Limits, Mute, search};
use bonsai::variants::{SPECS, Visitor, with};
use criterion::{Criterion, criterion_group, criterion_main};

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();
    fn visit<P: Position>(self) {
        let name = P::SPEC.name;
        let position = start_position::<P>();
        let moves = position.legal_moves();
        let mut group = self.0.benchmark_group(name);
        let mut list = Vec::with_capacity(256);
        group.bench_function("generate", |bencher| {
            bencher.iter(|| {
                list.clear();
                black_box(&position).generate(&mut list);
                list.len()
            });
        });
        group.bench_function("make every move", |bencher| {
            bencher.iter(|| {
                for &mv in &moves {
                    let mut child = *black_box(&position);
                    child.play(mv, &mut Silent);
                    black_box(child.key());
                }
            });
        });
        group.bench_function("perft 4", |bencher| bencher.iter(|| perft(black_box(&position), 4, Options::default())));
        group.sample_size(10);
        group.bench_function("search 50,000 nodes", |bencher| {
            let mut brain = Brain::new(16, 1);
            let limits = Limits { nodes: Some(50_000), ..Limits::default() };
            bencher.iter(|| {
                brain.clear();
                search(&Game::new(position), &mut brain, &limits, &Control::new(Instant::now()), &mut Mute)
            });
        });
        group.finish();
    }
}

fn games(criterion: &mut Criterion) {
    for spec in SPECS {
        with(spec.name, Measure(criterion)).expect("registered");
    }
}

criterion_group!(benches, games);
criterion_main!(benches);

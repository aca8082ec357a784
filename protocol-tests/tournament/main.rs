//! Tournaments of a mock engine that has every fault, through the binary: what is recorded, and what survives.
//!
//! This program is the mock engine, too: `mock` as its first argument makes it one.

#[path = "mock.rs"]
mod mock;
#[path = "runs.rs"]
mod runs;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == "mock") {
        return mock::run(&args[2..]);
    }
    let tests = runs::ALL.iter().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), tests.collect()).exit();
}

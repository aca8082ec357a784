//! Tournaments of a mock engine that has every fault, through the binary: what is recorded, and what survives.
//!
//! This program is the mock engine, too: `mock` as its first argument makes it one. `-- --ignored` runs what takes minutes.

#[path = "analyses.rs"]
mod analyses;
#[path = "harness.rs"]
mod harness;
#[path = "kills.rs"]
mod kills;
#[path = "mock.rs"]
mod mock;
#[path = "runs.rs"]
mod runs;
#[path = "settings.rs"]
mod settings;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == "mock") {
        return mock::run(&args[2..]);
    }
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let all = runs::ALL.iter().chain(settings::ALL).chain(analyses::ALL).chain(kills::ALL).map(trial);
    let long = kills::LONG.iter().map(|test| trial(test).with_ignored_flag(true));
    libtest_mimic::run(&Arguments::from_args(), all.chain(long).collect()).exit();
}

//! `bonsai bench`: a fixed search, for its node count and its speed.

use std::io::Write;
use std::time::{Duration, Instant};

use bonsai::search::bench;
use serde::Serialize;

use super::error::Error;
use super::numbers;

/// Search built-in positions of every game on one thread: a signature of the search, and its speed.
///
/// The node count is the same on every run and machine; it changes only if what the search does changes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai bench
  bonsai bench | tail -1
  bonsai bench --json | jq .nodes

JSON: one object with nodes, nps, seconds, positions (a list of variant, fen, nodes, seconds).")]
pub struct Args {
    /// Write one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Total {
    nodes: u64,
    nps: u64,
    seconds: f64,
    positions: Vec<Searched>,
}

#[derive(Serialize)]
struct Searched {
    variant: &'static str,
    fen: String,
    nodes: u64,
    seconds: f64,
}

impl From<&bench::Bench> for Searched {
    fn from(bench: &bench::Bench) -> Self {
        Self { variant: bench.variant, fen: bench.fen.clone(), nodes: bench.nodes, seconds: bench.time.as_secs_f64() }
    }
}

/// Searches and counts.
///
/// # Errors
/// Output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let started = Instant::now();
    let mut positions = Vec::new();
    bench::bench(|searched| positions.push(Searched::from(searched)));
    let nodes = positions.iter().map(|position| position.nodes).sum();
    let time: Duration = started.elapsed();
    let nps = numbers::per_second(nodes, time);
    if args.json {
        serde_json::to_writer(&mut *out, &Total { nodes, nps, seconds: time.as_secs_f64(), positions })?;
        writeln!(out)?;
    } else {
        for Searched { variant, fen, nodes, .. } in positions {
            writeln!(out, "{:>12}  {variant:<20} {fen}", numbers::count(nodes))?;
        }
        writeln!(out, "{nodes} nodes {nps} nps")?;
    }
    Ok(())
}

//! `bonsai bench`: a fixed search, for its node count and its speed.

use std::io::Write;
use std::time::Instant;

use bonsai::bench;
use bonsai::search::per_second;
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

JSON: one object with nodes, nps, seconds, games (a list of variant, positions, nodes).")]
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
    games: Vec<Searched>,
}

#[derive(Serialize)]
struct Searched {
    variant: &'static str,
    positions: usize,
    nodes: u64,
}

/// Searches and counts.
///
/// # Errors
/// Output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let started = Instant::now();
    let mut games = Vec::new();
    let bench::Tally { nodes, .. } = bench::run(|spec, tally| {
        games.push(Searched { variant: spec.name, positions: tally.positions, nodes: tally.nodes });
    });
    let time = started.elapsed();
    let nps = per_second(nodes, time);
    if args.json {
        serde_json::to_writer(&mut *out, &Total { nodes, nps, seconds: time.as_secs_f64(), games })?;
        writeln!(out)?;
        return Ok(());
    }
    for Searched { variant, nodes, .. } in games {
        writeln!(out, "{variant:<20} {:>14}", numbers::count(nodes))?;
    }
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok(())
}

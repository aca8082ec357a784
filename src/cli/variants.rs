//! `bonsai variants`: the games.

use std::io::Write;

use bonsai::rules::Spec;
use bonsai::variants::SPECS;
use serde::Serialize;

use super::error::Error;

/// List the rule sets: names, board and start position.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai variants
  bonsai variants --json | jq -r .name

JSON: one line a rule set, with name, aliases, title, files, ranks, start.")]
pub struct Args {
    /// Write JSON, one object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    files: u8,
    ranks: u8,
    start: &'static str,
}

impl From<&'static Spec> for Line {
    fn from(spec: &'static Spec) -> Self {
        let Spec { name, aliases, title, geometry, start, .. } = *spec;
        Self { name, aliases, title, files: geometry.files, ranks: geometry.ranks, start }
    }
}

/// Writes the list.
///
/// # Errors
/// Output failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    for line in SPECS.iter().copied().map(Line::from) {
        if args.json {
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else {
            let Line { name, title, files, ranks, start, .. } = line;
            let also = if line.aliases.is_empty() { "" } else { ", also called " };
            let aliases = line.aliases.join(", ");
            writeln!(out, "{name:<20} {title}, {files} x {ranks}{also}{aliases}\n{:20} {start}", "")?;
        }
    }
    Ok(())
}

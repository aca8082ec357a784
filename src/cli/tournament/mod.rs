//! `bonsai tournament`: engines against engines.

mod check;
mod flags;
mod live;
mod merge;
mod page;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bonsai::tournament::config::Config;
use bonsai::tournament::journal::Shard;
use bonsai::tournament::player::House;
use bonsai::tournament::process::Launcher;
use bonsai::tournament::runner::{self, Ending, Setup};
use bonsai::tournament::schedule::{Next, Schedule};

use super::engines::DEFAULT_FILE;
use super::error::Error;
use flags::Flags;
use live::Live;

/// Let engines play each other: any of the games, over UCI, USI and CECP.
///
/// What is played stands in a file, engines.toml; every key of its [tournament] is also an option here and goes before the
/// file. Each finished game is on disk before the next one starts; --resume goes on after any interruption.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai tournament                                   what engines.toml says
  bonsai tournament engines.toml --dry-run            who would play whom
  bonsai tournament --rounds 100 --concurrency 2 --output match
  bonsai tournament --output match --resume           goes on where that was broken off
  bonsai tournament --check                           do the engines keep to their protocols?
  bonsai tournament --shard 1/4 --output part-1       a quarter, for one of four machines; then:
  bonsai tournament merge part-*                      the whole table
  bonsai tournament --engine name=new command=./bonsai-new --engine name=old command=./bonsai-old \\
      --variants micro --clock nodes=10000 --sprt 'elo0=0 elo1=5' --output test

Settings of several words:
  format    round-robin | gauntlet seeds=1 | swiss | knockout | ladder
  openings  random plies=6 balance=50 | file=book.epd order=random first=1 plies=8 | start
  clock     nodes=1000 | depth=8 | movetime=100ms | 10+0.1 | 40/60:20/30:10+0.5, and byoyomi=5, delay=2, bronstein=2, margin=50ms
            (times are seconds, or have a unit: ms, s, m, h)
  draw      moves=8 score=10 from=40          (both sides, centipawns, not before that move)
  resign    moves=3 score=1000 both           (both: the winner must agree)
  restart   on-fault | always (for every game) | never (an engine that has crashed forfeits the rest)
  sprt      elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized | logistic

The folder OUTPUT then has games.jsonl, games.pgn, summary.json, report.html, and dialogue/ of games with a fault.
While it runs, OUTPUT/control.toml is read whenever it changes: `concurrency = 4`, `paused = true`.

Exit codes: 0 played to the end, 1 it could not be, 2 the command line is wrong, 130 interrupted (--resume goes on).")]
#[command(args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
#[expect(clippy::struct_excessive_bools, reason = "options of the command line are independent switches")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The engines and the tournament [default: engines.toml, if there is one and no --engine].
    file: Option<PathBuf>,

    #[command(flatten)]
    flags: Flags,

    /// Print the games that would be played, and play none.
    #[arg(long)]
    dry_run: bool,

    /// Walk each engine through its protocol in numbered steps, and play no games.
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,

    /// Go on with the games that are in the output folder.
    #[arg(long)]
    resume: bool,

    /// Play only every N-th pair of games, beginning with the I-th: a part of a tournament for one of N machines.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    /// Write the summary as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Merge(merge::Args),
}

/// Plays.
///
/// # Errors
/// A setting is wrong, an engine cannot play, or records cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    if let Some(Command::Merge(args)) = &args.command {
        return merge::run(args, out);
    }
    let config = config(args)?;
    if args.dry_run {
        return dry_run(&config, args.shard, out);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    let launcher = std::env::current_exe().ok().map(Launcher);
    if args.check {
        let patience = config.rules.patience;
        return check::run(&config, &House { launcher, patience, stop }, out);
    }
    let setup = Setup { launcher, shard: args.shard, resume: args.resume, stop };
    let live = Live::new(&config);
    for note in config.means.notes.iter().chain(&limits(&config)) {
        live.note(note);
    }
    let summary = runner::run(&config, &setup, &live);
    live.finish();
    let summary = summary?;
    if config.means.report {
        page::write(&config.means.output)?;
    }
    table::write_in(args.json, &summary, out)?;
    match summary.ending {
        Ending::Stopped => Err(Error::Interrupted(config.means.output)),
        Ending::Complete | Ending::Decided => Ok(()),
    }
}

/// What limits the engines, in words: a slip of the pen shows before it has cost a night.
fn limits(config: &Config) -> Vec<String> {
    let own = config.engines.iter().filter_map(|engine| Some((engine.name.as_str(), engine.clock.as_ref()?)));
    let common = config.engines.iter().any(|engine| engine.clock.is_none());
    let common = common.then_some(("limit", &config.rules.clock));
    common.into_iter().chain(own).map(|(whose, clock)| format!("{whose}: {}", clock.in_words())).collect()
}

fn config(args: &Args) -> Result<Config, Error> {
    let overrides = args.flags.as_toml()?;
    let path = match &args.file {
        Some(path) => path.clone(),
        // A match that is all on the command line needs no file, and must not be disturbed by one that lies about.
        None if args.flags.has_engines() => return Ok(Config::read(None, &overrides)?),
        None => PathBuf::from(DEFAULT_FILE),
    };
    let text = fs::read_to_string(&path).map_err(|source| Error::File { path: path.clone(), source })?;
    Ok(Config::read(Some((&path.display().to_string(), &text)), &overrides)?)
}

/// Prints the schedule, as far as it does not depend on results.
fn dry_run(config: &Config, shard: Shard, out: &mut dyn Write) -> Result<(), Error> {
    for note in &config.means.notes {
        writeln!(out, "# {note}")?;
    }
    let mut schedule = Schedule::new(&config.rules, config.engines.len());
    let mut books = runner::books(&config.rules)?;
    writeln!(out, "# game  pair round  white - black  (rule set, opening)")?;
    loop {
        match schedule.next_round() {
            Next::Round(games) => {
                for planned in games.into_iter().filter(|planned| shard.has(planned.pair)) {
                    let opening = books[planned.variant].opening(planned.opening)?;
                    let start = opening.start.unwrap_or_default();
                    let [white, black] = [planned.white, planned.black].map(|engine| &config.engines[engine].name);
                    let variant = &config.rules.variants[planned.variant];
                    let (game, pair, round) = (planned.game, planned.pair, planned.round);
                    let opening = format!("{start} {}", opening.moves.join(" "));
                    writeln!(out, "{game:6} {pair:5} {round:5}  {white} - {black}  ({variant}, {})", opening.trim())?;
                }
            }
            Next::Wait => {
                writeln!(out, "# further rounds follow from the results")?;
                return Ok(());
            }
            Next::End => return Ok(()),
        }
    }
}

//! The command line, one file a subcommand.
//!
//! Results go to stdout, everything else (errors, logs) to stderr or a file; with `--json`, stdout holds JSON and
//! nothing else. Exit codes: 0 done, 1 the input is no position, move or the like, 2 the command line is wrong.

mod analyse;
mod batch;
mod bench;
mod board_args;
mod engines;
mod error;
mod game_args;
mod games;
mod launch;
mod logging;
mod numbers;
mod opinions;
mod page;
mod perft;
mod picture;
mod report;
mod review;
mod show;
mod suite;
mod tournament;
mod tune;
mod variants;

use std::io;
use std::path::PathBuf;

use bonsai::protocol;
use clap::{Parser, Subcommand};
use error::Error;

/// An engine for small chess and shogi variants.
///
/// Without a command it is the engine: it speaks UCI, USI or CECP (XBoard) on stdin and stdout, for a GUI.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Cli {
    #[arg(long, value_name = "FILE", global = true, help = LOG_HELP)]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const LOG_HELP: &str = "Append the log to FILE, the dialogue with the GUI included; the variable RUST_LOG selects what \
    (and, without this option, shows it on stderr)";

const EXAMPLES: &str = "\
Examples:
  bonsai                                     the engine, for a GUI
  bonsai show --variant micro                a board and whose move it is
  bonsai analyse --variant micro --depth 12  the best move
  bonsai review games.pgn                    the mistakes in games
  bonsai tournament --dry-run                games between engines
  bonsai help analyse                        all about a command";

#[derive(Subcommand)]
enum Command {
    Variants(variants::Args),
    Show(show::Args),
    Perft(perft::Args),
    #[command(alias = "analyze")]
    Analyse(Box<analyse::Args>),
    Bench(bench::Args),
    Tournament(Box<tournament::Args>),
    Report(page::Args),
    Tune(tune::Args),
    Review(review::Args),
    Suite(suite::Args),
    #[command(hide = true)]
    LaunchEngine(launch::Args),
}

/// Does what the command line says.
///
/// # Errors
/// The input is no position or move, the log cannot be written, or stdout is closed.
pub fn run(cli: Cli) -> Result<(), Error> {
    logging::start(cli.log.as_deref())?;
    // Not locked for good: the search reports from threads of its own.
    let mut out = io::stdout();
    match cli.command {
        None => Ok(protocol::serve(io::stdin(), out)?),
        Some(Command::Variants(args)) => variants::run(&args, &mut out),
        Some(Command::Show(args)) => show::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Analyse(args)) => analyse::run(&args, &mut out),
        Some(Command::Bench(args)) => bench::run(&args, &mut out),
        Some(Command::Tournament(args)) => tournament::run(&args, &mut out),
        Some(Command::Report(args)) => page::run(&args, &mut out),
        Some(Command::Tune(args)) => tune::run(&args, &mut out),
        Some(Command::Review(args)) => review::run(&args, &mut out),
        Some(Command::Suite(args)) => suite::run(&args, &mut out),
        Some(Command::LaunchEngine(args)) => launch::run(&args),
    }
}

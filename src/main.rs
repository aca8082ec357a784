//! The `bonsai` binary: reads the command line, does what it says, and turns an error into an exit code.

mod cli;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough (`bonsai ... | head`).
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // If nobody can be told, the exit code still says it.
            let _ = writeln!(io::stderr(), "bonsai: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

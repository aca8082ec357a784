//! `bonsai launch-engine`, which is not for people: becomes an engine of a tournament that dies with its runner.

use std::ffi::OsString;
use std::path::PathBuf;

use bonsai::tournament::process;

use super::error::Error;

/// Become an engine that ends when the process that started it ends.
#[derive(clap::Args)]
pub struct Args {
    /// The process that starts it.
    runner: u32,
    /// The engine.
    program: PathBuf,
    /// Its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// Becomes the engine.
///
/// # Errors
/// It cannot be started.
pub fn run(args: &Args) -> Result<(), Error> {
    Err(process::become_engine(args.runner, &args.program, &args.rest).into())
}

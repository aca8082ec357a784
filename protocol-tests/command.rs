//! The binary as tests of the command line run it.

use std::process::{Command, Output, Stdio};

/// The binary with these arguments, without input.
pub fn bonsai(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bonsai"));
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// What becomes of it.
pub fn run(args: &[&str]) -> Output {
    bonsai(args).output().expect("the binary runs")
}

/// What it has written.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

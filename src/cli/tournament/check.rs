//! `bonsai tournament --check`: do the engines keep to their protocols?

use std::io::Write;

use bonsai::tournament::check::{Step, check};
use bonsai::tournament::config::Config;
use bonsai::tournament::player::{Failure, House};

use super::super::error::Error;

/// Walks each engine through its protocol.
///
/// # Errors
/// An engine does not keep to it, the walk was interrupted, or output failed.
pub fn run(config: &Config, house: &House, out: &mut dyn Write) -> Result<(), Error> {
    let mut bad = Vec::new();
    for engine in &config.engines {
        writeln!(out, "{}: {}", engine.name, engine.command.display())?;
        let mut failed = Ok(());
        let good = check(engine, &config.rules.variants, house, &mut |step| {
            if failed.is_ok() {
                failed = writeln!(out, "{}", line(step));
            }
        });
        failed?;
        match good {
            Ok(true) => {}
            Ok(false) => bad.push(engine.name.as_str()),
            Err(Failure::Stopped) => return Err(Error::Interrupted(config.means.output.clone())),
            Err(failure) => return Err(Error::Check(format!("{}: {failure}", engine.name))),
        }
    }
    if bad.is_empty() { Ok(()) } else { Err(Error::Check(format!("not as it should be: {}", bad.join(", ")))) }
}

fn line(step: &Step) -> String {
    let Step { number, what, outcome } = step;
    match outcome {
        Ok(words) if words.is_empty() => format!("  {number:2} ok      {what}"),
        Ok(words) => format!("  {number:2} ok      {what}: {words}"),
        Err(words) => format!("  {number:2} FAILED  {what}: {words}"),
    }
}

//! Where the log goes: to a file or to stderr, never to stdout, which belongs to results and protocols.

use std::fs::OpenOptions;
use std::path::Path;

use env_logger::{Builder, Env, Target};

use super::error::Error;

/// Starts logging: to `file` if there is one (everything down to `debug`, unless `RUST_LOG` says otherwise), else to
/// stderr what `RUST_LOG` asks for (nothing if it is not set).
///
/// # Errors
/// The file cannot be opened.
pub fn start(file: Option<&Path>) -> Result<(), Error> {
    let mut builder = match file {
        Some(path) => {
            let refuse = |source| Error::Log { path: path.to_owned(), source };
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(refuse)?;
            let mut builder = Builder::from_env(Env::default().default_filter_or("debug"));
            builder.target(Target::Pipe(Box::new(file)));
            builder
        }
        None => Builder::from_env(Env::default().default_filter_or("off")),
    };
    builder.format_timestamp_millis().init();
    Ok(())
}

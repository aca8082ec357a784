//! The engines of an `engines.toml`, to be asked about positions.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bonsai::analysis::Analyst;
use bonsai::search::Limits;
use bonsai::tournament::analyst::EngineAnalyst;
use bonsai::tournament::client::unknown_limit;
use bonsai::tournament::clock::TimeControl;
use bonsai::tournament::config::{Engine, Protocol, Restart, Roster};
use bonsai::tournament::player::House;
use bonsai::tournament::process::Launcher;

use super::error::Error;

/// The file that is read if none is named.
pub const DEFAULT_FILE: &str = "engines.toml";

/// The name that means this program where the file has no engine of that name.
const OWN_NAME: &str = "bonsai";

/// Which engines.
#[derive(clap::Args)]
#[command(next_help_heading = "Other engines")]
pub struct EngineArgs {
    /// Ask this engine of the engines file instead; several times for several engines side by side. `bonsai` is this program,
    /// if the file has no other one of that name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["mate", "until_mate", "multipv", "hash", "board"])]
    pub engine: Vec<String>,

    /// The file that says how engines are started, the same as for `bonsai tournament`.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE, requires = "engine")]
    engines: PathBuf,
}

/// Engines that can be asked.
pub struct Team {
    engines: Vec<Engine>,
    house: House,
    /// Those that cannot: each has been named already.
    pub missing: usize,
}

impl EngineArgs {
    /// The engines that are named, if any are. Those that are not installed or cannot be told of the limits are named on
    /// stderr, and the others go on.
    ///
    /// # Errors
    /// The file cannot be read or does not have an engine, an engine is named twice, or none is left.
    pub fn team(&self, limits: &Limits) -> Result<Option<Team>, Error> {
        if self.engine.is_empty() {
            return Ok(None);
        }
        let roster = self.roster()?;
        let (mut engines, mut missing) = (Vec::new(), 0);
        for (place, name) in self.engine.iter().enumerate() {
            if self.engine[..place].contains(name) {
                return Err(Error::Flag(format!("--engine: '{name}' is named twice")));
            }
            match self.find(&roster, name)?.and_then(|engine| can_limit(engine, limits)) {
                Ok(engine) => engines.push(engine),
                Err(why) => {
                    missing += 1;
                    writeln!(io::stderr(), "bonsai: --engine {name}: {why}")?;
                }
            }
        }
        if engines.is_empty() {
            return Err(Error::Unanswered(missing));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
        let launcher = std::env::current_exe().ok().map(Launcher);
        Ok(Some(Team { engines, house: House { launcher, patience: roster.patience, stop }, missing }))
    }

    fn roster(&self) -> Result<Roster, Error> {
        match fs::read_to_string(&self.engines) {
            Ok(text) => Ok(Roster::read(&self.engines.display().to_string(), &text)?),
            // Who asks for nobody else needs no file.
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.engine == [OWN_NAME] => Ok(Roster::default()),
            Err(source) => Err(Error::File { path: self.engines.clone(), source }),
        }
    }

    /// The engine with this name, or what is wrong with it.
    fn find(&self, roster: &Roster, name: &str) -> Result<Result<Engine, String>, Error> {
        match roster.engines.iter().find(|(known, _)| known == name) {
            Some((_, engine)) => Ok(engine.clone().map_err(|error| error.to_string())),
            None if name == OWN_NAME => Ok(Ok(own_engine()?)),
            None => {
                let names: Vec<&str> = roster.engines.iter().map(|(name, _)| name.as_str()).collect();
                let file = self.engines.display();
                Err(Error::Flag(format!("--engine: '{name}' is not among the engines of {file}: {}", names.join(", "))))
            }
        }
    }
}

/// The engine, if it can be told of these limits as far as its protocol is known.
fn can_limit(engine: Engine, limits: &Limits) -> Result<Engine, String> {
    let control = TimeControl { nodes: limits.nodes, ..TimeControl::default() };
    match unknown_limit(&control) {
        Some(limit) if engine.protocol == Protocol::Cecp => Err(format!("CECP, its protocol, cannot limit {limit}")),
        _ => Ok(engine),
    }
}

/// This program as an engine.
fn own_engine() -> Result<Engine, Error> {
    Ok(Engine {
        name: OWN_NAME.to_owned(),
        command: std::env::current_exe()?,
        args: Vec::new(),
        dir: None,
        env: BTreeMap::new(),
        protocol: Protocol::Uci,
        options: Vec::new(),
        clock: None,
        restart: Restart::OnFault,
    })
}

impl Team {
    /// The names of the engines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.engines.iter().map(|engine| engine.name.as_str())
    }

    /// The engines, none of them started yet.
    pub fn analysts(&self) -> Vec<Box<dyn Analyst + '_>> {
        let analyst = |engine| Box::new(EngineAnalyst::new(engine, &self.house)) as Box<dyn Analyst>;
        self.engines.iter().map(analyst).collect()
    }

    /// Whether the user has had enough.
    pub fn is_stopped(&self) -> bool {
        self.house.stop.load(Ordering::Relaxed)
    }
}

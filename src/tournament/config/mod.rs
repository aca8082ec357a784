//! What is to be played: `engines.toml`, with the command line on top of it.
//!
//! `keys` says what the file may contain, `resolve` puts the two together and checks them, and [`words`] reads those
//! settings that are a few words. Everything that can be found wrong is found before the first engine starts, and said with
//! the line it stands on.

mod keys;
mod resolve;
mod source;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use source::{ConfigError, Place, Problem};

use super::adjudicate::Adjudication;
use super::clock::TimeControl;
use super::openings::Openings;
use super::schedule::Format;
use super::sprt::Sprt;

/// A tournament and its engines, checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// What decides which games are played and how they end.
    pub rules: Rules,
    /// Who plays, in the order of the file.
    pub engines: Vec<Engine>,
    /// How the machine is used.
    #[serde(skip)]
    pub means: Means,
}

/// The engines of an `engines.toml`, for other uses than a tournament.
#[derive(Clone, Debug)]
pub struct Roster {
    /// Each by its name; what is wrong with one does not matter to the others.
    pub engines: Vec<(String, Result<Engine, ConfigError>)>,
    /// As in [`Rules`].
    pub patience: Duration,
}

/// What decides which games are played and how they end. Two runs with the same rules and engines play the same schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The names of the rule sets; each pairing is played in each of them.
    pub variants: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// How often the schedule is gone through; for a Swiss tournament its rounds, for a ladder its challenges.
    pub rounds: u32,
    /// Pairs of games (colours swapped) each time two engines meet.
    pub pairs: u32,
    /// The test that ends a match of two engines.
    pub sprt: Option<Sprt>,
    /// Where games begin.
    pub openings: Openings,
    /// Whether all pairings of a round play the same openings.
    pub same_openings: bool,
    /// What limits engines that have no clock of their own.
    pub clock: TimeControl,
    /// When a game is given up before it ends by its rules.
    pub adjudication: Adjudication,
    /// How long an engine may be silent beyond its time before it counts as stalled, and how long it may take to start.
    pub patience: Duration,
    /// What random choices start from.
    pub seed: u64,
}

/// How the machine is used: nothing that decides a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Means {
    /// Games that run at the same time.
    pub concurrency: usize,
    /// The folder that the records go to.
    pub output: PathBuf,
    /// Whether the dialogue of every game is kept, not only that of games with a fault.
    pub keep_dialogue: bool,
    /// Whether a web page is made of the games at the end.
    pub report: bool,
    /// Words for whoever starts the tournament, such as engines that are left out.
    pub notes: Vec<String>,
}

/// An engine and how it is started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// What results call it.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder that it runs in.
    pub dir: Option<PathBuf>,
    /// Additions to its environment.
    pub env: BTreeMap<String, String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What is set before its first game, in this order.
    pub options: Vec<(String, String)>,
    /// Its own clock.
    pub clock: Option<TimeControl>,
    /// When it is started anew.
    pub restart: Restart,
}

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Whichever it answers to.
    #[default]
    Auto,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Shogi Interface.
    Usi,
    /// The Chess Engine Communication Protocol, version 2 (`XBoard`).
    Cecp,
}

/// When an engine is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// After a fault, and when other engines have played in its place.
    #[default]
    #[serde(alias = "auto")]
    OnFault,
    /// For every game.
    Always,
    /// Not after a crash: an engine that has ended by itself forfeits all games that it has not begun.
    Never,
}

//! The keys of `engines.toml`, as they are written: everything may be missing, and everything knows where it stands.

use std::collections::BTreeMap;
use std::path::PathBuf;

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

use super::super::adjudicate::{DrawRule, ResignRule};
use super::super::clock::TimeControl;
use super::super::openings::Openings;
use super::super::schedule::Format;
use super::super::sprt::Sprt;
use super::{Protocol, Restart};

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    #[serde(default)]
    pub tournament: TournamentKeys,
    #[serde(default)]
    pub engine: Vec<Spanned<EngineKeys>>,
}

/// What stands below `[tournament]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TournamentKeys {
    pub variants: Option<Spanned<Vec<Spanned<String>>>>,
    pub format: Option<Spanned<Format>>,
    pub rounds: Option<Spanned<u32>>,
    pub pairs: Option<Spanned<u32>>,
    pub sprt: Option<Spanned<Sprt>>,
    pub openings: Option<Spanned<Openings>>,
    pub same_openings: Option<Spanned<bool>>,
    pub clock: Option<Spanned<TimeControl>>,
    pub draw: Option<Spanned<DrawRule>>,
    pub resign: Option<Spanned<ResignRule>>,
    pub longest: Option<Spanned<u32>>,
    pub patience: Option<Spanned<Seconds>>,
    pub concurrency: Option<Spanned<usize>>,
    pub seed: Option<Spanned<u64>>,
    pub output: Option<Spanned<PathBuf>>,
    pub keep_dialogue: Option<Spanned<bool>>,
    pub report: Option<Spanned<bool>>,
}

/// What stands below one `[[engine]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct EngineKeys {
    pub name: Option<Spanned<String>>,
    pub command: Option<Spanned<PathBuf>>,
    pub args: Option<Spanned<Vec<String>>>,
    pub dir: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    pub protocol: Option<Spanned<Protocol>>,
    #[serde(default)]
    pub options: IndexMap<String, OptionValue>,
    pub clock: Option<Spanned<TimeControl>>,
    pub restart: Option<Spanned<Restart>>,
    pub optional: Option<Spanned<bool>>,
}

impl EngineKeys {
    /// These keys, and those of `below` where these say nothing.
    pub fn over(self, below: Self) -> Self {
        Self {
            // These three have been taken out already.
            name: None,
            command: None,
            clock: None,
            args: self.args.or(below.args),
            dir: self.dir.or(below.dir),
            env: below.env.into_iter().chain(self.env).collect(),
            protocol: self.protocol.or(below.protocol),
            options: below.options.into_iter().chain(self.options).collect(),
            restart: self.restart.or(below.restart),
            optional: self.optional.or(below.optional),
        }
    }
}

/// The value of an option of an engine: whatever TOML calls it, the engine gets its text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OptionValue {
    Switch(bool),
    Whole(i64),
    Real(f64),
    Text(String),
}

impl OptionValue {
    /// What the engine is told.
    pub fn text(self) -> String {
        match self {
            Self::Switch(value) => value.to_string(),
            Self::Whole(value) => value.to_string(),
            Self::Real(value) => value.to_string(),
            Self::Text(value) => value,
        }
    }
}

/// A time: a number of seconds, or text such as `200ms`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "SecondsText")]
pub(super) struct Seconds(pub std::time::Duration);

#[derive(Deserialize)]
#[serde(untagged)]
enum SecondsText {
    Whole(u32),
    Real(f64),
    Text(String),
}

impl TryFrom<SecondsText> for Seconds {
    type Error = String;

    fn try_from(text: SecondsText) -> Result<Self, String> {
        let text = match text {
            SecondsText::Whole(seconds) => seconds.to_string(),
            SecondsText::Real(seconds) => seconds.to_string(),
            SecondsText::Text(text) => text,
        };
        super::words::duration(&text).map(Self).ok_or_else(|| format!("'{text}' is no time"))
    }
}

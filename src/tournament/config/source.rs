//! Where settings come from, and what can be wrong with them.

use std::fmt;
use std::ops::Range;

use toml::Spanned;

/// A text that settings are read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// The file's name, or nothing for the command line.
    pub file: Option<&'a str>,
    /// What it contains.
    pub text: &'a str,
}

impl Source<'_> {
    /// The place of `span`.
    pub fn place(&self, span: Range<usize>) -> Place {
        let Some(file) = self.file else {
            return Place::CommandLine;
        };
        let before = self.text.get(..span.start).unwrap_or_default();
        Place::Line { file: file.to_owned(), line: before.matches('\n').count() + 1 }
    }

    /// Reads the text.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, ConfigError> {
        toml::from_str(self.text).map_err(|error| ConfigError {
            place: self.place(error.span().unwrap_or_default()),
            problem: Problem::Syntax(error.message().to_owned()),
        })
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Given<T> {
    pub value: T,
    pub place: Place,
}

impl<T> Given<T> {
    /// The value that stands there.
    pub fn new(value: Spanned<T>, source: Source<'_>) -> Self {
        let place = source.place(value.span());
        Self { value: value.into_inner(), place }
    }

    /// An error at this place.
    pub fn refuse(&self, problem: Problem) -> ConfigError {
        ConfigError { place: self.place.clone(), problem }
    }
}

/// Where a setting stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a line of a file.
    Line {
        /// The file as it was named.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// On the command line.
    CommandLine,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { file, line } => write!(f, "{file}:{line}"),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

/// A setting that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ConfigError {
    /// Where it stands.
    pub place: Place,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The text is no TOML, has an unknown key, or a value of the wrong kind.
    #[error("{0}")]
    Syntax(String),
    /// A setting that is needed is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Two engines have the same name.
    #[error("engine: the name '{0}' is used twice")]
    DuplicateName(String),
    /// A name cannot be used in records.
    #[error("engine: '{0}' is no name: it must not be empty or contain control characters")]
    BadName(String),
    /// A program is not there.
    #[error("command: there is no program '{0}' (optional = true leaves the engine out)")]
    MissingProgram(String),
    /// There is no such rule set.
    #[error("variants: '{0}' is no rule set (see 'bonsai variants')")]
    UnknownVariant(String),
    /// A number lies outside what makes sense.
    #[error("{key}: {value} is not {range}")]
    Range {
        /// The setting.
        key: &'static str,
        /// Its value.
        value: u64,
        /// What it could be.
        range: &'static str,
    },
    /// Settings that contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
    /// A limit that an engine cannot be told of.
    #[error("clock: CECP, the protocol of '{engine}', cannot limit {limit}")]
    Limit {
        /// The engine.
        engine: String,
        /// What its protocol has no words for.
        limit: &'static str,
    },
    /// Too few engines are left to play.
    #[error("{format} needs {needed} engines, and there are {found}")]
    Engines {
        /// The format.
        format: &'static str,
        /// How many it needs.
        needed: &'static str,
        /// How many there are.
        found: usize,
    },
}

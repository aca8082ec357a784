//! The settings of a tournament as options: the same keys as in the file, turned into a text of the same form.

use serde::Serialize;
use toml::{Table, Value};

use super::super::error::Error;

/// Settings that go before those of the file.
#[derive(clap::Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Flags {
    /// The rule sets to play.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Tournament")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<String>,

    /// Who meets whom.
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    format: Option<String>,

    /// How often the schedule is gone through [default: 1, with --sprt until it decides].
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    rounds: Option<u32>,

    /// Pairs of games (the same opening, colours swapped) each time two engines meet [default: 1].
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    pairs: Option<u32>,

    /// Stop when this test of two engines decides.
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    sprt: Option<String>,

    /// Where games begin [default: random plies=6].
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    openings: Option<String>,

    /// Give all pairings of a round the same openings.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", help_heading = "Tournament")]
    same_openings: Option<bool>,

    /// What limits the engines.
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    clock: Option<String>,

    /// When a game is given up as drawn [default: never].
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    draw: Option<String>,

    /// When a game is given up as lost [default: never].
    #[arg(long, value_name = "WORDS", help_heading = "Tournament")]
    resign: Option<String>,

    /// A game of so many plies is drawn [default: never].
    #[arg(long, value_name = "PLIES", help_heading = "Tournament")]
    longest: Option<u32>,

    /// How long an engine may be silent beyond its time, and take to start [default: 10].
    #[arg(long, value_name = "SECONDS", help_heading = "Tournament")]
    patience: Option<String>,

    /// Games at the same time [default: 1].
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    concurrency: Option<usize>,

    /// What random openings and orders start from [default: 0].
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    seed: Option<u32>,

    /// The folder for the records [default: tournament].
    #[arg(long, value_name = "DIR", help_heading = "Tournament")]
    output: Option<String>,

    /// Keep what was said in every game, not only in those with a fault.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", help_heading = "Tournament")]
    keep_dialogue: Option<bool>,

    /// Write a web page of the games at the end, report.html in the folder for the records [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", help_heading = "Tournament")]
    report: Option<bool>,

    /// An engine, or other settings of one in the file: name=NAME and any of command=, args=, dir=, env.NAME=, protocol=,
    /// option.NAME=, clock=, restart=, optional=.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = clap::ArgAction::Append, help_heading = "Engines")]
    #[serde(skip)]
    engine: Vec<String>,
}

impl Flags {
    /// Whether engines are described.
    pub fn has_engines(&self) -> bool {
        !self.engine.is_empty()
    }

    /// The settings as a text of the same form as the file.
    ///
    /// # Errors
    /// An engine is not described by keys and values.
    pub fn as_toml(&self) -> Result<String, Error> {
        let mut table = Table::new();
        let tournament = Table::try_from(self).map_err(|error| Error::Flag(error.to_string()))?;
        table.insert("tournament".to_owned(), tournament.into());
        let engines = engines(&self.engine)?.into_iter().map(Value::Table).collect();
        table.insert("engine".to_owned(), Value::Array(engines));
        toml::to_string(&table).map_err(|error| Error::Flag(error.to_string()))
    }
}

/// The engines that a list of keys and values describes: each begins with its name.
fn engines(words: &[String]) -> Result<Vec<Table>, Error> {
    let mut engines: Vec<Table> = Vec::new();
    for word in words {
        let (key, text) =
            word.split_once('=').ok_or_else(|| Error::Flag(format!("--engine: '{word}' is not KEY=VALUE")))?;
        if key == "name" {
            engines.push(Table::new());
        }
        let Some(engine) = engines.last_mut() else {
            return Err(Error::Flag(format!("--engine: name=NAME must come first, not '{word}'")));
        };
        let (table, key) = match key.split_once('.') {
            None => (engine, key),
            Some((table @ ("option" | "options" | "env"), key)) => {
                let table = if table == "env" { table } else { "options" };
                let inner = engine.entry(table).or_insert_with(|| Value::Table(Table::new()));
                match inner.as_table_mut() {
                    Some(inner) => (inner, key),
                    None => return Err(Error::Flag(format!("--engine: '{word}' comes behind '{table}='"))),
                }
            }
            Some(_) => return Err(Error::Flag(format!("--engine: '{key}' is no key"))),
        };
        if table.insert(key.to_owned(), value(key, text)).is_some() {
            return Err(Error::Flag(format!("--engine: '{key}' is said twice")));
        }
    }
    Ok(engines)
}

/// The value of a key of an engine.
fn value(key: &str, text: &str) -> Value {
    match key {
        "args" => Value::Array(text.split_whitespace().map(|word| Value::String(word.to_owned())).collect()),
        "optional" => text.parse().map_or_else(|_| Value::String(text.to_owned()), Value::Boolean),
        _ => Value::String(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(words: &[&str]) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let engines = engines(&words).map_err(|error| error.to_string())?;
        Ok(engines.iter().map(|engine| engine.to_string().replace('\n', " ")).collect::<Vec<_>>().join("| "))
    }

    #[test]
    fn engines_are_keys_and_values() {
        let words = ["name=a", "command=x", "args=-u 1", "option.Clear Hash=5", "name=b", "optional=true", "env.A=b=c"];
        let expected = "name = \"a\" command = \"x\" args = [\"-u\", \"1\"]  [options] \"Clear Hash\" = \"5\" | \
            name = \"b\" optional = true  [env] A = \"b=c\" ";
        assert_eq!(described(&words).as_deref(), Ok(expected));
        assert_eq!(described(&["command=x"]), Err("--engine: name=NAME must come first, not 'command=x'".to_owned()));
        assert_eq!(described(&["name=a", "x"]), Err("--engine: 'x' is not KEY=VALUE".to_owned()));
        assert_eq!(described(&["name=a", "dir=b", "dir=c"]), Err("--engine: 'dir' is said twice".to_owned()));
        assert_eq!(described(&["name=a", "foo.b=1"]), Err("--engine: 'foo.b' is no key".to_owned()));
    }
}

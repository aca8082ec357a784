//! From keys to a checked tournament.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;

use super::super::adjudicate::Adjudication;
use super::super::client::unknown_limit;
use super::super::clock::TimeControl;
use super::super::schedule::Format;
use super::keys::{EngineKeys, Keys, TournamentKeys};
use super::source::{ConfigError, Given, Place, Problem, Source};
use super::{Config, Engine, Means, Protocol, Roster, Rules};
use crate::variants::SPECS;

/// How long an engine may be silent if nothing says it.
const PATIENCE: Duration = Duration::from_secs(10);
/// More games at once than this is a slip of the pen.
const MOST_GAMES_AT_ONCE: usize = 4096;

impl Config {
    /// Reads a tournament: `file` is the name and the text of an `engines.toml`, `overrides` a text of the same form whose
    /// keys go before those of the file. An engine in it that has the name of one in the file changes that one.
    ///
    /// # Errors
    /// The first thing that is wrong, with the place where it stands.
    pub fn read(file: Option<(&str, &str)>, overrides: &str) -> Result<Self, ConfigError> {
        let below = match file {
            Some((name, text)) => Source { file: Some(name), text },
            None => Source { file: None, text: "" },
        };
        let above = Source { file: None, text: overrides };
        let (file_keys, flags) = (below.read::<Keys>()?, above.read::<Keys>()?);
        let mut notes = Vec::new();
        let engines = engines(file_keys.engine, below, flags.engine, above, &mut notes)?;
        let mut resolver = Resolver { above, below };
        let (rules, mut means) = resolver.tournament(flags.tournament, file_keys.tournament, &engines)?;
        means.notes = notes;
        Ok(Self { rules, engines, means })
    }
}

impl Roster {
    /// Reads the engines of the `engines.toml` with this name and text.
    ///
    /// # Errors
    /// The text cannot be read, or an engine has no name of its own.
    pub fn read(file: &str, text: &str) -> Result<Self, ConfigError> {
        let source = Source { file: Some(file), text };
        let keys = source.read::<Keys>()?;
        let engines = drafts(keys.engine, source)?.into_iter().map(|draft| (draft.name.value.clone(), draft.finish()));
        let patience = keys.tournament.patience.map_or(PATIENCE, |given| given.into_inner().0);
        Ok(Self { engines: engines.collect(), patience })
    }
}

/// No engines.
impl Default for Roster {
    fn default() -> Self {
        Self { engines: Vec::new(), patience: PATIENCE }
    }
}

struct Resolver<'a> {
    above: Source<'a>,
    below: Source<'a>,
}

impl Resolver<'_> {
    /// The setting of the command line, or else of the file.
    fn pick<T>(&self, flag: Option<Spanned<T>>, file: Option<Spanned<T>>) -> Option<Given<T>> {
        let flag = flag.map(|value| Given::new(value, self.above));
        flag.or_else(|| file.map(|value| Given::new(value, self.below)))
    }

    fn top(&self) -> Place {
        self.below.place(0..0)
    }

    fn missing(&self, what: &'static str) -> ConfigError {
        ConfigError { place: self.top(), problem: Problem::Missing(what) }
    }

    fn tournament(
        &mut self,
        flags: TournamentKeys,
        file: TournamentKeys,
        engines: &[Engine],
    ) -> Result<(Rules, Means), ConfigError> {
        let format = self.pick(flags.format, file.format);
        let sprt = self.pick(flags.sprt, file.sprt);
        let rounds = self.pick(flags.rounds, file.rounds);
        self.check_format(format.as_ref(), sprt.is_some(), engines.len())?;
        let in_range = |given: Option<Given<u32>>, key, default| match given {
            Some(given) if given.value == 0 => Err(given.refuse(Problem::Range { key, value: 0, range: "at least 1" })),
            given => Ok(given.map_or(default, |given| given.value)),
        };
        let concurrency = self.pick(flags.concurrency, file.concurrency);
        if let Some(given) = concurrency.as_ref().filter(|given| !(1..=MOST_GAMES_AT_ONCE).contains(&given.value)) {
            let value = given.value as u64;
            return Err(given.refuse(Problem::Range { key: "concurrency", value, range: "from 1 to 4096" }));
        }
        let clock = self.pick(flags.clock, file.clock);
        if let Some(clock) = &clock {
            let others = engines.iter().filter(|engine| engine.clock.is_none());
            others
                .map(|engine| (&engine.name, engine.protocol))
                .try_for_each(|(name, protocol)| can_limit(name, protocol, clock))?;
        }
        let clock = clock.map(|given| given.value);
        let own_clocks = engines.iter().all(|engine| engine.clock.is_some());
        let rules = Rules {
            variants: self.variants(self.pick(flags.variants, file.variants))?,
            format: format.map_or(Format::RoundRobin, |given| given.value),
            // A test ends by itself: its rounds are only a limit.
            rounds: in_range(rounds, "rounds", if sprt.is_some() { 1_000_000 } else { 1 })?,
            pairs: in_range(self.pick(flags.pairs, file.pairs), "pairs", 1)?,
            sprt: sprt.map(|given| given.value),
            openings: self.pick(flags.openings, file.openings).map(|given| given.value).unwrap_or_default(),
            same_openings: self.pick(flags.same_openings, file.same_openings).is_some_and(|given| given.value),
            clock: clock.or_else(|| own_clocks.then(Default::default)).ok_or_else(|| self.missing("clock"))?,
            adjudication: Adjudication {
                draw: self.pick(flags.draw, file.draw).map(|given| given.value),
                resign: self.pick(flags.resign, file.resign).map(|given| given.value),
                longest: self.pick(flags.longest, file.longest).map(|given| given.value),
            },
            patience: self.pick(flags.patience, file.patience).map_or(PATIENCE, |given| given.value.0),
            seed: self.pick(flags.seed, file.seed).map_or(0, |given| given.value),
        };
        let output = self.pick(flags.output, file.output);
        let means = Means {
            concurrency: concurrency.map_or(1, |given| given.value),
            output: output.map_or_else(|| PathBuf::from("tournament"), |given| given.value),
            keep_dialogue: self.pick(flags.keep_dialogue, file.keep_dialogue).is_some_and(|given| given.value),
            report: self.pick(flags.report, file.report).is_none_or(|given| given.value),
            notes: Vec::new(),
        };
        Ok((rules, means))
    }

    fn check_format(&self, format: Option<&Given<Format>>, sprt: bool, engines: usize) -> Result<(), ConfigError> {
        let place = || format.map_or_else(|| self.top(), |given| given.place.clone());
        let refuse = |problem| Err(ConfigError { place: place(), problem });
        let value = format.map_or(Format::RoundRobin, |given| given.value);
        if sprt && value != Format::RoundRobin {
            return refuse(Problem::Contradiction(
                "sprt: the test needs a match of two engines: format = \"round-robin\"",
            ));
        }
        let (needed, fits) = match value {
            Format::Gauntlet(seeds) if engines <= seeds => ("more than its seeds", false),
            _ if sprt => ("exactly 2", engines == 2),
            _ => ("at least 2", engines >= 2),
        };
        if fits || matches!(value, Format::Gauntlet(seeds) if engines > seeds && seeds > 0) {
            return Ok(());
        }
        refuse(Problem::Engines { format: if sprt { "sprt" } else { value.name() }, needed, found: engines })
    }

    fn variants(&self, given: Option<Given<Vec<Spanned<String>>>>) -> Result<Vec<String>, ConfigError> {
        let Some(given) = given else {
            return Ok(vec![SPECS[0].name.to_owned()]);
        };
        let source = if given.place == Place::CommandLine { self.above } else { self.below };
        if given.value.is_empty() {
            return Err(given.refuse(Problem::Missing("a rule set in variants")));
        }
        let mut names: Vec<String> = Vec::new();
        for name in given.value {
            let name = Given::new(name, source);
            let Some(spec) = SPECS.iter().find(|spec| spec.is_called(&name.value)) else {
                return Err(name.refuse(Problem::UnknownVariant(name.value.clone())));
            };
            if names.iter().any(|known| known == spec.name) {
                return Err(name.refuse(Problem::Contradiction("variants: a rule set is named twice")));
            }
            names.push(spec.name.to_owned());
        }
        Ok(names)
    }
}

/// Refuses a clock that the protocol of an engine has no words for, as far as the protocol is known.
fn can_limit(engine: &str, protocol: Protocol, clock: &Given<TimeControl>) -> Result<(), ConfigError> {
    let limit = unknown_limit(&clock.value).filter(|_| protocol == Protocol::Cecp);
    limit.map_or(Ok(()), |limit| Err(clock.refuse(Problem::Limit { engine: engine.to_owned(), limit })))
}

/// An engine on its way from keys to a checked one.
struct Draft {
    name: Given<String>,
    command: Option<Given<PathBuf>>,
    clock: Option<Given<TimeControl>>,
    keys: Given<EngineKeys>,
}

impl Draft {
    fn new(keys: Spanned<EngineKeys>, source: Source<'_>) -> Result<Self, ConfigError> {
        let mut keys = Given::new(keys, source);
        let Some(name) = keys.value.name.take() else {
            return Err(keys.refuse(Problem::Missing("the name of an engine")));
        };
        let name = Given::new(name, source);
        if name.value.trim().is_empty() || name.value.contains(char::is_control) {
            return Err(name.refuse(Problem::BadName(name.value.clone())));
        }
        let command = keys.value.command.take().map(|command| Given::new(command, source));
        let clock = keys.value.clock.take().map(|clock| Given::new(clock, source));
        Ok(Self { name, command, clock, keys })
    }

    /// Whether it may be left out if it is not installed.
    fn is_optional(&self) -> bool {
        self.keys.value.optional.as_ref().is_some_and(|optional| *optional.get_ref())
    }

    /// The engine.
    fn finish(self) -> Result<Engine, ConfigError> {
        let Self { name, command, clock, keys } = self;
        let Some(command) = command else {
            return Err(keys.refuse(Problem::Missing("the command of an engine")));
        };
        let (name, keys) = (name.value, keys.value);
        let Some(program) = find_program(&command.value) else {
            return Err(command.refuse(Problem::MissingProgram(command.value.display().to_string())));
        };
        let protocol = keys.protocol.map(Spanned::into_inner).unwrap_or_default();
        if let Some(clock) = &clock {
            can_limit(&name, protocol, clock)?;
        }
        Ok(Engine {
            name,
            command: program,
            args: keys.args.map(Spanned::into_inner).unwrap_or_default(),
            dir: keys.dir.map(Spanned::into_inner),
            env: keys.env,
            protocol,
            options: keys.options.into_iter().map(|(name, value)| (name, value.text())).collect(),
            clock: clock.map(|given| given.value),
            restart: keys.restart.map(Spanned::into_inner).unwrap_or_default(),
        })
    }
}

/// Puts the engines of the file and of the command line together.
fn engines(
    file: Vec<Spanned<EngineKeys>>,
    below: Source<'_>,
    flags: Vec<Spanned<EngineKeys>>,
    above: Source<'_>,
    notes: &mut Vec<String>,
) -> Result<Vec<Engine>, ConfigError> {
    let mut drafts = drafts(file, below)?;
    for flag in self::drafts(flags, above)? {
        match drafts.iter_mut().find(|draft| draft.name.value == flag.name.value) {
            Some(draft) => {
                draft.command = flag.command.or(draft.command.take());
                draft.clock = flag.clock.or(draft.clock.take());
                draft.keys.value = flag.keys.value.over(std::mem::take(&mut draft.keys.value));
            }
            None => drafts.push(flag),
        }
    }
    let mut engines = Vec::new();
    for draft in drafts {
        let (name, optional) = (draft.name.value.clone(), draft.is_optional());
        match draft.finish() {
            Ok(engine) => engines.push(engine),
            Err(ConfigError { problem: Problem::MissingProgram(program), .. }) if optional => {
                notes.push(format!("'{name}' is left out: there is no program '{program}'"));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(engines)
}

/// The engines of one source, whose names must differ.
fn drafts(keys: Vec<Spanned<EngineKeys>>, source: Source<'_>) -> Result<Vec<Draft>, ConfigError> {
    let mut drafts: Vec<Draft> = Vec::new();
    for keys in keys {
        let draft = Draft::new(keys, source)?;
        if drafts.iter().any(|known| known.name.value == draft.name.value) {
            return Err(draft.name.refuse(Problem::DuplicateName(draft.name.value.clone())));
        }
        drafts.push(draft);
    }
    Ok(drafts)
}

/// The program that `command` names: a path, or a name that is looked for in `PATH`.
fn find_program(command: &Path) -> Option<PathBuf> {
    if command.components().count() > 1 {
        // The engine may run in another folder.
        return command.is_file().then(|| std::path::absolute(command).unwrap_or_else(|_| command.to_owned()));
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(command)).find(|path| path.is_file())
}

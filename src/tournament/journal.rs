//! Records on disk: a folder with one file of games that only ever grows, from which everything else can be made again.
//!
//! ```text
//! plan.json      what is played: rules, engines, shard
//! games.jsonl    a finished game a line; on disk before the next game starts
//! games.pgn      the same games for other programs
//! summary.json   the table
//! report.html    a web page of the games, which the command line makes
//! dialogue/      what was said in games with a fault
//! ```

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::{Config, Engine, Rules};
use super::record::GameRecord;

/// The file of games.
const GAMES: &str = "games.jsonl";
/// The games for other programs.
const PGN: &str = "games.pgn";
/// The file that says what is played.
const PLAN: &str = "plan.json";

/// One part of a tournament that is shared by several machines: every `of`-th pair, beginning with the `index`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether this part has the pair with this number.
    #[must_use]
    pub const fn has(self, pair: u32) -> bool {
        (pair - 1) % self.of == self.index - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (index, of) = text.split_once('/')?;
            Some(Self { index: index.parse().ok()?, of: of.parse().ok()? })
        };
        read()
            .filter(|shard| shard.index >= 1 && shard.index <= shard.of)
            .ok_or_else(|| format!("'{text}' is not I/N with I from 1 to N"))
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// What is played: what must be the same for a run to be resumed, and for shards to be added up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The rules.
    pub rules: Rules,
    /// The engines.
    pub engines: Vec<Engine>,
    /// The part of the tournament.
    pub shard: Shard,
}

impl Plan {
    /// The plan of a tournament.
    #[must_use]
    pub fn new(config: &Config, shard: Shard) -> Self {
        Self { rules: config.rules.clone(), engines: config.engines.clone(), shard }
    }

    /// The first thing in which this plan differs from another one, but for the shard.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let values = |plan: &Self| {
            let rules = serde_json::to_value(&plan.rules).unwrap_or_default();
            let engines = serde_json::to_value(&plan.engines).unwrap_or_default();
            (rules, engines)
        };
        let ((rules, engines), (other_rules, other_engines)) = (values(self), values(other));
        if let (Some(rules), Some(other)) = (rules.as_object(), other_rules.as_object())
            && let Some((key, _)) = rules.iter().find(|(key, value)| other.get(*key) != Some(value))
        {
            return Some(format!("'{key}' of the tournament"));
        }
        if self.engines.len() != other.engines.len() {
            return Some("the number of engines".to_owned());
        }
        let pairs = engines.as_array().into_iter().flatten().zip(other_engines.as_array().into_iter().flatten());
        pairs
            .zip(&self.engines)
            .find(|((mine, theirs), _)| mine != theirs)
            .map(|(_, engine)| format!("engine '{}'", engine.name))
    }
}

/// Why records cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file or folder cannot be used.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There are records already.
    #[error("{}: there are games in it already; --resume goes on with them, --output names another folder", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to resume.
    #[error("{}: there is no tournament in it that could be resumed", .0.display())]
    Nothing(PathBuf),
    /// The tournament in the folder is another one.
    #[error("{}: the tournament in it is another one: {difference} differs", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A line is no record.
    #[error("{}:{line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// The records of a tournament that is being played.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    games: File,
    pgn: BufWriter<File>,
}

impl Journal {
    /// Begins the records of a tournament in a folder that has none.
    ///
    /// # Errors
    /// There are records already, or the folder cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Self, JournalError> {
        if folder.join(GAMES).exists() {
            return Err(JournalError::Occupied(folder.to_owned()));
        }
        fs::create_dir_all(folder).map_err(|source| JournalError::Io { path: folder.to_owned(), source })?;
        write_json(&folder.join(PLAN), plan)?;
        let games = open(&folder.join(GAMES), OpenOptions::new().create_new(true).append(true))?;
        Self::begin(folder, games, &[])
    }

    /// Goes on with the records in a folder, and gives the games that are in it. The plan must be the same as before. A last line
    /// that was not written to its end is taken out: its game did not happen.
    ///
    /// # Errors
    /// There are no records, they are those of another tournament, or a line is no record.
    pub fn resume(folder: &Path, plan: &Plan) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let (known, records) = read(folder)?;
        if let Some(difference) = plan.difference(&known) {
            return Err(JournalError::Other { path: folder.to_owned(), difference });
        }
        if known.shard != plan.shard {
            return Err(JournalError::Other { path: folder.to_owned(), difference: "the shard".to_owned() });
        }
        let path = folder.join(GAMES);
        let mut games = open(&path, OpenOptions::new().read(true).write(true))?;
        let whole = whole_lines(&path)?;
        let cut = games.set_len(whole).and_then(|()| games.seek(SeekFrom::Start(whole)));
        cut.map_err(|source| JournalError::Io { path, source })?;
        Ok((Self::begin(folder, games, &records)?, records))
    }

    /// Writes what follows from the games anew.
    fn begin(folder: &Path, games: File, records: &[GameRecord]) -> Result<Self, JournalError> {
        let pgn = open(&folder.join(PGN), OpenOptions::new().create(true).write(true).truncate(true))?;
        let mut journal = Self { folder: folder.to_owned(), games, pgn: BufWriter::new(pgn) };
        for record in records {
            journal.write_pgn(record)?;
        }
        Ok(journal)
    }

    fn write_pgn(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        // A record whose moves do not fit its game has nothing to write.
        let game = record.to_pgn().map_or_else(|_| String::new(), |game| game.to_string());
        let path = || self.folder.join(PGN);
        let write = self.pgn.write_all(game.as_bytes()).and_then(|()| self.pgn.flush());
        write.map_err(|source| JournalError::Io { path: path(), source })
    }

    /// Writes a record, and waits until it is on disk.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        let path = || self.folder.join(GAMES);
        let fail = |source| JournalError::Io { path: path(), source };
        let mut line = serde_json::to_vec(record).map_err(|error| fail(error.into()))?;
        line.push(b'\n');
        self.games.write_all(&line).and_then(|()| self.games.sync_data()).map_err(fail)?;
        self.write_pgn(record)
    }

    /// Keeps what was said in a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep_dialogue(&self, game: u32, names: [&str; 2], dialogues: &[String; 2]) -> Result<(), JournalError> {
        let folder = self.folder.join("dialogue");
        let path = folder.join(format!("game-{game:06}.txt"));
        let text = format!("# White: {}\n{}\n# Black: {}\n{}", names[0], dialogues[0], names[1], dialogues[1]);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|source| JournalError::Io { path, source })
    }

    /// Writes the summary anew.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_summary(&self, summary: &impl Serialize) -> Result<(), JournalError> {
        write_json(&self.folder.join("summary.json"), summary)
    }
}

/// Reads the plan and the games of a folder. A last line that was not written to its end does not count.
///
/// # Errors
/// There are none, or a line is no record, or a game is there twice.
pub fn read(folder: &Path) -> Result<(Plan, Vec<GameRecord>), JournalError> {
    let path = folder.join(PLAN);
    let plan = match fs::read(&path) {
        Ok(plan) => plan,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(JournalError::Nothing(folder.to_owned()));
        }
        Err(source) => return Err(JournalError::Io { path, source }),
    };
    let plan = serde_json::from_slice(&plan);
    let plan = plan.map_err(|error| JournalError::Line { path, line: error.line(), why: error.to_string() })?;
    Ok((plan, read_games(&folder.join(GAMES))?))
}

/// Reads the games of such a file.
///
/// # Errors
/// It cannot be read, or a line is no record.
pub fn read_games(path: &Path) -> Result<Vec<GameRecord>, JournalError> {
    let text = fs::read(path).map_err(|source| JournalError::Io { path: path.to_owned(), source })?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let mut seen = BTreeSet::new();
    let lines = (1..).zip(text[..whole].split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty());
    lines
        .map(|(line, bytes)| {
            let refuse = |why: String| JournalError::Line { path: path.to_owned(), line, why };
            let record: GameRecord = serde_json::from_slice(bytes).map_err(|error| refuse(error.to_string()))?;
            if !seen.insert(record.game) {
                return Err(refuse(format!("game {} is there twice", record.game)));
            }
            Ok(record)
        })
        .collect()
}

/// The length of a file up to its last line end.
fn whole_lines(path: &Path) -> Result<u64, JournalError> {
    let text = fs::read(path).map_err(|source| JournalError::Io { path: path.to_owned(), source })?;
    Ok(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place as u64 + 1))
}

fn open(path: &Path, options: &OpenOptions) -> Result<File, JournalError> {
    options.open(path).map_err(|source| JournalError::Io { path: path.to_owned(), source })
}

/// Writes a file beside the old one and puts it in its place, so that there is a whole one at any time.
fn write_json(path: &Path, value: &impl Serialize) -> Result<(), JournalError> {
    let fresh = path.with_extension("json.new");
    let write = || -> io::Result<()> {
        let mut file = File::create(&fresh)?;
        serde_json::to_writer_pretty(&mut file, value)?;
        file.write_all(b"\n")?;
        file.sync_data()?;
        fs::rename(&fresh, path)
    };
    write().map_err(|source| JournalError::Io { path: path.to_owned(), source })
}

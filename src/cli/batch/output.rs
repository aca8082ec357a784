//! The answers as JSON lines, CSV or a table, and those of an earlier run.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use bonsai::analysis::batch::{Answer, Reply};
use bonsai::analysis::{Analysis, Distance};
use bonsai::engine::new_game;
use bonsai::notation::{Dialect, Form};
use serde::Serialize;
use serde_json::Value;

use super::super::error::Error;
use super::super::numbers;

/// How answers are written.
#[derive(Clone, Copy)]
pub enum Format {
    /// A JSON object a line, in the order in which answers come; also for lines that cannot be read.
    Json,
    /// Rows in the order of the questions.
    Csv,
    /// A table for people, in the order of the questions.
    Table(Dialect),
}

/// Writes answers.
pub struct Output<'a> {
    format: Format,
    out: &'a mut (dyn Write + Send),
    /// Answers that must wait for others, by their place.
    waiting: BTreeMap<usize, Reply>,
    /// The place of the next one.
    next: usize,
    headed: bool,
}

/// A line that cannot be read, as JSON.
#[derive(Serialize)]
struct Fault<'a> {
    id: &'a Value,
    file: &'a str,
    line: usize,
    error: String,
}

impl<'a> Output<'a> {
    pub fn new(format: Format, out: &'a mut (dyn Write + Send)) -> Self {
        Self { format, out, waiting: BTreeMap::new(), next: 0, headed: false }
    }

    /// Writes an answer, as soon as it is its turn.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, reply: Reply) -> Result<(), Error> {
        if let Format::Json = self.format {
            return self.json(&reply);
        }
        self.waiting.insert(reply.place, reply);
        while let Some(reply) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Answer::Analysed(analysis) = reply.answer {
                self.row(&analysis)?;
            }
        }
        Ok(self.out.flush()?)
    }

    fn json(&mut self, reply: &Reply) -> Result<(), Error> {
        match &reply.answer {
            Answer::Analysed(analysis) => serde_json::to_writer(&mut *self.out, analysis)?,
            Answer::Known(_) => return Ok(()),
            Answer::Refused(refusal) => {
                let (file, line, error) = (&*reply.line.file, reply.line.number, refusal.error.to_string());
                serde_json::to_writer(&mut *self.out, &Fault { id: &refusal.id, file, line, error })?;
            }
        }
        writeln!(self.out)?;
        // Whoever asked may wait for this answer before asking for more.
        Ok(self.out.flush()?)
    }

    fn row(&mut self, analysis: &Analysis) -> Result<(), Error> {
        let head = !std::mem::replace(&mut self.headed, true);
        let rows = match self.format {
            Format::Csv => csv_rows(analysis, head).map_err(io::Error::from)?,
            Format::Table(dialect) => table_rows(analysis, dialect, head).into_bytes(),
            Format::Json => return Ok(()),
        };
        Ok(self.out.write_all(&rows)?)
    }
}

/// The columns of CSV.
const COLUMNS: [&str; 18] = [
    "id",
    "file",
    "line",
    "variant",
    "fen",
    "bestmove",
    "cp",
    "mate",
    "depth",
    "seldepth",
    "nodes",
    "nps",
    "time_ms",
    "pv",
    "solved",
    "solution_depth",
    "solution_nodes",
    "solution_ms",
];

fn csv_rows(analysis: &Analysis, head: bool) -> Result<Vec<u8>, csv::Error> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    if head {
        rows.write_record(COLUMNS)?;
    }
    let (cp, mate) = match analysis.score {
        Some(Distance::Cp(value)) => (value.to_string(), String::new()),
        Some(Distance::Mate(moves)) => (String::new(), moves.to_string()),
        None => (String::new(), String::new()),
    };
    let id = if analysis.id.is_null() { String::new() } else { analysis.name() };
    let solution = analysis.solution;
    let of_solution =
        |field: fn(&bonsai::analysis::Solution) -> String| solution.as_ref().map(field).unwrap_or_default();
    rows.write_record([
        id,
        analysis.file.clone(),
        analysis.line.to_string(),
        analysis.variant.clone(),
        analysis.fen.clone(),
        analysis.bestmove.clone().unwrap_or_default(),
        cp,
        mate,
        analysis.depth.to_string(),
        analysis.seldepth.to_string(),
        analysis.nodes.to_string(),
        analysis.nps.to_string(),
        analysis.time_ms.to_string(),
        analysis.lines.first().map(|line| line.pv.join(" ")).unwrap_or_default(),
        analysis.solved.map(|solved| solved.to_string()).unwrap_or_default(),
        of_solution(|solution| solution.depth.to_string()),
        of_solution(|solution| solution.nodes.to_string()),
        of_solution(|solution| solution.time_ms.to_string()),
    ])?;
    rows.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

fn table_rows(analysis: &Analysis, dialect: Dialect, head: bool) -> String {
    let row = |name: &str, best: &str, cells: [&str; 5], verdict: &str| {
        let [score, depth, nodes, time, solution] = cells;
        format!("{name:<24} {best:<12} {score:>8} {depth:>6} {nodes:>12} {time:>10} {verdict:<7}{solution}")
            .trim_end()
            .to_owned()
            + "\n"
    };
    let mut text = String::new();
    if head {
        text += &row("position", "best", ["score", "depth", "nodes", "time", ""], "verdict");
    }
    let name = analysis.name();
    if let Some(over) = &analysis.over {
        return text + &row(&name, &over.replace(", ", ": "), [""; 5], verdict(analysis));
    }
    let solution = analysis.solution.map_or_else(String::new, |solution| {
        let (nodes, time) = (numbers::count(solution.nodes), numbers::seconds(millis(solution.time_ms)));
        format!(" at depth {}, {nodes} nodes, {time}", solution.depth)
    });
    let score = analysis.score.map(|score| score.to_string()).unwrap_or_default();
    let time = numbers::seconds(millis(analysis.time_ms));
    let (depth, nodes) = (analysis.depth.to_string(), numbers::count(analysis.nodes));
    text + &row(&name, &best_move(analysis, dialect), [&score, &depth, &nodes, &time, &solution], verdict(analysis))
}

fn millis(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default()
}

fn verdict(analysis: &Analysis) -> &'static str {
    match analysis.solved {
        None => "",
        Some(true) => "solved",
        Some(false) => "failed",
    }
}

/// The best move in the notation that is asked for; in UCI where the game has no such notation.
fn best_move(analysis: &Analysis, dialect: Dialect) -> String {
    let uci = analysis.bestmove.clone().unwrap_or_default();
    let written = || {
        let mut game = new_game(&analysis.variant)?;
        game.set_position(&analysis.fen, Form::Fen).ok()?;
        let bits = game.find(&uci, Some(Dialect::Uci)).ok()?;
        game.line(&[bits], dialect).pop()
    };
    written().unwrap_or(uci)
}

/// The answers of an earlier run.
#[derive(Default)]
pub struct Earlier {
    answers: BTreeMap<(String, usize), Vec<Analysis>>,
    /// The bytes of the file up to the end of its last whole line.
    whole: u64,
}

impl Earlier {
    /// Reads a file of JSON lines; one that does not exist has no answers. A last line that was not written to its end does not
    /// count, and lines that tell of faults do not either.
    ///
    /// # Errors
    /// The file cannot be read, or a line of it is no answer.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            read => read.map_err(|source| Error::File { path: path.to_owned(), source })?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut earlier = Self { whole: whole as u64, ..Self::default() };
        for (number, line) in (1..).zip(String::from_utf8_lossy(&bytes[..whole]).lines()) {
            let refuse = |error: serde_json::Error| {
                let (path, why) = (path.to_owned(), error.to_string());
                Error::Earlier { path, line: number, why: why.split(" at line ").next().unwrap_or_default().to_owned() }
            };
            let value: Value = serde_json::from_str(line).map_err(refuse)?;
            if value.get("error").is_none() {
                let analysis: Analysis = serde_json::from_value(value).map_err(refuse)?;
                earlier.answers.entry((analysis.file.clone(), analysis.line)).or_default().push(analysis);
            }
        }
        Ok(earlier)
    }

    /// The file, ready for more answers: an unfinished last line is cut off.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append_to(&self, path: &Path) -> Result<File, Error> {
        let open = || {
            let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            file.set_len(self.whole)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        open().map_err(|source| Error::Output { path: path.to_owned(), source })
    }

    /// The answer to the question on a line of a file under these limits.
    pub fn get(&self, file: &str, line: usize, fen: &str, limits: &str) -> Option<&Analysis> {
        let answers = self.answers.get(&(file.to_owned(), line))?;
        answers.iter().find(|answer| answer.fen == fen && answer.limits == limits)
    }
}

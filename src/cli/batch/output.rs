//! The answers as JSON lines, CSV or a table, and those of an earlier run.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use bonsai::analysis::batch::{Answer, Asked, Reply};
use bonsai::analysis::{Analysis, Distance};
use serde::Serialize;
use serde_json::Value;

use super::super::error::Error;
use super::table::{self, Layout};

/// How answers are written.
#[derive(Clone, Copy)]
pub enum Format {
    /// A JSON object a line, in the order in which answers come; also for lines that cannot be read.
    Json {
        /// Whether lines are put in words.
        explains: bool,
    },
    /// Rows in the order of the questions.
    Csv,
    /// A table for people, in the order of the questions.
    Table(Layout),
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

/// A line that cannot be read, or an engine that gives no answer, as JSON.
#[derive(Serialize)]
struct Fault<'a> {
    id: &'a Value,
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
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
        if let Format::Json { explains } = self.format {
            return self.json(reply, explains);
        }
        self.waiting.insert(reply.place, reply);
        while let Some(reply) = self.waiting.remove(&self.next) {
            self.next += 1;
            for answer in reply.answers {
                if let Answer::Analysed(analysis) = answer {
                    self.row(&analysis)?;
                }
            }
        }
        Ok(self.out.flush()?)
    }

    fn json(&mut self, reply: Reply, explains: bool) -> Result<(), Error> {
        let (file, line) = (&*reply.line.file, reply.line.number);
        for answer in reply.answers {
            match answer {
                Answer::Analysed(mut analysis) => {
                    if explains {
                        table::explain(&mut analysis);
                    }
                    serde_json::to_writer(&mut *self.out, &analysis)?;
                }
                Answer::Known(_) => continue,
                Answer::Refused(refusal) => {
                    let error = refusal.error.to_string();
                    let fault = Fault { id: &refusal.id, file, line, engine: None, error };
                    serde_json::to_writer(&mut *self.out, &fault)?;
                }
                Answer::Unanswered { id, error } => {
                    let fault = Fault { id: &id, file, line, engine: Some(&error.engine), error: error.why };
                    serde_json::to_writer(&mut *self.out, &fault)?;
                }
            }
            writeln!(self.out)?;
        }
        // Whoever asked may wait for this answer before asking for more.
        Ok(self.out.flush()?)
    }

    fn row(&mut self, analysis: &Analysis) -> Result<(), Error> {
        let head = !std::mem::replace(&mut self.headed, true);
        let rows = match self.format {
            Format::Csv => csv_rows(analysis, head).map_err(io::Error::from)?,
            Format::Table(layout) => {
                let head = if head { layout.head() } else { String::new() };
                (head + &layout.rows(analysis)).into_bytes()
            }
            Format::Json { .. } => return Ok(()),
        };
        Ok(self.out.write_all(&rows)?)
    }
}

/// The columns of CSV.
const COLUMNS: [&str; 19] = [
    "id",
    "file",
    "line",
    "engine",
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
        analysis.engine.clone().unwrap_or_default(),
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

/// The answers of an earlier run.
#[derive(Default)]
pub struct Earlier {
    answers: BTreeMap<(String, usize, Option<String>), Vec<Analysis>>,
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
                let key = (analysis.file.clone(), analysis.line, analysis.engine.clone());
                earlier.answers.entry(key).or_default().push(analysis);
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

    /// The answer to a question.
    pub fn get(&self, asked: &Asked<'_>) -> Option<&Analysis> {
        let answers = self.answers.get(&(asked.file.to_owned(), asked.line, asked.engine.map(str::to_owned)))?;
        answers.iter().find(|answer| answer.fen == asked.fen && answer.limits == asked.limits)
    }
}

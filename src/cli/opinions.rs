//! What other engines say about one position, side by side.

use std::io::{self, Write};

use bonsai::analysis::{Distance, Expected, Query, Unanswered};
use bonsai::engine::AnyGame;
use bonsai::notation::Dialect;
use bonsai::search::{Answer, Limits, Mute};
use serde::Serialize;
use serde_json::Value;

use super::engines::Team;
use super::error::Error;
use super::numbers;
use super::report::{self, Line};

/// What is asked, and how it is written.
pub struct Survey<'a> {
    /// The engines.
    pub team: &'a Team,
    /// The limits of each search.
    pub limits: Limits,
    /// How moves are written; `None` for JSON.
    pub dialect: Option<Dialect>,
    /// Whether lines are put in words.
    pub explains: bool,
    /// Whether the position is asked about as one in which the other side has passed.
    pub threat: bool,
}

/// An engine that gives no answer, as JSON.
#[derive(Serialize)]
struct Fault<'a> {
    engine: &'a str,
    error: &'a str,
}

impl Survey<'_> {
    /// Asks each engine, and writes what it answers; the number of those that gave no answer.
    ///
    /// # Errors
    /// Output failed, or the user has interrupted it.
    pub fn run(&self, game: &dyn AnyGame, out: &mut dyn Write) -> Result<usize, Error> {
        let query =
            Query { id: Value::Null, game: game.fork(), limits: self.limits.clone(), expected: Expected::default() };
        let width = self.team.names().map(|name| name.chars().count()).max().unwrap_or(0).max("engine".len());
        if self.dialect.is_some() {
            writeln!(out, "{}", row("engine", width, ["best move", "score", "depth", "nodes", "time", "line"]))?;
        }
        let mut failed = 0;
        // One after the other, so that each has the machine to itself.
        for mut analyst in self.team.analysts() {
            let name = analyst.name().unwrap_or_default().to_owned();
            match analyst.search(&query, &mut Mute) {
                Ok(answer) => self.write(game, &name, width, &answer, out)?,
                Err(_) if self.team.is_stopped() => return Err(Error::Stopped),
                Err(error) => {
                    failed += 1;
                    self.complain(game, &error, out)?;
                }
            }
        }
        Ok(failed)
    }

    fn write(
        &self,
        game: &dyn AnyGame,
        name: &str,
        width: usize,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let Some(dialect) = self.dialect else {
            let line = Line::of_engine(name, game, answer, self.explains, self.threat);
            return report::write_json(&line, out);
        };
        let info = answer.info.as_ref();
        let best: Vec<u32> = answer.best.into_iter().collect();
        let line = info.map_or(&best, |info| &info.pv);
        let score = info.map(|info| Distance::from(info.score).to_string()).unwrap_or_default();
        let depth = info.map(|info| info.depth.to_string()).unwrap_or_default();
        let (nodes, time) = (numbers::count(answer.nodes), numbers::seconds(answer.time));
        let text = |moves: &[u32]| game.line(moves, dialect).join(" ");
        writeln!(out, "{}", row(name, width, [&text(&best), &score, &depth, &nodes, &time, &text(line)]))?;
        if self.explains {
            write!(out, "\n{}\n", report::explanation(game, line))?;
        }
        Ok(out.flush()?)
    }

    fn complain(&self, game: &dyn AnyGame, error: &Unanswered, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(io::stderr(), "bonsai: {error} (position {})", game.fen())?;
        if self.dialect.is_none() {
            serde_json::to_writer(&mut *out, &Fault { engine: &error.engine, error: &error.why })?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn row(name: &str, width: usize, cells: [&str; 6]) -> String {
    let [best, score, depth, nodes, time, line] = cells;
    format!("{name:width$}  {best:<10} {score:>8} {depth:>6} {nodes:>14} {time:>10}  {line}").trim_end().to_owned()
}

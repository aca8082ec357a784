//! The answers as a table for people.

use std::time::Duration;

use bonsai::analysis::Analysis;
use bonsai::engine::{AnyGame, new_game};
use bonsai::notation::{BoardStyle, Dialect, Form};

use super::super::{numbers, report};

/// How a table is written.
#[derive(Clone, Copy)]
pub struct Layout {
    /// How moves are written.
    pub dialect: Dialect,
    /// The width of the column with the engines; `None` if there is none.
    pub engines: Option<usize>,
    /// Whether best lines are put in words.
    pub explains: bool,
    /// How boards are drawn, if they are.
    pub board: Option<BoardStyle>,
}

impl Layout {
    /// The words above the columns.
    pub fn head(self) -> String {
        self.row("position", "engine", "best", ["score", "depth", "nodes", "time", ""], "verdict")
    }

    /// An answer, with what is to be seen below it.
    pub fn rows(self, analysis: &Analysis) -> String {
        let (name, engine) = (analysis.name(), analysis.engine.as_deref().unwrap_or_default());
        if let Some(over) = &analysis.over {
            return self.row(&name, engine, &over.replace(", ", ": "), [""; 5], verdict(analysis));
        }
        let solution = analysis.solution.map_or_else(String::new, |solution| {
            let (nodes, time) = (numbers::count(solution.nodes), numbers::seconds(millis(solution.time_ms)));
            format!(" at depth {}, {nodes} nodes, {time}", solution.depth)
        });
        let score = analysis.score.map(|score| score.to_string()).unwrap_or_default();
        let time = numbers::seconds(millis(analysis.time_ms));
        let (depth, nodes) = (analysis.depth.to_string(), numbers::count(analysis.nodes));
        let game = game(analysis);
        let best = best_move(analysis, game.as_deref(), self.dialect);
        let cells = [score.as_str(), &depth, &nodes, &time, &solution];
        let row = self.row(&name, engine, &best, cells, verdict(analysis));
        row + &game.map(|game| self.illustration(analysis, &*game)).unwrap_or_default()
    }

    fn row(self, name: &str, engine: &str, best: &str, cells: [&str; 5], verdict: &str) -> String {
        let [score, depth, nodes, time, solution] = cells;
        let engine = self.engines.map_or_else(String::new, |width| format!(" {engine:<width$}"));
        format!("{name:<24}{engine} {best:<12} {score:>8} {depth:>6} {nodes:>12} {time:>10} {verdict:<7}{solution}")
            .trim_end()
            .to_owned()
            + "\n"
    }

    /// The best line in words and the board with the best move, if they are wanted.
    fn illustration(self, analysis: &Analysis, game: &dyn AnyGame) -> String {
        let mut parts = Vec::new();
        let line = analysis.lines.first().map(|line| bits(game, &line.pv)).unwrap_or_default();
        if self.explains {
            parts.push(report::explanation(game, &line));
        }
        if let Some(style) = self.board {
            let best = analysis.bestmove.as_ref().and_then(|best| game.find(best, Some(Dialect::Uci)).ok());
            parts.push(game.board(style, best));
        }
        if parts.is_empty() { String::new() } else { format!("\n{}\n", parts.join("\n")) }
    }
}

/// Puts the lines of an answer in words.
pub fn explain(analysis: &mut Analysis) {
    let Some(game) = game(analysis) else { return };
    for line in &mut analysis.lines {
        line.explanation = Some(game.explain(&bits(&*game, &line.pv)));
    }
}

/// The game that an answer is about, without its past.
fn game(analysis: &Analysis) -> Option<Box<dyn AnyGame>> {
    let mut game = new_game(&analysis.variant)?;
    game.set_position(&analysis.fen, Form::Fen).ok()?;
    Some(game)
}

/// The bits of a line in UCI.
fn bits(game: &dyn AnyGame, line: &[String]) -> Vec<u32> {
    let mut game = game.fork();
    let read = |mv: &String| {
        let mv = game.find(mv, Some(Dialect::Uci)).ok()?;
        game.play(mv).then_some(mv)
    };
    line.iter().map_while(read).collect()
}

/// The best move in the notation that is asked for; in UCI where the game has no such notation.
fn best_move(analysis: &Analysis, game: Option<&dyn AnyGame>, dialect: Dialect) -> String {
    let uci = analysis.bestmove.clone().unwrap_or_default();
    let written = game.and_then(|game| game.line(&bits(game, std::slice::from_ref(&uci)), dialect).pop());
    written.unwrap_or(uci)
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

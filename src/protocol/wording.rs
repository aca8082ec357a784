//! What the line-based protocols UCI and USI say alike, and the places where each has words of its own.

use std::fmt::Write as _;

use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use super::command::Event;
use super::settings::{Kind, Setting};
use crate::engine::AnyGame;
use crate::notation::{BoardStyle, Dialect};
use crate::rules::Spec;
use crate::search::{Answer, Bound, Info, Score, per_second};

/// The longest text of a notice, in characters: what it quotes may be of any length.
const LONGEST_NOTICE: usize = 400;

/// The words of one protocol.
pub struct Wording {
    /// How moves are written.
    pub dialect: Dialect,
    /// What ends the list of options.
    pub identified: &'static str,
    /// What stands in the place of the best move if there is no legal one.
    pub no_move: &'static str,
    /// What a setting is called.
    pub option_name: fn(Setting) -> String,
    /// The games that can be played, the default first.
    pub variants: fn() -> Vec<&'static Spec>,
    /// What stands behind `score`.
    pub score: fn(Score) -> String,
}

impl Wording {
    /// The lines that say `event`.
    pub fn write(&self, event: &Event<'_>) -> String {
        match *event {
            Event::Identity => self.identity(),
            Event::Ready(_) => line(&UciMessage::ReadyOk),
            Event::Variant(game) => notice(&self.variant(game)),
            Event::Notice(text) | Event::Fault(text) | Event::BadPosition(text) => notice(text),
            Event::Info { game, info, odds } => self.finding(game, info, odds),
            Event::Answer { game, answer, .. } => self.conclusion(game, answer),
            Event::Count { of, nodes } => format!("{of}: {nodes}\n"),
            Event::Leaves(nodes) => format!("\nNodes searched: {nodes}\n\n"),
            Event::Benchmark { nodes, time } => format!("{nodes} nodes {} nps\n", per_second(nodes, time)),
            Event::Board(game) => board(game),
            // Nobody asks a UCI or USI engine to play by itself.
            Event::Moved { .. }
            | Event::Over(_)
            | Event::Resigned
            | Event::DrawAccepted
            | Event::Hint { .. }
            | Event::Progress { .. } => String::new(),
        }
    }

    fn identity(&self) -> String {
        let name = format!("Bonsai {}", env!("CARGO_PKG_VERSION"));
        let mut out = line(&UciMessage::id_name(&name)) + &line(&UciMessage::id_author("the Bonsai authors"));
        for setting in Setting::ALL.into_iter().filter(|setting| !setting.is_for_players()) {
            out += &line(&UciMessage::Option(self.option(setting)));
        }
        out + self.identified + "\n"
    }

    fn option(&self, setting: Setting) -> UciOptionConfig {
        let name = (self.option_name)(setting);
        match setting.kind() {
            Kind::Number { default, min, max } => {
                let [default, min, max] = [default, min, max].map(|number| Some(number.into()));
                UciOptionConfig::Spin { name, default, min, max }
            }
            Kind::Switch { default } => UciOptionConfig::Check { name, default: Some(default) },
            Kind::Variant => {
                let var: Vec<String> = (self.variants)().iter().map(|spec| spec.name.to_owned()).collect();
                UciOptionConfig::Combo { name, default: var.first().cloned(), var }
            }
            Kind::Button => UciOptionConfig::Button { name },
        }
    }

    /// What front ends need to know of a variant to show it.
    fn variant(&self, game: &dyn AnyGame) -> String {
        let spec = game.spec();
        let (files, ranks) = (spec.geometry.files, spec.geometry.ranks);
        let pocket = spec.hands.map_or(0, |hands| hands.order.len());
        let sfen = game.sfen().filter(|_| self.dialect == Dialect::Usi);
        // Other programs know FENs of six fields only.
        let fen = spec.start.split(' ').take(6).collect::<Vec<_>>().join(" ");
        let start = sfen.unwrap_or(fen);
        let (name, template) = (spec.name, template(spec));
        format!("variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {start}")
    }

    fn finding(&self, game: &dyn AnyGame, info: &Info, odds: Option<[u32; 3]>) -> String {
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let millis = info.time.as_millis();
        let nps = per_second(info.nodes, info.time);
        let odds = odds.map(|[win, draw, loss]| format!(" wdl {win} {draw} {loss}")).unwrap_or_default();
        let mut out = format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{odds} nodes {} nps {nps} hashfull {} time {millis}",
            info.depth,
            info.seldepth,
            info.multipv,
            (self.score)(info.score),
            info.nodes,
            info.hashfull,
        );
        let line = game.line(&info.pv, self.dialect);
        if !line.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(out, " pv {}", line.join(" "));
        }
        out.push('\n');
        out
    }

    fn conclusion(&self, game: &dyn AnyGame, answer: &Answer) -> String {
        let moves: Vec<u32> = answer.best.into_iter().chain(answer.ponder).collect();
        match &game.line(&moves, self.dialect)[..] {
            [] => format!("bestmove {}\n", self.no_move),
            [best, ponder, ..] => format!("bestmove {best} ponder {ponder}\n"),
            [best] => format!("bestmove {best}\n"),
        }
    }
}

fn line(message: &UciMessage) -> String {
    format!("{}\n", message.serialize())
}

/// A line of words.
fn notice(text: &str) -> String {
    line(&UciMessage::info_string(printable(text)))
}

/// Words for a line: whatever they quote, they are one line and not endless.
pub fn printable(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().map(clean).take(LONGEST_NOTICE).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

/// The game that front ends know and that comes nearest.
fn template(spec: &Spec) -> &'static str {
    if spec.usi {
        "shogi"
    } else if spec.castling {
        "chess"
    } else {
        "fairy"
    }
}

pub fn board(game: &dyn AnyGame) -> String {
    let mut out = format!("\n{}\nFen: {}\n", game.board(BoardStyle::Ascii, None), game.fen());
    // Writing to a string cannot fail.
    if let Some(sfen) = game.sfen() {
        let _ = writeln!(out, "Sfen: {sfen}");
    }
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(out, "Result: {} ({})", outcome.result(), outcome.reason);
    }
    out
}

//! What a UCI front end is told.

use std::fmt::Write as _;
use std::time::Duration;

use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use super::super::command::Event;
use super::super::settings::{self, Kind, Setting};
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Spec;
use crate::search::{Answer, Bound, Info, Score};
use crate::variants;

/// The longest text of a notice, in characters: what it quotes may be of any length.
const LONGEST_NOTICE: usize = 400;

/// The lines that say `event`.
pub fn write(event: &Event<'_>) -> String {
    match *event {
        Event::Identity => identity(),
        Event::Ready => line(&UciMessage::ReadyOk),
        Event::Variant(game) => notice(&variant(game)),
        Event::Notice(text) => notice(text),
        Event::Info { game, info } => format!("{}\n", finding(game, info)),
        Event::Answer { game, answer } => conclusion(game, answer),
        Event::Count { of, nodes } => format!("{of}: {nodes}\n"),
        Event::Leaves(nodes) => format!("\nNodes searched: {nodes}\n\n"),
        Event::Benchmark { nodes, time } => format!("{nodes} nodes {} nps\n", speed(nodes, time)),
        Event::Board(game) => board(game),
    }
}

fn line(message: &UciMessage) -> String {
    format!("{}\n", message.serialize())
}

/// A line of words. Whatever it quotes, it is one line and not endless.
fn notice(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().map(clean).take(LONGEST_NOTICE).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    line(&UciMessage::info_string(short))
}

fn identity() -> String {
    let name = format!("Bonsai {}", env!("CARGO_PKG_VERSION"));
    let mut out = line(&UciMessage::id_name(&name)) + &line(&UciMessage::id_author("the Bonsai authors"));
    for setting in Setting::ALL {
        out += &line(&UciMessage::Option(option(setting)));
    }
    out + &line(&UciMessage::UciOk)
}

fn option(setting: Setting) -> UciOptionConfig {
    let name = setting.name().to_owned();
    match setting.kind() {
        Kind::Number { default, min, max } => {
            UciOptionConfig::Spin { name, default: Some(default.into()), min: Some(min.into()), max: Some(max.into()) }
        }
        Kind::Switch { default } => UciOptionConfig::Check { name, default: Some(default) },
        Kind::Variant => UciOptionConfig::Combo {
            name,
            default: Some(settings::default_variant().to_owned()),
            var: variants::SPECS.iter().map(|spec| spec.name.to_owned()).collect(),
        },
        Kind::Button => UciOptionConfig::Button { name },
    }
}

/// What front ends need to know of a variant to show it.
fn variant(game: &dyn AnyGame) -> String {
    let spec = game.spec();
    let (files, ranks) = (spec.geometry.files, spec.geometry.ranks);
    let pocket = spec.hands.map_or(0, |hands| hands.order.len());
    let (name, template, start) = (spec.name, template(spec), spec.start);
    format!("variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {start}")
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

fn finding(game: &dyn AnyGame, info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let millis = info.time.as_millis();
    let nps = speed(info.nodes, info.time);
    let mut out = format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nps} hashfull {} time {millis}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.score),
        info.nodes,
        info.hashfull,
    );
    let line = game.line(&info.pv, Dialect::Uci);
    if !line.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(out, " pv {}", line.join(" "));
    }
    out
}

/// Nodes per second.
fn speed(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

fn score(score: Score) -> String {
    match (score, score.moves()) {
        (Score::Cp(centipawns), _) => format!("cp {centipawns}"),
        (Score::Mate(_), moves) => format!("mate {}", moves.unwrap_or_default()),
    }
}

fn conclusion(game: &dyn AnyGame, answer: &Answer) -> String {
    let moves: Vec<u32> = answer.best.into_iter().chain(answer.ponder).collect();
    match &game.line(&moves, Dialect::Uci)[..] {
        [] => "bestmove (none)\n".to_owned(),
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}\n"),
        [best] => format!("bestmove {best}\n"),
    }
}

fn board(game: &dyn AnyGame) -> String {
    let mut out = format!("\n{}\nFen: {}\n", game.diagram(), game.fen());
    // Writing to a string cannot fail.
    if let Some(sfen) = game.sfen() {
        let _ = writeln!(out, "Sfen: {sfen}");
    }
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(out, "Result: {} ({})", outcome.result(), outcome.reason);
    }
    out
}

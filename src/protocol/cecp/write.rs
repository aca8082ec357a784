//! What a CECP front end is told.

use std::fmt::Write as _;

use super::super::command::Event;
use super::super::settings::{Kind, Setting};
use super::super::wording::{self, printable};
use super::{Cecp, layout, moves};
use crate::engine::AnyGame;
use crate::rules::{Outcome, Reason};
use crate::search::{Bound, Info, Score, per_second};
use crate::variants::SPECS;

/// A mate is this and the number of moves to it, in centipawns.
const MATE: i32 = 100_000;

impl Cecp {
    /// The lines that say `event`.
    pub(super) fn write_event(&mut self, event: &Event<'_>) -> String {
        match *event {
            Event::Identity => features(),
            Event::Ready(number) => format!("pong {number}\n"),
            Event::Variant(game) => self.layout(game),
            Event::Notice(text) => format!("# {}\n", printable(text)),
            Event::Fault(text) => format!("Error ({}): {}\n", printable(text), printable(&self.line)),
            Event::BadPosition(text) => format!("tellusererror Illegal position: {}\n", printable(text)),
            Event::Info { game, info, .. } if self.posts => self.thought(game, info),
            Event::Info { .. } | Event::Answer { .. } => String::new(),
            Event::Count { of, nodes } => format!("# {of}: {nodes}\n"),
            Event::Leaves(nodes) => format!("# {nodes} nodes\n"),
            Event::Benchmark { nodes, time } => format!("# {nodes} nodes {} nps\n", per_second(nodes, time)),
            Event::Board(game) => commented(&wording::board(game)),
            Event::Moved { before, mv, mover } => self.moved(before, mv, mover),
            Event::Over(outcome) => over(outcome),
            Event::Resigned => "resign\n".to_owned(),
            Event::DrawAccepted => "offer draw\n".to_owned(),
            Event::Hint { game, mv } => format!("Hint: {}\n", moves::word(game, mv, self.style(game.spec()))),
            Event::Progress { info, moves } => progress(info, moves),
        }
    }

    fn layout(&self, game: &dyn AnyGame) -> String {
        let spec = game.spec();
        let chosen = layout::chosen(spec, self.between_programs).filter(|_| self.draws);
        chosen.map(|layout| layout::lines(spec, layout)).unwrap_or_default()
    }

    fn thought(&self, game: &dyn AnyGame, info: &Info) -> String {
        let style = self.style(game.spec());
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        let centiseconds = info.time.as_millis() / 10;
        let mut out = format!("{} {} {centiseconds} {}", info.depth, score(info.score), info.nodes);
        for word in moves::line(game, &info.pv, style) {
            // Writing to a string cannot fail.
            let _ = write!(out, " {word}");
        }
        out + bound + "\n"
    }
}

/// The features, those that XBoard has to know to show a game first.
fn features() -> String {
    let variants: Vec<&str> = SPECS.iter().map(|spec| layout::name(spec)).collect();
    let mut out = format!(
        "feature setboard=1 usermove=1 ping=1 colors=0 sigint=0 sigterm=0 name=0 reuse=1 debug=1 highlight=1 \
         myname=\"Bonsai {}\" variants=\"{}\"\n\
         feature playother=1 analyze=1 draw=1 time=1 memory=1 smp=1 exclude=1\n",
        env!("CARGO_PKG_VERSION"),
        variants.join(",")
    );
    for setting in Setting::ALL.into_iter().filter(|&setting| !has_command(setting)) {
        let name = setting.name();
        let kind = match setting.kind() {
            Kind::Number { default, min, max } => format!("spin {default} {min} {max}"),
            Kind::Switch { default } => format!("check {}", u8::from(default)),
            Kind::Button => "button".to_owned(),
            Kind::Variant => continue,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "feature option=\"{name} -{kind}\"");
    }
    out + "feature done=1\n"
}

/// Whether the protocol has a command for it (`memory`, `cores`, `hard`, `variant`, `analyze`).
fn has_command(setting: Setting) -> bool {
    matches!(setting, Setting::Hash | Setting::Threads | Setting::Ponder | Setting::Variant | Setting::AnalyseMode)
}

/// Text that the front end is to pass over.
fn commented(text: &str) -> String {
    text.lines().flat_map(|line| ["# ", line, "\n"]).collect()
}

fn over(outcome: Outcome) -> String {
    let reason = match outcome.reason {
        Reason::KingCaptured([white, black]) => format!("{white}:{black}, king captured"),
        reason => reason.to_string(),
    };
    format!("{} {{{reason}}}\n", outcome.result())
}

fn score(score: Score) -> i32 {
    match (score, score.moves()) {
        (Score::Cp(centipawns), _) => centipawns,
        (Score::Mate(_), Some(moves)) if moves > 0 => MATE + moves,
        (Score::Mate(_), moves) => -MATE + moves.unwrap_or_default(),
    }
}

fn progress(info: &Info, moves: usize) -> String {
    let centiseconds = info.time.as_millis() / 10;
    format!("stat01: {centiseconds} {} {} 0 {moves}\n", info.nodes, info.depth)
}

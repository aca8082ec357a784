//! What a USI front end is told.

use super::super::command::Event;
use super::super::settings::Setting;
use super::super::wording::Wording;
use super::variants;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::search::{Answer, Score, Verdict};

/// The words of USI.
pub const WORDING: Wording =
    Wording { dialect: Dialect::Usi, identified: "usiok", no_move: "resign", option_name, variants, score };

/// The lines that say `event`.
pub fn write(event: &Event<'_>) -> String {
    match *event {
        Event::Answer { game, answer, mate: true } => checkmate(game, answer),
        _ => WORDING.write(event),
    }
}

/// The name of a setting, in which USI allows no blank. Those that USI itself defines have its prefix.
fn option_name(setting: Setting) -> String {
    match setting {
        Setting::Hash | Setting::Ponder => format!("USI_{}", setting.name()),
        _ => setting.name().replace(' ', "_").replace("UCI_", "USI_"),
    }
}

/// Mates in plies, with their sign: `-0` is a mate that is on the board.
fn score(score: Score) -> String {
    match score {
        Score::Cp(centipawns) => format!("cp {centipawns}"),
        Score::Mate(plies) => format!("mate {}{}", if plies > 0 { '+' } else { '-' }, plies.abs()),
    }
}

/// The outcome of a search for a mate.
fn checkmate(game: &dyn AnyGame, answer: &Answer) -> String {
    match answer.mate.map(|mate| mate.verdict) {
        Some(Verdict::Proved { .. }) => {
            let line = answer.info.as_ref().map_or_else(Vec::new, |info| game.line(&info.pv, WORDING.dialect));
            format!("checkmate {}\n", line.join(" "))
        }
        // Who has no move mates nobody.
        Some(Verdict::Refuted) | None => "checkmate nomate\n".to_owned(),
        Some(Verdict::Unknown) => "checkmate timeout\n".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::settings::read_change;
    use super::*;
    use crate::engine::new_game;
    use crate::search::{Bound, Info, Mate};

    #[test]
    fn option_names_have_no_blanks_and_are_understood() {
        for setting in Setting::ALL {
            let name = option_name(setting);
            assert!(!name.contains([' ', '\t']), "{name}");
            // A value is missing at most: the name is known.
            let unknown = format!("there is no option '{name}'");
            assert!(read_change(&name, None, &variants()).err().is_none_or(|error| error.to_string() != unknown));
        }
        assert_eq!(option_name(Setting::Variant), "USI_Variant");
        assert_eq!(option_name(Setting::MoveOverhead), "Move_Overhead");
    }

    #[test]
    fn mates_count_in_plies() {
        assert_eq!(score(Score::Mate(3)), "mate +3");
        assert_eq!(score(Score::Mate(-4)), "mate -4");
        assert_eq!(score(Score::Mate(0)), "mate -0");
        assert_eq!(score(Score::Cp(-5)), "cp -5");
    }

    #[test]
    fn outcomes_of_a_search_for_a_mate() {
        let game = new_game("micro").expect("a known variant");
        let mv = game.find("1d1c", Some(Dialect::Usi)).expect("a legal move");
        let said = |verdict: Option<Verdict>| {
            let info = Info {
                depth: 1,
                seldepth: 1,
                multipv: 1,
                score: Score::Mate(1),
                bound: Bound::Exact,
                nodes: 1,
                time: std::time::Duration::ZERO,
                hashfull: 0,
                pv: vec![mv],
            };
            let mate = verdict.map(|verdict| Mate { verdict, refuted: 0 });
            let answer = Answer { best: Some(mv), info: Some(info), mate, ..Answer::default() };
            write(&Event::Answer { game: &*game, answer: &answer, mate: true })
        };
        assert_eq!(said(Some(Verdict::Proved { moves: 1, shortest: false })), "checkmate 1d1c\n");
        assert_eq!(said(Some(Verdict::Refuted)), "checkmate nomate\n");
        assert_eq!(said(Some(Verdict::Unknown)), "checkmate timeout\n");
        assert_eq!(said(None), "checkmate nomate\n");
    }
}

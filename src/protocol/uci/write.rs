//! What a UCI front end is told.

use super::super::settings::Setting;
use super::super::wording::Wording;
use super::variants;
use crate::notation::Dialect;
use crate::search::Score;

/// The words of UCI.
pub const WORDING: Wording = Wording {
    dialect: Dialect::Uci,
    identified: "uciok",
    no_move: "(none)",
    option_name: |setting: Setting| setting.name().to_owned(),
    variants,
    score,
};

/// Mates in moves.
fn score(score: Score) -> String {
    match (score, score.moves()) {
        (Score::Cp(centipawns), _) => format!("cp {centipawns}"),
        (Score::Mate(_), moves) => format!("mate {}", moves.unwrap_or_default()),
    }
}

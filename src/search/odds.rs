//! What a score means for the result.

use super::score::Score;
use crate::rules::{EvalSpec, WinRate};

/// The chances, in permille, that the side with this score wins, draws and loses; they add up to 1000.
#[must_use]
pub fn odds(spec: &EvalSpec, score: Score) -> [u32; 3] {
    let (win, loss) = match score {
        Score::Mate(plies) if plies > 0 => (1000, 0),
        Score::Mate(_) => (0, 1000),
        Score::Cp(centipawns) => {
            let score = f64::from(centipawns);
            (chance(spec.win_rate, score), chance(spec.win_rate, -score))
        }
    };
    [win, 1000u32.saturating_sub(win + loss), loss]
}

/// The chance of a win, in permille, rounded so that two of opposite scores never make more than all.
fn chance(rate: WinRate, score: f64) -> u32 {
    let probability = 1.0 / (1.0 + ((rate.offset - score) / rate.scale).exp());
    (probability * 1000.0).floor() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;
    use crate::variants::SPECS;

    #[test]
    fn odds_are_odds() {
        for spec in SPECS {
            let game = new_game(spec.name).expect("a known variant");
            let mut last = 0;
            for centipawns in (-20_000..=20_000).step_by(50) {
                let [win, draw, loss] = game.odds(Score::Cp(centipawns));
                assert_eq!(win + draw + loss, 1000, "{} {centipawns}", spec.name);
                assert_eq!(game.odds(Score::Cp(-centipawns)), [loss, draw, win]);
                assert!(win >= last, "{} {centipawns}", spec.name);
                last = win;
            }
            assert_eq!(game.odds(Score::Mate(3)), [1000, 0, 0]);
            assert_eq!(game.odds(Score::Mate(-2)), [0, 0, 1000]);
            assert_eq!(game.odds(Score::Mate(0)), [0, 0, 1000]);
        }
    }
}

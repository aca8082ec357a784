//! What is called a mistake, and how accurate play is.

use serde::Serialize;

/// Chances lost, from 0 to 1, that make an inaccuracy, a mistake and a blunder.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.1;
const BLUNDER: f64 = 0.2;

/// What a bad move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// At least 5 % of the winning chances are lost.
    Inaccuracy,
    /// At least 10 %.
    Mistake,
    /// At least 20 %.
    Blunder,
}

impl Mark {
    /// What a move is called that gives away these chances, from 0 to 1.
    #[must_use]
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            _ if loss >= BLUNDER => Some(Self::Blunder),
            _ if loss >= MISTAKE => Some(Self::Mistake),
            _ if loss >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The sign behind the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// PGN's number for it.
    #[must_use]
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Chances from 0 to 1 of wins, draws and losses in permille: a draw is half a win.
#[must_use]
pub(super) fn chance([win, draw, _]: [u32; 3]) -> f64 {
    f64::from(2 * win + draw) / 2000.0
}

/// The chances given away by a move, if the best one has `before` and it has `after`.
#[must_use]
pub(super) fn loss(before: f64, after: f64) -> f64 {
    (before - after).max(0.0)
}

/// How well a side has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// The mean of its moves' accuracies, in percent; 100 if it has made none.
    pub accuracy: f64,
    /// The chances that a move gives away on average, from 0 to 1.
    pub mean_loss: f64,
    /// Moves of each sort.
    pub inaccuracies: usize,
    /// Moves of each sort.
    pub mistakes: usize,
    /// Moves of each sort.
    pub blunders: usize,
}

impl SideSummary {
    /// Sums up moves, each with the chances that it gives away and its mark.
    #[must_use]
    pub fn new(moves: impl Iterator<Item = (f64, Option<Mark>)>) -> Self {
        let mut summary = Self::default();
        let (mut count, mut accuracy) = (0.0, 0.0);
        for (loss, mark) in moves {
            count += 1.0;
            accuracy += accuracy_of(loss);
            summary.mean_loss += loss;
            match mark {
                Some(Mark::Inaccuracy) => summary.inaccuracies += 1,
                Some(Mark::Mistake) => summary.mistakes += 1,
                Some(Mark::Blunder) => summary.blunders += 1,
                None => {}
            }
        }
        summary.accuracy = if count > 0.0 { accuracy / count } else { 100.0 };
        summary.mean_loss /= f64::max(count, 1.0);
        summary
    }
}

/// The accuracy of a move in percent: 100 if it gives nothing away, falling exponentially (the curve is that of lichess.org,
/// "Accuracy metric", 2022).
fn accuracy_of(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_losses() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.199, 0.2, 1.0].map(Mark::of);
        let (inaccuracy, mistake, blunder) = (Some(Mark::Inaccuracy), Some(Mark::Mistake), Some(Mark::Blunder));
        assert_eq!(marks, [None, None, inaccuracy, mistake, mistake, blunder, blunder]);
        let signs =
            [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(|mark| (mark.sign(), mark.glyph(), mark.name()));
        assert_eq!(signs, [("?!", 6, "inaccuracy"), ("?", 2, "mistake"), ("??", 4, "blunder")]);
    }

    #[test]
    fn draws_are_half_wins() {
        assert!((chance([400, 300, 300]) - 0.55).abs() < 1e-9);
        assert!((loss(0.7, 0.4) - 0.3).abs() < 1e-9 && loss(0.4, 0.7) == 0.0);
    }

    #[test]
    fn accuracy_falls_with_loss() {
        let exact = SideSummary::new([(0.0, None)].into_iter());
        let half = SideSummary::new([(0.0, None), (1.0, Some(Mark::Blunder))].into_iter());
        assert!((exact.accuracy - 100.0).abs() < 0.01, "{exact:?}");
        assert!((half.accuracy - 50.0).abs() < 0.5 && (half.mean_loss - 0.5).abs() < 1e-9, "{half:?}");
        assert_eq!((half.blunders, half.mistakes), (1, 0));
        assert!((SideSummary::new(std::iter::empty()).accuracy - 100.0).abs() < 1e-9);
    }
}

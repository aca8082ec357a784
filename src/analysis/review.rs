//! Whole games: every position is searched, and every move judged by the winning chances that it gives away.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use serde::Serialize;

use super::analyst::FittedBrain;
use super::batch::STACK_SIZE;
use super::judgement::{self, Mark, SideSummary};
use super::result::Distance;
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;
use crate::search::{Control, Limits, Mute, Score};

/// Moves of the best line that are kept.
const LINE_PLIES: usize = 6;

/// What a search, or the end of the game, says about a position.
#[derive(Clone, Debug, PartialEq)]
struct Verdict {
    /// For the side to move.
    score: Score,
    /// The chances of the side to move, from 0 to 1.
    chance: f64,
    depth: u32,
    best: Option<u32>,
    line: Vec<u32>,
}

/// A move and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// The ply of the game, from 1.
    pub ply: usize,
    /// Who made it.
    #[serde(serialize_with = "as_text")]
    pub side: Color,
    /// The move in UCI.
    pub uci: String,
    /// The move as PGN writes it.
    pub text: String,
    /// The value of the position after it, for White.
    pub score: Distance,
    /// Plies searched there; 0 if the game was over.
    pub depth: u32,
    /// White's chances after it, from 0 to 1: a win counts as 1, a draw as a half.
    pub white_chance: f64,
    /// The chances that it gives away, from 0 to 1.
    pub loss: f64,
    /// What it is called for that.
    pub mark: Option<Mark>,
    /// The moves within which it could have mated, if it no longer does.
    pub missed_mate: Option<i32>,
    /// The best line instead of it, in PGN notation, if it was not the best move.
    pub better: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn as_text<S: serde::Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(color)
}

/// A game with a judgement of every move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The name of the rule set.
    pub variant: &'static str,
    /// White's chances at the start, from 0 to 1.
    pub white_chance: f64,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// White's play.
    pub white: SideSummary,
    /// Black's play.
    pub black: SideSummary,
}

/// Reviews a game that has been played, with `threads` threads. `progress` hears of every position that is done.
///
/// Each position is searched with an empty table, so the review does not depend on the number of threads unless a time limits it.
///
/// # Errors
/// The system cannot give that many threads.
pub fn review(
    played: &dyn AnyGame,
    limits: &Limits,
    threads: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Review, ThreadPoolBuildError> {
    let mut positions = vec![played.fork()];
    let mut game = played.fork();
    while game.undo() {
        positions.push(game.fork());
    }
    positions.reverse();
    let verdicts = search_all(&positions, limits, threads, progress)?;
    let moves: Vec<ReviewedMove> = (1..positions.len()).map(|ply| judge(ply, &positions, &verdicts)).collect();
    let white_chance = for_white(&*positions[0], verdicts[0].chance);
    let of = |side: Color| SideSummary::new(moves.iter().filter(|mv| mv.side == side).map(|mv| (mv.loss, mv.mark)));
    let (white, black) = (of(Color::White), of(Color::Black));
    Ok(Review { variant: played.spec().name, white_chance, moves, white, black })
}

fn search_all(
    positions: &[Box<dyn AnyGame>],
    limits: &Limits,
    threads: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Verdict>, ThreadPoolBuildError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).stack_size(STACK_SIZE).build()?;
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::with_capacity(positions.len()));
    pool.broadcast(|_| {
        let mut brain = None;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = positions.get(index) else { break };
            let verdict = verdict(&**game, limits, &mut brain);
            verdicts.lock().unwrap_or_else(PoisonError::into_inner).push((index, verdict));
            progress();
        }
    });
    let mut verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    verdicts.sort_by_key(|&(index, _)| index);
    Ok(verdicts.into_iter().map(|(_, verdict)| verdict).collect())
}

fn verdict(game: &dyn AnyGame, limits: &Limits, brain: &mut Option<FittedBrain>) -> Verdict {
    if let Some(outcome) = game.outcome() {
        return of_outcome(outcome, game.turn());
    }
    let brain = FittedBrain::fitting(brain, None, limits);
    let answer = game.search(brain, limits, &Control::new(Instant::now()), &mut Mute);
    let info = answer.info.as_ref();
    let score = info.map_or(Score::Cp(0), |info| info.score);
    let line = info.map(|info| info.pv.clone()).filter(|line| line.first().copied() == answer.best);
    Verdict {
        score,
        chance: judgement::chance(game.odds(score)),
        depth: info.map_or(0, |info| info.depth),
        best: answer.best,
        line: line.unwrap_or_else(|| answer.best.into_iter().collect()),
    }
}

/// A game that is over: won counts as mate in 1, lost as mate in 0.
fn of_outcome(outcome: Outcome, mover: Color) -> Verdict {
    let (score, chance) = match outcome.winner {
        None => (Score::Cp(0), 0.5),
        Some(winner) if winner == mover => (Score::Mate(1), 1.0),
        Some(_) => (Score::Mate(0), 0.0),
    };
    Verdict { score, chance, depth: 0, best: None, line: Vec::new() }
}

fn for_white(game: &dyn AnyGame, chance: f64) -> f64 {
    if game.turn() == Color::White { chance } else { 1.0 - chance }
}

/// Judges the move that led to the position with this index.
fn judge(ply: usize, positions: &[Box<dyn AnyGame>], verdicts: &[Verdict]) -> ReviewedMove {
    let (before, after) = (&*positions[ply - 1], &*positions[ply]);
    let (choice, result) = (&verdicts[ply - 1], &verdicts[ply]);
    let side = before.turn();
    let mv = after.last_move().unwrap_or_default();
    let best = choice.best == Some(mv);
    // The search before the move has looked less deep than the one after it: what the best move loses is its error.
    let loss = if best { 0.0 } else { judgement::loss(choice.chance, 1.0 - result.chance) };
    let mates = |moves: i32| moves > 0;
    let still_mates = best || result.score.moves().is_some_and(|moves| moves <= 0);
    let missed_mate = choice.score.moves().filter(|&moves| mates(moves) && !still_mates);
    let better = if best { Vec::new() } else { before.line(&choice.line, Dialect::Pgn) };
    let text = |dialect| before.line(&[mv], dialect).pop().unwrap_or_default();
    ReviewedMove {
        ply,
        side,
        uci: text(Dialect::Uci),
        text: text(Dialect::Pgn),
        score: white_score(result.score, after.turn()),
        depth: result.depth,
        white_chance: for_white(after, result.chance),
        loss,
        mark: Mark::of(loss),
        missed_mate,
        better: better.into_iter().take(LINE_PLIES).collect(),
    }
}

/// A score for the side to move as White sees it.
fn white_score(score: Score, mover: Color) -> Distance {
    match (Distance::from(score), mover) {
        (seen, Color::White) => seen,
        (Distance::Cp(value), Color::Black) => Distance::Cp(-value),
        // The side to move has lost: there is no move left that could be counted, but White must be seen to have won.
        (Distance::Mate(0), Color::Black) => Distance::Mate(1),
        (Distance::Mate(moves), Color::Black) => Distance::Mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;
    use crate::notation::Form;

    fn review_of(variant: &str, fen: Option<&str>, moves: &[&str]) -> Review {
        let mut game = new_game(variant).expect("a game");
        if let Some(fen) = fen {
            game.set_position(fen, Form::Fen).expect("a position");
        }
        for mv in moves {
            game.push(mv, None).expect("a legal move");
        }
        let limits = Limits { depth: Some(4), ..Limits::default() };
        review(&*game, &limits, 2, &|| ()).expect("threads")
    }

    #[test]
    fn a_queen_that_is_given_away_is_a_blunder() {
        let review = review_of("chess", None, &["e4", "e5", "Qh5", "Nc6", "Qxe5", "Nxe5"]);
        let marks: Vec<_> = review.moves.iter().map(|mv| mv.mark).collect();
        assert_eq!((marks[0], marks[4], marks[5]), (None, Some(Mark::Blunder), None), "{review:?}");
        let blunder = &review.moves[4];
        assert_eq!((blunder.side, blunder.uci.as_str(), blunder.text.as_str()), (Color::White, "h5e5", "Qxe5+"));
        assert!(!blunder.better.is_empty() && blunder.better[0] != "Qxe5+");
        assert!(blunder.white_chance < 0.2 && blunder.loss > 0.2);
        assert_eq!((review.white.blunders, review.black.blunders), (1, 0));
        assert!(review.white.accuracy < review.black.accuracy);
    }

    #[test]
    fn mates_that_are_missed_are_named() {
        let fen = Some("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
        let review_missed = review_of("chess", fen, &["Rb1", "Kg8"]);
        // A rook up, it mates later as well; only what mates no longer is missed.
        let missed = review_of("chess", fen, &["Ra7", "Kg8", "Ra8"]);
        assert_eq!(missed.moves[2].score, Distance::Mate(1), "{missed:?}");
        assert_eq!(missed.moves[2].mark, None);
        assert_eq!(
            review_missed.moves[0].missed_mate.is_some(),
            !matches!(review_missed.moves[0].score, Distance::Mate(_))
        );
        let drawn = review_of("chess", Some("7k/5Q2/7K/8/8/8/8/8 w - - 0 1"), &["Qg6"]);
        assert_eq!((drawn.moves[0].missed_mate, drawn.moves[0].mark), (Some(1), Some(Mark::Blunder)));
        assert_eq!((drawn.moves[0].score, drawn.moves[0].white_chance), (Distance::Cp(0), 0.5));
    }

    #[test]
    fn scores_are_whites_in_every_game() {
        let review = review_of("micro", None, &["d2d3", "a5b4", "a1a2"]);
        assert_eq!(review.moves.len(), 3);
        for mv in &review.moves {
            let Distance::Cp(value) = mv.score else { continue };
            assert!(f64::from(value) * (mv.white_chance - 0.5) >= -1.0, "{mv:?}");
        }
    }
}

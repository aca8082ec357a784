//! A running game: a position and how it came about, so that repetitions and results are known.

use crate::board::{Color, Silent};
use crate::rules::{Outcome, Position, Reason, Sink};

/// A game of `P` from some start position to the current one.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    /// Every position so far; the last one is the current one. Never empty.
    line: Vec<P>,
    /// The moves between them.
    moves: Vec<P::Move>,
    /// What repetition needs to know of every position in `line`.
    trail: Vec<Step>,
}

/// Why the side to move cannot pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PassError {
    /// There is no side to move.
    #[error("the game is over")]
    Over,
    /// It is in check, so the other side would take its king.
    #[error("{0} is in check and cannot pass")]
    InCheck(Color),
    /// The other side would have no move, so the game would be over.
    #[error("if the other side passed, {0} would have no move")]
    NoMove(Color),
}

/// What repetition needs to know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position's key.
    pub key: u64,
    /// Whether the side to move is in check, that is, whether the move that led here gave check.
    pub check: bool,
    /// Whether White is to move.
    pub white: bool,
}

impl Step {
    /// What repetition needs to know of `position`.
    #[must_use]
    pub fn of<P: Position>(position: &P) -> Self {
        // Only games in which perpetual check loses ask for it.
        let check = P::SPEC.repetition.perpetual_check_loses && position.in_check();
        Self { key: position.key(), check, white: position.turn() == Color::White }
    }
}

impl<P: Position> Game<P> {
    /// A game that starts from `start`, which counts as the first occurrence of its position.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { line: vec![start], moves: Vec::new(), trail: vec![Step::of(&start)] }
    }

    /// The current position.
    ///
    /// # Panics
    /// Never: a game always has a position.
    #[must_use]
    pub fn position(&self) -> &P {
        self.line.last().expect("a game always has a position")
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The position before each move of [`moves`](Self::moves), and the current one.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.line
    }

    /// What repetition needs to know of every position so far, the current one last.
    #[must_use]
    pub fn trail(&self) -> &[Step] {
        &self.trail
    }

    /// Makes a legal move. A game that a rule has drawn can be played on: whoever drives the game decides.
    pub fn push(&mut self, mv: P::Move) {
        let mut next = *self.position();
        next.play(mv, &mut Silent);
        self.line.push(next);
        self.moves.push(mv);
        self.trail.push(Step::of(&next));
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.line.pop();
        self.trail.pop();
        Some(mv)
    }

    /// The position if the side to move passed, as the start of a game: what the other side could do then is what it threatens.
    ///
    /// # Errors
    /// The game is over, or passing makes no sense.
    pub fn passed(&self) -> Result<Self, PassError> {
        let position = self.position();
        if self.outcome().is_some() {
            return Err(PassError::Over);
        }
        if position.in_check() {
            return Err(PassError::InCheck(position.turn()));
        }
        let mut next = *position;
        next.pass();
        let game = Self::new(next);
        if game.outcome().is_some() { Err(PassError::NoMove(next.turn())) } else { Ok(game) }
    }

    /// The result, if the game is over at the current position.
    ///
    /// What the board decides comes first (a king captured, no legal move), so a mate on the hundredth ply is a mate;
    /// then repetition, the ply limit and dead material.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if let Some(outcome) = position.decided() {
            return Some(outcome);
        }
        if !has_legal_move(position) {
            return Some(position.stuck());
        }
        if let Some(outcome) = self.repetition() {
            return Some(outcome);
        }
        if P::SPEC.ply_limit.is_some_and(|limit| position.clock() >= limit) {
            return Some(Outcome::draw(Reason::HundredPlies));
        }
        position.dead().map(Outcome::draw)
    }

    /// The indices of earlier occurrences of the current position, latest first.
    fn earlier(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.line.len() - 1;
        let (key, position) = (self.trail[now].key, &self.line[now]);
        (0..now).rev().filter(move |&i| self.trail[i].key == key && self.line[i] == *position)
    }

    fn repetition(&self) -> Option<Outcome> {
        let rule = P::SPEC.repetition;
        let first = self.earlier().nth(rule.occurrences as usize - 2)?;
        Some(judge_repetition::<P>(&self.trail[first..]))
    }
}

/// The result of a repetition whose first occurrence is the first and whose last is the last step of `cycle`.
#[must_use]
pub fn judge_repetition<P: Position>(cycle: &[Step]) -> Outcome {
    let rule = P::SPEC.repetition;
    if rule.perpetual_check_loses
        && let Some(loser) = perpetual_checker(cycle)
    {
        return Outcome::win(!loser, Reason::PerpetualCheck);
    }
    let reason = if rule.occurrences == 3 { Reason::ThreefoldRepetition } else { Reason::FourfoldRepetition };
    if rule.first_side_loses { Outcome::win(Color::Black, reason) } else { Outcome::draw(reason) }
}

/// The side all of whose moves in `cycle` (from its first position to its last) gave check, if there is exactly one.
#[must_use]
pub fn perpetual_checker(cycle: &[Step]) -> Option<Color> {
    let (mut white, mut black) = (true, true);
    for step in cycle.iter().skip(1) {
        // The side that is not to move here has made the move that led here.
        if step.white {
            black &= step.check;
        } else {
            white &= step.check;
        }
    }
    match (white, black) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

/// Whether the side to move has a legal move.
#[must_use]
pub fn has_legal_move<P: Position>(position: &P) -> bool {
    struct Any(bool);
    impl<M> Sink<M> for Any {
        fn push(&mut self, _: M) {
            self.0 = true;
        }
    }
    let mut any = Any(false);
    position.generate(&mut any);
    any.0
}

//! An engine that is asked about single positions instead of playing games.

use std::time::Duration;

use super::client::{CannotPlay, Thinking, Turn};
use super::clock::{Clock, TimeControl};
use super::config::{Engine, Restart};
use super::fault::{Fault, FaultKind};
use super::player::{Failure, House, Player, Reply};
use crate::analysis::{Analyst, Query, Unanswered};
use crate::engine::{self, AnyGame};
use crate::notation::MoveError;
use crate::search::{Answer, Bound, Info, Limits, Reporter};

/// An engine, started when it is first needed, and anew after a fault.
pub struct EngineAnalyst<'a> {
    engine: &'a Engine,
    house: &'a House,
    player: Option<Player>,
    /// Why it is not started any more.
    given_up: Option<Refusal>,
}

/// Why an engine gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    /// It cannot be asked this.
    #[error("{0}")]
    Cannot(CannotPlay),
    /// It has failed.
    #[error("{0}")]
    Failed(#[from] Failure),
    /// It makes a move that there is not.
    #[error("illegal move: {0}")]
    Illegal(#[from] MoveError),
    /// It gives up.
    #[error("it resigns")]
    Resigned,
}

impl<'a> EngineAnalyst<'a> {
    /// An engine that has not been started yet.
    #[must_use]
    pub const fn new(engine: &'a Engine, house: &'a House) -> Self {
        Self { engine, house, player: None, given_up: None }
    }

    /// The engine, started if need be.
    fn player(&mut self) -> Result<Player, Refusal> {
        if let Some(why) = &self.given_up {
            return Err(why.clone());
        }
        match self.player.take() {
            Some(player) => Ok(player),
            // It would fail again.
            None => {
                Player::start(self.engine, self.engine.protocol, self.house).map_err(|failure| self.give_up(failure))
            }
        }
    }

    fn give_up(&mut self, failure: Failure) -> Refusal {
        let why = Refusal::Failed(failure);
        self.given_up = Some(why.clone());
        why
    }

    fn ask(&mut self, query: &Query) -> Result<(Vec<Info>, Answer), Refusal> {
        let control = control(query, self.house.patience)?;
        let mut player = self.player()?;
        match think(&mut player, &*query.game, &control) {
            Ok(asked) => {
                if self.engine.restart != Restart::Always {
                    self.player = Some(player);
                }
                Ok(asked)
            }
            // It lives, but cannot be asked this.
            Err(Refusal::Failed(failure @ Failure::Fault(Fault { kind: FaultKind::Start, .. }))) => {
                self.player = Some(player);
                Err(failure.into())
            }
            Err(Refusal::Failed(failure)) if self.engine.restart == Restart::Never => Err(self.give_up(failure)),
            Err(refusal) => Err(refusal),
        }
    }
}

impl Analyst for EngineAnalyst<'_> {
    fn name(&self) -> Option<&str> {
        Some(&self.engine.name)
    }

    fn search(&mut self, query: &Query, reporter: &mut dyn Reporter) -> Result<Answer, Unanswered> {
        let asked = self.ask(query);
        let refuse = |refusal: Refusal| Unanswered { engine: self.engine.name.clone(), why: words(&refusal) };
        let (infos, answer) = asked.map_err(refuse)?;
        for info in &infos {
            reporter.info(info);
        }
        Ok(answer)
    }
}

/// What people are told.
fn words(refusal: &Refusal) -> String {
    match refusal {
        // Nothing has gone wrong: it cannot do that.
        Refusal::Failed(Failure::Fault(Fault { kind: FaultKind::Start, words })) => words.clone(),
        refusal => refusal.to_string(),
    }
}

/// What limits the answer to a question. A time may be exceeded: this is no game.
fn control(query: &Query, margin: Duration) -> Result<TimeControl, Refusal> {
    let Limits { depth, nodes, movetime, mate, multipv, .. } = query.limits;
    if multipv > 1 {
        return Err(Refusal::Cannot(CannotPlay::Limit("the number of lines (multipv)")));
    }
    // A mate that is only expected need not be looked for as such.
    if mate != query.expected.mate && mate.is_some() {
        return Err(Refusal::Cannot(CannotPlay::Limit("the search to mates")));
    }
    Ok(TimeControl { nodes, depth, movetime, margin, ..TimeControl::default() })
}

/// Asks for the best move; what was said on the way, and the answer.
fn think(player: &mut Player, game: &dyn AnyGame, control: &TimeControl) -> Result<(Vec<Info>, Answer), Refusal> {
    player.can_limit(control)?;
    player.new_game(game)?;
    let (start, moves) = (start(game), game.history(player.dialect()));
    let clocks = [Clock::new(control), Clock::new(control)];
    let reply = player.think(&Turn { game, start: start.as_deref(), moves: &moves, clocks: &clocks })?;
    let mv = reply.mv.as_deref().ok_or(Refusal::Resigned)?;
    let best = game.find(mv, Some(player.dialect()))?;
    let infos: Vec<Info> = player.thoughts().iter().filter_map(|thought| info(game, thought)).collect();
    let answer = answer(best, &reply, infos.last().cloned());
    Ok((infos, answer))
}

/// Where the game began, unless it was the start position of the rule set.
fn start(game: &dyn AnyGame) -> Option<String> {
    let mut first = game.fork();
    while first.undo() {}
    let usual = engine::new_game(game.spec().name).map(|game| game.fen());
    Some(first.fen()).filter(|fen| usual.as_ref() != Some(fen))
}

/// A line of thinking as the search would report it; nothing if it has no score.
fn info(game: &dyn AnyGame, (thinking, line): &(Thinking, Vec<String>)) -> Option<Info> {
    let Thinking { depth, score, nodes, seldepth, time_ms } = *thinking;
    Some(Info {
        depth: depth.unwrap_or(0),
        seldepth: seldepth.or(depth).unwrap_or(0),
        multipv: 1,
        score: score?,
        bound: Bound::Exact,
        nodes: nodes.unwrap_or(0),
        time: Duration::from_millis(time_ms.unwrap_or(0)),
        hashfull: 0,
        pv: bits(game, line),
    })
}

/// The moves of a line, in whichever notation, up to the first word that is none.
fn bits(game: &dyn AnyGame, line: &[String]) -> Vec<u32> {
    let mut game = game.fork();
    let read = |word: &String| {
        let mv = game.find(word, None).ok()?;
        game.play(mv).then_some(mv)
    };
    line.iter().map_while(read).collect()
}

/// The answer, from the move and the last line of thinking.
fn answer(best: u32, reply: &Reply, last: Option<Info>) -> Answer {
    // An engine may change its mind at the end.
    let last = last.map(|info| if info.pv.first() == Some(&best) { info } else { Info { pv: vec![best], ..info } });
    let nodes = last.as_ref().map_or(0, |info| info.nodes);
    Answer { best: Some(best), info: last, nodes, time: reply.elapsed(), ..Answer::default() }
}

//! What UCI and USI have in common, which is nearly all: one way to talk, and the words that differ.

use std::marker::PhantomData;

use super::super::clock::Clock;
use super::super::config::Protocol;
use super::answer::{introduce, line, read, thinking};
use super::{Answer, CannotPlay, Identity, Language, Thinking, Turn};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::{Outcome, Spec};

/// The words of a protocol of this family.
pub trait Wording: Send {
    /// The protocol.
    const PROTOCOL: Protocol;
    /// How moves are written.
    const DIALECT: Dialect;
    /// The first line.
    const HELLO: &'static str;
    /// The last line of the answer to it.
    const WELCOME: &'static str;
    /// The line before a game.
    const NEW_GAME: &'static str;
    /// The option that chooses the variant.
    const VARIANT: &'static str;

    /// Whether a variant can be played without that option; `None` if it cannot be played at all.
    fn needs_no_choice(spec: &Spec) -> Option<bool>;

    /// The position where the game began, as `position` wants it.
    fn start(turn: &Turn<'_>) -> String;

    /// What `go` says about the clocks of a game with clocks, with a blank before it.
    fn clocks(turn: &Turn<'_>) -> String;

    /// The plies to a mate at this distance.
    fn mate(distance: i64) -> i32;

    /// How the result of a game is told to one side, if it is told.
    fn result(outcome: Outcome, side: Color) -> Option<&'static str>;
}

/// A protocol of this family, from the runner's side.
pub struct Worded<W> {
    pub(super) identity: Identity,
    /// The variant that was chosen last.
    variant: Option<&'static str>,
    wording: PhantomData<W>,
}

impl<W> Default for Worded<W> {
    fn default() -> Self {
        Self { identity: Identity::default(), variant: None, wording: PhantomData }
    }
}

impl<W: Wording> Worded<W> {
    /// The line that sets an option, by the name that the engine gave it.
    fn set_option(&self, name: &str, value: &str) -> Result<String, CannotPlay> {
        let option = self.identity.option(name).ok_or_else(|| CannotPlay::Option(name.to_owned()))?;
        let value = if option.kind == "button" { String::new() } else { format!(" value {value}") };
        Ok(format!("setoption name {}{value}", option.name))
    }

    /// The line that chooses the variant, if another one was chosen last.
    fn choose(&mut self, spec: &'static Spec) -> Result<Option<String>, CannotPlay> {
        let refusal = || CannotPlay::Variant(spec.name);
        let needs_no_choice = W::needs_no_choice(spec).ok_or_else(refusal)?;
        if self.variant == Some(spec.name) {
            return Ok(None);
        }
        let line = match self.identity.option(W::VARIANT) {
            Some(_) => Some(self.set_option(W::VARIANT, spec.name)?),
            None if needs_no_choice => None,
            None => return Err(refusal()),
        };
        self.variant = Some(spec.name);
        Ok(line)
    }
}

impl<W: Wording> Language for Worded<W> {
    fn protocol(&self) -> Protocol {
        W::PROTOCOL
    }

    fn dialect(&self) -> Dialect {
        W::DIALECT
    }

    fn greet(&self) -> Vec<String> {
        vec![W::HELLO.to_owned()]
    }

    fn introduced(&mut self, line: &str) -> bool {
        introduce(&mut self.identity, line, W::WELCOME)
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn set(&self, options: &[(String, String)]) -> Result<Vec<String>, CannotPlay> {
        options.iter().map(|(name, value)| self.set_option(name, value)).collect()
    }

    fn new_game(&mut self, game: &dyn AnyGame) -> Result<Vec<String>, CannotPlay> {
        let choice = self.choose(game.spec())?;
        Ok(choice.into_iter().chain([W::NEW_GAME.to_owned()]).collect())
    }

    fn sync(&mut self) -> Option<String> {
        Some("isready".to_owned())
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Vec<String>, CannotPlay> {
        let own = &turn.clocks[turn.game.turn().index()];
        let clocks = if own.is_timed() { W::clocks(turn) } else { String::new() };
        Ok(vec![position(&W::start(turn), turn.moves), format!("go{clocks}{}", limits(own))])
    }

    fn read(&mut self, line: &str) -> Answer {
        read(line)
    }

    fn thinking(&self, line: &str) -> Thinking {
        thinking(line, W::mate)
    }

    fn best_line(&self, text: &str) -> Vec<String> {
        line(text)
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn game_over(&mut self, outcome: Option<Outcome>, white: bool) -> Vec<String> {
        let side = if white { Color::White } else { Color::Black };
        let result = outcome.and_then(|outcome| W::result(outcome, side));
        result.map(|result| format!("gameover {result}")).into_iter().collect()
    }
}

/// The line that says where the game is.
fn position(start: &str, moves: &[String]) -> String {
    if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {}", moves.join(" ")) }
}

/// What limits a move besides the game clock.
fn limits(clock: &Clock) -> String {
    let control = clock.control();
    let time = control.movetime.map(|time| time.as_millis() as u64);
    let limits = [("nodes", control.nodes), ("depth", control.depth.map(u64::from)), ("movetime", time)];
    limits.iter().filter_map(|(name, value)| value.map(|value| format!(" {name} {value}"))).collect()
}

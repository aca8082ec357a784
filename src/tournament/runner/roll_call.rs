//! Before the first game: does every engine start, what does it speak, and does it play the games it is to play?

use super::super::config::{Config, Engine, Protocol};
use super::super::player::{Failure, House, Player};
use super::RunError;
use crate::engine;

/// An engine that is ready to take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it speaks; never [`Protocol::Auto`].
    pub protocol: Protocol,
    /// What it calls itself.
    pub title: Option<String>,
}

/// Starts every engine once, and lets it go again.
///
/// # Errors
/// The first engine that cannot play.
pub fn roll_call(config: &Config, house: &House) -> Result<Vec<Entrant>, RunError> {
    let call = |engine: &Engine| {
        let refuse = |failure| match failure {
            Failure::Fault(fault) => RunError::Engine { engine: engine.name.clone(), fault },
            Failure::Stopped => RunError::Io(std::io::ErrorKind::Interrupted.into()),
        };
        let mut player = Player::start(engine, engine.protocol, house).map_err(refuse)?;
        player.can_limit(engine.clock.as_ref().unwrap_or(&config.rules.clock)).map_err(refuse)?;
        for game in config.rules.variants.iter().filter_map(|name| engine::new_game(name)) {
            player.new_game(&*game).map_err(refuse)?;
        }
        let entrant = Entrant { protocol: player.protocol(), title: player.identity().name.clone() };
        player.quit();
        Ok(entrant)
    };
    config.engines.iter().map(call).collect()
}

//! Engines that have crashed and are not to be started again.

use super::super::config::{Engine, Restart};
use super::super::fault::FaultKind;
use super::super::record::GameRecord;

/// Who does not take part any more. That follows from the games so far, so a run that is resumed knows it, too.
pub(super) struct Absentees {
    /// Each engine's name, whether a crash is its end, and whether it has crashed.
    engines: Vec<(String, bool, bool)>,
}

impl Absentees {
    /// Nobody yet.
    pub fn new(engines: &[Engine]) -> Self {
        let engine = |engine: &Engine| (engine.name.clone(), engine.restart == Restart::Never, false);
        Self { engines: engines.iter().map(engine).collect() }
    }

    /// Takes in a game.
    pub fn see(&mut self, record: &GameRecord) {
        let Some(fault) = record.fault.as_ref().filter(|fault| fault.kind == FaultKind::Crash) else { return };
        for (_, _, crashed) in self.engines.iter_mut().filter(|(name, ..)| *name == fault.engine) {
            *crashed = true;
        }
    }

    /// Whether the engine with this index is one of them.
    pub fn has(&self, engine: usize) -> bool {
        self.engines.get(engine).is_some_and(|&(_, never, crashed)| never && crashed)
    }
}

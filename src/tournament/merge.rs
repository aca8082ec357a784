//! Adding up the parts of a tournament that several machines have played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::journal::{self, JournalError, Plan, Shard};
use super::record::GameRecord;
use super::schedule::{Next, Schedule};

/// Why parts cannot be added up.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A part cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There are no parts.
    #[error("there is nothing to merge")]
    Nothing,
    /// Two parts are of different tournaments.
    #[error("{} and {} are parts of different tournaments: {difference} differs", first.display(), second.display())]
    Other {
        /// A part.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A game is in two parts.
    #[error("game {game} is in {} and in {}", first.display(), second.display())]
    Twice {
        /// The game.
        game: u32,
        /// A part.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

/// A tournament that has been added up.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What was played, all parts together.
    pub plan: Plan,
    /// The games in the order of the schedule.
    pub games: Vec<GameRecord>,
    /// The numbers of games that are in no part, where that can be known: not if a test ends the match.
    pub missing: Vec<u32>,
}

/// Adds up the records in several folders.
///
/// # Errors
/// A folder has no records, two are of different tournaments, or a game is in two of them.
pub fn merge(folders: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut first: Option<(&Path, Plan)> = None;
    let mut games: BTreeMap<u32, (&Path, GameRecord)> = BTreeMap::new();
    for folder in folders {
        let (plan, records) = journal::read(folder)?;
        let (known_folder, known) = first.get_or_insert_with(|| (folder, plan.clone()));
        if let Some(difference) = known.difference(&plan) {
            return Err(MergeError::Other { first: known_folder.to_owned(), second: folder.clone(), difference });
        }
        for record in records {
            let game = record.game;
            if let Some((other, _)) = games.insert(game, (folder, record)) {
                return Err(MergeError::Twice { game, first: other.to_owned(), second: folder.clone() });
            }
        }
    }
    let (_, plan) = first.ok_or(MergeError::Nothing)?;
    let plan = Plan { shard: Shard::WHOLE, ..plan };
    let missing = missing(&plan, &games);
    Ok(Merged { plan, games: games.into_values().map(|(_, record)| record).collect(), missing })
}

fn missing(plan: &Plan, games: &BTreeMap<u32, (&Path, GameRecord)>) -> Vec<u32> {
    if plan.rules.sprt.is_some() {
        return Vec::new();
    }
    let mut schedule = Schedule::new(&plan.rules, plan.engines.len());
    let mut missing = Vec::new();
    while let Next::Round(round) = schedule.next_round() {
        missing.extend(round.iter().map(|planned| planned.game).filter(|game| !games.contains_key(game)));
    }
    missing
}

/// Numbers as ranges: `1-3, 5`.
#[must_use]
pub fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => ranges.push((number, number)),
        }
    }
    let write = |(start, end): (u32, u32)| if start == end { start.to_string() } else { format!("{start}-{end}") };
    ranges.into_iter().map(write).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 5, 8, 9]), "1-3, 5, 8-9");
        assert_eq!(ranges(&[]), "");
    }
}

//! Who meets whom: a schedule is the same on every run, and depends on nothing but the settings and, in formats in which
//! pairings follow from results, on the results of earlier rounds.

mod knockout;
mod ladder;
mod pairings;
mod swiss;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::adjudicate::as_text;
use super::config::Rules;
use super::config::words::{WordError, Words};
use knockout::Knockout;
use ladder::Ladder;
use pairings::Fixed;
use swiss::Swiss;

/// Who meets whom. As text: `round-robin`, `gauntlet seeds=2` (each of the first two engines against all others),
/// `swiss`, `knockout`, `ladder`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Format {
    /// Everyone meets everyone, each round.
    RoundRobin,
    /// Each of the first so many engines meets all others.
    Gauntlet(usize),
    /// Engines with equal points meet, nobody twice if that can be.
    Swiss,
    /// Who loses is out.
    Knockout,
    /// Neighbours meet, and who wins stands above.
    Ladder,
}

impl Format {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet(_) => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
            Self::Ladder => "ladder",
        }
    }

    /// Whether pairings follow from results.
    #[must_use]
    pub const fn is_adaptive(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout | Self::Ladder)
    }
}

impl FromStr for Format {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        const KNOWN: &str = "round-robin, gauntlet [seeds=N], swiss, knockout, ladder";
        let mut words = Words::new(text);
        let format = match words.head().ok_or_else(|| words.lacks("a format"))? {
            "round-robin" => Self::RoundRobin,
            "gauntlet" => Self::Gauntlet(words.number("seeds")?.unwrap_or(1)),
            "swiss" => Self::Swiss,
            "knockout" => Self::Knockout,
            "ladder" => Self::Ladder,
            word => return Err(WordError::Unknown { word: word.to_owned(), known: KNOWN }),
        };
        words.finish(KNOWN).map(|()| format)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gauntlet(seeds) => write!(f, "gauntlet seeds={seeds}"),
            format => f.write_str(format.name()),
        }
    }
}

as_text!(Format);

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its number, from 1, in the order of the schedule.
    pub game: u32,
    /// The number of its pair, from 1: the same opening with colours swapped.
    pub pair: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The index of its rule set.
    pub variant: usize,
    /// The index of the engine that moves first.
    pub white: usize,
    /// The index of the other engine.
    pub black: usize,
    /// The number of its opening, from 0.
    pub opening: usize,
}

/// How two engines did against each other in one round, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The engines.
    pub engines: [usize; 2],
    /// Their half points.
    pub points: [u32; 2],
}

impl Meeting {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<usize> {
        match self.points[0].cmp(&self.points[1]) {
            std::cmp::Ordering::Greater => Some(self.engines[0]),
            std::cmp::Ordering::Less => Some(self.engines[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// A way to pair engines, round by round.
trait Pairer: Send {
    /// The pairings of the next round, given how the last one ended (nothing before the first); `None` at the end. Formats that
    /// do not follow results are not told them.
    fn next(&mut self, last: &[Meeting]) -> Option<Vec<[usize; 2]>>;
}

/// The schedule of a tournament, made round by round.
pub struct Schedule {
    pairer: Box<dyn Pairer>,
    adaptive: bool,
    variants: usize,
    pairs: u32,
    same_openings: bool,
    round: u32,
    games: u32,
    pairs_made: u32,
    /// The pairings of the last round.
    current: Vec<[usize; 2]>,
    /// Games of the last round that have no result yet; only kept if pairings follow from results.
    open: BTreeMap<u32, Planned>,
    /// Half points by pairing of the last round.
    points: Vec<[u32; 2]>,
    /// Results that came before their round was made.
    early: BTreeMap<u32, u32>,
}

/// What a schedule has to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The games of another round.
    Round(VecDeque<Planned>),
    /// It depends on games that have no result yet.
    Wait,
    /// There are no more.
    End,
}

impl Schedule {
    /// The schedule of a tournament of so many engines.
    #[must_use]
    pub fn new(rules: &Rules, engines: usize) -> Self {
        let pairer: Box<dyn Pairer> = match rules.format {
            Format::RoundRobin => Box::new(Fixed::round_robin(engines, rules.rounds)),
            Format::Gauntlet(seeds) => Box::new(Fixed::gauntlet(engines, seeds, rules.rounds)),
            Format::Swiss => {
                let whole = 4 * rules.pairs * rules.variants.len() as u32;
                Box::new(Swiss::new(engines, rules.rounds, whole))
            }
            Format::Knockout => Box::new(Knockout::new(engines)),
            Format::Ladder => Box::new(Ladder::new(engines, rules.rounds)),
        };
        Self {
            pairer,
            adaptive: rules.format.is_adaptive(),
            variants: rules.variants.len(),
            pairs: rules.pairs,
            same_openings: rules.same_openings,
            round: 0,
            games: 0,
            pairs_made: 0,
            current: Vec::new(),
            open: BTreeMap::new(),
            points: Vec::new(),
            early: BTreeMap::new(),
        }
    }

    /// The games of the next round.
    pub fn next_round(&mut self) -> Next {
        if !self.open.is_empty() {
            return Next::Wait;
        }
        let meetings = self.current.iter().zip(&self.points);
        let last: Vec<Meeting> = meetings.map(|(&engines, &points)| Meeting { engines, points }).collect();
        let Some(pairings) = self.pairer.next(&last) else {
            return Next::End;
        };
        self.round += 1;
        self.points = vec![[0; 2]; pairings.len()];
        self.current = pairings;
        let games = self.games_of_round();
        if self.adaptive {
            self.open = games.iter().map(|planned| (planned.game, planned.clone())).collect();
            for planned in &games {
                if let Some(white) = self.early.remove(&planned.game) {
                    self.finish(planned.game, white);
                }
            }
        }
        Next::Round(games)
    }

    fn games_of_round(&mut self) -> VecDeque<Planned> {
        let mut games = VecDeque::new();
        for pairing in self.current.clone() {
            for variant in 0..self.variants {
                for number in 0..self.pairs {
                    games.extend(self.pair(pairing, variant, number));
                }
            }
        }
        games
    }

    /// The two games of a pair, the `number`-th of its pairing.
    fn pair(&mut self, [first, second]: [usize; 2], variant: usize, number: u32) -> [Planned; 2] {
        let opening = if self.same_openings {
            ((self.round - 1) * self.pairs + number) as usize
        } else {
            self.pairs_made as usize / self.variants
        };
        self.pairs_made += 1;
        [[first, second], [second, first]].map(|[white, black]| {
            self.games += 1;
            Planned { game: self.games, pair: self.pairs_made, round: self.round, variant, white, black, opening }
        })
    }

    /// Takes in a result: White's half points. Before the game has been planned, too (when a tournament is resumed).
    pub fn finish(&mut self, game: u32, white: u32) {
        if !self.adaptive {
            return;
        }
        let Some(planned) = self.open.remove(&game) else {
            self.early.insert(game, white);
            return;
        };
        let engines = [planned.white, planned.black];
        let place = self.current.iter().position(|pairing| pairing.iter().all(|engine| engines.contains(engine)));
        if let Some(place) = place {
            let first_is_white = self.current[place][0] == planned.white;
            let points = &mut self.points[place];
            points[usize::from(!first_is_white)] += white;
            points[usize::from(first_is_white)] += 2 - white;
        }
    }
}

#[cfg(test)]
mod tests;

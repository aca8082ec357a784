//! What can be set from outside, under which name and within which bounds.

use std::time::Duration;

use crate::engine::{self, AnyGame};
use crate::rules::Spec;
use crate::search::Skill;

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The size of the transposition table, in MiB.
    Hash,
    /// The number of threads that search.
    Threads,
    /// The number of best lines that are shown.
    MultiPv,
    /// Whether the other side will ask to ponder. It always may, so nothing depends on it.
    Ponder,
    /// The game.
    Variant,
    /// Whether positions are analysed rather than played. The search knows no difference.
    AnalyseMode,
    /// The time between an answer and its arrival on the clock, in ms.
    MoveOverhead,
    /// A button: forget what is in the transposition table.
    ClearHash,
    /// How well to play, up to [`Skill::TOP`].
    SkillLevel,
    /// Whether to play as [`Setting::Elo`] says, not as [`Setting::SkillLevel`] says.
    LimitStrength,
    /// How well to play, on a scale that looks like Elo: its numbers are in order, but are no measured ratings.
    Elo,
    /// Whether to tell the chances of a win, a draw and a loss with a score.
    ShowWdl,
    /// The score, in centipawns below 0, at which to resign a game that the engine plays by itself; 0: never.
    ResignScore,
}

/// The Elo of skill level 0, and of each level more.
const ELO: (u32, u32) = (800, 100);

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number {
        /// The value before anything is set.
        default: u32,
        /// The least value.
        min: u32,
        /// The greatest value.
        max: u32,
    },
    /// True or false.
    Switch {
        /// The value before anything is set.
        default: bool,
    },
    /// The name of a variant.
    Variant,
    /// No value: it is pressed.
    Button,
}

impl Setting {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 13] = [
        Self::Hash,
        Self::Threads,
        Self::MultiPv,
        Self::Ponder,
        Self::Variant,
        Self::AnalyseMode,
        Self::MoveOverhead,
        Self::ClearHash,
        Self::SkillLevel,
        Self::LimitStrength,
        Self::Elo,
        Self::ShowWdl,
        Self::ResignScore,
    ];

    /// The name in UCI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hash => "Hash",
            Self::Threads => "Threads",
            Self::MultiPv => "MultiPV",
            Self::Ponder => "Ponder",
            Self::Variant => "UCI_Variant",
            Self::AnalyseMode => "UCI_AnalyseMode",
            Self::MoveOverhead => "Move Overhead",
            Self::ClearHash => "Clear Hash",
            Self::SkillLevel => "Skill Level",
            Self::LimitStrength => "UCI_LimitStrength",
            Self::Elo => "UCI_Elo",
            Self::ShowWdl => "UCI_ShowWDL",
            Self::ResignScore => "Resign Score",
        }
    }

    /// What values it takes.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Hash => Kind::Number { default: 16, min: 1, max: 65_536 },
            Self::Threads | Self::MultiPv => Kind::Number { default: 1, min: 1, max: 256 },
            Self::MoveOverhead => Kind::Number { default: 10, min: 0, max: 10_000 },
            Self::SkillLevel => Kind::Number { default: Skill::TOP, min: 0, max: Skill::TOP },
            Self::Elo => Kind::Number { default: elo(Skill::TOP), min: elo(0), max: elo(Skill::TOP) },
            Self::ResignScore => Kind::Number { default: 0, min: 0, max: 100_000 },
            Self::Ponder | Self::AnalyseMode | Self::LimitStrength | Self::ShowWdl => Kind::Switch { default: false },
            Self::Variant => Kind::Variant,
            Self::ClearHash => Kind::Button,
        }
    }

    /// Whether it only means something where the engine plays a game by itself, which no other protocol than CECP asks for.
    pub const fn is_for_players(self) -> bool {
        matches!(self, Self::ResignScore)
    }

    /// The value before anything is set; 0 for what is no number.
    pub const fn default_number(self) -> u32 {
        match self.kind() {
            Kind::Number { default, .. } => default,
            Kind::Switch { .. } | Kind::Variant | Kind::Button => 0,
        }
    }

    /// The setting with this name. Case, blanks, underscores and the prefix of a protocol (`USI_Hash`, `UCCI_Variant`) do not
    /// matter: every protocol has rules of its own for them.
    fn named(name: &str) -> Option<Self> {
        let wanted = essence(name);
        Self::ALL.into_iter().find(|setting| essence(setting.name()) == wanted)
    }
}

/// The Elo that stands for a skill level.
const fn elo(level: u32) -> u32 {
    ELO.0 + ELO.1 * level
}

/// What of a name matters.
fn essence(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && *c != '_');
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let stripped = ["uci", "usi", "ucci"].iter().find_map(|prefix| name.strip_prefix(prefix));
    stripped.map(str::to_owned).unwrap_or(name)
}

/// A new value that is in order.
pub enum Change {
    /// [`Setting::Hash`].
    Hash(usize),
    /// [`Setting::Threads`].
    Threads(usize),
    /// [`Setting::MultiPv`].
    MultiPv(usize),
    /// [`Setting::Variant`]: the game at its start position.
    Variant(Box<dyn AnyGame>),
    /// [`Setting::MoveOverhead`].
    MoveOverhead(Duration),
    /// [`Setting::ClearHash`].
    ClearHash,
    /// [`Setting::SkillLevel`].
    Skill(Skill),
    /// [`Setting::LimitStrength`].
    LimitStrength(bool),
    /// [`Setting::Elo`], as a skill.
    Elo(Skill),
    /// [`Setting::ShowWdl`].
    ShowWdl(bool),
    /// [`Setting::ResignScore`].
    ResignScore(Option<i32>),
    /// A setting on which nothing depends.
    Nothing,
}

/// Why a setting cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such setting.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// It needs a value.
    #[error("option '{0}' needs a value")]
    MissingValue(String),
    /// The value is no number within the bounds.
    #[error("option '{name}': '{value}' is no number from {min} to {max}")]
    BadNumber { name: String, value: String, min: u32, max: u32 },
    /// The value is neither true nor false.
    #[error("option '{name}': '{value}' is neither 'true' nor 'false'")]
    BadSwitch { name: String, value: String },
    /// No variant is called so.
    #[error("option '{name}': '{value}' is no variant ({known})")]
    BadVariant { name: String, value: String, known: String },
}

/// Reads a new value for the setting that `name` names; the games that can be chosen are `variants`.
///
/// # Errors
/// There is no such setting, or it takes no such value.
pub fn read_change(name: &str, value: Option<&str>, variants: &[&Spec]) -> Result<Change, SettingError> {
    let setting = Setting::named(name).ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
    let value = || {
        let given = value.map(str::trim).filter(|value| !value.is_empty());
        given.ok_or_else(|| SettingError::MissingValue(name.to_owned()))
    };
    let number = || read_number(setting, name, value()?);
    Ok(match setting {
        Setting::Hash => Change::Hash(number()? as usize),
        Setting::Threads => Change::Threads(number()? as usize),
        Setting::MultiPv => Change::MultiPv(number()? as usize),
        Setting::MoveOverhead => Change::MoveOverhead(Duration::from_millis(number()?.into())),
        Setting::Variant => Change::Variant(read_variant(name, value()?, variants)?),
        Setting::Ponder | Setting::AnalyseMode => read_switch(name, value()?).map(|_| Change::Nothing)?,
        Setting::ClearHash => Change::ClearHash,
        Setting::SkillLevel => Change::Skill(Skill::level(number()?)),
        Setting::LimitStrength => Change::LimitStrength(read_switch(name, value()?)?),
        Setting::Elo => Change::Elo(Skill::percent_of_level((number()? - ELO.0) * 100 / ELO.1)),
        Setting::ShowWdl => Change::ShowWdl(read_switch(name, value()?)?),
        Setting::ResignScore => Change::ResignScore(Some(number()? as i32).filter(|&score| score > 0)),
    })
}

fn read_number(setting: Setting, name: &str, value: &str) -> Result<u32, SettingError> {
    let (min, max) = match setting.kind() {
        Kind::Number { min, max, .. } => (min, max),
        Kind::Switch { .. } | Kind::Variant | Kind::Button => (0, 0),
    };
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| SettingError::BadNumber { name: name.to_owned(), value: value.to_owned(), min, max })
}

fn read_variant(name: &str, value: &str, variants: &[&Spec]) -> Result<Box<dyn AnyGame>, SettingError> {
    let spec = variants.iter().find(|spec| spec.is_called(value));
    spec.and_then(|spec| engine::new_game(spec.name)).ok_or_else(|| {
        let known: Vec<&str> = variants.iter().map(|spec| spec.name).collect();
        SettingError::BadVariant { name: name.to_owned(), value: value.to_owned(), known: known.join(" ") }
    })
}

/// Reads a switch, also as the digit that CECP writes.
fn read_switch(name: &str, value: &str) -> Result<bool, SettingError> {
    let is = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    if is(["true", "1"]) {
        Ok(true)
    } else if is(["false", "0"]) {
        Ok(false)
    } else {
        Err(SettingError::BadSwitch { name: name.to_owned(), value: value.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::SPECS;

    fn error(name: &str, value: Option<&str>) -> String {
        match change(name, value) {
            Ok(_) => panic!("'{name}' takes {value:?}"),
            Err(error) => error.to_string(),
        }
    }

    fn change(name: &str, value: Option<&str>) -> Result<Change, SettingError> {
        read_change(name, value, SPECS)
    }

    #[test]
    fn names_are_those_of_every_protocol() {
        for name in ["UCI_Variant", "USI_Variant", "UCCI_Variant", "uci_variant", "Variant"] {
            assert_eq!(Setting::named(name), Some(Setting::Variant), "{name}");
        }
        assert_eq!(Setting::named("USI_Hash"), Some(Setting::Hash));
        assert_eq!(Setting::named("move  overhead"), Some(Setting::MoveOverhead));
        assert_eq!(Setting::named("MoveOverhead"), Some(Setting::MoveOverhead));
        assert_eq!(Setting::named("Contempt"), None);
        for setting in Setting::ALL {
            assert_eq!(Setting::named(setting.name()), Some(setting));
        }
    }

    #[test]
    fn values_are_checked() {
        assert!(matches!(change("Hash", Some("64")), Ok(Change::Hash(64))));
        assert!(matches!(change("Threads", Some(" 2 ")), Ok(Change::Threads(2))));
        assert!(matches!(change("Ponder", Some("TRUE")), Ok(Change::Nothing)));
        assert!(matches!(change("Clear Hash", None), Ok(Change::ClearHash)));
        assert!(
            matches!(change("UCI_Elo", Some("1850")), Ok(Change::Elo(skill)) if skill == Skill::percent_of_level(1050))
        );
        assert!(matches!(change("Skill Level", Some("20")), Ok(Change::Skill(skill)) if skill.is_full()));
        assert!(matches!(change("UCI_Elo", Some("2800")), Ok(Change::Elo(skill)) if skill.is_full()));
        assert!(matches!(change("UCI_ShowWDL", Some("1")), Ok(Change::ShowWdl(true))));
        assert!(matches!(change("Resign Score", Some("0")), Ok(Change::ResignScore(None))));
        assert!(matches!(change("MultiPV", Some("3")), Ok(Change::MultiPv(3))));
        assert!(matches!(change("UCI_Variant", Some("MicroShogi")), Ok(Change::Variant(_))));
    }

    #[test]
    fn faults_quote_the_value() {
        assert_eq!(error("Hash", None), "option 'Hash' needs a value");
        assert_eq!(error("Hash", Some(" ")), "option 'Hash' needs a value");
        assert_eq!(error("Hash", Some("0")), "option 'Hash': '0' is no number from 1 to 65536");
        assert_eq!(error("Hash", Some("-1")), "option 'Hash': '-1' is no number from 1 to 65536");
        assert_eq!(error("Ponder", Some("maybe")), "option 'Ponder': 'maybe' is neither 'true' nor 'false'");
        assert_eq!(error("USI_Hash", Some("x")), "option 'USI_Hash': 'x' is no number from 1 to 65536");
        assert_eq!(error("Hop", Some("1")), "there is no option 'Hop'");
        assert!(error("UCI_Variant", Some("hop")).starts_with("option 'UCI_Variant': 'hop' is no variant ("));
    }
}

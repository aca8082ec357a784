//! Engines against engines: many games, three protocols, sound records.
//!
//! ```text
//! config      engines.toml and the command line, checked     clock       time controls and a side's clock
//! schedule    who meets whom                                 openings    where games begin
//! process     an engine as a process                         hearing     what it says
//! client      what is said to it, by protocol
//! player      a process and a protocol: moves and faults     game_loop   one game; our rules decide
//! adjudicate  ending games early                             record      what is kept of a game
//! journal     records on disk                                tally       points, statistics, faults
//! pgn         records as PGN                                 merge       parts of a tournament added up
//! check       does an engine keep to its protocol?           analyst     an engine asked about single positions
//! runner      games at the same time, pause, stop, resume
//! ```
//!
//! A game is told from its settings and its number alone, and every finished game is on disk before the next one starts:
//! that is why a run can be killed and resumed, or shared by several machines, and end with the same table. Games run on plain
//! threads, one for each game: they wait for engines nearly all the time, so a pool that balances work (rayon) has
//! nothing to balance.

pub mod adjudicate;
pub mod analyst;
pub mod check;
pub mod client;
pub mod clock;
pub mod config;
pub mod fault;
pub mod game_loop;
mod hearing;
pub mod journal;
pub mod merge;
pub mod openings;
mod pgn;
pub mod player;
pub mod process;
pub mod record;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod tally;
mod transcript;

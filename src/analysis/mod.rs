//! Analysis of many positions and of whole games, and suites of problems.
//!
//! ```text
//! query     a line of text becomes a position with limits and what is expected of the search
//! analyst   who searches a position: this program, or somebody else
//! verdict   whether, and since when, the search found what was expected
//! result    what is reported of a position
//! batch     many lines, searched by several threads
//! judgement what is a mistake, and how accurate play is
//! review    a game, move by move
//! suite     positions with one best move, out of games
//! annotate  a review in words, and in the record of its game
//! ```

mod analyst;
mod annotate;
pub mod batch;
mod judgement;
mod query;
mod result;
mod review;
mod suite;
mod verdict;

pub use analyst::{Analyst, Own, Unanswered};
pub use annotate::{annotate, comment};
pub use judgement::{Mark, SideSummary};
pub use query::{Defaults, Query, QueryError, Refusal, read_query};
pub use result::{Analysis, Distance, MateReport, MateVerdict, Solution};
pub use review::{Review, ReviewedMove, review};
pub use suite::{Problem, Recipe, suite};
pub use verdict::Expected;

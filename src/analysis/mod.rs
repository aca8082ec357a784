//! Analysis of many positions and of whole games.
//!
//! ```text
//! query     a line of text becomes a position with limits and what is expected of the search
//! verdict   whether, and since when, the search found what was expected
//! result    what is reported of a position
//! batch     many lines, searched by several threads
//! ```

pub mod batch;
mod query;
mod result;
mod verdict;

pub use query::{Defaults, Query, QueryError, Refusal, read_query};
pub use result::{Analysis, Distance, Solution};
pub use verdict::Expected;

//! Owns questions for the one of several things that has the most or the least of something, or that changed most:
//! "Which segment grew fastest?", "In which region were most sold?".
//!
//! What is compared are [`Family`]s: rows of a group, the same row of groups or of tables that are built alike, columns
//! of a row. Which family is meant is told by what stands around it ([`Fit`]).

mod asked;
mod families;
mod fit;
mod order;
#[cfg(test)]
mod tests;
mod words;

pub use asked::{Counted, End, Ranking, ranking};
pub use families::{Family, Kind, Member, families};
pub use fit::{Fit, fit};
pub use order::{Basis, Ranked, Standing, ranked};

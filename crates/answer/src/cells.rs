//! Owns which cells of a table of any trade a question may mean: rows and columns by what their labels,
//! groups and headings say, and rows by what stands in their other cells.
//!
//! Refuses to calculate, and to read statements of accounts better than other tables: that is
//! [`crate::choose()`]'s. Pure: how near a label is to the question in meaning, the caller says.

mod alike;
mod course;
mod dimension;
mod ditto;
mod extreme;
mod measures;
mod ranges;
mod shared;
mod sorts;
mod spelling;
mod table;
mod terms;
mod times;
mod weigh;

#[cfg(test)]
mod tests;

pub use measures::{CELL_FEATURES, CellFeatures, CellModel, cell_model};
pub use shared::{ToCompare, to_compare};
pub use table::{CellText, Headings, RowText, TableText};
pub use times::AskedTimes;
pub use weigh::{CellChoice, Meaning, Seek, ValueFit, cells_meant};

//! Answers made of figures: what a table's columns and rows stand for, which cell is meant, and what is calculated of cells.
//!
//! Pure functions of tables and text; nothing is read or written here. What the lines of a statement are
//! called, and how ratios are made of them, a trade's file says (`citelight_trades`). Generic operations (ratio, difference, growth, average) are code.
//!
//! The way of a question: [`read`] makes a tree of operations over lines of it; [`Sheet::read`] reads
//! the document's tables, [`DocumentTables::new`] sorts them by statement; [`calculate()`] finds each line's cell
//! ([`choose()`]) and takes the tree's value, or says what is missing, ambiguous or impossible.

mod calculate;
mod cells;
mod choose;
mod columns;
mod currency;
mod decision;
mod definition;
mod expression;
mod fiscal;
mod formula;
mod label;
mod measures;
mod names;
mod ranking;
mod request;
mod sheet;
mod stretch;
mod time;
mod tokens;
mod totals;
mod trades;
mod written;

#[cfg(test)]
mod tests;

pub use calculate::{Calculated, Counts, Operand, Refusal, calculate, shown_time};
pub use cells::{
    AskedTimes, CELL_FEATURES, CellChoice, CellFeatures, CellModel, CellText, Headings, Meaning,
    RowText, Seek, TableText, ToCompare, ValueFit, cell_model, cells_meant, to_compare,
};
pub use choose::{Choice, DocumentTables, Place, choose};
pub use columns::{Column, Role};
pub use currency::dollars_of;
pub use decision::{Decision, Judgement, Test, decision, judgement};
pub use expression::{Expr, Line, Op};
pub use fiscal::Fiscal;
pub use label::Key;
pub use measures::{Measure, Measures, Statement};
pub use ranking::{
    Basis, Counted, End, Family, Fit, Kind, Member, Ranked, Ranking, Standing, families, fit,
    ranked, ranking,
};
pub use request::{Request, read, read_side, wants_figure};
pub use sheet::{Row, Sheet, SheetCell, Source, Units};
pub use time::Time;
pub use written::{Written, grouped, written};

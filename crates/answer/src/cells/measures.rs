//! What is measured of a cell for a question, and the model that weighs it; a field of a form is a cell, too. The weights are learned from
//! questions with known cells by `citelight-eval train values`.

use std::sync::LazyLock;

use citelight_retrieval::Linear;

/// What is measured of a cell.
///
/// | name | meaning |
/// | --- | --- |
/// | `covered` | weight of the question's words, each counted where it counts most |
/// | `label`, `group`, `heading`, `beside`, `around` | of those that the row's label, its groups, the column's headings, other cells of the row, caption and section hold, and nothing before it in this list |
/// | `over_beside` | of those that the headings of the naming cells hold |
/// | `itself` | of those that the cell itself holds |
/// | `near_label`, `near_heading` | how near they are to the question in meaning |
/// | `rest_heading` | how near the heading is to what is left of the question without the words of the row |
/// | `whole_label`, `whole_heading`, `whole_beside` | share of their own words that the question says |
/// | `agrees` | where either denies something: the label denies what the question denies, and nothing else, 1, or not, -1 |
/// | `unit` | the value bears a unit of the quantity that is asked for, 1, or of another alone, -1 |
/// | `time` | the heading, a group or the title names the time that is asked for, 1, or another, -1 |
/// | `said` | the question says the row's label or the heading word by word, a third for each word behind the first, each up to 1 |
/// | `bound` | the end of a time is asked for, or its beginning: its label names that one, 1, or the other, -1 |
/// | `given` | a figure that the question gives stands where it says, under its heading or in its row, 1, or would be one of what is asked, -1 |
/// | `sort`, `headed`, `fit` | the value is of the sort that is sought, its heading says so, it holds what is sought |
/// | `end` | its row holds the most or the least that is asked for, 1; it names that row, and a name is asked for, 2 |
/// | `repeats`, `points`, `is_label` | it says what the question says; it only points elsewhere; it is a row's label |
/// | `words`, `figure` | logarithm of its number of words; whether it holds a digit |
/// | `blank_label`, `field` | its row has no label; it is a field of a form |
/// | `unlikely` | how unlikely it is that label and value belong together, where geometry does not show it, 0 to 1 |
/// | `table` | 1 for a table on the page of the best passage, less for later ones |
pub const CELL_FEATURES: [&str; 33] = [
    "covered",
    "label",
    "group",
    "heading",
    "beside",
    "around",
    "over_beside",
    "itself",
    "near_label",
    "near_heading",
    "rest_heading",
    "whole_label",
    "whole_heading",
    "whole_beside",
    "agrees",
    "sort",
    "headed",
    "fit",
    "unit",
    "end",
    "repeats",
    "points",
    "is_label",
    "words",
    "figure",
    "table",
    "blank_label",
    "field",
    "unlikely",
    "time",
    "given",
    "said",
    "bound",
];

/// The measurements of a cell, in the order of [`CELL_FEATURES`].
pub type CellFeatures = [f32; CELL_FEATURES.len()];

/// The model that chooses among cells.
pub type CellModel = Linear<{ CELL_FEATURES.len() }>;

/// The model that comes with the program.
///
/// # Panics
/// Never in a tested build: the file is a part of the program and a test reads it.
pub fn cell_model() -> &'static CellModel {
    static MODEL: LazyLock<CellModel> = LazyLock::new(|| {
        Linear::parse(include_str!("../../cells.txt"), &CELL_FEATURES)
            .expect("the program's own weights are sound")
    });
    &MODEL
}

/// The measurements of a cell by their names; see [`CELL_FEATURES`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Measured {
    pub(super) covered: f32,
    pub(super) label: f32,
    pub(super) group: f32,
    pub(super) heading: f32,
    pub(super) beside: f32,
    pub(super) around: f32,
    pub(super) over_beside: f32,
    pub(super) itself: f32,
    pub(super) near_label: f32,
    pub(super) near_heading: f32,
    pub(super) rest_heading: f32,
    pub(super) whole_label: f32,
    pub(super) whole_heading: f32,
    pub(super) whole_beside: f32,
    pub(super) agrees: f32,
    pub(super) sort: f32,
    pub(super) headed: f32,
    pub(super) fit: f32,
    pub(super) unit: f32,
    pub(super) end: f32,
    pub(super) repeats: f32,
    pub(super) points: f32,
    pub(super) is_label: f32,
    pub(super) blank_label: f32,
    pub(super) field: f32,
    pub(super) unlikely: f32,
    pub(super) time: f32,
    pub(super) given: f32,
    pub(super) said: f32,
    pub(super) bound: f32,
}

impl Measured {
    /// The measurements of a cell of this text, in the table of this place.
    pub(super) fn features(&self, text: &str, table: usize) -> CellFeatures {
        let words = text.split_whitespace().count();
        let figure = text.contains(|c: char| c.is_ascii_digit());
        [
            self.covered,
            self.label,
            self.group,
            self.heading,
            self.beside,
            self.around,
            self.over_beside,
            self.itself,
            self.near_label,
            self.near_heading,
            self.rest_heading,
            self.whole_label,
            self.whole_heading,
            self.whole_beside,
            self.agrees,
            self.sort,
            self.headed,
            self.fit,
            self.unit,
            self.end,
            self.repeats,
            self.points,
            self.is_label,
            (1.0 + words as f32).ln(),
            f32::from(figure),
            1.0 / (1.0 + table as f32),
            self.blank_label,
            self.field,
            self.unlikely,
            self.time,
            self.given,
            self.said,
            self.bound,
        ]
    }
}

//! How well the cells of tables fit a question.

use std::collections::HashMap;

use citelight_core::QuestionSort;
use citelight_retrieval::Concept;
use citelight_text::{Stem, Vocabulary};

use super::dimension::Dimensions;
use super::extreme::{Extreme, ends, extreme};
use super::measures::{CellFeatures, CellModel, Measured, cell_model};
use super::shared::{Shared, is_worded};
use super::sorts::{Bound, is_sign, label_within, points};
use super::table::TableText;
use super::terms::{Held, MOST_TERMS, Terms};
use super::times::AskedTimes;

/// What a word of the question counts by where it stands: in the cell's row or column, or around its
/// table. Set by hand.
const IN_LABEL: f32 = 1.0;
const IN_GROUP: f32 = 0.95;
const IN_HEADING: f32 = 1.0;
const BESIDE: f32 = 0.85;
const OVER_BESIDE: f32 = 0.4;
const IN_CAPTION: f32 = 0.6;
const IN_SECTION: f32 = 0.45;
const IN_ITSELF: f32 = 0.35;
/// Words of a group or a title that may name the time of all below it.
const SHORT_TITLE: usize = 6;
/// What a question must say of a heading's words to name its column.
const MOST_OF_HEADING: f32 = 0.6;
/// What a question must say of a label's words, and how many of them, where nothing stands behind it. Set by
/// hand.
const MOST_OF_BLANK: f32 = 0.7;
const FEWEST_NAMING: f32 = 2.0;
/// Cosine of texts that have nothing to do with each other.
const UNRELATED: f32 = 0.2;
/// What a row or a column must share with the question, in words or in meaning.
pub(super) const LEAST_SHARE: f32 = 0.08;
const LEAST_NEAR: f32 = 0.25;

/// How near texts are in meaning, 0 to 1; `None` where nobody knows.
#[derive(Clone, Copy)]
pub struct Meaning<'a> {
    /// A label or a heading to the question.
    pub whole: &'a dyn Fn(&str) -> Option<f32>,
    /// A heading, which comes second, to what is left of the question without the words that name a row.
    pub rest: &'a dyn Fn(&str, &str) -> Option<f32>,
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Seek<'a> {
    /// The question.
    pub question: &'a str,
    /// Its words in lower case without stop words, their stems, and what each counts, in sum 1.
    pub words: &'a [String],
    /// See `words`.
    pub stems: &'a [Stem],
    /// See `words`.
    pub weights: &'a [f32],
    /// How it asks.
    pub sort: QuestionSort,
    /// Whether it asks for a figure.
    pub figure: bool,
    /// Whether it asks for a number that names something.
    pub code: bool,
    /// The times that it names.
    pub times: &'a AskedTimes,
    /// What it asks for by another name than documents have.
    pub concepts: &'a [Concept],
}

/// A cell that a question may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct CellChoice {
    /// Its table's place among those given.
    pub table: usize,
    /// Its row's place in [`TableText::rows`], and its own in that row.
    pub row: usize,
    /// See `row`.
    pub cell: usize,
    /// Where the cell names its row: the cell of the row that the question speaks of.
    pub by: Option<usize>,
    /// The cells that the question means as much, each by its row and its place in it, in order and its own
    /// among them: of its column where the question names no row, of its row where it names no heading and
    /// they hold values of one form; empty where there are none besides it, or too many.
    pub alike: Vec<(usize, usize)>,
    /// Whether the question says most of its row's label.
    pub named: bool,
    /// How well it fits; comparable within one question.
    pub score: f32,
    /// The measurements that it is made of.
    pub features: CellFeatures,
}

/// How well a value holds what is sought, 0 to 1: its text behind what its heading says, and where in it the
/// value begins.
pub type ValueFit<'a> = &'a dyn Fn(&str, usize) -> f32;

/// The cells that a question may mean, best first, at most `most`.
pub fn cells_meant(
    tables: &[TableText],
    seek: &Seek<'_>,
    vocabulary: &Vocabulary,
    meaning: Meaning<'_>,
    fit: ValueFit<'_>,
    most: usize,
) -> Vec<CellChoice> {
    let terms = Terms::new(seek, vocabulary);
    let shared: Vec<Shared> = tables.iter().map(|table| Shared::of(table, &terms)).collect();
    // A question that names its row asks for no other row.
    let wanted = extreme(seek.question).filter(|_| !shared.iter().any(|one| one.names_row(&terms)));
    let fits: Vec<Fit<'_>> = tables
        .iter()
        .zip(&shared)
        .map(|(table, shared)| Fit { table, seek, terms: &terms, shared, meaning, fit, wanted })
        .collect();
    let model = cell_model();
    let mut choices: Vec<CellChoice> =
        fits.iter().enumerate().flat_map(|(at, fit)| fit.choices(at, model)).collect();
    choices.sort_by(|a, b| b.score.total_cmp(&a.score));
    choices.truncate(most);
    for choice in &mut choices {
        choice.alike = fits[choice.table].alike(choice);
    }
    choices
}

/// One table against the question.
pub(super) struct Fit<'a> {
    pub(super) table: &'a TableText,
    pub(super) seek: &'a Seek<'a>,
    pub(super) terms: &'a Terms<'a>,
    pub(super) shared: &'a Shared,
    meaning: Meaning<'a>,
    fit: ValueFit<'a>,
    pub(super) wanted: Option<Extreme>,
}

impl Fit<'_> {
    fn choices(&self, table: usize, model: &CellModel) -> Vec<CellChoice> {
        let ends = self.wanted.map(|end| ends(self.table, end)).unwrap_or_default();
        let time = |text: &str| self.seek.times.met(text, self.table.fiscal);
        let over = |text: &String| {
            (self.near(text), self.terms.named(text), time(text), self.terms.says(text))
        };
        let sets = self.table.headings.iter();
        let over: Vec<Vec<(f32, f32, f32, f32)>> =
            sets.map(|set| set.texts.iter().map(over).collect()).collect();
        let asked = Dimensions::asked(self.seek.question);
        let bound = Bound::asked(self.seek.question);
        let currencies = self.table.currencies();
        let mut choices = Vec::new();
        for (at, row) in self.table.rows.iter().enumerate() {
            let path = self.table.path(row);
            let near_label = self.near(&path);
            let short = |text: &&String| text.split_whitespace().count() <= SHORT_TITLE;
            let titles = row.groups.iter().rev().chain([&self.table.caption]).filter(short);
            let time_of = |title: &String| match time(title) {
                0.0 if self.terms.is_of_other_months(title) => -1.0,
                met => met,
            };
            let around_time = titles.map(time_of).find(|met| *met != 0.0);
            let around_time = around_time.unwrap_or_default();
            let label = path.rsplit(" > ").next().unwrap_or_default();
            // A number by itself may be a rank or a count and names little.
            let headed = self.shared.headings[row.headings].first().is_some_and(|held| *held != 0);
            let telling = headed || is_worded(label) || label.len() > 3;
            let whole_label = if telling { self.terms.named(label) } else { 0.0 };
            let words = label.split_whitespace().count() as f32;
            let named = whole_label >= MOST_OF_BLANK && whole_label * words >= FEWEST_NAMING;
            let unit = self.table.unit(row);
            // What speaks for the row, by the cell that names it.
            let mut of_row: HashMap<Option<usize>, (f32, f32)> = HashMap::new();
            let mut named_by = |by: Option<usize>| {
                let naming = by.map_or("", |at| &row.cells[at].text);
                *of_row.entry(by).or_insert_with(|| {
                    let agrees = self.terms.agreement(&[&path, naming].join(" "));
                    (agrees, self.terms.says(if by.is_some() { naming } else { label }))
                })
            };
            // What ends in a colon wants its value, and is none.
            let cells = row.cells.iter().enumerate();
            let cells = cells.filter(|(_, cell)| !cell.text.ends_with(':') && !is_sign(&cell.text));
            for (place, cell) in cells {
                let Some((mut measured, by)) = self.evidence(at, place, near_label, &ends) else {
                    continue;
                };
                let column = cell.column;
                let (agrees, said_of_row) = named_by(by);
                if self.table.is_label(row, column) {
                    measured.is_label = 1.0;
                } else {
                    measured.near_label = near_label;
                    measured.whole_label = whole_label;
                    measured.agrees = agrees;
                }
                let over = over[row.headings].get(column).copied();
                let (near, whole, time, said) = over.unwrap_or_default();
                measured.said = said + said_of_row;
                let (of_label, ..) = &self.shared.rows[at];
                let heading = self.shared.headings[row.headings].get(column).copied();
                measured.near_heading = near;
                measured.time = if time == 0.0 { around_time } else { time };
                // Words that name the row already do not name the column as well.
                if heading.is_some_and(|held| held & !of_label != 0) {
                    measured.whole_heading = whole;
                }
                let heading = self.table.heading(row, cell);
                (measured.sort, measured.headed) = self.of_sort((heading, label), &cell.text);
                measured.bound = bound.met(&[&path, heading].join(" "));
                let unit = unit.filter(|unit| *unit != cell.text).unwrap_or("");
                measured.unit = asked.met(&[heading, unit].join(" "), &cell.text);
                let mark = cell.currency(&currencies).map(String::from).unwrap_or_default();
                let labelled = [heading, &mark, ""].join(" ");
                let value = [&cell.text, unit].join(" ");
                measured.fit = (self.fit)(&(labelled.clone() + value.trim_end()), labelled.len());
                let timeless = self.seek.sort == QuestionSort::When && measured.fit == 0.0;
                if timeless && !cell.text.is_empty() {
                    continue;
                }
                if cell.text.is_empty() && named {
                    // What is not there is of no wrong sort.
                    (measured.sort, measured.fit) = (1.0, 0.5);
                }
                measured.blank_label = f32::from(path.is_empty());
                measured.field = f32::from(self.table.of_fields);
                measured.unlikely = row.unlikely;
                let features = measured.features(&cell.text, table);
                let score = model.score(&features);
                let alike = Vec::new();
                choices.push(CellChoice {
                    table,
                    row: at,
                    cell: place,
                    by,
                    alike,
                    named,
                    score,
                    features,
                });
            }
        }
        choices
    }

    /// How much nearer in meaning a text is than any two texts are.
    pub(super) fn near(&self, text: &str) -> f32 {
        ((self.meaning.whole)(text).unwrap_or_default() - UNRELATED).max(0.0)
    }

    /// What speaks for a cell in words, and the cell that its row is named by where that is not its
    /// label. `None` where nothing names its row or where it is a label that nobody asked for.
    fn evidence(
        &self,
        row: usize,
        place: usize,
        near_label: f32,
        ends: &[(usize, usize)],
    ) -> Option<(Measured, Option<usize>)> {
        let text = &self.table.rows[row];
        let cell = &text.cells[place];
        let (label, groups, cells) = &self.shared.rows[row];
        let is_label = self.table.is_label(text, cell.column);
        let set = &self.shared.headings[text.headings];
        let heading = |column: usize| set.get(column).copied().unwrap_or(0);
        let over = (cell.column..cell.column + cell.columns).fold(0, |all, c| all | heading(c));
        let own = cells[place];
        // "Weight 2.6 kg" is headed by itself.
        let over = over | self.terms.meant(label_within(&cell.text));
        let (mut beside, mut over_beside, mut by) = (0, 0, None);
        let mut given = 0.0;
        for (at, other) in text.cells.iter().enumerate() {
            let plain = at != place && !self.table.is_label(text, other.column);
            let naming = &self.shared.naming[row];
            if plain && naming[at] != 0 {
                // Of "UK 16" the number stands under that heading, and is none of what else is asked. "5 days"
                // says itself what it counts.
                let (figures, its_heading) = (self.terms.figures(cells[at]), heading(other.column));
                let counted = cells[at] & !figures;
                if self.terms.beside(figures, its_heading & !over | counted) {
                    given = 1.0;
                } else if given == 0.0 && self.terms.beside(figures, over & !its_heading) {
                    given = -1.0;
                }
                over_beside |= heading(other.column);
                let more = self.terms.weight(naming[at]);
                if by.is_none_or(|by: usize| more > self.terms.weight(naming[by])) {
                    by = Some(at);
                }
                beside |= naming[at];
            }
        }
        let label = if is_label { 0 } else { *label };
        let end = ends.iter().find(|(_, holder)| *holder == row).filter(|(column, _)| {
            let all = set.iter().any(|held| *held != 0);
            heading(*column) != 0 || !all
        });
        // In a timetable a column is named by what another row says.
        let said = self.shared.said_in_column(cell.column, row);
        let said = if !is_label && label & !said != 0 { said } else { 0 };
        if said != 0 {
            given = 1.0;
        }
        let row_words = label | groups | beside;
        let row_share = self.terms.weight(row_words);
        let asks_label = matches!(
            self.seek.sort,
            QuestionSort::Which
                | QuestionSort::Who
                | QuestionSort::WhatIs
                | QuestionSort::When
                | QuestionSort::Where
        );
        if self.table.of_fields && is_label {
            return None;
        }
        // A label answers where the question speaks of what else its row says.
        if is_label && end.is_none() && self.terms.weight(beside) < 2.0 * LEAST_SHARE {
            return None;
        }
        // Of fields few are left, chosen by all of their words.
        let is_named = row_share >= LEAST_SHARE || near_label >= LEAST_NEAR;
        // A column that the question names may hold what a row calls otherwise.
        let is_named = is_named
            || self.terms.weight(over) >= 2.0 * LEAST_SHARE
                && self.terms.named(self.table.heading(text, cell)) >= MOST_OF_HEADING;
        if !is_named && end.is_none() && !self.table.of_fields {
            return None;
        }
        let around = self.shared.around.0 | self.shared.around.1;
        let heading_text = self.table.heading(text, cell);
        let field_label = self.table.of_fields.then(|| self.table.label(text));
        let called = field_label.as_deref().unwrap_or(heading_text);
        let rest = || (self.meaning.rest)(&self.terms.rest(row_words), heading_text);
        let mut measured = Measured {
            covered: self.covered(&[
                (label, IN_LABEL),
                (*groups, IN_GROUP),
                (over, IN_HEADING),
                (beside | said, BESIDE),
                (over_beside, OVER_BESIDE),
                (self.shared.around.0, IN_CAPTION),
                (self.shared.around.1, IN_SECTION),
                (own, IN_ITSELF),
            ]),
            label: self.terms.weight(label),
            group: self.terms.weight(groups & !label),
            heading: self.terms.weight(over & !(label | groups)),
            beside: self.terms.weight(beside & !(label | groups | over)),
            around: self.terms.weight(around & !(row_words | over)),
            over_beside: self.terms.weight(over_beside),
            itself: self.terms.weight(own),
            given,
            rest_heading: (rest().unwrap_or_default() - UNRELATED).max(0.0),
            whole_beside: by.map_or(0.0, |at| self.terms.named(&text.cells[at].text)),
            repeats: f32::from(self.terms.named(&cell.text) >= 0.6),
            points: f32::from(
                over == 0 && points(heading_text, &cell.text) || self.is_beside_the_point(called),
            ),
            ..Measured::default()
        };
        if let Some((column, _)) = end
            && (is_label || *column == cell.column || self.seek.sort != QuestionSort::Which)
        {
            // Who asks which one it is wants its name, and not the figure.
            measured.end = if is_label && asks_label { 2.0 } else { 1.0 };
            if is_label {
                let of_end = text.cells.iter().position(|other| other.column == *column);
                by = of_end;
                measured.covered += self.terms.weight(heading(*column) & !over);
            }
        }
        Some((measured, by.filter(|_| is_label || label == 0)))
    }

    /// The weight of the question's words, each counted where it counts most.
    fn covered(&self, places: &[(Held, f32)]) -> f32 {
        let weights = self.seek.weights.iter().take(MOST_TERMS).enumerate();
        weights
            .map(|(at, weight)| {
                let held = places.iter().filter(|(held, _)| held & (1 << at) != 0);
                weight * held.map(|(_, counts)| *counts).fold(0.0, f32::max)
            })
            .sum()
    }
}

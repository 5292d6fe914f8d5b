//! How well the cells of tables fit a question.

use citelight_core::QuestionSort;
use citelight_text::{Stem, Vocabulary, WordList};

use super::dimension::Dimensions;
use super::extreme::{Extreme, ends, extreme};
use super::measures::{CellFeatures, CellModel, Measured, cell_model};
use super::shared::{Shared, is_worded};
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
/// Cosine of texts that have nothing to do with each other.
const UNRELATED: f32 = 0.2;
/// What such columns are headed with.
const POINTERS: WordList = WordList::new(
    "article clause item line no note number page para paragraph ref reference section step",
);
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
    /// The times that it names.
    pub times: &'a AskedTimes,
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
    /// How well it fits; comparable within one question.
    pub score: f32,
    /// The measurements that it is made of.
    pub features: CellFeatures,
}

/// Whether a text is a time of day: "22:40".
fn is_clock(text: &str) -> bool {
    let (hours, minutes) = text.trim().split_once([':', '.']).unwrap_or_default();
    let two = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    text.contains(':') && two(hours) && two(minutes)
}

/// Whether a cell only says where something stands: a number under a heading such as "Clause".
pub(super) fn points(heading: &str, text: &str) -> bool {
    let number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '(' | ')');
    let numbered = text.contains(|c: char| c.is_ascii_digit())
        && text.len() <= 8
        && text.trim().chars().all(number);
    let heading = heading.to_lowercase();
    let mut words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    numbered && words.next().is_some_and(|word| POINTERS.contains(word)) && words.next().is_none()
}

/// The cells that a question may mean, best first, at most `most`. `fit` says how well a value behind its
/// heading holds what is sought, 0 to 1.
pub fn cells_meant(
    tables: &[TableText],
    seek: &Seek<'_>,
    vocabulary: &Vocabulary,
    meaning: Meaning<'_>,
    fit: &dyn Fn(&str) -> f32,
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
    fit: &'a dyn Fn(&str) -> f32,
    pub(super) wanted: Option<Extreme>,
}

impl Fit<'_> {
    fn choices(&self, table: usize, model: &CellModel) -> Vec<CellChoice> {
        let ends = self.wanted.map(|end| ends(self.table, end)).unwrap_or_default();
        let time = |text: &str| self.seek.times.met(text, self.table.fiscal);
        let over = |text: &String| (self.near(text), self.terms.named(text), time(text));
        let sets = self.table.headings.iter();
        let over: Vec<Vec<(f32, f32, f32)>> =
            sets.map(|set| set.texts.iter().map(over).collect()).collect();
        let asked = Dimensions::asked(self.seek.question);
        let currencies = self.table.currencies();
        let mut choices = Vec::new();
        for (at, row) in self.table.rows.iter().enumerate() {
            let path = self.table.path(row);
            let near_label = self.near(&path);
            let label = path.rsplit(" > ").next().unwrap_or_default();
            let agrees = self.terms.agreement(&path);
            // A number by itself may be a rank or a count and names little.
            let headed = self.shared.headings[row.headings].first().is_some_and(|held| *held != 0);
            let telling = headed || is_worded(label) || label.len() > 3;
            let whole_label = if telling { self.terms.named(label) } else { 0.0 };
            // What ends in a colon wants its value, and is none.
            let cells = row.cells.iter().enumerate().filter(|(_, cell)| !cell.text.ends_with(':'));
            for (place, cell) in cells {
                let Some((mut measured, by)) = self.evidence(at, place, near_label, &ends) else {
                    continue;
                };
                let column = cell.column;
                if self.table.is_label(row, column) {
                    measured.is_label = 1.0;
                } else {
                    measured.near_label = near_label;
                    measured.whole_label = whole_label;
                    measured.agrees = agrees;
                }
                let over = over[row.headings].get(column).copied();
                let (near, whole, time) = over.unwrap_or_default();
                let (label, ..) = &self.shared.rows[at];
                let heading = self.shared.headings[row.headings].get(column).copied();
                measured.near_heading = near;
                measured.time = time;
                // Words that name the row already do not name the column as well.
                if heading.is_some_and(|held| held & !label != 0) {
                    measured.whole_heading = whole;
                }
                let heading = self.table.heading(row, cell);
                (measured.sort, measured.headed) = self.of_sort(heading, &cell.text);
                measured.unit = asked.met(heading, &cell.text);
                let mark = cell.currency(&currencies).map(String::from).unwrap_or_default();
                measured.fit = (self.fit)(&[heading, &mark, &cell.text].join(" "));
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
        let (mut beside, mut over_beside, mut by) = (0, 0, None);
        for (at, other) in text.cells.iter().enumerate() {
            let plain = at != place && !self.table.is_label(text, other.column);
            if plain && cells[at] != 0 {
                over_beside |= heading(other.column);
                let more = self.terms.weight(cells[at]);
                if by.is_none_or(|by: usize| more > self.terms.weight(cells[by])) {
                    by = Some(at);
                }
                beside |= cells[at];
            }
        }
        let label = if is_label { 0 } else { *label };
        let end = ends.iter().find(|(_, holder)| *holder == row).filter(|(column, _)| {
            let all = set.iter().any(|held| *held != 0);
            heading(*column) != 0 || !all
        });
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
        if is_label && end.is_none() {
            let asked = over & !beside != 0 || (asks_label && beside & !over != 0);
            if !asked || self.terms.weight(beside) < 2.0 * LEAST_SHARE {
                return None;
            }
        }
        // Of fields few are left, chosen by all of their words.
        let is_named = row_share >= LEAST_SHARE || near_label >= LEAST_NEAR;
        if !is_named && end.is_none() && !self.table.of_fields {
            return None;
        }
        let around = self.shared.around.0 | self.shared.around.1;
        let heading_text = self.table.heading(text, cell);
        let rest = || (self.meaning.rest)(&self.terms.rest(row_words), heading_text);
        let mut measured = Measured {
            covered: self.covered(&[
                (label, IN_LABEL),
                (*groups, IN_GROUP),
                (over, IN_HEADING),
                (beside, BESIDE),
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
            rest_heading: (rest().unwrap_or_default() - UNRELATED).max(0.0),
            whole_beside: by.map_or(0.0, |at| self.terms.named(&text.cells[at].text)),
            repeats: f32::from(self.terms.named(&cell.text) >= 0.6),
            points: f32::from(over == 0 && points(heading_text, &cell.text)),
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

    /// Whether a cell holds what is sought by its own words, -1 to 1, and whether its heading says so.
    fn of_sort(&self, heading: &str, text: &str) -> (f32, f32) {
        let heading = heading.to_lowercase();
        let headed = |words: &[&str]| f32::from(words.iter().any(|word| heading.contains(word)));
        let digits = text.contains(|c: char| c.is_ascii_digit());
        let letters = text.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        let timed = digits || citelight_text::month(&text.to_lowercase()).is_some();
        let signed = |good: bool| if good { 1.0 } else { -1.0 };
        match self.seek.sort {
            QuestionSort::Amount => (signed(digits && !is_clock(text)), 0.0),
            _ if self.seek.figure => (signed(digits), 0.0),
            QuestionSort::When => (
                signed(timed || text.contains("day")),
                headed(&["date", "time", "day", "when", "due", "deadline"]),
            ),
            QuestionSort::Who => {
                (signed(letters), headed(&["name", "person", "contact", "by", "who"]))
            }
            QuestionSort::Where => (
                signed(letters || digits),
                headed(&["place", "location", "room", "venue", "where", "address", "site"]),
            ),
            _ => (0.0, 0.0),
        }
    }
}

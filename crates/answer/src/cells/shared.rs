//! What tables share with a question in words, and what of both is worth comparing by meaning.

use std::collections::HashSet;

use citelight_text::Vocabulary;

use super::table::{CellText, Headings, RowText, TableText};
use super::terms::{Held, Terms};
use super::weigh::{LEAST_SHARE, Seek};

/// What a table's rows and columns share with the question.
pub(super) struct Shared {
    pub(super) around: (Held, Held),
    /// Of each of the table's sets of headings.
    pub(super) headings: Vec<Vec<Held>>,
    /// Of each row: its label, its groups, and its cells.
    pub(super) rows: Vec<(Held, Held, Vec<Held>)>,
    /// Of each row's cells what names the row: what they hold, with the heading right beside which the question
    /// says their figures: "UK 16".
    pub(super) naming: Vec<Vec<Held>>,
    /// The figures of several digits that the question says, in rows that it names by their labels: column,
    /// row, and the words.
    pub(super) said: Vec<(usize, usize, Held)>,
}

impl Shared {
    pub(super) fn of(table: &TableText, terms: &Terms<'_>) -> Shared {
        let row = |row: &RowText| {
            let cells: Vec<Held> = row.cells.iter().map(|cell| terms.meant(&cell.text)).collect();
            let labels =
                row.cells.iter().zip(&cells).filter(|(c, _)| table.is_label(row, c.column));
            let label = labels.fold(0, |all, (_, held)| all | held);
            (label, terms.meant(&row.groups.join(" ")), cells)
        };
        let rows: Vec<(Held, Held, Vec<Held>)> = table.rows.iter().map(row).collect();
        let said =
            rows.iter().zip(&table.rows).enumerate().flat_map(|(at, ((label, _, held), row))| {
                let said = row.cells.iter().zip(held).filter(move |(cell, held)| {
                    *label != 0 && is_figure(&cell.text) && terms.figures(**held) != 0
                });
                said.map(move |(cell, held)| (cell.column, at, held | label))
            });
        let said = said.collect();
        let held = |set: &Headings| set.texts.iter().map(|text| terms.meant(text)).collect();
        let headings: Vec<Vec<Held>> = table.headings.iter().map(held).collect();
        let naming = rows.iter().zip(&table.rows).map(|((.., cells), row)| {
            let names = |(cell, held): (&CellText, &Held)| {
                let over = headings[row.headings].get(cell.column).copied().unwrap_or(0);
                let beside = terms.beside(terms.figures(*held), over);
                terms.naming(&cell.text, *held) | if beside { over } else { 0 }
            };
            row.cells.iter().zip(cells).map(names).collect()
        });
        let naming = naming.collect();
        Shared {
            around: (terms.meant(&table.caption), terms.meant(&table.section)),
            headings,
            rows,
            naming,
            said,
        }
    }

    /// What the question says in a column of other rows that it names: "the 10:43 from Hill Street".
    pub(super) fn said_in_column(&self, column: usize, row: usize) -> Held {
        let said = self.said.iter().filter(|(at, other, _)| *at == column && *other != row);
        said.fold(0, |all, (.., held)| all | held)
    }

    /// Whether the labels of few rows hold words of the question.
    pub(super) fn names_row(&self, terms: &Terms<'_>) -> bool {
        let weights = self.rows.iter().map(|(label, ..)| terms.weight(*label));
        let named = weights.filter(|weight| *weight >= 2.0 * LEAST_SHARE).count();
        named > 0 && 3 * named < self.rows.len()
    }
}

/// Texts whose meaning is worth comparing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToCompare {
    /// Labels and headings, those of the tables that share most with the question first.
    pub labels: Vec<String>,
    /// What is left of the question without the words that name a row, for the rows that share most with it.
    pub rests: Vec<String>,
}

/// What of tables and a question is compared by meaning: so many labels and headings, and so many rests of the
/// question, at most.
pub fn to_compare(
    tables: &[TableText],
    seek: &Seek<'_>,
    vocabulary: &Vocabulary,
    (most_labels, most_rests): (usize, usize),
) -> ToCompare {
    let terms = Terms::new(seek, vocabulary);
    let mut ranked: Vec<(f32, String)> = Vec::new();
    let mut named: Vec<Held> = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        let shared = Shared::of(table, &terms);
        let around = terms.weight(shared.around.0 | shared.around.1) - 0.02 * at as f32;
        let sets = table.headings.iter().zip(&shared.headings);
        let headings = sets.flat_map(|(set, held)| set.texts.iter().zip(held));
        let headings = headings.filter(|(heading, _)| is_worded(heading));
        ranked.extend(
            headings.map(|(heading, held)| (around + 0.1 + terms.weight(*held), heading.clone())),
        );
        let rows = shared.rows.iter().zip(&shared.naming);
        for (row, ((label, groups, _), cells)) in table.rows.iter().zip(rows) {
            let path = label | groups;
            // What a cell holds names the row for the others alone.
            let all = cells.iter().fold(path, |all, held| all | held);
            for words in [all, path] {
                if words != 0 && !named.contains(&words) {
                    named.push(words);
                }
            }
            let path = table.path(row);
            if is_worded(&path) {
                ranked.push((around + terms.weight(all), path));
            }
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut seen = HashSet::new();
    ranked.retain(|(_, text)| seen.insert(text.clone()));
    named.sort_by(|a, b| terms.weight(*b).total_cmp(&terms.weight(*a)));
    named.truncate(most_rests);
    let mut rests: Vec<String> = named.into_iter().map(|held| terms.rest(held)).collect();
    rests.dedup();
    let labels = ranked.into_iter().take(most_labels).map(|(_, text)| text).collect();
    ToCompare { labels, rests }
}

/// Whether a text is one figure of at least three digits: a time of day, a number, an amount.
fn is_figure(text: &str) -> bool {
    text.chars().filter(char::is_ascii_digit).count() >= 3 && !text.contains(char::is_alphabetic)
}

pub(super) fn is_worded(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 3
}

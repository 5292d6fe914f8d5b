//! What tables share with a question in words, and what of both is worth comparing by meaning.

use std::collections::HashSet;

use citelight_text::Vocabulary;

use super::table::{Headings, RowText, TableText};
use super::terms::{Held, Terms};
use super::weigh::{LEAST_SHARE, Seek};

/// What a table's rows and columns share with the question.
pub(super) struct Shared {
    pub(super) around: (Held, Held),
    /// Of each of the table's sets of headings.
    pub(super) headings: Vec<Vec<Held>>,
    /// Of each row: its label, its groups, and its cells.
    pub(super) rows: Vec<(Held, Held, Vec<Held>)>,
}

impl Shared {
    pub(super) fn of(table: &TableText, terms: &Terms<'_>) -> Shared {
        let row = |row: &RowText| {
            let cells: Vec<Held> = row.cells.iter().map(|cell| terms.held(&cell.text)).collect();
            let labels =
                row.cells.iter().zip(&cells).filter(|(c, _)| table.is_label(row, c.column));
            let label = labels.fold(0, |all, (_, held)| all | held);
            (label, terms.held(&row.groups.join(" ")), cells)
        };
        let held = |set: &Headings| set.texts.iter().map(|text| terms.held(text)).collect();
        Shared {
            around: (terms.held(&table.caption), terms.held(&table.section)),
            headings: table.headings.iter().map(held).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
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
        for (row, (label, groups, cells)) in table.rows.iter().zip(&shared.rows) {
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

pub(super) fn is_worded(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 3
}

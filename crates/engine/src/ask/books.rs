//! Documents as figures are looked for in them: every table read, sorted by statement.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use citelight_answer::{DocumentTables, Fiscal, Measures, Sheet, Source};
use citelight_core::{DocumentId, SectionRow, Span};

use super::kept::Kept;
use crate::{Library, Result};

/// Rows of tables that are kept at hand, twice; each takes about 1 kB.
const ROWS: usize = 40_000;

/// What figures are found with, and the documents that were read for them lately.
#[derive(Debug, Default)]
pub(crate) struct Books {
    measures: Mutex<Option<Arc<Measures>>>,
    read: Mutex<Read>,
}

#[derive(Debug, Default)]
struct Read {
    generation: i64,
    books: Kept<DocumentId, DocumentTables>,
}

impl Books {
    /// What is known of a trade's figures.
    pub(crate) fn measures(&self) -> Arc<Measures> {
        let mut made = self.measures.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(made.get_or_insert_with(|| Arc::new(Measures::builtin())))
    }
}

impl Library {
    /// The tables of a document.
    pub(crate) fn book(&self, document: &DocumentId) -> Result<Arc<DocumentTables>> {
        let generation = self.store.generation()?;
        let lock = || self.books.read.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut read = lock();
            if read.generation != generation {
                *read = Read { generation, books: Kept::default() };
            }
            if let Some(book) = read.books.get(document, ROWS) {
                return Ok(book);
            }
        }
        let whole = Span::new(0, u32::MAX);
        let (_, text) = self.store.flow_text(document, whole)?;
        let fiscal = Fiscal::of(&text);
        let tables = self.store.tables(document, whole)?;
        let sections = self.store.sections(document)?;
        let sheets: Vec<Sheet> = tables
            .iter()
            .filter_map(|table| {
                let section = section_of(&sections, table.span);
                Sheet::read(&Source { table, text: &text, section, fiscal })
            })
            .collect();
        let weight = sheets.iter().map(|sheet| sheet.rows.len()).sum::<usize>() + 1;
        let book = Arc::new(DocumentTables::new(sheets, fiscal, &self.books.measures()));
        lock().books.put(document.clone(), Arc::clone(&book), weight, ROWS);
        Ok(book)
    }
}

/// The title of the innermost section in which something begins; empty without one.
fn section_of(sections: &[SectionRow], span: Span) -> &str {
    let holds = sections.iter().filter(|section| section.span.contains_byte(span.start));
    holds.max_by_key(|section| section.span.start).map_or("", |section| &section.title)
}

/// Documents in the order in which their passages count, and the pages of those passages.
pub(crate) fn by_weight(hits: &[(DocumentId, u32, f32)]) -> Vec<(DocumentId, Vec<u32>)> {
    let mut weights: HashMap<&DocumentId, f32> = HashMap::new();
    let mut order: Vec<(DocumentId, Vec<u32>)> = Vec::new();
    for (rank, (document, page, score)) in hits.iter().enumerate() {
        *weights.entry(document).or_default() += score / (rank + 1) as f32;
        match order.iter_mut().find(|(known, _)| known == document) {
            Some((_, pages)) => pages.push(*page),
            None => order.push((document.clone(), vec![*page])),
        }
    }
    order.sort_by(|(a, _), (b, _)| weights[b].total_cmp(&weights[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_come_by_the_weight_of_their_passages() {
        let id = |n: u8| DocumentId::from_content_hash(&format!("{n:016x}"));
        let hits = [(id(1), 4, 0.6), (id(2), 7, 1.0), (id(2), 9, 0.9)];
        let order = by_weight(&hits);
        assert_eq!(order[0], (id(2), vec![7, 9]));
        assert_eq!(order[1], (id(1), vec![4]));
    }
}

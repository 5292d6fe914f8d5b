//! A cache of documents as figures are looked for in them: every table read, sorted by statement.

use std::collections::HashMap;
use std::sync::Arc;

use citelight_answer::{DocumentTables, Fiscal, Measures, Sheet, Source, dollars_of};
use citelight_core::{DocumentId, SectionRow, Span};
use citelight_store::Store;
use parking_lot::{Mutex, MutexGuard};

use crate::cache::Cache;
use crate::error::Result;

/// Rows of tables in the cache, twice; each takes about 1 kB.
const ROWS: usize = 40_000;

/// The documents whose tables were read lately, for one generation of the database.
pub(crate) struct TableCache {
    store: Arc<Store>,
    measures: Arc<Measures>,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    generation: i64,
    documents: Cache<DocumentId, DocumentTables>,
    fiscal: HashMap<DocumentId, Fiscal>,
}

impl TableCache {
    pub(crate) fn new(store: Arc<Store>, measures: Arc<Measures>) -> TableCache {
        TableCache { store, measures, cached: Mutex::default() }
    }

    /// Forgets all documents.
    pub(crate) fn clear(&self) {
        *self.cached.lock() = Cached::default();
    }

    /// The tables of a document.
    pub(crate) fn of(&self, document: &DocumentId) -> Result<Arc<DocumentTables>> {
        if let Some(tables) = self.current()?.documents.get(document, ROWS) {
            return Ok(tables);
        }
        let whole = Span::new(0, u32::MAX);
        let (_, text) = self.store.flow_text(document, whole)?;
        let (fiscal, dollars) = (Fiscal::of(&text), dollars_of(&text));
        let tables = self.store.tables(document, whole)?;
        let sections = self.store.sections(document)?;
        let sheets: Vec<Sheet> = tables
            .iter()
            .filter_map(|table| {
                let section = innermost(&sections, table.span);
                let section = section.map_or("", |section| &section.title);
                Sheet::read(&Source { table, text: &text, section, fiscal, dollars })
            })
            .collect();
        let weight = sheets.iter().map(|sheet| sheet.rows.len()).sum::<usize>() + 1;
        let tables = Arc::new(DocumentTables::new(sheets, fiscal, &self.measures));
        self.cached.lock().documents.put(document.clone(), Arc::clone(&tables), weight, ROWS);
        Ok(tables)
    }

    /// How the years of whom a document is about lie in the calendar; its tables are not read for it.
    pub(crate) fn fiscal(&self, document: &DocumentId) -> Result<Fiscal> {
        if let Some(fiscal) = self.current()?.fiscal.get(document) {
            return Ok(*fiscal);
        }
        let (_, text) = self.store.flow_text(document, Span::new(0, u32::MAX))?;
        let fiscal = Fiscal::of(&text);
        self.cached.lock().fiscal.insert(document.clone(), fiscal);
        Ok(fiscal)
    }

    /// What was read since the database last changed.
    fn current(&self) -> Result<MutexGuard<'_, Cached>> {
        let generation = self.store.generation()?;
        let mut cached = self.cached.lock();
        if cached.generation != generation {
            *cached = Cached { generation, ..Cached::default() };
        }
        Ok(cached)
    }
}

/// The innermost section in which something begins.
pub(crate) fn innermost(sections: &[SectionRow], span: Span) -> Option<&SectionRow> {
    let holds = sections.iter().filter(|section| section.span.contains_byte(span.start));
    holds.max_by_key(|section| section.span.start)
}

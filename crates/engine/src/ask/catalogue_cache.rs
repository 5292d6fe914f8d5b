//! A cache of what the documents that were asked last are called.

use std::collections::HashMap;
use std::sync::Arc;

use citelight_core::{DocumentId, DocumentRow};
use citelight_question::{Catalogue, CatalogueEntry};
use citelight_store::Store;
use parking_lot::Mutex;

use crate::error::Result;

/// Pages whose text tells what a document is.
const OPENING_PAGES: u32 = 2;
/// Pages of a quarterly report: its first statements tell which quarter it is.
const QUARTERLY_PAGES: u32 = 8;

/// The catalogue of the documents that were asked last, made anew when others are asked or the library
/// changes. What was read of a document's first pages stays.
pub(crate) struct CatalogueCache {
    store: Arc<Store>,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    generation: i64,
    asked: Vec<DocumentId>,
    catalogue: Option<Arc<Catalogue>>,
    openings: HashMap<DocumentId, String>,
}

impl CatalogueCache {
    pub(crate) fn new(store: Arc<Store>) -> CatalogueCache {
        CatalogueCache { store, cached: Mutex::default() }
    }

    /// Forgets all documents.
    pub(crate) fn clear(&self) {
        *self.cached.lock() = Cached::default();
    }

    /// The names of the documents that are asked.
    pub(crate) fn of(&self, asked: &[DocumentId]) -> Result<Arc<Catalogue>> {
        let generation = self.store.generation()?;
        let mut cached = self.cached.lock();
        if cached.generation == generation
            && let Some(catalogue) = &cached.catalogue
            && cached.asked == asked
        {
            return Ok(Arc::clone(catalogue));
        }
        let rows: HashMap<DocumentId, DocumentRow> =
            self.store.documents()?.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut entries = Vec::with_capacity(asked.len());
        for id in asked {
            let Some(row) = rows.get(id) else { continue };
            let opening = match cached.openings.get(id) {
                Some(opening) => opening.clone(),
                None => {
                    let mut opening = self.store.opening(id, OPENING_PAGES)?;
                    if opening.to_lowercase().contains("quarterly") {
                        opening = self.store.opening(id, QUARTERLY_PAGES)?;
                    }
                    cached.openings.insert(id.clone(), opening.clone());
                    opening
                }
            };
            entries.push(CatalogueEntry {
                id: id.clone(),
                file_name: row.file_name.clone(),
                title: row.title.clone(),
                opening,
            });
        }
        let catalogue = Arc::new(Catalogue::new(entries));
        cached.generation = generation;
        cached.asked = asked.to_vec();
        cached.catalogue = Some(Arc::clone(&catalogue));
        Ok(catalogue)
    }
}

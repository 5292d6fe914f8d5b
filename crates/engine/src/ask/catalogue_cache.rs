//! A cache of what the documents that were asked last are called.

use std::collections::HashMap;
use std::sync::Arc;

use citelight_core::{DocumentId, DocumentRow, cosine};
use citelight_question::{Catalogue, CatalogueEntry, KnownDocument, Nearness};
use citelight_store::Store;
use parking_lot::Mutex;

use super::text_vectors::TextVectors;
use crate::error::Result;
use crate::parallel::each_of;

/// Pages whose text tells what a document is.
const OPENING_PAGES: u32 = 2;
/// Pages of a quarterly report: its first statements tell which quarter it is.
const QUARTERLY_PAGES: u32 = 8;

/// The catalogue of the documents that were asked last, made anew when others are asked or the library
/// changes. What one document is called stays.
pub(crate) struct CatalogueCache {
    store: Arc<Store>,
    nearness: Nearness,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    generation: i64,
    asked: Vec<DocumentId>,
    catalogue: Option<Arc<Catalogue>>,
    known: HashMap<DocumentId, KnownDocument>,
}

impl CatalogueCache {
    pub(crate) fn new(store: Arc<Store>, vectors: Arc<TextVectors>) -> CatalogueCache {
        // Without an embedder kinds are told by names.
        let cosines = move |phrase: &str, texts: &[&str]| -> Vec<f32> {
            let Ok(phrase) = vectors.of(phrase) else { return Vec::new() };
            let all = vectors.of_all(texts).unwrap_or_default();
            all.iter().map(|one| cosine(&phrase, one)).collect()
        };
        CatalogueCache { store, nearness: Nearness::new(cosines), cached: Mutex::default() }
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
        cached.known.retain(|id, known| {
            rows.get(id).is_some_and(|row| {
                let (title, shown) = (row.title.as_deref(), row.display_title.as_deref());
                known.is_called(&row.file_name, title, shown)
            })
        });
        let mut new = Vec::new();
        for row in asked.iter().filter_map(|id| rows.get(id)) {
            if !cached.known.contains_key(&row.id) {
                new.push(self.entry(row)?);
            }
        }
        let new = each_of(new, KnownDocument::read);
        cached.known.extend(new.into_iter().map(|one| (one.id().clone(), one)));
        let known = asked.iter().filter_map(|id| cached.known.get(id));
        let catalogue = Catalogue::of(known).with_nearness(self.nearness.clone());
        let catalogue = Arc::new(catalogue);
        cached.generation = generation;
        cached.asked = asked.to_vec();
        cached.catalogue = Some(Arc::clone(&catalogue));
        Ok(catalogue)
    }

    /// What a document bears: its name, its title, its first pages.
    fn entry(&self, row: &DocumentRow) -> Result<CatalogueEntry> {
        let mut opening = self.store.opening(&row.id, OPENING_PAGES)?;
        if opening.to_lowercase().contains("quarterly") {
            opening = self.store.opening(&row.id, QUARTERLY_PAGES)?;
        }
        Ok(CatalogueEntry {
            id: row.id.clone(),
            file_name: row.file_name.clone(),
            title: row.title.clone(),
            shown_title: row.display_title.clone(),
            opening,
        })
    }
}

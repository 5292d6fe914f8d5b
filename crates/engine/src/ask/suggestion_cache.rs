//! Suggestions that were made for the library as it stands, kept beside the vector index: making them asks up to
//! fourteen questions, for which all models are loaded, and a window shows them at every start. They hold
//! words of documents, so they go when the index is erased.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use citelight_core::DocumentId;
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::private;

/// Choices of documents for which suggestions are kept; more are made anew.
const MOST: usize = 32;

/// What the file is called, in the folder of the vector index.
pub(crate) const FILE: &str = "suggestions.json";

/// A question to try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Suggestion {
    /// In plain words.
    pub question: String,
    /// The document that it was made from.
    pub document: DocumentId,
    /// Its file name.
    pub file: String,
}

/// The suggestions that were made last.
pub(crate) struct SuggestionCache {
    file: PathBuf,
    cached: Mutex<Option<Cached>>,
    making: Mutex<()>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Cached {
    /// Of the app: another answers otherwise.
    version: String,
    /// Of the database.
    generation: i64,
    of: Vec<Of>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Of {
    documents: Vec<DocumentId>,
    suggestions: Vec<Suggestion>,
}

impl SuggestionCache {
    pub(crate) fn new(index: &Path) -> SuggestionCache {
        SuggestionCache {
            file: index.join(FILE),
            cached: Mutex::default(),
            making: Mutex::default(),
        }
    }

    /// Held by whoever makes some: a window may ask for them twice at its start, and the second one finds what
    /// the first one made.
    pub(crate) fn alone(&self) -> MutexGuard<'_, ()> {
        self.making.lock()
    }

    /// Those for these documents, made when the database was of this generation.
    pub(crate) fn get(&self, generation: i64, documents: &[DocumentId]) -> Option<Vec<Suggestion>> {
        let mut cached = self.cached.lock();
        let cached = cached.get_or_insert_with(|| self.read().unwrap_or_default());
        if !cached.is_of(generation) {
            return None;
        }
        let of = cached.of.iter().find(|of| of.documents == documents)?;
        Some(of.suggestions.clone())
    }

    /// Keeps those for these documents. Where they cannot be written they are made anew at the next start.
    pub(crate) fn put(
        &self,
        generation: i64,
        documents: &[DocumentId],
        suggestions: &[Suggestion],
    ) {
        let mut cached = self.cached.lock();
        let cached = cached.get_or_insert_default();
        if !cached.is_of(generation) {
            *cached = Cached { version: version(), generation, of: Vec::new() };
        }
        cached.of.retain(|of| of.documents != documents);
        cached.of.truncate(MOST - 1);
        let (documents, suggestions) = (documents.to_vec(), suggestions.to_vec());
        cached.of.insert(0, Of { documents, suggestions });
        let _ = self.write(cached);
    }

    fn read(&self) -> Option<Cached> {
        serde_json::from_str(&fs::read_to_string(&self.file).ok()?).ok()
    }

    fn write(&self, cached: &Cached) -> std::io::Result<()> {
        let part = self.file.with_extension("part");
        private::create(&part)?.write_all(serde_json::to_string(cached)?.as_bytes())?;
        fs::rename(part, &self.file)
    }
}

impl Cached {
    fn is_of(&self, generation: i64) -> bool {
        self.generation == generation && self.version == version()
    }
}

fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_of_one_state_of_the_library() {
        let folder = tempfile::tempdir().unwrap();
        let id = DocumentId::parse("0123456789abcdef").unwrap();
        let made = [Suggestion {
            question: "Who signs?".to_owned(),
            document: id.clone(),
            file: "a.pdf".to_owned(),
        }];
        let cache = SuggestionCache::new(folder.path());
        assert_eq!(cache.get(7, &[]), None);
        cache.put(7, &[], &made);
        cache.put(7, std::slice::from_ref(&id), &[]);
        let again = SuggestionCache::new(folder.path());
        assert_eq!(again.get(7, &[]).as_deref(), Some(&made[..]));
        assert_eq!(again.get(7, &[id]), Some(Vec::new()), "that there are none is known, too");
        assert_eq!(again.get(8, &[]), None);
        again.put(8, &[], &[]);
        assert_eq!(SuggestionCache::new(folder.path()).get(7, &[]), None);
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(SuggestionCache::new(folder.path()).get(8, &[]), None);
    }
}

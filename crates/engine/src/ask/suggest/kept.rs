//! Suggestions that were made for the library as it stands, kept beside the vector index: making them asks up to
//! fourteen questions, for which all models are loaded, and a window shows them at every start. They hold
//! words of documents, so they go when the index is erased.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use citelight_core::DocumentId;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::Suggestion;
use crate::private;

/// Choices of documents for which suggestions are kept; more are made anew.
const MOST: usize = 32;

/// What the file is called, in the folder of the vector index.
pub(crate) const FILE: &str = "suggestions.json";

/// The suggestions that were made last.
pub(crate) struct KeptSuggestions {
    file: PathBuf,
    kept: Mutex<Option<Kept>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
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

impl KeptSuggestions {
    pub(crate) fn new(index: &Path) -> KeptSuggestions {
        KeptSuggestions { file: index.join(FILE), kept: Mutex::default() }
    }

    /// Those for these documents, made when the database was of this generation.
    pub(crate) fn get(&self, generation: i64, documents: &[DocumentId]) -> Option<Vec<Suggestion>> {
        let mut kept = self.kept.lock();
        let kept = kept.get_or_insert_with(|| self.read().unwrap_or_default());
        if !kept.is_of(generation) {
            return None;
        }
        let of = kept.of.iter().find(|of| of.documents == documents)?;
        Some(of.suggestions.clone())
    }

    /// Keeps those for these documents. Where they cannot be written they are made anew at the next start.
    pub(crate) fn put(
        &self,
        generation: i64,
        documents: &[DocumentId],
        suggestions: &[Suggestion],
    ) {
        let mut kept = self.kept.lock();
        let kept = kept.get_or_insert_default();
        if !kept.is_of(generation) {
            *kept = Kept { version: version(), generation, of: Vec::new() };
        }
        kept.of.retain(|of| of.documents != documents);
        kept.of.truncate(MOST - 1);
        let (documents, suggestions) = (documents.to_vec(), suggestions.to_vec());
        kept.of.insert(0, Of { documents, suggestions });
        let _ = self.write(kept);
    }

    fn read(&self) -> Option<Kept> {
        serde_json::from_str(&fs::read_to_string(&self.file).ok()?).ok()
    }

    fn write(&self, kept: &Kept) -> std::io::Result<()> {
        let part = self.file.with_extension("part");
        private::create(&part)?.write_all(serde_json::to_string(kept)?.as_bytes())?;
        fs::rename(part, &self.file)
    }
}

impl Kept {
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
        let kept = KeptSuggestions::new(folder.path());
        assert_eq!(kept.get(7, &[]), None);
        kept.put(7, &[], &made);
        kept.put(7, &[id.clone()], &[]);
        let again = KeptSuggestions::new(folder.path());
        assert_eq!(again.get(7, &[]).as_deref(), Some(&made[..]));
        assert_eq!(again.get(7, &[id]), Some(Vec::new()), "that there are none is known, too");
        assert_eq!(again.get(8, &[]), None);
        again.put(8, &[], &[]);
        assert_eq!(KeptSuggestions::new(folder.path()).get(7, &[]), None);
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(KeptSuggestions::new(folder.path()).get(8, &[]), None);
    }
}

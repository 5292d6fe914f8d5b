//! Owns what one document is called, whatever stands beside it: read once, and kept where the library changes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::thread;

use citelight_core::DocumentId;

use super::CatalogueEntry;
use super::label::{self, Label};
use super::words::Words;

/// A document with less text at its beginning, and without a name, is one of which nothing is known.
const LEAST_OPENING: usize = 50;
/// So many documents are read by each thread at least.
const PER_THREAD: usize = 16;

/// What a document is called.
#[derive(Debug)]
pub struct KnownDocument {
    pub(super) id: DocumentId,
    pub(super) file_name: String,
    title: Option<String>,
    pub(super) label: Label,
    /// Its words in lower case, as numbers: they are many.
    pub(super) ordinary: Vec<u64>,
    pub(super) words: Words,
    pub(super) unknown: bool,
}

impl KnownDocument {
    /// Reads what a document is called.
    pub fn read(entry: CatalogueEntry) -> KnownDocument {
        let CatalogueEntry { id, file_name, title, opening } = entry;
        let words = Words::of(&label::stem_apart(&file_name), title.as_deref(), &opening);
        let mut label = label::label(&file_name, title.as_deref(), &opening);
        let ordinary = std::mem::take(&mut label.ordinary);
        KnownDocument {
            unknown: label.names.is_empty() && opening.trim().len() < LEAST_OPENING,
            ordinary: ordinary.iter().map(|word| number_of(word)).collect(),
            id,
            file_name,
            title,
            label,
            words,
        }
    }

    /// Reads several, each thread a part of them.
    pub fn read_all(mut entries: Vec<CatalogueEntry>) -> Vec<KnownDocument> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let share = entries.len().div_ceil(threads).max(PER_THREAD);
        let mut parts = Vec::new();
        while entries.len() > share {
            parts.push(entries.split_off(entries.len() - share));
        }
        let read = |part: Vec<CatalogueEntry>| -> Vec<KnownDocument> {
            part.into_iter().map(KnownDocument::read).collect()
        };
        thread::scope(|scope| {
            let others: Vec<_> =
                parts.into_iter().rev().map(|part| scope.spawn(move || read(part))).collect();
            let mut all = read(entries);
            for other in others {
                all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            all
        })
    }

    /// The document.
    pub fn id(&self) -> &DocumentId {
        &self.id
    }

    /// Whether it was read under this name and title.
    pub fn is_called(&self, file_name: &str, title: Option<&str>) -> bool {
        self.file_name == file_name && self.title.as_deref() == title
    }
}

/// A number that stands for a word; two words that share one are not to be expected in any library.
pub(super) fn number_of(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_read_in_their_order() {
        let entry = |n: usize| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: format!("report {n}.pdf"),
            title: None,
            opening: "Fees are monthly.".to_owned(),
        };
        for count in [0, 1, 16, 17, 100] {
            let read = KnownDocument::read_all((0..count).map(entry).collect());
            let names: Vec<&str> = read.iter().map(|one| one.file_name.as_str()).collect();
            let expected: Vec<String> = (0..count).map(|n| format!("report {n}.pdf")).collect();
            assert_eq!(names, expected);
        }
        let one = KnownDocument::read(entry(1));
        assert!(one.is_called("report 1.pdf", None));
        assert!(!one.is_called("report 1.pdf", Some("Fees")) && !one.is_called("b.pdf", None));
    }
}

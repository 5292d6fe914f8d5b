//! Owns what one document is called, whatever stands beside it: read once, and kept where the library changes.

use std::hash::{DefaultHasher, Hash, Hasher};

use citelight_core::DocumentId;

use super::CatalogueEntry;
use super::kinds::Described;
use super::label::{self, Label};
use super::words::Words;

/// A document with less text at its beginning, and without a name, is one of which nothing is known.
const LEAST_OPENING: usize = 50;

/// What a document is called.
#[derive(Debug)]
pub struct KnownDocument {
    pub(super) id: DocumentId,
    pub(super) file_name: String,
    title: Option<String>,
    shown_title: Option<String>,
    pub(super) described: Described,
    pub(super) label: Label,
    pub(super) words: Words,
    pub(super) unknown: bool,
}

impl KnownDocument {
    /// Reads what a document is called.
    pub fn read(entry: CatalogueEntry) -> KnownDocument {
        let CatalogueEntry { id, file_name, title, shown_title, opening } = entry;
        let stem = label::stem_apart(&file_name);
        let mut words = Words::of(&stem, title.as_deref(), &opening);
        let label = label::label(&file_name, title.as_deref(), &opening);
        words.is_by(&label.issuer);
        KnownDocument {
            unknown: label.names.is_empty() && opening.trim().len() < LEAST_OPENING,
            described: Described::of(&stem, shown_title.as_deref(), &opening),
            id,
            file_name,
            title,
            shown_title,
            label,
            words,
        }
    }

    /// The document.
    pub fn id(&self) -> &DocumentId {
        &self.id
    }

    /// Whether it was read under this name, the title that it states, and the one by which it is shown.
    pub fn is_called(&self, file_name: &str, title: Option<&str>, shown: Option<&str>) -> bool {
        self.file_name == file_name
            && self.title.as_deref() == title
            && self.shown_title.as_deref() == shown
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
    fn what_was_read_is_told_by_name_and_title() {
        let one = KnownDocument::read(CatalogueEntry {
            id: DocumentId::from_content_hash("0123456789abcdef"),
            file_name: "report 1.pdf".to_owned(),
            title: None,
            shown_title: None,
            opening: "Fees are monthly.".to_owned(),
        });
        assert!(one.is_called("report 1.pdf", None, None) && !one.unknown);
        assert!(!one.is_called("report 1.pdf", Some("Fees"), None));
        assert!(!one.is_called("report 1.pdf", None, Some("Fees")));
        assert!(!one.is_called("b.pdf", None, None));
        assert!(one.label.ordinary.contains(&number_of("monthly")));
        assert!(!one.label.ordinary.contains(&number_of("fees")));
    }
}

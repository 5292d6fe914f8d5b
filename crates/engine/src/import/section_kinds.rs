//! What kind a section is by its title: that of the nearest of a few examples, by the embedder.
//!
//! The examples are of kinds of sections that books, reports, papers and contracts have, each with a
//! few ways to call it; content that is easily taken for one of them stands beside them, so that a
//! title has to be nearer to the noise than to it.

use std::sync::Arc;

use citelight_core::{SectionKind, SectionRow, cosine};
use parking_lot::Mutex;

use crate::error::Result;
use crate::ports::Embedding;

/// Kinds, and titles that mean them.
const KINDS: &[(SectionKind, &[&str])] = &[
    (
        SectionKind::Contents,
        &["Table of contents", "Contents", "List of figures", "List of tables"],
    ),
    (
        SectionKind::Abbreviations,
        &["List of abbreviations", "Abbreviations and acronyms", "List of symbols"],
    ),
    (
        SectionKind::Acknowledgements,
        &["Acknowledgements", "Acknowledgments", "Thanks to contributors", "Dedication"],
    ),
    (SectionKind::Foreword, &["Foreword", "Preface", "About this book"]),
    (SectionKind::Index, &["Index", "Subject index", "Alphabetical index"]),
    (SectionKind::References, &["References", "Bibliography", "Works cited", "Literature cited"]),
    (SectionKind::Cover, &["Cover page", "Title page", "Copyright notice", "Imprint"]),
    (SectionKind::Signatures, &["Signatures", "Signature page", "In witness whereof"]),
    (
        SectionKind::Summary,
        &["Executive summary", "Summary", "Abstract", "Key findings", "Overview"],
    ),
    (SectionKind::Glossary, &["Glossary", "Definitions", "Glossary of terms", "Defined terms"]),
    (
        SectionKind::Body,
        &[
            "Introduction",
            "Index to financial statements",
            "Reference pricing",
            "Related work",
            "Contact information",
            "Table of results",
            "Signing up for the service",
            "Intellectual property and copyright",
            "Background",
            "Discussion and conclusions",
            "Notes to the financial statements",
            "Contributions and benefits",
            "Appendix",
            "Exhibits and schedules",
            "Price index",
            "Content management",
        ],
    ),
];

/// A title means what an example means from this cosine on.
const MEANS: f32 = 0.72;
/// Titles of more words say something of their own.
const MOST_WORDS: usize = 5;
/// Sections below this level are parts of content.
const MOST_LEVEL: u32 = 3;

/// A title that means a kind, as a vector.
type Example = (SectionKind, Vec<f32>);

/// The examples with their vectors, made at the first use.
#[derive(Debug, Default)]
pub(crate) struct SectionKinds(Mutex<Option<Arc<Vec<Example>>>>);

impl SectionKinds {
    /// The kind of every section by its title; [`SectionKind::Body`] where it means nothing else.
    /// `title_of` gives a title's vector, which is of the lower-case title.
    pub(crate) fn kinds<'t>(
        &self,
        embedder: &dyn Embedding,
        sections: &[SectionRow],
        title_of: impl Fn(&SectionRow) -> Option<&'t Vec<f32>>,
    ) -> Result<Vec<SectionKind>> {
        let examples = self.vectors(embedder)?;
        let kind = |section: &SectionRow| {
            let words = section.title.split_whitespace().count();
            let asked = section.kind == SectionKind::Body
                && section.level <= MOST_LEVEL
                && (1..=MOST_WORDS).contains(&words);
            let vector = title_of(section).filter(|_| asked);
            vector.map_or(SectionKind::Body, |vector| nearest(&examples, vector))
        };
        Ok(sections.iter().map(kind).collect())
    }

    fn vectors(&self, embedder: &dyn Embedding) -> Result<Arc<Vec<Example>>> {
        let mut made = self.0.lock();
        if let Some(vectors) = &*made {
            return Ok(Arc::clone(vectors));
        }
        let mut vectors = Vec::new();
        for (kind, titles) in KINDS {
            for title in *titles {
                vectors.push((*kind, embedder.embed(&title.to_lowercase())?));
            }
        }
        Ok(Arc::clone(made.insert(Arc::new(vectors))))
    }
}

/// The kind of the nearest example, where it is near enough. Vectors are of length 1.
fn nearest(examples: &[Example], title: &[f32]) -> SectionKind {
    examples
        .iter()
        .map(|(kind, example)| (*kind, cosine(example, title)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|(_, cosine)| *cosine >= MEANS)
        .map_or(SectionKind::Body, |(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_means_what_it_is_nearest_to_if_near_enough() {
        let examples = [(SectionKind::Index, vec![1.0, 0.0]), (SectionKind::Body, vec![0.8, 0.6])];
        assert_eq!(nearest(&examples, &[1.0, 0.0]), SectionKind::Index);
        assert_eq!(nearest(&examples, &[0.85, 0.53]), SectionKind::Body);
        assert_eq!(nearest(&examples, &[-1.0, 0.0]), SectionKind::Body);
    }
}

//! What the trained reader finds in the passages: words that answer, and how much better they do than nothing.

use std::thread;

use citelight_core::{DocumentId, Span};

use super::asker::Asker;
use super::question::{Hit, Question};
use super::reader_text::reader_texts;
use crate::error::Result;
use crate::ports::ReadText;

/// How far below the least margin words are that are among the best of no passage. Set by hand.
const BELOW_ALL: f32 = 1.0;

/// Words that answer.
#[derive(Debug, Clone)]
pub(crate) struct FoundWords {
    pub(crate) document: DocumentId,
    /// Where they stand in the flow text.
    pub(crate) spans: Vec<Span>,
    /// By how much they answer better than nothing does, in log-odds.
    pub(crate) margin: f32,
}

impl FoundWords {
    fn len(&self) -> u32 {
        self.spans.iter().map(Span::len).sum()
    }

    /// How many bytes of them stand in these places.
    fn within(&self, places: &[Span]) -> u32 {
        self.spans.iter().flat_map(|own| places.iter().map(|place| own.shared(place))).sum()
    }
}

/// What was found in all passages, best first.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    found: Vec<FoundWords>,
}

impl Extracted {
    /// The best words that stand for the greater part in these places of a document.
    pub(crate) fn best_in(&self, document: &DocumentId, places: &[Span]) -> Option<&FoundWords> {
        let mut own = self.found.iter().filter(|one| one.document == *document);
        own.find(|one| 2 * one.within(places) > one.len())
    }

    /// The margin of such words; of none, one below all that were found.
    pub(crate) fn margin_of(&self, words: Option<&FoundWords>) -> f32 {
        let least = self.found.last().map_or(0.0, |one| one.margin) - BELOW_ALL;
        words.map_or(least, |words| words.margin)
    }
}

/// Reads the hits; `None` where there is no trained reader.
pub(crate) fn extract(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
) -> Result<Option<Extracted>> {
    let Some(extractor) = asker.extractor() else { return Ok(None) };
    let mut texts = Vec::new();
    for hit in hits {
        for chunk in hit.chunks() {
            for text in reader_texts(&asker.store, chunk)? {
                texts.push((chunk, text));
            }
        }
    }
    let passages: Vec<ReadText<'_>> =
        texts.iter().map(|(_, one)| ReadText { title: &one.title, text: &one.text }).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let read = extractor.read(&question.text, &passages, workers)?;
    let mut found: Vec<FoundWords> = Vec::new();
    for ((chunk, text), extraction) in texts.iter().zip(read) {
        found.extend(extraction.spans.into_iter().filter_map(|span| {
            let spans = text.places(span.range);
            let document = chunk.document.clone();
            (!spans.is_empty()).then_some(FoundWords { document, spans, margin: span.margin })
        }));
    }
    found.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    Ok(Some(Extracted { found }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_belong_to_the_place_that_holds_most_of_them() {
        let document = DocumentId::from_content_hash("0123456789abcdef");
        let words = |start, end, margin| FoundWords {
            document: document.clone(),
            spans: vec![Span::new(start, end)],
            margin,
        };
        let all = Extracted { found: vec![words(10, 20, 3.0), words(40, 50, -2.0)] };
        let margin = |places: &[Span]| all.margin_of(all.best_in(&document, places));
        assert_eq!(margin(&[Span::new(0, 16)]), 3.0);
        assert_eq!(margin(&[Span::new(16, 60)]), -2.0);
        assert_eq!(margin(&[Span::new(60, 90)]), -2.0 - BELOW_ALL);
        let other = DocumentId::from_content_hash("fedcba9876543210");
        assert!(all.best_in(&other, &[Span::new(0, 60)]).is_none());
    }
}

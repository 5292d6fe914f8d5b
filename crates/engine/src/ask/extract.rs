//! What the trained reader finds in the passages: words that answer, and how much better they do than nothing.

use std::cmp::Reverse;
use std::collections::HashSet;

use citelight_core::{DocumentId, Span};
use citelight_store::ChunkRow;
use citelight_text::Stem;

use super::asker::Asker;
use super::question::{Hit, Question};
use super::reader_text::{ReaderText, reader_texts};
use crate::error::Result;
use crate::parallel::processors;
use crate::ports::ReadText;

/// Texts that are read at most. With 8 and fewer, of 1,470 questions ten less had the right words first.
const MOST_TEXTS: usize = 12;
/// Texts that are read before it is looked whether that is enough.
const READ_AT_ONCE: usize = 4;
/// Parts of one passage that are read at most.
const MOST_PARTS: usize = 3;
/// A margin from which words answer.
pub(crate) const ANSWERS: f32 = 1.0;
/// Words with so large a margin answer so surely that no more of their document is read.
const SETTLED: f32 = 8.0;

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

    /// Whether the greater part of them stands in these places of a document.
    pub(crate) fn mostly_in(&self, document: &DocumentId, places: &[Span]) -> bool {
        let shared = self.spans.iter().flat_map(|own| places.iter().map(|place| own.shared(place)));
        self.document == *document && 2 * shared.sum::<u32>() > self.len()
    }
}

/// What was found in all passages, best first.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    found: Vec<FoundWords>,
}

impl Extracted {
    pub(crate) fn of(mut found: Vec<FoundWords>) -> Extracted {
        found.sort_by(|a, b| b.margin.total_cmp(&a.margin));
        Extracted { found }
    }

    /// The best words that stand for the greater part in these places of a document.
    pub(crate) fn best_in(&self, document: &DocumentId, places: &[Span]) -> Option<&FoundWords> {
        self.found.iter().find(|one| one.mostly_in(document, places))
    }

    /// The best of all, so many at most.
    pub(crate) fn best(&self, most: usize) -> &[FoundWords] {
        &self.found[..self.found.len().min(most)]
    }
}

/// Reads the hits, the likeliest first; `None` where there is no trained reader. Stops early where words
/// were found that answer and what is left is of the same document.
pub(crate) fn extract(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
) -> Result<Option<Extracted>> {
    let Some(extractor) = asker.extractor() else { return Ok(None) };
    let mut found: Vec<FoundWords> = Vec::new();
    let chunks: Vec<&ChunkRow> = hits.iter().flat_map(Hit::chunks).collect();
    let mut later = chunks.as_slice();
    let mut left = MOST_TEXTS;
    while left > 0 && !later.is_empty() {
        let mut texts = Vec::new();
        while texts.len() < READ_AT_ONCE.min(left)
            && let Some((chunk, rest)) = later.split_first()
        {
            later = rest;
            let parts = parts_of(asker, question, chunk)?;
            texts.extend(parts.into_iter().map(|part| (&chunk.document, part)));
        }
        texts.truncate(left);
        left -= texts.len();
        let passages: Vec<ReadText<'_>> =
            texts.iter().map(|(_, one)| ReadText { title: &one.title, text: &one.text }).collect();
        let read = extractor.read(&question.put, &passages, processors())?;
        for ((document, text), extraction) in texts.iter().zip(read) {
            found.extend(extraction.spans.into_iter().filter_map(|span| {
                let spans = text.places(span.range);
                let document = (*document).clone();
                (!spans.is_empty()).then_some(FoundWords { document, spans, margin: span.margin })
            }));
        }
        let best = found.iter().max_by(|a, b| a.margin.total_cmp(&b.margin));
        let settled = |best: &FoundWords| {
            let mut unread = later.iter().take(left);
            best.margin >= SETTLED && unread.all(|chunk| chunk.document == best.document)
        };
        if best.is_some_and(settled) {
            break;
        }
    }
    Ok(Some(Extracted::of(found)))
}

/// What is read of a passage; of a long one, a table of many rows, the parts that hold most of the
/// question's words.
fn parts_of(asker: &Asker, question: &Question, chunk: &ChunkRow) -> Result<Vec<ReaderText>> {
    let mut parts = reader_texts(&asker.store, chunk)?;
    if parts.len() > MOST_PARTS {
        let held = |part: &ReaderText| {
            let stems: HashSet<Stem> = asker.vocabulary.stems(&part.text).into_iter().collect();
            question.whole.terms.stems.iter().filter(|term| stems.contains(term)).count()
        };
        parts.sort_by_cached_key(|part| Reverse(held(part)));
        parts.truncate(MOST_PARTS);
    }
    Ok(parts)
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
        let all = Extracted::of(vec![words(10, 20, 3.0), words(40, 50, -2.0)]);
        let margin = |places: &[Span]| all.best_in(&document, places).map(|words| words.margin);
        assert_eq!(margin(&[Span::new(0, 16)]), Some(3.0));
        assert_eq!(margin(&[Span::new(16, 60)]), Some(-2.0));
        assert_eq!(margin(&[Span::new(60, 90)]), None);
        let other = DocumentId::from_content_hash("fedcba9876543210");
        assert!(all.best_in(&other, &[Span::new(0, 60)]).is_none());
    }
}

//! Composing an extractive answer: which sentences, in which order, with which citations.

use std::collections::HashSet;

use citelight_core::{Citation, Verdict};

use super::rank::{Ranked, ends_like_prose, likeness};
use crate::{Library, Result};

/// Most sentences of an answer.
const MOST_SENTENCES: usize = 3;
/// A further sentence must score at least this share of the best one, …
const NEARLY_AS_GOOD: f32 = 0.85;
/// … be a whole sentence, be evidence by itself, hold a word of the question that was not held
/// before, and not say the same again.
const TOO_ALIKE: f32 = 0.6;

/// Below this evidence the documents do not say it. Between the two groups of a measurement: of
/// questions on typeset papers, every one put to its own paper reached it (least .42), nine of ten put
/// to another paper did not (nine tenths below .36), nor did 85 of 100 put to an annual report.
const LEAST_EVIDENCE: f32 = 0.38;
/// Shared words alone are no evidence: this much nearness in meaning every answerable question of the
/// same measurement had, those on annual reports included (least .41).
const LEAST_MEANING: f32 = 0.4;

/// How strongly a sentence speaks to the question, 0 to 1. Meaning tells more than shared words (area
/// under the curve .99 against .95 in the same measurement); words keep it from being fooled by what is
/// merely near in topic.
fn evidence(sentence: &Ranked) -> f32 {
    0.7 * sentence.meaning + 0.3 * sentence.coverage
}

/// Whether a sentence is evidence at all.
fn speaks(sentence: &Ranked) -> bool {
    evidence(sentence) >= LEAST_EVIDENCE && sentence.meaning >= LEAST_MEANING
}

/// The sentences of the answer, in reading order; none when the evidence is weak.
pub(crate) fn choose(ranked: &[Ranked]) -> Vec<&Ranked> {
    let Some(best) = ranked.first() else { return Vec::new() };
    if !ranked.iter().take(MOST_SENTENCES).any(speaks) {
        return Vec::new();
    }
    let mut chosen = vec![best];
    let mut said: HashSet<usize> = best.holds.clone();
    for sentence in &ranked[1..] {
        if chosen.len() == MOST_SENTENCES || sentence.score < best.score * NEARLY_AS_GOOD {
            break;
        }
        let adds =
            !sentence.holds.is_subset(&said) && speaks(sentence) && ends_like_prose(&sentence.text);
        let repeats =
            chosen.iter().any(|other| likeness(&other.stems, &sentence.stems) > TOO_ALIKE);
        if adds && !repeats {
            said.extend(&sentence.holds);
            chosen.push(sentence);
        }
    }
    // Sentences of the best one's document stand as they stand there, others after them.
    chosen[..].sort_by_key(|sentence| {
        (sentence.document != best.document, sentence.document.clone(), sentence.span)
    });
    chosen
}

/// The answer's text: each quote with its marker.
pub(crate) fn compose(citations: &[Citation]) -> String {
    let parts: Vec<String> =
        citations.iter().map(|citation| format!("{} [{}]", citation.quote, citation.n)).collect();
    parts.join(" ")
}

impl Library {
    /// A citation for each sentence.
    pub(crate) fn cite(&self, sentences: &[&Ranked]) -> Result<Vec<Citation>> {
        let mut citations = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let quads = self.rectangles(&sentence.document, sentence.span)?;
            // No rectangle, no citation: a person must be able to see the words.
            let Some(first) = quads.first() else { continue };
            let page = first.page;
            let label = self.store.page(&sentence.document, page)?.and_then(|info| info.label);
            citations.push(Citation {
                n: u32::try_from(citations.len() + 1).unwrap_or(u32::MAX),
                document: sentence.document.clone(),
                file: sentence.file_name.clone(),
                page,
                label,
                section: sentence.section.clone(),
                span: sentence.span,
                quote: sentence.text.split_whitespace().collect::<Vec<_>>().join(" "),
                verdict: Verdict::Confirmed,
                score: sentence.score,
                quads,
                context: Vec::new(),
                cell: None,
            });
        }
        Ok(citations)
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::{DocumentId, Span};
    use citelight_retrieval::Vocabulary;

    use super::*;

    fn sentence(text: &str, start: u32, score: f32, holds: &[usize]) -> Ranked {
        Ranked {
            document: DocumentId::from_content_hash("0123456789abcdef"),
            file_name: "a.pdf".into(),
            span: Span::new(start, start + 10),
            text: text.into(),
            section: String::new(),
            score,
            meaning: score,
            coverage: score,
            holds: holds.iter().copied().collect(),
            stems: Vocabulary::default().stems(text).into_iter().collect(),
        }
    }

    fn texts(ranked: &[Ranked]) -> Vec<&str> {
        choose(ranked).iter().map(|sentence| sentence.text.as_str()).collect()
    }

    #[test]
    fn weak_evidence_is_no_answer() {
        assert!(texts(&[]).is_empty());
        assert!(texts(&[sentence("Something else entirely", 0, 0.2, &[])]).is_empty());
    }

    #[test]
    fn a_further_sentence_must_be_good_new_and_helpful() {
        let best = sentence("Notice is sixty days.", 50, 0.8, &[0, 1]);
        let helpful = sentence("The rider shortens it to thirty.", 10, 0.7, &[2]);
        let twin = sentence("Notice is sixty days", 90, 0.79, &[3]);
        let nothing_new = sentence("Something about notice periods.", 70, 0.75, &[1]);
        let weak = sentence("Fees rise every year in May.", 20, 0.3, &[4]);
        let ranked = [best, twin, nothing_new, helpful, weak];
        assert_eq!(texts(&ranked), ["The rider shortens it to thirty.", "Notice is sixty days."]);
    }
}

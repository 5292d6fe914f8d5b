//! Ranking the sentences of the best chunks by how well they answer.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::thread;

use citelight_core::{DocumentId, FeedbackEffect, Span};
use citelight_retrieval::{Stem, Terms, asks_for_figure, holds_figure};
use citelight_structure::sentences;

use super::Question;
use super::retrieve::Hit;
use crate::{Library, Result};

/// Sentences that are compared by meaning; the rest is out by its words and its chunk's rank.
const EMBEDDED: usize = 24;

/// Shares of a sentence's score. Chosen on general grounds (meaning first, then the question's rare
/// words, then where it stands), not fitted.
const BY_MEANING: f32 = 0.5;
const BY_WORDS: f32 = 0.35;
const BY_CHUNK: f32 = 0.15;
/// What is left of the score of a text that is no whole sentence: a footer or a title can hold all of
/// a question's words and say nothing.
const FRAGMENT_SHARE: f32 = 0.8;
/// What is left of the score of a text without a figure, when the question asks for one.
const NO_FIGURE_SHARE: f32 = 0.8;
/// What is left of the score of a sentence that a person called wrong for this question.
const WRONG_SHARE: f32 = 0.5;
/// What a question word counts when it stands in the section's title only.
const TITLE_SHARE: f32 = 0.4;
/// Fewer words than this make a label, not a statement.
const FEWEST_WORDS: usize = 4;
/// Fewer lines than this make no table.
const FEWEST_ROWS: usize = 3;
/// A line of no more words than this, with no figure and no full stop, is a heading or a caption.
const MOST_LABEL_WORDS: usize = 10;

/// A sentence that may become a part of an answer.
#[derive(Debug, Clone)]
pub(crate) struct Ranked {
    pub(crate) document: DocumentId,
    pub(crate) file_name: String,
    /// Where it stands in the document's flow text.
    pub(crate) span: Span,
    pub(crate) text: String,
    /// Breadcrumb of its section; empty without one.
    pub(crate) section: String,
    /// 0 to 1: how well it answers.
    pub(crate) score: f32,
    /// Cosine of question and sentence.
    pub(crate) meaning: f32,
    /// Share of the question's weight of words that it holds, its section's title included.
    pub(crate) coverage: f32,
    /// Which of the question's terms it holds.
    pub(crate) holds: HashSet<usize>,
    /// The stems of its words.
    pub(crate) stems: HashSet<Stem>,
}

impl Library {
    /// The sentences of the hits, best first.
    pub(crate) fn rank_sentences(&self, question: &Question, hits: &[Hit]) -> Result<Vec<Ranked>> {
        let weights = self.weigh(question)?;
        let mut ranked: Vec<Ranked> = Vec::new();
        let mut seen = HashSet::new();
        let stems = |text: &str| -> HashSet<Stem> {
            self.probes.vocabulary.stems(text).into_iter().collect()
        };
        let terms = &question.whole.terms;
        let chunks = hits.iter().flat_map(|hit| {
            std::iter::once(&hit.chunk).chain(&hit.folded).map(|chunk| (chunk, hit.score))
        });
        for (chunk, chunk_score) in chunks {
            let titled = held(terms, &stems(&chunk.breadcrumb));
            let body = chunk.body();
            let spans = sentences(body, &blocks(body));
            for span in spans.into_iter().flat_map(|span| rows(body, span)) {
                let text = &body[span.range()];
                let place = Span::new(chunk.span.start + span.start, chunk.span.start + span.end);
                if is_label(text)
                    || text.ends_with('?')
                    || !seen.insert((chunk.document.clone(), place))
                {
                    continue;
                }
                let stems = stems(text);
                let holds = held(terms, &stems);
                let coverage = weights
                    .iter()
                    .enumerate()
                    .map(|(term, weight)| match (holds.contains(&term), titled.contains(&term)) {
                        (true, _) => *weight,
                        (false, true) => *weight * TITLE_SHARE,
                        (false, false) => 0.0,
                    })
                    .sum();
                ranked.push(Ranked {
                    document: chunk.document.clone(),
                    file_name: chunk.file_name.clone(),
                    section: chunk.breadcrumb.clone(),
                    span: place,
                    text: text.to_owned(),
                    score: BY_WORDS * coverage + BY_CHUNK * chunk_score,
                    meaning: 0.0,
                    coverage,
                    holds,
                    stems,
                });
            }
        }
        best_first(&mut ranked);
        ranked.truncate(EMBEDDED);
        self.add_meaning(question, &mut ranked)?;
        let figure = asks_for_figure(&question.text);
        for sentence in &mut ranked {
            if !ends_like_prose(&sentence.text) {
                sentence.score *= FRAGMENT_SHARE;
            }
            if figure && !holds_figure(&sentence.text) {
                sentence.score *= NO_FIGURE_SHARE;
            }
            let said = question.verdicts.of(&sentence.document, sentence.span);
            if said == Some(FeedbackEffect::Lowered) {
                sentence.score *= WRONG_SHARE;
            }
        }
        best_first(&mut ranked);
        Ok(ranked)
    }

    /// The weight of each of the question's terms, in sum 1: rare words tell more (inverse document
    /// frequency over the chunks of the asked documents).
    fn weigh(&self, question: &Question) -> Result<Vec<f32>> {
        let ranges = &question.whole.allowed;
        let total: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
        let mut weights = Vec::with_capacity(question.whole.terms.words.len());
        for word in &question.whole.terms.words {
            let with = self.store.chunks_with(word, ranges)? as f32;
            weights.push((1.0 + total as f32 / (1.0 + with)).ln());
        }
        let sum: f32 = weights.iter().sum();
        Ok(weights.into_iter().map(|weight| weight / sum.max(f32::MIN_POSITIVE)).collect())
    }

    fn add_meaning(&self, question: &Question, ranked: &mut [Ranked]) -> Result<()> {
        let texts: Vec<String> = ranked.iter().map(|sentence| sentence.text.clone()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let stop = AtomicBool::new(false);
        self.embedder()?.embed_many(&texts, workers, &stop, &mut |place, vector| {
            let cosine: f32 = question.whole.vector.iter().zip(&vector).map(|(a, b)| a * b).sum();
            let sentence = &mut ranked[place];
            sentence.meaning = cosine.clamp(0.0, 1.0);
            sentence.score += BY_MEANING * sentence.meaning;
        })?;
        Ok(())
    }
}

/// The rows of a table that was taken for one sentence, each by itself; any other sentence as it is.
/// A table shows in three lines or more, with figures, and no full stop at the end.
fn rows(text: &str, span: Span) -> Vec<Span> {
    let sentence = &text[span.range()];
    let tabular = sentence.lines().count() >= FEWEST_ROWS
        && sentence.contains(|c: char| c.is_numeric())
        && !ends_like_prose(sentence);
    if !tabular {
        return vec![span];
    }
    let at = |place: usize| span.start + u32::try_from(place).unwrap_or(u32::MAX);
    let mut start = 0;
    let row = |line: &str| {
        let row = Span::new(at(start), at(start + line.trim_end().len()));
        start += line.len();
        row
    };
    sentence.split_inclusive('\n').map(row).filter(|row| !row.is_empty()).collect()
}

/// Whether a text ends as a sentence does.
pub(crate) fn ends_like_prose(text: &str) -> bool {
    text.ends_with(['.', '!', ';', ':', '。', '”', '"', ')'])
}

/// Whether a text names something instead of saying something: a heading, a caption, a job title. A
/// numbering in front ("A3", "12.1") is no figure.
fn is_label(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let numbered = words.first().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let said = &words[usize::from(numbered)..];
    said.len() < FEWEST_WORDS - 1
        || words.len() < FEWEST_WORDS
        || (said.len() <= MOST_LABEL_WORDS
            && !said.iter().any(|word| word.contains(|c: char| c.is_numeric()))
            && !ends_like_prose(text))
}

fn best_first(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.document.cmp(&b.document))
            .then_with(|| a.span.cmp(&b.span))
    });
}

/// Which of the question's terms, by place, are among `stems`.
fn held(terms: &Terms, stems: &HashSet<Stem>) -> HashSet<usize> {
    let all = terms.stems.iter().enumerate();
    all.filter(|(_, stem)| stems.contains(*stem)).map(|(place, _)| place).collect()
}

/// The blocks of a chunk's text: an empty line parts them, as in the flow text.
fn blocks(text: &str) -> Vec<Span> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for part in text.split("\n\n") {
        let end = start + part.len();
        let at = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        if !part.is_empty() {
            blocks.push(Span::new(at(start), at(end)));
        }
        start = end + 2;
    }
    blocks
}

/// How much two sentences say the same: shared stems over all stems.
pub(crate) fn likeness(a: &HashSet<Stem>, b: &HashSet<Stem>) -> f32 {
    let shared = a.intersection(b).count() as f32;
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { shared / all as f32 }
}

#[cfg(test)]
mod tests {
    use citelight_retrieval::Vocabulary;

    use super::*;

    #[test]
    fn blocks_are_parted_by_empty_lines() {
        let text = "one\ntwo\n\nthree\n\n\n\nfour";
        let parts: Vec<&str> = blocks(text).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(parts, ["one\ntwo", "three", "four"]);
    }

    #[test]
    fn headings_are_labels_and_statements_are_not() {
        for label in [
            "A3 Limit of liability",
            "Notice",
            "Table 4. Rates",
            "Chief Executive Officer and Director",
        ] {
            assert!(is_label(label), "{label}");
        }
        for statement in [
            "Notice is 30 days.",
            "Total net revenues 6,489 7,500",
            "North America £62 £195 Tips",
            "The Contractor shall report the figures with its invoice to the Authority",
        ] {
            assert!(!is_label(statement), "{statement}");
        }
    }

    #[test]
    fn only_tables_fall_into_rows() {
        let parts = |text: &str| -> Vec<String> {
            let whole = Span::new(0, u32::try_from(text.len()).unwrap());
            rows(text, whole).iter().map(|row| text[row.range()].to_owned()).collect()
        };
        let table = "Work Unit Rate\nBoat Hour £310\nDiving Day £3,450";
        assert_eq!(parts(table), ["Work Unit Rate", "Boat Hour £310", "Diving Day £3,450"]);
        for whole in ["Fees of £310\nare due on\nthe first day.", "Two lines\nof 2"] {
            assert_eq!(parts(whole), [whole]);
        }
    }

    #[test]
    fn likeness_of_twins_and_strangers() {
        let vocabulary = Vocabulary::default();
        let stems = |text| vocabulary.stems(text).into_iter().collect();
        let like = |a, b| likeness(&stems(a), &stems(b));
        assert_eq!(like("Fees are due.", "The fees are due"), 0.75);
        assert_eq!(like("Fees are due.", "Leave ends early"), 0.0);
        assert_eq!(like("", ""), 0.0);
    }
}

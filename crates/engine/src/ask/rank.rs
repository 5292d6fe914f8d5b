//! Ranking the sentences of the best chunks by how well they answer.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::thread;

use citelight_core::{DocumentId, FeedbackEffect, Interpretation, Span};
use citelight_quote::training::SENTENCE_FEATURES;
use citelight_quote::{Asked, Sentence, defines};
use citelight_structure::sentences;
use citelight_text::Stem;

use super::Question;
use super::references::leads_to;
use super::retrieve::Hit;
use crate::{Library, Result};

/// Sentences that are compared by meaning; the rest is out by its words and its chunk's rank.
const EMBEDDED: usize = 40;
/// What a text loses that is no whole sentence, in log-odds: a footer or a title can hold all of a
/// question's words and say nothing. Set by hand.
const FRAGMENT_LOSS: f32 = 0.7;
/// What a sentence loses that a person called wrong for this question. Set by hand.
const WRONG_LOSS: f32 = 4.0;
/// What a sentence loses that stands outside the part that the question names ("Rider A"), where some
/// sentence stands within it. Set by hand.
const ELSEWHERE_LOSS: f32 = 3.0;
/// What a sentence gains that defines the term whose meaning is asked for. Set by hand.
const DEFINING_GAIN: f32 = 1.5;
/// Fewer words than this make a label, not a statement.
const FEWEST_WORDS: usize = 4;
/// Fewer lines than this make no table.
const FEWEST_ROWS: usize = 3;
/// A line of no more words than this, with no figure and no full stop, is a heading or a caption.
const MOST_LABEL_WORDS: usize = 10;

/// Words before the number of a part of a document.
const PART_WORDS: [&str; 8] =
    ["table", "figure", "note", "item", "section", "chapter", "schedule", "part"];

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
    /// How well it answers, in log-odds: comparable within one question.
    pub(crate) score: f32,
    /// Cosine of question and sentence, 0 to 1.
    pub(crate) meaning: f32,
    /// Which of the question's terms it holds.
    pub(crate) holds: Vec<bool>,
    /// The stems of its words.
    pub(crate) stems: HashSet<Stem>,
    /// Whether it defines the term whose meaning is asked for.
    pub(crate) defines: bool,
    /// Whether it stands in a part that the question names.
    pub(crate) referred: bool,
    /// As the model takes it.
    pub(crate) features: [f32; SENTENCE_FEATURES.len()],
}

/// The sentences of the hits that were compared, best first.
pub(crate) struct Ranking {
    pub(crate) sentences: Vec<Ranked>,
    /// What each of the question's terms counts, in sum 1: the rarer, the more.
    pub(crate) weights: Vec<f32>,
    /// In how many of the hits' sentences each term stands, and of how many.
    pub(crate) with: (Vec<usize>, usize),
}

/// What a question asks, as the sentences' models take it.
fn asked<'a>(question: &'a Question, weights: &'a [f32]) -> Asked<'a> {
    let Interpretation { figure, sort, .. } = question.interpretation;
    Asked { terms: &question.whole.terms.stems, weights, figure, sort }
}

impl Ranking {
    /// What its question asks, as the sentences' models take it.
    pub(crate) fn asked<'a>(&'a self, question: &'a Question) -> Asked<'a> {
        asked(question, &self.weights)
    }

    /// The place of the best sentence of a hit; after all others where it has none.
    pub(crate) fn place_of(&self, hit: &Hit) -> usize {
        let within = |one: &Ranked| {
            let mut chunks = std::iter::once(&hit.chunk).chain(&hit.folded);
            chunks.any(|chunk| chunk.document == one.document && chunk.span.overlaps(&one.span))
        };
        self.sentences.iter().position(within).unwrap_or(usize::MAX)
    }
}

/// A sentence before it is measured.
struct Found<'h> {
    chunk: &'h citelight_store::ChunkRow,
    rank: usize,
    score: f32,
    titles: usize,
    span: Span,
    stems: HashSet<Stem>,
    /// Whether it stands in a part that the question names.
    referred: bool,
}

impl Found<'_> {
    fn text(&self) -> &str {
        &self.chunk.body()[self.span.range()]
    }

    /// Where it stands in its document.
    fn place(&self) -> Span {
        let start = self.chunk.span.start;
        Span::new(start + self.span.start, start + self.span.end)
    }
}

impl Library {
    /// The sentences of the hits, best first.
    pub(crate) fn rank_sentences(&self, question: &Question, hits: &[Hit]) -> Result<Ranking> {
        let weights = self.weigh(question)?;
        let terms = &question.whole.terms.stems;
        let (found, titles) = self.sentences_of(question, hits)?;
        let referred = found.iter().any(|one| one.referred);
        let with = terms.iter().map(|term| found.iter().filter(|f| f.stems.contains(term)).count());
        let with = (with.collect(), found.len());
        let asked = asked(question, &weights);
        let mut meanings = vec![0.0; found.len()];
        let measure = |meanings: &[f32]| {
            let sentences: Vec<Sentence<'_>> = found
                .iter()
                .zip(meanings)
                .map(|(one, meaning)| Sentence {
                    text: one.text(),
                    stems: &one.stems,
                    titles: &titles[one.titles],
                    passage: one.titles,
                    rank: one.rank,
                    score: one.score,
                    meaning: *meaning,
                })
                .collect();
            self.sentence_reader.score(&asked, &sentences)
        };
        // By all but meaning first: embedding is what takes time.
        let rough = measure(&meanings);
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|a, b| {
            let score = |place: &usize| rough[*place].score;
            score(b).total_cmp(&score(a)).then(a.cmp(b))
        });
        order.truncate(EMBEDDED);
        self.add_meaning(question, &found, &order, &mut meanings)?;
        let scored = measure(&meanings);
        let term = question.interpretation.term.as_ref();
        let mut sentences: Vec<Ranked> = order
            .into_iter()
            .map(|place| {
                let one = &found[place];
                let mut score = scored[place].score;
                if !ends_like_prose(one.text()) {
                    score -= FRAGMENT_LOSS;
                }
                if referred && !one.referred {
                    score -= ELSEWHERE_LOSS;
                }
                let defines = term.is_some_and(|term| defines(term, one.text()));
                if defines {
                    score += DEFINING_GAIN;
                }
                let said = question.verdicts.of(&one.chunk.document, one.place());
                if said == Some(FeedbackEffect::Lowered) {
                    score -= WRONG_LOSS;
                }
                Ranked {
                    document: one.chunk.document.clone(),
                    file_name: one.chunk.file_name.clone(),
                    section: one.chunk.breadcrumb.clone(),
                    span: one.place(),
                    text: one.text().to_owned(),
                    score,
                    meaning: meanings[place],
                    holds: terms.iter().map(|term| one.stems.contains(term)).collect(),
                    stems: one.stems.clone(),
                    defines,
                    referred: one.referred,
                    features: scored[place].features,
                }
            })
            .collect();
        best_first(&mut sentences);
        Ok(Ranking { sentences, weights, with })
    }

    /// Every statement of the hits once, those of one chunk side by side; and the stems of each
    /// chunk's titles.
    fn sentences_of<'h>(
        &self,
        question: &Question,
        hits: &'h [Hit],
    ) -> Result<(Vec<Found<'h>>, Vec<HashSet<Stem>>)> {
        let references = &question.interpretation.references;
        let stems = |text: &str| -> HashSet<Stem> {
            self.probes.vocabulary.stems(text).into_iter().collect()
        };
        let (mut found, mut titles) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for (rank, hit) in hits.iter().enumerate() {
            for chunk in std::iter::once(&hit.chunk).chain(&hit.folded) {
                titles.push(stems(&chunk.breadcrumb));
                let referred = !references.is_empty()
                    && leads_to(references, chunk, &*self.outline(&chunk.document)?) >= 1.0;
                let body = chunk.body();
                let spans = sentences(body, &blocks(body));
                for span in spans.into_iter().flat_map(|span| rows(body, span)) {
                    let one = Found {
                        chunk,
                        rank,
                        score: hit.score,
                        titles: titles.len() - 1,
                        span,
                        stems: stems(&body[span.range()]),
                        referred,
                    };
                    let statement = !is_label(one.text()) && !one.text().ends_with('?');
                    if statement && seen.insert((&chunk.document, one.place())) {
                        found.push(one);
                    }
                }
            }
        }
        Ok((found, titles))
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

    /// The cosines with the question of the sentences in `order`.
    fn add_meaning(
        &self,
        question: &Question,
        found: &[Found<'_>],
        order: &[usize],
        meanings: &mut [f32],
    ) -> Result<()> {
        let texts: Vec<&str> = order.iter().map(|place| found[*place].text()).collect();
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let stop = AtomicBool::new(false);
        self.embedder()?.embed_many(&texts, workers, &stop, &mut |place, vector| {
            let cosine: f32 = question.whole.vector.iter().zip(&vector).map(|(a, b)| a * b).sum();
            meanings[order[place]] = cosine.clamp(0.0, 1.0);
        })?;
        Ok(())
    }
}

/// The rows of a table that was taken for one sentence, each by itself; any other sentence as it is.
/// A table shows in three lines or more, with figures, and no full stop at the end.
pub(super) fn rows(text: &str, span: Span) -> Vec<Span> {
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
        || (said.len() <= MOST_LABEL_WORDS && !holds_value(said) && !ends_like_prose(text))
}

/// Whether words hold a number that is no year and numbers no part ("Table 1.").
fn holds_value(words: &[&str]) -> bool {
    let is_year = |word: &str| {
        let digits = word.trim_matches(|c: char| !c.is_ascii_digit());
        digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
    };
    (0..words.len()).any(|at| {
        let counts = at
            .checked_sub(1)
            .is_some_and(|before| PART_WORDS.contains(&words[before].to_lowercase().as_str()));
        words[at].contains(char::is_numeric) && !is_year(words[at]) && !counts
    })
}

fn best_first(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.document.cmp(&b.document))
            .then_with(|| a.span.cmp(&b.span))
    });
}

/// The blocks of a chunk's text: an empty line parts them, as in the flow text.
pub(super) fn blocks(text: &str) -> Vec<Span> {
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
    use citelight_text::Vocabulary;

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
            "Third Quarter Report 2025",
            "Table 1. Paid annual leave by length of service",
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

//! Reading: the sentences of the best passages, ranked by how well they answer, what they say of a claim
//! that is to be checked, and how likely it is that they answer at all.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::thread;

use citelight_core::{FeedbackEffect, Interpretation, QuestionKind, cosine};
use citelight_quote::training::SENTENCE_FEATURES;
use citelight_quote::{Asked, ClaimRuling, Evidence, Scored, Sentence, defines};
use citelight_text::Stem;

use super::asker::Asker;
use super::cells;
use super::cite::Statement;
use super::fields;
use super::named::share_missing;
use super::question::{Hit, Question};
use super::references::leads_to;
use super::statements::{ends_like_prose, is_label, statements};
use crate::error::Result;

/// Sentences that are compared by meaning; the rest is out by its words and its passage's rank.
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
/// Sentences that may settle a question of yes or no.
const DECIDING: usize = 12;

/// A sentence that may become a part of an answer.
#[derive(Debug, Clone)]
pub(crate) struct RankedSentence {
    pub(crate) statement: Statement,
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

impl RankedSentence {
    pub(crate) fn text(&self) -> &str {
        &self.statement.text
    }
}

/// What the best passages say.
pub(crate) struct Reading {
    /// The sentences that were compared, best first.
    pub(crate) sentences: Vec<RankedSentence>,
    /// What each of the question's terms counts, in sum 1: the rarer, the more.
    pub(crate) weights: Vec<f32>,
    /// How the sentences bear on what the question asks to be checked; `None` where it asks for nothing of
    /// the kind.
    pub(crate) ruling: Option<ClaimRuling>,
    /// 0 to 1: how likely it is that they answer.
    pub(crate) confidence: f32,
    /// What the confidence is measured by.
    pub(crate) evidence: Evidence,
}

/// What a question asks, as the models of sentences take it.
fn asked<'a>(question: &'a Question, weights: &'a [f32]) -> Asked<'a> {
    let Interpretation { figure, sort, .. } = question.interpretation;
    Asked { terms: &question.whole.terms.stems, weights, figure, sort }
}

impl Reading {
    /// What its question asks, as the models of sentences take it.
    pub(crate) fn asked<'a>(&'a self, question: &'a Question) -> Asked<'a> {
        asked(question, &self.weights)
    }

    /// The place of the best sentence of a hit; after all others where it has none.
    pub(crate) fn place_of(&self, hit: &Hit) -> usize {
        let within = |one: &RankedSentence| {
            let at = &one.statement;
            hit.chunks().any(|chunk| chunk.document == at.document && chunk.span.overlaps(&at.span))
        };
        self.sentences.iter().position(within).unwrap_or(usize::MAX)
    }
}

/// Reads the passages that were found.
pub(crate) fn read(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<Reading> {
    let weights = weigh(asker, question)?;
    let (found, titles) = sentences_of(asker, question, hits)?;
    let sentences = rank(asker, question, &weights, &found, &titles)?;
    let ruling = rule(asker, question, &sentences);
    let terms = &question.whole.terms.stems;
    let with = terms.iter().map(|term| found.iter().filter(|f| f.stems.contains(term)).count());
    let rarity = with.map(|with| rarity(found.len() as f32, with as f32));
    let evidence = Evidence {
        sentences: sentences.iter().map(|one| (one.meaning, one.holds.clone())).collect(),
        weights: shares(rarity.collect()),
        missing: share_missing(question, hits),
        claim: ruling,
    };
    let confidence = asker.reader.confidence(&evidence);
    Ok(Reading { sentences, weights, ruling, confidence, evidence })
}

/// A sentence before it is measured.
struct Found {
    statement: Statement,
    /// Place of its passage among the hits, and its score.
    rank: usize,
    score: f32,
    /// Place of its passage's titles.
    titles: usize,
    stems: HashSet<Stem>,
    /// Whether it stands in a part that the question names.
    referred: bool,
    /// Whether it is a cell of a table; those come in the order in which their labels fit the question.
    cell: bool,
}

/// The sentences, best first.
fn rank(
    asker: &Asker,
    question: &Question,
    weights: &[f32],
    found: &[Found],
    titles: &[HashSet<Stem>],
) -> Result<Vec<RankedSentence>> {
    let terms = &question.whole.terms.stems;
    let referred = found.iter().any(|one| one.referred);
    let asked = asked(question, weights);
    let mut meanings = vec![0.0; found.len()];
    let score = |meanings: &[f32]| {
        let sentences: Vec<Sentence<'_>> = found
            .iter()
            .zip(meanings)
            .map(|(one, meaning)| Sentence {
                text: &one.statement.text,
                stems: &one.stems,
                titles: &titles[one.titles],
                passage: one.titles,
                rank: one.rank,
                score: one.score,
                meaning: *meaning,
            })
            .collect();
        asker.reader.score(&asked, &sentences)
    };
    // By all but meaning first: embedding is what takes time.
    let rough = score(&meanings);
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| rough[*b].score.total_cmp(&rough[*a].score).then(a.cmp(b)));
    order.truncate(EMBEDDED);
    order.extend(
        (0..found.len()).filter(|at| found[*at].cell && !order.contains(at)).collect::<Vec<_>>(),
    );
    add_meaning(asker, question, found, &order, &mut meanings)?;
    let scored = score(&meanings);
    let scored = settle_cells(scored, &order, found);
    let term = question.interpretation.term.as_ref();
    let mut sentences: Vec<RankedSentence> = order
        .into_iter()
        .map(|place| {
            let one = &found[place];
            let Scored { mut score, features } = scored[place];
            let text = &one.statement.text;
            if one.statement.value.is_none() && !ends_like_prose(text) {
                score -= FRAGMENT_LOSS;
            }
            if referred && !one.referred {
                score -= ELSEWHERE_LOSS;
            }
            let defines = term.is_some_and(|term| defines(term, text));
            if defines {
                score += DEFINING_GAIN;
            }
            let said = question.feedback.of(&one.statement.document, one.statement.span);
            if said == Some(FeedbackEffect::Lowered) {
                score -= WRONG_LOSS;
            }
            RankedSentence {
                statement: one.statement.clone(),
                score,
                meaning: meanings[place],
                holds: terms.iter().map(|term| one.stems.contains(term)).collect(),
                stems: one.stems.clone(),
                defines,
                referred: one.referred,
                features,
            }
        })
        .collect();
    sentences.sort_by(|a, b| {
        let (first, second) = (&a.statement, &b.statement);
        let place = || first.document.cmp(&second.document).then(first.span.cmp(&second.span));
        b.score.total_cmp(&a.score).then_with(place)
    });
    Ok(sentences)
}

/// Gives the cells of tables their scores anew: which of them is meant, their labels tell better than
/// their texts, which differ in little else; how the best compares with sentences, the scores tell.
fn settle_cells(mut scored: Vec<Scored>, order: &[usize], found: &[Found]) -> Vec<Scored> {
    let mut cells: Vec<usize> = order.iter().copied().filter(|at| found[*at].cell).collect();
    let mut scores: Vec<f32> = cells.iter().map(|at| scored[*at].score).collect();
    cells.sort_unstable();
    scores.sort_by(|a, b| b.total_cmp(a));
    cells.iter().zip(scores).for_each(|(at, score)| scored[*at].score = score);
    scored
}

/// Every statement of the hits once, those of one passage side by side; and the stems of each
/// passage's titles.
fn sentences_of(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
) -> Result<(Vec<Found>, Vec<HashSet<Stem>>)> {
    let references = &question.interpretation.references;
    let mut values = fields::near(asker, question, hits)?;
    let fields = values.len();
    values.extend(cells::near(asker, question, hits)?);
    let stems =
        |text: &str| -> HashSet<Stem> { asker.vocabulary.stems(text).into_iter().collect() };
    let (mut found, mut titles) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (rank, hit) in hits.iter().enumerate() {
        for chunk in hit.chunks() {
            titles.push(stems(&chunk.breadcrumb));
            let referred = !references.is_empty()
                && leads_to(references, chunk, &*asker.document_cache.outline(&chunk.document)?)
                    >= 1.0;
            for statement in statements(chunk) {
                let says = !is_label(&statement.text) && !statement.text.ends_with('?');
                let says = says && !is_made_of(&statement, &values);
                if says && seen.insert((&chunk.document, statement.span)) {
                    found.push(Found {
                        stems: stems(&statement.text),
                        statement,
                        rank,
                        score: hit.score,
                        titles: titles.len() - 1,
                        referred,
                        cell: false,
                    });
                }
            }
        }
    }
    for (at, (rank, statement)) in values.into_iter().enumerate() {
        if let Some(hit) = hits.get(rank)
            && seen.insert((&hit.chunk.document, statement.span))
        {
            titles.push(stems(&statement.section));
            found.push(Found {
                stems: stems(&statement.text),
                statement,
                rank,
                score: hit.score,
                titles: titles.len() - 1,
                referred: false,
                cell: at >= fields,
            });
        }
    }
    Ok((found, titles))
}

/// Whether a text that is no sentence is put together of values, which say the same one by one.
fn is_made_of(statement: &Statement, values: &[(usize, Statement)]) -> bool {
    let own = |(_, one): &&(usize, Statement)| {
        one.document == statement.document && one.span.overlaps(&statement.span)
    };
    !ends_like_prose(&statement.text) && values.iter().any(|one| own(&one))
}

/// The weight of each of the question's terms, in sum 1: rare words tell more (inverse document
/// frequency over the passages of the asked documents).
fn weigh(asker: &Asker, question: &Question) -> Result<Vec<f32>> {
    let ranges = &question.whole.allowed;
    let total: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
    let mut weights = Vec::with_capacity(question.whole.terms.words.len());
    for word in &question.whole.terms.words {
        let with = asker.store.chunks_with(word, ranges)? as f32;
        weights.push((1.0 + total as f32 / (1.0 + with)).ln());
    }
    Ok(shares(weights))
}

/// Weights as shares of their sum.
fn shares(weights: Vec<f32>) -> Vec<f32> {
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// How rare a term is that stands in `with` of so many sentences.
fn rarity(all: f32, with: f32) -> f32 {
    ((all + 1.0) / (with + 0.5)).ln().max(0.0)
}

/// Puts in the cosines with the question of the sentences in `order`.
fn add_meaning(
    asker: &Asker,
    question: &Question,
    found: &[Found],
    order: &[usize],
    meanings: &mut [f32],
) -> Result<()> {
    let texts: Vec<&str> =
        order.iter().map(|place| found[*place].statement.text.as_str()).collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let stop = AtomicBool::new(false);
    asker.embedder()?.embed_many(&texts, workers, &stop, &mut |place, vector| {
        meanings[order[place]] = cosine(&question.whole.vector, &vector).clamp(0.0, 1.0);
    })?;
    Ok(())
}

/// How the sentences bear on what a question asks to be checked; `None` where it asks for nothing of the
/// kind.
fn rule(asker: &Asker, question: &Question, sentences: &[RankedSentence]) -> Option<ClaimRuling> {
    let asked = &question.interpretation;
    let text = match asked.claim {
        Some(claim) => question.text.get(claim.range())?,
        None if asked.kind == QuestionKind::YesNo => {
            let end = question.text.find('?').unwrap_or(question.text.len());
            let start = question.text[..end].rfind(". ").map_or(0, |at| at + 2);
            &question.text[start..end]
        }
        None => return None,
    };
    let count = |stem: Stem| sentences.iter().filter(|one| one.stems.contains(&stem)).count();
    let rarity = |stem: Stem| rarity(sentences.len() as f32, count(stem) as f32);
    let claim = asker.reader.claim(text, &rarity)?;
    let deciding = sentences.iter().take(DECIDING);
    let texts = deciding.map(|one| (one.text(), one.statement.section.as_str()));
    Some(asker.reader.rule(&claim, texts))
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
    fn likeness_of_twins_and_strangers() {
        let vocabulary = Vocabulary::default();
        let stems = |text| vocabulary.stems(text).into_iter().collect();
        let like = |a, b| likeness(&stems(a), &stems(b));
        assert_eq!(like("Fees are due.", "The fees are due"), 0.75);
        assert_eq!(like("Fees are due.", "Leave ends early"), 0.0);
        assert_eq!(like("", ""), 0.0);
    }
}

//! Reading: the sentences of the best passages, ranked by how well they answer, and how likely it is that they
//! answer at all.

use std::collections::HashSet;
use std::ops::Range;

use citelight_core::{DocumentId, FeedbackEffect, Interpretation, Span, cosine};
use citelight_question::{asks_for_forecast, asks_how_to, is_question_word, says_forecast};
use citelight_quote::training::{ChoiceFeatures, SENTENCE_FEATURES};
use citelight_quote::{Asked, Choosable, Evidence, Sentence, defines};
use citelight_text::Stem;

use super::alone;
use super::asker::Asker;
use super::candidates::{Candidate, Candidates, candidates};
use super::cite::{Statement, folded, within};
use super::excerpt::{whole_words, with_bracket};
use super::extract::{Extracted, FoundWords, extract};
use super::named::{NAMING_SHARE, naming_words, share_missing};
use super::question::{Hit, Question};
use crate::error::Result;

/// Passages whose sentences may become an answer.
const READ_PASSAGES: usize = 12;
/// Sentences that are compared by meaning; the rest is out by its words and its passage's rank.
const EMBEDDED: usize = 32;
/// Items of a list that are read behind what introduces it, at most, and characters of them all.
const ITEMS_READ: usize = 6;
const ITEM_CHARS: usize = 240;
/// Hits whose documents tell how rare words are.
const NEAREST_HITS: usize = 3;
/// What a sentence loses that a person called wrong for this question. Set by hand.
const WRONG_LOSS: f32 = 12.0;
/// What a sentence loses that stands outside the part that the question names ("Rider A"), where some
/// sentence stands within it. Set by hand.
const ELSEWHERE_LOSS: f32 = 3.0;
/// What a sentence loses that holds none of the words that a follow-up newly says, and what one loses
/// besides that the answer before cited. Set by hand.
const NOTHING_NEW_LOSS: f32 = 0.7;
/// What a sentence or value loses of which nothing says that it is expected, where a forecast is asked for.
/// Set by hand.
const RESULT_LOSS: f32 = 3.0;
const REPEATED_LOSS: f32 = 1.8;

/// A sentence that may become a part of an answer.
#[derive(Debug, Clone)]
pub(crate) struct RankedSentence {
    pub(crate) statement: Statement,
    /// What governs it and is shown before it: of an item, what introduces its list.
    pub(crate) stem: Option<Statement>,
    /// The items that it introduces.
    pub(crate) items: Vec<Span>,
    /// How well it answers, in log-odds: comparable within one question.
    pub(crate) score: f32,
    /// Cosine of question and sentence, 0 to 1.
    pub(crate) meaning: f32,
    /// Which of the question's terms it holds.
    pub(crate) holds: Vec<bool>,
    /// The stems of its words.
    pub(crate) stems: HashSet<Stem>,
    /// The words of it that answer, as the trained reader finds them.
    pub(crate) found: Option<FoundWords>,
    /// Whether it defines the term whose meaning is asked for.
    pub(crate) defines: bool,
    /// Whether it stands in a part that the question names.
    pub(crate) referred: bool,
    /// As the model takes it.
    pub(crate) features: [f32; SENTENCE_FEATURES.len()],
    /// What its score is made of.
    pub(crate) choice: ChoiceFeatures,
    /// Its words as the trained reader weighs them by themselves.
    pub(crate) read: String,
}

impl RankedSentence {
    pub(crate) fn text(&self) -> &str {
        &self.statement.text
    }

    /// Its words that the trained reader found to answer, as a range of its bytes, whole words; of a value
    /// none.
    pub(crate) fn found_words(&self) -> Option<Range<usize>> {
        let statement = &self.statement;
        let found = self.found.as_ref().filter(|_| statement.value.is_none())?;
        let whole = Span::around(found.spans.iter().copied())?;
        let at = |byte: u32| byte.saturating_sub(statement.span.start) as usize;
        let end = at(whole.end).min(statement.text.len());
        let start = at(whole.start).min(end);
        let inside = statement.text.get(start..end)?;
        // The sign before an item says nothing.
        let sign = inside.chars().filter(|c| c.is_alphanumeric()).count() == 1
            && start == 0
            && inside.chars().all(|c| !c.is_ascii_digit());
        // "Table 3 shows who may approve": no question word answers.
        let asks = is_question_word(&inside.trim().to_lowercase());
        (!inside.trim().is_empty() && !sign && !asks).then(|| {
            let words = whole_words(&statement.text, start..end);
            with_bracket(&statement.text, words)
        })
    }
}

/// What the best passages say.
pub(crate) struct Reading {
    /// The sentences that were compared, best first.
    pub(crate) sentences: Vec<RankedSentence>,
    /// What each of the question's terms counts, in sum 1: the rarer, the more.
    pub(crate) weights: Vec<f32>,
    /// 0 to 1: how likely it is that they answer.
    pub(crate) confidence: f32,
    /// Whether the trained reader read them: it knows of labels what the models of sentences do not.
    pub(crate) by_reader: bool,
    /// What the confidence is measured by.
    pub(crate) evidence: Evidence,
}

impl Reading {
    /// By how much the best words found in a hit answer better than nothing does; `None` where none were.
    pub(crate) fn best_margin(&self, hit: &Hit) -> Option<f32> {
        let within = |one: &&RankedSentence| {
            let at = &one.statement;
            hit.chunks().any(|chunk| chunk.document == at.document && chunk.span.overlaps(&at.span))
        };
        let found = self.sentences.iter().filter(within).filter_map(|one| one.found.as_ref());
        found.map(|found| found.margin).max_by(f32::total_cmp)
    }

    /// The place of the best sentence of a hit; behind those the best value, and after all others where it
    /// has none.
    pub(crate) fn place_of(&self, hit: &Hit) -> (bool, usize) {
        let within = |one: &RankedSentence| {
            let at = &one.statement;
            hit.chunks().any(|chunk| chunk.document == at.document && chunk.span.overlaps(&at.span))
        };
        let place = |is_value: bool| {
            let fits =
                |one: &RankedSentence| one.statement.value.is_some() == is_value && within(one);
            self.sentences.iter().position(fits)
        };
        match (place(false), place(true)) {
            (Some(sentence), _) => (false, sentence),
            (None, value) => (true, value.unwrap_or(usize::MAX)),
        }
    }
}

/// Whether a question asks what is expected, and not what came out.
pub(crate) fn is_forecast_asked(question: &Question) -> bool {
    asks_for_forecast(&question.text, !question.interpretation.periods.is_empty())
}

/// Whether a statement says what is expected, by itself or by the title over it.
fn is_forecast(statement: &Statement) -> bool {
    says_forecast(&statement.text) || says_forecast(&statement.section)
}

/// The passages that are read: the first of those that were found.
pub(crate) fn readable(hits: &[Hit]) -> &[Hit] {
    &hits[..hits.len().min(READ_PASSAGES)]
}

/// Reads the first of the passages that were found.
pub(crate) fn read(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<Reading> {
    let hits = readable(hits);
    let weights = weigh(asker, question, hits)?;
    let mut found = candidates(asker, question, hits)?;
    let extracted = extract(asker, question, hits)?;
    if let Some(extracted) = &extracted {
        found.take_up(extracted);
    }
    let sentences = rank(asker, question, &weights, &found, extracted.as_ref())?;
    let found = &found.all;
    let terms = &question.whole.terms.stems;
    let with = terms.iter().map(|term| found.iter().filter(|f| f.stems.contains(term)).count());
    let rarity = with.map(|with| rarity(found.len() as f32, with as f32));
    let evidence = Evidence {
        sentences: sentences.iter().map(|one| (one.meaning, one.holds.clone())).collect(),
        weights: shares(rarity.collect()),
        missing: share_missing(question, hits),
    };
    let choices: Vec<ChoiceFeatures> = sentences.iter().map(|one| one.choice).collect();
    let confidence = match &extracted {
        Some(_) => asker.reader.likelihood(&choices),
        None => asker.reader.confidence(&evidence),
    };
    let by_reader = extracted.is_some();
    Ok(Reading { sentences, weights, confidence, by_reader, evidence })
}

/// The sentences, best first.
fn rank(
    asker: &Asker,
    question: &Question,
    weights: &[f32],
    candidates: &Candidates,
    extracted: Option<&Extracted>,
) -> Result<Vec<RankedSentence>> {
    let Candidates { all: found, titles, .. } = candidates;
    let terms = &question.whole.terms.stems;
    let referred = found.iter().any(|one| one.referred);
    let Interpretation { kind, sort, figure, ref sought, ref term, .. } = question.interpretation;
    let asked = Asked { terms, weights, figure, sort };
    let forecast = is_forecast_asked(question);
    let mut meanings = vec![0.0; found.len()];
    let score = |meanings: &[f32]| {
        let sentences: Vec<Sentence<'_>> = found
            .iter()
            .zip(meanings)
            .map(|(one, meaning)| Sentence {
                text: &one.compared,
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
    let answering = match extracted {
        Some(extracted) => candidates.words_found(extracted),
        None => vec![None; found.len()],
    };
    // And whatever was found by other means than those scores.
    let is_value = |at: usize| found[at].statement.value.is_some();
    let besides = |at: &usize| is_value(*at) || answering[*at].is_some();
    let besides: Vec<usize> =
        (0..found.len()).filter(|at| besides(at) && !order.contains(at)).collect();
    order.extend(besides);
    add_meaning(asker, question, found, &order, &mut meanings)?;
    let scored = score(&meanings);
    let measure = |place: usize, alone: Option<f32>| {
        let one = &found[place];
        let text = &one.statement.text;
        let defines = term.as_ref().is_some_and(|term| defines(term, text));
        let own = one.statement.value.as_ref();
        let value = own.map(|value| one.compared.len().saturating_sub(value.text.len()));
        // A column of amounts bears its currency's mark at the first.
        let mark = value.zip(own.and_then(|value| value.currency));
        let marked = mark.and_then(|(at, mark)| {
            Some(format!("{}{mark} {}", one.compared.get(..at)?, one.compared.get(at..)?))
        });
        let text_of = marked.as_ref().unwrap_or(&one.compared);
        let fit = |sought| asker.reader.fit(sought, &question.put, text_of, value);
        let fit = sought.as_ref().and_then(fit);
        let held = terms.iter().zip(weights).filter(|(term, _)| one.stems.contains(term));
        let choosable = Choosable {
            text: one.statement.value.as_ref().map_or(text, |value| &value.text),
            sentence: scored[place].score,
            margin: answering[place].as_ref().map(|words| words.margin),
            value: one.value,
            alone,
            held: held.map(|(_, weight)| weight).sum(),
            fit,
            list: !one.items.is_empty(),
            defines,
            rank: one.rank,
            meaning: meanings[place],
        };
        (choosable.features(kind, sort), defines)
    };
    let sentences = order.iter().filter(|at| !is_value(**at));
    let likely = sentences.map(|at| (asker.reader.choose(&measure(*at, None).0), *at)).collect();
    // Steps are told by what leads to them and by themselves.
    let several = asks_how_to(&question.put);
    let read = |at: usize| match several {
        true => with_items(asker, &found[at]),
        false => Ok(found[at].as_read()),
    };
    let weighed = alone::sentences(asker, question, likely, read)?;
    let sentence = |place: usize| {
        let (choice, defines) = measure(place, weighed.get(&place).copied().or(found[place].alone));
        let one = &found[place];
        let mut score = asker.reader.choose(&choice);
        if referred && !one.referred {
            score -= ELSEWHERE_LOSS;
        }
        if forecast && !is_forecast(&one.statement) {
            score -= RESULT_LOSS;
        }
        if !question.newly.is_empty() {
            let (at, place) = (&one.statement.document, one.statement.span);
            let cited = |(id, span): &(DocumentId, Span)| id == at && span.overlaps(&place);
            let repeats = question.before.iter().any(cited);
            let new = question.newly.iter().any(|stem| one.stems.contains(stem));
            if !new {
                score -= NOTHING_NEW_LOSS;
            }
            // A sentence may say more than was cited of it, a value does not.
            if repeats && (!new || one.statement.value.is_some()) {
                score -= REPEATED_LOSS;
            }
        }
        let said = question.feedback.of(&one.statement.document, one.statement.span);
        if said == Some(FeedbackEffect::Lowered) {
            score -= WRONG_LOSS;
        }
        RankedSentence {
            statement: one.statement.clone(),
            stem: one.stem.clone(),
            items: one.items.clone(),
            score,
            meaning: meanings[place],
            holds: terms.iter().map(|term| one.stems.contains(term)).collect(),
            stems: one.stems.clone(),
            found: answering[place].clone(),
            defines,
            referred: one.referred,
            features: scored[place].features,
            choice,
            read: one.as_read(),
        }
    };
    let mut sentences: Vec<RankedSentence> = order.into_iter().map(sentence).collect();
    sentences.sort_by(|a, b| {
        let (first, second) = (&a.statement, &b.statement);
        let place = || first.document.cmp(&second.document).then(first.span.cmp(&second.span));
        b.score.total_cmp(&a.score).then_with(place)
    });
    Ok(sentences)
}

/// A candidate as the trained reader weighs it, with the first of the items that it introduces: "The following may
/// apply:" says little without them.
fn with_items(asker: &Asker, one: &Candidate) -> Result<String> {
    let mut read = one.as_read();
    let items = &one.items[..one.items.len().min(ITEMS_READ)];
    let Some(whole) = Span::around(items.iter().copied()) else { return Ok(read) };
    let (start, text) = asker.store.flow_text(&one.statement.document, whole)?;
    let mut left = ITEM_CHARS;
    for item in items {
        let words: String = folded(within(&text, start, *item)).chars().take(left).collect();
        left -= words.chars().count();
        read.push(' ');
        read.push_str(&words);
    }
    Ok(read)
}

/// The weight of each of the question's terms, in sum 1: rare words tell more (inverse document
/// frequency over the passages of the documents that were found: what only names a document stands all
/// over it).
fn weigh(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<Vec<f32>> {
    let mut documents: Vec<DocumentId> = Vec::new();
    for hit in hits.iter().take(NEAREST_HITS) {
        if !documents.contains(&hit.chunk.document) {
            documents.push(hit.chunk.document.clone());
        }
    }
    let ranges = &asker.document_cache.ranges(&documents)?;
    let naming = naming_words(asker, question);
    let total: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
    let mut weights = Vec::with_capacity(question.whole.terms.words.len());
    for word in &question.whole.terms.words {
        let with = asker.store.chunks_with(word, ranges)? as f32;
        let weight = (1.0 + total as f32 / (1.0 + with)).ln();
        let names = naming.contains(&asker.vocabulary.stem(word));
        weights.push(if names { weight * NAMING_SHARE } else { weight });
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
    found: &[Candidate],
    order: &[usize],
    meanings: &mut [f32],
) -> Result<()> {
    // What a value is called tells what it answers; a figure or a name would only blur it.
    let said = |one: &Candidate| match &one.statement.value {
        Some(value) => format!("{} {}", value.meaning.row, value.meaning.column),
        None => one.compared.clone(),
    };
    let texts: Vec<String> = order.iter().map(|place| said(&found[*place])).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (place, vector) in order.iter().zip(asker.statement_vectors.of_all(&texts)?) {
        meanings[*place] = cosine(&question.whole.vector, &vector).clamp(0.0, 1.0);
    }
    Ok(())
}

/// How much two sentences say the same: shared stems over all stems.
pub(crate) fn likeness(a: &HashSet<Stem>, b: &HashSet<Stem>) -> f32 {
    let shared = a.intersection(b).count() as f32;
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { shared / all as f32 }
}

#[cfg(test)]
pub(crate) mod tests {
    use citelight_text::Vocabulary;

    use super::*;

    /// A sentence of a document, ten bytes long there.
    pub(crate) fn ranked(text: &str, start: u32, score: f32) -> RankedSentence {
        RankedSentence {
            statement: Statement {
                document: DocumentId::from_content_hash("0123456789abcdef"),
                file_name: "a.pdf".into(),
                section: String::new(),
                span: Span::new(start, start + 10),
                text: text.into(),
                value: None,
            },
            stem: None,
            items: Vec::new(),
            found: None,
            score,
            meaning: 0.5,
            holds: Vec::new(),
            stems: Vocabulary::default().stems(text).into_iter().collect(),
            defines: false,
            referred: false,
            features: Default::default(),
            choice: Default::default(),
            read: String::new(),
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

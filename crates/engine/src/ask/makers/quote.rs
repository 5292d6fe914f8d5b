//! Answers of quoted sentences, with the words that answer lit in them or before them.

use std::ops::Range;

use citelight_core::{LeadKind, QuestionKind, Sought};
use citelight_quote::expansion;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_words, folded};
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{answer_of, choose, quote as quoted, steps};
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// How likely it is that words answer which an abbreviation spells. Set by hand.
const SPELLED_CONFIDENCE: f32 = 0.8;
/// More words are lit where they stand, and not put before the sentences.
const MOST_LEADING_WORDS: usize = 8;

/// What an abbreviation stands for, where a sentence says so: however little else speaks for that sentence.
pub(crate) fn abbreviation(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    // A sentence that tells what it is says more than the words that its letters stand for.
    let told = reading.confidence >= asker.reader.least_confidence();
    let defining = choose(reading).into_iter().find(|one| one.defines).filter(|_| told);
    if defining.is_some_and(|one| spelled_in(findings, one).is_none()) {
        return Ok(None);
    }
    let mut spelled =
        reading.sentences.iter().filter_map(|one| Some((one, spelled_in(findings, one)?)));
    let Some((best, range)) = spelled.next() else { return Ok(None) };
    let confidence = reading.confidence.max(SPELLED_CONFIDENCE);
    led_by_words(asker, findings, &[best], range, confidence).map(Some)
}

/// The words of a sentence that the abbreviation stands for that is asked for.
fn spelled_in(findings: &Findings<'_>, one: &RankedSentence) -> Option<Range<usize>> {
    let term = findings.question.interpretation.term.as_ref()?;
    if one.statement.value.is_some() { None } else { expansion(term, one.text()) }
}

/// The best sentences, with the words of the first one that answer lit in it, and before them where they are
/// few and such words are asked for; or that the documents do not say it.
pub(crate) fn quote(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    let (chosen, confidence) = (&choose(reading), reading.confidence);
    if let Some(steps) = steps(asker, findings.question, reading)? {
        return answer_of(asker, findings, &steps, confidence).map(Some);
    }
    let Some(best) = chosen.first().filter(|_| confidence >= asker.reader.least_confidence())
    else {
        return answer_of(asker, findings, chosen, confidence).map(Some);
    };
    let Some(words) = best.found_words() else {
        return answer_of(asker, findings, chosen, confidence).map(Some);
    };
    let short = best.text()[words.clone()].split_whitespace().count() <= MOST_LEADING_WORDS;
    if short && leads(findings) {
        return led_by_words(asker, findings, chosen, words, confidence).map(Some);
    }
    let cited = quoted(asker, findings, chosen, Some(words))?;
    Ok(Some(Composed::quoted(cited, confidence)))
}

/// An answer of quoted sentences behind some words of the first one.
fn led_by_words(
    asker: &Asker,
    findings: &Findings<'_>,
    chosen: &[&RankedSentence],
    range: Range<usize>,
    confidence: f32,
) -> Result<Composed> {
    let Some(best) = chosen.first().map(|best| &best.statement) else {
        return answer_of(asker, findings, chosen, confidence);
    };
    let mut cited = Cited::default();
    if let Some(citation) = cite_words(&asker.store, best, range.clone(), 1.0)? {
        cited.add(citation);
    }
    let leads: Vec<u32> = cited.citations.iter().map(|one| one.n).collect();
    let sentences = quoted(asker, findings, chosen, Some(range.clone()))?.behind(leads.len());
    cited.sentences = sentences.sentences;
    cited.citations.extend(sentences.citations);
    let composed = Composed::quoted(cited, confidence);
    Ok(if leads.is_empty() {
        composed
    } else {
        composed.led_by(LeadKind::Value, folded(&best.text[range]), leads)
    })
}

/// Whether a question may be answered by a few words before the sentences that say them.
fn leads(findings: &Findings<'_>) -> bool {
    let asked = &findings.question.interpretation;
    let told = matches!(asked.sought, Some(Sought::YesNo | Sought::List | Sought::Definition));
    !told && !matches!(asked.kind, QuestionKind::YesNo | QuestionKind::List)
}

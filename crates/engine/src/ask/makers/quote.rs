//! Answers of quoted sentences, with the words that answer lit in them or before them.

use std::ops::Range;

use citelight_core::{LeadKind, QuestionKind, Sought};
use citelight_question::asks_how_to;
use citelight_quote::expansion;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_words, folded};
use crate::ask::compose::{Composed, Findings, LEADS};
use crate::ask::further::{Further, further};
use crate::ask::quoting::{Said, quote as quoted};
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// How likely it is that words answer which an abbreviation spells. Set by hand.
const SPELLED_CONFIDENCE: f32 = 0.8;
/// Of so many that answer best one may tell what the abbreviation is.
const DEFINING: usize = 2;
/// More words are lit where they stand, and not put before the sentences.
const MOST_LEADING_WORDS: usize = 8;

/// What an abbreviation stands for, where a sentence says so: however little else speaks for that sentence.
pub(crate) fn abbreviation(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    // A sentence that tells what it is says more than the words that its letters stand for.
    let told = reading.confidence >= asker.reader.least_confidence();
    let defining = reading.sentences.iter().take(DEFINING).find(|one| one.defines).filter(|_| told);
    if defining.is_some_and(|one| spelled_in(findings, one).is_none()) {
        return Ok(None);
    }
    let mut spelled =
        reading.sentences.iter().filter_map(|one| Some((one, spelled_in(findings, one)?)));
    let Some((best, range)) = spelled.next() else { return Ok(None) };
    let confidence = reading.confidence.max(SPELLED_CONFIDENCE);
    let cited = quoted(asker, [Said::of(best, reading, Some(range.clone()))])?;
    led_by_words(asker, best, range, cited, confidence).map(Some)
}

/// The words of a sentence that the abbreviation stands for that is asked for.
fn spelled_in(findings: &Findings<'_>, one: &RankedSentence) -> Option<Range<usize>> {
    let term = findings.question.interpretation.term.as_ref()?;
    if one.statement.value.is_some() { None } else { expansion(term, one.text()) }
}

/// The best sentence, with its words that answer lit in it, and before it where they are few and such words are asked
/// for, and what belongs to it; or that the documents do not say it.
pub(crate) fn quote(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    let confidence = reading.confidence;
    let likely = confidence >= asker.reader.least_confidence();
    let Some(best) = reading.sentences.first().filter(|_| likely) else {
        return Ok(Some(Composed::quoted(Cited::default(), confidence)));
    };
    // How something is done no few words tell.
    let words = best.found_words().filter(|_| !asks_how_to(&findings.question.put));
    let further = further(asker, findings.question, reading, best)?;
    let behind = further.partition_point(|one| one.statement.span < best.statement.span);
    let mut all: Vec<Said<'_>> = further.iter().map(Further::said).collect();
    all.insert(behind, Said::of(best, reading, words.clone()));
    let cited = quoted(asker, all)?;
    let count = |words: &Range<usize>| best.text()[words.clone()].split_whitespace().count();
    let leads = confidence >= LEADS && leads(findings);
    match words.filter(|words| leads && count(words) <= MOST_LEADING_WORDS) {
        Some(words) => led_by_words(asker, best, words, cited, confidence).map(Some),
        None => Ok(Some(Composed::quoted(cited, confidence))),
    }
}

/// An answer of quoted sentences behind some words of the best one.
fn led_by_words(
    asker: &Asker,
    best: &RankedSentence,
    range: Range<usize>,
    sentences: Cited,
    confidence: f32,
) -> Result<Composed> {
    let Some(citation) = cite_words(&asker.store, &best.statement, range.clone(), 1.0)? else {
        return Ok(Composed::quoted(sentences, confidence));
    };
    let mut cited = Cited::default();
    let n = cited.add(citation);
    cited.append(sentences);
    let lead = folded(&best.text()[range]);
    Ok(Composed::quoted(cited, confidence).led_by(LeadKind::Value, lead, vec![n]))
}

/// Whether a question may be answered by a few words before the sentences that say them.
fn leads(findings: &Findings<'_>) -> bool {
    let asked = &findings.question.interpretation;
    let told = matches!(asked.sought, Some(Sought::YesNo | Sought::List | Sought::Definition));
    !told && !matches!(asked.kind, QuestionKind::YesNo | QuestionKind::List)
}

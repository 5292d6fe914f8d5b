//! Answers of quoted sentences, with the date, the name or the number that is asked for before them.

use std::collections::HashSet;
use std::ops::Range;

use citelight_core::{DocumentId, LeadKind, QuestionKind, Sought, Span};
use citelight_quote::expansion;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_words, folded, whole_words};
use crate::ask::compose::{Composed, Findings};
use crate::ask::question::Hit;
use crate::ask::quoting::{answer_of, choose, first, quote as quoted};
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// Below this confidence no words are put before the sentences. Set by hand.
const LEAST_CONFIDENCE: f32 = 0.5;
/// How likely it is that words answer which an abbreviation spells. Set by hand.
const SPELLED_CONFIDENCE: f32 = 0.8;
/// More words are lit where they stand, and not put before the sentences.
const MOST_LEADING_WORDS: usize = 8;

/// The best sentences, behind one that defines the term whose meaning is asked for; `None` where none
/// does.
pub(crate) fn definition(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let chosen = choose(findings.reading);
    // A sentence that tells what it is says more than the words that its letters stand for.
    let told = findings.reading.confidence >= asker.reader.least_confidence();
    let defining = chosen.iter().position(|one| one.defines).filter(|_| told);
    let spelled = |one: &&RankedSentence| spelled_in(findings, one).is_some();
    if defining.is_none_or(|at| spelled(&chosen[at]))
        && let Some(composed) = abbreviated(asker, findings)?
    {
        return Ok(Some(composed));
    }
    let Some(at) = chosen.iter().position(|one| one.defines) else { return Ok(None) };
    let chosen = first(chosen[at], chosen);
    with_words(asker, findings, &chosen).map(Some)
}

/// What an abbreviation stands for, where a sentence says so: however little else speaks for that sentence.
fn abbreviated(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let sentences = findings.reading.sentences.iter();
    let mut spelled = sentences.filter_map(|one| Some((one, spelled_in(findings, one)?)));
    let Some((best, range)) = spelled.next() else { return Ok(None) };
    let confidence = findings.reading.confidence.max(SPELLED_CONFIDENCE);
    led_by_words(asker, findings, &[best], (LeadKind::Value, range), confidence).map(Some)
}

/// The words of a sentence that the abbreviation stands for that is asked for.
fn spelled_in(findings: &Findings<'_>, one: &RankedSentence) -> Option<Range<usize>> {
    let term = findings.question.interpretation.term.as_ref()?;
    if one.statement.value.is_some() { None } else { expansion(term, one.text()) }
}

/// The best sentences, or that the documents do not say it.
pub(crate) fn quote(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    with_words(asker, findings, &choose(findings.reading)).map(Some)
}

/// An answer of quoted sentences, with the date, the name or the number in the first one before them,
/// where that is what is asked for.
fn with_words(
    asker: &Asker,
    findings: &Findings<'_>,
    chosen: &[&RankedSentence],
) -> Result<Composed> {
    let confidence = findings.reading.confidence;
    let Some(best) = chosen.first().filter(|_| confidence >= asker.reader.least_confidence())
    else {
        return answer_of(asker, findings, chosen, confidence);
    };
    let found = found_words(best);
    let short = |range: &Range<usize>| {
        best.text()[range.clone()].split_whitespace().count() <= MOST_LEADING_WORDS
    };
    let words = match found {
        Some(range) if !short(&range) || !leads(findings) => {
            let cited = quoted(asker, findings, chosen, Some(range))?;
            return Ok(Composed::quoted(cited, confidence));
        }
        Some(range) => Some((LeadKind::Value, range)),
        None => sought_words(asker, findings, best),
    };
    let Some(words) = words else {
        return answer_of(asker, findings, chosen, confidence);
    };
    led_by_words(asker, findings, chosen, words, confidence)
}

/// An answer of quoted sentences behind some words of the first one.
fn led_by_words(
    asker: &Asker,
    findings: &Findings<'_>,
    chosen: &[&RankedSentence],
    (kind, range): (LeadKind, Range<usize>),
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
        composed.led_by(kind, folded(&best.text[range]), leads)
    })
}

/// Whether a question may be answered by a few words before the sentences that say them.
fn leads(findings: &Findings<'_>) -> bool {
    let asked = &findings.question.interpretation;
    let told = matches!(asked.sought, Some(Sought::YesNo | Sought::List | Sought::Definition));
    !told && !matches!(asked.kind, QuestionKind::YesNo | QuestionKind::List)
}

/// The words of a sentence that the trained reader found to answer, as a range of its bytes, whole words.
fn found_words(best: &RankedSentence) -> Option<Range<usize>> {
    let statement = &best.statement;
    let found = best.found.as_ref().filter(|_| statement.value.is_none())?;
    let whole = Span::around(found.spans.iter().copied())?;
    let at = |byte: u32| byte.saturating_sub(statement.span.start) as usize;
    let end = at(whole.end).min(statement.text.len());
    let start = at(whole.start).min(end);
    let inside = statement.text.get(start..end)?.trim();
    (!inside.is_empty()).then(|| whole_words(&statement.text, start..end))
}

/// The words of a sentence that are the date, the name or the number sought, where an answer may begin with
/// them.
fn sought_words(
    asker: &Asker,
    findings: &Findings<'_>,
    best: &RankedSentence,
) -> Option<(LeadKind, Range<usize>)> {
    let (question, reading) = (findings.question, findings.reading);
    let sought = question.interpretation.sought.as_ref()?;
    let kind = match sought {
        Sought::Date | Sought::Year => LeadKind::Date,
        Sought::Name | Sought::Place => LeadKind::Name,
        Sought::Number(_) => LeadKind::Number,
        Sought::YesNo | Sought::List | Sought::Definition => return None,
    };
    let asked: Vec<u16> =
        question.interpretation.periods.iter().flat_map(|period| period.years()).collect();
    if reading.confidence < LEAST_CONFIDENCE || is_of_other_years(best.text(), &asked) {
        return None;
    }
    let key = asker.reader.key(&reading.asked(question), best.text()).map(|key| key.range);
    let small = small_words(findings.hits, &best.statement.document);
    let common = |word: &str| small.contains(word);
    let range = asker.reader.find(sought, &question.text, best.text(), key, &common)?;
    Some((kind, range))
}

/// Whether a text names years, and none of those that are asked for, where some are.
fn is_of_other_years(text: &str, asked: &[u16]) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    let years: Vec<u16> = numbers
        .filter_map(|number| number.parse().ok())
        .filter(|year| (1900..2100).contains(year))
        .collect();
    !asked.is_empty() && !years.is_empty() && !years.iter().any(|year| asked.contains(year))
}

/// The words that a document writes small in the hits.
fn small_words(hits: &[Hit], document: &DocumentId) -> HashSet<String> {
    let own = hits.iter().filter(|hit| hit.chunk.document == *document);
    own.flat_map(Hit::chunks)
        .flat_map(|chunk| chunk.text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.starts_with(char::is_lowercase))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_on_another_year_gives_no_words() {
        assert!(is_of_other_years("In fiscal 2024 we close 20 stores.", &[2023]));
        assert!(!is_of_other_years("In fiscal 2024 we close 20 stores.", &[2023, 2024]));
        assert!(!is_of_other_years("We close 20 stores.", &[2023]));
        assert!(!is_of_other_years("In 2024 we close 20 stores.", &[]));
        assert!(!is_of_other_years("Of 8820 stores 20 close.", &[2023]));
    }
}

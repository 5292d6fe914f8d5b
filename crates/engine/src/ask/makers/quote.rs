//! Answers of quoted sentences, with the date, the name or the number that is asked for before them.

use std::collections::HashSet;

use citelight_core::{DocumentId, LeadKind, Sought};
use citelight_quote::Fit;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_words, folded};
use crate::ask::compose::{Composed, Findings};
use crate::ask::question::Hit;
use crate::ask::quoting::{answer_of, choose, first};
use crate::error::Result;

/// Below this confidence no words are put before the sentences. Set by hand.
const LEAST_CONFIDENCE: f32 = 0.5;

/// The best sentences, behind one that defines the term whose meaning is asked for; `None` where none
/// does.
pub(crate) fn definition(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let chosen = choose(findings.reading);
    let Some(at) = chosen.iter().position(|one| one.defines) else { return Ok(None) };
    let chosen = first(chosen[at], chosen);
    let composed = answer_of(asker, findings, &chosen, findings.reading.confidence)?;
    with_words(asker, findings, composed).map(Some)
}

/// The best sentences, or that the documents do not say it.
pub(crate) fn quote(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    if lacks_what_is_sought(findings) {
        return Ok(Some(Composed::quoted(Cited::default(), 0.0)));
    }
    let chosen = choose(findings.reading);
    let composed = answer_of(asker, findings, &chosen, findings.reading.confidence)?;
    with_words(asker, findings, composed).map(Some)
}

/// Whether a number or a date is sought and the best statement holds nothing like one: others with one
/// are further from the question still.
fn lacks_what_is_sought(findings: &Findings<'_>) -> bool {
    let sought = &findings.question.interpretation.sought;
    let told = matches!(sought, Some(Sought::Number(_) | Sought::Date | Sought::Year));
    let best = findings.reading.sentences.first();
    told && best.is_some_and(|best| best.fit == Some(Fit::None))
}

/// An answer with the date, the name or the number in its best sentence, where that is what is
/// asked for.
fn with_words(asker: &Asker, findings: &Findings<'_>, mut composed: Composed) -> Result<Composed> {
    let (question, reading) = (findings.question, findings.reading);
    let (Some(best), Some(sought)) = (reading.sentences.first(), &question.interpretation.sought)
    else {
        return Ok(composed);
    };
    let kind = match sought {
        Sought::Date | Sought::Year => LeadKind::Date,
        Sought::Name | Sought::Place => LeadKind::Name,
        Sought::Number(_) => LeadKind::Number,
        Sought::YesNo | Sought::List | Sought::Definition => return Ok(composed),
    };
    let asked: Vec<u16> =
        question.interpretation.periods.iter().flat_map(|period| period.years()).collect();
    let elsewhen = is_of_other_years(best.text(), &asked);
    if !composed.found || composed.confidence < LEAST_CONFIDENCE || elsewhen {
        return Ok(composed);
    }
    let key = asker.reader.key(&reading.asked(question), best.text()).map(|key| key.range);
    let small = small_words(findings.hits, &best.statement.document);
    let common = |word: &str| small.contains(word);
    let range = asker.reader.find(sought, &question.text, best.text(), key, &common);
    let Some(range) = range else { return Ok(composed) };
    let words = folded(&best.text()[range.clone()]);
    let Some(citation) = cite_words(&asker.store, &best.statement, range, 1.0)? else {
        return Ok(composed);
    };
    let known = composed.cited.number_of(&citation.document, citation.span);
    let n = known.unwrap_or_else(|| composed.cited.add(citation));
    Ok(composed.led_by(kind, words, vec![n]))
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

//! Making a question, or one side of a comparison, ready to be searched for.

use std::sync::Arc;

use citelight_core::{DocumentId, Interpretation, PeriodValue, QuestionKind, Side};
use citelight_retrieval::Concept;
use citelight_text::Terms;

use super::asker::Asker;
use super::question::{Probe, Ranges};
use crate::error::Result;

/// Makes the probe for a whole question.
pub(crate) fn probe(
    asker: &Asker,
    text: &str,
    asked: &Interpretation,
    scope: Vec<DocumentId>,
    allowed: Ranges,
) -> Result<Probe> {
    let years = asked.periods.iter().flat_map(|period| period.years()).collect();
    // What is around a claim is about the asking.
    let text = asked.claim.and_then(|claim| text.get(claim.range())).unwrap_or(text);
    let in_figures = asked.kind == QuestionKind::Number || asked.figure;
    probe_of(asker, text, years, in_figures, (scope, allowed))
}

/// Makes the probe for one side of a comparison.
pub(crate) fn probe_side(
    asker: &Asker,
    side: &Side,
    whole: &Probe,
    scope: Vec<DocumentId>,
    allowed: Ranges,
) -> Result<Probe> {
    let years = side.periods.iter().flat_map(PeriodValue::years).collect();
    let within = (scope, allowed);
    let mut probe = probe_of(asker, &side.query, years, whole.wants_number, within)?;
    // A bare number is a year or a clause, and many titles begin with one.
    if side.label.contains(char::is_alphabetic) {
        probe.label = asker.vocabulary.stems(&side.label);
    }
    Ok(probe)
}

fn probe_of(
    asker: &Asker,
    text: &str,
    mut years: Vec<u16>,
    wants_number: bool,
    (scope, allowed): (Vec<DocumentId>, Ranges),
) -> Result<Probe> {
    let vocabulary = &*asker.vocabulary;
    let vectors = |texts: &mut dyn Iterator<Item = &String>| -> Result<Vec<Arc<Vec<f32>>>> {
        texts.map(|text| asker.text_vectors.of(text)).collect()
    };
    let vector = asker.text_vectors.of(text)?;
    let concepts: Vec<Concept> =
        asker.concepts.of(&vocabulary.stems(text)).into_iter().cloned().collect();
    let titles: Vec<&String> = concepts.iter().flat_map(|concept| &concept.titles).collect();
    let words: Vec<&str> = concepts.iter().flat_map(|c| &c.words).map(String::as_str).collect();
    years.sort_unstable();
    years.dedup();
    Ok(Probe {
        terms: Terms::of(text, vocabulary),
        concept_titles: vectors(&mut titles.into_iter())?,
        concept_words: if words.is_empty() {
            Terms::default()
        } else {
            Terms::of(&words.join(" "), vocabulary)
        },
        years: years.iter().map(|year| vocabulary.stem(&year.to_string())).collect(),
        concepts,
        vector,
        wants_number,
        scope,
        allowed,
        label: Vec::new(),
    })
}

//! Understanding: what a question asks, of which documents, and how it is searched.

use citelight_core::{Corrections, DocumentId, Filters, Interpretation, Retriever};

use super::asker::Asker;
use super::feedback::past_feedback;
use super::filters::{allowed_ranges, filtered};
use super::follow_up::{Followed, followed};
use super::probe::{probe, probe_side};
use super::question::{Ask, Question};
use super::spelling::spelled;
use crate::amending::{is_amending, opening, related};
use crate::error::{EngineError, Result};

/// The longest question that is taken, in characters. The embedder reads the first 254 tokens, about
/// 1,000 characters; beyond twice that a text is a document, not a question.
pub const MAX_QUESTION_CHARS: usize = 2_000;

/// What a question is taken to ask; nothing is searched.
pub(crate) fn interpret(
    asker: &Asker,
    question: &str,
    documents: &[DocumentId],
    corrections: &Corrections,
) -> Result<Interpretation> {
    let text = check(question)?;
    Ok(citelight_question::understand(
        &text,
        &*asker.catalogues.of(&asker.documents.asked(documents)?)?,
        corrections,
    ))
}

pub(crate) fn understand(asker: &Asker, ask: &Ask<'_>) -> Result<Question> {
    let typed = check(ask.question)?;
    let asked = asker.documents.asked(ask.documents)?;
    let unfiltered = Filters::default();
    let filters = ask.filters.unwrap_or(&unfiltered);
    let catalogue = asker.catalogues.of(&asked)?;
    let asked = filtered(asked, &catalogue, filters)?;
    let spelled = spelled(asker, &typed, &asked, ask.corrections)?;
    let Followed { text, mut interpretation, follows, before, newly } =
        followed(asker, &spelled.text, ask, &catalogue, &asked)?;
    spelled.tell(&text, &mut interpretation);
    let plain = ask.retriever == Retriever::Plain;
    let within = |named: &[DocumentId]| -> Vec<DocumentId> {
        let kept: Vec<_> = asked.iter().filter(|id| named.contains(id)).cloned().collect();
        // What the person chose outweighs what the question seems to name.
        if kept.is_empty() || plain { asked.clone() } else { kept }
    };
    let scope = with_amending(asker, within(&interpretation.only), &asked)?;
    let allowed = allowed_ranges(asker, &scope, filters)?;
    if allowed.is_empty() && !filters.is_empty() {
        return Err(EngineError::input(
            "Nothing in the documents fits the chosen filters.",
            "Choose other kinds of passages or sections, or none.",
        ));
    }
    let whole = probe(asker, &text, &interpretation, scope, allowed)?;
    let sides = interpretation
        .sides
        .iter()
        .filter(|_| !plain)
        .map(|side| {
            let scope = match side.documents.as_slice() {
                [] => whole.scope.clone(),
                named => with_amending(asker, within(named), &asked)?,
            };
            let allowed = allowed_ranges(asker, &scope, filters)?;
            probe_side(asker, side, &whole, scope, allowed)
        })
        .collect::<Result<_>>()?;
    let feedback = past_feedback(asker, &text, &whole)?;
    let retriever = ask.retriever;
    Ok(Question {
        typed,
        put: text.clone(),
        text,
        follows,
        interpretation,
        retriever,
        whole,
        sides,
        feedback,
        before,
        newly,
    })
}

/// A document that is meant alone, with those of `asked` that are there to change it: what they say now is said
/// of it.
fn with_amending(
    asker: &Asker,
    mut scope: Vec<DocumentId>,
    asked: &[DocumentId],
) -> Result<Vec<DocumentId>> {
    let [meant] = scope.as_slice() else { return Ok(scope) };
    let store = &asker.store;
    if is_amending(&opening(store, meant)?) {
        return Ok(scope);
    }
    let changing = related(store, meant)?.into_iter();
    let changing =
        changing.filter(|(other, opening)| asked.contains(other) && is_amending(opening));
    scope.extend(changing.map(|(other, _)| other));
    Ok(scope)
}

/// The question as it is asked: trimmed, with words in it, not too long.
fn check(question: &str) -> Result<String> {
    let text = question.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(EngineError::input("The question is empty.", "Type what you want to know."));
    }
    let length = text.chars().count();
    if length > MAX_QUESTION_CHARS {
        return Err(EngineError::input(
            format!("The question is too long: {length} characters."),
            format!("Ask in at most {MAX_QUESTION_CHARS} characters; one question at a time."),
        ));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(EngineError::input(format!("“{text}” holds no words."), "Ask in plain words."));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_checked() {
        assert_eq!(check("  What\n is  it? ").unwrap(), "What is it?");
        assert_eq!(check("¿Qué? 🦊 42").unwrap(), "¿Qué? 🦊 42");
        for (bad, word) in
            [("", "empty"), (" \n\t", "empty"), ("🦊🦊", "no words"), ("?!", "no words")]
        {
            assert!(check(bad).unwrap_err().to_string().contains(word), "{bad:?}");
        }
        let long = check(&"a".repeat(10_000)).unwrap_err().to_string();
        assert!(long.contains("10000 characters"), "{long}");
        assert!(check(&"é".repeat(MAX_QUESTION_CHARS)).is_ok());
    }
}

//! Yes or no from a figure ("did it grow", "is it above 1").

use citelight_answer::{Judgement, decision as decision_of, judgement, read};
use citelight_core::{Corrections, QuestionKind};

use super::figure::{calculated, files_of};
use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::understand::interpret;
use crate::error::Result;

/// The figure by which a question of yes or no is decided, and what it decides; `None` where it is not
/// decided by one.
pub(crate) fn decision(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let Findings { question, hits, .. } = findings;
    let asked = &question.interpretation;
    if !matches!(asked.kind, QuestionKind::YesNo | QuestionKind::Comparison) {
        return Ok(None);
    }
    let Some(decision) = decision_of(&question.text, asked) else {
        return judged(asker, findings);
    };
    let scope = &question.whole.scope;
    let asked = interpret(asker, &decision.question, scope, &Corrections::default())?;
    let request = read(&decision.question, &asked, &asker.measures, &files_of(hits));
    let Some(request) = request.filter(|request| request.known) else { return Ok(None) };
    let composed = calculated(asker, &request, hits)?.unwrap_or_default();
    Ok(composed.and_then(|composed| {
        let passes = decision.test.passes(composed.figure?);
        let cited = composed.cited.citations.iter().map(|citation| citation.n).collect();
        Some(composed.decided(passes, cited))
    }))
}

/// The figure by which a question of judgement is usually decided, with the rule. Whether it is good enough
/// is for the person to say: trades differ.
fn judged(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let Findings { question, hits, .. } = findings;
    let judgement = judgement(&question.text, &question.interpretation, &asker.measures);
    let Some(Judgement { question: figure, rule }) = judgement else { return Ok(None) };
    let scope = &question.whole.scope;
    let asked = interpret(asker, &figure, scope, &Corrections::default())?;
    let request = read(&figure, &asked, &asker.measures, &files_of(hits));
    let Some(request) = request.filter(|request| request.known) else { return Ok(None) };
    let composed = calculated(asker, &request, hits)?.unwrap_or_default();
    Ok(composed.map(|mut composed| {
        let note = composed.details.note.take().map(|note| format!("{note} ")).unwrap_or_default();
        composed.details.note = Some(format!("{note}{rule}"));
        composed
    }))
}

//! The sentences of a part that a question asks to be summarised.

use citelight_core::Reach;

use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{Said, quote};
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// Sentences of a part that is to be summarised.
const PART_SENTENCES: usize = 5;
/// How likely it is that a part that was named and found says what it says. Set by hand.
const NAMED_PART_CONFIDENCE: f32 = 0.5;

/// The best sentences of the part that a question asks to be summarised, as they stand there; `None` where
/// it asks for none, or none was found.
pub(crate) fn part(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    if findings.question.interpretation.reach != Reach::Part {
        return Ok(None);
    }
    let reading = findings.reading(asker)?;
    let mut chosen: Vec<&RankedSentence> =
        reading.sentences.iter().filter(|one| one.referred).take(PART_SENTENCES).collect();
    let Some(best) = chosen.first() else { return Ok(None) };
    let document = best.statement.document.clone();
    chosen.retain(|one| one.statement.document == document);
    chosen.sort_by_key(|one| one.statement.span);
    // The part was found by its number: what its sentences share with the question says little.
    let confidence = reading.confidence.max(NAMED_PART_CONFIDENCE);
    let likely = confidence >= asker.reader.least_confidence();
    chosen.retain(|_| likely);
    let said = chosen.into_iter().map(|one| Said::of(one, reading, None));
    let mut composed = Composed::quoted(quote(asker, said)?, confidence);
    composed.details.note = Some(match composed.cited.sentences.len() {
        1 => "This is a sentence of that part, not a summary written anew.".to_owned(),
        count => format!(
            "These are {count} sentences of that part, in their order, not a summary written anew."
        ),
    });
    Ok(Some(composed))
}

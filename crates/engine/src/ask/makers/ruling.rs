//! Yes or no from the sentence that settles what is to be checked.

use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{answer_of, choose, first};
use crate::error::Result;

/// The sentence that settles a claim before the others, with what it says of it; `None` where none does.
/// A question is answered by the sentence alone where that does not speak of all that was asked, since what
/// it leaves out may be what matters.
pub(crate) fn ruling(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading;
    let Some(ruling) = reading.ruling else { return Ok(None) };
    let Some((at, holds)) = ruling.settled else { return Ok(None) };
    let settling = &reading.sentences[at];
    // What a field or a cell holds is the answer: "Fire alarm: None".
    if settling.statement.value.is_some() {
        return Ok(None);
    }
    let chosen = first(settling, choose(reading));
    let composed = answer_of(asker, findings, &chosen, reading.confidence)?;
    let shown = composed.cited.citations.iter();
    let shown = shown.filter(|one| one.span == settling.statement.span);
    let shown: Vec<u32> = shown.map(|one| one.n).collect();
    let said = ruling.whole || findings.question.interpretation.claim.is_some();
    Ok(Some(if shown.is_empty() || !said { composed } else { composed.decided(holds, shown) }))
}

//! Yes or no from the sentence that settles what is to be checked.

use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{answer_of, choose, first};
use crate::error::Result;

/// The sentence that settles a claim before the others, with what it says of it; `None` where none does.
pub(crate) fn ruling(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading;
    let Some((at, holds)) = reading.ruling.and_then(|ruling| ruling.settled) else {
        return Ok(None);
    };
    let settling = &reading.sentences[at];
    let chosen = first(settling, choose(reading));
    let composed = answer_of(asker, findings, &chosen, reading.confidence)?;
    let shown = composed.cited.citations.iter();
    let shown = shown.filter(|one| one.span == settling.statement.span);
    let shown: Vec<u32> = shown.map(|one| one.n).collect();
    Ok(Some(if shown.is_empty() { composed } else { composed.decided(holds, shown) }))
}

//! An answer that is a value: a field of a form or a cell of a table, shown with what says its meaning.

use citelight_core::{AnswerPart, LeadKind};

use crate::ask::asker::Asker;
use crate::ask::cite::{CellGroup, Cited, Statement, Value, cite, part, section_of};
use crate::ask::compose::{Composed, Findings, LEADS};
use crate::ask::excerpt::label_ends;
use crate::error::Result;

/// Labels are short: where a value outranks all sentences and there is no trained reader, less of the question
/// need be found. Set by hand.
const LEAST_CONFIDENCE: f32 = 0.15;
/// A value of more words is shown with what it means alone, and not once more before it.
const MOST_LEADING_WORDS: usize = 12;

/// The value that answers best of all that was read; `None` where a sentence answers better.
pub(crate) fn value(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    let Some(best) = reading.sentences.first() else { return Ok(None) };
    let Some(value) = &best.statement.value else { return Ok(None) };
    let least = asker.reader.least_confidence();
    let least = if reading.by_reader { least } else { least.min(LEAST_CONFIDENCE) };
    if reading.confidence < least {
        return Ok(None);
    }
    if value.is_blank() {
        let said = format!("The form leaves “{}” blank.", value.meaning.row);
        return Ok(Some(Composed::plain(said, reading.confidence)));
    }
    if let Some(alike) = &value.alike {
        let cited = group_cited(asker, alike)?;
        return Ok(Some(Composed::quoted(cited, reading.confidence)));
    }
    let Some(citation) = cite(&asker.store, &best.statement, 1.0)? else { return Ok(None) };
    let mut cited = Cited::default();
    let n = cited.add(citation);
    let meaning = best.statement.text.strip_suffix(&value.text).unwrap_or_default();
    let mut parts: Vec<_> = part(&label_ends(meaning), false, &[]).into_iter().collect();
    parts.extend(part(&value.text, true, &[n]));
    cited.say(parts, false);
    let composed = Composed::quoted(cited, reading.confidence);
    let short = value.text.split_whitespace().count() <= MOST_LEADING_WORDS;
    Ok(Some(match short && reading.confidence >= LEADS {
        true => composed.led_by(LeadKind::Value, value.text.clone(), vec![n]),
        false => composed,
    }))
}

/// All cells of a group behind its title, each with its row's label and its heading.
pub(super) fn group_cited(asker: &Asker, group: &CellGroup) -> Result<Cited> {
    let mut cited = Cited::default();
    let title = match &group.title {
        // What was found on its page may lie in another section.
        Some(title) => {
            let section = section_of(&asker.store, &title.document, title.span)?;
            Some(Statement { section, ..title.clone() })
        }
        None => None,
    };
    let lines = title.iter().map(|title| (title, false));
    for (statement, item) in lines.chain(group.cells.iter().map(|cell| (cell, true))) {
        let Some(citation) = cite(&asker.store, statement, 1.0)? else { continue };
        let n = cited.add(citation);
        let parts = match &statement.value {
            Some(value) => {
                let label = [value.meaning.row.as_str(), &value.meaning.column];
                let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
                let label = if label.is_empty() { String::new() } else { label.join(", ") + ":" };
                let mut parts: Vec<_> = part(&label_ends(&label), false, &[]).into_iter().collect();
                match &value.alike {
                    Some(cells) => parts.extend(cells_of_row(cells, n)),
                    None => parts.extend(part(&value.text, true, &[n])),
                }
                parts
            }
            None => part(&statement.text, false, &[n]).into_iter().collect(),
        };
        cited.say(parts, item);
    }
    Ok(cited)
}

/// The values of a row, each behind its heading, and their citation behind the last.
fn cells_of_row(row: &CellGroup, n: u32) -> Vec<AnswerPart> {
    let values: Vec<&Value> = row.cells.iter().filter_map(|cell| cell.value.as_ref()).collect();
    let mut parts = Vec::new();
    for (at, value) in values.iter().enumerate() {
        parts.extend(part(if at == 0 { "" } else { "·" }, false, &[]));
        parts.extend(part(&value.meaning.column, false, &[]));
        let citations = if at + 1 == values.len() { vec![n] } else { Vec::new() };
        parts.extend(part(&value.text, true, &citations));
    }
    parts
}

//! An answer that is a whole: a list with what leads to it, or rows of a table, where the trained reader finds that it
//! answers better than any single sentence or value does.

use citelight_core::{QuestionKind, Span};
use citelight_models::Weigher;

use super::list;
use super::value::group_cited;
use crate::ask::alone::weigh_by;
use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::ask::read::readable;
use crate::ask::wholes::{Shown, Whole, wholes};
use crate::error::Result;

/// Wholes that are weighed, and single statements beside them.
const MOST: usize = 24;
const BESIDE: usize = 4;
/// By so much more a whole answers than any of these, in log-odds, where a list is asked for and where the question does
/// not say so. Chosen on 2,160 of our own questions.
const AHEAD: f32 = 1.0;
const FAR_AHEAD: f32 = 2.0;

/// The whole that answers best; `None` where a single statement answers as well, or where one thing is asked for. A
/// table is shown only to whoever asks for a list: others want one of its cells.
pub(crate) fn whole(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let asks = question.interpretation.kind == QuestionKind::List;
    if !asks && !list::may_ask_for_several(&question.interpretation) {
        return Ok(None);
    }
    let reading = findings.reading(asker)?;
    if !reading.by_reader || reading.confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let mut found = wholes(asker, readable(findings.hits), asks)?;
    found.truncate(MOST);
    if found.is_empty() {
        return Ok(None);
    }
    let beside = reading.sentences.iter().take(BESIDE).map(|one| one.read.clone());
    let read: Vec<String> = beside.chain(found.iter().map(|one| one.read.clone())).collect();
    let margins = weigh_by(Weigher::Wholes, asker, question, &read)?;
    let least = if asks { AHEAD } else { FAR_AHEAD };
    let Some(Whole { near, shown, .. }) = ahead(least, &margins, found) else { return Ok(None) };
    // One item that answers best by itself answers whoever does not ask for a list.
    let best = reading.sentences.first().map(|best| &best.statement);
    let in_one = |items: &[Span]| {
        best.is_some_and(|best| {
            best.document == near.document && items.iter().any(|item| item.overlaps(&best.span))
        })
    };
    match shown {
        Shown::List(_, items) if !asks && in_one(&items) => Ok(None),
        Shown::List(lead, items) => list::shown_whole(asker, findings, &near, lead, items),
        Shown::Rows(rows) => {
            Ok(Some(Composed::quoted(group_cited(asker, &rows)?, reading.confidence)))
        }
    }
}

/// The best of what was found, where it is at least so far ahead of the single statements, whose margins stand first.
fn ahead<T>(least: f32, margins: &[f32], found: Vec<T>) -> Option<T> {
    let (single, of_found) = margins.split_at(margins.len().checked_sub(found.len())?);
    let single = single.iter().copied().fold(f32::MIN, f32::max);
    let best = of_found.iter().copied().zip(found).max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(margin, _)| *margin >= single + least).map(|(_, one)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_answers_where_no_single_statement_answers_nearly_as_well() {
        assert_eq!(ahead(1.0, &[1.0, 3.0, -2.0, 4.1], vec!["list", "table"]), Some("table"));
        assert_eq!(ahead(1.0, &[1.0, 3.2, -2.0, 4.1], vec!["list", "table"]), None);
        assert_eq!(ahead(1.0, &[2.0], vec!["list"]), Some("list"), "nothing stands beside it");
        assert_eq!(ahead::<&str>(1.0, &[1.0], Vec::new()), None);
        assert_eq!(ahead(1.0, &[], vec!["list"]), None, "without the trained reader");
    }
}

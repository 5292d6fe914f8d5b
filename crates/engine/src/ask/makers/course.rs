//! Answers that tell how something changed from the cells of one table that follow one another: its years, its
//! plans, its grades.

use citelight_core::LeadKind;
use citelight_question::series_subject;

use super::sides::{are_versions, course_of};
use super::value::group_cited;
use crate::ask::asker::Asker;
use crate::ask::compose::{Composed, Findings};
use crate::error::Result;

/// How far behind the best of all a value may be that tells how something changed, in log-odds. Set by hand.
const NEAR_THE_BEST: f32 = 2.0;
/// Characters of a label that is repeated with the first and the last value of a course.
const LONGEST_LABEL: usize = 40;

/// The cells of a table that tell how something changed, where the question asks for that; `None` where the best
/// value that was read has none that follow one another.
pub(crate) fn course(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    // Documents that follow one another are asked one by one.
    if are_versions(&findings.question.interpretation.sides) {
        return Ok(None);
    }
    if series_subject(&findings.question.text).is_none() {
        return Ok(None);
    }
    let reading = findings.reading(asker)?;
    if reading.confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let Some(first) = reading.sentences.first() else { return Ok(None) };
    let near = reading.sentences.iter().take_while(|one| one.score >= first.score - NEAR_THE_BEST);
    let mut courses = near.filter_map(|one| one.statement.value.as_ref()?.alike.as_ref());
    let Some(group) = courses.next() else { return Ok(None) };
    let cited = group_cited(asker, group)?;
    let points: Vec<(String, String, u32)> = group
        .cells
        .iter()
        .filter_map(|cell| {
            let value = cell.value.as_ref()?;
            let citation = cited.citations.iter().position(|one| one.quote == value.text)?;
            let label = match &group.title {
                Some(_) => value.meaning.row.rsplit(" > ").next().unwrap_or_default(),
                None => &value.meaning.column,
            };
            Some((label.to_owned(), value.text.clone(), u32::try_from(citation + 1).ok()?))
        })
        .collect();
    let composed = Composed::quoted(cited, reading.confidence);
    let short = points.iter().all(|(label, ..)| label.chars().count() <= LONGEST_LABEL);
    Ok(Some(match course_of(&points).filter(|_| short) {
        Some((text, citations)) => composed.led_by(LeadKind::Number, text, citations),
        None => composed,
    }))
}

//! Answers that are a series: one figure over several periods, from the tables of one company's documents,
//! each value a cited cell.

mod chosen;
mod periods;
mod values;
mod words;

use std::collections::{BTreeMap, HashMap};

use citelight_answer::{Line, read};
use citelight_core::{
    DocumentId, Interpretation, LeadKind, NamedDocuments, QuestionKind, Series, SeriesPoint,
};
use citelight_question::series_subject;
use citelight_text::{MONTHS, squashed};
use rust_decimal::Decimal;

use self::chosen::{keep_asked, keep_one_label, keep_one_unit, stretch_of};
use self::periods::period;
use self::values::{Found, name_years_alike, of_document};
use self::words::{change, in_unit, lead};
pub(super) use self::words::{course, with_unit};
use super::figure::files_of;
use super::rows::{Sought, of_no_document};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_cell, part};
use crate::ask::compose::{Composed, Findings};
use crate::error::Result;

/// Documents that are looked through, at most.
const DOCUMENTS: usize = 40;
/// Documents whose names are looked at, at most.
const MOST_NAMES: usize = 5_000;
/// Shorter words of names stand in many questions by chance.
const SHORTEST_NAME: usize = 3;
/// Fewer points are no series: a report beside the year before it has two.
const FEWEST: usize = 2;
/// What a change counts from, where the period before is in no document.
const ON_THE_YEAR: &str = "on the year before";
/// How likely it is that a series that was found is right. Set by hand.
const CONFIDENCE: f32 = 0.85;
/// Words of file names that name no company.
const NO_NAME: [&str; 18] = [
    "annual",
    "report",
    "quarterly",
    "quarter",
    "results",
    "form",
    "fy",
    "year",
    "first",
    "second",
    "third",
    "fourth",
    "interim",
    "financial",
    "statement",
    "statements",
    "earnings",
    "release",
];

/// The series that a question asks for; `None` where it asks for none, or fewer than two periods are found.
pub(crate) fn series(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let Some(subject) = series_subject(&question.text) else { return Ok(None) };
    let Some(sought) = sought(asker, findings, &question.text[subject]) else { return Ok(None) };
    let scope = &question.whole.scope;
    let of_hits = findings.hits.iter().map(|hit| &hit.chunk.document);
    // Only one company's: figures of two are no series. The question or the best passage says whose.
    let names = scope
        .iter()
        .take(MOST_NAMES)
        .map(|document| Ok((document.clone(), asker.documents.row(document)?.file_name)))
        .collect::<Result<HashMap<_, _>>>()?;
    // "Net sales" may be the name of documents too.
    let of_no_measure = |named: &&NamedDocuments| {
        let mut said = named.found.spans.iter().filter_map(|at| question.text.get(at.range()));
        !said.any(|said| asker.measures.name(said))
    };
    let named = question.interpretation.documents.iter().find(of_no_measure);
    let company_of = |document: &DocumentId| match named {
        Some(named) if named.documents.contains(document) => Some(named.found.label.clone()),
        _ => names.get(document).map(|name| company(name)),
    };
    let asked: String = squashed(&question.text).collect();
    let is_named = |whose: &String| {
        let letters: String = squashed(whose).collect();
        letters.len() >= SHORTEST_NAME && asked.contains(&letters)
            || whose.split(' ').any(|word| word.len() > SHORTEST_NAME && asked.contains(word))
    };
    let by_file = || scope.iter().find_map(|document| company_of(document).filter(is_named));
    let by_name = named.map(|named| named.found.label.clone()).or_else(by_file);
    let documents: Vec<DocumentId> = if scope.len() <= DOCUMENTS {
        scope.clone()
    } else {
        let best = of_hits.clone().next().and_then(company_of);
        let whose = by_name.clone().or(best).filter(|whose| !whose.is_empty());
        let mut all: Vec<DocumentId> = Vec::new();
        let akin = scope.iter().filter(|document| whose.is_some() && company_of(document) == whose);
        for document in akin.chain(of_hits.clone()) {
            if !all.contains(document) {
                all.push(document.clone());
            }
        }
        all.truncate(DOCUMENTS);
        all
    };
    let documents = match named {
        Some(_) => documents,
        None => that_bear(findings, &sought, documents, &names),
    };
    let mut found: Vec<Found> = Vec::new();
    for document in &documents {
        let tables = asker.tables.of(document)?;
        let file = names.get(document).map(String::as_str).unwrap_or_default();
        found.extend(of_document(asker, (document, file), &sought, &tables));
    }
    let with_figures = |document: &&DocumentId| found.iter().any(|one| one.document == **document);
    let Some(first) = of_hits.clone().find(with_figures).or(found.first().map(|one| &one.document))
    else {
        return Ok(None);
    };
    let whose = by_name
        .clone()
        .filter(|whose| found.iter().any(|one| company_of(&one.document).as_ref() == Some(whose)))
        .or_else(|| company_of(first));
    let others: Vec<String> = {
        let mut others: Vec<String> =
            found.iter().filter_map(|one| company_of(&one.document)).collect();
        others.retain(|name| Some(name) != whose.as_ref());
        others.sort();
        others.dedup();
        others
    };
    found.retain(|one| company_of(&one.document) == whose);
    let Some(stretch) = stretch_of(&question.interpretation, &question.text, &found) else {
        return Ok(None);
    };
    found.retain(|one| one.stretch == stretch);
    let mut notes = Vec::new();
    if let Some(note) = keep_one_unit(&mut found) {
        notes.push(note);
    }
    let otherwise = keep_one_label(&mut found);
    if !otherwise.is_empty() {
        let called = otherwise.join(", ");
        notes.push(format!("Values of lines that are called otherwise are left out: {called}."));
    }
    keep_asked(&mut found, &question.interpretation);
    name_years_alike(&mut found);
    if !others.is_empty() && by_name.is_none() {
        notes.push(format!(
            "Others have figures of their own, which are left out: {}. Name one to see its series.",
            others.join(", ")
        ));
    }
    compose(asker, found, &names, notes)
}

/// Of some documents those of which a passage or the file's name bears a name that the question says; all of
/// them where none does. Another company's figures are no answer.
fn that_bear(
    findings: &Findings<'_>,
    sought: &Sought,
    documents: Vec<DocumentId>,
    files: &HashMap<DocumentId, String>,
) -> Vec<DocumentId> {
    let is_word = |text: &str, name: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name)
    };
    let bears = |document: &DocumentId, name: &str| {
        let file = files.get(document).map(|file| file.to_lowercase()).unwrap_or_default();
        let hits = findings.hits.iter().filter(|hit| hit.chunk.document == *document);
        file.contains(&name.to_lowercase())
            || hits.into_iter().any(|hit| is_word(&hit.chunk.text, name))
    };
    let bearing: Vec<DocumentId> = documents
        .iter()
        .filter(|document| {
            sought.names().any(|name| name.split(' ').any(|word| bears(document, word)))
        })
        .cloned()
        .collect();
    if bearing.is_empty() { documents } else { bearing }
}

/// The line that is asked for, at its latest time.
fn sought(asker: &Asker, findings: &Findings<'_>, subject: &str) -> Option<Sought> {
    // The periods count for which points are shown, not for which line is meant.
    let asked = Interpretation { kind: QuestionKind::Number, ..Interpretation::default() };
    let plain = format!("What was {subject}?");
    let request = read(&plain, &asked, &asker.measures, &files_of(findings.hits))?;
    let line = request.expr.as_line()?.clone();
    let question = findings.question;
    let names = of_no_document(request.names, &question.text, &question.interpretation);
    Some(Sought::new(Line { when: None, back: 0, ..line }, names, String::new()))
}

/// Whose a document is, by its file's name: "larkfield" of "larkfield_2022q2.pdf".
fn company(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let words = stem.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let named = |word: &String| {
        word.chars().count() > 1
            && !NO_NAME.contains(&word.as_str())
            && !MONTHS.iter().any(|month| month.starts_with(word.as_str()))
    };
    words.filter(named).collect::<Vec<_>>().join(" ")
}

fn compose(
    asker: &Asker,
    found: Vec<Found>,
    names: &HashMap<DocumentId, String>,
    mut notes: Vec<String>,
) -> Result<Option<Composed>> {
    let mut by_end: BTreeMap<u32, Vec<Found>> = BTreeMap::new();
    for one in found {
        by_end.entry(one.end).or_default().push(one);
    }
    if by_end.len() < FEWEST {
        return Ok(None);
    }
    let mut cited = Cited::default();
    let mut points: Vec<SeriesPoint> = Vec::new();
    let (mut before, mut title, mut unit) = (None::<(u32, Decimal)>, String::new(), String::new());
    let (mut gaps, mut earlier_values) = (false, Vec::<(u32, Decimal)>::new());
    let cite = |cited: &mut Cited, one: &Found| -> Result<Option<(String, u32)>> {
        let tables = asker.tables.of(&one.document)?;
        let file = names.get(&one.document).map(String::as_str).unwrap_or_default();
        let unit = one.unit.clone();
        let citation = cite_cell(&asker.store, &one.operand, unit, &tables, (&one.document, file))?;
        Ok(citation.map(|citation| (citation.quote.clone(), cited.add(citation))))
    };
    for mut all in by_end.into_values() {
        // The latest document counts; an earlier one that says something else was restated.
        all.sort_by_key(|one| std::cmp::Reverse(one.said));
        let Some(one) = all.first() else { continue };
        // What nobody can see is no part of an answer.
        let Some((value, citation)) = cite(&mut cited, one)? else { continue };
        let earlier = all.iter().rev().find(|other| differs(other, one));
        let restated = match earlier {
            Some(other) => cite(&mut cited, other)?,
            None => None,
        };
        let number = one.operand.value;
        // What changed over a period that nobody tells of is another thing.
        let gap = before
            .is_some_and(|(end, _)| one.stretch.step().is_some_and(|step| one.end - end != step));
        let change = match before.filter(|_| !gap) {
            Some((_, before)) => change(before, number, &one.unit),
            // Over a gap nothing but the same part of the year before says anything.
            None => earlier_values
                .iter()
                .find(|(end, _)| one.end - end == 12)
                .and_then(|(_, before)| change(*before, number, &one.unit))
                .map(|change| format!("{change} {ON_THE_YEAR}")),
        };
        gaps |= gap && change.is_none();
        before = Some((one.end, number));
        earlier_values.push((one.end, number));
        (title, unit) = (one.label.clone(), one.unit.clone());
        points.push(SeriesPoint {
            period: period(one.time, one.stretch, one.end, one.fiscal),
            value,
            number: in_unit(number, &one.unit),
            change,
            citation,
            restated,
        });
    }
    if points.len() < FEWEST {
        return Ok(None);
    }
    if gaps {
        notes.push(
            "Not every period is in the documents: no change is given over a gap.".to_owned(),
        );
    }
    let lead = lead(&points, &unit);
    for point in &points {
        let mut parts: Vec<_> =
            part(&format!("{}:", point.period), false, &[]).into_iter().collect();
        parts.extend(part(&point.value, true, &[point.citation]));
        if let Some(change) = &point.change {
            parts.extend(part(&format!("({change})"), false, &[]));
        }
        if let Some((value, n)) = &point.restated {
            parts.extend(part("restated; an earlier document says", false, &[]));
            parts.extend(part(value, false, &[*n]));
        }
        cited.say(parts, true);
    }
    let ends: Vec<u32> =
        [points.first(), points.last()].into_iter().flatten().map(|p| p.citation).collect();
    let mut composed = Composed::quoted(cited, CONFIDENCE);
    composed.details.note = (!notes.is_empty()).then(|| notes.join(" "));
    composed.details.series = Some(Series { title, unit, points });
    // The first item stands on a line of its own too.
    composed.text.insert(0, '\n');
    Ok(Some(composed.led_by(LeadKind::Number, lead, ends)))
}

/// Whether two documents say different things of one period; what one of them rounds more is the same.
fn differs(a: &Found, b: &Found) -> bool {
    let (a, b) = (a.operand.value, b.operand.value);
    let most = a.abs().max(b.abs());
    most > Decimal::ZERO && (a - b).abs() / most > Decimal::new(5, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_whose_they_are() {
        for (file, expected) in [
            ("larkfield_2022q2.pdf", "larkfield"),
            ("northstar-third-quarter-2025.pdf", "northstar"),
            ("2023 Annual Report Acme Foods.pdf", "acme foods"),
            ("FY2021.pdf", ""),
        ] {
            assert_eq!(company(file), expected, "{file}");
        }
    }
}

//! Which of several things has the most or the least of something, or changed most: told from a table's figures,
//! each of them cited.

use std::ops::Range;
use std::sync::Arc;

use citelight_answer::{
    AskedTimes, Basis, DocumentTables, End, Family, Fit, Operand, Place, Ranked, Ranking, Standing,
    families, fit, grouped, ranked, ranking as asked_for,
};
use citelight_core::{AnswerMode, DocumentId, LeadKind, When, YearPart, cosine};
use citelight_text::ten_to;

use super::figure::{by_weight, near_of, said, unit_of};
use super::series::with_unit;
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_cell, part};
use crate::ask::compose::{Composed, Findings};
use crate::error::Result;

/// Documents whose tables are looked at.
const DOCUMENTS: usize = 2;
/// Families whose meaning is compared with the question's.
const COMPARED: usize = 48;
/// The least score of a family that answers, and that of one that is as likely right as not. Seen on the questions on which
/// the measurements were fitted.
const LEAST: f32 = 2.0;
const EVEN: f32 = 2.4;
/// How fast the likelihood rises with the score.
const STEEP: f32 = 2.5;
/// Things that are shown in their order.
const SHOWN: usize = 5;

/// An order of the things in some tables of a document.
struct Candidate {
    document: DocumentId,
    tables: Arc<DocumentTables>,
    family: Family,
    ranked: Ranked,
    fit: Fit,
    score: f32,
}

/// The one of several things that a question asks for by its figures; `None` where it asks for none such, or
/// no table fits.
pub(crate) fn ranking(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let aside: Vec<Range<usize>> = question.names_and_times().map(|span| span.range()).collect();
    let Some(asked) = asked_for(&question.text, &aside) else { return Ok(None) };
    let times = AskedTimes::of(&question.text, &question.interpretation);
    let mut found = candidates(asker, findings, &asked, &times)?;
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found.truncate(COMPARED);
    let texts = found.iter().flat_map(|one| &one.fit.texts).chain([&asked.group, &asked.measure]);
    let vectors = asker.text_vectors.by_text(texts.map(String::as_str))?;
    let scores: Vec<f32> = found
        .iter()
        .map(|one| {
            let like = |asked: &str, at: usize| {
                let (a, b) = (vectors.get(asked)?, vectors.get(one.fit.texts[at].as_str())?);
                Some(cosine(a, b).clamp(0.0, 1.0))
            };
            one.score + Fit::by_meaning(&asked, like)
        })
        .collect();
    for (one, score) in found.iter_mut().zip(scores) {
        one.score = score;
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    match found.first().filter(|best| best.score >= LEAST) {
        Some(best) => composed(asker, &asked, best),
        None => Ok(None),
    }
}

fn candidates(
    asker: &Asker,
    findings: &Findings<'_>,
    asked: &Ranking,
    times: &AskedTimes,
) -> Result<Vec<Candidate>> {
    let mut found = Vec::new();
    let documents = by_weight(&near_of(findings.hits));
    for (rank, (document, pages)) in documents.into_iter().take(DOCUMENTS).enumerate() {
        let tables = asker.tables.of(&document)?;
        for family in families(&tables) {
            let page = tables.sheets[family.sheet].page.get();
            let near = pages.iter().position(|near| *near == page);
            for ranked in ranked(&family, asked, times, &tables) {
                let fit =
                    fit(&family, &ranked, asked, (&tables, &asker.measures), &asker.vocabulary);
                let score = fit.by_words(near, rank);
                found.push(Candidate {
                    document: document.clone(),
                    tables: Arc::clone(&tables),
                    family: family.clone(),
                    ranked,
                    fit,
                    score,
                });
            }
        }
    }
    Ok(found)
}

/// The order in words, its figures cited; `None` where one of them cannot be shown.
fn composed(asker: &Asker, asked: &Ranking, best: &Candidate) -> Result<Option<Composed>> {
    let mut cited = Cited::default();
    let mut lead = None;
    for (at, one) in best.ranked.standings.iter().take(SHOWN).enumerate() {
        let name = plain_name(&one.name);
        let mut parts: Vec<_> = part(&format!("{name}:"), false, &[]).into_iter().collect();
        let mut citations = Vec::new();
        if let Some(before) = one.before {
            let Some((n, words)) = cite(asker, best, before, &mut cited)? else { return Ok(None) };
            parts.extend(part(&words, false, &[n]).into_iter().chain(part("→", false, &[])));
            citations.push(n);
        }
        let Some((n, words)) = cite(asker, best, one.now, &mut cited)? else { return Ok(None) };
        parts.extend(part(&words, at == 0, &[n]));
        citations.push(n);
        let change = change(best, one);
        if let Some(change) = change.as_ref().filter(|change| change.ends_with('%')) {
            parts.extend(part(&format!("({change})"), false, &[]));
        }
        cited.say(parts, at > 0);
        let said = change.unwrap_or(words);
        lead.get_or_insert((format!("{name}, {said}"), citations));
    }
    let Some((text, citations)) = lead else { return Ok(None) };
    let confidence = 1.0 / (1.0 + (-STEEP * (best.score - EVEN)).exp());
    let mut composed = Composed::quoted(cited, confidence).led_by(LeadKind::Value, text, citations);
    if best.ranked.basis != Basis::Figure {
        composed.mode = AnswerMode::Calculated;
    }
    composed.details.note = Some(rule(asked, best));
    Ok(Some(composed))
}

/// "+28.4%"; "−1.2 percentage points"; "+USD 12 million". `None` where figures are compared as they are.
fn change(best: &Candidate, one: &Standing) -> Option<String> {
    let sign = if one.value.is_sign_negative() { "−" } else { "+" };
    let rounded = one.value.abs().round_dp(1).normalize();
    match best.ranked.basis {
        Basis::Figure => None,
        Basis::Percent => Some(format!("{sign}{rounded}%")),
        Basis::Points => Some(format!("{sign}{rounded} percentage points")),
        Basis::Amount => {
            let (sheet, row, cell) = one.now.of(&best.tables);
            let power = if sheet.counts_ones(row, cell) { 0 } else { sheet.units.power };
            let amount = one.value.abs().checked_div(ten_to(power))?.normalize();
            let unit = unit_of(&operand(best, one.now), &best.tables);
            Some(format!("{sign}{}", said(&grouped(amount), &unit)))
        }
    }
}

/// How the order was made, and who leads where it is by the amount.
fn rule(asked: &Ranking, best: &Candidate) -> String {
    let Ranked { standings, now, before, basis, .. } = &best.ranked;
    let family = &best.family;
    let what = |slot: usize| {
        let parts = [&family.within, &family.measure, &family.slots[slot].heading];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.map(|part| part.trim_end_matches(':')).collect::<Vec<_>>().join(", ")
    };
    let (many, figure) = (standings.len(), what(*now));
    let rule = match (before.map(what), asked.end) {
        (Some(before), End::Most) => format!(
            "Compared, the highest change of {many} first: “{figure}” with “{before}”. Totals and what is left over are not among them."
        ),
        (Some(before), End::Least) => format!(
            "Compared, the lowest change of {many} first: “{figure}” with “{before}”. Totals and what is left over are not among them."
        ),
        (None, End::Most) => format!(
            "Compared, the highest of {many} first: “{figure}”. Totals and what is left over are not among them."
        ),
        (None, End::Least) => format!(
            "Compared, the lowest of {many} first: “{figure}”. Totals and what is left over are not among them."
        ),
    };
    let amount = |one: &Standing| {
        let of = |place: Place| {
            let (sheet, row, cell) = place.of(&best.tables);
            sheet.value(row, cell)
        };
        one.before.map(|before| of(one.now) - of(before))
    };
    let by_amount = match asked.end {
        End::Most => standings.iter().max_by_key(|one| amount(one)),
        End::Least => standings.iter().min_by_key(|one| amount(one)),
    };
    let other = by_amount.filter(|one| *basis == Basis::Percent && one.name != standings[0].name);
    match other.map(|other| plain_name(&other.name)) {
        Some(other) => [rule, format!("By the amount, it is “{other}”.")].join(" "),
        None => rule,
    }
}

/// A cell's citation by its number, and its words with their unit.
fn cite(
    asker: &Asker,
    best: &Candidate,
    place: Place,
    cited: &mut Cited,
) -> Result<Option<(u32, String)>> {
    let operand = operand(best, place);
    let unit = unit_of(&operand, &best.tables);
    let file = asker.documents.row(&best.document)?.file_name;
    let at = (&best.document, file.as_str());
    let citation = cite_cell(&asker.store, &operand, unit.clone(), &best.tables, at)?;
    Ok(citation.map(|citation| {
        // One way of writing for all: "$" stands at the first and the last figure of a column only.
        let bare = citation.quote.trim_start_matches(['$', '€', '£', '¥', ' ']);
        let words = if unit.is_empty() { citation.quote.clone() } else { with_unit(bare, &unit) };
        (cited.add(citation), words)
    }))
}

fn operand(best: &Candidate, place: Place) -> Operand {
    let (sheet, row, cell) = place.of(&best.tables);
    Operand {
        name: row.label.clone(),
        place,
        when: When { year: None, part: YearPart::Whole },
        value: sheet.value(row, cell),
        score: 1.0,
    }
}

/// A name without the mark of a footnote: "(1)" is one, "(2022)" is none.
fn plain_name(name: &str) -> &str {
    let cut = name.trim_end_matches(['*', ':', ' ', '†']);
    let is_mark = |mark: &str| {
        let mark = mark.trim_end_matches(')');
        mark.len() <= 2 && mark.chars().all(|c| c.is_ascii_digit())
    };
    cut.rsplit_once(" (").filter(|(_, mark)| is_mark(mark)).map_or(cut, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn marks_of_footnotes_belong_to_no_name() {
        for (name, plain) in
            [("Bread (1)", "Bread"), ("Bread:", "Bread"), ("Bread (2022)", "Bread (2022)")]
        {
            assert_eq!(plain_name(name), plain);
        }
    }
}

//! Answers that are a figure: a cell of a table, or what is calculated of cells.

use std::collections::HashMap;

use citelight_answer::{
    Calculated, Counts, DocumentTables, Expr, Op, Operand, Refusal, Request, calculate, read,
    shown_time, wants_figure, written,
};
use citelight_core::{AnswerMode, Calculation, CalculationOperand, DocumentId};
use citelight_text::{Mark, squashed};

use super::corroborate::corroborated;
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_cell};
use crate::ask::compose::{Composed, Findings};
use crate::ask::named::squashed_texts;
use crate::ask::question::Hit;
use crate::ask::read::is_forecast_asked;
use crate::error::Result;

/// Passages whose documents are read for figures, and whose pages count for more.
const NEAR: usize = 15;
/// Most documents that are read for one question.
const DOCUMENTS: usize = 2;

/// Why the best document gave no figure.
type FirstRefusal = Option<(DocumentId, Refusal)>;

/// How likely it is that a figure that was found is right, and that there is one where an operand is missing. Set by hand.
const FIGURE_CONFIDENCE: f32 = 0.9;
const REFUSED_CONFIDENCE: f32 = 0.1;
/// The same where the question names somebody whom its document does not. Set by hand.
const DOUBTED_CONFIDENCE: f32 = 0.4;
/// Shorter names may be abbreviations of the document's own.
const SHORTEST_NAME: usize = 4;

/// The figure that a question asks for, with the sentence that says the same. `None` where it asks for none,
/// or where sentences may say more: a single line that no table holds.
pub(crate) fn figure(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let Findings { question, hits, .. } = findings;
    // Statements hold what came out.
    if is_forecast_asked(question) {
        return Ok(None);
    }
    let asked = &question.interpretation;
    let request = read(&question.text, asked, &asker.measures, &files_of(hits));
    let Some(request) = request.filter(|request| wants_figure(asked, request)) else {
        return Ok(None);
    };
    let refused = match calculated(asker, &request, hits)? {
        Ok(Some(composed)) => return Ok(Some(corroborated(asker, findings, composed)?)),
        Ok(None) => return Ok(None),
        Err(refused) => refused,
    };
    // A line that a report would hold; a ratio is no line, unless it can only be read.
    let line = match &request.expr {
        Expr::Share(inner) => inner.as_line(),
        other => other.as_line(),
    };
    let is_share = matches!(request.expr, Expr::Share(_));
    let line = line.is_some_and(|line| {
        line.measure.is_none_or(|measure| {
            let measure = &asker.measures.measures[measure];
            !measure.rows.is_empty() && (!is_share || measure.formulas.is_empty())
        })
    });
    let single = line || !(request.known || request.defined);
    let ambiguous = matches!(refused, Some((_, Refusal::Ambiguous { .. }))) && request.known;
    match refused {
        Some((document, refusal)) if !single || ambiguous => {
            let file = asker.documents.row(&document)?.file_name;
            let text = format!("Not calculated: {refusal}. Looked at the tables of {file}.");
            let mode = AnswerMode::Calculated;
            Ok(Some(Composed { mode, ..Composed::plain(text, REFUSED_CONFIDENCE) }))
        }
        _ => Ok(None),
    }
}

/// The figure of a request, from the documents that the best hits are of; the first refusal
/// where none has it, and nothing where what was calculated with cannot be shown.
pub(super) fn calculated(
    asker: &Asker,
    request: &Request,
    hits: &[Hit],
) -> Result<std::result::Result<Option<Composed>, FirstRefusal>> {
    let mut refused = None;
    for (document, pages) in by_weight(&near_of(hits)).into_iter().take(DOCUMENTS) {
        let tables = asker.tables.of(&document)?;
        match calculate(&request.expr, &tables, &asker.measures, &pages, request.months) {
            Ok(calculated) => {
                let mut composed = composed(asker, request, &calculated, &tables, &document)?;
                if let Some(composed) = &mut composed {
                    doubt_other_names(composed, request, hits, &document);
                }
                return Ok(Ok(composed));
            }
            Err(refusal) => {
                refused.get_or_insert((document, refusal));
            }
        }
    }
    Ok(Err(refused))
}

/// The answer in words, with its citations.
fn composed(
    asker: &Asker,
    request: &Request,
    calculated: &Calculated,
    tables: &DocumentTables,
    document: &DocumentId,
) -> Result<Option<Composed>> {
    let file = asker.documents.row(document)?.file_name;
    let mut cited = Cited::default();
    let mut operands = Vec::new();
    for operand in &calculated.operands {
        let (unit, place) = (unit_of(operand, tables), (document, file.as_str()));
        let citation = cite_cell(&asker.store, operand, unit.clone(), tables, place)?;
        let Some(citation) = citation else {
            return Ok(None); // what nobody can see is not calculated with
        };
        operands.push(CalculationOperand {
            label: operand.name.clone(),
            value: citation.quote.clone(),
            period: shown_time(Some(operand.when)),
            unit,
            citation: cited.add(citation),
        });
    }
    let scale =
        calculated.operands.first().map(|first| Scale::of(first, tables)).unwrap_or_default();
    // Where the document does not say what its figures count, they are shown as they stand.
    let scaled = scale.power > 0
        || calculated.operands.iter().all(|operand| {
            let (sheet, row, cell) = operand.place.of(tables);
            sheet.units.said || sheet.counts_ones(row, cell)
        });
    let request = &Request { power: request.power.filter(|_| scaled), ..request.clone() };
    let result = written(calculated, request, scale.power);
    let unit = match calculated.counts {
        Counts::Amount => scale.unit(result.power),
        Counts::PerShare => format!("{} per share", scale.currency).trim().to_owned(),
        Counts::Ratio | Counts::Number if result.percent => match request.expr {
            Expr::Binary(Op::Minus, ..) => "percentage points".to_owned(),
            _ => "%".to_owned(),
        },
        Counts::Ratio | Counts::Number => String::new(),
    };
    let figure = said(&result.text, &unit);
    let line = request.expr.as_line().is_some() && calculated.operands.len() == 1
        || calculated.operands.len() == 1
            && calculated.formula == format!("{} {}", operands[0].label, operands[0].period);
    let (text, mode, calculation) = if line {
        let operand = &calculated.operands[0];
        let (_, row, _) = operand.place.of(tables);
        let text = format!("{}, {}: {figure} [1]", row.label, shown_time(Some(operand.when)));
        (text, AnswerMode::Extractive, None)
    } else {
        let parts: Vec<String> = operands
            .iter()
            .map(|o| format!("{} {}: {} [{}]", o.label, o.period, o.value, o.citation))
            .collect();
        let text = format!("{figure} = {}. {}", calculated.formula, parts.join("; "));
        let calculation = Calculation {
            formula: calculated.formula.clone(),
            operands,
            result: result.text.replace(',', ""),
            unit,
            decimals: result.decimals,
        };
        (text, AnswerMode::Calculated, Some(calculation))
    };
    Ok(Some(Composed {
        found: true,
        mode,
        cited,
        calculation,
        figure: Some(calculated.value),
        ..Composed::plain(text, FIGURE_CONFIDENCE)
    }))
}

/// What amounts are counted in.
#[derive(Debug, Clone, Copy, Default)]
struct Scale {
    power: u32,
    currency: &'static str,
}

impl Scale {
    /// Of an operand: its table's units, and the currency that some cell of its row or column bears.
    fn of(operand: &Operand, tables: &DocumentTables) -> Scale {
        let (sheet, row, cell) = operand.place.of(tables);
        let all = sheet.rows.iter().flat_map(|row| &row.cells);
        let all = row.cells.iter().chain(all.filter(|other| other.column == cell.column));
        let currency = all
            .filter_map(|cell| match cell.figure.mark {
                Mark::Currency(code) => Some(code),
                _ => None,
            })
            .next();
        let power = if sheet.counts_ones(row, cell) { 0 } else { sheet.units.power };
        Scale { power, currency: currency.unwrap_or_default() }
    }

    fn unit(self, power: u32) -> String {
        let word = match power {
            3 => "thousand",
            5 => "lakh",
            6 => "million",
            7 => "crore",
            9 => "billion",
            12 => "trillion",
            _ => "",
        };
        [self.currency, word]
            .iter()
            .filter(|part| !part.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

pub(super) fn unit_of(operand: &Operand, tables: &DocumentTables) -> String {
    let (sheet, row, cell) = operand.place.of(tables);
    if sheet.is_percent(row, cell) {
        return "%".into();
    }
    let scale = Scale::of(operand, tables);
    scale.unit(scale.power)
}

/// A number with its unit, the currency in front: "USD 5,409 million", "1.9%".
pub(super) fn said(number: &str, unit: &str) -> String {
    let is_code = |word: &str| word.len() == 3 && word.chars().all(char::is_uppercase);
    let (currency, rest) = match unit.split_once(' ') {
        None if is_code(unit) => (unit, ""),
        Some((first, rest)) if is_code(first) => (first, rest),
        _ => ("", unit),
    };
    let gap = if rest.is_empty() || rest == "%" { "" } else { " " };
    let before = if currency.is_empty() { "" } else { " " };
    format!("{currency}{before}{number}{gap}{rest}")
}

/// The names of the files of the best hits, once each.
pub(super) fn files_of(hits: &[Hit]) -> Vec<&str> {
    let mut files: Vec<&str> =
        hits.iter().take(NEAR).map(|hit| hit.chunk.file_name.as_str()).collect();
    files.dedup();
    files
}

/// Says it where the question names somebody whom nothing that was found in the document names: the
/// figure may be another's.
fn doubt_other_names(
    composed: &mut Composed,
    request: &Request,
    hits: &[Hit],
    document: &DocumentId,
) {
    let of_document = || hits.iter().filter(|hit| hit.chunk.document == *document);
    let texts = squashed_texts(of_document().map(|hit| &hit.chunk));
    let strange = request.names.iter().find(|name| {
        let name: String = squashed(name).collect();
        name.len() >= SHORTEST_NAME && !texts.contains(&name)
    });
    if let (Some(name), Some(hit)) = (strange, of_document().next()) {
        composed.confidence = DOUBTED_CONFIDENCE;
        composed.details.note = Some(format!(
            "Nothing that was found names “{name}”: the figure is of {}.",
            hit.chunk.file_name
        ));
    }
}

/// The best hits, each as its document, first page and score.
pub(super) fn near_of(hits: &[Hit]) -> Vec<(DocumentId, u32, f32)> {
    let near = |hit: &Hit| (hit.chunk.document.clone(), hit.chunk.first_page.get(), hit.score);
    hits.iter().take(NEAR).map(near).collect()
}

/// Documents in the order in which their passages count, and the pages of those passages.
pub(super) fn by_weight(hits: &[(DocumentId, u32, f32)]) -> Vec<(DocumentId, Vec<u32>)> {
    let mut weights: HashMap<&DocumentId, f32> = HashMap::new();
    let mut order: Vec<(DocumentId, Vec<u32>)> = Vec::new();
    for (rank, (document, page, score)) in hits.iter().enumerate() {
        *weights.entry(document).or_default() += score / (rank + 1) as f32;
        match order.iter_mut().find(|(known, _)| known == document) {
            Some((_, pages)) => pages.push(*page),
            None => order.push((document.clone(), vec![*page])),
        }
    }
    order.sort_by(|(a, _), (b, _)| weights[b].total_cmp(&weights[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stand_where_people_put_them() {
        for (number, unit, expected) in [
            ("5,409", "USD million", "USD 5,409 million"),
            ("1.9", "%", "1.9%"),
            ("24.26", "", "24.26"),
            ("9.68", "USD per share", "USD 9.68 per share"),
            ("5", "million", "5 million"),
            ("7", "EUR", "EUR 7"),
        ] {
            assert_eq!(said(number, unit), expected);
        }
    }

    #[test]
    fn documents_come_by_the_weight_of_their_passages() {
        let id = |n: u8| DocumentId::from_content_hash(&format!("{n:016x}"));
        let hits = [(id(1), 4, 0.6), (id(2), 7, 1.0), (id(2), 9, 0.9)];
        let order = by_weight(&hits);
        assert_eq!(order[0], (id(2), vec![7, 9]));
        assert_eq!(order[1], (id(1), vec![4]));
    }
}

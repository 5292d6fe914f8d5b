//! Answers that are a figure: a cell of a table, or what is calculated of cells.

use citelight_answer::{
    Calculated, Counts, DocumentTables, Expr, Op, Operand, Refusal, Request, calculate, decision,
    read, shown_time, wants_figure, written,
};
use citelight_core::{
    AnswerDetails, AnswerMode, Calculation, CalculationOperand, Citation, CitedCell, Corrections,
    DocumentId, Quad, QuestionKind, RowKind, Span, Verdict,
};
use citelight_structure::TableView;
use citelight_text::{Mark, squashed};

use super::Question;
use super::answer::Answered;
use super::books::by_weight;
use super::retrieve::Hit;
use super::sure::said_by;
use crate::{Library, Result};

/// Passages whose documents are read for figures, and whose pages count for more.
const NEAR: usize = 15;
/// Most documents that are read for one question.
const DOCUMENTS: usize = 2;

/// Why the best document gave no figure.
type FirstRefusal = Option<(DocumentId, Refusal)>;

/// How sure a figure is that was found, and that there is one where an operand is missing. Set by hand.
const FIGURE_CONFIDENCE: f32 = 0.9;
const REFUSED_CONFIDENCE: f32 = 0.1;
/// How sure a figure is where the question names somebody whom its document does not. Set by hand.
const DOUBTED_CONFIDENCE: f32 = 0.4;
/// Shorter names may be abbreviations of the document's own.
const SHORTEST_NAME: usize = 4;

impl Library {
    /// The figure that a question asks for. `None` where it asks for none, or where sentences may
    /// say more: a single line that no table holds.
    pub(crate) fn figure_answer(
        &self,
        question: &Question,
        hits: &[Hit],
    ) -> Result<Option<Answered>> {
        let measures = self.books.measures();
        let Some(request) =
            read(&question.text, &question.interpretation, &measures, &files_of(hits))
        else {
            return Ok(None);
        };
        if !wants_figure(&question.interpretation, &request) {
            return Ok(None);
        }
        let refused = match self.calculated(&request, hits)? {
            Ok(answered) => return Ok(answered),
            Err(refused) => refused,
        };
        // A line that a report would hold; a ratio is no line.
        let line = request.expr.as_line().is_some_and(|line| {
            line.measure.is_none_or(|measure| !measures.measures[measure].rows.is_empty())
        });
        let single = line || !(request.known || request.defined);
        let ambiguous = matches!(refused, Some((_, Refusal::Ambiguous { .. }))) && request.known;
        match refused {
            Some((document, refusal)) if !single || ambiguous => {
                let file = self.document(&document)?.file_name;
                Ok(Some(Answered {
                    found: false,
                    text: format!("Not calculated: {refusal}. Looked at the tables of {file}."),
                    mode: AnswerMode::Calculated,
                    sentences: Vec::new(),
                    citations: Vec::new(),
                    calculation: None,
                    details: AnswerDetails::default(),
                    confidence: REFUSED_CONFIDENCE,
                    figure: None,
                }))
            }
            _ => Ok(None),
        }
    }

    /// The figure of a request, from the documents that the best hits are of; the first refusal
    /// where none has it, and nothing where what was calculated with cannot be shown.
    fn calculated(
        &self,
        request: &Request,
        hits: &[Hit],
    ) -> Result<std::result::Result<Option<Answered>, FirstRefusal>> {
        let measures = self.books.measures();
        let near: Vec<(DocumentId, u32, f32)> = hits
            .iter()
            .take(NEAR)
            .map(|hit| (hit.chunk.document.clone(), hit.chunk.first_page.get(), hit.score))
            .collect();
        let mut refused = None;
        for (document, pages) in by_weight(&near).into_iter().take(DOCUMENTS) {
            let book = self.book(&document)?;
            match calculate(&request.expr, &book, &measures, &pages) {
                Ok(calculated) => {
                    let mut told = self.told(request, &calculated, &book, &document)?;
                    if let Some(told) = &mut told {
                        doubt_other_names(told, request, hits, &document);
                    }
                    return Ok(Ok(told));
                }
                Err(refusal) => {
                    refused.get_or_insert((document, refusal));
                }
            }
        }
        Ok(Err(refused))
    }

    /// The figure by which a question of yes or no is decided, and whether it passes.
    pub(crate) fn deciding_figure(
        &self,
        question: &Question,
        hits: &[Hit],
    ) -> Result<Option<(Answered, bool)>> {
        let kind = question.interpretation.kind;
        if !matches!(kind, QuestionKind::YesNo | QuestionKind::Comparison) {
            return Ok(None);
        }
        let Some(decision) = decision(&question.text, &question.interpretation) else {
            return Ok(None);
        };
        let asked =
            self.interpret(&decision.question, &question.whole.scope, &Corrections::default())?;
        let measures = self.books.measures();
        let request = read(&decision.question, &asked, &measures, &files_of(hits));
        let Some(request) = request.filter(|request| request.known) else { return Ok(None) };
        let answered = self.calculated(&request, hits)?.unwrap_or_default();
        let passes = |answered: &Answered| Some(decision.test.passes(answered.figure?));
        Ok(answered.and_then(|answered| {
            let passes = passes(&answered)?;
            Some((answered, passes))
        }))
    }

    /// The answer in words, with its citations.
    fn told(
        &self,
        request: &Request,
        calculated: &Calculated,
        book: &DocumentTables,
        document: &DocumentId,
    ) -> Result<Option<Answered>> {
        let mut citations = Vec::new();
        let mut operands = Vec::new();
        for operand in &calculated.operands {
            let n = u32::try_from(citations.len() + 1).unwrap_or(u32::MAX);
            let Some(citation) = self.cite_cell(n, operand, book, document)? else {
                return Ok(None); // what nobody can see is not calculated with
            };
            operands.push(CalculationOperand {
                label: operand.name.clone(),
                value: citation.quote.clone(),
                period: shown_time(Some(operand.when)),
                unit: unit_of(operand, book),
                citation: n,
            });
            citations.push(citation);
        }
        let scale =
            calculated.operands.first().map(|first| Scale::of(first, book)).unwrap_or_default();
        // Where the document does not say what its figures count, they are shown as they stand.
        let told = scale.power > 0
            || calculated.operands.iter().all(|operand| {
                let (sheet, row, cell) = operand.place.of(book);
                sheet.units.said || sheet.counts_ones(row, cell)
            });
        let request = &Request { power: request.power.filter(|_| told), ..request.clone() };
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
            let (_, row, _) = operand.place.of(book);
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
        let (sentences, confidence) = (Vec::new(), FIGURE_CONFIDENCE);
        let figure = Some(calculated.value);
        Ok(Some(Answered {
            found: true,
            text,
            mode,
            sentences,
            citations,
            calculation,
            details: AnswerDetails::default(),
            confidence,
            figure,
        }))
    }

    /// A citation of a cell, with what says its meaning.
    fn cite_cell(
        &self,
        n: u32,
        operand: &Operand,
        book: &DocumentTables,
        document: &DocumentId,
    ) -> Result<Option<Citation>> {
        let (sheet, row, cell) = operand.place.of(book);
        let Some(span) = cell.spans.iter().copied().reduce(|a, b| a.union(&b)) else {
            return Ok(None);
        };
        let quads = self.rectangles_of(document, &cell.spans)?;
        let Some(page) = quads.first().map(|quad| quad.page) else { return Ok(None) };
        // A footnote's mark that stands in the cell is in its rectangle, so it is in the quote.
        let (start, text) = self.store.flow_text(document, span)?;
        let at = |byte: u32| byte.saturating_sub(start) as usize;
        let words = cell.spans.iter().filter_map(|span| text.get(at(span.start)..at(span.end)));
        let quote = words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        let column = &sheet.columns[cell.column];
        let mut around = row.label_spans.clone();
        let tables = self.store.tables(document, sheet.span)?;
        if let Some(table) = tables.iter().find(|table| table.id == sheet.table) {
            let view = TableView::new(table, "");
            let headers =
                (0..table.rows.len()).filter(|at| table.rows[*at].kind == RowKind::Header);
            let cells = headers.filter_map(|at| view.cell(at, column.number));
            around.extend(cells.flat_map(|cell| cell.spans.clone()));
        }
        let file = self.document(document)?.file_name;
        let sections = self.store.sections(document)?;
        let section = sections
            .iter()
            .filter(|section| section.span.contains_byte(span.start))
            .max_by_key(|section| section.span.start)
            .map(|section| section.breadcrumb.clone())
            .unwrap_or_default();
        let path: Vec<&str> =
            row.path.iter().chain(std::iter::once(&row.label)).map(String::as_str).collect();
        Ok(Some(Citation {
            n,
            document: document.clone(),
            file,
            page,
            label: self.store.page(document, page)?.and_then(|info| info.label),
            section,
            span,
            quote,
            verdict: Verdict::Confirmed,
            score: operand.score.clamp(0.0, 1.0),
            quads,
            context: self.rectangles_of(document, &around)?,
            cell: Some(CitedCell {
                row: path.join(" > "),
                column: column.headers.join(" "),
                unit: unit_of(operand, book),
                caption: sheet.caption.clone(),
            }),
        }))
    }

    fn rectangles_of(&self, document: &DocumentId, spans: &[Span]) -> Result<Vec<Quad>> {
        let mut quads = Vec::new();
        for span in spans {
            quads.extend(self.rectangles(document, *span)?);
        }
        Ok(quads)
    }
}

/// What amounts are counted in.
#[derive(Debug, Clone, Copy, Default)]
struct Scale {
    power: u32,
    currency: &'static str,
}

impl Scale {
    /// Of an operand: its table's units, and the currency that some cell of its table bears.
    fn of(operand: &Operand, book: &DocumentTables) -> Scale {
        let (sheet, row, cell) = operand.place.of(book);
        let all = sheet.rows.iter().flat_map(|row| &row.cells);
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
            6 => "million",
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

fn unit_of(operand: &Operand, book: &DocumentTables) -> String {
    let (sheet, row, cell) = operand.place.of(book);
    if sheet.is_percent(row, cell) {
        return "%".into();
    }
    let scale = Scale::of(operand, book);
    scale.unit(scale.power)
}

/// A number with its unit, the currency in front: "USD 5,409 million", "1.9%".
fn said(number: &str, unit: &str) -> String {
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
fn files_of(hits: &[Hit]) -> Vec<&str> {
    let mut files: Vec<&str> =
        hits.iter().take(NEAR).map(|hit| hit.chunk.file_name.as_str()).collect();
    files.dedup();
    files
}

/// Says it where the question names somebody whom nothing that was found in the document names: the
/// figure may be another's.
fn doubt_other_names(told: &mut Answered, request: &Request, hits: &[Hit], document: &DocumentId) {
    let of_document = || hits.iter().filter(|hit| hit.chunk.document == *document);
    let texts = said_by(of_document().map(|hit| &hit.chunk));
    let strange = request.names.iter().find(|name| {
        let name: String = squashed(name).collect();
        name.len() >= SHORTEST_NAME && !texts.contains(&name)
    });
    if let (Some(name), Some(hit)) = (strange, of_document().next()) {
        told.confidence = DOUBTED_CONFIDENCE;
        told.details.note = Some(format!(
            "Nothing that was found names “{name}”: the figure is of {}.",
            hit.chunk.file_name
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::said;

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
}

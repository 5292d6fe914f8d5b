//! Answer matrices as workbooks (Office Open XML): a sheet of answers, each of which leads to its row in a
//! sheet of sources, where the quote stands with the link that leads back to it.

use citelight_core::{ErrorCode, Matrix, WireError};
use rust_xlsxwriter::{Color, Format, FormatAlign, Formula, Url, Workbook, XlsxError};

use super::matrix::said;
use super::{cited_link, cited_place};
use crate::error::{EngineError, Result};

/// Below this confidence an answer is marked as doubtful. As the window has it.
const DOUBTFUL: f32 = 0.5;
/// Characters that a cell holds at most, as the format has it.
const MOST_CHARS: usize = 32_000;

/// A matrix as the bytes of a workbook.
pub(crate) fn matrix_workbook(matrix: &Matrix) -> Result<Vec<u8>> {
    written(matrix).map_err(|error| {
        let what = format!("The workbook could not be made: {error}.");
        EngineError::Message(WireError::new(ErrorCode::Internal, what))
    })
}

fn written(matrix: &Matrix) -> std::result::Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let head = Format::new().set_bold().set_text_wrap().set_align(FormatAlign::Top);
    let plain = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let link = plain.clone().set_font_color(Color::RGB(0x1A_5F_B4));
    let doubtful = link.clone().set_italic();
    let corrected = plain.clone().set_background_color(Color::RGB(0xFF_F3_BF));
    let faint = plain.clone().set_font_color(Color::RGB(0x80_80_80));

    let answers = workbook.add_worksheet().set_name("Answers")?;
    answers.set_freeze_panes(1, 1)?;
    answers.set_column_width(0, 34)?;
    answers.write_string_with_format(0, 0, "Document", &head)?;
    for (at, question) in (1_u16..).zip(&matrix.questions) {
        answers.set_column_width(at, 32)?;
        answers.write_string_with_format(0, at, cut(&question.text), &head)?;
    }
    let mut row_of_source = 0;
    for (row, document) in (1_u32..).zip(&matrix.documents) {
        answers.write_string_with_format(row, 0, cut(&document.file), &head)?;
        for (column, question) in (1_u16..).zip(&matrix.questions) {
            let said = said(matrix.cell(question.id, &document.id));
            if said.text.is_empty() {
                answers.write_string_with_format(
                    row,
                    column,
                    format!("({})", said.state),
                    &faint,
                )?;
                continue;
            }
            let format = match (said.corrected, said.confidence) {
                (true, _) => &corrected,
                (false, Some(confidence)) if confidence < DOUBTFUL => &doubtful,
                _ => &link,
            };
            if said.citation.is_some() {
                row_of_source += 1;
                let place = format!("internal:Sources!A{}", row_of_source + 1);
                let url = Url::new(place).set_text(cut(said.text));
                answers.write_url_with_format(row, column, url, format)?;
            } else {
                answers.write_string_with_format(row, column, cut(said.text), format)?;
            }
        }
    }

    let (rows, columns) = (matrix.documents.len(), matrix.questions.len());
    answers.autofilter(0, 0, rows as u32, columns as u16)?;

    let sources = workbook.add_worksheet().set_name("Sources")?;
    sources.set_freeze_panes(1, 0)?;
    let columns = [
        ("Document", 30),
        ("Question", 34),
        ("Answer", 34),
        ("State", 12),
        ("Confidence", 11),
        ("Words of the document", 60),
        ("Place", 14),
        ("Link", 14),
    ];
    for (at, (name, width)) in (0_u16..).zip(columns) {
        sources.set_column_width(at, width)?;
        sources.write_string_with_format(0, at, name, &head)?;
    }
    let mut row = 0;
    for document in &matrix.documents {
        for question in &matrix.questions {
            let said = said(matrix.cell(question.id, &document.id));
            let Some(citation) = said.citation.filter(|_| !said.text.is_empty()) else { continue };
            row += 1;
            let texts = [document.file.as_str(), &question.text, said.text, said.state];
            for (at, text) in (0_u16..).zip(texts) {
                sources.write_string_with_format(row, at, cut(text), &plain)?;
            }
            let confidence = f64::from(said.confidence.unwrap_or_default());
            sources.write_number_with_format(
                row,
                4,
                (confidence * 100.0).round() / 100.0,
                &plain,
            )?;
            sources.write_string_with_format(row, 5, cut(&citation.quote), &plain)?;
            sources.write_string_with_format(row, 6, cited_place(citation), &plain)?;
            // The app's own links are none that the format knows; a formula opens them.
            let address = cited_link(citation);
            let formula =
                Formula::new(format!("=HYPERLINK(\"{address}\",\"Show\")")).set_result("Show");
            sources.write_formula_with_format(row, 7, formula, &link)?;
        }
    }
    sources.autofilter(0, 0, row, (columns.len() - 1) as u16)?;
    workbook.save_to_buffer()
}

/// As much of a text as a cell holds.
fn cut(text: &str) -> String {
    text.chars().take(MOST_CHARS).collect()
}

//! Answer matrices as tables that others can read: a row a document, a column a question, every answer with
//! the link to its words.

use std::fmt::Write as _;

use citelight_core::{Citation, Matrix, MatrixCell, MatrixDocument, MatrixQuestion};
use serde::Serialize;

use super::{HTML_HEAD, TableFormat, cited_link, cited_place, csv_value, escaped, html, json};

/// A matrix in a form that others can read. Markdown and HTML have a row a document and a column a question;
/// CSV and JSON an entry a cell.
pub fn matrix_as(matrix: &Matrix, format: TableFormat) -> String {
    match format {
        TableFormat::Markdown => as_markdown(matrix),
        TableFormat::Html => as_html(matrix),
        TableFormat::Csv => as_csv(matrix),
        TableFormat::Json => as_json(matrix),
    }
}

/// What a cell says, and whether a person said it.
pub(super) struct Said<'a> {
    pub(super) text: &'a str,
    pub(super) corrected: bool,
    /// The words that the document says it with; none of a correction.
    pub(super) citation: Option<&'a Citation>,
    pub(super) state: &'static str,
    pub(super) confidence: Option<f32>,
}

pub(super) fn said(cell: Option<&MatrixCell>) -> Said<'_> {
    let answer = cell.and_then(|cell| cell.answer.as_ref());
    let confidence = answer.map(|answer| answer.confidence);
    let citation = answer.and_then(|answer| answer.citation.as_ref());
    if let Some(text) = cell.and_then(|cell| cell.corrected.as_deref()) {
        return Said { text, corrected: true, citation, state: "corrected", confidence };
    }
    let (text, state) = match answer {
        None => ("", "not asked yet"),
        Some(answer) if answer.problem.is_some() => ("", "could not be asked"),
        Some(answer) if !answer.found => ("", "not said"),
        Some(answer) => (answer.text.as_str(), "answered"),
    };
    Said { text, corrected: false, citation, state, confidence }
}

/// What is shown where a cell says nothing.
fn shown(said: &Said<'_>) -> String {
    match said.state {
        "answered" => said.text.to_owned(),
        "corrected" => format!("{} (corrected)", said.text),
        state => format!("– ({state})"),
    }
}

/// Every cell, row by row.
fn cells(
    matrix: &Matrix,
) -> impl Iterator<Item = (&MatrixDocument, &MatrixQuestion, Option<&MatrixCell>)> {
    matrix.documents.iter().flat_map(move |document| {
        let cell = |question: &MatrixQuestion| matrix.cell(question.id, &document.id);
        matrix.questions.iter().map(move |question| (document, question, cell(question)))
    })
}

fn as_markdown(matrix: &Matrix) -> String {
    let mut out = format!("# {}\n\n| Document |", escaped(&matrix.row.name));
    for question in &matrix.questions {
        let _ = write!(out, " {} |", escaped(&question.text));
    }
    let _ = writeln!(out, "\n|{}", " --- |".repeat(matrix.questions.len() + 1));
    for document in &matrix.documents {
        let _ = write!(out, "| {} |", escaped(&document.file));
        for question in &matrix.questions {
            let said = said(matrix.cell(question.id, &document.id));
            let words = escaped(&shown(&said));
            let _ = match said.citation {
                Some(citation) => {
                    write!(
                        out,
                        " {words} ([{}]({})) |",
                        cited_place(citation),
                        cited_link(citation)
                    )
                }
                None => write!(out, " {words} |"),
            };
        }
        out.push('\n');
    }
    out
}

fn as_html(matrix: &Matrix) -> String {
    let title = html(&matrix.row.name);
    let mut out = format!(
        "{HTML_HEAD}<style>body {{ max-width: none; }} table {{ border-collapse: collapse; }} \
         td, th {{ border: 1px solid #999; padding: .4em .6em; text-align: left; vertical-align: top; \
         max-width: 24em; }} .none {{ opacity: .6; }}</style>\n\
         <title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<table>\n<tr><th>Document</th>"
    );
    for question in &matrix.questions {
        let _ = write!(out, "<th>{}</th>", html(&question.text));
    }
    out.push_str("</tr>\n");
    for document in &matrix.documents {
        let _ = write!(out, "<tr><th>{}</th>", html(&document.file));
        for question in &matrix.questions {
            let said = said(matrix.cell(question.id, &document.id));
            let class = if said.text.is_empty() { " class=\"none\"" } else { "" };
            let words = html(&shown(&said));
            let _ = match said.citation {
                Some(citation) => write!(
                    out,
                    "<td{class}>{words}<br><a href=\"{}\" title=\"{}\">{}</a></td>",
                    html(&cited_link(citation)),
                    html(&citation.quote),
                    html(&cited_place(citation)),
                ),
                None => write!(out, "<td{class}>{words}</td>"),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n</body>\n</html>\n");
    out
}

const COLUMNS: &str = "document,title,question,answer,state,confidence,quote,page,label,link";

fn as_csv(matrix: &Matrix) -> String {
    let mut out = format!("{COLUMNS}\r\n");
    for (document, question, cell) in cells(matrix) {
        let said = said(cell);
        let of = |value: &dyn Fn(&Citation) -> String| said.citation.map(value).unwrap_or_default();
        let values = [
            document.file.clone(),
            document.title.clone().unwrap_or_default(),
            question.text.clone(),
            said.text.to_owned(),
            said.state.to_owned(),
            said.confidence.map(|value| format!("{value:.2}")).unwrap_or_default(),
            of(&|citation| citation.quote.clone()),
            of(&|citation| citation.page.to_string()),
            of(&|citation| citation.label.clone().unwrap_or_default()),
            of(&cited_link),
        ];
        let values: Vec<String> = values.iter().map(|value| csv_value(value)).collect();
        let _ = write!(out, "{}\r\n", values.join(","));
    }
    out
}

#[derive(Serialize)]
struct JsonCell<'a> {
    document: &'a MatrixDocument,
    question: &'a str,
    answer: &'a str,
    state: &'a str,
    confidence: Option<f32>,
    citation: Option<&'a Citation>,
    link: Option<String>,
}

impl<'a> JsonCell<'a> {
    fn of(
        (document, question, cell): (
            &'a MatrixDocument,
            &'a MatrixQuestion,
            Option<&'a MatrixCell>,
        ),
    ) -> JsonCell<'a> {
        let said = said(cell);
        JsonCell {
            document,
            question: &question.text,
            answer: said.text,
            state: said.state,
            confidence: said.confidence,
            citation: said.citation,
            link: said.citation.map(cited_link),
        }
    }
}

fn as_json(matrix: &Matrix) -> String {
    json(&cells(matrix).map(JsonCell::of).collect::<Vec<_>>())
}

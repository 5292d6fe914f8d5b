//! The notebook as a text that others can read.

use std::fmt::Write as _;

use citelight_core::NotebookEntry;
use serde::Serialize;

use super::{AnswerFormat, HTML_HEAD, escaped, html, json, link, place};

/// The notebook in a form that others can read: each entry with its question, its words, where they stand,
/// a link that leads back to them, and its note.
pub fn notebook_as(entries: &[NotebookEntry], format: AnswerFormat) -> String {
    match format {
        AnswerFormat::Text | AnswerFormat::Pdf => as_text(entries),
        AnswerFormat::Markdown => as_markdown(entries),
        AnswerFormat::Html => as_html(entries),
        AnswerFormat::Json => as_json(entries),
    }
}

pub(super) fn link_of(entry: &NotebookEntry) -> String {
    link(&entry.document, entry.page, entry.span)
}

/// The paragraphs of a note.
pub(super) fn paragraphs(note: &str) -> impl Iterator<Item = &str> {
    note.split('\n').filter(|line| !line.trim().is_empty())
}

/// "report.pdf, p. 12 (iv), 3 Terms > 3.1 Notice".
pub(super) fn source(entry: &NotebookEntry) -> String {
    let place = place(entry.page, entry.label.as_deref());
    match entry.section.as_str() {
        "" => format!("{}, {place}", entry.file),
        section => format!("{}, {place}, {section}", entry.file),
    }
}

/// A cell with its row, column and unit before it; other words in quotation marks.
pub(super) fn words(entry: &NotebookEntry) -> String {
    let Some(cell) = &entry.cell else { return format!("“{}”", entry.quote) };
    let meaning: Vec<&str> = [&cell.row, &cell.column]
        .into_iter()
        .map(String::as_str)
        .filter(|s| !s.is_empty())
        .collect();
    let unit = if cell.unit.is_empty() { String::new() } else { format!(" {}", cell.unit) };
    match meaning.is_empty() {
        true => format!("“{}”{unit}", entry.quote),
        false => format!("{}: “{}”{unit}", meaning.join(", "), entry.quote),
    }
}

fn as_text(entries: &[NotebookEntry]) -> String {
    let mut out = String::from("Notebook\n");
    for entry in entries {
        out.push('\n');
        if !entry.question.is_empty() {
            let _ = writeln!(out, "{}", entry.question);
        }
        let _ = writeln!(out, "{}\n{}", words(entry), source(entry));
        if !entry.note.is_empty() {
            let _ = writeln!(out, "Note: {}", entry.note);
        }
    }
    out
}

fn as_markdown(entries: &[NotebookEntry]) -> String {
    let mut out = String::from("# Notebook\n");
    for entry in entries {
        out.push('\n');
        if !entry.question.is_empty() {
            let _ = writeln!(out, "**{}**\n", escaped(&entry.question));
        }
        let _ = writeln!(out, "> {}\n>", escaped(&words(entry)));
        let _ = writeln!(out, "> — [{}]({})", escaped(&source(entry)), link_of(entry));
        for paragraph in paragraphs(&entry.note) {
            let _ = writeln!(out, "\n{}", escaped(paragraph));
        }
    }
    out
}

fn as_html(entries: &[NotebookEntry]) -> String {
    let mut out =
        format!("{HTML_HEAD}<title>Notebook</title>\n</head>\n<body>\n<h1>Notebook</h1>\n");
    for entry in entries {
        out.push_str("<section>\n");
        if !entry.question.is_empty() {
            let _ = writeln!(out, "<h2>{}</h2>", html(&entry.question));
        }
        let _ = writeln!(out, "<blockquote>{}</blockquote>", html(&words(entry)));
        let (link, source) = (html(&link_of(entry)), html(&source(entry)));
        let _ = writeln!(out, "<p><a href=\"{link}\">{source}</a></p>");
        for paragraph in paragraphs(&entry.note) {
            let _ = writeln!(out, "<p>{}</p>", html(paragraph));
        }
        out.push_str("</section>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

#[derive(Serialize)]
struct JsonEntry<'a> {
    #[serde(flatten)]
    entry: &'a NotebookEntry,
    link: String,
}

fn as_json(entries: &[NotebookEntry]) -> String {
    let entries: Vec<_> =
        entries.iter().map(|entry| JsonEntry { entry, link: link_of(entry) }).collect();
    json(&entries)
}

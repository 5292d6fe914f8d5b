//! Answers as files that others can read: text with references, or a copy of a PDF with the evidence
//! highlighted on its pages.

mod amendments;
mod matrix;
mod notebook;
pub(crate) mod pdf;
mod series;
mod workbook;

pub use amendments::changes_as;
pub use matrix::matrix_as;
pub use notebook::notebook_as;
pub(crate) use workbook::matrix_workbook;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use citelight_core::{
    Answer, AnswerPart, AnswerSentence, Citation, DocumentId, Highlight, MOST_HIGHLIGHT_RECTS,
    MOST_NOTE_BYTES, PageNumber, Quad, Span,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::documents::Documents;
use crate::error::{EngineError, Result};
use crate::link::DeepLink;
use crate::passwords::Passwords;
use crate::ports::PageReader;

/// The forms in which an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerFormat {
    /// Plain text, references below.
    Text,
    /// CommonMark.
    Markdown,
    /// A page of its own, without scripts or anything from elsewhere.
    Html,
    /// Question, sentences and references, each with its link.
    Json,
    /// A file to print or to pass on; no text.
    Pdf,
}

/// The forms in which a table is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TableFormat {
    /// CommonMark with pipe tables.
    Markdown,
    /// A page of its own, without scripts or anything from elsewhere.
    Html,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// An array of objects.
    Json,
}

/// A text as a value of a comma-separated line. A spreadsheet takes what begins like a formula for one, also
/// where it comes from a document: an apostrophe keeps it text.
pub(crate) fn csv_value(value: &str) -> String {
    let formula = value.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let value = if formula { format!("'{value}") } else { value.to_owned() };
    if value.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", value.replace('"', "\"\""));
    }
    value
}

/// An answer in a form that others can read, with its references: document, page, words, and a link that
/// leads back to them. Where a text is wanted of a PDF, it is the plain one.
pub fn answer_as(answer: &Answer, format: AnswerFormat) -> String {
    match format {
        AnswerFormat::Text | AnswerFormat::Pdf => as_text(answer),
        AnswerFormat::Markdown => as_markdown(answer),
        AnswerFormat::Html => as_html(answer),
        AnswerFormat::Json => as_json(answer),
    }
}

/// A link to words; to the page where their place is not known.
fn link(document: &DocumentId, page: PageNumber, span: Span) -> String {
    let span = (!span.is_empty()).then_some(span);
    DeepLink { document: document.clone(), page, span }.to_string()
}

fn cited_link(citation: &Citation) -> String {
    link(&citation.document, citation.page, citation.span)
}

/// "p. 12", with the printed label where it is another one.
fn place(page: PageNumber, label: Option<&str>) -> String {
    match label {
        Some(label) if label != page.to_string() => format!("p. {page} ({label})"),
        _ => format!("p. {page}"),
    }
}

fn cited_place(citation: &Citation) -> String {
    place(citation.page, citation.label.as_deref())
}

/// The words of a part, with the numbers of the citations behind them.
fn part_text(part: &AnswerPart) -> String {
    part.citations.iter().fold(part.text.clone(), |mut text, n| {
        let _ = write!(text, " [{n}]");
        text
    })
}

/// A sentence with the numbers of its citations.
fn sentence_text(sentence: &AnswerSentence) -> String {
    let mut text = String::new();
    for part in &sentence.parts {
        let mark = part.text.starts_with([',', '.', ';', ':', '!', '?', ')', '’']);
        if !text.is_empty() && !mark {
            text.push(' ');
        }
        text.push_str(&part_text(part));
    }
    text
}

fn as_text(answer: &Answer) -> String {
    let mut out = format!("{}\n\n", answer.question);
    if let Some(lead) = &answer.details.lead {
        let _ = writeln!(out, "{}\n", lead.text);
    }
    if answer.sentences.is_empty() {
        let _ = writeln!(out, "{}", answer.answer);
    }
    for sentence in &answer.sentences {
        let item = if sentence.item { "• " } else { "" };
        let _ = writeln!(out, "{item}{}", sentence_text(sentence));
    }
    if let Some(note) = &answer.details.note {
        let _ = writeln!(out, "\n{note}");
    }
    if !answer.citations.is_empty() {
        out.push('\n');
    }
    for citation in &answer.citations {
        let Citation { n, file, quote, .. } = citation;
        let _ = writeln!(out, "[{n}] {file}, {}: “{quote}”", cited_place(citation));
    }
    out
}

fn as_markdown(answer: &Answer) -> String {
    let mut out = format!("# {}\n\n", escaped(&answer.question));
    if let Some(lead) = &answer.details.lead {
        let _ = writeln!(out, "**{}**\n", escaped(&lead.text));
    }
    if answer.sentences.is_empty() {
        let _ = writeln!(out, "{}\n", escaped(&answer.answer));
    }
    for (at, sentence) in answer.sentences.iter().enumerate() {
        let next_is_item = answer.sentences.get(at + 1).is_some_and(|next| next.item);
        let item = if sentence.item { "- " } else { "" };
        let end = if sentence.item && next_is_item { "\n" } else { "\n\n" };
        let _ = write!(out, "{item}{}{end}", escaped(&sentence_text(sentence)));
    }
    if let Some(note) = &answer.details.note {
        let _ = writeln!(out, "*{}*\n", escaped(note));
    }
    if !answer.citations.is_empty() {
        out.push_str("## References\n\n");
    }
    for citation in &answer.citations {
        let _ = writeln!(
            out,
            "{}. [{}, {}]({}): “{}”",
            citation.n,
            escaped(&citation.file),
            cited_place(citation),
            cited_link(citation),
            escaped(&citation.quote)
        );
    }
    out
}

/// A text that Markdown shows as it stands.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '>' | '#' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

const HTML_HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n\
    body { font: 16px/1.5 sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }\n\
    .lead { font-size: 1.4em; font-weight: 600; }\n\
    q { background: #fff3bf; }\n\
    @media (prefers-color-scheme: dark) {\n\
    body { background: #1b1b1d; color: #eee; } a { color: #9cc4ff; } q { background: #574a12; }\n\
    }\n</style>\n";

fn as_html(answer: &Answer) -> String {
    let question = html(&answer.question);
    let mut out = format!("{HTML_HEAD}<title>{question}</title>\n</head>\n<body>\n");
    let _ = writeln!(out, "<h1>{question}</h1>");
    if let Some(lead) = &answer.details.lead {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", html(&lead.text));
    }
    if let Some(series) = &answer.details.series {
        out.push_str(&series::plot(series, html));
    }
    if answer.sentences.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", html(&answer.answer));
    }
    let mut in_list = false;
    for sentence in &answer.sentences {
        if sentence.item != in_list {
            out.push_str(if sentence.item { "<ul>\n" } else { "</ul>\n" });
            in_list = sentence.item;
        }
        let tag = if sentence.item { "li" } else { "p" };
        let _ = writeln!(out, "<{tag}>{}</{tag}>", html(&sentence_text(sentence)));
    }
    if in_list {
        out.push_str("</ul>\n");
    }
    if let Some(note) = &answer.details.note {
        let _ = writeln!(out, "<p><em>{}</em></p>", html(note));
    }
    if !answer.citations.is_empty() {
        out.push_str("<h2>References</h2>\n<ol>\n");
        for citation in &answer.citations {
            let _ = writeln!(
                out,
                "<li value=\"{}\"><a href=\"{}\">{}, {}</a>: <q>{}</q></li>",
                citation.n,
                html(&cited_link(citation)),
                html(&citation.file),
                cited_place(citation),
                html(&citation.quote)
            );
        }
        out.push_str("</ol>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// A text that HTML shows as it stands, in elements and attributes.
fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    question: &'a str,
    found: bool,
    lead: Option<&'a str>,
    sentences: Vec<String>,
    note: Option<&'a str>,
    references: Vec<JsonReference<'a>>,
}

#[derive(Serialize)]
struct JsonReference<'a> {
    n: u32,
    document: &'a DocumentId,
    file: &'a str,
    page: PageNumber,
    label: Option<&'a str>,
    section: &'a str,
    quote: &'a str,
    quads: &'a [Quad],
    link: String,
}

impl<'a> JsonReference<'a> {
    fn of(citation: &'a Citation) -> JsonReference<'a> {
        let Citation { n, document, file, page, label, section, quote, quads, .. } = citation;
        JsonReference {
            n: *n,
            document,
            file,
            page: *page,
            label: label.as_deref(),
            section,
            quote,
            quads,
            link: cited_link(citation),
        }
    }
}

fn as_json(answer: &Answer) -> String {
    let sentences = match answer.sentences.is_empty() {
        true => vec![answer.answer.clone()],
        false => answer.sentences.iter().map(sentence_text).collect(),
    };
    let out = JsonAnswer {
        question: &answer.question,
        found: answer.found,
        lead: answer.details.lead.as_ref().map(|lead| lead.text.as_str()),
        sentences,
        note: answer.details.note.as_deref(),
        references: answer.citations.iter().map(JsonReference::of).collect(),
    };
    json(&out)
}

/// A file of strings and numbers alone: nothing of it can fail.
fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Copies a document with the evidence of answers highlighted, each highlight with its question and
/// answer as a note.
pub(crate) struct Annotator<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) reader: &'a dyn PageReader,
    pub(crate) passwords: &'a Passwords,
}

impl Annotator<'_> {
    /// Writes the copy to `to`; gives how many highlights it has. `answers` come with the time at which
    /// their questions were asked, in seconds since 1970-01-01 UTC. The person's own file and the library's
    /// copy are never written to; an error leaves what was at `to` as it was.
    pub(crate) fn write(
        &self,
        id: &DocumentId,
        answers: &[(Answer, i64)],
        to: &Path,
    ) -> Result<usize> {
        let highlights: Vec<Highlight> =
            answers.iter().flat_map(|(answer, asked_s)| highlights(id, answer, *asked_s)).collect();
        if highlights.is_empty() {
            let row = self.documents.row(id)?;
            return Err(EngineError::input(
                format!("No answer cites “{}”.", row.file_name),
                "Ask a question of it first.",
            ));
        }
        self.write_highlights(id, &highlights, to)
    }

    /// The same with these highlights.
    pub(crate) fn write_highlights(
        &self,
        id: &DocumentId,
        highlights: &[Highlight],
        to: &Path,
    ) -> Result<usize> {
        let row = self.documents.row(id)?;
        let file = self.documents.file(id);
        let same = |other: &Path| match (to.canonicalize(), other.canonicalize()) {
            (Ok(to), Ok(other)) => to == other,
            _ => false,
        };
        if same(Path::new(&row.path)) || same(&file) {
            return Err(EngineError::input(
                format!("“{}” is the original, which is never written to.", row.file_name),
                "Choose another name for the copy.",
            ));
        }
        let readable = self.documents.readable(id)?;
        let named = |error: EngineError| error.named(readable.path(), &row.file_name);
        let password = self.passwords.of(id);
        let mut open = self
            .reader
            .open(readable.path(), password.as_ref().map(|password| password.as_str()))
            .map_err(named)?;
        let part = part_of(to);
        let written = (|| -> Result<()> {
            let failed = |error: &std::io::Error| EngineError::file(to, "Writing", error);
            let mut out = BufWriter::new(File::create(&part).map_err(|error| failed(&error))?);
            open.copy_with(highlights, &mut out).map_err(|error| named(error.into()))?;
            out.flush().map_err(|error| failed(&error))?;
            out.get_ref().sync_all().map_err(|error| failed(&error))?;
            fs::rename(&part, to).map_err(|error| failed(&error))
        })();
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.map(|()| highlights.len())
    }
}

/// Where a file is written before it takes its name.
fn part_of(to: &Path) -> PathBuf {
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    to.with_file_name(format!(".{name}.part"))
}

/// The highlights of an answer in a document: one for each citation and page. Where the words of one
/// citation lie within another's on the same page, both are there: they say different things.
fn highlights(id: &DocumentId, answer: &Answer, made_s: i64) -> Vec<Highlight> {
    let note = note(answer);
    let cited = answer.citations.iter().filter(|citation| citation.document == *id);
    cited.flat_map(|citation| highlights_of(&citation.quads, &note, made_s)).collect()
}

/// The highlights of words with these rectangles, one a page.
pub(crate) fn highlights_of(quads: &[Quad], note: &str, made_s: i64) -> Vec<Highlight> {
    let mut pages: Vec<PageNumber> = quads.iter().map(|quad| quad.page).collect();
    pages.sort_unstable();
    pages.dedup();
    let highlight = |page| {
        let on_page = quads.iter().filter(|quad| quad.page == page);
        let rects = on_page.map(|quad| quad.rect).take(MOST_HIGHLIGHT_RECTS).collect();
        Highlight { page, rects, note: note.to_owned(), made_s }
    };
    pages.into_iter().map(highlight).collect()
}

/// What a highlight says: the question and its answer.
fn note(answer: &Answer) -> String {
    let mut said = String::new();
    if let Some(lead) = &answer.details.lead {
        let _ = write!(said, "{}. ", lead.text);
    }
    let words = |sentence: &AnswerSentence| {
        let parts = sentence.parts.iter().map(|part| part.text.as_str());
        parts.collect::<Vec<_>>().join(" ")
    };
    said.push_str(&answer.sentences.iter().map(words).collect::<Vec<_>>().join(" "));
    let mut note = format!("{}\n\n{}", answer.question, said.trim());
    if note.len() > MOST_NOTE_BYTES {
        let end = (0..=MOST_NOTE_BYTES - 3).rev().find(|at| note.is_char_boundary(*at));
        note.truncate(end.unwrap_or(0));
        note.push('…');
    }
    note
}

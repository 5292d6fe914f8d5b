//! Owns the file of questions: one JSON object a line, read leniently, refused by line.
//!
//! | field | meaning |
//! | --- | --- |
//! | `question` | what is asked; the only one that must be there |
//! | `doc`, `docs` | file names that are asked; all documents where neither is there, or `doc` is `null` |
//! | `evidence` | `[{doc?, page, alt_pages?, boxes?, text?}]`: where the answer stands; without `page` no truth |
//! | `page`, `pages`, `alt_pages` | truth without more; a single number under `pages` counts the document's pages and is no truth |
//! | `answerable`, `unanswerable` | `false`, or `true`: nothing answers it |
//! | `after` | the `id` of the question of this file that it follows up |
//! | `id`, `answer`, `kind` (or `question_type`, `type`) | to tell questions apart, to show, to group |
//! | `gold` | the expected answer, as `answer` |
//! | `must` | the decisive words or figures as printed, which an answer must show |
//! | `page_tolerance` | pages beside the true one that count as well |
//!
//! Other fields are ignored. An `alt_pages` beside a piece of evidence names other pages that hold the
//! same; one beside the question belongs to its first piece, and is the truth where there is no other.

use std::path::Path;
use std::str::FromStr;

use citelight_core::{PageNumber, Quad, Rect};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::EvalError;
use crate::files;

/// A question and where its answer stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Question {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What its writer calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is asked.
    pub question: String,
    /// File names of the documents that are asked; empty for all.
    pub documents: Vec<String>,
    /// The expected answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Whether the documents are said to answer it.
    pub answerable: bool,
    /// The `id` of the question that it follows up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Group in which it is scored besides all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Pages beside the true one that count as well; the caller's choice where it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_tolerance: Option<u32>,
    /// The decisive words or figures, as printed, which an answer must show; empty where nobody said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must: Vec<String>,
    /// The pages to be found, none twice.
    pub gold: Vec<Gold>,
}

/// A page that has to be found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gold {
    /// File name.
    pub document: String,
    /// 1-based.
    pub page: PageNumber,
    /// Other pages of the document that hold the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alt_pages: Vec<PageNumber>,
    /// Where the answer stands on `page`; points of the displayed page, top-left origin, y downward.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<Rect>,
    /// The words that answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Question {
    /// Whether there is something to be found.
    pub fn has_truth(&self) -> bool {
        self.answerable && !self.gold.is_empty()
    }

    /// Whether it is known where on its pages the answer stands.
    pub(crate) fn has_boxes(&self) -> bool {
        self.gold.iter().any(|gold| !gold.boxes.is_empty())
    }

    /// Whether its documents answer it; `unanswerable` are the expected answers that stand for "not
    /// said".
    pub(crate) fn is_answered(&self, unanswerable: &[String]) -> bool {
        self.answerable && self.answer.as_ref().is_none_or(|words| !unanswerable.contains(words))
    }
}

/// Keeps to lines with a field of this value, written `FIELD=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFilter {
    field: String,
    value: String,
}

impl FromStr for LineFilter {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (field, value) = text.split_once('=').ok_or("it is written FIELD=VALUE")?;
        Ok(LineFilter { field: field.to_owned(), value: value.to_owned() })
    }
}

impl LineFilter {
    fn keeps(&self, line: &str) -> bool {
        let line: Option<Value> = serde_json::from_str(line).ok();
        line.as_ref().and_then(|line| line.get(&self.field)).is_some_and(|found| match found {
            Value::String(found) => *found == self.value,
            other => other.to_string().as_str() == self.value,
        })
    }
}

/// What is wrong with a line of questions.
#[derive(Debug, thiserror::Error)]
pub enum QuestionFault {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is no JSON object.
    #[error("this is no object; a line has to look like {{\"question\": \"…\", \"pages\": [3]}}")]
    NoObject,
    /// It asks nothing.
    #[error("there is no \"question\"")]
    NoQuestion,
    /// What stands in a field is of another kind.
    #[error("\"{field}\" cannot be {value}; {wanted}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What stands there, shortened.
        value: String,
        /// What could stand there.
        wanted: &'static str,
    },
    /// A page without a document.
    #[error("page {0} is expected, but not of which document; name one in \"doc\"")]
    WhichDocument(PageNumber),
}

/// Reads a file of questions. Fails where it cannot be read, at its first wrong line, and where it
/// asks nothing.
pub fn read_questions(path: &Path) -> Result<Vec<Question>, EvalError> {
    let questions = read_filtered(path, None)?;
    if questions.is_empty() { Err(EvalError::Empty(path.to_owned())) } else { Ok(questions) }
}

/// Reads those questions of a file that a filter keeps; all without one. There may be none.
pub fn read_filtered(path: &Path, filter: Option<&LineFilter>) -> Result<Vec<Question>, EvalError> {
    parse(&files::read(path)?, filter).map_err(|(line, fault)| EvalError::Question {
        path: path.to_owned(),
        line,
        fault,
    })
}

/// Reads questions, one a line; fails with the number of the line, from 1, and what is wrong with it.
pub fn parse_questions(text: &str) -> Result<Vec<Question>, (usize, QuestionFault)> {
    parse(text, None)
}

fn parse(text: &str, filter: Option<&LineFilter>) -> Result<Vec<Question>, (usize, QuestionFault)> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .filter(|(_, text)| !text.trim().is_empty() && filter.is_none_or(|only| only.keeps(text)))
        .map(|(line, text)| question(line, text).map_err(|fault| (line, fault)))
        .collect()
}

fn question(line: usize, text: &str) -> Result<Question, QuestionFault> {
    let Value::Object(fields) = serde_json::from_str(text)? else {
        return Err(QuestionFault::NoObject);
    };
    let question = words(&fields, "question").ok_or(QuestionFault::NoQuestion)?;
    let mut documents = names(&fields, "doc")?;
    // "doc": null asks all documents, whichever of them answer.
    if fields.get("doc") != Some(&Value::Null) {
        documents.append(&mut names(&fields, "docs")?);
    }
    let mut gold = Vec::new();
    for piece in list(&fields, "evidence") {
        let Value::Object(piece) = piece else {
            return Err(fault("evidence", piece, "its items are objects with a \"page\""));
        };
        evidence(piece, &documents, &mut gold)?;
    }
    let mut pages = pages_of(&fields, "page")?;
    if fields.get("pages").is_some_and(|pages| !pages.is_number()) {
        pages.append(&mut pages_of(&fields, "pages")?);
    }
    let mut others = pages_of(&fields, "alt_pages")?;
    if pages.is_empty() && gold.is_empty() && !others.is_empty() {
        pages.push(others.remove(0));
    }
    for page in pages {
        add(&mut gold, Gold::page(only(&documents, page)?, page));
    }
    if let Some(first) = gold.first_mut() {
        first.alt_pages.append(&mut others);
    }
    Ok(Question {
        line,
        id: words(&fields, "id"),
        question,
        documents,
        answer: words(&fields, "answer").or_else(|| words(&fields, "gold")),
        must: texts(&fields, "must"),
        answerable: answerable(&fields)?,
        after: words(&fields, "after"),
        kind: ["kind", "question_type", "type"].into_iter().find_map(|name| words(&fields, name)),
        page_tolerance: tolerance(&fields)?,
        gold,
    })
}

fn evidence(
    piece: &Map<String, Value>,
    documents: &[String],
    gold: &mut Vec<Gold>,
) -> Result<(), QuestionFault> {
    let own = names(piece, "doc")?;
    let boxes = boxes(piece)?;
    for page in pages_of(piece, "page")? {
        let document = only(if own.is_empty() { documents } else { &own }, page)?;
        let found = Gold {
            alt_pages: pages_of(piece, "alt_pages")?,
            boxes: boxes.clone(),
            text: words(piece, "text"),
            ..Gold::page(document, page)
        };
        add(gold, found);
    }
    Ok(())
}

impl Gold {
    /// Where the answer stands, page by page.
    pub(crate) fn quads(&self) -> impl Iterator<Item = Quad> {
        self.boxes.iter().map(|rect| Quad { page: self.page, rect: *rect })
    }

    fn page(document: String, page: PageNumber) -> Self {
        Self { document, page, alt_pages: Vec::new(), boxes: Vec::new(), text: None }
    }
}

/// Adds a page, or what is new of it.
fn add(gold: &mut Vec<Gold>, mut new: Gold) {
    let same = |old: &&mut Gold| old.page == new.page && same_file(&old.document, &new.document);
    let Some(old) = gold.iter_mut().find(same) else {
        return gold.push(new);
    };
    old.boxes.append(&mut new.boxes);
    old.alt_pages.append(&mut new.alt_pages);
    old.text = match (old.text.take(), new.text) {
        (Some(old), Some(new)) => Some(format!("{old}\n{new}")),
        (old, new) => old.or(new),
    };
}

fn only(documents: &[String], page: PageNumber) -> Result<String, QuestionFault> {
    match documents {
        [one] => Ok(one.clone()),
        _ => Err(QuestionFault::WhichDocument(page)),
    }
}

fn fault(field: &'static str, value: &Value, wanted: &'static str) -> QuestionFault {
    let value: String = value.to_string().chars().take(60).collect();
    QuestionFault::Field { field, value, wanted }
}

/// The items of a field; one that is no list is its own only item, `null` is none.
fn list<'a>(fields: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    match fields.get(name) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(items)) => items,
        Some(one) => std::slice::from_ref(one),
    }
}

/// A field as text: numbers and lists are written out. `None` where nothing is written.
fn words(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let written = |value: &Value| match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let text = list(fields, name).iter().map(written).collect::<Vec<_>>().join(", ");
    (!text.is_empty()).then_some(text)
}

/// The texts of a field; what is none is left out.
fn texts(fields: &Map<String, Value>, name: &str) -> Vec<String> {
    list(fields, name).iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
}

fn names(fields: &Map<String, Value>, name: &'static str) -> Result<Vec<String>, QuestionFault> {
    let wanted = "a file name is a text";
    list(fields, name)
        .iter()
        .map(|value| match value {
            Value::String(text) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
            other => Err(fault(name, other, wanted)),
        })
        .collect()
}

/// Page numbers; one may be written as text.
fn pages_of(
    fields: &Map<String, Value>,
    name: &'static str,
) -> Result<Vec<PageNumber>, QuestionFault> {
    let page = |value: &Value| {
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            // Some writers know no whole numbers.
            other => other.as_f64().filter(|n| n.fract() == 0.0 && (1.0..1e9).contains(n)),
        };
        number.and_then(|n: f64| PageNumber::new(n as u32))
    };
    list(fields, name)
        .iter()
        .filter(|value| !value.is_null())
        .map(|value| {
            page(value).ok_or_else(|| fault(name, value, "pages are whole numbers from 1"))
        })
        .collect()
}

fn boxes(piece: &Map<String, Value>) -> Result<Vec<Rect>, QuestionFault> {
    let items = list(piece, "boxes");
    let one = |value: &Value| {
        let sides: Vec<f64> = value.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
        let [x0, y0, x1, y1] = sides[..] else { return None };
        Some(Rect::new(x0 as f32, y0 as f32, x1 as f32, y1 as f32))
    };
    let wanted = "a box is [x0, y0, x1, y1] in points from the top left";
    if items.first().is_some_and(Value::is_number) {
        let flat = &piece["boxes"];
        return Ok(vec![one(flat).ok_or_else(|| fault("boxes", flat, wanted))?]);
    }
    items.iter().map(|value| one(value).ok_or_else(|| fault("boxes", value, wanted))).collect()
}

fn answerable(fields: &Map<String, Value>) -> Result<bool, QuestionFault> {
    for (field, answers) in [("answerable", true), ("unanswerable", false)] {
        match fields.get(field) {
            None | Some(Value::Null) => {}
            Some(Value::Bool(is)) => return Ok(*is == answers),
            Some(other) => return Err(fault(field, other, "it is true or false")),
        }
    }
    Ok(true)
}

fn tolerance(fields: &Map<String, Value>) -> Result<Option<u32>, QuestionFault> {
    match fields.get("page_tolerance") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_u64()
            .and_then(|pages| u32::try_from(pages).ok())
            .map(Some)
            .ok_or_else(|| fault("page_tolerance", value, "it is a number of pages")),
    }
}

/// Whether two names are of one file: folders, case and a missing `.pdf` are ignored.
pub fn same_file(a: &str, b: &str) -> bool {
    key(a) == key(b)
}

/// A file's name as it is compared.
pub(super) fn key(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    name.strip_suffix(".pdf").map_or(name.clone(), str::to_owned)
}

#[cfg(test)]
mod tests;

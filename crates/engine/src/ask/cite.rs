//! Citations: from the words of a document to the rectangles that show them. Nothing else makes either,
//! so that a highlight can never show other words than those cited.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use citelight_answer::{DocumentTables, Operand};
use citelight_core::{
    AnswerPart, AnswerSentence, Citation, CitedCell, DocumentId, PageNumber, Quad, Span, Verdict,
    Word,
};
use citelight_store::Store;
use citelight_structure::{TableView, quads};

use super::excerpt::whole_words;
use super::table_cache::innermost;
use crate::error::Result;

/// The rectangles of a part of a document's flow text, one per line and page.
pub(crate) fn rectangles(store: &Store, document: &DocumentId, span: Span) -> Result<Vec<Quad>> {
    let flow = store.flow_words(document, span)?;
    let mut words: HashMap<PageNumber, Vec<Word>> = HashMap::new();
    for page in flow.iter().filter(|word| word.span.overlaps(&span)).map(|word| word.page) {
        if let Entry::Vacant(entry) = words.entry(page) {
            entry.insert(store.page_words(document, page)?.unwrap_or_default());
        }
    }
    Ok(quads(span, &flow, &|page| words.get(&page).map(Vec::as_slice).unwrap_or_default()))
}

fn rectangles_of(store: &Store, document: &DocumentId, spans: &[Span]) -> Result<Vec<Quad>> {
    let all = spans.iter().map(|span| rectangles(store, document, *span));
    Ok(all.collect::<Result<Vec<_>>>()?.concat())
}

/// Some text of a document, a sentence or a row, whose words may be cited.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Statement {
    pub(crate) document: DocumentId,
    pub(crate) file_name: String,
    /// Breadcrumb of its section; empty without one.
    pub(crate) section: String,
    /// Where it stands in the document's flow text; of a value, where its words stand.
    pub(crate) span: Span,
    /// Its words; of a value, behind those that say what it is: "Rated power: 165 hp".
    pub(crate) text: String,
    /// The value that it is, where it is a field of a form or a cell of a table.
    pub(crate) value: Option<Value>,
}

/// A field of a form or a cell of a table: words that mean something by what stands beside or above.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Value {
    /// Its words in the flow text; several spans where it wraps over lines that others share.
    pub(crate) spans: Vec<Span>,
    /// The words that say what it is: a field's label, a row's label with a column's headings.
    pub(crate) labels: Vec<Span>,
    /// What it is, as those words say it.
    pub(crate) meaning: CitedCell,
    /// Its words, white space folded.
    pub(crate) text: String,
    /// The mark of the currency that its column counts, where it bears none itself.
    pub(crate) currency: Option<char>,
    /// The cells that the question means as much, its own among them; of a whole row its cells.
    pub(crate) alike: Option<Box<CellGroup>>,
}

/// Cells of one column of a table, or of one row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CellGroup {
    /// The table's title, or the column's heading; of a row none.
    pub(crate) title: Option<Statement>,
    pub(crate) cells: Vec<Statement>,
}

impl Value {
    /// Whether it is a field that the form leaves blank: then its label alone is shown.
    pub(crate) fn is_blank(&self) -> bool {
        self.spans == self.labels
    }
}

impl Statement {
    /// Where a range of its bytes stands in the document.
    pub(crate) fn span_of(&self, range: &Range<usize>) -> Span {
        let at = |byte: usize| self.span.start + u32::try_from(byte).unwrap_or(u32::MAX);
        Span::new(at(range.start), at(range.end))
    }
}

/// A citation of a whole statement; its number is still to be given. None where no rectangle shows it.
pub(crate) fn cite(store: &Store, from: &Statement, score: f32) -> Result<Option<Citation>> {
    if let Some(value) = &from.value {
        return cite_value(store, from, value, score);
    }
    cite_range(store, from, 0..from.text.len(), score)
}

/// A citation of a range of a statement's bytes, widened to whole words.
pub(crate) fn cite_words(
    store: &Store,
    from: &Statement,
    range: Range<usize>,
    score: f32,
) -> Result<Option<Citation>> {
    cite_range(store, from, whole_words(&from.text, range), score)
}

fn cite_range(
    store: &Store,
    from: &Statement,
    range: Range<usize>,
    score: f32,
) -> Result<Option<Citation>> {
    let span = from.span_of(&range);
    let quads = rectangles(store, &from.document, span)?;
    let shown = quoted(store, from, folded(&from.text[range]), quads, score)?;
    Ok(shown.map(|citation| Citation { span, ..citation }))
}

/// A citation of a value, with what says its meaning. None where no rectangle shows it.
fn cite_value(
    store: &Store,
    from: &Statement,
    value: &Value,
    score: f32,
) -> Result<Option<Citation>> {
    let quads = rectangles_of(store, &from.document, &value.spans)?;
    let shown = quoted(store, from, value.text.clone(), quads, score)?;
    let context = rectangles_of(store, &from.document, &value.labels)?;
    // A table was found beside some passage of its page, which may lie in another section.
    let section = section_of(store, &from.document, from.span)?;
    let cell = Some(value.meaning.clone());
    Ok(shown.map(|citation| Citation { context, cell, section, ..citation }))
}

/// A citation of words of a statement that these rectangles show; none without a rectangle.
fn quoted(
    store: &Store,
    from: &Statement,
    quote: String,
    quads: Vec<Quad>,
    score: f32,
) -> Result<Option<Citation>> {
    let Some(page) = quads.first().map(|quad| quad.page) else { return Ok(None) };
    Ok(Some(Citation {
        n: 0,
        document: from.document.clone(),
        file: from.file_name.clone(),
        page,
        label: store.page(&from.document, page)?.and_then(|info| info.label),
        section: from.section.clone(),
        span: from.span,
        quote,
        verdict: Verdict::Quoted,
        score,
        quads,
        context: Vec::new(),
        cell: None,
    }))
}

/// A citation of a table's cell, with what says its meaning; `unit` is what it counts. None where no
/// rectangle shows it.
pub(crate) fn cite_cell(
    store: &Store,
    operand: &Operand,
    unit: String,
    tables: &DocumentTables,
    (document, file): (&DocumentId, &str),
) -> Result<Option<Citation>> {
    let (sheet, row, cell) = operand.place.of(tables);
    let Some(span) = Span::around(cell.spans.iter().copied()) else { return Ok(None) };
    let quads = rectangles_of(store, document, &cell.spans)?;
    let Some(page) = quads.first().map(|quad| quad.page) else { return Ok(None) };
    // A footnote's mark that stands in the cell is in its rectangle, so it is in the quote.
    let (start, text) = store.flow_text(document, span)?;
    let words: Vec<&str> = cell.spans.iter().map(|span| within(&text, start, *span)).collect();
    let column = &sheet.columns[cell.column];
    let mut around = row.label_spans.clone();
    let all = store.tables(document, sheet.span)?;
    if let Some(table) = all.iter().find(|table| table.id == sheet.table) {
        let view = TableView::new(table, "");
        let cells = view.header_cells(column.number);
        around.extend(cells.flat_map(|cell| cell.spans.clone()));
    }
    let path: Vec<&str> =
        row.path.iter().chain(std::iter::once(&row.label)).map(String::as_str).collect();
    Ok(Some(Citation {
        n: 0,
        document: document.clone(),
        file: file.to_owned(),
        page,
        label: store.page(document, page)?.and_then(|info| info.label),
        section: section_of(store, document, span)?,
        span,
        quote: folded(&words.join(" ")),
        verdict: Verdict::Quoted,
        score: operand.score.clamp(0.0, 1.0),
        quads,
        context: rectangles_of(store, document, &around)?,
        cell: Some(CitedCell {
            row: path.join(" > "),
            column: column.headers.join(" "),
            unit,
            caption: sheet.caption.clone(),
        }),
    }))
}

/// Breadcrumb of the innermost section that holds a span; empty when there is none.
pub(crate) fn section_of(store: &Store, document: &DocumentId, span: Span) -> Result<String> {
    let sections = store.sections(document)?;
    Ok(innermost(&sections, span).map(|section| section.breadcrumb.clone()).unwrap_or_default())
}

/// Sentences of an answer with their citations.
#[derive(Debug, Default)]
pub(crate) struct Cited {
    pub(crate) sentences: Vec<AnswerSentence>,
    /// In the order of their numbers.
    pub(crate) citations: Vec<Citation>,
}

impl Cited {
    /// Takes a citation in and gives its number.
    pub(crate) fn add(&mut self, citation: Citation) -> u32 {
        let n = u32::try_from(self.citations.len() + 1).unwrap_or(u32::MAX);
        self.citations.push(Citation { n, ..citation });
        n
    }

    /// Takes in a quoted sentence, or an item of a list.
    pub(crate) fn say(&mut self, parts: Vec<AnswerPart>, item: bool) {
        let verdict = Verdict::Quoted;
        self.sentences.push(AnswerSentence { parts, verdict, item, aside: false });
    }

    /// The number of the citation of these words, where they are cited already.
    pub(crate) fn number_of(&self, document: &DocumentId, span: Span) -> Option<u32> {
        let same = |one: &&Citation| one.document == *document && one.span == span;
        self.citations.iter().find(same).map(|one| one.n)
    }

    /// Puts more behind it, the numbers of its citations raised.
    pub(crate) fn append(&mut self, more: Cited) {
        let more = more.behind(self.citations.len());
        self.sentences.extend(more.sentences);
        self.citations.extend(more.citations);
    }

    /// The same with all numbers raised by `by`, to stand behind so many other citations.
    pub(crate) fn behind(mut self, by: usize) -> Cited {
        let by = u32::try_from(by).unwrap_or(u32::MAX);
        for part in self.sentences.iter_mut().flat_map(|sentence| &mut sentence.parts) {
            part.citations.iter_mut().for_each(|n| *n += by);
        }
        self.citations.iter_mut().for_each(|citation| citation.n += by);
        self
    }

    /// The answer's text: its sentences, each marker behind the words that it supports; an item of a
    /// list stands on a line of its own.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let parts = self.sentences.iter().flat_map(|one| {
            one.parts.iter().enumerate().map(move |(at, part)| (one.item && at == 0, part))
        });
        for (opens_item, part) in parts {
            if opens_item {
                let first = part.text.split_whitespace().next().unwrap_or_default();
                let numbered = first.starts_with('(') || first.ends_with(['.', ')']);
                text.push_str(if text.is_empty() { "" } else { "\n" });
                text.push_str(if numbered { "" } else { "– " });
            } else if !text.is_empty() && part.text.starts_with(|c: char| !".,;:!?)]".contains(c)) {
                text.push(' ');
            }
            text.push_str(&part.text);
            for n in &part.citations {
                text.push_str(&format!(" [{n}]"));
            }
        }
        text
    }
}

/// A part of a sentence; none where no word is left.
pub(crate) fn part(text: &str, key: bool, citations: &[u32]) -> Option<AnswerPart> {
    let text = folded(text);
    (!text.is_empty()).then(|| AnswerPart { text, key, citations: citations.to_vec() })
}

/// A text with its white space folded to single spaces.
pub(crate) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A part of a document's text that begins at byte `start` of it; empty where it is not in it.
pub(crate) fn within(text: &str, start: u32, span: Span) -> &str {
    let at = |byte: u32| byte.saturating_sub(start) as usize;
    text.get(at(span.start)..at(span.end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stand_on_lines_of_their_own() {
        let sentence = |text: &str, item, n| AnswerSentence {
            parts: part(text, false, &[n]).into_iter().collect(),
            verdict: Verdict::Quoted,
            item,
            aside: false,
        };
        let all = vec![
            sentence("Covered:", false, 1),
            sentence("care", true, 2),
            sentence("(b) aid", true, 3),
        ];
        let text = |sentences: &[AnswerSentence]| {
            Cited { sentences: sentences.to_vec(), citations: Vec::new() }.text()
        };
        assert_eq!(text(&all), "Covered: [1]\n– care [2]\n(b) aid [3]");
        assert_eq!(text(&all[1..2]), "– care [2]");
    }
}

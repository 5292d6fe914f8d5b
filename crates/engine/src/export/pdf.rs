//! Answers and the notebook as PDF.

use citelight_core::{Answer, NotebookEntry};
use citelight_print::{Block, Paper, Run, Style};

use super::{cited_link, cited_place, notebook, sentence_text};
use crate::error::Result;

/// An answer with its references; `made_s` is the time of its making, in seconds since 1970-01-01 UTC.
pub(crate) fn answer(answer: &Answer, made_s: i64) -> Result<Vec<u8>> {
    let mut paper = Paper::new(answer.question.as_str(), made_s);
    if let Some(lead) = &answer.details.lead {
        paper.add(Block::text(Style::Lead, lead.text.as_str()));
    }
    if answer.sentences.is_empty() {
        paper.add(Block::text(Style::Body, answer.answer.as_str()));
    }
    for sentence in &answer.sentences {
        let style = if sentence.item { Style::Item } else { Style::Body };
        paper.add(Block::text(style, sentence_text(sentence)));
    }
    if let Some(note) = &answer.details.note {
        paper.add(Block::text(Style::Note, note.as_str()));
    }
    for (at, citation) in answer.citations.iter().enumerate() {
        let place = cited_place(citation);
        let source = format!("[{}] {}, {place}", citation.n, citation.file);
        paper.begin(Some(&source));
        if at == 0 {
            paper.add(Block::text(Style::Heading, "References"));
        }
        paper.add(Block::text(Style::Quote, format!("“{}”", citation.quote)));
        paper.add(Block::link(Style::Source, source, cited_link(citation)));
    }
    Ok(paper.set()?)
}

/// The notebook: each entry with its question, its words, where they stand, and its note.
pub(crate) fn notebook(entries: &[NotebookEntry], made_s: i64) -> Result<Vec<u8>> {
    let mut paper = Paper::new("Notebook", made_s);
    if entries.is_empty() {
        paper.add(Block::text(Style::Body, "Nothing is in the notebook yet."));
    }
    for entry in entries {
        let words = notebook::words(entry);
        let named = if entry.question.is_empty() { &words } else { &entry.question };
        paper.begin(Some(&shortened(named)));
        if entry.question.is_empty() {
            // An empty line of a heading's size keeps the entries apart.
            paper.add(Block { style: Style::Heading, runs: Vec::new() });
        } else {
            paper.add(Block::text(Style::Heading, entry.question.as_str()));
        }
        paper.add(Block::text(Style::Quote, words));
        paper.add(Block::link(Style::Source, notebook::source(entry), notebook::link_of(entry)));
        for paragraph in notebook::paragraphs(&entry.note) {
            paper.add(Block {
                style: Style::Note,
                runs: vec![Run { text: paragraph.to_owned(), link: None }],
            });
        }
    }
    Ok(paper.set()?)
}

/// A bookmark is read at a glance.
fn shortened(text: &str) -> String {
    const MOST_CHARS: usize = 80;
    match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

//! The notebook: quotes and cells that a person collects, orders and writes notes to.

use citelight_core::{
    Collected, DocumentId, MOST_ENTRY_NOTE_CHARS, NotebookEntry, NotebookId, QuestionId, Span,
};

use super::Library;
use crate::ask::cite;
use crate::clock::now_s;
use crate::error::{EngineError, Result};
use crate::export::{AnswerFormat, notebook_as, pdf};
use crate::page_text;

impl Library {
    /// The notebook in its order.
    pub fn notebook(&self) -> Result<Vec<NotebookEntry>> {
        Ok(self.shared.store.notebook()?)
    }

    /// The notebook as the content of a file.
    pub fn notebook_file(&self, format: AnswerFormat) -> Result<Vec<u8>> {
        let entries = self.notebook()?;
        match format {
            AnswerFormat::Pdf => pdf::notebook(&entries, now_s()),
            _ => Ok(notebook_as(&entries, format).into_bytes()),
        }
    }

    /// Puts evidence of an answer, or words of a page, at the end of the notebook. Words that are in it
    /// already stay where they are. Gives the id of their entry.
    pub fn collect(&self, collected: &Collected) -> Result<NotebookId> {
        let entry = match collected {
            Collected::Citation { question, n } => self.cited(*question, *n)?,
            Collected::Words { document, span } => self.selected(document, *span)?,
        };
        Ok(self.shared.store.add_to_notebook(&entry)?)
    }

    /// Writes the note of an entry; an empty one takes it away.
    pub fn write_note(&self, id: NotebookId, note: &str) -> Result<()> {
        let note: String = note.trim().chars().take(MOST_ENTRY_NOTE_CHARS).collect();
        there(self.shared.store.set_notebook_note(id, &note)?)
    }

    /// Puts the notebook into this order.
    pub fn order_notebook(&self, order: &[NotebookId]) -> Result<()> {
        Ok(self.shared.store.order_notebook(order)?)
    }

    /// Takes an entry out of the notebook.
    pub fn remove_from_notebook(&self, id: NotebookId) -> Result<()> {
        there(self.shared.store.remove_from_notebook(id)?)?;
        self.forget_in_backups(&|copy| copy.remove_from_notebook(id).map(drop))
    }

    /// Brings back an entry that was taken out, with its note, at the end.
    pub fn restore_to_notebook(&self, entry: &NotebookEntry) -> Result<()> {
        self.shared.documents.row(&entry.document)?;
        self.shared.store.add_to_notebook(entry)?;
        Ok(())
    }

    /// How many entries of the notebook go with these documents.
    pub fn notebook_entries_of(&self, documents: &[DocumentId]) -> Result<u32> {
        Ok(self.shared.store.notebook_entries_of(documents)?)
    }

    fn cited(&self, question: QuestionId, n: u32) -> Result<NotebookEntry> {
        let answer = self.earlier_answer(question)?;
        let citation = answer.citations.into_iter().find(|citation| citation.n == n);
        let Some(citation) = citation else {
            return Err(EngineError::not_found(format!("The answer has no citation {n}.")));
        };
        Ok(NotebookEntry {
            id: NotebookId(0),
            document: citation.document,
            file: citation.file,
            page: citation.page,
            label: citation.label,
            section: citation.section,
            span: citation.span,
            quote: citation.quote,
            cell: citation.cell,
            question: answer.question,
            note: String::new(),
            added_at_s: now_s(),
        })
    }

    fn selected(&self, document: &DocumentId, span: Span) -> Result<NotebookEntry> {
        let store = &self.shared.store;
        let row = self.shared.documents.row(document)?;
        let quads = cite::rectangles(store, document, span)?;
        let Some(page) = quads.first().map(|quad| quad.page) else {
            return Err(EngineError::input(
                "There are no words to collect.",
                "Select some on the page first.",
            ));
        };
        Ok(NotebookEntry {
            id: NotebookId(0),
            document: document.clone(),
            file: row.file_name,
            page,
            label: store.page(document, page)?.and_then(|info| info.label),
            section: cite::section_of(store, document, span)?,
            span,
            quote: cite::folded(&page_text::text_of(store, document, span)?),
            cell: None,
            question: String::new(),
            note: String::new(),
            added_at_s: now_s(),
        })
    }
}

fn there(found: bool) -> Result<()> {
    EngineError::unless(found, "This is not in the notebook any more.")
}

//! The documents of a library as a person names them, and what was read of each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, PageInfo, PageNumber, Span, Word};
use citelight_store::Store;
use citelight_structure::markdown;

use crate::content;
use crate::encryption::seal::{Readable, Seal};
use crate::error::{EngineError, Result};

/// The documents: rows of the database, and the library's own copies of their files.
#[derive(Clone)]
pub(crate) struct Documents {
    store: Arc<Store>,
    files: PathBuf,
    seal: Seal,
}

impl Documents {
    pub(crate) fn new(store: Arc<Store>, files: PathBuf, seal: Seal) -> Documents {
        Documents { store, files, seal }
    }

    /// Every document, newest first; replaced versions included.
    pub(crate) fn all(&self) -> Result<Vec<DocumentRow>> {
        Ok(self.store.documents()?)
    }

    /// A document that must be there.
    pub(crate) fn row(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.store
            .document(id)?
            .ok_or_else(|| EngineError::not_found(format!("No document {id} is in the library.")))
    }

    /// The document that a person means by an id, the start of one (at least four digits), a file
    /// name or a path. Among versions of one file the current one is meant.
    pub(crate) fn find(&self, name: &str) -> Result<DocumentRow> {
        let path = Path::new(name).canonicalize().unwrap_or_else(|_| PathBuf::from(name));
        let hex = name.len() >= 4 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let mut found: Vec<DocumentRow> = self
            .all()?
            .into_iter()
            .filter(|row| {
                (hex && row.id.as_str().starts_with(name))
                    || row.file_name == name
                    || Path::new(&row.path) == path
            })
            .collect();
        if found.len() > 1 {
            found.retain(|row| row.superseded_by.is_none());
        }
        match found.len() {
            1 => Ok(found.swap_remove(0)),
            0 => Err(EngineError::not_found(format!("“{name}” is not in the library."))),
            several => Err(EngineError::input(
                format!("“{name}” means {several} documents."),
                "Name one by its id (see `citelight list`).",
            )),
        }
    }

    /// The documents that a question is put to: those named, which must be ready, or every current
    /// one.
    pub(crate) fn asked(&self, named: &[DocumentId]) -> Result<Vec<DocumentId>> {
        if named.is_empty() {
            let ready = self.store.current_documents()?;
            if !ready.is_empty() {
                return Ok(ready);
            }
            return Err(if self.all()?.is_empty() {
                EngineError::input("There are no documents to ask.", "Add a PDF first.")
            } else {
                EngineError::input(
                    "No document is ready to be asked.",
                    "Wait until one has been read.",
                )
            });
        }
        let mut asked = Vec::with_capacity(named.len());
        for id in named {
            let row = self.row(id)?;
            if row.status != DocumentStatus::Ready {
                return Err(EngineError::input(
                    format!("“{}” is not ready to be asked.", row.file_name),
                    "Wait until it has been read, or leave it out.",
                ));
            }
            if !asked.contains(id) {
                asked.push(row.id);
            }
        }
        Ok(asked)
    }

    /// The database.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The folder of the library's copies.
    pub(crate) fn files(&self) -> &Path {
        &self.files
    }

    /// How files lie there.
    pub(crate) fn seal(&self) -> &Seal {
        &self.seal
    }

    /// Where the library keeps a document's file.
    pub(crate) fn file(&self, id: &DocumentId) -> PathBuf {
        self.files.join(self.seal.name_of(id))
    }

    /// Where a document's file can be read as it was added.
    pub(crate) fn readable(&self, id: &DocumentId) -> Result<Readable> {
        let file = self.file(id);
        let reading = |error| EngineError::file(&file, "Reading", &error);
        self.seal.readable(&file).map_err(reading)
    }

    /// What is wrong with the library's copy of a file; see [`content::check`].
    pub(crate) fn check(&self, id: &DocumentId, size_bytes: u64, hash: &str) -> Option<String> {
        content::check(&self.seal, &self.file(id), size_bytes, hash)
    }

    /// A document as Markdown: headings, paragraphs, lists, tables.
    pub(crate) fn markdown(&self, id: &DocumentId) -> Result<String> {
        let whole = Span::new(0, u32::MAX);
        let (_, text) = self.store.flow_text(id, whole)?;
        let (blocks, sections) = (self.store.blocks(id)?, self.store.sections(id)?);
        Ok(markdown(&text, &blocks, &sections, &self.store.tables(id, whole)?))
    }

    /// A page with every word on it, the reader's order kept.
    pub(crate) fn page_words(
        &self,
        id: &DocumentId,
        page: PageNumber,
    ) -> Result<(PageInfo, Vec<Word>)> {
        let row = self.row(id)?;
        match (self.store.page(id, page)?, self.store.page_words(id, page)?) {
            (Some(info), Some(words)) => Ok((info, words)),
            _ => Err(no_such_page(&row, page)),
        }
    }

    /// The pages of a document, in order.
    pub(crate) fn pages(&self, id: &DocumentId) -> Result<Vec<PageInfo>> {
        self.row(id)?;
        Ok(self.store.pages(id)?)
    }
}

pub(crate) fn no_such_page(row: &DocumentRow, page: PageNumber) -> EngineError {
    EngineError::input(
        format!("“{}” has no page {page}.", row.file_name),
        format!("It has {} pages.", row.pages),
    )
}

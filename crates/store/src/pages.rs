//! Tables `pages`, `words`: what was read.
//!
//! A page's words are one blob, not a row each: a filing has 100,000 words, and they are only ever
//! read page by page. The blob starts with its format's number.

use citelight_core::{
    DocumentId, FlowWord, PageInfo, PageMarks, PageNumber, PageStatus, Span, Word,
};
use rusqlite::{OptionalExtension, Row, params};
use serde::{Serialize, de::DeserializeOwned};

use crate::jobs::got_on;
use crate::{Result, Store, StoreError, begin, from_text, page_number, to_text};

pub(crate) const CREATE: &str = "
    CREATE TABLE pages (
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page       INTEGER NOT NULL CHECK (page >= 1),
        label      TEXT,
        width      REAL NOT NULL,
        height     REAL NOT NULL,
        status     TEXT NOT NULL,
        reason     TEXT,
        flow_start INTEGER NOT NULL DEFAULT 0,
        flow_end   INTEGER NOT NULL DEFAULT 0,
        flow_text  TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (document, page)
    ) WITHOUT ROWID;
    CREATE TABLE words (
        document   TEXT NOT NULL,
        page       INTEGER NOT NULL,
        data       BLOB NOT NULL,
        flow       BLOB,
        PRIMARY KEY (document, page),
        FOREIGN KEY (document, page) REFERENCES pages (document, page) ON DELETE CASCADE
    );
    CREATE TABLE sections (
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        id         INTEGER NOT NULL,
        parent     INTEGER,
        level      INTEGER NOT NULL,
        number     TEXT,
        title      TEXT NOT NULL,
        page       INTEGER NOT NULL,
        breadcrumb TEXT NOT NULL,
        noise      INTEGER NOT NULL,
        start      INTEGER NOT NULL,
        end        INTEGER NOT NULL,
        PRIMARY KEY (document, id)
    ) WITHOUT ROWID;
";

/// Version 3 of the schema: what a page shows besides its words. Pages read earlier have none.
pub(crate) const ADD_MARKS: &str = "
    ALTER TABLE words ADD COLUMN marks BLOB;
";

/// By which the pages of a document are counted without reading them: rows of documents are looked up with
/// every picture of a page.
pub(crate) const STATUS_INDEX: &str = "CREATE INDEX pages_status ON pages (document, status)";

/// Number of the blobs' format: postcard of `Vec<Word>`, of `Vec<FlowWord>` and of `PageMarks`.
const BLOB_FORMAT: u8 = 1;

/// A page as the reader delivers it.
#[derive(Debug, Clone, Copy)]
pub struct NewPage<'a> {
    /// Size, label, status, and why it could not be read when it could not.
    pub info: &'a PageInfo,
    /// Every word on it, furniture included.
    pub words: &'a [Word],
    /// What it shows besides them.
    pub marks: &'a PageMarks,
}

/// The flow text of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText {
    /// The page.
    pub page: PageNumber,
    /// Where its text begins in the document's flow text, in bytes.
    pub start: u32,
    /// The text.
    pub text: String,
}

impl Store {
    /// Stores pages, replacing earlier readings of the same ones.
    pub fn put_pages(&self, document: &DocumentId, pages: &[NewPage<'_>]) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        for page in pages {
            let info = page.info;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO pages
                         (document, page, label, width, height, status, reason)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![
                    document.as_str(),
                    info.page.get(),
                    info.label,
                    info.width,
                    info.height,
                    to_text("a page's status", &info.status)?,
                    info.problem,
                ])?;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO words (document, page, data, marks)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![
                    document.as_str(),
                    info.page.get(),
                    encode("a page's words", &page.words)?,
                    (!page.marks.is_empty())
                        .then(|| encode("a page's marks", page.marks))
                        .transpose()?,
                ])?;
        }
        if !pages.is_empty() {
            got_on(&transaction, document)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Stores the words of the flow, page by page. They hold from
    /// [`put_structure`](Self::put_structure) on, which brings what goes with them; until then the
    /// old ones do.
    pub fn put_flow_words(
        &self,
        document: &DocumentId,
        pages: &[(PageNumber, Vec<FlowWord>)],
    ) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        for (page, words) in pages {
            transaction
                .prepare_cached(
                    "UPDATE words SET flow_next = ?3 WHERE document = ?1 AND page = ?2",
                )?
                .execute(params![document.as_str(), page.get(), encode("a page's flow", words)?])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The pages that were read, in order.
    pub fn pages(&self, document: &DocumentId) -> Result<Vec<PageInfo>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT page, label, width, height, status, reason FROM pages WHERE document = ?1
             ORDER BY page",
        )?;
        let rows = statement.query_map([document.as_str()], |row| Ok(read_page(row)))?;
        rows.map(|row| row?).collect()
    }

    /// One page; `None` when it was not read.
    pub fn page(&self, document: &DocumentId, page: PageNumber) -> Result<Option<PageInfo>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT page, label, width, height, status, reason FROM pages
             WHERE document = ?1 AND page = ?2",
        )?;
        statement
            .query_row(params![document.as_str(), page.get()], |row| Ok(read_page(row)))
            .optional()?
            .transpose()
    }

    /// Pages that could not be read, with the reason.
    pub fn failed_pages(&self, document: &DocumentId) -> Result<Vec<(PageNumber, String)>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT page, COALESCE(reason, '') FROM pages
             WHERE document = ?1 AND status IN ('ocr_error', 'read_error') ORDER BY page",
        )?;
        let rows = statement
            .query_map([document.as_str()], |row| Ok((row.get::<_, u32>(0)?, row.get(1)?)))?;
        rows.map(|row| {
            let (page, reason) = row?;
            Ok((page_number("pages.page", page)?, reason))
        })
        .collect()
    }

    /// Forgets pages that could not be read, so that the next import reads them again: those of
    /// `only`, or all of them when it is empty. Gives how many.
    pub fn forget_failed_pages(&self, document: &DocumentId, only: &[PageNumber]) -> Result<usize> {
        let failed = self.failed_pages(document)?;
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let mut forgotten = 0;
        for (page, _) in failed.iter().filter(|(page, _)| only.is_empty() || only.contains(page)) {
            forgotten += transaction
                .prepare_cached("DELETE FROM pages WHERE document = ?1 AND page = ?2")?
                .execute(params![document.as_str(), page.get()])?;
        }
        transaction.commit()?;
        Ok(forgotten)
    }

    /// Forgets all pages of a document, so that the next import reads them anew.
    pub fn forget_pages(&self, document: &DocumentId) -> Result<()> {
        let sql = "DELETE FROM pages WHERE document = ?1";
        self.writer().execute(sql, [document.as_str()])?;
        Ok(())
    }

    /// Every word on a page, in the reader's order; `None` when the page was not read.
    pub fn page_words(&self, document: &DocumentId, page: PageNumber) -> Result<Option<Vec<Word>>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("SELECT data FROM words WHERE document = ?1 AND page = ?2")?;
        let data: Option<Vec<u8>> = statement
            .query_row(params![document.as_str(), page.get()], |row| row.get(0))
            .optional()?;
        data.map(|data| decode("a page's words", &data)).transpose()
    }

    /// Every word on a page and what the page shows besides, places counting in those words;
    /// `None` when the page was not read. Pages read by earlier versions show nothing besides.
    pub fn page_words_and_marks(
        &self,
        document: &DocumentId,
        page: PageNumber,
    ) -> Result<Option<(Vec<Word>, PageMarks)>> {
        let reader = self.reader();
        let mut statement = reader
            .prepare_cached("SELECT data, marks FROM words WHERE document = ?1 AND page = ?2")?;
        let row: Option<(Vec<u8>, Option<Vec<u8>>)> = statement
            .query_row(params![document.as_str(), page.get()], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((words, marks)) = row else { return Ok(None) };
        let words: Vec<Word> = decode("a page's words", &words)?;
        let marks = marks.map(|marks| decode::<PageMarks>("a page's marks", &marks)).transpose()?;
        let mut marks = marks.unwrap_or_default();
        marks.fit(words.len());
        Ok(Some((words, marks)))
    }

    /// The words of the flow on the pages that `span` touches, in order.
    pub fn flow_words(&self, document: &DocumentId, span: Span) -> Result<Vec<FlowWord>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT w.flow FROM pages p JOIN words w USING (document, page)
             WHERE p.document = ?1 AND p.flow_start < ?3 AND p.flow_end > ?2
               AND w.flow IS NOT NULL ORDER BY p.page",
        )?;
        let rows = statement
            .query_map(params![document.as_str(), span.start, span.end], |row| {
                row.get::<_, Vec<u8>>(0)
            })?;
        let mut words = Vec::new();
        for data in rows {
            words.extend(decode::<Vec<FlowWord>>("a page's flow", &data?)?);
        }
        Ok(words)
    }

    /// The words of the flow on a page, in order; none before the document was read.
    pub fn page_flow(&self, document: &DocumentId, page: PageNumber) -> Result<Vec<FlowWord>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("SELECT flow FROM words WHERE document = ?1 AND page = ?2")?;
        let data: Option<Option<Vec<u8>>> = statement
            .query_row(params![document.as_str(), page.get()], |row| row.get(0))
            .optional()?;
        data.flatten().map_or(Ok(Vec::new()), |data| decode("a page's flow", &data))
    }

    /// The flow text of every page, in order: put together, it is the document's.
    pub fn page_texts(&self, document: &DocumentId) -> Result<Vec<PageText>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT page, flow_start, flow_text FROM pages WHERE document = ?1 ORDER BY page",
        )?;
        let rows = statement.query_map([document.as_str()], |row| {
            Ok((row.get(0)?, row.get::<_, u32>(1)?, row.get::<_, String>(2)?))
        })?;
        rows.map(|row| {
            let (page, start, text) = row?;
            Ok(PageText { page: page_number("pages.page", page)?, start, text })
        })
        .collect()
    }

    /// The flow text of a document's first `pages` pages.
    pub fn opening(&self, document: &DocumentId, pages: u32) -> Result<String> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT flow_text FROM pages WHERE document = ?1 AND page <= ?2 ORDER BY page",
        )?;
        let parts = statement
            .query_map(params![document.as_str(), pages], |row| row.get::<_, String>(0))?;
        parts.map(|part| Ok(part?)).collect()
    }

    /// The flow text from the start of `span`'s first page to the end of its last page, and where
    /// it starts.
    pub fn flow_text(&self, document: &DocumentId, span: Span) -> Result<(u32, String)> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT flow_start, flow_text FROM pages
             WHERE document = ?1 AND flow_start < ?3 AND flow_end > ?2 ORDER BY page",
        )?;
        let rows = statement
            .query_map(params![document.as_str(), span.start, span.end], |row| {
                Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?))
            })?;
        let (mut first, mut text) = (None, String::new());
        for row in rows {
            let (start, part) = row?;
            first.get_or_insert(start);
            text.push_str(&part);
        }
        Ok((first.unwrap_or(span.start), text))
    }
}

fn read_page(row: &Row<'_>) -> Result<PageInfo> {
    Ok(PageInfo {
        page: page_number("pages.page", row.get(0)?)?,
        label: row.get(1)?,
        width: row.get(2)?,
        height: row.get(3)?,
        status: from_text::<PageStatus>("a page's status", row.get(4)?)?,
        problem: row.get(5)?,
    })
}

pub(crate) fn encode<T: Serialize>(what: &'static str, value: &T) -> Result<Vec<u8>> {
    postcard::to_extend(value, vec![BLOB_FORMAT])
        .map_err(|error| StoreError::Damaged { what, why: error.to_string() })
}

pub(crate) fn decode<T: DeserializeOwned>(what: &'static str, data: &[u8]) -> Result<T> {
    match data.split_first() {
        Some((&BLOB_FORMAT, rest)) => postcard::from_bytes(rest)
            .map_err(|error| StoreError::Damaged { what, why: error.to_string() }),
        first => {
            let why = format!("unknown format {:?}", first.map(|(format, _)| format));
            Err(StoreError::Damaged { what, why })
        }
    }
}

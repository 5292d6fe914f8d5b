//! The first stage of an import: pages are read into words and written as they come, so that an import
//! that is interrupted goes on where it was.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

use citelight_core::{
    DocumentId, ErrorCode, PageInfo, PageMarks, PageNumber, PageStatus, WireError, Word,
};
use citelight_reader::{OpenedDocument, PageContent, PageOutcome, READING, ReadJob};
use citelight_store::{NewPage, Opened, Store, StoreError};

use super::importer::Importer;
use super::jobs::{Progress, Running};
use crate::error::{EngineError, Result};
use crate::events::NoticeLevel;
use crate::parallel::processors;

/// After so many pages, of which none could be read, the others are not tried.
const MOST_UNREADABLE: u32 = 200;
/// Pages that are written together.
const PAGE_BATCH: usize = 16;

/// Reads the pages of a document that were not read yet. Gives what is known of the whole document.
pub(crate) fn read_pages(
    importer: &Importer,
    id: &DocumentId,
    running: &Running,
    progress: &mut Progress<'_>,
) -> Result<OpenedDocument> {
    let (stop, store) = (&running.stop, &*importer.store);
    let known = store.pages(id)?;
    // Where no page could be read, all are tried again.
    let any = known.iter().any(|page| page.status != PageStatus::ReadError);
    let done: HashSet<PageNumber> =
        if any { known.iter().map(|page| page.page).collect() } else { HashSet::new() };
    let row = importer.documents.row(id)?;
    let readable = importer.documents.readable(id)?;
    let file = readable.path();
    let password = importer.passwords.of(id);
    let job = ReadJob {
        path: file,
        password: password.as_ref().map(|password| password.as_str()),
        workers: processors(),
        skip: &done,
        need: &running.need,
    };
    let (mut waiting, mut failure) = (Vec::new(), None);
    let (mut readable, mut unreadable) = (!done.is_empty(), 0_u32);
    let opened: OnceCell<OpenedDocument> = OnceCell::new();
    let read = importer.reader.read(
        &job,
        stop,
        &mut |document| {
            let about = Opened {
                title: document.title.as_deref(),
                pages: document.page_count,
                active_content: &document.active_content,
                repaired: document.repaired,
                outline: &document.outline,
                reading: READING,
            };
            if let Err(error) = store.set_opened(id, &about) {
                stop.store(true, Ordering::Relaxed);
                failure = Some(error);
            }
            let _ = opened.set(document.clone());
        },
        &mut |outcome| {
            readable |= outcome.result.is_ok();
            unreadable += u32::from(outcome.result.is_err());
            // A file of some hundred bytes can state a hundred thousand pages that are not there.
            if !readable && unreadable == MOST_UNREADABLE {
                stop.store(true, Ordering::Relaxed);
            }
            waiting.push(ReadPage::new(outcome, opened.get(), file, &row.file_name));
            // What cannot be written now is read again at the next try.
            if waiting.len() >= PAGE_BATCH && write_pages(store, id, &waiting).is_ok() {
                waiting.clear();
            }
            progress.report();
        },
    );
    if let Some(error) = failure {
        return Err(error.into());
    }
    read.map_err(|error| error.named(file, &row.file_name))?;
    if !readable && unreadable >= MOST_UNREADABLE {
        stop.store(false, Ordering::Relaxed);
        let message = format!(
            "“{}” is damaged: none of its first {unreadable} pages could be read.",
            row.file_name
        );
        return Err(EngineError::Message(
            WireError::new(ErrorCode::Unreadable, message)
                .hint("Open it in another program and save it anew, or ask for another copy."),
        ));
    }
    if !readable && unreadable > 0 && !stop.load(Ordering::Relaxed) {
        return Err(EngineError::Message(no_page(&row.file_name, unreadable, &waiting)));
    }
    write_pages(store, id, &waiting)?;
    let opened = opened.into_inner();
    if !stop.load(Ordering::Relaxed) {
        let repaired = opened.as_ref().is_some_and(|opened| opened.repaired);
        note_warnings(importer, id, &row.file_name, repaired)?;
    }
    opened.ok_or_else(|| {
        EngineError::Message(WireError::new(
            ErrorCode::Internal,
            format!("“{}” was read without being opened.", row.file_name),
        ))
    })
}

/// Says that none of a document's pages could be read, and why the last ones could not.
fn no_page(file_name: &str, pages: u32, last: &[ReadPage]) -> WireError {
    let reason = last.iter().find_map(|page| page.info.problem.as_deref()).unwrap_or_default();
    let message = match pages {
        1 => format!("“{file_name}” has no page that can be read. {reason}"),
        _ => format!("None of the {pages} pages of “{file_name}” can be read. {reason}"),
    };
    WireError::new(ErrorCode::Unreadable, message.trim_end())
        .hint("Open it in another program and save it anew, or ask for another copy.")
}

fn write_pages(store: &Store, id: &DocumentId, pages: &[ReadPage]) -> Result<(), StoreError> {
    let pages: Vec<NewPage<'_>> = pages
        .iter()
        .map(|page| NewPage { info: &page.info, words: &page.words, marks: &page.marks })
        .collect();
    store.put_pages(id, &pages)
}

/// What a person should know of a document that could be read, but not wholly.
fn note_warnings(
    importer: &Importer,
    id: &DocumentId,
    file_name: &str,
    repaired: bool,
) -> Result<()> {
    let store = &importer.store;
    let mut warnings = Vec::new();
    if repaired {
        warnings.push(
            "The file is damaged; what could be found in it was read. Pages may be missing."
                .to_owned(),
        );
    }
    let failed = store.failed_pages(id)?;
    if let Some((_, reason)) = failed.first() {
        let numbers: Vec<PageNumber> = failed.iter().map(|(page, _)| *page).collect();
        warnings.push(format!("{} could not be read: {reason}", named(&numbers)));
    }
    let pages = store.pages(id)?;
    let failed =
        |page: &PageInfo| matches!(page.status, PageStatus::OcrError | PageStatus::ReadError);
    let doubtful: Vec<&PageInfo> =
        pages.iter().filter(|page| page.problem.is_some() && !failed(page)).collect();
    if let Some(reason) = doubtful.first().and_then(|page| page.problem.as_deref()) {
        let numbers: Vec<PageNumber> = doubtful.iter().map(|page| page.page).collect();
        warnings.push(format!("{} may not be read whole: {reason}.", named(&numbers)));
    }
    if !pages.is_empty() && pages.iter().all(|page| page.status == PageStatus::Empty) {
        warnings.push("No text was found on any page.".to_owned());
    }
    store.set_warnings(id, &warnings)?;
    for warning in warnings {
        let notice = WireError::new(ErrorCode::Unreadable, format!("“{file_name}”: {warning}"));
        importer.events.notice(NoticeLevel::Warning, notice);
    }
    Ok(())
}

/// "Page 3", "Pages 3, 4", "Pages 1, 2, … and 7 more".
fn named(pages: &[PageNumber]) -> String {
    const MOST: usize = 8;
    let mut text = String::from(if pages.len() == 1 { "Page" } else { "Pages" });
    for (n, page) in pages.iter().take(MOST).enumerate() {
        let _ = write!(text, "{} {page}", if n == 0 { "" } else { "," });
    }
    if pages.len() > MOST {
        let _ = write!(text, " and {} more", pages.len() - MOST);
    }
    text
}

/// A page as it goes into the database.
struct ReadPage {
    info: PageInfo,
    words: Vec<Word>,
    marks: PageMarks,
}

impl ReadPage {
    fn new(
        outcome: PageOutcome,
        opened: Option<&OpenedDocument>,
        file: &Path,
        file_name: &str,
    ) -> ReadPage {
        match outcome.result {
            Ok(PageContent { info, words, marks }) => ReadPage { info, words, marks },
            Err(error) => {
                let label = opened.and_then(|opened| opened.labels.get(outcome.page.index()));
                let problem = EngineError::from(error).named(file, file_name).to_wire().message;
                let info = PageInfo {
                    page: outcome.page,
                    label: label.cloned().flatten(),
                    width: LETTER.0,
                    height: LETTER.1,
                    status: PageStatus::ReadError,
                    problem: Some(problem),
                };
                ReadPage { info, words: Vec::new(), marks: PageMarks::default() }
            }
        }
    }
}

/// Size in points that stands in for that of a page that cannot be read: US letter.
const LETTER: (f32, f32) = (612.0, 792.0);

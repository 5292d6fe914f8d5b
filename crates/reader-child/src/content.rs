//! What a page says: its own words where they can be used, recognised ones where they cannot.

use citelight_core::{PageInfo, PageMarks, PageStatus, Word, WordSource};
use citelight_pdf::Page;
use citelight_reader::PageContent;

use crate::scan::Scanned;

/// A page with the words of the file itself.
pub(crate) fn as_native(
    page: &Page<'_>,
    label: Option<String>,
    words: Vec<Word>,
    marks: PageMarks,
) -> PageContent {
    let status = status(&words);
    PageContent { info: info(page, label, status, None), words, marks }
}

/// A page after recognition.
pub(crate) fn as_scanned(page: &Page<'_>, label: Option<String>, read: Scanned) -> PageContent {
    let Scanned { words, marks, problem, failed } = read;
    let status = if failed { PageStatus::OcrError } else { status(&words) };
    PageContent { info: info(page, label, status, problem), words, marks }
}

/// By where the words come from.
fn status(words: &[Word]) -> PageStatus {
    let has = |source| words.iter().any(|word| word.source == source);
    match (has(WordSource::Native), has(WordSource::Ocr)) {
        (true, true) => PageStatus::Mixed,
        (true, false) => PageStatus::Native,
        (false, true) => PageStatus::Ocr,
        (false, false) => PageStatus::Empty,
    }
}

fn info(
    page: &Page<'_>,
    label: Option<String>,
    status: PageStatus,
    problem: Option<String>,
) -> PageInfo {
    let (width, height) = page.size();
    PageInfo { page: page.number(), label, width, height, status, problem }
}

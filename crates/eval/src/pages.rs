//! Reads single pages of many files by several children at once.

use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::thread;

use citelight_core::PageNumber;
use citelight_reader::{OpenedDocument, PageContent, Reader, ReaderError};
use citelight_structure::PageWords;

use crate::Settings;

/// The pages wanted of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub file: PathBuf,
    pub pages: Vec<PageNumber>,
}

/// Groups neighbours of one file: `rows` give file and page in any order of pages.
pub(crate) fn by_file<'a>(rows: impl Iterator<Item = (&'a Path, PageNumber)>) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    for (file, page) in rows {
        match wanted.last_mut() {
            Some(last) if last.file == file => last.pages.push(page),
            _ => wanted.push(Wanted { file: file.to_owned(), pages: vec![page] }),
        }
    }
    wanted
}

/// Reads every page wanted, by one child a file; results in the order asked. A child that is lost
/// is replaced for the next page.
pub(crate) fn read(
    wanted: &[Wanted],
    settings: &Settings,
) -> Vec<Vec<Result<PageContent, ReaderError>>> {
    let queue = Mutex::new(wanted.iter().enumerate());
    let mut done: Vec<(usize, Vec<_>)> = thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            while let Some((at, file)) = { queue.lock().next() } {
                done.push((at, read_file(file, settings)));
            }
            done
        };
        let workers: Vec<_> = (0..settings.workers.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, pages)| pages).collect()
}

/// Every page of a file that can be read, and what opening it told; `None` where it cannot be opened.
pub(crate) fn read_all(
    file: &Path,
    settings: &Settings,
) -> Option<(OpenedDocument, Vec<PageContent>)> {
    let mut reader = Reader::spawn(&settings.parts, &settings.limits).ok()?;
    let opened = reader.open(file, None).ok()?;
    drop(reader);
    let pages = (0..opened.page_count as usize).map(PageNumber::from_index).collect();
    let read = read(&[Wanted { file: file.to_owned(), pages }], settings);
    Some((opened, read.into_iter().flatten().filter_map(Result::ok).collect()))
}

/// A page as the structure pass takes it.
pub fn page_words(content: &PageContent) -> PageWords<'_> {
    PageWords {
        page: content.info.page,
        width: content.info.width,
        height: content.info.height,
        words: &content.words,
        marks: &content.marks,
    }
}

fn read_file(wanted: &Wanted, settings: &Settings) -> Vec<Result<PageContent, ReaderError>> {
    let mut reader: Option<Reader> = None;
    let mut read = |page| {
        let mut open = match reader.take() {
            Some(reader) => reader,
            None => {
                let mut fresh = Reader::spawn(&settings.parts, &settings.limits)?;
                fresh.open(&wanted.file, None)?;
                fresh
            }
        };
        let content = open.page(page);
        reader = open.process_id().is_some().then_some(open);
        content
    };
    wanted.pages.iter().map(|&page| read(page)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_file_are_read_together() {
        let page = PageNumber::from_index;
        let rows = [("a", page(0)), ("a", page(3)), ("b", page(0)), ("a", page(1))];
        let wanted = by_file(rows.iter().map(|(file, page)| (Path::new(file), *page)));
        let seen: Vec<_> =
            wanted.iter().map(|w| (w.file.to_str().unwrap(), w.pages.len())).collect();
        assert_eq!(seen, [("a", 2), ("b", 1), ("a", 1)]);
    }
}

//! Reads the pages of one document by several children at once.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use citelight_core::PageNumber;

use crate::{Limits, OpenedDocument, PageContent, Reader, ReaderError, ReaderParts};

/// What to read.
#[derive(Debug, Clone, Copy)]
pub struct ReadJob<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its password, where one is known.
    pub password: Option<&'a str>,
    /// Number of children; at least one is used, and never more than there are pages.
    pub workers: usize,
    /// Pages that are read already and are left out.
    pub skip: &'a HashSet<PageNumber>,
}

/// What became of one page. Every page of a job comes exactly once, in no certain order.
#[derive(Debug, Clone, PartialEq)]
pub struct PageOutcome {
    /// 1-based.
    pub page: PageNumber,
    /// Its content, or why it cannot be had after a second try with a fresh child.
    pub result: Result<PageContent, ReaderError>,
}

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadEnd {
    /// Every page was handed over.
    Complete,
    /// The stop flag was set; pages handed over so far are good.
    Stopped,
}

/// Reads a document. `on_opened` is called once, before any page; `on_page` for every page, both on
/// the calling thread.
///
/// Fails only when the document cannot be opened at all. A page that hangs or crashes its child is
/// tried once more by a fresh child, then handed over as an error; the others go on. `stop` is
/// looked at every 50 ms, also in mid-page.
pub fn read_document(
    parts: &ReaderParts,
    limits: &Limits,
    job: &ReadJob<'_>,
    stop: &AtomicBool,
    on_opened: impl FnOnce(&OpenedDocument),
    on_page: &mut dyn FnMut(PageOutcome),
) -> Result<ReadEnd, ReaderError> {
    let first_try = open(parts, limits, job, stop);
    let opened = match first_try {
        Err(error) if error.is_worth_a_retry() => open(parts, limits, job, stop),
        result => result,
    };
    let (reader, opened) = match opened {
        Err(ReaderError::Stopped { .. }) => return Ok(ReadEnd::Stopped),
        opened => opened?,
    };
    on_opened(&opened);

    let pages: Vec<PageNumber> = (0..opened.page_count as usize)
        .map(PageNumber::from_index)
        .filter(|page| !job.skip.contains(page))
        .collect();
    let workers = job.workers.clamp(1, pages.len().max(1));
    let queue = Mutex::new(pages.into_iter());
    let (sender, outcomes) = sync_channel(2 * workers);
    let mut first = Some(reader);
    thread::scope(|scope| {
        for _ in 0..workers {
            let worker = Worker { parts, limits, job, stop, reader: first.take() };
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || worker.run(queue, &sender));
        }
        drop(sender);
        outcomes.iter().for_each(on_page);
    });
    Ok(if stop.load(Ordering::Relaxed) { ReadEnd::Stopped } else { ReadEnd::Complete })
}

fn open(
    parts: &ReaderParts,
    limits: &Limits,
    job: &ReadJob<'_>,
    stop: &AtomicBool,
) -> Result<(Reader, OpenedDocument), ReaderError> {
    let mut reader = Reader::spawn(parts, limits)?;
    let opened = reader.open_or_stop(job.path, job.password, Some(stop))?;
    Ok((reader, opened))
}

struct Worker<'a> {
    parts: &'a ReaderParts,
    limits: &'a Limits,
    job: &'a ReadJob<'a>,
    stop: &'a AtomicBool,
    reader: Option<Reader>,
}

impl Worker<'_> {
    fn run(
        mut self,
        queue: &Mutex<impl Iterator<Item = PageNumber>>,
        outcomes: &SyncSender<PageOutcome>,
    ) {
        while !self.stop.load(Ordering::Relaxed) {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(page) = next else { return };
            let ControlFlow::Continue(result) = self.read(page) else { return };
            if outcomes.send(PageOutcome { page, result }).is_err() {
                return;
            }
        }
    }

    /// Reads a page, with a second try in a fresh child. Breaks when the stop flag was set.
    fn read(&mut self, page: PageNumber) -> ControlFlow<(), Result<PageContent, ReaderError>> {
        let mut result = self.attempt(page);
        if result.as_ref().is_err_and(ReaderError::is_worth_a_retry) {
            result = self.attempt(page);
        }
        match result {
            Err(ReaderError::Stopped { .. }) => ControlFlow::Break(()),
            result => ControlFlow::Continue(result),
        }
    }

    fn attempt(&mut self, page: PageNumber) -> Result<PageContent, ReaderError> {
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => open(self.parts, self.limits, self.job, self.stop)?.0,
        };
        let result = reader.page_or_stop(page, Some(self.stop));
        if !result.as_ref().is_err_and(ReaderError::is_worth_a_retry) {
            self.reader = Some(reader);
        }
        result
    }
}

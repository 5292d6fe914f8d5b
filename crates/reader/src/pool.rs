//! Reads the pages of one document by several children at once.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use citelight_core::PageNumber;
use parking_lot::Mutex;

use crate::{Limits, OpenedDocument, PageContent, Reader, ReaderError, ReaderParts};

/// The page that someone is waiting for. It is read next, and what follows it after that.
#[derive(Debug, Default)]
pub struct Need(AtomicU32);

impl Need {
    /// Asks for a page before the others.
    pub fn ask(&self, page: PageNumber) {
        self.0.store(page.get(), Ordering::Relaxed);
    }

    /// The page to read next: the one asked for, else the next one after it, else the first.
    fn take(&self, pages: &mut BTreeSet<PageNumber>) -> Option<PageNumber> {
        let asked = PageNumber::new(self.0.load(Ordering::Relaxed)).unwrap_or(PageNumber::FIRST);
        let next = pages.range(asked..).next().or(pages.first()).copied()?;
        pages.remove(&next);
        Some(next)
    }
}

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
    /// The page to read first, which may change meanwhile.
    pub need: &'a Need,
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

/// Children that read a document together. One that was lost, by a crash or a hang, is never used again.
///
/// They trust each other's documents no more than one document trusts itself: the app makes a crew for each
/// document, whose children can read nothing else.
pub struct Crew {
    parts: ReaderParts,
    limits: Limits,
    idle: Vec<Reader>,
}

impl Crew {
    /// A crew without children; they are started as they are needed.
    pub fn new(parts: ReaderParts, limits: Limits) -> Self {
        Self { parts, limits, idle: Vec::new() }
    }

    /// What its children were started with.
    pub fn parts(&self) -> &ReaderParts {
        &self.parts
    }

    /// Reads a document. `on_opened` is called once, before any page; `on_page` for every page,
    /// both on the calling thread.
    ///
    /// Fails only when the document cannot be opened at all. A page that hangs or crashes its child
    /// is tried once more by a fresh child, then handed over as an error; the others go on. `stop`
    /// is looked at every 50 ms, also in mid-page.
    pub fn read(
        &mut self,
        job: &ReadJob<'_>,
        stop: &AtomicBool,
        on_opened: impl FnOnce(&OpenedDocument),
        on_page: &mut dyn FnMut(PageOutcome),
    ) -> Result<ReadEnd, ReaderError> {
        let idle = Mutex::new(std::mem::take(&mut self.idle));
        let opener = Opener { parts: &self.parts, limits: &self.limits, job, stop, idle: &idle };
        let (reader, opened) = match opener.open(true) {
            Err(ReaderError::Stopped { .. }) => return Ok(ReadEnd::Stopped),
            opened => opened?,
        };
        on_opened(&opened);

        let pages: BTreeSet<PageNumber> = (0..opened.page_count as usize)
            .map(PageNumber::from_index)
            .filter(|page| !job.skip.contains(page))
            .collect();
        let workers = job.workers.clamp(1, pages.len().max(1));
        let queue = Mutex::new(pages);
        let (sender, outcomes) = sync_channel(2 * workers);
        let mut first = Some(reader);
        thread::scope(|scope| {
            for _ in 0..workers {
                let worker = Worker {
                    opener: &opener,
                    queue: &queue,
                    reader: first.take(),
                    asked: VecDeque::new(),
                };
                let sender = sender.clone();
                scope.spawn(move || worker.run(&sender));
            }
            drop(sender);
            outcomes.iter().for_each(on_page);
        });
        self.idle = idle.into_inner();
        Ok(if stop.load(Ordering::Relaxed) { ReadEnd::Stopped } else { ReadEnd::Complete })
    }
}

/// Reads one document with children of its own; see [`Crew::read`].
pub fn read_document(
    parts: &ReaderParts,
    limits: &Limits,
    job: &ReadJob<'_>,
    stop: &AtomicBool,
    on_opened: impl FnOnce(&OpenedDocument),
    on_page: &mut dyn FnMut(PageOutcome),
) -> Result<ReadEnd, ReaderError> {
    Crew::new(parts.clone(), *limits).read(job, stop, on_opened, on_page)
}

/// Where workers get children with the document open.
struct Opener<'a> {
    parts: &'a ReaderParts,
    limits: &'a Limits,
    job: &'a ReadJob<'a>,
    stop: &'a AtomicBool,
    idle: &'a Mutex<Vec<Reader>>,
}

impl Opener<'_> {
    /// A child with the document open; one that does not manage it gives way to a fresh one.
    fn open(&self, details: bool) -> Result<(Reader, OpenedDocument), ReaderError> {
        let idle = self.idle.lock().pop();
        let first_try = idle.map_or_else(|| Reader::spawn(self.parts, self.limits), Ok);
        match first_try.and_then(|reader| self.open_with(reader, details)) {
            Err(error) if error.is_worth_a_retry() => {
                self.open_with(Reader::spawn(self.parts, self.limits)?, details)
            }
            result => result,
        }
    }

    fn open_with(
        &self,
        mut reader: Reader,
        details: bool,
    ) -> Result<(Reader, OpenedDocument), ReaderError> {
        let ReadJob { path, password, .. } = self.job;
        let opened = reader.open_or_stop(path, *password, details, Some(self.stop))?;
        Ok((reader, opened))
    }
}

/// Requests that a child has before it: the next page waits there while the last one is on its way
/// back.
const AHEAD: usize = 2;

struct Worker<'a> {
    opener: &'a Opener<'a>,
    queue: &'a Mutex<BTreeSet<PageNumber>>,
    reader: Option<Reader>,
    /// Pages that the child was asked for, oldest first.
    asked: VecDeque<PageNumber>,
}

impl Worker<'_> {
    fn run(mut self, outcomes: &SyncSender<PageOutcome>) {
        loop {
            let done = match self.next() {
                ControlFlow::Break(()) => return,
                ControlFlow::Continue(Some(outcome)) => outcomes.send(outcome).is_err(),
                ControlFlow::Continue(None) => true,
            };
            if done {
                break;
            }
        }
        // A child that answers to the end can be used again.
        if let Some(mut reader) = self.reader
            && self.asked.is_empty()
            && reader.close().is_ok()
        {
            self.opener.idle.lock().push(reader);
        }
    }

    /// The next page's outcome; `None` when there are no more. Breaks when the stop flag was set.
    fn next(&mut self) -> ControlFlow<(), Option<PageOutcome>> {
        if self.opener.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let mut asked = Ok(());
        while self.asked.len() < AHEAD && asked.is_ok() {
            let Some(page) = self.take_page() else { break };
            self.asked.push_back(page);
            asked = self.reader().and_then(|reader| reader.ask_page(page));
        }
        let Some(page) = self.asked.pop_front() else { return ControlFlow::Continue(None) };
        let stop = Some(self.opener.stop);
        let mut result = match asked {
            Ok(()) => self.reader().and_then(|reader| reader.take_page(page, stop)),
            Err(error) => {
                self.give_up_child();
                Err(error)
            }
        };
        if result.as_ref().is_err_and(ReaderError::is_worth_a_retry) {
            self.give_up_child();
            result = self.reader().and_then(|reader| reader.page_or_stop(page, stop));
            if result.as_ref().is_err_and(ReaderError::is_worth_a_retry) {
                self.reader = None;
            }
        }
        match result {
            Err(ReaderError::Stopped { .. }) => ControlFlow::Break(()),
            result => ControlFlow::Continue(Some(PageOutcome { page, result })),
        }
    }

    /// Lets the child go. What it was asked besides is not at fault; any child may read it.
    fn give_up_child(&mut self) {
        self.reader = None;
        self.queue.lock().extend(self.asked.drain(..));
    }

    fn take_page(&self) -> Option<PageNumber> {
        self.opener.job.need.take(&mut self.queue.lock())
    }

    fn reader(&mut self) -> Result<&mut Reader, ReaderError> {
        let reader = match self.reader.take() {
            Some(reader) => reader,
            None => self.opener.open(false)?.0,
        };
        Ok(self.reader.insert(reader))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_looked_at_comes_first_and_then_what_follows_it() {
        let number = |page: u32| PageNumber::new(page).unwrap();
        let mut pages: BTreeSet<PageNumber> = (1..=6).map(number).collect();
        let need = Need::default();
        let mut take = |need: &Need| need.take(&mut pages).map_or(0, PageNumber::get);
        assert_eq!(take(&need), 1);
        need.ask(number(4));
        assert_eq!([take(&need), take(&need)], [4, 5]);
        need.ask(number(5));
        assert_eq!([take(&need), take(&need), take(&need), take(&need)], [6, 2, 3, 0]);
    }
}

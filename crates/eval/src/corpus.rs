//! What becomes of odd and hostile files: each is opened and read by a child of its own, one after
//! the other.

use std::fmt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use citelight_core::{PageNumber, PageStatus};
use citelight_reader::{Reader, ReaderError};
use serde::Serialize;

use crate::process::PeakWatch;
use crate::{EvalError, Settings};

/// How a file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Opened, and every page looked at is read.
    Ready,
    /// Opened, but some page cannot be read.
    PagesFailed,
    /// Encrypted, its password not known.
    NeedsPassword,
    /// Cannot be opened.
    Failed,
}

impl Outcome {
    fn name(self) -> &'static str {
        match self {
            Outcome::Ready => "ready",
            Outcome::PagesFailed => "pages_failed",
            Outcome::NeedsPassword => "needs_password",
            Outcome::Failed => "failed",
        }
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileOutcome {
    /// The file, as given or below the folder given.
    pub file: PathBuf,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it, or its first bad page, cannot be read.
    pub reason: Option<String>,
    /// Pages it states.
    pub pages: u32,
    /// Pages looked at.
    pub pages_read: u32,
    /// Of these, pages recognised from their image.
    pub pages_ocr: u32,
    /// Of these, pages that cannot be read.
    pub pages_failed: u32,
    /// Words found.
    pub words: usize,
    /// Wall seconds.
    pub seconds: f64,
    /// The most memory that a child had resident, in bytes; 0 where the system does not tell.
    pub peak_bytes: u64,
    /// Whether a time limit was reached.
    pub hit_time: bool,
    /// Whether a child died, by the memory limit or a fault.
    pub died: bool,
}

/// Over all files.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CorpusReport {
    /// In the order read.
    pub files: Vec<FileOutcome>,
}

/// Reads files and, below folders, every `*.pdf` in order of name.
pub fn measure(paths: &[PathBuf], settings: &Settings) -> Result<CorpusReport, EvalError> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, true, &mut files)?;
    }
    if files.is_empty() {
        return Err(EvalError::Empty(paths.first().cloned().unwrap_or_default()));
    }
    let watch = PeakWatch::default();
    let files = thread::scope(|scope| {
        scope.spawn(|| watch.watch());
        let files = files.into_iter().map(|file| read_file(file, settings, &watch)).collect();
        watch.end();
        files
    });
    Ok(CorpusReport { files })
}

fn collect(path: &Path, given: bool, out: &mut Vec<PathBuf>) -> Result<(), EvalError> {
    let fault = |source| EvalError::Io { path: path.to_owned(), source };
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(fault)?;
        let mut below: Vec<PathBuf> =
            entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>().map_err(fault)?;
        below.sort();
        return below.iter().try_for_each(|path| collect(path, false, out));
    }
    let is_pdf = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pdf"));
    if given || is_pdf {
        out.push(path.to_owned());
    }
    Ok(())
}

fn read_file(file: PathBuf, settings: &Settings, watch: &PeakWatch) -> FileOutcome {
    let start = Instant::now();
    let mut found = FileOutcome {
        file,
        outcome: Outcome::Ready,
        reason: None,
        pages: 0,
        pages_read: 0,
        pages_ocr: 0,
        pages_failed: 0,
        words: 0,
        seconds: 0.0,
        peak_bytes: 0,
        hit_time: false,
        died: false,
    };
    watch.take();
    if let Err(error) = read_pages(&mut found, settings, watch) {
        found.note(&error);
        found.outcome = match error {
            ReaderError::NeedsPassword { .. } => Outcome::NeedsPassword,
            _ => Outcome::Failed,
        };
    } else if found.pages_failed > 0 {
        found.outcome = Outcome::PagesFailed;
    }
    watch.look();
    watch.follow(None);
    found.peak_bytes = watch.take();
    found.seconds = start.elapsed().as_secs_f64();
    found
}

/// Fails only where the file cannot be opened.
fn read_pages(
    found: &mut FileOutcome,
    settings: &Settings,
    watch: &PeakWatch,
) -> Result<(), ReaderError> {
    let (first, pages) = open(&found.file, settings, watch)?;
    let mut reader = Some(first);
    found.pages = pages;
    let cap = if settings.page_cap == 0 { pages } else { pages.min(settings.page_cap) };
    for page in (0..cap as usize).map(PageNumber::from_index) {
        found.pages_read += 1;
        let open_reader = match reader.take() {
            Some(reader) => Ok(reader),
            None => open(&found.file, settings, watch).map(|(fresh, _)| fresh),
        };
        let content = open_reader.and_then(|mut open| {
            let content = open.page(page);
            watch.look();
            reader = open.process_id().is_some().then_some(open);
            content
        });
        match content {
            Ok(content) => {
                found.words += content.words.len();
                match content.info.status {
                    PageStatus::Ocr | PageStatus::Mixed => found.pages_ocr += 1,
                    PageStatus::OcrError | PageStatus::ReadError => {
                        found.pages_failed += 1;
                        found.reason = found.reason.take().or(content.info.problem);
                    }
                    PageStatus::Native | PageStatus::Empty => {}
                }
            }
            Err(error) => {
                found.pages_failed += 1;
                found.note(&error);
            }
        }
    }
    Ok(())
}

fn open(file: &Path, settings: &Settings, watch: &PeakWatch) -> Result<(Reader, u32), ReaderError> {
    let mut reader = Reader::spawn(&settings.parts, &settings.limits)?;
    watch.follow(reader.process_id());
    let opened = reader.open(file, None)?;
    watch.look();
    Ok((reader, opened.page_count))
}

impl FileOutcome {
    fn note(&mut self, error: &ReaderError) {
        self.hit_time |= matches!(error, ReaderError::Timeout { .. });
        self.died |= matches!(error, ReaderError::Crashed { .. });
        self.reason.get_or_insert_with(|| error.to_string());
    }
}

impl CorpusReport {
    /// Number of files that ended so.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.files.iter().filter(|file| file.outcome == outcome).count()
    }
}

impl fmt::Display for CorpusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            write!(
                f,
                "{:14} {:6.2} s {:5} MB {:5} pages {:7} words",
                file.outcome.name(),
                file.seconds,
                file.peak_bytes / 1_000_000,
                file.pages_read,
                file.words
            )?;
            let marks = [(file.hit_time, "  [time]"), (file.died, "  [died]")];
            for (_, mark) in marks.into_iter().filter(|(holds, _)| *holds) {
                f.write_str(mark)?;
            }
            write!(f, "  {}", file.file.display())?;
            writeln!(f, "{}", file.reason.as_ref().map(|r| format!("  {r}")).unwrap_or_default())?;
        }
        let slowest = self.files.iter().map(|file| file.seconds).fold(0.0, f64::max);
        let largest = self.files.iter().map(|file| file.peak_bytes).max().unwrap_or(0);
        writeln!(
            f,
            "corpus: {} files: {} ready, {} with bad pages, {} need a password, {} failed; \
             {} hit a time limit, {} lost a child; at most {slowest:.1} s and {} MB",
            self.files.len(),
            self.count(Outcome::Ready),
            self.count(Outcome::PagesFailed),
            self.count(Outcome::NeedsPassword),
            self.count(Outcome::Failed),
            self.files.iter().filter(|file| file.hit_time).count(),
            self.files.iter().filter(|file| file.died).count(),
            largest / 1_000_000
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pdfs_are_taken_from_folders() {
        let folder = std::env::temp_dir().join(format!("citelight-eval-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("deep")).unwrap();
        for name in ["b.pdf", "a.PDF", "notes.txt", "deep/c.pdf"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let mut found = Vec::new();
        collect(&folder, true, &mut found).unwrap();
        collect(&folder.join("notes.txt"), true, &mut found).unwrap();
        let missing = collect(&folder.join("none"), true, &mut Vec::new());
        std::fs::remove_dir_all(&folder).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|path| path.strip_prefix(&folder).unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["a.PDF", "b.pdf", "deep/c.pdf", "notes.txt"]);
        // A file that is not there is measured like any other: it cannot be opened.
        assert!(missing.is_ok());
    }
}

//! What the engine does: into a file that is kept short, for whoever looks for a fault later, and to standard
//! error for developers. Names of stages, numbers, ids; never a word of a document, a question or a file's name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write, stderr};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use tracing::level_filters::LevelFilter;
use tracing::{Level, Metadata};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::place::default_library_dir;
use crate::private;

/// The variable that has everything written to standard error, too: `error`, `warn`, `info`, `debug` or
/// `trace`.
const LEVEL: &str = "CITELIGHT_LOG";

/// A file is begun anew beyond this size; so many older ones are kept.
const MOST_BYTES: u64 = 1 << 20;
const OLDER: u32 = 2;

/// Begins to log. Call it once, at the start of a program.
pub fn start_logging() {
    let level = std::env::var(LEVEL).ok().and_then(|level| level.parse::<Level>().ok());
    let to_stderr = level.map(|level| {
        fmt::layer()
            .with_span_events(FmtSpan::CLOSE)
            .with_writer(stderr)
            .with_filter(LevelFilter::from_level(level))
    });
    // What other crates write may hold anything.
    let ours = |meta: &Metadata<'_>| {
        *meta.level() <= Level::INFO && meta.is_event() && meta.target().starts_with("citelight")
    };
    let to_file = fmt::layer()
        .with_ansi(false)
        .with_writer(LogFile::new(log_folder()))
        .with_filter(filter_fn(ours));
    let _ = tracing_subscriber::registry().with(to_file).with(to_stderr).try_init();
}

/// The folder of the log files.
pub(crate) fn log_folder() -> PathBuf {
    default_library_dir().parent().unwrap_or(Path::new(".")).join("log")
}

/// The log files that are there, the one in use first.
pub(crate) fn log_files(folder: &Path) -> Vec<PathBuf> {
    (0..=OLDER).map(|age| file(folder, age)).filter(|path| path.is_file()).collect()
}

fn file(folder: &Path, age: u32) -> PathBuf {
    folder.join(if age == 0 { "citelight.log".to_owned() } else { format!("citelight.{age}.log") })
}

/// A file that is opened at the first line, and begun anew when it is long. Where it cannot be written,
/// nothing is.
struct LogFile {
    folder: PathBuf,
    open: Mutex<Option<File>>,
}

impl LogFile {
    fn new(folder: PathBuf) -> LogFile {
        LogFile { folder, open: Mutex::default() }
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        let mut open = self.open.lock();
        let long = open.as_ref().is_some_and(|file| {
            file.metadata().is_ok_and(|meta| meta.len() + line.len() as u64 > MOST_BYTES)
        });
        if long {
            *open = None;
            for age in (0..OLDER).rev() {
                let _ = fs::rename(file(&self.folder, age), file(&self.folder, age + 1));
            }
        }
        if open.is_none() {
            private::folder(&self.folder)?;
            let path = file(&self.folder, 0);
            if !path.exists() {
                private::create(&path)?;
            }
            *open = Some(OpenOptions::new().append(true).open(path)?);
        }
        match open.as_mut() {
            Some(file) => file.write_all(line),
            None => Ok(()),
        }
    }
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line(self)
    }
}

/// A line on its way into the file.
struct Line<'a>(&'a LogFile);

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A log that cannot be written is no reason to fail.
        let _ = self.0.append(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_is_begun_anew_and_the_oldest_goes() {
        let dir = tempfile::tempdir().unwrap();
        let log = LogFile::new(dir.path().join("log"));
        let line = vec![b'x'; 400_000];
        for _ in 0..12 {
            log.append(&line).unwrap();
        }
        let files = log_files(&dir.path().join("log"));
        assert_eq!(files.len(), 3, "{files:?}");
        let sizes: Vec<u64> = files.iter().map(|file| file.metadata().unwrap().len()).collect();
        assert!(sizes.iter().all(|size| *size <= MOST_BYTES), "{sizes:?}");
        assert_eq!(fs::read_dir(dir.path().join("log")).unwrap().count(), 3);
    }
}

//! Pages a second, by the reader's children.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use citelight_reader::{Crew, Need, ReadJob};
use serde::Serialize;

use crate::process::children_cpu_s;
use crate::{EvalError, Settings};

/// What was read, and how fast.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeedReport {
    /// Files read.
    pub files: usize,
    /// Children at once.
    pub workers: usize,
    /// Pages read.
    pub pages: usize,
    /// Pages, or whole files, that could not be read.
    pub failed: usize,
    /// Their words.
    pub words: usize,
    /// Wall seconds, the children's start and the opening of the files included.
    pub seconds: f64,
    /// Processor seconds of the children, where the system tells.
    pub cpu_seconds: Option<f64>,
}

impl SpeedReport {
    /// Pages per second of the wall clock.
    pub fn pages_per_s(&self) -> f64 {
        self.pages as f64 / self.seconds.max(1e-9)
    }

    /// Pages per processor second.
    pub fn pages_per_cpu_s(&self) -> Option<f64> {
        self.cpu_seconds.filter(|&cpu| cpu > 0.0).map(|cpu| self.pages as f64 / cpu)
    }
}

/// Reads every page of the files, one file after the other, as an import does.
pub fn measure(files: &[PathBuf], settings: &Settings) -> Result<SpeedReport, EvalError> {
    let mut report = SpeedReport {
        files: files.len(),
        workers: settings.workers.max(1),
        pages: 0,
        failed: 0,
        words: 0,
        seconds: 0.0,
        cpu_seconds: None,
    };
    let (start, cpu) = (Instant::now(), children_cpu_s());
    let (skip, stop, need) = (HashSet::new(), AtomicBool::new(false), Need::default());
    let mut crew = Crew::new(settings.parts.clone(), settings.limits);
    for path in files {
        let job =
            ReadJob { path, password: None, workers: report.workers, skip: &skip, need: &need };
        let (mut pages, mut failed, mut words) = (0, 0, 0);
        let end = crew.read(&job, &stop, |_| {}, &mut |outcome| match outcome.result {
            Ok(content) => {
                pages += 1;
                words += content.words.len();
            }
            Err(_) => failed += 1,
        });
        report.pages += pages;
        report.words += words;
        report.failed += failed + usize::from(end.is_err());
    }
    // The system counts the time of children that have ended.
    drop(crew);
    report.seconds = start.elapsed().as_secs_f64();
    report.cpu_seconds = children_cpu_s().zip(cpu).map(|(after, before)| after - before);
    Ok(report)
}

impl fmt::Display for SpeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "speed: {} pages of {} files, {} words, {} children: {:.2} s, {:.0} pages/s",
            self.pages,
            self.files,
            self.words,
            self.workers,
            self.seconds,
            self.pages_per_s()
        )?;
        if let Some(rate) = self.pages_per_cpu_s() {
            write!(f, ", {rate:.1} pages per CPU-second")?;
        }
        if self.failed > 0 {
            write!(f, "; {} failed", self.failed)?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates() {
        let report = SpeedReport {
            files: 1,
            workers: 2,
            pages: 100,
            failed: 0,
            words: 9,
            seconds: 0.5,
            cpu_seconds: Some(0.8),
        };
        assert_eq!((report.pages_per_s(), report.pages_per_cpu_s()), (200.0, Some(125.0)));
        let unknown = SpeedReport { cpu_seconds: None, ..report };
        assert_eq!(unknown.pages_per_cpu_s(), None);
        assert!(unknown.to_string().starts_with("speed: 100 pages of 1 files"));
    }
}

//! Everything that people do, in any order, for a long time: memory must not grow.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use citelight_core::{DocumentRow, Feedback, FeedbackKind, PageNumber, QuestionId};
use citelight_engine::{AnswerFormat, Ask, FindOptions, Library};
use serde::Serialize;

use super::making::Maker;
use crate::chance::Chance;
use crate::process::taken;
use crate::{EvalError, open};

/// Pages of the documents that come and go.
const PAGES: usize = 4;
/// Their numbers begin here, so that none is one of the library's.
const FIRST: usize = 1_000_000;
/// That many of them stay at once.
const MOST_ADDED: usize = 12;
const EVERY: Duration = Duration::from_secs(30);
/// Bytes of Markdown that a page is read as, at most.
const MOST_MARKDOWN: usize = 20_000;
const PIXEL_PER_PT: f32 = 1.5;

/// Memory at one moment.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Sample {
    /// Since the beginning.
    pub seconds: f64,
    /// Actions until then.
    pub actions: usize,
    /// Of this process and of its children.
    pub resident_bytes: u64,
}

/// What was left behind.
#[derive(Debug, Serialize)]
pub struct Soak {
    /// What was done, of each kind.
    pub actions: Vec<(&'static str, usize)>,
    /// What went wrong, in words.
    pub errors: Vec<String>,
    /// Memory over time.
    pub samples: Vec<Sample>,
    /// Growth in the second half, in MiB an hour: a line through its samples.
    pub slope_mib_per_h: f64,
    /// What is wrong with the library afterwards.
    pub faults: Vec<String>,
}

impl fmt::Display for Soak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Sample { seconds, actions, resident_bytes } in &self.samples {
            writeln!(f, "{:6.0} s {actions:7} actions {:5} MiB", seconds, resident_bytes >> 20)?;
        }
        let all: usize = self.actions.iter().map(|(_, count)| count).sum();
        let kinds = self.actions.iter().map(|(what, count)| format!("{what} {count}"));
        writeln!(f, "{all} actions: {}", kinds.collect::<Vec<_>>().join(", "))?;
        writeln!(f, "{:+.1} MiB an hour in the second half", self.slope_mib_per_h)?;
        writeln!(f, "{} errors, {} faults", self.errors.len(), self.faults.len())?;
        self.errors.iter().chain(&self.faults).try_for_each(|what| writeln!(f, "  {what}"))
    }
}

/// The kinds of actions, and how often each is chosen.
const KINDS: [(&str, usize); 12] = [
    ("ask", 30),
    ("draw a page", 20),
    ("find", 10),
    ("read a page", 8),
    ("list", 8),
    ("earlier answer", 6),
    ("judge", 5),
    ("print an answer", 4),
    ("add", 4),
    ("remove", 3),
    ("forget", 3),
    ("highlighted copy", 2),
];

/// Acts on the library in `folder`, as [`grow`](super::grow) leaves it, for so long.
pub fn soak(
    folder: &Path,
    time: Duration,
    questions: &[String],
    say: &mut dyn FnMut(&str),
) -> Result<Soak, EvalError> {
    let library = open(&folder.join("library"))?;
    let maker = Maker::new(&library, PAGES)?;
    let mut person = Person {
        documents: library.documents()?,
        library,
        maker,
        folder,
        questions,
        chance: Chance(1),
        added: Vec::new(),
        made: 0,
        asked: Vec::new(),
    };
    let mut counts = KINDS.map(|_| 0);
    let (mut errors, mut samples) = (Vec::new(), Vec::new());
    let (began, mut next) = (Instant::now(), Duration::ZERO);
    while began.elapsed() < time {
        let kind = person.kind();
        counts[kind] += 1;
        if let Err(error) = person.act(KINDS[kind].0) {
            errors.push(format!("{}: {error}", KINDS[kind].0));
        }
        if began.elapsed() >= next {
            next = began.elapsed() + EVERY;
            let (seconds, actions) = (began.elapsed().as_secs_f64(), counts.iter().sum());
            let sample = Sample { seconds, actions, resident_bytes: taken().resident_bytes };
            say(&format!("{seconds:.0} s, {actions} actions, {} MiB", sample.resident_bytes >> 20));
            samples.push(sample);
        }
    }
    for row in std::mem::take(&mut person.added) {
        person.library.remove(&row.id)?;
    }
    person.library.save_index()?;
    Ok(Soak {
        actions: KINDS.iter().map(|(what, _)| *what).zip(counts).collect(),
        errors,
        slope_mib_per_h: slope(&samples[samples.len() / 2..]),
        samples,
        faults: person.library.health()?.faults,
    })
}

/// MiB an hour: the line of least squares.
fn slope(samples: &[Sample]) -> f64 {
    let points = samples.iter().map(|sample| {
        (sample.seconds / 3_600.0, sample.resident_bytes as f64 / f64::from(1 << 20))
    });
    let points: Vec<(f64, f64)> = points.collect();
    let count = points.len().max(1) as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let both: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    if spread > 0.0 { both / spread } else { 0.0 }
}

struct Person<'a> {
    library: Library,
    maker: Maker,
    folder: &'a Path,
    questions: &'a [String],
    chance: Chance,
    /// Those that stay.
    documents: Vec<DocumentRow>,
    /// Those that come and go.
    added: Vec<DocumentRow>,
    made: usize,
    asked: Vec<QuestionId>,
}

impl Person<'_> {
    fn kind(&mut self) -> usize {
        let mut left = self.chance.below(KINDS.iter().map(|(_, share)| share).sum());
        let chosen = KINDS.iter().position(|(_, share)| {
            let here = left < *share;
            left = left.saturating_sub(*share);
            here
        });
        chosen.unwrap_or(0)
    }

    fn act(&mut self, what: &str) -> Result<(), EvalError> {
        let row = self.documents[self.chance.below(self.documents.len())].clone();
        let page = PageNumber::from_index(self.chance.below(row.pages.max(1) as usize));
        let asked = match self.asked.len() {
            0 => None,
            count => Some(self.asked[self.chance.below(count)]),
        };
        let library = &self.library;
        match (what, asked) {
            ("ask", _) => {
                let question = &self.questions[self.chance.below(self.questions.len())];
                let one = [row.id];
                // Half of them of one document.
                let documents = &one[..self.chance.below(2)];
                let answer = library.ask(&Ask { question, documents, ..Ask::default() })?;
                self.asked.push(answer.id);
            }
            ("draw a page", _) => drop(library.render_page(&row.id, page, PIXEL_PER_PT)?),
            ("find", _) => {
                let word = self.maker.word(&mut self.chance);
                library.find_text(&row.id, word, FindOptions::default())?;
            }
            ("read a page", _) => {
                library.markdown_of_pages(&row.id, page, page, MOST_MARKDOWN)?;
                library.text_words(&row.id, page)?;
            }
            ("list", _) => {
                library.documents()?;
                library.documents_with(self.maker.word(&mut self.chance))?;
                library.history(100)?;
            }
            ("earlier answer", Some(question)) => drop(library.earlier_answer(question)?),
            ("judge", Some(question)) => {
                let kind = FeedbackKind::Up;
                let (citation, reasons, note) = (None, Vec::new(), String::new());
                library.give_feedback(&Feedback { question, kind, citation, reasons, note })?;
            }
            ("print an answer", Some(question)) => {
                library.answer_file(question, AnswerFormat::Pdf)?;
            }
            ("add", _) if self.added.len() < MOST_ADDED => self.add()?,
            ("remove", _) if !self.added.is_empty() => {
                let row = self.added.swap_remove(self.chance.below(self.added.len()));
                library.remove(&row.id)?;
            }
            ("forget", Some(question)) => {
                self.asked.retain(|asked| *asked != question);
                library.forget_question(question)?;
            }
            ("highlighted copy", Some(question)) => {
                let to = self.folder.join("copy.pdf");
                let answer = library.earlier_answer(question)?;
                if let Some(citation) = answer.citations.first() {
                    library.annotated_copy(&citation.document, &[question], &to)?;
                }
            }
            _ => {} // nothing there yet
        }
        Ok(())
    }

    fn add(&mut self) -> Result<(), EvalError> {
        self.made += 1;
        let path = self.maker.write(FIRST + self.made, self.folder)?;
        let registered = self.library.register(&path)?.row().clone();
        while self.library.import_next()?.is_some() {}
        self.added.push(registered);
        let failed = |source| EvalError::Write { path: path.clone(), source };
        std::fs::remove_file(&path).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_in_mib_an_hour() {
        let sample =
            |seconds: f64, mib: u64| Sample { seconds, actions: 0, resident_bytes: mib << 20 };
        assert_eq!(slope(&[sample(0.0, 100), sample(1_800.0, 105), sample(3_600.0, 110)]), 10.0);
        assert_eq!(slope(&[sample(0.0, 100), sample(60.0, 100)]), 0.0);
        assert_eq!(slope(&[]), 0.0);
    }
}

//! Word boxes of native pages against those of an independent extractor.
//!
//! A true word is found where a word of ours has the same text, covers at least 0.9 of the *true*
//! word's width, and has an intersection over union with it of at least 0.5; every word of ours is
//! used once.
//!
//! A true word is *glued* where a word of ours lies over it that says it and its neighbour as one, both of
//! two letters or figures at least: spaced capitals, leaders and bullets are parted by taste. It is *lost*
//! where no word of ours lies over it, and it has a letter or a figure: white space and pictures
//! are no words. Both are counted by file, since a mean hides the one bad file.

use std::collections::BTreeMap;
use std::fmt;

use citelight_core::{PageNumber, PageStatus, Rect};
use serde::Serialize;

use crate::matching::{Bar, Placed, Strips, pair};
use crate::pages::{by_file, read};
use crate::truth::PeerPage;
use crate::{EvalError, Settings, share};

/// What counts as found.
pub(crate) const BAR: Bar = Bar { across: 0.9, iou: 0.5 };

/// Pages listed as the worst.
const WORST: usize = 10;

/// The words of a page that are found, and why others are not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// True words.
    pub words: usize,
    /// Found.
    pub found: usize,
    /// Missed: a word of the same text lies over it, its box is too far off.
    pub off: usize,
    /// Missed: only words of other texts lie over it.
    pub other_text: usize,
    /// Missed: no word of ours lies over it.
    pub absent: usize,
    /// Of those missed, with other texts over them: they stand in one word with a neighbour.
    pub glued: usize,
    /// Of those that are absent: they have a letter or a figure.
    pub lost: usize,
    /// Words of ours, found or not.
    pub ours: usize,
}

impl Tally {
    /// Per cent of the true words that are glued or lost.
    fn broken_percent(&self) -> f64 {
        share(self.glued + self.lost, self.words)
    }

    fn add(&mut self, other: &Tally) {
        self.words += other.words;
        self.found += other.found;
        self.off += other.off;
        self.other_text += other.other_text;
        self.absent += other.absent;
        self.glued += other.glued;
        self.lost += other.lost;
        self.ours += other.ours;
    }
}

/// One page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageBoxes {
    /// Name of the PDF.
    pub file: String,
    /// 1-based.
    pub page: PageNumber,
    /// Its words.
    pub tally: Tally,
    /// Some true words that are not found.
    pub misses: Vec<Miss>,
}

/// A true word that is not found, and the word of ours that lies over it most.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    /// The true word.
    pub truth: String,
    /// Its box in points of the displayed page.
    pub rect: Rect,
    /// Our word and its box, where one lies there.
    pub ours: Option<(String, Rect)>,
}

/// The pages of one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileWords {
    /// Name of the PDF.
    pub file: String,
    /// Their words.
    pub tally: Tally,
}

/// Over all pages.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoxReport {
    /// Native pages compared.
    pub pages: usize,
    /// Pages left out because they are not native, or cannot be read.
    pub left_out: usize,
    /// Their words.
    pub tally: Tally,
    /// Per cent of the true words that are found.
    pub found_percent: f64,
    /// The files with words glued or lost, those with the largest share of them first.
    pub broken: Vec<FileWords>,
    /// The pages with most misses.
    pub worst: Vec<PageBoxes>,
}

/// Compares the pages of the truth.
pub fn measure(truth: &[PeerPage], settings: &Settings) -> Result<BoxReport, EvalError> {
    let wanted = by_file(truth.iter().map(|p| (p.file.as_path(), p.page)));
    let contents = read(&wanted, settings).into_iter().flatten();
    let mut report = BoxReport {
        pages: 0,
        left_out: 0,
        tally: Tally::default(),
        found_percent: 0.0,
        broken: Vec::new(),
        worst: Vec::new(),
    };
    let mut files: BTreeMap<String, Tally> = BTreeMap::new();
    for (page, content) in truth.iter().zip(contents) {
        let Ok(content) = content else {
            report.left_out += 1;
            continue;
        };
        if !matches!(content.info.status, PageStatus::Native | PageStatus::Empty) {
            report.left_out += 1;
            continue;
        }
        let truth_words: Vec<Placed<'_>> =
            page.blocks.iter().flatten().map(|w| Placed { text: &w.t, rect: w.rect() }).collect();
        let ours: Vec<Placed<'_>> =
            content.words.iter().map(|w| Placed { text: &w.text, rect: w.rect }).collect();
        let (tally, misses) = compare(&truth_words, &ours);
        report.pages += 1;
        report.tally.add(&tally);
        let file = page.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.entry(file.clone()).or_default().add(&tally);
        report.worst.push(PageBoxes { file, page: page.page, tally, misses });
    }
    report.found_percent = share(report.tally.found, report.tally.words);
    files.retain(|_, tally| tally.glued + tally.lost > 0);
    report.broken = files.into_iter().map(|(file, tally)| FileWords { file, tally }).collect();
    let share = |file: &FileWords| file.tally.broken_percent();
    report.broken.sort_by(|a, b| share(b).total_cmp(&share(a)));
    report.worst.sort_by_key(|p| std::cmp::Reverse(p.tally.words - p.tally.found));
    report.worst.retain(|p| p.tally.found < p.tally.words);
    report.worst.truncate(WORST);
    Ok(report)
}

/// The words of one page, and up to a dozen misses.
fn compare(truth: &[Placed<'_>], ours: &[Placed<'_>]) -> (Tally, Vec<Miss>) {
    let strips = Strips::new(ours);
    let mut tally = Tally { words: truth.len(), ours: ours.len(), ..Tally::default() };
    let mut misses = Vec::new();
    for (at, (word, found)) in truth.iter().zip(pair(truth, ours, BAR)).enumerate() {
        if found.is_some() {
            tally.found += 1;
            continue;
        }
        let meets =
            |rect: &Rect| word.rect.overlap_x(rect) > 0.0 && word.rect.overlap_y(rect) > 0.0;
        let over: Vec<usize> =
            strips.near(&word.rect).into_iter().filter(|&at| meets(&ours[at].rect)).collect();
        match () {
            () if over.is_empty() => {
                tally.absent += 1;
                tally.lost += usize::from(word.text.chars().any(char::is_alphanumeric));
            }
            () if over.iter().any(|&at| ours[at].text == word.text) => tally.off += 1,
            () => {
                tally.other_text += 1;
                tally.glued += usize::from(
                    over.iter().any(|&ours_at| is_glued(truth, at, ours[ours_at].text)),
                );
            }
        }
        if misses.len() < 12 {
            let iou = |at: &usize| word.rect.iou(&ours[*at].rect);
            let most = over.iter().max_by(|a, b| iou(a).total_cmp(&iou(b)));
            misses.push(Miss {
                truth: word.text.to_owned(),
                rect: word.rect,
                ours: most.map(|&at| (ours[at].text.to_owned(), ours[at].rect)),
            });
        }
    }
    (tally, misses)
}

/// Whether a word of ours says a true word together with the one before it or behind it.
fn is_glued(truth: &[Placed<'_>], at: usize, ours: &str) -> bool {
    const LEAST: usize = 2;
    let word = |at: usize| {
        let text = truth.get(at)?.text;
        (text.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST).then_some(text)
    };
    let says = |one: Option<&str>, other: Option<&str>| {
        one.zip(other).is_some_and(|(one, other)| ours.contains(&format!("{one}{other}")))
    };
    says(at.checked_sub(1).and_then(word), word(at)) || says(word(at), word(at + 1))
}

impl fmt::Display for BoxReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A larger share of a file's words, in per cent, is named.
        const MOST_BROKEN: f64 = 0.5;
        let Tally { words, found, off, other_text, absent, glued, lost, ours } = self.tally;
        writeln!(
            f,
            "boxes: {found} of {words} words found on {} native pages: {:.2} % ({} pages left out)",
            self.pages, self.found_percent, self.left_out
        )?;
        writeln!(
            f,
            "  missed: {off} boxes off, {other_text} other text, {absent} absent; ours: {ours} words"
        )?;
        let many = self.broken.iter().take_while(|file| file.tally.broken_percent() > MOST_BROKEN);
        writeln!(
            f,
            "  glued or lost: {glued} + {lost}, {:.2} %; files with more than {MOST_BROKEN} %: {}",
            self.tally.broken_percent(),
            many.clone().count()
        )?;
        for FileWords { file, tally } in many {
            let Tally { words, glued, lost, .. } = tally;
            let percent = tally.broken_percent();
            writeln!(f, "  {file}: {glued} glued, {lost} lost of {words}: {percent:.2} %")?;
        }
        for page in &self.worst {
            let Tally { words, found, .. } = page.tally;
            write!(f, "  {} p. {}: {} of {words} missed:", page.file, page.page, words - found)?;
            for miss in page.misses.iter().take(5) {
                let ours = miss.ours.as_ref().map_or("", |(text, _)| text);
                write!(f, " {:?}/{ours:?}", miss.truth)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_told_apart() {
        let place = |text, x0: f32, x1: f32| Placed { text, rect: Rect::new(x0, 100.0, x1, 112.0) };
        let truth =
            [place("found", 0.0, 30.0), place("off", 40.0, 60.0), place("revenue1", 70.0, 120.0)];
        let ours =
            [place("found", 0.0, 30.0), place("off", 50.0, 70.0), place("revenue", 70.0, 112.0)];
        let (tally, misses) = compare(&truth, &ours);
        let expected =
            Tally { words: 3, found: 1, off: 1, other_text: 1, ours: 3, ..Tally::default() };
        assert_eq!(tally, expected);
        let ours_there = misses[1].ours.as_ref().map(|(text, _)| text.as_str());
        assert_eq!((misses[1].truth.as_str(), ours_there), ("revenue1", Some("revenue")));
        let (tally, _) = compare(&truth, &[]);
        assert_eq!((tally.found, tally.absent), (0, 3));
    }

    #[test]
    fn glued_words_are_those_that_stand_in_one_with_a_neighbour() {
        let place = |text, x0: f32, x1: f32| Placed { text, rect: Rect::new(x0, 100.0, x1, 112.0) };
        let truth = [
            place("injury,", 0.0, 40.0),
            place("suicide", 42.0, 80.0),
            place("A", 90.0, 98.0),
            place("N", 99.0, 107.0),
            place("lost", 120.0, 140.0),
            place("\u{200b}", 150.0, 153.0),
        ];
        let ours = [place("injury,suicide", 0.0, 80.0), place("AN", 90.0, 107.0)];
        let (tally, _) = compare(&truth, &ours);
        let counts = (tally.glued, tally.lost, tally.absent, tally.other_text);
        assert_eq!(counts, (2, 1, 2, 4));
        assert!((tally.broken_percent() - 50.0).abs() < 1e-9);
    }
}

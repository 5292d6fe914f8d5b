//! Word boxes of native pages against those of an independent extractor.
//!
//! A true word is found where a word of ours has the same text, covers at least 0.9 of the *true*
//! word's width, and has an intersection over union with it of at least 0.5; every word of ours is
//! used once.

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
    /// Words of ours, found or not.
    pub ours: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.words += other.words;
        self.found += other.found;
        self.off += other.off;
        self.other_text += other.other_text;
        self.absent += other.absent;
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
        worst: Vec::new(),
    };
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
        report.worst.push(PageBoxes { file, page: page.page, tally, misses });
    }
    report.found_percent = share(report.tally.found, report.tally.words);
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
    for (word, found) in truth.iter().zip(pair(truth, ours, BAR)) {
        if found.is_some() {
            tally.found += 1;
            continue;
        }
        let meets =
            |rect: &Rect| word.rect.overlap_x(rect) > 0.0 && word.rect.overlap_y(rect) > 0.0;
        let over: Vec<usize> =
            strips.near(&word.rect).into_iter().filter(|&at| meets(&ours[at].rect)).collect();
        match () {
            () if over.is_empty() => tally.absent += 1,
            () if over.iter().any(|&at| ours[at].text == word.text) => tally.off += 1,
            () => tally.other_text += 1,
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

impl fmt::Display for BoxReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { words, found, off, other_text, absent, ours } = self.tally;
        writeln!(
            f,
            "boxes: {found} of {words} words found on {} native pages: {:.2} % ({} pages left out)",
            self.pages, self.found_percent, self.left_out
        )?;
        writeln!(
            f,
            "  missed: {off} boxes off, {other_text} other text, {absent} absent; ours: {ours} words"
        )?;
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
        let expected = Tally { words: 3, found: 1, off: 1, other_text: 1, absent: 0, ours: 3 };
        assert_eq!(tally, expected);
        let ours_there = misses[1].ours.as_ref().map(|(text, _)| text.as_str());
        assert_eq!((misses[1].truth.as_str(), ours_there), ("revenue1", Some("revenue")));
        let (tally, _) = compare(&truth, &[]);
        assert_eq!((tally.found, tally.absent), (0, 3));
    }
}

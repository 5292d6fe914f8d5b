//! Recognised words against typed truth.
//!
//! *Word recall*: a true word counts where a word of ours has the same text and an intersection over
//! union of more than 0.5 with the true word's ink; each word of ours is used once, in the order of
//! the truth. *Character error rate*: edits between every true word and what was recognised in its
//! place, over all true characters; a true word with nothing in its place is missed in full.

use std::collections::BTreeMap;
use std::fmt;

use citelight_core::Rect;
use citelight_reader::{PageContent, ReaderError};
use serde::Serialize;

use crate::matching::{Placed, Strips};
use crate::pages::{Wanted, by_file, read};
use crate::process::children_cpu_s;
use crate::truth::{ScanPage, ScanWord};
use crate::{EvalError, Settings, share};

/// The pages of one profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ScanGroup {
    /// How they were scanned, or the set they are from.
    pub profile: String,
    /// Pages scored; an unread page is scored as empty.
    pub pages: usize,
    /// Pages that could not be read.
    pub unread: usize,
    /// True words.
    pub words: usize,
    /// True words found with the very same text.
    pub exact: usize,
    /// True words found, case and outer punctuation apart.
    pub lenient: usize,
    /// True words with any word of ours in their place.
    pub located: usize,
    /// Characters of the true words.
    pub chars: usize,
    /// Characters that have to be changed.
    pub edits: usize,
    /// Words recognised.
    pub recognised: usize,
    /// Wall seconds for reading.
    pub seconds: f64,
    /// Processor seconds of the children, where the system tells.
    pub cpu_seconds: Option<f64>,
}

impl ScanGroup {
    /// Share of the true words found exactly, 0 to 1.
    pub fn recall(&self) -> f64 {
        share(self.exact, self.words) / 100.0
    }

    /// Character error rate, from 0 up.
    pub fn error_rate(&self) -> f64 {
        share(self.edits, self.chars) / 100.0
    }
}

/// Over all profiles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanReport {
    /// By profile, in alphabetical order.
    pub groups: Vec<ScanGroup>,
}

/// Reads and scores the pages, one profile after the other.
pub fn measure(truth: &[ScanPage], settings: &Settings) -> Result<ScanReport, EvalError> {
    let mut profiles: BTreeMap<&str, Vec<&ScanPage>> = BTreeMap::new();
    for page in truth {
        profiles.entry(&page.profile).or_default().push(page);
    }
    let groups = profiles
        .into_iter()
        .map(|(profile, pages)| {
            let wanted = single(by_file(pages.iter().map(|p| (p.pdf.as_path(), p.page))));
            let (start, cpu) = (std::time::Instant::now(), children_cpu_s());
            let contents = read(&wanted, settings);
            let mut group = ScanGroup {
                profile: profile.to_owned(),
                seconds: start.elapsed().as_secs_f64(),
                cpu_seconds: children_cpu_s().zip(cpu).map(|(after, before)| after - before),
                ..ScanGroup::default()
            };
            for (page, content) in pages.iter().zip(contents.into_iter().flatten()) {
                score_page(page, content, &mut group);
            }
            group
        })
        .collect();
    Ok(ScanReport { groups })
}

/// One file of many pages would keep all children but one idle.
fn single(wanted: Vec<Wanted>) -> Vec<Wanted> {
    let one = |file: Wanted| {
        let name = file.file;
        file.pages.into_iter().map(move |page| Wanted { file: name.clone(), pages: vec![page] })
    };
    wanted.into_iter().flat_map(one).collect()
}

fn score_page(page: &ScanPage, read: Result<PageContent, ReaderError>, group: &mut ScanGroup) {
    group.pages += 1;
    group.unread += usize::from(read.is_err());
    let words = read.map(|content| content.words).unwrap_or_default();
    let ours: Vec<Placed<'_>> = words
        .iter()
        .map(|w| Placed { text: w.text.trim(), rect: w.rect })
        .filter(|w| !w.text.is_empty())
        .collect();
    group.recognised += ours.len();
    score(&page.words, &ours, group);
}

fn score(truth: &[ScanWord], ours: &[Placed<'_>], group: &mut ScanGroup) {
    let strips = Strips::new(ours);
    let bare: Vec<String> = ours.iter().map(|w| bare(w.text)).collect();
    let mut used = vec![false; ours.len()];
    for word in truth {
        let [x0, y0, x1, y1] = word.ink;
        let ink = Rect { x0, y0, x1, y1 };
        let bare_truth = self::bare(&word.t);
        let (mut best, mut exact, mut lenient, mut located) = (None, false, false, false);
        let mut in_place: Vec<usize> = Vec::new();
        for at in strips.near(&ink) {
            if used[at] {
                continue;
            }
            let rect = ours[at].rect;
            let iou = ink.iou(&rect);
            if iou > 0.5 {
                located = true;
                if ours[at].text == word.t {
                    (exact, best) = (true, Some(at));
                }
                if bare[at] == bare_truth {
                    lenient = true;
                    best = best.or(Some(at));
                }
            }
            let near = Rect { x0: x0 - 1.0, y0: y0 - 1.0, x1: x1 + 1.0, y1: y1 + 1.0 };
            if iou > 0.3 || near.contains_point(rect.center_x(), rect.center_y()) {
                in_place.push(at);
            }
        }
        let got = match best {
            Some(at) => {
                used[at] = true;
                ours[at].text.to_owned()
            }
            None => {
                in_place.sort_by(|&a, &b| ours[a].rect.x0.total_cmp(&ours[b].rect.x0));
                in_place
                    .into_iter()
                    .map(|at| {
                        used[at] = true;
                        ours[at].text
                    })
                    .collect()
            }
        };
        let chars = word.t.chars().count();
        group.words += 1;
        group.chars += chars;
        group.exact += usize::from(exact);
        group.lenient += usize::from(lenient);
        group.located += usize::from(located);
        group.edits += edits(&word.t, &got).min(chars.max(1));
    }
}

/// The word in one case, without what is no letter, digit or underscore at its ends.
fn bare(word: &str) -> String {
    word.to_lowercase()
        .replace('ß', "ss")
        .trim_matches(|c: char| !c.is_alphanumeric() && c != '_')
        .to_owned()
}

/// Characters to insert, delete or replace to make one text of the other (Levenshtein).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl fmt::Display for ScanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.groups {
            write!(
                f,
                "scans: {}: {} pages ({} unread), {} words: recall {:.3}, lenient {:.3}, located {:.3}, CER {:.4}",
                group.profile,
                group.pages,
                group.unread,
                group.words,
                group.recall(),
                share(group.lenient, group.words) / 100.0,
                share(group.located, group.words) / 100.0,
                group.error_rate()
            )?;
            match group.cpu_seconds {
                Some(cpu) if cpu > 0.0 => {
                    writeln!(f, "; {:.2} pages per CPU-second", group.pages as f64 / cpu)?;
                }
                _ => writeln!(f, "; {:.1} s", group.seconds)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_between_words() {
        for (a, b, expected) in [
            ("", "", 0),
            ("word", "word", 0),
            ("word", "", 4),
            ("", "word", 4),
            ("kitten", "sitting", 3),
            ("flaw", "lawn", 2),
            ("naïve", "naive", 1),
        ] {
            assert_eq!(edits(a, b), expected, "{a} {b}");
        }
    }

    fn scored(truth: &[(&str, [f32; 4])], ours: &[(&str, [f32; 4])]) -> ScanGroup {
        let truth: Vec<ScanWord> =
            truth.iter().map(|(t, ink)| ScanWord { t: (*t).into(), ink: *ink }).collect();
        let ours: Vec<Placed<'_>> = ours
            .iter()
            .map(|(text, [x0, y0, x1, y1])| Placed { text, rect: Rect::new(*x0, *y0, *x1, *y1) })
            .collect();
        let mut group = ScanGroup::default();
        score(&truth, &ours, &mut group);
        group
    }

    #[test]
    fn words_are_scored_by_text_and_place() {
        let place = [10.0, 10.0, 50.0, 20.0];
        let shifted = [35.0, 10.0, 75.0, 20.0];
        for (truth, ours, expected) in [
            // exact, lenient, located, edits
            ("Total", vec![("Total", place)], (1, 1, 1, 0)),
            ("Total", vec![("total,", place)], (0, 1, 1, 2)),
            ("Total", vec![("Tota1", place)], (0, 0, 1, 1)),
            // Too far off to count, and its centre lies outside the ink.
            ("Total", vec![("Total", shifted)], (0, 0, 0, 5)),
            ("Total", vec![], (0, 0, 0, 5)),
            // Two halves are put together for the error rate.
            (
                "Total",
                vec![("al", [34.0, 10.0, 50.0, 20.0]), ("Tot", [10.0, 10.0, 33.0, 20.0])],
                (0, 0, 1, 0),
            ),
            // A long wrong word costs no more than the true one's length.
            ("a", vec![("abcdefgh", place)], (0, 0, 1, 1)),
            // An exact word is preferred to a lenient one that comes first.
            ("Total", vec![("TOTAL", place), ("Total", place)], (1, 1, 1, 0)),
        ] {
            let group = scored(&[(truth, place)], &ours);
            let found = (group.exact, group.lenient, group.located, group.edits);
            assert_eq!(found, expected, "{truth} {ours:?}");
        }
    }

    #[test]
    fn a_recognised_word_counts_once() {
        let place = [10.0, 10.0, 50.0, 20.0];
        let group = scored(&[("of", place), ("of", place)], &[("of", place)]);
        assert_eq!((group.words, group.exact, group.edits), (2, 1, 2));
    }
}

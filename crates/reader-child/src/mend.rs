//! Words whose font may draw other letters than it is said to have: where they stand, and what becomes of
//! them once the picture has been read there.

use std::collections::HashSet;

use citelight_core::{PageMarks, Rect, Word};
use citelight_pdf::PlacedImage;

/// Letters and signs of doubtful words on a page from which on they are looked at.
const FEWEST_CHARS: usize = 6;

/// Fonts of the open document whose letters a picture has confirmed, by what stands for their names.
#[derive(Default)]
pub(crate) struct Confirmed(HashSet<u64>);

impl Confirmed {
    /// Forgets all, for another document.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Of the doubtful words those that are still in doubt; none where they are too few to matter.
    pub(crate) fn left(&self, doubtful: Vec<(u32, u64)>, words: &[Word]) -> Vec<(u32, u64)> {
        let mut left = doubtful;
        left.retain(|(_, font)| !self.0.contains(font));
        let chars =
            |&(at, _): &(u32, u64)| words.get(at as usize).map_or(0, |w| w.text.chars().count());
        if left.iter().map(chars).sum::<usize>() < FEWEST_CHARS { Vec::new() } else { left }
    }
}

/// Where doubtful words stand, each with some ground around it, as pictures of no pixels.
pub(crate) fn places(doubtful: &[(u32, u64)], words: &[Word]) -> Vec<PlacedImage> {
    let place = |&(at, _): &(u32, u64)| {
        let word = words.get(at as usize)?;
        let ground = 0.4 * word.font_size.max(4.0);
        let Rect { x0, y0, x1, y1 } = word.rect;
        let rect = Rect { x0: x0 - ground, y0: y0 - ground, x1: x1 + ground, y1: y1 + ground };
        Some(PlacedImage { rect, pixel_per_pt: 0.0, width_px: 0, height_px: 0 })
    };
    doubtful.iter().filter_map(place).collect()
}

/// What a picture says of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// They are those that it shows.
    Equal,
    /// Nothing can be read in it with confidence.
    Silent,
    /// It shows others.
    Other,
}

/// Whether the words read from the picture are those of the file: of those that are read
/// with confidence, so many stand in the file, at the same place.
pub(crate) fn verdict<'w>(native: impl Iterator<Item = &'w Word>, found: &[&Word]) -> Verdict {
    const LEAST_CONFIDENCE: f32 = 0.7;
    const LEAST_EQUAL: f32 = 0.3;
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let own: Vec<(String, &Rect)> = native.map(|w| (plain(&w.text), &w.rect)).collect();
    let (mut confident, mut equal) = (0usize, 0usize);
    for word in found.iter().filter(|word| word.confidence >= LEAST_CONFIDENCE) {
        let text = plain(&word.text);
        if text.chars().count() < 3 {
            continue;
        }
        confident += 1;
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        let there = own.iter().any(|(own, rect)| rect.contains_point(x, y) && own.contains(&text));
        equal += usize::from(there);
    }
    match confident {
        0 => Verdict::Silent,
        _ if equal as f32 >= LEAST_EQUAL * confident as f32 => Verdict::Equal,
        _ => Verdict::Other,
    }
}

/// Of a recognised word's box: with more of it under words of the page it is one of those.
pub(crate) const MOST_COVERED: f32 = 0.3;

/// The share of a word's box that lies under others.
pub(crate) fn covered<'w>(word: &Word, others: impl IntoIterator<Item = &'w Word>) -> f32 {
    let area = word.rect.area().max(f32::MIN_POSITIVE);
    let shared = |other: &Word| {
        let (wide, high) = (word.rect.overlap_x(&other.rect), word.rect.overlap_y(&other.rect));
        wide.max(0.0) * high.max(0.0) / area
    };
    others.into_iter().map(shared).sum()
}

/// Takes out the doubtful words that the picture does not show, font by font, and tells whether some are
/// left that it neither confirms nor refutes.
pub(crate) fn mend(
    native: &mut Vec<Word>,
    marks: &mut PageMarks,
    doubtful: &[(u32, u64)],
    found: &[Word],
    confirmed: &mut Confirmed,
) -> bool {
    let mut gone: HashSet<u32> = HashSet::new();
    let mut silent = false;
    let in_doubt: HashSet<u32> = doubtful.iter().map(|(at, _)| *at).collect();
    let honest: Vec<&Word> = (0..)
        .zip(native.iter())
        .filter(|(at, _)| !in_doubt.contains(at))
        .map(|(_, word)| word)
        .collect();
    let fonts: HashSet<u64> = doubtful.iter().map(|(_, font)| *font).collect();
    for font in fonts {
        let places = || doubtful.iter().filter(|(_, f)| *f == font).map(|(at, _)| *at);
        let own: Vec<&Word> = places().filter_map(|at| native.get(at as usize)).collect();
        let meets = |word: &&Word| {
            let there = own.iter().any(|own| {
                own.rect.overlap_x(&word.rect) > 0.0
                    && own.rect.overlap_y(&word.rect) > 0.3 * own.rect.height()
            });
            there && covered(word, honest.iter().copied()) <= MOST_COVERED
        };
        let there: Vec<&Word> = found.iter().filter(meets).collect();
        match verdict(own.iter().copied(), &there) {
            Verdict::Equal => {
                confirmed.0.insert(font);
            }
            Verdict::Silent => silent = true,
            Verdict::Other => gone.extend(places()),
        }
    }
    remove(native, marks, &gone);
    silent
}

/// Removes words, and their places from the page's marks.
fn remove(words: &mut Vec<Word>, marks: &mut PageMarks, gone: &HashSet<u32>) {
    if gone.is_empty() {
        return;
    }
    // How many words are kept before each place.
    let mut before = vec![0u32];
    let count = u32::try_from(words.len()).unwrap_or(u32::MAX);
    before.extend((0..count).scan(0, |kept, at| {
        *kept += u32::from(!gone.contains(&at));
        Some(*kept)
    }));
    let now = |at: u32| before.get(at as usize).or(before.last()).copied().unwrap_or(0);
    for ranges in [&mut marks.italics, &mut marks.coloured] {
        ranges.iter_mut().for_each(|range| *range = (now(range.0), now(range.1)));
    }
    marks.tags.iter_mut().for_each(|tag| (tag.first, tag.end) = (now(tag.first), now(tag.end)));
    let mut at = 0;
    words.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    // Ranges that hold no word any more.
    marks.fit(words.len());
}

#[cfg(test)]
mod tests {
    use citelight_core::{TagRole, Tagged};

    use super::*;
    use crate::made_words::{own, read};

    #[test]
    fn a_picture_confirms_the_words_that_it_shows() {
        let found = [read("Bracket", 10.0, 10.0), read("XPS-15", 10.0, 30.0)];
        let found: Vec<&Word> = found.iter().collect();
        let say = |native: &[Word]| verdict(native.iter(), &found);
        assert_eq!(say(&[own("BRACKET", 10.0, 10.0), own("XPS-15", 9.0, 29.0)]), Verdict::Equal);
        assert_eq!(say(&[own("#SBDLFU", 10.0, 10.0), own("914.", 9.0, 29.0)]), Verdict::Other);
        assert_eq!(say(&[own("Bracket", 300.0, 10.0)]), Verdict::Other);
        assert_eq!(verdict([own("Bracket", 10.0, 10.0)].iter(), &[]), Verdict::Silent);
    }

    #[test]
    fn words_that_are_not_drawn_go_with_their_marks() {
        let mut native = vec![
            own("/,1(83", 10.0, 10.0),
            own("Doors", 10.0, 40.0),
            own("open", 50.0, 40.0),
            own("lost", 10.0, 70.0),
        ];
        let mut marks = PageMarks {
            italics: vec![(0, 1), (2, 3)],
            tags: vec![Tagged { role: TagRole::Paragraph, element: 1, first: 1, end: 4 }],
            ..PageMarks::default()
        };
        let doubtful = [(0, 7), (1, 8), (3, 9)];
        let found = [read("LINEUP", 10.0, 10.0), read("Doors", 11.0, 40.0)];
        let mut confirmed = Confirmed::default();
        assert!(mend(&mut native, &mut marks, &doubtful, &found, &mut confirmed));
        let texts: Vec<&str> = native.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["Doors", "open", "lost"]);
        assert_eq!(marks.italics, [(1, 2)]);
        assert_eq!((marks.tags[0].first, marks.tags[0].end), (0, 3));
        // What was confirmed once is not looked at again; a few signs are not worth it.
        assert_eq!(confirmed.left(vec![(0, 8), (1, 7)], &native), []);
        assert_eq!(confirmed.left(vec![(0, 7), (1, 7)], &native).len(), 2);
    }
}

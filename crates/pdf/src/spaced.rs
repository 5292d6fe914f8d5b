//! Letter-spaced words ("A N N U A L  R E P O R T") put together again. Pure.

use crate::words::OpenWord;

/// Letters in a row from which on spacing is meant; three capitals, five of a mixed kind.
const LEAST_CAPITALS: usize = 3;
const LEAST_LETTERS: usize = 5;

/// Gaps of a letter-spaced line, in font sizes.
const WIDEST_GAP: f32 = 2.5;

/// So wide it may be in fewer letters than these: wider apart they are the headings of columns ("W D H").
const FEW_LETTERS: usize = 8;
const WIDEST_OF_FEW: f32 = 1.0;

/// A gap larger than the smallest one by this factor, and by this share of the font size, lies
/// between words.
const WORD_FACTOR: f32 = 1.5;
const WORD_EXTRA: f32 = 0.1;

/// Joins single letters that follow each other on a line at one distance.
pub(crate) fn join(words: &mut Vec<OpenWord>) {
    let mut start = 0;
    let mut joined = Vec::new();
    while start < words.len() {
        let mut end = start + 1;
        while end < words.len() && gap(&words[end - 1], &words[end]).is_some() {
            end += 1;
        }
        if is_spaced(&words[start..end]) {
            joined.push((start, end));
        }
        start = end;
    }
    for (start, end) in joined.into_iter().rev() {
        let letters: Vec<OpenWord> = words.drain(start..end).collect();
        words.splice(start..start, together(letters));
    }
}

/// How far a single letter stands from the one before it on its line, in font sizes.
fn gap(one: &OpenWord, other: &OpenWord) -> Option<f32> {
    if one.chars != 1 || other.chars != 1 || one.invisible != other.invisible {
        return None;
    }
    let (a, b) = (&one.last, &other.first);
    if !a.ch.is_alphanumeric() || !b.ch.is_alphanumeric() {
        return None;
    }
    let size = a.size.max(b.size);
    let (dx, dy) = (b.origin.0 - a.origin.0, b.origin.1 - a.origin.1);
    let (step, across) = (dx * a.along.0 + dy * a.along.1, dx * a.along.1 - dy * a.along.0);
    let gap = (step - a.advance) / size;
    let same_line = across.abs() < 0.1 * size && a.size.min(b.size) > 0.6 * size;
    let same_way = a.along.0 * b.along.0 + a.along.1 * b.along.1 > 0.99;
    (same_line && same_way && (0.0..=WIDEST_GAP).contains(&gap)).then_some(gap)
}

/// Whether a row of single letters is words with spaced letters: most gaps are the same.
fn is_spaced(row: &[OpenWord]) -> bool {
    let capitals = row.iter().filter(|word| word.last.ch.is_uppercase()).count();
    let letters = row.iter().filter(|word| word.last.ch.is_alphabetic()).count();
    let enough = if capitals == letters { LEAST_CAPITALS } else { LEAST_LETTERS };
    if letters < enough || letters * 2 < row.len() {
        return false;
    }
    let widest = if row.len() < FEW_LETTERS { WIDEST_OF_FEW } else { WIDEST_GAP };
    if least(row) > widest {
        return false;
    }
    let limit = limit(row);
    let even = row.windows(2).filter(|pair| gap(&pair[0], &pair[1]).is_some_and(|g| g <= limit));
    even.count() * 2 >= row.len()
}

fn least(row: &[OpenWord]) -> f32 {
    let gaps = row.windows(2).filter_map(|pair| gap(&pair[0], &pair[1]));
    gaps.fold(WIDEST_GAP, f32::min)
}

/// The largest gap within a word of this row.
fn limit(row: &[OpenWord]) -> f32 {
    let least = least(row);
    (least * WORD_FACTOR).max(least + WORD_EXTRA)
}

fn together(letters: Vec<OpenWord>) -> Vec<OpenWord> {
    let limit = limit(&letters);
    let mut words: Vec<OpenWord> = Vec::new();
    for letter in letters {
        // The gap is measured from the last letter, which the word so far ends with.
        let fits = words
            .last()
            .is_some_and(|word| OpenWord::start(&word.last, word.last.ch).joins(&letter, limit));
        match words.last_mut() {
            Some(word) if fits => word.append(&letter),
            _ => words.push(letter),
        }
    }
    words
}

impl OpenWord {
    fn joins(&self, letter: &OpenWord, limit: f32) -> bool {
        gap(self, letter).is_some_and(|gap| gap <= limit)
    }
}

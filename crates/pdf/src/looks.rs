//! How words look and what the file calls them, as ranges of a page's words. Pure.

use citelight_core::{PageMarks, Rect, TagRole, Tagged, Word};

use crate::words::OpenWord;

/// Colours that differ by less in every channel (of 255) are one: black and the greys and blues
/// that only a meter tells from it.
const LEAST_DIFFERENCE: u8 = 72;

/// The native words of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageWords {
    /// In the order in which the file draws them.
    pub words: Vec<Word>,
    /// Whether some of them are drawn without ink, or under a picture of the page: the text layer
    /// of a scan, as good as the recognition that made it.
    pub invisible_layer: bool,
    /// What the page shows besides. Places count in `words`.
    pub marks: PageMarks,
    /// Pieces of text that the page holds and that pdfium cannot read, a character at least each; 0 where
    /// they are few.
    pub unread: usize,
    /// Places of words whose font may draw other letters than it is said to have, rising, each with what
    /// stands for the font's name.
    pub doubtful: Vec<(u32, u64)>,
}

/// What a text object says of its characters besides their font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Look {
    /// `None` for patterns.
    pub(crate) colour: Option<[u8; 3]>,
    /// The number of the marked content that it is part of; 0 for none, one more than the file's
    /// own otherwise.
    pub(crate) content: u32,
}

impl Look {
    /// `content` is pdfium's, which is -1 for none.
    pub(crate) fn new(colour: Option<[u8; 3]>, content: i32) -> Self {
        Self { colour, content: u32::try_from(content).map_or(0, |content| content + 1) }
    }

    fn content(&self) -> Option<i32> {
        i32::try_from(self.content.checked_sub(1)?).ok()
    }
}

/// A font that may draw other letters than it is said to have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Doubt {
    /// Stands for its name.
    pub(crate) name: u64,
    /// Whether the file has no characters for its codes.
    pub(crate) codes: bool,
}

/// Words of fewer characters are symbols, "a" for an alpha: nothing that a picture could tell.
const FEWEST_DOUBTFUL: usize = 3;

/// Closes the words of a page. `doubts` holds the fonts in doubt by their numbers; `tag` gives role and
/// element of a piece of marked content.
pub(crate) fn close(
    words: Vec<OpenWord>,
    rules: Vec<Rect>,
    doubts: &[Option<Doubt>],
    mut tag: impl FnMut(i32) -> Option<(TagRole, u32)>,
) -> PageWords {
    let invisible_layer = words.iter().any(|word| word.invisible);
    let usual = usual_colour(&words);
    let mut marks = PageMarks { rules, ..PageMarks::default() };
    // Most words stand in the content of the word before.
    let mut latest = (None, None);
    for (place, word) in (0..).zip(&words) {
        if word.is_italic() {
            extend(&mut marks.italics, place);
        }
        let differs = |colour| usual.is_some_and(|usual| is_other(colour, usual));
        if word.first.look.colour.is_some_and(differs) && !word.invisible {
            extend(&mut marks.coloured, place);
        }
        let content = word.first.look.content();
        if content != latest.0 {
            latest = (content, content.and_then(&mut tag));
        }
        let Some((role, element)) = latest.1 else { continue };
        match marks.tags.last_mut() {
            Some(run) if run.end == place && (run.role, run.element) == (role, element) => {
                run.end += 1;
            }
            _ => marks.tags.push(Tagged { role, element, first: place, end: place + 1 }),
        }
    }
    let in_doubt = |word: &OpenWord| {
        let doubt = doubts.get(usize::from(word.first.font)).copied().flatten()?;
        (doubt.codes || word.chars >= FEWEST_DOUBTFUL).then_some(doubt.name)
    };
    let doubtful = (0..).zip(&words).filter_map(|(at, word)| Some((at, in_doubt(word)?))).collect();
    let words = words.into_iter().map(OpenWord::close).collect();
    PageWords { words, invisible_layer, marks, unread: 0, doubtful }
}

/// Adds a place to rising ranges.
fn extend(ranges: &mut Vec<(u32, u32)>, place: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end == place => *end += 1,
        _ => ranges.push((place, place + 1)),
    }
}

/// The colour of most characters.
fn usual_colour(words: &[OpenWord]) -> Option<[u8; 3]> {
    /// A page in more colours has none that is usual.
    const MOST: usize = 32;
    let mut colours: Vec<([u8; 3], usize)> = Vec::new();
    for word in words {
        let Some(colour) = word.first.look.colour.filter(|_| !word.invisible) else { continue };
        match colours.iter().position(|(known, _)| !is_other(*known, colour)) {
            Some(at) => colours[at].1 += word.chars,
            None if colours.len() < MOST => colours.push((colour, word.chars)),
            None => {}
        }
    }
    colours.into_iter().max_by_key(|(_, chars)| *chars).map(|(colour, _)| colour)
}

fn is_other(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).any(|(a, b)| a.abs_diff(b) >= LEAST_DIFFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::{Glyph, Ink};

    fn words(looks: &[(&str, bool, [u8; 3], i32)]) -> Vec<OpenWord> {
        let word = |&(text, italic, colour, content): &(&str, bool, [u8; 3], i32)| {
            let mut letters = text.chars().map(|ch| Glyph {
                ch,
                origin: (0.0, 0.0),
                along: (1.0, 0.0),
                advance: 5.0,
                rect: Rect::default(),
                size: 10.0,
                bold: false,
                italic,
                ink: Ink::Drawn,
                ligature: false,
                guessed_space: false,
                look: Look::new(Some(colour), content),
                font: 0,
            });
            let first = letters.next().unwrap();
            let mut word = OpenWord::start(&first, first.ch);
            letters.for_each(|letter| word.append(&OpenWord::start(&letter, letter.ch)));
            word
        };
        looks.iter().map(word).collect()
    }

    #[test]
    fn neighbours_that_look_alike_are_one_range() {
        let (black, ink, blue) = ([0; 3], [20, 20, 60], [0, 0, 200]);
        let words = words(&[
            ("Title", false, blue, 0),
            ("the", false, black, 1),
            ("words", true, ink, 1),
            ("of", true, black, 2),
            ("a", false, black, -1),
            ("note", true, blue, 3),
        ]);
        let tag = |content| match content {
            0 => Some((TagRole::Heading(1), 0)),
            1 | 2 => Some((TagRole::Paragraph, 1)),
            _ => None,
        };
        let page = close(words, Vec::new(), &[None], tag);
        assert_eq!(page.marks.italics, [(2, 4), (5, 6)]);
        assert_eq!(page.marks.coloured, [(0, 1), (5, 6)]);
        let tags: Vec<_> = page.marks.tags.iter().map(|t| (t.role, t.first, t.end)).collect();
        assert_eq!(tags, [(TagRole::Heading(1), 0, 1), (TagRole::Paragraph, 1, 4)]);
    }

    #[test]
    fn no_marked_content_is_none() {
        assert_eq!(Look::new(None, -1).content(), None);
        assert_eq!(Look::new(None, 0).content(), Some(0));
        assert_eq!(Look::new(None, i32::MAX).content(), Some(i32::MAX));
    }
}

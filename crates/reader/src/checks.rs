//! What a reply must be to be believed. The child may be broken, or taken over by the file that it reads:
//! whoever uses a reply relies on finite, ordered, bounded values, and on their number.

use citelight_core::{PageLink, PageNumber, Rect, Word};

use crate::protocol::{OpenedDocument, PageContent, Pixels};

/// Documents with more pages are refused. A file of some hundred bytes can state a million.
pub(crate) const MOST_PAGES: u32 = 100_000;
/// Pages with more words are refused: a printed page holds a thousand, a telephone book's eight.
pub(crate) const MOST_WORDS: usize = 50_000;
/// Longer words are no words.
pub(crate) const MOST_WORD_BYTES: usize = 16 * 1024;
/// Letters of all words of a page together.
const MOST_TEXT_BYTES: usize = 4 << 20;
const MOST_OUTLINE_ITEMS: usize = 20_000;
const DEEPEST_OUTLINE: u32 = 32;
const MOST_LINKS: usize = 5_000;
const MOST_TITLE_CHARS: usize = 1_000;
const MOST_LABEL_CHARS: usize = 100;
const MOST_MESSAGE_CHARS: usize = 500;
/// No page reaches so far, in points; PDF's own limit is 14,400.
const FARTHEST_PT: f32 = 1_000_000.0;
/// Pixels of a picture; the child's own cap is 32 million.
const MOST_PIXELS: u64 = 40_000_000;

/// Why a reply is not believed, in words that go on "the reader …".
type Broken = &'static str;

/// Checks what is known of a document, and cuts what is too long to be true.
pub(crate) fn opened(document: &mut OpenedDocument) -> Result<(), Broken> {
    if document.page_count == 0 {
        return Err("it opened a document without pages");
    }
    let pages = document.page_count;
    if let Some(title) = &mut document.title {
        cut(title, MOST_TITLE_CHARS);
    }
    document.labels.truncate(pages as usize);
    for label in document.labels.iter_mut().flatten() {
        cut(label, MOST_LABEL_CHARS);
    }
    document.outline.truncate(MOST_OUTLINE_ITEMS);
    for item in &mut document.outline {
        cut(&mut item.title, MOST_TITLE_CHARS);
        item.level = item.level.clamp(1, DEEPEST_OUTLINE);
        item.page = item.page.filter(|page| page.get() <= pages);
        item.y = item.y.filter(|y| y.is_finite() && y.abs() <= FARTHEST_PT);
    }
    document.active_content.dedup();
    document.active_content.truncate(16);
    Ok(())
}

/// Checks a page that was asked for.
pub(crate) fn page(content: &mut PageContent, asked: PageNumber) -> Result<(), Broken> {
    let PageContent { info, words, marks } = content;
    if info.page != asked {
        return Err("it gave another page than was asked for");
    }
    let is_size = |size: f32| size.is_finite() && size > 0.0 && size <= FARTHEST_PT;
    if !is_size(info.width) || !is_size(info.height) {
        return Err("it gave a page without a size");
    }
    if let Some(label) = &mut info.label {
        cut(label, MOST_LABEL_CHARS);
    }
    if let Some(problem) = &mut info.problem {
        cut(problem, MOST_MESSAGE_CHARS);
    }
    if words.len() > MOST_WORDS {
        return Err("it found more words on the page than a page can hold");
    }
    if words.iter().map(|word| word.text.len()).sum::<usize>() > MOST_TEXT_BYTES {
        return Err("it found more text on the page than a page can hold");
    }
    if !words.iter().all(is_word) {
        return Err("it gave a word without a place, or a place without a word");
    }
    marks.fit(words.len());
    marks.rules.retain(is_place);
    Ok(())
}

/// Checks the links of a page; those that stand nowhere are left out.
pub(crate) fn links(links: &mut Vec<PageLink>) {
    links.truncate(MOST_LINKS);
    for link in links.iter_mut() {
        link.rects.retain(is_place);
    }
    links.retain(|link| !link.rects.is_empty());
}

/// Checks that a picture has as many pixels as it says, and no more than can be shown.
pub(crate) fn picture(pixels: &Pixels) -> Result<(), Broken> {
    let count = u64::from(pixels.width_px) * u64::from(pixels.height_px);
    if (1..=MOST_PIXELS).contains(&count) && pixels.rgb.len() as u64 == 3 * count {
        Ok(())
    } else {
        Err("it drew something that is no picture")
    }
}

fn is_word(word: &Word) -> bool {
    let Word { text, rect, font_size, confidence, .. } = word;
    !text.trim().is_empty()
        && text.len() <= MOST_WORD_BYTES
        && is_place(rect)
        && font_size.is_finite()
        && (0.0..=FARTHEST_PT).contains(font_size)
        && (0.0..=1.0).contains(confidence)
}

/// Finite, ordered, and on some page.
fn is_place(rect: &Rect) -> bool {
    let Rect { x0, y0, x1, y1 } = *rect;
    [x0, y0, x1, y1].iter().all(|v| v.is_finite() && v.abs() <= FARTHEST_PT) && x0 <= x1 && y0 <= y1
}

fn cut(text: &mut String, most_chars: usize) {
    if let Some((end, _)) = text.char_indices().nth(most_chars) {
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::{LinkTarget, OutlineItem, PageInfo, PageMarks, PageStatus, WordSource};

    use super::*;

    fn content(words: Vec<Word>) -> PageContent {
        let info = PageInfo {
            page: PageNumber::FIRST,
            label: None,
            width: 612.0,
            height: 792.0,
            status: PageStatus::Native,
            problem: None,
        };
        PageContent { info, words, marks: PageMarks::default() }
    }

    fn word() -> Word {
        Word {
            text: "word".into(),
            rect: Rect::new(10.0, 10.0, 40.0, 20.0),
            font_size: 10.0,
            bold: false,
            source: WordSource::Native,
            confidence: 1.0,
        }
    }

    #[test]
    fn pages_that_cannot_be_are_not_believed() {
        let check = |mut content: PageContent| page(&mut content, PageNumber::FIRST);
        assert_eq!(check(content(vec![word()])), Ok(()));
        let nan = f32::NAN;
        let broken = [
            Word { rect: Rect { x0: nan, y0: nan, x1: nan, y1: nan }, ..word() },
            Word { rect: Rect { x0: 40.0, y0: 10.0, x1: 10.0, y1: 20.0 }, ..word() },
            Word { rect: Rect { x0: 0.0, y0: 0.0, x1: f32::MAX, y1: 1.0 }, ..word() },
            Word { font_size: nan, ..word() },
            Word { font_size: -1.0, ..word() },
            Word { confidence: f32::INFINITY, ..word() },
            Word { text: " \n".into(), ..word() },
            Word { text: "x".repeat(MOST_WORD_BYTES + 1), ..word() },
        ];
        for word in broken {
            assert!(check(content(vec![word.clone()])).is_err(), "{word:?}");
        }
        assert!(check(content(vec![word(); MOST_WORDS + 1])).is_err());
        let mut other = content(vec![]);
        other.info.page = PageNumber::from_index(1);
        assert!(check(other).is_err());
        let mut flat = content(vec![]);
        flat.info.height = 0.0;
        assert!(check(flat).is_err());
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let item = |level, page| OutlineItem {
            title: "t".repeat(5_000),
            level,
            page: Some(PageNumber::from_index(page)),
            y: Some(f32::NAN),
        };
        let mut document = OpenedDocument {
            page_count: 2,
            title: Some("ü".repeat(2_000)),
            outline: vec![item(0, 1), item(200_000, 2)],
            labels: vec![Some("l".repeat(900)); 9],
            ..OpenedDocument::default()
        };
        document.outline.extend(vec![item(1, 0); MOST_OUTLINE_ITEMS]);
        opened(&mut document).unwrap();
        assert_eq!(document.title.unwrap().chars().count(), MOST_TITLE_CHARS);
        assert_eq!(document.labels.len(), 2);
        assert_eq!(document.labels[0].as_ref().unwrap().len(), MOST_LABEL_CHARS);
        assert_eq!(document.outline.len(), MOST_OUTLINE_ITEMS);
        let [first, second] = &document.outline[..2] else { panic!() };
        assert_eq!((first.level, first.page.unwrap().get(), first.y), (1, 2, None));
        assert_eq!((second.level, second.page), (DEEPEST_OUTLINE, None));
        assert!(opened(&mut OpenedDocument::default()).is_err());
    }

    #[test]
    fn pictures_and_links_are_what_they_say() {
        let pixels =
            |width_px, height_px, bytes| Pixels { width_px, height_px, rgb: vec![0; bytes] };
        assert_eq!(picture(&pixels(8, 6, 144)), Ok(()));
        for (width, height, bytes) in
            [(0, 9, 0), (8, 6, 143), (8, 6, 145), (100_000, 100_000, 9), (u32::MAX, u32::MAX, 3)]
        {
            assert!(picture(&pixels(width, height, bytes)).is_err(), "{width} × {height}");
        }
        let link = |x0: f32| PageLink {
            rects: vec![Rect { x0, y0: 0.0, x1: 9.0, y1: 9.0 }],
            target: LinkTarget::Address("https://example.org".into()),
        };
        let mut all = vec![link(0.0), link(f32::NAN)];
        links(&mut all);
        assert_eq!(all, [link(0.0)]);
    }
}

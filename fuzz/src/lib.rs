//! Pages made of any bytes, for the targets that work on words with their places.

use citelight_core::{PageMarks, PageNumber, Rect, Word, WordSource};
use citelight_structure::PageWords;

/// Words that rules look at, beside those that mean nothing.
const WORDS: [&str; 64] = [
    "the", "rent", "Total", "revenues", "2019", "2020", "1,234", "(56)", "—", "$", "%", "12.5", "£9",
    "Table", "1.", "1.1", "(a)", "(ii)", "•", "-", "Article", "Section", "IV", "means", "“Lease”",
    "shall", "be", "deleted", "and", "replaced", "by", "Name:", "Date", "____", "....", "☐", "☒", "Yes",
    "No", "Note", "page", "3", "of", "inter-", "na\u{ad}", "tional", "字", "é", "\u{202f}", "a", "I.",
    "Contents", "Chapter", "thousand", "€", "1.234,50", "31", "December", "signed", "See", "¹", "*", ":",
    "in millions",
];

const MOST_PAGES: usize = 4;
const MOST_WORDS: usize = 400;
const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;

pub struct Page {
    pub words: Vec<Word>,
    pub marks: PageMarks,
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// From 0 to `end`, in 256 steps.
    fn share(&mut self, end: f32) -> Option<f32> {
        Some(f32::from(self.next()?) / 255.0 * end)
    }
}

/// Pages as bytes say: each makes a word where the last one ended, at the next line, in another column, or
/// anywhere; a ruling; another size; or another page.
pub fn pages(data: &[u8]) -> Vec<Page> {
    let mut bytes = Bytes(data);
    let mut pages = vec![empty()];
    let _ = draw(&mut bytes, &mut pages);
    pages
}

fn empty() -> Page {
    Page { words: Vec::new(), marks: PageMarks::default() }
}

fn draw(bytes: &mut Bytes<'_>, pages: &mut Vec<Page>) -> Option<()> {
    let (mut x, mut y, mut left) = (72.0_f32, 72.0_f32, 72.0_f32);
    let (mut size, mut bold) = (10.0_f32, false);
    loop {
        let what = bytes.next()?;
        let page = pages.last_mut()?;
        match what {
            0..=199 => {}
            200..=214 => (x, y) = (left, y + 1.2 * size),
            215..=224 => x = 60.0 * f32::from(bytes.next()? % 10),
            225..=229 => (left, x) = (x, x),
            230..=234 => (x, y) = (bytes.share(WIDTH)?, bytes.share(HEIGHT)?),
            235..=238 => (size, bold) = (4.0 + bytes.share(30.0)?, !bold),
            239..=246 => {
                let (x0, y0) = (bytes.share(WIDTH)?, bytes.share(HEIGHT)?);
                let length = bytes.share(WIDTH)?;
                let (w, h) = if what % 2 == 0 { (length, 0.5) } else { (0.5, length) };
                page.marks.rules.push(Rect::new(x0, y0, x0 + w, y0 + h));
            }
            247..=249 => y = (y - bytes.share(40.0)?).max(-20.0),
            250..=252 => x += bytes.share(80.0)? - 20.0,
            _ => {
                if pages.len() == MOST_PAGES {
                    return None;
                }
                pages.push(empty());
                (x, y, left) = (72.0, 72.0, 72.0);
            }
        }
        if what >= 200 {
            continue;
        }
        let page = pages.last_mut()?;
        if page.words.len() == MOST_WORDS {
            return None;
        }
        let text = match what {
            0..64 => WORDS[usize::from(what)].to_owned(),
            64..160 => char::from(what - 31).to_string().repeat(1 + usize::from(what % 5)),
            _ => format!("{}", u32::from(bytes.next()?) * u32::from(what)),
        };
        let width = text.chars().count() as f32 * 0.5 * size;
        page.words.push(Word {
            text,
            rect: Rect::new(x, y, x + width, y + 1.2 * size),
            font_size: size,
            bold,
            source: if what % 16 == 15 { WordSource::Ocr } else { WordSource::Native },
            confidence: 0.9,
        });
        x += width + 0.28 * size;
    }
}

pub fn views(pages: &[Page]) -> Vec<PageWords<'_>> {
    let numbered = pages.iter().enumerate();
    numbered
        .map(|(at, Page { words, marks })| PageWords {
            page: PageNumber::from_index(at),
            width: WIDTH,
            height: HEIGHT,
            words,
            marks,
        })
        .collect()
}

//! Pages made of words laid out by simple rules, for the tests of this crate.
#![allow(dead_code, unreachable_pub)] // every test file uses another part of it

use citelight_core::{PageMarks, PageNumber, Rect, Word, WordSource};
use citelight_structure::{Flow, PageWords, compose};
use proptest::prelude::*;

/// Width of a character and of a space, as a share of the font size.
const CHAR: f32 = 0.5;
const SPACE: f32 = 0.28;

/// A page under construction: US Letter, 10-point text, 12-point leading unless told.
#[derive(Debug, Clone)]
pub struct Page {
    pub width: f32,
    pub height: f32,
    pub words: Vec<Word>,
    pub size: f32,
    pub bold: bool,
    pub marks: PageMarks,
}

impl Page {
    pub fn new() -> Self {
        Page {
            width: 612.0,
            height: 792.0,
            words: Vec::new(),
            size: 10.0,
            bold: false,
            marks: PageMarks::default(),
        }
    }

    pub fn word(&mut self, text: &str, rect: Rect) -> &mut Self {
        self.words.push(Word {
            text: text.to_owned(),
            rect,
            font_size: self.size,
            bold: self.bold,
            source: WordSource::Native,
            confidence: 1.0,
        });
        self
    }

    /// Words of a line from `x`, on the line whose top is `y`. Returns where it ends.
    pub fn line(&mut self, x: f32, y: f32, text: &str) -> f32 {
        let mut at = x;
        for word in text.split_whitespace() {
            let width = word.chars().count() as f32 * CHAR * self.size;
            self.word(word, Rect::new(at, y, at + width, y + 1.2 * self.size));
            at += width + SPACE * self.size;
        }
        at
    }

    /// A line in the given size and weight.
    pub fn styled(&mut self, x: f32, y: f32, size: f32, bold: bool, text: &str) -> &mut Self {
        let usual = (self.size, self.bold);
        (self.size, self.bold) = (size, bold);
        self.line(x, y, text);
        (self.size, self.bold) = usual;
        self
    }

    /// A paragraph filled to `width`. Returns the top of the line after it.
    pub fn paragraph(&mut self, x: f32, y: f32, width: f32, text: &str) -> f32 {
        let mut top = y;
        for line in fill(text, width, self.size) {
            self.line(x, top, &line);
            top += 1.2 * self.size;
        }
        top
    }

    /// Width of a line in points.
    fn width_of(&self, text: &str) -> f32 {
        let mut probe = Page { words: Vec::new(), ..self.clone() };
        probe.line(0.0, 0.0, text) - SPACE * self.size
    }

    /// A line that ends at `right`.
    pub fn right(&mut self, right: f32, y: f32, text: &str) {
        self.line(right - self.width_of(text), y, text);
    }

    /// A line round a middle.
    pub fn centred(&mut self, middle: f32, y: f32, text: &str) {
        self.line(middle - self.width_of(text) / 2.0, y, text);
    }

    /// Strokes of a grid with the given edges.
    pub fn grid(&mut self, xs: &[f32], ys: &[f32]) {
        let (x0, x1, y0, y1) = (xs[0], xs[xs.len() - 1], ys[0], ys[ys.len() - 1]);
        self.marks.rules.extend(xs.iter().map(|x| Rect::new(*x, y0, *x + 0.5, y1)));
        self.marks.rules.extend(ys.iter().map(|y| Rect::new(x0, *y, x1, *y + 0.5)));
    }

    /// One row of cells at the given places.
    pub fn row(&mut self, y: f32, cells: &[(f32, &str)]) -> &mut Self {
        for (x, text) in cells {
            self.line(*x, y, text);
        }
        self
    }
}

/// Lines of a text that fit a width.
pub fn fill(text: &str, width: f32, size: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = f32::INFINITY;
    for word in text.split_whitespace() {
        let own = word.chars().count() as f32 * CHAR * size;
        if used + own > width {
            lines.push(word.to_owned());
            used = own + SPACE * size;
        } else if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
            used += own + SPACE * size;
        }
    }
    lines
}

/// Running text of so many sentences, all of them different.
pub fn prose(name: &str, sentences: usize) -> String {
    let body = "tells of the matter at hand in plain words and goes on until it ends";
    let one = |n| format!("The {} sentence of {name} {body}.", ordinal(n));
    (1..=sentences).map(one).collect::<Vec<_>>().join(" ")
}

fn ordinal(n: usize) -> String {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    names.get(n - 1).map_or_else(|| format!("number-{n}"), |s| (*s).to_owned())
}

pub fn views(pages: &[Page]) -> Vec<PageWords<'_>> {
    pages
        .iter()
        .enumerate()
        .map(|(at, page)| PageWords {
            page: PageNumber::from_index(at),
            width: page.width,
            height: page.height,
            words: &page.words,
            marks: &page.marks,
        })
        .collect()
}

pub fn flow(pages: &[Page]) -> Flow {
    compose(&views(pages))
}

/// Text of a flow with every run of white space as one space.
pub fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the texts occur one after the other, each whole, white space aside.
#[track_caller]
pub fn assert_order(flow: &Flow, texts: &[&str]) {
    let text = folded(&flow.text);
    let mut at = 0;
    for part in texts {
        let part = folded(part);
        match text[at..].find(&part) {
            Some(found) => at += found + part.len(),
            None => panic!("not found in order: {part:?}\nin: {}", flow.text),
        }
    }
}

/// Pages of everything that documents are made of, in any order.
pub fn mixed() -> impl Strategy<Value = Vec<Page>> {
    let part = (0u8..8, 1usize..7);
    let page = (prop::collection::vec(part, 1..7), any::<bool>()).prop_map(|(parts, notes)| {
        let mut page = Page::new();
        let mut y = 60.0;
        for (kind, count) in parts {
            y = put(&mut page, kind, count, y) + 14.0;
            if y > 600.0 {
                break;
            }
        }
        if notes {
            page.styled(72.0, 740.0, 7.0, false, "1 See the report of the year before.");
            page.styled(72.0, 750.0, 7.0, false, "2 As amended.");
        }
        page
    });
    prop::collection::vec(page, 1..4)
}

/// One part of a page from `y` on. Returns the top of what comes after it.
fn put(page: &mut Page, kind: u8, count: usize, y: f32) -> f32 {
    let lines = |page: &mut Page, x: f32, texts: &[String]| {
        for (at, text) in texts.iter().enumerate() {
            page.line(x, y + 13.0 * at as f32, text);
        }
        y + 13.0 * texts.len() as f32
    };
    let counted = |form: &dyn Fn(usize) -> String| (1..=count).map(form).collect::<Vec<_>>();
    match kind {
        0 => {
            page.styled(72.0, y, 15.0, true, &format!("{count} Title of the part"));
            y + 20.0
        }
        1 => {
            lines(page, 90.0, &counted(&|n| format!("• item {n} of the list, which says little;")))
        }
        2 => {
            page.line(72.0, y, "Each of the parties shall do the following:");
            let texts = counted(&|n| format!("({n}) it pays what it owes to the other party;"));
            for (at, text) in texts.iter().enumerate() {
                page.line(90.0, y + 13.0 * (at + 1) as f32, text);
            }
            y + 13.0 * (count + 1) as f32
        }
        3 => {
            page.row(y, &[(300.0, "2022"), (380.0, "2021"), (460.0, "2020")]);
            for n in 0..=count {
                let y = y + 13.0 * (n + 1) as f32;
                page.row(
                    y,
                    &[(72.0, "Sales of it"), (300.0, "1,975"), (380.0, "764"), (460.0, "—")],
                );
            }
            y + 13.0 * (count + 2) as f32
        }
        4 => lines(page, 72.0, &counted(&|n| format!("let x{n} = f(x{n}, y[{n}]); // {n}"))),
        5 => {
            page.line(72.0, y, &format!("Figure {count}: What became of it"));
            y + 13.0
        }
        6 => {
            page.line(220.0, y, "y = a x² + ∑ b_i x_i");
            y + 13.0
        }
        _ => page.paragraph(72.0, y, 440.0, &prose("alpha", count)),
    }
}

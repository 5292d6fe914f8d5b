//! A whole document: cover, contents, body, running headers and footers.
//!
//! The body is set first, because the contents page needs its page labels; the front matter is then put before it.

use crate::boxes::{Margins, Pages, Piece, paginate};
use crate::cover::{self, Cover};
use crate::error::Error;
use crate::fonts::{Face, Fonts};
use crate::lines::{Slot, Style, draw, plain, wrap};
use crate::markup::{Align, Block, Span, parse};
use crate::number::number;
use crate::page::{GREY, HAIR, HEIGHT, Item, Label, Link, Mark, Page, WIDTH};
use crate::pdf::{self, Information};
use crate::set::{Theme, set};

/// Everything that makes one document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Document {
    pub(crate) file_name: &'static str,
    pub(crate) information: Information,
    pub(crate) theme: Theme,
    pub(crate) cover: Cover,
    /// A text between contents and body, in the markup.
    pub(crate) foreword: Option<&'static str>,
    /// The document itself, in the markup.
    pub(crate) body: &'static str,
    /// Whether there is a contents page.
    pub(crate) contents: bool,
    /// Roman labels before the body, which then starts at 1; otherwise one count from the cover on.
    pub(crate) roman_front: bool,
    /// Left part of the footer.
    pub(crate) footer: &'static str,
    /// Words before the page label in the footer.
    pub(crate) page_word: &'static str,
}

const MARGINS: Margins = Margins { left: 70.0, top: 84.0, bottom: 78.0 };

/// Sets the document and returns the bytes of its PDF.
pub(crate) fn compose(fonts: &Fonts, document: &Document) -> Result<Vec<u8>, Error> {
    let theme = &document.theme;
    let mut column = Vec::new();
    column.extend(cover::masthead(fonts, theme, document.cover)?);
    column.extend(set(fonts, theme, &read(document, document.body)?)?);

    let front_count = front(fonts, document, &[], &arabic(1))?.pages.len();
    let first = if document.roman_front { arabic(1) } else { arabic(front_count + 1) };
    let body = paginate(column, MARGINS, HEIGHT, first);

    let entries: Vec<(Mark, String)> = body
        .marks
        .iter()
        .filter(|mark| (1..=2).contains(&mark.level))
        .map(|mark| (mark.clone(), body.pages[mark.page].label.text()))
        .collect();
    // The number of contents pages does not depend on the labels that they show, so one more pass settles it.
    let labels = if document.roman_front { Label::Roman(1) } else { arabic(1) };
    let mut whole = front(fonts, document, &entries, &labels)?;
    if !document.roman_front && whole.pages.len() != front_count {
        let shift = whole.pages.len() - front_count;
        let entries: Vec<(Mark, String)> = entries
            .into_iter()
            .map(|(mark, _)| {
                let label = shifted(&body.pages[mark.page].label, shift).text();
                (mark, label)
            })
            .collect();
        whole = front(fonts, document, &entries, &labels)?;
    }
    let shift = if document.roman_front { 0 } else { whole.pages.len() - front_count };

    let offset = whole.pages.len();
    whole.pages.extend(body.pages.into_iter().map(|mut page| {
        page.label = shifted(&page.label, shift);
        page
    }));
    whole
        .marks
        .extend(body.marks.into_iter().map(|mark| Mark { page: mark.page + offset, ..mark }));
    for (index, page) in whole.pages.iter_mut().enumerate() {
        if index > 0 || !document.cover.fills_page() {
            furniture(fonts, document, page)?;
        }
    }
    Ok(pdf::write(fonts, document.information, &whole.pages, &whole.marks))
}

fn arabic(number: usize) -> Label {
    Label::Arabic { prefix: String::new(), number }
}

/// A plain arabic label moved on by some pages; prefixed labels count for themselves.
fn shifted(label: &Label, by: usize) -> Label {
    match label {
        Label::Arabic { prefix, number } if prefix.is_empty() => arabic(number + by),
        other => other.clone(),
    }
}

/// Parses and numbers a text. Links to headings need names, so those without get one from their number.
pub(crate) fn read(document: &Document, source: &str) -> Result<Vec<Block>, Error> {
    let mut blocks = parse(document.file_name, source)?;
    number(document.file_name, &mut blocks)?;
    let mut count = 0;
    for block in &mut blocks {
        if let Block::Heading { name: name @ None, .. } = block {
            count += 1;
            *name = Some(format!("heading-{count}"));
        }
    }
    Ok(blocks)
}

/// Cover, contents and foreword. `entries` are the headings that the contents page lists, with their page labels.
fn front(
    fonts: &Fonts,
    document: &Document,
    entries: &[(Mark, String)],
    first: &Label,
) -> Result<Pages, Error> {
    let theme = &document.theme;
    let mut out = Pages::default();
    let mut label = first.clone();
    if document.cover.fills_page() {
        let mut page = Page::new(label.clone());
        cover::draw(fonts, theme, document.cover, &mut page)?;
        label = label.next();
        out.pages.push(page);
    }
    let mut parts = Vec::new();
    if document.contents {
        parts.push(contents(fonts, theme, entries)?);
    }
    if let Some(foreword) = document.foreword {
        parts.push(set(fonts, theme, &read(document, foreword)?)?);
    }
    for pieces in parts {
        let part = paginate(pieces, MARGINS, HEIGHT, label.clone());
        let offset = out.pages.len();
        for _ in &part.pages {
            label = label.next();
        }
        out.pages.extend(part.pages);
        out.marks
            .extend(part.marks.into_iter().map(|mark| Mark { page: mark.page + offset, ..mark }));
    }
    Ok(out)
}

fn contents(fonts: &Fonts, theme: &Theme, entries: &[(Mark, String)]) -> Result<Vec<Piece>, Error> {
    const LABEL_COLUMN: f32 = 40.0;
    let heading = Block::Heading {
        level: 1,
        title: "Contents".to_owned(),
        name: None,
        numbered: false,
        number: String::new(),
    };
    let mut pieces = set(fonts, theme, &[heading])?;
    for (mark, label) in entries {
        let chapter = mark.level == 1;
        let face = if chapter { Face::SansBold } else { Face::Sans };
        let colour = if chapter { theme.accent } else { theme.body().colour };
        let style = Style { face, size: 9.2, leading: 13.4, colour };
        let indent = if chapter { 0.0 } else { 18.0 };
        let mut piece = Piece {
            before: if chapter { 6.0 } else { 0.0 },
            height: style.leading,
            // A chapter's line never ends a contents page.
            keep: chapter,
            ..Piece::default()
        };
        let span = Span { text: mark.title.clone(), ..Span::default() };
        let width = theme.width - indent - LABEL_COLUMN;
        let lines = wrap(fonts, &[span], style, width)?;
        let mut title_end = indent;
        for (index, line) in lines.iter().enumerate() {
            let y = index as f32 * style.leading;
            let slot = Slot { x: indent, y, width };
            draw(line, style, slot, Some(Align::Left), &mut piece.items, &mut Vec::new());
            title_end = indent + line.width;
            piece.height = y + style.leading;
        }
        let y = piece.height - style.leading;
        if !chapter {
            leader(title_end + 6.0, y + style.baseline(), theme.width - LABEL_COLUMN, &mut piece);
        }
        let slot = Slot { x: theme.width - LABEL_COLUMN, y, width: LABEL_COLUMN };
        plain(fonts, label, style, slot, Align::Right, &mut piece.items)?;
        if let Some(target) = mark.name.clone() {
            let rect = [0.0, 0.0, theme.width, piece.height];
            piece.links.push(Link { rect, target });
        }
        pieces.push(piece);
    }
    Ok(pieces)
}

/// A row of drawn dots: typed full stops would come back as words when the text is extracted.
fn leader(from: f32, baseline: f32, to: f32, piece: &mut Piece) {
    const STEP: f32 = 5.0;
    // Dots stand on a common grid, so that the rows line up.
    let mut x = (from / STEP).ceil() * STEP;
    while x < to {
        piece.items.push(Item::rect(x, baseline - 0.9, 0.8, 0.8, GREY));
        x += STEP;
    }
}

fn furniture(fonts: &Fonts, document: &Document, page: &mut Page) -> Result<(), Error> {
    let width = document.theme.width;
    let style = Style { face: Face::Sans, size: 7.8, leading: 10.0, colour: GREY };
    let x = (WIDTH - width) / 2.0;
    let mut head = Vec::new();
    if document.cover.fills_page() {
        let slot = Slot { x, y: 42.0, width };
        plain(fonts, document.information.title, style, slot, Align::Left, &mut head)?;
        plain(fonts, &page.chapter, style, slot, Align::Right, &mut head)?;
        head.push(Item::rule(x, 57.0, width, 0.5, HAIR));
    }
    // Header before, footer after the text, so that the words of the file run in reading order.
    page.items.splice(0..0, head);
    page.items.push(Item::rule(x, HEIGHT - 58.0, width, 0.5, HAIR));
    let slot = Slot { x, y: HEIGHT - 52.0, width };
    plain(fonts, document.footer, style, slot, Align::Left, &mut page.items)?;
    let label = format!("{} {}", document.page_word, page.label.text());
    let bold = Style { face: Face::SansBold, ..style };
    plain(fonts, label.trim(), bold, slot, Align::Right, &mut page.items)
}

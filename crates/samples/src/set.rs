//! Blocks set as pieces: headings, paragraphs, lists, clauses, notes, glossary entries.
//!
//! Tables and form parts have their own modules. Nothing here knows on which page it will stand.

use crate::boxes::{Control, Piece};
use crate::error::Error;
use crate::fonts::{Face, Fonts};
use crate::lines::{Line, Slot, Style, draw, plain, wrap};
use crate::markup::{Align, Block, Span};
use crate::page::{BLACK, Colour, GREY, Item};
use crate::{forms, tables};

/// Colours and measures of one document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    pub(crate) accent: Colour,
    /// A very light shade of the accent, behind notes and table headers.
    pub(crate) tint: Colour,
    /// Width of the text area in points.
    pub(crate) width: f32,
    /// Size of the body text in points.
    pub(crate) size: f32,
}

impl Theme {
    /// Running text.
    pub(crate) fn body(&self) -> Style {
        Style { face: Face::Serif, size: self.size, leading: self.size * 1.38, colour: BLACK }
    }

    /// Small sans-serif text: tables, captions, forms.
    pub(crate) fn small(&self, bold: bool) -> Style {
        let face = if bold { Face::SansBold } else { Face::Sans };
        Style { face, size: 8.6, leading: 11.8, colour: BLACK }
    }

    /// Style of a heading, space above it, and space below it before that of the text that follows.
    fn heading(&self, level: usize) -> (Style, f32, f32) {
        let style =
            |size: f32, leading: f32, colour| Style { face: Face::SansBold, size, leading, colour };
        match level {
            1 => (style(16.0, 20.0, self.accent), 26.0, 5.0),
            2 => (style(11.2, 15.0, self.accent), 14.0, -2.5),
            _ => (style(9.6, 13.0, GREY), 10.0, -3.5),
        }
    }
}

/// Indents of the three clause levels and of their text, in points.
const CLAUSES: [(f32, f32); 3] = [(0.0, 32.0), (32.0, 58.0), (58.0, 82.0)];
const BETWEEN_PARAGRAPHS: f32 = 7.0;
const BETWEEN_ITEMS: f32 = 3.5;
/// The serif family's own bullet is too small to be seen.
const BULLET: &str = "•";
const TERM_COLUMN: f32 = 132.0;

/// Sets all blocks as one column of pieces.
pub(crate) fn set(fonts: &Fonts, theme: &Theme, blocks: &[Block]) -> Result<Vec<Piece>, Error> {
    let mut column = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let start = column.len();
        one(fonts, theme, block, &mut column)?;
        if blocks.get(index + 1).is_some_and(|next| belongs_together(block, next)) {
            column[start..].iter_mut().rev().take(2).for_each(|piece| piece.keep = true);
        }
    }
    Ok(column)
}

/// Whether no page may end between two blocks: a sentence that announces a list or a table, a signature block.
fn belongs_together(block: &Block, next: &Block) -> bool {
    match block {
        Block::Paragraph(_) | Block::Fields(_) if matches!(next, Block::Fields(_)) => true,
        Block::Paragraph(text) | Block::Clause { text, .. } => {
            text.last().is_some_and(|span| span.text.ends_with(':'))
        }
        _ => false,
    }
}

fn one(fonts: &Fonts, theme: &Theme, block: &Block, column: &mut Vec<Piece>) -> Result<(), Error> {
    let body = theme.body();
    match block {
        Block::Heading { level, title, name, number, .. } => {
            column.push(heading(fonts, theme, *level, number, title, name.clone())?);
        }
        Block::Paragraph(text) => {
            let lines = wrap(fonts, text, body, theme.width)?;
            column.extend(stack(&lines, body, 0.0, theme.width, None, BETWEEN_PARAGRAPHS));
        }
        Block::Note(text) => column.push(note(fonts, theme, text)?),
        Block::List { ordered, items } => {
            for (index, item) in items.iter().enumerate() {
                let mark = if *ordered { format!("{}.", index + 1) } else { BULLET.to_owned() };
                let before = if index == 0 { BETWEEN_PARAGRAPHS - 1.0 } else { BETWEEN_ITEMS };
                let mut pieces = marked(fonts, theme, &mark, item, (10.0, 28.0), before)?;
                // No item of a list stands alone at the foot or the head of a page.
                if let Some(last) = pieces.last_mut() {
                    let next = index + 1;
                    last.keep = next < items.len() && (index == 0 || next + 1 == items.len());
                }
                column.extend(pieces);
            }
        }
        Block::Clause { level, text, name, number } => {
            let before = if *level == 1 { BETWEEN_PARAGRAPHS } else { BETWEEN_ITEMS };
            let mut pieces = marked(fonts, theme, number, text, CLAUSES[*level - 1], before)?;
            if let (Some(first), Some(name)) = (pieces.first_mut(), name) {
                first.mark = Some((0, number.clone(), Some(name.clone())));
            }
            column.extend(pieces);
        }
        Block::Term { word, meaning } => {
            let bold = Style { face: Face::SerifBold, ..body };
            let lines = wrap(fonts, meaning, body, theme.width - TERM_COLUMN)?;
            let mut pieces = stack(
                &lines,
                body,
                TERM_COLUMN,
                theme.width - TERM_COLUMN,
                Some(Align::Left),
                BETWEEN_PARAGRAPHS,
            );
            if let Some(first) = pieces.first_mut() {
                let slot = Slot { x: 0.0, y: 0.0, width: TERM_COLUMN };
                let mut items = Vec::new();
                plain(fonts, word, bold, slot, Align::Left, &mut items)?;
                first.items.splice(0..0, items);
            }
            column.extend(pieces);
        }
        Block::Table { name, caption, columns, rows, number } => {
            let caption = (*number, caption.as_str(), name.as_str());
            column.extend(tables::set(fonts, theme, caption, columns, rows)?);
        }
        Block::Fields(labels) => column.push(forms::fields(fonts, theme, labels)?),
        Block::Checks(labels) => column.push(forms::checks(fonts, theme, labels)?),
        Block::Grid { rows, columns } => column.push(forms::grid(fonts, theme, *rows, columns)?),
        Block::PageBreak => column.push(control(Control::Break)),
        Block::Label(prefix) => column.push(control(Control::Label(prefix.clone()))),
        Block::Prefix(_) => {}
    }
    Ok(())
}

fn control(control: Control) -> Piece {
    Piece { control: Some(control), ..Piece::default() }
}

fn heading(
    fonts: &Fonts,
    theme: &Theme,
    level: usize,
    number: &str,
    title: &str,
    name: Option<String>,
) -> Result<Piece, Error> {
    let (style, before, after) = theme.heading(level);
    let whole = format!("{number} {title}").trim().to_owned();
    // The number hangs in a column of its own, wide enough for the level.
    let indent = if number.is_empty() { 0.0 } else { [33.0, 34.0, 38.0][level - 1] };
    let mut items = Vec::new();
    let number_slot = Slot { x: 0.0, y: 0.0, width: indent };
    plain(fonts, number, style, number_slot, Align::Left, &mut items)?;
    let span = Span { text: title.to_owned(), ..Span::default() };
    let lines = wrap(fonts, &[span], style, theme.width - indent)?;
    for (index, line) in lines.iter().enumerate() {
        let y = index as f32 * style.leading;
        let slot = Slot { x: indent, y, width: theme.width - indent };
        draw(line, style, slot, Some(Align::Left), &mut items, &mut Vec::new());
    }
    let mut height = lines.len() as f32 * style.leading + after;
    if level == 1 {
        items.push(Item::rule(0.0, height - after + 3.0, theme.width, 0.8, theme.accent));
        height += 3.0;
    }
    let mark = Some((level, whole, name));
    Ok(Piece { before, height, items, keep: true, mark, ..Piece::default() })
}

/// Lines as pieces, with no line of a paragraph left alone on a page.
fn stack(
    lines: &[Line],
    style: Style,
    x: f32,
    width: f32,
    align: Option<Align>,
    before: f32,
) -> Vec<Piece> {
    let count = lines.len();
    let each = lines.iter().enumerate().map(|(index, line)| {
        let mut piece = Piece {
            before: if index == 0 { before } else { 0.0 },
            height: style.leading,
            // First two and last two lines stay together.
            keep: count > 1 && index + 1 < count && (index == 0 || index + 2 == count),
            ..Piece::default()
        };
        let slot = Slot { x, y: 0.0, width };
        draw(line, style, slot, align, &mut piece.items, &mut piece.links);
        piece
    });
    each.collect()
}

/// A text with a mark (bullet or number) in the margin before it.
fn marked(
    fonts: &Fonts,
    theme: &Theme,
    mark: &str,
    text: &[Span],
    (mark_x, text_x): (f32, f32),
    before: f32,
) -> Result<Vec<Piece>, Error> {
    let body = theme.body();
    let width = theme.width - text_x;
    let lines = wrap(fonts, text, body, width)?;
    let mut pieces = stack(&lines, body, text_x, width, None, before);
    if let Some(first) = pieces.first_mut() {
        let slot = Slot { x: mark_x, y: 0.0, width: text_x - mark_x };
        let mut items = Vec::new();
        let face = if mark == BULLET { Face::Sans } else { body.face };
        plain(fonts, mark, Style { face, ..body }, slot, Align::Left, &mut items)?;
        first.items.splice(0..0, items);
    }
    Ok(pieces)
}

fn note(fonts: &Fonts, theme: &Theme, text: &[Span]) -> Result<Piece, Error> {
    const PAD: f32 = 10.0;
    let style = Style { leading: theme.body().leading * 0.98, ..theme.body() };
    let width = theme.width - 2.0 * PAD - 3.0;
    let lines = wrap(fonts, text, style, width)?;
    let height = lines.len() as f32 * style.leading + 2.0 * PAD - 3.0;
    let mut piece = Piece { before: 11.0, height: height + 4.0, ..Piece::default() };
    piece.items.push(Item::rect(0.0, 0.0, theme.width, height, theme.tint));
    piece.items.push(Item::rect(0.0, 0.0, 3.0, height, theme.accent));
    for (index, line) in lines.iter().enumerate() {
        let y = PAD - 1.5 + index as f32 * style.leading;
        let slot = Slot { x: PAD + 3.0, y, width };
        draw(line, style, slot, Some(Align::Left), &mut piece.items, &mut piece.links);
    }
    Ok(piece)
}

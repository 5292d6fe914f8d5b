//! Tables: a numbered caption, a tinted header row, hairlines between rows.
//!
//! A table stays on one page; the samples have none that is longer.

use crate::boxes::Piece;
use crate::error::Error;
use crate::fonts::Fonts;
use crate::lines::{Slot, Style, draw, plain, wrap};
use crate::markup::{Align, Column, Text};
use crate::page::{HAIR, Item};
use crate::set::Theme;

const PAD_X: f32 = 6.0;
const PAD_Y: f32 = 3.2;

/// Sets a table. `caption` is its number, its title and the name that references use; `rows[0]` is the header.
pub(crate) fn set(
    fonts: &Fonts,
    theme: &Theme,
    (number, title, name): (usize, &str, &str),
    columns: &[Column],
    rows: &[Vec<Text>],
) -> Result<Vec<Piece>, Error> {
    let caption_style = Style { colour: theme.accent, ..theme.small(true) };
    let mut caption = Piece {
        before: 13.0,
        height: caption_style.leading + 4.0,
        keep: true,
        mark: Some((0, format!("Table {number}"), Some(name.to_owned()))),
        ..Piece::default()
    };
    let slot = Slot { x: 0.0, y: 0.0, width: theme.width };
    let text = format!("Table {number}. {title}");
    plain(fonts, &text, caption_style, slot, Align::Left, &mut caption.items)?;

    let total: f32 = columns.iter().map(|column| column.share).sum();
    let widths: Vec<f32> =
        columns.iter().map(|column| theme.width * column.share / total).collect();
    let mut pieces = vec![caption];
    for (index, row) in rows.iter().enumerate() {
        let header = index == 0;
        let last = index + 1 == rows.len();
        let mut piece = row_piece(fonts, theme, columns, &widths, row, header)?;
        let colour = if header || last { theme.accent } else { HAIR };
        let weight = if header || last { 0.8 } else { 0.4 };
        piece.items.push(Item::rule(0.0, piece.height, theme.width, weight, colour));
        piece.keep = !last;
        if last {
            piece.height += 6.0;
        }
        pieces.push(piece);
    }
    Ok(pieces)
}

fn row_piece(
    fonts: &Fonts,
    theme: &Theme,
    columns: &[Column],
    widths: &[f32],
    row: &[Text],
    header: bool,
) -> Result<Piece, Error> {
    let style = if header {
        Style { colour: theme.accent, ..theme.small(true) }
    } else {
        theme.small(false)
    };
    let cells = row
        .iter()
        .zip(widths)
        .map(|(text, width)| wrap(fonts, text, style, width - 2.0 * PAD_X))
        .collect::<Result<Vec<_>, _>>()?;
    let tallest = cells.iter().map(Vec::len).max().unwrap_or(1);
    let height = tallest as f32 * style.leading + 2.0 * PAD_Y;
    let mut piece = Piece { height, ..Piece::default() };
    if header {
        piece.items.push(Item::rect(0.0, 0.0, theme.width, height, theme.tint));
        piece.items.push(Item::rule(0.0, 0.0, theme.width, 0.8, theme.accent));
    }
    let mut x = 0.0;
    for ((lines, width), column) in cells.iter().zip(widths).zip(columns) {
        for (index, line) in lines.iter().enumerate() {
            let y = PAD_Y + index as f32 * style.leading;
            let slot = Slot { x: x + PAD_X, y, width: width - 2.0 * PAD_X };
            draw(line, style, slot, Some(column.align), &mut piece.items, &mut piece.links);
        }
        x += width;
    }
    Ok(piece)
}

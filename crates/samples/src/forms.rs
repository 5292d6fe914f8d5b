//! Parts of a paper form: lines to write on, boxes to tick, an empty table. Drawn, not interactive.

use crate::boxes::Piece;
use crate::error::Error;
use crate::fonts::Fonts;
use crate::lines::{Slot, Style, plain};
use crate::markup::Align;
use crate::page::{GREY, HAIR, Item};
use crate::set::Theme;

/// A row of labelled lines that share the width equally.
pub(crate) fn fields(fonts: &Fonts, theme: &Theme, labels: &[String]) -> Result<Piece, Error> {
    const GAP: f32 = 16.0;
    let style = Style { colour: GREY, ..theme.small(false) };
    let count = labels.len() as f32;
    let width = (theme.width - GAP * (count - 1.0)) / count;
    let mut piece = Piece { before: 8.0, height: 30.0, ..Piece::default() };
    for (index, label) in labels.iter().enumerate() {
        let x = index as f32 * (width + GAP);
        let slot = Slot { x, y: 0.0, width };
        plain(fonts, label, style, slot, Align::Left, &mut piece.items)?;
        piece.items.push(Item::rule(x, 28.0, width, 0.6, GREY));
    }
    Ok(piece)
}

/// A row of boxes to tick.
pub(crate) fn checks(fonts: &Fonts, theme: &Theme, labels: &[String]) -> Result<Piece, Error> {
    const SIDE: f32 = 8.5;
    let style = theme.small(false);
    let width = theme.width / labels.len() as f32;
    let mut piece = Piece { before: 7.0, height: 14.0, ..Piece::default() };
    for (index, label) in labels.iter().enumerate() {
        let x = index as f32 * width;
        outline(x, 1.5, SIDE, SIDE, &mut piece.items);
        let slot = Slot { x: x + SIDE + 6.0, y: 0.0, width: width - SIDE - 6.0 };
        plain(fonts, label, style, slot, Align::Left, &mut piece.items)?;
    }
    Ok(piece)
}

/// An empty table with a header: `rows` rows to fill in, columns with their shares of the width.
pub(crate) fn grid(
    fonts: &Fonts,
    theme: &Theme,
    rows: usize,
    columns: &[(String, f32)],
) -> Result<Piece, Error> {
    const ROW: f32 = 20.0;
    let style = Style { colour: theme.accent, ..theme.small(true) };
    let height = ROW * (rows as f32 + 1.0);
    let mut piece = Piece { before: 10.0, height: height + 4.0, ..Piece::default() };
    piece.items.push(Item::rect(0.0, 0.0, theme.width, ROW, theme.tint));
    for row in 1..=rows {
        piece.items.push(Item::rule(0.0, row as f32 * ROW, theme.width, 0.4, HAIR));
    }
    outline(0.0, 0.0, theme.width, height, &mut piece.items);
    let total: f32 = columns.iter().map(|(_, share)| share).sum();
    let mut x = 0.0;
    for (index, (title, share)) in columns.iter().enumerate() {
        if index > 0 {
            let (from, to) = ([x, 0.0], [x, height]);
            piece.items.push(Item::Line { from, to, width: 0.4, colour: HAIR });
        }
        let slot = Slot { x: x + 6.0, y: 4.0, width: 0.0 };
        plain(fonts, title, style, slot, Align::Left, &mut piece.items)?;
        x += theme.width * share / total;
    }
    Ok(piece)
}

fn outline(x: f32, y: f32, width: f32, height: f32, items: &mut Vec<Item>) {
    let corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    for index in 0..corners.len() {
        let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
        items.push(Item::Line { from, to, width: 0.6, colour: GREY });
    }
}

//! Title pages: a coloured one with a mark, a plain one for contracts, and a masthead for short papers.

use crate::boxes::Piece;
use crate::error::Error;
use crate::fonts::{Face, Fonts};
use crate::lines::{Slot, Style, draw as draw_line, plain, wrap};
use crate::markup::{Align, Span};
use crate::page::{BLACK, Colour, GREY, HEIGHT, Item, Page, WHITE, WIDTH};
use crate::set::Theme;

/// The front of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cover {
    /// A colour field with the company's mark.
    Field {
        company: &'static str,
        title: &'static str,
        subtitle: &'static str,
        foot: &'static [&'static str],
    },
    /// Centred lines: title, then one party a line.
    Plain { title: &'static str, between: &'static [&'static str], foot: &'static [&'static str] },
    /// No page of its own: a band at the top of the first page.
    Masthead { company: &'static str, title: &'static str, subtitle: &'static str },
}

impl Cover {
    /// Whether the cover is a page of its own.
    pub(crate) fn fills_page(self) -> bool {
        !matches!(self, Self::Masthead { .. })
    }
}

fn sans(size: f32, bold: bool, colour: Colour) -> Style {
    let face = if bold { Face::SansBold } else { Face::Sans };
    Style { face, size, leading: size * 1.25, colour }
}

/// Draws a cover that fills its page.
pub(crate) fn draw(
    fonts: &Fonts,
    theme: &Theme,
    cover: Cover,
    page: &mut Page,
) -> Result<(), Error> {
    let left = (WIDTH - theme.width) / 2.0;
    let mut y;
    let mut line = |text: &str, style: Style, y: f32, align| {
        let slot = Slot { x: left, y, width: theme.width };
        plain(fonts, text, style, slot, align, &mut page.items)
    };
    match cover {
        Cover::Field { company, title, subtitle, foot } => {
            const FIELD: f32 = 566.0;
            line(company, sans(13.0, true, WHITE), 82.0, Align::Left)?;
            y = 330.0;
            for words in title.split('\n') {
                line(words, sans(38.0, true, WHITE), y, Align::Left)?;
                y += 46.0;
            }
            line(subtitle, sans(14.0, false, WHITE), y + 10.0, Align::Left)?;
            y = FIELD + 52.0;
            for (index, words) in foot.iter().enumerate() {
                line(words, sans(10.5, index == 0, BLACK), y, Align::Left)?;
                y += 17.0;
            }
            let mut back = vec![
                Item::rect(0.0, 0.0, WIDTH, FIELD, theme.accent),
                Item::rect(0.0, FIELD, WIDTH, 7.0, lighter(theme.accent, 0.45)),
            ];
            back.extend(star(WIDTH - 190.0, 210.0, 150.0, lighter(theme.accent, 0.16)));
            page.items.splice(0..0, back);
        }
        Cover::Plain { title, between, foot } => {
            y = 190.0;
            for words in title.split('\n') {
                line(words, sans(27.0, true, theme.accent), y, Align::Centre)?;
                y += 36.0;
            }
            let rule = y + 16.0;
            y += 60.0;
            for words in between {
                // Names stand out; the small words between them do not.
                let name = words.len() > 24;
                let face = if name { Face::SerifBold } else { Face::SerifItalic };
                let style = Style { face, size: 13.5, leading: 19.0, colour: BLACK };
                line(words, style, y, Align::Centre)?;
                y += 26.0;
            }
            y = HEIGHT - 190.0;
            for words in foot {
                line(words, sans(9.5, false, GREY), y, Align::Centre)?;
                y += 15.0;
            }
            page.items.push(Item::rule(WIDTH / 2.0 - 60.0, rule, 120.0, 1.4, theme.accent));
        }
        Cover::Masthead { .. } => {}
    }
    Ok(())
}

/// The band that a [`Cover::Masthead`] puts at the top of the text; nothing for the other covers.
pub(crate) fn masthead(fonts: &Fonts, theme: &Theme, cover: Cover) -> Result<Option<Piece>, Error> {
    let Cover::Masthead { company, title, subtitle } = cover else { return Ok(None) };
    let mut piece = Piece { height: 92.0, keep: true, ..Piece::default() };
    // The band starts above the text area.
    piece.items.push(Item::rect(0.0, -34.0, theme.width, 4.0, theme.accent));
    piece.items.extend(star(theme.width - 24.0, 4.0, 26.0, theme.accent));
    let mut y = -20.0;
    for (text, style) in [
        (company, sans(9.5, true, GREY)),
        (title, sans(23.0, true, theme.accent)),
        (subtitle, sans(10.5, false, GREY)),
    ] {
        let span = Span { text: text.to_owned(), ..Span::default() };
        for words in wrap(fonts, &[span], style, theme.width - 70.0)? {
            let slot = Slot { x: 0.0, y, width: theme.width - 70.0 };
            draw_line(&words, style, slot, Some(Align::Left), &mut piece.items, &mut Vec::new());
            y += style.leading + 4.0;
        }
    }
    piece.height = y + 12.0;
    Ok(Some(piece))
}

/// An eight-pointed compass star around a centre.
fn star(x: f32, y: f32, radius: f32, colour: Colour) -> Vec<Item> {
    // Sine of 0, 45, 90 … degrees: the platform's own sine may differ in its last digit, and so would the file.
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const SINE: [f32; 8] = [0.0, HALF, 1.0, HALF, 0.0, -HALF, -1.0, -HALF];
    let ring = |long: f32, short: f32, turn: usize| {
        let points = (0..8)
            .map(|step| {
                let (sine, cosine) = (SINE[(step + turn) % 8], SINE[(step + turn + 2) % 8]);
                let reach = if step % 2 == 0 { long } else { short };
                [x + reach * sine, y - reach * cosine]
            })
            .collect();
        Item::Fill { points, colour }
    };
    vec![ring(radius * 0.62, radius * 0.16, 1), ring(radius, radius * 0.16, 0)]
}

/// A colour moved towards white: 0 leaves it, 1 is white.
fn lighter(colour: Colour, by: f32) -> Colour {
    colour.map(|part| (f32::from(part) + (255.0 - f32::from(part)) * by).round() as u8)
}

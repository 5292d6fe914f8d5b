//! Lines put on pages, and the pages written.

use krilla::Document;
use krilla::action::LinkAction;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{
    ArtifactType, ContentTag, Identifier, Node, SpanTag, Tag, TagGroup, TagTree,
};

use crate::faces::{Faces, Family};
use crate::lines::{Line, Look, lines};
use crate::{Block, Paper, PrintError, Style, date};

/// A4, in points.
const PAGE: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 68.0;
const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
/// The lowest baseline.
const BOTTOM: f32 = PAGE.1 - 76.0;
const SMALL: (Family, f32) = (Family::Sans, 8.5);
const GREY: [u8; 3] = [87, 83, 76];
const RULE: [u8; 3] = [246, 189, 22];

/// A line with its place: its baseline, from the page's top.
struct Placed<'a> {
    line: Line,
    block: &'a Block,
    y: f32,
    /// The first of its block.
    first: bool,
    /// The place of the block among all.
    number: usize,
}

/// The lines of a page, and the bookmarks that lead to it.
#[derive(Default)]
struct Sheet<'a> {
    lines: Vec<Placed<'a>>,
    bookmarks: Vec<(&'a str, f32)>,
}

pub(crate) fn set(paper: &Paper) -> Result<Vec<u8>, PrintError> {
    let mut faces = Faces::load()?;
    let sheets = place(paper, &mut faces);
    let mut document = Document::new();
    let mut outline = Outline::new();
    let mut tags: Vec<(usize, Style, Vec<Node>)> = Vec::new();
    let count = sheets.len();
    for (at, sheet) in sheets.iter().enumerate() {
        let settings = PageSettings::from_wh(PAGE.0, PAGE.1)
            .ok_or_else(|| PrintError("the page has no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for placed in &sheet.lines {
            let node = tagged(&mut surface, |surface| draw(surface, &mut faces, placed));
            match tags.last_mut() {
                Some((number, _, nodes)) if *number == placed.number => nodes.push(node),
                _ => tags.push((placed.number, placed.block.style, vec![node])),
            }
        }
        surface.start_tagged(ContentTag::Artifact(krilla::tagging::Artifact::with_kind(
            ArtifactType::Other,
        )));
        let number = format!("{} / {count}", at + 1);
        write(&mut surface, &mut faces, &number, SMALL, GREY, MARGIN, PAGE.1 - 44.0);
        surface.end_tagged();
        surface.finish();
        for placed in &sheet.lines {
            for (rect, link) in links(placed) {
                let target = Target::Action(LinkAction::new(link.to_owned()).into());
                let link = Annotation::new_link(LinkAnnotation::new(rect, target), None);
                let id = page.add_tagged_annotation(link);
                if let Some((_, _, nodes)) =
                    tags.iter_mut().find(|(number, ..)| *number == placed.number)
                {
                    nodes.push(TagGroup::with_children(Tag::Link, vec![id.into()]).into());
                }
            }
        }
        page.finish();
        for (words, y) in &sheet.bookmarks {
            let place = XyzDestination::new(at, Point::from_xy(0.0, (y - 24.0).max(0.0)));
            outline.push_child(OutlineNode::new((*words).to_owned(), place));
        }
    }
    document.set_outline(outline);
    document.set_metadata(metadata(paper));
    document.set_tag_tree(tree(tags));
    document.finish().map_err(|error| PrintError(format!("{error:?}")))
}

/// Puts the lines of all groups on pages.
fn place<'a>(paper: &'a Paper, faces: &mut Faces) -> Vec<Sheet<'a>> {
    let mut sheets = vec![Sheet::default()];
    let top = MARGIN;
    let mut y = top;
    let mut number = 0;
    for group in &paper.groups {
        let set: Vec<(&Block, Vec<Line>)> =
            group.blocks.iter().map(|block| (block, lines(block, WIDTH, faces))).collect();
        let height: f32 = set
            .iter()
            .map(|(block, lines)| {
                let look = block.style.look();
                look.before + look.leading * lines.len() as f32
            })
            .sum();
        // What fits on a page of its own is not cut.
        if y + height > BOTTOM && height < BOTTOM - top && y > top {
            sheets.push(Sheet::default());
            y = top;
        }
        let mut bookmark = group.bookmark.as_deref();
        for (block, lines) in set {
            let look = block.style.look();
            y += if y > top { look.before } else { 0.0 };
            let many = lines.len();
            number += 1;
            for (at, line) in lines.into_iter().enumerate() {
                // No line of a paragraph is left alone, and a heading stays with what it heads.
                let together = match block.style {
                    Style::Heading => 4,
                    _ if at == 0 => many.min(2),
                    _ if at + 2 == many => 2,
                    _ => 1,
                };
                if y + look.leading * together as f32 > BOTTOM && y > top {
                    sheets.push(Sheet::default());
                    y = top;
                }
                y += look.leading;
                let Some(sheet) = sheets.last_mut() else { continue };
                if let Some(words) = bookmark.take() {
                    sheet.bookmarks.push((words, y));
                }
                sheet.lines.push(Placed { line, block, y, first: at == 0, number });
            }
        }
    }
    sheets
}

fn draw(surface: &mut Surface<'_>, faces: &mut Faces, placed: &Placed<'_>) {
    let look = placed.block.style.look();
    if look.ruled {
        bar(surface, placed.y, &look);
    }
    fill(surface, look.colour);
    if look.bullet && placed.first {
        write(surface, faces, "•", (look.family, look.size), look.colour, MARGIN, placed.y);
    }
    let last = placed.line.words.len().saturating_sub(1);
    for (at, word) in placed.line.words.iter().enumerate() {
        let mut x = MARGIN + word.x;
        for (piece_at, piece) in word.pieces.iter().enumerate() {
            let mut text = piece.text.clone();
            // Words are told apart in the text too, which has no geometry.
            if at < last && piece_at + 1 == word.pieces.len() && !piece.is_rtl {
                text.push(' ');
            }
            let (font, start) = (faces.font(piece.face), Point::from_xy(x, placed.y));
            surface.draw_text(start, font, look.size, &text, false, piece.direction());
            x += piece.width;
        }
    }
}

/// The line at the left of quoted words.
fn bar(surface: &mut Surface<'_>, y: f32, look: &Look) {
    let up = look.leading - 4.0;
    let Some(rect) = Rect::from_xywh(MARGIN, y - up, 2.0, look.leading) else { return };
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    if let Some(path) = path.finish() {
        fill(surface, RULE);
        surface.draw_path(&path);
    }
}

fn write(
    surface: &mut Surface<'_>,
    faces: &mut Faces,
    text: &str,
    (family, size): (Family, f32),
    colour: [u8; 3],
    x: f32,
    y: f32,
) {
    fill(surface, colour);
    let mut x = x;
    for piece in faces.pieces(text, family, size) {
        let (font, start) = (faces.font(piece.face), Point::from_xy(x, y));
        surface.draw_text(start, font, size, &piece.text, false, piece.direction());
        x += piece.width;
    }
}

fn fill(surface: &mut Surface<'_>, [red, green, blue]: [u8; 3]) {
    surface.set_fill(Some(Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        ..Fill::default()
    }));
}

/// The rectangles of a line that lead somewhere: one for each run.
fn links<'a>(placed: &Placed<'a>) -> Vec<(Rect, &'a str)> {
    let look = placed.block.style.look();
    let mut found: Vec<(usize, f32, f32)> = Vec::new();
    for word in &placed.line.words {
        let (left, right) = (MARGIN + word.x, MARGIN + word.x + word.width);
        match found.last_mut() {
            Some((run, from, to)) if *run == word.run => {
                (*from, *to) = (from.min(left), to.max(right));
            }
            _ => found.push((word.run, left, right)),
        }
    }
    let rect = |(run, left, right): (usize, f32, f32)| {
        let link = placed.block.runs[run].link.as_deref()?;
        let (up, down) = (look.size, look.size * 0.3);
        Some((Rect::from_ltrb(left, placed.y - up, right, placed.y + down)?, link))
    };
    found.into_iter().filter_map(rect).collect()
}

/// What is drawn counts as a piece of the text.
fn tagged(surface: &mut Surface<'_>, draw: impl FnOnce(&mut Surface<'_>)) -> Node {
    let id: Identifier = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
    draw(surface);
    surface.end_tagged();
    id.into()
}

fn tree(blocks: Vec<(usize, Style, Vec<Node>)>) -> TagTree {
    let mut tree = TagTree::new().with_lang(Some("en".to_owned()));
    for (_, style, nodes) in blocks {
        let group = match style {
            Style::Quote => TagGroup::with_children(Tag::BlockQuote, nodes),
            _ => TagGroup::with_children(Tag::P, nodes),
        };
        tree.push(group);
    }
    tree
}

fn metadata(paper: &Paper) -> Metadata {
    let (year, month, day) = date::day_of(paper.made_s);
    let of_day = paper.made_s.rem_euclid(86_400);
    let part = |seconds: i64, most: i64| u8::try_from(of_day / seconds % most).unwrap_or(0);
    let made = DateTime::new(u16::try_from(year).unwrap_or(1970))
        .month(month)
        .day(day)
        .hour(part(3600, 24))
        .minute(part(60, 60))
        .second(part(1, 60))
        .utc_offset_hour(0)
        .utc_offset_minute(0);
    Metadata::new()
        .title(paper.title.clone())
        .language("en".to_owned())
        .creator("Citelight".to_owned())
        .creation_date(made)
}

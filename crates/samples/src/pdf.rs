//! Pages written as a PDF file: content streams, embedded fonts, links, outline, page labels, document information.
//!
//! The bytes depend on the input alone: object numbers are handed out in order, the date and the file identifier come
//! from the document, and the deflate code is a dependency of its own that no other crate can exchange.

use std::collections::{BTreeSet, HashMap};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{ActionType, AnnotationType, FontFlags, PageMode};
use pdf_writer::{Content, Date, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::fonts::{Face, Fonts};
use crate::page::{Colour, HEIGHT, Item, Label, Mark, Page, WIDTH};

const LEVEL: u8 = 9;

/// What the document says about itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Information {
    pub(crate) title: &'static str,
    pub(crate) author: &'static str,
    pub(crate) subject: &'static str,
    /// Year, month and day of the creation date.
    pub(crate) date: (u16, u8, u8),
    /// First and second part of the trailer's /ID.
    pub(crate) id: &'static [u8; 16],
}

/// Writes the file. Marks with a level from 1 on become the outline; links may point at any mark with a name.
pub(crate) fn write(
    fonts: &Fonts,
    information: Information,
    pages: &[Page],
    marks: &[Mark],
) -> Vec<u8> {
    let mut refs = Refs::default();
    let catalog = refs.next();
    let tree = refs.next();
    let info = refs.next();
    let page_refs: Vec<Ref> = pages.iter().map(|_| refs.next()).collect();
    let named: HashMap<&str, &Mark> =
        marks.iter().filter_map(|mark| Some((mark.name.as_deref()?, mark))).collect();

    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    pdf.set_file_id((information.id.to_vec(), information.id.to_vec()));
    let outline = write_outline(&mut pdf, &mut refs, &page_refs, marks);
    let labels = label_ranges(pages);

    let mut root = pdf.catalog(catalog);
    root.pages(tree).outlines(outline).page_mode(PageMode::UseOutlines).lang(TextStr("en-GB"));
    root.viewer_preferences().display_doc_title(true);
    let label_refs: Vec<(usize, Ref)> = labels.iter().map(|&(at, _)| (at, refs.next())).collect();
    {
        let mut tree = root.page_labels();
        let mut numbers = tree.nums();
        for &(at, id) in &label_refs {
            numbers.insert(at as i32, id);
        }
    }
    root.finish();
    for ((_, label), (_, id)) in labels.iter().zip(&label_refs) {
        // Written by hand, without the optional /Type: some readers look for "/P" by text and find it in "/PageLabel".
        let mut dict = pdf.indirect(*id).dict();
        let (style, number, prefix) = match label {
            Label::Roman(number) => (Name(b"r"), *number, ""),
            Label::Arabic { prefix, number } => (Name(b"D"), *number, prefix.as_str()),
        };
        dict.pair(Name(b"S"), style).pair(Name(b"St"), number as i32);
        if !prefix.is_empty() {
            dict.pair(Name(b"P"), TextStr(prefix));
        }
    }

    let (year, month, day) = information.date;
    let date = Date::new(year).month(month).day(day).hour(9).minute(0).second(0).utc_offset_hour(0);
    pdf.document_info(info)
        .title(TextStr(information.title))
        .author(TextStr(information.author))
        .subject(TextStr(information.subject))
        .creator(TextStr("citelight-samples"))
        .creation_date(date)
        .modified_date(date);

    pdf.pages(tree).kids(page_refs.iter().copied()).count(pages.len() as i32);
    let used = faces(pages);
    let font_refs: Vec<(Face, Ref)> = used.iter().map(|&face| (face, refs.next())).collect();
    for (page, &id) in pages.iter().zip(&page_refs) {
        let content = refs.next();
        let links: Vec<(&crate::page::Link, &Mark, Ref)> = page
            .links
            .iter()
            .filter_map(|link| Some((link, *named.get(link.target.as_str())?, refs.next())))
            .collect();
        let mut writer = pdf.page(id);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(content);
        if !links.is_empty() {
            writer.annotations(links.iter().map(|(_, _, id)| *id));
        }
        {
            let mut resources = writer.resources();
            let mut dict = resources.fonts();
            for (face, font) in &font_refs {
                dict.pair(Name(face.name().as_bytes()), font);
            }
        }
        writer.finish();
        for (link, mark, id) in links {
            let [left, top, right, bottom] = link.rect;
            let mut annotation = pdf.annotation(id);
            annotation
                .subtype(AnnotationType::Link)
                .rect(Rect::new(left, HEIGHT - bottom, right, HEIGHT - top))
                .border(0.0, 0.0, 0.0, None);
            annotation
                .action()
                .action_type(ActionType::GoTo)
                .destination()
                .page(page_refs[mark.page])
                .xyz(0.0, HEIGHT - mark.y + 6.0, None);
        }
        let drawn = compress_to_vec_zlib(&draw(&page.items), LEVEL);
        pdf.stream(content, &drawn).filter(Filter::FlateDecode);
    }
    for (face, id) in font_refs {
        write_font(&mut pdf, &mut refs, fonts, face, id);
    }
    pdf.finish()
}

/// Hands out object numbers in order.
#[derive(Debug, Default)]
struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

fn faces(pages: &[Page]) -> BTreeSet<Face> {
    pages
        .iter()
        .flat_map(|page| &page.items)
        .filter_map(|item| match item {
            Item::Text { face, .. } => Some(*face),
            _ => None,
        })
        .collect()
}

/// The 0-based pages where a new run of labels begins.
fn label_ranges(pages: &[Page]) -> Vec<(usize, Label)> {
    let mut ranges = Vec::new();
    let mut expected: Option<Label> = None;
    for (index, page) in pages.iter().enumerate() {
        if expected.as_ref() != Some(&page.label) {
            ranges.push((index, page.label.clone()));
        }
        expected = Some(page.label.next());
    }
    ranges
}

fn draw(items: &[Item]) -> Vec<u8> {
    let mut content = Content::new();
    let part = |value: u8| f32::from(value) / 255.0;
    // Colours are set only where they change: most of a page is in one.
    let mut fill: Option<Colour> = None;
    for item in items {
        if let Item::Text { colour, .. } | Item::Fill { colour, .. } = item
            && fill != Some(*colour)
        {
            content.set_fill_rgb(part(colour[0]), part(colour[1]), part(colour[2]));
            fill = Some(*colour);
        }
        match item {
            Item::Text { x, y, face, size, bytes, word_spacing, .. } => {
                content.begin_text();
                content.set_font(Name(face.name().as_bytes()), *size);
                content.set_word_spacing(round(*word_spacing));
                content.next_line(round(*x), round(HEIGHT - y));
                content.show(Str(bytes));
                content.end_text();
            }
            Item::Line { from, to, width, colour } => {
                content.set_line_width(*width);
                content.set_stroke_rgb(part(colour[0]), part(colour[1]), part(colour[2]));
                content.move_to(round(from[0]), round(HEIGHT - from[1]));
                content.line_to(round(to[0]), round(HEIGHT - to[1]));
                content.stroke();
            }
            Item::Fill { points, .. } => {
                for (index, point) in points.iter().enumerate() {
                    let (x, y) = (round(point[0]), round(HEIGHT - point[1]));
                    if index == 0 {
                        content.move_to(x, y)
                    } else {
                        content.line_to(x, y)
                    };
                }
                content.close_path();
                content.fill_nonzero();
            }
        }
    }
    content.finish().into_vec()
}

/// Thousandths of a point: finer than any screen or printer, and short in the file.
fn round(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

/// Writes the outline of the marks with a level and returns its root.
fn write_outline(pdf: &mut Pdf, refs: &mut Refs, page_refs: &[Ref], marks: &[Mark]) -> Ref {
    let root = refs.next();
    let entries: Vec<&Mark> = marks.iter().filter(|mark| mark.level > 0).collect();
    let ids: Vec<Ref> = entries.iter().map(|_| refs.next()).collect();
    // Parent of each entry: the nearest one before it with a smaller level.
    let parents: Vec<Option<usize>> = (0..entries.len())
        .map(|index| (0..index).rev().find(|&before| entries[before].level < entries[index].level))
        .collect();
    let children = |parent: Option<usize>| -> Vec<usize> {
        (0..entries.len()).filter(|&index| parents[index] == parent).collect()
    };
    let top = children(None);
    {
        let mut writer = pdf.outline(root);
        if let (Some(&first), Some(&last)) = (top.first(), top.last()) {
            writer.first(ids[first]).last(ids[last]).count(top.len() as i32);
        }
    }
    for (index, entry) in entries.iter().enumerate() {
        let siblings = children(parents[index]);
        let place = siblings.iter().position(|&sibling| sibling == index).unwrap_or_default();
        let below = children(Some(index));
        let mut item = pdf.outline_item(ids[index]);
        item.title(TextStr(&entry.title)).parent(parents[index].map_or(root, |at| ids[at]));
        if place > 0 {
            item.prev(ids[siblings[place - 1]]);
        }
        if let Some(&next) = siblings.get(place + 1) {
            item.next(ids[next]);
        }
        if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
            // Negative: closed until the reader opens it.
            item.first(ids[first]).last(ids[last]).count(-(below.len() as i32));
        }
        item.dest().page(page_refs[entry.page]).xyz(0.0, HEIGHT - entry.y, None);
    }
    root
}

/// A simple TrueType font with the whole subset file embedded.
fn write_font(pdf: &mut Pdf, refs: &mut Refs, fonts: &Fonts, face: Face, id: Ref) {
    let metrics = fonts.metrics(face);
    let descriptor = refs.next();
    let file = refs.next();
    let name = Name(face.name().as_bytes());
    {
        let mut font = pdf.indirect(id).dict();
        font.pair(Name(b"Type"), Name(b"Font"));
        font.pair(Name(b"Subtype"), Name(b"TrueType"));
        font.pair(Name(b"BaseFont"), name);
        font.pair(Name(b"FirstChar"), 32);
        font.pair(Name(b"LastChar"), 255);
        font.insert(Name(b"Widths")).array().items(metrics.widths[32..].iter().map(|w| w.round()));
        font.pair(Name(b"FontDescriptor"), descriptor);
        font.pair(Name(b"Encoding"), Name(b"WinAnsiEncoding"));
    }
    let mut flags = FontFlags::NON_SYMBOLIC;
    if !matches!(face, Face::Sans | Face::SansBold) {
        flags |= FontFlags::SERIF;
    }
    if matches!(face, Face::SerifItalic | Face::SerifBoldItalic) {
        flags |= FontFlags::ITALIC;
    }
    let bold = matches!(face, Face::SerifBold | Face::SerifBoldItalic | Face::SansBold);
    let [left, bottom, right, top] = metrics.bbox;
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(flags)
        .weight(if bold { 700 } else { 400 })
        .bbox(Rect::new(left.round(), bottom.round(), right.round(), top.round()))
        .italic_angle(metrics.italic_angle)
        .ascent(metrics.ascent.round())
        .descent(metrics.descent.round())
        .cap_height(metrics.cap_height.round())
        // Dominant stem widths of these families; readers use them only when the font file is missing.
        .stem_v(if bold { 140.0 } else { 85.0 })
        .font_file2(file);
    let data = face.file();
    let packed = compress_to_vec_zlib(data, LEVEL);
    let mut stream = pdf.stream(file, &packed);
    stream.pair(Name(b"Length1"), data.len() as i32);
    stream.filter(Filter::FlateDecode);
}

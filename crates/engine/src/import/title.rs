//! What a document is called in the list: the title that its file states, unless that is junk, or the
//! title that its first page shows. Files state the names of templates, programs and slides as often as
//! titles; the page is asked whenever it does not bear the stated title out.

use std::collections::HashSet;

use citelight_core::{DocumentId, PageNumber, Word};

use super::importer::Importer;
use crate::error::Result;

/// Pages that may be the first one with words on it.
const FIRST_PAGES: u32 = 3;
/// A title is at least so much larger than the running text.
const LARGER: f32 = 1.12;
/// From here on its type alone makes a line a title.
const PLAIN: f32 = 1.35;
/// A title stands above this share of the page's words' height.
const UPPER: f32 = 0.72;
/// Lines and characters that a title can take.
const MOST_LINES: usize = 6;
const MOST_CHARS: usize = 220;

/// Finds what a document is called, and keeps it.
pub(crate) fn learn(importer: &Importer, id: &DocumentId) -> Result<()> {
    let row = importer.documents.row(id)?;
    let stated = row.title.as_deref().and_then(|title| sensible(title, &row.file_name));
    let mut words = Vec::new();
    for page in (1..=FIRST_PAGES.min(row.pages)).filter_map(PageNumber::new) {
        words = importer.store.page_words(id, page)?.unwrap_or_default();
        if words.len() >= 4 {
            break;
        }
    }
    let title = match stated {
        Some(stated) if words.is_empty() || bears(&words, &stated) => Some(stated),
        stated => on_page(&words, stated.is_some(), &row.file_name).or(stated),
    };
    Ok(importer.store.set_display_title(id, title.as_deref())?)
}

/// Names the documents of libraries that were made before documents were named.
pub(crate) fn learn_all(importer: &Importer) -> Result<()> {
    for id in importer.store.without_display_title()? {
        learn(importer, &id)?;
        importer.events.document(&importer.store, &id);
    }
    Ok(())
}

/// Endings of files' names, as programs put them into titles.
const ENDINGS: &str = "doc docx dot dotx rtf odt pages wpd pdf ps eps ai indd qxd qxp pmd p65 fm ppt pptx key \
     odp xls xlsx ods csv tex dvi txt htm html xml tif tiff jpg jpeg png vsd vsdx pub cdr";

/// What programs call a document that nobody has given a title, in lower case, numbers left out.
const PLACEHOLDERS: &[&str] = &[
    "untitled",
    "untitled document",
    "no title",
    "title",
    "null",
    "none",
    "unknown",
    "unspecified",
    "document",
    "new document",
    "word document",
    "microsoft word document",
    "microsoft word",
    "slide",
    "page",
    "sheet",
    "book",
    "layout",
    "presentation",
    "powerpoint presentation",
    "print",
    "printout",
    "scan",
    "scanned document",
    "scanned image",
    "image",
    "cover",
    "cover page",
    "front page",
    "blank",
    "blank page",
    "template",
    "temp",
    "test",
    "draft",
    "file",
    "output",
    "report",
    "form",
    "letter",
    "memo",
    "copy",
    "full page photo",
    "adobe photoshop pdf",
    "acrobat document",
    "contents",
    "table of contents",
    "list of contents",
    "index",
];

/// What sites on which a text was written put behind its title.
const SITES: [&str; 3] = [" - Google Docs", " - Google Sheets", " - Google Slides"];
/// Programs that put their name before the file's.
const PROGRAMS: &[&str] =
    &["microsoft word", "microsoft powerpoint", "microsoft excel", "microsoft publisher"];

/// A title as it can be shown; `None` where it says nothing that a person would call the document.
fn sensible(title: &str, file_name: &str) -> Option<String> {
    if title.contains(['\u{fffd}', '\\']) || title.contains("þÿ") {
        return None;
    }
    let plain: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = without_program(&plain);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let others = title.chars().filter(|c| !c.is_whitespace()).count() - letters;
    let one_word = !title.contains(' ');
    let address = title.contains("://") || title.starts_with("file:") || title.starts_with("www.");
    let job = one_word && title.chars().any(|c| c.is_ascii_digit() || c == '_');
    let label = title.ends_with([':', '：', '=']);
    let junk = letters < 4
        || letters * 2 < others
        || address
        || job
        || label
        || is_file(title)
        || is_placeholder(title)
        || same_as_file(title, file_name);
    (!junk).then(|| shorten(title))
}

/// "Microsoft Word - Lease" is "Lease", "Handbook - Google Docs" is "Handbook".
fn without_program(title: &str) -> &str {
    if let Some(own) = SITES.iter().find_map(|site| title.strip_suffix(site)) {
        return own.trim();
    }
    let lower = title.to_ascii_lowercase();
    PROGRAMS
        .iter()
        .filter(|program| lower.starts_with(**program))
        .find_map(|program| title[program.len()..].strip_prefix(" - "))
        .map_or(title, str::trim)
}

fn is_file(title: &str) -> bool {
    let ending = title.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    ending.is_some_and(|ending| ENDINGS.split(' ').any(|known| known == ending))
}

fn is_placeholder(title: &str) -> bool {
    let lower = title.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    PLACEHOLDERS.contains(&words.as_str())
}

/// The title that a page shows; against a stated one it has to be set in type that leaves no doubt.
fn on_page(words: &[Word], against: bool, file_name: &str) -> Option<String> {
    let (size, title) = shown(words)?;
    if against && size < PLAIN {
        return None;
    }
    sensible(&title, file_name)
}

/// Whether a title says no more than the file's name does, which reads as well. One that spells out what the
/// file's name runs together is a title.
fn same_as_file(title: &str, file_name: &str) -> bool {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let spelled_out = title.contains(' ') && !title.contains('_') && !stem.contains(' ');
    !spelled_out && (folded(title) == folded(stem) || folded(title) == folded(file_name))
}

fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn shorten(title: &str) -> String {
    match title.char_indices().nth(MOST_CHARS) {
        Some((at, _)) => format!("{}…", title[..at].trim_end()),
        None => title.to_owned(),
    }
}

/// Whether most words of a stated title stand on the page.
fn bears(words: &[Word], title: &str) -> bool {
    let page: HashSet<String> = words.iter().map(|word| folded(&word.text)).collect();
    // Writings without spaces are compared as a whole.
    let whole: String = words.iter().map(|word| folded(&word.text)).collect();
    let said: Vec<String> =
        title.split_whitespace().map(folded).filter(|word| !word.is_empty()).collect();
    let borne = said.iter().filter(|word| page.contains(*word)).count();
    whole.contains(&folded(title)) || borne * 10 >= said.len() * 7
}

/// A line of the page as the eye sees it.
struct Line {
    text: String,
    size: f32,
    bold: bool,
    top: f32,
    bottom: f32,
}

/// The title that a first page shows: the lines in the largest type of its upper part. Where all of it
/// is of one size, bold lines or capitals that stand alone at its top. Given with how much larger than the
/// running text its type is.
fn shown(words: &[Word]) -> Option<(f32, String)> {
    let lines = lines(words);
    let body = body_size(words)?;
    let end = lines.iter().map(|line| line.bottom).fold(0.0, f32::max);
    let start = lines.iter().map(|line| line.top).fold(end, f32::min);
    let limit = start + (end - start) * UPPER;
    let mut best: Option<(f32, f32, String)> = None;
    let mut at = 0;
    while at < lines.len() {
        let first = &lines[at];
        let mut last = at + 1;
        while last < lines.len()
            && last - at < MOST_LINES
            && goes_on(&lines[last - 1], &lines[last])
        {
            last += 1;
        }
        let group = &lines[at..last];
        at = last;
        let text = group.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let size = first.size / body;
        let plain = size < LARGER && !(first.bold || is_capitals(&text));
        if first.top > limit
            || !(8..=MOST_CHARS).contains(&letters)
            || plain
            || is_prose(&text, size)
        {
            continue;
        }
        // A word alone in large type is a logo more often than a title.
        let alone = if text.split_whitespace().count() < 2 && letters < 16 { 0.75 } else { 1.0 };
        let score = size * alone * if first.bold { 1.08 } else { 1.0 };
        // Of equals the upper one.
        if best.as_ref().is_none_or(|(other, ..)| score > other * 1.04) {
            best = Some((score, size, text));
        }
    }
    best.map(|(_, size, text)| (size, text))
}

/// The size that most characters of the page have.
fn body_size(words: &[Word]) -> Option<f32> {
    let mut sizes: Vec<(f32, usize)> =
        words.iter().map(|word| (size_of(word), word.text.chars().count())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, chars)| chars).sum::<usize>() / 2;
    let mut seen = 0;
    let middle = sizes.iter().find(|(_, chars)| {
        seen += chars;
        seen > half
    });
    middle.map(|(size, _)| size.max(1.0))
}

/// Of recognised words the height of their ink tells the size.
fn size_of(word: &Word) -> f32 {
    if word.font_size > 0.0 { word.font_size } else { word.rect.y1 - word.rect.y0 }
}

fn lines(words: &[Word]) -> Vec<Line> {
    let mut lines: Vec<(Line, f32, f32)> = Vec::new();
    for word in words {
        let (rect, size) = (word.rect, size_of(word));
        let middle = f32::midpoint(rect.y0, rect.y1);
        if let Some((line, right, count)) = lines.last_mut()
            && (line.top..line.bottom).contains(&middle)
            && rect.x0 > *right - size
            && rect.x0 < *right + 3.0 * size
        {
            line.text.push(' ');
            line.text.push_str(&word.text);
            line.size = (line.size * *count + size) / (*count + 1.0);
            line.bold &= word.bold;
            (line.top, line.bottom) = (line.top.min(rect.y0), line.bottom.max(rect.y1));
            (*right, *count) = (rect.x1, *count + 1.0);
            continue;
        }
        let line =
            Line { text: word.text.clone(), size, bold: word.bold, top: rect.y0, bottom: rect.y1 };
        lines.push((line, rect.x1, 1.0));
    }
    lines.into_iter().map(|(line, ..)| line).collect()
}

/// Whether a line goes on with the title that the line above it is part of.
fn goes_on(above: &Line, below: &Line) -> bool {
    let gap = below.top - above.bottom;
    (below.size / above.size - 1.0).abs() < 0.08
        && below.bold == above.bold
        && gap > -above.size
        && gap < above.size * 0.9
        && !above.text.ends_with([':', '.'])
}

fn is_capitals(text: &str) -> bool {
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    upper >= 6 && !text.chars().any(char::is_lowercase)
}

/// Whether it reads like a sentence, an entry of a form or the heading of a section, in type that is not
/// much larger.
fn is_prose(text: &str, size: f32) -> bool {
    let numbered = text.split(' ').next().is_some_and(|first| {
        first.ends_with('.') && first.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    });
    size < PLAIN
        && (numbered
            || text.ends_with(['.', ',', ';', ':'])
            || text.split_whitespace().take(4).any(|word| word.ends_with([':', '：'])))
}

#[cfg(test)]
mod tests {
    use citelight_core::{Rect, WordSource};

    use super::*;

    #[test]
    fn junk_is_no_title() {
        for junk in [
            "",
            "Microsoft Word - x.doc",
            "Microsoft Word - Protocol-230315.docx",
            "Microsoft Word - null.doc",
            "Microsoft PowerPoint - Presentation1",
            "untitled",
            "Untitled-3",
            "Slide 1",
            "PowerPoint Presentation",
            "Table of Contents",
            "Document1",
            "(unspecified)",
            "Q3_final_v2.indd",
            "a1234567",
            "0001234-20-000012",
            "file:///C|/temp/report.htm",
            "C:\\Users\\me\\letter",
            "þÿ\0T\0i",
            "任务书编号：      密级：",
            "Annual_Report 2023",
            "12 / 34",
        ] {
            assert_eq!(sensible(junk, "annual report-2023.pdf"), None, "{junk}");
        }
    }

    #[test]
    fn titles_are_kept_and_tidied() {
        for (title, shown) in [
            ("Annual Report 2023", "Annual Report 2023"),
            ("Microsoft Word - Lease of the harbour office", "Lease of the harbour office"),
            ("Handbook of the ferry - Google Docs", "Handbook of the ferry"),
            ("  Handbook\u{0}for  pilots ", "Handbook for pilots"),
            ("Dracula", "Dracula"),
            ("临床试验 知情同意书", "临床试验 知情同意书"),
        ] {
            assert_eq!(sensible(title, "x.pdf").as_deref(), Some(shown));
        }
        let agreement = |file: &str| sensible("Harbour Services Agreement", file);
        assert!(agreement("harbour-services-agreement.pdf").is_some());
        assert!(agreement("harbour services agreement.pdf").is_none());
    }

    /// Words of lines, each with its type's size and the height at which it stands.
    fn page(lines: &[(&str, f32, f32)]) -> Vec<Word> {
        let mut words = Vec::new();
        for (text, size, top) in lines {
            let mut x = 50.0;
            for word in text.split(' ') {
                let width = word.len() as f32 * size * 0.5;
                words.push(Word {
                    text: word.to_owned(),
                    rect: Rect::new(x, *top, x + width, top + size),
                    font_size: *size,
                    bold: false,
                    source: WordSource::Native,
                    confidence: 1.0,
                });
                x += width + size * 0.3;
            }
        }
        words
    }

    #[test]
    fn the_largest_lines_of_the_page_are_its_title() {
        let words = page(&[
            ("ACME", 30.0, 20.0),
            ("A study of the strength of", 20.0, 80.0),
            ("materials used at sea", 20.0, 104.0),
            ("Mira Anders, John Doe", 12.0, 140.0),
            ("We measured the strength of several materials in salt water", 10.0, 170.0),
            ("over two years and found that it falls with the temperature", 10.0, 184.0),
            ("of the water and with the age of the material that is used", 10.0, 198.0),
        ]);
        assert_eq!(
            on_page(&words, true, "x.pdf").as_deref(),
            Some("A study of the strength of materials used at sea")
        );
    }

    #[test]
    fn running_text_alone_shows_no_title() {
        let words = page(&[
            ("and therefore the parties agree that the term of this lease", 10.0, 20.0),
            ("shall be extended by one year from the date of its signature", 10.0, 34.0),
        ]);
        assert_eq!(shown(&words), None);
    }

    #[test]
    fn the_page_tells_whether_a_stated_title_is_its_own() {
        let words = page(&[("Protocol of the second trial", 20.0, 20.0)]);
        assert!(bears(&words, "Protocol of the Second Trial"));
        assert!(!bears(&words, "Application for funding"));
    }
}

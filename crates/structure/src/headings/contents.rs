//! Owns the contents pages: which lines are their entries, and what they promise to stand where.

use std::collections::HashMap;

use crate::flow::Flow;
use crate::numbering;
use crate::shape;
use crate::titles;

/// Fewer entries are no contents page.
const FEWEST: usize = 4;
/// Lines without a page number between two entries: wrapped titles, group titles.
const MOST_BETWEEN: usize = 4;

/// What an entry promises.
#[derive(Debug, Clone)]
struct Entry {
    /// Its title, folded, with and without its number.
    full: String,
    bare: String,
    /// The page number it prints, of the numbers in Arabic figures.
    target: Option<u32>,
}

/// The contents pages of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    entries: Vec<Entry>,
    /// Ranges of lines, rising.
    runs: Vec<(usize, usize)>,
    /// Titles, folded, to the places of their entries.
    by_title: HashMap<String, Vec<usize>>,
    /// The page's number less the printed one.
    offset: Option<i64>,
}

impl Contents {
    /// Finds runs of entries whose page numbers rise.
    pub(crate) fn find(flow: &Flow) -> Contents {
        let pages = flow.pages.last().map_or(0, |(page, _)| page.get());
        let lasting: Vec<Option<(usize, PageLabel)>> =
            (0..flow.lines.len()).map(|at| page_label(flow.line_text(at), pages)).collect();
        let mut contents = Contents::default();
        let mut at = 0;
        while at < lasting.len() {
            let Some(end) = run_end(flow, &lasting, at) else {
                at += 1;
                continue;
            };
            contents.take(flow, &lasting, at, end);
            at = end;
        }
        contents.offset = contents.usual_offset(flow);
        contents
    }

    fn take(
        &mut self,
        flow: &Flow,
        lasting: &[Option<(usize, PageLabel)>],
        start: usize,
        end: usize,
    ) {
        let mut from = start;
        for (at, label) in lasting.iter().enumerate().take(end).skip(start) {
            let Some((length, label)) = label else { continue };
            // The lines above that bear no number begin the title, where they stand close.
            let mut title = String::new();
            for line in from..at {
                title.push_str(flow.line_text(line));
                title.push(' ');
            }
            let last = &flow.line_text(at)[..*length];
            let whole = format!("{title}{last}");
            for (text, first) in [(whole.as_str(), from), (last, at)] {
                let full = titles::folded(text);
                let skip = numbering::number(text.trim_start()).map_or(0, |n| n.length);
                let bare = titles::folded(&text.trim_start()[skip..]);
                if full.is_empty() || (first == at && from < at && bare.len() < 4) {
                    continue;
                }
                let place = self.entries.len();
                for key in [&full, &bare] {
                    if key.len() >= 3 {
                        self.by_title.entry(key.clone()).or_default().push(place);
                    }
                }
                self.entries.push(Entry { full, bare, target: label.number() });
                if from == at {
                    break;
                }
            }
            from = at + 1;
        }
        self.runs.push((start, end));
    }

    /// Whether a line belongs to a contents page's entries.
    pub(crate) fn is_entry(&self, line: usize) -> bool {
        let after = self.runs.partition_point(|(start, _)| *start <= line);
        after.checked_sub(1).is_some_and(|at| line < self.runs[at].1)
    }

    /// 0 to 1: how firmly a contents page promises this title on this page. Below 1 where its page
    /// number leads elsewhere or is not known.
    pub(crate) fn promises(&self, title: &str, page: u32) -> f32 {
        let full = titles::folded(title);
        let skip = numbering::number(title).map_or(0, |n| n.length);
        let bare = titles::folded(&title[skip..]);
        let places = [&full, &bare].into_iter().filter_map(|key| self.by_title.get(key)).flatten();
        let mut most: f32 = 0.0;
        for &place in places {
            let entry = &self.entries[place];
            let same = entry.full == full || entry.bare == bare;
            if !same {
                continue;
            }
            let near = match (self.offset, entry.target) {
                (Some(offset), Some(target)) => {
                    let off = (i64::from(page) - i64::from(target) - offset).abs();
                    if off == 0 {
                        1.0
                    } else if off == 1 {
                        0.8
                    } else {
                        0.3
                    }
                }
                _ => 0.6,
            };
            most = most.max(near);
        }
        most
    }

    /// The difference that most entries agree on whose title stands alone on a line somewhere.
    fn usual_offset(&self, flow: &Flow) -> Option<i64> {
        let mut votes: HashMap<i64, usize> = HashMap::new();
        for (at, line) in flow.lines.iter().enumerate() {
            if self.is_entry(at) || !line.opens {
                continue;
            }
            let folded = titles::folded(flow.line_text(at));
            for &place in self.by_title.get(&folded).into_iter().flatten() {
                if let Some(target) = self.entries[place].target {
                    *votes.entry(i64::from(line.page.get()) - i64::from(target)).or_default() += 1;
                }
            }
        }
        let (offset, count) = votes.iter().max_by_key(|(offset, n)| (**n, -offset.abs()))?;
        (*count >= 2 || self.entries.len() < 6).then_some(*offset)
    }
}

/// A page number at the end of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PageLabel {
    Arabic(u32),
    Other,
}

impl PageLabel {
    fn number(&self) -> Option<u32> {
        match self {
            PageLabel::Arabic(number) => Some(*number),
            PageLabel::Other => None,
        }
    }
}

/// The page number that ends a line, and the bytes of the title before it.
fn page_label(text: &str, pages: u32) -> Option<(usize, PageLabel)> {
    let text = text.trim_end();
    let (title, last) = text.rsplit_once(char::is_whitespace)?;
    let (led, last) = match last.trim_start_matches(['.', '…', '·', '_', '‥']) {
        rest if rest.len() < last.len() => (true, rest),
        rest => (false, rest),
    };
    let label = if let Ok(number) = last.parse::<u32>() {
        // Printed numbers can run ahead of the file's, as in an excerpt.
        (last.len() <= 4 && number <= 3 * pages + 30).then_some(PageLabel::Arabic(number))?
    } else if crate::shape::is_roman(last) && last.starts_with(char::is_lowercase) {
        PageLabel::Other
    } else {
        let (head, tail) = last.split_once(['-', '–'])?;
        let short = head.len() <= 2 && head.chars().all(|c| c.is_ascii_alphanumeric());
        let figures = !tail.is_empty() && tail.bytes().all(|b| b.is_ascii_digit());
        (short && figures && tail.len() <= 3).then_some(PageLabel::Other)?
    };
    let title = title.trim_end_matches(|c: char| c.is_whitespace() || ".…·_‥".contains(c));
    let dotted = led || text[title.len()..].contains("..") || text[title.len()..].contains('…');
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let sentence = !dotted && shape::ends_sentence(title);
    // A label of one figure column reads alike; several figures do not.
    let figures = shape::row_likeness(title) == shape::RowLikeness::Strong;
    (letters >= 2 && !sentence && (dotted || !figures)).then_some((title.len(), label))
}

/// One past the last line of the contents entries that begin at `start`.
fn run_end(flow: &Flow, lasting: &[Option<(usize, PageLabel)>], start: usize) -> Option<usize> {
    lasting[start].as_ref()?;
    let (mut end, mut count, mut dotted) = (start, 0, 0);
    let (mut last, mut first): (u32, Option<u32>) = (0, None);
    let mut at = start;
    let mut falls = 0;
    while at < lasting.len() && at - end <= MOST_BETWEEN {
        if let Some((length, label)) = &lasting[at] {
            if let Some(number) = label.number() {
                if number < last {
                    // A second list ("Figures") begins anew; a table of figures jumps.
                    falls += 1;
                    if falls * 8 > count {
                        break;
                    }
                }
                first.get_or_insert(number);
                last = number;
            }
            let text = flow.line_text(at);
            dotted += usize::from(text[*length..].contains("..") || text[*length..].contains('…'));
            count += 1;
            end = at + 1;
        } else if flow.lines[at].page.get() > flow.lines[end.max(1) - 1].page.get() + 1 {
            break;
        }
        at += 1;
    }
    let rises = first.is_some_and(|first| last > first) || dotted * 2 > count;
    let dense = 2 * count >= end - start;
    // Rows of a table end in figures too, which rise by chance when they are few.
    let enough = if dotted * 2 > count { FEWEST } else { FEWEST + 2 };
    (count >= enough && rises && dense).then_some(end)
}

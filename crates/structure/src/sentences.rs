//! Owns the cut of the flow text into sentences, list items, table rows and headings.
//!
//! Written by hand because the units of these documents are not those of Unicode's sentence rules:
//! "Item 7. Management's", "No. 5", "Inc.", rows of a statement and items without a full stop
//! need the words and the line breaks, not character classes. The `srx` crate was weighed: rules worth
//! having (LanguageTool's) use look-around, which it skips, and want the language to be known; the
//! crate `unicode-segmentation` ends a sentence behind every "Inc." before a capital. Refuses to look
//! over the end of a block.

use citelight_core::{Block, BlockKind, Span};

use crate::shape::{self, Marker, RowLikeness};
use crate::stops::stops;
use crate::terms;

/// No unit is longer, in characters, unless it is a single word.
const MOST_CHARS: usize = 1_200;

/// Bytes up to which a row of a table is one sentence.
const LONGEST_ROW: usize = 300;

/// The sentences of a text, in order, without overlap, trimmed of white space.
///
/// `blocks` are hard limits; text outside of every block is treated as a block of its own. An item
/// of a list, a row of a table and a heading line each count as a sentence.
pub fn sentences(text: &str, blocks: &[Span]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    for block in blocks {
        let start = floor(text, block.start as usize).max(at);
        let end = floor(text, block.end as usize).max(start);
        push_block(text, at, start, &mut found);
        push_block(text, start, end, &mut found);
        at = end;
    }
    push_block(text, at, text.len(), &mut found);
    found
}

/// The sentences of a text whose blocks are known, in order, without overlap, trimmed of white
/// space: a heading, a row of a table, a line of code and a formula are one each; long rows, items of
/// lists and everything else are cut into sentences.
pub fn sentences_of(text: &str, blocks: &[Block]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    for block in blocks {
        let start = floor(text, block.span.start as usize).max(at);
        let end = floor(text, block.span.end as usize).max(start);
        push_block(text, at, start, &mut found);
        match block.kind {
            BlockKind::Paragraph => push_block(text, start, end, &mut found),
            BlockKind::Heading | BlockKind::Formula => push_guarded(text, start, end, &mut found),
            BlockKind::Caption | BlockKind::Footnote => push_unit(text, start, end, &mut found),
            BlockKind::List | BlockKind::Table | BlockKind::Code => {
                let starts = block.items.iter().map(|item| item.start as usize);
                let mut borders: Vec<usize> = starts.filter(|s| (start..end).contains(s)).collect();
                borders.extend([start, end]);
                borders.sort_unstable();
                for part in borders.windows(2) {
                    // Cells of running text hold sentences.
                    let prose = block.kind == BlockKind::Table && part[1] - part[0] > LONGEST_ROW;
                    match block.kind {
                        BlockKind::List => push_unit(text, part[0], part[1], &mut found),
                        _ if prose => push_unit(text, part[0], part[1], &mut found),
                        _ => push_guarded(text, part[0], part[1], &mut found),
                    }
                }
            }
        }
        at = end;
    }
    push_block(text, at, text.len(), &mut found);
    found
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

fn push_block(text: &str, start: usize, end: usize, out: &mut Vec<Span>) {
    for (unit_start, unit_end) in units(&text[start..end]) {
        push_unit(text, start + unit_start, start + unit_end, out);
    }
}

/// Pushes the sentences of a text that line breaks do not part. Empty lines do: between the cells of a
/// row, and wherever else the words of a unit are blocks of their own on the page.
fn push_unit(text: &str, start: usize, end: usize, out: &mut Vec<Span>) {
    const GAP: &str = "\n\n";
    let mut at = start;
    for unit in text[start..end].split_inclusive(GAP) {
        let mut from = 0;
        for to in stops(unit).into_iter().chain([unit.len()]) {
            push_guarded(text, at + from, at + to, out);
            from = to;
        }
        at += unit.len();
    }
}

/// Pushes the trimmed piece, cut at word borders where it is too long.
fn push_guarded(text: &str, start: usize, end: usize, out: &mut Vec<Span>) {
    let Some((mut start, end)) = trimmed(text, start, end) else { return };
    while let Some(cut) = long_cut(&text[start..end]) {
        push_span(text, start, start + cut, out);
        start += cut;
    }
    push_span(text, start, end, out);
}

fn push_span(text: &str, start: usize, end: usize, out: &mut Vec<Span>) {
    if let Some((start, end)) = trimmed(text, start, end) {
        let narrow = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        out.push(Span::new(narrow(start), narrow(end)));
    }
}

/// The range without white space at its ends; `None` when nothing is left.
pub(crate) fn trimmed(text: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let piece = &text[start..end];
    let body = piece.trim_start();
    let start = start + piece.len() - body.len();
    let body = body.trim_end();
    (!body.is_empty()).then(|| (start, start + body.len()))
}

/// Where to cut a piece of more than [`MOST_CHARS`] characters: after a semicolon or comma in its
/// last third, else at the last white space, else at the first one after.
fn long_cut(piece: &str) -> Option<usize> {
    let (limit, _) = piece.char_indices().nth(MOST_CHARS)?;
    let head = &piece[..limit];
    let late = |at: &usize| *at > limit / 3 * 2;
    [";", ","]
        .iter()
        .find_map(|mark| {
            head.char_indices()
                .rev()
                .filter(|(_, c)| c.is_whitespace())
                .map(|(at, _)| at)
                .take_while(late)
                .find(|&at| head[..at].ends_with(mark))
        })
        .or_else(|| head.rfind(char::is_whitespace).filter(|&at| at > 0))
        .or_else(|| piece[limit..].find(char::is_whitespace).map(|at| limit + at))
}

/// The parts of a block that line breaks set apart: items, rows, headings, else the whole.
fn units(block: &str) -> Vec<(usize, usize)> {
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for line in block.split_inclusive('\n') {
        lines.push((at, line.trim()));
        at += line.len();
    }
    let longest = lines.iter().map(|(_, l)| l.len()).max().unwrap_or(0);
    let rows: Vec<RowLikeness> = lines.iter().map(|(_, l)| shape::row_likeness(l)).collect();
    let table = is_table(&rows);
    let mut cuts = vec![0];
    let mut unit_first = 0;
    for i in 1..lines.len() {
        let pair = Pair {
            above: lines[i - 1].1,
            below: lines[i].1,
            rows: (rows[i - 1], rows[i]),
            opening: lines[unit_first].1,
            first: i == 1,
            longest,
        };
        if pair.parts(table) {
            cuts.push(lines[i].0);
            unit_first = i;
        }
    }
    cuts.push(block.len());
    cuts.windows(2).map(|w| (w[0], w[1])).collect()
}

/// Whether the lines of a block are mostly rows of a table.
fn is_table(rows: &[RowLikeness]) -> bool {
    let strong = rows.iter().filter(|r| **r == RowLikeness::Strong).count();
    let any = rows.iter().filter(|r| **r != RowLikeness::No).count();
    (strong >= 1 && 2 * any >= rows.len()) || (any >= 3 && 3 * any >= 2 * rows.len())
}

/// Two lines of a block and what is known around them.
struct Pair<'a> {
    above: &'a str,
    below: &'a str,
    rows: (RowLikeness, RowLikeness),
    /// First line of the unit that `above` belongs to.
    opening: &'a str,
    /// Whether `above` is the first line of the block.
    first: bool,
    /// Length of the block's longest line in bytes.
    longest: usize,
}

impl Pair<'_> {
    fn parts(&self, table: bool) -> bool {
        if table || self.rows == (RowLikeness::Strong, RowLikeness::Strong) {
            let wrapped = self.rows.0 == RowLikeness::No
                && shape::begins_lower(self.below)
                && !shape::ends_sentence(self.above);
            return !wrapped;
        }
        self.opens_item() || self.after_heading() || self.before_heading() || self.siblings()
    }

    fn short(&self, of_ten: usize) -> bool {
        self.above.len() * 10 < self.longest * of_ten
    }

    fn opens_item(&self) -> bool {
        let Some((marker, length)) = shape::marker(self.below) else { return false };
        if marker == Marker::Bullet {
            return true;
        }
        if shape::ends_sentence(self.above) {
            return true;
        }
        let last = self.above.split_whitespace().next_back().unwrap_or_default().to_lowercase();
        let refers = terms::is_numbered(last.trim_end_matches(['s', '.']))
            || matches!(last.as_str(), "and" | "or" | "to" | "no." | "nos." | "§" | "§§");
        let next = self.below[length..].split_whitespace().next().unwrap_or_default();
        let goes_on = matches!(
            next.trim_end_matches([',', '.', ';']),
            "of" | "or" | "and" | "to" | "above" | "below" | "hereof" | "thereof" | "through"
        );
        let sibling = shape::marker(self.opening).is_some_and(|(m, _)| m == marker);
        let and_list = sibling && matches!(last.as_str(), "and" | "or");
        if (goes_on && !sibling) || (refers && !and_list) {
            return false;
        }
        sibling || self.short(7) || last.ends_with(',')
    }

    /// "OVERVIEW" or "1.2 Scope" above running text.
    fn after_heading(&self) -> bool {
        let open = self.above.ends_with([',', ';', '.', '-']);
        let capital =
            self.below.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
        if open || !capital {
            return false;
        }
        let shouted = all_caps(self.above) && !all_caps(self.below) && self.short(8);
        let numbered = self.first
            && self.short(7)
            && matches!(shape::marker(self.above), Some((Marker::Number, _)));
        shouted || numbered
    }

    /// "Days: Full time" above "Salary: …", "Listed on TSCA" above "Listed on IECSC": entries without
    /// bullets.
    fn siblings(&self) -> bool {
        let capital = |line: &str| line.starts_with(char::is_uppercase);
        let label = |line: &str| {
            let name = line.split_once(": ").map_or("", |(name, _)| name);
            !name.is_empty() && name.split_whitespace().count() <= 4
        };
        let code = |line: &str| {
            let mut words = line.split_whitespace();
            let (first, second) = (words.next().unwrap_or_default(), words.next());
            let coded = first.contains(|c: char| c.is_ascii_digit()) && first.len() <= 8;
            coded && matches!(second, Some("-" | "–" | "—"))
        };
        let opening = |line: &str| {
            let mut words = line.split_whitespace();
            Some((words.next()?.to_owned(), words.next()?.to_owned()))
        };
        let open = self.above.ends_with([',', ';', '-', '–', '(']) || {
            let last = self.above.split_whitespace().next_back().unwrap_or_default();
            matches!(last, "and" | "or" | "of" | "the" | "a" | "an" | "to" | "in" | "for" | "with")
        };
        let alike = (label(self.above) && label(self.below))
            || (code(self.above) && code(self.below))
            || (opening(self.above).is_some() && opening(self.above) == opening(self.below));
        alike && !open && capital(self.above) && capital(self.below)
    }

    fn before_heading(&self) -> bool {
        all_caps(self.below) && !all_caps(self.above) && shape::ends_sentence(self.above)
    }
}

fn all_caps(line: &str) -> bool {
    let upper = line.chars().filter(|c| c.is_uppercase()).count();
    upper >= 4 && !line.chars().any(char::is_lowercase)
}

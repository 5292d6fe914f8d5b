//! Cutting passages into statements: sentences, and the rows of tables.

use citelight_core::{Block, BlockKind, Span};
use citelight_store::ChunkRow;
use citelight_structure::sentences;
use citelight_text::is_stop_word;

use super::cite::Statement;

/// Fewer words than this make a label, not a statement.
const FEWEST_WORDS: usize = 4;
/// Fewer words than this are hardly a sentence.
const FEWEST_PROSE: usize = 6;
/// Fewer lines than this make no table.
const FEWEST_ROWS: usize = 3;
/// A line of no more words than this, with no figure and no full stop, is a heading or a caption.
const MOST_LABEL_WORDS: usize = 10;

/// Words before the number of a part of a document.
const PART_WORDS: [&str; 8] =
    ["table", "figure", "note", "item", "section", "chapter", "schedule", "part"];

/// The sentences and rows of a passage, labels among them, in order; the `items` of lists begin new ones.
pub(crate) fn statements(chunk: &ChunkRow, items: &[Span]) -> Vec<Statement> {
    let body = chunk.body();
    let starts = items.iter().filter_map(|item| item.start.checked_sub(chunk.span.start));
    let parts = parted(blocks(body), starts);
    let spans = sentences(body, &parts).into_iter().flat_map(|span| rows(body, span));
    spans
        .map(|span| Statement {
            document: chunk.document.clone(),
            file_name: chunk.file_name.clone(),
            section: chunk.breadcrumb.clone(),
            span: Span::new(chunk.span.start + span.start, chunk.span.start + span.end),
            text: body[span.range()].to_owned(),
            value: None,
        })
        .collect()
}

/// The rows of a table that was taken for one sentence, each by itself; any other sentence as it is.
/// A table shows in three lines or more, with figures, and no full stop at the end.
fn rows(text: &str, span: Span) -> Vec<Span> {
    let sentence = &text[span.range()];
    let tabular = sentence.lines().count() >= FEWEST_ROWS
        && sentence.contains(|c: char| c.is_numeric())
        && !ends_like_prose(sentence);
    if !tabular {
        return vec![span];
    }
    let at = |place: usize| span.start + u32::try_from(place).unwrap_or(u32::MAX);
    let mut start = 0;
    let row = |line: &str| {
        let row = Span::new(at(start), at(start + line.trim_end().len()));
        start += line.len();
        row
    };
    sentence.split_inclusive('\n').map(row).filter(|row| !row.is_empty()).collect()
}

/// Whether a text ends as a sentence does.
pub(crate) fn ends_like_prose(text: &str) -> bool {
    text.ends_with(['.', '!', ';', ':', '。', '”', '"', ')'])
}

/// Whether a text reads as a sentence: it ends as one does, and holds the small words that labels and values
/// do without.
pub(crate) fn reads_as_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let small = words.iter().filter(|word| is_stop_word(&word.to_lowercase())).count();
    words.len() >= FEWEST_PROSE && 4 * small >= words.len() && ends_like_prose(text)
}

/// Whether a text names something instead of saying something: a heading, a caption, a job title. A
/// numbering in front ("A3", "12.1") is no figure.
pub(crate) fn is_label(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let numbered = words.first().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let said = &words[usize::from(numbered)..];
    said.len() < FEWEST_WORDS - 1
        || words.len() < FEWEST_WORDS
        || (said.len() <= MOST_LABEL_WORDS && !holds_value(said) && !ends_like_prose(text))
}

/// Whether words hold a number that is no year and numbers no part ("Table 1.").
fn holds_value(words: &[&str]) -> bool {
    let is_year = |word: &str| {
        let digits = word.trim_matches(|c: char| !c.is_ascii_digit());
        digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
    };
    (0..words.len()).any(|at| {
        let counts = at
            .checked_sub(1)
            .is_some_and(|before| PART_WORDS.contains(&words[before].to_lowercase().as_str()));
        words[at].contains(char::is_numeric) && !is_year(words[at]) && !counts
    })
}

/// The items of lists that begin inside a span, of a document's blocks.
pub(crate) fn items_in(blocks: &[Block], span: Span) -> Vec<Span> {
    let first = blocks.partition_point(|block| block.span.end <= span.start);
    let within = blocks[first..].iter().take_while(|block| block.span.start < span.end);
    let lists = within.filter(|block| block.kind == BlockKind::List);
    let items = lists.flat_map(|block| &block.items);
    items.copied().filter(|item| span.contains_byte(item.start)).collect()
}

/// Blocks, cut at some places inside them, which are in order.
fn parted(blocks: Vec<Span>, places: impl Iterator<Item = u32>) -> Vec<Span> {
    let places: Vec<u32> = places.collect();
    let cut = |block: Span| {
        let inside = places.iter().copied().filter(move |at| block.start < *at && *at < block.end);
        let borders: Vec<u32> =
            std::iter::once(block.start).chain(inside).chain([block.end]).collect();
        let parts: Vec<Span> = borders.windows(2).map(|pair| Span::new(pair[0], pair[1])).collect();
        parts
    };
    blocks.into_iter().flat_map(cut).collect()
}

/// The blocks of a chunk's text: an empty line parts them, as in the flow text.
fn blocks(text: &str) -> Vec<Span> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for part in text.split("\n\n") {
        let end = start + part.len();
        let at = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        if !part.is_empty() {
            blocks.push(Span::new(at(start), at(end)));
        }
        start = end + 2;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_parted_by_empty_lines() {
        let text = "one\ntwo\n\nthree\n\n\n\nfour";
        let parts: Vec<&str> = blocks(text).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(parts, ["one\ntwo", "three", "four"]);
    }

    #[test]
    fn items_of_lists_begin_new_parts() {
        let spans = |parts: &[(u32, u32)]| -> Vec<Span> {
            parts.iter().map(|(start, end)| Span::new(*start, *end)).collect()
        };
        let found = parted(spans(&[(0, 10), (12, 30)]), [0, 15, 20, 40].into_iter());
        assert_eq!(found, spans(&[(0, 10), (12, 15), (15, 20), (20, 30)]));
    }

    #[test]
    fn headings_are_labels_and_statements_are_not() {
        for label in [
            "A3 Limit of liability",
            "Notice",
            "Table 4. Rates",
            "Chief Executive Officer and Director",
            "Third Quarter Report 2025",
            "Table 1. Paid annual leave by length of service",
        ] {
            assert!(is_label(label), "{label}");
        }
        for statement in [
            "Notice is 30 days.",
            "Total net revenues 6,489 7,500",
            "North America £62 £195 Tips",
            "The Contractor shall report the figures with its invoice to the Authority",
        ] {
            assert!(!is_label(statement), "{statement}");
        }
    }

    #[test]
    fn only_tables_fall_into_rows() {
        let parts = |text: &str| -> Vec<String> {
            let whole = Span::new(0, u32::try_from(text.len()).unwrap());
            rows(text, whole).iter().map(|row| text[row.range()].to_owned()).collect()
        };
        let table = "Work Unit Rate\nBoat Hour £310\nDiving Day £3,450";
        assert_eq!(parts(table), ["Work Unit Rate", "Boat Hour £310", "Diving Day £3,450"]);
        for whole in ["Fees of £310\nare due on\nthe first day.", "Two lines\nof 2"] {
            assert_eq!(parts(whole), [whole]);
        }
    }
}

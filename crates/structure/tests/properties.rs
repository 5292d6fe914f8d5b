//! Round trips over pages of any kind: words to text, text to words, words to rectangles.

mod pages;

use std::collections::BTreeSet;

use citelight_core::{Chunking, PageMarks, PageNumber, Rect, RowKind, Span, TableRow, Word};
use citelight_structure::{
    Flow, PageWords, blocks, chunks, compose, quads, sections, sentences_of,
};
use pages::{Page, prose, views};
use proptest::prelude::*;

/// Pages with words anywhere, of any size, some on top of each other, some out of the page.
fn any_pages() -> impl Strategy<Value = Vec<Page>> {
    let word = (
        "[a-zA-Z0-9.,•$é字]{1,9}[-\u{ad}\u{2010}]?",
        -50.0f32..700.0,
        -50.0f32..850.0,
        0.0f32..80.0,
        0.0f32..40.0,
    );
    let rule = (-50.0f32..700.0, -50.0f32..850.0, 0.0f32..500.0, any::<bool>());
    let drawn = (prop::collection::vec(word, 0..60), prop::collection::vec(rule, 0..12));
    let page = drawn.prop_map(|(words, rules)| {
        let mut page = Page::new();
        page.marks.rules.extend(rules.into_iter().map(|(x, y, length, upright)| {
            let (w, h) = if upright { (0.0, length) } else { (length, 0.0) };
            Rect::new(x, y, x + w, y + h)
        }));
        for (text, x, y, w, h) in words {
            page.size = h;
            page.word(&text, Rect::new(x, y, x + w, y + h));
        }
        page
    });
    prop::collection::vec(page, 0..5)
}

/// Pages of running text in one to three columns with figures and headings, words apart.
fn set_pages() -> impl Strategy<Value = Vec<Page>> {
    let page = (1usize..4, 1usize..7, 9.0f32..13.0, any::<bool>()).prop_map(
        |(columns, sentences, size, table)| {
            let mut page = Page::new();
            page.size = size;
            let width = 500.0 / columns as f32 - 16.0;
            let mut bottom = 0.0_f32;
            for column in 0..columns {
                let x = 54.0 + column as f32 * (width + 16.0);
                let y = page.paragraph(x, 90.0, width, &prose("alpha", sentences));
                let end = page.paragraph(x, y + size, width, &prose("beta", sentences));
                bottom = bottom.max(end);
            }
            if table {
                // Below the columns: words drawn over others cannot be told apart by rectangles.
                let top = (bottom + 2.0 * size).max(600.0);
                for n in 0..6 {
                    let y = top + 14.0 * n as f32;
                    page.row(y, &[(54.0, "Total revenues"), (380.0, "1,975"), (450.0, "—")]);
                }
            }
            page
        },
    );
    prop::collection::vec(page, 1..4)
}

/// Whether a word of the flow shows a word of a page: as drawn, or without the hyphen of a cut.
fn shows(shown: &str, drawn: &str, cut: bool) -> bool {
    let plain = drawn.replace('\u{ad}', "");
    shown == plain || (plain.is_empty() && shown == drawn) || {
        cut && plain.strip_suffix(['-', '\u{2010}']) == Some(shown)
    }
}

/// Every byte is a separator or belongs to one word; every word is in the flow or furniture, once.
fn check_flow(pages: &[Page], flow: &Flow) -> Result<(), TestCaseError> {
    let mut at = 0;
    let mut seen = BTreeSet::new();
    let mut line = 0;
    let mut break_due = false;
    for (nth, word) in flow.words.iter().enumerate() {
        let (start, end) = (word.span.start as usize, word.span.end as usize);
        let between = &flow.text[at..start];
        let known = ["", "\u{202f}", " ", "\n", "\n\n"].contains(&between);
        prop_assert!(known, "{:?}", between);
        let source = &pages[word.page.index()].words[word.index as usize];
        let next = flow.words.get(nth + 1);
        let cut = next.is_some_and(|n| n.span.start == word.span.end && n.line > word.line);
        let shown = &flow.text[start..end];
        prop_assert!(shows(shown, &source.text, cut), "{:?} {:?}", shown, source.text);
        prop_assert!(!shown.is_empty() && seen.insert((word.page, word.index)));
        // A line breaks before its first word, or after it where that word is cut.
        let goes_on = between.is_empty() && start > 0 && word.line > line;
        let breaks = between.contains('\n');
        prop_assert!(word.line >= line && (!breaks || word.line > line || break_due));
        prop_assert!(goes_on || (nth > 0 && word.line > line) <= breaks);
        prop_assert_eq!(flow.page_at(word.span.start), Some(word.page));
        break_due = goes_on || (break_due && !breaks);
        (at, line) = (end, word.line);
    }
    prop_assert_eq!(at, flow.text.len());
    let mut at = 0;
    for block in &flow.blocks {
        prop_assert!(flow.text[at..block.start as usize].trim().is_empty());
        prop_assert!(!block.is_empty());
        at = block.end as usize;
    }
    prop_assert_eq!(at, flow.text.len());
    let left_out: usize = flow.furniture.iter().map(|f| f.1.len()).sum();
    for (page, words) in &flow.furniture {
        for index in words {
            prop_assert!(seen.insert((*page, *index)));
        }
    }
    let all: usize = pages.iter().map(|p| p.words.len()).sum();
    prop_assert_eq!(flow.words.len() + left_out, all);
    prop_assert_eq!(flow.pages.len(), pages.len());
    Ok(())
}

/// Cells lie in their table, headings in it or in one above, do not overlap, are sorted; every word of a row is in one cell.
fn check_tables(flow: &Flow) -> Result<(), TestCaseError> {
    let mut before = 0;
    for (nth, table) in flow.tables.iter().enumerate() {
        prop_assert_eq!(table.id as usize, nth);
        prop_assert!(table.span.start >= before);
        before = table.span.end;
        let mut seen: BTreeSet<u32> = BTreeSet::new();
        for row in &table.rows {
            prop_assert!(row.cells.windows(2).all(|w| w[0].column + w[0].columns <= w[1].column));
            prop_assert!(!row.cells.is_empty());
            let mut lines: BTreeSet<u32> = BTreeSet::new();
            let (mut from, mut to) = (u32::MAX, 0);
            for cell in &row.cells {
                prop_assert!(cell.columns >= 1 && cell.column + cell.columns <= table.columns);
                prop_assert!(!cell.spans.is_empty());
                for span in &cell.spans {
                    let heads = |row: &&TableRow| row.kind == RowKind::Header;
                    let above = || flow.tables[..nth].iter().flat_map(|table| &table.rows);
                    let mut lent = above().filter(heads).flat_map(|row| &row.cells);
                    prop_assert!(
                        table.span.contains(span)
                            || heads(&row) && lent.any(|cell| cell.spans.contains(span))
                    );
                    (from, to) = (from.min(span.start), to.max(span.end));
                    for word in flow.words.iter().filter(|w| w.span.overlaps(span)) {
                        prop_assert!(span.contains(&word.span));
                        prop_assert!(seen.insert(word.span.start), "{:?} in two cells", word);
                        prop_assert_eq!(word.page, cell.page);
                        lines.insert(word.line);
                    }
                }
            }
            // Rows of body text own their lines, as far as these were read across.
            let one_line = row.kind == RowKind::Body && lines.len() == 1;
            for word in
                flow.words.iter().filter(|w| one_line && w.span.start >= from && w.span.end <= to)
            {
                prop_assert!(seen.contains(&word.span.start), "{:?} in no cell", word);
            }
        }
    }
    Ok(())
}

/// Pages of labels and figures in columns, with gaps, wrapped labels and headings.
fn table_pages() -> impl Strategy<Value = Vec<Page>> {
    let row =
        (0usize..4, prop::collection::vec("[1-9][0-9]{0,5}|—|\\$ [1-9]{2}|\\([1-9]{3}\\)|", 0..6));
    let page = (prop::collection::vec(row, 2..25), 8.0f32..11.0, 1usize..6, any::<bool>())
        .prop_map(|(rows, size, columns, ruled)| {
            let mut page = Page::new();
            page.size = size;
            let labels = ["Cash and equivalents", "of which held", "Total current assets:", ""];
            let x = |column: usize| 250.0 + 55.0 * column as f32;
            for column in 0..columns {
                page.line(x(column), 60.0, "2019");
            }
            for (nth, (label, figures)) in rows.iter().enumerate() {
                let y = 80.0 + 1.4 * size * nth as f32;
                page.line(72.0, y, labels[*label]);
                for (column, figure) in figures.iter().enumerate().take(columns) {
                    page.line(x(column), y, figure);
                }
                if ruled {
                    page.marks.rules.push(Rect::new(70.0, y - 1.0, 560.0, y - 1.0));
                }
            }
            if ruled {
                for at in [70.0, 245.0, 400.0, 560.0] {
                    page.marks.rules.push(Rect::new(at, 79.0, at, 500.0));
                }
            }
            page
        });
    prop::collection::vec(page, 1..4)
}

fn words_under(quad: &Rect, words: &[Word]) -> BTreeSet<usize> {
    let inside = |w: &Word| quad.contains_point(w.rect.center_x(), w.rect.center_y());
    words.iter().enumerate().filter(|(_, w)| inside(w)).map(|(at, _)| at).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_make_a_flow(pages in any_pages()) {
        let flow = compose(&views(&pages));
        check_flow(&pages, &flow)?;
        check_tables(&flow)?;
        let sections = sections(&[], &flow);
        let blocks = blocks(&flow, &sections);
        let sentences = sentences_of(&flow.text, &blocks);
        let settings =
            Chunking { target_tokens: 20, max_tokens: 30, overlap_sentences: 0, ..Chunking::default() };
        let mut count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count().div_ceil(4);
        let chunks = chunks(&flow, &sections, &blocks, &sentences, &settings, &mut count);
        let chunks: Vec<Span> = chunks.iter().map(|chunk| chunk.span).collect();
        for parts in [blocks.iter().map(|block| block.span).collect(), sentences, chunks] {
            let mut at = 0;
            for span in &parts {
                prop_assert!(flow.text[at..span.start as usize].trim().is_empty());
                at = span.end as usize;
            }
            prop_assert!(flow.text[at..].trim().is_empty());
        }
    }

    #[test]
    fn tables_hold_every_word_of_their_rows_once(pages in table_pages()) {
        let flow = compose(&views(&pages));
        check_flow(&pages, &flow)?;
        check_tables(&flow)?;
    }

    #[test]
    fn the_order_given_does_not_lose_words(pages in set_pages(), seed in any::<u64>()) {
        let mut pages = pages;
        let mut state = seed | 1;
        for page in &mut pages {
            for at in (1..page.words.len()).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                page.words.swap(at, (state >> 33) as usize % (at + 1));
            }
        }
        let flow = compose(&views(&pages));
        check_flow(&pages, &flow)?;
        check_tables(&flow)?;
    }

    #[test]
    fn rectangles_show_the_cited_words_and_no_others(
        pages in set_pages(),
        (from, length) in (0.0f64..1.0, 0.0f64..0.2),
    ) {
        let flow = compose(&views(&pages));
        check_flow(&pages, &flow)?;
        let count = flow.words.len();
        let first = ((from * count as f64) as usize).min(count - 1);
        let last = (first + (length * count as f64) as usize).min(count - 1);
        // From the middle of the first word into the last one.
        let span = match (flow.words[first].span, flow.words[last].span) {
            (only, same) if only == same => only,
            (from, to) => Span::new(from.end - 1, to.start + 1),
        };
        let words_of = |page: PageNumber| pages[page.index()].words.as_slice();
        let found = quads(span, &flow.words, &words_of);
        let mut shown = BTreeSet::new();
        for quad in &found {
            for word in words_under(&quad.rect, words_of(quad.page)) {
                shown.insert((quad.page.get(), word as u32));
            }
        }
        let cited: BTreeSet<_> =
            flow.words[first..=last].iter().map(|w| (w.page.get(), w.index)).collect();
        prop_assert_eq!(shown, cited);
        let lines: BTreeSet<_> = flow.words[first..=last].iter().map(|w| w.line).collect();
        prop_assert_eq!(found.len(), lines.len());
    }

    #[test]
    fn rectangles_of_any_pages_show_every_cited_word(
        pages in any_pages(),
        (from, length) in (0.0f64..1.0, 0usize..30),
    ) {
        let flow = compose(&views(&pages));
        prop_assume!(!flow.words.is_empty());
        let first = (from * flow.words.len() as f64) as usize;
        let cited = &flow.words[first..(first + length + 1).min(flow.words.len())];
        let span = cited[0].span.union(&cited[cited.len() - 1].span);
        let words_of = |page: PageNumber| pages[page.index()].words.as_slice();
        let found = quads(span, &flow.words, &words_of);
        for word in cited {
            let rect = words_of(word.page)[word.index as usize].rect;
            let shown = found.iter().any(|q| {
                q.page == word.page && q.rect.contains_point(rect.center_x(), rect.center_y())
            });
            prop_assert!(shown, "{:?}", rect);
        }
    }
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let mut page = Page::new();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN] {
        page.line(72.0, 72.0, "words of a line");
        page.word("bad", Rect { x0: bad, y0: bad, x1: bad, y1: bad });
        page.word("worse", Rect { x0: 0.0, y0: bad, x1: bad, y1: 0.0 });
        page.size = bad;
        page.line(72.0, 172.0, "more words of a line");
        page.size = 10.0;
    }
    let pages = [page.clone(), page.clone(), page.clone(), page];
    let flow = compose(&views(&pages));
    let left_out: usize = flow.furniture.iter().map(|f| f.1.len()).sum();
    let all: usize = pages.iter().map(|p| p.words.len()).sum();
    assert_eq!(flow.words.len() + left_out, all);
}

#[test]
fn a_page_of_very_many_words_keeps_the_order_given() {
    let mut page = Page::new();
    for n in 0..30_000 {
        let (x, y) = ((n % 7) as f32 * 70.0, (n / 7) as f32 * 0.1);
        page.word("w", Rect::new(x, y, x + 10.0, y + 8.0));
    }
    let view = PageWords {
        page: PageNumber::FIRST,
        width: 612.0,
        height: 792.0,
        words: &page.words,
        marks: &PageMarks::default(),
    };
    let flow = compose(&[view]);
    assert!(flow.words.iter().map(|w| w.index).eq(0..30_000));
}

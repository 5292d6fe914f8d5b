//! Pieces for the embedder.

mod pages;

use citelight_core::{
    Block, BlockKind, ChunkMode, Chunking, OutlineItem, PageNumber, PassageKind, Span,
};
use citelight_structure::{Chunk, Flow, blocks, chunks, sections, sentences_of};
use pages::{Page, flow, folded, prose};
use proptest::prelude::*;

/// One token for every five characters of a word, begun ones counted whole.
fn tokens(text: &str) -> usize {
    text.split_whitespace().map(|w| w.chars().count().div_ceil(5)).sum()
}

fn settings(target: u32, max: u32, overlap_sentences: u32) -> Chunking {
    Chunking {
        target_tokens: target,
        min_tokens: target / 4,
        max_tokens: max,
        overlap_sentences,
        ..Chunking::default()
    }
}

fn fixed(window_chars: u32, overlap_chars: u32) -> Chunking {
    Chunking { mode: ChunkMode::Fixed, window_chars, overlap_chars, ..Chunking::default() }
}

/// A flow of the given blocks, without pages.
fn text_flow(blocks: &[&str]) -> Flow {
    let mut flow = Flow { text: blocks.join("\n\n"), ..Flow::default() };
    let mut at = 0;
    for block in blocks {
        flow.blocks.push(Span::new(at, at + block.len() as u32));
        at += block.len() as u32 + 2;
    }
    flow
}

fn cut(flow: &Flow, settings: &Chunking) -> Vec<Chunk> {
    let sections = sections(&[], flow);
    let blocks = blocks(flow, &sections);
    let sentences = sentences_of(&flow.text, &blocks);
    chunks(flow, &sections, &blocks, &sentences, settings, &mut tokens)
}

/// Chunks of blocks whose kinds are given.
fn cut_kinds(parts: &[(BlockKind, &str)], settings: &Chunking) -> (Flow, Vec<Chunk>) {
    let flow = text_flow(&parts.iter().map(|(_, text)| *text).collect::<Vec<_>>());
    let kinds: Vec<Block> = flow
        .blocks
        .iter()
        .zip(parts)
        .map(|(span, (kind, text))| {
            let mut at = span.start;
            let lines = text.split_inclusive('\n').map(|line| {
                let item = Span::new(at, at + line.trim_end().len() as u32);
                at += line.len() as u32;
                item
            });
            let parted = matches!(kind, BlockKind::List | BlockKind::Code);
            Block { kind: *kind, span: *span, items: lines.filter(|_| parted).collect() }
        })
        .collect();
    let sentences = sentences_of(&flow.text, &kinds);
    let found = chunks(&flow, &[], &kinds, &sentences, settings, &mut tokens);
    (flow, found)
}

fn texts(flow: &Flow, chunks: &[Chunk]) -> Vec<String> {
    chunks.iter().map(|c| flow.text[c.span.range()].to_owned()).collect()
}

#[test]
fn whole_sentences_up_to_the_target() {
    let flow = text_flow(&["Aaaa bbbb cccc. Dddd eeee ffff. Gggg hhhh iiii. Jjjj kkkk llll."]);
    let found = cut(&flow, &settings(7, 9, 0));
    let expected = ["Aaaa bbbb cccc. Dddd eeee ffff.", "Gggg hhhh iiii. Jjjj kkkk llll."];
    assert_eq!(texts(&flow, &found), expected);
    assert_eq!(found.iter().map(|c| c.tokens).collect::<Vec<_>>(), [6, 6]);
    let places: Vec<_> = found.iter().map(|c| (c.split_sequence, c.is_continuation)).collect();
    assert_eq!(places, [((1, 2), false), ((2, 2), true)]);
}

#[test]
fn overlap_is_whole_short_sentences() {
    let flow = text_flow(&["Aaaa bbbb. Cccc. Dddd eeee ffff gggg. Hhhh iiii. Jjjj kkkk llll."]);
    let found = texts(&flow, &cut(&flow, &settings(8, 10, 1)));
    assert_eq!(found[0], "Aaaa bbbb. Cccc. Dddd eeee ffff gggg.");
    // The sentence before is longer than a quarter of the target: not repeated.
    assert_eq!(found[1], "Hhhh iiii. Jjjj kkkk llll.");
    let flow = text_flow(&["Aaaa bbbb cccc dddd. Eeee. Ffff gggg hhhh iiii. Jjjj."]);
    let found = texts(&flow, &cut(&flow, &settings(5, 8, 1)));
    assert_eq!(found, ["Aaaa bbbb cccc dddd. Eeee.", "Eeee. Ffff gggg hhhh iiii. Jjjj."]);
}

#[test]
fn a_small_end_joins_the_piece_before() {
    let flow = text_flow(&["Aaaa bbbb cccc dddd. Eeee ffff gggg hhhh. Iiii."]);
    let found = texts(&flow, &cut(&flow, &settings(8, 9, 0)));
    assert_eq!(found.len(), 1);
}

#[test]
fn a_long_sentence_is_cut_at_words_and_a_long_word_in_halves() {
    let long = "word ".repeat(25);
    let flow = text_flow(&[long.trim_end(), &"x".repeat(200)]);
    let found = cut(&flow, &settings(8, 10, 1));
    assert!(found.iter().all(|c| c.tokens <= 10), "{found:?}");
    let joined: usize = texts(&flow, &found).iter().map(|t| t.matches("word").count()).sum();
    assert_eq!(joined, 25);
    let letters: usize = texts(&flow, &found).iter().map(|t| t.matches('x').count()).sum();
    assert_eq!(letters, 200);
}

#[test]
fn a_counter_is_asked_once_a_sentence() {
    let text = prose("alpha", 8).repeat(4);
    let flow = text_flow(&[&text]);
    let blocks = blocks(&flow, &[]);
    let units = sentences_of(&flow.text, &blocks);
    let mut asked = 0;
    let mut count = |text: &str| {
        asked += 1;
        tokens(text)
    };
    chunks(&flow, &[], &blocks, &units, &Chunking::default(), &mut count);
    assert_eq!(asked, units.len());
}

#[test]
fn chunks_never_cross_the_start_of_a_section() {
    let mut page = Page::new();
    page.styled(72.0, 72.0, 14.0, true, "1 Scope");
    page.paragraph(72.0, 100.0, 400.0, &prose("scope", 2));
    page.styled(72.0, 300.0, 12.0, true, "2 Terms");
    page.paragraph(72.0, 330.0, 400.0, &prose("terms", 2));
    let pages = [page];
    let flow = flow(&pages);
    let outline: Vec<OutlineItem> = ["1 Scope", "2 Terms"]
        .iter()
        .map(|t| OutlineItem {
            title: (*t).to_owned(),
            level: 1,
            page: Some(PageNumber::FIRST),
            y: None,
        })
        .collect();
    let rows = sections(&outline, &flow);
    let blocks = blocks(&flow, &rows);
    let units = sentences_of(&flow.text, &blocks);
    let found = chunks(&flow, &rows, &blocks, &units, &Chunking::default(), &mut tokens);
    let expected: Vec<String> = ["1 Scope ", "2 Terms "]
        .iter()
        .zip(["scope", "terms"])
        .map(|(head, name)| format!("{head}{}", prose(name, 2)))
        .collect();
    let texts: Vec<String> = texts(&flow, &found).iter().map(|t| folded(t)).collect();
    assert_eq!(texts, expected);
    assert_eq!(found.iter().map(|c| c.section).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn titles_stand_before_the_text_below_them() {
    let mut page = Page::new();
    page.styled(72.0, 72.0, 18.0, true, "PART ONE");
    page.styled(72.0, 110.0, 14.0, true, "1 Scope");
    page.paragraph(72.0, 140.0, 400.0, &prose("scope", 2));
    let y = 140.0 + 80.0;
    page.styled(72.0, y, 14.0, true, "2 Nothing here");
    page.styled(72.0, y + 40.0, 14.0, true, "3 Terms");
    page.paragraph(72.0, y + 70.0, 400.0, &prose("terms", 2));
    let flow = flow(&[page]);
    let found = cut(&flow, &Chunking::default());
    let texts: Vec<String> = texts(&flow, &found).iter().map(|t| folded(t)).collect();
    let expected = [
        format!("PART ONE 1 Scope {}", prose("scope", 2)),
        format!("2 Nothing here 3 Terms {}", prose("terms", 2)),
    ];
    assert_eq!(texts, expected);
    let rows = sections(&[], &flow);
    let titles: Vec<&str> =
        found.iter().map(|c| rows[c.section.unwrap() as usize].title.as_str()).collect();
    assert_eq!(titles, ["Scope", "Terms"]);
}

#[test]
fn a_list_is_cut_between_items_and_repeats_its_introduction() {
    let items =
        "(a) to pay in full;\n(b) to deliver in time;\n(c) to rest. To sleep too;\n(d) to wake.";
    let parts = [
        (BlockKind::Paragraph, "It was long. The parties agree:"),
        (BlockKind::List, items),
        (BlockKind::Paragraph, "So it is."),
    ];
    let (flow, found) = cut_kinds(&parts, &settings(13, 14, 0));
    let expected = [
        "It was long. The parties agree:\n\n(a) to pay in full;",
        "(b) to deliver in time;",
        "(c) to rest. To sleep too;",
        "(d) to wake.\n\nSo it is.",
    ];
    assert_eq!(texts(&flow, &found), expected);
    let heads: Vec<Vec<&str>> =
        found.iter().map(|c| c.head.iter().map(|s| &flow.text[s.range()]).collect()).collect();
    let intro = vec!["The parties agree:"];
    assert_eq!(heads, [vec![], intro.clone(), intro.clone(), intro]);
    assert!(found.iter().all(|c| c.tokens as usize == tokens(&c.embedded(&flow.text))));
    let kinds: Vec<PassageKind> = found.iter().map(|c| c.kind).collect();
    use PassageKind::{List, Text};
    assert_eq!(kinds, [Text, List, List, Text]);
}

#[test]
fn code_is_cut_between_lines() {
    let code = "let a = f(1);\nlet b = g(a, 2);\nlet c = h(a, b);";
    let parts = [(BlockKind::Paragraph, "Call it so:"), (BlockKind::Code, code)];
    let (flow, found) = cut_kinds(&parts, &settings(8, 9, 0));
    let cut: Vec<String> = texts(&flow, &found);
    assert!(
        cut.iter().all(|t| t.lines().all(|l| l.is_empty() || code.contains(l) || l.ends_with(':')))
    );
    assert!(found.len() > 1 && found.iter().any(|c| c.kind == PassageKind::Code), "{cut:?}");
}

#[test]
fn formulas_stay_with_the_sentence_around_them() {
    let parts = [
        (BlockKind::Paragraph, "Aaaa bbbb cccc dddd eeee. The energy is"),
        (BlockKind::Formula, "E = m c"),
        (BlockKind::Paragraph, "where m is the mass. Ffff gggg hhhh."),
    ];
    let (flow, found) = cut_kinds(&parts, &settings(8, 20, 0));
    let whole = "The energy is\n\nE = m c\n\nwhere m is the mass.";
    assert!(texts(&flow, &found).iter().any(|text| text.contains(whole)), "{found:?}");
}

#[test]
fn a_note_inside_of_a_sentence_ends_a_chunk() {
    let parts = [
        (BlockKind::Paragraph, "Aaaa bbbb cccc. The sentence goes on"),
        (BlockKind::Footnote, "1 As amended."),
        (BlockKind::Paragraph, "on the next page. Dddd eeee."),
    ];
    let (flow, found) = cut_kinds(&parts, &settings(40, 50, 2));
    let expected =
        ["Aaaa bbbb cccc. The sentence goes on\n\n1 As amended.", "on the next page. Dddd eeee."];
    assert_eq!(texts(&flow, &found), expected);
    // After a whole sentence it is text like any other.
    let parts = [
        (BlockKind::Paragraph, "Aaaa bbbb cccc."),
        (BlockKind::Footnote, "1 As amended."),
        (BlockKind::Paragraph, "Dddd eeee."),
    ];
    assert_eq!(cut_kinds(&parts, &settings(40, 50, 2)).1.len(), 1);
}

/// A page with a table of so many rows under a caption.
fn page_with_table(rows: usize) -> Page {
    let mut page = Page::new();
    page.paragraph(72.0, 72.0, 440.0, &prose("alpha", 3));
    page.line(72.0, 140.0, "Table 2. Sales by region (in millions)");
    page.row(164.0, &[(300.0, "2022"), (380.0, "2021"), (460.0, "2020")]);
    for at in 0..rows {
        let y = 180.0 + 14.0 * at as f32;
        let label = format!("Region {}", char::from(b'A' + at as u8));
        page.row(y, &[(72.0, &label), (300.0, "1,975"), (380.0, "1,764"), (460.0, "1,532")]);
    }
    page
}

#[test]
fn a_table_that_fits_is_one_chunk_with_its_caption() {
    let flow = flow(&[page_with_table(5)]);
    let found = cut(&flow, &settings(40, 60, 1));
    let tables: Vec<&Chunk> = found.iter().filter(|c| c.kind == PassageKind::Table).collect();
    assert_eq!(tables.len(), 1, "{:?}", texts(&flow, &found));
    let text = &flow.text[tables[0].span.range()];
    assert!(text.starts_with("Table 2.") && text.ends_with("1,532"), "{text}");
    assert!(tables[0].head.is_empty());
}

#[test]
fn a_long_table_is_cut_between_rows_and_repeats_its_headings() {
    let flow = flow(&[page_with_table(20)]);
    let limits = settings(40, 50, 1);
    let found = cut(&flow, &limits);
    let tables: Vec<&Chunk> = found.iter().filter(|c| c.kind == PassageKind::Table).collect();
    assert!(tables.len() >= 3, "{:?}", texts(&flow, &found));
    for (at, chunk) in tables.iter().enumerate() {
        let text = &flow.text[chunk.span.range()];
        assert!(text.lines().last().unwrap().ends_with("1,532"), "{text}");
        assert!(chunk.tokens <= limits.max_tokens);
        let head: Vec<String> = chunk.head.iter().map(|s| folded(&flow.text[s.range()])).collect();
        let whole = folded(&chunk.embedded(&flow.text));
        assert!(whole.contains("2022 2021 2020") && whole.contains("Sales by region"), "{whole}");
        assert_eq!(head.is_empty(), at == 0, "{head:?}");
        assert!(at == 0 || text.starts_with("Region"));
    }
}

#[test]
fn a_head_that_is_too_long_is_cut() {
    let flow = flow(&[page_with_table(20)]);
    let found = cut(&flow, &settings(10, 12, 0));
    assert!(found.iter().all(|chunk| chunk.tokens <= 12));
    assert!(found.iter().all(|chunk| tokens(&chunk.embedded(&flow.text)) <= 12));
}

#[test]
fn windows_of_characters() {
    let text = "é".repeat(2_500);
    let flow = text_flow(&[&text]);
    let found = cut(&flow, &Chunking { mode: ChunkMode::Fixed, ..Chunking::default() });
    let ranges: Vec<_> = found.iter().map(|c| (c.span.start / 2, c.span.end / 2)).collect();
    assert_eq!(ranges, [(0, 1_000), (800, 1_800), (1_600, 2_500)]);
    assert!(cut(&text_flow(&[]), &fixed(1_000, 200)).is_empty());
}

#[test]
fn settings_that_make_no_sense_do_not_hang() {
    let flow = text_flow(&["Aaaa bbbb. Cccc dddd."]);
    assert!(!cut(&flow, &settings(0, 0, 9)).is_empty());
    assert!(!cut(&flow, &fixed(0, 50)).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_of_plain_text_hold_every_word_within_the_limit(
        blocks in prop::collection::vec("([A-Za-z]{1,9}[.]? |[A-Za-z]{60} ){0,40}[a-z]", 1..8),
        (target, max, overlap) in (1u32..60, 1u32..80, 0u32..4),
        windows in any::<bool>(),
    ) {
        let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
        let flow = text_flow(&blocks);
        let settings = if windows { fixed(max, target) } else { settings(target, max, overlap) };
        let found = cut(&flow, &settings);
        covers(&flow, &found)?;
        for (k, chunk) in (1..).zip(&found) {
            prop_assert!(windows || chunk.tokens <= max);
            prop_assert_eq!(chunk.split_sequence, (k, found.len() as u32));
            prop_assert_eq!(chunk.is_continuation, k > 1);
        }
    }

    #[test]
    fn chunks_of_pages_keep_their_promises(
        pages in pages::mixed(),
        (target, more, overlap) in (8u32..120, 0u32..40, 0u32..4),
    ) {
        let flow = flow(&pages);
        let settings = settings(target, target + more, overlap);
        let sections = sections(&[], &flow);
        let blocks = blocks(&flow, &sections);
        let sentences = sentences_of(&flow.text, &blocks);
        let found = chunks(&flow, &sections, &blocks, &sentences, &settings, &mut tokens);
        covers(&flow, &found)?;
        let max = settings.max_tokens as usize;
        for sentence in &sentences {
            let inside = |block: &Block| block.span.contains(sentence);
            prop_assert!(blocks.iter().any(inside), "a sentence over the border of a block");
        }
        for chunk in &found {
            let whole = chunk.embedded(&flow.text);
            prop_assert!(chunk.tokens as usize <= max && tokens(&whole) <= chunk.tokens as usize);
            prop_assert!(chunk.head.iter().all(|head| !head.overlaps(&chunk.span)));
            for border in [chunk.span.start, chunk.span.end] {
                let torn = sentences.iter().find(|s| s.start < border && border < s.end);
                let fits = torn.is_some_and(|s| tokens(&flow.text[s.range()]) <= max);
                prop_assert!(!fits, "{:?} in {:?}", border, torn);
            }
            // Before the start of a section that lies inside stand titles only.
            for section in &sections {
                let start = section.span.start;
                if chunk.span.start < start && start < chunk.span.end {
                    let before = Span::new(chunk.span.start, start);
                    let mut above = blocks.iter().filter(|block| block.span.overlaps(&before));
                    prop_assert!(above.all(|block| block.kind == BlockKind::Heading));
                }
            }
        }
    }
}

/// Every character that is no white space lies in a chunk, every chunk has text of its own.
fn covers(flow: &Flow, found: &[Chunk]) -> Result<(), TestCaseError> {
    let mut at = 0;
    for chunk in found {
        let text = &flow.text[chunk.span.range()];
        prop_assert_eq!(text.trim(), text);
        if chunk.span.start > at {
            let between = &flow.text[at as usize..chunk.span.start as usize];
            prop_assert!(between.trim().is_empty(), "{:?}", between);
        }
        prop_assert!(chunk.span.end > at, "a chunk without text of its own");
        at = chunk.span.end;
    }
    prop_assert!(flow.text[at as usize..].trim().is_empty());
    Ok(())
}

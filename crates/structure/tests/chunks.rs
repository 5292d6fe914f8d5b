//! Pieces for the embedder.

mod pages;

use citelight_core::{OutlineItem, PageNumber, PassageKind, Span};
use citelight_structure::{Chunk, ChunkMode, ChunkSettings, Flow, chunks, sections, sentences};
use pages::{Page, flow, folded, prose};
use proptest::prelude::*;

/// One token for every five characters of a word, begun ones counted whole.
fn tokens(text: &str) -> usize {
    text.split_whitespace().map(|w| w.chars().count().div_ceil(5)).sum()
}

fn settings(target: usize, max: usize, overlap_sentences: usize) -> ChunkSettings {
    ChunkSettings { mode: ChunkMode::Sentences { target, max, overlap_sentences } }
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

fn cut(flow: &Flow, settings: &ChunkSettings) -> Vec<Chunk> {
    let sentences = sentences(&flow.text, &flow.blocks);
    chunks(flow, &[], &sentences, settings, &mut tokens)
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
    let units = sentences(&flow.text, &flow.blocks);
    let mut asked = 0;
    let mut count = |text: &str| {
        asked += 1;
        tokens(text)
    };
    chunks(&flow, &[], &units, &ChunkSettings::default(), &mut count);
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
    let units = sentences(&flow.text, &flow.blocks);
    let found = chunks(&flow, &rows, &units, &ChunkSettings::default(), &mut tokens);
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
fn kinds() {
    for (text, kind) in [
        ("Plain words of a plain text that goes on.", PassageKind::Text),
        ("2019 2018\nSales 1,975 2,255\nCosts 719 733", PassageKind::Table),
        ("• apples;\n• pears and\nplums;\n• cherries", PassageKind::List),
        ("fn main() {\nlet x = f(1);\nprintln!(x);\n}", PassageKind::Code),
    ] {
        let flow = text_flow(&[text]);
        let found = cut(&flow, &ChunkSettings::default());
        assert_eq!(found.iter().map(|c| c.kind).collect::<Vec<_>>(), [kind], "{text}");
    }
}

#[test]
fn windows_of_characters() {
    let text = "é".repeat(2_500);
    let flow = text_flow(&[&text]);
    let found = cut(&flow, &ChunkSettings::fixed());
    let ranges: Vec<_> = found.iter().map(|c| (c.span.start / 2, c.span.end / 2)).collect();
    assert_eq!(ranges, [(0, 1_000), (800, 1_800), (1_600, 2_500)]);
    assert!(cut(&text_flow(&[]), &ChunkSettings::fixed()).is_empty());
}

#[test]
fn settings_that_make_no_sense_do_not_hang() {
    let flow = text_flow(&["Aaaa bbbb. Cccc dddd."]);
    assert!(!cut(&flow, &settings(0, 0, 9)).is_empty());
    let mode = ChunkMode::Fixed { size: 0, overlap: 50 };
    assert!(!cut(&flow, &ChunkSettings { mode }).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_hold_every_word_within_the_limit(
        blocks in prop::collection::vec("([A-Za-z]{1,9}[.]? |[A-Za-z]{60} ){0,40}[a-z]", 1..8),
        (target, max, overlap) in (1usize..60, 1usize..80, 0usize..4),
        fixed in any::<bool>(),
    ) {
        let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
        let flow = text_flow(&blocks);
        let settings = if fixed {
            ChunkSettings { mode: ChunkMode::Fixed { size: max, overlap: target } }
        } else {
            settings(target, max, overlap)
        };
        let found = cut(&flow, &settings);
        let mut at = 0;
        for chunk in &found {
            let text = &flow.text[chunk.span.range()];
            prop_assert_eq!(text.trim(), text);
            if chunk.span.start > at {
                let between = &flow.text[at as usize..chunk.span.start as usize];
                prop_assert!(between.trim().is_empty(), "{:?}", between);
            }
            prop_assert!(chunk.span.end > at, "a chunk without text of its own");
            at = chunk.span.end;
            if !fixed {
                prop_assert!(chunk.tokens as usize <= max);
                prop_assert!(tokens(text) <= chunk.tokens as usize);
            }
        }
        prop_assert!(flow.text[at as usize..].trim().is_empty());
        for (k, chunk) in (1..).zip(&found) {
            prop_assert_eq!(chunk.split_sequence, (k, found.len() as u32));
            prop_assert_eq!(chunk.is_continuation, k > 1);
        }
    }
}

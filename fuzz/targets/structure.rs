//! From words with places to passages.
#![no_main]

use citelight_core::{Chunking, Span};
use citelight_fuzz::{pages, views};
use citelight_structure::{amendments, blocks, chunks, compose, markdown, quads, sections, sentences_of};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let pages = pages(data);
    let flow = compose(&views(&pages));
    // Words of nothing but white space are not written anywhere.
    let written = |page: usize, at: u32| !pages[page].words[at as usize].text.trim().is_empty();
    let left_out = flow.furniture.iter().flat_map(|(page, words)| {
        words.iter().filter(|at| written(page.index(), **at)).collect::<Vec<_>>()
    });
    let left_out = left_out.count();
    let words = pages.iter().flat_map(|page| &page.words);
    let all = words.filter(|word| !word.text.trim().is_empty()).count();
    assert_eq!(flow.words.len() + left_out, all, "words are lost");
    for word in &flow.words {
        assert!(flow.text.get(word.span.range()).is_some_and(|text| !text.is_empty()));
    }
    let sections = sections(&[], &flow);
    let blocks = blocks(&flow, &sections);
    let sentences = sentences_of(&flow.text, &blocks);
    let settings =
        Chunking { target_tokens: 20, max_tokens: 30, overlap_sentences: 0, ..Chunking::default() };
    let mut count = |text: &str| text.split_whitespace().count();
    for chunk in chunks(&flow, &sections, &blocks, &sentences, &settings, &mut count) {
        assert!(!chunk.embedded(&flow.text).is_empty());
    }
    amendments(&flow.text, &sentences);
    markdown(&flow.text, &blocks, &sections, &flow.tables);
    if let (Some(first), Some(last)) = (flow.words.first(), flow.words.last()) {
        let whole = Span::new(first.span.start, last.span.end);
        let shown = quads(whole, &flow.words, &|page| pages[page.index()].words.as_slice());
        assert!(!shown.is_empty());
    }
});

//! Words that are cut at the end of a line, and marks that are raised behind a word.

mod pages;

use citelight_core::{PageNumber, Rect, Span};
use citelight_structure::{Flow, Survey, compose, quads, sentences};
use pages::{Page, flow, views};

/// The texts of the flow's words.
fn texts(flow: &Flow) -> Vec<&str> {
    flow.words.iter().map(|word| &flow.text[word.span.range()]).collect()
}

fn lines(lines: &[&str]) -> Page {
    let mut page = Page::new();
    for (text, n) in lines.iter().zip(0u8..) {
        page.line(72.0, 72.0 + 12.0 * f32::from(n), text);
    }
    page
}

#[test]
fn a_cut_word_is_one_word_of_the_text() {
    for (drawn, text) in [
        (
            ["The court is an inter-", "national body of judges.", "It sits."],
            "The court is an international\nbody of judges.\nIt sits.",
        ),
        (
            ["The court is an inter\u{ad}", "national body of judges.", "It sits."],
            "The court is an international\nbody of judges.\nIt sits.",
        ),
        // The compound is seen within a line.
        (
            ["All long-term plans and long-", "term debt of the body", "and its owners."],
            "All long-term plans and long-term\ndebt of the body\nand its owners.",
        ),
        (
            ["The plans of short-", "and of long-term kind so far", "and its owners."],
            "The plans of short-\nand of long-term kind so far\nand its owners.",
        ),
        // A line that is one part of a word.
        (
            ["The court is an inter-", "nation-", "al body of judges."],
            "The court is an international\nbody of judges.",
        ),
        (
            ["A soft\u{ad}ly spoken word of judges", "stands within a line", "of text."],
            "A softly spoken word of judges\nstands within a line\nof text.",
        ),
    ] {
        let flow = flow(&[lines(&drawn)]);
        assert_eq!(flow.text, text);
        let drawn: usize = drawn.iter().map(|line| line.split(' ').count()).sum();
        assert_eq!(flow.words.len(), drawn, "{:?}", texts(&flow));
    }
}

#[test]
fn both_parts_of_a_cut_word_are_shown() {
    let page = lines(&["The court is an inter-", "national body of judges."]);
    let flow = flow(std::slice::from_ref(&page));
    let at = u32::try_from(flow.text.find("international").unwrap()).unwrap();
    let found = quads(Span::new(at, at + 13), &flow.words, &|_| &page.words);
    let rects: Vec<Rect> = found.iter().map(|quad| quad.rect).collect();
    let (first, second) = (page.words[4].rect, page.words[5].rect);
    assert_eq!(rects.len(), 2);
    assert_eq!((rects[0].x0, rects[0].x1), (first.x0, first.x1));
    assert_eq!((rects[1].x0, rects[1].x1), (second.x0, second.x1));
}

#[test]
fn a_word_goes_on_over_a_column_and_over_a_page() {
    let mut first = Page::new();
    let body = "tells of the matter at hand in plain words and goes on until it ends";
    let y = first.paragraph(54.0, 80.0, 240.0, &format!("Here it {body} {body} {body}"));
    first.line(54.0, y, "The court is inter-");
    let y = first.paragraph(318.0, 80.0, 240.0, &format!("national and it {body} {body}"));
    first.line(318.0, y, "and so is the next par-");
    let second = lines(&["liament, which sits over there."]);
    let flow = flow(&[first, second]);
    assert!(flow.text.contains("court is international\nand it tells"), "{}", flow.text);
    assert!(flow.text.contains("the next parliament,\nwhich sits"), "{}", flow.text);
    let (before, after) = (flow.pages[0].1, flow.pages[1].1);
    assert_eq!(before.end, after.start);
    assert!(flow.text[after.range()].starts_with("liament,"));
    assert_eq!(flow.page_at(after.start).map(PageNumber::get), Some(2));
    assert_eq!(flow.blocks.last().map(|block| block.end as usize), Some(flow.text.len()));
}

#[test]
fn rows_of_tables_and_new_paragraphs_join_nothing() {
    let mut page = Page::new();
    page.row(72.0, &[(54.0, "Net sales pre-"), (380.0, "1,975"), (450.0, "12")]);
    page.row(84.0, &[(54.0, "tax income"), (380.0, "1,100"), (450.0, "11")]);
    page.line(54.0, 300.0, "The end of a block is inter-");
    page.line(54.0, 400.0, "Another one begins");
    let flow = flow(&[page]);
    assert!(flow.text.contains("pre- 1,975 12\ntax"), "{}", flow.text);
    assert!(flow.text.contains("inter-\n\nAnother"), "{}", flow.text);
}

/// A line with raised marks: "^2" is one behind the word before it, "~" a word close to it.
fn marked(page: &mut Page, y: f32, text: &str) {
    let mut x = 72.0;
    for token in text.split(' ') {
        let (size, top, word) = match token.strip_prefix('^') {
            Some(mark) => (6.0, y - 1.0, mark),
            None => (10.0, y, token.trim_start_matches('~')),
        };
        if token.starts_with(['^', '~']) {
            x -= 2.8;
        }
        let width = 0.5 * size * f32::from(u8::try_from(word.chars().count()).unwrap());
        page.size = size;
        page.word(word, Rect::new(x, top, x + width, top + 1.2 * size));
        x += width + 2.8;
    }
    page.size = 10.0;
}

#[test]
fn raised_marks_stay_with_their_word() {
    for (drawn, text, expected) in [
        (
            "Net revenue ^2 rose by far. Costs fell.",
            "Net revenue\u{202f}2 rose by far. Costs fell.",
            vec!["Net revenue\u{202f}2 rose by far.", "Costs fell."],
        ),
        (
            "Net revenue rose by far. ^12 Costs fell.",
            "Net revenue rose by far.\u{202f}12 Costs fell.",
            vec!["Net revenue rose by far.\u{202f}12", "Costs fell."],
        ),
        (
            "So did sales ^1 ~. Costs fell. ^3,4 ^a We ~*",
            "So did sales\u{202f}1. Costs fell.\u{202f}3,4\u{202f}a We *",
            vec!["So did sales\u{202f}1.", "Costs fell.\u{202f}3,4\u{202f}a", "We *"],
        ),
        // Small but not raised, or raised but not close.
        (
            "Net revenue of 2 years. 12 Costs fell.",
            "Net revenue of 2 years. 12 Costs fell.",
            vec!["Net revenue of 2 years.", "12 Costs fell."],
        ),
    ] {
        let mut page = Page::new();
        marked(&mut page, 72.0, drawn);
        let flow = flow(&[page]);
        assert_eq!(flow.text, text);
        let found: Vec<&str> = sentences(&flow.text, &flow.blocks)
            .iter()
            .map(|span| &flow.text[span.range()])
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn pages_come_one_by_one_as_they_come_together() {
    let pages = [
        lines(&["The court is an inter-", "national body of the new par-"]),
        lines(&["liament, and it sits."]),
        Page::new(),
        lines(&["After a page without words the ses-"]),
        Page::new(),
        lines(&["sion goes on."]),
    ];
    let views = views(&pages);
    let whole = compose(&views);
    let mut survey = Survey::default();
    views.iter().for_each(|view| survey.observe(view));
    let mut composer = survey.composer();
    let mut done = Vec::new();
    for (view, at) in views.iter().zip(0..) {
        let before = composer.push(view);
        // A page is final once the next one is known.
        assert_eq!(before.as_ref().map(|page| page.page.index() + 1), (at > 0).then_some(at));
        done.extend(before);
    }
    let (flow, last) = composer.finish();
    done.extend(last);
    assert_eq!(flow.text, whole.text);
    assert_eq!((flow.pages, flow.lines, flow.blocks), (whole.pages, whole.lines, whole.blocks));
    let words: Vec<_> = done.iter().flat_map(|page| page.words.clone()).collect();
    assert_eq!(words, whole.words);
    let spans: Vec<_> = done.iter().map(|page| page.span).collect();
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start), "{spans:?}");
    // No word is joined over a page without words: the page before it has been given away.
    assert!(flow.text.ends_with("the ses-\nsion goes on."), "{}", flow.text);
}

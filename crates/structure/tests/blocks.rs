//! Kinds of blocks, on pages laid out as files lay them out.

mod pages;

use citelight_core::{BlockKind, TagRole, Tagged};
use citelight_structure::{Flow, blocks, sections};
use pages::{Page, flow, folded, prose};
use proptest::prelude::*;

/// Every block as its kind and the beginning of its text.
fn kinds(flow: &Flow) -> Vec<(BlockKind, String)> {
    let found = blocks(flow, &sections(&[], flow));
    found.iter().map(|b| (b.kind, folded(&flow.text[b.span.range()]))).collect()
}

/// The blocks of one kind.
#[track_caller]
fn check(pages: &[Page], kind: BlockKind, expected: &[&str]) {
    let flow = flow(pages);
    let all = kinds(&flow);
    let found: Vec<&str> =
        all.iter().filter(|(other, _)| *other == kind).map(|(_, text)| text.as_str()).collect();
    assert_eq!(found, expected, "{all:#?}");
}

/// Items of the lists.
#[track_caller]
fn check_items(pages: &[Page], expected: &[&[&str]]) {
    let flow = flow(pages);
    let found = blocks(&flow, &sections(&[], &flow));
    let lists = found.iter().filter(|block| block.kind == BlockKind::List);
    let items: Vec<Vec<String>> = lists
        .map(|list| list.items.iter().map(|i| folded(&flow.text[i.range()])).collect())
        .collect();
    assert_eq!(items, expected, "{found:#?}");
}

/// A page of running text down to the given place.
fn page_with_text() -> (Page, f32) {
    let mut page = Page::new();
    let y = page.paragraph(72.0, 72.0, 440.0, &prose("alpha", 5));
    (page, y + 12.0)
}

#[test]
fn headings_are_the_titles_of_sections() {
    let mut page = Page::new();
    page.styled(72.0, 72.0, 16.0, true, "1 Scope of the work that");
    page.styled(72.0, 92.0, 16.0, true, "goes on for two lines");
    let y = page.paragraph(72.0, 130.0, 400.0, &prose("scope", 4));
    page.styled(72.0, y + 20.0, 16.0, true, "2 Terms");
    page.paragraph(72.0, y + 50.0, 400.0, &prose("terms", 4));
    let expected = ["1 Scope of the work that goes on for two lines", "2 Terms"];
    check(&[page], BlockKind::Heading, &expected);
}

#[test]
fn lists_with_bullets_that_wrap_and_nest() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y, "We sell the following:");
    page.line(90.0, y + 14.0, "• games for consoles and for all of the other machines that");
    page.line(98.0, y + 26.0, "can show a picture");
    page.line(108.0, y + 38.0, "– old ones");
    page.line(108.0, y + 50.0, "– new ones");
    page.line(90.0, y + 62.0, "• toys");
    page.paragraph(72.0, y + 88.0, 440.0, &prose("beta", 4));
    check_items(
        &[page],
        &[&[
            "• games for consoles and for all of the other machines that can show a picture",
            "– old ones",
            "– new ones",
            "• toys",
        ]],
    );
}

#[test]
fn paragraphs_set_in_behind_a_colon_are_items_without_signs() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y, "Who may not take part:");
    let mut at = y + 22.0;
    for item in [
        "Anyone with an operation planned.",
        "Anyone who took part in another trial.",
        "Anyone who is easily seasick.",
    ] {
        page.line(108.0, at, item);
        at += 20.0;
    }
    let y = page.paragraph(72.0, at, 440.0, &prose("later", 3));
    // An address below its label is none.
    page.line(72.0, y + 20.0, "Send it to:");
    for (n, line) in ["Anna Berg", "Leith"].iter().enumerate() {
        page.line(108.0, y + 42.0 + 20.0 * n as f32, line);
    }
    check_items(
        &[page],
        &[&[
            "Anyone with an operation planned.",
            "Anyone who took part in another trial.",
            "Anyone who is easily seasick.",
        ]],
    );
}

#[test]
fn short_paragraphs_behind_words_that_something_follows_are_items() {
    let items = ["Seams cut by the owner", "Zips lost at sea", "Sleeves dyed at home"];
    for lead in ["It is taken back for none of the following.", "It was opened in spring."] {
        let (mut page, y) = page_with_text();
        page.line(72.0, y, lead);
        for (at, item) in items.iter().enumerate() {
            page.line(72.0, y + 22.0 * (at + 1) as f32, item);
        }
        page.paragraph(72.0, y + 110.0, 440.0, &prose("beta", 4));
        let found: &[&[&str]] = if lead.contains("following") { &[&items] } else { &[] };
        check_items(&[page], found);
    }
}

#[test]
fn lists_count_by_letters_and_numbers() {
    for markers in
        [["(a)", "(b)", "(c)"], ["(i)", "(ii)", "(iii)"], ["1.", "2.", "3."], ["x)", "y)", "z)"]]
    {
        let (mut page, mut y) = page_with_text();
        let items: Vec<String> =
            markers.iter().map(|m| format!("{m} the party shall pay what it owes;")).collect();
        for item in &items {
            page.line(90.0, y, item);
            y += 14.0;
        }
        page.paragraph(72.0, y + 12.0, 440.0, &prose("beta", 4));
        let items: Vec<&str> = items.iter().map(String::as_str).collect();
        check_items(&[page], &[&items]);
    }
}

#[test]
fn numbers_at_one_edge_part_items_that_end_as_no_sentence_does() {
    let (mut page, y) = page_with_text();
    let lines = [
        (72.0, "1. Keeper of boats"),
        (72.0, "2. Keeper of nets, named"),
        (90.0, "a. in spring by one of"),
        (90.0, "the two deputies"),
        (90.0, "b. in autumn by both"),
        (72.0, "3. Keeper of lamps"),
    ];
    for (at, (x, line)) in lines.iter().enumerate() {
        page.line(*x, y + 13.0 * at as f32, line);
    }
    check_items(
        &[page],
        &[&[
            "1. Keeper of boats",
            "2. Keeper of nets, named",
            "a. in spring by one of the two deputies",
            "b. in autumn by both",
            "3. Keeper of lamps",
        ]],
    );
}

#[test]
fn the_first_items_of_a_list_are_no_headings() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y + 20.0, "The log tells four things:");
    let items = [
        "i) Number of boats that went out",
        "ii) Number of boats that came back",
        "iii) Number of nets that were mended on land,",
        "iv) What the sea was like.",
    ];
    for (at, item) in items.iter().enumerate() {
        page.styled(72.0, y + 55.0 + 35.0 * at as f32, 12.0, true, item);
    }
    check_items(&[page], &[&items]);
}

#[test]
fn a_letter_or_dash_alone_opens_no_list() {
    for line in ["(b) of the Act, as it stands;", "– and so it was;", "12. of the month;"] {
        let (mut page, y) = page_with_text();
        page.line(72.0, y, line);
        page.paragraph(72.0, y + 26.0, 440.0, &prose("beta", 4));
        check_items(&[page], &[]);
    }
}

#[test]
fn paragraphs_of_an_item_belong_to_it() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y, "• phones");
    page.line(90.0, y + 20.0, "The app is there from the beginning on.");
    page.line(72.0, y + 40.0, "• watches");
    page.line(90.0, y + 60.0, "The app has to be fetched.");
    page.line(72.0, y + 80.0, "• rings");
    page.paragraph(72.0, y + 104.0, 440.0, &prose("beta", 4));
    check_items(
        &[page],
        &[&[
            "• phones The app is there from the beginning on.",
            "• watches The app has to be fetched.",
            "• rings",
        ]],
    );
}

#[test]
fn entries_of_contents_are_items() {
    let mut page = Page::new();
    for (at, title) in ["Scope", "Terms", "Duties", "Payment", "Law"].iter().enumerate() {
        page.line(72.0, 100.0 + 14.0 * at as f32, &format!("{title} ............ {}", at + 2));
    }
    let expected = ["Scope", "Terms", "Duties", "Payment", "Law"];
    let flow = flow(&[page]);
    let found = blocks(&flow, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].kind, BlockKind::List);
    let items: Vec<&str> = found[0].items.iter().map(|i| &flow.text[i.range()]).collect();
    assert!(items.iter().zip(expected).all(|(item, title)| item.starts_with(title)), "{items:?}");
}

#[test]
fn tables_with_their_captions_and_notes() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y + 10.0, "Table 2. Sales by region");
    page.row(y + 34.0, &[(300.0, "2022"), (380.0, "2021"), (460.0, "2020")]);
    for (at, label) in ["Americas (1)", "Europe", "Japan", "Total"].iter().enumerate() {
        let y = y + 50.0 + 14.0 * at as f32;
        page.row(y, &[(72.0, *label), (300.0, "1,975"), (380.0, "1,764"), (460.0, "1,532")]);
    }
    let y = y + 110.0;
    page.styled(72.0, y, 8.0, false, "(1) Both Americas are counted here, the islands too.");
    page.paragraph(72.0, y + 40.0, 440.0, &prose("beta", 4));
    let pages = [page];
    check(&pages, BlockKind::Caption, &["Table 2. Sales by region"]);
    let note = "(1) Both Americas are counted here, the islands too.";
    check(&pages, BlockKind::Footnote, &[note]);
    let flow = flow(&pages);
    let found = blocks(&flow, &[]);
    let table = found.iter().find(|block| block.kind == BlockKind::Table).unwrap();
    let rows: Vec<String> = table.items.iter().map(|i| folded(&flow.text[i.range()])).collect();
    let expected = [
        "2022 2021 2020",
        "Americas (1) 1,975 1,764 1,532",
        "Europe 1,975 1,764 1,532",
        "Japan 1,975 1,764 1,532",
        "Total 1,975 1,764 1,532",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn captions_name_figures_and_sources() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y + 120.0, "Figure 3: What became of it");
    page.line(72.0, y + 150.0, "Source: the company");
    let y = page.paragraph(72.0, y + 190.0, 440.0, &prose("beta", 4));
    // Running text that begins with a figure's name.
    page.paragraph(72.0, y + 20.0, 440.0, &format!("Figure 3 shows it. {}", prose("gamma", 3)));
    let expected = ["Figure 3: What became of it", "Source: the company"];
    check(&[page], BlockKind::Caption, &expected);
}

#[test]
fn footnotes_are_small_and_marked_at_the_foot_of_a_page() {
    let mut page = Page::new();
    page.paragraph(72.0, 72.0, 440.0, &prose("alpha", 8));
    page.paragraph(72.0, 400.0, 440.0, &prose("beta", 8));
    page.size = 7.5;
    page.line(72.0, 700.0, "1 See the report of the year before, which tells more of it");
    page.line(72.0, 709.0, "than this one does.");
    page.line(72.0, 718.0, "2 As amended.");
    let expected = [
        "1 See the report of the year before, which tells more of it than this one does.",
        "2 As amended.",
    ];
    check(&[page.clone()], BlockKind::Footnote, &expected);
    // The same words in the size of the text are no notes.
    for word in &mut page.words {
        word.font_size = 10.0;
    }
    check(&[page], BlockKind::Footnote, &[]);
}

#[test]
fn code_is_known_by_its_characters() {
    let (mut page, y) = page_with_text();
    let lines = [
        "fn main() {",
        "let map: HashMap<u32, u32> = HashMap::new();",
        "for (key, value) in &map {",
        "println!(\"{key} {value}\");",
        "}",
        "}",
    ];
    for (at, line) in lines.iter().enumerate() {
        page.line(72.0, y + 10.0 + 12.0 * at as f32, line);
    }
    page.paragraph(72.0, y + 110.0, 440.0, &prose("beta", 4));
    let joined = lines.join(" ");
    check(&[page], BlockKind::Code, &[&joined]);
}

#[test]
fn formulas_stand_apart() {
    let (mut page, y) = page_with_text();
    page.line(72.0, y, "The energy is given by");
    page.row(y + 24.0, &[(220.0, "E = m c² + ∑ α_i x_i"), (500.0, "(3)")]);
    page.paragraph(72.0, y + 48.0, 440.0, &format!("where m is the mass. {}", prose("beta", 4)));
    check(&[page], BlockKind::Formula, &["E = m c² + ∑ α_i x_i (3)"]);
}

#[test]
fn tags_of_the_file_are_believed() {
    for (role, kind) in [
        (TagRole::Note, BlockKind::Footnote),
        (TagRole::Caption, BlockKind::Caption),
        (TagRole::Code, BlockKind::Code),
        (TagRole::Formula, BlockKind::Formula),
        (TagRole::ListItem, BlockKind::List),
    ] {
        let (mut page, y) = page_with_text();
        let first = page.words.len() as u32;
        page.line(72.0, y + 20.0, "plain words that say nothing");
        let end = page.words.len() as u32;
        page.paragraph(72.0, y + 60.0, 440.0, &prose("beta", 4));
        page.marks.tags.push(Tagged { role, element: 7, first, end });
        check(&[page], kind, &["plain words that say nothing"]);
    }
}

#[test]
fn a_flow_without_lines_is_paragraphs() {
    let flow = Flow {
        text: " one\n\ntwo three".into(),
        blocks: vec![citelight_core::Span::new(1, 4), citelight_core::Span::new(6, 15)],
        ..Flow::default()
    };
    let texts: Vec<String> = kinds(&flow).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["one", "two three"]);
    assert!(blocks(&Flow::default(), &[]).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_tile_the_text(pages in pages::mixed()) {
        let flow = flow(&pages);
        let sections = sections(&[], &flow);
        let found = blocks(&flow, &sections);
        let mut at = 0;
        for block in &found {
            let text = &flow.text[block.span.range()];
            prop_assert_eq!(text.trim(), text);
            prop_assert!(!text.is_empty());
            prop_assert!(flow.text[at..block.span.start as usize].trim().is_empty());
            at = block.span.end as usize;
            let mut inside = block.span.start as usize;
            for item in &block.items {
                prop_assert!(block.span.contains(item) && !item.is_empty());
                prop_assert!(flow.text[inside..item.start as usize].trim().is_empty());
                inside = item.end as usize;
            }
            prop_assert!(block.items.is_empty() || inside == at);
            for section in &sections {
                let start = section.span.start;
                prop_assert!(start <= block.span.start || start >= block.span.end);
            }
        }
        prop_assert!(flow.text[at..].trim().is_empty());
    }
}

//! Reading order and blocks of laid-out pages.

mod pages;

use citelight_core::{Rect, WordSource};
use pages::{Page, assert_order, flow, folded, prose};

/// Puts the words into the order of a writer that draws visual lines over the whole page.
fn by_visual_lines(page: &Page) -> Page {
    let mut page = page.clone();
    page.words.sort_by(|a, b| {
        (a.rect.y0.round() as i32)
            .cmp(&(b.rect.y0.round() as i32))
            .then(a.rect.x0.total_cmp(&b.rect.x0))
    });
    page
}

#[test]
fn one_column_is_read_down() {
    let mut page = Page::new();
    let (a, b) = (prose("alpha", 4), prose("beta", 4));
    let y = page.paragraph(72.0, 72.0, 468.0, &a);
    page.paragraph(72.0, y + 8.0, 468.0, &b);
    let flow = flow(&[page]);
    assert_order(&flow, &[&a, &b]);
    assert_eq!(flow.blocks.len(), 2, "{}", flow.text);
}

fn two_columns() -> (Page, Vec<String>) {
    let mut page = Page::new();
    let title = "A Study of Reading Order on Pages of Several Columns and Their Words".to_owned();
    let parts = ["abstract", "alpha", "beta", "gamma", "delta"].map(|n| prose(n, 6));
    page.styled(90.0, 60.0, 14.0, true, &title);
    let y = page.paragraph(100.0, 90.0, 412.0, &parts[0]) + 20.0;
    let left = page.paragraph(54.0, y, 240.0, &parts[1]) + 8.0;
    page.paragraph(54.0, left, 240.0, &parts[2]);
    let right = page.paragraph(318.0, y + 3.0, 240.0, &parts[3]) + 8.0;
    page.paragraph(318.0, right, 240.0, &parts[4]);
    (page, [vec![title], parts.to_vec()].concat())
}

#[test]
fn two_columns_under_a_title_and_an_abstract() {
    let (page, parts) = two_columns();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_order(&flow(std::slice::from_ref(&page)), &parts);
    // The same page by a writer that knows no columns.
    assert_order(&flow(&[by_visual_lines(&page)]), &parts);
}

#[test]
fn columns_out_of_step_drawn_by_visual_lines() {
    let mut page = Page::new();
    let parts = ["alpha", "beta", "gamma"].map(|n| prose(n, 5));
    // A formula and a heading on the left, so that no line stands level with one on the right.
    let left = page.paragraph(54.0, 80.0, 240.0, &parts[0]);
    page.line(120.0, left + 9.0, "x = 2");
    page.paragraph(54.0, left + 29.0, 240.0, &parts[1]);
    page.paragraph(318.0, 85.0, 240.0, &parts[2]);
    let order = [parts[0].as_str(), "x = 2", &parts[1], &parts[2]];
    assert_order(&flow(std::slice::from_ref(&page)), &order);
    assert_order(&flow(&[by_visual_lines(&page)]), &order);
}

#[test]
fn a_page_scanned_askew_is_read_like_a_straight_one() {
    let (straight, parts) = two_columns();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    for degrees in [-1.5f32, -0.7, 0.7, 1.5] {
        let slope = degrees.to_radians().tan();
        let mut page = straight.clone();
        for word in &mut page.words {
            let (x, y) = (word.rect.center_x(), word.rect.center_y());
            let (dx, dy) = (-slope * y, slope * x);
            let rect = word.rect;
            word.rect = Rect::new(rect.x0 + dx, rect.y0 + dy, rect.x1 + dx, rect.y1 + dy);
        }
        assert_order(&flow(&[page]), &parts);
    }
}

/// The page as recognised: boxes of ink, with or without a size estimated for each word.
fn recognised(page: &Page, with_size: bool) -> Page {
    let mut page = page.clone();
    for word in &mut page.words {
        let has = |letters: &str| word.text.contains(|c| letters.contains(c));
        let unit = word.font_size;
        word.rect.y0 += if has("bdfhklt") { 0.25 * unit } else { 0.45 * unit };
        word.rect.y1 -= if has("gjpqy") { 0.1 * unit } else { 0.3 * unit };
        word.font_size = if with_size { 1.3 * word.rect.height() } else { 0.0 };
        word.source = WordSource::Ocr;
        word.confidence = 0.9;
    }
    page
}

#[test]
fn recognised_words_make_the_same_blocks_with_and_without_a_size() {
    let (page, parts) = two_columns();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let native = flow(std::slice::from_ref(&page));
    for with_size in [false, true] {
        let flow = flow(&[recognised(&page, with_size)]);
        assert_order(&flow, &parts);
        assert_eq!(flow.text, native.text, "with size: {with_size}");
    }
}

#[test]
fn a_rule_recognised_as_signs_closes_no_gutter() {
    let (page, parts) = two_columns();
    let mut page = recognised(&page, false);
    let words = page.words.len();
    for y in (0u8..34).map(|n| 180.0 + 15.0 * f32::from(n)) {
        page.word("||", Rect::new(296.0, y, 314.0, y + 12.0));
    }
    page.words[words..].iter_mut().for_each(|word| word.source = WordSource::Ocr);
    let text = folded(&flow(&[page]).text).replace(" ||", "");
    let whole: Vec<bool> = parts.iter().map(|part| text.contains(&folded(part))).collect();
    assert_eq!(whole, vec![true; parts.len()], "{text}");
}

#[test]
fn three_columns() {
    let mut page = Page::new();
    let parts = ["alpha", "beta", "gamma"].map(|n| prose(n, 8));
    for (part, x) in parts.iter().zip([50.0, 226.0, 402.0]) {
        page.paragraph(x, 80.0, 160.0, part);
    }
    assert_order(&flow(&[page]), &[&parts[0], &parts[1], &parts[2]]);
}

#[test]
fn three_columns_by_visual_lines() {
    let mut page = Page::new();
    page.size = 8.0;
    let parts = ["alpha", "beta", "gamma"].map(|n| prose(n, 8));
    for (part, x) in parts.iter().zip([50.0, 226.0, 402.0]) {
        page.paragraph(x, 80.0, 160.0, part);
    }
    assert_order(&flow(&[by_visual_lines(&page)]), &[&parts[0], &parts[1], &parts[2]]);
}

#[test]
fn a_side_bar_is_read_whole() {
    let body = [prose("alpha", 8), prose("beta", 6)];
    let bar = "Key facts The firm was founded in the north and has many shops in all the land";
    for x in [54.0, 440.0] {
        let mut page = Page::new();
        let column = if x < 100.0 { 200.0 } else { 54.0 };
        let y = page.paragraph(column, 80.0, 350.0, &body[0]) + 10.0;
        page.paragraph(column, y, 350.0, &body[1]);
        page.size = 9.0;
        page.paragraph(x, 123.0, 110.0, bar);
        let text = folded(&flow(std::slice::from_ref(&page)).text);
        assert!(text.contains(bar), "{text}");
        assert!(body.iter().all(|part| text.contains(&folded(part))), "{text}");
    }
}

#[test]
fn footnotes_come_after_their_column_and_captions_stay_with_the_figure() {
    let mut page = Page::new();
    let parts = ["alpha", "beta", "gamma"].map(|n| prose(n, 6));
    page.paragraph(54.0, 80.0, 240.0, &parts[0]);
    let caption = "Figure 2. A clarinet and the tube that stands for it in the model";
    page.line(380.0, 90.0, "tone hole");
    page.line(430.0, 140.0, "2b");
    page.size = 8.0;
    page.paragraph(318.0, 190.0, 240.0, caption);
    page.size = 10.0;
    let y = page.paragraph(318.0, 230.0, 240.0, &parts[1]) + 8.0;
    page.paragraph(318.0, y, 240.0, &parts[2]);
    page.size = 8.0;
    let note = "1 The makers of the thing have told us so in a letter of last year";
    page.paragraph(54.0, 640.0, 240.0, note);
    page.size = 10.0;
    let flow = flow(&[page]);
    assert_order(&flow, &[&parts[0], note, caption, &parts[1], &parts[2]]);
    let blocks: Vec<String> = flow.blocks.iter().map(|b| folded(&flow.text[b.range()])).collect();
    assert!(blocks.iter().any(|b| b == note) && blocks.iter().any(|b| b == caption), "{blocks:#?}");
}

#[test]
fn a_figure_over_both_columns_parts_them() {
    let mut page = Page::new();
    let parts = ["one", "two", "caption", "three", "four"].map(|n| prose(n, 5));
    page.paragraph(54.0, 60.0, 240.0, &parts[0]);
    page.paragraph(318.0, 60.0, 240.0, &parts[1]);
    page.paragraph(54.0, 320.0, 504.0, &parts[2]);
    page.paragraph(54.0, 420.0, 240.0, &parts[3]);
    page.paragraph(318.0, 420.0, 240.0, &parts[4]);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_order(&flow(&[page]), &parts);
}

#[test]
fn rows_of_a_statement_stay_whole() {
    let rows: [(&str, [&str; 3]); 7] = [
        ("Net revenues", ["2019", "2018", "2017"]),
        ("Product sales", ["1,975", "2,255", "2,110"]),
        ("Subscription, licensing, and other revenues", ["4,514", "5,245", "4,907"]),
        ("Total net revenues", ["6,489", "7,500", "7,017"]),
        ("Cost of revenues of product sales", ["656", "719", "733"]),
        ("General and administrative expenses", ["732", "822", "760"]),
        ("Net income", ["1,503", "1,848", "273"]),
    ];
    let mut page = Page::new();
    page.paragraph(54.0, 60.0, 504.0, &prose("the report", 4));
    for (n, (label, cells)) in rows.iter().enumerate() {
        let y = 150.0 + 15.0 * n as f32;
        page.row(y, &[(54.0, label), (380.0, cells[0]), (450.0, cells[1]), (520.0, cells[2])]);
    }
    let by_rows = flow(std::slice::from_ref(&page));
    // The same statement, drawn column by column.
    page.words.sort_by_key(|w| (w.rect.x0 > 370.0, w.rect.x0 > 440.0, w.rect.x0 > 510.0));
    let by_columns = flow(&[page]);
    for flow in [by_rows, by_columns] {
        for (label, cells) in &rows {
            let line = format!("{label} {}", cells.join(" "));
            assert!(flow.text.lines().any(|l| l == line), "{line:?} in {}", flow.text);
        }
    }
}

#[test]
fn a_wrapped_label_keeps_its_figures_beside_its_last_line() {
    let mut page = Page::new();
    for (y, label, figures) in [
        (100.0, "Net income", Some(("20", "30"))),
        (112.0, "Net income attributable to the holders of", None),
        (124.0, "common shares of the company", Some(("12", "9"))),
        (136.0, "Other", Some(("1", "2"))),
    ] {
        page.line(54.0, y, label);
        if let Some((a, b)) = figures {
            page.row(y, &[(400.0, a), (480.0, b)]);
        }
    }
    let flow = flow(&[page]);
    assert!(
        flow.text.contains("holders of\ncommon shares of the company 12 9\nOther 1 2"),
        "{}",
        flow.text
    );
}

#[test]
fn wrapped_cells_of_text_are_read_cell_by_cell() {
    let cells = [
        (
            "The first cell tells of a duty that the buyer has",
            "It ends with the year in which the goods came to the buyer",
        ),
        (
            "The second cell tells of a right of the seller",
            "It ends when the price is paid in full and without delay",
        ),
    ];
    let mut page = Page::new();
    let mut y = 100.0;
    for (left, right) in cells {
        let a = page.paragraph(54.0, y, 120.0, left);
        let b = page.paragraph(220.0, y, 150.0, right);
        y = a.max(b) + 8.0;
    }
    assert_order(&flow(&[page]), &[cells[0].0, cells[0].1, cells[1].0, cells[1].1]);
}

#[test]
fn a_superscript_stays_in_its_line() {
    let mut page = Page::new();
    page.line(72.0, 72.0, "The line above is here and full of words");
    let end = page.line(72.0, 84.0, "The value");
    page.word("2", Rect::new(end - 2.0, 82.0, end + 2.0, 89.0));
    page.line(end + 6.0, 84.0, "is high");
    assert_eq!(
        folded(&flow(&[page]).text),
        "The line above is here and full of words The value 2 is high"
    );
}

#[test]
fn turned_text_in_the_margin_comes_last_and_upwards() {
    let mut page = Page::new();
    let mut bottom = 600.0;
    for word in ["Downloaded", "from", "a", "library"] {
        let length = 5.0 * word.len() as f32;
        page.word(word, Rect::new(20.0, bottom - length, 32.0, bottom));
        bottom -= length + 3.0;
    }
    let body = prose("the body", 4);
    page.paragraph(72.0, 72.0, 468.0, &body);
    assert_order(&flow(&[page]), &[&body, "Downloaded from a library"]);
}

#[test]
fn a_heading_is_a_block_of_its_own() {
    let mut page = Page::new();
    page.styled(72.0, 72.0, 10.0, true, "Overview of the Business");
    page.paragraph(72.0, 84.0, 468.0, &prose("alpha", 4));
    page.line(72.0, 144.0, "Liquidity");
    page.paragraph(72.0, 156.0, 468.0, &prose("beta", 4));
    let flow = flow(&[page]);
    let blocks: Vec<String> = flow.blocks.iter().map(|b| folded(&flow.text[b.range()])).collect();
    assert_eq!(blocks.len(), 4, "{blocks:#?}");
    assert_eq!((blocks[0].as_str(), blocks[2].as_str()), ("Overview of the Business", "Liquidity"));
}

#[test]
fn an_indented_first_line_opens_a_block() {
    let mut page = Page::new();
    let (a, b) = (prose("alpha", 3), prose("beta", 3));
    let y = page.paragraph(72.0, 72.0, 300.0, &a);
    let first: String = pages::fill(&b, 285.0, 10.0).swap_remove(0);
    page.line(87.0, y, &first);
    page.paragraph(72.0, y + 12.0, 300.0, &b[first.len()..]);
    let flow = flow(&[page]);
    assert_eq!(flow.blocks.len(), 2, "{}", flow.text);
}

#[test]
fn a_sentence_goes_on_over_a_page_and_a_new_one_does_not() {
    let page = |text: &str| {
        let mut page = Page::new();
        page.paragraph(72.0, 72.0, 468.0, text);
        page
    };
    let on = flow(&[page("The sentence begins here and"), page("ends on the next page.")]);
    assert_eq!(on.text, "The sentence begins here and\nends on the next page.");
    assert_eq!(on.blocks.len(), 1);
    let apart = flow(&[page("The sentence ends."), page("Another begins.")]);
    assert_eq!(apart.text, "The sentence ends.\n\nAnother begins.");
    assert_eq!(apart.blocks.len(), 2);
    assert_eq!(apart.pages[1].1.range(), 20..apart.text.len());
}

#[test]
fn a_capital_goes_on_a_sentence_after_a_filled_line() {
    let page = |text: &str| {
        let mut page = Page::new();
        page.line(72.0, 72.0, text);
        page
    };
    let start =
        page("The makers of the vaccine say that it helps many people to prevent the disease");
    let end = page("COVID-19 and that it does so for a long time, but not for ever.");
    let flow = flow(&[start, end]);
    assert_eq!(flow.blocks.len(), 1, "{}", flow.text);
}

#[test]
fn empty_pages_have_empty_spans() {
    let mut page = Page::new();
    page.line(72.0, 72.0, "Words.");
    let flow = flow(&[Page::new(), page, Page::new()]);
    let spans: Vec<_> = flow.pages.iter().map(|p| p.1.range()).collect();
    assert_eq!(spans, [0..0, 0..6, 6..6]);
    assert_eq!(flow.page_at(3).map(|p| p.get()), Some(2));
}

/// A benefit table over both columns of a page: cells that wrap, in rows that rules part.
fn benefits(page: &mut Page, top: f32) -> Vec<&'static str> {
    let xs = [54.0, 160.0, 300.0, 430.0, 558.0];
    let rows = [
        [
            "Common Medical Event",
            "Services You May Need In The Year",
            "What You Will Pay In The Network",
            "Limitations and Exceptions",
        ],
        [
            "If you visit a clinic or the office of a provider",
            "Primary care visit to treat an injury or an illness that lasts",
            "Twenty five copay for each visit",
            "Subject to the allowable amount of the plan after authorization",
        ],
        [
            "If you have a test of any kind at all",
            "Diagnostic test such as blood work or an image of the chest",
            "Nothing after the deductible was paid",
            "Not covered where authorization was missing on the day",
        ],
    ];
    let mut edges = vec![top];
    for row in &rows {
        let y = edges.last().copied().unwrap_or(top);
        let ends = row
            .iter()
            .zip(xs.windows(2))
            .map(|(text, x)| page.paragraph(x[0] + 4.0, y + 4.0, x[1] - x[0] - 8.0, text));
        let bottom = ends.fold(y, f32::max);
        edges.push(bottom + 4.0);
    }
    page.grid(&xs, &edges);
    rows.concat()
}

#[test]
fn cells_that_rules_bound_are_read_one_after_the_other() {
    for visual in [false, true] {
        let mut page = Page::new();
        let cells = benefits(&mut page, 100.0);
        let page = if visual { by_visual_lines(&page) } else { page };
        assert_order(&flow(&[page]), &cells);
    }
}

#[test]
fn a_drawn_table_over_both_columns_is_one() {
    let mut page = Page::new();
    let parts = ["alpha", "beta", "gamma", "delta"].map(|name| prose(name, 6));
    page.paragraph(54.0, 80.0, 240.0, &parts[0]);
    page.paragraph(318.0, 83.0, 240.0, &parts[1]);
    let cells = benefits(&mut page, 330.0);
    page.paragraph(54.0, 500.0, 240.0, &parts[2]);
    page.paragraph(318.0, 503.0, 240.0, &parts[3]);
    let mut order: Vec<&str> = vec![&parts[0], &parts[1]];
    order.extend(cells);
    order.extend([parts[2].as_str(), &parts[3]]);
    assert_order(&flow(std::slice::from_ref(&page)), &order);
    assert_order(&flow(&[by_visual_lines(&page)]), &order);
}

#[test]
fn figures_in_drawn_boxes_are_read_across() {
    let mut page = Page::new();
    for (row, y) in [100.0f32, 120.0, 140.0, 160.0].into_iter().enumerate() {
        let label = ["Income", "Costs of the sales", "Profit", "Tax"][row];
        page.row(y, &[(60.0, label), (250.0, "1,200"), (350.0, "1,300"), (450.0, "1,400")]);
    }
    page.grid(&[54.0, 240.0, 340.0, 440.0, 558.0], &[96.0, 116.0, 136.0, 156.0, 176.0]);
    assert!(flow(&[page]).text.contains("Costs of the sales 1,200 1,300 1,400"));
}

//! Sections from outlines.

mod pages;

use citelight_core::{OutlineItem, PageNumber, SectionRow};
use citelight_structure::{Flow, sections};
use pages::{Page, flow, prose};

fn item(level: u32, title: &str, page: usize, y: Option<f32>) -> OutlineItem {
    let page = (page > 0).then(|| PageNumber::from_index(page - 1));
    OutlineItem { title: title.to_owned(), level, page, y }
}

/// Three pages: "1 Scope" with "1.1 Terms" below it, "2 Duties" over a wrapped title, "3 End".
fn document() -> Vec<Page> {
    let mut pages = vec![Page::new(), Page::new(), Page::new()];
    pages[0].styled(72.0, 72.0, 14.0, true, "1 Scope");
    pages[0].paragraph(72.0, 100.0, 400.0, &prose("scope", 3));
    pages[0].styled(72.0, 300.0, 12.0, true, "1.1 Terms");
    pages[0].paragraph(72.0, 330.0, 400.0, &prose("terms", 3));
    pages[1].paragraph(72.0, 72.0, 400.0, &prose("more terms", 3));
    pages[1].styled(72.0, 400.0, 14.0, true, "2 Duties of the Seller and the");
    pages[1].styled(72.0, 418.0, 14.0, true, "Buyer");
    pages[1].paragraph(72.0, 450.0, 400.0, &prose("duties", 3));
    pages[2].styled(72.0, 200.0, 14.0, true, "3 End");
    pages[2].paragraph(72.0, 240.0, 400.0, &prose("the end", 3));
    pages
}

fn outlined(outline: &[OutlineItem]) -> (Flow, Vec<SectionRow>) {
    let pages = document();
    let flow = flow(&pages);
    let rows = sections(outline, &flow);
    (flow, rows)
}

fn starts<'f>(flow: &'f Flow, rows: &[SectionRow]) -> Vec<&'f str> {
    rows.iter().map(|r| flow.text[r.span.range()].lines().next().unwrap_or_default()).collect()
}

#[test]
fn entries_are_anchored_at_their_titles_and_nested() {
    let (flow, rows) = outlined(&[
        item(1, "1 Scope", 1, None),
        item(2, "1.1 Terms", 1, Some(290.0)),
        item(1, "2 Duties of the Seller and the Buyer", 2, None),
        item(1, "3 END", 3, Some(10.0)),
    ]);
    let heads = ["1 Scope", "1.1 Terms", "2 Duties of the Seller and the", "3 End"];
    assert_eq!(starts(&flow, &rows), heads);
    assert_eq!(rows.iter().map(|r| r.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(rows.iter().map(|r| r.parent).collect::<Vec<_>>(), [None, Some(0), None, None]);
    assert_eq!(rows[1].breadcrumb, "1 Scope > 1.1 Terms");
    assert_eq!((rows[1].number.as_deref(), rows[1].title.as_str()), (Some("1.1"), "Terms"));
    // The parent holds its child and both end where the next top section starts.
    assert_eq!((rows[0].span.end, rows[1].span.end), (rows[2].span.start, rows[2].span.start));
    assert!(flow.text[rows[1].span.range()].contains("more terms"));
    assert_eq!(rows[3].span.end as usize, flow.text.len());
    assert_eq!(rows.iter().map(|r| r.page.get()).collect::<Vec<_>>(), [1, 1, 2, 3]);
}

#[test]
fn levels_do_not_jump() {
    let (_, rows) = outlined(&[
        item(3, "1 Scope", 1, None),
        item(7, "1.1 Terms", 1, None),
        item(2, "3 End", 3, None),
    ]);
    assert_eq!(rows.iter().map(|r| r.level).collect::<Vec<_>>(), [1, 2, 1]);
}

#[test]
fn entries_out_of_order_are_put_into_reading_order() {
    let (flow, rows) = outlined(&[
        item(1, "3 End", 3, None),
        item(1, "1 Scope", 1, None),
        item(1, "2 Duties of the Seller and the Buyer", 2, None),
    ]);
    assert_eq!(starts(&flow, &rows), ["1 Scope", "2 Duties of the Seller and the", "3 End"]);
    assert!(rows.windows(2).all(|w| w[0].span.end == w[1].span.start));
}

#[test]
fn entries_that_lead_nowhere() {
    let (flow, rows) = outlined(&[
        item(1, "Part I", 0, None),
        item(2, "1 Scope", 1, None),
        item(1, "Lost", 0, None),
        item(1, "Beyond", 99, None),
    ]);
    assert_eq!(
        rows.iter().map(|r| r.title.as_str()).collect::<Vec<_>>(),
        ["Part I", "Scope", "Beyond"]
    );
    assert_eq!(rows[0].span.start, rows[1].span.start);
    assert_eq!(rows[1].breadcrumb, "Part I > 1 Scope");
    assert_eq!(rows[2].span.range(), flow.text.len()..flow.text.len());
}

#[test]
fn unknown_titles_fall_back_to_height_and_page() {
    let (flow, rows) = outlined(&[
        item(1, "Something else", 1, Some(295.0)),
        item(1, "Nowhere to be seen", 2, None),
    ]);
    assert_eq!(starts(&flow, &rows)[0], "1.1 Terms");
    assert_eq!(rows[1].span.start, flow.pages[1].1.start);
}

#[test]
fn contents_are_noise_and_no_outline_gives_no_sections() {
    let (_, rows) = outlined(&[item(1, "Table of Contents", 1, None), item(1, "3 End", 3, None)]);
    assert_eq!(rows.iter().map(|r| r.noise).collect::<Vec<_>>(), [true, false]);
    assert!(outlined(&[]).1.is_empty());
}

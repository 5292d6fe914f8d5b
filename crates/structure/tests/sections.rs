//! Sections from outlines and from headings.

mod pages;

use citelight_core::{OutlineItem, PageNumber, SectionKind, SectionRow};
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
    // "2 Duties" is not in the outline: it lies in the entry before it.
    assert_eq!(rows.iter().map(|r| r.level).collect::<Vec<_>>(), [1, 2, 3, 1]);
}

#[test]
fn entries_out_of_order_are_put_into_reading_order() {
    let (flow, rows) = outlined(&[
        item(1, "3 End", 3, None),
        item(1, "1 Scope", 1, None),
        item(2, "1.1 Terms", 1, None),
        item(1, "2 Duties of the Seller and the Buyer", 2, None),
    ]);
    let heads = ["1 Scope", "1.1 Terms", "2 Duties of the Seller and the", "3 End"];
    assert_eq!(starts(&flow, &rows), heads);
    let top: Vec<&SectionRow> = rows.iter().filter(|row| row.level == 1).collect();
    assert!(top.windows(2).all(|w| w[0].span.end == w[1].span.start));
}

#[test]
fn entries_that_lead_nowhere() {
    let (flow, rows) = outlined(&[
        item(1, "Part I", 0, None),
        item(2, "1 Scope", 1, None),
        item(3, "1.1 Terms", 1, None),
        item(1, "Lost", 0, None),
        item(1, "3 End", 3, None),
        item(1, "Beyond", 99, None),
    ]);
    let titles: Vec<&str> = rows.iter().map(|r| r.title.as_str()).collect();
    let duties = "Duties of the Seller and the Buyer";
    assert_eq!(titles, ["Part I", "Scope", "Terms", duties, "End", "Beyond"]);
    assert_eq!(rows[0].span.start, rows[1].span.start);
    assert_eq!(rows[1].breadcrumb, "Part I > 1 Scope");
    assert_eq!(rows[5].span.range(), flow.text.len()..flow.text.len());
}

#[test]
fn a_title_that_stands_nowhere_is_believed_where_the_others_are() {
    let known = [item(1, "1 Scope", 1, None), item(1, "3 End", 3, None)];
    let unknown = [
        item(1, "Something else", 1, Some(295.0)),
        item(1, "Nowhere to be seen", 2, None),
        item(1, "Page 3", 3, None),
    ];
    let (flow, rows) = outlined(&[known.as_slice(), &unknown].concat());
    let of = |title: &str| rows.iter().find(|row| row.title == title);
    // At its height, else at the top of its page.
    let here = of("Something else").unwrap().span.start as usize;
    assert!(flow.text[here..].starts_with("1.1 Terms"));
    assert_eq!(of("Nowhere to be seen").unwrap().span.start, flow.pages[1].1.start);
    // Bookmarks that name nothing on their pages are those of a scan or of joined files.
    let (_, rows) = outlined(&unknown);
    assert!(rows.iter().all(|row| row.title != "Something else" && row.title != "Page 3"));
    assert_eq!(rows[0].title, "Scope");
}

#[test]
fn without_an_outline_the_headings_make_the_tree() {
    let (_, rows) = outlined(&[]);
    let tree: Vec<(u32, Option<&str>, &str)> =
        rows.iter().map(|r| (r.level, r.number.as_deref(), r.title.as_str())).collect();
    assert_eq!(
        tree,
        [
            (1, Some("1"), "Scope"),
            (2, Some("1.1"), "Terms"),
            (1, Some("2"), "Duties of the Seller and the Buyer"),
            (1, Some("3"), "End"),
        ]
    );
    assert_eq!((rows[2].page.get(), rows[2].last_page.get(), rows[2].y), (2, 2, 400.0));
}

/// A heading over running text, `gap` points below what is above it. Returns the top of the next.
fn section(page: &mut Page, y: f32, size: f32, bold: bool, title: &str) -> f32 {
    page.styled(72.0, y, size, bold, title);
    page.paragraph(72.0, y + 1.6 * size + 6.0, 400.0, &prose(title, 3)) + 24.0
}

fn tree(pages: &[Page]) -> Vec<(u32, String)> {
    let rows = sections(&[], &flow(pages));
    rows.into_iter().map(|row| (row.level, row.title)).collect()
}

#[test]
fn what_has_no_number_lies_in_what_has_one() {
    let mut page = Page::new();
    let mut y = 72.0;
    for title in ["Note 1 – Revenue", "Products", "Services", "Note 2 – Debt", "Term debt"] {
        y = section(&mut page, y, 10.0, true, title);
    }
    let expected =
        [(1, "Revenue"), (2, "Products"), (2, "Services"), (1, "Debt"), (2, "Term debt")];
    assert_eq!(tree(&[page]), expected.map(|(level, title)| (level, title.to_owned())));
}

#[test]
fn references_stand_beside_the_numbered_sections_of_a_paper() {
    let mut page = Page::new();
    let mut y = 72.0;
    for title in ["1 Introduction", "2 Method", "3 Results", "References"] {
        y = section(&mut page, y, 12.0, true, title);
    }
    assert!(tree(&[page]).iter().all(|(level, _)| *level == 1));
}

#[test]
fn letters_are_numbers_where_they_follow_each_other() {
    let mut page = Page::new();
    let mut y = 72.0;
    for title in ["A Proofs", "B Data", "An Afterword"] {
        y = section(&mut page, y, 12.0, true, title);
    }
    let titles: Vec<String> = tree(&[page]).into_iter().map(|(_, title)| title).collect();
    assert_eq!(titles, ["Proofs", "Data", "An Afterword"]);
}

#[test]
fn emphasis_inside_text_rows_and_captions_are_no_headings() {
    let mut page = Page::new();
    let y = section(&mut page, 72.0, 14.0, true, "Results");
    page.styled(72.0, y, 10.0, true, "Figure 3: Sales by region");
    page.styled(
        72.0,
        y + 30.0,
        10.0,
        true,
        "This whole sentence is bold and ends as sentences do.",
    );
    for (n, label) in ["Sales", "Costs", "Taxes", "Profit"].iter().enumerate() {
        let top = y + 70.0 + 12.0 * n as f32;
        page.row(top, &[(72.0, label), (300.0, "1,234"), (380.0, "2,345")]);
    }
    assert_eq!(tree(&[page]), [(1, "Results".to_owned())]);
}

#[test]
fn a_contents_page_is_noise_and_its_entries_are_no_headings() {
    let titles = ["1 Scope", "2 Terms", "3 Duties", "4 Payment", "5 Notices"];
    let mut first = Page::new();
    first.styled(72.0, 72.0, 14.0, true, "What is inside");
    for (n, title) in titles.iter().enumerate() {
        let y = 110.0 + 14.0 * n as f32;
        first
            .row(y, &[(72.0, &format!("{title} ................")), (420.0, &(n + 2).to_string())]);
    }
    let mut pages = vec![first];
    for title in titles {
        let mut page = Page::new();
        section(&mut page, 72.0, 10.0, false, title);
        pages.push(page);
    }
    let rows = sections(&[], &flow(&pages));
    let shown: Vec<(&str, bool, u32)> =
        rows.iter().map(|row| (row.title.as_str(), row.noise, row.page.get())).collect();
    // The plain titles are headings because the contents page promises them there.
    assert_eq!(
        shown,
        [
            ("What is inside", true, 1),
            ("Scope", false, 2),
            ("Terms", false, 3),
            ("Duties", false, 4),
            ("Payment", false, 5),
            ("Notices", false, 6),
        ]
    );
}

#[test]
fn a_rider_behind_its_policy_is_a_document_of_its_own() {
    let mut pages = Vec::new();
    for (title, count) in [("Primary Policy", 3), ("Supplementary Rider", 4)] {
        for n in 0..count {
            let mut page = Page::new();
            let mut y = 100.0;
            if n == 0 {
                page.styled(72.0, 72.0, 20.0, true, title);
                y = 120.0;
            }
            y = section(&mut page, y, 12.0, true, &format!("{} Coverage of {title}", 2 * n + 1));
            section(&mut page, y, 12.0, true, &format!("{} Limits of {title}", 2 * n + 2));
            page.styled(290.0, 760.0, 9.0, false, &format!("Page {}", n + 1));
            pages.push(page);
        }
    }
    let rows = sections(&[], &flow(&pages));
    let roots: Vec<(&str, u32, u32)> = rows
        .iter()
        .filter(|row| row.kind == SectionKind::Document)
        .map(|row| (row.title.as_str(), row.page.get(), row.last_page.get()))
        .collect();
    assert_eq!(roots, [("Primary Policy", 1, 3), ("Supplementary Rider", 4, 7)]);
    assert!(rows.iter().all(|row| (row.level == 1) == (row.kind == SectionKind::Document)));
}

#[test]
fn the_headings_tell_the_levels_of_a_flat_outline() {
    let titles =
        ["1 Scope", "1.1 Terms", "1.2 Rules", "2 Duties", "2.1 Of one", "2.2 Of the other"];
    let mut page = Page::new();
    let mut y = 72.0;
    for title in titles {
        y = section(&mut page, y, 12.0, true, title);
    }
    let more = ["3 Payment", "3.1 When"];
    let mut second = Page::new();
    y = 72.0;
    for title in more {
        y = section(&mut second, y, 12.0, true, title);
    }
    let first = titles.iter().map(|title| item(1, title, 1, None));
    let outline: Vec<OutlineItem> =
        first.chain(more.iter().map(|title| item(1, title, 2, None))).collect();
    let levels: Vec<u32> =
        sections(&outline, &flow(&[page, second])).iter().map(|row| row.level).collect();
    assert_eq!(levels, [1, 2, 2, 1, 2, 2, 1, 2]);
}

#[test]
fn a_title_said_again_at_the_top_of_a_page_opens_nothing() {
    let titles = ["1 Scope", "2 Terms", "3 Duties"];
    let mut pages = Vec::new();
    for title in titles {
        let mut page = Page::new();
        page.styled(72.0, 40.0, 9.0, true, title);
        section(&mut page, 90.0, 14.0, true, title);
        pages.push(page);
        let mut next = Page::new();
        next.styled(72.0, 40.0, 9.0, true, title);
        next.paragraph(72.0, 90.0, 400.0, &prose("what goes on", 3));
        pages.push(next);
    }
    let rows = sections(&[], &flow(&pages));
    let found: Vec<(&str, u32)> = rows.iter().map(|r| (r.title.as_str(), r.page.get())).collect();
    assert_eq!(found, [("Scope", 1), ("Terms", 3), ("Duties", 5)]);
}

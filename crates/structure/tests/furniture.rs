//! What is left out of the flow, and what must not be.

mod pages;

use citelight_core::Rect;
use pages::{Page, flow, prose};

fn book(count: usize, furnish: impl Fn(usize, &mut Page)) -> Vec<Page> {
    (0..count)
        .map(|at| {
            let mut page = Page::new();
            furnish(at, &mut page);
            let name = ["alpha", "beta", "gamma", "delta"][at % 4].repeat(1 + at / 4);
            page.paragraph(72.0, 90.0, 468.0, &prose(&name, 12));
            page
        })
        .collect()
}

#[test]
fn running_heads_and_page_numbers_are_left_out() {
    let pages = book(6, |at, page| {
        page.line(72.0, 30.0, "Annual Report 2019");
        page.line(300.0, 760.0, &format!("{}", at + 14));
    });
    let flow = flow(&pages);
    assert!(!flow.text.contains("Annual"), "{}", flow.text);
    assert!(!flow.text.contains("17"), "{}", flow.text);
    assert_eq!(flow.furniture.len(), 6);
    assert_eq!(flow.furniture[2].1, [0, 1, 2, 3]);
    let body: usize = pages.iter().map(|p| p.words.len() - 4).sum();
    assert_eq!(flow.words.len(), body);
}

#[test]
fn left_and_right_pages_differ() {
    let flow = flow(&book(8, |at, page| {
        let (x, head) = if at % 2 == 0 { (72.0, "Chapter One") } else { (420.0, "A Long Book") };
        page.line(x, 30.0, head);
        page.line(if at % 2 == 0 { 72.0 } else { 530.0 }, 760.0, &format!("Page {} of 8", at + 1));
    }));
    for gone in ["Chapter One", "A Long Book", "of 8"] {
        assert!(!flow.text.contains(gone), "{gone} in {}", flow.text);
    }
}

#[test]
fn footers_with_several_numbers_are_left_out_and_titles_of_exhibits_are_not() {
    let flow = flow(&book(6, |at, page| {
        page.line(72.0, 30.0, &format!("Exhibit {}.1", 10 + 3 * at));
        page.line(72.0, 760.0, &format!("Acme Inc. 2021 Form 10-K {}", at + 1));
    }));
    assert!(!flow.text.contains("Acme"), "{}", flow.text);
    assert_eq!(flow.text.matches("Exhibit").count(), 6);
}

#[test]
fn page_numbers_right_under_the_text_are_left_out() {
    let pages: Vec<Page> = (0..6)
        .map(|at| {
            let mut page = Page::new();
            let text = prose(&format!("part {}", ["a", "b", "c"][at % 3]), 3 + 2 * at);
            let y = page.paragraph(72.0, 90.0, 468.0, &text);
            page.line(300.0, y + 14.0, &format!("F-{}", at + 3));
            page
        })
        .collect();
    let flow = flow(&pages);
    assert!(!flow.text.contains("F-"), "{}", flow.text);
}

#[test]
fn two_pages_keep_their_head_and_foot_once() {
    let flow = flow(&book(2, |at, page| {
        page.line(72.0, 30.0, "Letter of Intent");
        page.line(72.0, 740.0, "Printed in the north");
        page.line(300.0, 760.0, &format!("{}", at + 1));
    }));
    assert!(flow.text.starts_with("Letter of Intent"), "{}", flow.text);
    assert!(flow.text.ends_with("Printed in the north"), "{}", flow.text);
    for text in ["Letter of Intent", "Printed in the north"] {
        assert_eq!(flow.text.matches(text).count(), 1, "{text}");
    }
}

#[test]
fn two_copies_of_a_form_keep_all_but_bare_page_numbers() {
    let flow = flow(&book(2, |at, page| {
        page.line(72.0, 30.0, "Form for the sale of goods");
        page.line(72.0, 50.0, "To be filled in by hand");
        page.line(300.0, 760.0, &format!("{}", at + 1));
    }));
    assert_eq!(flow.text.matches("Form for the sale of goods").count(), 2);
    assert!(flow.furniture.iter().all(|(_, words)| words.len() == 1));
}

#[test]
fn body_text_is_never_dropped() {
    // The same first line at the same height on two pages of many, units above tables, figures at
    // the foot of every page.
    let pages = book(9, |at, page| {
        if at == 3 || at == 4 {
            page.line(72.0, 60.0, "The parties agree as follows");
        }
        page.line(72.0, 75.0, "(in millions)");
        page.row(700.0, &[(72.0, "Total"), (300.0, &format!("{}", 517 * (at + 3))), (400.0, "12")]);
    });
    let flow = flow(&pages);
    assert_eq!(flow.text.matches("The parties agree").count(), 2);
    assert_eq!(flow.text.matches("(in millions)").count(), 9);
    assert_eq!(flow.text.matches("Total").count(), 9);
    assert!(flow.furniture.is_empty());
}

#[test]
fn a_repeated_mark_in_the_margin_is_left_out() {
    let pages = book(5, |_, page| {
        let mut bottom = 600.0;
        for word in ["Downloaded", "from", "somewhere"] {
            let length = 5.0 * word.len() as f32;
            page.word(word, Rect::new(20.0, bottom - length, 32.0, bottom));
            bottom -= length + 3.0;
        }
    });
    let text = flow(&pages).text;
    assert!(!text.contains("Downloaded") && !text.contains("from"), "{text}");
}

#[test]
fn the_only_row_of_a_page_is_left_out_once() {
    let mut page = Page::new();
    page.line(72.0, 72.0, "% 1. @@");
    let flow = flow(&[page]);
    let left_out: usize = flow.furniture.iter().map(|(_, words)| words.len()).sum();
    assert_eq!(flow.words.len() + left_out, 3, "{:?}", flow.furniture);
}

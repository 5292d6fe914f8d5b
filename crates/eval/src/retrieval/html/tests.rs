//! What the report must hold, must never hold, and how well it can be read.

use std::collections::HashMap;

use super::super::judge::tests::{found, judged, page};
use super::super::judge::{Found, Judged};
use super::super::{Options, compare, evaluate};
use super::*;

fn header(max_pictures: usize) -> Header<'static> {
    Header {
        library: "Papers & <b>more</b>",
        file: "questions.jsonl",
        date: "3 May 2026",
        settings: &[],
        max_pictures,
    }
}

fn picture(_: &Gold) -> Option<Picture> {
    Some(Picture { kind: PictureKind::Png, bytes: b"foo".to_vec(), width_px: 3, height_px: 4 })
}

fn missed(line: usize, gold: u32) -> Judged {
    let other = Found {
        section: "A > B".to_owned(),
        text: "<img src=x onerror=alert(1)> words ".repeat(40),
        score: 0.25,
        ..found("b.pdf", &[2, 3])
    };
    let mut judged = judged("a.pdf", &[gold], vec![other]);
    judged.question.line = line;
    judged.question.question = "What is </h3><script>alert(1)</script>?".to_owned();
    judged.question.kind = Some("\"x\" onclick='y'".to_owned());
    judged
}

fn report(judged: &[Judged], max_pictures: usize) -> String {
    let evaluation = evaluate(judged, &Options::default());
    let comparison = compare(("<i>old", judged), ("new", judged), &Options::default());
    html(&header(max_pictures), &evaluation, Some(&comparison), &mut picture)
}

/// Opening and closing tags of all elements that have both.
fn balance(html: &str) -> HashMap<&str, i32> {
    let mut open = HashMap::new();
    for tag in html.split('<').skip(1) {
        let (name, step) = match tag.strip_prefix('/') {
            Some(closed) => (closed, -1),
            None => (tag, 1),
        };
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !["", "meta", "img"].contains(&name) {
            *open.entry(name).or_insert(0) += step;
        }
    }
    open
}

#[test]
fn what_others_wrote_stays_text() {
    let mut away = missed(3, 4);
    away.problem = Some("<script>no</script>".to_owned());
    let html = report(&[missed(1, 4), missed(2, 5), away], 9);
    for markup in ["<script", "<b>more", "<img src=x", "<i>old", "</h3><", "onclick='"] {
        assert!(!html.contains(markup), "{markup}");
    }
    assert!(html.contains("What is &lt;/h3&gt;&lt;script&gt;alert(1)&lt;/script&gt;?"));
    let balance = balance(&html);
    assert!(balance.values().all(|open| *open == 0), "{balance:?}");
}

#[test]
fn nothing_is_loaded() {
    let html = report(&[missed(1, 4)], 9);
    assert!(html.contains("default-src 'none'"));
    for address in ["http:", "https:", "//", "url(", "@import", "<link", "javascript:"] {
        assert!(!html.contains(address), "{address}");
    }
}

#[test]
fn every_miss_is_shown_and_pictures_are_capped() {
    let set = [missed(1, 4), missed(2, 4), missed(3, 5), missed(4, 6)];
    let count = |html: &str, what: &str| html.matches(what).count();
    let html = report(&set, 2);
    assert_eq!(count(&html, "<article"), 4);
    // The second shows the page of the first; the fourth is over the cap.
    assert_eq!(count(&html, "<img src=\"data:image/png;base64,Zm9v\" width=\"3\" height=\"4\""), 2);
    assert_eq!(count(&html, "<a href=\"#line-1\">Shown at line 1</a>"), 1);
    assert_eq!(count(&html, "<bdi>a.pdf</bdi></b>, page 6"), 1);
    assert!(html.contains("To keep the file small, 1 expected page without a picture."));
    assert_eq!(count(&html, "<bdi>b.pdf</bdi></b>, pages 2, 3"), 4);
    assert!(html.contains("A &gt; B") && html.contains("score 0.250"));
    assert_eq!(count(&report(&set, 0), "<img"), 0);
}

#[test]
fn the_first_right_result_is_marked_where_it_shows() {
    let mut late = missed(1, 4);
    late.rankings[0].results.push(found("a.pdf", &[4]));
    let evaluation = evaluate(&[late], &Options { miss_at: 1, ..Options::default() });
    let html = html(&header(0), &evaluation, None, &mut picture);
    assert!(html.contains("first right result at rank 2"));
    assert_eq!(html.matches("<span class=\"tag\">right</span>").count(), 1);
    assert!(!html.contains("id=\"comparison\"") && !html.contains("#comparison"));
}

#[test]
fn a_report_on_nothing_is_a_page() {
    let html = report(&[], 3);
    assert!(html.contains("No question could be judged") && html.ends_with("</html>\n"));
    assert!(!html.contains("NaN"));
}

#[test]
fn alternatives_are_told() {
    let mut miss = missed(1, 4);
    miss.question.gold[0].alt_pages = vec![page(8), page(9)];
    assert!(report(&[miss], 0).contains("page 4 (the same stands on 8, 9)"));
}

/// WCAG 2.2, 1.4.3: the colours of text on what they may stand on, by day, at night and on paper.
#[test]
fn text_can_be_read() {
    let luminance = |hex: &str| {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let themes: Vec<HashMap<&str, f64>> = STYLE
        .split(":root {")
        .skip(1)
        .map(|theme| {
            let rules = theme.split('}').next().unwrap_or_default().split(';');
            let colours = rules.filter_map(|rule| rule.trim().strip_prefix("--")?.split_once(": "));
            colours.map(|(name, hex)| (name, luminance(hex))).collect()
        })
        .collect();
    assert_eq!(themes.len(), 3);
    for theme in &themes {
        for on in ["surface", "raised"] {
            for text in ["text", "muted", "accent", "good", "bad"] {
                let (a, b) = (theme[text].max(theme[on]), theme[text].min(theme[on]));
                let contrast = (a + 0.05) / (b + 0.05);
                assert!(contrast >= 4.5, "{text} on {on}: {contrast:.2}");
            }
        }
    }
}

//! What is set, read back by a library that has nothing to do with the one that wrote it.

use citelight_print::{Block, Paper, Run, Style};
use lopdf::{Document, Object};

const MADE_S: i64 = 1_795_478_400;

fn read(paper: &Paper) -> Document {
    Document::load_mem(&paper.set().unwrap()).unwrap()
}

/// The words of all pages, in order.
fn words(document: &Document) -> Vec<String> {
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    let text = document.extract_text(&pages).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
}

/// The addresses of all links, in order.
fn links(document: &Document) -> Vec<String> {
    let mut found = Vec::new();
    for page in document.get_pages().into_values() {
        for annotation in document.get_page_annotations(page).unwrap_or_default() {
            let action = annotation.get(b"A").and_then(|action| document.dereference(action));
            let Ok((_, Object::Dictionary(action))) = action else { continue };
            let address = action.get(b"URI").and_then(Object::as_str).unwrap();
            found.push(String::from_utf8_lossy(address).into_owned());
        }
    }
    found
}

fn entry(paper: &mut Paper, number: usize, quote: &str) {
    paper.begin(Some(&format!("Question {number}")));
    paper.add(Block::text(Style::Heading, format!("Question {number}")));
    paper.add(Block::text(Style::Quote, quote));
    let link = format!("citelight://00ff00ff00ff00ff/{number}");
    paper.add(Block::link(Style::Source, format!("report.pdf, p. {number}"), link));
}

#[test]
fn every_word_stands_on_its_page_in_order_and_sources_lead_back() {
    let quote =
        "The fixed fee of £48,500 a month is “replaced” by £51,250 – from May on. ".repeat(90);
    let mut paper = Paper::new("Notebook", MADE_S);
    for number in 1..=30 {
        entry(&mut paper, number, &quote);
    }
    let document = read(&paper);
    assert!(document.get_pages().len() > 30, "long quotes run on");
    let words = words(&document);
    let all = words.join(" ");
    assert!(
        all.starts_with("Notebook 24 November 2026 Question 1 The fixed fee"),
        "{}",
        &all[..80]
    );
    assert_eq!(all.matches("£51,250").count(), 30 * 90);
    for number in 1..=30 {
        assert!(all.contains(&format!("Question {number} The fixed")), "{number}");
        let at = all.find(&format!("Question {number} The")).unwrap();
        let (_, after) = all[at..].split_once("report.pdf").unwrap();
        assert!(after.starts_with(&format!(", p. {number}")), "{number}: {}", &after[..200]);
    }
    let expected: Vec<String> =
        (1..=30).map(|number| format!("citelight://00ff00ff00ff00ff/{number}")).collect();
    assert_eq!(links(&document), expected);
    let bookmarks = document.get_toc().unwrap();
    assert_eq!(bookmarks.toc.len(), 30);
    assert_eq!(bookmarks.toc[29].title, "Question 30");
}

#[test]
fn what_fits_on_a_page_is_not_cut() {
    let mut paper = Paper::new("Notebook", MADE_S);
    for number in 1..=40 {
        entry(&mut paper, number, &"Some words of a report. ".repeat(10));
    }
    let document = read(&paper);
    for page in document.get_pages().into_keys() {
        let text = document.extract_text(&[page]).unwrap();
        let (heads, sources) =
            (text.matches("Question").count(), text.matches("report.pdf").count());
        assert_eq!(heads, sources, "page {page}: {text}");
    }
}

#[test]
fn the_same_text_gives_the_same_file_whatever_it_holds() {
    let mut paper = Paper::new("A\ttitle\nof two lines", MADE_S);
    paper.begin(None);
    for text in [
        "",
        "   ",
        "\u{0}\u{7}\u{200b}\u{feff}",
        "Greek Ελλάδα, Cyrillic Москва, Hebrew שלום עולם, Arabic مرحبا, Han 漢字, emoji 😀",
        "e\u{301} o\u{308}",
        "one-word-that-is-longer-than-any-line-of-the-page-could-ever-be-".repeat(20).as_str(),
    ] {
        for style in [Style::Lead, Style::Body, Style::Item, Style::Quote, Style::Note] {
            paper.add(Block::text(style, text));
        }
    }
    let first = paper.set().unwrap();
    assert_eq!(first, paper.set().unwrap());
    let document = Document::load_mem(&first).unwrap();
    assert!(words(&document).iter().any(|word| word == "Cyrillic"));
}

#[test]
fn nothing_to_say_is_a_page_all_the_same_and_runs_lead_where_they_should() {
    assert_eq!(read(&Paper::new("Empty", MADE_S)).get_pages().len(), 1);
    let mut paper = Paper::new("Links", MADE_S);
    let run = |text: &str, link: Option<&str>| Run {
        text: text.to_owned(),
        link: link.map(str::to_owned),
    };
    let runs = vec![run("plain", None), run("there", Some("citelight://a/1")), run("end", None)];
    paper.add(Block { style: Style::Body, runs });
    assert_eq!(links(&read(&paper)), ["citelight://a/1"]);
}

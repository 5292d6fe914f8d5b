//! The generated files, read back with an independent PDF library.

use std::collections::BTreeSet;
use std::path::Path;

use citelight_samples::{Sample, generate};
use lopdf::{Document, Object};

/// A sample, opened, with the text of its pages.
struct Opened {
    document: Document,
    /// Text of each page with single spaces between the words.
    pages: Vec<String>,
    /// Level, title and 1-based page of every outline entry.
    outline: Vec<(usize, String, usize)>,
}

fn open(file_name: &str) -> Opened {
    let samples = generate().unwrap();
    let Sample { bytes, .. } =
        samples.into_iter().find(|sample| sample.file_name == file_name).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let pages = document
        .get_pages()
        .keys()
        .map(|&page| {
            let text = document.extract_text(&[page]).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect();
    let contents = document.get_toc().unwrap();
    assert!(contents.errors.is_empty(), "{file_name}: {:?}", contents.errors);
    let outline =
        contents.toc.into_iter().map(|entry| (entry.level, entry.title, entry.page)).collect();
    Opened { document, pages, outline }
}

/// Every "word N" in the text, for words such as "section" and "Table", with what follows up to a space.
fn numbers_after<'a>(text: &'a str, words: &[&str]) -> Vec<&'a str> {
    let tokens: Vec<&str> = text.split(' ').collect();
    tokens
        .windows(2)
        .filter(|pair| words.contains(&pair[0].trim_start_matches('(')))
        .map(|pair| {
            pair[1].split('(').next().unwrap_or_default().trim_end_matches(['.', ',', ';', ')'])
        })
        .filter(|number| number.contains(|c: char| c.is_ascii_digit()))
        .collect()
}

#[test]
fn committed_files_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/samples");
    for sample in generate().unwrap() {
        let path = folder.join(sample.file_name);
        let committed = std::fs::read(&path).unwrap_or_default();
        assert!(
            committed == sample.bytes,
            "{} is stale: run `cargo run -p citelight-samples`",
            sample.file_name
        );
    }
}

#[test]
fn generating_twice_gives_the_same_bytes_and_stays_small() {
    let (first, second) = (generate().unwrap(), generate().unwrap());
    assert_eq!(first, second);
    let total: usize = first.iter().map(|sample| sample.bytes.len()).sum();
    assert!(total < 400_000, "{total} bytes");
}

#[test]
fn page_counts_and_titles() {
    for (file, pages, title) in [
        ("northstar-handbook.pdf", 19, "Northstar Instruments Employee Handbook"),
        ("harbour-services-agreement.pdf", 12, "Harbour Services Agreement"),
        ("northstar-third-quarter-2025.pdf", 2, "Northstar Instruments Third Quarter 2025 Report"),
    ] {
        let opened = open(file);
        assert_eq!(opened.pages.len(), pages, "{file}");
        let info = opened.document.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
        let info = opened.document.get_dictionary(info).unwrap();
        assert_eq!(lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap(), title);
    }
}

#[test]
fn every_outline_entry_stands_on_its_page() {
    for (file, entries, deepest) in [
        ("northstar-handbook.pdf", 91, 3),
        ("harbour-services-agreement.pdf", 27, 2),
        ("northstar-third-quarter-2025.pdf", 8, 2),
    ] {
        let opened = open(file);
        assert_eq!(opened.outline.len(), entries, "{file}");
        assert_eq!(opened.outline.iter().map(|(level, ..)| *level).max(), Some(deepest), "{file}");
        let mut last = 0;
        for (_, title, page) in &opened.outline {
            assert!(
                opened.pages[page - 1].contains(title),
                "{file}: {title} is not on page {page}"
            );
            assert!(*page >= last, "{file}: {title} is out of order");
            last = *page;
        }
    }
}

#[test]
fn contents_pages_show_the_right_labels() {
    let opened = open("northstar-handbook.pdf");
    let contents = format!("{} {}", opened.pages[1], opened.pages[2]);
    for (level, title, page) in &opened.outline {
        // Four pages of front matter; the body's labels start at 1.
        if *level <= 2 && *page > 4 {
            let line = format!("{title} {}", page - 4);
            assert!(contents.contains(&line), "no line \"{line}\"");
        }
    }
}

#[test]
fn every_reference_points_at_something() {
    for file in ["northstar-handbook.pdf", "harbour-services-agreement.pdf"] {
        let opened = open(file);
        let text = opened.pages.join(" ");
        let sections: BTreeSet<&str> =
            opened.outline.iter().filter_map(|(_, title, _)| title.split(' ').next()).collect();
        let words = ["section", "Section", "Sections", "chapter", "chapters", "clause", "clauses"];
        let referred = numbers_after(&text, &words);
        assert!(referred.len() > 20, "{file}: only {} references", referred.len());
        for number in referred {
            // A clause is no outline entry of its own: its number stands before its text.
            let known = sections.contains(number) || text.contains(&format!(" {number} "));
            assert!(known, "{file}: nothing is numbered {number}");
        }
        for number in numbers_after(&text, &["Table"]) {
            assert!(text.contains(&format!("Table {number}. ")), "{file}: no Table {number}");
        }
    }
}

#[test]
fn links_lead_to_pages_of_the_document() {
    for (file, least) in [("northstar-handbook.pdf", 90), ("harbour-services-agreement.pdf", 40)] {
        let opened = open(file);
        let pages: BTreeSet<_> = opened.document.get_pages().into_values().collect();
        let mut links = 0;
        for &page in &pages {
            for annotation in opened.document.get_page_annotations(page).unwrap() {
                let action = annotation.get(b"A").and_then(Object::as_dict).unwrap();
                let target = action.get(b"D").and_then(Object::as_array).unwrap();
                assert!(pages.contains(&target[0].as_reference().unwrap()), "{file}");
                links += 1;
            }
        }
        assert!(links >= least, "{file}: {links} links");
    }
}

#[test]
fn facts_read_back_in_one_piece() {
    for (file, page, fact) in [
        (
            "northstar-handbook.pdf",
            8,
            "Up to five days of unused leave may be carried over into the next year.",
        ),
        (
            "northstar-handbook.pdf",
            11,
            "Claim within 60 days of the day on which you spent the money",
        ),
        (
            "harbour-services-agreement.pdf",
            5,
            "The Authority shall pay a fixed fee of £48,500 a month",
        ),
        ("harbour-services-agreement.pdf", 11, "the sum of £2,000,000 is replaced by £3,500,000."),
        ("northstar-third-quarter-2025.pdf", 1, "Operating profit rose to £1.9 million"),
    ] {
        let opened = open(file);
        assert!(
            opened.pages[page - 1].contains(fact),
            "{file}, page {page}: {}",
            opened.pages[page - 1]
        );
    }
}

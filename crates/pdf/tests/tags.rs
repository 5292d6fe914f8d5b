//! The tags of a file, as ranges of the words of its pages.

mod sample;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use citelight_core::{PageNumber, TagRole, Tagged};
use sample::{SamplePage, page, pdf, texts, with_document};

/// The root of the tree is object 4, the table of page 0 object 5, elements follow. Each is its
/// type, its parent (0 for the root) and whether the next piece of marked content is its own.
struct Elements<'a> {
    types: &'a str,
    list: &'a [(&'a str, usize, bool)],
}

impl Elements<'_> {
    const FIRST: usize = 6;

    fn objects(&self) -> Vec<String> {
        let number = |place: usize| if place == 0 { 4 } else { Self::FIRST + place - 1 };
        let mut table = String::new();
        let mut objects = vec![
            format!(
                "<< /Type /StructTreeRoot /RoleMap << {} >> /ParentTree << /Nums [0 5 0 R] >> >>",
                self.types
            ),
            String::new(),
        ];
        for (place, (kind, parent, holds)) in self.list.iter().enumerate() {
            let layout = "/A << /O /Layout /S /Wrong /P 99 0 R >> /T (\\) /S /Wrong)";
            objects.push(format!("<< {layout} /S /{kind} /P {} 0 R >>", number(*parent)));
            if *holds {
                let _ = write!(table, "{} 0 R ", number(place + 1));
            }
        }
        objects[1] = format!("[{table}]");
        objects
    }
}

const CATALOG: &str = "/MarkInfo << /Marked true >> /StructTreeRoot 4 0 R";

/// A page with a line of text for each piece of marked content.
fn tagged_page(lines: &[&str]) -> SamplePage {
    let mut content = String::new();
    for (id, text) in lines.iter().enumerate() {
        let y = 740 - 14 * id;
        let _ = writeln!(
            content,
            "/Span << /MCID {id} >> BDC BT /F1 10 Tf 72 {y} Td ({text}) Tj ET EMC"
        );
    }
    SamplePage { extra: "/StructParents 0".into(), ..page(&content) }
}

/// Words, role and element of every run.
fn runs(bytes: &[u8]) -> Vec<(String, TagRole, u32)> {
    with_document("tags.pdf", bytes, |document| {
        let found = document.page(PageNumber::FIRST).unwrap().page_words().unwrap();
        let words = texts(&found.words);
        let run = |tag: &Tagged| {
            let text = words[tag.first as usize..tag.end as usize].join(" ");
            (text, tag.role, tag.element)
        };
        found.marks.tags.iter().map(run).collect()
    })
}

#[test]
fn words_have_the_role_of_the_element_that_holds_them() {
    let elements = Elements {
        types: "/Body /P /Heading#202 /P /Note#201 /Note /Big /Bigger /Bigger /H1",
        list: &[
            ("Document", 0, false),
            ("H1", 1, true),
            ("Sect", 1, false),
            ("H", 3, true),
            ("Sect", 3, false),
            ("H", 5, true),
            ("P", 5, true),
            ("Span", 7, true),
            ("P", 5, true),
            ("L", 5, false),
            ("LI", 10, false),
            ("Lbl", 11, true),
            ("LBody", 11, false),
            ("P", 13, true),
            ("Table", 5, false),
            ("Caption", 15, false),
            ("P", 16, true),
            ("TR", 15, false),
            ("TH", 18, true),
            ("TD", 18, false),
            ("P", 20, true),
            ("TD", 18, true),
            ("TOCI", 1, false),
            ("Reference", 23, true),
            ("Body", 1, true),
            ("Heading#202", 1, true),
            ("Note#201", 1, true),
            ("Figure", 1, true),
            ("Big", 1, true),
            ("Code", 25, true),
        ],
    };
    let lines = [
        "Chapter",
        "Part",
        "Detail",
        "Some",
        "more",
        "other text",
        "1.",
        "an item",
        "Table 1",
        "Year",
        "1,577",
        "2,301",
        "Intro 7",
        "styled",
        "by name",
        "see",
        "picture",
        "large",
        "let x",
        "untagged",
    ];
    let objects = elements.objects();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let found = runs(&pdf(&[tagged_page(&lines)], CATALOG, &objects));
    let expected = [
        ("Chapter", TagRole::Heading(1)),
        ("Part", TagRole::Heading(1)),
        ("Detail", TagRole::Heading(2)),
        ("Some more", TagRole::Paragraph),
        ("other text", TagRole::Paragraph),
        ("1. an item", TagRole::ListItem),
        ("Table 1", TagRole::Caption),
        ("Year", TagRole::HeaderCell),
        ("1,577", TagRole::Cell),
        ("2,301", TagRole::Cell),
        ("Intro 7", TagRole::ContentsEntry),
        ("styled", TagRole::Paragraph),
        ("by name", TagRole::Heading(2)),
        ("see", TagRole::Note),
        ("large", TagRole::Heading(1)),
        ("let x", TagRole::Code),
    ];
    let roles: Vec<_> = found.iter().map(|(text, role, _)| (text.as_str(), *role)).collect();
    assert_eq!(roles, expected);
    let mut numbers: Vec<u32> = found.iter().map(|(.., element)| *element).collect();
    numbers.dedup();
    assert_eq!(numbers.len(), expected.len(), "neighbours are told apart");
}

#[test]
fn text_in_a_form_belongs_to_what_the_form_belongs_to() {
    let stream = "/P << /MCID 0 >> BDC BT /F1 10 Tf 72 600 Td (in a form) Tj ET EMC";
    let form = format!(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 << \
         /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Length {} >>\n\
         stream\n{stream}\nendstream",
        stream.len()
    );
    let elements =
        Elements { types: "", list: &[("H1", 0, true), ("P", 0, true), ("TH", 0, false)] };
    let mut objects = elements.objects();
    objects.push(form);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let mut sample = tagged_page(&["Title"]);
    sample.content.push_str("/P << /MCID 1 >> BDC /X1 Do EMC /X1 Do");
    sample.extra += " /Resources << /XObject << /X1 9 0 R >> /Font << /F1 << /Type /Font \
         /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
    let found = runs(&pdf(&[sample], CATALOG, &objects));
    let roles: Vec<_> = found.iter().map(|(text, role, _)| (text.as_str(), *role)).collect();
    assert_eq!(roles, [("Title", TagRole::Heading(1)), ("in a form", TagRole::Paragraph)]);
}

#[test]
fn tables_of_content_are_found_in_any_shape() {
    let page = tagged_page(&["Title"]);
    let roots = [
        "/ParentTree << /Nums [3 null 0 5 0 R] >>",
        "/ParentTree << /Nums [0 [6 0 R]] >>",
        "/ParentTree << /Kids [<< /Limits [0 0] /Nums [0 5 0 R] >>] >>",
        "/ParentTree 7 0 R",
        "/ParentTree << /Kids [8 0 R] >>",
    ];
    for root in roots {
        let root = format!("<< /Type /StructTreeRoot {root} >>");
        let objects = [
            root.as_str(),
            "[6 0 R]",
            "<< /S /Title /P 4 0 R >>",
            "<< /Kids [8 0 R 7 0 R] >>",
            "<< /Nums [0 5 0 R] /Limits [0 9] >>",
        ];
        let found = runs(&pdf(std::slice::from_ref(&page), CATALOG, &objects));
        assert_eq!(found, [("Title".into(), TagRole::Title, 0)], "{root}");
    }
}

#[test]
fn trees_without_an_end_end() {
    let page = tagged_page(&["in a circle", "its own parent", "nowhere", "a name"]);
    let objects = [
        "<< /Type /StructTreeRoot /ParentTree 10 0 R /RoleMap << /A /B /B /A >> >>",
        "[6 0 R 8 0 R 99 0 R 9 0 R]",
        "<< /S /Span /P 7 0 R >>",
        "<< /S /P /P 6 0 R >>",
        "<< /S /Div /P 8 0 R >>",
        "<< /S /A /P 4 0 R >>",
        "<< /Kids [10 0 R << /Kids [10 0 R] >> 11 0 R] >>",
        "<< /Kids [10 0 R] /Nums [0 5 0 R 1 5 0 R /x] >>",
    ];
    let found = runs(&pdf(&[page], CATALOG, &objects));
    assert_eq!(found, [("in a circle".into(), TagRole::Paragraph, 0)]);
}

#[test]
fn a_hundred_thousand_elements_cost_no_page() {
    const COUNT: usize = 100_000;
    let first = 1_000;
    let all: String = (first..first + COUNT).map(|n| format!("{n} 0 R ")).collect();
    let root = "<< /Type /StructTreeRoot /K 9 0 R /ParentTree << /Nums [0 5 0 R] >> >>";
    let table = format!("[{all}]");
    let mut document = format!("<< /S /Document /P 4 0 R /K [{all}] >>");
    for n in first..first + COUNT {
        // A chain of a thousand, over and over.
        let parent = if n % 1_000 == 0 { 6 } else { n - 1 };
        let _ = write!(document, "\nendobj\n{n} 0 obj\n<< /S /Span /P {parent} 0 R /K {n} >>");
    }
    let lines = ["first", "second", "third"];
    let bytes = pdf(&[tagged_page(&lines)], CATALOG, &[root, &table, &document]);
    let start = Instant::now();
    assert!(runs(&bytes).is_empty());
    let deep = "[".repeat(2_000_000);
    let nested = format!("<< /Type /StructTreeRoot /ParentTree << /Kids {deep} >> >>");
    assert!(runs(&pdf(&[tagged_page(&lines)], CATALOG, &[&nested])).is_empty());
    let kids = "<</Kids[".repeat(200_000);
    let nested = format!("<< /Type /StructTreeRoot /ParentTree {kids} >>");
    assert!(runs(&pdf(&[tagged_page(&lines)], CATALOG, &[&nested])).is_empty());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

//! Links of a page: where they are pressed and where they lead, and which are not offered.

mod sample;

use citelight_core::{LinkTarget, PageNumber, Rect};
use sample::{SamplePage, line, page, pdf, with_document};

fn linked(annotations: &str, more: &str) -> SamplePage {
    SamplePage {
        extra: format!("/Annots [{annotations}] {more}"),
        ..page(&line(72.0, 700.0, 12.0, "See section 3, or the web."))
    }
}

fn link(rect: &str, leads: &str) -> String {
    format!("<< /Type /Annot /Subtype /Link /Rect [{rect}] {leads} >> ")
}

#[test]
fn links_lead_to_pages_and_to_the_web() {
    let annotations = [
        link("72 690 200 712", "/Dest [1 /XYZ 0 742 0]"),
        link("72 600 90 612", "/A << /S /GoTo /D [0 /Fit] >>"),
        link(
            "70 500 300 540",
            "/QuadPoints [200 540 300 540 200 525 300 525 70 520 150 520 70 505 150 505] \
             /A << /S /URI /URI (https://example.org/a) >>",
        ),
        link("0 0 9 9", "/A << /S /URI /URI (javascript:alert) >>"),
        link("0 0 9 9", "/A << /S /Launch /F (a.exe) >>"),
        link("0 0 9 9", "/Dest [77 /Fit]"),
        link("900 900 950 950", "/Dest [1 /Fit]"),
    ];
    let bytes =
        pdf(&[linked(&annotations.concat(), ""), page(&line(72.0, 700.0, 12.0, "3"))], "", &[]);
    with_document("links.pdf", &bytes, |document| {
        let links = document.links(PageNumber::FIRST).unwrap();
        let targets: Vec<_> = links.iter().map(|link| link.target.clone()).collect();
        let second = PageNumber::from_index(1);
        assert_eq!(
            targets,
            [
                LinkTarget::Page { page: second, y: Some(50.0) },
                LinkTarget::Page { page: PageNumber::FIRST, y: None },
                LinkTarget::Address("https://example.org/a".into()),
            ]
        );
        assert_eq!(links[0].rects, [Rect::new(72.0, 80.0, 200.0, 102.0)]);
        assert_eq!(
            links[2].rects,
            [Rect::new(200.0, 252.0, 300.0, 267.0), Rect::new(70.0, 272.0, 150.0, 287.0)]
        );
        assert!(document.links(second).unwrap().is_empty());
        assert!(document.links(PageNumber::from_index(2)).is_err());
    });
}

#[test]
fn links_lie_on_a_turned_page_where_they_are_seen() {
    let annotation = link("72 690 200 712", "/Dest [0 /Fit]");
    with_document("turned.pdf", &pdf(&[linked(&annotation, "/Rotate 90")], "", &[]), |document| {
        let links = document.links(PageNumber::FIRST).unwrap();
        assert_eq!(links[0].rects, [Rect::new(690.0, 72.0, 712.0, 200.0)]);
    });
}

#[test]
fn links_beside_a_filled_field_stay_when_the_page_was_drawn() {
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Value) /F 4 \
                 /Rect [100 600 200 620] /AP << /N 4 0 R >> >> ";
    let form = "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream";
    let annotations = format!("{field}{}", link("72 690 200 712", "/Dest [0 /Fit]"));
    with_document("field.pdf", &pdf(&[linked(&annotations, "")], "", &[form]), |document| {
        document.page(PageNumber::FIRST).unwrap().render(1.0).unwrap();
        assert_eq!(document.links(PageNumber::FIRST).unwrap().len(), 1);
    });
}

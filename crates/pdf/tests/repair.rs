//! Files without a usable table are read all the same, and say so.

mod sample;

use citelight_core::PageNumber;
use citelight_pdf::PdfError;
use sample::{TempFile, library, line, page, pdf, texts, with_document};

fn whole() -> Vec<u8> {
    pdf(
        &[page(&line(72.0, 700.0, 12.0, "First")), page(&line(72.0, 700.0, 12.0, "Second"))],
        "",
        &[],
    )
}

/// The file up to a text, and what follows it.
fn cut<'b>(bytes: &'b [u8], at: &str) -> (&'b [u8], &'b [u8]) {
    let at = bytes.windows(at.len()).position(|w| w == at.as_bytes()).expect(at);
    bytes.split_at(at)
}

#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &[&str]) {
    with_document("repair.pdf", bytes, |document| {
        assert!(document.is_repaired(), "{name}");
        let pages = (0..document.page_count() as usize).map(PageNumber::from_index);
        let words = pages.flat_map(|number| document.page(number).unwrap().words().unwrap());
        assert_eq!(texts(&words.collect::<Vec<_>>()), expected, "{name}");
    });
}

#[test]
fn what_is_left_is_read() {
    let whole = whole();
    let swap = |from: &str, to: &str| {
        String::from_utf8(whole.clone()).unwrap().replace(from, to).into_bytes()
    };
    let two: &[&str] = &["First", "Second"];
    check("no trailer", cut(&whole, "xref").0, two);
    check("no root", &swap("/Root 1 0 R", ""), two);
    check("wrong root", &swap("/Root 1 0 R", "/Root 77 0 R"), two);
    check("no catalog", &swap("/Type /Catalog /Pages 2 0 R", "/Type /Lost"), two);
    let (start, _) = cut(&whole, "1 0 obj");
    let (_, pages) = cut(&whole, "100 0 obj");
    check("no page tree", &[start, cut(pages, "xref").0].concat(), two);
    let (most, _) = cut(&whole, "(Second) Tj");
    check("cut in the last page", most, &["First"]);
    let mail = b"Received: from a server\r\n".repeat(240);
    check("header after other lines", &[&mail, whole.as_slice()].concat(), two);
    check("table off by some bytes", &swap("%PDF-1.7\n", "%PDF-1.7\n%%%%\n"), two);
}

#[test]
fn packed_objects_are_found() {
    let fonts =
        "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
    let held = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R {fonts} >>"),
    ];
    let (mut table, mut body) = (String::new(), String::new());
    for (index, object) in held.iter().enumerate() {
        table.push_str(&format!("{} {} ", index + 1, body.len()));
        body.push_str(object);
        body.push('\n');
    }
    let text = line(72.0, 700.0, 12.0, "Packed");
    let bytes = format!(
        "%PDF-1.5\n5 0 obj\n<< /Length {} >>\nstream\n{text}\nendstream\nendobj\n\
         4 0 obj\n<< /Type /ObjStm /N 3 /First {} /Length {} >>\nstream\n{table}{body}\nendstream\nendobj\n",
        text.len(),
        table.len(),
        table.len() + body.len(),
    );
    check("packed", bytes.as_bytes(), &["Packed"]);
}

#[test]
fn whole_files_are_not_called_repaired() {
    with_document("whole.pdf", &whole(), |document| assert!(!document.is_repaired()));
}

#[test]
fn nothing_is_made_of_nothing() {
    let (_guard, library) = library();
    let whole = String::from_utf8(whole()).unwrap();
    let no_pages = whole.replace("/Type /Page ", "/Type /Sage ").replace("/Root 1 0 R", "");
    let locked = whole.replace("/Root 1 0 R", "/Encrypt 3 0 R");
    for bytes in [no_pages, locked, "%PDF-1.4\n1 0 obj << /Type /Page".repeat(2)] {
        let file = TempFile::new("nothing.pdf", bytes.as_bytes());
        if let Err(error) = library.open(&file.0, None) {
            assert!(matches!(error, PdfError::Damaged { .. }), "{error}");
        }
    }
}

//! Small PDFs made byte by byte, and the library to read them with.
#![allow(dead_code, unreachable_pub)] // each test program uses a part of it

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use citelight_core::{PageNumber, Word};
use citelight_pdf::{Document, Library};

/// One page of a sample.
#[derive(Clone)]
pub struct SamplePage {
    /// Left, bottom, right, top in points.
    pub media: [f32; 4],
    /// The same; the media box when `None`.
    pub crop: Option<[f32; 4]>,
    /// Degrees clockwise.
    pub rotate: i32,
    /// Content stream; fonts are /F1 (Helvetica) and /F2 (Helvetica-Bold).
    pub content: String,
    /// Further entries of the page's dictionary.
    pub extra: String,
}

/// A letter page with a content stream.
pub fn page(content: &str) -> SamplePage {
    SamplePage {
        media: [0.0, 0.0, 612.0, 792.0],
        crop: None,
        rotate: 0,
        content: content.to_owned(),
        extra: String::new(),
    }
}

/// A line of text at a point of user space.
pub fn line(x: f32, y: f32, size: f32, text: &str) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// A file with these pages. `catalog` goes into the catalog; `objects` become objects 4, 5, … .
/// Pages are objects 100, 101, … .
pub fn pdf(pages: &[SamplePage], catalog: &str, objects: &[&str]) -> Vec<u8> {
    let mut bodies: Vec<(usize, String)> = Vec::new();
    let kids: String = (0..pages.len()).map(|i| format!("{} 0 R ", 100 + i)).collect();
    bodies.push((1, format!("<< /Type /Catalog /Pages 2 0 R {catalog} >>")));
    bodies.push((2, format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len())));
    bodies.push((3, "<< /Title (A  made sample) >>".to_owned()));
    bodies.extend(objects.iter().enumerate().map(|(i, body)| (4 + i, (*body).to_owned())));
    for (i, page) in pages.iter().enumerate() {
        let [l, b, r, t] = page.media;
        let mut dict = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [{l} {b} {r} {t}] /Rotate {} /Contents {} 0 R \
             /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> \
             /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >> >> {} ",
            page.rotate,
            200 + i,
            page.extra
        );
        if let Some([l, b, r, t]) = page.crop {
            let _ = write!(dict, "/CropBox [{l} {b} {r} {t}] ");
        }
        dict.push_str(">>");
        bodies.push((100 + i, dict));
        let stream = &page.content;
        bodies.push((
            200 + i,
            format!("<< /Length {} >>\nstream\n{stream}\nendstream", stream.len()),
        ));
    }

    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (number, body) in &bodies {
        offsets.push((*number, bytes.len()));
        bytes.extend(format!("{number} 0 obj\n{body}\nendobj\n").into_bytes());
    }
    let xref = bytes.len();
    let mut table = "xref\n0 1\n0000000000 65535 f \n".to_owned();
    for (number, offset) in offsets {
        let _ = write!(table, "{number} 1\n{offset:010} 00000 n \n");
    }
    let _ = write!(
        table,
        "trailer\n<< /Size 400 /Root 1 0 R /Info 3 0 R >>\nstartxref\n{xref}\n%%EOF\n"
    );
    bytes.extend(table.into_bytes());
    bytes
}

/// A file under the system's folder for such; removed when dropped.
pub struct TempFile(pub PathBuf);

impl TempFile {
    /// Writes the bytes to a file that no other test uses.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("citelight-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).expect("the temporary folder can be written");
        Self(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// libpdfium where the set-up puts it.
pub fn pdfium() -> PathBuf {
    let root = std::env::var_os("CITELIGHT_ROOT").map(PathBuf::from);
    let root = root.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let name = format!("{}pdfium{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let path = root.join("native").join(name);
    assert!(path.is_file(), "{} is missing: run cargo xtask setup", path.display());
    path
}

/// pdfium is not thread-safe, the test harness runs threads: one test at a time.
pub fn library() -> (MutexGuard<'static, ()>, Library) {
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    (guard, citelight_pdf::bind(&pdfium()).unwrap())
}

/// Looks at a made file.
pub fn with_document<T>(name: &str, bytes: &[u8], look: impl FnOnce(&Document<'_>) -> T) -> T {
    let (_guard, library) = library();
    let file = TempFile::new(name, bytes);
    let document = library.open(&file.0, None).unwrap();
    look(&document)
}

/// The words of a one-page file.
pub fn words_of(name: &str, page: SamplePage) -> Vec<Word> {
    with_document(name, &pdf(&[page], "", &[]), |document| {
        document.page(PageNumber::FIRST).unwrap().words().unwrap()
    })
}

/// Their texts.
pub fn texts(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

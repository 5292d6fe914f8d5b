//! The real child with the real tesseract: which pages are recognised, where their words land, and
//! what becomes of the words that a page has of its own. Skipped where no language data is found.

mod child;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use child::sample::{SamplePage, TempFile, line, page, pdf};
use citelight_core::{PageMarks, PageNumber, PageStatus, Rect, Word, WordSource};
use citelight_reader::{Limits, PageContent, Reader};

/// Language data where the set-up or the system puts it.
fn tessdata() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../native/tessdata");
    let set_up =
        std::env::var_os("CITELIGHT_ROOT").map(|root| Path::new(&root).join("native/tessdata"));
    let places = [
        set_up.unwrap_or(root),
        "/usr/share/tesseract-ocr/5/tessdata".into(),
        "/usr/share/tessdata".into(),
    ];
    let found = places.into_iter().find(|place| place.join("eng.traineddata").is_file());
    if found.is_none() {
        eprintln!("skipped: no eng.traineddata was found");
    }
    found
}

fn spawn(tessdata: Option<PathBuf>, languages: &str) -> Reader {
    Reader::spawn(&child::with_languages(tessdata, languages), &Limits::default()).unwrap()
}

/// Reads the first page of a file.
fn read(reader: &mut Reader, name: &str, bytes: &[u8]) -> PageContent {
    let file = TempFile::new(name, bytes);
    reader.open(&file.0, None).unwrap();
    let content = reader.page(PageNumber::FIRST).unwrap();
    reader.close().unwrap();
    content
}

fn text(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A gray picture of a page.
struct Picture {
    width: u32,
    height: u32,
    hex: String,
}

impl Picture {
    fn of(content: &str, width: f32, height: f32, pixel_per_pt: f32) -> Self {
        let source = SamplePage { media: [0.0, 0.0, width, height], ..page(content) };
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("source-{}.pdf", COUNT.fetch_add(1, Ordering::Relaxed));
        let file = TempFile::new(&name, &pdf(&[source], "", &[]));
        let mut reader = spawn(None, "eng");
        reader.open(&file.0, None).unwrap();
        let bytes = reader.render(PageNumber::FIRST, pixel_per_pt).unwrap();
        let mut png = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut rgb = vec![0; png.output_buffer_size().unwrap()];
        png.next_frame(&mut rgb).unwrap();
        let (width, height) = (png.info().width, png.info().height);
        let hex = rgb.chunks_exact(3).map(|p| format!("{:02x}", p[1])).collect();
        Self { width, height, hex }
    }

    /// Drawn in a content stream under a matrix.
    fn drawn(&self, matrix: [f32; 6]) -> String {
        let Self { width, height, hex } = self;
        let matrix = matrix.map(|v| v.to_string()).join(" ");
        format!("q {matrix} cm BI /W {width} /H {height} /BPC 8 /CS /G /F /AHx ID {hex}> EI Q\n")
    }

    /// As an object.
    fn object(&self) -> String {
        let Self { width, height, hex } = self;
        format!(
            "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 \
             /ColorSpace /DeviceGray /Filter /ASCIIHexDecode /Length {} >>\nstream\n{hex}>\nendstream",
            hex.len() + 1
        )
    }
}

const LINES: [&str; 5] = [
    "Quarterly revenue rose by twelve percent",
    "while operating expenses fell slightly",
    "because the freight market eased again",
    "and two factories were closed for good",
    "before the holiday season had begun",
];

/// Five lines of print on a sheet of 300 by 160 points.
fn print() -> String {
    let lines = LINES.iter().enumerate();
    lines.map(|(i, text)| line(20.0, 130.0 - 26.0 * i as f32, 14.0, text)).collect()
}

const SHEET: (f32, f32) = (300.0, 160.0);

fn sheet(content: String) -> SamplePage {
    SamplePage { media: [0.0, 0.0, SHEET.0, SHEET.1], ..page(&content) }
}

fn scan_of_print() -> Picture {
    Picture::of(&print(), SHEET.0, SHEET.1, 3.0)
}

#[test]
fn scans_are_read_whichever_way_they_lie() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let native = read(&mut reader, "native.pdf", &pdf(&[sheet(print())], "", &[]));
    assert_eq!(native.info.status, PageStatus::Native);
    let picture = scan_of_print();
    let (w, h) = SHEET;
    // Turned clockwise by quarters: the matrix, the sheet, and a box of the upright page on it.
    type OnSheet = fn(&Rect) -> Rect;
    type Case = (&'static str, [f32; 6], (f32, f32), OnSheet);
    let cases: [Case; 4] = [
        ("upright", [w, 0.0, 0.0, h, 0.0, 0.0], (w, h), |r| *r),
        ("quarter", [0.0, -w, h, 0.0, 0.0, w], (h, w), |r| {
            Rect::new(SHEET.1 - r.y0, r.x0, SHEET.1 - r.y1, r.x1)
        }),
        ("half", [-w, 0.0, 0.0, -h, w, h], (w, h), |r| {
            Rect::new(SHEET.0 - r.x0, SHEET.1 - r.y0, SHEET.0 - r.x1, SHEET.1 - r.y1)
        }),
        ("three quarters", [0.0, w, -h, 0.0, h, 0.0], (h, w), |r| {
            Rect::new(r.y0, SHEET.0 - r.x0, r.y1, SHEET.0 - r.x1)
        }),
    ];
    for (name, matrix, size, on_sheet) in cases {
        let scan = SamplePage { media: [0.0, 0.0, size.0, size.1], ..page(&picture.drawn(matrix)) };
        let found = read(&mut reader, "turned-scan.pdf", &pdf(&[scan], "", &[]));
        assert_eq!(found.info.status, PageStatus::Ocr, "{name}: {:?}", found.info.problem);
        assert_eq!(text(&found.words), LINES.join(" "), "{name}");
        for (own, word) in native.words.iter().zip(&found.words) {
            // The ink lies inside the font's box.
            let own = on_sheet(&own.rect);
            let rect = &word.rect;
            let inside = rect.x0 > own.x0 - 1.5
                && rect.x1 < own.x1 + 1.5
                && rect.y0 > own.y0 - 1.5
                && rect.y1 < own.y1 + 1.5;
            assert!(inside && rect.area() > 0.3 * own.area(), "{name}: {word:?} in {own:?}");
            assert_eq!(word.source, WordSource::Ocr);
            assert!((0.5..=1.0).contains(&word.confidence), "{name}: {word:?}");
            assert!((12.0..16.5).contains(&word.font_size), "{name}: {word:?}");
        }
    }
}

#[test]
fn a_coarse_scan_is_enlarged() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let picture = Picture::of(&print(), SHEET.0, SHEET.1, 1.25);
    let scan = sheet(picture.drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0]));
    let found = read(&mut reader, "coarse.pdf", &pdf(&[scan], "", &[]));
    assert_eq!(text(&found.words), LINES.join(" "));
}

#[test]
fn a_stamp_on_a_scan_and_a_picture_on_a_page_are_both_read() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let picture = scan_of_print();
    let stamped = picture.drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0])
        + &line(200.0, 6.0, 9.0, "EXHIBIT 000417");
    let found = read(&mut reader, "stamped.pdf", &pdf(&[sheet(stamped)], "", &[]));
    assert_eq!(found.info.status, PageStatus::Mixed);
    assert_eq!(text(&found.words), format!("EXHIBIT 000417 {}", LINES.join(" ")));
    assert_eq!(found.words[1].source, WordSource::Native);

    // The picture is an object of a form that a native page draws at a place of its own.
    let picture = picture.object();
    let drawing = "q 300 0 0 155 0 0 cm /P Do Q";
    let form = format!(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 300 160] /Matrix [1 0 0 1 0 5] \
         /Resources << /XObject << /P 4 0 R >> >> /Length {} >>\nstream\n{drawing}\nendstream",
        drawing.len()
    );
    let native = line(72.0, 700.0, 12.0, "The table below")
        + "1 0 0 rg 72 690 200 .5 re f "
        + &line(172.0, 700.0, 12.0, "was scanned");
    let sample = SamplePage {
        extra:
            "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> \
                /XObject << /F 5 0 R >> >>"
                .into(),
        ..page(&format!("{native} q 1 0 0 1 100 400 cm /F Do Q"))
    };
    let found = read(&mut reader, "in-form.pdf", &pdf(&[sample], "", &[&picture, &form]));
    assert_eq!(found.info.status, PageStatus::Mixed);
    let expected = format!("The table below was scanned {}", LINES.join(" "));
    assert_eq!(text(&found.words), expected);
    let first = &found.words[5].rect;
    assert!((first.x0 - 121.0).abs() < 2.0, "{first:?}");
    assert!(first.y0 > 792.0 - 545.0 && first.y1 < 792.0 - 525.0, "{first:?}");
    let expected = PageMarks {
        rules: vec![Rect::new(72.0, 101.5, 272.0, 102.0)],
        coloured: vec![(3, 5)],
        ..PageMarks::default()
    };
    assert_eq!(found.marks, expected, "of the page's own words, which come first");
}

#[test]
fn logos_and_photographs_cost_a_native_page_nothing() {
    let mut reader = spawn(None, "eng");
    let own = line(72.0, 700.0, 12.0, "Words of the page itself");
    let logo = Picture::of(&line(4.0, 8.0, 20.0, "LOGO"), 80.0, 30.0, 2.0);
    let with_logo = own.clone() + &logo.drawn([80.0, 0.0, 0.0, 30.0, 72.0, 740.0]);
    // Hills and clouds: a picture full of edges, none of them in rows.
    let mut hills = String::from("0.8 g 0 0 300 200 re f ");
    for i in 0..400u32 {
        let (x, y, r) = (i * 7919 % 300, i * 104_729 % 200, 2 + i * 31 % 17);
        hills += &format!("{} g {x} {y} {r} {} re f ", (i % 10) as f32 / 10.0, 1 + r * 5 % 13);
    }
    let photo = Picture::of(&hills, 300.0, 200.0, 2.0);
    let with_photo = own + &photo.drawn([300.0, 0.0, 0.0, 200.0, 72.0, 400.0]);
    for (name, content) in [("logo.pdf", with_logo), ("photo.pdf", with_photo)] {
        // Recognition would fail for want of language data.
        let found = read(&mut reader, name, &pdf(&[page(&content)], "", &[]));
        assert_eq!(found.info.status, PageStatus::Native, "{name}: {:?}", found.info.problem);
        assert_eq!(text(&found.words), "Words of the page itself");
    }
}

/// The dark runs of a picture's rows as rectangles: print that is drawn, without a font.
fn as_shapes(picture: &Picture, pixel_per_pt: f32) -> String {
    let width = picture.width as usize;
    let mut shapes = String::from("0 g ");
    for (row, pixels) in picture.hex.as_bytes().chunks_exact(2 * width).enumerate() {
        let dark = |at: usize| &pixels[2 * at..2 * at + 2] < b"80";
        let y = (picture.height as f32 - row as f32 - 1.0) / pixel_per_pt;
        let mut at = 0;
        while at < width {
            let end = (at..width).find(|at| !dark(*at)).unwrap_or(width);
            if end > at {
                let (x, wide) = (at as f32 / pixel_per_pt, (end - at) as f32 / pixel_per_pt);
                shapes += &format!("{x} {y} {wide} {} re ", 1.0 / pixel_per_pt);
            }
            at = end + 1;
        }
    }
    shapes + "f "
}

#[test]
fn text_that_is_drawn_as_shapes_is_read_beside_the_few_words_of_its_page() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let content = as_shapes(&scan_of_print(), 3.0) + &line(140.0, 6.0, 8.0, "Page 7");
    let found = read(&mut reader, "shapes.pdf", &pdf(&[sheet(content)], "", &[]));
    assert_eq!(found.info.status, PageStatus::Mixed, "{}", text(&found.words));
    assert_eq!(text(&found.words), format!("Page 7 {}", LINES.join(" ")));
    let sources: Vec<_> = found.words[..3].iter().map(|word| word.source).collect();
    assert_eq!(sources, [WordSource::Native, WordSource::Native, WordSource::Ocr]);
}

#[test]
fn a_page_full_of_writing_that_gives_few_words_says_so() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    // Rows of hooks and strokes of no script.
    let mut strokes = String::from("1.2 w 1 J ");
    for i in 0..160u32 {
        let (x, y) = (20.0 + (i % 20) as f32 * 13.0, 140.0 - (i / 20) as f32 * 17.0);
        let bend =
            [(9.0, 2.0), (3.0, 10.0), (8.0, 8.0), (1.0, 5.0), (6.0, 0.0)][i as usize * 7 % 5];
        let (a, b) = (x + bend.0, y + bend.1);
        strokes +=
            &format!("{x} {y} m {a} {} {} {b} {} {} c S ", y + 9.0, x - 2.0, x + 7.0, y + 8.0);
        strokes += &format!("{} {} m {} {} l S ", x + 2.0, b + 1.0, x + 8.0, y + 3.0);
    }
    let picture = Picture::of(&strokes, SHEET.0, SHEET.1, 3.0);
    let drawn = picture.drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0]);
    let found = read(&mut reader, "strokes.pdf", &pdf(&[sheet(drawn)], "", &[]));
    let problem = found.info.problem.unwrap_or_default();
    assert!(problem.contains("handwriting"), "{:?}: {}", found.info.status, text(&found.words));
}

#[test]
fn a_layer_of_earlier_recognition_is_used_when_it_fits_the_picture() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let scan = scan_of_print().drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0]);
    let good = format!("{scan} 3 Tr {}", print());
    let found = read(&mut reader, "good-layer.pdf", &pdf(&[sheet(good)], "", &[]));
    assert_eq!((found.info.status, text(&found.words)), (PageStatus::Native, LINES.join(" ")));

    let elsewhere = line(20.0, 4.0, 5.0, "Scanned by a machine of little skill");
    let bad = format!("{scan} 3 Tr {elsewhere}");
    let found = read(&mut reader, "bad-layer.pdf", &pdf(&[sheet(bad)], "", &[]));
    assert_eq!((found.info.status, text(&found.words)), (PageStatus::Ocr, LINES.join(" ")));
}

/// A table that says that every code of a font means another character.
fn lying_map(shift: i32) -> String {
    let pairs: String =
        (33..=126).map(|code| format!("<{code:02X}> <{:04X}>\n", code + shift)).collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n\
         1 begincodespacerange <00> <FF> endcodespacerange\n94 beginbfchar\n{pairs}endbfchar\n\
         endcmap end end"
    );
    format!("<< /Length {} >>\nstream\n{map}\nendstream", map.len())
}

/// A page of print whose font has such a table.
fn lying_font(shift: i32) -> Vec<u8> {
    let map = lying_map(shift);
    let mut content = print();
    content.insert_str(content.rfind("BT").unwrap(), "0 0 .7 rg ");
    let sample = SamplePage {
        extra: "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
                /ToUnicode 4 0 R >> >> >>"
            .into(),
        ..sheet(content)
    };
    pdf(&[sample], "", &[&map])
}

#[test]
fn text_that_is_not_what_is_drawn_is_read_from_the_picture() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    for (name, shift) in [("private", 0xe000), ("shifted", -31), ("phonetic", 0x210)] {
        let found = read(&mut reader, "lying.pdf", &lying_font(shift));
        assert_eq!(found.info.status, PageStatus::Ocr, "{name}: {}", text(&found.words));
        assert_eq!(text(&found.words), LINES.join(" "), "{name}");
        assert!(found.marks.is_empty(), "{name}: marks of words that are not kept");
    }
}

#[test]
fn words_of_a_lying_font_are_read_beside_those_of_an_honest_one() {
    let Some(tessdata) = tessdata() else { return };
    let title = "BT /F3 16 Tf 20 132 Td (Odfjell Drilling Ltd.) Tj ET\n";
    let body: String = LINES[..4]
        .iter()
        .zip(0u8..)
        .map(|(text, i)| line(20.0, 100.0 - 26.0 * f32::from(i), 14.0, text))
        .collect();
    let fonts = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> \
                 /F3 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /ToUnicode 4 0 R >> >> >>";
    let sample = SamplePage { extra: fonts.into(), ..sheet(format!("{title}{body}")) };
    let expected = format!("{} Odfjell Drilling Ltd.", LINES[..4].join(" "));
    let mut reader = spawn(Some(tessdata), "eng");
    for shift in [-29, 2] {
        let found = read(
            &mut reader,
            "title.pdf",
            &pdf(std::slice::from_ref(&sample), "", &[&lying_map(shift)]),
        );
        assert_eq!(text(&found.words), expected, "{shift}");
        assert_eq!((found.info.status, found.info.problem), (PageStatus::Mixed, None), "{shift}");
    }
    let honest =
        read(&mut reader, "title.pdf", &pdf(std::slice::from_ref(&sample), "", &[&lying_map(0)]));
    assert_eq!(honest.info.status, PageStatus::Native);
    // Without language data the page says what may be wrong.
    let mut blind = spawn(None, "eng");
    let found = read(&mut blind, "title.pdf", &pdf(&[sample], "", &[&lying_map(2)]));
    assert!(found.info.problem.is_some() && found.words.len() > 15, "{:?}", found.info);
}

#[test]
fn odd_text_that_the_picture_confirms_is_kept() {
    let Some(tessdata) = tessdata() else { return };
    let mut reader = spawn(Some(tessdata), "eng");
    let parts = ["BRKT XPS HDMI RJ QTY PCS", "WGT KG PN SKU LBS CTN", "MTR DWG REV TBD NPT SCH"];
    let content: String =
        (0..6).map(|i| line(20.0, 140.0 - 22.0 * i as f32, 12.0, parts[i % 3])).collect();
    let found = read(&mut reader, "parts.pdf", &pdf(&[sheet(content)], "", &[]));
    assert_eq!(found.info.status, PageStatus::Native);
    assert!(text(&found.words).starts_with(parts[0]));
}

#[test]
fn pages_do_not_change_each_other() {
    let Some(tessdata) = tessdata() else { return };
    let scan = |content: &str, scale: f32| {
        let picture = Picture::of(content, SHEET.0, SHEET.1, scale);
        pdf(&[sheet(picture.drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0]))], "", &[])
    };
    let a = scan(&print(), 1.5);
    let b = scan(&line(20.0, 80.0, 23.0, "Entirely different print"), 2.0);
    let mut first = spawn(Some(tessdata.clone()), "eng");
    let forward = [read(&mut first, "order-a.pdf", &a), read(&mut first, "order-b.pdf", &b)];
    let mut second = spawn(Some(tessdata), "eng");
    let backward = [read(&mut second, "order-b.pdf", &b), read(&mut second, "order-a.pdf", &a)];
    assert_eq!((&forward[0].words, &forward[1].words), (&backward[1].words, &backward[0].words));
}

#[test]
fn without_language_data_a_scan_says_so_and_a_blank_page_is_empty() {
    let scan = scan_of_print().drawn([SHEET.0, 0.0, 0.0, SHEET.1, 0.0, 0.0]);
    let scan = pdf(&[sheet(scan)], "", &[]);
    let found = read(&mut spawn(None, "eng"), "unread.pdf", &scan);
    assert_eq!((found.info.status, found.words.len()), (PageStatus::OcrError, 0));
    assert!(found.info.problem.is_some_and(|problem| problem.contains("language data")));

    let mut reader = spawn(tessdata().or(Some("no/such/folder".into())), "eng+tlh");
    let found = read(&mut reader, "no-klingon.pdf", &scan);
    assert_eq!(found.info.status, PageStatus::OcrError);
    let problem = found.info.problem.unwrap();
    assert!(problem.contains("traineddata") && problem.contains("not installed"), "{problem}");

    // A page that can be read without its picture is no failure, but tells what it lacks.
    let own = line(72.0, 700.0, 12.0, "Words of the page itself");
    let picture = scan_of_print().drawn([SHEET.0, 0.0, 0.0, SHEET.1, 72.0, 300.0]);
    let found = read(&mut reader, "unread-part.pdf", &pdf(&[page(&(own + &picture))], "", &[]));
    assert_eq!((found.info.status, found.words.len()), (PageStatus::Native, 5));
    assert!(found.info.problem.is_some());

    let white = "1 1 1 rg 0 0 300 120 re f".to_owned();
    for (name, content) in [("empty.pdf", String::new()), ("white.pdf", white)] {
        let found = read(&mut reader, name, &pdf(&[sheet(content)], "", &[]));
        assert_eq!(found.info.status, PageStatus::Empty, "{name}");
    }
}

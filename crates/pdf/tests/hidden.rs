//! Text that nobody can see stays out; what only looks suspicious stays in.

mod sample;

use citelight_core::PageNumber;
use sample::{SamplePage, line, page, pdf, texts, with_document, words_of};

/// Visible words on every page below.
fn seen() -> String {
    line(72.0, 700.0, 12.0, "plain words")
}

/// A 1 by 1 image, drawn over a box. Object 4 is the image.
fn image(name: &str, [x, y, w, h]: [f32; 4]) -> String {
    format!("q {w} 0 0 {h} {x} {y} cm /{name} Do Q\n")
}

const DARK_IMAGE: &str = "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace \
     /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream";

/// The test's own resources come last, and the last entry of a name is the one that counts.
fn with_resources(content: &str, resources: &str) -> SamplePage {
    let fonts = "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
    SamplePage { extra: format!("/Resources << {fonts} {resources} >>"), ..page(content) }
}

#[track_caller]
fn check(name: &str, sample: SamplePage, objects: &[&str], expected: &[&str]) {
    with_document("hidden.pdf", &pdf(&[sample], "", objects), |document| {
        let words = document.page(PageNumber::FIRST).unwrap().words().unwrap();
        assert_eq!(texts(&words), expected, "{name}");
    });
}

#[test]
fn colour_of_the_ground() {
    let text = |colour: &str, y: f32| format!("{colour} rg {}", line(72.0, y, 12.0, "odd"));
    let cases = [
        ("white on paper", text("1 1 1", 600.0), false),
        ("nearly white on paper", text(".98 .97 .98", 600.0), false),
        ("pale on paper", text(".8 .8 .8", 600.0), true),
        (
            "white on a dark header",
            "0 0 .5 rg 60 590 300 30 re f ".to_owned() + &text("1 1 1", 600.0),
            true,
        ),
        (
            "dark on the same dark",
            "0 0 .5 rg 60 590 300 30 re f ".to_owned() + &text("0 0 .5", 600.0),
            false,
        ),
        (
            "white on white on dark",
            "0 0 0 rg 60 590 300 30 re f 1 g 60 590 300 30 re f ".to_owned()
                + &text("1 1 1", 600.0),
            false,
        ),
        (
            "white beside the dark header",
            "0 0 0 rg 60 500 300 30 re f ".to_owned() + &text("1 1 1", 600.0),
            false,
        ),
        (
            "no fill, stroked in black",
            format!("1 1 1 rg 1 Tr {}", line(72.0, 600.0, 12.0, "odd")),
            true,
        ),
    ];
    for (name, content, visible) in cases {
        let expected: &[&str] =
            if visible { &["plain", "words", "odd"] } else { &["plain", "words"] };
        check(name, page(&(seen() + &content)), &[], expected);
    }
}

#[test]
fn white_on_a_picture() {
    let text = format!("1 1 1 rg {}", line(72.0, 600.0, 12.0, "odd"));
    let content = seen() + &image("I1", [60.0, 590.0, 200.0, 40.0]) + &text;
    let sample = with_resources(&content, "/XObject << /I1 4 0 R >>");
    check("white on a dark picture", sample.clone(), &[DARK_IMAGE], &["plain", "words", "odd"]);
    let light = DARK_IMAGE
        .replace("\n0\n", "\n\u{7f}\n")
        .replace("DeviceGray", "/Indexed /DeviceGray 127 5 0 R");
    let light =
        light.replace("//Indexed /DeviceGray 127 5 0 R", "[/Indexed /DeviceGray 127 5 0 R]");
    let palette = format!(
        "<< /Length 256 /Filter /ASCIIHexDecode >>\nstream\n{}\nendstream",
        "FF".repeat(128)
    );
    check("white on a white picture", sample, &[&light, &palette], &["plain", "words"]);
}

#[test]
fn opacity_and_size() {
    let faint = |alpha: f32| {
        let content = seen() + "/G1 gs " + &line(72.0, 600.0, 12.0, "odd");
        with_resources(&content, &format!("/ExtGState << /G1 << /ca {alpha} /CA {alpha} >> >>"))
    };
    check("clear", faint(0.0), &[], &["plain", "words"]);
    check("half clear", faint(0.5), &[], &["plain", "words", "odd"]);
    let sized = |size: f32| page(&(seen() + &line(72.0, 600.0, size, "odd")));
    check("dust", sized(0.5), &[], &["plain", "words"]);
    check("fine print", sized(3.0), &[], &["plain", "words", "odd"]);
    let scaled = page(&(seen() + "BT /F1 1 Tf 9 0 0 9 72 600 Tm (odd) Tj ET"));
    check("one point, scaled", scaled, &[], &["plain", "words", "odd"]);
}

#[test]
fn covers_and_clips() {
    let odd = line(72.0, 600.0, 12.0, "secret name");
    let bar = |x: f32, w: f32| format!("0 g {x} 595 {w} 16 re f\n");
    let cases: [(&str, String, &[&str]); 7] = [
        ("all under a bar", odd.clone() + &bar(70.0, 200.0), &[]),
        ("a name under a bar", odd.clone() + &bar(107.0, 100.0), &["secret"]),
        ("a bar drawn before", bar(70.0, 200.0) + "1 g " + &odd, &["secret", "name"]),
        ("a bar elsewhere", odd.clone() + &bar(300.0, 100.0), &["secret", "name"]),
        ("outside of the clip", format!("q 72 400 100 50 re W n {odd} Q"), &[]),
        ("inside of the clip", format!("q 60 580 300 50 re W n {odd} Q"), &["secret", "name"]),
        ("half clipped", format!("q 60 580 46 50 re W n {odd} Q"), &["secret"]),
    ];
    for (name, content, left) in cases {
        let expected = [&["plain", "words"], left].concat();
        check(name, page(&(seen() + &content)), &[], &expected);
    }
    let glass = seen() + &odd + "/G1 gs 1 1 0 rg 70 595 200 16 re f";
    for state in ["/ca .4", "/BM /Multiply"] {
        let sample = with_resources(&glass, &format!("/ExtGState << /G1 << {state} >> >>"));
        check("marked with a pen", sample, &[], &["plain", "words", "secret", "name"]);
    }
}

#[test]
fn off_the_page() {
    let sample = SamplePage {
        crop: Some([50.0, 500.0, 400.0, 750.0]),
        ..page(&(seen() + &line(72.0, 400.0, 12.0, "below") + &line(500.0, 700.0, 12.0, "beside")))
    };
    check("outside of the crop box", sample, &[], &["plain", "words"]);
}

#[test]
fn optional_content() {
    let layers = "/OCProperties << /OCGs [4 0 R 5 0 R] /D << /ON [4 0 R] /OFF [5 0 R] >> >>";
    let (on, off) = ("<< /Type /OCG /Name (on) >>", "<< /Type /OCG /Name (off) >>");
    let stream = line(72.0, 500.0, 12.0, "form");
    let form = |layer: &str| {
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /OC {layer} /Length {} /Resources \
             << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\n\
             stream\n{stream}\nendstream",
            stream.len()
        )
    };
    let marked = |mark: &str, text: &str, y: f32| {
        format!("/OC /{mark} BDC {} EMC\n", line(72.0, y, 12.0, text))
    };
    let content =
        seen() + &marked("M1", "shown", 600.0) + &marked("M2", "gone", 580.0) + "/X1 Do /X2 Do";
    let sample = with_resources(
        &content,
        "/Properties << /M1 4 0 R /M2 5 0 R >> /XObject << /X1 6 0 R /X2 7 0 R >>",
    );
    let (shown, gone) = (form("4 0 R"), form("5 0 R").replace("500 Td (form", "480 Td (fork"));
    let bytes = pdf(&[sample], layers, &[on, off, &shown, &gone]);
    with_document("layers.pdf", &bytes, |document| {
        let words = document.page(PageNumber::FIRST).unwrap().words().unwrap();
        assert_eq!(texts(&words), ["plain", "words", "shown", "form"]);
    });
}

#[test]
fn the_layer_of_a_scan_counts_where_there_is_a_picture() {
    let layer = "BT /F1 12 Tf 3 Tr 72 600 Td (layer of text) Tj ET\n";
    let scan = image("I1", [0.0, 0.0, 612.0, 792.0]);
    let stamp = line(72.0, 760.0, 12.0, "No 7");
    let cases: [(&str, String, &[&str], bool); 7] = [
        (
            "scan over ink",
            line(72.0, 600.0, 12.0, "layer of text") + &scan,
            &["layer", "of", "text"],
            true,
        ),
        ("scan with a layer", scan.clone() + layer, &["layer", "of", "text"], true),
        ("layer first", layer.to_owned() + &scan, &["layer", "of", "text"], true),
        (
            "scan with a stamp",
            scan.clone() + layer + "0 Tr 1 g " + &stamp,
            &["layer", "of", "text", "No", "7"],
            true,
        ),
        ("a layer on bare paper", layer.to_owned(), &[], false),
        ("a stamp on bare paper", layer.to_owned() + "0 Tr " + &stamp, &["No", "7"], false),
        (
            "a page of its own",
            layer.to_owned() + "0 Tr " + &line(72.0, 500.0, 12.0, "many more visible words"),
            &["many", "more", "visible", "words"],
            false,
        ),
    ];
    for (name, content, expected, is_layer) in cases {
        let sample = with_resources(&content, "/XObject << /I1 4 0 R >>");
        with_document("scan.pdf", &pdf(&[sample], "", &[DARK_IMAGE]), |document| {
            let found = document.page(PageNumber::FIRST).unwrap().page_words().unwrap();
            assert_eq!(texts(&found.words), expected, "{name}");
            assert_eq!(found.invisible_layer, is_layer, "{name}");
        });
    }
    assert_eq!(texts(&words_of("none.pdf", page(layer))), Vec::<&str>::new());
}

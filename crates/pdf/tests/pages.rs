//! Samples through the real libpdfium: where words land, what is left out, how files are refused.

mod sample;

use citelight_core::{PageNumber, Rect, TagRole, Tagged};
use citelight_pdf::PdfError;
use sample::{SamplePage, TempFile, library, line, page, pdf, texts, with_document, words_of};

#[track_caller]
fn near(rect: &Rect, expected: Rect, tolerance: f32) {
    let off = [
        rect.x0 - expected.x0,
        rect.y0 - expected.y0,
        rect.x1 - expected.x1,
        rect.y1 - expected.y1,
    ];
    assert!(off.iter().all(|d| d.abs() <= tolerance), "{rect:?} is not near {expected:?}");
}

#[test]
fn a_word_box_is_its_advance_by_its_font_height() {
    let words = words_of("box.pdf", page(&line(72.0, 700.0, 12.0, "Hello, world")));
    assert_eq!(texts(&words), ["Hello,", "world"]);
    // Helvetica's widths in thousandths: H 722, e 556, l 222, o 556, comma 278.
    let width = (722.0 + 556.0 + 2.0 * 222.0 + 556.0 + 278.0) * 0.012;
    let rect = &words[0].rect;
    assert!((rect.x0 - 72.0).abs() < 0.01 && (rect.x1 - 72.0 - width).abs() < 0.05, "{rect:?}");
    let base_line = 792.0 - 700.0;
    assert!(rect.y0 < base_line - 8.0 && rect.y1 > base_line + 2.0, "{rect:?}");
    assert!((12.0..16.0).contains(&rect.height()), "{rect:?}");
    assert_eq!((words[0].font_size, words[0].bold), (12.0, false));
}

#[test]
fn turned_and_cropped_pages_have_their_words_where_they_are_shown() {
    // The word begins 10 right of and 20 above the crop box's lower left corner.
    let cases = [
        (0, (300.0, 400.0), (10.0, 380.0)),
        (90, (400.0, 300.0), (20.0, 10.0)),
        (180, (300.0, 400.0), (290.0, 20.0)),
        (270, (400.0, 300.0), (380.0, 290.0)),
        (-90, (400.0, 300.0), (380.0, 290.0)),
    ];
    for (rotate, size, start) in cases {
        let sample = SamplePage {
            crop: Some([100.0, 200.0, 400.0, 600.0]),
            rotate,
            ..page(&line(110.0, 220.0, 10.0, "Turned"))
        };
        with_document("turned.pdf", &pdf(&[sample], "", &[]), |document| {
            let page = document.page(PageNumber::FIRST).unwrap();
            assert_eq!(page.size(), size, "{rotate}");
            let words = page.words().unwrap();
            assert_eq!(texts(&words), ["Turned"], "{rotate}");
            let rect = words[0].rect;
            assert!(
                rect.contains_point(start.0, start.1)
                    || rect.iou(&Rect::new(
                        start.0 - 1.0,
                        start.1 - 1.0,
                        start.0 + 1.0,
                        start.1 + 1.0
                    )) > 0.0,
                "{rotate}: {rect:?} does not begin at {start:?}"
            );
            let (long, short) = (rect.width().max(rect.height()), rect.width().min(rect.height()));
            assert_eq!(rect.width() > rect.height(), rotate % 180 == 0, "{rotate}: {rect:?}");
            assert!(long > 30.0 && short < 15.0, "{rotate}: {rect:?}");
            let back = page.user_box(&rect);
            assert!((back.0 - 110.0).abs() < 0.01 && back.1 < 220.0 && back.3 > 220.0, "{back:?}");
        });
    }
}

#[test]
fn a_crop_box_outside_of_the_media_box_is_left_aside() {
    let sample = SamplePage {
        crop: Some([700.0, 900.0, 800.0, 1000.0]),
        ..page(&line(110.0, 220.0, 10.0, "Shown"))
    };
    with_document("outside.pdf", &pdf(&[sample], "", &[]), |document| {
        let page = document.page(PageNumber::FIRST).unwrap();
        assert_eq!(page.size(), (612.0, 792.0));
        assert_eq!(texts(&page.words().unwrap()), ["Shown"]);
        let drawn = page.render(0.5).unwrap();
        assert_eq!((drawn.width_px, drawn.height_px), (306, 396));
        assert!(drawn.rgba.iter().any(|&channel| channel < 128));
    });
}

#[test]
fn user_units_stretch_the_page() {
    // With a crop box, turned, and with a run of text that is turned itself.
    let content =
        line(110.0, 220.0, 10.0, "Turned") + "BT /F1 10 Tf 0 1 -1 0 150 300 Tm (tall) Tj ET";
    let plain = SamplePage { crop: Some([100.0, 200.0, 400.0, 600.0]), ..page(&content) };
    for rotate in [0, 90, 180, 270] {
        let unit = |extra: &str| SamplePage { rotate, extra: extra.into(), ..plain.clone() };
        let look = |document: &citelight_pdf::Document<'_>, index: usize| {
            let page = document.page(PageNumber::from_index(index)).unwrap();
            (page.size(), page.words().unwrap(), page.user_box(&page.words().unwrap()[0].rect))
        };
        let bytes = pdf(&[unit("/UserUnit 1"), unit("/UserUnit 2.5")], "", &[]);
        with_document("units.pdf", &bytes, |document| {
            let ((size, words, user), (large, stretched, same)) =
                (look(document, 0), look(document, 1));
            assert_eq!(large, (size.0 * 2.5, size.1 * 2.5), "{rotate}");
            assert_eq!(texts(&words), ["Turned", "tall"], "{rotate}");
            for (word, stretched) in words.iter().zip(&stretched) {
                let r = word.rect;
                let expected = Rect::new(r.x0 * 2.5, r.y0 * 2.5, r.x1 * 2.5, r.y1 * 2.5);
                near(&stretched.rect, expected, 0.01);
                assert_eq!((stretched.font_size, &stretched.text), (25.0, &word.text));
            }
            assert!((user.0 - same.0).abs() < 0.01 && (user.3 - same.3).abs() < 0.01, "{user:?}");
            let image = document.page(PageNumber::from_index(1)).unwrap().render(0.4).unwrap();
            assert_eq!((image.width_px as f32, image.height_px as f32), size, "{rotate}");
        });
    }
}

#[test]
fn words_end_at_space_gap_jump_and_turn() {
    let cases = [
        ("BT /F1 10 Tf 50 500 Td [(one) -400 (two)] TJ ET", vec!["one", "two"]),
        ("BT /F1 10 Tf 50 500 Td [(k) -60 (ern) 40 (ed)] TJ ET", vec!["kerned"]),
        ("BT /F1 10 Tf 50 500 Td (of) Tj 2.78 0 Td ( the) Tj ET", vec!["of", "the"]),
        ("BT /F1 10 Tf 50 500 Td ($1,577 \\(12\\)%) Tj ET", vec!["$1,577", "(12)%"]),
        ("BT /F1 10 Tf 50 500 Td (up) Tj 0 -12 Td (down) Tj ET", vec!["up", "down"]),
        ("BT /F1 10 Tf 50 500 Td (x) Tj /F1 6 Tf 5 3 Td (2) Tj ET", vec!["x2"]),
        (
            "BT /F1 10 Tf 50 500 Td (flat) Tj ET BT /F1 10 Tf 0 1 -1 0 67 500 Tm (tall) Tj ET",
            vec!["flat", "tall"],
        ),
        ("BT /F1 1 Tf 10 0 0 10 50 500 Tm (scaled) Tj ET", vec!["scaled"]),
    ];
    for (content, expected) in cases {
        assert_eq!(texts(&words_of("split.pdf", page(content))), expected, "{content}");
    }
}

#[test]
fn slanted_and_stretched_text_is_measured_along_its_line() {
    let upright = words_of("up.pdf", page("BT /F1 12 Tf 0 1 -1 0 200 100 Tm (Rotated) Tj ET"));
    let width = (722.0 + 556.0 + 278.0 + 556.0 + 278.0 + 556.0 + 556.0) * 0.012;
    near(&upright[0].rect, Rect::new(188.5, 692.0 - width, 203.0, 692.0), 1.0);

    let slanted = ".7071 .7071 -.7071 .7071 100 100 Tm";
    let words = words_of("slant.pdf", page(&format!("BT /F1 12 Tf {slanted} (two words) Tj ET")));
    assert_eq!(texts(&words), ["two", "words"]);
    assert!((words[0].font_size - 12.0).abs() < 0.01);

    let wide = words_of("wide.pdf", page("BT /F1 12 Tf 200 Tz 50 500 Td (wide) Tj ET"));
    assert!((wide[0].rect.width() - 2.0 * (722.0 + 222.0 + 556.0 + 556.0) * 0.012).abs() < 0.1);
}

#[test]
fn what_nobody_sees_twice_is_read_once() {
    let twice = line(72.0, 700.0, 12.0, "Bold") + &line(72.3, 700.0, 12.0, "Bold");
    assert_eq!(texts(&words_of("twice.pdf", page(&twice))), ["Bold"]);
    let apart = line(72.0, 700.0, 12.0, "Row") + &line(72.0, 686.0, 12.0, "Row");
    assert_eq!(texts(&words_of("apart.pdf", page(&apart))), ["Row", "Row"]);
    let outside = line(72.0, 700.0, 12.0, "in") + &line(72.0, 900.0, 12.0, "out");
    assert_eq!(texts(&words_of("outside.pdf", page(&outside))), ["in"]);
}

#[test]
fn bold_by_name_and_by_stroke() {
    let content = "BT /F2 12 Tf 72 700 Td (Named) Tj ET BT /F1 12 Tf 2 Tr 72 600 Td (Stroked) Tj ET \
                   BT 0 Tr /F1 12 Tf 72 500 Td (plain) Tj ET";
    let words = words_of("bold.pdf", page(content));
    let bold: Vec<_> = words.iter().map(|w| (w.text.as_str(), w.bold)).collect();
    assert_eq!(bold, [("Named", true), ("Stroked", true), ("plain", false)]);
}

#[test]
fn outline_labels_and_title() {
    let second = SamplePage { rotate: 90, ..page(&line(72.0, 700.0, 12.0, "Two")) };
    let bytes = pdf(
        &[page(&line(72.0, 700.0, 12.0, "One")), second],
        "/Outlines 4 0 R /PageLabels << /Nums [0 << /S /r >> 1 << /P (F-) /S /D /St 4 >>] >>",
        &[
            "<< /Type /Outlines /First 5 0 R /Last 7 0 R >>",
            "<< /Title (First) /Parent 4 0 R /Next 7 0 R /First 6 0 R /Last 6 0 R \
             /Dest [100 0 R /XYZ 72 692 0] >>",
            "<< /Title (Turned  child) /Parent 5 0 R /A << /S /GoTo /D [101 0 R /XYZ 100 50 0] >> >>",
            "<< /Title (Nowhere) /Parent 4 0 R /Prev 5 0 R >>",
        ],
    );
    with_document("outline.pdf", &bytes, |document| {
        assert_eq!(document.page_count(), 2);
        assert_eq!(document.title().as_deref(), Some("A made sample"));
        assert_eq!(document.labels(), [Some("i".to_owned()), Some("F-4".to_owned())]);
        let outline = document.outline();
        let seen: Vec<_> = outline
            .iter()
            .map(|item| (item.title.as_str(), item.level, item.page.map(PageNumber::get), item.y))
            .collect();
        let expected = [
            ("First", 1, Some(1), Some(100.0)),
            // On a page turned by 90 degrees the height grows with the file's own x.
            ("Turned child", 2, Some(2), Some(100.0)),
            ("Nowhere", 1, None, None),
        ];
        assert_eq!(seen, expected);
    });
}

#[test]
fn an_outline_that_bites_its_tail_ends() {
    let bytes = pdf(
        &[page("")],
        "/Outlines 4 0 R",
        &[
            "<< /Type /Outlines /First 5 0 R /Last 6 0 R >>",
            "<< /Title (a) /Parent 4 0 R /Next 6 0 R /First 5 0 R >>",
            "<< /Title (b) /Parent 4 0 R /Next 5 0 R >>",
        ],
    );
    with_document("cycle.pdf", &bytes, |document| {
        assert!((1..=2).contains(&document.outline().len()));
    });
}

#[test]
fn a_picture_shows_the_page_as_displayed() {
    let red = "1 0 0 rg 100 200 50 50 re f";
    let sample = SamplePage { crop: Some([100.0, 200.0, 400.0, 600.0]), rotate: 90, ..page(red) };
    let note = SamplePage {
        extra: "/Annots [<< /Type /Annot /Subtype /Square /Rect [0 0 100 100] /IC [0 0 1] /F 4 \
                /AP << /N 4 0 R >> >>]"
            .into(),
        ..page("")
    };
    let form = "<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] /Length 26 >>\nstream\n\
                0 0 1 rg 0 0 100 100 re f \nendstream";
    with_document("picture.pdf", &pdf(&[sample, note], "", &[form]), |document| {
        let image = document.page(PageNumber::FIRST).unwrap().render(2.0).unwrap();
        assert_eq!((image.width_px, image.height_px), (800, 600));
        let pixel = |image: &citelight_pdf::Image, x: u32, y: u32| -> [u8; 4] {
            let at = ((y * image.width_px + x) * 4) as usize;
            image.rgba[at..at + 4].try_into().unwrap()
        };
        // The lower left corner of the page is shown at the top left.
        assert_eq!(pixel(&image, 20, 20), [255, 0, 0, 255]);
        assert_eq!(pixel(&image, 400, 300), [255, 255, 255, 255]);

        let page = document.page(PageNumber::from_index(1)).unwrap();
        let image = page.render(1.0).unwrap();
        assert_eq!(pixel(&image, 50, 742), [0, 0, 255, 255], "the annotation is drawn");
        let large = page.render(1000.0).unwrap();
        assert!(large.width_px * large.height_px <= citelight_pdf::MAX_PIXELS + 20_000);
        assert!(large.pixel_per_pt < 10.0);
        assert!(page.render(f32::NAN).is_err());
    });
}

#[test]
fn filled_fields_and_notes_are_read_and_drawn() {
    let field = SamplePage {
        extra: "/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Value) /F 4 \
                /Rect [100 600 200 620] /AP << /N 4 0 R >> >> \
                << /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>]"
            .into(),
        ..page(&line(72.0, 700.0, 12.0, "Name:"))
    };
    let stream = "BT /F1 12 Tf 2 5 Td (Value) Tj ET";
    let form = format!(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Length {} /Resources << /Font << \
         /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\nstream\n{stream}\n\
         endstream",
        stream.len()
    );
    with_document("field.pdf", &pdf(&[field], "", &[&form]), |document| {
        let look = || document.page(PageNumber::FIRST).unwrap().words().unwrap();
        let words = look();
        assert_eq!(texts(&words), ["Name:", "Value"]);
        assert!((words[1].rect.x0 - 102.0).abs() < 0.1, "{:?}", words[1].rect);
        assert_eq!(look(), words, "a second look sees the same");
        let marks = document.page(PageNumber::FIRST).unwrap().page_words().unwrap().marks;
        let filled = Tagged { role: TagRole::Filled, element: 0, first: 1, end: 2 };
        assert_eq!(marks.tags, [filled], "what is filled in is told from what is printed");
    });
}

#[test]
fn files_that_are_no_pdf_say_so() {
    let (_guard, library) = library();
    let open = |name: &str, bytes: &[u8]| {
        let file = TempFile::new(name, bytes);
        library.open(&file.0, None).err().expect(name)
    };
    let empty = open("empty.pdf", b"");
    assert!(matches!(&empty, PdfError::NotPdf { .. }), "{empty}");
    let text = open("text.pdf", b"Dear Sir or Madam,\n");
    assert!(matches!(&text, PdfError::NotPdf { .. }), "{text}");
    assert!(text.to_string().contains("text.pdf"), "{text}");
    let damaged = open("damaged.pdf", b"%PDF-1.4\nnothing that could be followed\n");
    assert!(matches!(&damaged, PdfError::Damaged { .. }), "{damaged}");
    let none = library.open("no/such/file.pdf".as_ref(), None).err().unwrap();
    assert!(matches!(&none, PdfError::Io { .. }), "{none}");
    let folder = library.open(&std::env::temp_dir(), None).err().unwrap();
    assert!(matches!(&folder, PdfError::Io { .. }), "{folder}");
}

#[test]
fn a_cut_file_is_mended_or_refused_but_never_worse() {
    let (_guard, library) = library();
    let whole = pdf(&[page(&line(72.0, 700.0, 12.0, "Cut short"))], "", &[]);
    for cut in (10..whole.len()).step_by(97) {
        let file = TempFile::new("cut.pdf", &whole[..cut]);
        match library.open(&file.0, None) {
            Ok(document) => {
                let _ = document.page(PageNumber::FIRST).and_then(|page| page.words());
            }
            Err(error) => assert!(matches!(error, PdfError::Damaged { .. }), "{cut}: {error}"),
        }
    }
}

#[test]
fn pages_beyond_the_last_are_refused() {
    with_document("one.pdf", &pdf(&[page("")], "", &[]), |document| {
        let error = document.page(PageNumber::from_index(1)).err().unwrap();
        assert!(matches!(error, PdfError::NoSuchPage { page_count: 1, .. }), "{error}");
        let only = document.page(PageNumber::FIRST).unwrap();
        assert!(only.words().unwrap().is_empty() && !only.has_content());
    });
}

#[test]
fn a_second_bind_hands_out_the_first_library() {
    let (_guard, _library) = library();
    assert!(citelight_pdf::bind("no/such/libpdfium.so".as_ref()).is_ok());
}

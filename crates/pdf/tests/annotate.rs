//! Highlights in a copy: on the very words, on turned and cropped pages too. Needs `cargo xtask setup`.

mod sample;

use citelight_core::{Highlight, PageNumber, Rect};
use citelight_pdf::{Document, Image};
use sample::{SamplePage, line, page, pdf, with_document};

fn copy_of(document: &Document<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    document
        .copy_to(&mut |block| {
            bytes.extend_from_slice(block);
            true
        })
        .unwrap();
    bytes
}

fn highlight(rects: Vec<Rect>) -> Highlight {
    Highlight {
        page: PageNumber::FIRST,
        rects,
        note: "Why? – “Because”, ünder 1 %".into(),
        made_s: 0,
    }
}

/// Share of a box's pixels that are not grey: paper is white and ink black.
fn coloured(image: &Image, rect: &Rect) -> f32 {
    let px = |pt: f32| (pt * image.pixel_per_pt).round().max(0.0) as usize;
    let (mut tinted, mut all) = (0, 0);
    for y in px(rect.y0)..px(rect.y1).min(image.height_px as usize) {
        for x in px(rect.x0)..px(rect.x1).min(image.width_px as usize) {
            let at = (y * image.width_px as usize + x) * 4;
            tinted += usize::from(image.rgba[at].abs_diff(image.rgba[at + 2]) > 60);
            all += 1;
        }
    }
    tinted as f32 / all.max(1) as f32
}

#[test]
fn a_highlight_covers_its_words_and_nothing_else_however_the_page_lies() {
    let upright = page(&(line(150.0, 400.0, 14.0, "before decisive after")));
    for (rotate, crop, unit) in [
        (0, None, ""),
        (90, None, ""),
        (180, Some([100.0, 90.0, 500.0, 700.0]), ""),
        (270, Some([100.0, 90.0, 500.0, 700.0]), "/UserUnit 2"),
    ] {
        let shown = SamplePage { rotate, crop, extra: unit.into(), ..upright.clone() };
        let file = pdf(&[shown], "", &[]);
        let (rect, others) = with_document("turned", &file, |document| {
            let words = document.page(PageNumber::FIRST).unwrap().words().unwrap();
            let rect = words.iter().find(|word| word.text == "decisive").unwrap().rect;
            let others = words.iter().filter(|word| word.text != "decisive");
            (rect, others.map(|word| word.rect).collect::<Vec<_>>())
        });
        assert_eq!(others.len(), 2);
        // A copy is made of a file that was opened for it alone.
        let copy = with_document("copied", &file, |document| {
            document.highlight(&highlight(vec![rect])).unwrap();
            copy_of(document)
        });
        with_document("copy", &copy, |document| {
            let page = document.page(PageNumber::FIRST).unwrap();
            let image = page.render(2.0).unwrap();
            let inside = coloured(&image, &rect);
            assert!(inside > 0.5, "{rotate}: {inside}");
            for other in &others {
                assert!(coloured(&image, other) < 0.05, "{rotate}: a neighbour is coloured");
            }
            assert_eq!(page.words().unwrap().len(), 3, "the words are as before");
        });
    }
}

#[test]
fn what_the_file_had_stays() {
    let note = "<< /Type /Annot /Subtype /Square /Rect [10 10 60 60] /C [0 0 1] \
                /Contents (an older note) >>";
    let shown = SamplePage {
        extra: "/Annots [4 0 R]".into(),
        ..page(&line(150.0, 400.0, 14.0, "some words"))
    };
    let file = pdf(&[shown], "/PageLabels << /Nums [0 << /P (F-) /S /D >>] >>", &[note]);
    let copy = with_document("older", &file, |document| {
        document.highlight(&highlight(vec![Rect::new(150.0, 380.0, 200.0, 395.0)])).unwrap();
        copy_of(document)
    });
    let has = |words: &str| copy.windows(words.len()).any(|window| window == words.as_bytes());
    assert!(has("an older note") && has("/Highlight") && has("/QuadPoints"));
    let at = copy.windows(7).position(|window| window == b"/Annots").unwrap();
    let array = copy[at..].split(|byte| *byte == b']').next().unwrap();
    assert!(!array.contains(&b'<'), "annotations are objects of their own");
    with_document("older-copy", &copy, |document| {
        assert_eq!(document.label(PageNumber::FIRST).as_deref(), Some("F-1"));
        assert!(!document.is_repaired());
    });
}

#[test]
fn what_cannot_be_marked_is_refused() {
    let file = pdf(&[page(&line(150.0, 400.0, 14.0, "some words"))], "", &[]);
    with_document("refused", &file, |document| {
        for rects in [vec![], vec![Rect::new(f32::NAN, 0.0, 1.0, 1.0)], vec![Rect::default()]] {
            assert!(document.highlight(&highlight(rects)).is_err());
        }
        let beyond = Highlight {
            page: PageNumber::new(2).unwrap(),
            ..highlight(vec![Rect::new(1.0, 1.0, 9.0, 9.0)])
        };
        assert!(document.highlight(&beyond).is_err());
        let stopped = document.copy_to(&mut |_| false);
        assert!(stopped.is_err(), "a full disk is told");
    });
}

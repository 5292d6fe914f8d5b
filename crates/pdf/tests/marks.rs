//! What a page shows besides its words: rules, italics, colour.

mod sample;

use citelight_core::{PageMarks, PageNumber, Rect};
use sample::{SamplePage, line, page, pdf, texts, with_document};

/// The marks of a one-page file, and the texts that they speak of.
fn marks(sample: SamplePage, objects: &[&str]) -> (Vec<String>, PageMarks) {
    with_document("marks.pdf", &pdf(&[sample], "", objects), |document| {
        let found = document.page(PageNumber::FIRST).unwrap().page_words().unwrap();
        let words = texts(&found.words).into_iter().map(str::to_owned).collect();
        (words, found.marks)
    })
}

/// The words of ranges.
fn named(words: &[String], ranges: &[(u32, u32)]) -> Vec<String> {
    ranges.iter().map(|&(first, end)| words[first as usize..end as usize].join(" ")).collect()
}

#[track_caller]
fn check_rules(name: &str, sample: SamplePage, objects: &[&str], expected: &[[f32; 4]]) {
    let rules = marks(sample, objects).1.rules;
    let close = |(rule, [x0, y0, x1, y1]): (&Rect, &[f32; 4])| {
        let off = [rule.x0 - x0, rule.y0 - y0, rule.x1 - x1, rule.y1 - y1];
        off.iter().all(|off| off.abs() < 0.02)
    };
    let same = rules.len() == expected.len() && rules.iter().zip(expected).all(close);
    assert!(same, "{name}: {rules:?}, not {expected:?}");
}

#[test]
fn strokes_and_thin_boxes_are_rules() {
    let cases: [(&str, &str, &[[f32; 4]]); 15] = [
        ("a stroke", "2 w 72 700 m 272 700 l S", &[[72.0, 91.0, 272.0, 93.0]]),
        ("an upright one", "1 w 72 700 m 72 600 l S", &[[71.5, 92.0, 72.5, 192.0]]),
        ("a hairline", "0 w 72 700 m 272 700 l S", &[[72.0, 92.0, 272.0, 92.0]]),
        ("a thin box", "72 700 200 .5 re f", &[[72.0, 91.5, 272.0, 92.0]]),
        ("a thin upright box", "72 600 .5 100 re f", &[[72.0, 92.0, 72.5, 192.0]]),
        (
            "two thin boxes of one path",
            "72 700 200 .5 re 72 650 200 .5 re f",
            &[[72.0, 91.5, 272.0, 92.0], [72.0, 141.5, 272.0, 142.0]],
        ),
        (
            "the cells of a row",
            "72 700 100 .5 re f 172 700 100 .5 re f 280 700 50 .5 re f",
            &[[72.0, 91.5, 272.0, 92.0], [280.0, 91.5, 330.0, 92.0]],
        ),
        (
            "a drawn box",
            "0 w 100 600 200 100 re S",
            &[
                [100.0, 92.0, 300.0, 92.0],
                [100.0, 92.0, 100.0, 192.0],
                [300.0, 92.0, 300.0, 192.0],
                [100.0, 192.0, 300.0, 192.0],
            ],
        ),
        (
            "a coloured ground, its lines coloured again",
            ".8 .9 1 rg 100 600 200 100 re f 110 650 100 20 re f",
            &[
                [100.0, 92.0, 300.0, 92.0],
                [100.0, 92.0, 100.0, 192.0],
                [300.0, 92.0, 300.0, 192.0],
                [100.0, 192.0, 300.0, 192.0],
            ],
        ),
        (
            "a scaled stroke",
            "q .5 0 0 .5 0 0 cm 4 w 144 1400 m 544 1400 l S Q",
            &[[72.0, 91.0, 272.0, 93.0]],
        ),
        ("past the edge", "1 w -50 700 m 900 700 l S", &[[0.0, 91.5, 612.0, 92.5]]),
        ("off the page", "1 w 72 900 m 272 900 l S", &[]),
        ("white", "1 g 72 700 200 .5 re f 1 G 72 600 m 200 600 l S", &[]),
        ("slanted and curved", "72 700 m 172 600 l S 72 500 m 90 520 110 520 172 500 c S", &[]),
        (
            "dots, bullets, the page's ground, a path that is not drawn",
            ".9 g 0 0 612 792 re f 0 g 72 700 1 1 re f 90 700 5 5 re f 72 600 m 200 600 l n",
            &[],
        ),
    ];
    for (name, content, expected) in cases {
        check_rules(name, page(content), &[], expected);
    }
}

#[test]
fn rules_turn_with_the_page_and_move_with_forms() {
    let content = "72 700 200 .5 re f";
    let turned = |rotate| SamplePage { rotate, ..page(content) };
    check_rules("90", turned(90), &[], &[[700.0, 72.0, 700.5, 272.0]]);
    check_rules("180", turned(180), &[], &[[340.0, 700.0, 540.0, 700.5]]);
    check_rules("270", turned(270), &[], &[[91.5, 340.0, 92.0, 540.0]]);
    let cropped = SamplePage { crop: Some([50.0, 100.0, 400.0, 750.0]), ..page(content) };
    check_rules("cropped", cropped, &[], &[[22.0, 49.5, 222.0, 50.0]]);

    let form = |matrix: &str, resources: &str, stream: &str| {
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 900 900] /Matrix [{matrix}] /Resources \
             << {resources} >> /Length {} >>\nstream\n{stream}\nendstream",
            stream.len()
        )
    };
    let inner = form("1 0 0 1 0 10", "", "72 700 200 1 re f 2 w 10 0 m 110 0 l S");
    let outer = form("1 0 0 1 5 0", "/XObject << /X2 5 0 R >>", "/X2 Do");
    let sample = SamplePage {
        extra: "/Resources << /XObject << /X1 4 0 R >> >>".into(),
        ..page("q .5 0 0 .5 100 0 cm /X1 Do Q")
    };
    let expected = [[138.5, 436.5, 238.5, 437.0], [107.5, 786.5, 157.5, 787.5]];
    check_rules("in forms", sample, &[&outer, &inner], &expected);
}

#[test]
fn clear_lines_are_not_seen() {
    let sample = SamplePage {
        extra: "/Resources << /ExtGState << /G1 << /ca 0 /CA 0 >> >> >>".into(),
        ..page("/G1 gs 72 700 200 .5 re f 1 w 72 600 m 272 600 l S")
    };
    check_rules("clear", sample, &[], &[]);
}

#[test]
fn maps_have_no_more_rules_than_anyone_can_use() {
    let lines = |count: usize| -> String {
        let line =
            |i: usize| format!("{} {} m {} {0} l S\n", i % 600, 5 + i / 600 * 2, i % 600 + 9);
        (0..count).map(|i| line(i * 13)).collect()
    };
    let rules = marks(page(&lines(30_000)), &[]).1.rules;
    assert!(rules.len() <= 4_000, "{}", rules.len());
    let one_path = lines(30_000).replace(" S\n", "\n") + "S";
    assert!(marks(page(&one_path), &[]).1.rules.is_empty());
}

#[test]
fn italics_by_name_by_angle_and_by_slant() {
    let font = |name: &str, more: &str| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} {more} >>")
    };
    let fonts = format!(
        "/Resources << /Font << /F1 {} /F2 {} /F3 {} /F4 {} >> >>",
        font("Helvetica", ""),
        font("Helvetica-Oblique", ""),
        font("ABCDEF+Some-It", ""),
        font("Odd", "/FontDescriptor 4 0 R"),
    );
    let descriptor = "<< /Type /FontDescriptor /FontName /Odd /Flags 32 /ItalicAngle -12 \
        /FontBBox [0 0 1000 1000] /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>";
    let set = |font: &str, y: f32, text: &str| line(72.0, y, 12.0, text).replace("F1", font);
    let content = [
        set("F1", 700.0, "plain words"),
        set("F2", 680.0, "See Item"),
        set("F1", 660.0, "and"),
        set("F3", 640.0, "short name"),
        set("F1", 620.0, "then"),
        set("F4", 600.0, "by angle"),
        "BT /F1 12 Tf 1 0 .25 1 72 580 Tm (slanted) Tj 1 0 0 1 72 560 Tm (upright) Tj ET\n".into(),
        "BT /F2 12 Tf 72 540 Td (mostl) Tj /F1 12 Tf (y) Tj /F2 12 Tf ( a) Tj /F1 12 Tf (bit) Tj ET"
            .into(),
    ];
    let (words, marks) =
        marks(SamplePage { extra: fonts, ..page(&content.concat()) }, &[descriptor]);
    let expected = ["See Item", "short name", "by angle slanted", "mostly"];
    assert_eq!(named(&words, &marks.italics), expected, "{words:?}");
}

#[test]
fn colour_is_what_most_of_the_page_is_not() {
    let text =
        |colour: &str, y: f32, text: &str| format!("{colour} rg {}", line(72.0, y, 12.0, text));
    let content = [
        // Nobody sees the first word: places count without it.
        text("1 1 1", 740.0, "hidden"),
        text("0 0 .6", 700.0, "A blue title"),
        text("0 0 0", 680.0, "and a long line of plain text below it"),
        text(".2 .2 .2", 660.0, "grey as ink"),
        text(".1 .1 .25", 640.0, "night blue"),
        text(".6 .6 .6", 620.0, "pale"),
        text("0 0 0", 600.0, "end"),
        text("1 0 0", 580.0, "red") + &text("0 .5 0", 560.0, "green"),
    ];
    let (words, found) = marks(page(&content.concat()), &[]);
    assert_eq!(words[0], "A");
    assert_eq!(named(&words, &found.coloured), ["A blue title", "pale", "red green"]);
    let all_blue = text("0 0 .6", 700.0, "all of it") + &text("0 0 0", 600.0, "but");
    let (words, found) = marks(page(&all_blue), &[]);
    assert_eq!(named(&words, &found.coloured), ["but"]);
}

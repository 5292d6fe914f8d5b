//! Words, not glyphs: what is drawn in pieces or twice is read as it is meant.

mod sample;

use citelight_core::PageNumber;
use sample::{SamplePage, page, pdf, texts, with_document, words_of};

#[track_caller]
fn check(content: &str, expected: &[&str]) {
    let words = words_of("words.pdf", page(content));
    assert_eq!(texts(&words), expected, "{content}");
}

/// A font whose codes stand for characters of one's choice; shapes and widths are Helvetica's.
fn coded(content: &str, codes: &[(char, &str)]) -> Vec<String> {
    let pairs: String = codes
        .iter()
        .map(|(code, text)| {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            format!("<{:02X}> <{units}>\n", *code as u32)
        })
        .collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def \
         /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange\n\
         {} beginbfchar\n{pairs}endbfchar endcmap end end",
        codes.len()
    );
    let map = format!("<< /Length {} >>\nstream\n{map}\nendstream", map.len());
    let font = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
                /Encoding /WinAnsiEncoding /ToUnicode 4 0 R >> >> >>";
    let sample = SamplePage { extra: font.into(), ..page(content) };
    with_document("coded.pdf", &pdf(&[sample], "", &[&map]), |document| {
        let words = document.page(PageNumber::FIRST).unwrap().words().unwrap();
        words.into_iter().map(|word| word.text).collect()
    })
}

#[test]
fn note_marks_stand_apart() {
    let raised = |base: &str, mark: &str, rest: &str| {
        format!(
            "BT /F1 10 Tf 50 500 Td ({base}) Tj /F1 6 Tf 4 Ts ({mark}) Tj 0 Ts /F1 10 Tf ({rest}) Tj ET"
        )
    };
    let cases: [(&str, &str, &str, &[&str]); 12] = [
        ("sales", "\\(1\\)", "", &["sales", "(1)"]),
        ("revenue", "1", " grew", &["revenue", "1", "grew"]),
        ("costs", "1,2", ", net", &["costs", "1,2,", "net"]),
        ("in 2019", "1", "", &["in", "2019", "1"]),
        ("end.", "3", " Then", &["end.", "3", "Then"]),
        ("the 1", "st", " day", &["the", "1st", "day"]),
        ("10", "6", " units", &["106", "units"]),
        ("x", "2", "y", &["x2y"]),
        ("5 km", "2", "", &["5", "km2"]),
        ("Total", "*", "", &["Total", "*"]),
        ("Brand", "TM", "", &["BrandTM"]),
        ("note", "7", "this", &["note", "7", "this"]),
    ];
    for (base, mark, rest, expected) in cases {
        check(&raised(base, mark, rest), expected);
    }
    check("BT /F1 10 Tf 50 500 Td (CO) Tj /F1 6 Tf -2 Ts (2) Tj ET", &["CO2"]);
    let words = words_of("mark.pdf", page(&raised("sales", "1", "")));
    assert!(words[0].rect.x1 <= words[1].rect.x0 + 0.01, "{words:?}");
    assert!(words[1].rect.y1 < words[0].rect.y1 && words[1].font_size == 6.0, "{words:?}");
}

#[test]
fn narrow_spaces_part_words() {
    // A space that the words around it overlap, in the same text and as a text of its own.
    let cases = [
        "[(suicide, ) 129 (or ) 129 (injury)] TJ",
        "(suicide,) Tj 37.9 0 Td ( ) Tj 1.4 0 Td (or) Tj 8.9 0 Td ( ) Tj 1.4 0 Td (injury) Tj",
        "(suicide,) Tj /F2 10 Tf ( ) Tj /F1 10 Tf 38.3 0 Td (or) Tj 9.2 0 Td ( ) Tj 0.3 0 Td (injury) Tj",
    ];
    for text in cases {
        check(&format!("BT /F1 10 Tf 50 500 Td {text} ET"), &["suicide,", "or", "injury"]);
    }
    // A mark of no width between the parts of a word: the space goes back to where it began.
    let mark = "(poo) Tj /F2 10 Tf [( ) 278] TJ /F1 10 Tf (l) Tj";
    check(&format!("BT /F1 10 Tf 50 500 Td {mark} ET"), &["pool"]);
}

#[test]
fn text_in_a_font_whose_shapes_are_not_there_is_counted() {
    let font = "/Resources << /Font << /F1 << /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light \
                /Encoding /UniJIS-UCS2-V /DescendantFonts [4 0 R] >> >> >>";
    let descendant = "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo \
                      << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 5 0 R >>";
    let descriptor = "<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /Ascent 723 \
                      /Descent -241 /CapHeight 709 /StemV 69 /ItalicAngle 0 /FontBBox [0 0 0 0] >>";
    let column: String =
        (0..60).map(|n| format!("1 0 0 1 500 {} Tm <65E5> Tj ", 750 - 12 * n)).collect();
    for (content, unread) in
        [(format!("BT /F1 12 Tf {column}ET"), 60), ("BT /F1 12 Tf 50 50 Td <65E5> Tj ET".into(), 0)]
    {
        let sample = SamplePage { extra: font.into(), ..page(&content) };
        let bytes = pdf(&[sample], "", &[descendant, descriptor]);
        with_document("columns.pdf", &bytes, |document| {
            let read = document.page(PageNumber::FIRST).unwrap().page_words().unwrap();
            assert_eq!((read.words.len(), read.unread), (0, unread));
        });
    }
}

#[test]
fn spaced_letters_are_words() {
    let cases: [(&str, &[&str]); 9] = [
        ("BT /F1 20 Tf 50 500 Td (A N N U A L   R E P O R T) Tj ET", &["ANNUAL", "REPORT"]),
        ("BT /F1 20 Tf 12 Tc 50 500 Td (ANNUAL) Tj ET", &["ANNUAL"]),
        ("BT /F1 20 Tf 8 Tc 50 500 Td (NET SALES) Tj ET", &["NET", "SALES"]),
        ("BT /F1 20 Tf 8 Tc 50 500 Td (FISCAL 2021) Tj ET", &["FISCAL", "2021"]),
        ("BT /F1 10 Tf 50 500 Td (is a b or c) Tj ET", &["is", "a", "b", "or", "c"]),
        ("BT /F1 10 Tf 50 500 Td (Plan A B) Tj ET", &["Plan", "A", "B"]),
        ("BT /F1 10 Tf 50 500 Td (1 2 3 4 5) Tj ET", &["1", "2", "3", "4", "5"]),
        ("BT /F1 10 Tf 50 500 Td (A) Tj 90 0 Td (B) Tj 90 0 Td (C) Tj ET", &["A", "B", "C"]),
        // Headings of columns.
        ("BT /F1 10 Tf 50 500 Td (W) Tj 24 0 Td (D) Tj 24 0 Td (H) Tj ET", &["W", "D", "H"]),
    ];
    for (content, expected) in cases {
        check(content, expected);
    }
    let words = words_of("box.pdf", page(cases[1].0));
    // A, N, N, U, A, L in thousandths, and five times the spacing.
    let width = (667.0 + 3.0 * 722.0 + 667.0 + 556.0) * 0.02 + 5.0 * 12.0;
    assert!((words[0].rect.width() - width).abs() < 0.5, "{:?}", words[0].rect);
}

#[test]
fn small_capitals_are_one_word() {
    check(
        "BT /F1 12 Tf 50 500 Td (C) Tj /F1 9 Tf (ONSOLIDATED) Tj /F1 12 Tf ( S) Tj /F1 9 Tf (TATEMENTS) Tj ET",
        &["CONSOLIDATED", "STATEMENTS"],
    );
}

#[test]
fn bold_by_overprinting_is_read_once() {
    for times in 2..=4 {
        let lines: String = (0..times)
            .map(|i| format!("BT /F1 12 Tf {} 500 Td (Net sales) Tj ET\n", 72.0 + 0.25 * i as f32))
            .collect();
        check(&lines, &["Net", "sales"]);
    }
    // Letter by letter: each is drawn, then drawn again a bit to the right.
    let (mut x, mut content) = (72.0, "BT /F1 12 Tf 1 0 0 1 72 500 Tm\n".to_owned());
    for (letter, width) in [('N', 0.722), ('e', 0.556), ('l', 0.222), ('l', 0.222), ('y', 0.5)] {
        for shift in [0.0, 0.3] {
            content += &format!("1 0 0 1 {} 500 Tm ({letter}) Tj\n", x + shift);
        }
        x += width * 12.0;
    }
    check(&(content + "ET"), &["Nelly"]);
}

#[test]
fn accents_join_their_letters() {
    // Before the letter, as TeX does it, behind it, by itself, and as a combining mark.
    let codes = [('`', "\u{b4}"), ('^', "\u{a8}"), ('~', "\u{308}")];
    let cases: [(&str, &[&str]); 4] = [
        ("[(caf) (`) 333 (e)] TJ", &["café"]),
        ("[(Zu) 450 (^) 20 (rich)] TJ", &["Zürich"]),
        ("(x ` y) Tj", &["x", "´", "y"]),
        ("[(nai) 222 (~) (ve)] TJ", &["naïve"]),
    ];
    for (text, expected) in cases {
        let content = format!("BT /F1 10 Tf 50 500 Td {text} ET");
        assert_eq!(coded(&content, &codes), expected, "{text}");
    }
}

#[test]
fn ligatures_are_their_letters() {
    let words =
        coded("BT /F1 10 Tf 50 500 Td (of#ce pro$t) Tj ET", &[('#', "fi"), ('$', "\u{fb01}")]);
    assert_eq!(words[0], "office");
    assert!(["profit", "pro\u{fb01}t"].contains(&words[1].as_str()), "{words:?}");
}

#[test]
fn hyphens_at_the_end_of_a_line() {
    check("BT /F1 10 Tf 50 500 Td (inter-) Tj 0 -12 Td (national) Tj ET", &["inter-", "national"]);
    let soft = coded(
        "BT /F1 10 Tf 50 500 Td (inter~) Tj 0 -12 Td (national co~op) Tj 0 -12 Td (last~) Tj ET",
        &[('~', "\u{ad}")],
    );
    assert_eq!(soft[1..], ["national", "co-op", "last\u{ad}"]);
    // pdfium writes its own mark over the character between two letters at the end of a line.
    assert_eq!(soft[0], "inter-");
}

#[test]
fn hebrew_is_read_in_its_own_order() {
    let codes = [('a', "ש"), ('b', "ל"), ('c', "ו"), ('d', "ם"), ('e', "ע")];
    // As typed, each letter drawn to the left of the one before; and as painted, from the left.
    let step = |letters: &str, from: f32, by: f32| {
        let place = |(i, ch)| format!("1 0 0 1 {} 500 Tm ({ch}) Tj\n", from + by * i as f32);
        letters.chars().enumerate().map(place).collect::<String>()
    };
    let typed = format!("BT /F1 10 Tf {} ET", step("abcd", 100.0, -5.5));
    let painted = format!("BT /F1 10 Tf {} ET", step("dcba", 83.5, 5.5));
    let one_string = "BT /F1 10 Tf 50 500 Td (dcba) Tj ET";
    for content in [typed.as_str(), &painted, one_string] {
        assert_eq!(coded(content, &codes), ["שלום"], "{content}");
    }
}

#[test]
fn scripts_without_spaces_are_cut_at_their_punctuation() {
    let codes = [('a', "売"), ('b', "上"), ('c', "高"), ('d', "。"), ('e', "利"), ('f', "益")];
    let words = coded("BT /F1 10 Tf 50 500 Td (abcdefEBITef) Tj ET", &codes);
    assert_eq!(words, ["売上高。", "利益", "EBIT", "利益"]);
    let column = "BT /F1 10 Tf 50 500 Td (a) Tj 0 -10 Td (b) Tj 0 -10 Td (c) Tj 40 20 Td (e) Tj 0 -10 Td (f) Tj ET";
    assert_eq!(coded(column, &codes), ["売上高", "利益"]);
}

#[test]
fn a_stated_text_is_spread_over_what_it_stands_for() {
    let content =
        "/Span << /ActualText (one two) >> BDC BT /F1 10 Tf 50 500 Td (abcdefg) Tj ET EMC";
    let words = words_of("stated.pdf", page(content));
    assert_eq!(texts(&words), ["one", "two"]);
    let (one, two) = (words[0].rect, words[1].rect);
    assert!((one.x0 - 50.0).abs() < 0.5 && one.x1 < two.x0, "{one:?} {two:?}");
    assert!((one.width() - two.width()).abs() < 0.5, "{one:?} {two:?}");
}

#[test]
fn a_stated_text_that_is_read_from_the_right_keeps_its_order() {
    for stated in ["\u{5e9}\u{5dc}\u{5d5}\u{5dd}", "\u{62d}\u{64e}\u{628}\u{64a}\u{628}\u{64a}"] {
        let units: String = stated.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        for (drawn, moves) in [("a", 0), ("abcd", 0), ("abcdef", 20)] {
            let content = format!(
                "/Span << /ActualText <FEFF{units}> >> BDC BT /F1 10 Tf {} 500 Td ({drawn}) Tj ET EMC",
                50 + moves
            );
            check(&content, &[stated]);
        }
    }
}

#[test]
fn stated_leaders_stay_where_their_dots_are() {
    let content = "BT /F1 10 Tf 50 500 Td (Rent) Tj ET /Span << /ActualText (. . . .) >> BDC \
                   BT /F1 10 Tf 100 500 Td (. .) Tj ET EMC BT /F1 10 Tf 200 500 Td (7) Tj ET";
    let words = words_of("leaders.pdf", page(content));
    assert_eq!(texts(&words), ["Rent", ".", ".", "7"]);
    assert!(words[1].rect.x0 >= 100.0 && words[1].rect.width() < 4.0, "{:?}", words[1].rect);
}

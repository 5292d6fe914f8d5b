//! What is taken for no table, and pages that are made to cost time.

mod pages;

use citelight_core::Rect;
use pages::{Page, flow, prose};

#[test]
fn what_is_no_table() {
    let mut columns = Page::new();
    columns.paragraph(54.0, 80.0, 240.0, &prose("left in 2019 and 2020", 6));
    columns.paragraph(318.0, 80.0, 240.0, &prose("right in 2021 and 2022", 6));
    let mut contents = Page::new();
    for (nth, (title, number)) in [
        ("1. Business", "4"),
        ("2. Risk Factors", "12"),
        ("3. Properties", "31"),
        ("4. Notes", "40"),
    ]
    .iter()
    .enumerate()
    {
        let y = 80.0 + 14.0 * nth as f32;
        contents.line(72.0, y, title);
        contents.right(520.0, y, number);
    }
    let mut list = Page::new();
    for nth in 0..6 {
        list.row(80.0 + 14.0 * nth as f32, &[(72.0, "•"), (90.0, "an item of the list in 2019")]);
    }
    let mut chart = Page::new();
    for (x, y, label) in [
        (80.0, 100.0, "120"),
        (200.0, 131.0, "80"),
        (330.0, 100.0, "7"),
        (110.0, 160.0, "40"),
        (420.0, 131.0, "3"),
        (250.0, 190.0, "11"),
        (500.0, 190.0, "18"),
    ] {
        chart.line(x, y, label);
    }
    let mut formulas = Page::new();
    for nth in 0..4 {
        let y = 80.0 + 40.0 * nth as f32;
        formulas.line(200.0, y, "f(x) = g(x) + h(x)");
        formulas.right(520.0, y, &format!("({})", nth + 2));
    }
    let mut form = Page::new();
    form.grid(&[70.0, 200.0, 330.0, 530.0], &[100.0, 130.0, 160.0, 190.0, 220.0]);
    form.row(102.0, &[(72.0, "Name of the person")]).row(132.0, &[(72.0, "Street and number")]);
    form.row(162.0, &[(72.0, "City"), (202.0, "Country of birth")]);
    for (name, page) in [
        ("columns", columns),
        ("contents", contents),
        ("list", list),
        ("chart", chart),
        ("formulas", formulas),
        ("form", form),
    ] {
        assert_eq!(flow(&[page]).tables, [], "{name}");
    }
}

#[test]
fn pages_of_very_many_words_and_rules_take_no_time() {
    // A wall of words and lines; many small tables; many small grids.
    let mut wall = Page::new();
    for nth in 0..19_000 {
        let (x, y) = ((nth % 190) as f32 * 3.0, (nth / 190) as f32 * 7.5);
        wall.word(if nth % 3 == 0 { "12" } else { "ab" }, Rect::new(x, y, x + 2.0, y + 6.0));
    }
    for nth in 0..5_000 {
        let at = nth as f32 * 0.15;
        wall.marks.rules.push(Rect::new(0.0, at, 600.0, at));
        wall.marks.rules.push(Rect::new(at, 0.0, at, 700.0));
    }
    let mut many = Page { size: 1.0, ..Page::new() };
    let mut grids = Page { size: 1.0, ..Page::new() };
    for nth in 0..2_800 {
        let y = 1.3 * nth as f32;
        let cells =
            if nth % 4 == 0 { ["", "2019", "2018"] } else { ["Sum of all", "12,345", "67"] };
        many.row(y, &[(50.0, cells[0]), (90.0, cells[1]), (110.0, cells[2])]);
        many.marks.rules.extend((0..4).map(|n| Rect::new(80.0 + n as f32, y, 120.0, y)));
        let y = 6.0 * nth as f32;
        grids.grid(&[10.0, 20.0, 30.0], &[y, y + 2.0, y + 4.0]);
        grids.row(y, &[(11.0, "one two"), (21.0, "three")]);
        grids.row(y + 2.0, &[(11.0, "four six"), (21.0, "seven")]);
    }
    for page in [wall, many, grids] {
        let start = std::time::Instant::now();
        flow(&[page]);
        // Seconds here; minutes where it grows with the square.
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    }
}

//! Tables whose rules tell what white space does not: where a heading ends, which lines are one row.

mod pages;

use citelight_core::{Rect, RowKind, Table, WordSource};
use citelight_structure::{Flow, TableView};
use pages::{Page, flow};

fn headings(flow: &Flow) -> Vec<String> {
    let table = &flow.tables[0];
    let view = TableView::new(table, &flow.text);
    (0..table.columns).map(|column| view.header(column).join(" / ")).collect()
}

fn labels(flow: &Flow) -> Vec<String> {
    let table: &Table = &flow.tables[0];
    let view = TableView::new(table, &flow.text);
    let body = (0..table.rows.len()).filter(|at| table.rows[*at].kind == RowKind::Body);
    body.map(|at| view.label(at)).collect()
}

fn level(page: &mut Page, y: f32) {
    page.marks.rules.push(Rect::new(60.0, y, 460.0, y + 0.5));
}

const EDGES: [f32; 4] = [60.0, 160.0, 310.0, 460.0];

/// A table drawn round three rows, whose headings fill their cells to the rules and stand at the top of tall ones.
fn stock() -> Page {
    let mut page = Page::new();
    page.line(200.0, 60.0, "Winter stock");
    page.line(66.0, 103.0, "Goods");
    page.line(162.0, 103.0, "Pairs ordered at the stores");
    page.line(312.0, 103.0, "Pairs that came");
    page.line(162.0, 116.0, "and by letter");
    for (nth, (label, figures)) in
        [("Boots", ["285", "573"]), ("Gloves", ["265", "545"]), ("Socks", ["105", "173"])]
            .iter()
            .enumerate()
    {
        let y = 170.0 + 16.0 * nth as f32;
        page.line(66.0, y, label);
        page.line(220.0, y, figures[0]);
        page.line(370.0, y, figures[1]);
        level(&mut page, y - 2.0);
    }
    level(&mut page, 100.0);
    level(&mut page, 216.0);
    let upright = EDGES.map(|x| Rect::new(x, 100.0, x + 0.5, 216.0));
    page.marks.rules.extend(upright);
    page
}

#[test]
fn headings_that_fill_their_drawn_cells_stay_apart() {
    let flow = flow(&[stock()]);
    assert_eq!(flow.tables.len(), 1, "{}", flow.text);
    let expected = ["Goods", "Pairs ordered at the stores and by letter", "Pairs that came"];
    let said: Vec<String> = headings(&flow).iter().map(|name| name.replace(" / ", " ")).collect();
    assert_eq!(said, expected);
}

#[test]
fn a_scan_that_lies_askew_is_read_as_the_level_page_is() {
    // A third of a degree: over the table, words rise by more than they reach over rules.
    const SLOPE: f32 = 0.006;
    let mut page = stock();
    page.paragraph(60.0, 300.0, 480.0, &pages::prose("one", 8));
    let tilt = |rect: Rect| {
        let (dx, dy) = (-SLOPE * rect.center_y(), SLOPE * rect.center_x());
        Rect::new(rect.x0 + dx, rect.y0 + dy, rect.x1 + dx, rect.y1 + dy)
    };
    let level = flow(&[page.clone()]);
    for word in &mut page.words {
        (word.rect, word.source) = (tilt(word.rect), WordSource::Ocr);
    }
    page.marks.rules = page.marks.rules.iter().map(|rule| tilt(*rule)).collect();
    let askew = flow(&[page]);
    assert_eq!(headings(&askew), headings(&level));
    assert_eq!(labels(&askew), ["Boots", "Gloves", "Socks"]);
}

#[test]
fn lines_between_two_rules_are_one_row() {
    let wash = |ruled: bool| {
        let mut page = Page::new();
        page.line(66.0, 80.0, "Programme");
        page.right(300.0, 80.0, "Water");
        page.right(400.0, 80.0, "Time");
        let rows = [("Kochen", "Boiling", "83"), ("Kurz", "Short", "55"), ("Feines", "Fine", "55")];
        for (nth, (upper, lower, water)) in rows.iter().enumerate() {
            let y = 100.0 + 50.0 * nth as f32;
            page.line(66.0, y, upper);
            page.right(300.0, y, water);
            page.right(400.0, y, &format!("{}", 150 - 15 * nth));
            page.styled(66.0, y + 13.0, 10.0, true, lower);
            if ruled {
                level(&mut page, y - 8.0);
                level(&mut page, y + 36.0);
            }
        }
        labels(&flow(&[page]))
    };
    assert_eq!(wash(true), ["Kochen Boiling", "Kurz Short", "Feines Fine"]);
    assert_ne!(wash(false), wash(true), "white space alone does not show it");
}

#[test]
fn names_under_a_name_over_several_columns_are_headings() {
    let mut page = Page::new();
    let columns = [100.0, 160.0, 220.0, 280.0, 340.0];
    page.line(105.0, 103.0, "Boys");
    page.line(225.0, 103.0, "Girls");
    let rows = [
        ["10yrs", "12yrs", "10yrs", "12yrs"],
        ["0:41.5", "0:38.0", "0:42.5", "0:40.0"],
        ["1:31.0", "1:26.0", "1:33.0", "1:22.0"],
        ["3:25.0", "3:05.0", "3:15.0", "3:00.0"],
    ];
    for (nth, row) in rows.iter().enumerate() {
        let y = 119.0 + 16.0 * nth as f32;
        page.line(45.0, y, ["Event", "Short", "Middle", "Long"][nth]);
        for (x, text) in columns.iter().zip(row) {
            page.line(x + 5.0, y, text);
        }
    }
    let bottom = 117.0 + 16.0 * rows.len() as f32;
    for nth in 0..=rows.len() + 1 {
        let y = 101.0 + 16.0 * nth as f32;
        page.marks.rules.push(Rect::new(40.0, y, 340.0, y + 0.5));
    }
    for (nth, x) in [40.0].iter().chain(&columns).enumerate() {
        // Over the pairs nothing parts the upper names.
        let top = if matches!(nth, 2 | 4) { 117.0 } else { 101.0 };
        page.marks.rules.push(Rect::new(*x, top, x + 0.5, bottom));
    }
    let flow = flow(&[page]);
    let named = headings(&flow);
    assert_eq!(named[1..], ["Boys / 10yrs", "Boys / 12yrs", "Girls / 10yrs", "Girls / 12yrs"]);
}

#[test]
fn what_names_the_rows_may_stand_in_the_middle() {
    let mut page = Page::new();
    let columns = [40.0, 140.0, 240.0, 340.0, 440.0];
    let rows = [
        ["10yrs", "12yrs", "Event", "10yrs", "12yrs"],
        ["0:41.5", "0:38.0", "Short swim", "0:42.5", "0:40.0"],
        ["1:31.0", "1:26.0", "Middle swim", "1:33.0", "1:22.0"],
        ["3:25.0", "3:05.0", "Long swim", "3:15.0", "3:00.0"],
    ];
    for (nth, row) in rows.iter().enumerate() {
        let y = 103.0 + 16.0 * nth as f32;
        for (x, text) in columns.iter().zip(row) {
            page.styled(x + 5.0, y, 10.0, nth == 0, text);
        }
    }
    for nth in 0..=rows.len() {
        let y = 101.0 + 16.0 * nth as f32;
        page.marks.rules.push(Rect::new(40.0, y, 540.0, y + 0.5));
    }
    let upright = columns.into_iter().chain([540.0]);
    page.marks.rules.extend(upright.map(|x| Rect::new(x, 101.0, x + 0.5, 165.0)));
    let flow = flow(&[page]);
    assert_eq!(flow.tables[0].label_columns, 0);
}

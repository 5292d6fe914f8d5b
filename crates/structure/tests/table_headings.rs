//! Headings of tables that are printed elsewhere than right above the first row, or on every page.

mod pages;

use citelight_core::{Rect, RowKind};
use citelight_structure::{Flow, TableView};
use pages::{Page, flow, prose};

/// Headings of each column of values of a table, joined.
fn headings(flow: &Flow, table: usize) -> Vec<String> {
    let table = &flow.tables[table];
    let view = TableView::new(table, &flow.text);
    (table.label_columns..table.columns).map(|column| view.header(column).join(" / ")).collect()
}

const EDGES: [f32; 3] = [300.0, 400.0, 500.0];

fn rows(page: &mut Page, top: f32, labels: &[&str], first: u32) {
    for (nth, label) in (0u16..).zip(labels) {
        let y = top + 13.0 * f32::from(nth);
        page.line(72.0, y, label);
        for (edge, figure) in (0u32..).zip(EDGES) {
            let value = first + 131 * u32::from(nth) + 17 * edge;
            page.right(figure, y, &format!("{value}.50"));
        }
    }
}

fn named(page: &mut Page, y: f32) {
    page.line(72.0, y, "Lamp");
    for (edge, name) in EDGES.into_iter().zip(["Small", "Medium", "Large"]) {
        page.right(edge, y, name);
    }
}

#[test]
fn headings_on_every_page_are_no_running_heads() {
    let pages: Vec<Page> = (0..5)
        .map(|at| {
            let mut page = Page::new();
            page.line(72.0, 24.0, "Lamps and Shades");
            page.right(540.0, 24.0, &format!("Page {} of 5", at + 1));
            named(&mut page, 70.0);
            let labels = ["Desk", "Floor", "Wall", "Garden"].map(|l| format!("{l} {}", at + 1));
            rows(&mut page, 84.0, &labels.each_ref().map(String::as_str), 100 + 40 * at);
            page.paragraph(72.0, 300.0, 460.0, &prose(["one", "two", "three"][at as usize % 3], 4));
            page
        })
        .collect();
    let flow = flow(&pages);
    assert!(!flow.text.contains("Lamps and Shades"), "{}", flow.text);
    assert_eq!(flow.tables.len(), 5);
    for table in 0..5 {
        assert_eq!(headings(&flow, table), ["Small", "Medium", "Large"]);
    }
}

#[test]
fn tables_below_stand_under_headings_printed_once() {
    let mut page = Page::new();
    named(&mut page, 80.0);
    rows(&mut page, 94.0, &["Desk", "Floor", "Wall"], 100);
    page.paragraph(72.0, 160.0, 460.0, &prose("one", 4));
    rows(&mut page, 300.0, &["Garden", "Street"], 700);
    page.paragraph(72.0, 360.0, 460.0, &prose("two", 4));
    // Columns of their own stand under none of them.
    for (nth, label) in ["Cord", "Plug", "Fuse"].iter().enumerate() {
        let y = 500.0 + 13.0 * nth as f32;
        page.line(72.0, y, label);
        page.right(260.0, y, &format!("{}.20", 3 + nth));
        page.right(340.0, y, &format!("{}.80", 5 + 2 * nth));
    }
    let flow = flow(&[page]);
    assert_eq!(flow.tables.len(), 3, "{}", flow.text);
    assert_eq!(headings(&flow, 1), ["Small", "Medium", "Large"]);
    assert_eq!(headings(&flow, 2), ["", ""]);
    let lent = &flow.tables[1];
    let heads = lent.rows.iter().filter(|row| row.kind == RowKind::Header);
    let outside = heads.flat_map(|row| &row.cells).flat_map(|cell| &cell.spans);
    assert!({ outside }.all(|span| span.end <= flow.tables[0].span.end));
    assert!(lent.span.start >= flow.tables[0].span.end);
    assert!(lent.reach().contains(&flow.tables[0].rows[0].cells[0].spans[0]));
}

#[test]
fn a_sheet_of_two_pages_is_read_page_by_page() {
    let labels =
        "Sales Goods Rent Wages Fuel Water Power Repairs Post Fees Tax Interest Gifts Profit";
    let labels: Vec<&str> = labels.split(' ').collect();
    let mut page = Page::new();
    let statement = |page: &mut Page, left: f32, name: &str, first: u32| {
        page.line(left, 60.0, name);
        page.right(left + 220.0, 100.0, "2031");
        page.right(left + 290.0, 100.0, "2032");
        for (nth, label) in (0u16..).zip(&labels) {
            let y = 116.0 + 20.0 * f32::from(nth);
            page.line(left, y, label);
            page.right(left + 220.0, y, &format!("{}", first + 7 * u32::from(nth)));
            page.right(left + 290.0, y, &format!("{}", first + 9 * u32::from(nth) + 1));
        }
    };
    statement(&mut page, 40.0, "Result of the shop", 1200);
    statement(&mut page, 460.0, "Result of the farm", 5300);
    let flow = flow(&[page]);
    let columns: Vec<u32> = flow.tables.iter().map(|table| table.columns).collect();
    assert_eq!(columns, [3, 3], "{}", flow.text);
    assert_eq!(headings(&flow, 1), ["2031", "2032"]);
}

#[test]
fn long_names_of_drawn_columns_are_told_by_what_stands_below() {
    let mut page = Page::new();
    let xs = [50.0, 170.0, 290.0, 420.0, 550.0];
    let ys: Vec<f32> = (0..6).map(|at| 100.0 + 30.0 * at as f32).collect();
    page.grid(&xs, &ys);
    let cells = [
        [
            "Kind of boat",
            "Persons it may carry at most",
            "Place where it lies",
            "Checked this year or not",
        ],
        ["Rowing boat", "4 persons", "North pier", "yes"],
        ["Sailing boat", "6 persons", "Old harbour by the mill", "yes"],
        ["Ferry", "80 persons", "Main landing stage", "yes"],
        ["Barge", "2 persons", "Lock", "yes"],
    ];
    for (row, texts) in cells.iter().enumerate() {
        for (column, text) in texts.iter().enumerate() {
            page.paragraph(xs[column] + 4.0, ys[row] + 3.0, 112.0, text);
        }
    }
    let flow = flow(&[page]);
    assert_eq!(flow.tables.len(), 1, "{}", flow.text);
    assert_eq!(headings(&flow, 0)[0], "Persons it may carry at most");
}

#[test]
fn names_right_above_drawn_cells_are_their_headings() {
    let mut page = Page::new();
    page.paragraph(50.0, 60.0, 460.0, &prose("one", 3));
    page.line(54.0, 187.0, "Tour");
    page.line(194.0, 187.0, "Leaves at");
    page.line(334.0, 187.0, "Price");
    page.grid(&[50.0, 190.0, 330.0, 470.0], &[200.0, 216.0, 232.0, 248.0]);
    let cells = [
        ["Round the island", "9 in the morning", "12.50 a head"],
        ["Seals and birds", "12 on weekdays", "15.00 a head"],
        ["Evening on the lake", "7 in the evening", "18.00 a head"],
    ];
    for (row, texts) in (0u16..).zip(cells) {
        for (column, text) in (0u16..).zip(texts) {
            page.line(54.0 + 140.0 * f32::from(column), 203.0 + 16.0 * f32::from(row), text);
        }
    }
    let flow = flow(&[page]);
    assert_eq!(flow.tables.len(), 1, "{}", flow.text);
    assert_eq!(headings(&flow, 0), ["Leaves at", "Price"]);
}

#[test]
fn years_right_above_drawn_cells_are_their_headings() {
    let mut page = Page::new();
    page.paragraph(50.0, 60.0, 460.0, &prose("one", 3));
    page.line(54.0, 187.0, "(in thousands)");
    page.line(224.0, 187.0, "2031");
    page.line(364.0, 187.0, "2030");
    page.grid(&[50.0, 190.0, 330.0, 470.0], &[200.0, 216.0, 232.0, 248.0, 264.0, 280.0]);
    page.line(54.0, 203.0, "BOATS");
    page.line(54.0, 219.0, "In use:");
    let cells = [
        ["Rowing boats for hire", "31", "29"],
        ["Barges on the lower lake", "7", "8"],
        ["Ferries, old and new", "2", "2"],
    ];
    for (row, texts) in (2u16..).zip(cells) {
        for (column, text) in (0u16..).zip(texts) {
            let x = if column == 0 { 54.0 } else { 84.0 + 140.0 * f32::from(column) };
            page.line(x, 203.0 + 16.0 * f32::from(row), text);
        }
    }
    let flow = flow(&[page]);
    assert_eq!(flow.tables.len(), 1, "{}", flow.text);
    assert_eq!(headings(&flow, 0), ["2031", "2030"], "{:?} {}", flow.tables[0].rows, flow.text);
    let kinds: Vec<RowKind> = flow.tables[0].rows.iter().map(|row| row.kind).collect();
    assert_eq!(kinds[..3], [RowKind::Header, RowKind::Group, RowKind::Body], "{}", flow.text);
}

#[test]
fn rows_set_far_apart_stand_as_far_from_their_headings() {
    let mut page = Page::new();
    let far = |page: &mut Page, top: f32, rows: &[[&str; 3]]| {
        for (nth, [label, middle, last]) in (0u16..).zip(rows) {
            let y = top + 42.0 * f32::from(nth);
            page.line(72.0, y, label);
            page.right(400.0, y, middle);
            page.right(520.0, y, last);
        }
    };
    far(
        &mut page,
        100.0,
        &[
            ["Share", "Now", "Later"],
            ["Half", "1,310", "3,120"],
            ["Third", "860", "2,040"],
            ["Quarter", "655", "1,530"],
        ],
    );
    far(
        &mut page,
        420.0,
        &[
            ["Item", "Rate", "Amount"],
            ["Boat with a sail", "one day at the full rate", "Fr 480 net"],
            ["Oars", "two pairs", "Fr 24 net"],
            ["Mooring", "one boat for a day", "Fr 15 net"],
        ],
    );
    let flow = flow(&[page]);
    assert_eq!(flow.tables.len(), 2, "{}", flow.text);
    assert_eq!(headings(&flow, 0), ["Now", "Later"]);
    assert_eq!(headings(&flow, 1), ["Rate", "Amount"]);
}

#[test]
fn words_turned_over_narrow_columns_are_their_headings() {
    let mut page = Page::new();
    // Read from below upwards, the first word at the foot.
    for (edge, name) in
        EDGES.into_iter().zip([["District", "North"], ["District", "South"], ["District", "West"]])
    {
        let mut foot = 92.0;
        for word in name {
            let length = 5.0 * word.len() as f32;
            page.word(word, Rect::new(edge - 20.0, foot - length, edge - 8.0, foot));
            foot -= length + 3.0;
        }
    }
    rows(&mut page, 96.0, &["Oak", "Elm", "Ash", "Fir"], 100);
    page.paragraph(72.0, 300.0, 460.0, &prose("one", 4));
    let flow = flow(&[page]);
    assert_eq!(headings(&flow, 0), ["District North", "District South", "District West"]);
}

/// A table of trees, drawn, whose rows two boxes at the left share; `figures` each of so many columns.
fn trees(figures: &[f32]) -> Flow {
    let mut page = Page::new();
    page.line(200.0, 83.0, "Tree");
    for (edge, name) in figures.iter().zip(["Small", "Medium", "Large", "Huge", "Giant"]) {
        page.right(*edge, 83.0, name);
    }
    for (nth, label) in ["Oak", "Elm", "Ash", "Fir", "Yew"].iter().enumerate() {
        let y = 96.0 + 13.0 * nth as f32;
        page.line(200.0, y, label);
        for (edge, figure) in figures.iter().zip([11, 23, 37, 41, 53]) {
            page.right(*edge, y, &format!("{}.50", figure * (nth + 2)));
        }
    }
    page.line(80.0, 109.0, "Broad leaves");
    page.line(80.0, 141.5, "Needles");
    let level = |y: f32, x0: f32| Rect::new(x0, y, 510.0, y + 0.5);
    let upright = |x: f32| Rect::new(x, 94.0, x + 0.5, 159.0);
    page.marks.rules.extend([94.0, 133.0, 159.0].map(|y| level(y, 72.0)));
    page.marks.rules.extend([107.0, 120.0, 146.0].map(|y| level(y, 190.0)));
    page.marks.rules.extend([72.0, 190.0, 510.0].map(upright));
    page.marks.rules.extend(figures.iter().map(|edge| upright(edge - 60.0)));
    page.paragraph(72.0, 300.0, 460.0, &prose("one", 4));
    flow(&[page])
}

#[test]
fn a_text_in_a_box_as_high_as_several_rows_belongs_to_each() {
    for figures in [&[300.0][..], &[300.0, 400.0, 500.0]] {
        let flow = trees(figures);
        let table = &flow.tables[0];
        let view = TableView::new(table, &flow.text);
        let of = |name: &str| {
            let said = |at: usize| {
                let cells = table.rows[at].cells.iter();
                let own = cells.filter_map(|cell| view.value(at, cell.column));
                view.group_path(at).into_iter().chain(own).collect::<Vec<_>>()
            };
            let mut rows = (0..table.rows.len()).map(said);
            rows.find(|said| said.iter().any(|one| one == name)).unwrap()
        };
        assert_eq!(of("Elm")[0], "Broad leaves");
        assert_eq!(of("Ash")[0], "Broad leaves");
        assert_eq!(of("Yew")[0], "Needles");
    }
}

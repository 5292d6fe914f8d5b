//! Tables: found where they are and nowhere else, with their columns, headings, rows and cells.

mod pages;

use citelight_core::{Cell, PageNumber, Rect, RowKind, Span, Table, TableRow};
use citelight_structure::{Flow, TableView};
use pages::{Page, flow, prose};

/// Rows of a label at its left edge and figures at their right edges.
fn statement(page: &mut Page, top: f32, rights: &[f32], rows: &[(f32, &str, &[&str])]) {
    for (nth, (x, label, figures)) in rows.iter().enumerate() {
        let y = top + 13.0 * nth as f32;
        page.line(*x, y, label);
        for (edge, figure) in rights.iter().zip(*figures) {
            page.right(*edge, y, figure);
        }
    }
}

/// The tables of pages, one line a row: kind, depth, cells with their columns.
fn drawn(flow: &Flow) -> Vec<String> {
    let line = |table: &Table, at: usize| {
        let (view, row) = (TableView::new(table, &flow.text), &table.rows[at]);
        let kind = match row.kind {
            RowKind::Header => "H",
            RowKind::Group => "G",
            RowKind::Body => "B",
        };
        let cells = row.cells.iter().map(|c| match c.columns {
            1 => format!("{}:{}", c.column, view.text(c)),
            n => format!("{}-{}:{}", c.column, c.column + n - 1, view.text(c)),
        });
        let cells: Vec<String> = cells.collect();
        format!("{kind}{} {}", row.indent, cells.join(" | "))
    };
    flow.tables.iter().flat_map(|t| (0..t.rows.len()).map(|at| line(t, at))).collect()
}

#[track_caller]
fn check(pages: &[Page], expected: &[&str]) -> Flow {
    let flow = flow(pages);
    assert_eq!(drawn(&flow), expected, "{}", flow.text);
    flow
}

fn said(flow: &Flow, span: Option<citelight_core::Span>) -> String {
    span.map_or_else(String::new, |s| pages::folded(&flow.text[s.range()]))
}

const TWO: [f32; 2] = [430.0, 520.0];

#[test]
fn a_statement_has_title_units_groups_and_depths() {
    let mut page = Page::new();
    page.paragraph(72.0, 80.0, 460.0, &prose("one", 3));
    page.centred(296.0, 160.0, "CONSOLIDATED BALANCE SHEETS");
    page.centred(296.0, 173.0, "(in millions, except per share amounts)");
    page.right(TWO[0], 195.0, "2022");
    page.right(TWO[1], 195.0, "2021");
    statement(
        &mut page,
        208.0,
        &TWO,
        &[
            (72.0, "Current assets:", &[]),
            (82.0, "Cash and equivalents", &["$ 1,234", "$ 987"]),
            (82.0, "Receivables, net", &["(56", "—"]),
            (92.0, "Total current assets", &["1,178", "987"]),
            (72.0, "Goodwill", &["12.5 %", "3"]),
        ],
    );
    // The bracket that closes stands apart, behind the figure's edge.
    page.line(432.0, 208.0 + 26.0, ")");
    page.paragraph(72.0, 320.0, 460.0, &prose("two", 3));
    let flow = check(
        &[page],
        &[
            "H0 1:2022 | 2:2021",
            "G0 0:Current assets:",
            "B1 0:Cash and equivalents | 1:$ 1,234 | 2:$ 987",
            "B1 0:Receivables, net | 1:(56 ) | 2:—",
            "B2 0:Total current assets | 1:1,178 | 2:987",
            "B0 0:Goodwill | 1:12.5 % | 2:3",
        ],
    );
    let table = &flow.tables[0];
    assert_eq!((table.columns, table.label_columns), (3, 1));
    assert_eq!(said(&flow, table.caption), "CONSOLIDATED BALANCE SHEETS");
    assert_eq!(said(&flow, table.units), "(in millions, except per share amounts)");
    let view = TableView::new(table, &flow.text);
    assert_eq!(view.header(2), ["2021"]);
    assert_eq!(view.label(2), "Cash and equivalents");
    assert_eq!(view.value(2, 1).as_deref(), Some("$ 1,234"));
    assert_eq!(view.group_path(4), ["Current assets:"]);
    assert!(view.group_path(5).is_empty());
}

#[test]
fn headings_stand_over_several_columns_and_wrap() {
    let rights = [280.0, 350.0, 440.0, 510.0];
    let mut page = Page::new();
    page.centred(305.0, 80.0, "Three Months Ended");
    page.centred(465.0, 80.0, "Nine Months Ended");
    for (edge, upper, lower) in [
        (280.0, "May 1,", "2022"),
        (350.0, "May 2,", "2021"),
        (440.0, "May 1,", "2022"),
        (510.0, "May 2,", "2021"),
    ] {
        page.right(edge, 93.0, upper);
        page.right(edge, 105.0, lower);
    }
    statement(
        &mut page,
        120.0,
        &rights,
        &[
            (72.0, "Net sales", &["10,100", "10,200", "30,300", "30,400"]),
            (72.0, "Cost of sales", &["9,100", "9,200", "29,300", "29,400"]),
            (72.0, "Gross profit", &["1,000", "1,000", "1,000", "1,000"]),
        ],
    );
    let flow = check(
        &[page],
        &[
            "H0 1-2:Three Months Ended | 3-4:Nine Months Ended",
            "H0 1:May 1, 2022 | 2:May 2, 2021 | 3:May 1, 2022 | 4:May 2, 2021",
            "B0 0:Net sales | 1:10,100 | 2:10,200 | 3:30,300 | 4:30,400",
            "B0 0:Cost of sales | 1:9,100 | 2:9,200 | 3:29,300 | 4:29,400",
            "B0 0:Gross profit | 1:1,000 | 2:1,000 | 3:1,000 | 4:1,000",
        ],
    );
    let view = TableView::new(&flow.tables[0], &flow.text);
    assert_eq!(view.header(3), ["Nine Months Ended", "May 1, 2022"]);
}

#[test]
fn a_long_title_over_all_columns_names_none_of_them() {
    let cell = |column, columns, span| Cell {
        column,
        columns,
        spans: vec![span],
        page: PageNumber::FIRST,
        rect: Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 },
    };
    let title = "Report of the office of the engineer on samples of water from all the schools";
    let text = format!("{title} Lead Iron");
    let length = text.len() as u32;
    let cells = [
        cell(0, 3, Span::new(0, title.len() as u32)),
        cell(1, 1, Span::new(length - 9, length - 5)),
        cell(2, 1, Span::new(length - 4, length)),
    ];
    let row = |cells: &[Cell]| TableRow { kind: RowKind::Header, indent: 0, cells: cells.to_vec() };
    let table = Table {
        id: 0,
        span: Span::new(0, length),
        columns: 3,
        label_columns: 1,
        rows: vec![row(&cells[..1]), row(&cells[1..])],
        caption: None,
        units: None,
    };
    let view = TableView::new(&table, &text);
    let names =
        |column| -> Vec<String> { view.name_cells(column).map(|cell| view.plain(cell)).collect() };
    assert_eq!(view.header(1), [title, "Lead"]);
    assert_eq!((names(1), names(2)), (vec!["Lead".to_owned()], vec!["Iron".to_owned()]));
    assert_eq!(names(0), [title], "where nothing else names it");
}

#[test]
fn a_rule_shows_which_columns_a_heading_is_over() {
    let rights = [280.0, 350.0, 440.0, 510.0];
    let mut page = Page::new();
    // Off the middle of its columns; only the rule tells.
    page.line(270.0, 80.0, "As reported");
    page.marks.rules.push(Rect::new(268.0, 93.0, 442.0, 93.5));
    for (edge, name) in rights.iter().zip(["2022", "2021", "2020", "2019"]) {
        page.right(*edge, 96.0, name);
    }
    statement(
        &mut page,
        112.0,
        &rights,
        &[
            (72.0, "Net sales", &["10", "20", "30", "40"]),
            (72.0, "Costs", &["11", "21", "31", "41"]),
        ],
    );
    check(
        &[page],
        &[
            "H0 1-3:As reported",
            "H0 1:2022 | 2:2021 | 3:2020 | 4:2019",
            "B0 0:Net sales | 1:10 | 2:20 | 3:30 | 4:40",
            "B0 0:Costs | 1:11 | 2:21 | 3:31 | 4:41",
        ],
    );
}

#[test]
fn labels_that_wrap_are_one_row() {
    for (rows, expected) in [
        // Figures beside the last line, the first one, and between the two.
        (
            vec![
                (0.0, "Net income attributable to", vec![]),
                (11.0, "common shareholders", vec!["12", "13"]),
            ],
            "B0 0:Net income attributable to common shareholders | 1:12 | 2:13",
        ),
        (
            vec![
                (0.0, "Proceeds from borrowings, net of", vec!["12", "13"]),
                (11.0, "issuance costs", vec![]),
            ],
            "B0 0:Proceeds from borrowings, net of issuance costs | 1:12 | 2:13",
        ),
        (
            vec![
                (0.0, "Common stock (par value of $1,", vec![]),
                (11.0, "5,000 shares authorized)", vec!["12", "13"]),
            ],
            "B0 0:Common stock (par value of $1, 5,000 shares authorized) | 1:12 | 2:13",
        ),
    ] {
        let mut page = Page::new();
        page.right(TWO[0], 80.0, "2022");
        page.right(TWO[1], 80.0, "2021");
        statement(
            &mut page,
            95.0,
            &TWO,
            &[(72.0, "Revenue", &["100", "200"]), (72.0, "Costs", &["60", "70"])],
        );
        for (step, label, figures) in &rows {
            page.line(72.0, 122.0 + step, label);
            for (edge, figure) in TWO.iter().zip(figures) {
                page.right(*edge, 122.0 + step, figure);
            }
        }
        statement(&mut page, 148.0, &TWO, &[(72.0, "Other", &["1", "2"])]);
        let flow = flow(&[page]);
        assert_eq!(drawn(&flow)[3], expected);
        assert_eq!(drawn(&flow).len(), 5);
    }
}

#[test]
fn columns_of_text_marks_and_nothing() {
    let mut page = Page::new();
    page.bold = true;
    page.row(80.0, &[(72.0, "Lease"), (200.0, "Location"), (300.0, "Note")]);
    page.right(TWO[0], 80.0, "2022");
    page.right(TWO[1], 80.0, "2021");
    page.bold = false;
    for (nth, (label, place, note, a, b)) in [
        ("Operating", "Other assets", "7", "2,746", "2,654"),
        ("Finance", "Property", "12", "50", ""),
        ("Short", "Other assets", "", "N/A", "5"),
        ("Total", "", "", "2,796", "2,659"),
    ]
    .iter()
    .enumerate()
    {
        let y = 95.0 + 13.0 * nth as f32;
        page.row(y, &[(72.0, label), (200.0, place)]);
        page.right(315.0, y, note);
        page.right(TWO[0], y, a);
        page.right(TWO[1], y, b);
    }
    check(
        &[page],
        &[
            "H0 0:Lease | 1:Location | 2:Note | 3:2022 | 4:2021",
            "B0 0:Operating | 1:Other assets | 2:7 | 3:2,746 | 4:2,654",
            "B0 0:Finance | 1:Property | 2:12 | 3:50",
            "B0 0:Short | 1:Other assets | 3:N/A | 4:5",
            "B0 0:Total | 3:2,796 | 4:2,659",
        ],
    );
}

#[test]
fn words_right_before_a_sum_are_its_label() {
    let mut page = Page::new();
    for (x, name) in [(72.0, "Item"), (250.0, "Number"), (330.0, "Price"), (420.0, "Amount")] {
        page.styled(x, 80.0, 10.0, true, name);
    }
    for (nth, row) in [
        ["Desk", "3", "120.00", "360.00"],
        ["Chair", "4", "80.00", "320.00"],
        ["Lamp", "5", "20.00", "100.00"],
    ]
    .iter()
    .enumerate()
    {
        let y = 95.0 + 13.0 * nth as f32;
        page.row(y, &[(72.0, row[0]), (250.0, row[1]), (330.0, row[2]), (420.0, row[3])]);
    }
    page.row(134.0, &[(330.0, "Total"), (420.0, "780.00")]);
    page.row(147.0, &[(330.0, "120.00"), (420.0, "10.00")]);
    let flow = flow(&[page]);
    let rows = drawn(&flow);
    assert!(rows.contains(&"B0 0-2:Total | 3:780.00".to_owned()), "{rows:?}");
    assert!(!rows.iter().any(|row| row.contains("0-2:120.00")), "{rows:?}");
}

#[test]
fn signs_in_a_column_of_their_own_belong_to_the_figures_beside_them() {
    let mut page = Page::new();
    page.grid(&[70.0, 220.0, 380.0, 430.0], &[80.0, 100.0, 120.0, 140.0]);
    for (y, bold, texts) in [
        (84.0, true, ["Item", "Amount", ""]),
        (104.0, false, ["Desk", "360.00", "€"]),
        (124.0, false, ["Chair", "320.00", "€"]),
    ] {
        for (text, x) in texts.iter().zip([74.0, 224.0, 384.0]) {
            page.styled(x, y, 10.0, bold, text);
        }
    }
    let rows = drawn(&flow(&[page]));
    assert_eq!(rows[1..], ["B0 0:Desk | 1:360.00 €", "B0 0:Chair | 1:320.00 €"]);
}

/// A page with rows at its foot or head, and a title if one is given.
fn part(top: f32, title: Option<&str>, rows: &[(f32, &str, &[&str])]) -> Page {
    let mut page = Page::new();
    if let Some(title) = title {
        page.centred(296.0, top - 30.0, title);
    }
    page.right(TWO[0], top - 15.0, "2022");
    page.right(TWO[1], top - 15.0, "2021");
    statement(&mut page, top, &TWO, rows);
    page
}

#[test]
fn a_table_goes_on_over_pages() {
    let first: &[(f32, &str, &[&str])] = &[
        (72.0, "Revenue", &["100", "200"]),
        (72.0, "Costs", &["60", "70"]),
        (72.0, "Taxes", &["6", "7"]),
    ];
    let second: &[(f32, &str, &[&str])] = &[
        (72.0, "Interest", &["10", "20"]),
        (72.0, "Rent", &["16", "17"]),
        (72.0, "Sum", &["1", "3"]),
    ];
    for (title, again, tables) in [
        (Some("Results"), Some("Results (continued)"), 1),
        (Some("Results"), None, 1),
        (Some("Results"), Some("Other results"), 2),
    ] {
        let pages = [part(600.0, title, first), part(100.0, again, second)];
        let flow = flow(&pages);
        assert_eq!(flow.tables.len(), tables, "{again:?}");
        let headers = flow.tables[0].rows.iter().filter(|r| r.kind == RowKind::Header).count();
        assert_eq!(headers, 1);
        if tables == 1 {
            assert_eq!(flow.tables[0].rows.len(), 7);
            let view = TableView::new(&flow.tables[0], &flow.text);
            assert_eq!((view.label(6), view.header(1)), ("Sum".into(), vec!["2022".into()]));
        }
    }
}

#[test]
fn a_table_that_goes_on_begins_with_values_where_only_bold_text_names_columns() {
    const LEFT: [f32; 3] = [74.0, 224.0, 384.0];
    let page = |top: f32, lines: &[(bool, [&str; 3])]| {
        let mut page = Page::new();
        let ys: Vec<f32> = (0..=lines.len()).map(|nth| top + 20.0 * nth as f32).collect();
        page.grid(&[70.0, 220.0, 380.0, 530.0], &ys);
        for ((bold, texts), y) in lines.iter().zip(&ys) {
            for (text, x) in texts.iter().zip(LEFT) {
                page.styled(x, y + 4.0, 10.0, *bold, text);
            }
        }
        page
    };
    let first = page(
        640.0,
        &[
            (true, ["Signal", "Meaning", "Remark"]),
            (false, ["A", "Input voltage of the grid", "unit: volt"]),
            (false, ["B", "Output power of the load", "unit: watt"]),
        ],
    );
    let plain: &[(bool, [&str; 3])] = &[
        (false, ["C", "Charge", "unit: %"]),
        (false, ["D", "Temperature of the battery", "unit: degree"]),
        (false, ["E", "Voltage of the battery", "unit: volt"]),
    ];
    let bold: Vec<(bool, [&str; 3])> =
        plain.iter().enumerate().map(|(nth, (_, texts))| (nth == 0, *texts)).collect();
    let of = |second: Page| flow(&[first.clone(), second]);
    let goes_on = of(page(60.0, plain));
    assert_eq!(goes_on.tables.len(), 1, "{:?}", drawn(&goes_on));
    assert!(drawn(&goes_on).contains(&"B0 0:C | 1:Charge | 2:unit: %".to_owned()));
    let names_anew = of(page(60.0, &bold));
    assert_eq!(names_anew.tables.len(), 2, "{:?}", drawn(&names_anew));
}

#[test]
fn a_second_row_of_headings_begins_a_second_table() {
    let mut page =
        part(100.0, None, &[(72.0, "Revenue", &["100", "200"]), (72.0, "Costs", &["60", "70"])]);
    page.line(72.0, 130.0, "Quarterly results");
    for (edge, name) in
        [(300.0, "March 31"), (370.0, "June 30"), (450.0, "September 30"), (530.0, "December 31")]
    {
        page.right(edge, 145.0, name);
    }
    statement(
        &mut page,
        160.0,
        &[300.0, 370.0, 450.0, 530.0],
        &[(72.0, "Revenue", &["1", "2", "3", "4"]), (72.0, "Costs", &["5", "6", "7", "8"])],
    );
    let flow = flow(&[page]);
    assert_eq!(flow.tables.iter().map(|t| t.columns).collect::<Vec<_>>(), [3, 5]);
    assert_eq!(said(&flow, flow.tables[1].caption), "Quarterly results");
}

#[test]
fn drawn_cells_may_hold_running_text() {
    let mut page = Page::new();
    page.paragraph(72.0, 60.0, 460.0, &prose("one", 2));
    page.grid(&[70.0, 170.0, 530.0], &[150.0, 166.0, 206.0, 246.0]);
    page.styled(74.0, 152.0, 10.0, true, "Term").styled(174.0, 152.0, 10.0, true, "Meaning");
    page.line(74.0, 168.0, "Access code");
    page.paragraph(
        174.0,
        168.0,
        340.0,
        "a code which, with another one, lets the system know who somebody is at all",
    );
    page.line(74.0, 208.0, "Key");
    page.paragraph(
        174.0,
        208.0,
        340.0,
        "a value that opens what is locked, known to those alone who may read what it locks",
    );
    page.paragraph(72.0, 260.0, 460.0, &prose("two", 2));
    check(
        &[page],
        &[
            "H0 0:Term | 1:Meaning",
            "B0 0:Access code | 1:a code which, with another one, lets the system know who somebody is at all",
            "B0 0:Key | 1:a value that opens what is locked, known to those alone who may read what it locks",
        ],
    );
}

/// Words set at the given left edges, a line a row.
fn columns(page: &mut Page, top: f32, step: f32, lefts: &[f32], rows: &[&[&str]]) {
    for (nth, row) in rows.iter().enumerate() {
        for (left, text) in lefts.iter().zip(*row).filter(|(_, text)| !text.is_empty()) {
            page.line(*left, top + step * nth as f32, text);
        }
    }
}

#[test]
fn words_in_columns_are_a_table_without_rules_and_figures() {
    let mut page = Page::new();
    page.paragraph(72.0, 80.0, 460.0, &prose("one", 4));
    let rows: [&[&str]; 5] = [
        &["Day", "Class", "Room", "Teacher"],
        &["Monday", "Pottery", "Old hall", "Ms Lind"],
        &["", "Yoga for", "Gym", "Mr Okafor"],
        &["", "beginners"],
        &["Tuesday", "Choir", "Chapel", "Ms Abbot"],
    ];
    columns(&mut page, 160.0, 14.0, &[72.0, 180.0, 300.0, 420.0], &rows);
    page.paragraph(72.0, 260.0, 460.0, &prose("two", 4));
    check(
        &[page],
        &[
            "H0 0:Day | 1:Class | 2:Room | 3:Teacher",
            "B0 0:Monday | 1:Pottery | 2:Old hall | 3:Ms Lind",
            "B0 1:Yoga for beginners | 2:Gym | 3:Mr Okafor",
            "B0 0:Tuesday | 1:Choir | 2:Chapel | 3:Ms Abbot",
        ],
    );
}

#[test]
fn marks_before_items_and_fields_of_a_form_are_no_table() {
    let mut page = Page::new();
    let list: [&[&str]; 4] =
        [&["•", "Bring a cup"], &["•", "Wash it"], &["•", "Dry it"], &["•", "Put it back"]];
    columns(&mut page, 80.0, 14.0, &[72.0, 90.0], &list);
    let form: [&[&str]; 3] = [
        &["Name: Ann Lee", "Born: in May"],
        &["Town: Bath", "Trade: baker"],
        &["Hair: red", "Eyes: grey"],
    ];
    columns(&mut page, 260.0, 14.0, &[72.0, 300.0], &form);
    check(&[page], &[]);
}

#[test]
fn totals_that_step_to_the_right_are_one_table_below_its_titles() {
    let mut page = Page::new();
    page.line(72.0, 80.0, "Accrual basis");
    page.centred(306.0, 80.0, "Profit and loss of the harbour");
    page.right(400.0, 106.0, "Jan - Apr");
    page.right(520.0, 106.0, "Budget");
    let rows: [(f32, &str, f32, [&str; 2]); 8] = [
        (92.0, "Berths", 0.0, ["41,200.50", "39,000.00"]),
        (92.0, "Cranes", 0.0, ["8,310.00", "7,500.00"]),
        (82.0, "Total dues", 22.0, ["49,510.50", "46,500.00"]),
        (92.0, "Interest", 0.0, ["533.82", "300.00"]),
        (82.0, "Total other", 22.0, ["533.82", "300.00"]),
        (72.0, "Total income", 44.0, ["50,044.32", "46,800.00"]),
        (72.0, "Total expense", 44.0, ["21,363.70", "20,565.16"]),
        (72.0, "Net income", 44.0, ["28,680.62", "26,234.84"]),
    ];
    for (nth, (x, label, step, figures)) in rows.iter().enumerate() {
        let y = 125.0 + 13.0 * nth as f32;
        page.line(*x, y, label);
        page.right(368.0 + step, y, figures[0]);
        page.right(488.0 + step, y, figures[1]);
    }
    check(
        &[page],
        &[
            "H0 1:Jan - Apr | 2:Budget",
            "B2 0:Berths | 1:41,200.50 | 2:39,000.00",
            "B2 0:Cranes | 1:8,310.00 | 2:7,500.00",
            "B1 0:Total dues | 1:49,510.50 | 2:46,500.00",
            "B2 0:Interest | 1:533.82 | 2:300.00",
            "B1 0:Total other | 1:533.82 | 2:300.00",
            "B0 0:Total income | 1:50,044.32 | 2:46,800.00",
            "B0 0:Total expense | 1:21,363.70 | 2:20,565.16",
            "B0 0:Net income | 1:28,680.62 | 2:26,234.84",
        ],
    );
}

#[test]
fn notes_between_headings_and_figures_leave_the_headings_in_force() {
    let mut page = Page::new();
    page.line(72.0, 80.0, "Fixed deposits");
    page.right(TWO[0], 80.0, "KYD");
    page.right(TWO[1], 80.0, "USD");
    page.line(72.0, 96.0, "A charge is made where a deposit is broken early.");
    statement(
        &mut page,
        110.0,
        &TWO,
        &[
            (72.0, "Up to 499,999", &["100.00", "120.00"]),
            (72.0, "Above", &["250.00", "300.00"]),
            (72.0, "Small box", &["45.00", "54.00"]),
        ],
    );
    check(
        &[page],
        &[
            "H0 0:Fixed deposits | 1:KYD | 2:USD",
            "G0 0:A charge is made where a deposit is broken early.",
            "B0 0:Up to 499,999 | 1:100.00 | 2:120.00",
            "B0 0:Above | 1:250.00 | 2:300.00",
            "B0 0:Small box | 1:45.00 | 2:54.00",
        ],
    );
}

//! Fields of forms, told by geometry; and what is none.

mod pages;

use citelight_core::{Rect, Span, TagRole, Tagged};
use pages::{Page, flow};

/// "Label > Part: value" of every field of a page; a blank one ends in its colon.
fn fields(page: &Page) -> Vec<String> {
    let flow = flow(std::slice::from_ref(page));
    let say = |spans: &[Span]| {
        let words: Vec<&str> =
            spans.iter().flat_map(|span| flow.text[span.range()].split_whitespace()).collect();
        words.join(" ").trim_end_matches(':').to_owned()
    };
    let field = |field: &citelight_core::Field| {
        let label: Vec<String> = field.label.iter().map(|level| say(level)).collect();
        let tick = field.ticked.map_or("", |ticked| if ticked { "[x] " } else { "[ ] " });
        format!("{tick}{}: {}", label.join(" > "), say(&field.value)).trim_end().to_owned()
    };
    flow.fields.iter().map(field).collect()
}

/// Draws a box.
fn frame(page: &mut Page, x0: f32, y0: f32, x1: f32, y1: f32) {
    for rule in [
        Rect::new(x0, y0, x1, y0),
        Rect::new(x0, y1, x1, y1),
        Rect::new(x0, y0, x0, y1),
        Rect::new(x1, y0, x1, y1),
    ] {
        page.marks.rules.push(rule);
    }
}

#[test]
fn two_pairs_a_line_with_blanks_and_lines_that_go_on() {
    let mut page = Page::new();
    let rows = [
        ("Certificate:", "Commercial", "Age:", "21, Male"),
        ("Rating:", "Single-engine Land", "Seat Occupied:", "Right"),
        ("Occupation:", "", "Last Review:", "05/01/2007"),
        ("Medical:", "Class 2", "Visibility", "10 Miles"),
    ];
    for (at, (a, b, c, d)) in rows.iter().enumerate() {
        let y = 100.0 + 18.0 * at as f32;
        page.styled(50.0, y, 9.0, true, a).styled(170.0, y, 9.0, false, b);
        page.styled(320.0, y, 9.0, true, c).styled(460.0, y, 9.0, false, d);
    }
    let total = "435 hours (Total, all aircraft), 233 hours (Total, this";
    page.styled(50.0, 172.0, 9.0, true, "Flight Time:").styled(170.0, 172.0, 9.0, false, total);
    page.styled(170.0, 183.0, 9.0, false, "make and model)");
    let found = fields(&page);
    for expected in [
        "Certificate: Commercial",
        "Age: 21, Male",
        "Occupation:",
        "Last Review: 05/01/2007",
        "Visibility: 10 Miles",
        "Flight Time > Total, all aircraft: 435 hours",
        "Flight Time > Total, this make and model: 233 hours",
    ] {
        assert!(found.iter().any(|one| one == expected), "{expected} is missing in {found:#?}");
    }
    assert_eq!(found.len(), 11, "{found:#?}");
}

#[test]
fn a_date_set_wide_is_one_value() {
    let mut page = Page::new();
    page.styled(50.0, 100.0, 10.0, false, "Effective Date:");
    page.styled(150.0, 100.0, 10.0, false, "March 20,").styled(215.0, 100.0, 10.0, false, "2012");
    page.styled(50.0, 118.0, 10.0, false, "Status:").styled(150.0, 118.0, 10.0, false, "Public");
    let found = fields(&page);
    assert!(found.contains(&"Effective Date: March 20, 2012".to_owned()), "{found:#?}");
}

#[test]
fn labels_above_their_values_in_drawn_boxes() {
    let mut page = Page::new();
    let cells = [
        (50.0, 100.0, "a Control number", "GNI851"),
        (200.0, 100.0, "1 Wages, tips", "23,677.70"),
        (50.0, 130.0, "b Employer number", "63-0065650"),
        (200.0, 130.0, "10 Dependent care benefits", ""),
    ];
    for (x, y, label, value) in cells {
        frame(&mut page, x, y, x + 150.0, y + 30.0);
        page.styled(x + 3.0, y + 2.0, 6.0, false, label);
        page.styled(x + 8.0, y + 13.0, 10.0, false, value);
    }
    let mut found = fields(&page);
    found.sort();
    assert_eq!(
        found,
        [
            "1 Wages, tips: 23,677.70",
            "10 Dependent care benefits:",
            "a Control number: GNI851",
            "b Employer number: 63-0065650",
        ]
    );
}

#[test]
fn ticked_and_empty_boxes_of_a_group() {
    let mut page = Page::new();
    page.line(50.0, 100.0, "Marital status: ☐ single ☒ married ☐ widowed");
    let mut found = fields(&page);
    found.sort();
    assert_eq!(
        found,
        [
            "Marital status: married",
            "[ ] Marital status > single: ☐ single",
            "[ ] Marital status > widowed: ☐ widowed",
            "[x] Marital status > married: ☒ married",
        ]
    );
}

#[test]
fn running_text_has_no_fields() {
    let mut page = Page::new();
    let text = [
        "The committee met in March and agreed on the plan for the next year, as follows here",
        "Note: this does not change the rules that hold for the members of the committee, who",
        "remain bound by them: nobody may leave before the end of the year, unless all agree.",
        "“Term” means: the time from the first day of the agreement to the last one, or until",
        "either party ends it. The following are excluded: fees, costs, and taxes of any kind.",
    ];
    for (at, line) in text.iter().enumerate() {
        page.line(50.0, 100.0 + 12.0 * at as f32, line);
    }
    page.styled(50.0, 180.0, 12.0, true, "Inclusion criteria:");
    page.line(
        50.0,
        198.0,
        "Adults who can read and who have signed the form of consent before the first",
    );
    page.line(
        50.0,
        210.0,
        "visit, and who live within twenty miles of the clinic that takes part in it.",
    );
    assert_eq!(fields(&page), Vec::<String>::new());
}

#[test]
fn a_colon_by_itself_before_the_value_ends_the_label() {
    let mut page = Page::new();
    let rows = [
        ("Suitable media", "Foam. Dry powder. Sand."),
        ("Unsuitable media", "A heavy water stream"),
        ("Flash point", "174 °C"),
        ("Odour", "Mild"),
    ];
    for (at, (label, value)) in rows.iter().enumerate() {
        let y = 100.0 + 16.0 * at as f32;
        page.styled(50.0, y, 9.0, false, label).styled(230.0, y, 9.0, false, ":");
        page.styled(236.0, y, 9.0, false, value);
    }
    let found = fields(&page);
    for (label, value) in rows {
        let expected = format!("{label} : {value}");
        assert!(
            found.iter().any(|one| one.replace(" :", ":") == expected.replace(" :", ":")),
            "{found:?}"
        );
    }
}

#[test]
fn a_label_and_its_value_that_stand_alone_are_a_guess() {
    let mut page = Page::new();
    page.line(50.0, 100.0, "The goods are handed over at the gate of the works.");
    page.line(50.0, 160.0, "Position: Senior Developer");
    page.line(50.0, 220.0, "Please bring this sheet with you when you come.");
    assert_eq!(fields(&page), Vec::<String>::new());
    let flow = flow(std::slice::from_ref(&page));
    let words =
        |spans: &[Span]| spans.iter().map(|span| &flow.text[span.range()]).collect::<String>();
    let guesses = flow.guesses.iter();
    let said: Vec<(String, u8)> =
        guesses.map(|one| (words(&one.field.value), one.likely)).collect();
    assert_eq!(said, [("Senior Developer".to_owned(), 60)]);
}

/// Words that are filled into the fields of an interactive form, one call a field.
fn fill_in(page: &mut Page, x: f32, y: f32, text: &str) {
    let count = |page: &Page| u32::try_from(page.words.len()).unwrap();
    let first = count(page);
    page.line(x, y, text);
    let element = u32::try_from(page.marks.tags.len()).unwrap();
    let tag = Tagged { role: TagRole::Filled, element, first, end: count(page) };
    page.marks.tags.push(tag);
}

#[test]
fn what_is_filled_into_a_grid_is_named_by_its_row_and_column() {
    let mut page = Page::new();
    page.line(60.0, 60.0, "Household Information Sheet");
    page.grid(&[50.0, 250.0, 350.0, 450.0], &[100.0, 120.0, 150.0, 180.0]);
    page.row(104.0, &[(270.0, "Child 1"), (370.0, "Child 2")]);
    page.row(124.0, &[(60.0, "First name")]);
    fill_in(&mut page, 260.0, 134.0, "Tobias");
    fill_in(&mut page, 360.0, 134.0, "Mirabel");
    page.row(164.0, &[(60.0, "Relationship to you")]);
    fill_in(&mut page, 260.0, 164.0, "son");
    fill_in(&mut page, 360.0, 164.0, "niece");
    // And beside the grid, right under what it answers.
    page.row(200.0, &[(60.0, "Name of the applicant")]);
    fill_in(&mut page, 60.0, 214.0, "Adaeze Okonjo");
    let found = fields(&page);
    for field in [
        "Child 1 Relationship to you: son",
        "Child 2 Relationship to you: niece",
        "Name of the applicant: Adaeze Okonjo",
    ] {
        assert!(found.iter().any(|one| one == field), "{field} in {found:#?}");
    }
    assert!(found.iter().any(|one| one.starts_with("Child 2") && one.ends_with("Mirabel")));
}

#[test]
fn a_box_to_tick_under_its_words_is_no_wall_between_them() {
    let mut page = Page::new();
    page.row(100.0, &[(60.0, "Statutory"), (160.0, "Retirement")]);
    page.row(112.0, &[(60.0, "employee"), (160.0, "plan")]);
    frame(&mut page, 66.0, 126.0, 76.0, 136.0);
    frame(&mut page, 166.0, 126.0, 176.0, 136.0);
    page.line(168.0, 125.0, "✓");
    frame(&mut page, 60.0, 160.0, 70.0, 170.0);
    page.line(62.0, 159.0, "✓");
    page.line(78.0, 159.0, "I have read the conditions");
    let found = fields(&page);
    for field in
        ["[ ] Statutory employee:", "[x] Retirement plan:", "[x] I have read the conditions:"]
    {
        assert!(found.iter().any(|one| one.starts_with(field)), "{field} in {found:#?}");
    }
}

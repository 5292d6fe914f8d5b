//! Which cell is meant, on tables small enough to read.

use citelight_core::QuestionSort;
use citelight_text::{Terms, Vocabulary};

use super::table::{CellText, Headings, RowText, TableText};
use super::times::AskedTimes;
use super::{CellChoice, Meaning, Seek, cells_meant};

/// A table whose first line names columns; an empty text is no cell.
fn table(lines: &[&[&str]]) -> TableText {
    let (head, body) = lines.split_first().unwrap();
    let texts = head.iter().map(|text| (*text).to_owned()).collect();
    let row = |(at, line): (usize, &&[&str])| RowText {
        row: at + 1,
        cells: line
            .iter()
            .enumerate()
            .filter(|(_, text)| !text.is_empty())
            .map(|(column, text)| CellText {
                column,
                columns: 1,
                text: (*text).to_owned(),
                written_in: None,
            })
            .collect(),
        ..RowText::default()
    };
    TableText {
        headings: vec![Headings::new(texts, 1)],
        rows: body.iter().enumerate().map(row).collect(),
        ..TableText::default()
    }
}

/// The three cells that a question means most, all of its words counting alike.
fn meant(
    table: &TableText,
    question: &str,
    sort: QuestionSort,
    figure: bool,
    near: &dyn Fn(&str) -> Option<f32>,
) -> Vec<CellChoice> {
    let vocabulary = Vocabulary::default();
    let terms = Terms::of(question, &vocabulary);
    let weights = vec![1.0 / terms.words.len() as f32; terms.words.len()];
    let (words, stems) = (&terms.words, &terms.stems);
    let seek = Seek {
        question,
        words,
        stems,
        weights: &weights,
        sort,
        figure,
        code: false,
        times: &AskedTimes::default(),
        concepts: &[],
    };
    let meaning = Meaning { whole: near, rest: &|_, _| None };
    cells_meant(std::slice::from_ref(table), &seek, &vocabulary, meaning, &|_, _| 0.5, 3)
}

#[track_caller]
fn check(table: &TableText, question: &str, sort: QuestionSort, expected: &str) {
    let found = meant(table, question, sort, false, &|_| None);
    let texts: Vec<&str> =
        found.iter().map(|one| table.rows[one.row].cells[one.cell].text.as_str()).collect();
    assert_eq!(texts.first().copied().unwrap_or_default(), expected, "{question}: {texts:?}");
}

#[test]
fn row_and_column_are_named() {
    let hours = table(&[
        &["Day", "Opens", "Closes"],
        &["Mon", "9:00", "17:00"],
        &["Sat", "10:00", "13:00"],
    ]);
    check(&hours, "When does it open on Saturday?", QuestionSort::When, "10:00");
    check(&hours, "When does it close on Mondays?", QuestionSort::When, "17:00");
}

#[test]
fn a_label_answers_where_the_question_says_what_stands_beside_it() {
    let files = table(&[
        &["File", "Holds", "Size"],
        &["Ne.txt", "neon lamp spectra", "12"],
        &["Ar.txt", "argon lamp spectra", "14"],
    ]);
    let question = "Give the file of the argon lamp spectra";
    check(&files, question, QuestionSort::Other, "Ar.txt");
}

#[test]
fn the_number_of_a_clause_answers_only_who_asks_for_it() {
    let changes = table(&[
        &["Subject", "Clause", "Agreement"],
        &["Notice without cause", "10.2", "60 days"],
        &["Liability in a year", "8.3", "£2,000,000"],
    ]);
    check(&changes, "What is the liability?", QuestionSort::WhatIs, "£2,000,000");
    check(&changes, "Which clause is about liability?", QuestionSort::Which, "8.3");
}

#[test]
fn values_of_one_form_are_meant_alike_where_no_heading_is_named() {
    let changes = table(&[
        &["Subject", "Clause", "Agreement", "Rider A"],
        &["Notice", "10.2", "60 days", "30 days"],
        &["Monthly fee", "5.1", "£48,500", "£51,250"],
    ]);
    let alike = |question: &str| {
        let found = meant(&changes, question, QuestionSort::Amount, true, &|_| None);
        found.first().map(|one| one.alike.clone())
    };
    assert_eq!(alike("How much is the monthly fee?"), Some(vec![(1, 2), (1, 3)]));
    assert_eq!(alike("How much is the monthly fee of Rider A?"), Some(vec![]));
}

#[test]
fn a_range_holds_the_number_that_is_asked_for() {
    let doses = table(&[
        &["Weight", "Dose", "Interval"],
        &["10–30 kg", "half a tablet", "12 h"],
        &["30.5–50 kg", "one tablet", "8 h"],
    ]);
    check(&doses, "Which dose for a child of 40 kg?", QuestionSort::Which, "one tablet");
}

#[test]
fn a_row_is_found_by_what_stands_beside() {
    let rota =
        table(&[&["No.", "Course", "Room"], &["1", "Pottery", "B12"], &["2", "Choir", "A3"]]);
    check(&rota, "Where is choir?", QuestionSort::Where, "A3");
    check(&rota, "Which course is in room B12?", QuestionSort::Which, "Pottery");
}

#[test]
fn the_least_of_a_column_names_its_row() {
    let prices = table(&[
        &["Plan", "Monthly price", "Lines"],
        &["Basic", "$12", "1"],
        &["Family", "$9", "4"],
        &["Office", "$30", "9"],
    ]);
    check(&prices, "Which plan has the lowest monthly price?", QuestionSort::Which, "Family");
}

#[test]
fn what_no_row_says_gives_no_cell() {
    let prices = table(&[&["Plan", "Price"], &["Basic", "$12"], &["Family", "$9"]]);
    check(&prices, "How are refunds handled?", QuestionSort::How, "");
}

#[test]
fn a_question_that_names_no_row_means_them_all() {
    let fees = table(&[&["Visitors", "Daily fee"], &["Under 12", "£2"], &["12 or older", "£5"]]);
    let alike = |question: &str| {
        let found = meant(&fees, question, QuestionSort::Amount, true, &|_| Some(0.5));
        found.first().map(|one| one.alike.clone())
    };
    assert_eq!(alike("How much is the daily fee?"), Some(vec![(0, 1), (1, 1)]));
    assert_eq!(alike("How much is the daily fee under 12?"), Some(vec![]));
}

#[test]
fn a_figure_and_what_it_was_a_year_before_are_shown_side_by_side() {
    let sheet = table(&[
        &[
            "",
            "Three Months Ended June 30, 2023",
            "Three Months Ended July 1, 2022",
            "Six Months Ended June 30, 2023",
        ],
        &["Product development", "392", "344", "771"],
        &["Marketing", "600", "510", "1,204"],
    ]);
    let asked = |question: &str| {
        let found = meant(&sheet, question, QuestionSort::Amount, true, &|_| None);
        found[0]
            .alike
            .iter()
            .map(|(row, cell)| sheet.rows[*row].cells[*cell].text.clone())
            .collect()
    };
    let both: Vec<String> = asked(
        "What did product development cost in the three months to June 2023 and a year earlier?",
    );
    assert_eq!(both, ["392", "344"]);
    let one: Vec<String> =
        asked("What did product development cost in the three months to June 2023?");
    assert!(one.is_empty());
}

#[test]
fn a_value_comes_with_the_unit_of_its_row_and_no_unit_answers() {
    let ratings = table(&[
        &["Parameter", "Value", "Units"],
        &["Storage temperature", "-40 to 85", "°C"],
        &["Supply voltage", "24", "V"],
    ]);
    check(&ratings, "At what temperature may it be stored?", QuestionSort::Which, "-40 to 85");
    assert_eq!(ratings.unit(&ratings.rows[1]), Some("V"));
}

#[test]
fn a_number_that_the_question_gives_stands_under_its_heading() {
    let sizes = table(&[
        &["Size", "EU", "UK", "US"],
        &["M", "40", "12", "8"],
        &["L", "44", "16", "12"],
        &["XL", "48", "20", "16"],
    ]);
    check(&sizes, "Which US size is a UK 16?", QuestionSort::Which, "12");
}

#[test]
fn a_number_counts_what_stands_beside_it_in_its_cell() {
    let fares = table(&[
        &["Pass", "Validity", "Half day", "Whole day"],
        &["Adult", "2 days/month", "3.10", "5.20"],
        &["Adult or senior", "4 days/month", "6.40", "9.80"],
    ]);
    let asked = "adult pass for half days, four days a month?";
    check(&fares, asked, QuestionSort::Amount, "6.40");
}

#[test]
fn a_column_is_named_by_what_another_row_says() {
    let trams = table(&[
        &["Stop", "", "", ""],
        &["Hill Street", "0710", "0740", "0810"],
        &["Old Market", "0722", "0752", "0822"],
    ]);
    check(&trams, "When is the 0740 from Hill Street at Old Market?", QuestionSort::When, "0752");
}

#[test]
fn what_the_question_denies_speaks_against_a_row() {
    let prices = table(&[
        &["Item", "Price"],
        &["Repair W COMPLICATIONS", "$90"],
        &["Repair W/O COMPLICATIONS", "$60"],
        &["Senior repair assistant", "$40"],
        &["Senior repairer", "$50"],
    ]);
    check(&prices, "How much is an uncomplicated repair?", QuestionSort::Amount, "$60");
    check(&prices, "Price of a senior repairer (not the assistant)?", QuestionSort::WhatIs, "$50");
}

#[test]
fn a_title_of_another_month_speaks_against_its_table() {
    let of = |caption: &str, points: &str| TableText {
        caption: caption.to_owned(),
        ..table(&[&["Boat", "Points"], &["Gull", points]])
    };
    let tables = [of("July races", "12"), of("August races", "17")];
    let vocabulary = Vocabulary::default();
    let question = "How many points had Gull in the August races?";
    let terms = Terms::of(question, &vocabulary);
    let seek = Seek {
        question,
        words: &terms.words,
        stems: &terms.stems,
        weights: &vec![0.0; terms.words.len()],
        sort: QuestionSort::Amount,
        figure: true,
        code: false,
        times: &AskedTimes::default(),
        concepts: &[],
    };
    let meaning = Meaning { whole: &|_| Some(0.5), rest: &|_, _| None };
    let found = cells_meant(&tables, &seek, &vocabulary, meaning, &|_, _| 0.5, 1);
    assert_eq!(found.first().map(|one| one.table), Some(1));
}

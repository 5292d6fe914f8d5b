//! Many documents at once, with fakes: series over reports, changes of contracts, answer matrices.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use citelight_core::{AmendmentKind, DocumentId};
use citelight_engine::{DeepLink, TableFormat, changes_as, matrix_as};

mod fakes;

use fakes::{Fake, asking};

/// A report of two years.
fn report(years: [&str; 2], revenues: [&str; 2]) -> String {
    format!(
        "# Consolidated statements of income\n\
         (in millions)  {}  {}\n\
         Total revenues  {}  {}\n\
         Cost of revenues  700  650\n\
         Gross profit  500  350\n\
         Operating expenses  200  150\n\
         Operating income  300  200\n\
         Net income  240  160\n",
        years[0], years[1], revenues[0], revenues[1]
    )
}

const QUESTION: &str = "How have total revenues changed over the reported periods?";

fn reports(of: &[(&str, [&str; 2], [&str; 2])]) -> Fake {
    let fake = Fake::new();
    for (name, years, revenues) in of {
        fake.import(&fake.file(name, &[&report(*years, *revenues)]));
    }
    fake
}

#[test]
fn a_series_goes_over_documents_and_takes_a_year_once() {
    let fake = reports(&[
        ("acme-2020.pdf", ["2020", "2019"], ["1,000", "900"]),
        ("acme-2021.pdf", ["2021", "2020"], ["1,200", "1,000"]),
    ]);
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    let series = answer.details.series.as_ref().expect(&answer.answer);
    let points: Vec<(&str, &str)> =
        series.points.iter().map(|point| (point.period.as_str(), point.value.as_str())).collect();
    assert_eq!(points, [("2019", "900"), ("2020", "1,000"), ("2021", "1,200")]);
    let changes: Vec<Option<&str>> = series.points.iter().map(|p| p.change.as_deref()).collect();
    assert_eq!(changes, [None, Some("+11.1%"), Some("+20%")]);
    assert!(series.points.iter().all(|point| point.restated.is_none()));
    for point in &series.points {
        let citation = answer.citations.iter().find(|one| one.n == point.citation).unwrap();
        assert_eq!(citation.quote, point.value);
        assert!(!citation.quads.is_empty() && citation.cell.is_some());
    }
}

#[test]
fn what_is_asked_of_a_kind_of_documents_is_asked_of_each() {
    let fake = Fake::new();
    for (name, text) in [
        ("anna.pdf", "# Harvest report\nThe yield is 11.2 tons per acre.\n"),
        ("ben.pdf", "# Harvest report\nThe yield is 14.1 tons per acre.\n"),
        ("dinner.pdf", "# Menu\nSoup is served first. Bread costs 3 euros.\n"),
    ] {
        fake.import(&fake.file(name, &[text]));
    }
    let ask = |question: &str| fake.library.ask(&asking(question)).unwrap();
    let answer = ask("What is the yield in the harvest reports?");
    let lines: Vec<String> = answer
        .sentences
        .iter()
        .map(|line| line.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    assert!(lines[0].starts_with("anna:") && lines[0].contains("11.2"), "{lines:?}");
    assert!(lines[1].starts_with("ben:") && lines[1].contains("14.1"), "{lines:?}");
    assert_eq!(lines.len(), 2, "{lines:?}");
    let files: Vec<&str> = answer.citations.iter().map(|one| one.file.as_str()).collect();
    assert_eq!(files, ["anna.pdf", "ben.pdf"]);
}

#[test]
fn a_restated_value_is_shown_as_restated() {
    let fake = reports(&[
        ("acme-2020.pdf", ["2020", "2019"], ["1,000", "900"]),
        ("acme-2021.pdf", ["2021", "2020"], ["1,200", "1,050"]),
    ]);
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    let series = answer.details.series.as_ref().expect(&answer.answer);
    let restated = &series.points[1];
    assert_eq!((restated.period.as_str(), restated.value.as_str()), ("2020", "1,050"));
    let (before, n) = restated.restated.clone().unwrap();
    assert_eq!(before, "1,000");
    let citation = answer.citations.iter().find(|one| one.n == n).unwrap();
    assert_eq!(citation.file, "acme-2020.pdf");
}

#[test]
fn two_companies_are_never_one_series() {
    let fake = reports(&[
        ("acme-2020.pdf", ["2020", "2019"], ["1,000", "900"]),
        ("acme-2021.pdf", ["2021", "2020"], ["1,200", "1,000"]),
        ("bolt-2018.pdf", ["2018", "2017"], ["77", "66"]),
    ]);
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    let files: Vec<&str> = answer.citations.iter().map(|citation| citation.file.as_str()).collect();
    let acme = files.iter().filter(|file| file.starts_with("acme")).count();
    assert!(acme == 0 || acme == files.len(), "{files:?}");
}

#[test]
fn one_report_of_two_years_is_a_series_of_two() {
    let fake = reports(&[("acme-2020.pdf", ["2020", "2019"], ["1,000", "900"])]);
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    let series = answer.details.series.as_ref().expect(&answer.answer);
    let values: Vec<&str> = series.points.iter().map(|point| point.value.as_str()).collect();
    assert_eq!(values, ["900", "1,000"]);
}

#[test]
fn one_year_is_no_series() {
    let fake = reports(&[("acme-2020.pdf", ["2020", "Note"], ["1,000", "–"])]);
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.details.series.is_none());
}

fn contract() -> (Fake, DocumentId, DocumentId) {
    let fake = Fake::new();
    let lease = "# Lease of Quayside House\n\
                 Landlord: Trewarne Estates. Tenant: Pascoe Booksellers.\n\
                 \n\
                 # 5 Rent\n\
                 5.1 The rent is £48,500 a year.\n\
                 5.2 It is paid on the first day of each quarter.\n\
                 \n\
                 # 6 Use\n\
                 The premises are used as a bookshop.\n";
    let deed = "# Deed of variation\n\
                Landlord: Trewarne Estates. Tenant: Pascoe Booksellers of Quayside House.\n\
                Date: 8 March 2021\n\
                \n\
                In clause 5.1 of the lease “£48,500” is replaced by “£51,250” from 1 May 2021.\n\
                \n\
                Clause 5.2 is deleted.\n";
    let [lease, deed] = [("lease.pdf", lease), ("deed.pdf", deed)]
        .map(|(name, text)| fake.import(&fake.file(name, &[text])).row().id.clone());
    (fake, lease, deed)
}

#[test]
fn changes_are_listed_from_both_ends() {
    let (fake, lease, deed) = contract();
    for document in [&lease, &deed] {
        let changes = fake.library.changes(document).unwrap();
        let kinds: Vec<_> = changes.iter().map(|one| (one.kind, one.part.as_str())).collect();
        assert_eq!(kinds, [(AmendmentKind::Replaced, "5.1"), (AmendmentKind::Deleted, "5.2")]);
        let [replaced, deleted] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!(replaced.old.as_ref().unwrap().text, "£48,500");
        assert_eq!(replaced.new.as_ref().unwrap().text, "£51,250");
        assert!(replaced.old_is_named && !deleted.old_is_named);
        assert_eq!(replaced.dates, ["1 May 2021"]);
        assert_eq!(replaced.dated.as_deref(), Some("8 March 2021"));
        // What is deleted stands in the lease, and nothing more than it.
        let old = deleted.old.as_ref().unwrap();
        assert_eq!(old.document, lease);
        assert_eq!(old.text, "5.2 It is paid on the first day of each quarter.");
        assert!(deleted.new.is_none());
        for words in [&replaced.said, &deleted.said, old] {
            let link = DeepLink {
                document: words.document.clone(),
                page: words.page,
                span: Some(words.span),
            };
            assert_eq!(fake.library.linked(&link).unwrap(), words.quads);
            assert!(!words.quads.is_empty());
        }
    }
    let changes = fake.library.changes(&lease).unwrap();
    for (format, expected) in [
        (TableFormat::Markdown, "| 5.1 | replaced | £48,500"),
        (TableFormat::Html, "<td>£51,250<br>"),
        (TableFormat::Csv, "5.2,deleted,"),
        (TableFormat::Json, "\"kind\": \"deleted\""),
    ] {
        let text = changes_as("lease.pdf", &changes, format);
        assert!(text.contains(expected) && text.contains("citelight://"), "{text}");
    }
    assert!(changes_as("x.pdf", &[], TableFormat::Markdown).contains("No changes"));
}

#[test]
fn a_document_that_is_named_alone_is_asked_with_what_changes_it() {
    let (fake, lease, deed) = contract();
    let other = "# Minutes\nThe rent of the hall was talked about. It is £900 a year.\n";
    let other = fake.import(&fake.file("minutes.pdf", &[other])).row().id.clone();
    let asked = |question| {
        let answer = fake.library.ask(&asking(question)).unwrap();
        let documents = answer.passages.into_iter().map(|passage| passage.document);
        documents.collect::<HashSet<DocumentId>>()
    };
    assert_eq!(
        asked("What is the rent a year according to lease.pdf?"),
        HashSet::from([lease, deed.clone()])
    );
    assert_eq!(asked("What is the rent a year according to deed.pdf?"), HashSet::from([deed]));
    assert_eq!(asked("What is the rent according to minutes.pdf?"), HashSet::from([other.clone()]));
    // Whatever else is named.
    assert_eq!(
        asked("What does minutes.pdf say about the rent of the Lease of Quayside House?"),
        HashSet::from([other])
    );
}

const QUESTIONS: [&str; 2] = ["What is the rent a year?", "Which vaccine prevents measles?"];

fn questions() -> Vec<String> {
    QUESTIONS.map(str::to_owned).to_vec()
}

#[test]
fn a_matrix_is_filled_once_stopped_and_goes_on() {
    let (fake, lease, deed) = contract();
    let library = &fake.library;
    let id = library.set_matrix("Terms", &questions(), &[lease.clone(), deed.clone()]).unwrap();
    let heard = AtomicUsize::new(0);
    let told = |_| {
        heard.fetch_add(1, Ordering::Relaxed);
    };
    let stopped = library.fill_matrix(id, &AtomicBool::new(true), &told).unwrap();
    assert_eq!((stopped.done, stopped.total, stopped.running), (0, 4, false));
    let filled = library.fill_matrix(id, &AtomicBool::new(false), &told).unwrap();
    assert_eq!(filled.done, 4);
    let matrix = library.matrix(id).unwrap();
    let rent = matrix.cell(matrix.questions[0].id, &lease).unwrap().answer.clone().unwrap();
    assert!(rent.found && rent.text.contains("48,500"), "{rent:?}");
    assert_eq!(rent.citation.unwrap().document, lease);
    let none = matrix.cell(matrix.questions[1].id, &lease).unwrap().answer.clone().unwrap();
    assert!(!none.found && none.text.is_empty() && none.citation.is_none());
    assert!(library.history(10).unwrap().is_empty(), "cells are no part of the history");

    // Nothing waits: a further filling asks nothing. All anew asks all.
    let before = heard.load(Ordering::Relaxed);
    library.fill_matrix(id, &AtomicBool::new(false), &told).unwrap();
    assert!(heard.load(Ordering::Relaxed) - before <= 2);
    library.outdate_matrix(id).unwrap();
    assert_eq!(library.matrix_progress(id).unwrap().done, 0);
    library.fill_matrix(id, &AtomicBool::new(false), &told).unwrap();
    assert_eq!(library.matrix_progress(id).unwrap().done, 4);
}

#[test]
fn corrections_are_kept_and_marked() {
    let (fake, lease, deed) = contract();
    let library = &fake.library;
    let id = library.set_matrix("Terms", &questions(), &[lease.clone(), deed]).unwrap();
    let question = library.matrix(id).unwrap().questions[0].id;
    library.correct_cell(question, &lease, "  £50,000 ").unwrap();
    library.fill_matrix(id, &AtomicBool::new(false), &|_| {}).unwrap();
    library.outdate_matrix(id).unwrap();
    library.fill_matrix(id, &AtomicBool::new(false), &|_| {}).unwrap();
    let fake = fake.reopen();
    let library = &fake.library;
    let matrix = library.matrix(id).unwrap();
    let cell = matrix.cell(question, &lease).unwrap();
    assert_eq!(cell.corrected.as_deref(), Some("£50,000"));
    assert!(cell.answer.as_ref().unwrap().text.contains("48,500"), "what the document says stays");
    assert!(matrix_as(&matrix, TableFormat::Markdown).contains("£50,000 (corrected)"));
    let workbook = library.matrix_file(id, Path::new("t.xlsx")).unwrap();
    assert!(workbook.starts_with(b"PK"));
    assert!(library.matrix_file(id, Path::new("t.doc")).is_err());
    library.correct_cell(question, &lease, "").unwrap();
    assert!(library.matrix(id).unwrap().cell(question, &lease).unwrap().corrected.is_none());
    assert!(library.correct_cell(question, &lease, &"x".repeat(3_000)).is_err());
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one_and_keeps_corrections() {
    let (fake, lease, _) = contract();
    let library = &fake.library;
    let id = library.set_matrix("Terms", &questions(), std::slice::from_ref(&lease)).unwrap();
    let question = library.matrix(id).unwrap().questions[0].id;
    library.fill_matrix(id, &AtomicBool::new(false), &|_| {}).unwrap();
    library.correct_cell(question, &lease, "checked").unwrap();
    let text = "# Lease of Quayside House\n\n# 5 Rent\n5.1 The rent is £60,000 a year.\n";
    let newer = fake.import(&fake.file("lease.pdf", &[text])).row().id.clone();
    assert_ne!(newer, lease);
    library.fill_matrix(id, &AtomicBool::new(false), &|_| {}).unwrap();
    let matrix = library.matrix(id).unwrap();
    assert_eq!(matrix.documents.len(), 1);
    assert_eq!(matrix.documents[0].id, newer);
    let cell = matrix.cell(question, &newer).unwrap();
    assert!(cell.answer.as_ref().unwrap().text.contains("60,000"), "{cell:?}");
    assert_eq!(cell.corrected.as_deref(), Some("checked"));
}

#[test]
fn what_cannot_be_a_matrix_is_refused_and_what_is_removed_goes() {
    let (fake, lease, deed) = contract();
    let library = &fake.library;
    for (name, asked) in [("", questions()), ("Terms", Vec::new()), ("Terms", vec![" ".into()])] {
        assert!(library.set_matrix(name, &asked, &[]).is_err(), "{name} {asked:?}");
    }
    assert!(library.matrices().unwrap().is_empty(), "nothing is left of what was refused");
    let id = library.set_matrix("Terms", &questions(), &[]).unwrap();
    assert_eq!(
        library.set_matrix("terms", &questions(), std::slice::from_ref(&lease)).unwrap(),
        id
    );
    library.fill_matrix(id, &AtomicBool::new(false), &|_| {}).unwrap();
    library.remove(&lease).unwrap();
    let matrix = library.matrix(id).unwrap();
    assert!(matrix.documents.is_empty() && matrix.cells.is_empty());
    library.set_matrix("Terms", &questions(), &[deed]).unwrap();
    library.delete_matrix(id).unwrap();
    assert!(library.matrix(id).is_err() && library.delete_matrix(id).is_err());
}

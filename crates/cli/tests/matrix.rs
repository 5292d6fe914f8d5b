//! An answer matrix on the command line: filled, killed at random moments, exported. Needs `cargo xtask setup`.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use citelight_core::{Matrix, MatrixId};
use citelight_engine::Library;
use citelight_parts::Parts;

const QUESTIONS: &str = "# about the samples\n\
    What is the notice period?\nWho signed the agreement?\nWhat was revenue in the third quarter of 2025?\n\
    How many days of annual leave are there?\n\nWhat is liability limited to?\nWhat is the fee?\n";
/// Kills that the filling has to survive.
const KILLS: u64 = 20;

fn citelight(library: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.arg("--library").arg(library).args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn done(library: &Path, arguments: &[&str]) {
    let output = citelight(library, arguments).stderr(Stdio::piped()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {:?}\n{errors}", output.status);
}

fn with_samples() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let samples = Parts::locate().samples();
    let samples: Vec<&str> = samples.iter().map(|path| path.to_str().unwrap()).collect();
    done(&dir.path().join("library"), &[&["add"][..], &samples].concat());
    let questions = dir.path().join("terms.txt");
    fs::write(&questions, QUESTIONS).unwrap();
    (dir, questions.to_str().unwrap().to_owned())
}

/// What a matrix says, cell by cell; the times that answers took are no part of it.
fn said(matrix: &Matrix) -> HashSet<(i64, String, String)> {
    let cell = |cell: &citelight_core::MatrixCell| {
        let text = cell.answer.as_ref().map(|answer| answer.text.clone());
        (cell.question.0, cell.document.to_string(), text.unwrap_or_default())
    };
    matrix.cells.iter().map(cell).collect()
}

fn read(library: &Path) -> Option<(MatrixId, Matrix, u32)> {
    let library = Library::open(library, Parts::locate(), |_| {}).unwrap();
    let id = library.matrices().unwrap().first()?.id;
    let done = library.matrix_progress(id).unwrap().done;
    Some((id, library.matrix(id).unwrap(), done))
}

#[test]
fn a_matrix_survives_being_killed_at_any_moment() {
    let (dir, questions) = with_samples();
    let rough = dir.path().join("library");
    let calm = dir.path().join("calm");
    done(
        &calm,
        &[
            &["add"][..],
            &Parts::locate().samples().iter().map(|p| p.to_str().unwrap()).collect::<Vec<_>>(),
        ]
        .concat(),
    );
    let began = Instant::now();
    done(&calm, &["matrix", &questions]);
    let whole = began.elapsed();

    let (mut most, mut corrected) = (0, None);
    for kill in 0..KILLS {
        let share = (kill as f64 * 0.618_034).fract();
        let moment = whole.mul_f64(share).max(Duration::from_millis(5));
        let mut child = citelight(&rough, &["matrix", &questions]).spawn().unwrap();
        std::thread::sleep(moment);
        let _ = child.kill(); // SIGKILL
        child.wait().unwrap();
        let Some((id, matrix, filled)) = read(&rough) else { continue };
        assert!(filled >= most, "after kill {kill}: {filled} cells are left of {most}");
        most = filled;
        let places: HashSet<_> =
            matrix.cells.iter().map(|cell| (cell.question, &cell.document)).collect();
        assert_eq!(places.len(), matrix.cells.len(), "a cell is there twice");
        // What a person writes in between is kept too.
        if corrected.is_none() && filled > 0 {
            let (question, document) = (matrix.questions[0].id, matrix.documents[0].id.clone());
            let library = Library::open(&rough, Parts::locate(), |_| {}).unwrap();
            library.correct_cell(question, &document, "one month").unwrap();
            corrected = Some((id, question, document));
        }
    }
    assert!(most > 0 && corrected.is_some());
    done(&rough, &["matrix", &questions]);
    let (_, matrix, filled) = read(&rough).unwrap();
    assert_eq!(filled, 18);
    assert_eq!(said(&matrix), said(&read(&calm).unwrap().1));
    let (_, question, document) = corrected.unwrap();
    assert_eq!(matrix.cell(question, &document).unwrap().corrected.as_deref(), Some("one month"));
    done(&rough, &["doctor"]);
}

#[test]
fn a_matrix_is_written_in_every_form_and_fills_only_what_is_new() {
    let (dir, questions) = with_samples();
    let library = dir.path().join("library");
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for name in ["t.xlsx", "t.csv", "t.md", "t.html", "t.json"] {
        done(&library, &["matrix", &questions, "--out", &file(name)]);
    }
    assert!(fs::read(file("t.xlsx")).unwrap().starts_with(b"PK"));
    let csv = fs::read_to_string(file("t.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| line.contains(".pdf")).count(), 18, "{csv}");
    for name in ["t.csv", "t.md", "t.html", "t.json"] {
        assert!(fs::read_to_string(file(name)).unwrap().contains("citelight://"), "{name}");
    }
    let status = citelight(&library, &["matrix", &questions, "--out", &file("t.doc")]).status();
    assert_eq!(status.unwrap().code(), Some(2), "an ending that says no form is refused");

    let (_, before, _) = read(&library).unwrap();
    // A question more and one document less: what is left is not asked again.
    fs::write(&questions, format!("{QUESTIONS}Who is the chair?\n")).unwrap();
    let agreement = "harbour-services-agreement.pdf";
    done(&library, &["matrix", &questions, "--doc", agreement]);
    let (_, after, filled) = read(&library).unwrap();
    assert_eq!((after.documents.len(), after.questions.len(), filled), (1, 7, 7));
    assert!(said(&after).intersection(&said(&before)).count() >= 6);
    // The document that was left out comes back with its cells.
    done(&library, &["matrix", &questions]);
    let (_, again, filled) = read(&library).unwrap();
    assert_eq!((again.documents.len(), filled), (3, 21));
}

/// Every citation of a cell leads to words that the document holds where it says.
#[test]
fn a_cell_quotes_what_stands_at_its_link() {
    let (dir, questions) = with_samples();
    let path = dir.path().join("library");
    done(&path, &["matrix", &questions]);
    let (_, matrix, _) = read(&path).unwrap();
    let library = Library::open(&path, Parts::locate(), |_| {}).unwrap();
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut cited = 0;
    for citation in matrix
        .cells
        .iter()
        .filter_map(|cell| cell.answer.as_ref()?.citation.as_ref())
        .filter(|citation| citation.cell.is_none())
    {
        let words = library.text_of(&citation.document, citation.span).unwrap();
        assert_eq!(folded(&words), folded(&citation.quote));
        assert!(!citation.quads.is_empty());
        cited += 1;
    }
    assert!(cited > 2, "{cited}");
}

//! What a person takes along: words that are copied, and a copy of a document with the evidence highlighted.
//! And where the marks lie, at every size of the page, turned every way, on sharper screens.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use citelight_core::{Citation, Rect};
use lopdf::{Document, Object};
use serde_json::{Value, json};

use crate::app::{App, Scene};
use crate::drag::{pointer, windows};
use crate::picture::Area;
use crate::selection::Selected;
use crate::wait::wait;
use crate::{HANDBOOK, LEAVE};

/// WebDriver's codes for Control (webdriver2, section 17.4.2), and for letting go of every key that is held.
const CONTROL: char = '\u{E009}';
const LET_GO: char = '\u{E000}';
/// How far a mark may lie from its words, in CSS pixels.
const TOLERANCE_PX: f64 = 1.0;
/// How far a quadrilateral of the copy may lie from its words, in points.
const TOLERANCE_PT: f32 = 0.05;

/// What is on the clipboard, by pasting it into the question.
fn pasted(app: &App<'_>, wanted: impl Fn(&str) -> bool) -> String {
    app.put_question("");
    app.type_in("[data-testid=question]", &format!("{CONTROL}v{LET_GO}"));
    wait("the clipboard in the question", || {
        let script = "return document.querySelector('[data-testid=question]').value";
        match app.script(script, json!([])) {
            Value::String(text) if wanted(&text) => Ok(text),
            other => Err(other.to_string()),
        }
    })
}

/// The newest answer's citations.
fn citations(scene: &Scene) -> Vec<Citation> {
    let library = scene.library();
    let id = library.history(1).unwrap()[0].id;
    library.earlier_answer(id).unwrap().citations
}

#[test]
fn words_and_answers_are_copied() {
    let scene = Scene::new("copied");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    let selected = Selected::at(&app, 0.2, 0.47);
    app.click("[data-testid=copy-selection]");
    let word = pasted(&app, |text| !text.is_empty());

    Selected::at(&app, 0.2, 0.47);
    app.click("[data-testid=copy-reference]");
    let reference = pasted(&app, |text| text.contains(HANDBOOK));
    assert!(reference.contains(&word), "{reference}");

    app.ask(LEAVE);
    app.answer_to(LEAVE);
    app.click("[data-testid=copy]");
    app.click("[data-testid=copy-markdown]");
    let markdown = pasted(&app, |text| text.contains("citelight://"));
    // Numbers stand apart from the words, each with where it leads.
    assert!(markdown.contains("days") || markdown.contains("Days"), "{markdown}");
    assert!(markdown.contains("[1]") || markdown.contains("[^1]"), "{markdown}");
    app.quit();
    assert_eq!(word.trim(), selected.word(&scene.library(), HANDBOOK));
}

#[test]
fn a_copy_with_highlights_is_saved_and_the_original_is_left_alone() {
    let scene = Scene::new("annotated");
    let app = scene.start_on(&[HANDBOOK]);
    let original = fs::read(scene.path(HANDBOOK)).unwrap();
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    let copy = scene.path("marked.pdf");
    app.click("[data-testid=save]");
    let before = windows(app.process().expect("the app runs"));
    app.click("[data-testid=save-annotated]");
    type_into_dialog(&app, &before, &copy);
    app.text_where("[data-testid=notice]", |text| text.contains("marked.pdf"));
    app.keep_picture("saved");
    app.quit();

    assert_eq!(fs::read(scene.path(HANDBOOK)).unwrap(), original);
    let mut wanted: Vec<(u32, Rect)> = citations(&scene)
        .iter()
        .flat_map(|citation| &citation.quads)
        .map(|quad| (quad.page.get(), quad.rect))
        .collect();
    for (page, found) in highlights(&copy) {
        let near = |rect: &Rect| {
            [(rect.x0, found.x0), (rect.y0, found.y0), (rect.x1, found.x1), (rect.y1, found.y1)]
                .iter()
                .all(|(one, two)| (one - two).abs() <= TOLERANCE_PT)
        };
        let at = wanted.iter().position(|(on, rect)| *on == page && near(rect));
        wanted.remove(at.unwrap_or_else(|| panic!("{found:?} on page {page} is not quoted")));
    }
    assert_eq!(wanted, [], "quoted, but not highlighted");
}

/// Types a path into the system's own file dialog, which has just come, and takes it.
fn type_into_dialog(app: &App<'_>, before: &HashSet<String>, path: &Path) {
    let process = app.process().expect("the app runs");
    let dialog = wait("the file dialog", || {
        windows(process).difference(before).next().cloned().ok_or_else(|| app.state())
    });
    pointer(&["windowfocus", "--sync", &dialog]);
    thread::sleep(Duration::from_millis(500));
    pointer(&["key", "ctrl+a"]);
    pointer(&["type", "--delay", "15", &path.to_string_lossy()]);
    pointer(&["key", "Return"]);
}

/// The rectangles that a file's highlights cover, by page, as another library than the one that wrote them
/// reads them; in points from the upper left.
fn highlights(file: &Path) -> Vec<(u32, Rect)> {
    let document = Document::load(file).expect("the copy is a PDF");
    let mut found = Vec::new();
    for (number, id) in document.get_pages() {
        let page = document.get_dictionary(id).unwrap();
        let height = match page.get(b"MediaBox").and_then(Object::as_array) {
            Ok(sides) => sides[3].as_float().unwrap(),
            Err(_) => panic!("page {number} has no size of its own"),
        };
        for annotation in document.get_page_annotations(id).unwrap() {
            if annotation.get(b"Subtype").and_then(Object::as_name).ok() != Some(b"Highlight") {
                continue;
            }
            let points = annotation.get(b"QuadPoints").and_then(Object::as_array).unwrap();
            let points: Vec<f32> = points.iter().map(|one| one.as_float().unwrap()).collect();
            for corners in points.chunks(8) {
                let xs = corners.iter().copied().step_by(2);
                let ys = corners.iter().copied().skip(1).step_by(2).map(|y| height - y);
                found.push((
                    number,
                    Rect {
                        x0: xs.clone().fold(f32::MAX, f32::min),
                        y0: ys.clone().fold(f32::MAX, f32::min),
                        x1: xs.fold(f32::MIN, f32::max),
                        y1: ys.fold(f32::MIN, f32::max),
                    },
                ));
            }
        }
    }
    found
}

#[test]
fn marks_lie_on_their_words_at_every_size_and_turn_and_density() {
    let scene = Scene::new("geometry");
    for density in [1, 2] {
        let app = if density == 1 {
            let app = scene.start_on(&[HANDBOOK]);
            app.ask(LEAVE);
            app.answer_to(LEAVE);
            app
        } else {
            scene.start_at_density(density)
        };
        app.element("[data-testid=highlight]");
        assert_eq!(app.script("return window.devicePixelRatio", json!([])), density);
        let cited = citations(&scene);
        let pages = scene.library().pages(&cited[0].document).unwrap();
        for turn in 0..4 {
            for zoom in ["0", "-", "+", "+", "+", "+"] {
                app.control(zoom);
                app.still();
                let marks = measured(&app);
                assert!(!marks.is_empty(), "no mark is drawn at density {density}, turn {turn}");
                for (number, page, mark) in marks {
                    let paper = &pages[number as usize - 1];
                    let (width, height) = (f64::from(paper.width), f64::from(paper.height));
                    let seen = if turn % 2 == 0 { width } else { height };
                    let scale = page.width / seen;
                    let off = cited
                        .iter()
                        .flat_map(|citation| citation.quads.iter().chain(&citation.context))
                        .filter(|quad| quad.page.get() == number)
                        .map(|quad| {
                            let (x0, y0, x1, y1) = turned(quad.rect, turn, width, height);
                            let wanted = Area {
                                x: page.x + x0 * scale,
                                y: page.y + y0 * scale,
                                width: (x1 - x0) * scale,
                                height: (y1 - y0) * scale,
                            };
                            wanted.distance(&mark)
                        })
                        .fold(f64::MAX, f64::min);
                    assert!(
                        off <= TOLERANCE_PX,
                        "{off} px off at density {density}, turn {turn}, {scale} px a point: {mark:?}"
                    );
                }
            }
            app.control("r");
        }
        app.quit();
    }
}

/// A rectangle on a page that is turned clockwise by so many quarters.
pub(crate) fn turned(rect: Rect, turn: u32, width: f64, height: f64) -> (f64, f64, f64, f64) {
    let (x0, y0) = (f64::from(rect.x0), f64::from(rect.y0));
    let (x1, y1) = (f64::from(rect.x1), f64::from(rect.y1));
    match turn {
        0 => (x0, y0, x1, y1),
        1 => (height - y1, x0, height - y0, x1),
        2 => (width - x1, height - y1, width - x0, height - y0),
        _ => (y0, width - x1, y1, width - x0),
    }
}

/// Number of the page, its picture's box, and the mark's, of every mark that is drawn.
fn measured(app: &App<'_>) -> Vec<(u32, Area, Area)> {
    let script = "const area = (element) => { \
          const { x, y, width, height } = element.getBoundingClientRect(); \
          return { x, y, width, height } }; \
        return [...document.querySelectorAll('[data-testid=highlight]')].flatMap((mark) => { \
          const page = mark.closest('[data-testid=page]'); \
          const image = page.querySelector('[data-testid=page-image]'); \
          return image ? [[Number(page.dataset.page), area(image), area(mark)]] : [] })";
    serde_json::from_value(app.script(script, json!([]))).expect("marks")
}

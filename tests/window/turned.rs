//! Words are selected by dragging over them, however the page is turned: by the viewer, and by the file itself.

use std::path::Path;

use citelight_core::{PageNumber, Rect};
use citelight_engine::TextWord;
use lopdf::Document;
use serde_json::json;

use crate::app::{App, Scene};
use crate::picture::Area;
use crate::taking::turned;
use crate::wait::wait;
use crate::{AGREEMENT, HANDBOOK};

/// How far the colour of a selection may lie from its words, in CSS pixels.
const TOLERANCE_PX: f64 = 1.0;

/// Gives every page of a file another turn, in degrees.
fn turn_pages(file: &Path, degrees: i64) {
    let mut document = Document::load(file).expect("a sample is a PDF");
    for id in document.get_pages().into_values() {
        document.get_dictionary_mut(id).expect("a page").set("Rotate", degrees);
    }
    document.save(file).expect("the sample's copy can be written");
}

/// The longest line of a page and a word two lines further down, where there is one.
fn sweep(words: &[TextWord]) -> Vec<(&TextWord, &TextWord)> {
    let lines: Vec<&[TextWord]> = words.chunk_by(|a, b| a.line == b.line).collect();
    let longest = lines.iter().max_by_key(|line| line.len()).expect("the page has words");
    let (first, last) = (&longest[1], &longest[longest.len() - 2]);
    let below = lines.iter().skip_while(|line| line[0].line != first.line).nth(2);
    let mut sweeps = vec![(first, last)];
    sweeps.extend(below.map(|line| (last, &line[0])));
    sweeps
}

/// The first page's box in the window, all of it in sight.
fn whole_page(app: &App<'_>) -> Area {
    for _ in 0..12 {
        app.still();
        let script = "const box = (css) => { const { x, y, width, height } = \
              document.querySelector(css).getBoundingClientRect(); return { x, y, width, height } }; \
            return [box('[data-testid=scroller]'), box(\"[data-testid=page][data-page='1']\")]";
        let [view, page]: [Area; 2] =
            serde_json::from_value(app.script(script, json!([]))).expect("two boxes");
        if view.holds(&page) {
            return page;
        }
        app.control("-");
    }
    panic!("the page never fits the window");
}

#[test]
fn words_are_selected_by_dragging_however_the_page_is_turned() {
    for (name, sample, degrees) in [("upright", HANDBOOK, 0), ("turned-90", AGREEMENT, 90)] {
        let scene = Scene::new(name);
        let file = scene.copy_sample(sample, sample);
        if degrees != 0 {
            turn_pages(&file, degrees);
        }
        let app = scene.start(&[&file]);
        app.all_ready(1);
        app.resize(1920, 1080);
        app.click("[data-testid=document] .name");
        app.drawn_page();
        let library = scene.library();
        let id = library.find_document(sample).expect("it is there").id;
        let paper = library.pages(&id).unwrap().remove(0);
        let (width, height) = (f64::from(paper.width), f64::from(paper.height));
        let words = library.text_words(&id, PageNumber::FIRST).unwrap();
        for turn in 0..4 {
            let page = whole_page(&app);
            let scale = page.width / if turn % 2 == 0 { width } else { height };
            let seen = |rect: Rect| {
                let (x0, y0, x1, y1) = turned(rect, turn, width, height);
                Area {
                    x: page.x + x0 * scale,
                    y: page.y + y0 * scale,
                    width: (x1 - x0) * scale,
                    height: (y1 - y0) * scale,
                }
            };
            let middle = |word: &TextWord| {
                let at = seen(word.rect);
                ((at.x + at.width / 2.0).round() as i64, (at.y + at.height / 2.0).round() as i64)
            };
            for (from, to) in sweep(&words) {
                app.drag(middle(from), middle(to));
                app.element("[data-testid=selection-menu]");
                let script = "return [...document.querySelectorAll('[data-testid=selected]')].map( \
                    (one) => { const { x, y, width, height } = one.getBoundingClientRect(); \
                      return { x, y, width, height } })";
                let shown: Vec<Area> =
                    serde_json::from_value(app.script(script, json!([]))).expect("boxes");
                let span = from.span.union(&to.span);
                let covered = words.iter().filter(|word| word.span.overlaps(&span));
                let lines: Vec<Rect> = covered
                    .collect::<Vec<_>>()
                    .chunk_by(|a, b| a.line == b.line)
                    .map(|line| {
                        line.iter().map(|word| word.rect).reduce(|a, b| a.union(&b)).unwrap()
                    })
                    .collect();
                assert_eq!(shown.len(), lines.len(), "one box a line: {shown:?}");
                for (line, box_) in lines.iter().zip(&shown) {
                    let off = seen(*line).distance(box_);
                    assert!(off <= TOLERANCE_PX, "{off} px off, file {degrees}, turn {turn}");
                }
                app.keep_picture(&format!("{turn}"));
                app.put_question("");
                app.click("[data-testid=ask-selection]");
                let asked = wait("the words in the question", || {
                    let script = "return document.querySelector('[data-testid=question]').value";
                    let text = app.script(script, json!([]));
                    let text = text.as_str().filter(|text| text.contains('“')).map(str::to_owned);
                    text.ok_or_else(|| app.state())
                });
                let words = library.text_of(&id, span).unwrap();
                let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
                let asked = asked.split_whitespace().collect::<Vec<_>>().join(" ");
                assert_eq!(asked, format!("“{words}”"), "file {degrees}, turn {turn}");
            }
            app.script("document.querySelector('[data-testid=scroller]').focus()", json!([]));
            app.control("r");
        }
        app.quit();
    }
}

//! Whether a citation's highlights lie on the cited words: measured on the screen, then compared
//! with the words' places in the library.

use citelight_core::Citation;
use citelight_engine::Library;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::picture::{Area, Colours, Picture};

/// How far a highlight may lie from where it belongs, in CSS pixels.
const TOLERANCE_PX: f64 = 2.0;
/// Blank paper right of a line's end, looked at in CSS pixels.
const BESIDE_PX: f64 = 6.0;

/// The highlights of citation 1 as they are on the screen.
pub(crate) struct Shown {
    marks: Vec<Mark>,
    scroller: Area,
    inside: Vec<Colours>,
    beside: Vec<Colours>,
}

/// One highlight, its page, and the page's image.
#[derive(Debug, Deserialize)]
struct Mark {
    number: u32,
    mark: Area,
    page: Area,
    image: Area,
}

impl Shown {
    /// Measures, once the window is still.
    pub(crate) fn of(app: &App<'_>) -> Shown {
        app.still();
        let script = "const area = (element) => { \
              const { x, y, width, height } = element.getBoundingClientRect(); \
              return { x, y, width, height } }; \
            const marks = document.querySelectorAll( \
              '[data-testid=highlight][data-citation=\"2\"]'); \
            return { \
              scroller: area(document.querySelector('[data-testid=scroller]')), \
              marks: Array.from(marks, (mark) => { \
                const page = mark.closest('[data-testid=page]'); \
                const image = page.querySelector('[data-testid=page-image]'); \
                return { number: Number(mark.dataset.page), mark: area(mark), \
                  page: area(page), image: area(image) } }) }";
        let mut measured = app.script(script, json!([]));
        let read = "what was measured has its form";
        let marks: Vec<Mark> = serde_json::from_value(measured["marks"].take()).expect(read);
        let scroller = serde_json::from_value(measured["scroller"].take()).expect(read);
        let picture = Picture::decode(app.screenshot());
        let beside = |mark: &Area| Area { x: mark.x + mark.width + 2.0, width: BESIDE_PX, ..*mark };
        Shown {
            inside: marks.iter().map(|each| picture.colours(&each.mark)).collect(),
            beside: marks.iter().map(|each| picture.colours(&beside(&each.mark))).collect(),
            marks,
            scroller,
        }
    }

    /// Checks them against the citation.
    pub(crate) fn check(&self, library: &Library, citation: &Citation) {
        assert_eq!(self.marks.len(), citation.quads.len(), "one highlight for each rectangle");
        let pages = library.pages(&citation.document).expect("the document is in the library");
        let mut words = Vec::new();
        for (shown, quad) in self.marks.iter().zip(&citation.quads) {
            let rect = quad.rect;
            assert_eq!(shown.number, quad.page.get());
            assert!(self.scroller.holds(&shown.mark), "{shown:?} is not in view");
            let paper = &pages[quad.page.index()];
            // By the image, not by the page's own box: the words are where the image shows them.
            let scale = shown.image.width / f64::from(paper.width);
            let expected = Area {
                x: shown.image.x + f64::from(rect.x0) * scale,
                y: shown.image.y + f64::from(rect.y0) * scale,
                width: f64::from(rect.x1 - rect.x0) * scale,
                height: f64::from(rect.y1 - rect.y0) * scale,
            };
            let distance = shown.mark.distance(&expected);
            assert!(distance <= TOLERANCE_PX, "{distance} px off: {shown:?}, not {expected:?}");
            assert!(shown.page.distance(&shown.image) <= TOLERANCE_PX, "{shown:?}");

            let (_, on_page) =
                library.page_words(&citation.document, quad.page).expect("the page was read");
            let within = on_page.iter().filter(|word| {
                let (x, y) =
                    ((word.rect.x0 + word.rect.x1) / 2.0, (word.rect.y0 + word.rect.y1) / 2.0);
                (rect.x0..rect.x1).contains(&x) && (rect.y0..rect.y1).contains(&y)
            });
            words.extend(within.map(|word| word.text.clone()));
        }
        assert_eq!(words.join(" "), citation.quote, "the words under the highlights");

        // What was measured so far could all be wrong together: the picture cannot.
        for inside in &self.inside {
            assert!(inside.marked > 0.5 && inside.dark > 0.03, "no highlighted text: {inside:?}");
        }
        let last = self.beside.len() - 1;
        for (index, beside) in self.beside.iter().enumerate() {
            assert!(beside.marked == 0.0, "colour runs over the end of the line: {beside:?}");
            // A last line may end in the middle of the next sentence's line.
            assert!(index == last || beside.white > 0.95, "no blank paper: {beside:?}");
        }
    }
}

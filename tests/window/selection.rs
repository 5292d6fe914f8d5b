//! Words selected on a page: measured on the screen, then compared with the words' places in the library.

use citelight_engine::Library;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::picture::Area;

/// How far a selection may lie from its word, in CSS pixels.
const TOLERANCE_PX: f64 = 1.0;

/// A word that was pressed twice, as the window shows it.
#[derive(Debug, Deserialize)]
pub(crate) struct Selected {
    page: Area,
    selected: Area,
}

impl Selected {
    /// Presses twice on the first page, so far from its upper left corner in shares of its size.
    pub(crate) fn at(app: &App<'_>, x: f64, y: f64) -> Selected {
        app.still();
        let press = "const [x, y] = arguments; \
            const page = document.querySelector('[data-testid=page]'); \
            const box = page.getBoundingClientRect(); \
            const at = { clientX: box.x + x * box.width, clientY: box.y + y * box.height, \
              bubbles: true, cancelable: true, button: 0 }; \
            for (const detail of [1, 2]) { \
              page.dispatchEvent(new MouseEvent('mousedown', { ...at, detail })); \
              window.dispatchEvent(new MouseEvent('mouseup', { ...at, detail })); }";
        app.script(press, json!([x, y]));
        app.element("[data-testid=selection-menu]");
        let measure = "const area = (css) => { const { x, y, width, height } = \
              document.querySelector(css).getBoundingClientRect(); return { x, y, width, height } }; \
            return { page: area('[data-testid=page]'), selected: area('[data-testid=selected]') }";
        serde_json::from_value(app.script(measure, json!([]))).expect("a page and a selection")
    }

    /// The word of the document's first page that was selected: the one whose box is the selection's.
    pub(crate) fn word(&self, library: &Library, file: &str) -> String {
        let id = library.find_document(file).expect("the document is there").id;
        let paper = &library.pages(&id).expect("it has pages")[0];
        let scale = self.page.width / f64::from(paper.width);
        let near = |a: f64, b: f64| (a - b).abs() <= TOLERANCE_PX;
        let words = library.text_words(&id, paper.page).expect("it has words");
        let word = words.iter().find(|word| {
            let rect = word.rect;
            near(self.page.x + f64::from(rect.x0) * scale, self.selected.x)
                && near(self.page.y + f64::from(rect.y0) * scale, self.selected.y)
                && near(f64::from(rect.x1 - rect.x0) * scale, self.selected.width)
                && near(f64::from(rect.y1 - rect.y0) * scale, self.selected.height)
        });
        let word = word.unwrap_or_else(|| panic!("no word lies where {self:?} shows one"));
        library.text_of(&id, word.span).expect("it has text")
    }
}

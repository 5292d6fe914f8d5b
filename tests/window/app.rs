//! The app, started as a person starts it, and its window as a person sees it. Every app has a
//! library and a home of its own. Refuses to reach behind the window: what is checked there is
//! checked through the engine, after the app has gone.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use citelight_engine::Library;
use citelight_parts::Parts;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::driver::{Driver, Element};
use crate::wait::{wait, wait_within};

/// WebDriver's code for the Enter key (webdriver2, section 17.4.2).
const ENTER: &str = "\u{E007}";
/// Reading and indexing a document, on a machine with other work.
const IMPORT: Duration = Duration::from_secs(180);
/// The program.
pub(crate) const APP: &str = env!("CARGO_BIN_EXE_citelight-app");

/// There is one pointer and one focus, so there is one window at a time.
static DESKTOP: Mutex<()> = Mutex::new(());

/// What one test works in: its folders, and the desktop for itself.
pub(crate) struct Scene {
    name: &'static str,
    folder: TempDir,
    _desktop: MutexGuard<'static, ()>,
}

impl Scene {
    /// Checks that everything is there that the window needs, and waits for the desktop.
    pub(crate) fn new(name: &'static str) -> Scene {
        let desktop = DESKTOP.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(
            env::var_os("DISPLAY").is_some_and(|display| !display.is_empty()),
            "there is no display: run `cargo xtask test`, or \
             `dbus-run-session -- xvfb-run -a cargo test -p citelight-app --test window`"
        );
        let reader = Path::new(APP).with_file_name("citelight-reader");
        assert!(
            reader.is_file(),
            "{} is not there: run `cargo build -p citelight-reader-child`",
            reader.display()
        );
        for part in ["native", "models", "assets/samples"] {
            let path = root().join(part);
            assert!(path.is_dir(), "{} is not there: run `cargo xtask setup`", path.display());
        }
        let folder = tempfile::Builder::new().prefix("citelight-window-").tempdir();
        Scene { name, folder: folder.expect("a folder for the test"), _desktop: desktop }
    }

    /// A path in the test's own folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Copies a sample document into the test's folder.
    pub(crate) fn copy_sample(&self, sample: &str, name: &str) -> PathBuf {
        let copy = self.path(name);
        fs::copy(root().join("assets/samples").join(sample), &copy).expect("the sample is there");
        copy
    }

    /// Starts the app on the test's library, and waits until its window has something to show.
    pub(crate) fn start(&self, files: &[&Path]) -> App<'_> {
        self.start_with(files, 1)
    }

    /// Starts the app on a screen of so many pixels for each CSS pixel, and waits for what it showed before.
    pub(crate) fn start_at_density(&self, density: u32) -> App<'_> {
        self.start_with(&[], density)
    }

    fn start_with(&self, files: &[&Path], density: u32) -> App<'_> {
        let mut args = vec!["--library".to_owned(), text(&self.path("library"))];
        args.extend(files.iter().map(|file| text(file)));
        let home = |name: &str| text(&self.path("home").join(name));
        let environment = [
            ("CITELIGHT_ROOT", text(&root())),
            // Preferences of the person who runs the test neither count nor change.
            ("XDG_DATA_HOME", home("data")),
            ("XDG_CONFIG_HOME", home("config")),
            ("XDG_CACHE_HOME", home("cache")),
            // The pointer is moved by X11's own means.
            ("GDK_BACKEND", "x11".to_owned()),
            // A pixel of a screenshot is a CSS pixel.
            ("GDK_SCALE", density.to_string()),
            // No accessibility bus and no portals: each of them starts programs and writes of it.
            ("NO_AT_BRIDGE", "1".to_owned()),
            ("GTK_USE_PORTAL", "0".to_owned()),
            // OpenMP's threads spin while they wait, unless told otherwise from outside.
            ("OMP_WAIT_POLICY", "passive".to_owned()),
            // Without these two Tauri opens no door for a driver; tauri-driver sets them too.
            ("TAURI_AUTOMATION", "true".to_owned()),
            ("TAURI_WEBVIEW_AUTOMATION", "true".to_owned()),
        ];
        for (name, path) in &environment {
            if name.starts_with("XDG") {
                fs::create_dir_all(path).expect("a home for the app");
            }
        }
        let driver = Driver::start(Path::new(APP), &args, &environment, &self.path("app.log"));
        let app = App { driver, scene: self };
        wait("the window's first content", || {
            let shown = app.driver.script(
                "return document.querySelector('[data-testid=import-samples], \
                 [data-testid=question], [data-testid=unlock]') !== null",
                json!([]),
            );
            if shown == true { Ok(()) } else { Err("an empty window".to_owned()) }
        });
        app
    }

    /// Starts the app with copies of these sample documents, and waits until all can be asked.
    pub(crate) fn start_on(&self, samples: &[&str]) -> App<'_> {
        let files: Vec<_> = samples.iter().map(|name| self.copy_sample(name, name)).collect();
        let app = self.start(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        app.all_ready(samples.len());
        app
    }

    /// The test's library, opened without the app.
    pub(crate) fn library(&self) -> Library {
        Library::open(&self.path("library"), Parts::locate(), |_| {}).expect("the library opens")
    }
}

/// A running app. Dropping it ends it, its processes and its driver.
pub(crate) struct App<'a> {
    driver: Driver,
    scene: &'a Scene,
}

impl App<'_> {
    /// Waits until the selector finds something.
    #[track_caller]
    pub(crate) fn element(&self, css: &str) -> Element<'_> {
        wait(css, || self.driver.find(css).map_err(|error| self.with_state(&error)))
    }

    /// Waits until there is something to click, and clicks it.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        wait(&format!("a click on {css}"), || {
            let clicked = self.driver.find(css).and_then(|element| element.click());
            clicked.map_err(|error| self.with_state(&error))
        });
    }

    /// Waits until there is such an element, and brings it into the middle of what is seen.
    #[track_caller]
    pub(crate) fn scroll_to(&self, css: &str) {
        self.element(css);
        let script = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })";
        self.script(script, json!([css]));
    }

    /// Waits until the text of the first such element is as wanted, and gives it.
    #[track_caller]
    pub(crate) fn text_where(&self, css: &str, wanted: impl Fn(&str) -> bool) -> String {
        wait(&format!("the text of {css}"), || {
            let text = self.driver.find(css).and_then(|element| element.text());
            match text {
                Ok(text) if wanted(&text) => Ok(text),
                Ok(text) => Err(self.with_state(&text)),
                Err(error) => Err(self.with_state(&error)),
            }
        })
    }

    /// Waits until an attribute of the first such element has this value.
    #[track_caller]
    pub(crate) fn attribute_is(&self, css: &str, name: &str, wanted: &str) {
        wait(&format!("{css} with {name}={wanted}"), || {
            let value = self.driver.find(css).and_then(|element| element.attribute(name));
            match value {
                Ok(Some(value)) if value == wanted => Ok(()),
                other => Err(self.with_state(&format!("{other:?}"))),
            }
        });
    }

    /// Waits until nothing is found any more.
    #[track_caller]
    pub(crate) fn gone(&self, css: &str) {
        wait(&format!("{css} to go"), || match self.count(css) {
            0 => Ok(()),
            count => Err(self.with_state(&format!("{count} of them"))),
        });
    }

    /// How many elements a selector finds now.
    pub(crate) fn count(&self, css: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.script(script, json!([css])).as_u64().unwrap_or(0)
    }

    /// The texts of all elements that a selector finds now.
    pub(crate) fn texts(&self, css: &str) -> Vec<String> {
        let script = "return Array.from(document.querySelectorAll(arguments[0]), \
                      (element) => element.innerText)";
        serde_json::from_value(self.script(script, json!([css]))).expect("texts")
    }

    /// Runs the body of a function in the window.
    pub(crate) fn script(&self, script: &str, args: Value) -> Value {
        self.driver.script(script, args)
    }

    /// Runs the body of a function that gives its value to the last of its arguments.
    pub(crate) fn script_with_end(&self, script: &str) -> Value {
        self.driver.script_with_end(script).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Presses a key, wherever the focus is.
    pub(crate) fn press(&self, key: char) {
        self.driver.press(key);
    }

    /// Drags from one point of the window to another, in CSS pixels.
    pub(crate) fn drag(&self, from: (i64, i64), to: (i64, i64)) {
        self.driver.drag(from, to);
    }

    /// Moves the pointer over the middle of the first such element.
    pub(crate) fn point_at(&self, css: &str) {
        self.element(css);
        let script = "const { x, y, width, height } = \
            document.querySelector(arguments[0]).getBoundingClientRect(); \
            return [Math.round(x + width / 2), Math.round(y + height / 2)]";
        let [x, y]: [i64; 2] =
            serde_json::from_value(self.script(script, json!([css]))).expect("a point");
        self.driver.point_at(x, y);
    }

    /// Presses a key with Control, as a shortcut of the window.
    pub(crate) fn control(&self, key: &str) {
        let script = "window.dispatchEvent(new KeyboardEvent('keydown', \
            { key: arguments[0], ctrlKey: true, bubbles: true, cancelable: true }))";
        self.script(script, json!([key]));
    }

    /// Test id of the element that has the focus.
    pub(crate) fn focus(&self) -> Option<String> {
        self.driver.focused().and_then(|element| element.attribute("data-testid")).ok().flatten()
    }

    /// Presses Enter in the question box.
    pub(crate) fn enter(&self) {
        self.element("[data-testid=question]").send_keys(ENTER).expect("Enter can be pressed");
    }

    /// Types a question in place of the one in the box, and presses Enter.
    pub(crate) fn ask(&self, question: &str) {
        self.put_question("");
        let typed = format!("{question}{ENTER}");
        self.element("[data-testid=question]").send_keys(&typed).expect("the box can be typed in");
    }

    /// Puts a question into the box at once, as pasting does.
    pub(crate) fn put_question(&self, question: &str) {
        self.put_text("[data-testid=question]", question);
    }

    /// Puts a text into a field at once, in place of what it holds.
    pub(crate) fn put_text(&self, css: &str, text: &str) {
        let script = "const box = document.querySelector(arguments[0]); \
                      box.value = arguments[1]; \
                      box.dispatchEvent(new InputEvent('input', { bubbles: true }))";
        self.element(css);
        self.script(script, json!([css, text]));
    }

    /// Types into a field, key by key.
    pub(crate) fn type_in(&self, css: &str, keys: &str) {
        self.element(css).send_keys(keys).expect("the field can be typed in");
    }

    /// Waits until a page's picture is there.
    pub(crate) fn drawn_page(&self) {
        wait("a page's picture", || {
            let script = "return [...document.querySelectorAll('[data-testid=page] img')] \
                          .some((picture) => picture.complete && picture.naturalWidth > 0)";
            if self.script(script, json!([])) == true { Ok(()) } else { Err(self.state()) }
        });
    }

    /// Waits for the answer to this very question, and gives its text.
    #[track_caller]
    pub(crate) fn answer_to(&self, question: &str) -> String {
        wait(&format!("the answer to “{question}”"), || {
            let script = "const answer = document.querySelector('[data-testid=answer]'); \
                const asked = answer?.querySelector('h2')?.textContent; \
                const busy = document.querySelector('[data-testid=asking]') !== null; \
                return asked === arguments[0] && !busy ? answer.innerText : null";
            let text = self.script(script, json!([question]));
            text.as_str().map(str::to_owned).ok_or_else(|| self.state())
        })
    }

    /// Waits until `count` documents are in the list and all of them can be asked.
    #[track_caller]
    pub(crate) fn all_ready(&self, count: usize) {
        wait_within(IMPORT, &format!("{count} documents to be ready"), || {
            let statuses = self.statuses();
            let ready = statuses.len() == count && statuses.iter().all(|status| status == "ready");
            if ready { Ok(()) } else { Err(self.state()) }
        });
    }

    /// The status of every document in the list.
    pub(crate) fn statuses(&self) -> Vec<String> {
        let script = "return Array.from(document.querySelectorAll('[data-testid=document]'), \
                      (row) => row.dataset.status)";
        serde_json::from_value(self.script(script, json!([]))).expect("statuses")
    }

    /// Gives the window another size, in CSS pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height });
        let set = self.driver.call("POST", "/window/rect", &size);
        set.unwrap_or_else(|error| panic!("resizing the window: {error}"));
        wait("the new size", || {
            let script = "return [window.innerWidth, window.innerHeight]";
            let now = self.script(script, json!([]));
            if now == json!([width, height]) { Ok(()) } else { Err(now.to_string()) }
        });
    }

    /// Waits until nothing moves, every page on screen has its image, and all of it is drawn.
    #[track_caller]
    pub(crate) fn still(&self) {
        wait("the window to be still", || {
            let script = "const all = (id) => \
                  Array.from(document.querySelectorAll(`[data-testid=${id}]`)); \
                const view = all('scroller')[0]?.getBoundingClientRect(); \
                const bare = all('page').filter((page) => { \
                  const { top, bottom } = page.getBoundingClientRect(); \
                  const seen = bottom > view.top && top < view.bottom; \
                  return seen && !page.querySelector('[data-testid=page-image]') }); \
                const coming = all('page-image').filter((image) => !image.alt); \
                return [document.getAnimations().length, bare.length, coming.length]";
            let seen = self.script(script, json!([]));
            if seen == json!([0, 0, 0]) { Ok(()) } else { Err(seen.to_string()) }
        });
        // A screenshot is of the last frame: of one that came after all that. The driver loses the
        // end of a script now and then; another frame costs nothing.
        wait("another frame", || {
            self.driver.script_with_end(
                "const end = arguments[0]; \
                 requestAnimationFrame(() => requestAnimationFrame(() => end()))",
            )
        });
    }

    /// The window's content as a PNG.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let base64 = self.driver.screenshot().unwrap_or_else(|error| panic!("{error}"));
        gtk::glib::base64_decode(&base64)
    }

    /// Keeps a picture for people to look at, where the environment names a folder for them.
    pub(crate) fn keep_picture(&self, name: &str) {
        if pictures().is_some() {
            self.still();
            keep(&format!("{}-{name}.png", self.scene.name), &self.screenshot());
        }
    }

    /// The app's processes and those of its driver: id and name.
    pub(crate) fn processes(&self) -> Vec<(u32, String)> {
        self.driver.processes()
    }

    /// Process id of the app itself.
    pub(crate) fn process(&self) -> Option<u32> {
        let processes = self.driver.processes();
        processes.into_iter().find(|(_, name)| name == "citelight-app").map(|(id, _)| id)
    }

    /// Closes the window, and waits until the app and all that it started have gone.
    #[track_caller]
    pub(crate) fn quit(self) {
        let closed = self.driver.call("DELETE", "/window", &Value::Null);
        closed.unwrap_or_else(|error| panic!("closing the window: {error}"));
        wait("the app to end", || {
            let left = self.driver.processes();
            let ours = left.iter().any(|(_, name)| name.starts_with("citelight"));
            if ours { Err(format!("{left:?}")) } else { Ok(()) }
        });
    }

    /// What the window shows, in a few lines.
    pub(crate) fn state(&self) -> String {
        let script = "const texts = (id) => \
              Array.from(document.querySelectorAll(`[data-testid=${id}]`), (e) => e.innerText); \
            return { \
              documents: Array.from(document.querySelectorAll('[data-testid=document]'), \
                (row) => [row.dataset.status, row.innerText]), \
              notices: texts('notice'), problems: texts('problem'), \
              error: texts('ask-error'), answer: texts('answer'), asking: texts('asking') }";
        self.script(script, json!([])).to_string()
    }

    fn with_state(&self, error: &str) -> String {
        format!("{error}; the window: {}", self.state())
    }
}

impl Drop for App<'_> {
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        let log = fs::read_to_string(self.scene.path("app.log")).unwrap_or_default();
        eprintln!("what the app and the driver wrote:\n{log}");
        if let Ok(picture) = self.driver.screenshot() {
            let picture = gtk::glib::base64_decode(&picture);
            keep(&format!("{}-failed.png", self.scene.name), &picture);
        }
    }
}

/// The checkout, which holds the app's parts.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    path.to_str().expect("paths of the tests are text").to_owned()
}

fn pictures() -> Option<PathBuf> {
    env::var_os("CITELIGHT_SCREENSHOTS").map(PathBuf::from)
}

fn keep(name: &str, png: &[u8]) {
    if let Some(folder) = pictures() {
        let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(name), png));
        kept.unwrap_or_else(|error| eprintln!("{name} could not be kept: {error}"));
    }
}

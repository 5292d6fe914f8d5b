//! Every view of the window, one after the other, in both themes: axe-core finds nothing serious in
//! any of them. `cargo xtask screens` takes their pictures too, at three sizes, in the language of
//! `CITELIGHT_SCREENS_LANGUAGE` where that is set.

use std::cell::RefCell;
use std::env;
use std::fs;

use serde_json::{Value, json};

use crate::app::{App, Scene, root};
use crate::{FEE, HANDBOOK, LEAVE, encrypted, long_pdf};

/// In CSS pixels; the first is the usual one.
const SIZES: [(u32, u32); 3] = [(1280, 800), (900, 700), (1920, 1080)];
const THEMES: [&str; 2] = ["light", "dark"];
/// Where axe-core lies once the interface's packages are installed.
const AXE: &str = "ui/node_modules/axe-core/axe.min.js";

/// The views of one running app, as they are visited.
struct Views<'a> {
    app: &'a App<'a>,
    /// Set to take pictures at every size.
    pictures: bool,
    found: RefCell<Vec<String>>,
}

impl<'a> Views<'a> {
    fn of(app: &'a App<'a>) -> Views<'a> {
        let axe = fs::read_to_string(root().join(AXE)).expect("axe-core is installed");
        app.script(&axe, json!([]));
        let pictures = env::var_os("CITELIGHT_SCREENS").is_some();
        Views { app, pictures, found: RefCell::default() }
    }

    /// Looks at what the window shows now.
    fn look(&self, name: &str) {
        self.look_at(name, || {});
    }

    /// Looks at what `show` brings; another size of the window may have closed it.
    fn look_at(&self, name: &str, show: impl Fn()) {
        for theme in THEMES {
            self.app
                .script("document.documentElement.dataset.theme = arguments[0]", json!([theme]));
            show();
            self.app.still();
            for violation in serious(self.app) {
                self.found.borrow_mut().push(format!("{name}, {theme}: {violation}"));
            }
            if self.pictures {
                self.take(&format!("{name}-{theme}"), &show);
            }
        }
    }

    fn take(&self, name: &str, show: &impl Fn()) {
        // The size that it had comes last: it is the first one again.
        for (width, height) in SIZES.into_iter().rev() {
            self.app.resize(width, height);
            self.app.still();
            show();
            self.app.keep_picture(&format!("{name}-{width}"));
        }
    }

    fn end(self) {
        let found = self.found.into_inner();
        assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
    }
}

/// What axe-core calls serious or critical, a line each.
fn serious(app: &App<'_>) -> Vec<String> {
    let script = "const end = arguments[arguments.length - 1]; \
        axe.run(document, { resultTypes: ['violations'] }).then( \
          ({ violations }) => end(violations \
            .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
            .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => \
              `${id} (${nodes.length}): ${node.target.join(' ')}: ${node.html.slice(0, 160)}: \
${node.failureSummary.replace(/\\s+/g, ' ').slice(0, 240)}`))), \
          (error) => end([`axe-core failed: ${error}`]))";
    match app.script_with_end(script) {
        Value::Array(lines) => {
            lines.iter().map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
        }
        other => panic!("axe-core gave {other}"),
    }
}

/// Has the window speak the language that is wanted.
fn speak(app: &App<'_>) {
    let Ok(language) = env::var("CITELIGHT_SCREENS_LANGUAGE") else { return };
    let script = "localStorage.setItem('citelight.window', \
                  JSON.stringify({ language: arguments[0] })); location.reload()";
    app.script(script, json!([language]));
    app.element(&format!("html[lang={language}] [data-testid=settings]"));
}

fn escape(app: &App<'_>) {
    app.press('\u{E00C}');
}

/// Shows or hides the contents. Where the window grew and shrank again they have gone by themselves.
fn contents(app: &App<'_>, shown: bool) {
    if (app.count("[data-testid=contents]") == 1) != shown {
        app.click("[data-testid=contents-toggle]");
    }
    match shown {
        true => drop(app.element("[data-testid=contents]")),
        false => app.gone("[data-testid=contents]"),
    }
}

#[test]
fn every_view_can_be_read_and_used_by_everyone() {
    let scene = Scene::new("screens");
    let app = scene.start(&[]);
    app.resize(1280, 800);
    speak(&app);
    let views = Views::of(&app);
    views.look("01-welcome");
    app.click("[data-testid=settings]");
    app.element("[data-testid=models-error], [data-testid=model]");
    views.look("02-settings");
    for part in ["passages", "search", "models", "storage"] {
        views.look_at(&format!("02-settings-{part}"), || {
            let script = "document.getElementById(arguments[0]).scrollIntoView()";
            app.script(script, json!([format!("settings-{part}")]));
        });
    }
    escape(&app);

    app.click("[data-testid=import-samples]");
    app.all_ready(3);
    app.element("[data-testid=suggestion]");
    views.look("03-questions-to-try");
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    views.look("04-answer");
    app.click("[data-testid=chip]");
    app.element("[data-testid=highlight]");
    views.look("05-citation");
    app.click("[data-testid=keep-evidence]");
    app.attribute_is("[data-testid=keep-evidence]", "aria-pressed", "true");
    app.click("[data-testid=how]");
    app.element("[data-testid=how-found]");
    views.look("06-how-it-was-found");
    app.click("[data-testid=thumbs-down]");
    app.element("[data-testid=what-is-wrong]");
    views.look("07-what-is-wrong");
    app.click("[data-testid=save]");
    views.look("08-save-as");
    escape(&app);
    app.control("f");
    app.put_text("[data-testid=find-text]", "leave");
    app.element("[data-testid=found].current");
    views.look("09-find");
    escape(&app);
    views.look_at("10-contents", || contents(&app, true));
    views.look_at("11-thumbnails", || {
        contents(&app, true);
        app.click("[data-testid=tab-pages]");
        app.element("[data-testid=thumbnail] img");
    });
    contents(&app, false);
    app.control("\\");
    app.element("[data-testid=pane] ~ [data-testid=pane] [data-testid=page] img");
    views.look("11-two-documents");
    app.control("\\");
    app.ask("What is the dental plan of the space station?");
    app.element("[data-testid=not-found]");
    views.look("12-nothing-found");
    app.ask(FEE);
    app.answer_to(FEE);
    app.click("[data-testid=history-toggle]");
    app.element("[data-testid=history]");
    views.look("13-history");
    app.click("[data-testid=notebook-toggle]");
    app.element("[data-testid=notebook-entry]");
    views.look("13-notebook");
    app.click("[data-testid=notebook-toggle]");
    app.click("[data-testid=shortcuts]");
    views.look("14-shortcuts");
    escape(&app);
    views.look_at("15-remove", || {
        if app.count("[data-testid=confirm-remove]") == 0 && app.count("[data-testid=remove]") > 0 {
            app.click("[data-testid=remove]");
            app.element("[data-testid=confirm-remove]");
        }
    });
    views.end();
    app.quit();
}

#[test]
fn views_of_trouble_can_be_read_and_used_by_everyone() {
    let scene = Scene::new("screens");
    let (broken, locked) = (scene.path("broken.pdf"), scene.path("board minutes.pdf"));
    let long = scene.path("pallets.pdf");
    fs::write(&broken, "This is a letter, not a PDF.\n").unwrap();
    fs::write(&locked, encrypted::encrypted("harbour", "The budget is 42 million.")).unwrap();
    fs::write(&long, long_pdf::long_pdf(600)).unwrap();
    let good = scene.copy_sample(HANDBOOK, HANDBOOK);
    let app = scene.start(&[&good, &broken, &locked]);
    app.resize(1280, 800);
    speak(&app);
    app.element("[data-testid=enter-password]");
    let views = Views::of(&app);
    views.look_at("16-password", || {
        // The form goes where the list is folded, and with it the button that shows it.
        if app.count("[data-testid=password]") == 0 && app.count("[data-testid=enter-password]") > 0
        {
            app.click("[data-testid=enter-password]");
            app.element("[data-testid=password]");
        }
    });
    escape(&app);
    views.look("17-notices");
    scene.library().register(&long).unwrap();
    app.click("[data-testid=pause]");
    views.look("18-paused");
    views.end();
    app.quit();
}

//! The app in its real window: started, clicked, typed at and dragged onto as by a person, on the
//! sample documents. What the window shows is checked in the window; what it keeps is checked
//! through the engine once the app has gone.
//!
//! Needs Linux with webkit2gtk-driver, xdotool and a display: `cargo xtask test` gives it one. With
//! `CITELIGHT_SCREENSHOTS` set to a folder, pictures of every state are kept there.
#![cfg(target_os = "linux")]

#[path = "window/app.rs"]
mod app;
#[path = "window/drag.rs"]
mod drag;
#[path = "window/driver.rs"]
mod driver;
#[path = "window/encrypted.rs"]
mod encrypted;
#[path = "window/http.rs"]
mod http;
#[path = "window/huge.rs"]
mod huge;
#[path = "window/journeys.rs"]
mod journeys;
#[path = "window/library.rs"]
mod library;
#[path = "window/long_pdf.rs"]
mod long_pdf;
#[path = "window/marks.rs"]
mod marks;
#[path = "window/notebook.rs"]
mod notebook;
#[path = "window/passphrase.rs"]
mod passphrase;
#[path = "window/picture.rs"]
mod picture;
#[path = "window/promptness.rs"]
mod promptness;
#[path = "window/scan.rs"]
mod scan;
#[path = "window/screens.rs"]
mod screens;
#[path = "window/selection.rs"]
mod selection;
#[path = "window/taking.rs"]
mod taking;
#[path = "window/turned.rs"]
mod turned;
#[path = "window/viewing.rs"]
mod viewing;
#[path = "window/wait.rs"]
mod wait;

use std::fs;

use citelight_core::{Feedback, FeedbackKind};
use serde_json::json;

use crate::app::Scene;
use crate::drag::Drag;
use crate::marks::Shown;
use crate::selection::Selected;
use crate::wait::wait;

const LAPTOP: &str = "How quickly must I report a lost or stolen laptop?";
/// Its answer is led by what holds now, which stands within the sentence that is quoted behind it.
const FEE: &str = "What is the fixed fee a month?";
/// Its answer has several pieces of evidence.
const LEAVE: &str = "How many days of annual leave do employees get?";
const HANDBOOK: &str = "northstar-handbook.pdf";
const AGREEMENT: &str = "harbour-services-agreement.pdf";

#[test]
fn samples_are_read_asked_and_cited_to_the_pixel() {
    let scene = Scene::new("samples");
    let app = scene.start(&[]);
    app.keep_picture("welcome");
    app.script(
        "window.seenStatuses = new Set(); \
         const look = () => document.querySelectorAll('[data-status]').forEach( \
           (row) => window.seenStatuses.add(row.dataset.status)); \
         new MutationObserver(look).observe(document.body, \
           { subtree: true, childList: true, attributes: true })",
        json!([]),
    );
    app.click("[data-testid=import-samples]");
    app.all_ready(3);
    let seen = app.script("return [...window.seenStatuses]", json!([])).to_string();
    assert!(seen.contains("reading") || seen.contains("indexing"), "no progress shown: {seen}");
    app.keep_picture("ready");

    app.ask(FEE);
    let answer = app.answer_to(FEE);
    assert!(answer.contains("£51,250"), "{answer}");
    app.keep_picture("answer");

    // Somewhere else first, so that the click has a way to go.
    app.click("[data-testid=document]:not(:has([aria-current])) .name");
    app.gone("[data-testid=highlight]");
    // The first one shows the words that answer, within the sentence that the second one shows.
    app.click("[data-testid=chip][data-n='2']");
    app.element("[data-testid=highlight][data-citation='2']");
    let usual = Shown::of(&app);
    app.keep_picture("citation");

    app.click("[data-testid=theme]");
    app.click("[data-testid=theme]");
    let theme = app.script("return document.documentElement.dataset.theme", json!([]));
    assert_eq!(theme, "dark");
    app.keep_picture("dark");
    app.resize(1920, 1080);
    let large = Shown::of(&app);
    app.keep_picture("large-dark");
    app.click("[data-testid=theme]");
    app.keep_picture("large");
    app.quit();

    let library = scene.library();
    let asked = library.history(1).unwrap();
    let answer = library.earlier_answer(asked[0].id).unwrap();
    for shown in [usual, large] {
        shown.check(&library, &answer.citations[1]);
    }
}

#[test]
fn words_are_selected_asked_about_and_found() {
    let scene = Scene::new("selection");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    // The title stands on the left, in the middle.
    let selected = Selected::at(&app, 0.2, 0.47);
    app.keep_picture("selected");
    app.click("[data-testid=ask-selection]");
    let asked = wait("the words in the question", || {
        let text = app.script("return document.querySelector('textarea').value", json!([]));
        text.as_str()
            .filter(|text| text.contains('“'))
            .map(str::to_owned)
            .ok_or_else(|| app.state())
    });

    app.control("f");
    app.put_text("[data-testid=find-text]", "STUDY");
    app.text_where("[data-testid=find-count]", |count| count.starts_with("1 of "));
    app.element("[data-testid=found].current");
    app.keep_picture("found");
    app.put_text("[data-testid=find-text]", "zebra crossing");
    app.text_where("[data-testid=find-count]", |count| count == "No match");
    app.quit();

    let word = selected.word(&scene.library(), HANDBOOK);
    assert_eq!(asked.trim(), format!("“{word}”"));
}

#[test]
fn the_contents_lead_to_sections_and_follow_the_pages() {
    let scene = Scene::new("contents");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.click("[data-testid=contents-toggle]");
    app.element("[data-testid=section]");
    app.keep_picture("open");
    // Of what is in the tree, something far behind. The tree may be drawn anew when the import ends.
    let asked = wait("a section to click", || {
        let clicked = app.script(
            "const lines = [...document.querySelectorAll('[data-testid=section]')]; \
             const line = lines[Math.floor(lines.length * 0.7)]; line?.click(); \
             return line?.textContent ?? null",
            json!([]),
        );
        clicked.as_str().map(str::to_owned).ok_or_else(|| app.state())
    });
    // In a pane as narrow as this the contents lie over the pages, and make way for them.
    app.gone("[data-testid=section]");
    app.click("[data-testid=contents-toggle]");
    let here = || {
        let script = "return document.querySelector('[data-testid=section][aria-current]') \
             ?.textContent ?? ''";
        app.script(script, json!([])).as_str().unwrap_or_default().to_owned()
    };
    wait("the section that was asked for", || match here() {
        section if section == asked => Ok(()),
        other => Err(other),
    });
    app.keep_picture("gone-to");
    app.script("document.querySelector('[data-testid=scroller]').scrollTo({ top: 0 })", json!([]));
    wait("the contents to follow the pages", || {
        let here = here();
        if !here.is_empty() && here != asked { Ok(()) } else { Err(here) }
    });
    app.quit();
}

#[test]
fn a_dragged_file_is_taken_in() {
    const TEST: &str = "a_dragged_file_is_taken_in";
    if let Some(file) = drag::offered() {
        return drag::offer(&file);
    }
    let scene = Scene::new("drag");
    let file = scene.copy_sample(HANDBOOK, "Handbuch für Größen.pdf");
    let app = scene.start(&[]);
    let (x, y) = drag::middle_of_window(app.process().expect("the app runs"));

    let drag = Drag::begin(TEST, &file);
    let mut step = 0;
    wait("the sign that files can be dropped", || {
        step += 1;
        drag.move_to(x + step % 20, y);
        let signs = app.count("[data-testid=drop-overlay]");
        if signs == 1 { Ok(()) } else { Err(app.state()) }
    });
    app.keep_picture("over");
    drag.drop_it();
    app.gone("[data-testid=drop-overlay]");
    app.all_ready(1);
    // Not WebDriver's text: WebKitGTK's has none for this element, although it is on the picture.
    assert_eq!(app.texts("[data-testid=document] p.file"), ["Handbuch für Größen.pdf"]);
    app.keep_picture("ready");
    app.quit();
    assert!(file.is_file(), "a file that was taken in stays where it was");
}

#[test]
fn bad_files_are_named_and_good_ones_go_on() {
    let scene = Scene::new("bad-files");
    let (broken, empty) = (scene.path("broken.pdf"), scene.path("empty.pdf"));
    let (bare, deleted) = (scene.path("bare folder"), scene.path("deleted.pdf"));
    fs::write(&broken, "This is a letter, not a PDF.\n").unwrap();
    fs::write(&empty, "").unwrap();
    fs::create_dir(&bare).unwrap();
    fs::write(bare.join("notes.txt"), "nothing to read").unwrap();
    let good = scene.copy_sample(HANDBOOK, HANDBOOK);

    let app = scene.start(&[&broken, &empty, &bare, &deleted, &good]);
    wait("a notice for each of the bad files", || {
        let notices = app.texts("[data-testid=notice]");
        let named = ["broken.pdf", "empty.pdf", "bare folder", "deleted.pdf"];
        let all = named.iter().all(|name| notices.iter().any(|notice| notice.contains(name)));
        if all && notices.len() == 4 { Ok(()) } else { Err(app.state()) }
    });
    app.keep_picture("notices");
    app.all_ready(1);
    app.ask(LAPTOP);
    let answer = app.answer_to(LAPTOP);
    assert!(answer.contains("within four hours"), "{answer}");
    app.keep_picture("answer");
    app.quit();
}

#[test]
fn feedback_outlives_the_app() {
    let scene = Scene::new("feedback");
    let app = scene.start_on(&[HANDBOOK]);
    app.ask(LAPTOP);
    app.answer_to(LAPTOP);
    app.click("[data-testid=thumbs-up]");
    app.attribute_is("[data-testid=thumbs-up]", "aria-pressed", "true");
    app.click("[data-testid=chip][data-n='1']");
    app.click("[data-testid=wrong-citation]");
    app.attribute_is("[data-testid=wrong-citation]", "aria-pressed", "true");
    app.quit();

    let app = scene.start(&[]);
    app.click("[data-testid=history-toggle]");
    app.keep_picture("history");
    app.click("[data-testid=history]");
    let answer = app.answer_to(LAPTOP);
    assert!(answer.contains("within four hours"), "{answer}");
    app.attribute_is("[data-testid=thumbs-up]", "aria-pressed", "true");
    app.attribute_is("[data-testid=thumbs-down]", "aria-pressed", "false");
    app.attribute_is("[data-testid=wrong-citation]", "aria-pressed", "true");
    app.keep_picture("reopened");
    app.quit();

    let library = scene.library();
    let question = library.history(10).unwrap()[0].id;
    let said = library.feedback_of(question).unwrap();
    let up = Feedback::new(question, FeedbackKind::Up, None);
    let wrong = Feedback::new(question, FeedbackKind::WrongCitation, Some(1));
    assert!(said.len() == 2 && said.contains(&up) && said.contains(&wrong), "{said:?}");
}

#[test]
fn the_keyboard_asks_and_steps_and_odd_questions_are_answered_in_words() {
    let scene = Scene::new("keyboard");
    let app = scene.start_on(&[HANDBOOK]);

    app.script("document.activeElement.blur()", json!([]));
    assert_ne!(app.focus().as_deref(), Some("question"));
    app.press('/');
    wait("the focus in the question box", || match app.focus() {
        Some(id) if id == "question" => Ok(()),
        other => Err(format!("{other:?}")),
    });

    // Nothing to ask: the window says so by itself.
    app.enter();
    app.text_where(".scope", |text| text.contains("Type a question first"));
    assert_eq!(app.count("[data-testid=answer], [data-testid=asking]"), 0);
    app.keep_picture("empty-question");

    app.put_question(&"a".repeat(10_000));
    app.enter();
    app.text_where("[data-testid=ask-error]", |text| text.contains("10000 characters"));
    app.keep_picture("long-question");
    app.put_question("🦊🦊🦊");
    app.enter();
    app.text_where("[data-testid=ask-error]", |text| text.contains("no words"));
    app.keep_picture("emoji");

    app.ask(LEAVE);
    app.answer_to(LEAVE);
    app.gone("[data-testid=ask-error]");
    let chips = app.count("[data-testid=chip]");
    assert!(chips >= 2, "a step needs two pieces of evidence: {}", app.state());
    // The focus has left the question, where brackets would be text.
    let current = |n: u64| {
        let chip = format!("[data-testid=chip][data-n='{n}']");
        app.attribute_is(&chip, "aria-pressed", "true");
        app.element(&format!("[data-testid=highlight][data-citation='{n}'].current"));
    };
    current(1);
    app.press(']');
    current(2);
    app.press('[');
    current(1);
    app.press('[');
    current(chips);
    app.keep_picture("stepped");
    app.quit();

    let library = scene.library();
    let asked: Vec<_> = library.history(10).unwrap().into_iter().map(|row| row.question).collect();
    assert_eq!(asked, [LEAVE], "questions that could not be asked leave no trace");
}

#[test]
fn an_import_is_cancelled_gone_on_with_and_removed() {
    let scene = Scene::new("remove");
    let file = scene.path("pallets.pdf");
    let content = long_pdf::long_pdf(600);
    fs::write(&file, &content).unwrap();
    let app = scene.start(&[&file]);
    app.click("[data-testid=cancel]");
    app.attribute_is("[data-testid=document]", "data-status", "cancelled");
    app.keep_picture("cancelled");
    app.click("[data-testid=retry]");
    app.all_ready(1);

    let question = "What is the dental plan?";
    app.ask(question);
    app.text_where("[data-testid=not-found]", |text| {
        text.contains("I found nothing in pallets.pdf")
    });
    app.answer_to(question);
    assert_eq!(app.count("[data-testid=chip]"), 0);
    app.keep_picture("not-found");

    app.click("[data-testid=remove]");
    app.keep_picture("confirm");
    app.click("[data-testid=keep]");
    app.gone("[data-testid=confirm-remove]");
    app.attribute_is("[data-testid=document]", "data-status", "ready");
    app.click("[data-testid=remove]");
    app.click("[data-testid=confirm-remove]");
    app.element("[data-testid=import-samples]");
    assert_eq!(app.count("[data-testid=document]"), 0);
    app.keep_picture("welcome");
    app.quit();

    assert_eq!(fs::read(&file).unwrap(), content, "the person's own file is never touched");
    assert!(scene.library().documents().unwrap().is_empty());
}

#[test]
fn an_encrypted_file_asks_for_its_password_and_again_after_a_restart() {
    const PASSWORD: &str = "harbour & 7";
    let scene = Scene::new("password");
    let file = scene.path("board minutes.pdf");
    fs::write(&file, encrypted::encrypted(PASSWORD, "The budget is 42 million.")).unwrap();

    let app = scene.start(&[&file]);
    app.click("[data-testid=enter-password]");
    app.keep_picture("asked");
    app.type_in("[data-testid=password]", "guess\u{e007}");
    app.text_where("[data-testid=password-error]", |text| text.contains("does not open"));
    app.keep_picture("wrong");
    app.put_text("[data-testid=password]", "");
    app.type_in("[data-testid=password]", &format!("{PASSWORD}\u{e007}"));
    app.all_ready(1);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    app.keep_picture("open");
    app.quit();

    let app = scene.start(&[]);
    app.click("[data-testid=document] .name");
    app.type_in("[data-testid=password]", &format!("{PASSWORD}\u{e007}"));
    app.drawn_page();
    app.gone("[data-testid=password-form]");
    app.keep_picture("open-again");
    app.quit();
}

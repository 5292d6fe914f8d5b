//! What a person does with the pages: two documents beside each other, pages turned, thumbnails, the menu of
//! the right button, a link that leads to words, a look at the words of a number.

use std::process::Command;

use citelight_engine::DeepLink;
use serde_json::{Value, json};

use crate::app::{APP, App, Scene};
use crate::wait::wait;
use crate::{AGREEMENT, FEE, HANDBOOK, LEAVE};

fn value(app: &App<'_>, script: &str) -> Value {
    app.script(script, json!([]))
}

fn soon(app: &App<'_>, what: &str, script: &str) {
    wait(what, || if value(app, script) == true { Ok(()) } else { Err(app.state()) });
}

#[test]
fn two_documents_are_read_beside_each_other() {
    let scene = Scene::new("beside");
    let app = scene.start_on(&[HANDBOOK, AGREEMENT]);
    app.resize(1800, 900);
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    app.element("[data-testid=highlight]");
    app.script(
        "const other = [...document.querySelectorAll('[data-testid=document]')] \
           .find((each) => !each.querySelector('[aria-current]')); \
         other.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))",
        json!([]),
    );
    app.click("[data-testid=open-beside]");
    soon(
        &app,
        "two documents, both drawn",
        "const panes = [...document.querySelectorAll('[data-testid=pane]')]; \
         return panes.length === 2 && panes.every((pane) => \
           [...pane.querySelectorAll('[data-testid=page] img')].some((one) => one.naturalWidth > 0))",
    );
    app.attribute_is("[data-testid=viewers]", "data-layout", "columns");
    app.keep_picture("columns");
    // Evidence of a document that is open is shown where it is open.
    app.ask(FEE);
    app.answer_to(FEE);
    soon(
        &app,
        "the evidence in the second pane",
        "return document.querySelectorAll('[data-testid=pane]')[1] \
           .querySelector('[data-testid=highlight]') !== null",
    );
    let first =
        "return document.querySelector('[data-testid=scroller]').getAttribute('aria-label')";
    assert!(value(&app, first).as_str().unwrap_or_default().contains(HANDBOOK));
    app.resize(1280, 800);
    app.attribute_is("[data-testid=viewers]", "data-layout", "rows");
    app.still();
    app.keep_picture("rows");
    app.quit();

    // A restart shows both again; the keyboard goes back to one.
    let app = scene.start(&[]);
    soon(&app, "both again", "return document.querySelectorAll('[data-testid=pane]').length === 2");
    app.control("\\");
    soon(&app, "one", "return document.querySelectorAll('[data-testid=pane]').length === 1");
    app.quit();
}

#[test]
fn pages_are_turned_and_reached_by_their_thumbnails() {
    let scene = Scene::new("turned");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    let wide = "const { width, height } = document.querySelector('[data-testid=page]') \
                .getBoundingClientRect(); return width > height";
    assert_eq!(value(&app, wide), false);
    app.control("r");
    soon(&app, "a page on its side", wide);
    app.click("[data-testid=contents-toggle]");
    app.click("[data-testid=tab-pages]");
    app.click("[data-testid=thumbnail][data-page='5']");
    soon(
        &app,
        "page 5",
        "return document.querySelector('[data-testid=page-number]').value === '5'",
    );
    app.keep_picture("thumbnails");
    app.quit();
}

#[test]
fn the_right_button_offers_what_can_be_done_with_a_page() {
    let scene = Scene::new("menu");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    let press = "const page = document.querySelector('[data-testid=page]'); \
        const box = page.getBoundingClientRect(); \
        return page.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, \
          cancelable: true, button: 2, clientX: box.x + 200, clientY: box.y + 150 }))";
    assert_eq!(app.script(press, json!([])), false, "the webview's own menu is not shown");
    app.element("[data-testid=selection-menu] [data-testid=copy-page-reference]");
    app.keep_picture("menu");
    app.click("[data-testid=select-page]");
    app.element("[data-testid=selected]");
    app.element("[data-testid=selection-menu] [data-testid=ask-selection]");
    app.quit();
}

#[test]
fn a_link_of_an_answer_opens_the_app_at_the_very_words() {
    let scene = Scene::new("deep-link");
    let app = scene.start_on(&[HANDBOOK]);
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    let library = scene.library();
    let row = &library.history(1).unwrap()[0];
    let citation = &library.earlier_answer(row.id).unwrap().citations[0];
    let link = DeepLink {
        document: citation.document.clone(),
        page: citation.page,
        span: Some(citation.span),
    }
    .to_string();
    drop(library);
    app.click("[aria-label='Close the document']");
    app.gone("[data-testid=page]");
    let mut second = Command::new(APP);
    second.arg("--library").arg(scene.path("library")).arg(&link);
    assert!(second.status().expect("the app starts").success());
    soon(
        &app,
        "the words of the link, lit and in sight",
        "const lit = document.querySelector('[data-testid=lit-passage]'); \
         if (!lit) return false; \
         const { top, bottom } = lit.getBoundingClientRect(); \
         return top > 0 && bottom < window.innerHeight",
    );
    app.keep_picture("lit");
    app.quit();
}

#[test]
fn a_look_at_a_number_shows_its_words_and_can_stay() {
    let scene = Scene::new("peek");
    let app = scene.start_on(&[HANDBOOK]);
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    app.still();
    app.point_at("[data-testid=question]");
    app.point_at("[data-testid=chip]");
    app.element("[data-testid=evidence-peek] img");
    app.element("[data-testid=peek-mark]");
    app.still();
    app.keep_picture("peek");
    app.click("[data-testid=pin-peek]");
    app.point_at("[data-testid=question]");
    app.still();
    app.element("[data-testid=evidence-peek]");
    app.press('\u{E00C}');
    app.gone("[data-testid=evidence-peek]");
    app.quit();
}

//! The list of documents as other processes, removals and restarts change it.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::app::{APP, App, Scene};
use crate::wait::wait;
use crate::{AGREEMENT, FEE, HANDBOOK, LAPTOP};

/// Ids of the documents in the list.
fn listed(app: &App<'_>) -> Vec<String> {
    let script = "return Array.from(document.querySelectorAll('[data-testid=document]'), \
                  (row) => row.dataset.id)";
    serde_json::from_value(app.script(script, json!([]))).expect("ids")
}

/// Name of the document that the viewer shows.
fn viewed(app: &App<'_>) -> String {
    let script = "return document.querySelector('[data-testid=scroller]') \
                  ?.getAttribute('aria-label') ?? ''";
    app.script(script, json!([])).as_str().unwrap_or_default().to_owned()
}

/// Waits until the newest line of the history holds these words.
fn in_history(app: &App<'_>, words: &str) {
    wait(&format!("“{words}” in the history"), || {
        match app.texts("[data-testid=history]").first() {
            Some(text) if text.contains(words) => Ok(()),
            other => Err(format!("{other:?}")),
        }
    });
}

#[test]
fn what_another_process_does_shows_at_once() {
    let scene = Scene::new("elsewhere");
    let (first, second) =
        (scene.copy_sample(HANDBOOK, HANDBOOK), scene.copy_sample(AGREEMENT, AGREEMENT));
    let app = scene.start(&[&first]);
    app.all_ready(1);

    let elsewhere = scene.library();
    elsewhere.register(&second).unwrap();
    wait("the new document in the list", || match listed(&app).len() {
        2 => Ok(()),
        _ => Err(app.state()),
    });
    while elsewhere.import_next().unwrap().is_some() {}
    app.all_ready(2);
    elsewhere.ask(&citelight_engine::Ask { question: FEE, ..Default::default() }).unwrap();
    app.click("[data-testid=history-toggle]");
    in_history(&app, FEE);

    let agreement = elsewhere.find_document(AGREEMENT).unwrap().id;
    app.click(&format!("[data-id='{agreement}'] .name"));
    app.drawn_page();
    let since = Instant::now();
    elsewhere.remove(&agreement).unwrap();
    wait("the removed document to go", || match listed(&app).len() {
        1 => Ok(()),
        _ => Err(app.state()),
    });
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    app.gone("[data-testid=page]");
    in_history(&app, "its answer went with");
    app.keep_picture("removed");
    app.quit();
}

#[test]
fn a_second_start_hands_its_file_to_the_window() {
    let scene = Scene::new("second-start");
    let (known, new) =
        (scene.copy_sample(HANDBOOK, HANDBOOK), scene.copy_sample(AGREEMENT, AGREEMENT));
    let app = scene.start(&[&known]);
    app.all_ready(1);
    wait("the file that it was started with to be shown", || match viewed(&app) {
        name if name.contains(HANDBOOK) => Ok(()),
        name => Err(name),
    });
    for (file, name) in [(&new, AGREEMENT), (&known, HANDBOOK)] {
        start_again(&scene, file);
        wait(&format!("{name} to be shown"), || match viewed(&app) {
            shown if shown.contains(name) => Ok(()),
            shown => Err(format!("{shown}; {}", app.state())),
        });
    }
    assert_eq!(listed(&app).len(), 2);
    assert_eq!(app.count("[data-testid=notice]"), 0, "{}", app.state());
    app.keep_picture("shown");
    app.quit();
}

/// Starts the app once more on the same library, which must end by itself.
fn start_again(scene: &Scene, file: &Path) {
    let mut second = Command::new(APP);
    second.arg("--library").arg(scene.path("library")).arg(file);
    assert!(second.status().expect("the app starts").success());
}

#[test]
fn a_removal_is_undone_or_leaves_the_question() {
    let scene = Scene::new("undo");
    let app = scene.start_on(&[HANDBOOK]);
    app.ask(LAPTOP);
    app.answer_to(LAPTOP);

    app.click("[data-testid=remove]");
    app.text_where("[data-testid=citing]", |text| text.starts_with("1 answer cites it"));
    app.keep_picture("confirm");
    app.click("[data-testid=confirm-remove]");
    app.text_where("[data-testid=notice]", |text| text.contains("Removed"));
    app.keep_picture("offer");
    assert_eq!(listed(&app).len(), 0);
    app.click("[data-testid=notice-action]");
    app.all_ready(1);

    app.click("[data-testid=remove]");
    app.click("[data-testid=confirm-remove]");
    app.text_where("[data-testid=notice]", |text| text.contains("Removed"));
    // When the time in which it can be undone has passed, the question is left.
    let asked = scene.library();
    wait("the removal to be carried out", || {
        let newest = asked.history(1).unwrap();
        if newest[0].removed == [HANDBOOK] { Ok(()) } else { Err(format!("{newest:?}")) }
    });
    drop(asked);
    start_again(&scene, &scene.path(HANDBOOK));
    app.all_ready(1);
    app.text_where("[data-testid=answer-gone]", |text| text.contains(HANDBOOK));
    app.keep_picture("gone");
    app.click("[data-testid=ask-again]");
    assert!(app.answer_to(LAPTOP).contains("within four hours"));
    app.quit();
}

#[test]
fn documents_are_sorted_chosen_and_collected() {
    let scene = Scene::new("collections");
    let app = scene.start_on(&[HANDBOOK, AGREEMENT]);
    let mut titles = app.texts("[data-testid=title]");
    titles.sort();
    assert_eq!(titles, ["Harbour Services Agreement", "Northstar Instruments Employee Handbook"]);
    let agreement = scene.library().find_document(AGREEMENT).unwrap().id.to_string();
    app.click(&format!("[data-id='{agreement}'] [data-testid=details-toggle]"));
    let path = scene.path(AGREEMENT);
    app.text_where("[data-testid=details]", |text| text.contains(&*path.to_string_lossy()));
    app.keep_picture("details");
    app.press('\u{E00C}');
    app.click("[data-testid=sort]");
    app.click("[data-testid=sort-title]");
    app.click(&format!("[data-id='{agreement}'] [data-testid=choose]"));
    app.keep_picture("chosen");
    app.click("[data-testid=group-chosen]");
    app.click("[data-testid=new-collection]");
    app.type_in("[data-testid=collection-name]", "Contracts");
    app.click("[data-testid=save-collection]");
    app.gone("[data-testid=collection-name]");
    app.click("[data-testid=choose-none]");
    app.gone("[data-testid=chosen-bar]");
    app.click("[data-testid=collections]");
    app.keep_picture("menu");
    app.click("[data-testid=collection-1]");
    wait("the collection alone in the list", || match listed(&app) {
        ids if ids == [agreement.clone()] => Ok(()),
        ids => Err(format!("{ids:?}")),
    });
    app.text_where("#question-scope", |text| text.contains("Asks the 1 document of Contracts"));
    app.keep_picture("collection");

    // What the command line puts into it shows at once.
    let elsewhere = scene.library();
    let handbook = elsewhere.find_document(HANDBOOK).unwrap().id;
    elsewhere.put_in_collection("contracts", &[handbook]).unwrap();
    app.text_where("#question-scope", |text| text.contains("Asks the 2 documents of Contracts"));
    app.quit();
}

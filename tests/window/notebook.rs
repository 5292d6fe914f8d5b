//! What a person collects, and finds again after a restart.

use serde_json::json;

use crate::app::Scene;
use crate::wait::wait;
use crate::{AGREEMENT, FEE, HANDBOOK, LAPTOP};

const NOTE: &str = "Tell the works council.";

#[test]
fn evidence_is_kept_with_a_note_and_leads_back_to_its_page() {
    let scene = Scene::new("notebook");
    let app = scene.start_on(&[HANDBOOK, AGREEMENT]);
    for question in [LAPTOP, FEE] {
        app.ask(question);
        app.answer_to(question);
        app.click("[data-testid=chip]");
        app.click("[data-testid=keep-evidence]");
        app.attribute_is("[data-testid=keep-evidence]", "aria-pressed", "true");
    }
    app.click("[data-testid=notebook-toggle]");
    app.type_in("[data-testid=notebook-note]", NOTE);
    // Second comes first: the note is left on the way.
    app.click("[data-testid=notebook-entry] [aria-label='Move down']");
    wait("the note to be stored", || {
        let notes: Vec<_> =
            scene.library().notebook().unwrap().into_iter().map(|entry| entry.note).collect();
        if notes == ["", NOTE] { Ok(()) } else { Err(format!("{notes:?}")) }
    });
    app.keep_picture("collected");
    app.quit();

    let app = scene.start(&[]);
    app.click("[data-testid=notebook-toggle]");
    app.text_where("[data-testid=notebook-entry]", |text| text.contains(FEE));
    app.click("[data-testid=notebook] > li:last-child .place");
    wait("the lit words of the note", || match app.count("[data-testid=lit-passage]") {
        0 => Err(app.state()),
        _ => Ok(()),
    });
    let value = app.script(
        "return [...document.querySelectorAll('[data-testid=notebook-note]')].at(-1).value",
        json!([]),
    );
    assert_eq!(value, NOTE);
    app.keep_picture("again");
    app.quit();

    let entries = scene.library().notebook().unwrap();
    assert!(entries[1].quote.contains("four hours"), "{}", entries[1].quote);
    assert!([HANDBOOK, AGREEMENT].iter().all(|name| scene.path(name).is_file()));
}

//! A library that is encrypted, opened, given another passphrase and made plain again, from the settings.

use std::fs;

use crate::app::{App, Scene};
use crate::wait::wait;
use crate::{HANDBOOK, LAPTOP};

const FIRST: &str = "harbour lights in the fog";
const SECOND: &str = "fog over the harbour wall";

/// Opens the settings and clicks one of the buttons for encryption.
fn choose(app: &App<'_>, button: &str) {
    app.click("[data-testid=settings]");
    // What is loaded later moves what stands below it.
    app.text_where("[data-testid=storage]", |text| text.contains("PDFs"));
    app.still();
    let button = format!("[data-testid={button}]");
    app.scroll_to(&button);
    app.click(&button);
    app.element("[data-testid=encryption-form]");
}

fn put(app: &App<'_>, field: &str, text: &str) {
    app.put_text(&format!("[data-testid={field}]"), text);
}

/// Confirms what ends the app and starts it again. The one that is started then is not the driver's: it is
/// ended with the driver, and the test starts another.
fn confirm_and_restart(app: App<'_>) {
    let before = app.process();
    // The app may end before the driver says that it clicked; that it was clicked, the restart tells.
    let _ = app.element("[data-testid=confirm-encryption]").click();
    wait("the app to start again", || match app.process() {
        after @ Some(_) if after != before => Ok(()),
        other => Err(format!("{before:?}, then {other:?}")),
    });
}

fn unlock(app: &App<'_>, passphrase: &str) {
    put(app, "library-passphrase", passphrase);
    app.click("[data-testid=unlock-library]");
}

#[test]
fn a_library_is_encrypted_and_made_plain_again_from_the_settings() {
    let scene = Scene::new("passphrase");
    let app = scene.start_on(&[HANDBOOK]);
    choose(&app, "encrypt-library");
    put(&app, "new-passphrase", FIRST);
    put(&app, "new-passphrase-again", SECOND);
    app.click("[data-testid=confirm-encryption]");
    app.text_where("[data-testid=encryption-form] [role=alert]", |told| !told.is_empty());
    app.keep_picture("differ");
    put(&app, "new-passphrase-again", FIRST);
    confirm_and_restart(app);

    let app = scene.start(&[]);
    app.element("[data-testid=leave-unencrypted]");
    app.keep_picture("begins");
    unlock(&app, FIRST);
    app.all_ready(1);
    let key = scene.path("library").join("key.age");
    assert!(key.is_file());
    let files = fs::read_dir(scene.path("library").join("files")).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(!files.is_empty());
    assert!(files.iter().all(|file| file.extension().is_some_and(|end| end == "age")), "{files:?}");
    app.quit();

    let app = scene.start(&[]);
    unlock(&app, SECOND);
    app.text_where("main [role=alert]", |told| told.contains("passphrase"));
    app.keep_picture("wrong");
    unlock(&app, FIRST);
    app.all_ready(1);
    app.ask(LAPTOP);
    assert!(app.answer_to(LAPTOP).contains("within four hours"));
    choose(&app, "change-passphrase");
    put(&app, "old-passphrase", FIRST);
    put(&app, "new-passphrase", SECOND);
    put(&app, "new-passphrase-again", SECOND);
    app.click("[data-testid=confirm-encryption]");
    app.gone("[data-testid=encryption-form]");
    app.keep_picture("changed");
    app.click("[data-testid=decrypt-library]");
    put(&app, "old-passphrase", SECOND);
    app.keep_picture("decrypt");
    confirm_and_restart(app);

    let app = scene.start(&[]);
    unlock(&app, SECOND);
    app.all_ready(1);
    assert_eq!(app.count("[data-testid=unlock]"), 0);
    app.quit();
    assert!(!key.exists());
    assert_eq!(scene.library().documents().unwrap().len(), 1);
}

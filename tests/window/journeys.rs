//! What a person does over a day: asks while a document is read, comes back after a restart, searches the
//! earlier questions, changes a setting, selects on a scan.

use std::fs;

use serde_json::{Value, json};

use crate::app::{App, Scene};
use crate::picture::Picture;
use crate::selection::Selected;
use crate::wait::wait;
use crate::{AGREEMENT, FEE, HANDBOOK, LAPTOP, LEAVE, long_pdf, scan};

/// The value that a script gives, as text.
fn text_of(app: &App<'_>, script: &str) -> String {
    app.script(script, json!([])).as_str().unwrap_or_default().to_owned()
}

/// What the window shows of where the person is: the document, its page, how large, the question.
fn place(app: &App<'_>) -> Value {
    app.script(
        "const one = (id) => document.querySelector(`[data-testid=${id}]`); \
         return { \
           document: one('scroller')?.getAttribute('aria-label'), \
           page: one('page-number')?.value, \
           zoom: one('zoom')?.innerText, \
           question: one('question')?.value, \
           answer: one('answer')?.querySelector('h2')?.innerText }",
        json!([]),
    )
}

#[test]
fn a_document_is_asked_while_it_is_worked_on() {
    let scene = Scene::new("early");
    let file = scene.path("pallets.pdf");
    fs::write(&file, long_pdf::long_pdf(600)).unwrap();
    let app = scene.start(&[&file]);
    app.all_ready(1);
    let question = "Where is pallet 700?";
    app.ask(question);
    app.answer_to(question);
    app.text_where("[data-testid=note]", |note| {
        note.contains("“pallets.pdf” is still being prepared")
    });
    app.keep_picture("asked");
    app.quit();
    // What was missing is made at the next start.
    assert!(scene.library().documents().unwrap()[0].by_words);
}

#[test]
fn a_restart_comes_back_to_where_the_person_was() {
    let scene = Scene::new("restart");
    let app = scene.start_on(&[HANDBOOK]);
    app.ask(LEAVE);
    app.answer_to(LEAVE);
    app.click("[data-testid=chip][data-n='2']");
    app.element("[data-testid=highlight][data-citation='2']");
    app.click("[aria-label^='Larger']");
    app.put_question("What of part-time");
    app.still();
    let before = place(&app);
    // What was typed last is kept within half a second.
    wait("what was typed to be kept", || {
        let kept: Value = scene.library().kept("session");
        if kept["draft"] == "What of part-time" { Ok(()) } else { Err(kept.to_string()) }
    });
    app.quit();

    let app = scene.start(&[]);
    wait("the place of before", || {
        let now = place(&app);
        if now == before { Ok(()) } else { Err(format!("{now}, not {before}")) }
    });
    app.element("[data-testid=highlight][data-citation='2']");
    app.keep_picture("back");
    app.quit();
}

#[test]
fn earlier_questions_are_searched_changed_and_asked_again() {
    let scene = Scene::new("history");
    let app = scene.start_on(&[HANDBOOK, AGREEMENT]);
    for question in [LAPTOP, FEE] {
        app.ask(question);
        app.answer_to(question);
    }
    app.click("[data-testid=history-toggle]");
    app.put_text("[data-testid=history-search]", "LOST");
    wait("the one that was looked for", || match app.texts("[data-testid=history]").as_slice() {
        [one] if one.contains(LAPTOP) => Ok(()),
        others => Err(format!("{others:?}")),
    });
    app.keep_picture("found");
    app.click("[data-testid=history-edit]");
    assert_eq!(
        text_of(&app, "return document.querySelector('[data-testid=question]').value"),
        LAPTOP
    );
    assert_eq!(app.focus().as_deref(), Some("question"));
    app.click("[data-testid=history-toggle]");
    app.put_text("[data-testid=history-search]", "fee");
    app.click("[data-testid=history-again]");
    assert!(app.answer_to(FEE).contains("£51,250"));
    app.quit();
    assert_eq!(scene.library().history(10).unwrap().len(), 3);
}

#[test]
fn a_setting_is_chosen_then_applied() {
    let scene = Scene::new("settings");
    let app = scene.start_on(&[HANDBOOK]);
    let before = scene.library().chunking().unwrap();
    app.click("[data-testid=settings]");
    app.click("[data-testid=chunk-length] label");
    app.text_where("[data-testid=apply-chunking]", |text| text.contains("1 document"));
    app.keep_picture("chosen");
    assert_eq!(scene.library().chunking().unwrap(), before, "nothing changes before it is applied");
    app.click("[data-testid=apply]");
    app.gone("[data-testid=apply-chunking]");
    wait("shorter passages", || {
        let now = scene.library().chunking().unwrap();
        if now.target_tokens < before.target_tokens { Ok(()) } else { Err(format!("{now:?}")) }
    });
    app.press('\u{E00C}');
    app.ask(LAPTOP);
    assert!(app.answer_to(LAPTOP).contains("within four hours"));
    app.quit();
}

#[test]
fn what_is_put_into_a_watched_folder_comes_in() {
    let scene = Scene::new("watched");
    let inbox = scene.path("inbox");
    fs::create_dir(&inbox).unwrap();
    scene.library().watch_folder(&inbox).unwrap();
    let app = scene.start(&[]);
    scene.copy_sample(HANDBOOK, "inbox/handbook.pdf");
    app.all_ready(1);
    app.ask(LAPTOP);
    assert!(app.answer_to(LAPTOP).contains("within four hours"));
    app.click("[data-testid=settings]");
    app.text_where("[data-testid=watched-folder]", |text| text.contains("1 PDF"));
    app.text_where("[data-testid=storage]", |text| text.contains("PDFs") && text.contains("kB"));
    app.keep_picture("settings");
    app.scroll_to("[data-testid=storage]");
    app.still();
    app.keep_picture("storage");
    app.click("[data-testid=stop-watching]");
    app.gone("[data-testid=watched-folder]");
    app.quit();
    assert!(scene.library().watched_folders().unwrap().is_empty());
}

#[test]
fn words_of_a_scan_are_selected_and_asked_about() {
    let scene = Scene::new("scan");
    let library = scene.library();
    library.register(&scene.copy_sample(HANDBOOK, HANDBOOK)).unwrap();
    while library.import_next().unwrap().is_some() {}
    let id = library.documents().unwrap()[0].id.clone();
    let page = library.pages(&id).unwrap()[6].page;
    let picture = Picture::decode(library.render_page(&id, page, 2.5).unwrap());
    library.remove(&id).unwrap();
    drop(library);
    let file = scene.path("scan.pdf");
    fs::write(&file, scan::of(&picture, 2.5)).unwrap();

    let app = scene.start(&[&file]);
    app.all_ready(1);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    // Within the first line of the text.
    let selected = Selected::at(&app, 0.3, 0.115);
    app.keep_picture("selected");
    app.click("[data-testid=ask-selection]");
    let asked = wait("the word in the question", || {
        let text = text_of(&app, "return document.querySelector('[data-testid=question]').value");
        if text.contains('“') { Ok(text) } else { Err(app.state()) }
    });
    app.quit();
    let library = scene.library();
    assert_eq!(library.documents().unwrap()[0].pages_ocr, 1);
    let word = selected.word(&library, "scan.pdf");
    assert_eq!(asked.trim(), format!("“{word}”"));
}

#[test]
fn the_links_of_a_page_lead_on_and_back() {
    let scene = Scene::new("links");
    let app = scene.start_on(&[HANDBOOK]);
    app.click("[data-testid=document] .name");
    app.drawn_page();
    let page = || text_of(&app, "return document.querySelector('[data-testid=page-number]').value");
    let link = app.element("[data-testid=page-link][title^='Go to page']");
    let title = link.attribute("title").unwrap().unwrap_or_default();
    let before = page();
    app.keep_picture("links");
    // By its title: links of pages that are drawn meanwhile may stand before it.
    app.click(&format!("[data-testid=page-link][title='{title}']"));
    let wanted: u32 = title.rsplit(' ').next().and_then(|page| page.parse().ok()).unwrap();
    // A place at the foot of its page has the next one fill the window.
    wait("the page of the link", || match page() {
        now if now.parse().is_ok_and(|now| (wanted..=wanted + 1).contains(&now)) => Ok(()),
        now => Err(format!("page {now}, not {wanted}")),
    });
    app.click("[aria-label='Jumps'] button:first-child");
    wait("the page of before", || if page() == before { Ok(()) } else { Err(page()) });
    app.quit();
}

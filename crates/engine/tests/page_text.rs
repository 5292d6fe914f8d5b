//! The text of pages: selected, copied, looked through.

mod fakes;

use citelight_core::{PageNumber, Span};
use citelight_engine::FindOptions;
use fakes::Fake;

const PAGES: [&str; 2] = [
    "# Care of the pump\nThe pump is inspected every four weeks by a fitter.",
    "# Storage\nThe hose of the Pump is stored in a dry room.",
];

#[test]
fn words_have_the_places_of_the_text_that_is_copied() {
    let fake = Fake::new();
    fake.import(&fake.file("pump.pdf", &PAGES));
    let id = fake.library.find_document("pump.pdf").unwrap().id;
    let words = fake.library.text_words(&id, PageNumber::FIRST).unwrap();
    let text = |span| fake.library.text_of(&id, span).unwrap();
    let inspected = words.iter().find(|word| text(word.span) == "inspected").unwrap();
    assert!(inspected.rect.area() > 0.0);
    assert!(words.windows(2).all(|pair| pair[0].span.start < pair[1].span.start));
    let second = fake.library.text_words(&id, PageNumber::new(2).unwrap()).unwrap();
    let both = Span::new(inspected.span.start, second.last().unwrap().span.end);
    let copied = text(both);
    assert!(copied.starts_with("inspected every four weeks"), "{copied}");
    assert!(copied.ends_with("dry room."), "{copied}");
    assert_eq!(text(Span::new(0, u32::MAX)).matches("pump").count(), 2);
    assert!(fake.library.text_words(&id, PageNumber::new(3).unwrap()).is_err());
}

#[test]
fn what_is_looked_for_is_found_on_its_pages() {
    let fake = Fake::new();
    fake.import(&fake.file("pump.pdf", &PAGES));
    let id = fake.library.find_document("pump.pdf").unwrap().id;
    let find = |query, options| fake.library.find_text(&id, query, options).unwrap();
    let any = find("PUMP", FindOptions::default());
    let pages: Vec<u32> = any.matches.iter().map(|found| found.page.get()).collect();
    assert_eq!((pages, any.more, any.pages), (vec![1, 1, 2], false, 2));
    for found in &any.matches {
        let text = fake.library.text_of(&id, found.span).unwrap();
        assert!(text.eq_ignore_ascii_case("pump") && (0.0..=1.0).contains(&found.depth));
    }
    assert_eq!(find("Pump", FindOptions { case: true, words: false }).matches.len(), 1);
    assert_eq!(find("hos", FindOptions { case: false, words: true }).matches.len(), 0);
    assert_eq!(find("xylophone", FindOptions::default()).matches.len(), 0);
}

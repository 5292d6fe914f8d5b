//! The links of pages, as the window gets them.

mod fakes;

use citelight_core::{ErrorCode, LinkTarget, PageNumber};

use fakes::Fake;

#[test]
fn what_no_link_of_the_document_can_be_is_left_out() {
    let fake = Fake::new();
    let file = fake.file("notes.pdf", &["Goods are stored for sixty days."]);
    let id = fake.import(&file).row().id.clone();
    let links = fake.library.page_links(&id, PageNumber::FIRST).unwrap();
    let targets: Vec<_> = links.into_iter().map(|link| link.target).collect();
    let web = LinkTarget::Address("https://example.org".into());
    assert_eq!(targets, [LinkTarget::Page { page: PageNumber::FIRST, y: Some(5.0) }, web]);
    let error = fake.library.page_links(&id, PageNumber::from_index(1)).unwrap_err();
    assert_eq!(error.to_wire().code, ErrorCode::Input);
}

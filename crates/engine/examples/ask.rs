//! Open, add, ask, show: a question to a PDF, its answer with its quotes, and the page of the first quote as a
//! picture. `cargo run -p citelight-engine --example ask -- report.pdf "What is the notice period?" page.png`

use std::error::Error;
use std::path::Path;

use citelight_engine::{Ask, DeepLink, Library};
use citelight_parts::Parts;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(question)) = (arguments.next(), arguments.next()) else {
        return Err("Name a PDF and a question, and a picture to write where you want one.".into());
    };
    let dir = std::env::temp_dir().join("citelight-example");
    let library = Library::open(&dir, Parts::locate(), |_| {})?;

    let added = library.register(Path::new(&file))?;
    while library.import_next()?.is_some() {}

    let document = added.row().id.clone();
    let asked = Ask { question: &question, documents: &[document], ..Ask::default() };
    let answer = library.answer(&asked)?;
    println!("{}", answer.answer);
    for citation in &answer.citations {
        let (document, page) = (citation.document.clone(), citation.page);
        let link = DeepLink { document, page, span: Some(citation.span) };
        println!("[{}] page {page}: “{}” {link}", citation.n, citation.quote);
    }
    if let (Some(picture), Some(first)) = (arguments.next(), answer.citations.first()) {
        let png = library.show_page(&first.document, first.page, &first.quads, 2.0)?;
        std::fs::write(picture, png)?;
    }
    Ok(())
}

//! Finds the filing that a question is about, by the names of the files alone. Needs the questions
//! on filings in `../shared/data`; skipped where they are absent.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use citelight_core::{Corrections, DocumentId};
use citelight_question::{Catalogue, CatalogueEntry, understand};
use serde::Deserialize;

#[derive(Deserialize)]
struct Asked {
    doc: String,
    question: String,
}

#[test]
fn questions_name_their_filings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("../shared/data/financebench/questions.jsonl");
    let Ok(text) = fs::read_to_string(path) else {
        println!("skipped: no questions on filings in ../shared/data");
        return;
    };
    let asked: Vec<Asked> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: BTreeSet<&str> = asked.iter().map(|one| one.doc.as_str()).collect();
    let id = |n: usize| DocumentId::from_content_hash(&format!("{n:016x}"));
    let entries = names.iter().enumerate().map(|(n, name)| CatalogueEntry {
        id: id(n),
        file_name: (*name).to_owned(),
        title: None,
        shown_title: None,
        opening: String::new(),
    });
    let catalogue = Catalogue::new(entries);
    let (mut first, mut excluded) = (0, 0);
    for one in &asked {
        let read = understand(&one.question, &catalogue, &Corrections::default());
        let meant = id(names.iter().position(|name| *name == one.doc).unwrap());
        excluded += usize::from(!read.only.is_empty() && !read.only.contains(&meant));
        match read.priors.first() {
            Some(best) if best.document == meant => first += 1,
            _ => println!("not first: {} {}", one.doc, one.question),
        }
    }
    println!("first: {first} of {}; wrongly left out: {excluded}", asked.len());
    assert_eq!(excluded, 0);
    assert!(first * 100 >= asked.len() * 95);
}

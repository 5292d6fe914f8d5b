//! Prints what is understood of the questions on standard input, one a line.
//!
//! `cargo run --release -p citelight-question --example read [ENTRIES.jsonl] < questions`; an entry is
//! `{"file": "…", "title": "…" or null, "opening": "…"}`.

use std::io::BufRead;

use citelight_core::{Corrections, DocumentId};
use citelight_question::{Catalogue, CatalogueEntry, side_question, understand};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entries = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => String::new(),
    };
    let mut list = Vec::new();
    for (n, line) in entries.lines().enumerate() {
        let entry: serde_json::Value = serde_json::from_str(line)?;
        let text = |name: &str| entry[name].as_str().map(str::to_owned);
        list.push(CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: text("file").unwrap_or_default(),
            title: text("title"),
            opening: text("opening").unwrap_or_default(),
        });
    }
    let names: Vec<String> = list.iter().map(|entry| entry.file_name.clone()).collect();
    let catalogue = Catalogue::new(list);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let read = understand(&line, &catalogue, &Corrections::default());
        println!("{:?}  {line}", read.kind);
        let text = |span: &citelight_core::Span| line[span.range()].to_owned();
        let clauses: Vec<_> = read.clauses.iter().map(text).collect();
        println!("    clauses {clauses:?}");
        let chips: Vec<_> = read.chips.iter().map(|chip| chip.found.label.as_str()).collect();
        println!("    chips   {chips:?}");
        for side in &read.sides {
            let number = |id: &DocumentId| usize::from_str_radix(id.as_str(), 16).unwrap_or(0);
            let own: Vec<_> = side.documents.iter().map(|id| names[number(id)].as_str()).collect();
            println!("    side    {} → {:?} {:?} {own:?}", side.label, side.query, side.periods);
            println!("            {:?}", side_question(side));
        }
        let number = |id: &DocumentId| usize::from_str_radix(id.as_str(), 16).unwrap_or(0);
        for prior in read.priors.iter().take(3) {
            println!("    {:.2} {}", prior.score, names[number(&prior.document)]);
        }
    }
    Ok(())
}

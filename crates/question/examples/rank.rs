//! How often the document that a question is about has the highest prior.
//!
//! `cargo run --release -p citelight-question --example rank QUESTIONS.jsonl ENTRIES.jsonl [hide]`. A
//! question is `{"doc": "…", "question": "…"}`, an entry `{"file": "…", "title": "…" or null,
//! "opening": "…"}`. With `hide`, files are named doc1.pdf, doc2.pdf, …, and titles are left out.

use std::time::Instant;

use citelight_core::{Corrections, DocumentId};
use citelight_question::{Catalogue, CatalogueEntry, understand};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, questions, entries, rest @ ..] = args.as_slice() else {
        return Err("give QUESTIONS.jsonl and ENTRIES.jsonl".into());
    };
    let hide = rest.iter().any(|arg| arg == "hide");
    let read = |path: &str| -> Result<Vec<serde_json::Value>, Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(path)?;
        Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
    };
    let text = |value: &serde_json::Value, name: &str| value[name].as_str().map(str::to_owned);
    let entries = read(entries)?;
    let id = |n: usize| DocumentId::from_content_hash(&format!("{n:016x}"));
    let catalogue = Catalogue::new(entries.iter().enumerate().map(|(n, entry)| CatalogueEntry {
        id: id(n),
        file_name: if hide {
            format!("doc{n}.pdf")
        } else {
            text(entry, "file").unwrap_or_default()
        },
        title: text(entry, "title").filter(|_| !hide),
        opening: text(entry, "opening").unwrap_or_default(),
    }));
    let (mut asked, mut first, mut excluded, mut slowest) = (0, 0, 0, 0.0_f64);
    for question in read(questions)? {
        let (Some(doc), Some(words)) = (text(&question, "doc"), text(&question, "question")) else {
            continue;
        };
        let Some(meant) = entries.iter().position(|entry| entry["file"] == doc.as_str()) else {
            continue;
        };
        asked += 1;
        let start = Instant::now();
        let read = understand(&words, &catalogue, &Corrections::default());
        slowest = slowest.max(start.elapsed().as_secs_f64() * 1e3);
        excluded += usize::from(!read.only.is_empty() && !read.only.contains(&id(meant)));
        if read.priors.first().is_some_and(|best| best.document == id(meant)) {
            first += 1;
        } else {
            println!("not first: {doc}: {words}");
        }
    }
    println!("{first} of {asked} first, {excluded} wrongly left out, slowest {slowest:.2} ms");
    Ok(())
}

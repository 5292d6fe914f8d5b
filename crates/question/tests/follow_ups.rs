//! Questions that stand on their own stay as they are, whatever was asked before: those of the test
//! data, each put after the one before it in its file. Files of the folder beside the project are
//! skipped where it is absent.

use std::fs;
use std::path::Path;

use citelight_core::{Corrections, DocumentId};
use citelight_question::{Catalogue, CatalogueEntry, Previous, follow_up, understand};
use serde_json::Value;

/// Seen from the project's root.
const FILES: [&str; 9] = [
    "../shared/data/financebench/questions.jsonl",
    "../shared/data/corpus/qa/covidqa_rendered/qa.jsonl",
    "../shared/data/corpus/qa/contractnli_rendered/qa.jsonl",
    "../shared/data/corpus/qa/mmlongbench/qa.jsonl",
    "../shared/data/corpus/qa/northwind/qa.jsonl",
    "tests/fixtures/question/kinds.jsonl",
    "tests/fixtures/question/comparisons.jsonl",
    "tests/fixtures/answers/calculated.jsonl",
    "tests/fixtures/retrieval/comparisons.jsonl",
];

/// The documents that a file of questions names, known by their names alone.
fn library(mut names: Vec<String>) -> Catalogue {
    names.sort_unstable();
    names.dedup();
    Catalogue::new(names.into_iter().enumerate().map(|(n, file_name)| CatalogueEntry {
        id: DocumentId::from_content_hash(&format!("{n:016x}")),
        file_name,
        title: None,
        shown_title: None,
        opening: String::new(),
    }))
}

#[test]
fn full_questions_are_left_alone() {
    let none = Corrections::default();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut asked, mut written) = (0, Vec::new());
    for file in FILES {
        let Ok(text) = fs::read_to_string(root.join(file)) else {
            println!("skipped: {file} is absent");
            continue;
        };
        let lines: Vec<Value> =
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let field = |line: &Value, name: &str| line[name].as_str().map(str::to_owned);
        let questions: Vec<String> =
            lines.iter().filter_map(|line| field(line, "question")).collect();
        let catalogue = library(lines.iter().filter_map(|line| field(line, "doc")).collect());
        for pair in questions.windows(2) {
            let [before, question] = pair else { continue };
            let interpretation = understand(before, &catalogue, &none);
            let previous = Previous { question: before, interpretation: &interpretation };
            asked += 1;
            let read = understand(question, &catalogue, &none);
            if let Some(full) = follow_up(question, &read, &previous) {
                written.push(format!("{before}\n  {question}\n  {}", full.question));
            }
        }
    }
    println!("{} of {asked} rewritten:\n{}", written.len(), written.join("\n"));
    assert!(written.len() * 100 <= asked, "{}", written.join("\n"));
}

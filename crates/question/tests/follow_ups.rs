//! Questions that stand on their own stay as they are, whatever was asked before: those of the test
//! data, each put after the one before it in its file. Files of the folder beside the project are
//! skipped where it is absent.

use std::fs;
use std::path::Path;

use citelight_core::Corrections;
use citelight_question::{Catalogue, Previous, follow_up, understand};
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

#[test]
fn full_questions_are_left_alone() {
    let (none, catalogue) = (Corrections::default(), Catalogue::default());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut asked, mut written) = (0, Vec::new());
    for file in FILES {
        let Ok(text) = fs::read_to_string(root.join(file)) else {
            println!("skipped: {file} is absent");
            continue;
        };
        let questions: Vec<String> = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter_map(|line| line["question"].as_str().map(str::to_owned))
            .collect();
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

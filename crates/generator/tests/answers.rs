//! How well a real model reads: short questions on invented passages. Needs real weights, which no
//! test can fetch: `cargo xtask test -- --with-generator DIR` (or `CITELIGHT_GENERATOR=DIR`) names a
//! pack's folder; without it this says that it is skipped.

use std::env;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use citelight_generator::{Evidence, Generator, Options, Prompt};
use serde::Deserialize;

/// The part of the answers that must hold what is asked for. Flan-T5 small was trained on tasks like
/// these; a model that reads its prompt wrongly has next to none right.
const BAR: f64 = 0.5;

#[derive(Deserialize)]
struct Case {
    question: String,
    evidence: Vec<String>,
    /// Any of these, as whole words, in any case.
    accept: Vec<String>,
}

/// The words of a text in small letters, a space around each, so that whole words are compared.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_real_model_answers_from_its_evidence() {
    let Some(folder) = env::var_os("CITELIGHT_GENERATOR").map(PathBuf::from) else {
        println!("skipped: CITELIGHT_GENERATOR names no pack");
        return;
    };
    let generator = Generator::load(&folder).unwrap();
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator/answers.json");
    let cases: Vec<Case> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let mut right = 0;
    for case in &cases {
        let evidence = case.evidence.iter().enumerate().map(|(at, text)| Evidence {
            document: "report.pdf".to_owned(),
            page: at as u32 + 1,
            chunk: (at + 1).to_string(),
            text: text.clone(),
        });
        let prompt = Prompt { question: case.question.clone(), evidence: evidence.collect() };
        let answer = generator
            .generate(&prompt, &Options::default(), &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let said = words(&answer.text);
        let good = case.accept.iter().any(|accept| said.contains(&words(accept)));
        right += usize::from(good);
        println!("{} {} {:?}", if good { "right" } else { "WRONG" }, case.question, answer.text);
    }
    println!("{right} of {} answers hold what is asked for", cases.len());
    assert!(right as f64 >= BAR * cases.len() as f64);
}

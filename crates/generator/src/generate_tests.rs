//! Tests of writing: limits, repetition, streaming, and that grounded answers hold nothing else.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::*;
use crate::tokenizer::tests::fixture;

/// The fixture's model with the tokenizer that it was made for.
fn generator() -> (tempfile::TempDir, Generator) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator");
    let folder = tempfile::tempdir().unwrap();
    for file in ["gated/config.json", "gated/model.safetensors", "tokenizer.json"] {
        let from = fixtures.join(file);
        fs::copy(&from, folder.path().join(from.file_name().unwrap())).unwrap();
    }
    let generator = Generator::load(folder.path()).unwrap();
    (folder, generator)
}

fn prompt(texts: &[&str]) -> Prompt {
    let evidence = texts.iter().enumerate().map(|(at, text)| Evidence {
        document: "report.pdf".to_owned(),
        page: 1,
        chunk: at.to_string(),
        text: (*text).to_owned(),
    });
    Prompt { question: "What was the revenue?".to_owned(), evidence: evidence.collect() }
}

fn free() -> Options {
    Options { new_tokens: 40, grounded: false, stop_repetition: false, ..Options::default() }
}

const EVIDENCE: &str =
    "Revenue was $1,577 million in 2018, an increase of 4.5% and (338) and -2.25.";

fn go(_: &str) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn the_same_prompt_gives_the_same_answer_and_pieces_make_it_up() {
    let (_folder, generator) = generator();
    for options in [free(), Options { grounded: true, ..free() }] {
        let mut shown = String::new();
        let first = generator
            .generate(&prompt(&[EVIDENCE]), &options, &mut |text| {
                shown += text;
                go(text)
            })
            .unwrap();
        assert_eq!(shown.trim(), first.text);
        assert!(first.tokens > 3 && !first.text.is_empty(), "{first:?}");
        let again = generator.generate(&prompt(&[EVIDENCE]), &options, &mut go).unwrap();
        assert_eq!((first.text, first.ended), (again.text, again.ended));
    }
}

#[test]
fn limits_and_a_stop_end_an_answer() {
    let (_folder, generator) = generator();
    let run = |options: &Options, most: usize| {
        let mut calls = 0;
        let mut show = |_: &str| {
            calls += 1;
            if calls < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        generator.generate(&prompt(&[EVIDENCE]), options, &mut show).unwrap()
    };
    let long = run(&Options { new_tokens: 5, ..free() }, usize::MAX);
    assert_eq!((long.ended, long.tokens), (Ended::Length, 5));
    let stopped = run(&free(), 3);
    assert_eq!((stopped.ended, stopped.tokens), (Ended::Stopped, 3));
    let late = run(&Options { time: Duration::ZERO, ..free() }, usize::MAX);
    assert_eq!((late.ended, late.tokens), (Ended::Time, 0));
}

#[test]
fn evidence_beyond_one_window_is_read_in_several() {
    let (_folder, generator) = generator();
    let long = "the board of the harbour company met and agreed on the revenue. ".repeat(30);
    let prompt = prompt(&[EVIDENCE, &long, &long]);
    let options = Options { windows: 3, ..free() };
    let answer = generator.generate(&prompt, &options, &mut go).unwrap();
    assert!(answer.windows > 1 && answer.windows <= 3, "{answer:?}");
    let all = generator.generate(&prompt, &Options { windows: 99, ..free() }, &mut go).unwrap();
    assert_eq!(answer.windows + answer.windows_left, all.windows);
    assert_eq!(all.windows_left, 0);
}

#[test]
fn a_tail_that_repeats_is_found_and_kept_once() {
    let check = |tokens: &[u32], expect: Option<usize>| {
        assert_eq!(repetition(tokens), expect, "{tokens:?}");
    };
    check(&[7, 7, 7, 7], None);
    check(&[&[1, 2][..], &[7; 24]].concat(), Some(3));
    let phrase: Vec<u32> = (10..18).collect();
    check(&[&[1, 2][..], &phrase.repeat(3)].concat(), None);
    check(&[&[1, 2][..], &phrase.repeat(4)].concat(), Some(10));
    check(&[&phrase.repeat(4)[..], &[1]].concat(), None);
    let row: Vec<u32> = [5, 3, 5, 3].repeat(4);
    check(&row, None);
}

/// Every run of digits in a text, with separators between digits; written apart from `units`.
fn digit_runs(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut runs, mut at) = (Vec::new(), 0);
    while at < chars.len() {
        if !chars[at].is_numeric() {
            at += 1;
            continue;
        }
        let start = at;
        let digit = |at: usize| chars.get(at).is_some_and(|c| c.is_numeric());
        while digit(at) || matches!(chars.get(at), Some(',' | '.')) && digit(at + 1) {
            at += 1;
        }
        runs.push(chars[start..at].iter().collect());
    }
    runs
}

/// A number below `below`, from a linear congruential sequence (Knuth's MMIX constants).
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) % below as u64) as usize
}

/// Whatever the model prefers, no number and no capitalised word that is not in the evidence is
/// written: here it prefers at random, and digits, separators and capitals above all.
#[test]
fn random_logits_write_no_number_and_no_name_outside_the_evidence() {
    let tokenizer = fixture();
    let evidence =
        [EVIDENCE, "Maria Alvarez joined North Star in 2011; 45 days, 2,450 and 3,118.99"];
    let ground = Ground::new(evidence, Arc::new(vec!["the".to_owned(), "revenue".to_owned()]));
    let known: Vec<String> = evidence.iter().flat_map(|text| digit_runs(text)).collect();
    let lower = evidence.join(" ").to_lowercase();
    let marked: Vec<bool> = (0..220)
        .map(|id| match tokenizer.piece(id) {
            Piece::Text(text) => text.contains(|c: char| {
                c.is_numeric() || c.is_uppercase() || matches!(c, ',' | '.' | '-' | '$')
            }),
            _ => false,
        })
        .collect();
    let (mut state, mut numbers, mut names) = (5, 0, 0);
    for round in 0..300 {
        let (mut written, mut text) = (Written::default(), String::new());
        let sampling = match round % 2 {
            0 => Sampling::ArgMax,
            _ => Sampling::TopP { p: 0.9, temperature: 1.0 },
        };
        let mut sampler = LogitsProcessor::from_sampling(round, sampling);
        let mut ended = false;
        for _ in 0..40 {
            let logits: Vec<f32> = marked
                .iter()
                .map(|marked| random(&mut state, 1000) as f32 / 100.0 + f32::from(*marked) * 4.0)
                .collect();
            let piece = |id| tokenizer.piece(id);
            match choose(&ground, &written, logits, &mut sampler, 1, &piece).unwrap() {
                None => break,
                Some(1) => {
                    ended = true;
                    break;
                }
                Some(id) => text += &written.push(tokenizer.piece(id)),
            }
        }
        if !ended {
            text.truncate(written.settled());
        }
        for run in digit_runs(&text) {
            assert!(known.contains(&run), "{run} in {text:?}");
            numbers += 1;
        }
        for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            if word.starts_with(char::is_uppercase) {
                let word = word.to_lowercase();
                let from_evidence =
                    lower.split(|c: char| !c.is_alphabetic()).any(|other| other == word);
                assert!(from_evidence || word == "the" || word == "revenue", "{word} in {text:?}");
                names += 1;
            }
        }
    }
    // The preference has done its work: there was something to get wrong.
    assert!(numbers > 300 && names > 100, "{numbers} numbers, {names} names");
}

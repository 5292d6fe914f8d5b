//! What lines of questions are understood, and how those that are not are named.

use std::path::PathBuf;

use super::*;

fn one(text: &str) -> Question {
    parse_questions(text).unwrap().remove(0)
}

fn pages(question: &Question) -> Vec<u32> {
    question.gold.iter().map(|gold| gold.page.get()).collect()
}

#[test]
fn truth_is_read_in_every_form() {
    for (text, expected) in [
        (r#"{"question":"q","doc":"a.pdf","evidence":[{"page":7},{"page":9}]}"#, vec![7, 9]),
        (r#"{"question":"q","doc":"a.pdf","pages":[3,"4",5.0]}"#, vec![3, 4, 5]),
        (r#"{"question":"q","doc":"a.pdf","page":3}"#, vec![3]),
        (r#"{"question":"q","docs":["a.pdf"],"alt_pages":[8,9]}"#, vec![8]),
        (
            r#"{"question":"q","evidence":[{"doc":"a.pdf","page":2},{"doc":"b.pdf","page":2}]}"#,
            vec![2, 2],
        ),
        // How many pages the document has is no truth; neither is evidence without a page.
        (r#"{"question":"q","doc":"a.pdf","evidence":[],"pages":12}"#, vec![]),
        (r#"{"question":"q","doc":"a.pdf","evidence":[{"page":null,"text":null}]}"#, vec![]),
        (r#"{"question":"q","doc":"a.pdf"}"#, vec![]),
        // A page named twice is looked for once.
        (
            r#"{"question":"q","doc":"a.pdf","evidence":[{"page":7},{"page":7}],"pages":[7]}"#,
            vec![7],
        ),
    ] {
        let question = one(text);
        assert_eq!(pages(&question), expected, "{text}");
        assert_eq!(question.has_truth(), !expected.is_empty(), "{text}");
    }
}

#[test]
fn alternatives_stay_with_their_evidence() {
    let question = one(
        r#"{"question":"q","doc":"a.pdf","evidence":[{"page":7,"alt_pages":[9]},{"page":8}],"alt_pages":[2]}"#,
    );
    let others =
        |at: usize| question.gold[at].alt_pages.iter().map(|p| p.get()).collect::<Vec<_>>();
    assert_eq!((others(0), others(1)), (vec![9, 2], vec![]));
}

#[test]
fn pieces_on_one_page_are_one_page() {
    let question = one(
        r#"{"question":"q","doc":"a.pdf","evidence":[{"page":7,"boxes":[[1,2,3,4]],"text":"x"},
            {"doc":"sub/A.PDF","page":7,"boxes":[9,8,7,6],"text":"y"}]}"#
            .replace('\n', " ")
            .as_str(),
    );
    let [gold] = &question.gold[..] else { panic!("{:?}", question.gold) };
    assert_eq!(gold.boxes, [Rect::new(1.0, 2.0, 3.0, 4.0), Rect::new(7.0, 6.0, 9.0, 8.0)]);
    assert_eq!(gold.text.as_deref(), Some("x\ny"));
}

#[test]
fn the_rest_of_a_line_is_read_leniently() {
    let question = one(
        "\u{feff}{\"id\":12,\"question\":\" q \",\"answer\":[1,\"two\"],\"question_type\":\"metrics\",\
         \"type\":\"t\",\"page_tolerance\":1,\"answerable\":null,\"company\":{}}",
    );
    assert_eq!(question.id.as_deref(), Some("12"));
    assert_eq!(question.question, "q");
    assert_eq!(question.answer.as_deref(), Some("1, two"));
    assert_eq!(question.kind.as_deref(), Some("metrics"));
    assert_eq!(question.page_tolerance, Some(1));
    assert!(question.answerable && question.documents.is_empty());
    let not = one(r#"{"question":"q","doc":"a.pdf","pages":[1],"answerable":false}"#);
    assert!(!not.has_truth());
}

#[test]
fn a_wrong_line_is_named() {
    for (wrong, said) in [
        ("{\"question\":", "EOF"),
        ("[1]", "no object"),
        ("{\"doc\":\"a.pdf\"}", "no \"question\""),
        (r#"{"question":"q","doc":"a.pdf","pages":[0]}"#, "from 1"),
        (r#"{"question":"q","doc":"a.pdf","pages":["iv"]}"#, "\"iv\""),
        (r#"{"question":"q","doc":"a.pdf","pages":[2.5]}"#, "2.5"),
        (r#"{"question":"q","doc":3}"#, "file name"),
        (r#"{"question":"q","doc":"a.pdf","evidence":[7]}"#, "objects"),
        (r#"{"question":"q","doc":"a.pdf","evidence":[{"page":1,"boxes":[[1,2,3]]}]}"#, "[1,2,3]"),
        (r#"{"question":"q","docs":["a.pdf","b.pdf"],"pages":[4]}"#, "page 4"),
        (r#"{"question":"q","pages":[4]}"#, "which document"),
        (r#"{"question":"q","page_tolerance":-1}"#, "page_tolerance"),
        (r#"{"question":"q","answerable":"no"}"#, "answerable"),
    ] {
        let text = format!("{{\"question\":\"fine\"}}\n\n{wrong}\n");
        let (line, fault) = parse_questions(&text).unwrap_err();
        let fault = fault.to_string();
        assert_eq!(line, 3, "{wrong}");
        assert!(fault.contains(said), "{wrong}: {fault}");
    }
}

#[test]
fn an_error_names_file_and_line() {
    let path = std::env::temp_dir().join(format!("questions-{}.jsonl", std::process::id()));
    std::fs::write(&path, "{\"question\":\"a\"}\n{}\n").unwrap();
    let error = read_questions(&path).unwrap_err().to_string();
    assert!(error.ends_with(".jsonl, line 2: there is no \"question\""), "{error}");
    std::fs::write(&path, "\n \n").unwrap();
    assert!(matches!(read_questions(&path), Err(EvalError::Empty(_))));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(read_questions(&path), Err(EvalError::Io { .. })));
}

#[test]
fn names_of_one_file() {
    assert!(same_file("A.pdf", "folder/a.PDF") && same_file("3M_2018_10K", r"x\3M_2018_10K.pdf"));
    assert!(!same_file("a.pdf", "b.pdf"));
}

/// Sets of others, with what is known of them: questions, and those with truth.
#[test]
fn published_sets_are_read() {
    let data: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../../shared/data"].iter().collect();
    if !data.is_dir() {
        println!("skipped: there is no {}", data.display());
        return;
    }
    for (file, all, with_truth) in [
        ("financebench/questions.jsonl", 54, 54),
        ("corpus/qa/covidqa_rendered/qa.jsonl", 317, 317),
        ("corpus/qa/contractnli_rendered/qa.jsonl", 255, 151),
        ("corpus/qa/mmlongbench/qa.jsonl", 81, 72),
        ("corpus/qa/northwind/qa.jsonl", 100, 50),
    ] {
        let questions = read_questions(&data.join(file)).unwrap();
        let found = questions.iter().filter(|q| q.has_truth()).count();
        assert_eq!((questions.len(), found), (all, with_truth), "{file}");
        assert!(questions.iter().all(|q| q.documents.len() == 1), "{file}");
    }
}

#[test]
fn what_nothing_answers_is_said_either_way() {
    for (text, expected) in [
        (r#"{"question":"q"}"#, true),
        (r#"{"question":"q","answerable":false}"#, false),
        (r#"{"question":"q","unanswerable":true}"#, false),
        (r#"{"question":"q","unanswerable":false}"#, true),
        (r#"{"question":"q","answer":"Not said"}"#, false),
    ] {
        assert_eq!(one(text).is_answered(&["Not said".to_owned()]), expected, "{text}");
    }
}

#[test]
fn a_filter_keeps_lines_and_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions.jsonl");
    std::fs::write(&path, "{\"question\":\"a\",\"n\":1}\n{\"question\":\"b\",\"n\":\"2\"}\n")
        .unwrap();
    let lines = |filter: &str| -> Vec<usize> {
        let kept = read_filtered(&path, Some(&filter.parse().unwrap())).unwrap();
        kept.iter().map(|question| question.line).collect()
    };
    assert_eq!((lines("n=1"), lines("n=2"), lines("m=1")), (vec![1], vec![2], vec![]));
    assert!("n".parse::<LineFilter>().is_err());
}

//! Answers written by a text generator, and what of them is kept. The generator is a tiny one with
//! random weights, from the project's fixtures: it writes nonsense, which is what a check must
//! withstand. Needs `cargo xtask setup`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use citelight_core::{AnswerMode, ModelRole, SearchSettings, Verdict, WritingEnd};
use citelight_engine::{Ask, Event, Library, inspect};
use citelight_parts::Parts;

const AGREEMENT: &str = "harbour-services-agreement.pdf";
const NOTICE: &str = "How much notice must a party give to end the agreement without cause?";

struct Open {
    _dir: tempfile::TempDir,
    library: Library,
    events: Arc<Mutex<Vec<Event>>>,
}

fn asking(question: &str) -> Ask<'_> {
    Ask { question, ..Ask::default() }
}

/// The folder of a model as a hub has it.
fn tiny(dir: &Path) -> PathBuf {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator");
    let folder = dir.join("tiny-t5");
    fs::create_dir_all(&folder).unwrap();
    for (from, to) in [
        ("gated/config.json", "config.json"),
        ("gated/model.safetensors", "model.safetensors"),
        ("tokenizer.json", "tokenizer.json"),
    ] {
        fs::copy(fixtures.join(from), folder.join(to)).unwrap();
    }
    folder
}

fn open(generator: bool) -> Open {
    let dir = tempfile::tempdir().unwrap();
    let events = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&events);
    let parts = Parts::locate().with_installed_models(dir.path().join("models"));
    let sample = parts.root().join("assets/samples").join(AGREEMENT);
    let library = Library::open(&dir.path().join("library"), parts, move |event| {
        heard.lock().unwrap().push(event);
    })
    .unwrap();
    if generator {
        library.models().import(&tiny(dir.path()), None, &mut |_| {}).unwrap();
    }
    library.register(&sample).unwrap();
    while library.import_next().unwrap().is_some() {}
    Open { _dir: dir, library, events }
}

/// The runs of digits of a text.
fn numbers(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

#[test]
fn without_a_generator_nothing_can_be_written_and_the_quotes_say_so() {
    let open = open(false);
    let answer = open.library.ask(&asking(NOTICE)).unwrap();
    assert!(answer.found && answer.details.writer.is_none());
    let error = open.library.write_answer(answer.id).unwrap_err().to_wire();
    assert!(error.hint.is_some(), "{error}");
}

#[test]
fn what_is_written_is_checked_stored_and_never_holds_a_number_that_is_not_cited() {
    let open = open(true);
    let pack = open.library.models().in_use(ModelRole::Generator).unwrap();
    assert!(pack.model_path().ends_with("model-q8_0.gguf"), "made small on import");
    for question in [
        NOTICE,
        "What happens when a service level is missed?",
        "What does the Authority pay each month?",
    ] {
        let quoted = open.library.ask(&asking(question)).unwrap();
        assert_eq!(quoted.mode, AnswerMode::Extractive);
        let writer = quoted.details.writer.clone().unwrap();
        assert!(writer.at_once, "{writer:?}");
        let mut told = Vec::new();
        let written = open.library.write_answer_told(quoted.id, &mut |one| told.push(one.clone()));
        let written = written.unwrap();
        let generated = written.mode == AnswerMode::Generated;
        assert_eq!(told, if generated { written.sentences.clone() } else { Vec::new() });
        assert!(written.found && written.details.writer.is_none());
        assert_eq!(open.library.earlier_answer(quoted.id).unwrap(), written, "stored");
        let details = written.details.written.as_ref().unwrap();
        if written.mode == AnswerMode::Extractive {
            assert!(details.quotes.is_empty());
            assert_eq!(written.sentences, quoted.sentences, "the quotes stay");
            assert!(written.details.note.is_some());
            continue;
        }
        assert_eq!(written.mode, AnswerMode::Generated);
        assert_eq!(details.quotes.len(), quoted.sentences.len());
        let shown: HashSet<String> =
            written.citations.iter().flat_map(|citation| numbers(&citation.quote)).collect();
        for sentence in &written.sentences {
            for part in &sentence.parts {
                assert!(numbers(&part.text).is_subset(&shown), "{} | {shown:?}", part.text);
            }
        }
    }
    assert!(open.library.generator_is_loaded());
    let heard = open.events.lock().unwrap();
    assert!(
        heard.iter().any(|event| matches!(event, Event::Writing { text, .. } if !text.is_empty()))
    );
}

#[test]
fn an_answer_is_written_once_and_only_while_its_evidence_is_at_hand() {
    let open = open(true);
    let first = open.library.ask(&asking(NOTICE)).unwrap();
    open.library.write_answer(first.id).unwrap();
    assert!(open.library.write_answer(first.id).is_err());
    let old = open.library.ask(&asking(NOTICE)).unwrap();
    for _ in 0..8 {
        open.library.ask(&asking("What happens when a service level is missed?")).unwrap();
    }
    assert!(open.library.earlier_answer(old.id).unwrap().details.writer.is_none());
    let error = open.library.write_answer(old.id).unwrap_err().to_wire();
    assert!(error.to_string().contains("Ask the question again"), "{error}");
}

#[test]
fn writing_that_is_stopped_leaves_an_answer() {
    let open = open(true);
    let quoted = open.library.ask(&asking(NOTICE)).unwrap();
    let (library, id) = (&open.library, quoted.id);
    let written = std::thread::scope(|scope| {
        let writing = scope.spawn(move || library.write_answer(id));
        while !writing.is_finished() {
            library.stop_writing(id);
            std::thread::yield_now();
        }
        writing.join().unwrap()
    });
    // Before the first word there is nothing to keep; the quotes stay then.
    match written {
        Ok(answer) => {
            assert!(answer.found);
            let ended = answer.details.written.map(|written| written.ended);
            assert!(ended.is_none_or(|ended| ended != WritingEnd::Limit), "{ended:?}");
        }
        Err(error) => assert_eq!(error.to_wire().code, citelight_core::ErrorCode::Cancelled),
    }
    assert!(open.library.earlier_answer(id).unwrap().found);
}

#[test]
fn whether_answers_are_written_at_once_is_the_persons_choice() {
    let open = open(true);
    let settings = SearchSettings { write: false, ..SearchSettings::default() };
    open.library.choose_search_settings(settings).unwrap();
    let answer = open.library.ask(&asking(NOTICE)).unwrap();
    assert!(!answer.details.writer.unwrap().at_once);
}

#[test]
fn true_sentences_are_confirmed_with_their_words_and_false_ones_are_not() {
    let open = open(false);
    let check = |text: &str| {
        inspect::check_written(&open.library, &asking(NOTICE), &[text]).unwrap().swap_remove(0)
    };
    let right =
        check("Either party may terminate the agreement without cause by giving 60 days’ notice.");
    assert_eq!(right.sentences[0].verdict, Verdict::Confirmed);
    let quote = &right.citations[0].quote;
    assert!(quote.contains("60 days’") && !right.citations[0].quads.is_empty(), "{quote}");

    let wrong =
        check("Either party may terminate the agreement without cause by giving 90 days’ notice.");
    assert!(wrong.sentences.is_empty(), "{wrong:?}");
    let turned =
        check("Neither party may terminate the agreement without cause by giving written notice.");
    assert_ne!(turned.sentences[0].verdict, Verdict::Confirmed, "{turned:?}");
    let strange = check("The tide is high at noon in the southern sea.");
    assert!(strange.citations.is_empty());
    assert_eq!(strange.sentences[0].verdict, Verdict::NotConfirmed);
    let both =
        check("Either party may terminate by giving 60 days’ notice. Volcanoes drift apart.");
    let verdicts: Vec<Verdict> = both.sentences.iter().map(|one| one.verdict).collect();
    assert_eq!(verdicts, [Verdict::Confirmed, Verdict::NotConfirmed]);
}

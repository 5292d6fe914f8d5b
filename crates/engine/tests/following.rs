//! Questions that lean on the one before, and what becomes of the history when a question is read
//! otherwise. Needs `cargo xtask setup`.

mod real;

use citelight_core::{
    Answer, ChipKind, Corrections, Feedback, FeedbackKind, NamingStrength, QuestionId, QuestionKind,
};
use citelight_engine::Ask;
use real::{Real, asking};

const AGREEMENT: &str = "harbour-services-agreement.pdf";
const REPORT: &str = "northstar-third-quarter-2025.pdf";

fn library() -> Real {
    let open = Real::new();
    for sample in [AGREEMENT, REPORT, "northstar-handbook.pdf"] {
        open.import(&open.sample(sample, sample));
    }
    open
}

fn after<'a>(previous: &Answer, question: &'a str) -> Ask<'a> {
    Ask { previous: Some(previous.id), ..asking(question) }
}

fn off(keys: &[&str]) -> Corrections {
    Corrections { off: keys.iter().map(|key| (*key).to_owned()).collect(), kind: None }
}

#[test]
fn a_chain_of_follow_ups_goes_on_from_what_was_searched() {
    let open = library();
    let ask = |ask: &Ask<'_>| open.library.ask(ask).unwrap();
    let first = ask(&asking("What was revenue in the third quarter of 2025?"));
    assert_eq!((first.details.follows, &first.interpretation.rewritten), (None, &None));

    let second = ask(&after(&first, "and in 2024?"));
    let written = "What was revenue in the third quarter of 2024?";
    assert_eq!(second.question, "and in 2024?", "it is kept as typed");
    assert_eq!(second.interpretation.rewritten.as_deref(), Some(written));
    assert_eq!(second.details.follows, Some(first.id));
    assert!(second.answer.contains("13,300"), "{}", second.answer);
    let chip = &second.interpretation.chips[0];
    assert_eq!(
        (chip.kind, chip.on, chip.found.label.as_str()),
        (ChipKind::FollowUp, true, written)
    );

    let third = ask(&after(&second, "what about operating profit?"));
    let written = "What was operating profit in the third quarter of 2024?";
    assert_eq!(third.interpretation.rewritten.as_deref(), Some(written));
    assert_eq!(open.library.earlier_answer(third.id).unwrap().interpretation, third.interpretation);

    let alone = ask(&after(&third, "How many days of annual leave are there?"));
    assert_eq!((alone.details.follows, alone.interpretation.rewritten), (None, None));
    let follows: Vec<Option<QuestionId>> =
        open.library.history(4).unwrap().iter().map(|row| row.follows).collect();
    assert_eq!(follows, [None, Some(second.id), Some(first.id), None]);

    open.library.forget_question(third.id).unwrap();
    let gone = ask(&after(&third, "and in 2025?"));
    assert_eq!(gone.interpretation.rewritten, None, "a question that is forgotten counts as none");
}

#[test]
fn the_documents_before_are_asked_first_and_can_be_switched_off() {
    let open = library();
    let first = open.library.ask(&asking("What was cash flow from operations?")).unwrap();
    assert!(first.citations.iter().all(|citation| citation.file == REPORT));
    let second = open.library.ask(&after(&first, "and net cash?")).unwrap();
    let [named] = &second.interpretation.documents[..] else { panic!("no document is named") };
    assert_eq!((named.strength, named.documents.len()), (NamingStrength::Prefer, 1));
    assert_eq!(named.found.label, REPORT);
    assert!(second.interpretation.prior(&named.documents[0]) > second.interpretation.elsewhere);

    let key = named.found.key.clone();
    let corrections = off(&[&key]);
    let all = Ask { corrections: Some(&corrections), ..after(&first, "and net cash?") };
    let all = open.library.ask(&all).unwrap();
    assert!(all.interpretation.documents.is_empty());
    assert!(all.interpretation.chips.iter().any(|chip| chip.found.key == key && !chip.on));

    // What was chosen for the question before holds for the follow-up, and for the next one.
    let agreement = open.library.find_document(AGREEMENT).unwrap().id;
    let chosen = std::slice::from_ref(&agreement);
    let mut before = open
        .library
        .ask(&Ask { documents: chosen, ..asking("What is the notice period?") })
        .unwrap();
    for question in ["and the monthly fee?", "How is it adjusted?"] {
        before = open.library.ask(&after(&before, question)).unwrap();
        assert_eq!(before.interpretation.only, chosen, "{question}");
        assert!(before.passages.iter().all(|passage| passage.document == agreement), "{question}");
    }
}

#[test]
fn a_follow_up_can_be_asked_as_typed() {
    let open = library();
    let first = open.library.ask(&asking("What is the fixed monthly fee?")).unwrap();
    let written = open.library.ask(&after(&first, "and in the rider?")).unwrap();
    assert!(written.interpretation.rewritten.is_some());
    let corrections = off(&["follow-up"]);
    let typed = Ask { corrections: Some(&corrections), ..after(&first, "and in the rider?") };
    let typed = open.library.ask(&typed).unwrap();
    assert_eq!(typed.interpretation.rewritten, None);
    assert_eq!(typed.id, written.id, "the same question, read otherwise");
    let chip = &typed.interpretation.chips[0];
    assert_eq!((chip.kind, chip.on), (ChipKind::FollowUp, false), "it can be switched on again");
    assert_eq!(typed.details.follows, Some(first.id));
}

#[test]
fn a_corrected_question_keeps_one_line_and_its_corrections() {
    let open = library();
    let question = "What was revenue in 2025?";
    let lines = || open.library.history(10).unwrap().len();
    let ask = |corrections: &Corrections| {
        open.library.ask(&Ask { corrections: Some(corrections), ..asking(question) }).unwrap()
    };
    let first = ask(&Corrections::default());
    let chosen = Corrections { off: vec!["period:2025".into()], kind: Some(QuestionKind::List) };
    let second = ask(&chosen);
    assert_eq!((second.id, lines()), (first.id, 1));
    let kept = open.library.earlier_answer(first.id).unwrap();
    assert_eq!(kept.interpretation.corrections, chosen);
    assert_eq!(kept.interpretation.kind, QuestionKind::List);

    // Asked once more in the same way it is another question of another time.
    let third = ask(&chosen);
    assert_eq!((third.id != second.id, lines()), (true, 2));

    // Other documents are another question; a judged answer stays with its judgement.
    let report = open.library.find_document(REPORT).unwrap().id;
    let narrowed = Ask { documents: std::slice::from_ref(&report), ..asking(question) };
    let narrowed = open.library.ask(&narrowed).unwrap();
    assert_eq!(lines(), 3);
    let say = Feedback::new(narrowed.id, FeedbackKind::Down, None);
    open.library.give_feedback(&say).unwrap();
    let narrow = Ask {
        documents: std::slice::from_ref(&report),
        corrections: Some(&chosen),
        ..asking(question)
    };
    let again = open.library.ask(&narrow).unwrap();
    assert_eq!(lines(), 4);
    assert_eq!(open.library.feedback_of(narrowed.id).unwrap(), [say]);
    assert!(open.library.feedback_of(again.id).unwrap().is_empty());
}

#[test]
fn feedback_on_a_follow_up_is_on_the_question_in_full() {
    let open = library();
    let first = open.library.ask(&asking("How many employees work at Eastmoor?")).unwrap();
    let judged = open.library.ask(&after(&first, "and at Harrow Quay?")).unwrap();
    let say = Feedback::new(judged.id, FeedbackKind::Up, None);
    open.library.give_feedback(&say).unwrap();
    let moved = |answer: &Answer| answer.passages.iter().any(|passage| passage.feedback.is_some());
    let full = open.library.ask(&asking("How many employees work at Harrow Quay?")).unwrap();
    assert!(moved(&full), "the same question, typed in full");
    let fee = open.library.ask(&asking("Is the fee paid at Eastmoor?")).unwrap();
    let other = open.library.ask(&after(&fee, "and at Harrow Quay?")).unwrap();
    assert!(!moved(&other), "the same words after another question");
}

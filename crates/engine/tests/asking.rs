//! What questions are taken to ask, and what earlier feedback does to their answers. Needs
//! `cargo xtask setup`.

mod real;

use citelight_core::{
    Answer, Corrections, EvidencePiece, EvidenceReason, Feedback, FeedbackEffect, FeedbackKind,
    Filters, IndexChoice, Passage, PassageKind, QuestionKind, Retriever, SearchSettings,
};
use citelight_engine::Ask;
use real::{Real, asking};

const AGREEMENT: &str = "harbour-services-agreement.pdf";
const HANDBOOK: &str = "northstar-handbook.pdf";
const REPORT: &str = "northstar-third-quarter-2025.pdf";

fn samples() -> Real {
    let open = Real::new();
    for sample in [AGREEMENT, HANDBOOK, REPORT] {
        open.import(&open.sample(sample, sample));
    }
    open
}

fn say(open: &Real, answer: &Answer, kind: FeedbackKind, citation: Option<u32>) {
    open.library.give_feedback(&Feedback::new(answer.id, kind, citation)).unwrap();
}

fn order(passages: &[Passage]) -> Vec<i64> {
    passages.iter().map(|passage| passage.chunk.0).collect()
}

#[test]
fn what_is_suggested_is_answered_from_where_it_was_made() {
    let open = samples();
    let all = open.library.suggestions(&[]).unwrap();
    assert_eq!(all.len(), 3, "{all:?}");
    let documents: std::collections::HashSet<_> = all.iter().map(|each| &each.document).collect();
    assert_eq!(documents.len(), 3, "one of each document: {all:?}");
    for suggestion in &all {
        let answer = open.library.ask(&asking(&suggestion.question)).unwrap();
        assert!(answer.found, "{suggestion:?}");
        assert_eq!(answer.citations[0].document, suggestion.document, "{suggestion:?}");
        assert_eq!(answer.citations[0].file, suggestion.file);
    }
    let questions = open.library.history(10).unwrap().len();
    let [one] = [all[0].document.clone()];
    let of_one = open.library.suggestions(std::slice::from_ref(&one)).unwrap();
    assert!(!of_one.is_empty() && of_one.iter().all(|each| each.document == one), "{of_one:?}");
    assert_eq!(open.library.history(10).unwrap().len(), questions, "trying leaves no trace");
}

#[test]
fn feedback_moves_the_same_question_only_and_can_be_taken_back() {
    let open = samples();
    let question = "When must invoices be paid under the agreement?";
    let other = "How many days of annual leave are there?";
    let (first, beside) =
        (open.library.ask(&asking(question)).unwrap(), open.library.ask(&asking(other)).unwrap());
    let cited = first.citations[0].clone();
    let of = |answer: &Answer| -> Vec<Passage> {
        let on = |p: &&Passage| p.document == cited.document && p.span.overlaps(&cited.span);
        answer.passages.iter().filter(on).cloned().collect()
    };
    let (before, place) = (order(&first.passages), of(&first)[0].rank);

    say(&open, &first, FeedbackKind::WrongCitation, Some(cited.n));
    let near = "When must invoices be paid under the agreements?";
    for again in [question, near] {
        let answer = open.library.ask(&asking(again)).unwrap();
        let moved = of(&answer);
        assert!(moved.iter().all(|p| p.feedback == Some(FeedbackEffect::Lowered)), "{again}");
        assert!(moved.first().is_none_or(|p| p.rank > place), "{again}: {place}");
        assert!(answer.citations.first().is_none_or(|c| c.span != cited.span), "{again}");
    }
    let untouched = open.library.ask(&asking(other)).unwrap();
    assert_eq!(order(&untouched.passages), order(&beside.passages));
    assert!(untouched.passages.iter().all(|passage| passage.feedback.is_none()));

    say(&open, &first, FeedbackKind::WrongCitation, Some(cited.n));
    let back = open.library.ask(&asking(question)).unwrap();
    assert_eq!(order(&back.passages), before, "taken back");

    say(&open, &first, FeedbackKind::Up, None);
    let raised = open.library.ask(&asking(question)).unwrap();
    assert!(of(&raised).iter().all(|p| p.feedback == Some(FeedbackEffect::Raised)));
}

#[test]
fn what_a_question_names_can_be_switched_off() {
    let open = samples();
    let question = "What does Item 9 of the handbook say about fire in 2025?";
    let read = open.library.interpret(question, &[], &Corrections::default()).unwrap();
    let keys: Vec<String> = read.chips.iter().map(|chip| chip.found.key.clone()).collect();
    assert!(read.periods.iter().any(|period| period.years() == [2025]), "{keys:?}");
    assert_eq!(read.references.len(), 1, "{keys:?}");

    let off: Vec<String> = read.periods.iter().map(|period| period.found.key.clone()).collect();
    let corrections = Corrections { off, kind: Some(QuestionKind::Summary) };
    let ask = Ask { corrections: Some(&corrections), ..asking(question) };
    let answer = open.library.ask(&ask).unwrap();
    assert!(answer.interpretation.periods.is_empty());
    assert_eq!(answer.interpretation.kind, QuestionKind::Summary);
    assert!(answer.interpretation.chips.iter().any(|chip| !chip.on), "it can be switched on again");
    let kept = open.library.earlier_answer(answer.id).unwrap();
    assert_eq!(kept.interpretation, answer.interpretation);
}

#[test]
fn every_kind_of_index_finds_the_same_and_the_plain_design_is_at_hand() {
    let open = samples();
    let question = asking("What is the notice period of the agreement?");
    let exact = order(&open.library.search(&question, 10).unwrap().passages);
    let state = open.library.search_state().unwrap();
    assert!(state.passages > 100);
    assert_eq!((state.settings, state.proposed), (state.defaults, IndexChoice::Flat));
    for index in [IndexChoice::Hnsw, IndexChoice::IvfPq] {
        let wild = SearchSettings { index, ef_search: 1, nprobe: 9_999, passages: 0, write: true };
        let held = open.library.choose_search_settings(wild).unwrap().settings;
        assert_eq!((held.ef_search, held.nprobe, held.passages), (64, 256, 1));
        open.library.save_index().unwrap();
        assert_eq!(order(&open.library.search(&question, 10).unwrap().passages), exact);
        assert_eq!(open.library.ask(&question).unwrap().passages.len(), 1);
    }
    let plain = Ask { retriever: Retriever::Plain, ..question };
    let plain = open.library.search(&plain, 10).unwrap().passages;
    assert_eq!(plain.len(), 10);
    assert!(plain.windows(2).all(|pair| pair[0].score >= pair[1].score), "by cosine alone");
}

#[test]
fn filters_hold_before_the_search() {
    let open = samples();
    let search = |question: &str, filters: &Filters| {
        let ask = Ask { filters: Some(filters), ..asking(question) };
        open.library.search(&ask, 50).map(|found| found.passages)
    };
    let rates = "What are the rates?";
    let kinds = vec![PassageKind::Table];
    let tables = search(rates, &Filters { kinds, ..Filters::default() }).unwrap();
    assert!(!tables.is_empty());
    assert!(tables.iter().all(|passage| passage.kind == PassageKind::Table));

    let sections = open.library.find_sections("Rider A", &[]).unwrap();
    assert_eq!(sections.len(), 1);
    let rider = open.library.sections(&sections[0].document).unwrap();
    let rider = &rider[sections[0].section as usize];
    let inside = search(rates, &Filters { sections, ..Filters::default() }).unwrap();
    assert!(
        !inside.is_empty(),
        "a question that the section does not answer finds it all the same"
    );
    assert!(inside.iter().all(
        |passage| rider.span.start <= passage.span.start && passage.span.end <= rider.span.end
    ));
    assert!(open.library.find_sections("No such part", &[]).is_err());

    let year = |text: &str| Some(text.parse().unwrap());
    let of_2025 = Filters { from: year("2025-Q3"), until: year("2025"), ..Filters::default() };
    let dated = search("How did revenue develop?", &of_2025).unwrap();
    assert!(dated.iter().any(|passage| passage.file == REPORT));
    let long_ago = Filters { until: year("1950"), ..Filters::default() };
    let refused = search(rates, &long_ago).unwrap_err().to_string();
    assert!(refused.contains("up to 1950"), "{refused}");
}

#[test]
fn evidence_is_a_tree_with_what_it_refers_to_within_its_budget() {
    let open = samples();
    let question = "What does clause A3.1 of Rider A replace?";
    let evidence = open.library.evidence(&asking(question), 3000).unwrap();
    let pieces: Vec<_> = evidence.iter().flat_map(|root| root.pieces()).collect();
    let first = pieces.iter().find(|(_, piece)| piece.why == EvidenceReason::Found { rank: 1 });
    let (path, _) = first.expect("the best hit is there");
    assert_eq!(path[0], AGREEMENT);
    assert!(path.len() > 2, "with the headings above it: {path:?}");
    assert!(pieces.iter().any(|(_, piece)| piece.why == EvidenceReason::Around));
    // A3.1 changes clause 8.3, which stands in another section.
    let referred = |piece: &EvidencePiece| matches!(&piece.why, EvidenceReason::Referred { .. });
    assert!(pieces.iter().any(|(_, piece)| referred(piece)), "{pieces:#?}");
    assert!(pieces.iter().map(|(_, piece)| piece.tokens).sum::<u32>() <= 3000);
    let mut seen: Vec<_> = pieces.iter().map(|(_, piece)| piece.chunk).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), pieces.len(), "nothing twice");
    let small = open.library.evidence(&asking(question), 1).unwrap();
    assert_eq!(small.iter().map(|root| root.pieces().len()).sum::<usize>(), 1);
}

#[test]
fn things_are_compared_by_their_figures_each_of_them_cited() {
    let open = samples();
    let answer = open.library.ask(&asking("Which division grew its revenue fastest?")).unwrap();
    assert_eq!(answer.mode, citelight_core::AnswerMode::Calculated);
    let lead = answer.details.lead.unwrap();
    assert_eq!(lead.text, "Navigation instruments, +11.5%");
    let quotes: Vec<&str> = answer.citations.iter().map(|one| one.quote.as_str()).collect();
    assert_eq!(quotes, ["4,590", "5,120", "2,400", "2,640", "6,310", "6,840"]);
    assert!(answer.citations.iter().all(|one| !one.quads.is_empty()));
    let note = answer.details.note.unwrap();
    assert!(note.ends_with("By the amount, it is “Weather instruments”."), "{note}");
    let answer = open.library.ask(&asking("At which site are most people employed?")).unwrap();
    assert!(answer.details.lead.is_none_or(|lead| !lead.text.starts_with("Total")));
}

#[test]
fn a_reason_is_the_cause_of_what_is_asked_about() {
    let open = samples();
    let answer = open.library.ask(&asking("Why did on-time delivery fall?")).unwrap();
    let lit = answer.sentences[0].parts.iter().find(|part| part.key).unwrap();
    assert_eq!(lit.text, "a supplier of pressure sensors delivered late in July.");
    assert_eq!(answer.citations.len(), 1, "nothing about something else");
}

#[test]
fn a_value_that_a_change_replaced_comes_behind_what_holds_now() {
    let open = samples();
    let answer = open.library.ask(&asking("What is the fixed fee a month?")).unwrap();
    let cited: Vec<&str> = answer.citations.iter().map(|one| one.quote.as_str()).collect();
    assert!(cited[0].starts_with("£51,250"), "{cited:?}");
    assert!(cited.contains(&"£48,500"), "{cited:?}");
    // No clause replaces what one of the agreement's tables says of notices.
    let answer = open.library.ask(&asking("How long is the notice without cause?")).unwrap();
    assert_eq!(answer.citations.len(), 2, "{}", answer.answer);
}

#[test]
fn what_is_asked_at_once_is_answered_line_by_line() {
    let open = samples();
    let ask = |question: &str| open.library.ask(&asking(question)).unwrap();
    let cited = |answer: &Answer| -> Vec<String> {
        answer.citations.iter().map(|one| one.quote.clone()).collect()
    };
    let answer = ask("Who imposes a first written warning and how long does it stay on file?");
    assert_eq!(cited(&answer), ["Line manager", "6 months"], "{}", answer.answer);
    assert_eq!(answer.sentences.len(), 2);
    for (sentence, lit) in answer.sentences.iter().zip(["Line manager", "6 months"]) {
        assert!(sentence.parts.iter().any(|part| part.key && part.text == lit), "{sentence:?}");
    }
    // Two different things are not compared, because nobody asked which is more.
    let answer = ask("What is the daily rate in North America and what is the hotel limit?");
    assert_eq!(cited(&answer), ["£62", "£195"], "{}", answer.answer);
    assert!(answer.details.lead.is_none(), "{}", answer.answer);
}

#[test]
fn what_fits_nearly_as_well_stands_below_the_answer() {
    let open = samples();
    let answer = open.library.ask(&asking("How much is the rate?")).unwrap();
    let [own @ .., aside] = &answer.sentences[..] else { panic!("{answer:?}") };
    assert!(aside.aside && own.iter().all(|sentence| !sentence.aside), "{answer:?}");
    assert_eq!(aside.parts[0].text, "Nearly as likely:");
    let shown: Vec<u32> = aside.parts.iter().flat_map(|part| part.citations.clone()).collect();
    assert!(!shown.is_empty(), "{aside:?}");
    assert!(answer.own_citations().all(|citation| !shown.contains(&citation.n)));
    assert_eq!(answer.own_citations().count() + shown.len(), answer.citations.len());
    assert!(answer.answer.contains("\nNearly as likely: "), "{}", answer.answer);

    // What leads by far stands alone.
    let sure = open.library.ask(&asking("How long is the probation?")).unwrap();
    assert!(sure.found && sure.sentences.iter().all(|sentence| !sentence.aside), "{sure:?}");
}

#[test]
fn the_name_of_the_one_document_that_is_asked_tells_nothing_in_it() {
    let open = samples();
    let handbook = open.library.documents().unwrap();
    let handbook = handbook.iter().find(|one| one.file_name == HANDBOOK).unwrap().id.clone();
    let documents = std::slice::from_ref(&handbook);
    let question = "What does Northstar Instruments lend to people who work at home?";
    let answer = open.library.ask(&Ask { question, documents, ..Ask::default() }).unwrap();
    // The company's name stands in other sentences, and most of all in that on how it was founded.
    assert!(answer.citations[0].quote.contains("a monitor, a keyboard"), "{}", answer.answer);
}

#[test]
fn what_comes_nearest_is_shown_where_nothing_answers() {
    let open = samples();
    let answer = open.library.ask(&asking("How much is the laundry allowance?")).unwrap();
    assert!(!answer.found && answer.own_citations().next().is_none(), "{answer:?}");
    let (nothing, nearest) = answer.answer.split_once('\n').unwrap();
    assert_eq!(nothing, "I found nothing in these documents that gives this figure.");
    assert!(nearest.starts_with("The nearest that I found: "), "{nearest}");
    let note = answer.details.note.as_deref().unwrap_or_default();
    assert!(!note.contains("this answer"), "there is none: {note}");
    assert!(answer.sentences.iter().all(|sentence| sentence.aside), "{answer:?}");
    assert!(answer.citations[0].quote.contains("allowance"), "{answer:?}");

    // What is far from the question is left among the passages.
    let far = open.library.ask(&asking("How long is the warranty of the sensors?")).unwrap();
    assert!(!far.found && far.sentences.is_empty() && far.citations.is_empty(), "{far:?}");
}

//! The engine with its real parts: reader, model, index. Needs `cargo xtask setup`.

use std::fs;

use citelight_core::{
    AnswerSentence, ChunkMode, Chunking, DocumentStatus, ErrorCode, Feedback, FeedbackKind,
    PageNumber, Word,
};
use citelight_engine::{Ask, Registered};

mod real;

use real::{Real, asking};

const REPORT: &str = "northstar-third-quarter-2025.pdf";
const QUESTION: &str = "What was revenue in the third quarter of 2025?";

/// The words of a page whose middle lies in one of the rectangles, joined.
fn words_inside(words: &[Word], citation: &citelight_core::Citation, page: PageNumber) -> String {
    let mut inside = Vec::new();
    for quad in citation.quads.iter().filter(|quad| quad.page == page) {
        let hits = words
            .iter()
            .filter(|word| quad.rect.contains_point(word.rect.center_x(), word.rect.center_y()));
        inside.extend(hits.map(|word| word.text.as_str()));
    }
    inside.join(" ")
}

#[test]
fn a_question_is_answered_with_the_exact_words_and_their_place() {
    let open = Real::new();
    open.import(&open.sample(REPORT, "report.pdf"));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.found);
    assert!(answer.answer.contains("£14.6 million"), "{}", answer.answer);
    for citation in &answer.citations {
        let (_, words) = open.library.page_words(&citation.document, citation.page).unwrap();
        assert_eq!(words_inside(&words, citation, citation.page), citation.quote);
    }
    assert!(answer.passages.iter().any(|passage| passage.page == answer.citations[0].page));

    let shown = open
        .library
        .show_page(
            &answer.citations[0].document,
            PageNumber::FIRST,
            &answer.citations[0].quads,
            1.0,
        )
        .unwrap();
    assert!(shown.starts_with(b"\x89PNG"));
}

#[test]
fn two_things_asked_at_once_get_a_line_each_and_steps_are_shown_whole() {
    let open = Real::new();
    open.import(&open.sample("northstar-handbook.pdf", "handbook.pdf"));
    let both = "How many days of annual leave do new employees get, and what notice must they give to leave?";
    let answer = open.library.ask(&asking(both)).unwrap();
    let [days, notice] = &answer.sentences[..] else { panic!("{}", answer.answer) };
    assert!(said(days).starts_with("How many days") && said(days).contains("25"), "{}", said(days));
    assert!(said(notice).starts_with("What notice"), "{}", said(notice));
    assert!(days.item && notice.item);

    let answer = open.library.ask(&asking("How do I report an accident at work?")).unwrap();
    let quotes: Vec<&str> = answer.citations.iter().map(|one| one.quote.as_str()).collect();
    assert!(quotes.len() >= 2 && quotes[0].starts_with("Report every accident"), "{quotes:?}");
    assert!(quotes[1].contains("within 15 days"), "in the order of the page: {quotes:?}");
}

#[test]
fn an_answer_goes_on_with_what_belongs_to_it_and_ends_there() {
    let open = Real::new();
    open.import(&open.sample("northstar-handbook.pdf", "handbook.pdf"));
    let quotes = |question: &str| -> Vec<String> {
        let answer = open.library.ask(&asking(question)).unwrap();
        answer.sentences.iter().filter(|one| !one.aside).map(said).collect()
    };
    let condition = quotes("Can I carry leave over to next year?");
    let [days, lapse] = &condition[..] else { panic!("{condition:?}") };
    assert!(days.contains("five days of unused leave"), "{condition:?}");
    assert!(lapse.contains("31 March, or they lapse"), "{condition:?}");
    let second = quotes("am i allowed to take a second job");
    let [rule, exception] = &second[..] else { panic!("not what stands before: {second:?}") };
    assert!(
        rule.contains("written consent") && exception.contains("refused only if"),
        "{second:?}"
    );
    let alone = quotes("How long is the probation period?");
    assert_eq!(alone, ["The probation period is six months."]);
}

/// The words of a sentence of an answer.
fn said(one: &AnswerSentence) -> String {
    one.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn who_asks_for_several_things_gets_the_whole_table_that_holds_them() {
    let open = Real::new();
    open.import(&open.sample("northstar-handbook.pdf", "handbook.pdf"));
    let several = "Which people may sign off what I buy, and up to how much?";
    let answer = open.library.ask(&asking(several)).unwrap();
    let lines: Vec<String> = answer.sentences.iter().map(said).collect();
    assert_eq!(lines.len(), 6, "the table's title and its rows: {lines:?}");
    assert!(lines[0].starts_with("Table 3."), "{lines:?}");
    assert!(lines[2].starts_with("Line manager: Travel £1,500 · Purchases £1,000"), "{lines:?}");
    assert!(answer.sentences[1..].iter().all(|line| line.item));
    for citation in &answer.citations {
        let (_, words) = open.library.page_words(&citation.document, citation.page).unwrap();
        assert_eq!(words_inside(&words, citation, citation.page), citation.quote);
    }
}

#[test]
fn what_the_documents_do_not_say_is_not_found() {
    let open = Real::new();
    open.import(&open.sample(REPORT, "report.pdf"));
    let answer = open.library.ask(&asking("Which vaccine prevents measles in infants?")).unwrap();
    assert!(!answer.found, "{}", answer.answer);
    assert!(answer.citations.is_empty());
    assert!(!answer.passages.is_empty(), "the nearest passages are offered all the same");
}

#[test]
fn the_same_content_is_imported_once() {
    let open = Real::new();
    let first = open.import(&open.sample(REPORT, "a.pdf"));
    let second = open.import(&open.sample(REPORT, "deep/b.pdf"));
    assert!(matches!(second, Registered::Duplicate(_)));
    assert_eq!(first.row().id, second.row().id);
    assert_eq!(open.library.documents().unwrap().len(), 1);
    assert!(
        open.notices().iter().any(|notice| notice.contains("b.pdf") && notice.contains("a.pdf"))
    );
}

#[test]
fn a_changed_file_becomes_a_new_version_and_can_come_back() {
    let open = Real::new();
    let path = open.sample(REPORT, "report.pdf");
    let old = open.import(&path).row().id.clone();
    open.sample("harbour-services-agreement.pdf", "report.pdf");
    let Registered::NewVersion { row, of } = open.import(&path) else { panic!("no new version") };
    assert_eq!((of, row.version), (old.clone(), 2));
    assert!(open.notices().iter().any(|notice| notice.contains("version 2")));

    let replaced = open.library.document(&old).unwrap();
    assert_eq!(replaced.superseded_by, Some(row.id.clone()));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.passages.iter().all(|passage| passage.document == row.id));
    let chosen = open
        .library
        .ask(&Ask { documents: std::slice::from_ref(&old), ..asking(QUESTION) })
        .unwrap();
    assert!(chosen.answer.contains("£14.6 million"), "an old version can still be chosen");

    open.sample(REPORT, "report.pdf");
    assert!(matches!(open.import(&path), Registered::Duplicate(_)));
    assert_eq!(open.library.document(&old).unwrap().superseded_by, None);
    assert_eq!(open.library.document(&row.id).unwrap().superseded_by, Some(old));
}

#[test]
fn a_removed_document_leaves_nothing_but_the_persons_file() {
    let open = Real::new();
    let path = open.sample(REPORT, "report.pdf");
    let id = open.import(&path).row().id.clone();
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    open.library.remove(&id).unwrap();
    assert!(path.exists());
    assert!(!open.library.file_of(&id).exists());
    assert!(open.library.documents().unwrap().is_empty());
    let left = open.library.earlier_answer(answer.id).unwrap();
    assert_eq!(
        (left.question.as_str(), left.details.removed),
        (QUESTION, vec!["report.pdf".into()])
    );
    assert!(left.citations.is_empty() && left.sentences.is_empty(), "the answer quoted it");
    assert_eq!(open.library.ask(&asking(QUESTION)).unwrap_err().to_wire().code, ErrorCode::Input);
    for file in ["library.db", "library.db-wal"] {
        let content = fs::read(open.library.dir().join(file)).unwrap_or_default();
        let gone = b"14.6 million";
        assert!(!content.windows(gone.len()).any(|window| window == gone), "{file}");
    }
}

#[test]
fn bad_files_are_refused_by_name_and_the_rest_goes_on() {
    let open = Real::new();
    let text = open.dir.path().join("notes.pdf");
    fs::write(&text, "only words").unwrap();
    let cut = open.dir.path().join("cut.pdf");
    fs::write(&cut, "%PDF-1.7\nnothing more").unwrap();
    let error = open.library.register(&text).unwrap_err().to_wire();
    assert_eq!(error.code, ErrorCode::Unreadable);
    assert!(error.message.contains("notes.pdf"), "{error}");

    let broken = open.import(&cut).row().id.clone();
    let good = open.import(&open.sample(REPORT, "good.pdf")).row().id.clone();
    let row = open.library.document(&broken).unwrap();
    assert_eq!(row.status, DocumentStatus::Failed);
    let error = row.error.unwrap();
    assert!(error.message.contains("“cut.pdf”"), "{error}");
    assert!(error.hint.is_some());
    assert_eq!(open.library.document(&good).unwrap().status, DocumentStatus::Ready);
    assert!(open.library.ask(&asking(QUESTION)).unwrap().found);
    let left: Vec<_> = fs::read_dir(open.library.dir().join("files"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn feedback_and_history_survive_a_restart() {
    let open = Real::new();
    open.import(&open.sample(REPORT, "report.pdf"));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    let give = |kind, citation| {
        open.library.give_feedback(&Feedback::new(answer.id, kind, citation)).unwrap()
    };
    give(FeedbackKind::Down, None);
    give(FeedbackKind::Up, None);
    assert_eq!(give(FeedbackKind::WrongCitation, Some(1)).len(), 2, "up replaces down");

    let up = Feedback::new(answer.id, FeedbackKind::Up, None);
    let explained = Feedback { note: "  Found at once.\n".to_owned(), ..up.clone() };
    open.library.explain_feedback(&explained).unwrap();
    let down = Feedback::new(answer.id, FeedbackKind::Down, None);
    assert!(open.library.explain_feedback(&down).is_err(), "it was replaced");

    let open = open.reopen();
    assert_eq!(open.library.feedback_of(answer.id).unwrap()[0].note, "Found at once.");
    let table = open.library.log_table().unwrap();
    let line = table.lines().nth(1).unwrap();
    assert!(line.contains(",1,1.0000,report.pdf,"), "{line}");
    assert!(line.ends_with(",up,,Found at once.,1"), "{line}");
    assert_eq!(table.lines().count(), 1 + answer.passages.len());
    let kinds: Vec<_> =
        open.library.feedback_of(answer.id).unwrap().iter().map(|f| (f.kind, f.citation)).collect();
    assert_eq!(kinds, [(FeedbackKind::Up, None), (FeedbackKind::WrongCitation, Some(1))]);
    assert_eq!(open.library.history(5).unwrap()[0].question, QUESTION);
    assert_eq!(open.library.earlier_answer(answer.id).unwrap(), answer);
}

#[test]
fn an_interrupted_import_goes_on_at_the_next_start() {
    let open = Real::new();
    let path = open.sample(REPORT, "report.pdf");
    let id = open.library.register(&path).unwrap().row().id.clone();
    let open = open.reopen(); // never imported: as if the app had been closed
    assert_eq!(open.library.document(&id).unwrap().status, DocumentStatus::Queued);
    assert!(open.library.import_next().unwrap().is_some());
    assert_eq!(open.library.document(&id).unwrap().status, DocumentStatus::Ready);
}

#[test]
fn a_cancelled_import_can_be_taken_up_again() {
    let open = Real::new();
    let id = open.library.register(&open.sample(REPORT, "report.pdf")).unwrap().row().id.clone();
    open.library.cancel_import(&id).unwrap();
    assert_eq!(open.library.document(&id).unwrap().status, DocumentStatus::Cancelled);
    assert!(open.library.import_next().unwrap().is_none());
    open.library.queue_again(&id).unwrap();
    open.library.import_next().unwrap();
    assert_eq!(open.library.document(&id).unwrap().status, DocumentStatus::Ready);
}

#[test]
fn a_lost_or_damaged_index_is_built_again() {
    let open = Real::new();
    open.import(&open.sample(REPORT, "report.pdf"));
    open.library.save_index().unwrap();
    let file = open.library.dir().join("index/vectors.faiss");
    let chunks = |open: &Real| -> Vec<_> {
        let found = open.library.search(&asking(QUESTION), 5).unwrap();
        found.passages.iter().map(|passage| passage.chunk).collect()
    };
    let before = chunks(&open);
    assert!(!before.is_empty());
    fs::write(&file, b"damaged").unwrap();
    let open = open.reopen();
    assert_eq!(chunks(&open), before);
    fs::remove_file(&file).unwrap();
    let open = open.reopen();
    assert_eq!(chunks(&open), before);
}

#[test]
fn a_page_that_is_not_there_is_said_so() {
    let open = Real::new();
    let id = open.import(&open.sample(REPORT, "report.pdf")).row().id.clone();
    let page = PageNumber::new(99).unwrap();
    for error in [
        open.library.render_page(&id, page, 1.0).unwrap_err(),
        open.library.page_words(&id, page).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(error.contains("report.pdf") && error.contains("99"), "{error}");
    }
}

#[test]
fn documents_are_cut_anew_while_their_old_passages_answer() {
    let open = Real::new();
    let id = open.import(&open.sample(REPORT, "report.pdf")).row().id.clone();
    let before = open.library.chunks(&id).unwrap();
    let answer = open.library.ask(&asking(QUESTION)).unwrap();

    let small = Chunking { target_tokens: 60, max_tokens: 80, ..Chunking::default() };
    let chosen = open.library.choose_chunking(small).unwrap();
    assert_eq!((chosen.target_tokens, chosen.max_tokens), (60, 80));
    let row = open.library.document(&id).unwrap();
    assert_eq!((row.status, row.refreshing), (DocumentStatus::Ready, true));
    // Nothing was cut yet.
    let waiting = open.library.ask(&asking(QUESTION)).unwrap();
    assert_eq!(waiting.answer, answer.answer);
    assert_eq!(open.library.chunks(&id).unwrap().len(), before.len());

    while open.library.import_next().unwrap().is_some() {}
    let row = open.library.document(&id).unwrap();
    assert_eq!((row.status, row.refreshing, row.indexed), (DocumentStatus::Ready, false, 1.0));
    let after = open.library.chunks(&id).unwrap();
    assert!(after.len() > before.len());
    assert!(after.iter().all(|chunk| chunk.tokens <= 80));
    let asked = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(asked.answer.contains("£14.6 million"), "{}", asked.answer);
    // The index in memory is the one that would be built from the database.
    let passages = |open: &Real| {
        let found = open.library.search(&asking(QUESTION), 50).unwrap().passages;
        found.iter().map(|p| (p.chunk, p.span)).collect::<Vec<_>>()
    };
    let in_memory = passages(&open);
    let open = open.reopen();
    assert_eq!(passages(&open), in_memory);

    // The same settings again cut nothing; vectors of texts that are unchanged are kept.
    open.library.choose_chunking(chosen).unwrap();
    assert!(open.library.import_next().unwrap().is_none());
    open.library.choose_chunking(Chunking { mode: ChunkMode::Fixed, ..chosen }).unwrap();
    open.library.cancel_import(&id).unwrap();
    while open.library.import_next().unwrap().is_some() {}
    assert!(open.library.ask(&asking(QUESTION)).unwrap().found);
    let spans: Vec<_> = open.library.chunks(&id).unwrap().iter().map(|c| c.span).collect();
    assert!(spans.windows(2).any(|w| w[0].end > w[1].start), "windows share characters");
}

#[test]
fn a_table_is_shown_as_one_and_written_as_one() {
    let open = Real::new();
    let id = open.import(&open.sample(REPORT, "report.pdf")).row().id.clone();
    let found = open.library.search(&asking("revenue by segment"), 50).unwrap();
    let table = found.passages.iter().find_map(|passage| passage.table.clone());
    let table = table.expect("the report has a table");
    assert!(table.columns >= 2 && !table.rows.is_empty());
    let first = table.rows.iter().flat_map(|row| &row.cells).next().unwrap();
    let written = open.library.markdown(&id).unwrap();
    assert!(written.starts_with("# ") && written.contains("| --- |"), "{written}");
    assert!(written.contains(&first.text), "{written}");
}

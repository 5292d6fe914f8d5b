//! The database through its public face, in memory and on disk.

use citelight_core::{
    ChunkId, DocumentId, DocumentStatus, Field, FlowWord, PageInfo, PageMarks, PageNumber,
    PageStatus, PassageKind, Rect, Span, TagRole, Tagged, Word, WordSource,
};
use citelight_store::{
    NewChunk, NewDocument, NewPage, Opened, PageFlow, SearchText, Store, Structure,
};

const MODEL: &str = "tiny@1";

fn add(store: &Store, name: &str) -> DocumentId {
    let hash = format!("{:0>64}", name.bytes().map(|b| format!("{b:02x}")).collect::<String>());
    let hash: String = hash.chars().rev().collect();
    let id = DocumentId::from_content_hash(&hash);
    store
        .add_document(&NewDocument {
            id: id.clone(),
            content_hash: hash,
            file_name: format!("{name}.pdf"),
            path: format!("/papers/{name}.pdf"),
            size_bytes: 7,
            added_at_s: 1,
        })
        .unwrap();
    id
}

fn word(text: &str, x0: f32) -> Word {
    Word {
        text: text.into(),
        rect: Rect::new(x0, 10.0, x0 + 20.0, 20.0),
        font_size: 10.0,
        bold: false,
        source: WordSource::Native,
        confidence: 1.0,
    }
}

fn chunk(span: Span, text: &str, hash: &str) -> NewChunk {
    NewChunk {
        section: None,
        kind: PassageKind::Text,
        span,
        first_page: PageNumber::FIRST,
        last_page: PageNumber::FIRST,
        tokens: 2,
        split: (1, 1),
        continuation: false,
        noise: false,
        breadcrumb: "Part > Section".into(),
        text: text.into(),
        text_hash: hash.into(),
        searched: SearchText { text: text.into(), ..SearchText::default() },
    }
}

/// Where the chunks of documents stand, rising.
fn ranges(store: &Store, documents: &[DocumentId]) -> Vec<(ChunkId, ChunkId)> {
    let mut ranges: Vec<_> =
        documents.iter().filter_map(|id| store.chunk_range(id).unwrap()).collect();
    ranges.sort_unstable();
    ranges
}

/// A ready document of one page with the given chunks, each a text and its hash.
fn fill(store: &Store, id: &DocumentId, chunks: &[(&str, &str)]) {
    let text: Vec<&str> = chunks.iter().map(|(text, _)| *text).collect();
    let text = text.join("\n\n");
    let info = PageInfo {
        page: PageNumber::FIRST,
        label: Some("i".into()),
        width: 612.0,
        height: 792.0,
        status: PageStatus::Native,
        problem: None,
    };
    let words: Vec<Word> =
        text.split_whitespace().enumerate().map(|(n, w)| word(w, n as f32 * 30.0)).collect();
    let marks = PageMarks::default();
    store.put_pages(id, &[NewPage { info: &info, words: &words, marks: &marks }]).unwrap();
    let mut flow = Vec::new();
    let mut at = 0;
    for (index, word) in words.iter().enumerate() {
        let start = text[at..].find(&word.text).unwrap() + at;
        at = start + word.text.len();
        flow.push(FlowWord {
            page: PageNumber::FIRST,
            index: index as u32,
            span: Span::new(start as u32, at as u32),
            line: 0,
        });
    }
    let mut rows = Vec::new();
    let mut start = 0;
    for (part, hash) in chunks {
        rows.push(chunk(Span::new(start, start + part.len() as u32), part, hash));
        start += part.len() as u32 + 2;
    }
    let whole = Span::new(0, text.len() as u32);
    store.put_flow_words(id, &[(PageNumber::FIRST, flow)]).unwrap();
    let page = PageFlow { page: PageNumber::FIRST, span: whole };
    store
        .put_structure(
            id,
            &Structure {
                text: &text,
                pages: &[page],
                sections: &[],
                title_hashes: &[],
                tables: &[],
                fields: &[field(&text)],
                guesses: &[],
                amendments: &[],
                blocks: &[],
                chunks: &rows,
                recipe: "r1",
            },
        )
        .unwrap();
    store.set_status(id, DocumentStatus::Ready, None).unwrap();
}

/// A field whose label is the first word of a text; left blank.
fn field(text: &str) -> Field {
    let end = text.find(' ').unwrap_or(text.len());
    let label = vec![vec![Span::new(0, end as u32)]];
    Field { page: PageNumber::FIRST, label, value: Vec::new(), ticked: None }
}

fn terms(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn pages_and_flow_come_back_as_they_went_in() {
    let store = Store::in_memory().unwrap();
    let id = add(&store, "a");
    fill(&store, &id, &[("alpha beta", "h1"), ("gamma", "h2")]);
    let words = store.page_words(&id, PageNumber::FIRST).unwrap().unwrap();
    assert_eq!(
        words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>(),
        ["alpha", "beta", "gamma"]
    );
    assert_eq!(words[1], word("beta", 30.0));
    let span = Span::new(6, 10);
    let (start, text) = store.flow_text(&id, span).unwrap();
    assert_eq!(&text[(span.start - start) as usize..(span.end - start) as usize], "beta");
    assert_eq!(store.flow_words(&id, span).unwrap().len(), 3);
    assert_eq!(store.fields(&id, span).unwrap(), [field("alpha beta")]);
    assert_eq!(store.pages(&id).unwrap()[0].label.as_deref(), Some("i"));
    assert_eq!(store.page_words(&id, PageNumber::new(2).unwrap()).unwrap(), None);
}

#[test]
fn marks_come_back_with_the_words_that_they_fit() {
    let store = Store::in_memory().unwrap();
    let id = add(&store, "a");
    let info = |number| PageInfo {
        page: PageNumber::from_index(number),
        label: None,
        width: 612.0,
        height: 792.0,
        status: PageStatus::Native,
        problem: None,
    };
    let words = [word("net", 0.0), word("sales", 30.0)];
    let tag = |role, first, end| Tagged { role, element: 4, first, end };
    let marks = PageMarks {
        rules: vec![Rect::new(10.0, 22.0, 200.0, 22.5)],
        italics: vec![(1, 2)],
        coloured: vec![(0, 2)],
        tags: vec![tag(TagRole::Heading(2), 0, 2)],
    };
    let mut wide = marks.clone();
    wide.tags.push(tag(TagRole::Cell, 2, 9));
    let (none, infos) = (PageMarks::default(), [info(0), info(1), info(2)]);
    let pages = [&marks, &none, &wide];
    let pages: Vec<NewPage<'_>> = infos
        .iter()
        .zip(pages)
        .map(|(info, marks)| NewPage { info, words: &words, marks })
        .collect();
    store.put_pages(&id, &pages).unwrap();
    let read = |number| store.page_words_and_marks(&id, PageNumber::from_index(number)).unwrap();
    assert_eq!(read(0), Some((words.to_vec(), marks.clone())));
    assert_eq!(read(1), Some((words.to_vec(), none)));
    assert_eq!(read(2), Some((words.to_vec(), marks)), "a tag beyond the words is dropped");
    assert_eq!(read(3), None);
}

#[test]
fn in_very_large_scopes_common_words_count_together() {
    let store = Store::in_memory().unwrap();
    let id = add(&store, "large");
    let texts: Vec<(String, String)> = (0..50_100)
        .map(|n| {
            let common = if n % 2 == 0 { "alpha beta" } else { "alpha gamma" };
            let rare = if n == 777 { " needle" } else { "" };
            (format!("{common}{rare}"), format!("h{n}"))
        })
        .collect();
    let texts: Vec<(&str, &str)> =
        texts.iter().map(|(text, hash)| (text.as_str(), hash.as_str())).collect();
    fill(&store, &id, &texts);
    let all = ranges(&store, &[id]);
    let found = |words: &[&str]| store.search_words(&terms(words), &all, 10).unwrap();
    assert_eq!(found(&["alpha", "needle"])[0].0, ChunkId(all[0].0.0 + 777));
    assert_eq!(found(&["alpha", "beta"]).len(), 10, "all of the common words");
    assert!(found(&["beta", "gamma"]).is_empty(), "which no chunk holds");
}

#[test]
fn documents_are_found_by_the_words_of_their_text() {
    let store = Store::in_memory().unwrap();
    let (lease, report) = (add(&store, "lease"), add(&store, "report"));
    fill(&store, &lease, &[("the tenant pays the rent", "l1"), ("no deposit", "l2")]);
    fill(&store, &report, &[("rents rose \"AND\" fell", "r1"), ("the tenancy", "r2")]);
    let found = |words: &[&str]| {
        let mut found = store.documents_with(&terms(words)).unwrap();
        found.sort_by_key(|id| *id != lease);
        found
    };
    assert_eq!(found(&["rent"]), [lease.clone(), report.clone()], "by its stem");
    assert_eq!(found(&["tenan"]), [lease.clone(), report.clone()], "the last word is only begun");
    assert_eq!(found(&["and", "\"x"]), [], "nothing is an operator");
    assert_eq!(found(&["deposit", "rent"]), []);
    assert_eq!(found(&[]), []);
    assert_eq!(found(&["rent", "ten"]), [lease], "all of them in one passage");
}

#[test]
fn in_small_parts_of_large_libraries_rare_words_come_first() {
    let store = Store::in_memory().unwrap();
    let (a, between, b) = (add(&store, "a"), add(&store, "between"), add(&store, "b"));
    fill(&store, &a, &[("alpha alpha", "h1"), ("alpha needles", "h2"), ("none", "h3")]);
    let many: Vec<String> = (0..50_100).map(|n| format!("m{n}")).collect();
    let many: Vec<(&str, &str)> =
        many.iter().map(|hash| ("alpha beta needle", hash.as_str())).collect();
    fill(&store, &between, &many);
    fill(&store, &b, &[("alpha beta", "h4"), ("alpha", "h5")]);
    let parts = ranges(&store, &[a, b]);
    let (first, last) = (parts[0].0.0, parts[1].0.0);
    let found = |words: &[&str], limit| -> Vec<i64> {
        let found = store.search_words(&terms(words), &parts, limit).unwrap();
        found.into_iter().map(|(id, _)| id.0).collect()
    };
    assert_eq!(found(&["needle", "alpha"], 10), [first + 1, first, last, last + 1]);
    assert_eq!(found(&["needle", "beta", "alpha"], 2), [first + 1, last]);
    assert!(found(&["gamma"], 10).is_empty());
    assert_eq!(store.chunks_with("alpha", &parts).unwrap(), 4);
    let whole = [(parts[0].0, parts[1].1)];
    assert_eq!(store.chunks_with("beta", &whole).unwrap().div_ceil(1000), 51, "estimated");
}

#[test]
fn words_are_searched_stemmed_literally_and_within_scope() {
    let store = Store::in_memory().unwrap();
    let (a, b) = (add(&store, "a"), add(&store, "b"));
    fill(&store, &a, &[("the revenues of 1,577 grew", "h1"), ("nothing here", "h2")]);
    fill(&store, &b, &[("revenue fell", "h3")]);
    let both = [a.clone(), b.clone()];
    assert_eq!(
        store.search_words(&terms(&["revenue"]), &ranges(&store, &both), 10).unwrap().len(),
        2
    );
    assert_eq!(
        store.search_words(&terms(&["revenue"]), &ranges(&store, &[b]), 10).unwrap().len(),
        1
    );
    assert_eq!(
        store.search_words(&terms(&["1,577"]), &ranges(&store, &both), 10).unwrap().len(),
        1
    );
    // Whatever a person types is text, never the query language.
    for odd in ["\"", "NEAR(", "a OR", "*", "text:x", "-", "(", "AND"] {
        store.search_words(&terms(&[odd]), &ranges(&store, &both), 10).unwrap();
    }
    assert_eq!(store.chunks_with("revenue", &ranges(&store, &both)).unwrap(), 2);
    assert!(store.search_words(&[], &ranges(&store, &both), 10).unwrap().is_empty());
}

#[test]
fn words_weigh_the_same_however_often_a_document_was_made_anew() {
    let found = |times: usize| {
        let store = Store::in_memory().unwrap();
        let (a, b) = (add(&store, "a"), add(&store, "b"));
        fill(&store, &b, &[("Notice is thirty days.", "h3"), ("Fees are due in May.", "h4")]);
        for _ in 0..times {
            let long = "The rent of the shop is paid in advance on the first day of each month.";
            fill(&store, &a, &[(long, "h1"), ("A notice ends it.", "h2")]);
        }
        let other = add(&store, "c");
        fill(
            &store,
            &other,
            &[("A text that goes again, with many words about other things.", "h5")],
        );
        store.remove_document(&other).unwrap();
        let both = ranges(&store, &[a, b]);
        let found = store.search_words(&terms(&["notice"]), &both, 5).unwrap();
        let mut scores: Vec<f32> = found.into_iter().map(|(_, score)| score).collect();
        scores.sort_by(f32::total_cmp);
        scores
    };
    assert_eq!(found(1).len(), 2);
    assert_eq!(found(1), found(4));
}

#[test]
fn a_text_is_embedded_once_whatever_document_it_stands_in() {
    let store = Store::in_memory().unwrap();
    let (a, b) = (add(&store, "a"), add(&store, "b"));
    fill(&store, &a, &[("same text", "h1")]);
    fill(&store, &b, &[("same text", "h1"), ("other text", "h2")]);
    store.put_vectors(MODEL, &[("h1".into(), vec![1.0, 0.0])]).unwrap();
    assert_eq!(store.without_vector(MODEL, &["h2", "h1", "h2"]).unwrap(), ["h2"]);
    assert_eq!(store.without_vector("another model", &["h2", "h1"]).unwrap(), ["h2", "h1"]);
    let mut seen = 0;
    store
        .each_vector(MODEL, &mut |_, vector| {
            assert_eq!(vector, [1.0, 0.0]);
            seen += 1;
        })
        .unwrap();
    assert_eq!(seen, 2);
}

#[test]
fn removing_a_document_takes_its_text_and_vectors_along() {
    let store = Store::in_memory().unwrap();
    let (a, b) = (add(&store, "a"), add(&store, "b"));
    fill(&store, &a, &[("shared words", "h1"), ("lonely words", "h2")]);
    fill(&store, &b, &[("shared words", "h1")]);
    store.put_vectors(MODEL, &[("h1".into(), vec![1.0]), ("h2".into(), vec![2.0])]).unwrap();
    let generation = store.generation().unwrap();
    assert_eq!(store.remove_document(&a).unwrap().len(), 2);
    assert_eq!(store.generation().unwrap(), generation + 1);
    assert!(store.document(&a).unwrap().is_none());
    assert!(store.search_words(&terms(&["lonely"]), &ranges(&store, &[a]), 10).unwrap().is_empty());
    let mut kept = Vec::new();
    store.each_vector(MODEL, &mut |_, vector| kept.push(vector.to_vec())).unwrap();
    assert_eq!(kept, [vec![1.0]]);
}

#[test]
fn only_a_change_of_what_can_be_asked_raises_the_generation() {
    let store = Store::in_memory().unwrap();
    let id = add(&store, "a");
    let start = store.generation().unwrap();
    store.set_status(&id, DocumentStatus::Reading, None).unwrap();
    assert_eq!(store.generation().unwrap(), start);
    assert!(store.set_status(&id, DocumentStatus::Ready, None).unwrap());
    assert_eq!(store.generation().unwrap(), start + 1);
    assert!(!store.set_status(&id, DocumentStatus::Ready, None).unwrap());
    assert!(store.set_status(&id, DocumentStatus::Queued, None).unwrap());
    assert_eq!(store.generation().unwrap(), start + 2);
}

#[test]
fn jobs_are_taken_once_and_found_again_after_a_crash() {
    let store = Store::in_memory().unwrap();
    let (a, b) = (add(&store, "a"), add(&store, "b"));
    for id in [&a, &b, &a] {
        store.queue_import(id, 1).unwrap();
    }
    assert_eq!(store.job_count().unwrap(), 2);
    assert_eq!(store.take_job("me").unwrap().unwrap().document, a);
    assert_eq!(store.take_job("you").unwrap().unwrap().document, b);
    assert_eq!(store.take_job("me").unwrap(), None);
    assert_eq!(store.reclaim_jobs(&|owner| owner == "you").unwrap(), 1);
    assert_eq!(store.take_job("you").unwrap().unwrap().document, a);
    store.finish_job(&a).unwrap();
    store.remove_document(&b).unwrap();
    assert_eq!(store.job_count().unwrap(), 0, "a removed document takes its job along");
}

#[test]
fn documents_that_an_earlier_reader_read_are_found() {
    let store = Store::in_memory().unwrap();
    let [old, new] = ["old", "new"].map(|name| add(&store, name));
    let opened = |reading| Opened {
        title: None,
        pages: 1,
        active_content: &[],
        repaired: false,
        outline: &[],
        reading,
    };
    fill(&store, &old, &[("alpha", "h1")]);
    store.set_opened(&new, &opened(2)).unwrap();
    fill(&store, &new, &[("beta", "h2")]);
    assert_eq!(
        store.read_before(1).unwrap(),
        std::slice::from_ref(&old),
        "of before versions were kept"
    );
    assert_eq!(store.read_before(3).unwrap().len(), 2);
    // One whose reading goes on has pages of both: it stays the older one's.
    store.set_opened(&old, &opened(2)).unwrap();
    assert_eq!(store.read_before(2).unwrap(), std::slice::from_ref(&old));
    store.forget_pages(&old).unwrap();
    assert!(store.page_words(&old, PageNumber::FIRST).unwrap().is_none());
    store.set_opened(&old, &opened(2)).unwrap();
    assert!(store.read_before(2).unwrap().is_empty());
}

#[test]
fn everything_is_there_after_reopening_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("library.db");
    let store = Store::open(&path).unwrap();
    let id = add(&store, "a");
    fill(&store, &id, &[("alpha beta", "h1")]);
    store.set_setting("theme", "dark").unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.documents().unwrap()[0].status, DocumentStatus::Ready);
    assert_eq!(store.setting("theme").unwrap().as_deref(), Some("dark"));
    assert_eq!(store.search_words(&terms(&["alpha"]), &ranges(&store, &[id]), 5).unwrap().len(), 1);
}

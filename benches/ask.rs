//! From a question to its passages in large libraries, made of the words and vectors of a real one.
//!
//! `cargo bench -p citelight-engine --bench ask -- LIBRARY QUESTIONS.jsonl 100000 [flat|hnsw|ivf-pq]
//! [FOLDER]` makes a library of so many passages in the folder, or in a temporary one; one that is
//! there is measured as it is. Each passage is made of sentences of several real ones, so that words
//! are as frequent as they are in life; its vector is a real one moved a little. Every question is
//! asked once, of passages that none needed before, and then all once more; all of it five times, with
//! the library opened anew, and the least time of each question counts, since other programs disturb.
//! Reports; tests nothing.

use std::path::Path;
use std::time::Instant;

use citelight_core::{
    DocumentId, DocumentStatus, IndexChoice, PageInfo, PageMarks, PageNumber, PageStatus,
    PassageKind, SearchSettings, SectionKind, SectionRow, Span,
};
use citelight_engine::{Ask, Library, inspect};
use citelight_parts::Parts;
use citelight_store::{NewChunk, NewDocument, NewPage, PageFlow, SearchText, Store, Structure};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Passages of one made document: a filing of 200 pages has about as many.
const PASSAGES: usize = 500;
/// Sections of one made document.
const SECTIONS: usize = 50;
/// Pages of one made document.
const PAGES: usize = 200;

/// Longer sentences are left out: a passage of the embedder's 254 tokens has about 1,000 bytes.
const MOST_BYTES: usize = 300;
/// Pages of a made document whose text is kept as running text: a question reads the first ones alone.
const PAGES_WITH_TEXT: usize = 2;

/// Times that everything is asked.
const RUNS: usize = 5;

/// Questions that are asked before any is measured: what documents hold is loaded as it is needed.
const WARM_UP: usize = 20;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [library, questions, count, rest @ ..] = arguments.as_slice() else {
        eprintln!("ask LIBRARY QUESTIONS.jsonl PASSAGES [flat|hnsw|ivf-pq] [FOLDER]");
        return Ok(());
    };
    let index = match rest.first().map(String::as_str) {
        Some("hnsw") => IndexChoice::Hnsw,
        Some("ivf-pq") => IndexChoice::IvfPq,
        _ => IndexChoice::Flat,
    };
    let passing = tempfile::tempdir()?;
    let folder = rest.get(1).map_or(passing.path(), Path::new);
    std::fs::create_dir_all(folder)?;
    if !folder.join("library.db").exists() {
        let began = Instant::now();
        fill(Path::new(library), folder, count.parse()?)?;
        println!("{count} passages written in {:.0} s", began.elapsed().as_secs_f32());
    }
    let began = Instant::now();
    let made = Library::open(folder, Parts::locate(), |_| {})?;
    made.choose_search_settings(SearchSettings { index, ..SearchSettings::default() })?;
    made.search(&asking("What is this about?"), 10)?;
    made.save_index()?;
    drop(made);
    println!("index and first question in {:.0} s", began.elapsed().as_secs_f32());
    let file = std::fs::read_to_string(questions)?;
    let mut questions = Vec::new();
    for line in file.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        questions.extend(line["question"].as_str().map(str::to_owned));
    }
    let most = vec![f32::MAX; questions.len()];
    let mut least = [[most.clone(), most.clone()], [most.clone(), most]];
    for _ in 0..RUNS {
        let made = Library::open(folder, Parts::locate(), |_| {})?;
        made.search(&asking("What is this about?"), 10)?;
        for [totals, understanding] in &mut least {
            for (number, question) in questions.iter().enumerate() {
                let spent = made.search(&asking(question), 10)?.timings_ms;
                totals[number] = totals[number].min(spent.total);
                understanding[number] = understanding[number].min(spent.understand);
            }
        }
    }
    for (round, [totals, understanding]) in ["new", "again"].into_iter().zip(&mut least) {
        let after = WARM_UP.min(questions.len());
        print(&format!("{round}: whole question"), &mut totals[after..]);
        print(&format!("{round}: understanding it"), &mut understanding[after..]);
    }
    Ok(())
}

fn print(what: &str, times: &mut [f32]) {
    times.sort_by(f32::total_cmp);
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!("{what}: median {:.0} ms, p95 {:.0} ms of {}", at(50), at(95), times.len());
}

fn asking(question: &str) -> Ask<'_> {
    Ask { question, ..Ask::default() }
}

/// Numbers that look random and are the same every time (SplitMix64).
struct Turn(u64);

impl Turn {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Writes a library of `count` passages, made of those of the library in `from`.
fn fill(from: &Path, to: &Path, count: usize) -> Outcome<()> {
    let real = Library::open(from, Parts::locate(), |_| {})?;
    let model = inspect::embedding_model(&real)?;
    let source = Store::open(&from.join("library.db"))?;
    let (mut texts, mut vectors) = (Vec::new(), Vec::new());
    for row in real.documents()? {
        texts.extend(real.chunks(&row.id)?.into_iter().map(|chunk| chunk.text));
    }
    source.each_vector(&model, &mut |_, vector| vectors.push(vector.to_vec()))?;
    let sentences: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.split_inclusive(". "))
        .filter(|sentence| sentence.len() <= MOST_BYTES)
        .collect();
    let store = Store::open(&to.join("library.db"))?;
    let mut turn = Turn(7);
    for document in 0..count.div_ceil(PASSAGES) {
        let passages = PASSAGES.min(count - document * PASSAGES);
        write(&store, document, passages, &sentences, &vectors, &model, &mut turn)?;
    }
    Ok(())
}

fn write(
    store: &Store,
    document: usize,
    passages: usize,
    sentences: &[&str],
    vectors: &[Vec<f32>],
    model: &str,
    turn: &mut Turn,
) -> Outcome<()> {
    let hash = format!("{document:016x}{document:048x}");
    let id = DocumentId::from_content_hash(&hash);
    let name = format!("made-{document}.pdf");
    store.add_document(&NewDocument {
        id: id.clone(),
        content_hash: hash,
        file_name: name.clone(),
        path: format!("/{name}"),
        size_bytes: 1,
        added_at_s: 1,
    })?;
    let (mut text, mut chunks, mut made) = (String::new(), Vec::new(), Vec::new());
    let page_of = |number: usize| page(number * PAGES / passages.max(1) + 1);
    let mut starts = vec![0];
    for number in 0..passages {
        let start = u32::try_from(text.len())?;
        while text.len() < start as usize + 900 {
            text.push_str(sentences[turn.below(sentences.len())]);
        }
        let span = Span::new(start, u32::try_from(text.len())?);
        while starts.len() < page_of(number).get() as usize {
            starts.push(start);
        }
        let body = text[span.range()].to_owned();
        let text_hash = format!("{document}-{number}");
        chunks.push(NewChunk {
            section: Some(u32::try_from(number * SECTIONS / passages.max(1))?),
            kind: PassageKind::Text,
            span,
            first_page: page_of(number),
            last_page: page_of(number),
            tokens: 180,
            split: (1, 1),
            continuation: false,
            noise: false,
            breadcrumb: String::new(),
            searched: SearchText { text: body.clone(), ..SearchText::default() },
            text: body,
            text_hash: text_hash.clone(),
        });
        let mut vector = vectors[turn.below(vectors.len())].clone();
        for value in &mut vector {
            *value += (turn.below(2_001) as f32 / 1_000.0 - 1.0) * 0.03;
        }
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|value| *value /= length);
        made.push((text_hash, vector));
    }
    let infos: Vec<PageInfo> = (1..=starts.len())
        .map(|number| PageInfo {
            page: page(number),
            label: None,
            width: 612.0,
            height: 792.0,
            status: PageStatus::Native,
            problem: None,
        })
        .collect();
    let marks = PageMarks::default();
    let pages: Vec<NewPage<'_>> =
        infos.iter().map(|info| NewPage { info, words: &[], marks: &marks }).collect();
    store.put_pages(&id, &pages)?;
    let ends = starts.iter().copied().skip(1).chain([u32::try_from(text.len())?]);
    let flow: Vec<PageFlow> = infos
        .iter()
        .zip(starts.iter().zip(ends))
        .take(PAGES_WITH_TEXT)
        .map(|(info, (start, end))| PageFlow { page: info.page, span: Span::new(*start, end) })
        .collect();
    let titles: Vec<String> = (0..SECTIONS).map(|n| format!("{document}-title-{n}")).collect();
    let sections: Vec<SectionRow> = (0..SECTIONS)
        .map(|n| SectionRow {
            id: u32::try_from(n).unwrap_or_default(),
            parent: None,
            level: 1,
            number: None,
            title: format!("Section {n}"),
            page: PageNumber::FIRST,
            last_page: PageNumber::FIRST,
            y: 0.0,
            breadcrumb: String::new(),
            noise: false,
            span: Span::new(0, 1),
            kind: SectionKind::Body,
        })
        .collect();
    made.extend(
        titles.iter().map(|hash| (hash.clone(), vectors[turn.below(vectors.len())].clone())),
    );
    store.put_vectors(model, &made)?;
    store.put_structure(
        &id,
        &Structure {
            text: &text,
            pages: &flow,
            sections: &sections,
            title_hashes: &titles,
            tables: &[],
            fields: &[],
            guesses: &[],
            amendments: &[],
            blocks: &[],
            chunks: &chunks,
            recipe: "made",
        },
    )?;
    store.set_status(&id, DocumentStatus::Ready, None)?;
    Ok(())
}

/// The page of this number, from 1.
fn page(number: usize) -> PageNumber {
    u32::try_from(number).ok().and_then(PageNumber::new).unwrap_or(PageNumber::FIRST)
}

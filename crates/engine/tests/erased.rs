//! Of what was removed or forgotten not a byte is left in the library's folder: no word, no stem, no vector,
//! no question; on fakes.

mod fakes;

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{IndexChoice, SearchSettings};
use citelight_engine::Library;
use citelight_store::Store;

use fakes::{Fake, asking};

/// Words that stand nowhere else; stemming and the full-text index's sharing of beginnings leave their ends.
const SECRET: &str =
    "# Quixombery\nThe vorplicant zemblatrix of grunfeldian jarnwick is ninety-one days.";
const ENDS: [&str; 5] = ["uixomb", "orplic", "mblatr", "unfeld", "rnwick"];
const QUESTION: &str = "How long is the krenshawite period of the vorplicant zemblatrix?";
const ASKED: [&str; 2] = ["krenshawit", "vorplicant"];

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

/// Where any of these stands, whatever the letters' case.
fn found(library: &Path, sought: &[Vec<u8>]) -> Vec<String> {
    let mut found = Vec::new();
    for path in files_below(library) {
        let mut bytes = fs::read(&path).unwrap();
        bytes.make_ascii_lowercase();
        for one in sought {
            if bytes.windows(one.len()).any(|part| part == one) {
                found.push(format!("{} in {}", String::from_utf8_lossy(one), path.display()));
            }
        }
    }
    found
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.to_lowercase().into_bytes()).collect()
}

/// The first numbers of each vector of a document, as they stand in files.
fn vectors(library: &Library, file: &str) -> Vec<Vec<u8>> {
    let id = library.find_document(file).unwrap().id;
    let mut vectors = Vec::new();
    let store = Store::open(&library.dir().join("library.db")).unwrap();
    store
        .document_vectors(&id, "fake", &mut |_, vector| {
            let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
            vectors.push(bytes.to_ascii_lowercase());
        })
        .unwrap();
    assert!(!vectors.is_empty());
    vectors
}

fn of_many(open: Fake, others: usize) {
    for n in 0..others {
        let text =
            format!("# Rule {n}\nClause {n} grants {} days of leave to group {}.", n + 3, n * 7);
        open.library.register(&open.file(&format!("other-{n}.pdf"), &[&text])).unwrap();
    }
    open.library.register(&open.file("secret.pdf", &[SECRET])).unwrap();
    while open.library.import_next().unwrap().is_some() {}
    let asked = open.library.ask(&asking(QUESTION)).unwrap();
    open.library.save_index().unwrap();
    let library = open.library.dir().to_path_buf();
    // Questions to try hold words of the documents that they were made from.
    fs::write(library.join("index/suggestions.json"), SECRET).unwrap();
    let id = open.library.find_document("secret.pdf").unwrap().id;
    let sought = [texts(&ENDS), vectors(&open.library, "secret.pdf")].concat();
    for one in &sought {
        assert!(
            !found(&library, std::slice::from_ref(one)).is_empty(),
            "{}",
            String::from_utf8_lossy(one)
        );
    }

    open.library.remove(&id).unwrap();
    open.library.forget_question(asked.id).unwrap();
    let all = [sought, texts(&ASKED)].concat();
    assert_eq!(found(&library, &all), [""; 0], "open, {others} others");
    // The index is written anew, without it.
    open.library.save_index().unwrap();
    assert_eq!(found(&library, &all), [""; 0], "saved, {others} others");
    assert_eq!(open.library.health().unwrap().faults, [""; 0]);
    let Fake { dir, library: opened, .. } = open;
    drop(opened);
    assert_eq!(found(&library, &all), [""; 0], "after exit, {others} others");
    assert!(!library.join("library.db-wal").exists(), "the log went with the last process");
    drop(dir);
}

#[test]
fn nothing_is_left_of_the_only_document() {
    of_many(Fake::new(), 0);
}

#[test]
fn nothing_is_left_of_one_among_ten() {
    of_many(Fake::new(), 9);
}

#[test]
fn nothing_is_left_of_one_among_a_hundred() {
    of_many(Fake::new(), 99);
}

#[test]
fn nothing_is_left_in_a_graph_either() {
    let open = Fake::new();
    let settings = SearchSettings { index: IndexChoice::Hnsw, ..SearchSettings::default() };
    open.library.choose_search_settings(settings).unwrap();
    of_many(open, 9);
}

#[test]
fn a_removal_is_completed_where_its_process_ended_in_the_middle() {
    let open = Fake::new();
    let id = open.import(&open.file("secret.pdf", &[SECRET])).row().id.clone();
    open.import(&open.file("other.pdf", &["# Fees\nThe fee is forty pounds."]));
    open.library.ask(&asking("What is the fee?")).unwrap();
    open.library.save_index().unwrap();
    let sought = [texts(&ENDS), vectors(&open.library, "secret.pdf")].concat();
    let (copy, library) = (open.library.file_of(&id), open.library.dir().to_path_buf());
    // The rows went; nothing more was done.
    Store::open(&library.join("library.db")).unwrap().remove_document(&id).unwrap();
    assert!(copy.exists());
    let Fake { dir, library: opened, .. } = open.reopen();
    assert!(!copy.exists());
    assert_eq!(found(&library, &sought), [""; 0]);
    drop(opened);
    assert_eq!(found(&library, &sought), [""; 0]);
    drop(dir);
}

#[test]
fn a_file_whose_document_never_came_is_removed_and_one_that_is_coming_is_not() {
    let open = Fake::new();
    let path = open.file("rule.pdf", &["# Leave\nThirty days."]);
    let id = open.import(&path).row().id.clone();
    open.library.remove(&id).unwrap();
    let store = Store::open(&open.library.dir().join("library.db")).unwrap();
    // A process that ended between putting the file and adding its document.
    store.expect_file(&id, "1-gone-0").unwrap();
    fs::copy(&path, open.library.file_of(&id)).unwrap();
    open.library.reclaim_jobs().unwrap();
    assert!(!open.library.file_of(&id).exists());
    // Removed by one process and added again by another: the new file stays.
    let id = open.import(&path).row().id.clone();
    store.remove_document(&id).unwrap();
    open.import(&path);
    open.library.reclaim_jobs().unwrap();
    assert!(open.library.file_of(&id).exists());
    assert!(open.library.health().unwrap().faults.is_empty());
}

#[test]
fn the_version_before_takes_the_place_of_the_one_that_goes() {
    let open = Fake::new();
    let versions: Vec<_> = (1..=3)
        .map(|n| {
            let text = format!("# Leave\nVersion {n} grants {n}0 days of leave.");
            open.import(&open.file("rule.pdf", &[&text])).row().id.clone()
        })
        .collect();
    let row = |n: usize| open.library.document(&versions[n]).unwrap();
    let earlier = |n: usize| {
        let rows = open.library.earlier_versions(&[versions[n].clone()]).unwrap();
        rows.into_iter().map(|row| row.version).collect::<Vec<_>>()
    };
    assert_eq!((earlier(2), earlier(1), earlier(0)), (vec![2, 1], vec![], vec![]));
    // One in the middle: the newest stays the one that is asked.
    open.library.set_aside(&versions[1..2]).unwrap();
    assert_eq!(row(0).superseded_by.as_ref(), Some(&versions[2]));
    open.library.bring_back(&versions[1..2]).unwrap();
    assert_eq!(row(0).superseded_by.as_ref(), Some(&versions[1]));
    open.library.remove(&versions[1]).unwrap();
    assert_eq!(row(0).superseded_by.as_ref(), Some(&versions[2]));
    assert_eq!(earlier(2), [1]);
    open.library.remove(&versions[2]).unwrap();
    assert_eq!(row(0).superseded_by, None);
}

//! Encrypted libraries: nothing of a document stands in any byte of the folder, from the first import on; the
//! passphrase is asked for, told when it is wrong, and changed; whatever ends the process that encrypts, one
//! whole library is there; backups stay encrypted. On fakes.

mod fakes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use citelight_core::{ErrorCode, IndexChoice, SearchSettings};
use citelight_engine::{
    Library, change_passphrase, decrypt, encrypt, is_encrypted, needs_passphrase, rebuild, restore,
    restore_if_asked, unlock, unlock_or_change,
};
use citelight_store::Store;

use fakes::{Fake, PASSPHRASE, asking};

const SECRET: &str =
    "# Quixombery\nThe vorplicant zemblatrix of grunfeldian jarnwick is ninety-one days.";
const QUESTION: &str = "How long is the zemblatrix of the vorplicant?";
/// Ends of words, which stemming and shared beginnings leave; the file's name; the question.
const SOUGHT: [&str; 8] =
    ["uixomb", "orplic", "mblatr", "unfeld", "rnwick", "confidential-matter", "How long", "%PDF"];

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

/// Where any of these stands, whatever the letters' case, in a file or its name.
fn found(folder: &Path, sought: &[Vec<u8>]) -> Vec<String> {
    let mut found = Vec::new();
    for path in files_below(folder) {
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend_from_slice(path.strip_prefix(folder).unwrap().as_os_str().as_encoded_bytes());
        bytes.make_ascii_lowercase();
        for one in sought {
            let one = one.to_ascii_lowercase();
            if bytes.windows(one.len()).any(|part| part == one) {
                found.push(format!("{} in {}", String::from_utf8_lossy(&one), path.display()));
            }
        }
    }
    found
}

fn sought(library: &Library) -> Vec<Vec<u8>> {
    let mut sought: Vec<Vec<u8>> = SOUGHT.iter().map(|text| text.as_bytes().to_vec()).collect();
    let id = library.find_document("confidential-matter.pdf").unwrap().id;
    sought.push(id.as_str().as_bytes().to_vec());
    let key = is_encrypted(library.dir()).then(|| unlock(library.dir(), PASSPHRASE).unwrap());
    let database = key.as_ref().map(|key| key.database().clone());
    let path = library.dir().join("library.db");
    let store = Store::open_with(&path, database.as_ref()).unwrap();
    let before = sought.len();
    store
        .document_vectors(&id, "fake", &mut |_, vector| {
            sought.push(vector.iter().flat_map(|number| number.to_le_bytes()).collect());
        })
        .unwrap();
    assert!(sought.len() > before);
    sought
}

/// Fills a library with a document that nobody else shall read, and uses it.
fn fill(open: &Fake) {
    open.import(&open.file("other.pdf", &["# Fees\nThe fixed fee is forty pounds a month."]));
    open.import(&open.file("confidential-matter.pdf", &[SECRET]));
    finds(open, "filled");
    open.library.suggestions(&[]).unwrap();
    open.library.save_index().unwrap();
    open.library.keep_backup().unwrap();
}

fn close(open: Fake) -> tempfile::TempDir {
    let Fake { dir, library, .. } = open;
    drop(library);
    dir
}

fn finds(open: &Fake, when: &str) {
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    let first = answer.passages.first().map_or("nothing", |first| &first.text);
    assert!(first.contains("ninety-one"), "{when}: {first}");
}

fn answers(open: &Fake) {
    finds(open, "before it was read anew");
    assert_eq!(open.library.health().unwrap().faults, [""; 0]);
    let id = open.library.find_document("confidential-matter.pdf").unwrap().id;
    open.library.retry_pages(&id, &[]).unwrap();
    while open.library.import_next().unwrap().is_some() {}
    finds(open, "read anew from its copy");
}

#[test]
fn not_a_byte_of_a_document_stands_in_an_encrypted_library() {
    let plain = Fake::new();
    fill(&plain);
    let all = sought(&plain.library);
    for one in &all {
        let one = std::slice::from_ref(one);
        assert!(!found(plain.library.dir(), one).is_empty(), "the search finds {one:?} elsewhere");
    }

    let open = Fake::encrypted();
    let library = open.library.dir().to_path_buf();
    let graph = SearchSettings { index: IndexChoice::Hnsw, ..SearchSettings::default() };
    open.library.choose_search_settings(graph).unwrap();
    fill(&open);
    let all = sought(&open.library);
    assert!(library.join("index/vectors.age").is_file());
    assert_eq!(found(&library, &all), [""; 0], "open");
    let id = open.library.find_document("confidential-matter.pdf").unwrap().id;
    assert!(open.library.file_of(&id).is_file());
    let open = Fake::open(close(open));
    answers(&open);
    // What is removed goes from the encrypted library, too.
    let file = open.library.file_of(&id);
    open.library.remove(&id).unwrap();
    assert!(!file.exists());
    open.library.save_index().unwrap();
    assert_eq!(open.library.health().unwrap().faults, [""; 0]);
    let dir = close(open);
    assert_eq!(found(&library, &all), [""; 0], "after exit");
    drop(dir);
}

#[test]
fn a_passphrase_is_asked_for_told_when_it_is_wrong_and_changed() {
    let open = Fake::encrypted();
    fill(&open);
    let dir = close(open);
    let library = dir.path().join("library");
    assert!(needs_passphrase(&library));
    let code = |error: citelight_engine::EngineError| error.to_wire().code;
    let parts = citelight_parts::Parts::locate();
    let Err(error) = Library::open(&library, parts, |_| {}) else { panic!("it opened") };
    assert_eq!(code(error), ErrorCode::Locked);
    for wrong in ["", "a phrase for tests alonE"] {
        assert_eq!(code(unlock(&library, wrong).unwrap_err()), ErrorCode::Locked);
        assert_eq!(code(decrypt(&library, wrong).unwrap_err()), ErrorCode::Locked);
        assert!(change_passphrase(&library, wrong, "something else").is_err());
    }
    assert!(encrypt(&library, "once more, it seems").is_err());
    change_passphrase(&library, PASSPHRASE, "another phrase for it").unwrap();
    assert_eq!(code(unlock(&library, PASSPHRASE).unwrap_err()), ErrorCode::Locked);
    change_passphrase(&library, "another phrase for it", PASSPHRASE).unwrap();
    answers(&Fake::open_in(dir.path()));
    // Without its key it is not taken for a plain one that is damaged.
    let key = fs::read(library.join("key.age")).unwrap();
    fs::remove_file(library.join("key.age")).unwrap();
    let Err(error) = Fake::try_library_in(dir.path()) else { panic!("it opened") };
    assert!(error.to_string().contains("key.age"), "{error}");
    fs::write(library.join("key.age"), key).unwrap();
    answers(&Fake::open_in(dir.path()));
}

#[test]
fn a_library_is_encrypted_and_made_plain_again_with_all_that_it_holds() {
    let open = Fake::new();
    fill(&open);
    let all = sought(&open.library);
    let error = encrypt(open.library.dir(), PASSPHRASE).unwrap_err().to_wire();
    assert!(error.message.contains("is open"), "{error}");
    let dir = close(open);
    let library = dir.path().join("library");
    assert!(encrypt(&library, "short").is_err());
    assert_eq!(encrypt(&library, PASSPHRASE).unwrap().files, 2);
    assert_eq!(found(&library, &all), [""; 0]);
    let beside: Vec<_> =
        fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(beside.iter().all(|name| !name.to_string_lossy().contains("encrypt")), "{beside:?}");
    let open = Fake::open_in(dir.path());
    answers(&open);
    assert_eq!(open.library.own_backups().len(), 1);
    drop(open);
    assert_eq!(decrypt(&library, PASSPHRASE).unwrap().files, 2);
    assert!(!needs_passphrase(&library));
    let open = Fake::open_in(dir.path());
    assert_eq!(open.library.history(9).unwrap().len(), 3);
    answers(&open);
}

#[test]
fn what_the_window_asks_for_is_done_at_the_next_start() {
    let open = Fake::new();
    fill(&open);
    open.library.encrypt_at_next_start(PASSPHRASE).unwrap();
    let dir = close(open);
    let library = dir.path().join("library");
    assert!(needs_passphrase(&library) && !is_encrypted(&library));
    assert!(unlock_or_change(&library, "not the phrase").is_err());
    assert!(unlock_or_change(&library, PASSPHRASE).unwrap().is_some() && is_encrypted(&library));
    let open = Fake::open_in(dir.path());
    answers(&open);
    assert!(open.library.decrypt_at_next_start("not the phrase").is_err());
    open.library.decrypt_at_next_start(PASSPHRASE).unwrap();
    drop(open);
    assert!(unlock_or_change(&library, PASSPHRASE).unwrap().is_none());
    assert!(!needs_passphrase(&library));
    answers(&Fake::open_in(dir.path()));
}

#[test]
fn backups_stay_encrypted_and_come_back() {
    let open = Fake::encrypted();
    fill(&open);
    let all = sought(&open.library);
    let copies = [open.dir.path().join("copy"), open.dir.path().join("copy.tar")];
    for to in &copies {
        assert_eq!(open.library.back_up(to).unwrap().files, 2);
        assert_eq!(open.library.back_up(to).unwrap().files, 2, "once more in the same place");
    }
    let dir = close(open);
    let library = dir.path().join("library");
    assert_eq!(found(&copies[0], &all), [""; 0]);
    for to in &copies {
        fs::remove_dir_all(&library).unwrap();
        assert_eq!(restore(&library, Some(to), None).unwrap().documents, 2);
        let Err(error) = Fake::try_library_in_with(dir.path(), None) else { panic!("it opened") };
        assert_eq!(error.to_wire().code, ErrorCode::Locked);
        answers(&Fake::open_in(dir.path()));
    }
    // Its own copy, and the files without any.
    let key = unlock(&library, PASSPHRASE).unwrap();
    let open = Fake::open_in(dir.path());
    open.library.keep_backup().unwrap();
    let own = open.library.own_backups()[0].path.clone();
    open.library.restore_at_next_start(Path::new(&own)).unwrap();
    drop(open);
    assert!(restore_if_asked(&library, None).is_none(), "it waits for the key");
    assert_eq!(restore_if_asked(&library, Some(&key)).unwrap().unwrap().queued, 2);
    fs::remove_file(library.join("library.db")).unwrap();
    fs::remove_dir_all(library.join("backups")).unwrap();
    assert!(rebuild(&library, None).is_err());
    let done = rebuild(&library, Some(&key)).unwrap();
    assert_eq!((done.documents, done.nameless, done.damaged.len()), (2, 2, 0));
    let open = Fake::open_in(dir.path());
    while open.library.import_next().unwrap().is_some() {}
    finds(&open, "rebuilt");
    drop(open);
    assert_eq!(found(&library, &all), [""; 0]);
}

const FOLDER: &str = "CITELIGHT_ENCRYPTED";

/// Encrypts, or makes plain, the library that another test names, which kills it.
#[test]
fn change_here() {
    let Some(library) = std::env::var_os(FOLDER) else { return };
    let library = Path::new(&library);
    println!("begins");
    match is_encrypted(library) {
        true => drop(decrypt(library, PASSPHRASE).unwrap()),
        false => drop(encrypt(library, PASSPHRASE).unwrap()),
    }
}

#[test]
fn killed_while_it_is_encrypted_or_made_plain_one_whole_library_is_there() {
    let kills = std::env::var("CITELIGHT_KILLS").ok().and_then(|kills| kills.parse().ok());
    let open = Fake::new();
    fill(&open);
    let dir = close(open);
    let library = dir.path().join("library");
    let change = || {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "change_here", "--nocapture"]).env(FOLDER, &library);
        child.stdout(Stdio::null()).spawn().unwrap()
    };
    // How long one takes here and now: kills are spread over that and a little more.
    let began = Instant::now();
    assert!(change().wait().unwrap().success());
    let whole = began.elapsed();
    assert!(is_encrypted(&library));
    let mut changed = 0;
    for kill in 0..kills.unwrap_or(6_u32) {
        let before = is_encrypted(&library);
        let mut child = change();
        thread::sleep(whole * (kill * 37 % 120) / 100);
        let _ = child.kill();
        child.wait().unwrap();
        changed += u32::from(is_encrypted(&library) != before);
        let open = Fake::open_in(dir.path());
        finds(&open, &format!("kill {kill}"));
        assert_eq!(open.library.health().unwrap().faults, [""; 0], "kill {kill}");
        drop(open);
        let left: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.contains("encrypt"))
            .collect();
        assert_eq!(left, [""; 0], "kill {kill}: nothing is left beside it");
    }
    println!("{changed} of the changes were done when their process was killed");
}

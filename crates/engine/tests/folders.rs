//! Watched folders: what is put into them comes into the library by itself; on fakes.

mod fakes;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use citelight_core::DocumentStatus;
use citelight_engine::{Event, FolderWatch, Library, NoticeLevel};

use fakes::{Fake, asking};

const RULE: &str = "%PDF-fake\n# Leave\nEmployees get thirty days of annual leave.";
const OTHER: &str = "%PDF-fake\n# Fees\nThe fixed fee is forty pounds a month.";

/// A library with the thread that watches its folders; imports are carried out by the test.
struct Watched {
    dir: tempfile::TempDir,
    library: Arc<Library>,
    events: Arc<std::sync::Mutex<Vec<Event>>>,
    woken: Arc<AtomicUsize>,
    watch: FolderWatch,
}

impl Watched {
    fn start(open: Fake) -> Watched {
        let Fake { dir, library, events, .. } = open;
        let (library, woken) = (Arc::new(library), Arc::new(AtomicUsize::new(0)));
        let count = Arc::clone(&woken);
        let wake = move || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        let watch = FolderWatch::start(Arc::clone(&library), wake).unwrap();
        Watched { dir, library, events, woken, watch }
    }

    /// The next start of the app.
    fn restart(self) -> Watched {
        let Watched { dir, library, watch, .. } = self;
        drop(watch);
        drop(library);
        Watched::start(Fake::open(dir))
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = self.dir.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder.canonicalize().unwrap()
    }

    fn watch(&self, folder: &Path) {
        self.library.watch_folder(folder).unwrap();
        self.watch.stir();
    }

    /// Carries out imports until these files are there, and ready.
    fn until_ready(&self, names: &[&str]) {
        let since = Instant::now();
        loop {
            while self.library.import_next().unwrap().is_some() {}
            let mut ready: Vec<String> = self.ready();
            ready.sort();
            if ready == names {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{ready:?} instead of {names:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn ready(&self) -> Vec<String> {
        let rows = self.library.documents().unwrap().into_iter();
        let ready = rows.filter(|row| row.status == DocumentStatus::Ready);
        ready.filter(|row| row.superseded_by.is_none()).map(|row| row.file_name).collect()
    }

    fn notices(&self) -> Vec<(NoticeLevel, String)> {
        let events = self.events.lock().unwrap();
        let notice = |event: &Event| match event {
            Event::Notice { level, notice } => Some((*level, notice.to_string())),
            _ => None,
        };
        events.iter().filter_map(notice).collect()
    }

    fn soon(&self, what: &str, holds: impl Fn() -> bool) {
        let since = Instant::now();
        while !holds() {
            assert!(since.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn what_lies_in_a_folder_and_what_is_put_there_comes_in_and_can_be_asked() {
    let open = Watched::start(Fake::new());
    assert!(open.library.watched_folders().unwrap().is_empty(), "none unless the person says so");
    let folder = open.folder("inbox");
    fs::write(folder.join("rule.pdf"), RULE).unwrap();
    fs::write(folder.join("notes.txt"), "no PDF").unwrap();
    open.watch(&folder);
    open.until_ready(&["rule.pdf"]);
    fs::create_dir(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/other.pdf"), OTHER).unwrap();
    open.until_ready(&["other.pdf", "rule.pdf"]);
    assert_eq!(open.woken.load(Ordering::Relaxed), 2);
    let answer = open.library.ask(&asking("What is the fixed fee a month?")).unwrap();
    assert!(answer.answer.contains("forty"), "{}", answer.answer);
    open.soon("both are counted", || {
        let folders = open.library.watched_folders().unwrap();
        folders.len() == 1 && folders[0].files == Some(2) && folders[0].problem.is_none()
    });
    assert!(open.notices().is_empty(), "{:?}", open.notices());
}

#[test]
fn a_file_that_is_still_being_written_waits_and_a_changed_one_is_a_new_version() {
    let open = Watched::start(Fake::new());
    let folder = open.folder("inbox");
    open.watch(&folder);
    let path = folder.join("rule.pdf");
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(b"%PDF-fake\n# Leave\n").unwrap();
    for part in ["Employees get ", "thirty days ", "of annual leave."] {
        std::thread::sleep(Duration::from_millis(900));
        assert!(open.library.documents().unwrap().is_empty(), "it grows still");
        file.write_all(part.as_bytes()).unwrap();
    }
    drop(file);
    open.until_ready(&["rule.pdf"]);
    let rows = open.library.documents().unwrap();
    assert_eq!((rows.len(), rows[0].version), (1, 1), "one version, the whole one");
    fs::write(&path, RULE.replace("thirty", "thirty-one")).unwrap();
    open.soon("the second version", || {
        while open.library.import_next().unwrap().is_some() {}
        open.library
            .documents()
            .unwrap()
            .iter()
            .any(|row| row.version == 2 && row.status == DocumentStatus::Ready)
    });
    assert_eq!(open.ready(), ["rule.pdf"]);
}

#[test]
fn what_the_person_removed_stays_out_after_a_restart_and_what_came_meanwhile_comes_in() {
    let open = Watched::start(Fake::new());
    let folder = open.folder("inbox");
    fs::write(folder.join("rule.pdf"), RULE).unwrap();
    open.watch(&folder);
    open.until_ready(&["rule.pdf"]);
    let id = open.library.documents().unwrap()[0].id.clone();
    open.library.remove(&id).unwrap();
    let open = open.restart();
    // Put there while nobody watched; a sign that the folder was looked through.
    fs::write(folder.join("other.pdf"), OTHER).unwrap();
    open.until_ready(&["other.pdf"]);
    let folders = open.library.watched_folders().unwrap();
    assert_eq!(folders[0].path, folder.to_string_lossy());
    open.library.stop_watching(&folders[0].path).unwrap();
    assert!(open.library.watched_folders().unwrap().is_empty());
    assert_eq!(open.ready(), ["other.pdf"], "what came from it stays");
    // Chosen anew, it is taken in anew.
    open.watch(&folder);
    open.until_ready(&["other.pdf", "rule.pdf"]);
}

#[test]
fn a_file_that_was_renamed_stays_one_document_under_its_new_name() {
    let open = Watched::start(Fake::new());
    let folder = open.folder("inbox");
    fs::write(folder.join("draft.pdf"), RULE).unwrap();
    open.watch(&folder);
    open.until_ready(&["draft.pdf"]);
    fs::rename(folder.join("draft.pdf"), folder.join("final.pdf")).unwrap();
    open.until_ready(&["final.pdf"]);
    let rows = open.library.documents().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].path, folder.join("final.pdf").to_string_lossy());
    assert!(open.notices().is_empty(), "{:?}", open.notices());
}

#[test]
fn a_folder_out_of_reach_is_told_and_watched_again_when_it_is_back() {
    let open = Watched::start(Fake::new());
    let folder = open.folder("drive/inbox");
    fs::write(folder.join("rule.pdf"), RULE).unwrap();
    open.watch(&folder);
    open.until_ready(&["rule.pdf"]);
    let (drive, away) = (open.dir.path().join("drive"), open.dir.path().join("away"));
    fs::rename(&drive, &away).unwrap();
    open.watch.stir();
    open.soon("it is told", || {
        let folders = open.library.watched_folders().unwrap();
        folders[0].problem.as_ref().is_some_and(|problem| problem.message.contains("reached"))
    });
    assert_eq!(open.ready(), ["rule.pdf"], "nothing is lost");
    fs::write(away.join("inbox/other.pdf"), OTHER).unwrap();
    fs::rename(&away, &drive).unwrap();
    open.until_ready(&["other.pdf", "rule.pdf"]);
    assert_eq!(open.library.watched_folders().unwrap()[0].problem, None);
    let told = open.events.lock().unwrap();
    let unreachable = |event: &&Event| matches!(event, Event::Folders { folders } if folders[0].problem.is_some());
    assert!(told.iter().any(|event| unreachable(&event)));
}

#[test]
fn what_is_no_pdf_is_told_once_and_folders_that_make_no_sense_are_refused() {
    let open = Watched::start(Fake::new());
    let folder = open.folder("inbox");
    fs::write(folder.join("words.pdf"), "just words").unwrap();
    open.watch(&folder);
    open.soon("it is told", || !open.notices().is_empty());
    fs::write(folder.join("rule.pdf"), RULE).unwrap();
    open.until_ready(&["rule.pdf"]);
    let open = open.restart();
    fs::write(folder.join("other.pdf"), OTHER).unwrap();
    open.until_ready(&["other.pdf", "rule.pdf"]);
    assert!(open.notices().is_empty(), "once: {:?}", open.notices());

    let refused = |folder: &Path| open.library.watch_folder(folder).unwrap_err().to_string();
    let deep = open.folder("inbox/deep");
    for (folder, word) in [
        (folder.as_path(), "already"),
        (&deep, "as a part of"),
        (&folder.join("rule.pdf"), "not a folder"),
        (&folder.join("nowhere"), "not there"),
        (&open.library.dir().join("files"), "belongs to the library"),
    ] {
        let message = refused(folder);
        assert!(message.contains(word), "{message}");
    }
    // One above it takes its place, and does not bring in the library's own copies.
    open.watch(&open.dir.path().canonicalize().unwrap());
    assert_eq!(open.library.watched_folders().unwrap().len(), 1);
    open.soon("all are counted", || open.library.watched_folders().unwrap()[0].files == Some(3));
    assert_eq!(open.library.documents().unwrap().len(), 2);
}

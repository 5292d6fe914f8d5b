//! A library of its own for each test, with the real parts.
#![allow(dead_code, unreachable_pub, missing_docs)] // each test program uses a part of it

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use citelight_engine::Event;
use citelight_engine::{Ask, Library, Registered};
use citelight_parts::Parts;

pub fn asking(question: &str) -> Ask<'_> {
    Ask { question, ..Ask::default() }
}

pub struct Real {
    pub dir: tempfile::TempDir,
    pub library: Library,
    pub events: Arc<Mutex<Vec<Event>>>,
}

impl Real {
    pub fn new() -> Real {
        Real::open(tempfile::tempdir().unwrap())
    }

    pub fn open(dir: tempfile::TempDir) -> Real {
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&events);
        let library = Library::open(&dir.path().join("library"), Parts::locate(), move |event| {
            heard.lock().unwrap().push(event);
        })
        .unwrap();
        Real { dir, library, events }
    }

    pub fn reopen(self) -> Real {
        let Real { dir, library, .. } = self;
        drop(library);
        Real::open(dir)
    }

    /// A copy of a sample under another name, in this test's own folder.
    pub fn sample(&self, sample: &str, name: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(Parts::locate().root().join("assets/samples").join(sample), &path).unwrap();
        path
    }

    pub fn import(&self, path: &Path) -> Registered {
        let registered = self.library.register(path).unwrap();
        while self.library.import_next().unwrap().is_some() {}
        registered
    }

    pub fn notices(&self) -> Vec<String> {
        let events = self.events.lock().unwrap();
        events
            .iter()
            .filter_map(|event| match event {
                Event::Notice { notice, .. } => Some(notice.to_string()),
                _ => None,
            })
            .collect()
    }
}

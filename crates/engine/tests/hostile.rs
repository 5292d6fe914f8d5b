//! A reading process that was taken over by its file, through the whole engine: whatever it answers, the
//! next document is read, and it costs neither much memory nor much time.
//!
//! This program is both sides: started with `--pdfium` it is the child, which misbehaves as the first line of
//! the file says; otherwise it tests. It has no test harness of its own, whose output would end up among
//! the child's replies.
#![allow(clippy::print_stdout, clippy::exit)]

#[path = "fakes/mod.rs"]
mod fakes;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use citelight_core::{
    DocumentStatus, Highlight, LinkTarget, OutlineItem, PageInfo, PageLink, PageMarks, PageNumber,
    PageStatus, Rect, Word, WordSource,
};
use citelight_engine::ports::{OpenFile, PageReader};
use citelight_engine::{Library, Ports, Result};
use citelight_parts::Parts;
use citelight_reader::protocol::{self, Pixels, Reply, Request};
use citelight_reader::{
    Crew, Limits, OpenedDocument, PageContent, PageOutcome, ReadJob, Reader, ReaderError,
    ReaderParts, read_frame, write_frame,
};

use fakes::{FakeEmbedder, asking};

/// What a child does, and whether its document is read all the same.
const MODES: &[(&str, bool)] = &[
    ("plain", true),
    // when it opens the file
    ("page-count", false),
    ("no-pages", false),
    ("outline-200000-deep", true),
    ("outline-of-nonsense", true),
    ("title-of-90-MB", true),
    ("labels-without-end", true),
    ("silence", false),
    ("ends", false),
    ("garbles", false),
    ("claims-4-GB", false),
    ("lies-about-lengths", false),
    ("answers-another-question", false),
    ("answers-twice", false),
    // when it reads a page
    ("nan", false),
    ("infinite", false),
    ("turned-round", false),
    ("far-away", false),
    ("empty-words", false),
    ("word-of-100-MB", false),
    ("two-million-words", false),
    ("another-page", false),
    ("page-without-size", false),
    ("recognises-for-ever", false),
    ("recognises-again-and-again", false),
    ("cut-frame", false),
    ("floods-stderr", true),
    ("dense-grid", true),
    ("dense-stairs", true),
    ("marks-of-nonsense", true),
    ("control-characters", true),
    ("takes-memory", false),
];
/// What it does when pages are looked at.
const VIEWS: &[&str] = &["draws-html", "draws-too-much", "links-of-nonsense", "copies-for-ever"];

const GOOD: &str = "The tenant may end the lease by giving sixty days of notice in writing.";
const QUESTION: &str = "How may the tenant end the lease?";
/// For one hostile document and the good one after it.
const LONGEST: Duration = Duration::from_secs(30);
/// Of the app's own process, over all modes.
const MOST_MEMORY_MB: u64 = 900;

fn limits() -> Limits {
    let second = Duration::from_secs(1);
    Limits { page_time: second, ocr_time: second, open_time: second, memory_bytes: 300 << 20 }
}

fn main() {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--pdfium") {
        child(&arguments);
    }
    if arguments.iter().any(|argument| argument == "--list") {
        return;
    }
    let began = Instant::now();
    for (mode, read) in MODES {
        imported(mode, *read);
    }
    for mode in VIEWS {
        looked_at(mode);
    }
    let memory = peak_memory_mb();
    assert!(memory.is_none_or(|mb| mb < MOST_MEMORY_MB), "{memory:?} MB");
    println!(
        "\n{} hostile modes in {:.0} s, {} MB\ntest result: ok. {} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        MODES.len() + VIEWS.len(),
        began.elapsed().as_secs_f32(),
        memory.unwrap_or_default(),
        MODES.len() + VIEWS.len()
    );
}

/// A library whose reading processes are this program.
struct Place {
    dir: tempfile::TempDir,
    library: Library,
}

struct HostileReader;

fn parts_for(file: &Path) -> ReaderParts {
    ReaderParts {
        exe: std::env::current_exe().unwrap(),
        pdfium: "none".into(),
        documents: file.to_path_buf(),
        tessdata: None,
        languages: "eng".into(),
    }
}

impl PageReader for HostileReader {
    fn read(
        &self,
        job: &ReadJob<'_>,
        stop: &AtomicBool,
        opened: &mut dyn FnMut(&OpenedDocument),
        each: &mut dyn FnMut(PageOutcome),
    ) -> Result<()> {
        Crew::new(parts_for(job.path), limits()).read(job, stop, opened, each)?;
        Ok(())
    }

    fn open(&self, file: &Path, password: Option<&str>) -> Result<Box<dyn OpenFile>> {
        let mut reader = Reader::spawn(&parts_for(file), &limits())?;
        let document = reader.open(file, password)?;
        Ok(Box::new(Opened(reader, document)))
    }
}

struct Opened(Reader, OpenedDocument);

impl OpenFile for Opened {
    fn document(&self) -> &OpenedDocument {
        &self.1
    }
    fn draw(&mut self, page: PageNumber, scale: f32) -> std::result::Result<Vec<u8>, ReaderError> {
        self.0.render(page, scale)
    }
    fn links(&mut self, page: PageNumber) -> std::result::Result<Vec<PageLink>, ReaderError> {
        self.0.links(page)
    }
    fn copy_with(
        &mut self,
        highlights: &[Highlight],
        out: &mut dyn Write,
    ) -> std::result::Result<(), ReaderError> {
        self.0.copy_with(highlights, out)
    }
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let ports = Ports {
            reader: Arc::new(HostileReader),
            embedder: Box::new(|| Ok(Arc::new(FakeEmbedder::default()) as _)),
            extractor: Box::new(|| Ok(None)),
        };
        let parts = Parts::locate().with_installed_models(dir.path().join("models"));
        let library =
            Library::open_with(&dir.path().join("library"), None, parts, ports, |_| {}).unwrap();
        Place { dir, library }
    }

    fn file(&self, mode: &str) -> PathBuf {
        let path = self.dir.path().join(format!("{mode}.pdf"));
        std::fs::write(&path, format!("%PDF-fake {mode}\n")).unwrap();
        path
    }
}

fn imported(mode: &str, read: bool) {
    let place = Place::new();
    let began = Instant::now();
    let evil = place.library.register(&place.file(mode)).unwrap().row().id.clone();
    let good = place.library.register(&place.file("good")).unwrap().row().id.clone();
    while place.library.import_next().unwrap().is_some() {}
    assert!(began.elapsed() < LONGEST, "{mode}: {:?}", began.elapsed());
    let row = place.library.document(&evil).unwrap();
    let ready = row.status == DocumentStatus::Ready && row.pages_failed == 0;
    assert_eq!(ready, read, "{mode}: {row:?}");
    assert_eq!(place.library.document(&good).unwrap().status, DocumentStatus::Ready, "{mode}");
    let answer = place.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.found && answer.answer.contains("sixty"), "{mode}: {answer:?}");
    assert_eq!(place.library.health().unwrap().faults, [""; 0], "{mode}");
    let database = place.library.storage().unwrap().database;
    assert!(database < 40 << 20, "{mode}: a database of {database} bytes");
    println!("test {mode} ... ok, {:.1} s", began.elapsed().as_secs_f32());
}

fn looked_at(mode: &str) {
    let place = Place::new();
    let began = Instant::now();
    let evil = place.library.register(&place.file(mode)).unwrap().row().id.clone();
    while place.library.import_next().unwrap().is_some() {}
    let page = PageNumber::FIRST;
    let drawn = place.library.render_page(&evil, page, 1.0);
    match mode {
        "draws-html" | "draws-too-much" => assert!(drawn.is_err(), "{mode}"),
        _ => assert!(drawn.unwrap().starts_with(b"\x89PNG")),
    }
    if mode == "links-of-nonsense" {
        assert_eq!(place.library.page_links(&evil, page).unwrap(), [], "{mode}");
    }
    if mode == "copies-for-ever" {
        let answer = place.library.ask(&asking(QUESTION)).unwrap();
        assert!(!answer.citations.is_empty());
        let copy = place.dir.path().join("copy.pdf");
        assert!(place.library.annotated_copy(&evil, &[answer.id], &copy).is_err());
        assert!(!copy.exists(), "half a copy is none");
    }
    assert!(began.elapsed() < LONGEST, "{mode}: {:?}", began.elapsed());
    println!("test {mode} ... ok, {:.1} s", began.elapsed().as_secs_f32());
}

fn peak_memory_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

// The child.

fn child(arguments: &[OsString]) -> ! {
    let at = arguments.iter().position(|argument| argument == "--documents").unwrap();
    let head = std::fs::read_to_string(Path::new(&arguments[at + 1])).unwrap_or_default();
    let mode = head.lines().next().unwrap_or_default().trim_start_matches("%PDF-fake ").to_owned();
    let mut out = io::stdout().lock();
    write_frame(&mut out, &protocol::greeting(), usize::MAX).unwrap();
    send(&mut out, &Reply::Ready);
    let mut input = io::stdin().lock();
    while let Ok(bytes) = read_frame(&mut input, usize::MAX) {
        let request: Request = postcard::from_bytes(&bytes).unwrap();
        answer(&mode, &request, &mut out, &mut input);
    }
    std::process::exit(0)
}

fn send(out: &mut impl Write, reply: &Reply) {
    if write_frame(out, &postcard::to_stdvec(reply).unwrap(), usize::MAX).is_err() {
        std::process::exit(0); // the host has had enough
    }
}

fn raw(out: &mut impl Write, bytes: &[u8]) {
    let _ = out.write_all(bytes);
    let _ = out.flush();
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

fn answer(mode: &str, request: &Request, out: &mut impl Write, input: &mut impl Read) {
    match request {
        Request::Open { .. } => open(mode, out),
        Request::Page(page) => read_page(mode, *page, out),
        Request::Render { .. } => {
            let (width_px, height_px, rgb) = match mode {
                "draws-html" => (10, 10, b"<script>alert(1)</script>".to_vec()),
                "draws-too-much" => (100_000, 100_000, vec![0; 300]),
                _ => (2, 2, vec![9; 12]),
            };
            send(out, &Reply::Picture(Pixels { width_px, height_px, rgb }));
        }
        Request::Links(_) => {
            let nan = f32::NAN;
            let link = PageLink {
                rects: vec![Rect { x0: nan, y0: nan, x1: nan, y1: nan }],
                target: LinkTarget::Address("file:///etc/passwd".into()),
            };
            send(out, &Reply::Links(vec![link; 20_000]));
        }
        Request::Highlight(_) => send(out, &Reply::Highlighted),
        Request::Copy => loop {
            send(out, &Reply::CopyPiece(vec![7; 1 << 20]));
        },
        Request::Close => send(out, &Reply::Closed),
    }
    let _ = input;
}

fn opened(pages: u32) -> OpenedDocument {
    OpenedDocument { page_count: pages, ..OpenedDocument::default() }
}

fn open(mode: &str, out: &mut impl Write) {
    let item = |level, y| OutlineItem {
        title: "Heading".into(),
        level,
        page: Some(PageNumber::FIRST),
        y: Some(y),
    };
    let document = match mode {
        "page-count" => opened(u32::MAX),
        "no-pages" => opened(0),
        "outline-200000-deep" => OpenedDocument {
            outline: (1..=200_000).map(|level| item(level, 10.0)).collect(),
            ..opened(1)
        },
        "outline-of-nonsense" => OpenedDocument {
            outline: vec![item(0, f32::NAN), item(u32::MAX, f32::INFINITY), item(1, -1e38)],
            ..opened(1)
        },
        "title-of-90-MB" => OpenedDocument { title: Some("A".repeat(90 << 20)), ..opened(1) },
        "labels-without-end" => {
            OpenedDocument { labels: vec![Some("l".repeat(40)); 1_000_000], ..opened(1) }
        }
        "silence" => hang(),
        "ends" => std::process::exit(3),
        "garbles" => return raw(out, b"\x05\0\0\0\xff\xff\xff\xff\xff"),
        "claims-4-GB" => return raw(out, b"\xff\xff\xff\xff"),
        // A title of 2^40 bytes in a frame of twenty.
        "lies-about-lengths" => {
            let mut bytes = vec![20, 0, 0, 0, 1, 1, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20];
            bytes.resize(24, 0);
            return raw(out, &bytes);
        }
        "answers-another-question" => return send(out, &Reply::Copied),
        "answers-twice" => {
            send(out, &Reply::Opened(opened(1)));
            opened(1)
        }
        _ => opened(1),
    };
    send(out, &Reply::Opened(document));
}

fn word(text: &str, x0: f32, y0: f32) -> Word {
    Word {
        text: text.to_owned(),
        rect: Rect { x0, y0, x1: x0 + 5.0 * text.len().min(40) as f32, y1: y0 + 10.0 },
        font_size: 10.0,
        bold: false,
        source: WordSource::Native,
        confidence: 1.0,
    }
}

fn line(text: &str, y: f32) -> Vec<Word> {
    let mut x = 72.0;
    let mut words = Vec::new();
    for part in text.split(' ') {
        words.push(word(part, x, y));
        x += 5.0 * part.len() as f32 + 4.0;
    }
    words
}

fn content(page: PageNumber, words: Vec<Word>) -> PageContent {
    let info = PageInfo {
        page,
        label: None,
        width: 612.0,
        height: 792.0,
        status: PageStatus::Native,
        problem: None,
    };
    PageContent { info, words, marks: PageMarks::default() }
}

fn read_page(mode: &str, page: PageNumber, out: &mut impl Write) {
    let forty = |make: &dyn Fn(f32) -> Word| (0..40).map(|n| make(n as f32)).collect::<Vec<_>>();
    let placed = |x0, y0, x1, y1| Word { rect: Rect { x0, y0, x1, y1 }, ..word("evil", 0.0, 0.0) };
    let (nan, infinite) = (f32::NAN, f32::INFINITY);
    let harmless = || line("ordinary words of a page that is quite harmless", 100.0);
    let words = match mode {
        "good" | "copies-for-ever" => line(GOOD, 100.0),
        "nan" => forty(&|_| Word { font_size: nan, ..placed(nan, nan, nan, nan) }),
        "infinite" => forty(&|n| placed(-infinite, 10.0 * n, infinite, 10.0 * n + 9.0)),
        "turned-round" => forty(&|n| placed(500.0, 10.0 * n + 9.0, 10.0, 10.0 * n)),
        "far-away" => forty(&|n| placed(1e30, 1e30 * n, 1e31, 1e37)),
        "empty-words" => forty(&|n| word(" \u{2028}", 10.0, 10.0 * n)),
        "word-of-100-MB" => vec![word(&"x".repeat(100_000_000), 10.0, 10.0)],
        "two-million-words" => vec![word("a", 10.0, 10.0); 2_000_000],
        "dense-grid" => (0..19_000)
            .map(|n| Word {
                rect: {
                    let (x, y) = ((n % 200) as f32 * 3.0, (n / 200) as f32 * 4.0);
                    Rect { x0: x, y0: y, x1: x + 2.5, y1: y + 3.9 }
                },
                ..word(&format!("w{}", n % 50), 0.0, 0.0)
            })
            .collect(),
        "dense-stairs" => (0..19_000)
            .map(|n| {
                let step = n as f32;
                placed(0.03 * step, 0.04 * step, 0.03 * step + 2.5, 0.04 * step + 9.0)
            })
            .collect(),
        "control-characters" => {
            line("</script><img/src=x> \u{1b}[31m\u{7} \u{202e}fdp.exe \u{0}zero", 100.0)
        }
        "recognises-for-ever" => {
            send(out, &Reply::Recognising);
            hang();
        }
        "recognises-again-and-again" => loop {
            send(out, &Reply::Recognising);
        },
        "cut-frame" => {
            raw(out, b"\x64\0\0\0abc");
            std::process::exit(0);
        }
        "takes-memory" => {
            let mut taken = Vec::new();
            loop {
                taken.push(vec![1_u8; 20 << 20]);
                thread::sleep(Duration::from_millis(5));
                if taken.len() > 60 {
                    hang();
                }
            }
        }
        "floods-stderr" => {
            let _ = io::stderr().write_all(&vec![b'E'; 10_000_000]);
            harmless()
        }
        _ => harmless(),
    };
    let mut content = content(page, words);
    match mode {
        "another-page" => content.info.page = PageNumber::new(4_000_000_000).unwrap(),
        "page-without-size" => (content.info.width, content.info.height) = (nan, 0.0),
        "marks-of-nonsense" => {
            content.marks = PageMarks {
                rules: vec![Rect { x0: nan, y0: 0.0, x1: infinite, y1: -1.0 }; 50_000],
                italics: vec![(9, 1), (0, u32::MAX)],
                coloured: vec![(u32::MAX, 0); 10_000],
                ..PageMarks::default()
            };
        }
        _ => {}
    }
    send(out, &Reply::Page(content));
}

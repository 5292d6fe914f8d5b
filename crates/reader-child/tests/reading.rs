//! The real child with the real libpdfium: what it answers, and what its death costs.

mod child;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use child::parts;
use child::sample::{SamplePage, TempFile, line, page, pdf};
use citelight_core::{PageNumber, PageStatus};
use citelight_reader::{
    Crew, Limits, Need, PageContent, ReadEnd, ReadJob, Reader, ReaderError, ReaderParts,
    read_document,
};

fn spawn() -> Reader {
    Reader::spawn(&parts(), &Limits::default()).unwrap()
}

/// A job without a password or a page that is waited for.
fn job<'a>(file: &'a TempFile, workers: usize, skip: &'a HashSet<PageNumber>) -> ReadJob<'a> {
    static NOBODY: LazyLock<Need> = LazyLock::new(Need::default);
    ReadJob { path: &file.0, password: None, workers, skip, need: &NOBODY }
}

fn number(page: u32) -> PageNumber {
    PageNumber::new(page).unwrap()
}

fn text(content: &PageContent) -> String {
    content.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn sample_pages(count: usize) -> Vec<SamplePage> {
    (1..=count).map(|n| page(&line(72.0, 700.0, 12.0, &format!("Page number {n}")))).collect()
}

/// A page whose forms call each other twice, thirty deep: a thousand million calls.
fn bomb() -> (SamplePage, Vec<String>) {
    let form = |next: Option<usize>| {
        let (resources, content) = match next {
            Some(next) => (format!("<< /XObject << /X {next} 0 R >> >>"), "/X Do /X Do"),
            None => ("<< >>".to_owned(), "0 0 1 1 re f"),
        };
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources {resources} /Length {} >>\n\
             stream\n{content}\nendstream",
            content.len()
        )
    };
    const FIRST: usize = 4; // the number of the first object that a sample adds
    let forms = (0..30).map(|i| form((i < 29).then_some(FIRST + 1 + i))).collect();
    // The sample's resources are fixed, so an annotation calls the first form.
    let extra = "/Annots [<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 9 9] \
                 /AP << /N 4 0 R >> >>]";
    (SamplePage { extra: extra.into(), ..page("") }, forms)
}

#[test]
fn opening_tells_pages_outline_and_labels() {
    let bytes = pdf(
        &sample_pages(3),
        "/Outlines 4 0 R /PageLabels << /Nums [0 << /S /r >>] >>",
        &[
            "<< /Type /Outlines /First 5 0 R /Last 5 0 R >>",
            "<< /Title (Start) /Parent 4 0 R /Dest [101 0 R /XYZ 0 792 0] >>",
        ],
    );
    let file = TempFile::new("opened.pdf", &bytes);
    let mut reader = spawn();
    let opened = reader.open(&file.0, None).unwrap();
    assert_eq!((opened.page_count, opened.title.as_deref()), (3, Some("A made sample")));
    assert_eq!(opened.labels[2].as_deref(), Some("iii"));
    assert_eq!(
        (opened.outline[0].title.as_str(), opened.outline[0].page),
        ("Start", Some(number(2)))
    );

    let content = reader.page(number(2)).unwrap();
    assert_eq!(text(&content), "Page number 2");
    assert_eq!((content.info.width, content.info.height), (612.0, 792.0));
    assert_eq!(
        (content.info.status, content.info.label.as_deref()),
        (PageStatus::Native, Some("ii"))
    );
    let png = reader.render(number(1), 1.0).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    reader.close().unwrap();
    assert!(matches!(reader.page(number(1)), Err(ReaderError::Refused { .. })));
}

#[test]
fn every_kind_of_bad_file_has_its_error() {
    let mut reader = spawn();
    let mut error = |path: &Path| reader.open(path, None).err().unwrap();
    let text = TempFile::new("letter.pdf", b"Dear Sir or Madam");
    assert!(matches!(error(&text.0), ReaderError::NotPdf { .. }));
    let empty = TempFile::new("nothing.pdf", b"");
    assert!(matches!(error(&empty.0), ReaderError::NotPdf { .. }));
    let damaged = TempFile::new("broken.pdf", b"%PDF-1.7 and no more");
    assert!(matches!(error(&damaged.0), ReaderError::Damaged { .. }));
    let missing = error(Path::new("no/such/file.pdf"));
    assert!(matches!(&missing, ReaderError::Io { .. }), "{missing}");
    assert!(missing.to_string().contains("no/such/file.pdf"), "{missing}");
    // The child lives on through all of it.
    let good = TempFile::new("good.pdf", &pdf(&sample_pages(1), "", &[]));
    reader.open(&good.0, None).unwrap();
    let beyond = reader.page(number(2)).err().unwrap();
    assert!(matches!(&beyond, ReaderError::Refused { page: Some(_), .. }), "{beyond}");
    assert_eq!(self::text(&reader.page(number(1)).unwrap()), "Page number 1");
}

#[test]
fn a_missing_library_is_a_missing_part() {
    let parts = ReaderParts { pdfium: "no/such/libpdfium.so".into(), ..parts() };
    let error = Reader::spawn(&parts, &Limits::default()).err().unwrap();
    let ReaderError::MissingPart { path, .. } = &error else { panic!("{error}") };
    assert_eq!(path, Path::new("no/such/libpdfium.so"));
}

#[test]
#[cfg(unix)]
fn a_child_killed_in_mid_page_is_a_crash_of_that_page() {
    let (bomb, forms) = bomb();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let file = TempFile::new("killed.pdf", &pdf(&[bomb], "", &forms));
    let mut reader = spawn();
    reader.open(&file.0, None).unwrap();
    let child = reader.process_id().unwrap();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        std::process::Command::new("kill").args(["-9", &child.to_string()]).status()
    });
    let error = reader.page(number(1)).err().unwrap();
    killer.join().unwrap().unwrap();
    assert!(
        matches!(&error, ReaderError::Crashed { page: Some(_), how, .. } if how.contains("signal 9")),
        "{error}"
    );
    assert!(matches!(reader.page(number(1)), Err(ReaderError::Crashed { .. })));
}

#[test]
fn a_page_that_never_ends_costs_that_page_only() {
    let (bomb, forms) = bomb();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let mut pages = sample_pages(6);
    pages[2] = bomb;
    let file = TempFile::new("bomb.pdf", &pdf(&pages, "", &forms));
    let limits = Limits {
        page_time: Duration::from_secs(4),
        memory_bytes: 400_000_000,
        ..Limits::default()
    };
    for workers in [1, 2] {
        let mut seen = BTreeMap::new();
        let start = Instant::now();
        let skip = HashSet::from([number(6)]);
        let job = job(&file, workers, &skip);
        let stop = AtomicBool::new(false);
        let mut opened = 0;
        let end = read_document(
            &parts(),
            &limits,
            &job,
            &stop,
            |document| opened = document.page_count,
            &mut |outcome| {
                let again = seen.insert(outcome.page.get(), outcome.result);
                assert!(again.is_none(), "page {} came twice", outcome.page);
            },
        )
        .unwrap();
        assert_eq!((end, opened), (ReadEnd::Complete, 6));
        assert_eq!(seen.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        for (n, result) in seen {
            match result {
                Ok(content) => assert_eq!(text(&content), format!("Page number {n}")),
                // Which limit it meets first depends on how busy the machine is.
                Err(
                    ReaderError::Timeout { .. }
                    | ReaderError::Crashed { .. }
                    | ReaderError::TooLarge { .. },
                ) => assert_eq!(n, 3),
                Err(other) => panic!("page {n}: {other}"),
            }
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }
}

#[test]
fn a_crew_reads_one_document_after_another_and_survives_a_bad_one() {
    let (bomb, forms) = bomb();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let bad = TempFile::new("crew-bomb.pdf", &pdf(&[bomb], "", &forms));
    let long = TempFile::new("crew-long.pdf", &pdf(&sample_pages(30), "", &[]));
    let short = TempFile::new("crew-short.pdf", &pdf(&sample_pages(2), "", &[]));
    let limits = Limits { page_time: Duration::from_secs(2), ..Limits::default() };
    let mut crew = Crew::new(parts(), limits);
    let nothing = HashSet::new();
    for (file, pages, readable) in [(&long, 30, true), (&bad, 1, false), (&short, 2, true)] {
        let mut seen = BTreeMap::new();
        let end = crew.read(
            &job(file, 2, &nothing),
            &AtomicBool::new(false),
            |opened| assert_eq!(opened.title.as_deref(), Some("A made sample")),
            &mut |outcome| {
                seen.insert(outcome.page.get(), outcome.result);
            },
        );
        assert_eq!((end, seen.len()), (Ok(ReadEnd::Complete), pages));
        for (n, result) in seen {
            assert_eq!(result.is_ok(), readable, "page {n} of {}", file.0.display());
            if let Ok(content) = result {
                assert_eq!(text(&content), format!("Page number {n}"));
            }
        }
    }
}

#[test]
fn the_stop_flag_ends_the_work() {
    let file = TempFile::new("stop.pdf", &pdf(&sample_pages(40), "", &[]));
    let stop = AtomicBool::new(false);
    let skip = HashSet::new();
    let job = job(&file, 2, &skip);
    let mut pages = 0;
    let end = read_document(&parts(), &Limits::default(), &job, &stop, |_| {}, &mut |_| {
        pages += 1;
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(end, Ok(ReadEnd::Stopped));
    assert!((1..40).contains(&pages), "{pages} pages");
}

//! Damaged and nonsensical input, made by chance from a fixed seed: the child may refuse it, crash
//! or be ended, but its host always gets an answer in time, and the next file is read as if nothing
//! had been.
//!
//! `CITELIGHT_MUTATIONS=5000` makes a longer run, `CITELIGHT_SEED=7` another one.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use citelight_core::PageNumber;
use citelight_reader::protocol::{self, Reply, Request};
use citelight_reader::{Limits, Reader, ReaderError, write_frame};

mod child;

use child::parts;
use child::sample::TempFile;

/// How many files are made in an ordinary run.
const MUTATIONS: u32 = 300;

/// Xorshift64* (Vigna, 2016): small, and the same everywhere.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn number_of(name: &str, usual: u32) -> u32 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Documents to start from: the app's own samples.
fn originals() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/samples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pdf"))
        .collect();
    files.sort();
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// What breaks files: bytes that change, parts that are lost, doubled or moved, numbers that lie.
fn mutate(bytes: &mut Vec<u8>, chance: &mut Chance) {
    for _ in 0..=chance.below(8) {
        let at = chance.below(bytes.len());
        let end = (at + 1 + chance.below(200)).min(bytes.len());
        match chance.below(7) {
            0 => bytes[at] ^= 1 << chance.below(8),
            1 => bytes[at..end].fill(chance.next() as u8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = chance.below(bytes.len());
                bytes.splice(to..to, part);
            }
            4 => bytes.truncate((bytes.len() - bytes.len() / 50).max(at).max(64)),
            5 => {
                // A length, an offset or an object's number becomes another one.
                let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                if let Some(digit) = digit {
                    bytes[at + digit] = b'0' + chance.below(10) as u8;
                }
            }
            _ => {
                let names: [&[u8]; 6] =
                    [b"/Type /Page", b"stream\n", b"endobj", b"<< >>", b"0 0 R", b"-2147483648"];
                let name = names[chance.below(names.len())];
                bytes.splice(at..at, name.iter().copied());
            }
        }
        if bytes.len() < 64 {
            return;
        }
    }
}

#[test]
fn mutated_files_cost_nothing_but_themselves() {
    let limits = Limits {
        page_time: Duration::from_secs(6),
        open_time: Duration::from_secs(6),
        memory_bytes: 600_000_000,
        ..Limits::default()
    };
    let originals = originals();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15 ^ u64::from(number_of("CITELIGHT_SEED", 1)));
    let file = TempFile::new("mutated.pdf", b"");
    let mut reader = Reader::spawn(&parts(), &limits).unwrap();
    let (mut read, mut refused, mut lost) = (0, 0, 0);
    for round in 0..number_of("CITELIGHT_MUTATIONS", MUTATIONS) {
        let mut bytes = originals[chance.below(originals.len())].clone();
        mutate(&mut bytes, &mut chance);
        std::fs::write(&file.0, &bytes).unwrap();
        let result = reader.open(&file.0, None).and_then(|opened| {
            (0..opened.page_count.min(4) as usize)
                .try_for_each(|page| reader.page(PageNumber::from_index(page)).map(drop))
        });
        match result {
            Ok(()) => read += 1,
            Err(
                ReaderError::Damaged { .. }
                | ReaderError::NotPdf { .. }
                | ReaderError::NeedsPassword { .. }
                | ReaderError::Refused { .. },
            ) => refused += 1,
            Err(
                ReaderError::Crashed { .. }
                | ReaderError::Timeout { .. }
                | ReaderError::TooLarge { .. },
            ) => {
                lost += 1;
                reader = Reader::spawn(&parts(), &limits).unwrap();
            }
            Err(other) => panic!("round {round}: {other}"),
        }
    }
    println!("{read} read, {refused} refused, {lost} ended the child");
    assert!(read > 0 && refused > 0, "the mutations do not mutate: {read} read, {refused} refused");
    std::fs::write(&file.0, &originals[0]).unwrap();
    let mut reader = Reader::spawn(&parts(), &limits).unwrap();
    reader.open(&file.0, None).unwrap();
    assert!(!reader.page(PageNumber::FIRST).unwrap().words.is_empty());
}

/// A child, given bytes as requests; whether it ended by itself or went on to the end of its input.
fn talk(bytes: &[u8]) -> std::process::ExitStatus {
    let parts = parts();
    let mut child = Command::new(&parts.exe)
        .arg("--pdfium")
        .arg(&parts.pdfium)
        .arg("--documents")
        .arg(&parts.documents)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let replies = std::thread::spawn(move || {
        let mut replies = Vec::new();
        stdout.read_to_end(&mut replies).map(|_| replies)
    });
    // It may have left already; then the pipe is broken.
    let _ = stdin.write_all(bytes);
    drop(stdin);
    let deadline = Instant::now() + Duration::from_secs(10);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("the child hangs on {bytes:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let replies = replies.join().unwrap().unwrap();
    let greeting = protocol::greeting();
    assert_eq!(replies.get(4..4 + greeting.len()), Some(greeting.as_slice()));
    status
}

#[test]
fn nonsense_for_requests_ends_the_child_and_never_hangs_it() {
    let mut chance = Chance(0xD1B5_4A32_D192_ED03);
    let path = Path::new("no/such.pdf").as_os_str().to_owned();
    let requests = [
        Request::Open { path, password: Some("p".into()), details: true },
        Request::Page(PageNumber::from_index(3)),
        Request::Render { page: PageNumber::FIRST, pixel_per_pt: f32::NAN },
        Request::Close,
    ];
    for round in 0..40 {
        let mut bytes = Vec::new();
        for request in &requests {
            write_frame(&mut bytes, &postcard::to_stdvec(request).unwrap(), 1 << 20).unwrap();
        }
        if round > 0 {
            mutate(&mut bytes, &mut chance);
        }
        let status = talk(&bytes);
        assert!(status.code().is_some(), "round {round}: {status:?} on {bytes:?}");
        if round == 0 {
            assert!(status.success(), "{status:?}");
        }
    }
}

#[test]
fn nonsense_for_replies_is_an_error() {
    let mut chance = Chance(0xA24B_AED4_963E_E407);
    let reply = Reply::Opened(protocol::OpenedDocument {
        page_count: 3,
        title: Some("A title".into()),
        labels: vec![Some("iv".into()), None, Some("F-12".into())],
        ..Default::default()
    });
    let whole = postcard::to_stdvec(&reply).unwrap();
    assert_eq!(postcard::from_bytes::<Reply>(&whole).unwrap(), reply);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut bytes = whole.repeat(4);
        mutate(&mut bytes, &mut chance);
        let by = chance.below(3).min(bytes.len());
        bytes.rotate_left(by);
        refused += usize::from(postcard::from_bytes::<Reply>(&bytes).is_err());
    }
    assert!(refused > 0);
}

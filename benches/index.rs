//! Measured: each kind of vector index: seconds to build, memory, milliseconds of a search for the
//! 200 nearest, and how many of the 10 nearest it finds. On which vectors: 100,000 unit vectors of
//! 384 numbers, or as many as each argument says
//! (`cargo bench -p citelight-index --bench index -- 100000 1000000`; `flat`, `hnsw`,
//! `ivf_pq` among the arguments leave the other kinds out). Against what: the flat index of the same
//! run, which is exact.
//!
//! The vectors are like a library's: 2000 topics, documents of 50 passages about a topic each, and
//! noise in each passage; questions are further passages of documents. Filters let through random
//! documents, but for the last one: documents of 30 % of the topics, the question's own not among
//! them. Codes are compared again with the whole vectors, which are in memory here and in the database
//! in the application. One thread searches; building takes every core. Memory is what the process
//! grew by, on Linux: right for the first kind measured, since later ones use freed memory again.

use std::error::Error;
use std::time::Instant;
use std::{env, fs};

use citelight_core::ChunkId;
use citelight_index::{Filter, IndexError, IndexKind, Stamp, VectorIndex};

const DIMENSION: usize = 384;
const TOPICS: u64 = 2000;
/// Passages of a document.
const PASSAGES: usize = 50;
const QUESTIONS: usize = 100;
/// As many as a question asks for.
const LIMIT: usize = 200;
/// Of which so many are compared with the exact ones.
const COMPARED: usize = 10;

type Outcome<T> = Result<T, Box<dyn Error>>;
type Nearest = Vec<(ChunkId, f32)>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes.push(100_000);
    }
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let kinds = [("hnsw", IndexKind::Hnsw), ("ivf_pq", IndexKind::IvfPq)];
    let all = !["flat", "hnsw", "ivf_pq"].into_iter().any(named);
    for size in sizes {
        let library = Library::new(size);
        let (flat, seconds, mib) = built(IndexKind::Flat, &library)?;
        println!("\n{size} vectors of {DIMENSION} numbers");
        println!(
            "{:8} {:>8} {:>8} {:>14} {:>8} {:>8} {:>10}",
            "kind", "build s", "MiB", "filter", "p50 ms", "p95 ms", "recall@10"
        );
        let exact = measured("flat", &flat, &library, seconds, mib, None)?;
        saved(&flat, IndexKind::Flat)?;
        drop(flat);
        for (name, kind) in kinds.iter().filter(|(name, _)| all || named(name)) {
            let (index, seconds, mib) = built(*kind, &library)?;
            measured(name, &index, &library, seconds, mib, Some(&exact))?;
            saved(&index, *kind)?;
        }
    }
    Ok(())
}

/// Builds an index; seconds and MiB that it took.
fn built(kind: IndexKind, library: &Library) -> Outcome<(VectorIndex, f64, f64)> {
    let (before, start) = (resident_mib(), Instant::now());
    let index = VectorIndex::build::<IndexError>(kind, DIMENSION, |each| {
        for (id, vector) in library.vectors.chunks_exact(DIMENSION).enumerate() {
            each(ChunkId(id as i64), vector);
        }
        Ok(())
    })?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((index, seconds, resident_mib() - before))
}

/// Prints what writing an index and reading it back take.
fn saved(index: &VectorIndex, kind: IndexKind) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let (model, dimension) = (String::from("mixture"), DIMENSION);
    let stamp = Stamp { model, dimension, normalised: true, kind, generation: 1 };
    let start = Instant::now();
    index.save(folder.path(), &stamp)?;
    let (written, start) = (start.elapsed().as_secs_f64(), Instant::now());
    let read = VectorIndex::load(folder.path(), &stamp).ok_or("the file is not read back")?;
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(read.len(), index.len());
    let bytes = fs::read_dir(folder.path())?
        .map(|file| Ok(file?.metadata()?.len()))
        .sum::<std::io::Result<u64>>()?;
    let mib = bytes >> 20;
    println!("{:8} files of {mib} MiB: written in {written:.1} s, read in {seconds:.1} s", "");
    Ok(())
}

/// Prints an index's rows and gives what it found, filter by filter and question by question.
fn measured(
    name: &str,
    index: &VectorIndex,
    library: &Library,
    seconds: f64,
    mib: f64,
    exact: Option<&[Vec<Nearest>]>,
) -> Outcome<Vec<Vec<Nearest>>> {
    let mut found = Vec::new();
    for (row, filtering) in Filtering::ALL.into_iter().enumerate() {
        let (mut all, mut times_ms) = (Vec::new(), Vec::new());
        for question in &library.questions {
            let filter = filtering.filter(library, question.topic);
            let start = Instant::now();
            all.extend(index.search_rescored::<IndexError>(
                &[&question.vector],
                LIMIT,
                &filter,
                |ids, each| {
                    for id in ids {
                        let at = id.0 as usize * DIMENSION;
                        each(*id, &library.vectors[at..at + DIMENSION]);
                    }
                    Ok(())
                },
            )?);
            times_ms.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times_ms.sort_by(f64::total_cmp);
        let (p50, p95) = (times_ms[QUESTIONS / 2], times_ms[QUESTIONS * 95 / 100]);
        let (head, seconds, mib) = if row == 0 {
            (name, format!("{seconds:.1}"), format!("{mib:.0}"))
        } else {
            ("", String::new(), String::new())
        };
        let recall = match exact {
            None => "exact".into(),
            Some(exact) => format!("{:.4}", recall(&all, &exact[row])),
        };
        let filter = filtering.name();
        println!("{head:8} {seconds:>8} {mib:>8} {filter:>14} {p50:>8.2} {p95:>8.2} {recall:>10}");
        found.push(all);
    }
    Ok(found)
}

/// Share of the exact nearest that were found.
fn recall(found: &[Nearest], exact: &[Nearest]) -> f64 {
    let (mut hits, mut wanted) = (0, 0);
    for (found, exact) in found.iter().zip(exact) {
        let found = &found[..COMPARED.min(found.len())];
        let exact = &exact[..COMPARED.min(exact.len())];
        wanted += exact.len();
        hits += exact.iter().filter(|(id, _)| found.iter().any(|(other, _)| id == other)).count();
    }
    hits as f64 / wanted as f64
}

#[derive(Clone, Copy)]
enum Filtering {
    None,
    Percent(u64),
    OtherTopics,
}

impl Filtering {
    const ALL: [Filtering; 4] =
        [Filtering::None, Filtering::Percent(1), Filtering::Percent(30), Filtering::OtherTopics];

    fn name(self) -> String {
        match self {
            Filtering::None => "none".into(),
            Filtering::Percent(share) => format!("{share} %"),
            Filtering::OtherTopics => "other topics".into(),
        }
    }

    fn filter(self, library: &Library, own: u64) -> Filter {
        let documents = (library.vectors.len() / DIMENSION).div_ceil(PASSAGES);
        let of = |chosen: &dyn Fn(u64) -> bool| {
            let ranges: Vec<_> = (0..documents)
                .filter(|document| chosen(*document as u64))
                .map(|document| {
                    let first = (document * PASSAGES) as i64;
                    (ChunkId(first), ChunkId(first + PASSAGES as i64))
                })
                .collect();
            Filter::ranges(&ranges)
        };
        match self {
            Filtering::None => Filter::all(),
            Filtering::Percent(share) => of(&|document| mixed(document) % 100 < share),
            Filtering::OtherTopics => of(&|document| {
                let topic = topic_of(document);
                topic != own && mixed(topic) % 100 < 30
            }),
        }
    }
}

struct Library {
    /// One after another; a vector's place is its id.
    vectors: Vec<f32>,
    questions: Vec<Question>,
}

struct Question {
    vector: Vec<f32>,
    topic: u64,
}

impl Library {
    fn new(size: usize) -> Library {
        let mut vectors = Vec::with_capacity(size * DIMENSION);
        for document in 0..size.div_ceil(PASSAGES) as u64 {
            let heart = heart(document);
            let mut noise = Random(mixed(document ^ 0xD0C));
            for _ in 0..PASSAGES.min(size - vectors.len() / DIMENSION) {
                vectors.extend(passage(&heart, &mut noise));
            }
        }
        let documents = size.div_ceil(PASSAGES) as u64;
        let questions = (0..QUESTIONS as u64).map(|question| {
            let document = mixed(question ^ 0xA5) % documents;
            let vector = passage(&heart(document), &mut Random(mixed(question ^ 0x9)));
            Question { vector, topic: topic_of(document) }
        });
        Library { vectors, questions: questions.collect() }
    }
}

fn topic_of(document: u64) -> u64 {
    mixed(document ^ 0x70) % TOPICS
}

/// What the passages of a document have in common: its topic and its own direction.
fn heart(document: u64) -> Vec<f32> {
    let (mut topic, mut own) =
        (Random(mixed(topic_of(document) ^ 0x1)), Random(mixed(document ^ 0x2)));
    (0..DIMENSION).map(|_| topic.normal() + 0.7 * own.normal()).collect()
}

fn passage(heart: &[f32], noise: &mut Random) -> Vec<f32> {
    let mut vector: Vec<f32> = heart.iter().map(|heart| heart + 0.5 * noise.normal()).collect();
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|number| *number /= length);
    vector
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// Nearly normal, of variance 1: a sum of four numbers.
    fn normal(&mut self) -> f32 {
        let bits = self.next();
        let sum: u64 = (0..4).map(|part| bits >> (16 * part) & 0xFFFF).sum();
        (sum as f32 / 65_536.0 - 2.0) * 3.0_f32.sqrt()
    }
}

fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Memory of this process; 0 where the system does not tell.
fn resident_mib() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

//! The index from outside: what is found, by each kind, while it changes, and after it was saved.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use tempfile::TempDir;

use super::*;

const DIMENSION: usize = 16;
const KINDS: [IndexKind; 3] = [IndexKind::Flat, IndexKind::Hnsw, IndexKind::IvfPq];
/// Enough for codes to be learnt and for the graph to be worth a walk.
const MANY: i64 = 20_000;

/// A unit vector near one of 200 centres, another for each seed.
fn vector(seed: i64) -> Vec<f32> {
    let number = |seed: i64, at: usize| {
        let mut bits = (seed as u64 ^ 0x5EED).wrapping_mul(0x9E37_79B9_7F4A_7C15) + at as u64;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut vector: Vec<f32> = (0..DIMENSION)
        .map(|at| number(-1 - seed.rem_euclid(200), at) + 0.4 * number(seed, at))
        .collect();
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|number| *number /= length);
    vector
}

/// Of the ids that [`dot`] knows.
static VECTORS: LazyLock<Vec<Vec<f32>>> = LazyLock::new(|| (0..MANY + 500).map(vector).collect());

fn ids(numbers: &[i64]) -> Vec<ChunkId> {
    numbers.iter().map(|&number| ChunkId(number)).collect()
}

fn build(kind: IndexKind, numbers: std::ops::Range<i64>) -> VectorIndex {
    VectorIndex::build::<IndexError>(kind, DIMENSION, |each| {
        numbers.clone().for_each(|number| each(ChunkId(number), &vector(number)));
        Ok(())
    })
    .unwrap()
}

fn stamp(kind: IndexKind, generation: i64) -> Stamp {
    Stamp { model: "m@1".into(), dimension: DIMENSION, normalised: true, kind, generation }
}

/// Chunks 0 to `MANY`. Building takes seconds, so it is done once for all tests.
fn many(kind: IndexKind) -> VectorIndex {
    static SAVED: LazyLock<[TempDir; 3]> = LazyLock::new(|| {
        KINDS.map(|kind| {
            let folder = tempfile::tempdir().unwrap();
            build(kind, 0..MANY).save(folder.path(), &stamp(kind, 1)).unwrap();
            folder
        })
    });
    VectorIndex::load(SAVED[kind as usize].path(), &stamp(kind, 1)).unwrap()
}

/// What [`VectorIndex::search_rescored`] finds when the vectors are those of [`vector`].
fn found(index: &VectorIndex, query: &[f32], limit: usize, filter: &Filter) -> Vec<i64> {
    let hits = index.search_rescored::<IndexError>(&[query], limit, filter, |ids, each| {
        for id in ids {
            each(*id, &vector(id.0));
        }
        Ok(())
    });
    hits.unwrap()[0].iter().map(|(id, _)| id.0).collect()
}

/// A question between two centres, so that its nearest lie in more than one list.
fn between(question: i64) -> Vec<f32> {
    let (one, other) = (vector(1_000_000 + 37 * question), vector(2_000_003 + 41 * question));
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

fn dot(query: &[f32], id: i64) -> f32 {
    query.iter().zip(&VECTORS[id as usize]).map(|(a, b)| a * b).sum()
}

/// Share of the ten nearest of `there` that are found, over some questions.
fn recall(index: &VectorIndex, filter: &Filter, there: impl Iterator<Item = i64> + Clone) -> f64 {
    let (mut hits, mut wanted) = (0, 0);
    for question in 0..40 {
        let query = between(question);
        let mut exact: Vec<(i64, f32)> = there
            .clone()
            .filter(|&id| filter.allows(ChunkId(id)))
            .map(|id| (id, dot(&query, id)))
            .collect();
        exact.sort_by(|a, b| b.1.total_cmp(&a.1));
        let got = found(index, &query, 10, filter);
        let wants = exact.iter().take(10).filter(|(id, _)| got.contains(id)).count();
        hits += wants;
        wanted += exact.len().min(10);
        assert!(got.iter().all(|&id| filter.allows(ChunkId(id))));
    }
    f64::from(hits as u32) / f64::from(wanted as u32)
}

fn range(first: i64, end: i64) -> (ChunkId, ChunkId) {
    (ChunkId(first), ChunkId(end))
}

#[test]
fn every_kind_finds_the_nearest_also_through_a_filter() {
    for kind in KINDS {
        let index = many(kind);
        assert_eq!((index.kind_in_use(), index.len()), (kind, MANY as usize));
        let own_topic_barred: Vec<_> =
            (0..MANY).filter(|id| id % 200 != 37).map(|id| range(id, id + 1)).collect();
        for (name, filter, least) in [
            ("none", Filter::all(), 0.98),
            ("wide", Filter::ranges(&[range(0, MANY * 9 / 10)]), 0.98),
            ("all but a topic", Filter::ranges(&own_topic_barred), 0.98),
            ("a third", Filter::ranges(&[range(5000, 11_000)]), 0.98),
            ("1 %", Filter::ranges(&[range(7000, 7200)]), 1.0),
            ("a few", Filter::ranges(&[range(3, 5), range(19_990, 19_993)]), 1.0),
        ] {
            let recall = recall(&index, &filter, 0..MANY);
            assert!(recall >= least, "{kind:?}, filter {name}: {recall}");
        }
        assert!(found(&index, &vector(3), 5, &Filter::ranges(&[])).is_empty());
    }
}

#[test]
fn effort_is_kept_within_its_range_and_finds_nearer_chunks() {
    let settings = IndexSettings { kind: IndexKind::IvfPq, ef_search: 0, nprobe: 9999 }.clamped();
    assert_eq!((settings.ef_search, settings.nprobe), (64, 256));
    let defaults: IndexSettings = serde_json::from_str(r#"{"kind":"hnsw"}"#).unwrap();
    assert_eq!(defaults, IndexSettings { kind: IndexKind::Hnsw, ..IndexSettings::default() });
    for kind in [IndexKind::Hnsw, IndexKind::IvfPq] {
        let index = many(kind);
        let sum_of_products = |settings| {
            index.set_effort(&settings).unwrap();
            let products = (0..40).map(|question| {
                let query = between(question);
                let nearest = found(&index, &query, 60, &Filter::all());
                nearest.iter().map(|id| f64::from(dot(&query, *id))).sum::<f64>()
            });
            products.sum::<f64>()
        };
        let little = sum_of_products(IndexSettings { kind, ef_search: 64, nprobe: 6 });
        let much = sum_of_products(IndexSettings { kind, ef_search: 8192, nprobe: 256 });
        assert!(little < much, "{kind:?}: {little} {much}");
    }
}

#[test]
fn what_is_added_and_removed_after_building_counts() {
    for kind in KINDS {
        let index = many(kind);
        let new: Vec<i64> = (MANY..MANY + 500).collect();
        let vectors: Vec<f32> = new.iter().flat_map(|&id| vector(id)).collect();
        index.add(&ids(&new), &vectors).unwrap();
        let gone: Vec<i64> = (0..MANY + 500).filter(|id| id % 4 == 1).collect();
        index.remove(&ids(&gone)).unwrap();
        index.remove(&ids(&[1, -5, 1 << 40])).unwrap(); // gone already, or never there
        let there = (0..MANY + 500).filter(|id| id % 4 != 1);
        assert_eq!(index.len(), there.clone().count());
        let recall = recall(&index, &Filter::all(), there);
        assert!(recall >= 0.98, "{kind:?}: {recall}");
        let removed = found(&index, &vector(1), 50, &Filter::all());
        assert!(removed.iter().all(|id| id % 4 != 1), "{kind:?}");
        // A removed id may come back, with another vector.
        index.add(&ids(&[1, 2]), &[vector(9001), vector(9002)].concat()).unwrap();
        let [first, second] = [9001, 9002].map(|seed| {
            let hits = index.search(&vector(seed), 2000, &Filter::ranges(&[range(1, 3)])).unwrap();
            hits[0]
        });
        assert_eq!((first.0, second.0), (ChunkId(1), ChunkId(2)), "{kind:?}");
        assert!(first.1 > 0.999 && second.1 > 0.999, "{kind:?}");
        assert!(index.agrees(ChunkId(2), &vector(9002)) && !index.agrees(ChunkId(2), &vector(2)));
        assert!(index.agrees(ChunkId(3), &vector(3)) && !index.agrees(ChunkId(5), &vector(5)));
    }
}

#[test]
fn too_few_vectors_for_codes_stay_flat() {
    let index = build(IndexKind::IvfPq, 0..300);
    assert_eq!((index.kind(), index.kind_in_use()), (IndexKind::IvfPq, IndexKind::Flat));
    assert_eq!(recall(&index, &Filter::all(), 0..300), 1.0);
    assert!(!index.needs_rebuild());
}

#[test]
fn rebuilding_is_proposed_when_a_third_is_gone_or_much_was_added() {
    let index = many(IndexKind::Hnsw);
    index.remove(&ids(&(0..MANY / 5).collect::<Vec<_>>())).unwrap();
    assert!(!index.needs_rebuild());
    index.remove(&ids(&(0..MANY / 2).collect::<Vec<_>>())).unwrap();
    assert!(index.needs_rebuild());
    let index = VectorIndex::new(IndexKind::Hnsw, 1).unwrap();
    let new: Vec<i64> = (0..60_000).collect();
    index.add(&ids(&new[..1000]), &[1.0; 1000]).unwrap();
    assert!(!index.needs_rebuild());
    index.add(&ids(&new), &[1.0; 60_000]).unwrap();
    assert!(index.needs_rebuild());
    assert_eq!(index.len(), 60_000);
    let flat = VectorIndex::new(IndexKind::Flat, 1).unwrap();
    flat.add(&ids(&new), &[1.0; 60_000]).unwrap();
    flat.remove(&ids(&new[..50_000])).unwrap();
    assert!(!flat.needs_rebuild());
}

#[test]
fn a_vector_whose_whole_does_not_come_is_not_found_and_faults_are_told() {
    let index = many(IndexKind::IvfPq);
    let search = |fetch: &dyn Fn(&[ChunkId], &mut EachVector)| {
        index
            .search_rescored::<IndexError>(&[&vector(8)], 5, &Filter::all(), |ids, each| {
                fetch(ids, each);
                Ok(())
            })
            .map(|mut found| found.swap_remove(0))
    };
    assert!(search(&|_, _| {}).unwrap().is_empty());
    let one = search(&|_, each| {
        each(ChunkId(8), &vector(8));
        each(ChunkId(8), &vector(8));
        each(ChunkId(-7), &vector(8));
    });
    assert_eq!(one.unwrap().len(), 1);
    assert!(matches!(search(&|ids, each| each(ids[0], &[1.0])), Err(IndexError::Dimension { .. })));
}

#[test]
fn wrong_input_is_refused() {
    for kind in KINDS {
        let index = many(kind);
        assert!(matches!(
            index.search(&[1.0], 1, &Filter::all()),
            Err(IndexError::Dimension { expected: DIMENSION, found: 1 })
        ));
        assert!(index.add(&ids(&[1, 2]), &[0.0; DIMENSION]).is_err());
        assert!(matches!(
            index.add(&ids(&[-4]), &[0.0; DIMENSION]),
            Err(IndexError::Id(ChunkId(-4)))
        ));
        let built = VectorIndex::build::<IndexError>(kind, DIMENSION, |each| {
            each(ChunkId(1), &[1.0]);
            Ok(())
        });
        assert!(built.is_err(), "{kind:?}");
    }
    let empty = VectorIndex::new(IndexKind::Flat, DIMENSION).unwrap();
    assert!(empty.is_empty() && found(&empty, &vector(1), 5, &Filter::all()).is_empty());
    let one = build(IndexKind::Flat, 0..1);
    assert_eq!(found(&one, &vector(1), 50, &Filter::all()), [0]);
}

/// Half of the chunks stay, the others come and go. Nobody may lose one that stays, or find one that
/// was gone before the search began.
#[test]
fn searches_beside_changes_lose_nothing_and_invent_nothing() {
    for kind in KINDS {
        let index = many(kind);
        let folder = tempfile::tempdir().unwrap();
        index.remove(&ids(&(10_000..MANY).collect::<Vec<_>>())).unwrap();
        let (over, gone_below) = (AtomicBool::new(false), AtomicI64::new(MANY));
        let faults = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for searcher in 0..3 {
                let (index, over, gone_below, faults) = (&index, &over, &gone_below, &faults);
                scope.spawn(move || {
                    let mut stays = searcher;
                    while !over.load(Ordering::SeqCst) {
                        stays = (stays + 611) % 10_000;
                        let below = gone_below.load(Ordering::SeqCst);
                        let hits = found(index, &vector(stays), 20, &Filter::all());
                        let phantom = hits.iter().any(|id| (10_000..below).contains(id));
                        if hits.first() != Some(&stays) || phantom {
                            faults.lock().unwrap().push((stays, below, hits));
                            return;
                        }
                    }
                });
            }
            for round in 0..40 {
                let first = MANY + round * 100;
                let new: Vec<i64> = (first..first + 100).collect();
                let vectors: Vec<f32> = new.iter().flat_map(|&id| vector(id)).collect();
                index.add(&ids(&new), &vectors).unwrap();
                if round % 10 == 5 {
                    index.save(folder.path(), &stamp(kind, round)).unwrap();
                }
                assert_eq!(index.len(), 10_100);
                index.remove(&ids(&new)).unwrap();
                gone_below.store(first + 100, Ordering::SeqCst);
            }
            over.store(true, Ordering::SeqCst);
        });
        assert!(faults.lock().unwrap().is_empty(), "{kind:?}: {:?}", faults.lock().unwrap());
        assert_eq!(index.len(), 10_000);
        let saved = VectorIndex::load(folder.path(), &stamp(kind, 35)).unwrap();
        assert_eq!(saved.len(), 10_100, "{kind:?}");
    }
}

#[test]
fn an_index_comes_back_from_a_stream_with_its_changes_and_only_with_its_own_stamp() {
    for kind in KINDS {
        let index = many(kind);
        index.remove(&ids(&[3])).unwrap();
        index.add(&ids(&[MANY]), &vector(MANY)).unwrap();
        let mut bytes = Vec::new();
        index.save_to(&mut bytes, &stamp(kind, 3)).unwrap();
        let load = |mut bytes: &[u8], generation| {
            VectorIndex::load_from(&mut bytes, &stamp(kind, generation))
        };
        let read = load(&bytes, 3).expect("current");
        assert_eq!(read.len(), index.len(), "{kind:?}");
        assert!(read.agrees(ChunkId(MANY), &vector(MANY)) && read.vector(ChunkId(3)).is_none());
        let none = Filter::all();
        let query = vector(77);
        assert_eq!(found(&read, &query, 9, &none), found(&index, &query, 9, &none), "{kind:?}");
        assert!(VectorIndex::is_saved_in(&mut &bytes[..300], &stamp(kind, 3)));
        assert!(!VectorIndex::is_saved_in(&mut &bytes[..], &stamp(kind, 4)));
        assert!(load(&bytes, 4).is_none(), "stale generation");
        for length in [0, 50, bytes.len() / 2, bytes.len() - 8] {
            assert!(load(&bytes[..length], 3).is_none(), "{kind:?}: cut at {length}");
        }
    }
}

#[test]
fn a_saved_index_is_read_back_with_its_changes_and_only_with_its_own_stamp() {
    for kind in KINDS {
        let dir = tempfile::tempdir().unwrap();
        let index = many(kind);
        index.add(&ids(&[MANY]), &vector(MANY)).unwrap();
        index.remove(&ids(&[5, 6])).unwrap();
        index.save(dir.path(), &stamp(kind, 3)).unwrap();
        index.remove(&ids(&[7])).unwrap();
        index.save(dir.path(), &stamp(kind, 4)).unwrap(); // the built segment's file stays
        let read = VectorIndex::load(dir.path(), &stamp(kind, 4)).expect("current");
        assert_eq!((read.kind_in_use(), read.len()), (kind, MANY as usize - 2));
        for question in [5, 7, 900, MANY] {
            let of = |index| found(index, &vector(question), 20, &Filter::all());
            assert_eq!(of(&read), of(&index), "{kind:?}");
        }
        assert!(VectorIndex::load(dir.path(), &stamp(kind, 3)).is_none(), "stale generation");
        let other = Stamp { model: "m@2".into(), ..stamp(kind, 4) };
        assert!(VectorIndex::load(dir.path(), &other).is_none(), "other model");
        for other in KINDS.into_iter().filter(|other| *other != kind) {
            assert!(VectorIndex::load(dir.path(), &stamp(other, 4)).is_none(), "other kind");
        }
        build(IndexKind::Flat, 0..9).save(dir.path(), &stamp(IndexKind::Flat, 5)).unwrap();
        let flat = VectorIndex::load(dir.path(), &stamp(IndexKind::Flat, 5)).unwrap();
        assert_eq!(flat.len(), 9);
        assert!(!dir.path().join(file::BUILT_FILE).exists());
    }
}

#[test]
fn a_damaged_missing_or_older_file_is_no_index() {
    let dir = tempfile::tempdir().unwrap();
    let stamp = stamp(IndexKind::Hnsw, 1);
    assert!(VectorIndex::load(dir.path(), &stamp).is_none());
    many(IndexKind::Hnsw).save(dir.path(), &stamp).unwrap();
    for name in [file::BUILT_FILE, file::ADDED_FILE, file::IDS_FILE] {
        let path = dir.path().join(name);
        let good = std::fs::read(&path).unwrap();
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 0x55;
        for (bad, what) in [(&good[..good.len() / 2], "cut short"), (&flipped[..], "changed")] {
            std::fs::write(&path, bad).unwrap();
            assert!(VectorIndex::load(dir.path(), &stamp).is_none(), "{name} {what}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(VectorIndex::load(dir.path(), &stamp).is_none(), "{name} missing");
        std::fs::write(&path, good).unwrap();
    }
    assert!(VectorIndex::load(dir.path(), &stamp).is_some());
    let older = r#"{"format":1,"model":"m@1","dimension":16,"normalised":true,"kind":"hnsw",
        "generation":1,"vectors":1,"file_bytes":1,"crc32":1}"#;
    std::fs::write(dir.path().join("vectors.json"), older).unwrap();
    assert!(VectorIndex::load(dir.path(), &stamp).is_none());
}

//! The index on disk: FAISS's own format beside a stamp that tells whether it may be used.
//!
//! The stamp is written last and knows length and checksum of every other file. The built segment
//! never changes, so it is written once; changes rewrite the others.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::native::Native;
use crate::segment::Segment;
use crate::vectors::{Segments, VectorIndex};
use crate::{IndexError, Result, Stamp};

/// Version of the files and of how a kind is built. Files of another version are built again.
const FORMAT: u32 = 2;
/// What was added one by one.
pub(crate) const ADDED_FILE: &str = "vectors.faiss";
/// The graph or the lists.
pub(crate) const BUILT_FILE: &str = "built.faiss";
/// Chunk ids by position, of the built segment and then of the other: 64 bits each, little-endian.
pub(crate) const IDS_FILE: &str = "ids.bin";
const STAMP_FILE: &str = "vectors.json";
/// Held while the others are written; empty.
const LOCK_FILE: &str = "lock";

/// What a file must be like. FAISS reads a damaged one without complaint, or crashes on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    bytes: u64,
    crc32: u32,
}

#[derive(Serialize, Deserialize)]
struct StampFile {
    format: u32,
    #[serde(flatten)]
    stamp: Stamp,
    built: Option<Part>,
    added: Part,
    ids: Part,
}

pub(crate) fn read(folder: &Path, expected: &Stamp) -> Option<VectorIndex> {
    let found = stamp(folder)?;
    if found.format != FORMAT || found.stamp != *expected {
        return None;
    }
    let sound = |file, part| checksum(&folder.join(file)).is_ok_and(|found| found == part);
    if !sound(ADDED_FILE, found.added)
        || !sound(IDS_FILE, found.ids)
        || !found.built.is_none_or(|built| sound(BUILT_FILE, built))
    {
        return None;
    }
    let native = |file| {
        let native = Native::read(&folder.join(file)).ok()?;
        (native.dimension() == expected.dimension).then_some(native)
    };
    let ids = fs::read(folder.join(IDS_FILE)).ok()?;
    let mut ids: Vec<i64> =
        ids.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
    let built = match found.built {
        None => None,
        Some(_) => {
            let built = native(BUILT_FILE)?;
            let added = ids.split_off(built.len().min(ids.len()));
            Some(Segment::from_parts(built, std::mem::replace(&mut ids, added))?)
        }
    };
    let added = Segment::from_parts(native(ADDED_FILE)?, ids)?;
    let index = VectorIndex::from_segments(expected.kind, expected.dimension, built, added);
    if let Some(built) = found.built {
        let _ = index.built_file.set(built); // a new index has none yet
    }
    Some(index)
}

/// Whether the files of an index with this stamp are there, with their lengths; nothing is read.
pub(crate) fn is_there_for(folder: &Path, expected: &Stamp) -> bool {
    let long = |file, part: Part| {
        fs::metadata(folder.join(file)).is_ok_and(|file| file.len() == part.bytes)
    };
    stamp(folder).is_some_and(|found| {
        found.format == FORMAT
            && found.stamp == *expected
            && long(ADDED_FILE, found.added)
            && long(IDS_FILE, found.ids)
            && found.built.is_none_or(|built| long(BUILT_FILE, built))
    })
}

pub(crate) fn write(
    folder: &Path,
    stamp: &Stamp,
    segments: &Segments,
    built_file: &OnceLock<Part>,
) -> Result<()> {
    let failed = |source| IndexError::Write { path: folder.display().to_string(), source };
    fs::create_dir_all(folder).map_err(failed)?;
    // Two processes that write at once would take each other's parts for their own.
    let lock = File::create(folder.join(LOCK_FILE)).map_err(failed)?;
    lock.lock().map_err(failed)?;
    let mut new = vec![ADDED_FILE, IDS_FILE];
    let built = match &segments.built {
        None => None,
        Some(built) => match built_file.get().filter(|part| is_there(folder, part)) {
            Some(part) => Some(*part),
            None => {
                new.push(BUILT_FILE);
                let path = part_of(folder, BUILT_FILE);
                built.native.write(&path)?;
                let part = checksum(&path).map_err(failed)?;
                Some(part)
            }
        },
    };
    let added = part_of(folder, ADDED_FILE);
    segments.added.native.write(&added)?;
    let ids = part_of(folder, IDS_FILE);
    let of_built = segments.built.iter().flat_map(Segment::ids);
    let all: Vec<u8> =
        of_built.chain(segments.added.ids()).flat_map(|id| id.to_le_bytes()).collect();
    fs::write(&ids, all).map_err(failed)?;
    let stamp = StampFile {
        format: FORMAT,
        stamp: stamp.clone(),
        built,
        added: checksum(&added).map_err(failed)?,
        ids: checksum(&ids).map_err(failed)?,
    };
    let text = serde_json::to_string_pretty(&stamp).map_err(|error| failed(error.into()))?;
    fs::write(part_of(folder, STAMP_FILE), text).map_err(failed)?;
    new.push(STAMP_FILE);
    for file in new {
        fs::rename(part_of(folder, file), folder.join(file)).map_err(failed)?;
    }
    match built {
        Some(part) => drop(built_file.set(part)),
        None => drop(fs::remove_file(folder.join(BUILT_FILE))), // of an index of another kind
    }
    Ok(())
}

/// Removes all files of an index, half-written ones too; the stamp first, without which the others are not
/// read.
pub(crate) fn remove(folder: &Path) -> std::io::Result<()> {
    // Nor are parts taken from under who writes them. A disk that has no room for the lock is no reason to stay.
    let lock = File::create(folder.join(LOCK_FILE)).ok();
    if let Some(lock) = &lock {
        let _ = lock.lock();
    }
    for file in [STAMP_FILE, ADDED_FILE, BUILT_FILE, IDS_FILE] {
        for path in [folder.join(file), part_of(folder, file)] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

fn part_of(folder: &Path, file: &str) -> std::path::PathBuf {
    folder.join(format!("{file}.part"))
}

fn stamp(folder: &Path) -> Option<StampFile> {
    serde_json::from_str(&fs::read_to_string(folder.join(STAMP_FILE)).ok()?).ok()
}

/// Whether this folder has this very built segment; its bytes are checked when it is read.
fn is_there(folder: &Path, part: &Part) -> bool {
    stamp(folder).is_some_and(|stamp| stamp.built == Some(*part))
        && fs::metadata(folder.join(BUILT_FILE)).is_ok_and(|file| file.len() == part.bytes)
}

/// Length and CRC-32 of a file.
fn checksum(path: &Path) -> std::io::Result<Part> {
    let mut file = fs::File::open(path)?;
    let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(Part { bytes, crc32: hasher.finalize() });
        }
        bytes += read as u64;
        hasher.update(&buffer[..read]);
    }
}

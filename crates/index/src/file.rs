//! The index on disk: FAISS's own format beside a stamp that tells whether it may be used.

use std::fs;
use std::io::Read;
use std::path::Path;

use faiss::index::IndexImpl;
use faiss::{Index, read_index, write_index};
use serde::{Deserialize, Serialize};

use crate::{IndexError, Result, Stamp};

/// Version of the pair of files. A file of another version is built again.
const FORMAT: u32 = 1;
pub(crate) const INDEX_FILE: &str = "vectors.faiss";
const STAMP_FILE: &str = "vectors.json";

#[derive(Serialize, Deserialize)]
struct StampFile {
    format: u32,
    #[serde(flatten)]
    stamp: Stamp,
    vectors: u64,
    file_bytes: u64,
    /// FAISS reads a damaged file without complaint, or crashes on it.
    crc32: u32,
}

pub(crate) fn read(folder: &Path, expected: &Stamp) -> Option<IndexImpl> {
    let text = fs::read_to_string(folder.join(STAMP_FILE)).ok()?;
    let found: StampFile = serde_json::from_str(&text).ok()?;
    let path = folder.join(INDEX_FILE);
    if found.format != FORMAT
        || found.stamp != *expected
        || checksum(&path).ok()? != (found.file_bytes, found.crc32)
    {
        return None;
    }
    let index = read_index(path.to_str()?).ok()?;
    let whole = index.ntotal() == found.vectors && index.d() as usize == expected.dimension;
    whole.then_some(index)
}

pub(crate) fn write(folder: &Path, stamp: &Stamp, index: &IndexImpl) -> Result<()> {
    let path = folder.join(INDEX_FILE);
    let failed = |source| IndexError::Write { path: path.display().to_string(), source };
    fs::create_dir_all(folder).map_err(failed)?;
    let part = folder.join(format!("{INDEX_FILE}.part"));
    let part_name = part
        .to_str()
        .ok_or_else(|| failed(std::io::Error::other("the folder's name is not valid Unicode")))?;
    write_index(index, part_name)?;
    let (file_bytes, crc32) = checksum(&part).map_err(failed)?;
    let stamp = StampFile {
        format: FORMAT,
        stamp: stamp.clone(),
        vectors: index.ntotal(),
        file_bytes,
        crc32,
    };
    let text = serde_json::to_string_pretty(&stamp).map_err(|error| failed(error.into()))?;
    let stamp_part = folder.join(format!("{STAMP_FILE}.part"));
    fs::write(&stamp_part, text).map_err(failed)?;
    fs::rename(&part, &path).map_err(failed)?;
    fs::rename(&stamp_part, folder.join(STAMP_FILE)).map_err(failed)
}

/// Length and CRC-32 of a file.
fn checksum(path: &Path) -> std::io::Result<(u64, u32)> {
    let mut file = fs::File::open(path)?;
    let (mut hasher, mut length) = (crc32fast::Hasher::new(), 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((length, hasher.finalize()));
        }
        length += read as u64;
        hasher.update(&buffer[..read]);
    }
}

//! A whole index as one stream: a line with its stamp, then its segments and the chunk ids by position. For whoever
//! keeps it otherwise than as plain files; nothing here tells damage.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::native::Native;
use crate::segment::Segment;
use crate::vectors::{Segments, VectorIndex};
use crate::{IndexError, Result, Stamp};

/// Version of the stream.
const FORMAT: u32 = 1;
/// No stamp is longer, in bytes.
const LONGEST_STAMP: usize = 4096;

#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    #[serde(flatten)]
    stamp: Stamp,
    /// Whether a built segment comes before the other.
    built: bool,
    /// Vectors in all.
    ids: usize,
}

pub(crate) fn write(segments: &Segments, stamp: &Stamp, out: &mut dyn Write) -> Result<()> {
    let failed = |source| IndexError::Write { path: "a stream".to_owned(), source };
    let ids = segments.built.iter().flat_map(Segment::ids).chain(segments.added.ids());
    let ids: Vec<u8> = ids.flat_map(|id| id.to_le_bytes()).collect();
    let head = Head {
        format: FORMAT,
        stamp: stamp.clone(),
        built: segments.built.is_some(),
        ids: ids.len() / size_of::<i64>(),
    };
    let mut line = serde_json::to_vec(&head).map_err(|error| failed(error.into()))?;
    line.push(b'\n');
    out.write_all(&line).map_err(failed)?;
    for segment in segments.built.iter().chain([&segments.added]) {
        segment.native.write_to(out)?;
    }
    out.write_all(&ids).map_err(failed)
}

pub(crate) fn read(from: &mut dyn Read, expected: &Stamp) -> Option<VectorIndex> {
    let head = head(from).filter(|head| head.stamp == *expected)?;
    let native = |from: &mut dyn Read| {
        let native = Native::read_from(from).ok()?;
        (native.dimension() == expected.dimension).then_some(native)
    };
    let built = if head.built { Some(native(from)?) } else { None };
    let added = native(from)?;
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).ok()?;
    let mut ids: Vec<i64> =
        bytes.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
    if ids.len() != head.ids {
        return None;
    }
    let built = match built {
        None => None,
        Some(built) => {
            let rest = ids.split_off(built.len().min(ids.len()));
            Some(Segment::from_parts(built, std::mem::replace(&mut ids, rest))?)
        }
    };
    let added = Segment::from_parts(added, ids)?;
    Some(VectorIndex::from_segments(expected.kind, expected.dimension, built, added))
}

/// Whether the stream is of an index with this stamp; no more than its first line is read.
pub(crate) fn is_of(from: &mut dyn Read, expected: &Stamp) -> bool {
    head(from).is_some_and(|head| head.stamp == *expected)
}

fn head(from: &mut dyn Read) -> Option<Head> {
    let line = line(from).ok()?;
    let head: Head = serde_json::from_slice(&line).ok()?;
    (head.format == FORMAT).then_some(head)
}

fn line(from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while line.len() < LONGEST_STAMP {
        from.read_exact(&mut byte)?;
        if byte[0] == b'\n' {
            break;
        }
        line.push(byte[0]);
    }
    Ok(line)
}

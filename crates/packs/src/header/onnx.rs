//! The outermost fields of an ONNX file, a protobuf message without a header: they must be fields of
//! `ModelProto`, hold a graph, and end where the file ends. That finds cut files and such as are
//! something else; the runtime checks the rest when it loads the model.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

/// Field numbers of `ModelProto` (onnx.proto): version, graph, functions.
const VERSION: u64 = 1;
const GRAPH: u64 = 7;
const LAST: u64 = 26;

/// Checks the file; says in words what is wrong.
pub(crate) fn check(path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes = file.metadata().map_err(|error| error.to_string())?.len();
    walk(BufReader::new(file), bytes)
}

fn walk(mut input: impl Read + Seek, bytes: u64) -> Result<(), String> {
    const CUT: &str = "it is cut short";
    let (mut at, mut version, mut graph) = (0, false, false);
    while at < bytes {
        let (key, taken) = varint(&mut input).ok_or(CUT)?;
        at += taken;
        let (field, wire_type) = (key >> 3, key & 7);
        if !(1..=LAST).contains(&field) {
            return Err("it is no ONNX model".to_owned());
        }
        match wire_type {
            0 => at += varint(&mut input).ok_or(CUT)?.1,
            2 => {
                let (length, taken) = varint(&mut input).ok_or(CUT)?;
                at = at.checked_add(taken).and_then(|at| at.checked_add(length)).ok_or(CUT)?;
                if at > bytes {
                    return Err(CUT.to_owned());
                }
                let step = i64::try_from(length).map_err(|error| error.to_string())?;
                input.seek_relative(step).map_err(|error| error.to_string())?;
            }
            _ => return Err("it is no ONNX model".to_owned()),
        }
        version |= field == VERSION && wire_type == 0;
        graph |= field == GRAPH && wire_type == 2;
    }
    if version && graph { Ok(()) } else { Err("it is no ONNX model".to_owned()) }
}

/// A number and the bytes that it took.
fn varint(input: &mut impl Read) -> Option<(u64, u64)> {
    let mut value = 0u64;
    for taken in 0..10 {
        let mut byte = [0];
        input.read_exact(&mut byte).ok()?;
        value |= u64::from(byte[0] & 0x7f).checked_shl(7 * taken)?;
        if byte[0] < 0x80 {
            return Some((value, u64::from(taken) + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn walked(bytes: &[u8]) -> Result<(), String> {
        walk(Cursor::new(bytes), bytes.len() as u64)
    }

    #[test]
    fn a_model_passes_and_its_pieces_do_not() {
        // IR version 8, producer "ab", a graph of three bytes, an operator set of two.
        let model = b"\x08\x08\x12\x02ab\x3a\x03xyz\x42\x02\x10\x11";
        assert_eq!(walked(model), Ok(()));
        for length in [0, 1, 3, 5, 7, 10, 12, 14] {
            assert!(walked(&model[..length]).is_err(), "{length} bytes");
        }
        for other in [&b"<!DOCTYPE html>"[..], b"version https://git-lfs", b"\x00\x00\x00"] {
            assert!(walked(other).is_err());
        }
        assert!(walked(b"\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01").is_err());
    }
}

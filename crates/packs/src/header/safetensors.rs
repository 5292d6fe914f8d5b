//! The header of a safetensors file: its length in 8 bytes (little-endian), then JSON that names
//! every tensor with its type, shape and range of bytes behind the header.
//!
//! Source: the format's description at github.com/huggingface/safetensors. As there, the ranges
//! must follow each other without a gap and fill the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use super::{Header, Shapes, elements};

/// More than the largest known header by far; a file that claims more is nonsense.
const MOST_HEADER_BYTES: u64 = 16 << 20;

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: (u64, u64),
}

/// Reads and checks the header; says in words what is wrong.
pub(crate) fn read(path: &Path) -> Result<Header, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let bytes = file.metadata().map_err(|error| error.to_string())?.len();
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|_| "it is too short for a header".to_owned())?;
    let length = u64::from_le_bytes(length);
    if length > MOST_HEADER_BYTES || length + 8 > bytes {
        return Err(format!("its header claims {length} bytes"));
    }
    let mut text = vec![0; usize::try_from(length).map_err(|error| error.to_string())?];
    file.read_exact(&mut text).map_err(|error| error.to_string())?;
    parse(&text, bytes - 8 - length)
}

fn parse(text: &[u8], data_bytes: u64) -> Result<Header, String> {
    let mut entries: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(text).map_err(|error| format!("its header is no JSON: {error}"))?;
    entries.remove("__metadata__");
    let (mut shapes, mut ranges, mut float_bytes) = (Shapes::new(), Vec::new(), 0u64);
    for (name, entry) in entries {
        let tensor: Tensor = serde_json::from_value(entry)
            .map_err(|error| format!("its header describes {name} wrongly: {error}"))?;
        let size = size_of(&tensor.dtype)
            .ok_or_else(|| format!("{name} is of the unknown type {}", tensor.dtype))?;
        let (begin, end) = tensor.data_offsets;
        let count = elements(&tensor.shape);
        if count.and_then(|count| count.checked_mul(size)) != end.checked_sub(begin) {
            return Err(format!("{name} has another length than its shape"));
        }
        float_bytes = float_bytes.saturating_add(count.unwrap_or(0).saturating_mul(4));
        ranges.push((begin, end));
        shapes.insert(name, tensor.shape);
    }
    ranges.sort_unstable();
    let mut filled = 0;
    for (begin, end) in ranges {
        if begin != filled {
            return Err("its tensors overlap or leave gaps".to_owned());
        }
        filled = end;
    }
    if filled != data_bytes {
        return Err(format!("it holds {data_bytes} bytes of weights instead of {filled}"));
    }
    Ok(Header { shapes, float_bytes })
}

fn size_of(dtype: &str) -> Option<u64> {
    Some(match dtype {
        "F64" | "I64" | "U64" => 8,
        "F32" | "I32" | "U32" => 4,
        "F16" | "BF16" | "I16" | "U16" => 2,
        "I8" | "U8" | "BOOL" | "F8_E4M3" | "F8_E5M2" => 1,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, data_bytes: u64, expect: Result<&[(&str, &[u64])], &str>) {
        match (parse(text.as_bytes(), data_bytes), expect) {
            (Ok(header), Ok(shapes)) => {
                let expect =
                    shapes.iter().map(|(name, shape)| ((*name).to_owned(), shape.to_vec()));
                assert_eq!(header.shapes, expect.collect());
            }
            (Err(why), Err(expect)) => assert!(why.contains(expect), "{why}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }

    #[test]
    fn sound_headers_give_their_shapes() {
        let text = r#"{"__metadata__":{"format":"pt"},
            "a":{"dtype":"F32","shape":[2,3],"data_offsets":[4,28]},
            "b":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}}"#;
        check(text, 28, Ok(&[("a", &[2, 3]), ("b", &[2])]));
        assert_eq!(parse(text.as_bytes(), 28).unwrap().float_bytes, 32);
    }

    #[test]
    fn what_is_cut_or_makes_no_sense_is_named() {
        let one = |dtype: &str, shape: &str, range: &str| {
            format!(r#"{{"w":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{range}}}}}"#)
        };
        check(&one("F32", "[4]", "[0,16]"), 12, Err("12 bytes of weights instead of 16"));
        check(&one("F32", "[4]", "[0,15]"), 15, Err("another length"));
        check(&one("F32", "[4]", "[16,0]"), 16, Err("another length"));
        check(&one("F32", "[4]", "[4,20]"), 20, Err("gaps"));
        check(&one("Q9", "[4]", "[0,16]"), 16, Err("unknown type Q9"));
        let huge = u64::MAX / 2;
        check(&one("F32", &format!("[{huge},{huge}]"), "[0,16]"), 16, Err("another length"));
        check("{\"w\":7}", 0, Err("describes w wrongly"));
        check("<html>", 0, Err("no JSON"));
    }

    #[test]
    fn a_file_too_short_for_its_header_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.safetensors");
        for (content, expect) in [
            (&b"1234"[..], "too short"),
            (&[0xff; 64][..], "claims"),
            (&[100, 0, 0, 0, 0, 0, 0, 0, b'{'][..], "claims 100 bytes"),
        ] {
            std::fs::write(&path, content).unwrap();
            assert!(read(&path).unwrap_err().contains(expect), "{expect}");
        }
    }
}

//! The header of a GGUF file: magic, version, counts, keys with values, then every tensor's name,
//! extents, type and place.
//!
//! Source: docs/gguf.md of github.com/ggml-org/ggml, versions 2 and 3. Extents stand there with the
//! fastest first, so they are turned round.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use super::{Header, Shapes, elements};

/// More of either than any model has; a file that claims more is nonsense.
const MOST: u64 = 1 << 20;
const MOST_NAME_BYTES: u64 = 1 << 16;
const DEFAULT_ALIGNMENT: u64 = 32;

/// Reads and checks the header; says in words what is wrong.
pub(crate) fn read(path: &Path) -> Result<Header, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes = file.metadata().map_err(|error| error.to_string())?.len();
    parse(BufReader::new(file), bytes)
}

fn parse(input: impl Read + Seek, bytes: u64) -> Result<Header, String> {
    let mut reader = Reader { input, at: 0, bytes };
    if &reader.take::<4>()? != b"GGUF" {
        return Err("it does not begin with GGUF".to_owned());
    }
    let version = reader.u32()?;
    if !(2..=3).contains(&version) {
        return Err(format!("it is of the unknown version {version}"));
    }
    let (tensors, keys) = (reader.u64()?, reader.u64()?);
    if tensors > MOST || keys > MOST {
        return Err(format!("it claims {tensors} tensors and {keys} keys"));
    }
    let mut alignment = DEFAULT_ALIGNMENT;
    for _ in 0..keys {
        let key = reader.name()?;
        let kind = reader.u32()?;
        match (key.as_str(), kind) {
            ("general.alignment", 4) => alignment = u64::from(reader.u32()?),
            _ => reader.skip_value(kind)?,
        }
    }
    if alignment == 0 || !alignment.is_power_of_two() {
        return Err(format!("its alignment is {alignment}"));
    }
    let mut shapes = Shapes::new();
    let (mut end, mut float_bytes) = (0u64, 0u64);
    for _ in 0..tensors {
        let name = reader.name()?;
        let dimensions = reader.u32()?;
        if dimensions > 4 {
            return Err(format!("{name} has {dimensions} dimensions"));
        }
        let mut shape: Vec<u64> =
            (0..dimensions).map(|_| reader.u64()).collect::<Result<_, _>>()?;
        shape.reverse();
        let (kind, offset) = (reader.u32()?, reader.u64()?);
        let (block, size) =
            block_of(kind).ok_or_else(|| format!("{name} is of the unknown type {kind}"))?;
        let length = elements(&shape)
            .filter(|count| count % block == 0)
            .and_then(|count| (count / block).checked_mul(size))
            .ok_or_else(|| format!("{name} has a shape that its type cannot hold"))?;
        if offset % alignment != 0 {
            return Err(format!("{name} stands at an odd place"));
        }
        end = end.max(offset.checked_add(length).ok_or_else(|| format!("{name} is too long"))?);
        float_bytes = float_bytes.saturating_add(elements(&shape).unwrap_or(0).saturating_mul(4));
        if shapes.insert(name.clone(), shape).is_some() {
            return Err(format!("{name} is there twice"));
        }
    }
    let data = reader.at.next_multiple_of(alignment);
    if data.checked_add(end).is_none_or(|whole| whole > bytes) {
        return Err(format!("it has {bytes} bytes, fewer than its tensors take"));
    }
    Ok(Header { shapes, float_bytes })
}

/// Elements and bytes of a block of a ggml type.
fn block_of(kind: u32) -> Option<(u64, u64)> {
    Some(match kind {
        0 => (1, 4),      // F32
        1 | 30 => (1, 2), // F16, BF16
        2 => (32, 18),    // Q4_0
        3 => (32, 20),    // Q4_1
        6 => (32, 22),    // Q5_0
        7 => (32, 24),    // Q5_1
        8 => (32, 34),    // Q8_0
        9 => (32, 36),    // Q8_1
        10 => (256, 84),  // Q2_K
        11 => (256, 110), // Q3_K
        12 => (256, 144), // Q4_K
        13 => (256, 176), // Q5_K
        14 => (256, 210), // Q6_K
        15 => (256, 292), // Q8_K
        _ => return None,
    })
}

struct Reader<R> {
    input: R,
    at: u64,
    bytes: u64,
}

impl<R: Read + Seek> Reader<R> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|_| "it ends within its header".to_owned())?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn name(&mut self) -> Result<String, String> {
        let length = self.u64()?;
        if length > MOST_NAME_BYTES {
            return Err(format!("it has a name of {length} bytes"));
        }
        let mut name = vec![0; length as usize];
        self.input.read_exact(&mut name).map_err(|_| "it ends within its header".to_owned())?;
        self.at += length;
        String::from_utf8(name).map_err(|_| "it has a name that is no text".to_owned())
    }

    fn skip(&mut self, length: u64) -> Result<(), String> {
        let to = self.at.checked_add(length).filter(|to| *to <= self.bytes);
        self.at = to.ok_or("it ends within its header")?;
        let step = i64::try_from(length).map_err(|error| error.to_string())?;
        self.input.seek_relative(step).map_err(|error| error.to_string())
    }

    fn skip_value(&mut self, kind: u32) -> Result<(), String> {
        const STRING: u32 = 8;
        const ARRAY: u32 = 9;
        match kind {
            STRING => {
                let length = self.u64()?;
                self.skip(length)
            }
            ARRAY => {
                let (kind, count) = (self.u32()?, self.u64()?);
                match fixed(kind) {
                    Some(size) => self.skip(count.checked_mul(size).ok_or("it claims too much")?),
                    // Every string takes bytes of the file, so a false count ends with it.
                    None if kind == STRING => (0..count).try_for_each(|_| self.skip_value(STRING)),
                    None => Err(format!("it has an array of the unknown type {kind}")),
                }
            }
            _ => match fixed(kind) {
                Some(size) => self.skip(size),
                None => Err(format!("it has a value of the unknown type {kind}")),
            },
        }
    }
}

/// Bytes of a value of fixed length.
fn fixed(kind: u32) -> Option<u64> {
    Some(match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        10..=12 => 8,
        _ => return None,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Cursor;

    use super::*;

    /// A GGUF file of tensors (name, extents as PyTorch has them, type), filled with zeros.
    pub(crate) fn gguf(tensors: &[(&str, &[u64], u32)]) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3u32.to_le_bytes());
        out.extend((tensors.len() as u64).to_le_bytes());
        out.extend(2u64.to_le_bytes());
        let text = |out: &mut Vec<u8>, text: &str| {
            out.extend((text.len() as u64).to_le_bytes());
            out.extend(text.as_bytes());
        };
        text(&mut out, "general.name");
        out.extend(8u32.to_le_bytes());
        text(&mut out, "tiny");
        text(&mut out, "tokens");
        out.extend(9u32.to_le_bytes());
        out.extend(8u32.to_le_bytes());
        out.extend(2u64.to_le_bytes());
        text(&mut out, "a");
        text(&mut out, "bc");
        let mut offset = 0u64;
        for (name, shape, kind) in tensors {
            text(&mut out, name);
            out.extend((shape.len() as u32).to_le_bytes());
            shape.iter().rev().for_each(|extent| out.extend(extent.to_le_bytes()));
            out.extend(kind.to_le_bytes());
            out.extend(offset.to_le_bytes());
            let (block, size) = block_of(*kind).unwrap();
            offset += (elements(shape).unwrap() / block * size).next_multiple_of(32);
        }
        out.resize(out.len().next_multiple_of(32) + offset as usize, 0);
        out
    }

    fn parsed(bytes: &[u8]) -> Result<Header, String> {
        parse(Cursor::new(bytes), bytes.len() as u64)
    }

    #[test]
    fn shapes_are_read_whatever_the_type() {
        let file = gguf(&[("norm", &[7], 0), ("matrix", &[3, 64], 8)]);
        let header = parsed(&file).unwrap();
        assert_eq!(header.shapes["norm"], [7]);
        assert_eq!(header.shapes["matrix"], [3, 64]);
        assert_eq!(header.float_bytes, 4 * (7 + 192));
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let file = gguf(&[("norm", &[8], 0), ("matrix", &[3, 64], 8)]);
        for length in 0..file.len() - 31 {
            assert!(parsed(&file[..length]).is_err(), "{length} of {} bytes", file.len());
        }
    }

    #[test]
    fn nonsense_is_named() {
        assert!(parsed(b"GGML....").unwrap_err().contains("begin with GGUF"));
        let mut future = gguf(&[]);
        future[4] = 9;
        assert!(parsed(&future).unwrap_err().contains("version 9"));
        let mut many = gguf(&[]);
        many[8..16].fill(0xff);
        assert!(parsed(&many).unwrap_err().contains("claims"));
        let twice = gguf(&[("a", &[1], 0), ("a", &[1], 0)]);
        assert!(parsed(&twice).unwrap_err().contains("twice"));
    }
}

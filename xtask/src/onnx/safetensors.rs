//! Reads the weights of a safetensors file.
//!
//! Owns: the file's header and the bounds of every tensor. Refuses: element types other than
//! 32-bit floats when a tensor is asked for, and headers that point outside the file.
//! Format: eight bytes of header length (little-endian), a JSON header, then the raw tensors.

use std::collections::HashMap;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// A header longer than this is damage, not a model.
const HEADER_LIMIT_BYTES: usize = 16 << 20;

/// A safetensors file in memory.
#[derive(Debug)]
pub(crate) struct Weights<'a> {
    data: &'a [u8],
    tensors: HashMap<String, Tensor>,
}

#[derive(Debug, Clone)]
struct Tensor {
    kind: String,
    shape: Vec<usize>,
    start: usize,
    end: usize,
}

impl<'a> Weights<'a> {
    /// Reads the header and checks that every tensor lies inside the file and has as many bytes
    /// as its shape says.
    pub(crate) fn parse(file: &'a [u8]) -> Result<Self> {
        let length = file.first_chunk::<8>().context("the file ends before its header")?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        ensure!(length <= HEADER_LIMIT_BYTES, "a header of {length} bytes is no header");
        let header = file.get(8..8 + length).context("the file ends inside its header")?;
        let data = &file[8 + length..];
        let header: Value = serde_json::from_slice(header).context("the header is no JSON")?;
        let header = header.as_object().context("the header is no JSON object")?;

        let mut tensors = HashMap::new();
        for (name, entry) in header.iter().filter(|(name, _)| *name != "__metadata__") {
            let tensor = parse_tensor(entry).with_context(|| format!("tensor {name}"))?;
            ensure!(
                tensor.start <= tensor.end && tensor.end <= data.len(),
                "tensor {name} lies outside the file"
            );
            tensors.insert(name.clone(), tensor);
        }
        Ok(Self { data, tensors })
    }

    /// The elements of a tensor of 32-bit floats, row by row. Fails when it is missing or has
    /// another shape or element type.
    pub(crate) fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let tensor = self.tensors.get(name).with_context(|| format!("tensor {name} is missing"))?;
        if tensor.shape != shape {
            bail!("tensor {name} has the shape {:?}, expected {shape:?}", tensor.shape);
        }
        ensure!(tensor.kind == "F32", "tensor {name} holds {}, expected F32", tensor.kind);
        let bytes = &self.data[tensor.start..tensor.end];
        ensure!(
            bytes.len() == 4 * shape.iter().product::<usize>(),
            "tensor {name} has {} bytes, which is not its shape's size",
            bytes.len()
        );
        Ok(bytes
            .chunks_exact(4)
            .map(|chunk| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]))
            .collect())
    }

    /// How many tensors have names that start with `prefix`.
    pub(crate) fn count(&self, prefix: &str) -> usize {
        self.tensors.keys().filter(|name| name.starts_with(prefix)).count()
    }
}

fn parse_tensor(entry: &Value) -> Result<Tensor> {
    let sizes = |key: &str| -> Result<Vec<usize>> {
        let list = entry[key].as_array().with_context(|| format!("{key} is no list"))?;
        list.iter()
            .map(|v| {
                let number = v.as_u64().with_context(|| format!("{key} holds {v}"))?;
                usize::try_from(number).with_context(|| format!("{key} holds {v}"))
            })
            .collect()
    };
    let kind = entry["dtype"].as_str().context("dtype is missing")?.to_owned();
    let shape = sizes("shape")?;
    let [start, end] = sizes("data_offsets")?[..] else { bail!("data_offsets is no pair") };
    Ok(Tensor { kind, shape, start, end })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A safetensors file with the given float tensors.
    pub(crate) fn file(tensors: &[(String, Vec<usize>, Vec<f32>)]) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        let mut data = Vec::new();
        for (name, shape, values) in tensors {
            let start = data.len();
            data.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            let entry = serde_json::json!({
                "dtype": "F32", "shape": shape, "data_offsets": [start, data.len()],
            });
            header.insert(name.clone(), entry);
        }
        raw(&Value::Object(header).to_string(), &data)
    }

    fn raw(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend_from_slice(header.as_bytes());
        file.extend_from_slice(data);
        file
    }

    fn refusal(file: &[u8]) -> String {
        format!("{:#}", Weights::parse(file).expect_err("must be refused"))
    }

    #[test]
    fn reads_back_what_was_written() {
        let file =
            file(&[("a".into(), vec![2, 1], vec![1.5, -2.0]), ("b".into(), vec![], vec![7.0])]);
        let weights = Weights::parse(&file).expect("a good file");
        assert_eq!(weights.floats("a", &[2, 1]).expect("a"), [1.5, -2.0]);
        assert_eq!(weights.floats("b", &[]).expect("b"), [7.0]);
        assert_eq!(weights.count("a"), 1);
    }

    #[test]
    fn names_the_tensor_that_does_not_fit() {
        let file = file(&[("a".into(), vec![2], vec![1.5, -2.0])]);
        let weights = Weights::parse(&file).expect("a good file");
        let refusal =
            |name, shape: &[usize]| weights.floats(name, shape).expect_err("no").to_string();
        assert_eq!(refusal("z", &[2]), "tensor z is missing");
        assert_eq!(refusal("a", &[1, 2]), "tensor a has the shape [2], expected [1, 2]");
    }

    #[test]
    fn refuses_damaged_files() {
        assert!(refusal(b"abc").contains("before its header"));
        assert!(refusal(&[255; 8]).contains("no header"));
        assert!(refusal(&raw("{}", b"")[..9]).contains("inside its header"));
        assert!(refusal(&raw("{", b"")).contains("no JSON"));
        let outside = r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;
        assert!(refusal(&raw(outside, &[0; 4])).contains("outside the file"));
        let backwards = r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}"#;
        assert!(refusal(&raw(backwards, &[0; 8])).contains("outside the file"));
        let short = r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#;
        let short = raw(short, &[0; 8]);
        let weights = Weights::parse(&short).expect("the header alone is sound");
        assert!(weights.floats("a", &[2]).is_err());
    }
}

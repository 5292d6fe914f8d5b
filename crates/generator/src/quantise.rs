//! Quantising a pack on this machine: 8-bit integers in blocks of 32 with a scale each (`q8_0`).
//!
//! Owns: which tensors are quantised, and the file, GGUF under the names of the safetensors file.
//! Refuses: other precisions. 4-bit blocks were measured to be slower here and to write other words;
//! those of 256 do not fit the widths of Flan-T5 small.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use candle_core::quantized::{GgmlDType, QTensor, gguf_file};

use crate::model::{EMBEDDING, HEAD, Weights, read_config};
use crate::{GeneratorError, QUANTISED, WEIGHTS};

/// Copies of the embedding that some files hold besides it.
const COPIES: [&str; 2] = ["encoder.embed_tokens.weight", "decoder.embed_tokens.weight"];

/// Writes `model-q8_0.gguf` beside the `model.safetensors` of a pack's folder and returns its path.
///
/// `progress` gets how many of how many tensors are done, and can break off; then, as after a
/// failure, nothing is left behind. The file appears under its name only when it is whole.
pub fn quantise(
    folder: &Path,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PathBuf, GeneratorError> {
    let config = read_config(&folder.join("config.json"))?;
    let mut weights = Weights::open(&folder.join(WEIGHTS))?;
    let mut names = weights.names();
    // A head that shares the embedding's matrix is not read.
    names.retain(|name| {
        let unread = COPIES.contains(&name.as_str()) || config.tie_word_embeddings && name == HEAD;
        !unread
    });
    names.sort();
    let mut tensors = Vec::with_capacity(names.len());
    for (done, name) in names.iter().enumerate() {
        if progress(done, names.len()).is_break() {
            return Err(GeneratorError::Stopped);
        }
        let shape = weights.shape(name)?;
        let tensor = weights.floats(name, &shape)?;
        tensors.push(QTensor::quantize(&tensor, precision(name, &shape))?);
    }
    let unique: HashSet<&str> = names.iter().map(String::as_str).collect();
    if !unique.contains(EMBEDDING) {
        let why = format!("tensor {EMBEDDING} is missing");
        return Err(GeneratorError::Pack { path: folder.join(WEIGHTS), why });
    }
    let target = folder.join(QUANTISED);
    // In the same folder, so that renaming is one step.
    let half = folder.join(format!("{QUANTISED}.{}.part", std::process::id()));
    let list: Vec<(&str, &QTensor)> = names.iter().map(String::as_str).zip(&tensors).collect();
    let written = write(&half, &list).and_then(|()| {
        fs::rename(&half, &target)
            .map_err(|source| GeneratorError::File { path: target.clone(), source })
    });
    if written.is_err() {
        let _ = fs::remove_file(&half);
    }
    written?;
    // Nobody is left to ask: the file is whole.
    let _ = progress(names.len(), names.len());
    Ok(target)
}

/// Norms are few, and the table of relative positions is not multiplied by; a row that is not made of
/// whole blocks stays as it is.
fn precision(name: &str, shape: &[usize]) -> GgmlDType {
    match shape {
        [_, columns]
            if columns % GgmlDType::Q8_0.block_size() == 0
                && !name.ends_with("relative_attention_bias.weight") =>
        {
            GgmlDType::Q8_0
        }
        _ => GgmlDType::F32,
    }
}

fn write(path: &Path, tensors: &[(&str, &QTensor)]) -> Result<(), GeneratorError> {
    let failed = |source| GeneratorError::File { path: path.to_path_buf(), source };
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    let kind = gguf_file::Value::String("t5".to_owned());
    gguf_file::write(&mut file, &[("general.architecture", &kind)], tensors)?;
    file.flush().map_err(failed)?;
    file.get_ref().sync_all().map_err(failed)
}

//! Weights files: safetensors and GGUF, behind one way of asking for tensors by name and shape.
//!
//! Owns: reading one tensor at a time, so that a file is never in memory beside the model made of it.
//! Refuses: tensors of another shape or element type than asked for, naming them.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use candle_core::quantized::{GgmlDType, QStorage, QTensor, gguf_file};
use candle_core::{DType, Device, Tensor};
use safetensors::tensor::{Dtype, Metadata};

use super::linear::{Matrix, Table};
use crate::GeneratorError;

/// The embedding of tokens.
pub(crate) const EMBEDDING: &str = "shared.weight";
/// The output matrix.
pub(crate) const HEAD: &str = "lm_head.weight";

/// A header longer than this is damage, not a model.
const HEADER_LIMIT_BYTES: u64 = 16 << 20;

/// An open weights file.
pub(crate) struct Weights {
    path: PathBuf,
    file: BufReader<File>,
    format: Format,
}

enum Format {
    Safetensors { header: Metadata, data_start: u64 },
    Gguf(gguf_file::Content),
}

impl Weights {
    /// Opens a file and reads its header; the name's extension tells the format.
    pub(crate) fn open(path: &Path) -> Result<Weights, GeneratorError> {
        let failed = |source| GeneratorError::File { path: path.to_path_buf(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let broken = |why: String| GeneratorError::Pack { path: path.to_path_buf(), why };
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gguf") => Format::Gguf(
                gguf_file::Content::read(&mut file).map_err(|error| broken(error.to_string()))?,
            ),
            _ => {
                let mut length = [0; 8];
                file.read_exact(&mut length).map_err(failed)?;
                let bytes = u64::from_le_bytes(length);
                if bytes > HEADER_LIMIT_BYTES {
                    return Err(broken(format!("a header of {bytes} bytes is no header")));
                }
                let mut header = vec![0; bytes as usize];
                file.read_exact(&mut header).map_err(failed)?;
                // Reading it checks that each tensor has its shape's size and begins where the one
                // before it ends.
                let header: Metadata =
                    serde_json::from_slice(&header).map_err(|error| broken(error.to_string()))?;
                let (present, stated) = (
                    file.get_ref().metadata().map_err(failed)?.len(),
                    8 + bytes + header.data_len() as u64,
                );
                if present != stated {
                    return Err(broken(format!(
                        "it has {present} bytes, its header says {stated}"
                    )));
                }
                Format::Safetensors { header, data_start: 8 + bytes }
            }
        };
        Ok(Weights { path: path.to_path_buf(), file, format })
    }

    /// Names of all tensors, in no order.
    pub(crate) fn names(&self) -> Vec<String> {
        match &self.format {
            Format::Safetensors { header, .. } => header.tensors().into_keys().collect(),
            Format::Gguf(content) => content.tensor_infos.keys().cloned().collect(),
        }
    }

    /// The shape of a tensor.
    pub(crate) fn shape(&self, name: &str) -> Result<Vec<usize>, GeneratorError> {
        let shape = match &self.format {
            Format::Safetensors { header, .. } => header.info(name).map(|info| info.shape.clone()),
            Format::Gguf(content) => {
                content.tensor_infos.get(name).map(|info| info.shape.dims().to_vec())
            }
        };
        shape.ok_or_else(|| self.broken(format!("tensor {name} is missing")))
    }

    /// A tensor in 32-bit floats.
    pub(crate) fn floats(&mut self, name: &str, shape: &[usize]) -> Result<Tensor, GeneratorError> {
        match self.read(name, shape)? {
            Table::Floats(tensor) => Ok(tensor),
            Table::Quantised(tensor) => Ok(tensor.dequantize(&Device::Cpu)?),
        }
    }

    /// A table of which rows are looked up.
    pub(crate) fn table(&mut self, name: &str, shape: [usize; 2]) -> Result<Table, GeneratorError> {
        self.read(name, &shape)
    }

    /// A matrix to multiply by. Several names are stacked, so that one product serves them all;
    /// `shape` ([outputs, inputs]) is that of each.
    pub(crate) fn matrix(
        &mut self,
        names: &[&str],
        shape: [usize; 2],
    ) -> Result<Matrix, GeneratorError> {
        let parts: Vec<Table> =
            names.iter().map(|name| self.read(name, &shape)).collect::<Result<_, _>>()?;
        if let [Table::Quantised(first), ..] = &parts[..] {
            let kind = first.dtype();
            if parts.iter().all(|part| matches!(part, Table::Quantised(q) if q.dtype() == kind)) {
                return stack(parts, kind, shape);
            }
        }
        let floats = parts.into_iter().map(Table::into_floats).collect::<Result<Vec<_>, _>>()?;
        Ok(Matrix::floats(Tensor::cat(&floats, 0)?))
    }

    fn read(&mut self, name: &str, shape: &[usize]) -> Result<Table, GeneratorError> {
        let found = self.shape(name)?;
        if found != shape {
            let why = format!("tensor {name} has the shape {found:?}, expected {shape:?}");
            return Err(self.broken(why));
        }
        match &self.format {
            Format::Gguf(content) => {
                let tensor = content.tensor(&mut self.file, name, &Device::Cpu)?;
                match tensor.dtype() {
                    GgmlDType::F32 | GgmlDType::F16 | GgmlDType::BF16 => {
                        Ok(Table::Floats(tensor.dequantize(&Device::Cpu)?))
                    }
                    _ => Ok(Table::Quantised(tensor.into())),
                }
            }
            Format::Safetensors { header, data_start } => {
                let Some(info) = header.info(name) else {
                    return Err(self.broken(format!("tensor {name} is missing")));
                };
                let kind = match info.dtype {
                    Dtype::F32 => DType::F32,
                    Dtype::F16 => DType::F16,
                    Dtype::BF16 => DType::BF16,
                    other => return Err(self.broken(format!("tensor {name} holds {other:?}"))),
                };
                let (start, end) = info.data_offsets;
                let mut bytes = vec![0; end - start];
                let place = SeekFrom::Start(data_start + start as u64);
                self.file
                    .seek(place)
                    .and_then(|_| self.file.read_exact(&mut bytes))
                    .map_err(|source| GeneratorError::File { path: self.path.clone(), source })?;
                let tensor = Tensor::from_raw_buffer(&bytes, kind, shape, &Device::Cpu)?;
                Ok(Table::Floats(tensor.to_dtype(DType::F32)?))
            }
        }
    }

    fn broken(&self, why: String) -> GeneratorError {
        GeneratorError::Pack { path: self.path.clone(), why }
    }
}

/// Puts quantised matrices of one kind below each other: rows are whole blocks, so their bytes are.
fn stack(
    parts: Vec<Table>,
    kind: GgmlDType,
    [rows, columns]: [usize; 2],
) -> Result<Matrix, GeneratorError> {
    let mut bytes = Vec::new();
    let count = parts.len();
    for part in parts {
        if let Table::Quantised(tensor) = part {
            if count == 1 {
                return Ok(Matrix::quantised(tensor));
            }
            bytes.extend_from_slice(&tensor.data()?);
        }
    }
    let storage = QStorage::from_data(bytes.into(), &Device::Cpu, kind)?;
    Ok(Matrix::quantised(QTensor::new(storage, (count * rows, columns))?.into()))
}

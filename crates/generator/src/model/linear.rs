//! Matrices and tables, in floats or quantised, behind one face.

use std::sync::Arc;

use candle_core::Tensor;
use candle_core::quantized::QTensor;

use crate::GeneratorError;

/// A matrix to multiply hidden states by, [outputs, inputs], without a bias (T5 has none).
#[derive(Debug, Clone)]
pub(crate) enum Matrix {
    /// As it is stored.
    Stored(Table),
    /// 32-bit floats, [inputs, outputs], one row after the other: many rows are multiplied by it in
    /// three quarters of the time (512 rows of 1,024 by 512 outputs: 1.8 ms against 2.3).
    Turned(Tensor),
}

/// A table of which rows are looked up.
#[derive(Debug, Clone)]
pub(crate) enum Table {
    /// 32-bit floats.
    Floats(Tensor),
    /// Blocks of integers with a scale each.
    Quantised(Arc<QTensor>),
}

impl Matrix {
    pub(super) fn floats(matrix: Tensor) -> Matrix {
        Matrix::Stored(Table::Floats(matrix))
    }

    pub(super) fn quantised(matrix: Arc<QTensor>) -> Matrix {
        Matrix::Stored(Table::Quantised(matrix))
    }

    /// The form in which many rows (a whole prompt's) are multiplied faster: 8-bit integers stay only
    /// where candle has a kernel that takes rows in groups; elsewhere it goes row by row, at a tenth of
    /// the speed of floats (512 rows of 384: 12 ms against 1.2).
    pub(super) fn for_many_rows(self) -> Result<Matrix, GeneratorError> {
        match self {
            Matrix::Stored(Table::Quantised(matrix)) if in_groups(matrix.shape().dims2()?) => {
                Ok(Matrix::quantised(matrix))
            }
            _ => self.turned(),
        }
    }

    /// The same in floats, for many rows.
    pub(super) fn turned(self) -> Result<Matrix, GeneratorError> {
        match self {
            Matrix::Stored(table) => Ok(Matrix::Turned(table.into_floats()?.t()?.contiguous()?)),
            Matrix::Turned(_) => Ok(self),
        }
    }

    /// [rows, inputs] to [rows, outputs].
    pub(super) fn forward(&self, states: &Tensor) -> Result<Tensor, GeneratorError> {
        match self {
            Matrix::Stored(table) => table.head(states),
            Matrix::Turned(matrix) => Ok(states.matmul(matrix)?),
        }
    }
}

impl Table {
    /// The rows of these ids: [ids, columns].
    pub(super) fn rows(&self, ids: &Tensor) -> Result<Tensor, GeneratorError> {
        match self {
            Table::Floats(table) => Ok(table.index_select(ids, 0)?),
            Table::Quantised(table) => Ok(table.embedding(ids)?),
        }
    }

    /// Multiplies by the table as if it were a matrix.
    pub(super) fn head(&self, states: &Tensor) -> Result<Tensor, GeneratorError> {
        match self {
            Table::Floats(table) => Ok(states.matmul(&table.t()?)?),
            Table::Quantised(table) => Ok(states.apply_op1_no_bwd(table.as_ref())?),
        }
    }

    pub(super) fn into_floats(self) -> Result<Tensor, GeneratorError> {
        match self {
            Table::Floats(table) => Ok(table),
            Table::Quantised(table) => Ok(table.dequantize(&candle_core::Device::Cpu)?),
        }
    }
}

/// Whether candle's kernel for groups of rows takes a matrix of this shape: it needs instructions for
/// dot products of bytes, 256 inputs to a block and 16 outputs to a tile (`repack_x86::select`).
fn in_groups((outputs, inputs): (usize, usize)) -> bool {
    #[cfg(target_arch = "x86_64")]
    let able = (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni"))
        || (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni"));
    #[cfg(not(target_arch = "x86_64"))]
    let able = false;
    able && inputs.is_multiple_of(256) && outputs.is_multiple_of(16)
}

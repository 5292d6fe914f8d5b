//! Matrices and tables, in floats or quantised, behind one face.

use std::sync::Arc;

use candle_core::Tensor;
use candle_core::quantized::QTensor;

use crate::GeneratorError;

/// A matrix to multiply hidden states by, [outputs, inputs], without a bias (T5 has none).
#[derive(Debug, Clone)]
pub(crate) struct Matrix(Table);

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
        Matrix(Table::Floats(matrix))
    }

    pub(super) fn quantised(matrix: Arc<QTensor>) -> Matrix {
        Matrix(Table::Quantised(matrix))
    }

    /// [rows, inputs] to [rows, outputs].
    pub(super) fn forward(&self, states: &Tensor) -> Result<Tensor, GeneratorError> {
        self.0.head(states)
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

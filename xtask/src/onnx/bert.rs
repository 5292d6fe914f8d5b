//! The graph of a BERT encoder.
//!
//! Owns: names and shapes of the weights, and the order of the operators. Inputs `input_ids`,
//! `attention_mask`, `token_type_ids` are 64-bit integers of the shape [batch, sequence]; the
//! output `last_hidden_state` is of the shape [batch, sequence, hidden]. Refuses weights of any
//! other shape, naming the tensor.

use anyhow::{Result, ensure};

use super::proto::{Attribute, Domain, Element, Extent, Graph};
use super::quantise::by_column;
use super::safetensors::Weights;

/// The measures of an encoder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) hidden: usize,
    pub(crate) inner: usize,
    pub(crate) layers: usize,
    pub(crate) heads: usize,
    pub(crate) vocabulary: usize,
    pub(crate) positions: usize,
}

/// all-MiniLM-L6-v2, as its `config.json` states it.
pub(crate) const MINILM: Shape =
    Shape { hidden: 384, inner: 1536, layers: 6, heads: 12, vocabulary: 30_522, positions: 512 };

/// `layer_norm_eps` of BERT.
const EPSILON: f32 = 1e-12;

/// How the weight matrices are stored and multiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// 32-bit floats throughout.
    Float,
    /// 8-bit integers, but floats for the embeddings and the second feed-forward matrices: the
    /// input of those comes out of GELU with outliers that one range for the whole tensor cannot
    /// hold. Mean cosine to the float model over 180 passages of filings and papers: .9977.
    Int8,
}

impl Precision {
    /// The name used in file names and manifests.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Precision::Float => "fp32",
            Precision::Int8 => "int8",
        }
    }
}

/// Writes the encoder in `safetensors` as an ONNX model.
pub(crate) fn write(safetensors: &[u8], shape: Shape, precision: Precision) -> Result<Vec<u8>> {
    let weights = Weights::parse(safetensors)?;
    // One layer too many would be dropped silently otherwise.
    let beyond = format!("encoder.layer.{}.", shape.layers);
    ensure!(weights.count(&beyond) == 0, "the weights have more than {} layers", shape.layers);
    let mut writer = Writer { weights, shape, precision, graph: Graph::default() };
    writer.embeddings()?;
    for layer in 0..shape.layers {
        writer.layer(layer)?;
    }
    Ok(writer.graph.into_model("encoder"))
}

struct Writer<'a> {
    weights: Weights<'a>,
    shape: Shape,
    precision: Precision,
    graph: Graph,
}

impl Writer<'_> {
    /// Sums the three embeddings of every token and normalises. Leaves `state.0` and `mask`.
    fn embeddings(&mut self) -> Result<()> {
        let Shape { hidden, vocabulary, positions, .. } = self.shape;
        let free = [Extent::Free("batch"), Extent::Free("sequence")];
        for name in ["input_ids", "attention_mask", "token_type_ids"] {
            self.graph.input(name, Element::Int64, &free);
        }
        let output = [free[0], free[1], Extent::Fixed(hidden)];
        self.graph.output("last_hidden_state", Element::Float, &output);

        self.float("embeddings.word_embeddings.weight", &[vocabulary, hidden])?;
        self.float("embeddings.token_type_embeddings.weight", &[2, hidden])?;
        self.float("embeddings.position_embeddings.weight", &[positions, hidden])?;
        self.float("embeddings.LayerNorm.weight", &[hidden])?;
        self.float("embeddings.LayerNorm.bias", &[hidden])?;
        self.graph.constant("zero", Element::Int64, &[1], &0i64.to_le_bytes());

        let to = Attribute::Int("to", Element::Int32 as i64);
        self.onnx("Cast", &["attention_mask"], "mask", &[to]);
        self.onnx("Gather", &["embeddings.word_embeddings.weight", "input_ids"], "words", &[]);
        let types = ["embeddings.token_type_embeddings.weight", "token_type_ids"];
        self.onnx("Gather", &types, "types", &[]);
        // Positions 0..sequence: the first rows of the table, as many as there are tokens.
        let second = [Attribute::Int("start", 1), Attribute::Int("end", 2)];
        self.onnx("Shape", &["input_ids"], "sequence", &second);
        let rows = ["embeddings.position_embeddings.weight", "zero", "sequence", "zero"];
        self.onnx("Slice", &rows, "places", &[]);
        self.onnx("Add", &["words", "types"], "words+types", &[]);
        self.onnx("Add", &["words+types", "places"], "summed", &[]);
        let norm = ["summed", "embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"];
        let attributes = [Attribute::Int("axis", -1), Attribute::Float("epsilon", EPSILON)];
        self.onnx("LayerNormalization", &norm, "state.0", &attributes);
        Ok(())
    }

    /// One encoder layer: `state.N` to `state.N+1`, the last one to `last_hidden_state`.
    fn layer(&mut self, layer: usize) -> Result<()> {
        let Shape { hidden, inner, .. } = self.shape;
        let at = |name: &str| format!("encoder.layer.{layer}.{name}");
        let state = format!("state.{layer}");
        let next = match layer + 1 {
            next if next == self.shape.layers => "last_hidden_state".to_owned(),
            next => format!("state.{next}"),
        };

        let context = self.attention(layer, &state)?;
        let (dense, attended) = (at("attention.output.dense"), at("attended"));
        let product = self.multiply(&dense, &context, hidden, hidden, self.precision)?;
        let norm = at("attention.output.LayerNorm");
        self.add_and_norm(&product, &state, &norm, &dense, &attended)?;

        let (dense, activated) = (at("intermediate.dense"), at("activated"));
        let product = self.multiply(&dense, &attended, hidden, inner, self.precision)?;
        let bias = format!("{dense}.bias");
        self.float(&bias, &[inner])?;
        self.microsoft("BiasGelu", &[&product, &bias], &activated, &[]);
        let dense = at("output.dense");
        let product = self.multiply(&dense, &activated, inner, hidden, Precision::Float)?;
        self.add_and_norm(&product, &attended, &at("output.LayerNorm"), &dense, &next)
    }

    /// Self-attention over all heads; returns the name of its output, before the output matrix.
    fn attention(&mut self, layer: usize, state: &str) -> Result<String> {
        let hidden = self.shape.hidden;
        let at = |name: &str| format!("encoder.layer.{layer}.attention.{name}");
        // The fused operator takes query, key and value side by side: columns q | k | v.
        let mut rows = Vec::with_capacity(3 * hidden * hidden);
        let mut bias = Vec::with_capacity(3 * hidden);
        for part in ["query", "key", "value"] {
            rows.extend(self.weights.floats(&at(&format!("self.{part}.weight")), &[hidden; 2])?);
            bias.extend(self.weights.floats(&at(&format!("self.{part}.bias")), &[hidden])?);
        }
        let columns = transpose(&rows, 3 * hidden);
        let (matrix, context, bias_name) = (at("qkv"), at("context"), at("qkv.bias"));
        self.graph.constant(&bias_name, Element::Float, &[3 * hidden], &raw(&bias));
        let heads = Attribute::Int("num_heads", self.shape.heads as i64);
        match self.precision {
            Precision::Float => {
                let shape = [hidden, 3 * hidden];
                self.graph.constant(&matrix, Element::Float, &shape, &raw(&columns));
                let inputs = [state, &matrix, &bias_name, "mask"];
                self.microsoft("Attention", &inputs, &context, &[heads]);
            }
            Precision::Int8 => {
                self.int8(&matrix, &columns, hidden, 3 * hidden);
                let [rounded, scale, zero] =
                    ["rounded", "scale", "zero"].map(|name| at(&format!("input.{name}")));
                let outputs: [&str; 3] = [&rounded, &scale, &zero];
                let quantise = "DynamicQuantizeLinear";
                self.graph.node(Domain::Onnx, quantise, &[state], &outputs, &[]);
                let [scales, zeros] = ["scales", "zeros"].map(|name| format!("{matrix}.{name}"));
                let inputs: [&str; 8] =
                    [&rounded, &matrix, &bias_name, &scale, &scales, "mask", &zero, &zeros];
                self.microsoft("QAttention", &inputs, &context, &[heads]);
            }
        }
        Ok(context)
    }

    /// Multiplies by a dense layer's matrix (stored as [columns, rows], as PyTorch does), without
    /// its bias; returns the product's name.
    fn multiply(
        &mut self,
        dense: &str,
        input: &str,
        rows: usize,
        columns: usize,
        precision: Precision,
    ) -> Result<String> {
        let (matrix, product) = (format!("{dense}.weight"), format!("{dense}.product"));
        let values = transpose(&self.weights.floats(&matrix, &[columns, rows])?, columns);
        match precision {
            Precision::Float => {
                self.graph.constant(&matrix, Element::Float, &[rows, columns], &raw(&values));
                self.onnx("MatMul", &[input, &matrix], &product, &[]);
            }
            Precision::Int8 => {
                self.int8(&matrix, &values, rows, columns);
                let [scales, zeros] = ["scales", "zeros"].map(|name| format!("{matrix}.{name}"));
                let inputs = [input, &matrix, &scales, &zeros];
                self.microsoft("DynamicQuantizeMatMul", &inputs, &product, &[]);
            }
        }
        Ok(product)
    }

    /// Layer normalisation of `product + bias of dense + skipped`.
    fn add_and_norm(
        &mut self,
        product: &str,
        skipped: &str,
        norm: &str,
        dense: &str,
        output: &str,
    ) -> Result<()> {
        let [weight, shift] = ["weight", "bias"].map(|name| format!("{norm}.{name}"));
        let bias = format!("{dense}.bias");
        for name in [&weight, &shift, &bias] {
            self.float(name, &[self.shape.hidden])?;
        }
        let inputs = [product, skipped, &weight, &shift, &bias];
        let epsilon = Attribute::Float("epsilon", EPSILON);
        self.microsoft("SkipLayerNormalization", &inputs, output, &[epsilon]);
        Ok(())
    }

    /// Copies a float tensor of the weights into the graph under its own name.
    fn float(&mut self, name: &str, shape: &[usize]) -> Result<()> {
        let values = self.weights.floats(name, shape)?;
        self.graph.constant(name, Element::Float, shape, &raw(&values));
        Ok(())
    }

    /// Puts a quantised matrix with its scales and zero points (all 0) into the graph.
    fn int8(&mut self, name: &str, matrix: &[f32], rows: usize, columns: usize) {
        let quantised = by_column(matrix, columns);
        let values: Vec<u8> = quantised.values.iter().map(|value| value.cast_unsigned()).collect();
        self.graph.constant(name, Element::Int8, &[rows, columns], &values);
        let scales = format!("{name}.scales");
        self.graph.constant(&scales, Element::Float, &[columns], &raw(&quantised.scales));
        let zeros = format!("{name}.zeros");
        self.graph.constant(&zeros, Element::Int8, &[columns], &vec![0; columns]);
    }

    fn onnx(&mut self, operator: &str, inputs: &[&str], output: &str, more: &[Attribute<'_>]) {
        self.graph.node(Domain::Onnx, operator, inputs, &[output], more);
    }

    fn microsoft(&mut self, operator: &str, inputs: &[&str], output: &str, more: &[Attribute<'_>]) {
        self.graph.node(Domain::Microsoft, operator, inputs, &[output], more);
    }
}

/// Transposes a matrix of `rows` rows, given row by row.
fn transpose(matrix: &[f32], rows: usize) -> Vec<f32> {
    let columns = matrix.len() / rows;
    let mut transposed = Vec::with_capacity(matrix.len());
    for column in 0..columns {
        transposed.extend((0..rows).map(|row| matrix[row * columns + column]));
    }
    transposed
}

fn raw(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;

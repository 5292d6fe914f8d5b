//! The graph of a BERT encoder.
//!
//! Owns: names and shapes of the weights, and the order of the operators. Inputs `input_ids`,
//! `attention_mask`, `token_type_ids` are 64-bit integers of the shape [batch, sequence]; the
//! output `last_hidden_state` is of the shape [batch, sequence, hidden]. Refuses weights of any
//! other shape, naming the tensor.

use anyhow::{Result, ensure};

use super::proto::{Attribute, Domain, Element, Extent, Graph, Model};
use super::quantise::{by_column, by_row, widest_last};
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
    /// 8-bit integers, but floats for positions and types and for [`WIDE`] rows of the second feed-forward
    /// matrices: what comes out of GELU has outliers that one range for the whole tensor cannot hold, and
    /// they stand in few of its columns. Mean cosine to the float model over 120 passages of documents of
    /// many trades: .9972; with all rows in floats .9974, which takes 1.8 times as long, with none .9938.
    /// Embeddings of words are bytes with a scale a row: over 400 passages .9971 against .9972 with floats,
    /// in 1.01 times the time; 24 MB in place of 59.
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

/// Rows of a second feed-forward matrix that stay floats, those of the columns of the widest range.
const WIDE: usize = 64;

/// Writes the encoder in `safetensors` as an ONNX model, its large constants for a file named `data`.
pub(crate) fn write(
    safetensors: &[u8],
    shape: Shape,
    precision: Precision,
    data: &str,
) -> Result<Model> {
    let weights = Weights::parse(safetensors)?;
    // One layer too many would be dropped silently otherwise.
    let beyond = format!("encoder.layer.{}.", shape.layers);
    ensure!(weights.count(&beyond) == 0, "the weights have more than {} layers", shape.layers);
    let mut writer = Writer { weights, shape, precision, graph: Graph::with_data_in(data) };
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
        let Shape { hidden, positions, .. } = self.shape;
        let free = [Extent::Free("batch"), Extent::Free("sequence")];
        for name in ["input_ids", "attention_mask", "token_type_ids"] {
            self.graph.input(name, Element::Int64, &free);
        }
        let output = [free[0], free[1], Extent::Fixed(hidden)];
        self.graph.output("last_hidden_state", Element::Float, &output);

        self.float("embeddings.token_type_embeddings.weight", &[2, hidden])?;
        self.float("embeddings.position_embeddings.weight", &[positions, hidden])?;
        self.float("embeddings.LayerNorm.weight", &[hidden])?;
        self.float("embeddings.LayerNorm.bias", &[hidden])?;
        self.graph.constant("zero", Element::Int64, &[1], &0i64.to_le_bytes());

        let to = Attribute::Int("to", Element::Int32 as i64);
        self.onnx("Cast", &["attention_mask"], "mask", &[to]);
        self.words()?;
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

    /// Looks up every token's embedding. Leaves `words`.
    fn words(&mut self) -> Result<()> {
        let Shape { hidden, vocabulary, .. } = self.shape;
        let name = "embeddings.word_embeddings.weight";
        if self.precision == Precision::Float {
            self.float(name, &[vocabulary, hidden])?;
            self.onnx("Gather", &[name, "input_ids"], "words", &[]);
            return Ok(());
        }
        let table = by_row(&self.weights.floats(name, &[vocabulary, hidden])?, hidden);
        let values: Vec<u8> = table.values.iter().map(|value| value.cast_unsigned()).collect();
        self.graph.constant(name, Element::Int8, &[vocabulary, hidden], &values);
        let scales = format!("{name}.scales");
        self.graph.constant(&scales, Element::Float, &[vocabulary, 1], &raw(&table.scales));
        self.onnx("Gather", &[name, "input_ids"], "words.rounded", &[]);
        self.onnx("Gather", &[&scales, "input_ids"], "words.scales", &[]);
        let to = Attribute::Int("to", Element::Float as i64);
        self.onnx("Cast", &["words.rounded"], "words.unscaled", &[to]);
        self.onnx("Mul", &["words.unscaled", "words.scales"], "words", &[]);
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
        let values = self.matrix(&dense, hidden, hidden)?;
        let product = self.multiply(&dense, &values, &context, hidden, hidden);
        let norm = at("attention.output.LayerNorm");
        self.add_and_norm(&product, &state, &norm, &dense, &attended)?;

        let (first, second, activated) =
            (at("intermediate.dense"), at("output.dense"), at("activated"));
        let mut rising = self.matrix(&first, hidden, inner)?;
        let mut bias = self.weights.floats(&format!("{first}.bias"), &[inner])?;
        let mut falling = self.matrix(&second, inner, hidden)?;
        if self.precision == Precision::Int8 {
            // Columns of the one are rows of the other: in another order they give the same.
            let [scale, shift] = ["weight", "bias"].map(|name| format!("{norm}.{name}"));
            let scale = self.weights.floats(&scale, &[hidden])?;
            let shift = self.weights.floats(&shift, &[hidden])?;
            let order = widest_last(&rising, &bias, &scale, &shift);
            rising = rising
                .chunks_exact(inner)
                .flat_map(|row| order.iter().map(|at| row[*at]))
                .collect();
            bias = order.iter().map(|at| bias[*at]).collect();
            falling =
                order.iter().flat_map(|at| &falling[at * hidden..][..hidden]).copied().collect();
        }
        let product = self.multiply(&first, &rising, &attended, hidden, inner);
        let bias_name = format!("{first}.bias");
        self.graph.constant(&bias_name, Element::Float, &[inner], &raw(&bias));
        self.microsoft("BiasGelu", &[&product, &bias_name], &activated, &[]);
        let product = match self.precision {
            Precision::Float => self.multiply(&second, &falling, &activated, inner, hidden),
            Precision::Int8 => self.multiply_parted(&second, &falling, &activated),
        };
        self.add_and_norm(&product, &attended, &at("output.LayerNorm"), &second, &next)
    }

    /// Multiplies by a second feed-forward matrix, its last [`WIDE`] rows as floats.
    fn multiply_parted(&mut self, dense: &str, values: &[f32], input: &str) -> String {
        let Shape { hidden, inner, .. } = self.shape;
        let narrow = inner.saturating_sub(WIDE);
        let sizes = [narrow, inner - narrow].map(|size| size as i64);
        let name = |part: &str| format!("{dense}.{part}");
        let (sizes_name, low, high) = (name("sizes"), name("low"), name("high"));
        let bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        self.graph.constant(&sizes_name, Element::Int64, &[2], &bytes);
        let split: [&str; 2] = [&low, &high];
        let axis = Attribute::Int("axis", -1);
        self.graph.node(Domain::Onnx, "Split", &[input, &sizes_name], &split, &[axis]);
        let (rounded, wide) = values.split_at(narrow * hidden);
        let rounded = self.multiply(dense, rounded, &low, narrow, hidden);
        let (matrix, product, sum) = (name("wide"), name("wide.product"), name("sum"));
        self.graph.constant(&matrix, Element::Float, &[inner - narrow, hidden], &raw(wide));
        self.onnx("MatMul", &[&high, &matrix], &product, &[]);
        self.onnx("Add", &[&rounded, &product], &sum, &[]);
        sum
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

    /// A dense layer's matrix, row by row; PyTorch stores it as [columns, rows].
    fn matrix(&self, dense: &str, rows: usize, columns: usize) -> Result<Vec<f32>> {
        let stored = self.weights.floats(&format!("{dense}.weight"), &[columns, rows])?;
        Ok(transpose(&stored, columns))
    }

    /// Multiplies by a dense layer's matrix, without its bias; returns the product's name.
    fn multiply(
        &mut self,
        dense: &str,
        values: &[f32],
        input: &str,
        rows: usize,
        columns: usize,
    ) -> String {
        let (matrix, product) = (format!("{dense}.weight"), format!("{dense}.product"));
        match self.precision {
            Precision::Float => {
                self.graph.constant(&matrix, Element::Float, &[rows, columns], &raw(values));
                self.onnx("MatMul", &[input, &matrix], &product, &[]);
            }
            Precision::Int8 => {
                self.int8(&matrix, values, rows, columns);
                let [scales, zeros] = ["scales", "zeros"].map(|name| format!("{matrix}.{name}"));
                let inputs = [input, &matrix, &scales, &zeros];
                self.microsoft("DynamicQuantizeMatMul", &inputs, &product, &[]);
            }
        }
        product
    }

    /// Layer normalisation of `product + bias of dense + skipped`. The runtime has an operator for all of it,
    /// which takes four times as long as these three.
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
        let [biased, added] = ["biased", "added"].map(|name| format!("{dense}.{name}"));
        self.onnx("Add", &[product, &bias], &biased, &[]);
        self.onnx("Add", &[&biased, skipped], &added, &[]);
        let attributes = [Attribute::Int("axis", -1), Attribute::Float("epsilon", EPSILON)];
        self.onnx("LayerNormalization", &[&added, &weight, &shift], output, &attributes);
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

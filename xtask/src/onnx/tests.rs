//! Tests of the graph on a model small enough to check by hand.
//!
//! The written file is read back by a minimal reader of the wire format, so that the tests see
//! what ONNX Runtime will see. That the numbers are right is measured on the real weights with
//! the runtime itself, by the models crate.

use super::super::safetensors::tests::file;
use super::*;

const TINY: Shape = Shape { hidden: 4, inner: 8, layers: 4, heads: 2, vocabulary: 5, positions: 6 };

/// The weights of a model of this shape: element `i` of every tensor is `i + 1` hundredths.
fn weights(shape: Shape) -> Vec<(String, Vec<usize>, Vec<f32>)> {
    let Shape { hidden, inner, .. } = shape;
    let mut names: Vec<(String, Vec<usize>)> = vec![
        ("embeddings.word_embeddings.weight".into(), vec![shape.vocabulary, hidden]),
        ("embeddings.position_embeddings.weight".into(), vec![shape.positions, hidden]),
        ("embeddings.token_type_embeddings.weight".into(), vec![2, hidden]),
        ("embeddings.LayerNorm.weight".into(), vec![hidden]),
        ("embeddings.LayerNorm.bias".into(), vec![hidden]),
    ];
    for layer in 0..shape.layers {
        for (name, rows, columns) in [
            ("attention.self.query", hidden, hidden),
            ("attention.self.key", hidden, hidden),
            ("attention.self.value", hidden, hidden),
            ("attention.output.dense", hidden, hidden),
            ("intermediate.dense", inner, hidden),
            ("output.dense", hidden, inner),
        ] {
            names.push((format!("encoder.layer.{layer}.{name}.weight"), vec![rows, columns]));
            names.push((format!("encoder.layer.{layer}.{name}.bias"), vec![rows]));
        }
        for name in ["attention.output.LayerNorm", "output.LayerNorm"] {
            names.push((format!("encoder.layer.{layer}.{name}.weight"), vec![hidden]));
            names.push((format!("encoder.layer.{layer}.{name}.bias"), vec![hidden]));
        }
    }
    let values = |shape: &[usize]| (1..=shape.iter().product()).map(|i: usize| i as f32 / 100.0);
    names.into_iter().map(|(name, shape)| (name, shape.clone(), values(&shape).collect())).collect()
}

/// One field of a message: its number, and its bytes or its integer.
enum Field<'a> {
    Bytes(u64, &'a [u8]),
    Int(u64, u64),
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().expect("a whole varint");
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

fn fields(mut bytes: &[u8]) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let length = match key & 7 {
            0 => {
                fields.push(Field::Int(key >> 3, varint(&mut bytes)));
                continue;
            }
            2 => varint(&mut bytes) as usize,
            5 => 4,
            other => panic!("wire type {other}"),
        };
        let (field, rest) = bytes.split_at(length);
        fields.push(Field::Bytes(key >> 3, field));
        bytes = rest;
    }
    fields
}

fn parts(message: &[u8], number: u64) -> Vec<&[u8]> {
    let pick = |field| match field {
        Field::Bytes(n, bytes) if n == number => Some(bytes),
        _ => None,
    };
    fields(message).into_iter().filter_map(pick).collect()
}

fn texts(message: &[u8], number: u64) -> Vec<String> {
    parts(message, number).into_iter().map(|b| String::from_utf8_lossy(b).into_owned()).collect()
}

fn write_tiny(precision: Precision) -> Vec<u8> {
    let model = write(&file(&weights(TINY)), TINY, precision, "data").expect("the weights fit");
    assert!(model.data.is_empty(), "none of its constants is large");
    model.graph
}

fn operators(model: &[u8]) -> Vec<String> {
    let graph = parts(model, 7)[0];
    parts(graph, 1).into_iter().map(|node| texts(node, 4)[0].clone()).collect()
}

/// The raw elements and the shape of a constant.
fn constant(model: &[u8], name: &str) -> (Vec<u8>, Vec<u64>) {
    let tensors = parts(parts(model, 7)[0], 5);
    let tensor = tensors.into_iter().find(|t| texts(t, 8)[0] == name).expect(name);
    let extent = |field| match field {
        Field::Int(1, extent) => Some(extent),
        _ => None,
    };
    (parts(tensor, 9)[0].to_vec(), fields(tensor).into_iter().filter_map(extent).collect())
}

fn floats(raw: &[u8]) -> Vec<f32> {
    raw.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four bytes"))).collect()
}

#[test]
fn the_float_graph_has_the_operators_of_an_encoder() {
    let embeddings =
        ["Cast", "Gather", "Gather", "Shape", "Slice", "Add", "Add", "LayerNormalization"];
    let layer = [
        "Attention",
        "MatMul",
        "Add",
        "Add",
        "LayerNormalization",
        "MatMul",
        "BiasGelu",
        "MatMul",
        "Add",
        "Add",
        "LayerNormalization",
    ];
    let expect: Vec<_> =
        embeddings.iter().chain(layer.iter().cycle().take(4 * layer.len())).collect();
    let operators = operators(&write_tiny(Precision::Float));
    assert_eq!(operators.iter().collect::<Vec<_>>(), expect);
}

#[test]
fn the_int8_graph_keeps_the_widest_rows_of_the_second_feed_forward_matrices_in_floats() {
    let model = write_tiny(Precision::Int8);
    let layer = [
        "DynamicQuantizeLinear",
        "QAttention",
        "DynamicQuantizeMatMul",
        "Add",
        "Add",
        "LayerNormalization",
        "DynamicQuantizeMatMul",
        "BiasGelu",
        "Split",
        "DynamicQuantizeMatMul",
        "MatMul",
        "Add",
        "Add",
        "Add",
        "LayerNormalization",
    ];
    let embeddings = ["Cast", "Gather", "Gather", "Cast", "Mul", "Gather", "Shape", "Slice"];
    assert_eq!(operators(&model)[..8], embeddings);
    assert_eq!(operators(&model)[11..11 + layer.len()], layer);
    // All eight rows are among the widest.
    for layer in 0..TINY.layers {
        let name = format!("encoder.layer.{layer}.output.dense.wide");
        let (matrix, shape) = constant(&model, &name);
        assert_eq!((matrix.len(), shape), (4 * 8 * 4, vec![8, 4]), "{name}");
    }
    let (matrix, shape) = constant(&model, "encoder.layer.1.intermediate.dense.weight");
    assert_eq!((matrix.len(), shape), (4 * 8, vec![4, 8]));
}

#[test]
fn every_node_reads_what_an_earlier_node_or_a_constant_provides() {
    for precision in [Precision::Float, Precision::Int8] {
        let model = write_tiny(precision);
        let graph = parts(&model, 7)[0];
        let mut known: Vec<String> =
            parts(graph, 5).into_iter().flat_map(|tensor| texts(tensor, 8)).collect();
        known.extend(parts(graph, 11).into_iter().flat_map(|input| texts(input, 1)));
        let mut unique = known.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), known.len(), "a constant is written twice");
        for node in parts(graph, 1) {
            for input in texts(node, 1) {
                assert!(known.contains(&input), "{precision:?}: {input} comes from nowhere");
            }
            known.extend(texts(node, 2));
        }
        assert_eq!(texts(parts(graph, 12)[0], 1), ["last_hidden_state"]);
        assert!(known.contains(&"last_hidden_state".to_owned()));
    }
}

#[test]
fn query_key_and_value_stand_side_by_side_and_transposed() {
    let model = write_tiny(Precision::Float);
    let (raw, shape) = constant(&model, "encoder.layer.0.attention.qkv");
    assert_eq!(shape, [4, 12]);
    // Row 0 of the product's matrix is column 0 of each of the three weights.
    let column = [0.01, 0.05, 0.09, 0.13];
    assert_eq!(floats(&raw)[..12], [column, column, column].concat());
}

#[test]
fn weights_of_another_model_are_refused_by_name() {
    let refusal = |weights: &[(String, Vec<usize>, Vec<f32>)], shape| {
        write(&file(weights), shape, Precision::Float, "data")
            .expect_err("must be refused")
            .to_string()
    };
    let good = weights(TINY);
    let wide = refusal(&good, Shape { inner: 16, ..TINY });
    assert!(
        wide.contains("encoder.layer.0.intermediate.dense.weight has the shape [8, 4]"),
        "{wide}"
    );
    let deep = refusal(&good, Shape { layers: 5, ..TINY });
    assert!(deep.contains("encoder.layer.4.attention.self.query.weight is missing"), "{deep}");
    let shallow = refusal(&good, Shape { layers: 1, ..TINY });
    assert!(shallow.contains("more than 1 layers"), "{shallow}");
    let mut short = good.clone();
    short.retain(|(name, ..)| !name.ends_with("1.output.LayerNorm.bias"));
    assert!(refusal(&short, TINY).contains("encoder.layer.1.output.LayerNorm.bias is missing"));
}

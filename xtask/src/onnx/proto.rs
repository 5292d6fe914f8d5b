//! Writes the few protobuf messages that an ONNX model is made of.
//!
//! Owns: the wire format (varints, length-delimited fields) and the field numbers of `onnx.proto`
//! (ONNX IR version 8). Refuses: reading, and every message that the graphs of this project do
//! not use. A schema compiler would cost every fresh machine more than these lines do.

/// One protobuf message in the making: its encoded fields, in the order in which they were put.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// A message with no fields.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Puts an integer field (wire type 0). Negative numbers take ten bytes, as protobuf has it.
    pub(crate) fn int(mut self, field: u32, value: i64) -> Self {
        self.key(field, 0);
        self.varint(value as u64);
        self
    }

    /// Puts a 32-bit float field (wire type 5).
    pub(crate) fn float(mut self, field: u32, value: f32) -> Self {
        self.key(field, 5);
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// Puts a length-delimited field (wire type 2) of raw bytes.
    pub(crate) fn bytes(mut self, field: u32, value: &[u8]) -> Self {
        self.key(field, 2);
        self.varint(value.len() as u64);
        self.0.extend_from_slice(value);
        self
    }

    /// Puts a text field.
    pub(crate) fn text(self, field: u32, value: &str) -> Self {
        self.bytes(field, value.as_bytes())
    }

    /// Puts a nested message.
    pub(crate) fn message(self, field: u32, value: &Message) -> Self {
        self.bytes(field, &value.0)
    }

    /// The encoded message.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u32, wire_type: u32) {
        self.varint(u64::from(field << 3 | wire_type));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push((value as u8 & 0x7f) | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// Element types of `TensorProto.DataType` that the graphs use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Float = 1,
    Int8 = 3,
    Int32 = 6,
    Int64 = 7,
}

/// An attribute of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Attribute<'a> {
    Int(&'a str, i64),
    Float(&'a str, f32),
}

/// The operator set of a node: ONNX's own, or the extensions that ONNX Runtime carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Domain {
    Onnx,
    Microsoft,
}

impl Domain {
    fn name(self) -> &'static str {
        match self {
            Domain::Onnx => "",
            Domain::Microsoft => "com.microsoft",
        }
    }
}

/// Constants of so many bytes lie beside the graph, where there is a file for them.
const LARGE: usize = 1024;
/// Where a constant may begin in that file, in bytes: the widest that a processor reads at once.
const ALIGNED: usize = 64;

/// A graph in the making: nodes in topological order, constants, inputs and outputs.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    message: Message,
    beside: Option<Beside>,
}

/// The file beside a graph that holds its large constants. The runtime maps it into memory, where what is read
/// inside of the graph is copied two times.
#[derive(Debug)]
struct Beside {
    name: String,
    bytes: Vec<u8>,
}

/// A model as it is written: the graph, and what lies beside it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) graph: Vec<u8>,
    /// Empty where all is in the graph.
    pub(crate) data: Vec<u8>,
}

impl Graph {
    /// A graph whose large constants lie in a file of that name in the same folder.
    pub(crate) fn with_data_in(name: &str) -> Self {
        let beside = Some(Beside { name: name.to_owned(), bytes: Vec::new() });
        Self { beside, ..Self::default() }
    }

    /// Adds a node. An empty name among `inputs` leaves an optional input out.
    pub(crate) fn node(
        &mut self,
        domain: Domain,
        operator: &str,
        inputs: &[&str],
        outputs: &[&str],
        attributes: &[Attribute<'_>],
    ) {
        let mut node = Message::new();
        for input in inputs {
            node = node.text(1, input);
        }
        for output in outputs {
            node = node.text(2, output);
        }
        // The first output names the node: outputs are unique in a graph, so names are too.
        node = node.text(3, outputs.first().copied().unwrap_or(operator)).text(4, operator);
        for attribute in attributes {
            node = node.message(5, &encode_attribute(attribute));
        }
        if domain != Domain::Onnx {
            node = node.text(7, domain.name());
        }
        self.put(1, &node);
    }

    /// Adds a constant. `raw` holds the elements in little-endian order, row by row.
    pub(crate) fn constant(&mut self, name: &str, element: Element, shape: &[usize], raw: &[u8]) {
        let mut tensor = Message::new();
        for &extent in shape {
            tensor = tensor.int(1, extent as i64);
        }
        tensor = tensor.int(2, element as i64).text(8, name);
        tensor = match &mut self.beside {
            Some(beside) if raw.len() >= LARGE => {
                let offset = beside.bytes.len().next_multiple_of(ALIGNED);
                beside.bytes.resize(offset, 0);
                beside.bytes.extend_from_slice(raw);
                let entry = |key: &str, value: &str| Message::new().text(1, key).text(2, value);
                tensor
                    .message(13, &entry("location", &beside.name))
                    .message(13, &entry("offset", &offset.to_string()))
                    .message(13, &entry("length", &raw.len().to_string()))
                    .int(14, 1)
            }
            _ => tensor.bytes(9, raw),
        };
        self.put(5, &tensor);
    }

    /// Declares an input of the graph. Each dimension is named, so its extent is free.
    pub(crate) fn input(&mut self, name: &str, element: Element, dimensions: &[Extent<'_>]) {
        self.put(11, &encode_value(name, element, dimensions));
    }

    /// Declares an output of the graph.
    pub(crate) fn output(&mut self, name: &str, element: Element, dimensions: &[Extent<'_>]) {
        self.put(12, &encode_value(name, element, dimensions));
    }

    /// The finished model file: IR version 8, ONNX operator set 17, `com.microsoft` set 1.
    pub(crate) fn into_model(self, name: &str) -> Model {
        let graph = self.message.text(2, name);
        let operators =
            |domain: Domain, version: i64| Message::new().text(1, domain.name()).int(2, version);
        let graph = Message::new()
            .int(1, 8)
            .text(2, "citelight")
            .message(7, &graph)
            .message(8, &operators(Domain::Onnx, 17))
            .message(8, &operators(Domain::Microsoft, 1))
            .into_bytes();
        Model { graph, data: self.beside.map(|beside| beside.bytes).unwrap_or_default() }
    }

    fn put(&mut self, field: u32, value: &Message) {
        self.message = std::mem::take(&mut self.message).message(field, value);
    }
}

/// The extent of one dimension: fixed, or free under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent<'a> {
    Fixed(usize),
    Free(&'a str),
}

fn encode_attribute(attribute: &Attribute<'_>) -> Message {
    match *attribute {
        Attribute::Float(name, value) => Message::new().text(1, name).float(2, value).int(20, 1),
        Attribute::Int(name, value) => Message::new().text(1, name).int(3, value).int(20, 2),
    }
}

fn encode_value(name: &str, element: Element, dimensions: &[Extent<'_>]) -> Message {
    let mut shape = Message::new();
    for dimension in dimensions {
        let encoded = match *dimension {
            Extent::Fixed(extent) => Message::new().int(1, extent as i64),
            Extent::Free(name) => Message::new().text(2, name),
        };
        shape = shape.message(1, &encoded);
    }
    let tensor = Message::new().int(1, element as i64).message(2, &shape);
    Message::new().text(1, name).message(2, &Message::new().message(1, &tensor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: Message, expect: &[u8]) {
        assert_eq!(message.into_bytes(), expect);
    }

    #[test]
    fn encodes_the_examples_of_the_protobuf_guide() {
        // developers.google.com/protocol-buffers/docs/encoding: 150 in field 1, "testing" in
        // field 2, and the first message nested in field 3.
        check(Message::new().int(1, 150), &[0x08, 0x96, 0x01]);
        check(Message::new().text(2, "testing"), b"\x12\x07testing");
        let inner = Message::new().int(1, 150);
        check(Message::new().message(3, &inner), &[0x1a, 0x03, 0x08, 0x96, 0x01]);
    }

    #[test]
    fn encodes_edges_of_integers_and_keys() {
        check(Message::new().int(1, 0), &[0x08, 0x00]);
        check(Message::new().int(1, 127), &[0x08, 0x7f]);
        check(Message::new().int(1, 128), &[0x08, 0x80, 0x01]);
        let minus_one = [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        check(Message::new().int(1, -1), &minus_one);
        // Field 20 needs a key of two bytes.
        check(Message::new().int(20, 1), &[0xa0, 0x01, 0x01]);
        check(Message::new().float(2, 1.0), &[0x15, 0x00, 0x00, 0x80, 0x3f]);
        check(Message::new().bytes(9, &[]), &[0x4a, 0x00]);
    }

    #[test]
    fn a_long_field_has_a_long_length() {
        let bytes = Message::new().bytes(9, &[7; 300]).into_bytes();
        assert_eq!(&bytes[..3], &[0x4a, 0xac, 0x02]);
        assert_eq!(bytes.len(), 303);
    }

    #[test]
    fn a_one_node_model_is_encoded_to_the_byte() {
        let mut graph = Graph::default();
        graph.input("x", Element::Int64, &[Extent::Free("n")]);
        graph.node(Domain::Onnx, "Cast", &["x"], &["y"], &[Attribute::Int("to", 6)]);
        graph.output("y", Element::Int32, &[Extent::Fixed(2)]);
        // Assembled by hand from onnx.proto; "y" is 0x79.
        let expect = [
            &b"\x08\x08\x12\x09citelight"[..], // IR version 8, producer
            b"\x3a\x42",                       // graph
            b"\x5a\x10\x0a\x01x\x12\x0b\x0a\x09\x08\x07", // input x, 64-bit integers
            b"\x12\x05\x0a\x03\x12\x01n",      // of n elements
            b"\x0a\x1a\x0a\x01x\x12\x01y\x1a\x01y\x22\x04Cast", // node y = Cast(x)
            b"\x2a\x09\x0a\x02to\x18\x06\xa0\x01\x02", // to 32-bit integers
            b"\x62\x0f\x0a\x01y\x12\x0a\x0a\x08\x08\x06", // output y
            b"\x12\x04\x0a\x02\x08\x02",       // of 2 elements
            b"\x12\x01g",                      // the graph's name
            b"\x42\x04\x0a\x00\x10\x11",       // ONNX 17
            b"\x42\x11\x0a\x0dcom.microsoft\x10\x01",
        ]
        .concat();
        assert_eq!(graph.into_model("g"), Model { graph: expect, data: Vec::new() });
    }

    #[test]
    fn large_constants_lie_beside_the_graph() {
        let mut graph = Graph::with_data_in("d");
        graph.constant("small", Element::Int8, &[2], &[1, 2]);
        graph.constant("a", Element::Int8, &[1025], &[3; 1025]);
        graph.constant("b", Element::Int8, &[1024], &[4; 1024]);
        let model = graph.into_model("g");
        assert!(model.graph.len() < 300);
        assert_eq!(model.data.len(), 1088 + 1024);
        assert!(model.data[..1025].iter().all(|byte| *byte == 3));
        assert!(model.data[1088..].iter().all(|byte| *byte == 4));
        let entry = b"\x0a\x06offset\x12\x041088";
        assert!(model.graph.windows(entry.len()).any(|window| window == entry));
    }
}

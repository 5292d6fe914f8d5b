//! Identifiers. A document's id comes from its content, so that the same file has the same id in
//! every library; the others are row ids of one library.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The first 16 hexadecimal digits of the SHA-256 of a file's content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct DocumentId(String);

impl DocumentId {
    /// Length of the id in characters: 64 bits keep a million documents apart with a chance of
    /// collision below 1e-7; where it happens all the same, the full hash tells.
    pub const LENGTH: usize = 16;

    /// The id that belongs to a full content hash in lower-case hexadecimal digits.
    pub fn from_content_hash(sha256_hex: &str) -> Self {
        Self(sha256_hex.chars().take(Self::LENGTH).collect())
    }

    /// The ids that a content may have, the usual one first: where two contents begin with the same digits,
    /// which somebody can bring about in minutes, the second has its id from further on.
    pub fn candidates(sha256_hex: &str) -> impl Iterator<Item = Self> {
        let digits: Vec<char> = sha256_hex.chars().collect();
        let many = (digits.len() / Self::LENGTH).max(1);
        (0..many)
            .map(move |at| Self(digits.iter().skip(at * Self::LENGTH).take(Self::LENGTH).collect()))
    }

    /// `None` unless the text has the form of an id.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == Self::LENGTH
            && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        well_formed.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! row_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(transparent)]
        #[ts(type = "number")]
        pub struct $name(pub i64);
    };
}

row_id!(
    /// A chunk's row; also its id in the vector index.
    ChunkId
);
row_id!(
    /// A collection of documents.
    CollectionId
);
row_id!(
    /// An answer matrix.
    MatrixId
);
row_id!(
    /// A question of an answer matrix.
    MatrixQuestionId
);
row_id!(
    /// An entry of the notebook.
    NotebookId
);
row_id!(
    /// A question that was asked, with its answer, citations and feedback.
    QuestionId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sixteen_hex_digits_are_an_id() {
        assert!(DocumentId::parse("0123456789abcdef").is_some());
        for bad in ["", "0123", "0123456789ABCDEF", "0123456789abcdeg", "../../etc/passwd"] {
            assert!(DocumentId::parse(bad).is_none(), "{bad}");
        }
    }
}

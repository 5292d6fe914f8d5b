//! What the text of a document is made of.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Span;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// The title of a section.
    Heading,
    /// Items, each behind its bullet or number.
    List,
    /// Rows of a table.
    Table,
    /// Lines of code.
    Code,
    /// A formula that stands on lines of its own.
    Formula,
    /// What names a figure or table, or says where it comes from.
    Caption,
    /// A note at the foot of a page or table.
    Footnote,
}

/// A stretch of the flow text that is of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its part of the flow text, trimmed of white space.
    pub span: Span,
    /// What it is never cut inside of, in order, holding every word of it: the items of a list, those of
    /// nested lists among them; the rows of a table; the lines of code. Empty for other kinds.
    pub items: Vec<Span>,
}

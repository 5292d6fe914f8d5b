//! Blocks: what the parts of a page are.

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
    /// Items.
    List,
    /// Rows.
    Table,
    /// Lines of code.
    Code,
    /// A formula set apart.
    Formula,
    /// The title of a figure or table.
    Caption,
    /// A note at the foot of the page.
    Footnote,
}

/// A part of the flow text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its part of the flow text.
    pub span: Span,
    /// Of a list its items, in order; else empty.
    pub items: Vec<Span>,
}

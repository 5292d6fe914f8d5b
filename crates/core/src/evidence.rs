//! Evidence put together for a reader: whole sections, their headings, and what they refer to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChunkId, DocumentId, PageNumber, PassageKind, Span};

/// Why a piece of text is evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum EvidenceReason {
    /// The search found it.
    Found {
        /// Its rank, from 1.
        rank: u32,
    },
    /// It stands in the same section as something that was found.
    Around,
    /// Something that was found refers to it.
    Referred {
        /// How ("Note 5").
        by: String,
    },
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EvidencePiece {
    /// Row of the chunk.
    pub chunk: ChunkId,
    /// Where it stands in the document's flow text.
    pub span: Span,
    /// Page on which it starts.
    pub page: PageNumber,
    /// What it is.
    pub kind: PassageKind,
    /// Its text, lines kept.
    pub text: String,
    /// Tokens of its text, by the embedder's tokenizer.
    pub tokens: u32,
    /// Why it is here.
    pub why: EvidenceReason,
}

/// A document at the top, sections below it: those that hold a piece, and those around them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EvidenceNode {
    /// The document.
    pub document: DocumentId,
    /// The section's id; `None` for the document itself.
    pub section: Option<u32>,
    /// The heading with its number, or the file's name.
    pub title: String,
    /// Its own pieces, in reading order.
    pub pieces: Vec<EvidencePiece>,
    /// Sections below it, in reading order.
    pub children: Vec<EvidenceNode>,
}

impl EvidenceNode {
    /// Every piece with the headings above it, the document's name first; in reading order.
    pub fn pieces(&self) -> Vec<(Vec<&str>, &EvidencePiece)> {
        let mut found = Vec::new();
        self.walk(&mut Vec::new(), &mut found);
        found
    }

    fn walk<'a>(
        &'a self,
        path: &mut Vec<&'a str>,
        found: &mut Vec<(Vec<&'a str>, &'a EvidencePiece)>,
    ) {
        path.push(&self.title);
        found.extend(self.pieces.iter().map(|piece| (path.clone(), piece)));
        for child in &self.children {
            child.walk(path, found);
        }
        path.pop();
    }
}

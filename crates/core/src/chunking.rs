//! How documents are cut into the passages that are searched.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// By what a document is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChunkMode {
    /// By its sections, tables, lists and sentences.
    Structure,
    /// Into windows of characters, wherever they fall: the classic alternative.
    Fixed,
}

/// How documents are cut. Tokens are the embedder's, its special tokens not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Chunking {
    /// By what.
    pub mode: ChunkMode,
    /// Tokens aimed at.
    pub target_tokens: u32,
    /// A last piece below this many tokens joins the one before, where the limit allows.
    pub min_tokens: u32,
    /// Tokens never exceeded; lowered to what the embedder can read.
    pub max_tokens: u32,
    /// Sentences of the piece before that a piece of running text repeats, as far as they are short.
    pub overlap_sentences: u32,
    /// Characters of a window.
    pub window_chars: u32,
    /// Characters that two windows share.
    pub overlap_chars: u32,
    /// Whether passages of sections without content of their own (contents, index, references) are
    /// searched like all others, and not last.
    pub search_noise: bool,
}

impl Chunking {
    /// The same, held to what is sensible: `most` tokens are what the embedder can read.
    pub fn held_to(self, most: u32) -> Self {
        let max_tokens = self.max_tokens.clamp(64.min(most), most);
        let window_chars = self.window_chars.clamp(200, 8_000);
        Self {
            mode: self.mode,
            target_tokens: self.target_tokens.clamp(32, max_tokens),
            min_tokens: self.min_tokens.min(self.target_tokens / 2),
            max_tokens,
            overlap_sentences: self.overlap_sentences.min(10),
            window_chars,
            overlap_chars: self.overlap_chars.min(window_chars / 2),
            search_noise: self.search_noise,
        }
    }
}

impl Default for Chunking {
    /// 196 tokens of at most 224, of the 254 that the embedder reads.
    /// Windows are of 1000 characters that share 200.
    fn default() -> Self {
        Self {
            mode: ChunkMode::Structure,
            target_tokens: 196,
            min_tokens: 48,
            max_tokens: 224,
            overlap_sentences: 3,
            window_chars: 1000,
            overlap_chars: 200,
            search_noise: false,
        }
    }
}

/// How the documents of a library are cut, and how they would be by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChunkingState {
    /// As they are.
    pub chunking: Chunking,
    /// As it comes with the program.
    pub defaults: Chunking,
}

impl From<Chunking> for ChunkingState {
    fn from(chunking: Chunking) -> Self {
        Self { chunking, defaults: Chunking::default() }
    }
}

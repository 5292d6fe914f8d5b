//! How passages are found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What ranks passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Retriever {
    /// Vectors, words and sections, weighed by the learned model.
    #[default]
    Full,
    /// Vectors alone: the plain design, to compare with.
    Plain,
}

/// How vectors are kept and compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum IndexChoice {
    /// Every vector is compared: exact.
    #[default]
    Flat,
    /// A graph of near neighbours: fast in large libraries, takes long to build.
    Hnsw,
    /// Lists of short codes: the least memory.
    IvfPq,
}

/// How a library is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SearchSettings {
    /// How vectors are kept and compared.
    pub index: IndexChoice,
    /// For [`IndexChoice::Hnsw`]: how many of the nearest a search keeps, 64 to 8192; more finds
    /// better and takes longer.
    pub ef_search: u32,
    /// For [`IndexChoice::IvfPq`]: how many of the 256 lists a search reads.
    pub nprobe: u32,
    /// Passages that are shown with an answer, 1 to 50.
    pub passages: u32,
    /// Whether answers are written by the text generator, where one is installed, without being
    /// asked to.
    pub write: bool,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            index: IndexChoice::Flat,
            ef_search: 1024,
            nprobe: 32,
            passages: 10,
            write: true,
        }
    }
}

impl SearchSettings {
    /// The settings with every number within its range.
    pub fn held_to_range(self) -> SearchSettings {
        SearchSettings {
            index: self.index,
            ef_search: self.ef_search.clamp(64, 8192),
            nprobe: self.nprobe.clamp(1, 256),
            passages: self.passages.clamp(1, 50),
            write: self.write,
        }
    }
}

/// How a library is searched, and how it might be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SearchState {
    /// As it is.
    pub settings: SearchSettings,
    /// As it comes with the program.
    pub defaults: SearchSettings,
    /// Passages that can be searched.
    pub passages: u32,
    /// The kind of index that suits so many.
    pub proposed: IndexChoice,
}

/// What earlier feedback does to a passage, for the same question or one much like it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackEffect {
    /// It helped before: it comes further up.
    Raised,
    /// It was marked as wrong before: it comes further down.
    Lowered,
}

/// What one stage of finding gave a passage. Scores of one stage are comparable within one question only.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct StageScore {
    /// Its place among what the stage found, from 1.
    pub place: u32,
    /// As the stage counts: the higher, the better.
    pub score: f32,
}

/// What each stage of finding gave a passage; absent where the stage did not bring it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct PassageStages {
    /// By meaning: the cosine of its vector and the question's, -1 to 1.
    pub meaning: Option<StageScore>,
    /// By the question's words: BM25.
    pub words: Option<StageScore>,
    /// By the names of the question's concepts: BM25.
    pub names: Option<StageScore>,
    /// All measurements together, sections among them, as the model weighs them: log-odds.
    pub weighed: Option<StageScore>,
    /// By how much the words that the trained reader found in it answer better than nothing does: log-odds.
    /// Absent where it did not read it, or found nothing.
    pub reader: Option<f32>,
}

/// How many passages each search brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct CandidateCounts {
    /// By meaning.
    pub meaning: u32,
    /// By the question's words.
    pub words: u32,
    /// By the names of the question's concepts.
    pub names: u32,
    /// By the titles of their sections alone.
    pub titles: u32,
    /// All together, each once.
    pub all: u32,
}

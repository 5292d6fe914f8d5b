//! Vectors in one FAISS index, each under a chunk id.

use std::collections::HashMap;

use citelight_core::ChunkId;

use crate::native::Native;
use crate::{Filter, Result};

/// Stands in the place of a removed vector's id.
const REMOVED: i64 = -1;

/// A FAISS index with the chunk id of each position. Removing only forgets the id: a graph or a code
/// cannot be taken out of its index.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) native: Native,
    /// By position.
    ids: Vec<i64>,
    positions: HashMap<i64, u32>,
}

/// The positions that a search may find.
pub(crate) struct Selection {
    /// Bit by position; `None` when no position is ruled out.
    pub(crate) bits: Option<Vec<u8>>,
    pub(crate) count: usize,
}

impl Segment {
    /// An empty segment.
    pub(crate) fn new(native: Native) -> Segment {
        Segment { native, ids: Vec::new(), positions: HashMap::new() }
    }

    /// A segment from its parts; `None` when they do not belong together.
    pub(crate) fn from_parts(native: Native, ids: Vec<i64>) -> Option<Segment> {
        let mut positions = HashMap::with_capacity(ids.len());
        for (position, &id) in ids.iter().enumerate().filter(|(_, id)| **id != REMOVED) {
            let twice = positions.insert(id, u32::try_from(position).ok()?).is_some();
            if id < 0 || twice {
                return None;
            }
        }
        (native.len() == ids.len()).then_some(Segment { native, ids, positions })
    }

    /// Ids by position, as [`from_parts`](Self::from_parts) takes them.
    pub(crate) fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// How many vectors can be found.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// How many positions there are, removed ones included.
    pub(crate) fn positions(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn removed(&self) -> usize {
        self.ids.len() - self.positions.len()
    }

    /// Adds vectors under ids that are not negative; an id that is there already gets the new vector.
    pub(crate) fn add(&mut self, ids: &[ChunkId], vectors: &[f32]) -> Result<()> {
        self.native.add(vectors)?;
        for id in ids {
            let position = self.ids.len() as u32; // FAISS's graphs count in 32 bits too
            self.ids.push(id.0);
            if let Some(earlier) = self.positions.insert(id.0, position) {
                self.ids[earlier as usize] = REMOVED;
            }
        }
        Ok(())
    }

    /// Forgets the vector of an id; tells whether there was one.
    pub(crate) fn remove(&mut self, id: ChunkId) -> bool {
        let position = self.positions.remove(&id.0);
        if let Some(position) = position {
            self.ids[position as usize] = REMOVED;
        }
        position.is_some()
    }

    /// Gives the room of removed vectors back; for a flat index alone.
    pub(crate) fn compact(&mut self) -> Result<()> {
        let removed = bits(&self.ids, |id| id == REMOVED);
        self.native.remove(&removed)?;
        self.ids.retain(|&id| id != REMOVED);
        let places = self.ids.iter().enumerate();
        self.positions = places.map(|(position, &id)| (id, position as u32)).collect();
        Ok(())
    }

    pub(crate) fn contains(&self, id: ChunkId) -> bool {
        self.positions.contains_key(&id.0)
    }

    /// The vector of an id, where FAISS holds it whole.
    pub(crate) fn vector(&self, id: ChunkId) -> Option<Vec<f32>> {
        let position = *self.positions.get(&id.0)?;
        let mut vector = vec![0.0; self.native.dimension()];
        self.native.vector(position as usize, &mut vector).ok()?;
        Some(vector)
    }

    /// The chunk at a position, when it was not removed and the filter lets it through.
    pub(crate) fn chunk(&self, position: usize, filter: &Filter) -> Option<ChunkId> {
        let id = ChunkId(*self.ids.get(position)?);
        (id.0 != REMOVED && filter.allows(id)).then_some(id)
    }

    pub(crate) fn select(&self, filter: &Filter) -> Selection {
        if filter.is_all() && self.removed() == 0 {
            return Selection { bits: None, count: self.ids.len() };
        }
        let bits = bits(&self.ids, |id| id != REMOVED && filter.allows(ChunkId(id)));
        let count = bits.iter().map(|byte| byte.count_ones() as usize).sum();
        // A filter of whole documents often lets all through.
        Selection { bits: (count < self.ids.len()).then_some(bits), count }
    }

    /// Chunks in the place of positions; what is no chunk is left out.
    pub(crate) fn named(&self, hits: Vec<(usize, f32)>) -> Vec<(ChunkId, f32)> {
        let all = Filter::all();
        hits.into_iter()
            .filter_map(|(position, score)| Some((self.chunk(position, &all)?, score)))
            .collect()
    }
}

fn bits(ids: &[i64], mut set: impl FnMut(i64) -> bool) -> Vec<u8> {
    let byte = |ids: &[i64]| {
        ids.iter().enumerate().fold(0, |byte, (bit, &id)| byte | u8::from(set(id)) << bit)
    };
    ids.chunks(8).map(byte).collect()
}

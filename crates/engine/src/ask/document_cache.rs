//! A cache of documents as retrieval sees them: sections, the vectors of their titles, passages by
//! section. Each is loaded by itself when it is needed: of very many documents a question needs little.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use citelight_core::{Block, ChunkId, DocumentId, SectionRow};
use citelight_store::{ChunkRow, Store};
use citelight_text::{Stem, Vocabulary};
use parking_lot::{Mutex, MutexGuard};

use super::question::Ranges;
use crate::cache::Cache;
use crate::embedding::LazyEmbedder;
use crate::error::Result;
use crate::parallel::side_by_side;

/// Sections of documents in the cache, twice; each takes about 500 bytes.
const SECTIONS: usize = 40_000;
/// Blocks of documents in the cache, twice; each takes about 100 bytes.
const BLOCKS: usize = 100_000;
/// Vectors of titles in the cache, twice; each takes about 1.5 kB.
const TITLES: usize = 40_000;
/// Chunks whose sections are in the cache, twice; each takes 8 bytes, and its section some.
const PLACES: usize = 1_000_000;
/// Chunks in the cache, twice; each takes about 3 kB.
const CHUNKS: usize = 8_192;

/// So many chunks are stemmed in less time than a thread takes to begin, several times over.
const WORTH_A_THREAD: usize = 32;

/// The sections of a document.
#[derive(Debug)]
pub(crate) struct Outline {
    pub(crate) sections: Vec<SectionRow>,
}

impl Outline {
    /// A section and those above it, innermost first.
    pub(crate) fn with_ancestors(&self, section: u32) -> impl Iterator<Item = &SectionRow> {
        let row = |id: u32| self.sections.get(id as usize);
        std::iter::successors(row(section), move |section| section.parent.and_then(row))
    }
}

/// Vectors of titles by section; missing where an earlier version made the sections.
pub(crate) type Titles = HashMap<u32, Arc<Vec<f32>>>;

/// Chunks of each section, in reading order.
pub(crate) type SectionChunks = HashMap<u32, Vec<ChunkId>>;

/// A chunk with what it is compared by.
#[derive(Debug)]
pub(crate) struct CachedChunk {
    pub(crate) row: ChunkRow,
    pub(crate) text: Vec<Stem>,
    pub(crate) breadcrumb: Vec<Stem>,
    /// Share of digits among the characters of its text.
    pub(crate) digits: f32,
    /// The vector of its section's title, once it was needed; `None` where there is none.
    title: OnceLock<Option<Arc<Vec<f32>>>>,
}

/// What a chunk is compared by, its row left out.
type Compared = (Vec<Stem>, Vec<Stem>, f32);

impl CachedChunk {
    /// The vector of its section's title; see [`DocumentCache::load_titles`].
    pub(crate) fn title(&self) -> Option<&[f32]> {
        Some(self.title.get()?.as_ref()?.as_slice())
    }

    fn put_title(&self, title: Option<Arc<Vec<f32>>>) {
        // Another question may have loaded the same one meanwhile.
        let _ = self.title.set(title);
    }

    fn compared(row: &ChunkRow, vocabulary: &Vocabulary) -> Compared {
        let digits = row.text.bytes().filter(u8::is_ascii_digit).count() as f32;
        let share = digits / row.text.chars().count().max(1) as f32;
        (vocabulary.stems(&row.text), vocabulary.stems(&row.breadcrumb), share)
    }
}

/// Documents and chunks that were used lately, for one generation of the database: a chunk's id is never
/// given twice, but its document's name may change, and a document's sections are made anew.
pub(crate) struct DocumentCache {
    store: Arc<Store>,
    embedder: LazyEmbedder,
    vocabulary: Arc<Vocabulary>,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    generation: i64,
    outlines: Cache<DocumentId, Outline>,
    blocks: Cache<DocumentId, Vec<Block>>,
    titles: Cache<DocumentId, Titles>,
    places: Cache<DocumentId, SectionChunks>,
    ranges: HashMap<DocumentId, Option<(ChunkId, ChunkId)>>,
    chunks: Cache<ChunkId, CachedChunk>,
}

impl DocumentCache {
    pub(crate) fn new(
        store: Arc<Store>,
        embedder: LazyEmbedder,
        vocabulary: Arc<Vocabulary>,
    ) -> DocumentCache {
        DocumentCache { store, embedder, vocabulary, cached: Mutex::default() }
    }

    /// Forgets all documents.
    pub(crate) fn clear(&self) {
        *self.cached.lock() = Cached::default();
    }

    /// The half-open ranges of chunk ids that hold the chunks of these documents, rising.
    pub(crate) fn ranges(&self, documents: &[DocumentId]) -> Result<Ranges> {
        let mut cached = self.lock()?;
        let mut ranges = Vec::with_capacity(documents.len());
        for document in documents {
            let range = match cached.ranges.get(document) {
                Some(range) => *range,
                None => {
                    let range = self.store.chunk_range(document)?;
                    cached.ranges.insert(document.clone(), range);
                    range
                }
            };
            ranges.extend(range);
        }
        ranges.sort_unstable();
        Ok(ranges)
    }

    /// Those of `documents` that the chunks belong to, in the order of the chunks, once each.
    pub(crate) fn documents_of(
        &self,
        documents: &[DocumentId],
        chunks: &[ChunkId],
    ) -> Result<Vec<DocumentId>> {
        self.ranges(documents)?; // so that they are in the cache
        let cached = self.lock()?;
        let range = |document| Some((cached.ranges.get(document).copied()??, document));
        let mut ranges: Vec<_> = documents.iter().filter_map(range).collect();
        ranges.sort_unstable_by_key(|(range, _)| *range);
        let mut seen = HashSet::new();
        let document = |chunk: &ChunkId| {
            let after = ranges.partition_point(|((first, _), _)| first <= chunk);
            let ((_, end), document) = ranges.get(after.checked_sub(1)?)?;
            (chunk < end && seen.insert(*document)).then(|| (*document).clone())
        };
        Ok(chunks.iter().filter_map(document).collect())
    }

    /// The sections of a document.
    pub(crate) fn outline(&self, document: &DocumentId) -> Result<Arc<Outline>> {
        if let Some(outline) = self.lock()?.outlines.get(document, SECTIONS) {
            return Ok(outline);
        }
        let outline = Arc::new(Outline { sections: self.store.sections(document)? });
        let weight = outline.sections.len().max(1);
        self.lock()?.outlines.put(document.clone(), Arc::clone(&outline), weight, SECTIONS);
        Ok(outline)
    }

    /// The blocks of a document, in order.
    pub(crate) fn blocks(&self, document: &DocumentId) -> Result<Arc<Vec<Block>>> {
        if let Some(blocks) = self.lock()?.blocks.get(document, BLOCKS) {
            return Ok(blocks);
        }
        let blocks = Arc::new(self.store.blocks(document)?);
        let weight = blocks.len().max(1);
        self.lock()?.blocks.put(document.clone(), Arc::clone(&blocks), weight, BLOCKS);
        Ok(blocks)
    }

    /// The chunks of a document by section.
    pub(crate) fn section_chunks(&self, document: &DocumentId) -> Result<Arc<SectionChunks>> {
        if let Some(chunks) = self.lock()?.places.get(document, PLACES) {
            return Ok(chunks);
        }
        let mut chunks = SectionChunks::new();
        let mut weight = 1;
        for place in self.store.chunk_places(document)? {
            if let Some(section) = place.section {
                chunks.entry(section).or_default().push(place.chunk);
                weight += 1;
            }
        }
        let chunks = Arc::new(chunks);
        self.lock()?.places.put(document.clone(), Arc::clone(&chunks), weight, PLACES);
        Ok(chunks)
    }

    /// The vectors of the titles of a document's sections.
    pub(crate) fn titles(&self, document: &DocumentId) -> Result<Arc<Titles>> {
        if let Some(titles) = self.lock()?.titles.get(document, TITLES) {
            return Ok(titles);
        }
        let model = self.embedder.get()?.identity();
        let title = |(section, vector)| (section, Arc::new(vector));
        let read = self.store.title_vectors(document, &model)?;
        let titles: Arc<Titles> = Arc::new(read.into_iter().map(title).collect());
        let weight = titles.len().max(1);
        self.lock()?.titles.put(document.clone(), Arc::clone(&titles), weight, TITLES);
        Ok(titles)
    }

    /// Loads the vectors of the titles of these chunks' sections, those that were never needed yet: of
    /// a document whose titles are not in the cache those of the sections alone.
    pub(crate) fn load_titles(&self, chunks: &[Arc<CachedChunk>]) -> Result<()> {
        let mut left: HashMap<(&DocumentId, u32), Vec<&CachedChunk>> = HashMap::new();
        {
            let mut cached = self.lock()?;
            for chunk in chunks.iter().filter(|chunk| chunk.title.get().is_none()) {
                let (document, section) = (&chunk.row.document, chunk.row.section);
                let titles = cached.titles.get(document, TITLES);
                match (section, titles) {
                    (Some(section), None) => {
                        left.entry((document, section)).or_default().push(chunk);
                    }
                    (section, titles) => chunk.put_title(
                        section.and_then(|section| titles?.get(&section).map(Arc::clone)),
                    ),
                }
            }
        }
        if left.is_empty() {
            return Ok(());
        }
        let firsts: Vec<ChunkId> = left.values().map(|same| same[0].row.id).collect();
        let mut vectors: HashMap<ChunkId, Arc<Vec<f32>>> = HashMap::with_capacity(firsts.len());
        let model = self.embedder.get()?.identity();
        self.store.title_vectors_of(&firsts, &model, &mut |chunk, vector| {
            vectors.insert(chunk, Arc::new(vector.to_vec()));
        })?;
        for same in left.values() {
            same.iter().for_each(|chunk| chunk.put_title(vectors.get(&same[0].row.id).cloned()));
        }
        Ok(())
    }

    /// Chunks with what they are compared by, in the order of `ids`. One that went is left out.
    pub(crate) fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<Arc<CachedChunk>>> {
        let mut found: HashMap<ChunkId, Arc<CachedChunk>> = HashMap::with_capacity(ids.len());
        {
            let mut cached = self.lock()?;
            for id in ids {
                found.extend(cached.chunks.get(id, CHUNKS).map(|chunk| (*id, chunk)));
            }
        }
        let missing: Vec<ChunkId> =
            ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
        if !missing.is_empty() {
            let made = self.with_stems(self.store.chunks_by_id(&missing)?);
            let mut cached = self.lock()?;
            for chunk in made {
                cached.chunks.put(chunk.row.id, Arc::clone(&chunk), 1, CHUNKS);
                found.insert(chunk.row.id, chunk);
            }
        }
        Ok(ids.iter().filter_map(|id| found.get(id).cloned()).collect())
    }

    /// Stems the words of chunks, half of them beside the other half.
    fn with_stems(&self, rows: Vec<ChunkRow>) -> Vec<Arc<CachedChunk>> {
        let compared = |rows: &[ChunkRow]| -> Vec<Compared> {
            rows.iter().map(|row| CachedChunk::compared(row, &self.vocabulary)).collect()
        };
        let made = if rows.len() < WORTH_A_THREAD {
            compared(&rows)
        } else {
            let (first, second) = rows.split_at(rows.len() / 2);
            let (second, mut made) = side_by_side(|| compared(second), || compared(first));
            made.extend(second);
            made
        };
        let cached = |(row, (text, breadcrumb, digits))| CachedChunk {
            row,
            text,
            breadcrumb,
            digits,
            title: OnceLock::new(),
        };
        rows.into_iter().zip(made).map(|one| Arc::new(cached(one))).collect()
    }

    fn lock(&self) -> Result<MutexGuard<'_, Cached>> {
        let generation = self.store.generation()?;
        let mut cached = self.cached.lock();
        if cached.generation != generation {
            *cached = Cached { generation, ..Cached::default() };
        }
        Ok(cached)
    }
}

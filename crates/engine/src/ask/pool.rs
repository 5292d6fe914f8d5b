//! The pool of candidates: what vectors, words and the section tree bring, each by itself.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use citelight_core::{ChunkId, DocumentId, Interpretation, SectionRow, cosine};
use citelight_index::{Filter, IndexKind};
use citelight_retrieval::{Candidate, Features, Place, Similarities, features};
use citelight_store::within;
use citelight_text::{Stem, Vocabulary};

use super::asker::Asker;
use super::document_cache::{CachedChunk, Outline, SectionChunks, Titles};
use super::fusion::fuse;
use super::question::{Probe, Question};
use super::references::leads_to;
use crate::error::Result;
use crate::parallel::side_by_side;

/// Chunks that the vectors bring, …
const BY_MEANING: usize = 200;
/// … that the words bring, …
const BY_WORDS: usize = 200;
/// … and that the names of the question's concepts bring.
const BY_CONCEPTS: usize = 100;
/// Sections that the tree brings, …
const SECTIONS: usize = 50;
/// … and most chunks of them together, those of the nearest titles first.
const BY_TITLE: usize = 400;
/// Documents whose trees are all searched, …
const TREES: usize = 64;
/// … and, where more are asked, how many of those that the other searches point at.
const TREES_OF_MANY: usize = 16;

/// Candidates with what is needed to compare them.
pub(crate) struct Pool {
    pub(crate) chunks: Vec<Arc<CachedChunk>>,
    /// For each chunk its document's number.
    numbers: Vec<usize>,
    documents: Vec<DocumentId>,
    /// For each document its sections; empty where the question names no part.
    outlines: Vec<Arc<Outline>>,
    vectors: Vec<Option<Vec<f32>>>,
    /// For each chunk the chunk whose section is taken for its own: itself, unless shuffled.
    sections: Vec<usize>,
}

/// Chunks, best first, with their scores.
type Found = Vec<(ChunkId, f32)>;

/// What each search found.
pub(crate) struct Searches {
    /// By the question's vector.
    pub(crate) near: Found,
    /// By its words.
    pub(crate) worded: Found,
    /// By the names of its concepts.
    pub(crate) named: Found,
}

impl Searches {
    /// The lists, those of the vectors first.
    fn lists(&self) -> [&[(ChunkId, f32)]; 3] {
        [&self.near, &self.worded, &self.named]
    }
}

/// A document as it is searched by its titles.
struct Tree {
    titles: Arc<Titles>,
    chunks: Arc<SectionChunks>,
}

/// The candidates for any of some probes, once each: those for the first one first, of these those
/// of the vectors. And what each probe's searches brought.
pub(crate) fn gather(asker: &Asker, probes: &[&Probe]) -> Result<(Vec<ChunkId>, Vec<Searches>)> {
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    let searches = search_all(asker, probes)?;
    for (probe, found) in probes.iter().zip(&searches) {
        ids.extend(gather_from(asker, probe, found)?.into_iter().filter(|id| seen.insert(*id)));
    }
    Ok((ids, searches))
}

/// Bottom up: the chunks nearest in meaning, and those that share words. By meaning and by words is
/// searched side by side, since neither waits for the other.
pub(crate) fn search_all(asker: &Asker, probes: &[&Probe]) -> Result<Vec<Searches>> {
    let by_meaning = || -> Result<Vec<Found>> {
        let mut near: Vec<Found> = vec![Found::new(); probes.len()];
        let mut left: Vec<usize> = (0..probes.len()).collect();
        // Those that ask the same chunks go through them together.
        while let Some(first) = left.first() {
            let allowed = &probes[*first].allowed;
            let same = |number: &usize| probes[*number].allowed == *allowed;
            let (together, others) = left.iter().partition::<Vec<usize>, _>(|one| same(one));
            let vectors: Vec<&[f32]> =
                together.iter().map(|number| probes[*number].vector.as_slice()).collect();
            let filter = Filter::ranges(allowed);
            let found = asker.vectors.nearest(&vectors, BY_MEANING, &filter)?;
            together.iter().zip(found).for_each(|(number, found)| near[*number] = found);
            left = others;
        }
        Ok(near)
    };
    let by_words = || -> Result<Vec<(Found, Found)>> {
        let mut done: Vec<(Found, Found)> = Vec::with_capacity(probes.len());
        for (number, probe) in probes.iter().enumerate() {
            let (words, names) = (&probe.terms.words, &probe.concept_words.words);
            let worded = asker.store.search_words(words, &probe.allowed, BY_WORDS)?;
            // The sides of a comparison mostly name the same concepts.
            let same = |other: &&Probe| {
                other.concept_words.words == *names && other.allowed == probe.allowed
            };
            let named = match probes[..number].iter().position(same) {
                Some(earlier) => done[earlier].1.clone(),
                None => asker.store.search_words(names, &probe.allowed, BY_CONCEPTS)?,
            };
            done.push((worded, named));
        }
        Ok(done)
    };
    let (near, words) = side_by_side(by_meaning, by_words);
    let searches = |(near, (worded, named))| Searches { near, worded, named };
    Ok(near?.into_iter().zip(words?).map(searches).collect())
}

/// What the searches brought, and what the section tree adds.
pub(crate) fn gather_from(asker: &Asker, probe: &Probe, found: &Searches) -> Result<Vec<ChunkId>> {
    let mut seen = HashSet::new();
    let all = found.lists().into_iter().flatten();
    let mut ids: Vec<ChunkId> = all.map(|(id, _)| *id).filter(|id| seen.insert(*id)).collect();
    let tree = |document: &DocumentId| -> Result<Tree> {
        Ok(Tree {
            titles: asker.document_cache.titles(document)?,
            chunks: asker.document_cache.section_chunks(document)?,
        })
    };
    let trees: Vec<Tree> = trees(asker, probe, found)?.iter().map(tree).collect::<Result<_>>()?;
    ids.extend(by_title(probe, &trees).into_iter().filter(|id| seen.insert(*id)));
    Ok(ids)
}

/// The documents whose trees are searched: all that are asked, or, of many, those whose chunks stand
/// in front of what was found.
fn trees(asker: &Asker, probe: &Probe, found: &Searches) -> Result<Vec<DocumentId>> {
    if probe.scope.len() <= TREES {
        return Ok(probe.scope.clone());
    }
    let fused: Vec<ChunkId> = fuse(&found.lists()).into_iter().map(|(id, _)| id).collect();
    let mut documents = asker.document_cache.documents_of(&probe.scope, &fused)?;
    documents.truncate(TREES_OF_MANY);
    Ok(documents)
}

/// The pool of these candidates for a question.
pub(crate) fn pool(asker: &Asker, ids: &[ChunkId], question: &Question) -> Result<Pool> {
    let chunks = asker.document_cache.chunks(ids)?;
    let mut places: HashMap<DocumentId, usize> = HashMap::new();
    let mut documents = Vec::new();
    let mut numbers = Vec::with_capacity(chunks.len());
    for chunk in &chunks {
        let document = &chunk.row.document;
        let number = places.get(document).copied().unwrap_or_else(|| {
            places.insert(document.clone(), documents.len());
            documents.push(document.clone());
            documents.len() - 1
        });
        numbers.push(number);
    }
    let names_parts = !question.interpretation.references.is_empty()
        || question.sides.iter().any(|side| !side.label.is_empty());
    let outlined: &[DocumentId] = if names_parts { &documents } else { &[] };
    let outlines = outlined
        .iter()
        .map(|document| asker.document_cache.outline(document))
        .collect::<Result<_>>()?;
    if question.probes().any(Probe::has_titles) {
        asker.document_cache.load_titles(&chunks)?;
    }
    let vectors = vectors_of(asker, &chunks)?;
    let sections = (0..chunks.len()).collect();
    Ok(Pool { chunks, numbers, documents, outlines, vectors, sections })
}

/// The vectors of chunks: from the index where it holds them whole, else from the
/// database, which takes longer.
fn vectors_of(asker: &Asker, chunks: &[Arc<CachedChunk>]) -> Result<Vec<Option<Vec<f32>>>> {
    let index = asker.vectors.current()?;
    if index.kind_in_use() != IndexKind::IvfPq {
        return Ok(chunks.iter().map(|chunk| index.vector(chunk.row.id)).collect());
    }
    let ids: Vec<ChunkId> = chunks.iter().map(|chunk| chunk.row.id).collect();
    let mut by_id: HashMap<ChunkId, Vec<f32>> = HashMap::with_capacity(ids.len());
    asker.store.chunk_vectors(&ids, &asker.embedder()?.identity(), &mut |id, vector| {
        by_id.insert(id, vector.to_vec());
    })?;
    Ok(ids.iter().map(|id| by_id.remove(id)).collect())
}

impl Pool {
    /// The measurements of every candidate for a probe.
    pub(crate) fn features(&self, probe: &Probe, asked: &Interpretation) -> Vec<Features> {
        let mut titles: HashMap<(usize, u32), Similarities> = HashMap::new();
        let candidates: Vec<Candidate<'_>> = (0..self.chunks.len())
            .map(|place| {
                let (chunk, number) = (&self.chunks[place], self.numbers[place]);
                let (headed, headed_number) =
                    (&self.chunks[self.sections[place]], self.numbers[self.sections[place]]);
                let mut similar = match headed.row.section {
                    Some(section) => *titles
                        .entry((headed_number, section))
                        .or_insert_with(|| title_similarities(probe, headed.title())),
                    None => Similarities::default(),
                };
                if let Some(vector) = &self.vectors[place] {
                    similar.text = cosine(&probe.vector, vector);
                }
                Candidate {
                    document: u32::try_from(number).unwrap_or(u32::MAX),
                    page: chunk.row.first_page.get(),
                    text: &chunk.text,
                    breadcrumb: &headed.breadcrumb,
                    digits: chunk.digits,
                    reference: match self.outlines.get(number) {
                        Some(outline) => leads_to(&asked.references, &chunk.row, outline),
                        None => 0.0,
                    },
                    prior: asked.prior(&self.documents[number]),
                    similar,
                }
            })
            .collect();
        features(&probe.query(), &candidates)
    }

    /// Whether each candidate stands below a heading that begins with the words of `label`; none
    /// does where there is no label.
    pub(crate) fn below(&self, label: &[Stem], vocabulary: &Vocabulary) -> Vec<bool> {
        let mut known: HashMap<(usize, u32), bool> = HashMap::new();
        let headed = |section: &SectionRow| {
            let number = section.number.as_deref().unwrap_or_default();
            let own = vocabulary.stems(&format!("{number} {}", section.title));
            !label.is_empty()
                && (own.starts_with(label) || vocabulary.stems(&section.title).starts_with(label))
        };
        let below = |(chunk, number): (&Arc<CachedChunk>, &usize)| {
            chunk.row.section.is_some_and(|section| {
                *known.entry((*number, section)).or_insert_with(|| {
                    let outline = self.outlines.get(*number);
                    outline.is_some_and(|outline| outline.with_ancestors(section).any(headed))
                })
            })
        };
        self.chunks.iter().zip(&self.numbers).map(below).collect()
    }

    /// Shuffles the sections among the candidates: every other thing that is measured stays.
    pub(crate) fn shuffle_sections(&mut self) {
        let mut turn = 0x9E37_79B9_7F4A_7C15_u64; // any odd number: the order is the same every time
        for place in (1..self.sections.len()).rev() {
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let other = (turn >> 33) as usize % (place + 1);
            self.sections.swap(place, other);
        }
    }

    /// Where each candidate stands.
    pub(crate) fn places(&self) -> Vec<Place> {
        let place = |(chunk, number): (&Arc<CachedChunk>, &usize)| Place {
            document: u32::try_from(*number).unwrap_or(u32::MAX),
            pages: (chunk.row.first_page.get(), chunk.row.last_page.get()),
            table: chunk.row.kind == citelight_core::PassageKind::Table,
        };
        self.chunks.iter().zip(&self.numbers).map(place).collect()
    }
}

/// Top down: the chunks of the sections whose titles are nearest to the question or a title of its concepts.
/// Every title is compared: with their vectors at hand that costs less than descending level by level, and
/// misses nothing.
fn by_title(probe: &Probe, trees: &[Tree]) -> Vec<ChunkId> {
    let mut scored: Vec<(f32, usize, u32)> = Vec::new();
    for (number, tree) in trees.iter().enumerate() {
        for (section, vector) in tree.titles.iter() {
            let asked = |chunks: &Vec<ChunkId>| chunks.iter().any(|id| within(&probe.allowed, *id));
            if tree.chunks.get(section).is_some_and(asked) {
                let score =
                    cosine(&probe.vector, vector).max(nearest(&probe.concept_titles, vector));
                scored.push((score, number, *section));
            }
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    scored
        .iter()
        .take(SECTIONS)
        .flat_map(|(_, number, section)| trees[*number].chunks[section].iter())
        .copied()
        .filter(|id| within(&probe.allowed, *id))
        .take(BY_TITLE)
        .collect()
}

fn title_similarities(probe: &Probe, title: Option<&[f32]>) -> Similarities {
    let Some(title) = title else { return Similarities::default() };
    Similarities { concept_title: nearest(&probe.concept_titles, title), ..Similarities::default() }
}

/// The greatest cosine with one of `vectors`; 0 where there is none.
fn nearest(vectors: &[Arc<Vec<f32>>], to: &[f32]) -> f32 {
    vectors.iter().map(|vector| cosine(vector, to)).fold(0.0, f32::max)
}

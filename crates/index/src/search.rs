//! How the segments are searched.

use std::collections::HashSet;

use citelight_core::ChunkId;

use crate::best::Best;
use crate::compare;
use crate::kind::{self, IndexKind};
use crate::segment::{Segment, Selection};
use crate::vectors::Segments;
use crate::{EachVector, Filter, IndexError, Result};

/// Up to so many chunks that a filter allows are compared one by one, also where a graph could be
/// walked: it takes at most 30 ms and misses none.
const COMPARED_AT_MOST: usize = 100_000;

/// How many candidates of codes are compared again with their whole vectors.
pub(crate) fn rescored(limit: usize) -> usize {
    (3 * limit).max(400)
}

/// What a search found.
pub(crate) struct Found {
    /// With their inner products.
    exact: Vec<(ChunkId, f32)>,
    /// With products estimated from codes.
    coded: Vec<(ChunkId, f32)>,
}

impl Segments {
    /// For each of `queries` the best `limit` of each segment, of codes the best `depth`.
    pub(crate) fn search(
        &self,
        kind: IndexKind,
        queries: &[&[f32]],
        limit: usize,
        depth: usize,
        filter: &Filter,
    ) -> Result<Vec<Found>> {
        let added = flat(&self.added, queries, limit, filter)?;
        let mut found = Vec::with_capacity(queries.len());
        for (query, exact) in queries.iter().zip(added) {
            let mut one = Found { exact, coded: vec![] };
            match (&self.built, kind) {
                (Some(built), IndexKind::IvfPq) => {
                    one.coded = codes(built, query, depth, self.effort.nprobe as usize, filter)?;
                }
                (Some(built), _) => {
                    let ef_search = self.effort.ef_search as usize;
                    one.exact.append(&mut graph(built, query, limit, ef_search, filter)?);
                }
                (None, _) => {}
            }
            found.push(one);
        }
        Ok(found)
    }
}

impl Found {
    /// Sets the products of codes right.
    pub(crate) fn rescore<E: From<IndexError>>(
        &mut self,
        query: &[f32],
        fetch: &mut impl FnMut(&[ChunkId], &mut EachVector) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.coded.is_empty() {
            return Ok(());
        }
        let ids: Vec<ChunkId> = self.coded.drain(..).map(|(id, _)| id).collect();
        let mut waiting: HashSet<ChunkId> = ids.iter().copied().collect();
        let mut fault = None;
        fetch(&ids, &mut |id, vector| {
            if vector.len() != query.len() {
                fault = Some(IndexError::Dimension { expected: query.len(), found: vector.len() });
            } else if waiting.remove(&id) {
                let product = query.iter().zip(vector).map(|(a, b)| a * b).sum();
                self.exact.push((id, product));
            }
        })?;
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    pub(crate) fn merged(self, limit: usize) -> Vec<(ChunkId, f32)> {
        let mut best = Best::new(limit);
        self.exact.into_iter().chain(self.coded).for_each(|(id, score)| best.offer(id, score));
        best.finish()
    }
}

/// Compares every query with every vector that is allowed.
fn flat(
    segment: &Segment,
    queries: &[&[f32]],
    limit: usize,
    filter: &Filter,
) -> Result<Vec<Vec<(ChunkId, f32)>>> {
    let dimension = segment.native.dimension();
    if let Some(query) = queries.iter().find(|query| query.len() != dimension) {
        return Err(IndexError::Dimension { expected: dimension, found: query.len() });
    }
    let Selection { bits, .. } = segment.select(filter);
    let vectors = segment.native.vectors().unwrap_or_default();
    let hits = compare::nearest(queries, vectors, dimension, bits.as_deref(), limit);
    Ok(hits.into_iter().map(|hits| segment.named(hits)).collect())
}

/// Walks through the graph, or compares with every vector that is allowed, where those are few.
///
/// The walk itself is never restricted: a graph of which most nodes are barred loses its way, and a
/// restricted walk does not tell whether nearer chunks stayed out of its reach. The unrestricted one
/// gives the `ef_search` nearest of all, so the allowed among them are the nearest allowed; when they
/// are too few, because the filter bars the very neighbourhood of the query, all allowed are compared.
fn graph(
    segment: &Segment,
    query: &[f32],
    limit: usize,
    ef_search: usize,
    filter: &Filter,
) -> Result<Vec<(ChunkId, f32)>> {
    let Selection { bits, count } = segment.select(filter);
    let wanted = limit.min(count);
    let expected = match &bits {
        None => ef_search,
        // A third of the share is the allowance for its scatter.
        Some(_) => ef_search * count / segment.positions().max(1) * 3 / 4,
    };
    let few = bits.is_some() && count <= COMPARED_AT_MOST;
    if !few && expected >= wanted {
        let reach = if bits.is_some() { ef_search } else { wanted };
        let hits = segment.native.search(query, reach, None, None)?;
        let allowed = hits.into_iter().filter_map(|(at, score)| {
            let id = segment.chunk(at, filter)?;
            Some((id, score))
        });
        let allowed: Vec<_> = allowed.take(wanted).collect();
        if allowed.len() == wanted {
            return Ok(allowed);
        }
    }
    let mut best = Best::new(limit);
    let all = 0..segment.positions();
    let allowed =
        all.filter(|at| bits.as_ref().is_none_or(|bits| bits[at / 8] >> (at % 8) & 1 == 1));
    segment.native.compare(query, allowed, |at, score| best.offer(at, score))?;
    Ok(segment.named(best.finish()))
}

/// Searches the lists nearest to the query: of a filter's chunks as many as hold the same number of
/// allowed ones, for narrow filters all.
fn codes(
    segment: &Segment,
    query: &[f32],
    limit: usize,
    nprobe: usize,
    filter: &Filter,
) -> Result<Vec<(ChunkId, f32)>> {
    let Selection { bits, count } = segment.select(filter);
    let wanted = limit.min(count);
    let find = |lists| segment.native.search(query, wanted, bits.as_deref(), Some(lists));
    let mut hits = Vec::new();
    if 2 * count >= segment.positions() {
        hits = find(nprobe * segment.positions().div_ceil(count.max(1)))?;
    }
    if hits.len() < wanted {
        hits = find(kind::LISTS)?;
    }
    Ok(segment.named(hits))
}

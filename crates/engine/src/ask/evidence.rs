//! Evidence put together: whole sections round what was found, their headings, and what they refer
//! to, cut to a budget.

use std::collections::HashSet;
use std::sync::Arc;

use citelight_core::{
    ChunkId, DocumentId, EvidenceNode, EvidencePiece, EvidenceReason, PartKind, PartReference, Span,
};
use citelight_question::part_references;

use super::asker::Asker;
use super::document_cache::CachedChunk;
use super::question::Hit;
use super::references::{heads, leads_to};
use crate::error::Result;

/// Share of the budget that goes to what was found, …
const FOUND_SHARE: f32 = 0.5;
/// … and to it with what stands around it; the rest is for what they refer to.
const AROUND_SHARE: f32 = 0.85;
/// Share of the budget that one section may take.
const SECTION_SHARE: f32 = 0.25;
/// Hits whose references are followed, and references of each.
const FOLLOWED: (usize, usize) = (8, 3);
/// Chunks of a part that is referred to.
const OF_REFERRED: usize = 2;

/// What is taken, and how much of the budget is left.
struct Basket {
    budget: u32,
    used: u32,
    seen: HashSet<ChunkId>,
    taken: Vec<(Arc<CachedChunk>, EvidenceReason)>,
}

impl Basket {
    /// Takes a chunk where it is new and the share of the budget allows it; tells whether it is in.
    fn take(&mut self, chunk: &Arc<CachedChunk>, share: f32, why: EvidenceReason) -> bool {
        if self.seen.contains(&chunk.row.id) {
            return true;
        }
        let most = (self.budget as f32 * share) as u32;
        // The first one is taken whatever it holds.
        if self.used + chunk.row.tokens > most && !self.taken.is_empty() {
            return false;
        }
        self.used += chunk.row.tokens;
        self.seen.insert(chunk.row.id);
        self.taken.push((Arc::clone(chunk), why));
        true
    }
}

/// The evidence for hits, best first, within `budget` tokens: a tree for each document, the best
/// hit's document first.
pub(crate) fn assemble(asker: &Asker, hits: &[Hit], budget: u32) -> Result<Vec<EvidenceNode>> {
    let mut basket = Basket { budget, used: 0, seen: HashSet::new(), taken: Vec::new() };
    let mut found = Vec::new();
    for (place, hit) in hits.iter().enumerate() {
        let rank = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let ids: Vec<ChunkId> = hit.chunks().map(|chunk| chunk.id).collect();
        let chunks = asker.document_cache.chunks(&ids)?;
        let all = chunks
            .iter()
            .all(|chunk| basket.take(chunk, FOUND_SHARE, EvidenceReason::Found { rank }));
        found.extend(chunks.into_iter().filter(|chunk| basket.seen.contains(&chunk.row.id)));
        if !all {
            break;
        }
    }
    for chunk in &found {
        take_section(asker, chunk, &mut basket)?;
    }
    for chunk in found.iter().take(FOLLOWED.0) {
        take_referred(asker, chunk, &mut basket)?;
    }
    tree(asker, basket.taken)
}

/// The rest of a chunk's section, what is nearest to it first.
fn take_section(asker: &Asker, chunk: &CachedChunk, basket: &mut Basket) -> Result<()> {
    let chunks = asker.document_cache.section_chunks(&chunk.row.document)?;
    let Some(ids) = chunk.row.section.and_then(|section| chunks.get(&section)) else {
        return Ok(());
    };
    let Some(at) = ids.iter().position(|id| *id == chunk.row.id) else { return Ok(()) };
    let mut left = (basket.budget as f32 * SECTION_SHARE) as u32;
    let (mut before, mut after) = (ids[..at].iter().rev(), ids[at + 1..].iter());
    let (mut open_before, mut open_after) = (true, true);
    while open_before || open_after {
        for (open, side) in [
            (&mut open_after, &mut after as &mut dyn Iterator<Item = &ChunkId>),
            (&mut open_before, &mut before),
        ] {
            let next = if *open { side.next() } else { None };
            let next = match next {
                Some(id) => asker.document_cache.chunks(&[*id])?.pop(),
                None => None,
            };
            let fits = next.as_ref().is_some_and(|chunk| chunk.row.tokens <= left);
            *open = match next {
                Some(chunk) if fits => {
                    left -= chunk.row.tokens;
                    basket.take(&chunk, AROUND_SHARE, EvidenceReason::Around)
                }
                _ => false,
            };
        }
    }
    Ok(())
}

/// What a chunk refers to, one step.
fn take_referred(asker: &Asker, chunk: &CachedChunk, basket: &mut Basket) -> Result<()> {
    for reference in part_references(chunk.row.body()).iter().take(FOLLOWED.1) {
        let ids = referred(asker, reference, chunk)?;
        for chunk in asker.document_cache.chunks(&ids)? {
            let by = reference.found.label.clone();
            basket.take(&chunk, 1.0, EvidenceReason::Referred { by });
        }
    }
    Ok(())
}

/// The first chunks of the part that a reference in a chunk means.
fn referred(asker: &Asker, reference: &PartReference, from: &CachedChunk) -> Result<Vec<ChunkId>> {
    let row = &from.row;
    match reference.kind {
        // Pages hold too much, and figures no text.
        PartKind::Page | PartKind::Figure => return Ok(Vec::new()),
        PartKind::Table => return referred_table(asker, reference, &row.document),
        _ => {}
    }
    let outline = asker.document_cache.outline(&row.document)?;
    let top = |section: u32| outline.with_ancestors(section).last().map(|section| section.id);
    let own = row.section.and_then(top);
    let around: HashSet<u32> = row
        .section
        .into_iter()
        .flat_map(|section| outline.with_ancestors(section).map(|section| section.id))
        .collect();
    let mut meant: Vec<u32> = outline
        .sections
        .iter()
        .filter(|section| {
            heads(reference, section) && !section.noise && !around.contains(&section.id)
        })
        .map(|section| section.id)
        .collect();
    // "4.2" of the same agreement before "4.2" of another one in the file.
    meant.sort_by_key(|section| top(*section) != own);
    let Some(section) = meant.first() else {
        return referred_clause(asker, reference, &row.document);
    };
    // A heading without text of its own leads to what is below it.
    let below = (*section..)
        .map_while(|id| outline.sections.get(id as usize))
        .take_while(|below| outline.with_ancestors(below.id).any(|above| above.id == *section));
    let chunks = asker.document_cache.section_chunks(&row.document)?;
    let found = below.filter_map(|below| chunks.get(&below.id)).flatten();
    Ok(found.take(OF_REFERRED).copied().collect())
}

/// The chunks of a clause that has no heading of its own ("8.3" in section 8).
fn referred_clause(
    asker: &Asker,
    reference: &PartReference,
    document: &DocumentId,
) -> Result<Vec<ChunkId>> {
    let Some((around, _)) = reference.number.rsplit_once('.') else { return Ok(Vec::new()) };
    let section = PartReference { number: around.to_owned(), ..reference.clone() };
    let (outline, chunks) =
        (asker.document_cache.outline(document)?, asker.document_cache.section_chunks(document)?);
    let ids: Vec<ChunkId> = outline
        .sections
        .iter()
        .filter(|row| heads(&section, row) && !row.noise)
        .filter_map(|row| chunks.get(&row.id))
        .flatten()
        .copied()
        .collect();
    let one = std::slice::from_ref(reference);
    let says = |chunk: &Arc<CachedChunk>| leads_to(one, &chunk.row, &outline) > 0.0;
    let chunks = asker.document_cache.chunks(&ids)?;
    Ok(chunks.iter().filter(|chunk| says(chunk)).take(1).map(|chunk| chunk.row.id).collect())
}

/// The first chunks of the table whose caption begins with the reference ("Table 3").
fn referred_table(
    asker: &Asker,
    reference: &PartReference,
    document: &DocumentId,
) -> Result<Vec<ChunkId>> {
    let said = reference.found.label.to_lowercase();
    for table in asker.store.tables(document, Span::new(0, u32::MAX))? {
        let Some(caption) = table.caption else { continue };
        let (start, text) = asker.store.flow_text(document, caption)?;
        let text = text.get((caption.start - start.min(caption.start)) as usize..);
        let begins = text.is_some_and(|text| {
            let text = text.to_lowercase();
            text.strip_prefix(&said).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        if begins {
            return Ok(asker.store.chunks_in(document, table.span, OF_REFERRED)?);
        }
    }
    Ok(Vec::new())
}

/// What was taken, as a tree for each document.
fn tree(
    asker: &Asker,
    taken: Vec<(Arc<CachedChunk>, EvidenceReason)>,
) -> Result<Vec<EvidenceNode>> {
    let mut roots: Vec<EvidenceNode> = Vec::new();
    let order: Vec<DocumentId> =
        taken.iter().map(|(chunk, _)| chunk.row.document.clone()).collect();
    let mut taken = taken;
    // In reading order, so that every section is new or the last one of its level.
    taken.sort_by_key(|(chunk, _)| {
        let document = order.iter().position(|id| *id == chunk.row.document);
        (document, chunk.row.span)
    });
    for (chunk, why) in taken {
        let row = &chunk.row;
        let outline = asker.document_cache.outline(&row.document)?;
        if roots.last().is_none_or(|root| root.document != row.document) {
            roots.push(node(&row.document, None, row.file_name.clone()));
        }
        let Some(mut at) = roots.last_mut() else { continue };
        let mut path: Vec<_> =
            row.section.into_iter().flat_map(|section| outline.with_ancestors(section)).collect();
        path.reverse();
        for section in path {
            let place = at.children.iter().position(|child| child.section == Some(section.id));
            let place = place.unwrap_or_else(|| {
                let title = match section.number.as_deref() {
                    Some(number) if number != section.title => {
                        format!("{number} {}", section.title)
                    }
                    _ => section.title.clone(),
                };
                at.children.push(node(&row.document, Some(section.id), title));
                at.children.len() - 1
            });
            at = &mut at.children[place];
        }
        at.pieces.push(EvidencePiece {
            chunk: row.id,
            span: row.span,
            page: row.first_page,
            kind: row.kind,
            text: row.text.clone(),
            tokens: row.tokens,
            why,
        });
    }
    Ok(roots)
}

fn node(document: &DocumentId, section: Option<u32>, title: String) -> EvidenceNode {
    EvidenceNode {
        document: document.clone(),
        section,
        title,
        pieces: Vec::new(),
        children: Vec::new(),
    }
}

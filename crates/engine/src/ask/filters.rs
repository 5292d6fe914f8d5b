//! The chunks to which the person keeps a question, known before anything is searched.

use std::collections::HashSet;

use citelight_core::{ChunkId, DocumentId, Filters, SectionFilter, SectionRow, When};
use citelight_question::Catalogue;

use super::asker::Asker;
use super::question::Ranges;
use crate::error::{EngineError, Result};

/// The sections that bear a name, in these documents or, with none, in all that are asked: by
/// number ("Item 7", "4.2") or title, whole or its first words, case ignored.
pub(crate) fn find_sections(
    asker: &Asker,
    name: &str,
    documents: &[DocumentId],
) -> Result<Vec<SectionFilter>> {
    let wanted = plain(name);
    let mut found = Vec::new();
    for document in asker.documents.asked(documents)? {
        let outline = asker.document_cache.outline(&document)?;
        let bears = |section: &&SectionRow| {
            let number = plain(section.number.as_deref().unwrap_or_default());
            let title = plain(&section.title);
            let begins = |text: &str| {
                text.strip_prefix(&wanted)
                    .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            };
            number == wanted || begins(&title) || begins(&format!("{number} {title}"))
        };
        let ids = outline.sections.iter().filter(bears).map(|section| section.id);
        found.extend(ids.map(|section| SectionFilter { document: document.clone(), section }));
    }
    if wanted.is_empty() || found.is_empty() {
        return Err(EngineError::not_found(format!(
            "No section of the documents that are asked is called “{name}”."
        )));
    }
    Ok(found)
}

/// Those of `documents` that the filters leave; never none.
pub(crate) fn filtered(
    documents: Vec<DocumentId>,
    catalogue: &Catalogue,
    filters: &Filters,
) -> Result<Vec<DocumentId>> {
    let (from, until) = (filters.from, filters.until);
    let mut left = documents;
    if from.is_some() || until.is_some() {
        let dated = catalogue.dated(from, until);
        left.retain(|document| dated.contains(document));
        if left.is_empty() {
            return Err(EngineError::input(
                format!("No document that is asked is of the time {}.", stretch(from, until)),
                "Choose another time, or none. A document's time is read from its name, its \
                 title and its first pages.",
            ));
        }
    }
    if !filters.sections.is_empty() {
        let named: HashSet<_> = filters.sections.iter().map(|one| &one.document).collect();
        left.retain(|document| named.contains(document));
        if left.is_empty() {
            return Err(EngineError::input(
                "None of the chosen sections is in a document that is asked.",
                "Choose a section of those documents, or none.",
            ));
        }
    }
    Ok(left)
}

/// The chunks of `scope` that the filters leave; they may be none.
pub(crate) fn allowed_ranges(
    asker: &Asker,
    scope: &[DocumentId],
    filters: &Filters,
) -> Result<Ranges> {
    let mut allowed = asker.document_cache.ranges(scope)?;
    if !filters.sections.is_empty() {
        allowed = common(&allowed, &ranges_of_sections(asker, scope, filters)?);
    }
    if !filters.kinds.is_empty() {
        allowed = common(&allowed, &joined(asker.store.chunks_of_kinds(&filters.kinds)?));
    }
    Ok(allowed)
}

/// The chunks of the chosen sections and of those below them.
fn ranges_of_sections(asker: &Asker, scope: &[DocumentId], filters: &Filters) -> Result<Ranges> {
    let mut ids = Vec::new();
    for document in scope {
        let outline = asker.document_cache.outline(document)?;
        let mut chosen: HashSet<u32> = HashSet::new();
        for one in filters.sections.iter().filter(|one| one.document == *document) {
            if one.section as usize >= outline.sections.len() {
                return Err(EngineError::input(
                    "A chosen section is not in its document any more.",
                    "The document was cut anew since: choose the section again.",
                ));
            }
            chosen.insert(one.section);
        }
        for (section, chunks) in asker.document_cache.section_chunks(document)?.iter() {
            if outline.with_ancestors(*section).any(|above| chosen.contains(&above.id)) {
                ids.extend(chunks);
            }
        }
    }
    ids.sort_unstable();
    Ok(joined(ids))
}

/// A name as it is compared: in lower case, without marks at its ends, single spaces.
fn plain(name: &str) -> String {
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

/// Rising ids as ranges.
fn joined(ids: Vec<ChunkId>) -> Ranges {
    let mut ranges = Ranges::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, end)) if *end == id => end.0 += 1,
            _ => ranges.push((id, ChunkId(id.0 + 1))),
        }
    }
    ranges
}

/// What two sets of rising ranges share.
pub(crate) fn common(a: &[(ChunkId, ChunkId)], b: &[(ChunkId, ChunkId)]) -> Ranges {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut shared = Ranges::new();
    while let (Some(left), Some(right)) = (a.peek(), b.peek()) {
        let part = (left.0.max(right.0), left.1.min(right.1));
        if part.0 < part.1 {
            shared.push(part);
        }
        if left.1 < right.1 {
            a.next()
        } else {
            b.next()
        };
    }
    shared
}

/// A stretch of time as it is told.
fn stretch(from: Option<When>, until: Option<When>) -> String {
    let year = |when: Option<When>| when.and_then(|when| when.year).map(|year| year.to_string());
    match (year(from), year(until)) {
        (Some(from), Some(until)) if from == until => from,
        (Some(from), Some(until)) => format!("{from} to {until}"),
        (Some(from), None) => format!("from {from} on"),
        (None, Some(until)) => format!("up to {until}"),
        (None, None) => "chosen".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(all: &[(i64, i64)]) -> Ranges {
        all.iter().map(|&(first, end)| (ChunkId(first), ChunkId(end))).collect()
    }

    #[test]
    fn what_two_sets_share() {
        let a = ranges(&[(0, 5), (7, 9), (20, 30)]);
        let b = ranges(&[(3, 8), (8, 21), (29, 40)]);
        assert_eq!(common(&a, &b), ranges(&[(3, 5), (7, 8), (8, 9), (20, 21), (29, 30)]));
        assert!(common(&a, &[]).is_empty());
    }

    #[test]
    fn ids_join_to_ranges() {
        let ids = [3, 4, 5, 9, 11, 12].map(ChunkId).to_vec();
        let joined = joined(ids);
        assert_eq!(joined, ranges(&[(3, 6), (9, 10), (11, 13)]));
    }

    #[test]
    fn a_stretch_is_told_in_words() {
        let year = |text: &str| Some(text.parse().unwrap());
        assert_eq!(stretch(year("2021"), year("2023-Q1")), "2021 to 2023");
        assert_eq!(stretch(year("2021"), None), "from 2021 on");
        assert_eq!(stretch(None, year("2021")), "up to 2021");
    }
}

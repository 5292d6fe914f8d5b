//! The changes of a contract as a list: those that a document says, of itself or of another, and those that
//! other documents say of it; each with the words that held before.

use std::collections::HashMap;

use citelight_core::{
    Amendment, AmendmentKind, ContractChange, DocumentId, DocumentStatus, PlacedWords, SectionRow,
    Span,
};
use citelight_store::Store;
use citelight_text::dates;

use crate::amending::{OPENING, belong_together, is_amending, names_in, opening, part_of};
use crate::ask::cite::{folded, rectangles, within};
use crate::documents::Documents;
use crate::error::Result;

/// Documents with changes that are looked through, at most.
const MOST_AMENDING: usize = 1_000;
/// Bytes of a part that is shown whole, at most; of a longer one its beginning.
const LONGEST_PART: u32 = 4_000;
/// A name that more than one in so many documents bears, and more than a few, tells nothing.
const COMMON: usize = 10;
const FEW: usize = 10;

/// A document with what is needed of it to see what changes what.
struct Known {
    document: DocumentId,
    file: String,
    opening: String,
    text: String,
    sections: Vec<SectionRow>,
}

impl Known {
    fn read(documents: &Documents, document: &DocumentId) -> Result<Known> {
        let store = documents.store();
        let (_, text) = store.flow_text(document, Span::new(0, u32::MAX))?;
        let mut end = text.len().min(OPENING as usize);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Ok(Known {
            document: document.clone(),
            file: documents.row(document)?.file_name,
            opening: text[..end].to_owned(),
            sections: store.sections(document)?,
            text,
        })
    }

    /// Whether it is there to change others.
    fn changes_others(&self) -> bool {
        is_amending(&self.opening)
    }

    fn part(&self, store: &Store, number: &str, before: u32) -> Result<Option<Span>> {
        let blocks = store.blocks(&self.document)?;
        Ok(part_of(&self.text, &self.sections, &blocks, number, before))
    }

    fn words(&self, store: &Store, span: Span) -> Result<Option<PlacedWords>> {
        let text = folded(within(&self.text, 0, span));
        let quads = rectangles(store, &self.document, span)?;
        let Some(page) = quads.first().map(|quad| quad.page) else { return Ok(None) };
        Ok(Some(PlacedWords {
            document: self.document.clone(),
            file: self.file.clone(),
            page,
            label: store.page(&self.document, page)?.and_then(|info| info.label),
            span,
            text,
            quads,
        }))
    }
}

/// The changes that a document says and those that others say of it: its own in their order, then those of
/// others, document by document.
pub(crate) fn changes(documents: &Documents, id: &DocumentId) -> Result<Vec<ContractChange>> {
    let store = documents.store();
    let asked = documents.asked(std::slice::from_ref(id))?;
    let own = Known::read(documents, &asked[0])?;
    let mut names = names_in(&own.opening);
    // Documents that the person sees, whose beginnings name the same people or places.
    let mut others = Vec::new();
    let mut bearers: HashMap<String, usize> = HashMap::new();
    for row in documents.all()? {
        if row.id != own.document
            && row.status == DocumentStatus::Ready
            && row.superseded_by.is_none()
        {
            let theirs = names_in(&opening(store, &row.id)?);
            for name in theirs.intersection(&names) {
                *bearers.entry(name.clone()).or_default() += 1;
            }
            others.push((row.id, theirs));
        }
    }
    // What many documents bear, as filings do the name of the office where they are filed, tells nothing.
    let most = (others.len() / COMMON).max(FEW);
    names.retain(|name| bearers.get(name).is_none_or(|count| *count <= most));
    let akin = |other: &Known| names_in(&other.opening).intersection(&names).count();
    let mut related = Vec::new();
    for (id, theirs) in others {
        if belong_together(&names, &theirs) {
            related.push(Known::read(documents, &id)?);
        }
    }
    related.sort_by_key(|other| std::cmp::Reverse(akin(other)));
    let mut found = Vec::new();
    let all = store.amendments(&own.document)?;
    for amendment in &all {
        let others: Vec<&Known> = related.iter().collect();
        found.extend(change(store, &own, &others, amendment, &all)?);
    }
    let amending = store.amending_documents(MOST_AMENDING)?;
    for other in related.iter().filter(|other| amending.contains(&other.document)) {
        let all = store.amendments(&other.document)?;
        for amendment in &all {
            // What a document changes of itself is listed with it.
            let change = change(store, other, &[&own], amendment, &all)?;
            let of_own = |change: &ContractChange| match &change.old {
                Some(old) if !change.old_is_named => old.document == own.document,
                _ => other.changes_others(),
            };
            let there = own.part(store, &amendment.part, u32::MAX)?.is_some();
            found.extend(change.filter(|change| there && of_own(change)));
        }
    }
    Ok(found)
}

/// A change with its words; `None` where no rectangle shows the sentence that says it.
fn change(
    store: &Store,
    sayer: &Known,
    others: &[&Known],
    amendment: &Amendment,
    all: &[Amendment],
) -> Result<Option<ContractChange>> {
    let Some(said) = sayer.words(store, amendment.span)? else { return Ok(None) };
    let words = |span: Option<Span>| span.map_or(Ok(None), |span| sayer.words(store, span));
    let named = words(amendment.old)?;
    let (mut old, old_is_named) = (named.clone(), named.is_some());
    if amendment.kind != AmendmentKind::Added && old.is_none() {
        old = part_before(store, sayer, others, amendment, all)?;
    }
    let text = within(&sayer.text, 0, amendment.span);
    let quoted: Vec<&str> = [amendment.old, amendment.new]
        .into_iter()
        .flatten()
        .map(|span| within(&sayer.text, 0, span))
        .collect();
    // A date that is itself the words that change says nothing of when.
    let is_words = |date: &&str| quoted.iter().any(|words| words.contains(*date));
    let dates_said = dates(text).into_iter().map(|at| &text[at]).filter(|date| !is_words(date));
    let mut dates_said: Vec<String> = dates_said.map(folded).collect();
    dates_said.dedup();
    let dated = dates(&sayer.opening).into_iter().next().map(|at| folded(&sayer.opening[at]));
    Ok(Some(ContractChange {
        kind: amendment.kind,
        part: amendment.part.clone(),
        said,
        old,
        old_is_named,
        new: words(amendment.new)?,
        dates: dates_said,
        dated: dated.filter(|_| sayer.changes_others()),
    }))
}

/// The part that a change replaces or deletes, as it stands in the document that is changed.
fn part_before(
    store: &Store,
    sayer: &Known,
    others: &[&Known],
    amendment: &Amendment,
    all: &[Amendment],
) -> Result<Option<PlacedWords>> {
    let itself = || -> Result<Option<(&Known, Span)>> {
        let span = sayer.part(store, &amendment.part, amendment.span.start)?;
        // What another change puts in is no part that stood there.
        let put_in = |span: &Span| {
            all.iter()
                .any(|one| one.span.overlaps(span) || one.new.is_some_and(|new| new.overlaps(span)))
        };
        Ok(span.filter(|span| !put_in(span)).map(|span| (sayer, span)))
    };
    let mut place = if sayer.changes_others() { None } else { itself()? };
    for other in others {
        if place.is_none() {
            place = other.part(store, &amendment.part, u32::MAX)?.map(|span| (*other, span));
        }
    }
    let place = match place {
        Some(place) => Some(place),
        None => itself()?,
    };
    let Some((known, span)) = place else { return Ok(None) };
    known.words(store, shortened(&known.text, span))
}

/// The beginning of a part that is too long to be read at a glance, whole words.
fn shortened(text: &str, span: Span) -> Span {
    if span.len() <= LONGEST_PART {
        return span;
    }
    let part = within(text, 0, span);
    let cut = (0..=LONGEST_PART as usize).rev().find(|at| part.is_char_boundary(*at)).unwrap_or(0);
    let end = part[..cut].rfind(char::is_whitespace).unwrap_or(cut);
    Span::new(span.start, span.start + u32::try_from(end).unwrap_or(u32::MAX))
}

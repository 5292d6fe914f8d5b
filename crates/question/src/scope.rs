//! Owns the documents to which a question keeps: those it names, by whatever they bear, and of these the
//! ones of the time that is asked.

use std::ops::Range;

use citelight_core::{
    Chip, DocumentId, Found, NamedDocuments, NamingStrength, PartReference, PeriodValue, Side,
};
use citelight_text::{Tokens, is_topicless, squashed};

use crate::catalogue::{Asked, Catalogue, Meant, Naming, Wanted};
use crate::periods::Time;
use crate::sides::{Anchor, AnchorKind};

/// Shorter words stand in the names of files by chance.
const SHORTEST_WORD: usize = 4;
/// Letters and figures of a word by which documents with one name are told apart, at least.
const SHORTEST_OWN: usize = 3;
/// Documents that a side may mean by what their files are called.
const MOST_BY_FILE: usize = 2;

/// The key of the finding that is made of all that names documents.
pub(crate) const MEANT: &str = "document:meant";

/// What tells the documents of a question, or of a side of it.
pub(crate) struct Scoping<'a> {
    catalogue: &'a Catalogue,
    tokens: &'a Tokens<'a>,
    /// Tokens that say something else.
    taken: Vec<bool>,
    clues: Option<Meant>,
    /// Those that the question keeps to by name, whatever their time; empty when it names none.
    base: Vec<u32>,
}

impl<'a> Scoping<'a> {
    /// `certain` are documents that the question surely names; of `namings` kinds of documents count
    /// where nothing else is named.
    pub(crate) fn of(
        catalogue: &'a Catalogue,
        tokens: &'a Tokens<'a>,
        taken: Vec<bool>,
        certain: Vec<u32>,
    ) -> Scoping<'a> {
        let clues = catalogue.meant(tokens, 0..tokens.len(), &taken);
        let base = joined(certain, clues.as_ref());
        Scoping { catalogue, tokens, taken, clues, base }
    }

    /// The documents of the whole question; `None` where nothing says more than `certain`, those that it
    /// surely names.
    pub(crate) fn whole(
        &self,
        certain: &[u32],
        namings: &[Naming],
        periods: &[PeriodValue],
    ) -> Option<(NamedDocuments, Vec<u32>)> {
        let asked = Asked::of(self.tokens, periods);
        let mut documents = self.base.clone();
        let mut strength = NamingStrength::Only;
        if documents.is_empty() {
            match &self.clues {
                Some(hint) => {
                    documents.clone_from(&hint.documents);
                    strength = NamingStrength::Prefer;
                }
                None => documents = self.of_form(namings, &asked),
            }
        }
        let mut of_time = self.catalogue.of_time(documents.clone(), &asked);
        let settled = self.clues.as_ref().and_then(|clues| clues.settled);
        if let Some(settled) = settled.filter(|one| !asked.is_close() && of_time.contains(one)) {
            of_time = vec![settled];
        }
        let named = !self.base.is_empty() || self.clues.is_some();
        if of_time == certain || of_time.is_empty() || !named && of_time.len() == documents.len() {
            return None;
        }
        let words = self.clues.iter().flat_map(|clues| clues.tokens.iter().map(|(run, _)| run));
        let spans: Vec<_> = words.map(|run| self.tokens.span(run.clone())).collect();
        let label = match of_time[..] {
            [one] => self.catalogue.file_name(one).to_owned(),
            _ => format!("{} documents", of_time.len()),
        };
        let found = Found { key: MEANT.to_owned(), label, spans };
        let ids = of_time.iter().map(|one| self.catalogue.id(*one)).collect();
        Some((NamedDocuments { found, strength, documents: ids }, of_time))
    }

    /// The documents of one side of a comparison, where it names some or a time of its own.
    pub(crate) fn side(&self, run: Range<usize>, periods: &[PeriodValue]) -> Vec<u32> {
        let own = self.catalogue.meant(self.tokens, run, &self.taken).filter(|own| own.only);
        let documents = match own {
            // Beside documents that the whole question names, a side may name some of them.
            Some(mut own) if !self.base.is_empty() => {
                own.documents.retain(|one| self.base.contains(one));
                own.documents
            }
            Some(own) => own.documents,
            None if periods.is_empty() => return Vec::new(),
            None => self.base.clone(),
        };
        self.catalogue.of_time(documents, &Asked::of(self.tokens, periods))
    }

    /// The words that name documents.
    pub(crate) fn named(&self) -> impl Iterator<Item = Range<usize>> {
        let clues = self.clues.iter().filter(|clues| clues.only);
        clues.flat_map(|clues| clues.tokens.iter().map(|(run, _)| run.clone()))
    }

    /// Kinds of documents by which a time tells them apart: those that the question names, else filings
    /// where most documents are such.
    fn of_form(&self, namings: &[Naming], asked: &Asked) -> Vec<u32> {
        if !asked.is_close() {
            return Vec::new();
        }
        let form = namings.iter().find(|naming| naming.by_form);
        if let Some(form) = form {
            return form.bearers.iter().map(|(document, _)| *document).collect();
        }
        let quarterly = self.catalogue.quarterly();
        if quarterly.len() * 2 >= self.catalogue.len() { quarterly } else { Vec::new() }
    }

    /// The words that name several groups of documents, by which sides are told apart.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        let mut anchors: Vec<Anchor> = Vec::new();
        let Some(clues) = self.clues.as_ref().filter(|clues| clues.only) else { return anchors };
        for (run, group) in &clues.tokens {
            let key = format!("meant-{group}");
            match anchors.last_mut() {
                Some(last) if last.key == key && self.touch(last.tokens.end, run.start) => {
                    last.tokens.end = run.end;
                }
                _ => anchors.push(Anchor { tokens: run.clone(), kind: AnchorKind::Document, key }),
            }
        }
        let several = clues.tokens.iter().any(|(_, group)| *group > 0);
        if several { anchors } else { Vec::new() }
    }

    /// Whether but marks stand between two places.
    fn touch(&self, from: usize, to: usize) -> bool {
        (from..to).all(|at| !self.tokens.is_word(at))
    }
}

/// What is surely named, and of it what clues single out; the latter alone where nothing is surely named.
fn joined(certain: Vec<u32>, clues: Option<&Meant>) -> Vec<u32> {
    let Some(clues) = clues.filter(|clues| clues.only) else { return certain };
    if certain.is_empty() {
        return clues.documents.clone();
    }
    let both: Vec<u32> =
        certain.iter().copied().filter(|one| clues.documents.contains(one)).collect();
    if both.is_empty() { certain } else { both }
}

/// The tokens of a question that name no document: times, parts, and what a person switched off.
pub(crate) fn taken(
    tokens: &Tokens,
    times: &[Time],
    references: &[PartReference],
    chips: &[Chip],
) -> Vec<bool> {
    let mut taken = vec![false; tokens.len()];
    for time in times {
        taken[time.tokens.clone()].fill(true);
    }
    let off = chips.iter().filter(|chip| !chip.on).map(|chip| &chip.found);
    for span in references.iter().map(|part| &part.found).chain(off).flat_map(|one| &one.spans) {
        taken[tokens.within(&span.range())].fill(true);
    }
    taken
}

/// The documents that a question surely names: those whose files it names in full; else, when one naming is
/// certain, those of all namings.
pub(crate) fn certain(
    catalogue: &Catalogue,
    namings: &[Naming],
    documents: &[NamedDocuments],
    wanted: Wanted,
) -> Vec<u32> {
    if !documents.iter().any(|named| named.strength == NamingStrength::Only) {
        return Vec::new();
    }
    let of_files = namings.iter().any(Naming::is_of_file);
    let meant = namings.iter().filter(|naming| {
        let kind = naming.by_form && naming.bearers.len() > 1;
        if of_files { naming.is_of_file() } else { !kind }
    });
    let all = meant.flat_map(|naming| match catalogue.exact(naming, wanted) {
        Some(document) if naming.certain => vec![document],
        _ => naming.bearers.iter().map(|(document, _)| *document).collect(),
    });
    let mut all: Vec<u32> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Sets the documents of sides that have none, by what the files are called: "mancozeb and the battery" are
/// "mancozeb-sds.pdf" and "battery-msds.pdf". All sides get some then, none the same; `within` are the
/// documents that the question names besides, all where it names none.
pub(crate) fn set_sides_by_file(
    tokens: &Tokens,
    catalogue: &Catalogue,
    within: &[DocumentId],
    sides: &mut [Side],
) {
    if sides.iter().all(|side| !side.documents.is_empty()) {
        return;
    }
    let among = |id: &DocumentId| within.is_empty() || within.contains(id);
    let all: Vec<(DocumentId, String)> = (0..catalogue.len())
        .filter_map(|one| u32::try_from(one).ok())
        .map(|one| (catalogue.id(one), squashed(catalogue.file_name(one)).collect::<String>()))
        .filter(|(id, _)| among(id))
        .collect();
    let own: Vec<Vec<DocumentId>> = sides
        .iter()
        .map(|side| {
            if !side.documents.is_empty() {
                return side.documents.clone();
            }
            let words: Vec<String> = tokens
                .within(&side.span.range())
                .filter(|at| tokens.is_word(*at) && !is_topicless(tokens.lower(*at)))
                .map(|at| tokens.lower(at).to_owned())
                .filter(|word| word.chars().count() >= SHORTEST_WORD)
                .collect();
            let held =
                |file: &str| words.iter().filter(|word| file.contains(word.as_str())).count();
            let most = all.iter().map(|(_, file)| held(file)).max().unwrap_or(0);
            let best = all.iter().filter(|(_, file)| most > 0 && held(file) == most);
            best.map(|(id, _)| id.clone()).collect()
        })
        .collect();
    let apart = (0..own.len()).all(|n| {
        (1..=MOST_BY_FILE).contains(&own[n].len())
            && own[..n].iter().all(|other| other.iter().all(|id| !own[n].contains(id)))
    });
    if apart {
        for (side, own) in sides.iter_mut().zip(own) {
            side.documents = own;
        }
        return;
    }
    // Of the documents that the question names, those that no other side has.
    let others: Vec<DocumentId> = sides.iter().flat_map(|side| side.documents.clone()).collect();
    let rest: Vec<&DocumentId> = within.iter().filter(|id| !others.contains(*id)).collect();
    if !rest.is_empty() && !others.is_empty() {
        for side in sides.iter_mut().filter(|side| side.documents.is_empty()) {
            side.documents = rest.iter().map(|id| (*id).clone()).collect();
        }
    }
}

/// Tells documents apart that several sides name alike: of "the Oakley 5,000 plan" and "the 2,500 plan" each has the file
/// with its own number or word. All sides get documents of their own then, or none other than before.
pub(crate) fn narrow_sides(catalogue: &Catalogue, sides: &mut [Side]) {
    let named: Vec<DocumentId> = sides.iter().flat_map(|side| side.documents.clone()).collect();
    if named.is_empty() {
        return;
    }
    let words = |side: &Side| -> Vec<String> {
        let own = side.label.split_whitespace().map(|word| squashed(word).collect::<String>());
        own.filter(|word| word.len() >= SHORTEST_OWN).collect()
    };
    let all: Vec<Vec<String>> = sides.iter().map(words).collect();
    let ids = (0..catalogue.len()).filter_map(|one| u32::try_from(one).ok());
    let files: Vec<(DocumentId, String)> = ids
        .filter(|one| named.contains(&catalogue.id(*one)))
        .map(|one| (catalogue.id(one), squashed(catalogue.file_name(one)).collect()))
        .collect();
    let narrowed = |n: usize| -> Vec<DocumentId> {
        let among = if sides[n].documents.is_empty() { &named } else { &sides[n].documents };
        let others = |word: &&String| (0..all.len()).all(|m| m == n || !all[m].contains(word));
        let held = |file: &String| {
            all[n].iter().filter(others).filter(|word| file.contains(word.as_str())).count()
        };
        let most =
            files.iter().filter(|(id, _)| among.contains(id)).map(|(_, file)| held(file)).max();
        let Some(most) = most.filter(|most| *most > 0) else { return sides[n].documents.clone() };
        let best = files.iter().filter(|(id, file)| among.contains(id) && held(file) == most);
        best.map(|(id, _)| id.clone()).collect()
    };
    let own: Vec<Vec<DocumentId>> = (0..sides.len()).map(narrowed).collect();
    let apart = (0..own.len()).all(|n| {
        !own[n].is_empty()
            && own[..n].iter().all(|other| !other.iter().any(|id| own[n].contains(id)))
    });
    if apart {
        for (side, own) in sides.iter_mut().zip(own) {
            side.documents = own;
        }
    }
}

/// Sets the documents of the sides that name some of their own. Where one side names none, the words of the
/// others are what is compared ("electronic modules versus 3D printers"), and no documents' names.
pub(crate) fn set_sides(scoping: &Scoping<'_>, catalogue: &Catalogue, sides: &mut [Side]) {
    let own: Vec<Vec<u32>> = sides
        .iter()
        .map(|side| scoping.side(scoping.tokens.within(&side.span.range()), &side.periods))
        .collect();
    if own.iter().zip(&*sides).any(|(own, side)| own.is_empty() && side.documents.is_empty()) {
        return;
    }
    for (side, own) in sides.iter_mut().zip(own) {
        if !own.is_empty() && (side.documents.is_empty() || own.len() < side.documents.len()) {
            side.documents = own.into_iter().map(|one| catalogue.id(one)).collect();
        }
    }
}

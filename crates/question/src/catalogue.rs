//! Owns what is known of a library's documents by name, and finds those that a question names.
//!
//! Documents are told apart by words that few of them bear; a word that all bear names none.

mod common;
mod forms;
mod index;
mod kinds;
mod known;
mod label;
mod matching;
mod opening;
mod prefixes;
mod priors;
mod times;
mod words;

use std::collections::{HashMap, HashSet};

use citelight_core::{DocumentId, When};

pub(crate) use forms::{form_at, points};
pub(crate) use index::Meant;
use index::NameIndex;
use kinds::Described;
pub(crate) use kinds::MOST_OF_A_KIND;
pub use kinds::Nearness;
pub use known::KnownDocument;
use known::number_of;
use label::Weight;
pub(crate) use matching::Naming;
use prefixes::Prefixes;
pub(crate) use priors::Wanted;
pub(crate) use times::Asked;

/// What a catalogue is built from: one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The document.
    pub id: DocumentId,
    /// Name of its file, without the folder.
    pub file_name: String,
    /// The title that the file states, where it states one.
    pub title: Option<String>,
    /// The title by which it is shown, where one was found.
    pub shown_title: Option<String>,
    /// Text of its first two pages; empty when they have none.
    pub opening: String,
}

/// The documents of a library, indexed by what they are called. Built once; asked for each question.
#[derive(Debug, Default)]
pub struct Catalogue {
    documents: Vec<Document>,
    /// Squashed names, and who bears them; "^" stands before initials and stock symbols, which
    /// count in capitals only.
    names: HashMap<String, Vec<Bearer>>,
    /// Documents by the name of their form.
    forms: HashMap<&'static str, Vec<u32>>,
    /// Documents by the years that they report on.
    years: HashMap<u16, Vec<u32>>,
    /// Documents of which nothing is known.
    unknown: Vec<u32>,
    index: NameIndex,
    prefixes: Prefixes,
    /// Words of names that are ordinary words too: some document has them in lower case.
    ordinary: HashSet<String>,
    /// Tells kinds of documents by their meaning, where there is a model that can.
    nearness: Option<Nearness>,
}

/// One document, as far as ranking needs it.
#[derive(Debug)]
struct Document {
    id: DocumentId,
    file_name: String,
    described: Described,
    /// Times that it reports on, each with its likelihood, 0 to 1.
    times: Vec<(When, f32)>,
    form: Option<&'static str>,
    /// 0 to 1: how new it is among all, 0.5 when its time is not known.
    recency: f32,
}

/// A document that bears a name.
#[derive(Debug, Clone, Copy)]
struct Bearer {
    document: u32,
    weight: Weight,
}

impl Catalogue {
    /// Indexes a library. Documents keep the order of the entries.
    pub fn new(entries: impl IntoIterator<Item = CatalogueEntry>) -> Self {
        let known: Vec<_> = entries.into_iter().map(KnownDocument::read).collect();
        Self::of(&known)
    }

    /// Indexes documents that were read before, in their order.
    pub fn of<'k>(documents: impl IntoIterator<Item = &'k KnownDocument>) -> Self {
        let mut catalogue = Self::default();
        let mut squashed = Vec::new();
        let mut ordinary: HashSet<u64> = HashSet::new();
        for (number, known) in (0..).zip(documents) {
            let KnownDocument { label, .. } = known;
            catalogue.index.add(number, &known.words);
            for name in &label.names {
                if name.weight == Weight::ISSUER && name.words == 1 && !name.key.starts_with('^') {
                    squashed.push(name.key.clone());
                }
                let bearer = Bearer { document: number, weight: name.weight };
                match catalogue.names.get_mut(&name.key) {
                    Some(bearers) => bearers.push(bearer),
                    None => drop(catalogue.names.insert(name.key.clone(), vec![bearer])),
                }
            }
            if known.unknown {
                catalogue.unknown.push(number);
            }
            if let Some(form) = label.form {
                catalogue.forms.entry(form.name).or_default().push(number);
            }
            for year in label.times.iter().filter_map(|(when, _)| when.year) {
                let list = catalogue.years.entry(year).or_default();
                if list.last() != Some(&number) {
                    list.push(number);
                }
            }
            ordinary.extend(&label.ordinary);
            catalogue.documents.push(Document {
                id: known.id.clone(),
                file_name: known.file_name.clone(),
                described: known.described.clone(),
                times: label.times.clone(),
                form: label.form.map(|form| form.name),
                recency: 0.5,
            });
        }
        catalogue.prefixes = Prefixes::of(squashed);
        let is_ordinary = |name: &&String| ordinary.contains(&number_of(name));
        catalogue.ordinary = catalogue.names.keys().filter(is_ordinary).cloned().collect();
        catalogue.set_recency();
        catalogue
    }

    /// The documents whose time overlaps the stretch from `from` to `until`, both included and each
    /// open where it is `None`. A document of which no time is known is in no stretch.
    pub fn dated(&self, from: Option<When>, until: Option<When>) -> HashSet<&DocumentId> {
        let overlaps = |document: &&Document| {
            let Some((when, _)) = document.times.first() else { return false };
            let (Some(first), Some(last)) = (when.first_day(), when.last_day()) else {
                return false;
            };
            from.and_then(When::first_day).is_none_or(|from| last >= from)
                && until.and_then(When::last_day).is_none_or(|until| first <= until)
        };
        self.documents.iter().filter(overlaps).map(|document| &document.id).collect()
    }

    /// How many documents it holds.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    fn set_recency(&mut self) {
        let newest = |document: &Document| document.times.first().map(|(when, _)| *when);
        let mut dates: Vec<When> = self.documents.iter().filter_map(newest).collect();
        dates.sort_unstable_by_key(|when| order(*when));
        dates.dedup();
        let most = dates.len().saturating_sub(1).max(1) as f32;
        for document in &mut self.documents {
            if let Some(when) = newest(document) {
                let rank = dates.partition_point(|other| order(*other) < order(when));
                document.recency = rank as f32 / most;
            }
        }
    }

    /// 0 to 1: how well a name tells documents apart when so many bear it.
    fn rarity(&self, bearers: usize) -> f32 {
        match self.documents.len() {
            0 | 1 => 0.0,
            all => (all - bearers.min(all)) as f32 / (all - 1) as f32,
        }
    }
}

/// A number that rises with time: the end of each stretch.
pub(crate) fn order(when: When) -> u32 {
    use citelight_core::YearPart::{Day, Half, Month, Quarter, Whole};
    let within = match when.part {
        Whole => 1231,
        Half(n) => u32::from(n) * 600 + 30,
        Quarter(n) => u32::from(n) * 300 + 30,
        Month(month) => u32::from(month) * 100 + 31,
        Day(month, day) => u32::from(month) * 100 + u32::from(day),
    };
    u32::from(when.year.unwrap_or(0)) * 10_000 + within
}

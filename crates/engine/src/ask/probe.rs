//! A question, or one side of a comparison, made ready to be searched for.

use std::sync::{Arc, Mutex, PoisonError};

use citelight_core::{DocumentId, Interpretation, Side};
use citelight_models::Embedder;
use citelight_retrieval::{Concept, Concepts, Query};
use citelight_text::{Stem, Terms, Vocabulary};

use super::filters::Ranges;
use super::kept::Kept;
use crate::{Library, Result};

/// Vectors of texts that are kept at hand, twice.
const REMEMBERED: usize = 512;

/// What is searched for, in every form in which it is compared.
pub(crate) struct Probe {
    pub(crate) terms: Terms,
    pub(crate) vector: Arc<Vec<f32>>,
    /// Places that it names in words.
    pub(crate) places: Vec<Arc<Vec<f32>>>,
    /// Titles under which its concepts stand.
    pub(crate) concept_titles: Vec<Arc<Vec<f32>>>,
    concepts: Vec<Concept>,
    /// Words by which documents name its concepts, once each.
    pub(crate) concept_words: Terms,
    years: Vec<Stem>,
    wants_number: bool,
    /// The documents in which it is searched; never empty.
    pub(crate) scope: Vec<DocumentId>,
    /// The chunks among which it is searched: those of the scope that the filters leave.
    pub(crate) allowed: Ranges,
    /// What sets a side of a comparison apart, where it may be the name of a section ("Rider A").
    pub(crate) label: Vec<Stem>,
}

impl Probe {
    /// Whether titles are compared with it.
    pub(crate) fn has_titles(&self) -> bool {
        !self.places.is_empty() || !self.concept_titles.is_empty()
    }

    /// As the features take it.
    pub(crate) fn query(&self) -> Query<'_> {
        Query {
            terms: self.terms.stems.clone(),
            concepts: self.concepts.iter().collect(),
            concept_words: self.concept_words.stems.clone(),
            years: self.years.clone(),
            wants_number: self.wants_number,
        }
    }
}

/// What probes are made with, and what was made before.
#[derive(Debug, Default)]
pub(crate) struct ProbeTools {
    pub(crate) vocabulary: Vocabulary,
    concepts: Mutex<Option<Arc<Concepts>>>,
    vectors: Mutex<Kept<String, Vec<f32>>>,
}

impl ProbeTools {
    fn concepts(&self) -> Arc<Concepts> {
        let mut made = self.concepts.lock().unwrap_or_else(PoisonError::into_inner);
        let concepts = || Arc::new(Concepts::builtin(&self.vocabulary));
        Arc::clone(made.get_or_insert_with(concepts))
    }

    /// The vector of a text, from memory where it was asked for before.
    pub(crate) fn vector(&self, embedder: &Embedder, text: &str) -> Result<Arc<Vec<f32>>> {
        let lock = || self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(vector) = lock().get(text, REMEMBERED) {
            return Ok(vector);
        }
        let vector = Arc::new(embedder.embed(text)?);
        lock().put(text.to_owned(), Arc::clone(&vector), 1, REMEMBERED);
        Ok(vector)
    }
}

impl Library {
    /// Makes the probe for a whole question.
    pub(crate) fn probe(
        &self,
        text: &str,
        asked: &Interpretation,
        scope: Vec<DocumentId>,
        allowed: Ranges,
    ) -> Result<Probe> {
        let places = asked.places.iter().map(|place| place.label.to_lowercase()).collect();
        let years = asked.periods.iter().flat_map(|period| period.years()).collect();
        // What is around a claim is about the asking.
        let text = asked.claim.and_then(|claim| text.get(claim.range())).unwrap_or(text);
        self.probe_of(text, places, years, asked.in_figures, (scope, allowed))
    }

    /// Makes the probe for one side of a comparison.
    pub(crate) fn probe_side(
        &self,
        side: &Side,
        whole: &Probe,
        scope: Vec<DocumentId>,
        allowed: Ranges,
    ) -> Result<Probe> {
        let years = side.periods.iter().flat_map(citelight_core::PeriodValue::years).collect();
        let within = (scope, allowed);
        let mut probe =
            self.probe_of(&side.query, Vec::new(), years, whole.wants_number, within)?;
        probe.places.clone_from(&whole.places);
        // A bare number is a year or a clause, and many titles begin with one.
        if side.label.contains(char::is_alphabetic) {
            probe.label = self.probes.vocabulary.stems(&side.label);
        }
        Ok(probe)
    }

    fn probe_of(
        &self,
        text: &str,
        places: Vec<String>,
        mut years: Vec<u16>,
        wants_number: bool,
        (scope, allowed): (Vec<DocumentId>, Ranges),
    ) -> Result<Probe> {
        let embedder = self.embedder()?;
        let tools = &self.probes;
        let vocabulary = &tools.vocabulary;
        let vectors = |texts: &mut dyn Iterator<Item = &String>| -> Result<Vec<Arc<Vec<f32>>>> {
            texts.map(|text| tools.vector(&embedder, text)).collect()
        };
        let vector = tools.vector(&embedder, text)?;
        let concepts: Vec<Concept> =
            tools.concepts().of(&vocabulary.stems(text)).into_iter().cloned().collect();
        let titles: Vec<&String> = concepts.iter().flat_map(|concept| &concept.titles).collect();
        let words: Vec<&str> = concepts.iter().flat_map(|c| &c.words).map(String::as_str).collect();
        years.sort_unstable();
        years.dedup();
        Ok(Probe {
            terms: Terms::of(text, vocabulary),
            places: vectors(&mut places.iter())?,
            concept_titles: vectors(&mut titles.into_iter())?,
            concept_words: if words.is_empty() {
                Terms::default()
            } else {
                Terms::of(&words.join(" "), vocabulary)
            },
            years: years.iter().map(|year| vocabulary.stem(&year.to_string())).collect(),
            concepts,
            vector,
            wants_number,
            scope,
            allowed,
            label: Vec::new(),
        })
    }
}

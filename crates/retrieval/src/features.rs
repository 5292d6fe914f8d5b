//! What is measured of each candidate, in comparison with the pool.

use std::collections::HashMap;
use std::hash::Hash;

use citelight_text::Stem;

use crate::Concept;
use crate::lexical::{Counts, Phrases};

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Its name in the weights' file.
    pub name: &'static str,
    /// The part of the ranking that it belongs to; parts are switched off as one when measured.
    pub part: &'static str,
}

const fn feature(name: &'static str, part: &'static str) -> Feature {
    Feature { name, part }
}

/// Every measurement, in the order of [`features`]' columns. What is compared over the pool is in
/// standard deviations from its mean; `_page` is the best of the candidates on the same page.
pub const FEATURES: [Feature; 11] = [
    feature("cosine", "vectors"),
    feature("cosine_page", "vectors"),
    feature("bm25", "words"),
    feature("coverage", "words"),
    feature("reference", "references"),
    feature("concept_title", "concepts"),
    feature("concept_named_page", "concepts"),
    feature("concept_words_page", "concepts"),
    feature("periods", "periods"),
    feature("digits_wanted", "figures"),
    feature("prior", "documents"),
];

/// The measurements of one candidate.
pub type Features = [f32; FEATURES.len()];

/// A cosine from which a title is the one that a concept names.
const MEANS_TITLE: f32 = 0.75;

/// What a question asks, as far as candidates are compared with it.
#[derive(Debug, Clone, Default)]
pub struct Query<'a> {
    /// Its terms, once each.
    pub terms: Vec<Stem>,
    /// The concepts that it names.
    pub concepts: Vec<&'a Concept>,
    /// Stems of the words of the concepts' names in documents, once each.
    pub concept_words: Vec<Stem>,
    /// The years that it names, each as it is written in documents.
    pub years: Vec<Stem>,
    /// Whether a number answers it.
    pub wants_number: bool,
}

/// Cosines of the question, or of parts of it, with a candidate's vectors.
#[derive(Debug, Clone, Copy, Default)]
pub struct Similarities {
    /// Whole question and passage.
    pub text: f32,
    /// The nearest title of the concepts that the question names and title of the section.
    pub concept_title: f32,
}

/// A passage that may hold the answer.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its document, by any number that tells documents apart.
    pub document: u32,
    /// First page it touches.
    pub page: u32,
    /// Stems of its text.
    pub text: &'a [Stem],
    /// Stems of its breadcrumb.
    pub breadcrumb: &'a [Stem],
    /// Share of digits among its characters, 0 to 1.
    pub digits: f32,
    /// Share of the question's references ("Item 7", "Note 12") that lead to its section, 0 to 1.
    pub reference: f32,
    /// How likely its document is the one that is asked about, 0 to 1.
    pub prior: f32,
    /// By meaning.
    pub similar: Similarities,
}

/// The measurements of every candidate of a pool, in its order.
pub fn features(query: &Query<'_>, pool: &[Candidate<'_>]) -> Vec<Features> {
    let texts: Vec<_> = pool.iter().map(|c| (c.text, c.breadcrumb)).collect();
    let pages: Vec<(u32, u32)> = pool.iter().map(|c| (c.document, c.page)).collect();
    let column = |value: &dyn Fn(&Candidate<'_>) -> f32| pool.iter().map(value).collect();
    let by_page = |values: &[f32]| standard(best_by(&pages, values));

    let counts = Counts::of(&query.terms, &texts);
    let cosine: Vec<f32> = column(&|c| c.similar.text);
    let concept_words = Counts::of(&query.concept_words, &texts).bm25();
    // Concepts are lines of statements and tables: a question that names one is about figures, however
    // it is put ("Is working capital positive?").
    let wants_digits = query.wants_number || !query.concepts.is_empty();
    let phrases = query.concepts.iter().map(|concept| &concept.named);
    let phrases = Phrases::of(phrases.filter(|named| !named.is_empty()));
    let named: Vec<f32> = column(&|c| phrases.share_in(c.text));

    let columns: [Vec<f32>; FEATURES.len()] = [
        standard(cosine.clone()),
        by_page(&cosine),
        standard(counts.bm25()),
        counts.coverage(),
        column(&|c| c.reference),
        column(&|c| Some(c.similar.concept_title).filter(|v| *v >= MEANS_TITLE).unwrap_or(0.0)),
        by_page(&named),
        by_page(&concept_words),
        column(&|c| share_held(&query.years, c.text)),
        column(&|c| if wants_digits { c.digits } else { 0.0 }),
        column(&|c| c.prior),
    ];
    (0..pool.len()).map(|row| std::array::from_fn(|place| columns[place][row])).collect()
}

fn share_held(wanted: &[Stem], text: &[Stem]) -> f32 {
    let held = wanted.iter().filter(|stem| text.contains(stem)).count();
    held as f32 / wanted.len().max(1) as f32
}

/// For each value the best of its group.
fn best_by<K: Copy + Eq + Hash>(groups: &[K], values: &[f32]) -> Vec<f32> {
    let mut best: HashMap<K, f32> = HashMap::new();
    for (group, value) in groups.iter().zip(values) {
        let best = best.entry(*group).or_insert(f32::MIN);
        *best = best.max(*value);
    }
    groups.iter().map(|group| best[group]).collect()
}

/// Values as standard deviations from their mean; zeros where all are alike.
fn standard(mut values: Vec<f32>) -> Vec<f32> {
    let n = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / n;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / n).sqrt();
    for value in &mut values {
        *value = if deviation > 1e-6 { (*value - mean) / deviation } else { 0.0 };
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_text::Vocabulary;

    fn column(name: &str) -> usize {
        FEATURES.iter().position(|feature| feature.name == name).unwrap()
    }

    #[test]
    fn a_page_lends_its_best_to_its_other_passages() {
        let candidate = |page, cosine| Candidate {
            document: 0,
            page,
            text: &[],
            breadcrumb: &[],
            digits: 0.0,
            reference: 0.0,
            prior: 0.0,
            similar: Similarities { text: cosine, ..Similarities::default() },
        };
        let pool = [candidate(1, 0.9), candidate(1, 0.1), candidate(2, 0.5)];
        let rows = features(&Query::default(), &pool);
        let of = |name| rows.iter().map(|row| row[column(name)]).collect::<Vec<_>>();
        let page = of("cosine_page");
        assert!(page[0] == page[1] && page[1] > page[2], "{page:?}");
        assert!(of("cosine")[1] < of("cosine")[2]);
        assert!(of("bm25").iter().all(|v| *v == 0.0), "nothing asked, nothing told apart");
    }

    #[test]
    fn years_and_concepts_are_found() {
        let vocabulary = Vocabulary::default();
        let text = vocabulary.stems("Total current assets 2022 2021");
        let other = vocabulary.stems("Some words of 2021");
        let file = "[[concept]]\nasked = ['quick ratio']\nnamed = ['total current assets']\n";
        let (trades, _) = citelight_trades::Trades::parse("", file);
        let concepts = crate::Concepts::from_trades(&trades, &vocabulary);
        let query = Query {
            concepts: concepts.of(&vocabulary.stems("quick ratio")),
            years: vocabulary.stems("2022 2021"),
            ..Query::default()
        };
        let candidate = |text, concept_title, page| Candidate {
            document: 0,
            page,
            text,
            breadcrumb: &[],
            digits: 0.0,
            reference: 0.0,
            prior: 0.0,
            similar: Similarities { concept_title, ..Similarities::default() },
        };
        let pool = [candidate(&text, 0.8, 1), candidate(&other, 0.7, 2)];
        let rows = features(&query, &pool);
        assert_eq!([rows[0][column("periods")], rows[1][column("periods")]], [1.0, 0.5]);
        assert_eq!(rows[1][column("concept_title")], 0.0);
        assert!(rows[0][column("concept_named_page")] > rows[1][column("concept_named_page")]);
    }

    #[test]
    fn an_empty_pool_has_no_features() {
        assert!(features(&Query::default(), &[]).is_empty());
    }
}

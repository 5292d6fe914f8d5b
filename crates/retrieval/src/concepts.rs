//! Concepts: what a trade's documents call the things that people ask for.
//!
//! People ask for the quick ratio; the filing holds "Total current assets" under "Consolidated
//! balance sheets", and no model of this size knows that the one is made of the other. Such
//! knowledge stands in data files, one per trade, each of which is in because it was measured to help its
//! own documents and not to hurt others.

use citelight_text::{Stem, Vocabulary, content_words};
use serde::Deserialize;
use thiserror::Error;

const FINANCE: &str = include_str!("../concepts/finance.toml");

/// A concept file that cannot be used.
#[derive(Debug, Error)]
#[error("The concepts cannot be read: {0}.")]
pub struct ConceptsError(#[from] toml::de::Error);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    concept: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    asked: Vec<String>,
    #[serde(default)]
    named: Vec<String>,
    #[serde(default)]
    titles: Vec<String>,
}

/// Something that is asked for by one name and stands in documents under others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    asked: Vec<Vec<Stem>>,
    /// Phrases, as stems, one of which a passage holds that holds the concept.
    pub named: Vec<Vec<Stem>>,
    /// Words of those phrases, without stop words, for a full-text search.
    pub words: Vec<String>,
    /// Titles of the sections in which it stands.
    pub titles: Vec<String>,
}

/// Every concept that is known.
#[derive(Debug, Clone, Default)]
pub struct Concepts(Vec<Concept>);

impl Concepts {
    /// The concepts that come with the program.
    ///
    /// # Panics
    /// Never in a tested build: the files are part of the program and a test reads them.
    pub fn builtin(vocabulary: &Vocabulary) -> Concepts {
        Concepts::parse(FINANCE, vocabulary).expect("the program's own concepts are sound")
    }

    /// Concepts from a file's text; see `concepts/finance.toml` for the form.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Concepts, ConceptsError> {
        let file: File = toml::from_str(text)?;
        let stems = |phrases: &[String]| phrases.iter().map(|p| vocabulary.stems(p)).collect();
        let concept = |entry: Entry| Concept {
            asked: stems(&entry.asked),
            named: stems(&entry.named),
            words: entry.named.iter().flat_map(|p| content_words(p)).collect(),
            titles: entry.titles,
        };
        Ok(Concepts(file.concept.into_iter().map(concept).collect()))
    }

    /// The concepts that a question names.
    pub fn of(&self, question: &[Stem]) -> Vec<&Concept> {
        let named = |concept: &&Concept| {
            concept.asked.iter().any(|phrase| crate::lexical::holds_phrase(question, phrase))
        };
        self.0.iter().filter(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_own_concepts_are_sound() {
        let vocabulary = Vocabulary::default();
        let concepts = Concepts::builtin(&vocabulary);
        assert!(concepts.0.len() > 30);
        for concept in &concepts.0 {
            assert!(concept.asked.iter().all(|phrase| !phrase.is_empty()));
            assert!(!concept.named.is_empty() || !concept.titles.is_empty());
        }
    }

    #[test]
    fn a_question_names_concepts_in_any_number_of_words() {
        let vocabulary = Vocabulary::default();
        let text = "[[concept]]\nasked = ['quick ratio']\nnamed = ['total current assets']\n\
                    [[concept]]\nasked = ['p&l']\ntitles = ['income statement']\n";
        let concepts = Concepts::parse(text, &vocabulary).unwrap();
        let named = |question: &str| concepts.of(&vocabulary.stems(question)).len();
        assert_eq!(named("Are the quick ratios healthy?"), 1);
        assert_eq!(named("Use the P&L, and the quick ratio."), 2);
        assert_eq!(named("How quick is the ratio?"), 0);
    }

    #[test]
    fn what_is_misspelt_in_a_file_is_an_error() {
        let text = "[[concept]]\naksed = ['a']\n";
        assert!(Concepts::parse(text, &Vocabulary::default()).is_err());
    }
}

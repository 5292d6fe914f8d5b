//! Concepts: what a trade's documents call the things that people ask for.
//!
//! People ask for the quick ratio; the filing holds "Total current assets" under "Consolidated
//! balance sheets", and no model of this size knows that the one is made of the other. Such knowledge
//! stands in a trade's file (`citelight_trades`).

use citelight_text::{Stem, Vocabulary, content_words};
use citelight_trades::Trades;

/// Something that is asked for by one name and stands in documents under others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// Phrases, as stems, by one of which it is asked for.
    pub asked: Vec<Vec<Stem>>,
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
    pub fn builtin(vocabulary: &Vocabulary) -> Concepts {
        Concepts::from_trades(&Trades::builtin(), vocabulary)
    }

    /// The concepts of trades. A synonym is one too, each of whose words asks for the others.
    pub fn from_trades(trades: &Trades, vocabulary: &Vocabulary) -> Concepts {
        let stems = |phrases: &[String]| phrases.iter().map(|p| vocabulary.stems(p)).collect();
        let concept = |asked: &[String], named: &[String], titles: &[String]| Concept {
            asked: stems(asked),
            named: stems(named),
            words: named.iter().flat_map(|p| content_words(p)).collect(),
            titles: titles.to_vec(),
        };
        let concepts = trades.concepts.iter().map(|c| concept(&c.asked, &c.named, &c.titles));
        let synonyms = trades.synonyms.iter().map(|words| concept(words, words, &[]));
        Concepts(concepts.chain(synonyms).collect())
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
        let concepts = Concepts::from_trades(&Trades::parse("", text).0, &vocabulary);
        let named = |question: &str| concepts.of(&vocabulary.stems(question)).len();
        assert_eq!(named("Are the quick ratios healthy?"), 1);
        assert_eq!(named("Use the P&L, and the quick ratio."), 2);
        assert_eq!(named("How quick is the ratio?"), 0);
    }

    #[test]
    fn a_synonym_asks_for_the_others() {
        let vocabulary = Vocabulary::default();
        let (trades, _) = Trades::parse("", "[[synonym]]\nwords = ['tenant', 'lessee']\n");
        let concepts = Concepts::from_trades(&trades, &vocabulary);
        let found = concepts.of(&vocabulary.stems("What do tenants pay?"));
        assert_eq!(found[0].words, ["tenant", "lessee"]);
        assert!(found[0].named.contains(&vocabulary.stems("lessees")));
    }
}

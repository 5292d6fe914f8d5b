//! Owns what is known of a trade's figures: the lines that statements hold, what people call them,
//! and the ratios made of them.

use std::ops::Range;

use crate::label::Key;

/// A statement: a table that every report holds.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its name.
    pub name: String,
    /// What questions call it, as keys.
    pub asked: Vec<Key>,
    /// Titles over it, in lower case.
    pub titles: Vec<String>,
    /// Lines by which it is known.
    pub rows: Vec<Key>,
    /// Whether lines of other statements bear their names in it but say how much they changed.
    pub changes: bool,
}

/// A figure that is asked for: a line of a statement, a formula, or a line with formulas in its stead.
#[derive(Debug, Clone)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// What questions call it, as keys.
    pub asked: Vec<Key>,
    /// What its line is called, the most telling first.
    pub rows: Vec<Key>,
    /// Words that a label of it never holds.
    pub never: Vec<Key>,
    /// The statement in which it stands, as an index into [`Measures::statements`].
    pub statement: Option<usize>,
    /// How it is made of others, tried in order where no line is found.
    pub formulas: Vec<String>,
    /// Whether its formula gives a share that is said in percent.
    pub percent: bool,
    /// Whether its sign only says that money goes out.
    pub magnitude: bool,
    /// What questions say of it without a name, as keys.
    pub verbs: Vec<Key>,
    /// By what it is usually judged, in words that are shown.
    pub rule: Option<String>,
    /// Phrases of questions of judgement that it decides without being named.
    pub judged: Vec<Key>,
}

/// All that is known.
#[derive(Debug, Clone)]
pub struct Measures {
    /// Statements.
    pub statements: Vec<Statement>,
    /// Measures.
    pub measures: Vec<Measure>,
    /// Titles over tables whose figures are not those of the whole company, in lower case.
    pub other_tables: Vec<String>,
}

impl Measures {
    /// The measure whose longest name stands in `phrase`, and where; of equally long names the last
    /// in the phrase, where the head of an English noun phrase stands. A verb says it only where no name
    /// does.
    pub fn named(&self, phrase: &Key) -> Option<(usize, Range<usize>)> {
        self.longest(phrase, |known| &known.asked)
            .or_else(|| self.longest(phrase, |known| &known.verbs))
    }

    /// Whether words name a measure.
    pub fn name(&self, words: &str) -> bool {
        self.named(&Key::of(words)).is_some()
    }

    fn longest(
        &self,
        phrase: &Key,
        of: impl Fn(&Measure) -> &Vec<Key>,
    ) -> Option<(usize, Range<usize>)> {
        let names = self.measures.iter().enumerate().flat_map(|(measure, known)| {
            let found = move |name: &Key| {
                let at = phrase.find(name)?;
                Some((measure, at..at + name.words().len()))
            };
            of(known).iter().filter_map(found)
        });
        names.max_by_key(|(_, range)| (range.len(), range.end))
    }

    /// The measure with a rule by which a question of judgement is decided: one that it names, or one whose
    /// phrases it holds.
    pub fn judging(&self, question: &Key) -> Option<&Measure> {
        let named = self.named(question).map(|(at, _)| &self.measures[at]);
        let meant =
            |measure: &&Measure| measure.judged.iter().any(|one| question.find(one).is_some());
        let named = named.filter(|measure| measure.rule.is_some());
        named.or_else(|| self.measures.iter().find(meant)).filter(|measure| measure.rule.is_some())
    }

    /// The statement that a phrase names, and where.
    pub fn statement_named(&self, phrase: &Key) -> Option<(usize, Range<usize>)> {
        let names = self.statements.iter().enumerate().flat_map(|(at, known)| {
            known.asked.iter().filter_map(move |name| {
                let start = phrase.find(name)?;
                Some((at, start..start + name.words().len()))
            })
        });
        names.max_by_key(|(_, range)| range.len())
    }

    /// Whether a word is part of some measure's name.
    pub(crate) fn knows(&self, word: &str) -> bool {
        let mut names = self.measures.iter().flat_map(|measure| &measure.asked);
        names.any(|name| name.words().iter().any(|known| known == word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_meant() {
        let measures = Measures::builtin();
        let name = |phrase: &str| {
            let (at, _) = measures.named(&Key::of(phrase)).unwrap();
            measures.measures[at].name.clone()
        };
        assert_eq!(name("unadjusted operating income"), "operating income");
        assert_eq!(name("total current assets"), "total current assets");
        assert_eq!(name("net PP&E"), "property, plant and equipment");
        assert_eq!(name("money was lost"), "net income");
        assert_eq!(name("revenue was earned"), "revenue");
    }
}

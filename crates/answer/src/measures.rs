//! Owns what is known of a trade's figures: the lines that statements hold, what people call them,
//! and the ratios made of them. The knowledge itself stands in `measures/*.toml`.

use serde::Deserialize;
use thiserror::Error;

use crate::label::Key;

const FINANCE: &str = include_str!("../measures/finance.toml");

/// A file of measures that cannot be used.
#[derive(Debug, Error)]
pub enum MeasuresError {
    /// It is no TOML of the expected form.
    #[error("The measures cannot be read: {0}.")]
    Form(#[from] toml::de::Error),
    /// A measure names a statement that the file does not hold.
    #[error("“{measure}” stands in “{statement}”, which is not described.")]
    Statement {
        /// First name of the measure.
        measure: String,
        /// The statement's name.
        statement: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    statement: Vec<StatementEntry>,
    measure: Vec<MeasureEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatementEntry {
    name: String,
    asked: Vec<String>,
    titles: Vec<String>,
    rows: Vec<String>,
    #[serde(default)]
    changes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureEntry {
    asked: Vec<String>,
    #[serde(default)]
    rows: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    statement: Option<String>,
    #[serde(default)]
    formulas: Vec<String>,
    #[serde(default)]
    percent: bool,
    #[serde(default)]
    magnitude: bool,
}

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
}

/// All that is known.
#[derive(Debug, Clone)]
pub struct Measures {
    /// Statements.
    pub statements: Vec<Statement>,
    /// Measures.
    pub measures: Vec<Measure>,
}

impl Measures {
    /// What comes with the program.
    ///
    /// # Panics
    /// Never in a tested build: the file is part of the program and a test reads it.
    pub fn builtin() -> Measures {
        Measures::parse(FINANCE).expect("the program's own measures are sound")
    }

    /// Measures from a file's text; see `measures/finance.toml` for the form.
    pub fn parse(text: &str) -> Result<Measures, MeasuresError> {
        let file: File = toml::from_str(text)?;
        let keys = |names: &[String]| names.iter().map(|name| Key::of(name)).collect::<Vec<_>>();
        let statements: Vec<Statement> = file
            .statement
            .into_iter()
            .map(|entry| Statement {
                asked: keys(&entry.asked),
                titles: entry.titles,
                rows: keys(&entry.rows),
                changes: entry.changes,
                name: entry.name,
            })
            .collect();
        let mut measures = Vec::with_capacity(file.measure.len());
        for entry in file.measure {
            let name = entry.asked.first().cloned().unwrap_or_default();
            let statement = match &entry.statement {
                Some(wanted) => {
                    let at = statements.iter().position(|statement| statement.name == *wanted);
                    Some(at.ok_or_else(|| MeasuresError::Statement {
                        measure: name.clone(),
                        statement: wanted.clone(),
                    })?)
                }
                None => None,
            };
            measures.push(Measure {
                asked: keys(&entry.asked),
                rows: keys(&entry.rows),
                never: keys(&entry.never),
                statement,
                formulas: entry.formulas,
                percent: entry.percent,
                magnitude: entry.magnitude,
                name,
            });
        }
        Ok(Measures { statements, measures })
    }

    /// The measure whose longest name stands in `phrase`, and where; of equally long names the last
    /// in the phrase, where the head of an English noun phrase stands.
    pub fn named(&self, phrase: &Key) -> Option<(usize, std::ops::Range<usize>)> {
        let names = self.measures.iter().enumerate().flat_map(|(measure, known)| {
            known.asked.iter().filter_map(move |name| {
                let at = phrase.find(name)?;
                Some((measure, at..at + name.words().len()))
            })
        });
        names.max_by_key(|(_, range)| (range.len(), range.end))
    }

    /// The statement that a phrase names, and where.
    pub fn statement_named(&self, phrase: &Key) -> Option<(usize, std::ops::Range<usize>)> {
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
    fn the_programs_own_measures_are_sound() {
        let measures = Measures::builtin();
        for measure in &measures.measures {
            assert!(measure.asked.iter().all(|name| !name.is_empty()), "{}", measure.name);
            assert!(!(measure.rows.is_empty() && measure.formulas.is_empty()), "{}", measure.name);
        }
    }

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
    }

    #[test]
    fn a_statement_that_is_not_described_is_an_error() {
        let text = "statement = []\n[[measure]]\nasked = ['x']\nrows = ['x']\nstatement = 'none'\n";
        assert!(matches!(Measures::parse(text), Err(MeasuresError::Statement { .. })));
    }
}

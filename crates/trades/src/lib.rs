//! What is known of a trade, as data: the statements of its reports, their lines and ratios, and what
//! its documents call the things that people ask for.
//!
//! A trade is one TOML file. Finance comes with the program; `docs/trades.md` says how to add another.
//! Pure: a file's text comes in, and plain lists or errors with their lines come out. What a formula or
//! a phrase means is for the crates that use the lists.

mod error;
mod read;

use std::sync::Arc;

pub use error::TradeError;

const BUILTIN: [(&str, &str); 2] = [
    ("finance.toml", include_str!("../trades/finance.toml")),
    ("paperwork.toml", include_str!("../trades/paperwork.toml")),
];

/// Where something stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
}

/// A phrase or a formula with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// As written.
    pub text: String,
    /// Where.
    pub place: Place,
}

/// A table that every report of a trade holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its name.
    pub name: String,
    /// What questions call it.
    pub asked: Vec<String>,
    /// Titles over it.
    pub titles: Vec<String>,
    /// Lines by which it is known.
    pub rows: Vec<String>,
    /// Whether lines of other statements bear their names in it but say how much they changed.
    pub changes: bool,
}

/// A figure: a line of a statement, a formula, or a line with formulas in its stead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What questions call it; never empty. The first is its name.
    pub asked: Vec<String>,
    /// What its line is called, the most telling first.
    pub rows: Vec<String>,
    /// Words that a label of it never holds.
    pub never: Vec<String>,
    /// The name of the statement in which it stands.
    pub statement: Option<Located>,
    /// How it is made of others, tried in order where no line is found.
    pub formulas: Vec<Located>,
    /// Whether its formula gives a share that is said in percent.
    pub percent: bool,
    /// Whether its sign only says that money goes out.
    pub magnitude: bool,
    /// What questions say of it without a name: "earned", "sold".
    pub verbs: Vec<String>,
    /// By what it is usually judged, in words that are shown.
    pub rule: Option<String>,
    /// Phrases of questions of judgement that it decides without being named.
    pub judged: Vec<String>,
}

/// Something that is asked for by one name and stands in documents under others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// What questions call it; never empty. The first is its name.
    pub asked: Vec<String>,
    /// Phrases of which a passage about it holds one.
    pub named: Vec<String>,
    /// Titles of the sections in which it stands.
    pub titles: Vec<String>,
}

/// All that is known of any number of trades, in the order in which it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trades {
    /// Statements, each name once.
    pub statements: Vec<Statement>,
    /// Measures. Of several of one name the last without a mistake counts; whether a formula has one,
    /// who calculates knows.
    pub measures: Vec<Measure>,
    /// Concepts, each name once.
    pub concepts: Vec<Concept>,
    /// Words that mean the same.
    pub synonyms: Vec<Vec<String>>,
    /// Titles over tables whose figures are not those of the whole that is reported on.
    pub other_tables: Vec<String>,
}

impl Trades {
    /// The trades that come with the program.
    ///
    /// # Panics
    /// Never in a tested build: the files are part of the program and a test reads them.
    pub fn builtin() -> Trades {
        let mut trades = Trades::default();
        for (name, text) in BUILTIN {
            let errors = trades.add(name, text);
            assert!(errors.is_empty(), "the program's own trades are sound: {errors:?}");
        }
        trades
    }

    /// One trade, from the name and the text of its file, and what is wrong with it.
    pub fn parse(name: &str, text: &str) -> (Trades, Vec<TradeError>) {
        let mut trades = Trades::default();
        let errors = trades.add(name, text);
        (trades, errors)
    }

    /// Adds a file. Its entries stand for earlier ones of the same names; those with a mistake are left
    /// out, and of a file that is no TOML all.
    pub fn add(&mut self, name: &str, text: &str) -> Vec<TradeError> {
        let (new, errors) = read::read(name, text);
        let named = |name: &str, other: &str| name_key(name) == name_key(other);
        self.statements.retain(|old| !new.statements.iter().any(|own| named(&own.name, &old.name)));
        self.concepts
            .retain(|old| !new.concepts.iter().any(|own| named(&own.asked[0], &old.asked[0])));
        self.statements.extend(new.statements);
        self.measures.extend(new.measures);
        self.concepts.extend(new.concepts);
        self.synonyms.extend(new.synonyms);
        self.other_tables.extend(new.other_tables);
        errors
    }
}

/// A name as names are compared: capitals and spaces around do not count.
pub fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests;

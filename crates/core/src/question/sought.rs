//! What a question seeks: which words answer it, how it asks, how far an answer would have to look.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What sort of words answers a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Sought {
    /// A date or a time in history.
    Date,
    /// A year, and nothing more exact.
    Year,
    /// A name of a person or a thing.
    Name,
    /// A name of a place.
    Place,
    /// A number that names something and counts nothing: of an invoice, an account, a telephone.
    Code,
    /// A number with its unit.
    Number(NumberSought),
    /// Yes or no.
    YesNo,
    /// Several things.
    List,
    /// What a term means.
    Definition,
}

/// A number that is sought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NumberSought {
    /// What it is to measure.
    pub counts: Counted,
    /// The words for the things that are counted, in lower case, the last one first: "children" of
    /// "how many young children"; empty for all but things.
    pub nouns: Vec<String>,
}

/// What a number measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Things, named by a noun.
    Things,
    /// A length of time.
    Time,
    /// A share in percent.
    Percent,
    /// An amount of money.
    Money,
    /// A percentage, or a number of times.
    Rate,
    /// A size, a weight, an age, a dose: whatever its unit.
    Measure,
}

/// How a question asks, by the words that it begins with or holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum QuestionSort {
    /// "When", "in what year".
    When,
    /// "How many", "what percentage".
    Amount,
    /// "Who", "whose".
    Who,
    /// "Where", "which country".
    Where,
    /// "Why", "for what reason".
    Why,
    /// "How" of a manner.
    How,
    /// "What".
    WhatIs,
    /// "Which".
    Which,
    /// "Is", "does", "can".
    YesNo,
    /// None of these.
    #[default]
    Other,
}

/// How far the answer to a question would have to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// The passages nearest to the question.
    #[default]
    Passages,
    /// One part that the question names, as a whole ("summarise chapter 3").
    Part,
    /// Everything that was asked.
    Whole,
}

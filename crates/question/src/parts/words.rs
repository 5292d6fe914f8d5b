//! Owns the word lists behind sentences and instructions.

use citelight_text::WordList;

/// Words behind which a full stop ends no sentence.
pub(super) const ABBREVIATIONS: &[&str] = &[
    "approx", "art", "cf", "co", "corp", "dr", "eg", "etc", "fig", "figs", "ie", "inc", "jr",
    "ltd", "mr", "mrs", "ms", "no", "nos", "p", "pp", "prof", "sec", "st", "vs",
];

/// Words that open a question.
pub(crate) const QUESTION_WORDS: &[&str] =
    &["what", "which", "who", "whom", "whose", "when", "where", "why", "how", "whats"];

/// Verbs that open a question answered by yes or no.
pub(crate) const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "can", "could",
    "may", "might", "must", "shall", "should", "will", "would", "isn't", "aren't", "wasn't",
    "weren't", "don't", "doesn't", "didn't", "hasn't", "haven't", "can't", "won't",
];

/// Verbs that open a request.
pub(crate) const REQUESTS: WordList = WordList::new(
    "list name enumerate identify summarize summarise recap outline compare contrast define explain
     describe discuss elaborate tell show give provide find calculate compute count determine
     estimate state sum",
);

/// Openings of sentences that say how the answer is made or written.
pub(super) const INSTRUCTIONS: &[&str] = &[
    "answer",
    "round",
    "return",
    "format",
    "express",
    "respond",
    "reply",
    "state answer",
    "state your answer",
    "state the answer",
    "write your",
    "write the answer",
    "give your answer",
    "give the answer",
    "give an answer",
    "give a response",
    "give your response",
    "give a number",
    "give me a number",
    "give a whole number",
    "give me a whole number",
    "provide a response",
    "provide your",
    "provide an answer",
    "provide the answer",
    "base your",
    "calculate the answer",
    "compute the answer",
    "extract the answer",
    "use only",
    "be concise",
    "be brief",
    "keep it",
    "keep the answer",
    "the answer should be",
    "your answer should",
    "explain your answer",
    "show your work",
];

/// Openings of sentences that lead up to a question.
pub(super) const LEADS: &[&str] = &[
    "we want to",
    "we need to",
    "we would like",
    "i want to",
    "i need to",
    "i would like",
    "help us",
    "help me",
    "here's the question",
    "here is the question",
    "here is my question",
];

/// Openings of phrases, closed by a comma, that say what to go by.
pub(super) const BASES: &[&str] = &[
    "based on",
    "based upon",
    "by relying on",
    "relying on",
    "according to",
    "as per",
    "in accordance with",
    "taking into account",
    "when referencing",
    "when referring to",
    "referring to",
    "with reference to",
    "going by",
    "using",
    "utilizing",
    "considering",
];

/// Of these, those that go by a text only when one is named.
pub(super) const LOOSE_BASES: &[&str] = &["using", "utilizing", "considering"];

/// What texts and their parts are called.
pub(crate) const TEXTS: WordList = WordList::new(
    "agreement annex appendix article balance booklet chapter contract data details document
     documents figure filing filings guide handbook information manual note notes p&l paper policy
     report reports schedule section sheet sheets statement statements study table tables text",
);

//! Owns what a pronoun can stand for: the subject of the question before, or whom and what it was
//! asked of.

use std::ops::Range;

use citelight_text::is_topicless;

use super::read::Read;
use super::words::{DETERMINERS, PARTICIPLES, PREPOSITIONS, VERBS};
use crate::parts::{AUXILIARIES, QUESTION_WORDS, REQUESTS, question_start};

/// How a question begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opening {
    /// Its question word, or its auxiliary where it begins with one.
    pub(super) start: usize,
    /// Its first auxiliary; `None` for "who signed …" and for requests.
    pub(super) auxiliary: Option<usize>,
    /// The end of the clause.
    pub(super) end: usize,
}

/// How the question begins; `None` where it is no question.
pub(super) fn opening(read: &Read<'_>) -> Option<Opening> {
    let tokens = &read.tokens;
    let start = question_start(tokens, &read.asking)?;
    let end = (start + 1..read.asking.end)
        .find(|&at| {
            matches!(tokens.lower(at), "," | ";" | ":" | "(")
                || matches!(tokens.lower(at), "and" | "or" | "but")
                    && (QUESTION_WORDS.contains(&tokens.lower(at + 1))
                        || AUXILIARIES.contains(&tokens.lower(at + 1)))
        })
        .unwrap_or(read.asking.end);
    let is = |at: usize| {
        AUXILIARIES.contains(&tokens.lower(at))
            && !read.times.iter().any(|t| t.tokens.contains(&at))
    };
    let near = (start + 9).min(end);
    Some(Opening { start, auxiliary: (start..near).find(|&at| is(at)), end })
}

/// The run of words that a new topic takes the place of, without its article: the head of "what is
/// …", "how long is …", "how much … did". `None` where there is none.
pub(super) fn head(old: &Read<'_>) -> Option<Range<usize>> {
    let tokens = &old.tokens;
    let Opening { start, auxiliary, end } = opening(old)?;
    let auxiliary = auxiliary?;
    let word = tokens.lower(start);
    if !QUESTION_WORDS.contains(&word) {
        return None;
    }
    let be = is_be(tokens.lower(auxiliary));
    // "how much revenue did …", "which fee does …"
    let counted = matches!(tokens.lower(start + 1), "much" | "many");
    let asked = start + 1 + usize::from(word == "how" && counted)..auxiliary;
    if !asked.is_empty() && (counted || matches!(word, "what" | "which")) {
        return Some(asked);
    }
    let adjective = word == "how" && auxiliary == start + 2;
    let plain = matches!(word, "what" | "when" | "where" | "who" | "why") && auxiliary == start + 1;
    if !be || !(adjective || plain) {
        return None;
    }
    let mut first = auxiliary + 1;
    // "AMD's revenue": the owner stays.
    if let Some(owner) = (first..end).find(|&at| tokens.get(at).is_some_and(|t| t.possessive))
        && owner < first + 6
        && old.names.iter().any(|name| name.tokens.contains(&owner))
    {
        first = owner + 1;
    }
    let bare = matches!(tokens.lower(first), "the" | "a" | "an");
    let from = first + usize::from(bare);
    if from >= end || is_topicless(tokens.lower(from)) {
        return None;
    }
    if matches!(word, "when" | "where") {
        let phrase = before_verb(old, first..end, true)?;
        return Some(from.max(phrase.start)..phrase.end).filter(|run| !run.is_empty());
    }
    // A year before the topic stays: "the FY2022 revenue".
    let from = match old.times.iter().find(|time| time.tokens.start == from) {
        Some(time) => time.tokens.end,
        None => from,
    };
    let found = |at: usize| {
        let at = at + 1 + usize::from(DETERMINERS.contains(&tokens.lower(at + 1)));
        old.names.iter().any(|name| name.tokens.start == at)
            || old.forms.iter().any(|(run, _)| run.start == at)
            || old.times.iter().any(|time| time.tokens.start == at)
            || old.parts.iter().any(|run| run.start == at)
    };
    let stop = (from..end).find(|&at| {
        let word = tokens.lower(at);
        PREPOSITIONS.contains(word) && (word != "of" || found(at))
            || AUXILIARIES.contains(&word)
            || old.times.iter().any(|time| time.tokens.start == at)
            || matches!(word, "that" | "which" | "who" | "to" | "if" | "when")
    });
    let stop = stop.unwrap_or(end);
    (stop > from).then_some(from..stop)
}

pub(super) fn is_be(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were")
}

/// The phrase that is the subject of the question, article and all, or the object of "who signed …".
/// Whether words were left out of it is for the caller to mend.
pub(super) fn subject(old: &Read<'_>) -> Option<Range<usize>> {
    let tokens = &old.tokens;
    let Opening { start, auxiliary, end } = opening(old)?;
    let word = tokens.lower(start);
    if REQUESTS.contains(word) {
        let from = start + 1 + usize::from(matches!(tokens.lower(start + 1), "me" | "us"));
        return noun(old, from..end);
    }
    let contracted = tokens.get(start).is_some_and(|token| token.possessive);
    if contracted && matches!(word, "what" | "who" | "where" | "when" | "how") {
        return noun(old, start + 1..end);
    }
    let Some(auxiliary) = auxiliary else {
        // "Who signed the lease?": what becomes of it is asked.
        let plain = matches!(word, "who" | "what") && !is_topicless(tokens.lower(start + 1));
        return if plain { noun(old, start + 2..end) } else { None };
    };
    let be = is_be(tokens.lower(auxiliary));
    let asks = QUESTION_WORDS.contains(&word);
    let after = auxiliary + 1..end;
    if be && asks && (auxiliary == start + 1 || word == "how" && auxiliary == start + 2) {
        let participle = word != "what" && word != "who" && auxiliary == start + 1;
        return if participle { before_verb(old, after, true) } else { noun(old, after) };
    }
    if matches!(word, "what" | "which") && auxiliary > start + 1 {
        return None; // "What revenue did AMD report?": the two are one only together.
    }
    // "Who may end the lease?"
    let actor = word == "who" && !be && auxiliary == start + 1;
    if actor && !DETERMINERS.contains(&tokens.lower(after.start)) {
        let object = after.start + 1..end;
        return noun(old, object.start..phrase_end(old, object));
    }
    before_verb(old, after, false)
}

/// What is done to, where a company or a document does it: "remote work" of "does the handbook allow
/// remote work?".
pub(super) fn object(old: &Read<'_>) -> Option<Range<usize>> {
    let Opening { start, auxiliary, end } = opening(old)?;
    let auxiliary = auxiliary.filter(|at| *at <= start + 1 && !is_be(old.tokens.lower(*at)))?;
    let subject = subject(old).filter(|subject| subject.start == auxiliary + 1)?;
    let actor = old.names.iter().any(|name| name.tokens == subject)
        || old.forms.iter().any(|(form, _)| form.end == subject.end);
    let behind = subject.end + 1..end;
    actor.then(|| noun(old, behind.start..phrase_end(old, behind))).flatten()
}

/// What a document is asked about: "moorings" of "what does the rider say about moorings?".
pub(super) fn about(old: &Read<'_>) -> Option<Range<usize>> {
    let says = |word: &str| matches!(word, "say" | "says" | "state" | "provide" | "mention");
    let end = opening(old)?.end;
    let at = old.asking.clone().skip(1).find(|&at| {
        old.tokens.lower(at) == "about" && at + 1 < end && says(old.tokens.before(at))
    })?;
    noun(old, at + 1..phrase_end(old, at + 1..end))
}

/// The end of the phrase at the start of a run: its first preposition but "of".
fn phrase_end(old: &Read<'_>, run: Range<usize>) -> usize {
    let ends = |at: &usize| {
        let word = old.tokens.lower(*at);
        PREPOSITIONS.contains(word) && word != "of" || !old.tokens.is_word(*at) && word != "-"
    };
    run.clone().skip(1).find(ends).unwrap_or(run.end)
}

/// A noun phrase that fills a run, if it begins like one.
fn noun(old: &Read<'_>, run: Range<usize>) -> Option<Range<usize>> {
    let first = old.tokens.lower(run.start);
    let begins = DETERMINERS.contains(&first) || !is_topicless(first);
    (begins && old.tokens.is_word(run.start) && !run.is_empty()).then_some(run)
}

/// The noun phrase at the start of a run, up to the verb that ends it; `if_any` says that there may be
/// none, as in "when is the deadline?".
fn before_verb(old: &Read<'_>, run: Range<usize>, if_any: bool) -> Option<Range<usize>> {
    let tokens = &old.tokens;
    let run = if tokens.lower(run.start) == "there" { run.start + 1..run.end } else { run };
    let first = noun(old, run.clone())?.start;
    if let Some(name) = old.names.iter().find(|name| name.tokens.start == first)
        && tokens.get(name.tokens.end - 1).is_some_and(|token| !token.possessive)
    {
        return Some(name.tokens.clone());
    }
    let bare = usize::from(DETERMINERS.contains(&tokens.lower(first)));
    let inner = |at: usize| {
        let word = tokens.lower(at);
        tokens.is_word(at) && (!is_topicless(word) || word == "of")
            || matches!(word, "-" | "&")
            || word == "the" && tokens.before(at) == "of"
    };
    let end = (first + bare..run.end).find(|&at| !inner(at)).unwrap_or(run.end);
    let words = first + bare..end;
    let verb = (words.start + 1..words.end).find(|&at| VERBS.contains(tokens.lower(at)));
    // "there is a fee" has no verb behind it.
    let there = run.start > 0 && tokens.before(run.start) == "there";
    let stop = match verb {
        Some(at) => at,
        None if there || words.len() < 2 => words.end,
        None if if_any && !is_participle(tokens.lower(words.end - 1)) => words.end,
        None => words.end - 1,
    };
    (stop > words.start).then_some(first..stop)
}

/// Whether a word may say what is done with the subject, or how it is.
fn is_participle(word: &str) -> bool {
    PARTICIPLES.contains(word)
        || ["ed", "able", "ible"].iter().any(|end| word.len() > 4 && word.ends_with(end))
}

/// Whom or what the question before was asked of: a company, or a document with its article.
pub(super) fn agent(old: &Read<'_>) -> Option<String> {
    let same = |key: &str| old.names.iter().all(|name| name.key == key);
    match (&old.names[..], &old.forms[..]) {
        ([name, ..], _) if same(&name.key) => Some(old.words(name.tokens.clone()).to_owned()),
        ([], _) => document(old),
        _ => None,
    }
}

/// The one document that the question before names by its kind.
pub(super) fn document(old: &Read<'_>) -> Option<String> {
    let (run, name) = old.forms.first()?;
    let same = old.forms.iter().all(|(_, other)| other == name);
    same.then(|| format!("the {}", old.words(run.clone())))
}

/// " for AMD", " in the rider", " in clause 8": whom and what the question before was asked of. Empty
/// where it names nothing; `None` where it names several.
pub(super) fn scope(old: &Read<'_>) -> Option<String> {
    let same = old.names.iter().all(|name| name.key == old.names[0].key);
    match (&old.names[..], &old.forms[..], &old.parts[..]) {
        ([], [], []) => Some(String::new()),
        ([name, ..], _, _) if same => Some(format!(" for {}", old.words(name.tokens.clone()))),
        ([], [_, ..], _) => document(old).map(|document| format!(" in {document}")),
        ([], [], [part]) => Some(format!(" in {}", old.words(part.clone()))),
        _ => None,
    }
}

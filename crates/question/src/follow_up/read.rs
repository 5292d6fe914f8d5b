//! Owns what is found in a question and may take the place of its like in another.

use std::ops::Range;

use citelight_core::{Found, Interpretation, NamedDocuments, NamingStrength, UnitKind};
use citelight_text::{Tokens, is_topicless};

use super::words::{DETERMINERS, JOINS, TAKES_UP};
use crate::catalogue::{form_at, points};
use crate::parts::{self, begins};
use crate::periods::{self, Time};
use crate::scope::MEANT;

/// A company or a document that is named.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) tokens: Range<usize>,
    /// Two with the same key mean the same.
    pub(super) key: String,
}

/// A question, and what is found in it, as runs of its tokens.
#[derive(Debug)]
pub(super) struct Read<'a> {
    pub(super) tokens: Tokens<'a>,
    /// The first sentence that asks, closing marks left out.
    pub(super) asking: Range<usize>,
    /// Where it really begins, behind what joins it to the question before.
    pub(super) start: usize,
    pub(super) times: Vec<Time>,
    pub(super) names: Vec<Name>,
    /// Kinds of documents ("the rider"), with the words before them that tell which, and their names.
    pub(super) forms: Vec<(Range<usize>, &'static str)>,
    /// Numbered parts.
    pub(super) parts: Vec<Range<usize>>,
    pub(super) units: Vec<(Range<usize>, UnitKind)>,
}

impl<'a> Read<'a> {
    /// `None` where no sentence asks.
    pub(super) fn of(tokens: Tokens<'a>, asked: &Interpretation) -> Option<Read<'a>> {
        let asking = parts::parts(&tokens).asking.into_iter().next()?;
        let runs = |found: &Found| -> Vec<Range<usize>> {
            found.spans.iter().map(|span| tokens.within(&span.range())).collect()
        };
        let times = periods::times(&tokens);
        let forms = forms(&tokens);
        let parts: Vec<_> =
            asked.references.iter().flat_map(|part| runs(&part.found)).filter(filled).collect();
        let units = asked
            .units
            .iter()
            .flat_map(|unit| runs(&unit.found).into_iter().map(|run| (run, unit.kind)))
            .collect();
        let start = opening(&tokens, &asking);
        let mut names = Vec::new();
        // What documents merely bear is no name that takes another's place.
        let bears = |named: &&NamedDocuments| named.found.key == MEANT;
        for named in asked.documents.iter().filter(|named| !bears(named)) {
            let certain = named.strength == NamingStrength::Only;
            let key = match named.documents.first() {
                Some(first) => format!("{first}:{}", named.documents.len()),
                None => named.found.key.clone(),
            };
            let runs = runs(&named.found).into_iter().filter(filled);
            let named = runs.filter(|run| certain || is_name(&tokens, run, start));
            names.extend(
                named.map(|run| Name { tokens: whole_name(&tokens, run), key: key.clone() }),
            );
        }
        let free = |run: &Range<usize>| {
            !forms.iter().any(|(form, _)| meets(form, run)) && !parts.iter().any(|p| meets(p, run))
        };
        names.retain(|name| free(&name.tokens));
        names.sort_by_key(|name| name.tokens.start);
        if names.is_empty() {
            let taken = |at: usize| {
                let at = at..at + 1;
                !free(&at) || times.iter().any(|time| meets(&time.tokens, &at))
            };
            names = unknown_names(&tokens, &asking, start, taken);
        }
        Some(Read { asking, start, times, names, forms, parts, units, tokens })
    }

    /// The words of a run of tokens.
    pub(super) fn words(&self, run: Range<usize>) -> &'a str {
        &self.tokens.text[self.tokens.bytes(run)]
    }

    /// Whether it begins with words that join it to the question before.
    pub(super) fn joins(&self) -> bool {
        self.start > self.asking.start
    }

    /// What is asked, without what joins it to the question before.
    pub(super) fn rest(&self) -> Range<usize> {
        self.start..self.asking.end
    }
}

/// Whether two runs share a token.
pub(super) fn meets(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

fn filled(run: &Range<usize>) -> bool {
    !run.is_empty()
}

/// The token behind "and", "what about", "the same for".
fn opening(tokens: &Tokens, asking: &Range<usize>) -> usize {
    let mut at = asking.start;
    loop {
        if at < asking.end && JOINS.contains(&tokens.lower(at)) {
            at += 1;
        } else if let Some(phrase) = TAKES_UP.iter().find(|phrase| begins(tokens, at, &[phrase])) {
            let count = phrase.split(' ').count();
            // The preposition is a part of what is asked.
            at += if phrase.contains("same") { count - 1 } else { count };
        } else {
            return at.min(asking.end);
        }
    }
}

/// Kinds of documents, with the one to four words between article and kind that tell which.
fn forms(tokens: &Tokens) -> Vec<(Range<usize>, &'static str)> {
    let mut forms: Vec<(Range<usize>, &'static str)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((form, length)) = form_at(tokens, at) else {
            at += 1;
            continue;
        };
        let topic = |at: usize| tokens.is_word(at) && !is_topicless(tokens.lower(at));
        let mut first = at;
        while first > 0 && at - first < 4 && topic(first - 1) {
            first -= 1;
        }
        let determined = first > 0 && DETERMINERS.contains(&tokens.before(first));
        let run = if determined { first } else { at }..at + length;
        if (determined || points(tokens, at, form)) && tokens.lower(run.end) != "of" {
            forms.push((run, form.name));
        }
        at += length;
    }
    forms
}

/// Whether what may name documents is written as a name.
fn is_name(tokens: &Tokens, run: &Range<usize>, start: usize) -> bool {
    let capital = |at: usize| {
        tokens.get(at).is_some_and(|token| {
            token.possessive || token.capital && (!tokens.opens(at) || at == start)
        })
    };
    // In a text without capitals none is missed; an article tells a thing from a name.
    let lazy = !tokens.iter().any(|(at, t)| t.capital && !tokens.opens(at) && t.lower != "i");
    let bare = run.len() == 1 && !DETERMINERS.contains(&tokens.before(run.start));
    run.clone().any(capital) || lazy && bare && follows_preposition(tokens, run.start)
}

fn follows_preposition(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.before(at), "for" | "at" | "of" | "by" | "with" | "about")
}

/// A name with the capitals that go on at either end: "Activision" of "Activision Blizzard's".
fn whole_name(tokens: &Tokens, mut run: Range<usize>) -> Range<usize> {
    let goes_on = |at: usize| {
        tokens.get(at).is_some_and(|t| t.is_word && t.capital && !is_topicless(&t.lower))
            && form_at(tokens, at).is_none()
    };
    let owns = |at: usize| tokens.get(at).is_some_and(|token| token.possessive);
    while !owns(run.end - 1) && goes_on(run.end) {
        run.end += 1;
    }
    while run.start > 0
        && goes_on(run.start - 1)
        && !owns(run.start - 1)
        && !tokens.opens(run.start - 1)
    {
        run.start -= 1;
    }
    run
}

/// Names of which the library knows nothing: capitals within a sentence.
fn unknown_names(
    tokens: &Tokens,
    asking: &Range<usize>,
    start: usize,
    taken: impl Fn(usize) -> bool,
) -> Vec<Name> {
    let is = |at: usize| {
        tokens.get(at).is_some_and(|token| {
            let opens = at == asking.start || tokens.opens(at) && at != start;
            token.is_word
                && token.capital
                && !is_topicless(&token.lower)
                && (!opens || token.possessive)
                && !taken(at)
        })
    };
    let mut names = Vec::new();
    let mut at = asking.start;
    while at < asking.end {
        let mut end = at;
        while end < asking.end && is(end) {
            end += 1;
            if tokens.get(end - 1).is_some_and(|token| token.possessive) {
                break;
            }
            // "HIV-1"
            if tokens.lower(end) == "-" && tokens.touches(end) && tokens.touches(end + 1) {
                end += 2;
            }
        }
        if end > at {
            let run = at..end;
            let key = tokens.text[tokens.bytes(run.clone())].to_lowercase();
            names.push(Name { tokens: run, key });
        }
        at = end.max(at + 1);
    }
    names
}

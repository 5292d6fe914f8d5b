//! Owns follow-ups without a verb: "and in 2021?", "what about the rider?", "and net income for Acme?".
//! What they name takes the place of its like in the question before.

use std::ops::Range;

use citelight_text::{Tokens, is_topicless, possessive_mark};

use super::antecedent;
use super::edits::{Edits, uncapitalised};
use super::read::{Name, Read, meets};
use super::times;
use super::words::{CLAUSE_WORDS, DETERMINERS, OWNERS, PLURAL_BE, PREPOSITIONS, QUANTITIES};
use crate::parts::{AUXILIARIES, QUESTION_WORDS, REQUESTS};

/// A fragment without an opening ("2021?") has few words, or it is a search by words.
const MOST_WORDS_ALONE: usize = 5;

/// What the fragment asks, written out; `None` where the question is no fragment, `Some(None)` where
/// it is one and cannot be written out.
pub(super) fn write(new: &Read<'_>, old: &Read<'_>) -> Option<Option<String>> {
    let rest = behind_question_word(&new.tokens, new.rest());
    let word = |at: usize| new.tokens.lower(at);
    let verb = rest.clone().any(|at| {
        AUXILIARIES.contains(&word(at)) && !may_is_a_month(new, at)
            || QUESTION_WORDS.contains(&word(at))
            || CLAUSE_WORDS.contains(&word(at))
    });
    if rest.is_empty() || verb || REQUESTS.contains(word(rest.start)) {
        return None;
    }
    let relative = times::relative(&new.tokens, rest.clone());
    let found: Vec<Range<usize>> = new
        .times
        .iter()
        .map(|time| &time.tokens)
        .chain(new.names.iter().map(|name| &name.tokens))
        .chain(new.forms.iter().map(|(run, _)| run))
        .chain(&new.parts)
        .chain(new.units.iter().map(|(run, _)| run))
        .chain(relative.as_ref().map(|(run, _)| run))
        .filter(|run| run.start >= rest.start)
        .cloned()
        .collect();
    let covered = |at: usize| found.iter().any(|run| run.contains(&at));
    let open: Vec<usize> = rest
        .clone()
        .filter(|at| new.tokens.is_word(*at) && !covered(*at) && !is_topicless(word(*at)))
        .collect();
    let words = rest.clone().filter(|at| new.tokens.is_word(*at)).count();
    let leans = new.joins() || rest.start > new.start;
    if open.is_empty() {
        let alone = leans || words <= MOST_WORDS_ALONE;
        return (alone && !found.is_empty()).then(|| in_place(new, old, None));
    }
    if !new.joins() || rest.start > new.start {
        return None;
    }
    let topic = topic(new, &rest, &open)?;
    // "as a percentage of sales"
    if word(rest.start) == "as" {
        return Some(in_place(new, old, Some(Open::Phrase(rest.start..topic.end))));
    }
    let before = new.tokens.before(topic.start);
    let phrase = topic.start > rest.start && PREPOSITIONS.contains(before);
    let opens = topic.start == rest.start || OWNERS.contains(&before);
    match (phrase, opens) {
        (true, _) => Some(in_place(new, old, Some(Open::Phrase(topic.start - 1..topic.end)))),
        (false, true) => Some(in_place(new, old, Some(Open::Topic(topic)))),
        (false, false) => None,
    }
}

/// "May" is a verb but where it belongs to a time.
fn may_is_a_month(new: &Read<'_>, at: usize) -> bool {
    new.times.iter().any(|time| time.tokens.contains(&at))
}

/// What follows "what" in "what in 2021?", "how much" in "how much for the rider?".
fn behind_question_word(tokens: &Tokens, rest: Range<usize>) -> Range<usize> {
    let phrases = ["what", "how much", "how many", "how long", "when", "who"];
    let said = |phrase: &&&str| crate::parts::begins(tokens, rest.start, &[phrase]);
    let Some(phrase) = phrases.iter().filter(said).max_by_key(|phrase| phrase.len()) else {
        return rest;
    };
    let end = rest.start + phrase.split(' ').count();
    if PREPOSITIONS.contains(tokens.lower(end)) { end..rest.end } else { rest }
}

/// What a fragment newly names, of which the question before may have no like.
enum Open {
    /// What is asked: "net income".
    Topic(Range<usize>),
    /// Something said of it, with its preposition: "during probation".
    Phrase(Range<usize>),
}

impl Open {
    fn run(&self) -> &Range<usize> {
        match self {
            Open::Topic(run) | Open::Phrase(run) => run,
        }
    }
}

/// The run of words that is none of what was found; `None` where they do not stand together.
fn topic(new: &Read<'_>, rest: &Range<usize>, open: &[usize]) -> Option<Range<usize>> {
    let (mut first, last) = (*open.first()?, *open.last()?);
    // A name may stand within ("sales of Acme Foods"), a time between two topics may not.
    if new.times.iter().any(|time| meets(&time.tokens, &(first..last + 1))) {
        return None;
    }
    // "the Eastmoor workshop", "all employees"
    let name = |at: usize| new.names.iter().any(|name| name.tokens.contains(&at));
    while first > rest.start && (name(first - 1) || QUANTITIES.contains(&new.tokens.before(first)))
    {
        first -= 1;
    }
    if first > rest.start && DETERMINERS.contains(&new.tokens.before(first)) {
        first -= 1;
    }
    // "The other way round" says nothing of what is turned round, "the quarter before" none of when.
    let idiom = (first..last).any(|at| new.tokens.reads(at, &["way", "round"]))
        || matches!(new.tokens.lower(last), "quarter" | "half" | "month" | "year" | "time");
    (!idiom).then_some(first..last + 1)
}

/// The question before with what the fragment names in the place of its like.
fn in_place(new: &Read<'_>, old: &Read<'_>, open: Option<Open>) -> Option<String> {
    let mut edits = Edits::default();
    if let Some(Open::Phrase(run)) = &open {
        phrase(new, old, run, &mut edits);
    }
    if let Some(Open::Topic(run)) = &open {
        let Some(place) = antecedent::head(old) else {
            return about(new, old, run);
        };
        let own = DETERMINERS.contains(&new.tokens.lower(run.start));
        let start = match DETERMINERS.contains(&old.tokens.before(place.start)) {
            true if own => place.start - 1,
            _ => place.start,
        };
        if let Some((be, agreed)) = agreeing(old, start, &new.tokens, run) {
            edits.swap(old.tokens.bytes(be..be + 1), agreed);
        }
        edits.swap(old.tokens.bytes(start..place.end), new.words(run.clone()));
    }
    let put = times::put(new, old, &mut edits)
        && names(new, old, open.as_ref().map(Open::run), &mut edits)
        && forms(new, old, &mut edits)
        && parts(new, old, &mut edits)
        && units(new, old, open.as_ref().map(Open::run), &mut edits);
    put.then(|| edits.apply(old))
}

/// Puts a phrase in the place of the last one with the same preposition, or behind all.
fn phrase(new: &Read<'_>, old: &Read<'_>, run: &Range<usize>, edits: &mut Edits) {
    let tokens = &old.tokens;
    let taken = |at: usize| {
        old.times.iter().any(|time| time.tokens.contains(&at))
            || old.forms.iter().any(|(form, _)| form.contains(&at))
            || old.parts.iter().any(|part| part.contains(&at))
    };
    let preposition = new.tokens.lower(run.start);
    let opposite = match preposition {
        "with" => "without",
        "without" => "with",
        other => other,
    };
    let is = |at: &usize| [preposition, opposite].contains(&tokens.lower(*at));
    let like = old.asking.clone().rev().find(is);
    let place = like.map(|at| {
        let ends = |at: &usize| {
            let word = tokens.lower(*at);
            PREPOSITIONS.contains(word) && word != "of" || !tokens.is_word(*at) && word != "-"
        };
        at..(at + 1..old.asking.end).find(ends).unwrap_or(old.asking.end)
    });
    match place.filter(|place| place.len() > 1 && !place.clone().any(taken)) {
        Some(place) => {
            edits.swap(tokens.bytes(place), uncapitalised(new.words(run.clone())));
        }
        None => edits.append(uncapitalised(new.words(run.clone()))),
    }
}

/// The verb that the topic is the subject of, where its number changes with the topic's: its token, and
/// what it becomes.
fn agreeing(
    old: &Read<'_>,
    start: usize,
    new: &Tokens,
    topic: &Range<usize>,
) -> Option<(usize, &'static str)> {
    let be = antecedent::opening(old)?.auxiliary.filter(|be| *be < start)?;
    let word = old.tokens.lower(be);
    let of = topic.clone().find(|at| PREPOSITIONS.contains(new.lower(*at)) && *at > topic.start);
    let last = new.lower(of.unwrap_or(topic.end) - 1);
    let many = last.len() > 3
        && last.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| last.ends_with(end));
    let agreed = PLURAL_BE.iter().find_map(|(one, several)| match many {
        true if word == *one => Some(*several),
        false if word == *several => Some(*one),
        _ => None,
    });
    agreed.map(|agreed| (be, agreed))
}

/// Where the question before has no place for a topic: "What about …", with what it was asked of.
fn about(new: &Read<'_>, old: &Read<'_>, topic: &Range<usize>) -> Option<String> {
    let mut text = format!("What about {}", new.words(topic.start..new.asking.end));
    let named = !new.names.is_empty() || !new.forms.is_empty() || !new.parts.is_empty();
    if !named {
        text += &antecedent::scope(old)?;
    }
    if new.times.is_empty()
        && let [time] = &old.times[..]
    {
        text += &format!(" in {}", old.words(with_article(old, &time.tokens)));
    }
    Some(text)
}

/// The run with the article before it.
pub(super) fn with_article(read: &Read<'_>, run: &Range<usize>) -> Range<usize> {
    run.start - usize::from(run.start > 0 && read.tokens.before(run.start) == "the")..run.end
}

fn names(new: &Read<'_>, old: &Read<'_>, topic: Option<&Range<usize>>, edits: &mut Edits) -> bool {
    let kept = |name: &&Name| topic.is_none_or(|topic| !meets(topic, &name.tokens));
    let named: Vec<&Name> = new.names.iter().filter(kept).collect();
    let (Some(first), Some(last)) = (named.first(), named.last()) else { return true };
    let words = new.words(first.tokens.start..last.tokens.end);
    let same = |name: &Name| name.key == old.names[0].key;
    if old.names.is_empty() || !old.names.iter().all(same) {
        edits.append(format!("for {words}"));
        return true;
    }
    old.names.iter().all(|name| {
        let mut bytes = old.tokens.bytes(name.tokens.clone());
        let mark = possessive_mark(&old.tokens.text[bytes.end..]);
        bytes.end += mark;
        let owner = match (mark > 0, words.ends_with('s')) {
            (true, true) => "'",
            (true, false) => "'s",
            (false, _) => "",
        };
        edits.swap(bytes, format!("{words}{owner}"))
    })
}

fn forms(new: &Read<'_>, old: &Read<'_>, edits: &mut Edits) -> bool {
    let Some((run, _)) = new.forms.first() else { return true };
    if new.forms.len() > 1 {
        return false;
    }
    let words = new.words(run.clone());
    let same = old.forms.iter().all(|(_, name)| *name == old.forms[0].1);
    match (&old.forms[..], &old.parts[..]) {
        ([_, ..], _) if same => {
            old.forms.iter().all(|(run, _)| edits.swap(old.tokens.bytes(run.clone()), words))
        }
        ([], [part]) if new.parts.is_empty() => {
            edits.swap(old.tokens.bytes(part.clone()), format!("the {words}"))
        }
        _ => {
            edits.append(format!("{} the {words}", preposition(new, run, "in")));
            true
        }
    }
}

fn parts(new: &Read<'_>, old: &Read<'_>, edits: &mut Edits) -> bool {
    let (Some(first), Some(last)) = (new.parts.first(), new.parts.last()) else { return true };
    let words = new.words(first.start..last.end);
    match &old.parts[..] {
        [part] => edits.swap(old.tokens.bytes(part.clone()), words),
        _ => {
            edits.append(format!("{} {words}", preposition(new, first, "in")));
            true
        }
    }
}

fn units(new: &Read<'_>, old: &Read<'_>, open: Option<&Range<usize>>, edits: &mut Edits) -> bool {
    let [(run, kind)] = &new.units[..] else { return new.units.is_empty() };
    if open.is_some_and(|open| meets(open, run)) {
        return true;
    }
    let words = new.words(run.clone());
    let like = old.units.iter().find(|(_, other)| other == kind);
    match like {
        Some((place, _)) => edits.swap(old.tokens.bytes(place.clone()), words),
        None => {
            edits.append(uncapitalised(new.words(behind_question_word(&new.tokens, new.rest()))));
            true
        }
    }
}

/// The preposition by which a run is named, past its article.
fn preposition<'a>(new: &'a Read<'_>, run: &Range<usize>, otherwise: &'a str) -> &'a str {
    let article = DETERMINERS.contains(&new.tokens.before(run.start));
    let at = run.start - usize::from(article && run.start > 0);
    match new.tokens.before(at) {
        word if PREPOSITIONS.contains(word) && word != "of" && at > new.start => word,
        _ => otherwise,
    }
}

//! Owns follow-ups with a pronoun for what was asked before ("who signed it?", "is it higher than the
//! year before?"), and those that an "and" joins to it.
//!
//! A pronoun may also stand for something that its own question names, or for nothing ("is it true
//! that …"). Only where neither can be is the question rewritten.

use std::ops::Range;

use citelight_core::QuestionKind;
use citelight_text::{WordList, is_topicless};

use super::antecedent::{self, Opening, opening};
use super::fragment::with_article;
use super::read::Read;
use super::times;
use super::words::{AFTER_THAT, COMPARATIVES, EMPTY_IT, OF_AGENTS, OF_DOCUMENTS, STAND_INS};
use crate::kind;
use crate::parts::{AUXILIARIES, QUESTION_WORDS, TEXTS, parts, question_start};

/// The most words of a question whose last word is a pronoun for what was asked before.
const MOST_WORDS_BEFORE_LAST: usize = 9;

/// How a pronoun stands in its question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Subject,
    Object,
    /// "its margin"
    Owner,
    /// "that fee"
    Pointer,
}

/// A pronoun that stands for something of the question before.
struct Pronoun {
    /// Its tokens, with the noun that it points to.
    run: Range<usize>,
    role: Role,
}

/// The question with the pronoun's meaning in its place; `None` where no pronoun leans on the
/// question before, `Some(None)` where it is not clear what it stands for.
pub(super) fn write(new: &Read<'_>, old: &Read<'_>) -> Option<Option<String>> {
    let pronoun = find(new, old)?;
    Some(in_place(new, old, &pronoun))
}

fn find(new: &Read<'_>, old: &Read<'_>) -> Option<Pronoun> {
    let tokens = &new.tokens;
    let start = question_start(tokens, &new.rest())?;
    let end = new.asking.end;
    for at in start..end {
        let word = tokens.lower(at);
        let run = at..at + 1;
        match word {
            "its" | "their" | "his" | "her" if opens(new, start, at) && at + 1 < end => {
                return Some(Pronoun { run, role: Role::Owner });
            }
            "it" | "they" | "he" | "she" if after_auxiliary(new, start, at) => {
                let empty = word == "it" && (at + 1..end).any(|at| stands_for_nothing(new, at));
                return (!empty).then_some(Pronoun { run, role: Role::Subject });
            }
            "that" | "this" | "these" | "those" if after_auxiliary(new, start, at) => {
                return pointer(new, old, at);
            }
            "it" | "them" | "him" | "her" if is_object(new, start, at) => {
                return Some(Pronoun { run, role: Role::Object });
            }
            _ => {}
        }
    }
    None
}

/// Whether nothing with a meaning stands before the token, but what the question asks for.
fn opens(new: &Read<'_>, start: usize, at: usize) -> bool {
    (start..at).all(|at| is_topicless(new.tokens.lower(at)) && new.tokens.is_word(at))
}

/// Whether the token is the subject behind the first auxiliary: "how many employees do they …".
fn after_auxiliary(new: &Read<'_>, start: usize, at: usize) -> bool {
    let tokens = &new.tokens;
    let Some(before) = at.checked_sub(1).filter(|before| *before >= start) else { return false };
    let contracted = tokens.get(before).is_some_and(|token| token.possessive)
        && QUESTION_WORDS.contains(&tokens.lower(before));
    let is = AUXILIARIES.contains(&tokens.lower(before)) || contracted;
    let phrase = start..before;
    let plain = phrase.len() <= 5
        && phrase.clone().all(|at| {
            tokens.is_word(at)
                && !AUXILIARIES.contains(&tokens.lower(at))
                && !tokens.get(at).is_some_and(|token| token.capital && at > start)
        });
    is && plain && (phrase.is_empty() || QUESTION_WORDS.contains(&tokens.lower(start)))
}

/// "Is it true that …", "how long does it take to …": what the pronoun stands for comes behind it.
fn stands_for_nothing(new: &Read<'_>, at: usize) -> bool {
    let next = new.tokens.lower(at + 1);
    let takes = matches!(new.tokens.lower(at), "take" | "takes" | "took");
    let leads = matches!(next, "to" | "that" | "for" | "if" | "when" | "whether");
    EMPTY_IT.contains(new.tokens.lower(at)) && (leads || takes && at + 1 >= new.asking.end)
}

/// "Is that higher …", "when is that fee due?"
fn pointer(new: &Read<'_>, old: &Read<'_>, at: usize) -> Option<Pronoun> {
    let tokens = &new.tokens;
    let next = tokens.lower(at + 1);
    let alone = at + 1 >= new.asking.end
        || is_topicless(next)
        || COMPARATIVES.contains(&next)
        || AFTER_THAT.contains(next);
    if alone {
        // "What is this?" asks of the document.
        let all = at + 1 >= new.asking.end;
        return (!all).then_some(Pronoun { run: at..at + 1, role: Role::Subject });
    }
    // The document as a whole is no part of the question before.
    if TEXTS.contains(next) {
        return None;
    }
    let known = old.tokens.iter().any(|(_, token)| token.lower == next);
    (known || STAND_INS.contains(next)).then_some(Pronoun { run: at..at + 2, role: Role::Pointer })
}

/// Whether the token is an object that cannot be anything in its own clause: "who signed it?", "does
/// the rider change it?"
fn is_object(new: &Read<'_>, start: usize, at: usize) -> bool {
    let tokens = &new.tokens;
    let last = at + 1 == new.asking.end;
    let short = at - start <= MOST_WORDS_BEFORE_LAST;
    let one_clause = (start + 1..at).all(|at| {
        tokens.is_word(at)
            && !matches!(
                tokens.lower(at),
                "and"
                    | "or"
                    | "but"
                    | "if"
                    | "when"
                    | "while"
                    | "because"
                    | "that"
                    | "which"
                    | "who"
                    | "before"
                    | "after"
                    | "where"
            )
    });
    let verb =
        !is_topicless(tokens.before(at)) || matches!(tokens.before(at), "about" | "of" | "for");
    let near = at == start + 2 && !is_topicless(tokens.before(at));
    one_clause && verb && short && (last || near)
}

fn in_place(new: &Read<'_>, old: &Read<'_>, pronoun: &Pronoun) -> Option<String> {
    let tokens = &new.tokens;
    let relative = times::relative(tokens, new.rest());
    let set_against =
        |run: &Range<usize>| matches!(tokens.before(run.start), "than" | "to" | "with" | "against");
    // "Was it higher the year before?" is of another time, "than the year before" sets both beside
    // each other.
    let other_time = relative.as_ref().is_some_and(|(run, _)| !set_against(run));
    let own_time = !new.times.is_empty() || other_time;
    let meaning = meaning(new, old, pronoun, own_time)?;
    let meaning = match pronoun.role {
        Role::Owner if meaning.ends_with('s') => format!("{meaning}'"),
        Role::Owner => format!("{meaning}'s"),
        _ => meaning,
    };
    let bytes = tokens.bytes(pronoun.run.clone());
    let from = tokens.bytes(new.rest()).start;
    let mut behind = tokens.text[bytes.end..].to_owned();
    // "Is revenue in 2022 higher than the year before?" is found by the year.
    if let (Some((run, off)), Some(year)) = (relative, times::only_year(old))
        && run.start >= pronoun.run.end
    {
        let place = tokens.bytes(run.clone());
        let bare = !matches!(tokens.before(run.start), "in" | "to" | "with" | "against" | "of");
        let year = format!("{}{}", if bare { "in " } else { "" }, i32::from(year) + off);
        behind.replace_range(place.start - bytes.end..place.end - bytes.end, &year);
    }
    Some(format!("{}{meaning}{behind}", &tokens.text[from..bytes.start]))
}

/// What the pronoun stands for.
fn meaning(new: &Read<'_>, old: &Read<'_>, pronoun: &Pronoun, own_time: bool) -> Option<String> {
    let tokens = &new.tokens;
    let subject = || {
        let run = antecedent::subject(old)?;
        let text =
            if own_time { times::without_times(old, &run) } else { old.words(run).to_owned() };
        Some(definite(&text))
    };
    let agent = || antecedent::agent(old);
    let about = || antecedent::about(old).map(|run| old.words(run).to_owned());
    let says = |list: WordList| new.rest().any(|at| list.contains(tokens.lower(at)));
    match tokens.lower(pronoun.run.start) {
        "he" | "she" | "him" | "his" | "her" => person(old),
        // A document is no "they".
        "they" | "their" | "them" if old.names.is_empty() => {
            about().or_else(subject).filter(|text| text.ends_with('s'))
        }
        "its" | "they" | "their" | "them" => agent().or_else(subject),
        "it" | "this" | "that" if says(OF_DOCUMENTS) => antecedent::document(old).or_else(subject),
        "it" | "this" | "that" if pronoun.role == Role::Subject && does(new, pronoun) => {
            agent().or_else(subject)
        }
        "it" | "that" if about().is_some() => about(),
        "it" | "that" if pronoun.role == Role::Object => {
            let object = antecedent::object(old).map(|run| old.words(run).to_owned());
            object.or_else(subject).or_else(agent)
        }
        _ => subject().or_else(agent),
    }
}

/// Whether the pronoun does what companies and documents do.
fn does(new: &Read<'_>, pronoun: &Pronoun) -> bool {
    OF_AGENTS.contains(new.tokens.lower(pronoun.run.end))
}

/// "A late fee" of the question before is "the late fee" from then on.
fn definite(text: &str) -> String {
    let rest = text.strip_prefix("a ").or_else(|| text.strip_prefix("an "));
    rest.map_or_else(|| text.to_owned(), |rest| format!("the {rest}"))
}

/// Who is asked for: "the chief executive", "the person who signed the lease".
fn person(old: &Read<'_>) -> Option<String> {
    let Opening { start, auxiliary, end } = opening(old)?;
    if old.tokens.lower(start) != "who" {
        return None;
    }
    match auxiliary {
        Some(at) if at == start + 1 && antecedent::is_be(old.tokens.lower(at)) => {
            antecedent::subject(old).map(|run| old.words(run).to_owned())
        }
        _ => Some(format!("the person {}", super::edits::uncapitalised(old.words(start..end)))),
    }
}

/// A full question that an "and" joins to the one before: whom and what that was asked of, and its
/// time where both ask for figures, hold for it too.
pub(super) fn write_joined(new: &Read<'_>, old: &Read<'_>) -> Option<Option<String>> {
    let joined = new.joins() && matches!(new.tokens.lower(new.asking.start), "and" | "or" | "but");
    if !joined
        || new.tokens.lower(new.start) == "what" && new.tokens.lower(new.start + 1) == "about"
    {
        return None;
    }
    question_start(&new.tokens, &new.rest()).filter(|start| *start == new.start)?;
    let named = !new.names.is_empty() || !new.forms.is_empty() || !new.parts.is_empty();
    let mut text = new.words(new.rest()).to_owned();
    let mut behind = String::new();
    if !named && (!old.names.is_empty() || !old.forms.is_empty()) {
        behind += &antecedent::scope(old)?;
    }
    let figures =
        |read: &Read<'_>| kind::kind(&read.tokens, &parts(&read.tokens)) == QuestionKind::Number;
    if let [time] = &old.times[..]
        && new.times.is_empty()
        && times::relative(&new.tokens, new.rest()).is_none()
        && figures(old)
        && figures(new)
    {
        behind += &format!(" in {}", old.words(with_article(old, &time.tokens)));
    }
    if behind.is_empty() {
        return None;
    }
    text += &behind;
    Some(Some(text))
}

//! What a question asks for that has the most or the least of something.

use std::ops::Range;

use citelight_text::{WordList, is_topicless};

use super::words::{
    AMOUNTS, ASIDE, DOWN, EXCEPT, LEAST, LESS, MORE, MOST, PERCENT, PREPOSITIONS, TAILS, UP, VERBS,
};

/// Which end is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The greatest.
    Most,
    /// The least.
    Least,
}

impl End {
    fn other(self) -> End {
        match self {
            End::Most => End::Least,
            End::Least => End::Most,
        }
    }
}

/// A question for the end of several things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// What the things are: "product line"; empty after "Where".
    pub group: String,
    /// What is compared of them: "sales"; empty where the question does not say it.
    pub measure: String,
    /// Whether it is how much they changed, and how that is counted.
    pub change: Option<Counted>,
    /// Whether what became less is asked for.
    pub fell: bool,
    /// Which end of their order is asked for.
    pub end: End,
    /// The things themselves, where the question names them: "A or B".
    pub only: Vec<String>,
    /// Things that are left aside, in lower case: "apart from …".
    pub except: Vec<String>,
    /// Names that the question bears besides, in lower case: "in Hilltown".
    pub names: Vec<String>,
}

/// How a change is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// In percent of what was before.
    Percent,
    /// As a difference.
    Amount,
}

/// Reads a question that asks which of several things has the most or the least of something, or changed most.
/// Words at `others`, ranges of its bytes, name documents or times and are left aside. `None` where it asks for
/// no such thing.
pub fn ranking(question: &str, others: &[Range<usize>]) -> Option<Ranking> {
    let words = words(question, others);
    let (start, asking) = opener(&words)?;
    let end_at = (start..words.len()).find(|at| words[*at].ends).map_or(words.len(), |at| at + 1);
    let (whole, words) = (&words, &words[start..end_at]);
    let only = alternatives(words);
    let superlative = |word: &Word| match word.lower.as_str() {
        // "Best Mills" is a name.
        _ if word.typed != word.lower => None,
        word if MOST.contains(word) => Some(End::Most),
        word if LEAST.contains(word) => Some(End::Least),
        word if only.len() >= 2 && MORE.contains(word) => Some(End::Most),
        word if only.len() >= 2 && LESS.contains(word) => Some(End::Least),
        _ => None,
    };
    // "At most" and "at least" set a bound, "most recent" tells a time: they ask for none.
    let bound = |at: usize| {
        at > 0 && words[at - 1].lower == "at"
            || words
                .get(at + 1)
                .is_some_and(|word| word.lower == "recent" || word.lower == "recently")
    };
    let (at, mut end) = (0..words.len())
        .filter(|at| !bound(*at))
        .find_map(|at| Some((at, superlative(&words[at])?)))?;
    let up = words.iter().any(|word| word.begins(&UP));
    let down = words.iter().any(|word| word.begins(&DOWN));
    if down && !up {
        end = end.other();
    }
    let counted = |list: WordList| whole.iter().any(|word| list.contains(&word.lower));
    let counted = match counted(AMOUNTS) && !counted(PERCENT) {
        true => Counted::Amount,
        false => Counted::Percent,
    };
    let (except, set_apart) = except(words);
    let group = match asking {
        Asking::Which => named(words, 0..verb(words, 0).unwrap_or(words.len())),
        // "What was the largest expense": what is asked for stands behind.
        Asking::WhatIs => named(words, at + 1..words.len()),
        Asking::Where => 0..0,
    };
    if group.is_empty() && asking != Asking::Where && only.len() < 2 {
        return None;
    }
    let in_group = |at: &usize| group.contains(at);
    let tail = tail(words).unwrap_or(words.len()).max(group.end);
    let says = |at: &usize| {
        let word = &words[*at];
        !word.aside
            && !set_apart.contains(at)
            && citelight_text::month(&word.lower).is_none()
            && superlative(word).is_none()
            && !MORE.contains(&word.lower)
            && !LESS.contains(&word.lower)
            && !word.turns()
            && !is_topicless(&word.lower)
            && !VERBS.contains(&word.lower)
            && !ASIDE.contains(&word.lower)
            && !word.lower.chars().all(|c| c.is_ascii_digit())
            && !only.iter().any(|name| name.to_lowercase().contains(&word.lower))
    };
    let join = |places: Vec<usize>| {
        places.iter().map(|at| words[*at].lower.as_str()).collect::<Vec<_>>().join(" ")
    };
    let measure = join((0..tail).filter(|at| !in_group(at)).filter(says).collect());
    let group = join(group.filter(says).collect());
    let is_name = |at: &usize| {
        let word = &words[*at];
        (start + at > 0) && word.typed.starts_with(char::is_uppercase) && says(at)
    };
    let names = (0..words.len()).filter(is_name).map(|at| words[at].lower.clone()).collect();
    Some(Ranking {
        group,
        measure,
        change: (up || down).then_some(counted),
        fell: down && !up,
        end,
        only,
        except,
        names,
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asking {
    /// "Which segment …"
    Which,
    /// "What was the largest …"
    WhatIs,
    Where,
}

struct Word {
    lower: String,
    typed: String,
    /// Whether it names a document or a time, or whose what follows is.
    aside: bool,
    whose: bool,
    /// Whether a mark stands behind it, and whether that ends the question.
    comma: bool,
    colon: bool,
    ends: bool,
}

impl Word {
    /// Whether it begins as one of some words.
    fn begins(&self, with: &[&str]) -> bool {
        with.iter().any(|begin| self.lower.starts_with(begin))
    }

    /// Whether it tells of a change.
    fn turns(&self) -> bool {
        self.begins(&UP) || self.begins(&DOWN)
    }
}

/// Whether the words from a place on read so.
fn reads(words: &[Word], at: usize, phrase: &str) -> bool {
    let mut own = words[at..].iter().map(|word| word.lower.as_str());
    phrase.split(' ').all(|word| own.next() == Some(word))
}

fn words(question: &str, others: &[Range<usize>]) -> Vec<Word> {
    let mut words = Vec::new();
    for part in question.split_whitespace() {
        let at = part.as_ptr() as usize - question.as_ptr() as usize;
        let typed = part.trim_matches(|c: char| !c.is_alphanumeric());
        if typed.is_empty() {
            continue;
        }
        let bare = typed.strip_suffix("'s").or_else(|| typed.strip_suffix("’s")).unwrap_or(typed);
        // Titles hold common words, too.
        let named = typed.contains(|c: char| c.is_uppercase() || c.is_ascii_digit());
        words.push(Word {
            lower: bare.to_lowercase(),
            typed: typed.to_owned(),
            aside: bare != typed || named && others.iter().any(|other| other.contains(&at)),
            whose: bare != typed,
            comma: part.ends_with([',', ':', ';']),
            colon: part.ends_with(':'),
            ends: part.ends_with(['?', '.', '!']) && part.len() > 2,
        });
    }
    words
}

/// Where the question begins, and how it asks.
fn opener(words: &[Word]) -> Option<(usize, Asking)> {
    let begins = |at: usize| {
        at == 0
            || words[at - 1].comma
            || PREPOSITIONS.contains(&words[at - 1].lower) && (at == 1 || words[at - 2].comma)
    };
    let at = (0..words.len()).find(|at| {
        begins(*at) && matches!(words[*at].lower.as_str(), "which" | "what" | "where")
    })?;
    if words[at].lower == "where" {
        return Some((at + 1, Asking::Where));
    }
    let next = words.get(at + 1)?;
    let is = matches!(next.lower.as_str(), "is" | "was" | "are" | "were");
    Some(if is { (at + 2, Asking::WhatIs) } else { (at + 1, Asking::Which) })
}

fn verb(words: &[Word], from: usize) -> Option<usize> {
    let ends = |at: usize| {
        let word = &words[at];
        let verb = VERBS.contains(&word.lower) || word.turns();
        if verb { Some(at) } else { word.comma.then_some(at + 1) }
    };
    (from..words.len()).find_map(ends)
}

/// The name of a thing within a range: its words up to a verb or a preposition; "of Acme's product lines" is
/// read through to what they are.
fn named(words: &[Word], within: Range<usize>) -> Range<usize> {
    let small = |at: &usize| is_topicless(&words[*at].lower) || words[*at].aside;
    let whose = within.clone().rfind(|at| words[*at].whose);
    let within = whose.map_or(within.start, |at| at + 1)..within.end;
    let start = within.clone().find(|at| !small(at)).unwrap_or(within.end);
    let stops = |at: &usize| {
        let word = &words[*at];
        small(at)
            || VERBS.contains(&word.lower)
            || MOST.contains(&word.lower)
            || LEAST.contains(&word.lower)
            || matches!(word.lower.as_str(), "apart" | "aside" | "except" | "excluding")
            || *at > start && word.lower.ends_with("ed")
            || word.turns()
    };
    let end = (start..within.end).find(stops).unwrap_or(within.end);
    // "part of the world", "kind of bird".
    let word = |at: usize| words.get(at).filter(|_| at < within.end);
    let of = word(end).is_some_and(|word| word.lower == "of");
    let what = end + 1 + usize::from(word(end + 1).is_some_and(|word| word.lower == "the"));
    let plain = word(what).is_some_and(|word| !word.aside && word.typed == word.lower);
    start..if of && plain && !stops(&what) { what + 1 } else { end }
}

/// What is left aside, and where that is said.
fn except(words: &[Word]) -> (Vec<String>, Range<usize>) {
    let found = (0..words.len())
        .find_map(|at| Some((at, EXCEPT.iter().find(|phrase| reads(words, at, phrase))?)));
    let Some((start, phrase)) = found else { return (Vec::new(), 0..0) };
    let first = start + phrase.split(' ').count();
    let past = |at: &usize| {
        let word = &words[*at];
        VERBS.contains(&word.lower)
            || matches!(word.lower.as_str(), "which" | "what" | "in")
            || word.turns()
    };
    let end = (first..words.len()).find(past).unwrap_or(words.len());
    let comma = (first..end).find(|at| words[*at].comma);
    let within = first..comma.map_or(end, |at| at + 1);
    let names = words[within.clone()].iter().filter(|word| !is_topicless(&word.lower));
    (names.map(|word| word.lower.clone()).collect(), start..within.end)
}

fn tail(words: &[Word]) -> Option<usize> {
    (0..words.len()).find(|at| TAILS.iter().any(|tail| reads(words, *at, tail)))
}

/// Words of a name in a list of alternatives, at most.
const LONGEST_NAME: usize = 4;

/// "A, B or C" at the end of a question, behind a mark.
fn alternatives(words: &[Word]) -> Vec<String> {
    let Some(or) = words.iter().rposition(|word| word.lower == "or") else { return Vec::new() };
    let name = |within: Range<usize>| {
        let words = words[within].iter().skip_while(|word| word.lower == "the");
        words.map(|word| word.typed.as_str()).collect::<Vec<_>>().join(" ")
    };
    let mut names = vec![name(or + 1..words.len())];
    let mut end = or;
    while let Some(mark) = words[..end.saturating_sub(1)].iter().rposition(|word| word.comma) {
        if end - mark - 1 > LONGEST_NAME {
            break;
        }
        names.insert(0, name(mark + 1..end));
        end = mark + 1;
        if words[mark].colon {
            break;
        }
    }
    let short = words.len() - or - 1 <= LONGEST_NAME;
    if names.len() < 2 || !short { Vec::new() } else { names }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> Option<(String, String, bool, End)> {
        let read = ranking(question, &[])?;
        Some((read.group, read.measure, read.change.is_some(), read.end))
    }

    #[test]
    fn the_end_of_several_things_is_asked_for() {
        for (question, group, measure, change, end) in [
            ("Which segment grew fastest?", "segment", "", true, End::Most),
            (
                "Which of the firm's product lines grew its sales most?",
                "product lines",
                "sales",
                true,
                End::Most,
            ),
            ("In which town did rents fall most?", "town", "rents", true, End::Least),
            ("From which region did most visitors come?", "region", "visitors", false, End::Most),
            ("What was the biggest expense?", "expense", "", false, End::Most),
            (
                "Which school had the fewest pupils, and how many?",
                "school",
                "pupils",
                false,
                End::Least,
            ),
            (
                "In which part of the world are rents lowest?",
                "part world",
                "rents",
                false,
                End::Least,
            ),
            (
                "Which product sold better in our shops, with the biggest gain?",
                "product",
                "shops",
                true,
                End::Most,
            ),
            ("Where did rents rise most?", "", "rents", true, End::Most),
        ] {
            let expected = Some((group.to_owned(), measure.to_owned(), change, end));
            assert_eq!(read(question), expected, "{question}");
        }
    }

    #[test]
    fn other_questions_are_left_alone() {
        for question in [
            "Which segment grew?",
            "How many visitors came at most?",
            "What is the fee?",
            "Which clause allows at least 30 days?",
            "Which unit is heavier than 5 kg?",
            "What part of Best Mills is sold?",
            "What is the most recent rent of the shops?",
            "What share of the maximum fee is paid?",
        ] {
            assert_eq!(read(question), None, "{question}");
        }
    }

    #[test]
    fn things_that_are_named_are_compared() {
        let question =
            "Which part had the better margin in May, 2021: tins, cans or the glass jars?";
        let read = ranking(question, &[]).unwrap();
        assert_eq!(read.only, ["tins", "cans", "glass jars"]);
        assert_eq!((read.measure.as_str(), read.end), ("margin", End::Most));
        let read =
            ranking("Which tree, leaving aside the oaks, gained most branches?", &[]).unwrap();
        assert_eq!((read.except, read.change), (vec!["oaks".to_owned()], Some(Counted::Amount)));
        let read =
            ranking("Which fee apart from parking rose by the largest percentage?", &[]).unwrap();
        assert_eq!(
            (read.except, read.change),
            (vec!["parking".to_owned()], Some(Counted::Percent))
        );
        assert_eq!(read.group, "fee");
        let read = ranking("In money terms, which shop lost most sales?", &[]).unwrap();
        assert_eq!((read.change, read.fell, read.end), (Some(Counted::Amount), true, End::Least));
    }
}

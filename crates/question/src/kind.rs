//! Owns what kind of answer a question wants, judged by how it asks.

use std::ops::Range;

use citelight_core::QuestionKind;
use citelight_text::{Tokens, WordList, is_topicless};

use crate::kind_words::{
    ABOUT, FIGURE_HEADS, FIGURES, GISTS, HOW_FIGURES, LISTS, MEASURES, PLURALS, SUMMARIES,
};
use crate::parts::{AUXILIARIES, Parts, REQUESTS, begins, past_courtesy, question_start};

/// The kind of a question, comparisons left aside.
pub(crate) fn kind(tokens: &Tokens, parts: &Parts) -> QuestionKind {
    let all = std::slice::from_ref(&(0..tokens.len())).to_vec();
    let asking = if parts.asking.is_empty() { &all } else { &parts.asking };
    // The last sentence often only adds to what the first asks.
    let main = asking.iter().find_map(|run| Some(question_start(tokens, run)?..run.end));
    let figure = parts.instructions.iter().any(|run| wants_figure(tokens, run.clone()));
    let Some(main) = main else {
        let gist = asking.iter().any(|run| run.clone().any(|at| is_gist(tokens, at)));
        return if gist {
            QuestionKind::Summary
        } else if figure {
            QuestionKind::Number
        } else {
            QuestionKind::Fact
        };
    };
    match of_main(tokens, main) {
        QuestionKind::Fact | QuestionKind::List | QuestionKind::Definition if figure => {
            QuestionKind::Number
        }
        kind => kind,
    }
}

/// Whether an instruction says that a figure is to be given.
fn wants_figure(tokens: &Tokens, run: Range<usize>) -> bool {
    let at = past_courtesy(tokens, &run);
    begins(
        tokens,
        at,
        &["round", "give a number", "give me a number", "give a whole", "give me a whole"],
    ) || begins(tokens, at, &["answer in", "state the answer in", "give the answer in", "express"])
        && run.clone().any(|at| FIGURES.contains(tokens.lower(at)))
}

/// Behind what asks: what a word covers is asked for.
const COUNTING: [&str; 5] =
    ["counts as", "qualifies as", "is considered", "is regarded as", "is classed as"];

fn of_main(tokens: &Tokens, main: Range<usize>) -> QuestionKind {
    let mut at = past_courtesy(tokens, &main);
    // "Tell me what …", "explain how …" ask what follows.
    if matches!(
        tokens.lower(at),
        "tell" | "explain" | "describe" | "show" | "find" | "determine" | "state" | "discuss"
    ) && let Some(inner) = question_start(tokens, &(at + 1..main.end))
        && inner <= at + 3
    {
        at = inner;
    }
    let word = tokens.lower(at);
    let rest = at + 1..main.end;
    if REQUESTS.contains(word)
        && rest.clone().take(3).any(|at| matches!(tokens.lower(at), "whether" | "if"))
    {
        return QuestionKind::YesNo;
    }
    if REQUESTS.contains(word) {
        return of_request(tokens, at, rest);
    }
    match word {
        "how" => of_how(tokens, rest),
        "what" | "which" | "whats" => of_what(tokens, at, main.end),
        "who" if begins(tokens, at + 1, &COUNTING) => QuestionKind::Definition,
        "who" if matches!(tokens.lower(at + 1), "are" | "were") => QuestionKind::List,
        "who" | "whom" | "whose" | "when" | "where" | "why" => QuestionKind::Fact,
        _ if AUXILIARIES.contains(&word) => QuestionKind::YesNo,
        _ => QuestionKind::Fact,
    }
}

fn of_request(tokens: &Tokens, at: usize, rest: Range<usize>) -> QuestionKind {
    let word = tokens.lower(at);
    let gist = || rest.clone().take(6).any(|at| is_gist(tokens, at));
    match word {
        "summarize" | "summarise" | "recap" | "outline" => QuestionKind::Summary,
        "sum" if tokens.lower(at + 1) == "up" => QuestionKind::Summary,
        "list" | "name" | "enumerate" | "identify" => QuestionKind::List,
        "compare" | "contrast" => QuestionKind::Comparison,
        "define" => QuestionKind::Definition,
        "calculate" | "compute" | "count" | "sum" | "estimate" => QuestionKind::Number,
        _ if gist() => QuestionKind::Summary,
        "give" | "provide" | "tell" | "show" | "state" | "find" | "determine" => {
            noun_phrase(tokens, rest)
        }
        _ => QuestionKind::Fact,
    }
}

fn of_how(tokens: &Tokens, rest: Range<usize>) -> QuestionKind {
    let figure = HOW_FIGURES.contains(tokens.lower(rest.start));
    let defined =
        tokens.reads(rest.start, &["is"]) && rest.clone().any(|at| tokens.lower(at) == "defined");
    let defined = defined && !rest.clone().any(|at| tokens.lower(at) == "different");
    if defined {
        QuestionKind::Definition
    } else if figure {
        QuestionKind::Number
    } else {
        QuestionKind::Fact
    }
}

/// `at` is the question word.
fn of_what(tokens: &Tokens, at: usize, end: usize) -> QuestionKind {
    let rest = at + 1..end;
    let last = end.checked_sub(1).map_or("", |at| tokens.lower(at));
    let asks_meaning = begins(tokens, at + 1, &COUNTING)
        || matches!(last, "mean" | "means" | "meaning" | "stand")
        || rest.clone().any(|at| {
            begins(
                tokens,
                at,
                &[
                    "mean by",
                    "means by",
                    "meant by",
                    "mean in",
                    "mean under",
                    "stand for",
                    "mean for",
                ],
            )
        })
        || rest.clone().take(6).any(|at| {
            matches!(tokens.lower(at), "definition" | "meaning") && tokens.lower(at + 1) == "of"
        });
    if asks_meaning {
        return QuestionKind::Definition;
    }
    let whole = ABOUT.contains(&last) && rest.clone().any(|at| is_text(tokens, at));
    if whole || rest.clone().take(6).any(|at| is_gist(tokens, at)) {
        return QuestionKind::Summary;
    }
    let contracted = tokens.get(at).is_some_and(|token| token.possessive);
    let be = matches!(tokens.lower(at + 1), "is" | "are" | "was" | "were" | "will" | "would");
    if contracted || be {
        let start = if contracted { at + 1 } else { at + 2 };
        let start = if tokens.lower(start) == "be" { start + 1 } else { start };
        let plural = !contracted && matches!(tokens.lower(at + 1), "are" | "were");
        return of_being(tokens, start..end, plural);
    }
    // "What percentage of …", "which services are …": what stands before the verb.
    let verb = rest.clone().take(9).find(|&at| AUXILIARIES.contains(&tokens.lower(at)));
    let of = rest.clone().find(|&at| tokens.lower(at) == "of");
    let stop = verb.unwrap_or(end).min(of.unwrap_or(end)).min(at + 9);
    let asked = at + 1..stop;
    // Without a verb or "of" in sight, only the next word can be the noun: "what drove growth".
    let near = if verb.is_some() || of.is_some() { 4 } else { 1 };
    if asked.clone().take(near).any(|at| FIGURE_HEADS.contains(tokens.lower(at)))
        && !plural_head(tokens, stop)
    {
        return QuestionKind::Number;
    }
    // "Which regions grew …"
    if tokens.lower(at) == "which" && plural_head(tokens, at + 2) && at + 2 < end {
        return QuestionKind::List;
    }
    let kinds = rest.clone().take(4).any(|at| LISTS.contains(&tokens.lower(at)));
    if kinds || verb.is_some() && stop > at + 1 && plural_head(tokens, stop) {
        return QuestionKind::List;
    }
    QuestionKind::Fact
}

/// What follows "what is": `run` begins behind the verb.
fn of_being(tokens: &Tokens, run: Range<usize>, plural: bool) -> QuestionKind {
    // "What is EBITDA?" with nothing behind asks what the letters mean, not for their figure.
    if run.len() == 1 && tokens.raw(run.start).chars().filter(|c| c.is_uppercase()).count() >= 2 {
        return QuestionKind::Definition;
    }
    let phrase = noun_phrase(tokens, run.clone());
    if phrase != QuestionKind::Fact {
        return phrase;
    }
    let head = phrase_end(tokens, run.clone());
    if is_definition(tokens, run.clone(), head) {
        return QuestionKind::Definition;
    }
    let some = matches!(
        tokens.lower(run.start),
        "some" | "ways" | "different" | "various" | "two" | "three" | "four" | "five" | "six"
    );
    if some || plural && plural_head(tokens, head) {
        QuestionKind::List
    } else {
        QuestionKind::Fact
    }
}

/// "What is superspreading?", "What is a rider under the policy?": a term of few words, and nothing
/// that is said of it but where it stands.
fn is_definition(tokens: &Tokens, run: Range<usize>, head: usize) -> bool {
    let words: Vec<usize> = (run.start..head).filter(|&at| tokens.is_word(at)).collect();
    let first = tokens.lower(run.start);
    // "the Hepatitis C virus" is a term, "the size" is asked about.
    let name = || (run.start + 1..head).any(|at| tokens.get(at).is_some_and(|t| t.capital));
    let article = matches!(first, "a" | "an") || first == "the" && head >= run.end && name();
    let term = if article { &words[1.min(words.len())..] } else { &words[..] };
    let plain = term.iter().all(|&at| {
        let word = tokens.lower(at);
        !is_topicless(word) && !tokens.get(at).is_some_and(|token| token.possessive)
    });
    let participle = !article
        && term.len() == 1
        && (tokens.lower(run.start).ends_with("ed") || tokens.lower(run.start).ends_with("ble"));
    let tail = tokens.lower(head);
    let place = matches!(tail, "in" | "under" | "for" | "according" | "within")
        && (head + 1..(head + 3).min(run.end))
            .any(|at| tokens.get(at).is_some_and(|token| token.capital) || is_text(tokens, at));
    let ends = head >= run.end || place || tail == "(";
    plain && !participle && ends && (1..=4).contains(&term.len())
}

/// Judges a noun phrase by its head: a figure, a gist, or neither.
fn noun_phrase(tokens: &Tokens, run: Range<usize>) -> QuestionKind {
    let end = phrase_end(tokens, run.clone());
    let within = |list: WordList| (run.start..end).any(|at| list.contains(tokens.lower(at)));
    if (run.start..end).any(|at| is_gist(tokens, at)) {
        QuestionKind::Summary
    } else if within(FIGURE_HEADS) || within(MEASURES) {
        QuestionKind::Number
    } else {
        QuestionKind::Fact
    }
}

/// The token behind the first noun phrase: its first preposition, mark or verb, or the end.
fn phrase_end(tokens: &Tokens, run: Range<usize>) -> usize {
    let first = run.clone().find(|&at| !matches!(tokens.lower(at), "the" | "a" | "an"));
    let first = first.unwrap_or(run.start);
    (first + 1..run.end)
        .find(|&at| {
            let word = tokens.lower(at);
            matches!(word, "," | "(" | ";" | ":" | "–")
                || matches!(
                    word,
                    "of" | "for"
                        | "in"
                        | "at"
                        | "on"
                        | "by"
                        | "with"
                        | "from"
                        | "under"
                        | "as"
                        | "that"
                        | "which"
                        | "when"
                        | "according"
                        | "regarding"
                        | "during"
                        | "within"
                        | "between"
                        | "to"
                        | "per"
                        | "mentioned"
                        | "associated"
                        | "and"
                )
                || AUXILIARIES.contains(&word)
        })
        .unwrap_or(run.end)
}

/// Whether the word before a token stands in the plural.
fn plural_head(tokens: &Tokens, end: usize) -> bool {
    let Some(word) = end.checked_sub(1).map(|at| tokens.lower(at)) else { return false };
    let regular = word.len() > 3
        && word.ends_with('s')
        && !["ss", "us", "is", "sis"].iter().any(|ending| word.ends_with(ending));
    regular || PLURALS.contains(word)
}

fn is_gist(tokens: &Tokens, at: usize) -> bool {
    SUMMARIES.contains(&tokens.lower(at)) || begins(tokens, at, GISTS)
}

fn is_text(tokens: &Tokens, at: usize) -> bool {
    crate::parts::TEXTS.contains(tokens.lower(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::parts;

    fn read(question: &str) -> QuestionKind {
        let tokens = Tokens::of(question);
        kind(&tokens, &parts(&tokens))
    }

    #[test]
    fn the_way_of_asking_tells_the_kind() {
        use QuestionKind::*;
        for (question, expected) in [
            ("Who signed the lease?", Fact),
            ("When does the term begin?", Fact),
            ("Why is treatment limited?", Fact),
            ("How many days is the notice period?", Number),
            ("What was the operating margin in 2021?", Number),
            ("What percentage of members paid?", Number),
            ("What is the revenue? Round to one decimal place.", Number),
            ("What is superspreading?", Definition),
            ("What does \"net sales\" mean?", Definition),
            ("What counts as a late delivery under this contract?", Definition),
            ("Who qualifies as a dependant?", Definition),
            ("Based on FY2022 data, is the company profitable?", YesNo),
            ("Can I cancel the contract early?", YesNo),
            ("Could you list the covered services?", List),
            ("What services are covered?", List),
            ("What are the most common symptoms of flu?", List),
            ("Summarize chapter 3.", Summary),
            ("What is this paper about?", Summary),
            ("Can you give me an overview of the handbook?", Summary),
            ("prior authorization exceptions", Fact),
            ("", Fact),
        ] {
            assert_eq!(read(question), expected, "{question}");
        }
    }
}

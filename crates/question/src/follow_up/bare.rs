//! Owns follow-ups that are nothing but a question word ("why?", "by how much?"), and those that set
//! something against what was asked before ("compared to 2021?", "higher than in 2021?").

use super::antecedent::{Opening, is_be, opening};
use super::edits::{capitalised, uncapitalised};
use super::read::Read;
use super::words::{BARE, COMPARATIVES};
use super::{antecedent, times};
use crate::parts::{AUXILIARIES, QUESTION_WORDS, begins};

/// The question written out; `None` where it is none of these.
pub(super) fn write(new: &Read<'_>, old: &Read<'_>) -> Option<Option<String>> {
    let tokens = &new.tokens;
    let rest = new.rest();
    if rest.is_empty() {
        return None;
    }
    let compared = [
        "compared to",
        "compared with",
        "compare to",
        "compare with",
        "versus",
        "vs",
        "relative to",
        "than",
    ];
    let asks = |at: usize| {
        let word = tokens.lower(at);
        QUESTION_WORDS.contains(&word) || AUXILIARIES.contains(&word)
    };
    // "Compared to 2020, how did revenue change?" says all by itself.
    if begins(tokens, rest.start, &compared) && !rest.clone().any(asks) {
        return Some(Some(compare(new, old)));
    }
    if COMPARATIVES.contains(&tokens.lower(rest.start)) && tokens.lower(rest.start + 1) == "than" {
        return Some(higher(new, old));
    }
    let words: Vec<usize> = rest.clone().filter(|at| tokens.is_word(*at)).collect();
    let asks = words.iter().any(|at| QUESTION_WORDS.contains(&tokens.lower(*at)));
    let bare = asks && words.len() <= 5 && words.iter().all(|at| BARE.contains(tokens.lower(*at)));
    bare.then(|| Some(word(new, old)))
}

/// "What was revenue in 2022, compared to 2021?"
fn compare(new: &Read<'_>, old: &Read<'_>) -> String {
    let rest = match times::relative(&new.tokens, new.rest()) {
        Some((run, off)) if times::only_year(old).is_some() => {
            let year = i32::from(times::only_year(old).unwrap_or_default()) + off;
            format!("{}{year}", before(new, run.start))
        }
        _ => new.words(new.rest()).to_owned(),
    };
    let rest = uncapitalised(&rest);
    let plain = ["than ", "compare to ", "compare with "];
    let rest = match plain.iter().find_map(|prefix| rest.strip_prefix(prefix)) {
        Some(rest) => format!("compared to {rest}"),
        None => rest,
    };
    let asked = old.words(old.asking.clone());
    let behind = &old.tokens.text[old.tokens.bytes(old.asking.clone()).end..];
    format!("{asked} {rest}{behind}")
}

/// What the follow-up says before a token.
fn before(new: &Read<'_>, at: usize) -> String {
    let start = new.tokens.bytes(new.rest()).start;
    new.tokens.get(at).map_or("", |token| &new.tokens.text[start..token.start]).to_owned()
}

/// "Is the fee higher than in 2021?"
fn higher(new: &Read<'_>, old: &Read<'_>) -> Option<String> {
    let subject = antecedent::subject(old)?;
    let be = match opening(old)?.auxiliary.map(|at| old.tokens.lower(at)) {
        Some(be) if is_be(be) => be,
        _ => "is",
    };
    let subject = old.words(subject);
    Some(format!("{} {subject} {}", capitalised(be), new.words(new.rest())))
}

/// A question word put before what was asked: "Why was revenue as it was?", "By how much did it fall?"
fn word(new: &Read<'_>, old: &Read<'_>) -> String {
    let asked = new.words(new.rest());
    let text = old.tokens.text;
    let plain = format!("{}? {text}", capitalised(asked));
    let Some(Opening { start, auxiliary: Some(auxiliary), .. }) = opening(old) else {
        return plain;
    };
    let tokens = &old.tokens;
    let from = |at: usize| tokens.get(at).map_or("", |token| &text[token.start..]);
    let lower = asked.to_lowercase();
    // Where the question was answered by yes or no, the word goes before it as it is.
    let adverb = matches!(lower.as_str(), "why" | "when" | "where" | "how" | "how often")
        || lower.starts_with("by how")
        || lower.starts_with("since")
        || lower.starts_with("until");
    if auxiliary == start && adverb {
        return format!("{} {}", capitalised(asked), uncapitalised(from(start)));
    }
    let what = tokens.lower(start) == "what" && auxiliary == start + 1;
    let figure = what || tokens.lower(start) == "how" && auxiliary == start + 2;
    let be = tokens.lower(auxiliary);
    if lower == "why" && figure && is_be(be) && !AUXILIARIES.contains(&tokens.lower(auxiliary + 1))
    {
        let end = tokens.bytes(old.asking.clone()).end;
        let it = if matches!(be, "are" | "were") { "they" } else { "it" };
        let asked = tokens.get(auxiliary).map_or("", |token| &text[token.start..end]);
        return format!("Why {asked} as {it} {be}{}", &text[end..]);
    }
    plain
}

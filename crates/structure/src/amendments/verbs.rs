//! Tells what a sentence does: whether it orders a change, or only tells of one.

use citelight_core::AmendmentKind;

use super::{Words, words_with_marks};

/// Participles that say what something becomes: "is hereby extended to 31 July 2025".
const BECOMES: [&str; 9] = [
    "extended",
    "increased",
    "raised",
    "reduced",
    "lowered",
    "decreased",
    "changed",
    "postponed",
    "brought",
];
/// Verbs of change: what they do, the participle, the gerund, and the word of an order.
const VERBS: [(Does, &str, &str, &str); 12] = [
    (Does::Replace, "replaced", "replacing", "replace"),
    (Does::Replace, "substituted", "substituting", "substitute"),
    (Does::Amend, "amended", "amending", "amend"),
    (Does::Amend, "restated", "restating", "restate"),
    (Does::Delete, "deleted", "deleting", "delete"),
    (Does::Delete, "struck", "striking", "strike"),
    (Does::Delete, "stricken", "striking", "strike"),
    (Does::Delete, "repealed", "repealing", "repeal"),
    (Does::Delete, "revoked", "revoking", "revoke"),
    (Does::Delete, "omitted", "omitting", "omit"),
    (Does::Add, "inserted", "inserting", "insert"),
    (Does::Add, "added", "adding", "add"),
];
/// Words behind "amended" with which it says how.
const HOW: [&str; 6] = ["to", "as", "by", "so", "in", "and"];
/// Words between "is" and what is done, at most.
const BETWEEN: usize = 5;
/// Words of the past, and of what is not: such a sentence tells of a change and makes none.
const TELLING: [&str; 9] =
    ["was", "were", "been", "has", "have", "had", "not", "being", "previously"];
/// Words behind "omitted" that say why something is left out of this text.
const WHY: [&str; 8] = ["pursuant", "because", "since", "as", "in", "from", "by", "under"];
/// Words that make a change hang on something.
const CONDITIONS: [&str; 7] = ["if", "when", "whenever", "until", "once", "unless", "extent"];
/// Words of a change that does not hold yet, and may never.
const NOT_YET: [&str; 2] = ["on a day to be named", "to be proclaimed"];
/// Words that say that a change is possible: "may be amended by" is none.
const MODAL: [&str; 6] = ["may ", "can ", "could ", "might ", "cannot ", "unless "];

/// What a verb does to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Replace,
    /// Says how behind it.
    Amend,
    Delete,
    Add,
}

/// What a sentence changes, and where the verb of it ends; `None` where it changes nothing, or only tells of
/// a change.
pub(super) fn change(sentence: &str) -> Option<(AmendmentKind, usize)> {
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return None; // offsets would not fit
    }
    if NOT_YET.iter().any(|words| lower.contains(words)) {
        return None;
    }
    let words = words(&lower);
    let mut done: Vec<(Does, usize)> = Vec::new();
    for at in 0..words.len() {
        if let Some(does) = ordered(&lower, &words, at, !done.is_empty()) {
            done.push((does, words[at].end));
        }
    }
    let last = |does: &[Does]| {
        done.iter().filter(|(one, _)| does.contains(one)).map(|(_, end)| *end).max()
    };
    let shall_read = lower.find("shall read").map(|at| at + "shall read".len());
    let (deleted, added) = (last(&[Does::Delete]), last(&[Does::Add]));
    // "is amended by adding" adds.
    let amended = last(&[Does::Amend]).filter(|_| deleted.is_none() && added.is_none());
    let replaced = last(&[Does::Replace]).max(amended).max(shall_read);
    let found = match (replaced, deleted, added) {
        (None, None, None) => (AmendmentKind::Replaced, read_for(&lower)?),
        (Some(end), ..) => (AmendmentKind::Replaced, end),
        // "is deleted and the following is inserted".
        (None, Some(_), Some(end)) => (AmendmentKind::Replaced, end),
        (None, Some(end), None) => (AmendmentKind::Deleted, end),
        (None, None, Some(end)) => (AmendmentKind::Added, end),
    };
    let before = &lower[..found.1];
    let clause = before.rfind([';', '.']).map_or(0, |at| at + 1);
    (!MODAL.iter().any(|modal| before[clause..].contains(modal))).then_some(found)
}

/// What the word at a place orders: "is hereby deleted", "by striking", "Delete clause 4"; `going_on` where
/// an order stands before it, which it may go on: "is deleted and replaced".
fn ordered(lower: &str, words: &[Words], at: usize, going_on: bool) -> Option<Does> {
    let word = |at: usize| words.get(at).map_or("", |range| &lower[range.clone()]);
    let (does, participle, gerund, order) = VERBS
        .iter()
        .find(|(_, participle, gerund, order)| [participle, gerund, order].contains(&&word(at)))
        .copied()?;
    let says_how = does != Does::Amend || HOW.contains(&word(at + 1));
    let left_out = participle == "omitted" && WHY.contains(&word(at + 1));
    if !says_how || left_out {
        return None;
    }
    // What a sentence says before a semicolon or a full stop is another thing.
    let begins = (0..at)
        .rev()
        .find(|before| {
            let gap = &lower[words[*before].end..words[before + 1].start];
            gap.contains(';') || gap.starts_with('.') && gap.len() > 1
        })
        .map_or(0, |before| before + 1);
    if (begins..at).any(|before| CONDITIONS.contains(&word(before))) {
        return None;
    }
    let near = at.saturating_sub(BETWEEN).max(begins)..at;
    let joined = going_on && near.clone().any(|before| matches!(word(before), "and" | "or"));
    if word(at) == order {
        let opens = at == begins || at == begins + 1 && word(begins).chars().count() <= 3;
        // "For “£4,800” substitute “£5,600”."
        let before = lower[..words[at].start].trim_end();
        let instead = before.ends_with(['”', '"', '»'])
            && ["for “", "for \"", "for «"].iter().any(|quoted| before.contains(quoted));
        return (opens || joined || instead).then_some(does);
    }
    if word(at) == gerund {
        return (word(at.wrapping_sub(1)) == "by" || joined).then_some(does);
    }
    // A record of changes quotes what holds since: "“£500” was replaced by “£1,200”".
    let behind = lower[words[at].end..].trim_start();
    let quoted = behind.strip_prefix("by").is_some_and(|new| {
        let new = new.trim_start();
        new.starts_with(['“', '"']) || new.starts_with("the following:")
    });
    if quoted && matches!(word(at.wrapping_sub(1)), "was" | "were") {
        return Some(does);
    }
    let told = near.clone().any(|before| TELLING.contains(&word(before)));
    let orders = near.clone().any(|before| matches!(word(before), "is" | "are" | "be" | "hereby"));
    // "Clause 4 deleted".
    let before = word(at.wrapping_sub(1));
    let bare = before.starts_with(|c: char| c.is_ascii_digit()) && before.len() < 4;
    (!told && (orders || joined || bare)).then_some(does)
}

/// Where "read" ends in "for “X” read “Y”".
fn read_for(lower: &str) -> Option<usize> {
    const READ: [&str; 2] = ["” read ", "\" read "];
    let end = READ.iter().filter_map(|read| Some(lower.find(read)? + read.len())).min()?;
    let before = &lower[..end];
    ["for “", "for \""].iter().any(|quoted| before.contains(quoted)).then_some(end)
}

/// What something was and what it becomes: "is hereby extended to 31 July 2025", "is changed from 9.20 a.m.
/// to 9.40 a.m."; `None` where a sentence says neither what it was nor that it does so hereby.
pub(super) fn becomes(sentence: &str) -> Option<(Option<Words>, Words)> {
    let words = words_with_marks(sentence);
    let word = |at: usize| words.get(at).map_or("", |word| &sentence[word.clone()]);
    let verb = (1..words.len()).find(|at| BECOMES.contains(&word(*at)))?;
    let before: Vec<String> = (0..verb).map(|at| word(at).to_lowercase()).collect();
    let near = &before[verb.saturating_sub(3)..];
    let orders = near.iter().any(|word| word == "is" || word == "are");
    let told = before.iter().any(|word| {
        TELLING.contains(&word.as_str()) || CONDITIONS.contains(&word.as_str()) || word == "may"
    });
    if !orders || told {
        return None;
    }
    let until = |from: usize, stops: &[&str]| {
        // "May 9, 2024" goes on behind its comma.
        let is_year = |at: usize| word(at).starts_with("20") || word(at).starts_with("19");
        let ends = |at: &usize| {
            stops.contains(&word(*at)) || word(*at - 1).ends_with([',', ';']) && !is_year(*at)
        };
        let end = (from + 1..words.len()).find(ends).unwrap_or(words.len());
        let range = words.get(from)?.start..words[end - 1].end;
        let kept = sentence[range.clone()].trim_end_matches(['.', ',', ';', ':']).len();
        let is_figure = sentence[range.clone()].contains(|c: char| c.is_ascii_digit());
        is_figure.then(|| (range.start..range.start + kept, end))
    };
    let stops = ["and", "with", "from", "for", "in", "by", "at", "as"];
    let (old, to) = if word(verb + 1) == "from" {
        let (old, end) = until(verb + 2, &["to"])?;
        (Some(old), end)
    } else {
        (None, verb + 1)
    };
    let hereby = near.iter().any(|word| word == "hereby");
    if word(to) != "to" || old.is_none() && !hereby {
        return None;
    }
    Some((old, until(to + 1, &stops)?.0))
}

/// The words of a text, as ranges of its bytes.
fn words(text: &str) -> Vec<Words> {
    let mut found: Vec<Words> = Vec::new();
    for (at, c) in text.char_indices() {
        if !c.is_alphanumeric() && c != '\'' && c != '’' {
            continue;
        }
        match found.last_mut() {
            Some(word) if word.end == at => word.end = at + c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    found
}

//! Owns which words of a sentence are denied, excepted or singled out: "shall not … except …", "only".
//!
//! A denial governs what follows it up to a border: a semicolon, a full stop, "but", "provided". The
//! items of a list stand under what stands before the first of them. Two denials cancel out ("nothing
//! in this agreement prevents").

use citelight_text::{WordList, is_negation};

use super::text::Word;

/// What governs a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scope {
    /// It is denied.
    pub(crate) denied: bool,
    /// It is what an exception names ("except", "other than", "unless").
    pub(crate) excepted: bool,
    /// It stands behind "only" or "solely".
    pub(crate) only: bool,
    /// It is what a condition names ("if", "in the event that").
    pub(crate) supposed: bool,
    /// The stretch between borders that it belongs to, from 0.
    pub(crate) clause: usize,
}

/// Verbs that deny what follows; as participles behind a form of "be", also what stands before.
const REFUSALS: WordList = WordList::new(
    "prohibit prohibits prohibited forbid forbids forbidden prevent prevents prevented preclude
     precludes precluded refrain refrains restrict restricts restricted exclude excludes excluded
     fails failed lacks refuse",
);
/// Words behind which the denial before them ends.
const BORDERS: [&str; 6] = ["but", "whereas", "although", "though", "while", "which"];
/// Words behind "no" or "not" with which it denies nothing: "no later than", "not only".
const NO_DENIAL: WordList = WordList::new(
    "later less fewer more earlier longer only limited necessarily limitation limiting prejudice
     regard",
);
/// Words that end a condition: what follows is said.
const SAYING: [&str; 8] = ["shall", "will", "must", "may", "agrees", "agree", "should", "then"];
const BE: [&str; 8] = ["is", "are", "was", "were", "be", "been", "being", "become"];
const EXCEPTIONS: [&str; 4] = ["except", "unless", "excluding", "save"];
const SINGLING: [&str; 3] = ["only", "solely", "exclusively"];

/// What governs each word.
pub(crate) fn scopes(words: &[Word]) -> Vec<Scope> {
    let word = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let mut scopes: Vec<Scope> = Vec::with_capacity(words.len());
    let mut now = Scope::default();
    // What the items of a list stand under.
    let mut head: Option<Scope> = None;
    let mut begun = 0; // words of this clause
    let mut fronted = false; // the exception stands in front: it ends at the comma
    for at in 0..words.len() {
        let lower = word(at);
        let before = at.checked_sub(1).map_or("", word);
        let proviso = lower == "provided" && matches!(word(at + 1), "that" | "," | "however");
        let borders = matches!(lower, ":" | ";" | ".") || BORDERS.contains(&lower) || proviso;
        if words[at].item || borders {
            let clause = now.clause + 1;
            if words[at].item || lower == ":" {
                let kept = *head.get_or_insert(now);
                now = Scope { clause, ..kept };
            } else if lower == ";" && head.is_some() {
                now = Scope { clause, ..head.unwrap_or_default() };
            } else {
                if lower == "." {
                    head = None;
                }
                now = Scope { clause, ..Scope::default() };
            }
            (begun, fronted) = (0, false);
        }
        if lower == "," && fronted {
            (now.excepted, now.denied, fronted) = (false, false, false);
        }
        let supposes = matches!(lower, "if" | "whether")
            || matches!(lower, "event" | "case" | "extent") && matches!(before, "the" | "in");
        if supposes {
            now.supposed = true;
        } else if SAYING.contains(&lower) {
            now.supposed = false;
        }
        let counted = |at: usize| matches!(word(at), "later" | "more" | "less" | "earlier");
        let idle = NO_DENIAL.contains(word(at + 1))
            || word(at + 1) == "event" && counted(at + 2)
            || lower == "not" && before == "or";
        let denies = (is_negation(lower) || matches!(lower, "nobody" | "hardly")) && !idle;
        let again = lower == "nor" && !now.denied;
        let excepts = EXCEPTIONS.contains(&lower) && !matches!(before, "not")
            || lower == "than" && before == "other"
            || lower == "from" && before == "apart"
            || lower == "without" && now.denied;
        let refuses = REFUSALS.contains(lower);
        if excepts {
            now.excepted = true;
            fronted = begun == 0;
        } else if denies || again {
            now.denied = !now.denied;
        }
        if SINGLING.contains(&lower) && before != "not" {
            now.only = true;
        }
        scopes.push(now);
        if refuses {
            let passive = BE.contains(&before)
                || matches!(before, "not" | "strictly" | "expressly")
                    && at >= 2
                    && BE.contains(&word(at - 2));
            // "is not prohibited" leaves what stands before as it is.
            if passive && !now.denied {
                for (scope, other) in scopes.iter_mut().zip(words).rev() {
                    if scope.clause != now.clause || other.lower == lower {
                        continue;
                    }
                    scope.denied = !scope.denied;
                }
            }
            if !passive || matches!(word(at + 1), "from" | "to") {
                now.denied = !now.denied;
            }
        }
        begun += usize::from(words[at].is_word);
    }
    scopes
}

#[cfg(test)]
mod tests {
    use citelight_text::Vocabulary;

    use super::super::text::words;
    use super::*;

    /// The words that are denied and not excepted.
    fn denied(text: &str) -> String {
        let words = words(text, &Vocabulary::default());
        let scopes = scopes(&words);
        let kept = words.iter().zip(&scopes).filter(|(word, scope)| {
            word.is_word && scope.denied && !scope.excepted && word.lower.len() > 3
        });
        kept.map(|(word, _)| word.lower.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_denial_governs_what_follows_it_up_to_a_border() {
        for (text, expected) in [
            ("Staff shall not smoke; guests may drink.", "smoke"),
            ("Staff may not smoke but guests may.", "smoke"),
            ("Notice is given no later than in May.", ""),
            ("Fees include, but are not limited to, taxes.", ""),
            ("Neither staff nor guests may smoke.", "neither staff guests smoke"),
            ("Nothing here shall prevent staff from smoking.", "nothing here shall prevent"),
            ("Smoking is prohibited.", "smoking"),
            ("Smoking is not prohibited.", "prohibited"),
            ("Staff are prohibited from smoking.", "staff from smoking"),
            ("They shall not: (a) smoke; (b) drink. They may dance.", "smoke drink"),
            ("Except in May, staff shall not smoke.", "smoke"),
            ("Staff shall not smoke except in May.", "smoke"),
        ] {
            assert_eq!(denied(text), expected, "{text}");
        }
    }

    #[test]
    fn exceptions_and_what_is_singled_out() {
        let of = |text: &str, wanted: fn(&Scope) -> bool| {
            let words = words(text, &Vocabulary::default());
            let scopes = scopes(&words);
            let kept = words.iter().zip(&scopes).filter(|(word, s)| word.is_word && wanted(s));
            kept.map(|(word, _)| word.lower.clone()).collect::<Vec<_>>().join(" ")
        };
        let excepted = |text| of(text, |scope| scope.excepted);
        assert_eq!(excepted("Shown to no person other than staff."), "than staff");
        assert_eq!(excepted("Except in May, none may go."), "except in may");
        assert_eq!(excepted("It shall not be shown without consent."), "without consent");
        let only = |text| of(text, |scope| scope.only);
        assert_eq!(only("It is shown only to staff."), "only to staff");
        assert_eq!(only("It is not only shown."), "");
    }
}

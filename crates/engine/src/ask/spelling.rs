//! Words of a question that no document that is asked holds: short forms are written out, and slips of the
//! fingers read as the word that is there.

use citelight_core::{Chip, ChipKind, Corrections, DocumentId, Found, Interpretation};
use citelight_question::long_form;
use citelight_text::{Tokens, is_topicless, stemmed, typing_slips};

use super::asker::Asker;
use super::question::Ranges;
use crate::error::Result;

/// A word of fewer letters is not mended: too many others lie near.
const SHORTEST: usize = 4;
/// Words that are looked for in the documents, nearest first.
const MOST_CANDIDATES: usize = 6;

/// A question with its words as they are read.
pub(crate) struct Spelled {
    pub(crate) text: String,
    words: Vec<Read>,
}

/// A word that was typed, and the one that it is read as.
struct Read {
    typed: String,
    meant: String,
    on: bool,
}

impl Spelled {
    /// Tells what was read otherwise than it was typed; `text` is the question as it is searched.
    pub(crate) fn tell(self, text: &str, interpretation: &mut Interpretation) {
        if self.words.iter().any(|word| word.on) && interpretation.rewritten.is_none() {
            interpretation.rewritten = Some(text.to_owned());
        }
        let lower = text.to_lowercase();
        for Read { typed, meant, on } in self.words {
            let shown = if on { &meant } else { &typed };
            let place = lower.find(&shown.to_lowercase()).filter(|at| text.is_char_boundary(*at));
            let spans = place.map(|at| citelight_text::span(at..at + shown.len()));
            let found = Found {
                key: key(&typed),
                label: format!("“{typed}” read as “{meant}”"),
                spans: spans.into_iter().collect(),
            };
            interpretation.chips.push(Chip { kind: ChipKind::Spelling, found, on });
        }
    }
}

fn key(typed: &str) -> String {
    format!("spelling:{}", typed.to_lowercase())
}

/// Reads the words of a question that is put to `asked`. A person may switch each reading off.
pub(crate) fn spelled(
    asker: &Asker,
    typed: &str,
    asked: &[DocumentId],
    corrections: Option<&Corrections>,
) -> Result<Spelled> {
    let tokens = Tokens::of(typed);
    let mut spelled = Spelled { text: String::with_capacity(typed.len()), words: Vec::new() };
    let mut ranges: Option<Ranges> = None;
    let mut rest = 0;
    for (at, token) in tokens.iter() {
        let raw = tokens.raw(at);
        let first_capital = token.capital && !tokens.opens(at);
        let plain = raw.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !token.is_word || first_capital || !plain {
            continue;
        }
        let meant = match long_form(raw) {
            // "number of patients", but "number in each group"
            Some(long) => Some(match tokens.lower(at + 1) {
                "of" => long.trim_end_matches(" of").to_owned(),
                _ => long.to_owned(),
            }),
            None => {
                if ranges.is_none() {
                    ranges = Some(asker.document_cache.ranges(asked)?);
                }
                mended(asker, &token.lower, ranges.as_ref().unwrap_or(&Ranges::new()))?
            }
        };
        let Some(meant) = meant else { continue };
        let off = corrections.is_some_and(|said| said.off.contains(&key(raw)));
        if !off {
            spelled.text.push_str(&typed[rest..token.start]);
            spelled.text.push_str(&meant);
            rest = token.end;
        }
        spelled.words.push(Read { typed: raw.to_owned(), meant, on: !off });
    }
    spelled.text.push_str(&typed[rest..]);
    Ok(spelled)
}

/// The word of the documents that a person meant by one that none of them holds; `None` where they hold
/// it, where it is a word of the language, or nothing lies near.
fn mended(asker: &Asker, word: &str, ranges: &Ranges) -> Result<Option<String>> {
    let letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if word.len() < SHORTEST || !letters || is_topicless(word) || ranges.is_empty() {
        return Ok(None);
    }
    if asker.store.chunks_with(word, ranges)? > 0 || is_word(asker, word)? {
        return Ok(None);
    }
    if let Some(meant) = asks(word) {
        return Ok(Some(meant.to_owned()));
    }
    let stem = stemmed(word);
    // The first letter is seldom mistyped; the second may be missing, doubled or out of its place.
    let mut near: Vec<(usize, u32, String)> = Vec::new();
    let mut begins = vec![stem[..2].to_owned(), format!("{}{}", &stem[..1], &stem[2..3])];
    begins.dedup();
    for begin in begins {
        for (term, count) in asker.store.vocabulary(&begin)? {
            if let Some(slips) = typing_slips(&stem, &term) {
                near.push((slips, count, term));
            }
        }
    }
    near.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
    for (_, _, term) in near.into_iter().take(MOST_CANDIDATES) {
        let found = asker.store.search_words(std::slice::from_ref(&term), ranges, 1)?;
        let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
        for chunk in asker.store.chunks_by_id(&ids)? {
            let text = chunk.text.to_lowercase();
            let words = text.split(|c: char| !c.is_alphabetic());
            let same = words.filter(|own| stemmed(own) == term);
            let nearest = same.min_by_key(|own| typing_slips(word, own).unwrap_or(usize::MAX));
            if let Some(meant) = nearest {
                return Ok(Some(meant.to_owned()));
            }
        }
    }
    Ok(None)
}

/// The word that asks or compares which was meant by a slip: documents need not hold it.
fn asks(word: &str) -> Option<&'static str> {
    const ASKING: [&str; 14] = [
        "which",
        "what",
        "when",
        "where",
        "whose",
        "compare",
        "compared",
        "between",
        "difference",
        "different",
        "cheaper",
        "expensive",
        "higher",
        "longer",
    ];
    // Words of their own.
    const OTHERS: [&str; 5] = ["then", "were", "watt", "wheat", "hire"];
    if word.len() < SHORTEST || ASKING.contains(&word) || OTHERS.contains(&word) {
        return None;
    }
    ASKING.into_iter().find(|meant| typing_slips(word, meant).is_some())
}

/// Whether the embedder knows a word, or what it is a form of, as a whole, and not only its parts: then it is
/// one, which the documents do not say.
fn is_word(asker: &Asker, word: &str) -> Result<bool> {
    let embedder = asker.embedder()?;
    let whole = embedder.count_tokens("the");
    Ok(forms(word).iter().any(|form| embedder.count_tokens(form) <= whole))
}

/// A word, and what it may be a form of: "nice" of "nicer".
fn forms(word: &str) -> Vec<String> {
    // Whether an "e" may be lost before the ending.
    const ENDINGS: [(&str, bool); 6] =
        [("er", true), ("est", true), ("ing", true), ("ed", true), ("ly", false), ("s", false)];
    let mut forms = vec![word.to_owned()];
    for (ending, lost) in ENDINGS {
        let Some(base) = word.strip_suffix(ending) else { continue };
        if base.len() >= SHORTEST - 1 {
            forms.push(base.to_owned());
            forms.extend(lost.then(|| format!("{base}e")));
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::{asks, forms};

    #[test]
    fn slips_in_words_that_ask_are_read() {
        assert_eq!(asks("wich"), Some("which"));
        assert_eq!(asks("diffrence"), Some("difference"));
        assert_eq!(asks("longer"), None);
        assert_eq!(asks("where"), None);
        assert_eq!(asks("witch"), None, "another letter");
    }

    #[test]
    fn a_word_is_a_form_of_others() {
        assert_eq!(forms("nicer"), ["nicer", "nic", "nice"]);
        assert_eq!(forms("dog"), ["dog"]);
        assert!(forms("towed").contains(&"tow".to_owned()));
        assert!(!forms("ruls").contains(&"rule".to_owned()), "a slip");
    }
}

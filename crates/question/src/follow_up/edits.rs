//! Owns changes to the text of the question before.

use std::ops::Range;

use super::read::Read;

/// Changes to a question, none overlapping, and what is said behind it.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Runs of bytes, and what takes their place.
    swaps: Vec<(Range<usize>, String)>,
    /// Phrases put at the end of the sentence that asks.
    behind: Vec<String>,
}

impl Edits {
    /// Puts words in the place of a run of bytes; gives whether the place was free.
    pub(super) fn swap(&mut self, bytes: Range<usize>, words: impl Into<String>) -> bool {
        let free = !bytes.is_empty()
            && self.swaps.iter().all(|(o, _)| bytes.end <= o.start || o.end <= bytes.start);
        if free {
            self.swaps.push((bytes, words.into()));
        }
        free
    }

    /// Says a phrase at the end.
    pub(super) fn append(&mut self, phrase: impl Into<String>) {
        self.behind.push(phrase.into());
    }

    /// The question with the changes.
    pub(super) fn apply(mut self, old: &Read<'_>) -> String {
        let end = old.tokens.bytes(old.asking.clone()).end;
        self.swaps.sort_by_key(|(bytes, _)| bytes.start);
        let text = old.tokens.text;
        let behind: String = self.behind.iter().map(|phrase| format!(" {phrase}")).collect();
        let (mut written, mut at) = (String::with_capacity(text.len() + behind.len()), 0);
        let mut said = false;
        for (bytes, words) in &self.swaps {
            if bytes.start >= end && !said {
                written += &text[at..end];
                written += &behind;
                (at, said) = (end, true);
            }
            written += &text[at..bytes.start];
            written += words;
            at = bytes.end;
        }
        if !said {
            written += &text[at..end.max(at)];
            written += &behind;
            at = end.max(at);
        }
        written + &text[at..]
    }
}

/// A question as it is shown: single spaces, a capital at the start, a mark at the end.
pub(super) fn finish(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut written = capitalised(&text);
    if !written.ends_with(['?', '.', '!']) {
        written.push('?');
    }
    written
}

/// The text with a capital at its start.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text without the capital that begins a sentence; a name's stays.
pub(super) fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

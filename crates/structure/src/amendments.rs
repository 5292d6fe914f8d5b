//! Owns the finding of amendments: sentences that say that a numbered part of this document, or of
//! another, is replaced, deleted or added to ("In clause 5.1 “£48,500” is replaced by “£51,250”").

mod parts;
mod verbs;

#[cfg(test)]
mod tests;

use std::ops::Range;

use citelight_core::{Amendment, AmendmentKind, Span};

use parts::part_named;
use verbs::{becomes, change};

/// Words before figures that are changed and stand in no quotation marks: "the figure £5,000 is deleted".
const BEFORE_FIGURE: [&str; 6] = ["figure", "sum", "amount", "number", "rate", "percentage"];
/// Bytes of new rows that follow their announcement, at most.
const LONGEST_ROWS: u32 = 1_200;
/// Bytes of a new text that follows its announcement, at most.
const LONGEST_TEXT: usize = 4_000;

/// The amendments that a text says, in order. `sentences` are those of the text.
pub fn amendments(text: &str, sentences: &[Span]) -> Vec<Amendment> {
    let mut found: Vec<Amendment> = Vec::new();
    for (at, span) in sentences.iter().enumerate() {
        let Some(sentence) = text.get(span.range()) else { continue };
        let place = |range: &Words| {
            let at = |byte: usize| span.start + u32::try_from(byte).unwrap_or(u32::MAX);
            Span::new(at(range.start), at(range.end))
        };
        let Some((kind, verb)) = change(sentence) else {
            found.extend(becomes(sentence).map(|(old, new)| Amendment {
                kind: AmendmentKind::Replaced,
                part: part_named(sentence).unwrap_or_default(),
                span: *span,
                new: Some(place(&new)),
                old: old.as_ref().map(place),
            }));
            continue;
        };
        let mut quotes = quotes(sentence);
        if quotes.is_empty() && kind == AmendmentKind::Replaced {
            quotes = named_figures(sentence);
        }
        // "Clause 5.1 of the Lease. It is deleted and replaced …": the part may be named just before.
        let part = part_named(sentence).or_else(|| {
            let before = at.checked_sub(1).and_then(|at| text.get(sentences[at].range()))?;
            let heading = before.split_whitespace().count() <= 12;
            heading.then(|| part_named(before)).flatten()
        });
        // Where the words before and after are named, no part has to be.
        let both = kind == AmendmentKind::Replaced && quotes.len() > 1;
        let Some(part) = part.or_else(|| both.then(String::new)) else { continue };
        let after = |quote: &&Words| quote.start >= verb;
        let closed = |new: Span| closing(text, span.end, new);
        let (old, mut new) = match kind {
            AmendmentKind::Replaced => {
                // "The words “X” are deleted and the words “Y” are inserted": both stand before the verb.
                let last = quotes.last().filter(|_| quotes.len() > 1);
                let new = quotes.iter().rfind(after).or(last);
                // What is named before them may be what they stand in: “In the definition of “Term” …”.
                let old = quotes
                    .iter()
                    .rfind(|quote| Some(*quote) != new && (quote.end <= verb || last.is_some()));
                (old.map(place), new.map(place))
            }
            AmendmentKind::Deleted => (quotes.first().map(place), None),
            AmendmentKind::Added => {
                let new = quotes.iter().find(after).or_else(|| quotes.last());
                (None, new.map(place))
            }
        };
        if new.is_none() && kind != AmendmentKind::Deleted {
            // "Headings are inserted for convenience": what is added has to be said.
            new = match (announces(sentence), kind) {
                (true, _) => following(text, sentences, at),
                (false, AmendmentKind::Added) => None,
                (false, _) => words_behind(sentence, verb).map(|words| place(&words)),
            };
        }
        if new.is_none() && kind != AmendmentKind::Deleted {
            continue;
        }
        let new = new.map(closed);
        let span = new.filter(|new| new.overlaps(span)).map_or(*span, |new| span.union(&new));
        found.push(Amendment { kind, part, span, new, old });
    }
    found
}

/// Some words of a sentence, as bytes.
type Words = Range<usize>;

/// Figures that a sentence names as what changes: "the figure £5,000 is deleted and the figure £7,500 …".
fn named_figures(sentence: &str) -> Vec<Words> {
    let words = words_with_marks(sentence);
    let named = words.windows(2).filter_map(|pair| {
        let before = sentence[pair[0].clone()].to_lowercase();
        let figure = sentence[pair[1].clone()].trim_end_matches(['.', ',', ';']);
        let is_figure = figure.contains(|c: char| c.is_ascii_digit());
        (is_figure && BEFORE_FIGURE.contains(&before.as_str()))
            .then(|| pair[1].start..pair[1].start + figure.len())
    });
    named.collect()
}

/// The words of a text with the marks at them, as bytes.
fn words_with_marks(text: &str) -> Vec<Words> {
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(|word| at(word)..at(word) + word.len()).collect()
}

/// What stands between quotation marks, marks left out, as byte ranges.
fn quotes(sentence: &str) -> Vec<Words> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in sentence.char_indices() {
        match (c, open) {
            ('“' | '„' | '«', _) | ('"', None) => open = Some(at + c.len_utf8()),
            ('”' | '»' | '"', Some(start)) => {
                if at > start {
                    found.push(start..at);
                }
                open = None;
            }
            _ => {}
        }
    }
    // A text that goes on behind the sentence.
    found.extend(open.map(|start| start..sentence.len()).filter(|quote| !quote.is_empty()));
    found
}

/// A new text that a sentence opens and does not close, up to where it is closed. `end` is the sentence's.
fn closing(text: &str, end: u32, new: Span) -> Span {
    let (words, rest) = (text.get(new.range()), text.get(end as usize..));
    let (Some(words), Some(rest)) = (words, rest) else { return new };
    let goes_on = new.end == end && !words.is_empty();
    let opened = text[..new.start as usize].ends_with(['“', '"', '„', '«']);
    let close = rest.find(['”', '"', '»']).filter(|at| *at <= LONGEST_TEXT);
    match close {
        Some(at) if goes_on && opened => Span::new(new.start, end + u32::try_from(at).unwrap_or(0)),
        _ => new,
    }
}

/// Whether the new text follows the sentence.
fn announces(sentence: &str) -> bool {
    let lower = sentence.trim_end().to_lowercase();
    lower.ends_with([':', '-', '–', '—'])
        || lower.contains("the following")
        || lower.contains("as follows")
}

/// The text that follows an announcement: what stands in quotation marks, else the next sentence.
fn following(text: &str, sentences: &[Span], at: usize) -> Option<Span> {
    let next = sentences.get(at + 1)?;
    let rest = text.get(next.start as usize..)?;
    let opens = rest.starts_with(['“', '"', '„', '«']);
    if !opens {
        // The rows of a table, each a sentence of its own, up to the next one of prose.
        let row = |span: &Span| {
            let row = text.get(span.range()).unwrap_or_default().trim_end();
            !row.ends_with(['.', ';', ':', '!', '?']) && change(row).is_none()
        };
        let rows = sentences[at + 1..].iter().take_while(|span| row(span)).last();
        let end = rows.map_or(next.end, |last| last.end).min(next.start + LONGEST_ROWS);
        return Some(Span::new(next.start, end.max(next.end)));
    }
    let inner = rest.chars().next().map_or(0, char::len_utf8);
    let end = rest[inner..].find(['”', '"', '»']).filter(|end| *end <= LONGEST_TEXT)?;
    let start = next.start + u32::try_from(inner).ok()?;
    Some(Span::new(start, start + u32::try_from(end).ok()?))
}

/// The words behind the verb, as a byte range: "is replaced by £51,250".
fn words_behind(sentence: &str, verb: usize) -> Option<Words> {
    let rest = sentence.get(verb..)?;
    let by = ["by ", "with ", "to read ", "read ", "for "];
    let start = by.iter().filter_map(|word| rest.find(word).map(|at| at + word.len())).min()?;
    // A further sentence says something else.
    let next = rest[start..].find(". ").map_or(rest.len(), |at| start + at);
    let end = rest[..next].trim_end_matches(['.', ' ', ';']).len();
    (start < end).then_some(verb + start..verb + end)
}

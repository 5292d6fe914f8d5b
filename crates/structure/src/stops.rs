//! Owns where sentences end inside a text that line breaks do not part: which full stops end one,
//! and which belong to an abbreviation, a number or a name.

use crate::flow::MARK_SPACE;
use crate::{shape, terms};

/// The bytes after which a new sentence begins, rising, the end of the unit not among them.
pub(crate) fn stops(unit: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut past, mut from) = (0, 0);
    // The last number of a list that runs on inside its sentence.
    let mut counted: Option<u32> = None;
    for (at, c) in unit.char_indices() {
        if at < past {
            continue;
        }
        let strong = shape::is_strong_stop(c);
        if !strong && !matches!(c, '.' | '!' | '?' | '…') {
            continue;
        }
        let run = unit[at..]
            .find(|c: char| !(matches!(c, '.' | '!' | '?' | '…') || shape::is_strong_stop(c)))
            .map_or(unit.len(), |n| at + n);
        let marks = &unit[at..run];
        past = run;
        let closed = run + leading(&unit[run..], shape::is_closer);
        let closed = closed + reference(&unit[..at], &unit[closed..], marks);
        let rest = &unit[closed..];
        let next = rest.trim_start();
        if next.is_empty() {
            break;
        }
        let parted = rest.len() > next.len();
        let stop = if strong {
            true
        } else if !parted {
            false
        } else if marks == "." {
            is_stop(unit[from..at].trim_start(), closed > run, next)
        } else {
            is_loud_stop(&unit[..at], marks, next)
        };
        if let Some(number) = own_number(&unit[from..at]).filter(|_| marks == ".")
            && (number == 1 && is_led(&unit[from..at]) || counted.is_some_and(|n| n + 1 == number))
        {
            counted = Some(number);
            continue;
        }
        if counted.is_some_and(|n| next_number(next) == Some(n + 1)) {
            continue;
        }
        if stop {
            counted = None;
            found.push(closed);
            (past, from) = (closed, closed);
        }
    }
    found
}

/// The number that a text ends with, as a word by itself.
fn own_number(text: &str) -> Option<u32> {
    let word = text.rsplit(char::is_whitespace).next()?;
    let short = (1..=2).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    short.then(|| word.parse().ok()).flatten()
}

/// Whether a colon stands before the number that a text ends with: "as follows: 1".
fn is_led(text: &str) -> bool {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    before.len() < text.len() && before.trim_end().ends_with(':')
}

/// The number with a full stop that a text begins with: "2. Minutes".
fn next_number(next: &str) -> Option<u32> {
    let digits = leading(next, |c| c.is_ascii_digit());
    let stop = next[digits..].starts_with(". ");
    (stop && (1..=2).contains(&digits)).then(|| next[..digits].parse().ok()).flatten()
}

fn leading(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|c: char| !holds(c)).unwrap_or(text.len())
}

/// Length of a note's or reference's mark set behind a stop: "done.12 The", "done.[3, 4] The".
fn reference(before: &str, after: &str, marks: &str) -> usize {
    if after.starts_with(MARK_SPACE) {
        // Raised marks say so themselves.
        return leading(after, |c| c == MARK_SPACE || !c.is_whitespace());
    }
    if marks != "." || !before.ends_with(|c: char| c.is_alphabetic() || shape::is_closer(c)) {
        return 0;
    }
    if let Some(inner) = after.strip_prefix('[') {
        let digits = leading(inner, |c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–'));
        let closed = digits > 0 && inner[digits..].starts_with(']');
        return if closed { digits + 2 } else { 0 };
    }
    if !after.starts_with(|c: char| c.is_ascii_digit()) {
        // "et al., 2016"
        return 0;
    }
    let digits = leading(after, |c| c.is_ascii_digit() || matches!(c, ',' | '–' | '-'));
    let word = last_word(before).to_lowercase();
    if digits > 5 || terms::is_before_number(&word) { 0 } else { digits }
}

/// "!", "?", "...", "?!": an end unless the text goes on in lower case or a leader of dots runs.
fn is_loud_stop(before: &str, marks: &str, next: &str) -> bool {
    let dots = marks.chars().all(|c| matches!(c, '.' | '…'));
    if dots && (marks.len() > 4 || before.ends_with(char::is_whitespace) && marks.len() < 3) {
        return false;
    }
    opens(next)
}

/// Whether a text can open a sentence: a capital, a figure, a script without case, an item's mark.
fn opens(next: &str) -> bool {
    if shape::marker(next).is_some() {
        return true;
    }
    let body = next.trim_start_matches(['(', '[', '"', '“', '‘', '\'', '«', '¿', '¡', '*', '„']);
    match body.chars().next() {
        Some(c) if c.is_alphabetic() => !c.is_lowercase(),
        Some(c) => c.is_numeric() || matches!(c, '$' | '€' | '£' | '¥' | '§' | '#' | '†' | '‡'),
        None => false,
    }
}

/// Whether a full stop followed by white space ends a sentence.
fn is_stop(before: &str, closed: bool, next: &str) -> bool {
    if next.starts_with(shape::is_bullet) {
        return true;
    }
    if !opens(next) {
        return false;
    }
    if before.ends_with(char::is_whitespace) {
        return stands_apart(before.trim_end(), next);
    }
    if closed {
        return true;
    }
    let word = last_word(before);
    if refers_to_item(before) && !terms::is_opener(&first_word(next).to_lowercase()) {
        return false;
    }
    let lower = word.to_lowercase();
    if opens_sentence(before, word) {
        return false;
    }
    let next_word = first_word(next);
    let opener =
        next_word.starts_with(char::is_uppercase) && terms::is_opener(&next_word.to_lowercase());
    if word.chars().count() == 1 && word.starts_with(char::is_uppercase) {
        return opener && next_word.chars().count() > 1;
    }
    if terms::never_ends(&lower) || terms::is_title(word, &lower) {
        return false;
    }
    if terms::is_before_number(&lower) {
        let label = next_word.chars().count() <= 2 && !opener;
        let numbered = next.starts_with(|c: char| c.is_ascii_digit() || c == '(');
        return !(numbered || label || shape::is_roman(next_word));
    }
    if terms::may_end(word, &lower) || is_dotted(word) {
        return opener;
    }
    true
}

/// Whether a full stop set off from its word (" . ") ends a sentence: one of a row of dots does not.
fn stands_apart(before: &str, next: &str) -> bool {
    let worded = before.ends_with(|c: char| c.is_alphanumeric() || shape::is_closer(c) || c == '%');
    let several = before.split_whitespace().nth(2).is_some();
    let capital =
        next.trim_start_matches(['(', '"', '“', '‘', '«']).starts_with(char::is_uppercase);
    worded && several && capital
}

/// "1.", "Item 7A.", "(iv).", "A." at the start of a sentence number what follows.
fn opens_sentence(before: &str, word: &str) -> bool {
    let mut words = before.split_whitespace();
    let (first, second, third) = (words.next(), words.next(), words.next());
    let number = |w: &str| {
        let inner = w.trim_matches(['(', ')', '.']);
        inner.len() <= 6
            && (inner.chars().any(|c| c.is_ascii_digit())
                && inner.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')
                || inner.chars().count() == 1
                || shape::is_roman(inner))
    };
    match (first, second, third) {
        (Some(only), None, _) => number(only),
        (Some(kind), Some(_), None) => {
            let kind = kind.to_lowercase();
            number(word) && (terms::is_numbered(&kind) || shape::marker(before).is_some())
        }
        _ => false,
    }
}

/// "see Item 1A. Risk Factors": the items of a filing are cited with their titles.
fn refers_to_item(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let number = words.next().is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    number && words.next().is_some_and(|w| w.eq_ignore_ascii_case("item"))
}

/// Single letters parted by stops: "U.S", "N.Y", "a.m", "Ph.D".
fn is_dotted(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|p| (1..=2).contains(&p.chars().count()))
        && word.chars().all(|c| c.is_alphabetic() || c == '.')
}

fn last_word(before: &str) -> &str {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.rsplit(['/', '—', '–', '(', '[']).next().unwrap_or_default();
    word.trim_start_matches(|c: char| !c.is_alphanumeric())
}

fn first_word(next: &str) -> &str {
    let body = next.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = body
        .find(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | ')' | '—' | '’'))
        .unwrap_or(body.len());
    &body[..end]
}

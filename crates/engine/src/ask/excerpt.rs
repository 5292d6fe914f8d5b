//! Owns which of a text's characters make an excerpt: whole words, brackets that close, no sign of what stands around,
//! of a long label its ends.

use std::ops::Range;

/// Words in which a bracket that opens in an excerpt must close to belong to it.
const MOST_IN_BRACKETS: usize = 6;

/// A word of so many letters is taken to be no abbreviation, whose full stop belongs to it.
const SHORTEST_WHOLE: usize = 5;
/// So many words that begin with a capital are taken for a sentence.
const SHORTEST_SENTENCE: usize = 6;

/// Words that are shown of a longer label: so many from its beginning, where its row stands, and from its end, where
/// its column does.
const FIRST_WORDS: usize = 8;
const LAST_WORDS: usize = 12;

/// What says the meaning of a value, without the middle where that is as long as a paragraph.
pub(crate) fn label_ends(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    if words.len() <= FIRST_WORDS + LAST_WORDS {
        return label.to_owned();
    }
    let (first, last) = (&words[..FIRST_WORDS], &words[words.len() - LAST_WORDS..]);
    format!("{} … {}", first.join(" "), last.join(" "))
}

/// Words without the signs at their ends that belong to what stands around them: a comma behind a name, one
/// bracket of a pair.
pub(crate) fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let more = |open: char, close: char| {
            rest.matches(open).count() as isize - rest.matches(close).count() as isize
        };
        let hyphen = |rest: &str| {
            let before = rest.strip_suffix(['-', '–', '—']);
            before.is_some_and(|before| before.ends_with(char::is_alphabetic))
        };
        let (first, last) = (rest.chars().next(), rest.chars().next_back());
        let cut_end = match last {
            Some(',' | ';' | ':' | '(' | '[') => true,
            Some(')') => more('(', ')') < 0,
            Some(']') => more('[', ']') < 0,
            Some('.') => (rest.ends_with(").") && more('(', ')') < 0) || bears_stop(rest),
            _ => hyphen(rest),
        };
        let cut_start = match first {
            Some(',' | ';' | ':' | ')' | ']' | '•' | '➤') => true,
            Some('(') => more('(', ')') > 0,
            Some('[') => more('[', ']') > 0,
            _ => false,
        };
        let mut chars = rest.chars();
        match (cut_end, cut_start) {
            (true, _) => chars.next_back(),
            (_, true) => chars.next(),
            _ => break,
        };
        rest = chars.as_str().trim();
    }
    // What stands in brackets as a whole, but no number below zero and no letter of a list.
    let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match inner.filter(|inner| inner.contains(' ') && !inner.contains(['(', ')'])) {
        Some(inner) => inner.trim(),
        None if rest.is_empty() => text,
        None => rest,
    }
}

/// Whether words that are no sentence end with the full stop of one, and not with an abbreviation ("lbs.").
fn bears_stop(words: &str) -> bool {
    let last = words.trim_end_matches('.').rsplit(char::is_whitespace).next().unwrap_or_default();
    // "Assoc." is an abbreviation, "January." is not.
    let shortest = SHORTEST_WHOLE + usize::from(last.starts_with(char::is_uppercase));
    let whole = last.chars().count() >= shortest
        && last.ends_with(char::is_alphabetic)
        && !last.contains('.');
    let number = last.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    let sentence = words.starts_with(char::is_uppercase)
        && words.split_whitespace().count() >= SHORTEST_SENTENCE;
    (whole || number) && !words.ends_with("..") && !sentence
}

/// The range with the rest of the words that it cuts: a rectangle shows whole words, the marks at their
/// ends included, and a quote is what its rectangles show.
pub(crate) fn whole_words(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].rfind(char::is_whitespace);
    let start = before.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[range.end..].find(char::is_whitespace).map_or(text.len(), |at| range.end + at);
    start..end
}

/// A range of whole words, on to the end of a bracket that opens in it where that comes soon.
pub(crate) fn with_bracket(text: &str, range: Range<usize>) -> Range<usize> {
    let inside = &text[range.clone()];
    if inside.matches('(').count() <= inside.matches(')').count() {
        return range;
    }
    let rest = text[range.end..].split_inclusive(char::is_whitespace);
    let mut closes = rest.take(MOST_IN_BRACKETS).scan(range.end, |at, word| {
        *at += word.len();
        Some((*at - (word.len() - word.trim_end().len()), word.contains(')')))
    });
    match closes.find(|(_, closes)| *closes) {
        Some((end, _)) => range.start..end,
        None => range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_lead_an_answer_bear_no_sign_of_their_sentence() {
        for (text, expected) in [
            ("21057478,", "21057478"),
            (": 608PD", "608PD"),
            ("more than 3 minutes),", "more than 3 minutes"),
            ("(-20 degree", "-20 degree"),
            ("Self-funded [", "Self-funded"),
            ("two (2) years,", "two (2) years"),
            ("1 Sunday afternoon a month-", "1 Sunday afternoon a month"),
            ("Rs.1180/-", "Rs.1180/-"),
            ("(b)", "(b)"),
            ("(Second Tuesday of most months)", "Second Tuesday of most months"),
            ("(1,234)", "(1,234)"),
            ("12-16 weeks.", "12-16 weeks"),
            ("more than 25 lbs.", "more than 25 lbs."),
            ("12.60%.", "12.60%"),
            ("8 p.m.", "8 p.m."),
            ("the U.S.A.", "the U.S.A."),
            ("the Harbour Assoc.", "the Harbour Assoc."),
            ("9 January.", "9 January"),
            ("the landlord and so on...", "the landlord and so on..."),
            ("Pets are kept on a leash.", "Pets are kept on a leash."),
            ("500 dollars).", "500 dollars"),
            ("a week (five days).", "a week (five days)."),
            ("$2/minute.", "$2/minute"),
            (",", ","),
        ] {
            assert_eq!(bare(text), expected);
        }
    }

    #[test]
    fn of_a_label_as_long_as_a_paragraph_its_ends_are_shown() {
        let short = "Fees > Adult, One day:";
        assert_eq!(label_ends(short), short);
        let numbered =
            |range: Range<usize>| range.map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(label_ends(&numbered(0..20)), numbered(0..20));
        let expected = format!("{} … {}", numbered(0..8), numbered(18..30));
        assert_eq!(label_ends(&numbered(0..30)), expected);
    }

    #[test]
    fn cited_words_are_whole() {
        let text = "It rose (by\u{202f}3.5%), as said.";
        let words = |part: &str| {
            let at = text.find(part).unwrap();
            text[whole_words(text, at..at + part.len())].to_owned()
        };
        assert_eq!(words("3.5%"), "3.5%),");
        assert_eq!(words("by"), "(by");
        assert_eq!(words("said"), "said.");
        assert_eq!(words("It"), "It");
    }

    #[test]
    fn a_bracket_that_opens_in_cited_words_is_cited_to_its_end() {
        let text =
            "Net income was $13 (or $4 per share), up (as was said before of all that it sold) 3%.";
        let words = |part: &str| {
            let at = text.find(part).unwrap();
            &text[with_bracket(text, at..at + part.len())]
        };
        assert_eq!(words("$13 (or $4"), "$13 (or $4 per share),");
        assert_eq!(words("$13"), "$13");
        assert_eq!(words("(or $4 per share),"), "(or $4 per share),");
        assert_eq!(words("up (as"), "up (as");
    }
}

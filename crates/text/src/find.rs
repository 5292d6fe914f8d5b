//! Finding what a person typed in a text, however it is written there: letter case, accents, ligatures,
//! kinds of quotes and white space make no difference unless they are asked to.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What counts as a match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FindOptions {
    /// Capitals and small letters differ.
    pub case: bool,
    /// A match begins and ends with whole words.
    pub words: bool,
}

/// The places of `query` in `text`, as ranges of its bytes, in order and apart from each other; at most
/// `most`. None for a query without anything but white space.
pub fn find_all(text: &str, query: &str, options: FindOptions, most: usize) -> Vec<Range<usize>> {
    let needle = Folded::of(query.trim(), options.case).text;
    if needle.is_empty() {
        return Vec::new();
    }
    let folded = Folded::of(text, options.case);
    let is_inside = |end: Option<char>| end.is_some_and(char::is_alphanumeric);
    let whole = |found: &Range<usize>| {
        let inner = &folded.text[found.clone()];
        let before = folded.text[..found.start].chars().next_back();
        let after = folded.text[found.end..].chars().next();
        !(is_inside(before) && is_inside(inner.chars().next())
            || is_inside(after) && is_inside(inner.chars().next_back()))
    };
    let mut all: Vec<Range<usize>> = Vec::new();
    for (start, _) in folded.text.match_indices(&needle) {
        let found = start..start + needle.len();
        if options.words && !whole(&found) {
            continue;
        }
        let place = folded.place(text, found);
        // Two letters that are one sign in the text are found once.
        if all.last().is_some_and(|last| last.end > place.start) {
            continue;
        }
        all.push(place);
        if all.len() == most {
            break;
        }
    }
    all
}

/// A text as it is compared, and where each of its bytes comes from.
struct Folded {
    text: String,
    /// For each byte, where the character begins that it comes from.
    origins: Vec<u32>,
}

impl Folded {
    fn of(text: &str, case: bool) -> Folded {
        let mut folded = Folded {
            text: String::with_capacity(text.len()),
            origins: Vec::with_capacity(text.len()),
        };
        for (at, c) in text.char_indices() {
            folded.take(c, at, case);
        }
        folded
    }

    fn take(&mut self, c: char, at: usize, case: bool) {
        if c.is_ascii() && !c.is_ascii_whitespace() {
            return self.push(if case { c } else { c.to_ascii_lowercase() }, at);
        }
        if c.is_whitespace() {
            // White space of any length is one space.
            if !self.text.ends_with(' ') {
                self.push(' ', at);
            }
            return;
        }
        match c {
            // A soft hyphen.
            '\u{ad}' => {}
            '‘' | '’' | '‚' | '′' => self.push('\'', at),
            '“' | '”' | '„' | '«' | '»' | '″' => self.push('"', at),
            '‐' | '‑' | '–' | '—' | '−' => self.push('-', at),
            _ => {
                for part in std::iter::once(c).nfkd().filter(|part| !is_combining_mark(*part)) {
                    if case {
                        self.push(part, at);
                    } else {
                        part.to_lowercase().for_each(|lower| self.push(lower, at));
                    }
                }
            }
        }
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.origins.resize(self.text.len(), at);
    }

    /// Where a range of the folded text stands in the text itself.
    fn place(&self, text: &str, found: Range<usize>) -> Range<usize> {
        let start = self.origins[found.start] as usize;
        let last = self.origins[found.end - 1] as usize;
        let end = last + text[last..].chars().next().map_or(0, char::len_utf8);
        // Accents that are characters of their own belong to their letter.
        let marks = text[end..].chars().take_while(|c| is_combining_mark(*c) || *c == '\u{ad}');
        start..end + marks.map(char::len_utf8).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, query: &str, options: FindOptions) -> Vec<&'t str> {
        find_all(text, query, options, 100).into_iter().map(|place| &text[place]).collect()
    }

    const ANY: FindOptions = FindOptions { case: false, words: false };

    #[test]
    fn letters_are_found_however_they_are_written() {
        let written = ["Caf\u{e9}", "cafe\u{301}", "CAFE"];
        assert_eq!(found(&written.join(", "), "cafe", ANY), written);
        assert_eq!(found("CAFE", "caf\u{e9}", ANY), ["CAFE"]);
    }

    #[test]
    fn ligatures_quotes_and_spaces_are_one() {
        assert_eq!(found("an eﬃcient oﬀice", "efficient off", ANY), ["eﬃcient oﬀ"]);
        assert_eq!(
            found("the party’s\n  “own” risk", "party's \"own\" risk", ANY),
            ["party’s\n  “own” risk"]
        );
        assert_eq!(
            found("co\u{ad}operate 2019–2020", "cooperate 2019-2020", ANY),
            ["co\u{ad}operate 2019–2020"]
        );
        assert_eq!(found("ﬀ", "f", ANY), ["ﬀ"], "one sign is found once");
    }

    #[test]
    fn case_and_whole_words_count_when_asked_to() {
        let text = "Form, form, information, FORM 10-K";
        assert_eq!(found(text, "form", ANY).len(), 4);
        assert_eq!(found(text, "form", FindOptions { case: true, words: false }).len(), 2);
        assert_eq!(found(text, "form", FindOptions { case: false, words: true }).len(), 3);
        assert_eq!(found("$5 (five)", "$5", FindOptions { case: false, words: true }), ["$5"]);
    }

    #[test]
    fn nothing_is_found_of_nothing_and_no_more_than_wanted() {
        assert!(found("a b c", "  ", ANY).is_empty());
        assert!(found("", "a", ANY).is_empty());
        assert_eq!(find_all("aaaa", "a", ANY, 3).len(), 3);
        assert_eq!(find_all("aaaa", "aa", ANY, 9), [0..2, 2..4]);
    }
}

//! Owns references to numbered parts: "Item 1A", "clause 4.2(a)", "§ 5", "pages 3-5", "Part II".
//!
//! Parts named by words alone ("the balance sheet") are no references.

use citelight_core::{Found, PartKind, PartReference};
use citelight_text::{Tokens, is_topicless};

use crate::parts::REQUESTS;

/// Words before a number, singular, and the parts that they count.
const WORDS: &[(&str, PartKind)] = &[
    ("item", PartKind::Item),
    ("note", PartKind::Note),
    ("footnote", PartKind::Note),
    ("section", PartKind::Section),
    ("sec", PartKind::Section),
    ("§", PartKind::Section),
    ("clause", PartKind::Clause),
    ("paragraph", PartKind::Paragraph),
    ("para", PartKind::Paragraph),
    ("article", PartKind::Article),
    ("art", PartKind::Article),
    ("part", PartKind::Part),
    ("appendix", PartKind::Attachment),
    ("annex", PartKind::Attachment),
    ("schedule", PartKind::Attachment),
    ("exhibit", PartKind::Attachment),
    ("attachment", PartKind::Attachment),
    ("addendum", PartKind::Attachment),
    ("rider", PartKind::Attachment),
    ("chapter", PartKind::Chapter),
    ("unit", PartKind::Unit),
    ("module", PartKind::Unit),
    ("lesson", PartKind::Unit),
    ("step", PartKind::Unit),
    ("slide", PartKind::Page),
    ("page", PartKind::Page),
    ("p", PartKind::Page),
    ("pp", PartKind::Page),
    ("pg", PartKind::Page),
    ("table", PartKind::Table),
    ("figure", PartKind::Figure),
    ("fig", PartKind::Figure),
];

/// Short forms and signs, and the words that they stand for.
const LONG: &[(&str, &str)] = &[
    ("sec", "section"),
    ("§", "section"),
    ("para", "paragraph"),
    ("art", "article"),
    ("p", "page"),
    ("pp", "page"),
    ("pg", "page"),
    ("fig", "figure"),
    ("footnote", "note"),
];

/// Ordinals that count pages, chapters, tables and figures.
const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// The part references of a question, once each, in order.
pub(crate) fn references(tokens: &Tokens) -> Vec<PartReference> {
    let mut references = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((word, kind, plural)) = part_word(tokens.lower(at)) else {
            at += 1;
            continue;
        };
        if let Some(n) = ORDINALS.iter().position(|ordinal| *ordinal == tokens.before(at))
            && !plural
            && matches!(
                kind,
                PartKind::Page | PartKind::Chapter | PartKind::Table | PartKind::Figure
            )
        {
            add(&mut references, tokens, at - 1..at + 1, word, kind, &(n + 1).to_string());
            at += 1;
            continue;
        }
        let mut next = at + 1;
        while matches!(tokens.lower(next), "." | "no" | "nos" | "number" | "numbers" | "#" | "-")
            && next < at + 3
        {
            next += 1;
        }
        // "Medicare Part B" is a name, "Part B" is none.
        let named = kind == PartKind::Part
            && at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| {
                let verb = REQUESTS.contains(before.lower.as_str());
                before.is_word && before.capital && !is_topicless(&before.lower) && !verb
            });
        // "the part I should read"
        let pronoun = tokens.raw(next) == "I"
            && tokens.is_word(next + 1)
            && tokens.get(at).is_some_and(|token| !token.capital);
        let read = number(tokens, next, named).filter(|_| !pronoun);
        let Some((number, mut end)) = read else {
            at += 1;
            continue;
        };
        add(&mut references, tokens, at..end, word, kind, &number);
        // "Items 7 and 8", "units 4, 5, and 6"; a range names its ends.
        while let Some((number, from, after)) =
            if plural { next_number(tokens, end, named) } else { None }
        {
            add(&mut references, tokens, from..after, word, kind, &number);
            end = after;
        }
        at = end;
    }
    references
}

/// The number behind a comma, "and" or "to", the token at which it begins, and the one behind it.
fn next_number(tokens: &Tokens, end: usize, digits_only: bool) -> Option<(String, usize, usize)> {
    let mut from = end;
    while matches!(tokens.lower(from), "," | "and" | "or" | "to" | "-" | "–" | "&") {
        from += 1;
    }
    let (number, after) = number(tokens, from, digits_only).filter(|_| from > end)?;
    Some((number, from, after))
}

fn add(
    references: &mut Vec<PartReference>,
    tokens: &Tokens,
    run: std::ops::Range<usize>,
    word: &str,
    kind: PartKind,
    number: &str,
) {
    let key = format!("reference:{word}-{number}").to_lowercase();
    let span = tokens.span(run);
    if let Some(known) = references.iter_mut().find(|known| known.found.key == key) {
        known.found.spans.push(span);
        return;
    }
    let mut label = word.to_owned();
    label[..1].make_ascii_uppercase();
    references.push(PartReference {
        found: Found::new(key, format!("{label} {number}"), span),
        kind,
        word: word.to_owned(),
        number: number.to_owned(),
    });
}

/// The part that a word counts, its full word, and whether it stands in the plural.
fn part_word(lower: &str) -> Option<(&'static str, PartKind, bool)> {
    let find = |word: &str| WORDS.iter().find(|(known, _)| *known == word);
    let (entry, plural) = match find(lower) {
        Some(entry) => (entry, matches!(lower, "pp")),
        None => {
            let singular = match lower {
                "appendices" => "appendix",
                "annexes" => "annex",
                _ => lower.strip_suffix('s')?,
            };
            (find(singular).filter(|_| singular.len() > 2)?, true)
        }
    };
    let long = LONG.iter().find(|(short, _)| *short == entry.0).map_or(entry.0, |(_, long)| long);
    Some((long, entry.1, plural))
}

/// A part's number and the token behind it: "7", "1A", "4.2(a)", "II", "B". `digits_only` refuses
/// letters and Roman figures.
fn number(tokens: &Tokens, at: usize, digits_only: bool) -> Option<(String, usize)> {
    let raw = tokens.raw(at);
    let digits = raw.starts_with(|c: char| c.is_ascii_digit());
    let with_digits = digits
        && raw.len() <= 8
        && raw.chars().filter(|c| c.is_alphabetic()).count() <= 1
        && !raw.contains(',');
    let roman = !raw.is_empty() && raw.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L'));
    let letter = raw.len() == 1 && raw.starts_with(|c: char| c.is_ascii_uppercase() && c != 'I');
    if !(with_digits || !digits_only && (roman || letter)) {
        return None;
    }
    let mut number = raw.to_uppercase();
    let mut end = at + 1;
    if !digits && matches!(tokens.lower(end), "-" | ".") {
        // "F-4", "A.1"
        let more = tokens.raw(end + 1);
        let close = tokens.touches(end) && tokens.touches(end + 1);
        if close && more.starts_with(|c: char| c.is_ascii_digit()) {
            number = format!("{number}{}{more}", tokens.raw(end));
            end += 2;
        }
    }
    while tokens.lower(end) == "("
        && tokens.touches(end)
        && tokens.lower(end + 2) == ")"
        && (1..=4).contains(&tokens.lower(end + 1).len())
    {
        number = format!("{number}({})", tokens.raw(end + 1).to_uppercase());
        end += 3;
    }
    Some((number, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_parts_are_found() {
        for (question, expected) in [
            ("What does Item 7 say, and Item 1A?", "Item 7|Item 1A"),
            ("See Note 12 and footnote 3", "Note 12|Note 3"),
            ("Under clause 4.2(a) or § 5", "Clause 4.2(A)|Section 5"),
            ("What is in Article IV, Part II?", "Article IV|Part II"),
            ("quizzes in units 4, 5, and 6 combined", "Unit 4|Unit 5|Unit 6"),
            ("Appendix B and Exhibit 10.1", "Appendix B|Exhibit 10.1"),
            ("On pages 3-5, p. 12 and page no. 14", "Page 3|Page 5|Page 12|Page 14"),
            ("bars in Figure 1, Fig. 2 or Table 3", "Figure 1|Figure 2|Table 3"),
            ("highlighted on the second page", "Page 2"),
            ("Schedule A-1", "Schedule A-1"),
        ] {
            let found = references(&Tokens::of(question));
            let labels: Vec<_> = found.iter().map(|part| part.found.label.as_str()).collect();
            assert_eq!(labels.join("|"), expected, "{question}");
        }
    }

    #[test]
    fn words_without_a_number_are_no_references() {
        for question in [
            "Note that part of the section on the page is a table",
            "the balance sheet and the statement of income",
            "Medicare Part B coverage",
            "How many pages are there?",
            "Is there a part I should read?",
        ] {
            assert_eq!(references(&Tokens::of(question)), [], "{question}");
        }
    }
}

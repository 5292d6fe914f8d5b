//! Owns what tells that a document is there to change others, which documents belong together, and where the part
//! of a number stands.

use std::collections::HashSet;

use citelight_core::{Block, DocumentId, SectionRow, Span};
use citelight_store::Store;

use crate::ask::cite::within;
use crate::error::Result;

/// Bytes of a document's beginning, which says what it is, between whom, and of what date.
pub(crate) const OPENING: u32 = 1_200;
/// Documents with so many names in common at their beginnings belong together. Set by hand.
const SHARED_NAMES: usize = 2;
/// Documents with changes whose beginnings are looked at, at most.
const MOST_AMENDING: usize = 200;
/// Words that are written with capitals in agreements and name nobody.
const COMMON: [&str; 22] = [
    "the",
    "this",
    "agreement",
    "amendment",
    "first",
    "second",
    "third",
    "section",
    "clause",
    "article",
    "board",
    "directors",
    "company",
    "tenant",
    "landlord",
    "services",
    "service",
    "general",
    "terms",
    "conditions",
    "policy",
    "effective",
];
/// Words at the beginning of a document that changes others.
const CHANGES_OTHERS: [&str; 8] = [
    "amendment",
    "variation",
    "supplemental",
    "addendum",
    "endorsement",
    "rider",
    "resolution",
    "changes to",
];

/// The beginning of a document, which says what it is and between whom.
pub(crate) fn opening(store: &Store, document: &DocumentId) -> Result<String> {
    Ok(store.flow_text(document, Span::new(0, OPENING))?.1)
}

/// Whether documents with these names at their beginnings belong together.
pub(crate) fn belong_together(names: &HashSet<String>, others: &HashSet<String>) -> bool {
    names.intersection(others).count() >= SHARED_NAMES
}

/// The other documents that say changes and belong to this one, with their beginnings.
pub(crate) fn related(store: &Store, document: &DocumentId) -> Result<Vec<(DocumentId, String)>> {
    let names = names_in(&opening(store, document)?);
    let mut found = Vec::new();
    if names.len() < SHARED_NAMES {
        return Ok(found);
    }
    for other in store.amending_documents(MOST_AMENDING)? {
        if other == *document {
            continue;
        }
        let theirs = opening(store, &other)?;
        if belong_together(&names, &names_in(&theirs)) {
            found.push((other, theirs));
        }
    }
    Ok(found)
}

/// The names in a text: two or more words with capitals side by side, in lower case.
pub(crate) fn names_in(text: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
            .filter(|word| !word.is_empty())
            .collect();
        let is_name = |word: &&str| {
            word.chars().count() > 2
                && word.starts_with(char::is_uppercase)
                && !COMMON.contains(&word.to_lowercase().as_str())
        };
        for pair in words.windows(2).filter(|pair| pair.iter().all(is_name)) {
            names.insert(pair.join(" ").to_lowercase());
        }
    }
    names
}

/// Whether a document or a part that begins so is there to change others.
pub(crate) fn is_amending(opening: &str) -> bool {
    let head: String = opening.chars().take(300).collect::<String>().to_lowercase();
    CHANGES_OTHERS.iter().any(|word| head.contains(word))
}

/// Where the part of this number stands in a document, before the byte `before` of its text; its sections and
/// blocks are those of the whole document.
pub(crate) fn part_of(
    text: &str,
    sections: &[SectionRow],
    blocks: &[Block],
    number: &str,
    before: u32,
) -> Option<Span> {
    let wanted = bare(number);
    let whole = wanted.split('(').next().unwrap_or(&wanted).to_owned();
    let numbered = |row: &&SectionRow, number: &str| {
        let own = row.number.as_deref().map(bare);
        row.span.start < before && !row.noise && own.as_deref() == Some(number)
    };
    if let Some(section) = sections.iter().find(|row| numbered(row, &wanted)) {
        return Some(section.span);
    }
    for number in [&wanted, &whole] {
        for block in blocks {
            let items = block.items.iter().copied().chain(std::iter::once(block.span));
            let clauses = items.filter_map(|span| {
                clause(within(text, 0, span), number).map(|range| {
                    let at = |byte: usize| span.start + u32::try_from(byte).unwrap_or(u32::MAX);
                    Span::new(at(range.start), at(range.end))
                })
            });
            let mut clauses = clauses.filter(|span| span.start < before);
            if let Some(span) = clauses.next() {
                return Some(span);
            }
        }
    }
    sections.iter().find(|row| numbered(row, &whole)).map(|row| row.span)
}

/// A part's number without the word for it and marks around it, in lower case: "5.1" of "Section 5.1.".
fn bare(text: &str) -> String {
    let last = text.rsplit([' ', '§']).next().unwrap_or(text);
    last.trim_matches(|c: char| !c.is_alphanumeric() && c != '(').to_lowercase()
}

/// The number that a line begins with, behind a word for a part ("Section 5.1", "5.1"); none where it begins
/// with none.
fn leading_number(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let is_word = first.chars().all(char::is_alphabetic) && first.chars().count() > 3;
    let number = bare(if is_word { words.next()? } else { first });
    // "(3)" is a number as "3." is; "(c)" is an item.
    let number = match number.strip_prefix('(') {
        Some(inner) if inner.starts_with(|c: char| c.is_ascii_digit()) => inner.to_owned(),
        _ => number,
    };
    let roman = !number.is_empty() && number.chars().all(|c| "ivxlc".contains(c));
    // "5.1", "A3", "IV".
    let counts = number.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let lettered = number.len() <= counts.len() + 1;
    (lettered && counts.starts_with(|c: char| c.is_ascii_digit()) || roman).then_some(number)
}

/// The lines of a block that are the part of this number, as a byte range: paragraphs that stand close are one
/// block, so that a part ends where a line begins with another number of its kind.
fn clause(text: &str, number: &str) -> Option<std::ops::Range<usize>> {
    let depth = |number: &str| number.matches('.').count();
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let own = leading_number(line);
        match (start, own) {
            (None, Some(own)) if own == number => start = Some(at),
            (Some(begun), Some(own)) if depth(&own) == depth(number) && own != number => {
                return Some(begun..begun + text[begun..at].trim_end().len());
            }
            _ => {}
        }
        at += line.len();
    }
    start.map(|begun| begun..begun + text[begun..].trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_where_the_next_one_begins() {
        let text = "3.1 To keep the shop in repair,\nin every fifth year.\n3.2 Not to use it otherwise.\n3.3 Not to assign.";
        let part = |number: &str| clause(text, number).map(|range| text[range].to_owned());
        assert_eq!(part("3.1").unwrap(), "3.1 To keep the shop in repair,\nin every fifth year.");
        assert_eq!(part("3.2").unwrap(), "3.2 Not to use it otherwise.");
        assert_eq!(part("3.3").unwrap(), "3.3 Not to assign.");
        assert_eq!(part("3.4"), None);
        let named = "Section 5.1 Total Leverage Ratio. 1,000 at most.";
        assert_eq!(clause(named, "5.1"), Some(0..named.len()));
        assert_eq!(clause("Clause 8. Non-competition.", "8"), Some(0..26));
    }

    #[test]
    fn numbers_are_bare() {
        assert_eq!((bare("Section 5.1."), bare("§ 4")), ("5.1".into(), "4".into()));
        assert_eq!(leading_number("The rent is due"), None);
        assert_eq!(leading_number("Article IV Members").as_deref(), Some("iv"));
        assert_eq!(leading_number("A3. Where premises").as_deref(), Some("a3"));
        assert_eq!(leading_number("Clause 7: Notice").as_deref(), Some("7"));
        assert_eq!(leading_number("(3) Fees").as_deref(), Some("3"));
    }

    #[test]
    fn names_are_words_with_capitals_side_by_side() {
        let names = names_in("BYLAWS OF MAPLE HOLLOW INC.\nThis Agreement is made by Anna Berg.");
        assert!(names.contains("maple hollow") && names.contains("anna berg"));
        assert!(!names.contains("this agreement"));
    }
}

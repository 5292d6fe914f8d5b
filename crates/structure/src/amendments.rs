//! Owns the finding of amendments: sentences that say that a numbered part of this document, or of
//! another, is replaced, deleted or added to ("In clause 5.1 “£48,500” is replaced by “£51,250”").

use citelight_core::{Amendment, AmendmentKind, Span};

/// Words before the number of a part that can be changed.
const PARTS: [&str; 16] = [
    "clause",
    "clauses",
    "section",
    "sections",
    "article",
    "articles",
    "paragraph",
    "paragraphs",
    "schedule",
    "rule",
    "bylaw",
    "by-law",
    "item",
    "condition",
    "§",
    "subsection",
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
/// Words before a part that refer to it: "as defined in Section 5.1", "permitted by Section 4".
const REFERRING: [&str; 13] = [
    "defined",
    "described",
    "specified",
    "provided",
    "forth",
    "contained",
    "referred",
    "stated",
    "out",
    "listed",
    "mentioned",
    "required",
    "set",
];
/// Words that say that a change is possible: "may be amended by" is none.
const MODAL: [&str; 6] = ["may ", "can ", "could ", "might ", "cannot ", "unless "];
/// Bytes of new rows that follow their announcement, at most.
const LONGEST_ROWS: u32 = 1_200;
/// Bytes of a new text that follows its announcement, at most.
const LONGEST_TEXT: usize = 4_000;

/// The amendments that a text says, in order. `sentences` are those of the text.
pub fn amendments(text: &str, sentences: &[Span]) -> Vec<Amendment> {
    let mut found: Vec<Amendment> = Vec::new();
    for (at, span) in sentences.iter().enumerate() {
        let Some(sentence) = text.get(span.range()) else { continue };
        let Some((kind, verb)) = change(sentence) else { continue };
        // "Clause 5.1 of the Lease. It is deleted and replaced …": the part may be named just before.
        let part = part_named(sentence).or_else(|| {
            let before = at.checked_sub(1).and_then(|at| text.get(sentences[at].range()))?;
            let heading = before.split_whitespace().count() <= 12;
            heading.then(|| part_named(before)).flatten()
        });
        let Some(part) = part else { continue };
        let quotes = quotes(sentence);
        let after = |quote: &&(usize, usize)| quote.0 >= verb;
        let place = |(start, end): &(usize, usize)| {
            let at = |byte: usize| span.start + u32::try_from(byte).unwrap_or(u32::MAX);
            Span::new(at(*start), at(*end))
        };
        let closed = |new: Span| closing(text, span.end, new);
        let (old, mut new) = match kind {
            AmendmentKind::Replaced => {
                // "The words “X” are deleted and the words “Y” are inserted": both stand before the verb.
                let last = quotes.last().filter(|_| quotes.len() > 1);
                let new = quotes.iter().rfind(after).or(last);
                // What is named before them may be what they stand in: “In the definition of “Term” …”.
                let old = quotes
                    .iter()
                    .rfind(|quote| Some(*quote) != new && (quote.1 <= verb || last.is_some()));
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
                (false, _) => words_behind(sentence, verb).map(|range| place(&range)),
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
fn change(sentence: &str) -> Option<(AmendmentKind, usize)> {
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return None; // offsets would not fit
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
    let replaced = last(&[Does::Replace, Does::Amend]).max(shall_read);
    let found = match (replaced, last(&[Does::Delete]), last(&[Does::Add])) {
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

/// The words of a text, as ranges of its bytes.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
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

/// What the word at a place orders: "is hereby deleted", "by striking", "Delete clause 4"; `going_on` where
/// an order stands before it, which it may go on: "is deleted and replaced".
fn ordered(
    lower: &str,
    words: &[std::ops::Range<usize>],
    at: usize,
    going_on: bool,
) -> Option<Does> {
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
    let told = near.clone().any(|before| TELLING.contains(&word(before)));
    let orders = near.clone().any(|before| matches!(word(before), "is" | "are" | "be" | "hereby"));
    // "Clause 4 deleted".
    let bare = word(at.wrapping_sub(1)).starts_with(|c: char| c.is_ascii_digit());
    (!told && (orders || joined || bare)).then_some(does)
}

/// Where "read" ends in "for “X” read “Y”".
fn read_for(lower: &str) -> Option<usize> {
    const READ: [&str; 2] = ["” read ", "\" read "];
    let end = READ.iter().filter_map(|read| Some(lower.find(read)? + read.len())).min()?;
    let before = &lower[..end];
    ["for “", "for \""].iter().any(|quoted| before.contains(quoted)).then_some(end)
}

/// The number of the first part that a sentence names, and does not only refer to.
fn part_named(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    (0..words.len().saturating_sub(1)).find_map(|at| {
        let word = words[at].to_lowercase();
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§' && c != '-');
        let number =
            words[at + 1].trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')');
        let number = number.trim_end_matches('.');
        let numbers = number.starts_with(|c: char| c.is_ascii_digit())
            || number.chars().all(|c| "IVXLC".contains(c))
            || number.chars().count() == 1 && number.chars().all(|c| c.is_ascii_uppercase());
        let named = PARTS.contains(&word) && numbers && !number.is_empty();
        (named && !is_referred(&words[..at])).then(|| number.to_owned())
    })
}

/// Whether the words before a part only refer to it: "pursuant to", "as defined in", "under".
fn is_referred(before: &[&str]) -> bool {
    let word = |back: usize| {
        let word = before.len().checked_sub(back).and_then(|at| before.get(at)).copied();
        word.unwrap_or_default().to_lowercase()
    };
    let (last, other) = (word(1), word(2));
    match last.as_str() {
        "under" | "by" | "with" | "per" | "which" => true,
        "to" => {
            matches!(other.as_str(), "pursuant" | "according" | "subject" | "respect" | "refer")
        }
        "in" | "of" => REFERRING.contains(&other.as_str()),
        _ => false,
    }
}

/// What stands between quotation marks, marks left out, as byte ranges.
fn quotes(sentence: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in sentence.char_indices() {
        match (c, open) {
            ('“' | '„' | '«', _) | ('"', None) => open = Some(at + c.len_utf8()),
            ('”' | '»' | '"', Some(start)) => {
                if at > start {
                    found.push((start, at));
                }
                open = None;
            }
            _ => {}
        }
    }
    // A text that goes on behind the sentence.
    found.extend(open.map(|start| (start, sentence.len())).filter(|(start, end)| start < end));
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
fn words_behind(sentence: &str, verb: usize) -> Option<(usize, usize)> {
    let rest = sentence.get(verb..)?;
    let by = ["by ", "with ", "to read ", "read ", "for "];
    let start = by.iter().filter_map(|word| rest.find(word).map(|at| at + word.len())).min()?;
    // A further sentence says something else.
    let next = rest[start..].find(". ").map_or(rest.len(), |at| start + at);
    let end = rest[..next].trim_end_matches(['.', ' ', ';']).len();
    (start < end).then_some((verb + start, verb + end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences;

    fn found(text: &str) -> Vec<(AmendmentKind, String, String, String)> {
        let whole = Span::new(0, u32::try_from(text.len()).unwrap());
        let words =
            |span: Option<Span>| span.map(|span| text[span.range()].to_owned()).unwrap_or_default();
        amendments(text, &sentences(text, &[whole]))
            .into_iter()
            .map(|one| (one.kind, one.part, words(one.old), words(one.new)))
            .collect()
    }

    fn only(text: &str) -> (AmendmentKind, String, String, String) {
        let mut all = found(text);
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    #[test]
    fn words_are_replaced_by_others() {
        let (kind, part, old, new) =
            only("In clause 5.1 the figure “£48,500” is replaced by “£51,250” from 1 May.");
        assert_eq!(kind, AmendmentKind::Replaced);
        assert_eq!((part.as_str(), old.as_str(), new.as_str()), ("5.1", "£48,500", "£51,250"));
    }

    #[test]
    fn a_part_is_replaced_by_the_text_that_follows() {
        let text = "Section 3 is deleted in its entirety and replaced with the following: \n\n“The fee is $20. It is due in May.”";
        let (kind, part, _, new) = only(text);
        assert_eq!((kind, part.as_str()), (AmendmentKind::Replaced, "3"));
        assert!(new.contains("The fee is $20"), "{new}");
    }

    #[test]
    fn words_are_struck_and_others_put_in() {
        for text in [
            "(ii) Clause 6.1: the words \"six (6) weeks'\" are deleted and the words \"eight (8) weeks'\" are inserted.",
            "Section 6.1 of the Bylaws is amended by striking \"six (6) weeks'\" and inserting \"eight (8) weeks'\".",
            "SC1. Clause 6.1: for \"six (6) weeks'\" read \"eight (8) weeks'\".",
        ] {
            let (kind, part, old, new) = only(text);
            assert_eq!((kind, part.as_str()), (AmendmentKind::Replaced, "6.1"), "{text}");
            assert_eq!(
                (old.as_str(), new.as_str()),
                ("six (6) weeks'", "eight (8) weeks'"),
                "{text}"
            );
        }
    }

    #[test]
    fn the_words_that_change_stand_next_to_the_new_ones() {
        let (.., old, new) = only(
            "In Section 1.1, the definition of “Maturity Date” is amended by deleting “September 30, 2024” and inserting “September 30, 2025”.",
        );
        assert_eq!((old.as_str(), new.as_str()), ("September 30, 2024", "September 30, 2025"));
    }

    #[test]
    fn a_new_text_goes_on_to_where_it_is_closed() {
        let text = "Section 4 is deleted and replaced with the following: \"Section 4. Parking. Each tenant has two spaces at $80.\" The rest stays.";
        let (.., new) = only(text);
        assert_eq!(new, "Section 4. Parking. Each tenant has two spaces at $80.");
    }

    #[test]
    fn rows_of_a_table_are_replaced_by_those_that_follow() {
        let text = "In § 4 the row for Leith is replaced by the following rows:\n\nPlace Fee\nLeith £12\nPortobello £9\n\nAll else stays as it was.";
        let mut start = 0;
        let blocks: Vec<Span> = text
            .split_inclusive("\n\n")
            .map(|block| {
                let span = Span::new(start, start + u32::try_from(block.trim_end().len()).unwrap());
                start += u32::try_from(block.len()).unwrap();
                span
            })
            .collect();
        let all = amendments(text, &sentences(text, &blocks));
        assert_eq!((all[0].kind, all[0].part.as_str()), (AmendmentKind::Replaced, "4"));
        let new = &text[all[0].new.unwrap().range()];
        assert_eq!(new, "Place Fee\nLeith £12\nPortobello £9");
    }

    #[test]
    fn a_part_is_deleted_and_words_are_added() {
        assert_eq!(only("Article IV is hereby deleted.").0, AmendmentKind::Deleted);
        let (kind, part, _, new) =
            only("At the end of paragraph 2 the sentence “Dogs need a permit.” is added.");
        assert_eq!((kind, part.as_str()), (AmendmentKind::Added, "2"));
        assert_eq!(new, "Dogs need a permit.");
    }

    #[test]
    fn what_tells_how_a_text_may_be_changed_changes_nothing() {
        assert!(found("This Section 12 may be amended by a vote of the members.").is_empty());
        assert!(found("The filter is replaced by a technician.").is_empty());
    }

    #[test]
    fn what_tells_of_a_change_makes_none() {
        for text in [
            "Certain schedules have been omitted pursuant to Item 601(b)(2) of Regulation S-K.",
            "Schedules are omitted pursuant to Item 601(b)(2) of Regulation S-K.",
            "The information is omitted because it is shown in Item 8.",
            "In 2022 Section 4.1 of the Bylaws was replaced by a shorter text.",
            "Mergers and substitutions to which Section 424(a) applies are replaced by awards.",
            "Section 4.04. Headings are inserted for convenience of reference only.",
            "If Section 11.4 is deleted, the fee is due at once.",
            "Supplier shall under Section 13 replace or correct the goods by contract.",
            "The amount, as defined in Section 5.1, is replaced by its square.",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
        let kinds = |text: &str| only(text).0;
        for text in [
            "Section 3.2(e)(i) is hereby deleted and replaced with the new text of Exhibit A.",
            "Clause 9.1 of the Agreement shall be amended to read “one week or two”.",
            "Replace Section 4 with “No dogs.”",
            "B. In clause 4, for \"£4,800\" substitute \"£5,600\"; for Dr Garrow it is £3,700.",
        ] {
            assert_eq!(kinds(text), AmendmentKind::Replaced, "{text}");
        }
        assert_eq!(kinds("Delete clause 7."), AmendmentKind::Deleted);
    }
}

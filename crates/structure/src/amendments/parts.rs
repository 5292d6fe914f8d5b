//! Finds the part that a sentence changes: "clause 5.1", "§ 4", "A3", "In 2.01".

/// Words before the number of a part that can be changed.
const PARTS: [&str; 24] = [
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
    "order",
    "exclusion",
    "regulation",
    "endorsement",
    "sentence",
    "note",
    "byelaw",
    "bye-law",
];
/// Words behind a part that is named by its number alone: "In 2.01 the margin", "4.01 is amended".
const BEHIND_NUMBER: [&str; 6] = ["the", "for", "delete", "insert", "replace", "substitute"];
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

/// The number of the first part that a sentence names, and does not only refer to.
pub(super) fn part_named(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let bare = |at: usize| {
        let word = words.get(at).copied().unwrap_or_default();
        word.trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')')
            .trim_end_matches('.')
    };
    let with_word = |at: usize| {
        let word = words[at].to_lowercase();
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§' && c != '-');
        let number = bare(at + 1);
        let numbers = number.starts_with(|c: char| c.is_ascii_digit())
            || number.chars().all(|c| "IVXLC".contains(c))
            || number.chars().count() == 1 && number.chars().all(|c| c.is_ascii_uppercase())
            || is_lettered(number);
        // "Regulation 389/19" is another text.
        let numbers = numbers && !number.contains('/');
        let named = PARTS.contains(&word) && numbers && !number.is_empty();
        (named && !is_referred(&words[..at])).then(|| number.to_owned())
    };
    let alone = |at: usize| {
        let number = bare(at);
        let dotted = number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit());
        let behind = words.get(at + 1).map(|word| word.to_lowercase()).unwrap_or_default();
        let changes = matches!(behind.as_str(), "is" | "are" | "shall");
        let named = BEHIND_NUMBER.contains(&behind.as_str()) || behind.starts_with(['“', '"']);
        // "2.01 is amended" begins the sentence, or stands behind the number of a paragraph; "B. In 2.01 the".
        let (opens, goes_on) = match at.checked_sub(1).map(|before| words[before]) {
            Some("In" | "in") => (true, named && !changes),
            None => (true, changes),
            Some(before) => {
                (before.ends_with(['.', ',', ')']) && before.chars().count() <= 5, changes)
            }
        };
        (opens && goes_on && (dotted || is_lettered(number))).then(|| number.to_owned())
    };
    (0..words.len().saturating_sub(1)).find_map(|at| with_word(at).or_else(|| alone(at)))
}

/// Whether a number is a letter with a figure: "A3".
fn is_lettered(number: &str) -> bool {
    let mut chars = number.chars();
    chars.next().is_some_and(|c| c.is_ascii_uppercase())
        && number.len() > 1
        && chars.all(|c| c.is_ascii_digit())
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

//! Owns which sentences define a term: “X” means …, X is a …, X refers to …, … (X).

use std::ops::Range;

/// Words by which a term is defined, right behind it.
const DEFINING: [&str; 12] = [
    "means",
    "mean",
    "shall mean",
    "is defined as",
    "are defined as",
    "refers to",
    "refer to",
    "stands for",
    "denotes",
    "describes",
    "includes",
    "comprises",
];
/// Words behind which, after a form of "be", the kind of thing is told.
const KINDS: [&str; 8] = ["a", "an", "the", "any", "one", "defined", "those", "members"];
/// How what a glossary says of a term begins.
const GLOSSES: [&str; 7] = ["a", "all", "an", "any", "each", "the", "those"];

/// Whether a sentence defines a term, which is given in lower case.
pub fn defines(term: &str, sentence: &str) -> bool {
    if is_gloss(term, sentence) {
        return true;
    }
    let lower = sentence.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut from = 0;
    while let Some(found) = lower[from..].find(term) {
        let (start, end) = (from + found, from + found + term.len());
        from = end;
        let before = lower[..start].trim_end();
        let opens = lower[..start].ends_with(|c: char| !c.is_alphanumeric()) || start == 0;
        let rest = lower[end..].strip_prefix('s').unwrap_or(&lower[end..]);
        if !opens || rest.starts_with(char::is_alphanumeric) {
            continue;
        }
        // … (the “X”)
        let quoted = rest.trim_start_matches(|c: char| "\"”’'".contains(c));
        let bracket = before.trim_end_matches(|c: char| "\"“‘' ".contains(c));
        if quoted.len() < rest.len()
            && quoted.starts_with(')')
            && (bracket.ends_with('(') || bracket.ends_with("(the"))
        {
            return true;
        }
        // "X (Y) is", "“X” means", "X, also known as Y, is".
        let rest = rest.trim_start_matches(|c: char| "\"“”'’ ".contains(c));
        let rest = match rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
            Some((_, behind)) => behind.trim_start_matches(|c: char| "\"”, ".contains(c)),
            None => rest,
        };
        let word = |text: &str, words: &str| {
            text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        if DEFINING.iter().any(|words| word(rest, words)) {
            return true;
        }
        let heads = !before.contains(' ') || before.ends_with("term") || before.ends_with(':');
        let be = ["is", "are", "was", "were"].iter().find(|be| word(rest, be));
        let kind = |be: &&str| {
            let told = rest[be.len()..].trim_start();
            KINDS.iter().any(|kind| word(told, kind))
        };
        if heads && be.is_some_and(kind) {
            return true;
        }
        // "Mother-to-child transmission (MTCT)": what the letters stand for.
        let letters = term.len() <= 8 && !term.contains(' ');
        if letters && before.ends_with('(') && before.len() > 2 * term.len() {
            return spells(before.trim_end_matches(['(', ' ']), term);
        }
        if ["known as", "called", "referred to as"]
            .iter()
            .any(|words| before.trim_end_matches(|c: char| "\"“' ".contains(c)).ends_with(words))
        {
            return true;
        }
    }
    false
}

/// Whether a sentence is the entry of a glossary: the term, and what it means right behind it or behind a mark:
/// "deposit The amount that you paid", "Deposit: the amount that you paid".
fn is_gloss(term: &str, sentence: &str) -> bool {
    let marks = |c: char| "\"“”'‘’•*".contains(c);
    let start = sentence.trim_start_matches(|c: char| c.is_whitespace() || marks(c));
    let Some((own, rest)) = start.split_at_checked(term.len()) else { return false };
    if own.to_lowercase() != term {
        return false;
    }
    let rest = rest.trim_start_matches(marks);
    let gloss = rest.trim_start_matches(|c: char| c.is_whitespace() || ":–—-".contains(c));
    let marked = rest[..rest.len() - gloss.len()].contains([':', '–', '—', '-']);
    let first = gloss.split(' ').next().unwrap_or_default();
    let behind = rest.len() > gloss.len() && (marked || first.starts_with(char::is_uppercase));
    behind && GLOSSES.contains(&first.to_lowercase().as_str())
}

/// Whether the letters of an abbreviation are letters of the words before it, in order, the first one
/// beginning a word.
fn spells(words: &str, letters: &str) -> bool {
    let wanted: Vec<char> = letters.chars().filter(|c| c.is_alphabetic()).collect();
    let Some(first) = wanted.first() else { return false };
    let starts = words.split([' ', '-']).rev().take(wanted.len() + 4).collect::<Vec<_>>();
    starts.iter().enumerate().any(|(at, word)| {
        if !word.starts_with(*first) {
            return false;
        }
        let text: String = starts[..=at].iter().rev().copied().collect::<Vec<_>>().join(" ");
        let mut text = text.chars();
        wanted.iter().all(|letter| text.any(|c| c == *letter))
    })
}

/// The words that an abbreviation stands for, where a sentence says so in brackets, as a range of its bytes:
/// "Port Health Authority (PHA)", "PHA (Port Health Authority)". `term` is in lower case.
pub fn expansion(term: &str, sentence: &str) -> Option<Range<usize>> {
    if term.len() < 2 || term.len() > 8 || !term.chars().all(char::is_alphanumeric) {
        return None;
    }
    // Bytes stay where they are; abbreviations are ASCII.
    let lower = sentence.to_ascii_lowercase();
    lower.match_indices(term).find_map(|(at, _)| {
        let (before, behind) = (&lower[..at], &lower[at + term.len()..]);
        let behind = behind.strip_prefix('s').unwrap_or(behind);
        let opened = before.trim_end_matches(['"', '“', '‘', '\'']);
        if let Some(words) = opened.strip_suffix('(') {
            let closed =
                behind.trim_start_matches(['"', '”', '’', '\'']).starts_with([')', ',', ';']);
            return closed.then(|| words_spelling(words, term)).flatten();
        }
        let whole = !before.ends_with(char::is_alphanumeric);
        let inner = behind.strip_prefix(" (").filter(|_| whole)?;
        let inner = &inner[..inner.find(')')?];
        let start = lower.len() - behind.len() + 2;
        spells(inner, term).then(|| start..start + inner.len())
    })
}

/// The fewest last words of a text that an abbreviation's letters are taken from.
fn words_spelling(words: &str, letters: &str) -> Option<Range<usize>> {
    let end = words.trim_end().len();
    let is_start = |at: &usize| {
        words[..*at].chars().next_back().is_none_or(|c| c.is_whitespace() || "-(“\"".contains(c))
    };
    let starts = words[..end].char_indices().map(|(at, _)| at).filter(is_start);
    let starts: Vec<usize> = starts.collect();
    let first = letters.chars().next()?;
    let spelled = |at: &&usize| {
        let mut text = words[**at..end].chars();
        words[**at..].starts_with(first) && letters.chars().all(|letter| text.any(|c| c == letter))
    };
    let near = starts.iter().rev().take(letters.len() + 4);
    near.filter(|at| words[**at..end].contains(' ')).find(spelled).map(|at| *at..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_abbreviation_stands_for_is_told_from_brackets() {
        for (term, sentence, words) in [
            ("pha", "The Port Health Authority (PHA) was told.", Some("Port Health Authority")),
            (
                "mtct",
                "Mother-to-child transmission (MTCT) is rare.",
                Some("Mother-to-child transmission"),
            ),
            ("dcs", "Cells, dendritic cells (“DCs”), die.", Some("dendritic cells")),
            ("pha", "The PHA (Port Health Authority) was told.", Some("Port Health Authority")),
            ("pha", "The house (PHA) is old.", None),
            ("pha", "The PHA was told.", None),
            ("é", "", None),
        ] {
            let found = expansion(term, sentence).map(|range| &sentence[range]);
            assert_eq!(found, words, "{sentence}");
        }
    }

    #[test]
    fn definitions_are_told_from_other_sentences() {
        for (term, sentence) in [
            ("net sales", "“Net Sales” means all sales less returns."),
            ("net sales", "1. Net sales shall mean all sales."),
            ("rider", "A rider is an addition to a policy."),
            ("owner", "Kent Homes, a company of Kent (the “Owner”), and"),
            ("rider", "The term rider refers to an addition."),
            ("dendritic cell", "Dendritic cells (DCs) are a kind of white cell."),
            ("mtct", "Mother-to-child transmission (MTCT) is frequent."),
            ("rider", "Such an addition is known as “rider” here."),
            ("rider", "rider An addition to a policy, signed by both."),
            ("net sales", "• “Net Sales” – the sales less returns."),
        ] {
            assert!(defines(term, sentence), "{term}: {sentence}");
        }
        for (term, sentence) in [
            ("net sales", "In 2020 net sales rose."),
            ("rider", "The fee of the rider is a matter of law."),
            ("rider", "Riders are expensive."),
            ("rider", "Rider the horse in the park."),
            ("deposit", "Deposit: £500"),
            ("mtct", "The rate of transmission (MTCT) is high."),
            ("é", "ée é"),
            ("rider", ""),
        ] {
            assert!(!defines(term, sentence), "{term}: {sentence}");
        }
    }
}

//! Owns what words alone tell of labels and values.

use super::runs::Word;

/// Words of a label at most.
const MOST_LABEL_WORDS: usize = 10;

/// Words before a colon that announce what follows, or refer to it, and name no field.
const ANNOUNCING: [&str; 34] = [
    "note",
    "notes",
    "nb",
    "n.b.",
    "source",
    "sources",
    "example",
    "examples",
    "warning",
    "caution",
    "important",
    "tip",
    "remark",
    "remarks:",
    "following",
    "follows",
    "below",
    "include",
    "includes",
    "including",
    "are",
    "is",
    "was",
    "were",
    "that",
    "be",
    "if",
    "when",
    "e.g.",
    "i.e.",
    "as",
    "and",
    "or",
    "namely",
];

/// Words that open the caption of a numbered part.
const NUMBERED: [&str; 15] = [
    "table", "figure", "fig.", "chart", "exhibit", "chapter", "example", "step", "article",
    "appendix", "annex", "box", "item", "part", "section",
];

/// Whether words, a colon behind them, may be a label: few, not announcing, no caption, no sentence.
pub(super) fn is_label(words: &[Word<'_>]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let letters = words.iter().any(|word| word.text.contains(char::is_alphabetic));
    let opens = first.text.starts_with(|c: char| c.is_alphanumeric() || "(#*№§".contains(c));
    let address = words.iter().any(|word| word.text.contains("://"));
    if !letters || !opens || address || words.len() > MOST_LABEL_WORDS || first.tick.is_some() {
        return false;
    }
    let sentence = words[..words.len() - 1].iter().any(|word| {
        word.text.ends_with([';', '?', '!', ':'])
            || (word.text.ends_with('.')
                && word.text.chars().filter(|c| c.is_lowercase()).count() > 4)
    });
    !is_caption(words) && !sentence && !announces(last.text)
}

/// Whether words name a numbered part: "Table 3", "Item 7A".
pub(super) fn is_caption(words: &[Word<'_>]) -> bool {
    let [first, second, ..] = words else { return false };
    NUMBERED.contains(&first.text.to_lowercase().as_str())
        && second.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word before a colon announces what follows it.
pub(super) fn announces(word: &str) -> bool {
    ANNOUNCING.contains(&word.trim_end_matches([':', '：']).to_lowercase().as_str())
}

/// Whether words without a colon may be a label: no caption, nothing that announces or breaks off.
pub(super) fn may_name(words: &[Word<'_>]) -> bool {
    let last = words.last().map_or("", |word| word.text);
    !is_caption(words) && !announces(last) && !breaks_off(last)
}

/// Where in what stands behind a label another label begins: at its widest gap, else, in what stands
/// `close` behind the label, its last word.
pub(super) fn second_label(words: &[Word<'_>], close: bool) -> Option<usize> {
    let end = words.iter().skip(1).position(|word| word.text.ends_with([':', '：']))? + 1;
    let gap = |at: usize| words[at].rect.x0 - words[at - 1].rect.x1;
    let mut gaps: Vec<f32> = (1..=end).map(gap).collect();
    let widest = (1..=end).max_by(|a, b| gap(*a).total_cmp(&gap(*b)))?;
    gaps.sort_by(f32::total_cmp);
    let usual = gaps[(gaps.len() - 1) / 2].max(0.5);
    let wide = end > 1 && gap(widest) > 1.5 * usual;
    if !wide && !close {
        return None;
    }
    let at = if wide { widest } else { end };
    let capital = words[at].text.starts_with(char::is_uppercase);
    (capital && is_label(&words[at..=end])).then_some(at)
}

/// Whether a word is a line or dots to write on.
pub(super) fn is_blank(word: &str) -> bool {
    let count = word.chars().count();
    count >= 2 && word.chars().all(|c| c == '_')
        || count >= 3
            && word.chars().all(|c| matches!(c, '_' | '.' | '…' | '‥' | '·' | '/'))
            && word.contains(['_', '.', '…', '‥', '·'])
        || word.chars().all(|c| c == '…')
}

/// Whether a text says that nothing was filled in: nothing but slashes, dashes, lines and
/// currencies.
pub(super) fn says_nothing(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "/_.…,:|$€£¥()-–—".contains(c))
}

/// Whether a text breaks off in the middle of a sentence.
pub(super) fn breaks_off(text: &str) -> bool {
    let last = text.split_whitespace().last().unwrap_or_default();
    last.ends_with([',', '-', '–', '‐'])
        || ["the", "a", "an", "of", "and", "or", "for", "to", "in", "by", "with", "from"]
            .contains(&last)
}

/// Whether a text reads as a sentence: several words, a full stop behind a word.
pub(super) fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let last = text.split_whitespace().last().unwrap_or_default();
    let stops = last.ends_with(['.', ';', '!', '?'])
        && last.chars().filter(|c| c.is_lowercase()).count() >= 3;
    (words >= 6 && stops) || words > 30
}

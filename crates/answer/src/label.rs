//! Owns how the name of a line and the label of a row are compared.

use citelight_text::runs;

/// Words that tell nothing of what a line is.
const EMPTY: &[&str] =
    &["the", "a", "an", "of", "for", "in", "to", "by", "on", "our", "its", "from", "s"];

/// A label or a name as its words: lower case, singular, without brackets and small words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Key(pub(crate) Vec<String>);

impl Key {
    /// The key of a label as it stands in a document, or of a name as it stands in a question.
    pub fn of(text: &str) -> Key {
        let mut depth = 0_u32;
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                '\'' | '’' | '.' if depth == 0 => {} // "shareholders'", "U.S."
                '&' if depth == 0 => plain.push_str(" and "),
                _ if depth == 0 => plain.push(c),
                _ => {}
            }
            if c == ')' {
                plain.push(' ');
            }
        }
        let words = runs(&plain, char::is_alphanumeric)
            .map(|word| singular(&word.to_lowercase()))
            .filter(|word| !EMPTY.contains(&word.as_str()));
        Key(words.collect())
    }

    /// Whether no word is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words.
    pub(crate) fn words(&self) -> &[String] {
        &self.0
    }

    /// Where the words of `other` stand in a row in this one.
    pub(crate) fn find(&self, other: &Key) -> Option<usize> {
        if other.0.is_empty() || other.0.len() > self.0.len() {
            return None;
        }
        self.0.windows(other.0.len()).position(|words| words == other.0)
    }
}

/// A word without its plural's ending. Rough, but the same on both sides.
fn singular(word: &str) -> String {
    if word.len() > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    let keeps = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if word.len() > 3 && word.ends_with('s') && !keeps {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}

/// Words that a label may bear besides a line's name without meaning another line.
const TOTALS: &[&str] = &["total", "consolidated"];
/// The same behind the name, of the figure that accounts give.
const AS_REPORTED: &[&str] = &["reported", "gaap"];

/// How well the label of a row names a line, 0 to 1: 1 for the same words; less for words behind a
/// comma ("Inventories, net of allowances"), less for other words behind, before, or both; 0 when the
/// name is not in it.
pub(crate) fn likeness(label: &str, name: &Key) -> f32 {
    let key = Key::of(label);
    if key == *name {
        return 1.0;
    }
    let Some(at) = key.find(name) else { return 0.0 };
    let (before, behind) = (&key.0[..at], &key.0[at + name.0.len()..]);
    if behind.is_empty() && before.iter().all(|word| TOTALS.contains(&word.as_str())) {
        return 0.95;
    }
    if before.is_empty() {
        if let [word] = behind
            && AS_REPORTED.contains(&word.as_str())
        {
            return 0.97;
        }
        // "Property and equipment, net", "Inventories, at cost": what stands behind a comma details.
        let front = label.split([',', '—', '–']).next().unwrap_or_default();
        if Key::of(front) == *name || behind == ["net"] {
            return 0.93;
        }
    }
    // "Pacific sales" are other sales; "net income attributable to Acme" is still net income.
    let (most, extra) = if before.is_empty() { (0.85, behind.len()) } else { (0.5, before.len()) };
    (most - 0.03 * extra as f32).max(0.1)
}

/// The part of a label that names its line: what stands before the first comma or dash, where the name
/// is in it; else all.
pub(crate) fn head(label: &str, name: &Key) -> Key {
    let front = Key::of(label.split([',', '—', '–']).next().unwrap_or_default());
    if front.find(name).is_some() { front } else { Key::of(label) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_label_beats_one_that_contains_the_name() {
        let name = Key::of("inventories");
        let labels = [
            "Inventories",
            "Total inventory",
            "Inventories, net of reserves of $12",
            "Inventories held for sale",
            "Change in inventories of raw materials",
            "Investments",
        ];
        let scores: Vec<f32> = labels.iter().map(|label| likeness(label, &name)).collect();
        assert!(scores.windows(2).all(|two| two[0] > two[1]), "{scores:?}");
        assert_eq!(scores[5], 0.0);
    }

    #[test]
    fn marks_brackets_and_plurals_do_not_count() {
        for (label, name) in [
            ("Total shareholders’ equity", "total shareholder equity"),
            ("Net income (loss)", "net income"),
            ("Selling, general & administrative", "selling, general and administrative"),
            ("Property, plant and equipment", "property plant and equipment"),
            ("Total U.S. sales", "total US sales"),
        ] {
            assert_eq!(Key::of(label), Key::of(name), "{label}");
        }
    }
}

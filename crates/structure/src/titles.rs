//! Owns what a heading's title says: its number, whether it heads text of its own, and how well it
//! equals a line of a page.

use crate::numbering;

/// Titles longer than this many characters are cut at a word and end in "…".
const MOST_CHARS: usize = 160;

/// Splits the number off a title: "1.2 Scope", "Item 7A. Quantitative", "Part II", "Note 12 – Tax",
/// "Appendix B: Data", "(iv) Other". A title that is a number only stays as the title too.
pub(crate) fn split_number(raw: &str) -> (Option<String>, String) {
    let title = single_spaced(raw);
    let length = number_length(&title);
    split_at(&title, length)
}

/// Bytes of the number that opens a title, with single spaces; 0 where none does.
pub(crate) fn number_length(title: &str) -> usize {
    numbering::number(&single_spaced(title)).map_or(0, |number| number.length)
}

/// Splits off a number that takes the first bytes of a title with single spaces.
pub(crate) fn split_at(raw: &str, number: usize) -> (Option<String>, String) {
    let title = single_spaced(raw);
    if number == 0 || number > title.len() {
        return (None, shorten(&title));
    }
    let (number, rest) = title.split_at(number);
    let number = number.trim_end_matches([':', '–', '—', '-', ' ']).to_owned();
    let rest = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ':' | '–' | '—' | '-' | '.')
    });
    if rest.is_empty() {
        return (Some(number.clone()), number);
    }
    (Some(number), shorten(rest))
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(title: &str) -> String {
    let Some((limit, _)) = title.char_indices().nth(MOST_CHARS) else { return title.to_owned() };
    let cut = title[..limit].rfind(' ').filter(|&at| at > limit / 2).unwrap_or(limit);
    format!("{}…", title[..cut].trim_end_matches([',', ';', ':', ' ', '–', '—', '-']))
}

/// Letters and digits in lower case, everything else dropped: what is compared.
pub(crate) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// 0 to 1: how well a line, folded, shows a title, folded.
pub(crate) fn likeness(title: &str, line: &str) -> f32 {
    if title.is_empty() || line.is_empty() {
        return 0.0;
    }
    if title == line {
        return 1.0;
    }
    let (short, long) = if title.len() <= line.len() { (title, line) } else { (line, title) };
    let share = short.len() as f32 / long.len() as f32;
    if line.starts_with(title) {
        // A heading that runs into its text, or into its page number.
        return if title.len() >= 4 { 0.75 + 0.2 * share } else { 0.5 * share };
    }
    if line.ends_with(title) && share > 0.5 {
        return 0.6 + 0.3 * share;
    }
    if title.starts_with(line) {
        // The first line of a title that wraps; the rest is seen by who joins lines.
        return 0.9 * share;
    }
    let common = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    0.8 * common as f32 / long.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_split_off() {
        for (raw, number, title) in [
            ("1.2 Scope", Some("1.2"), "Scope"),
            ("1.2.3. Scope of  work", Some("1.2.3."), "Scope of work"),
            ("Item 7A. Quantitative Disclosures", Some("Item 7A."), "Quantitative Disclosures"),
            ("PART II", Some("PART II"), "PART II"),
            ("Note 12 – Income Taxes", Some("Note 12"), "Income Taxes"),
            ("Appendix B: Data", Some("Appendix B"), "Data"),
            ("A.1 Proofs", Some("A.1"), "Proofs"),
            ("IV. Results", Some("IV."), "Results"),
            ("(iv) Other", Some("(iv)"), "Other"),
            ("A Study of Rivers", None, "A Study of Rivers"),
            ("Notes to the statements", None, "Notes to the statements"),
            ("Part of the whole", None, "Part of the whole"),
            ("2019 in review", None, "2019 in review"),
            ("I am here", None, "I am here"),
            ("", None, ""),
        ] {
            let expected = (number.map(str::to_owned), title.to_owned());
            assert_eq!(split_number(raw), expected, "{raw}");
        }
    }

    #[test]
    fn long_titles_are_cut_at_a_word() {
        let long = "word ".repeat(60);
        let (_, title) = split_number(&long);
        assert!(title.ends_with("word…") && title.chars().count() <= MOST_CHARS + 1);
    }
}

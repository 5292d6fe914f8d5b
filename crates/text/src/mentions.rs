//! Owns which numbers of a running text are quantities.

use std::ops::Range;

use rust_decimal::Decimal;

use crate::figure::{Figure, Mark, Style, digits, ten_to};
use crate::money::SIGNS;
use crate::{month, scale_word};

/// A figure of a running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Bytes of the text, signs and scale word included.
    pub range: Range<usize>,
    /// What it says.
    pub figure: Figure,
}

/// The quantities of a running text, in order. Years, dates, ordinals, numbers of notes, items and
/// pages, and parts of words ("Q2", "10-K") are none.
pub fn mentions(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|n| at + n) {
        let tail = &text[start..];
        let end = tail
            .char_indices()
            .find(|(n, c)| {
                let next = tail[n + c.len_utf8()..].chars().next();
                !(c.is_ascii_digit()
                    || matches!(c, ',' | '.') && next.is_some_and(|next| next.is_ascii_digit()))
            })
            .map_or(text.len(), |(n, _)| start + n);
        at = end;
        if let Some(mention) = mention(text, start, end) {
            at = mention.range.end;
            found.push(mention);
        }
    }
    found
}

fn mention(text: &str, start: usize, end: usize) -> Option<Mention> {
    let before = &text[..start];
    let after = &text[end..];
    // Part of a word: "Q2", "10-K", "COVID-19", "2019-nCoV", "1st".
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '#')
        || after.starts_with(|c: char| c.is_alphabetic())
        || after.starts_with('-')
            && after[1..].starts_with(|c: char| c.is_alphabetic())
            && !after[1..].starts_with("year")
        || before.ends_with('-')
            && before[..before.len() - 1].ends_with(|c: char| c.is_alphanumeric())
        || after.starts_with('/')
        || before.ends_with('/')
    {
        return None;
    }
    let core = &text[start..end];
    let (value, decimals) = digits(core, Style::English)?;
    let mut first = start;
    let mut mark = Mark::Bare;
    let lead = before.trim_end_matches([' ', '\u{a0}']);
    for (sign, code) in SIGNS {
        if let Some(front) = lead.strip_suffix(sign) {
            mark = Mark::Currency(code);
            first = front.len();
            break;
        }
    }
    let mut last = end;
    let mut power = 0;
    let spaces = after.len() - after.trim_start_matches([' ', '\u{a0}', '\n']).len();
    let tail = &after[spaces..];
    let word_end = tail.find(|c: char| !c.is_alphanumeric()).unwrap_or(tail.len());
    let word = tail[..word_end].to_lowercase();
    if tail.starts_with('%') || word == "percent" {
        mark = Mark::Percent;
        last = end + spaces + if word == "percent" { word_end } else { 1 };
    } else if let Some(found) = scale_word(&word) {
        power = found;
        last = end + spaces + word_end;
    }
    if mark == Mark::Bare && power == 0 {
        let year = core.len() == 4 && (1900..2100).contains(&core.parse::<u32>().unwrap_or(0));
        let previous = lead
            .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
            .find(|word| !word.is_empty())
            .unwrap_or_default()
            .to_lowercase();
        let names = [
            "note", "notes", "item", "page", "part", "section", "table", "figure", "exhibit",
            "chapter", "article", "rule", "no", "no.", "schedule", "asc", "asu", "topic", "step",
            "fiscal", "fy",
        ];
        if year || names.contains(&previous.as_str()) || month(&previous).is_some() {
            return None;
        }
        if month(&word).is_some() && value <= Decimal::from(31) {
            return None;
        }
    }
    let negative = text[..first].trim_end().ends_with(['-', '−', '('])
        && !text[..first]
            .trim_end()
            .trim_end_matches(['-', '−', '('])
            .ends_with(|c: char| c.is_alphanumeric())
        && (text[..first].trim_end().ends_with(['-', '−'])
            || text[last..].trim_start().starts_with(')'));
    let value = value.checked_mul(ten_to(power))?;
    let value = if negative { -value } else { value };
    Some(Mention {
        range: first..last,
        figure: Figure { value, mark, absent: false, scaled: power > 0, decimals, power },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_told_from_years_dates_and_references() {
        let values = |text: &str| {
            let all = mentions(text);
            all.iter().map(|m| m.figure.value.normalize().to_string()).collect::<Vec<_>>().join(" ")
        };
        for (text, expected) in [
            ("Revenue was $1.2 billion in 2022, up 3.5% from 2021.", "1200000000 3.5"),
            ("On May 31, 2019 there were 76,700 employees.", "76700"),
            ("See Note 12 on page 45 of the 10-K for Q2.", ""),
            ("The notice period is 30 days.", "30"),
            ("the 3rd and 21 March", ""),
        ] {
            assert_eq!(values(text), expected, "{text}");
        }
    }
}

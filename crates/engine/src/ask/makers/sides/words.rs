//! How figures of sides are set against each other: which is more, and by how much.

use std::ops::Range;

use citelight_answer::grouped;
use citelight_text::{Figure, Mark, mentions, ten_to};
use rust_decimal::Decimal;

use crate::ask::cite::folded;
use crate::ask::makers::series;

/// Words of a figure that are repeated with a difference, at most.
const MOST_WORDS: usize = 5;
/// More than this, in percent, says nothing that the figures do not say.
const MOST_PERCENT: i64 = 1_000;

/// A figure with the words that say it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    pub(super) words: String,
    figure: Figure,
    /// What it counts, in singular: "hour"; empty where its mark says it.
    unit: String,
    /// The digits in its words.
    digits: Range<usize>,
}

impl Quantity {
    /// The figure in some words; of several the one whose words `means` tells, where it tells one.
    pub(super) fn of(text: &str, means: impl Fn(&str) -> bool) -> Option<Quantity> {
        // A blank line to fill in says nothing, nor does the end of a sentence.
        let words = folded(text);
        let words =
            words.trim_matches(['_', ' ']).trim_end_matches([';', ':', ',', '.']).to_owned();
        let all = mentions(&without_slashes(&words));
        let behind = |at: usize| {
            let end = all.get(at + 1).map_or(words.len(), |next| next.range.start);
            &words[all[at].range.end..end]
        };
        let chosen = match all.len() {
            1 => 0,
            _ => {
                let mut meant = (0..all.len()).filter(|at| means(behind(*at)));
                meant.next().filter(|_| meant.next().is_none())?
            }
        };
        let mention = &all[chosen];
        let after = words[mention.range.end..].trim_start_matches([' ', '-', '\u{a0}', '/']);
        let unit = match mention.figure.mark {
            Mark::Currency(_) | Mark::Percent => "",
            Mark::Bare if after.starts_with('°') => &after[..after.len().min("°C".len())],
            Mark::Bare => after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default(),
        };
        let unit = unit.to_lowercase();
        let unit = unit.strip_suffix('s').unwrap_or(&unit).to_owned();
        let (start, shown) = (mention.range.start, &words[mention.range.clone()]);
        let first = shown.find(|c: char| c.is_ascii_digit())?;
        let last = shown.rfind(|c: char| c.is_ascii_digit())?;
        let digits = start + first..start + last + 1;
        let (mut figure, short) = (mention.figure, all.len() == 1);
        // "sixteen (16)" says it twice; only a figure by itself is negative in brackets.
        let before = words[..mention.range.start].trim_end_matches('(');
        let bracketed = before.len() < mention.range.start || shown.starts_with('(');
        if bracketed && before.contains(char::is_alphabetic) {
            figure.value = figure.value.abs();
        }
        let range = mention.range.clone();
        Some(Quantity {
            // Of several figures one is meant: the others are not set against anything.
            words: if short { words.clone() } else { words[range.clone()].to_owned() },
            figure,
            unit,
            digits: if short {
                digits
            } else {
                digits.start - range.start..digits.end - range.start
            },
        })
    }

    /// The same in no other words than its own, where they tell what it counts.
    pub(super) fn alone(self) -> Option<Quantity> {
        if self.unit.is_empty() && self.figure.mark == Mark::Bare {
            return None;
        }
        let behind = self.words[self.digits.end..].to_lowercase();
        let end = match self.unit.as_str() {
            // Its mark stands before or right behind it.
            "" => {
                behind.find(|c: char| !matches!(c, '%' | '€' | '£' | '$')).unwrap_or(behind.len())
            }
            unit => behind.find(unit).map_or(0, |at| {
                let rest = &behind[at + unit.len()..];
                at + unit.len() + usize::from(rest.starts_with('s'))
            }),
        };
        let end = self.digits.end + end;
        // A capital makes a name of it: "5,000 Plan".
        if self.words[self.digits.end..end]
            .trim_start_matches(['°', ' '])
            .starts_with(char::is_uppercase)
            && !self.unit.starts_with('°')
        {
            return None;
        }
        let before = self.words[..self.digits.start].trim_end();
        let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let marked = self.words[start..self.digits.start].trim();
        // "-11", "$40", "USD 40": a sign and a currency go with it, other words do not.
        let kept = !marked.is_empty()
            && (marked.chars().all(|c| !c.is_alphanumeric() && !matches!(c, ':' | '(' | ','))
                || matches!(self.figure.mark, Mark::Currency(_)));
        let start = if kept { start } else { self.digits.start };
        let words = self.words.get(start..end)?.trim().to_owned();
        let digits = self.digits.start - start..self.digits.end - start;
        Some(Quantity { words, digits, ..self })
    }

    pub(super) fn digits(&self) -> &str {
        &self.words[self.digits.clone()]
    }

    /// The same, where its exact value is known.
    pub(super) fn exactly(self, value: Decimal) -> Quantity {
        let value = if self.figure.mark == Mark::Percent { self.figure.value } else { value };
        Quantity { figure: Figure { value, ..self.figure }, ..self }
    }

    /// Whether it has a unit, or a mark that is one.
    pub(super) fn tells_what_it_counts(&self) -> bool {
        !self.unit.is_empty() || self.figure.mark != Mark::Bare
    }

    /// Whether both count the same. Beside an amount in millions one in ones may stand in a table that says
    /// its millions elsewhere.
    fn is_like(&self, other: &Quantity) -> bool {
        let (a, b) = (&self.figure, &other.figure);
        let (less, more) = (a.value.abs().min(b.value.abs()), a.value.abs().max(b.value.abs()));
        let unsaid = (a.power == 0) != (b.power == 0) && more > less * ten_to(3);
        self.unit == other.unit && a.mark == b.mark && !unsaid
    }

    /// A difference from another figure, in the words of this one: "172 million", "19 hours".
    fn difference(&self, other: &Quantity) -> Option<String> {
        if self.words.split_whitespace().count() > MOST_WORDS {
            return None;
        }
        let power = self.figure.power.min(other.figure.power);
        let places = self.figure.decimals.max(other.figure.decimals);
        let by = (self.figure.value - other.figure.value).abs();
        // In the power of ten of this one, as exact as the figures are.
        let scaled = (by / ten_to(self.figure.power)).round_dp(if power == self.figure.power {
            places
        } else {
            places + self.figure.power - power
        });
        let mut number = scaled.normalize();
        // "$149.50", and not "$149.5".
        if number.scale() == 1 && places == 2 && matches!(self.figure.mark, Mark::Currency(_)) {
            number.rescale(2);
        }
        let number = grouped(number);
        if self.figure.mark == Mark::Percent {
            return Some(format!("{number} points"));
        }
        let (before, behind) = (&self.words[..self.digits.start], &self.words[self.digits.end..]);
        let before = before.trim_end_matches(['-', '−', '–', '(']);
        // "Net 30 days": of the words before it a difference has but the currency.
        let word = before.trim_end().rfind(' ').map_or(0, |at| at + 1);
        let before = match self.figure.mark {
            Mark::Currency(_) => &before[word..],
            _ => "",
        };
        let behind = behind.trim_start_matches(')');
        Some(format!("{before}{number}{behind}").trim().to_owned())
    }

    /// How far this is from another, in percent of that; `None` where that says nothing.
    fn percent_off(&self, other: &Quantity) -> Option<String> {
        let (one, of) = (self.figure.value, other.figure.value);
        let told = self.figure.mark != Mark::Percent && !self.unit.starts_with('°');
        if !told || of <= Decimal::ZERO {
            return None;
        }
        let percent = ((one - of).abs() / of * Decimal::ONE_HUNDRED).round_dp(1).normalize();
        (percent <= Decimal::from(MOST_PERCENT)).then(|| format!("{}%", grouped(percent)))
    }
}

/// A text of the same length, in which a slash before a word ("$2,500/individual") parts it from the figure.
fn without_slashes(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut parted = String::with_capacity(text.len());
    while let Some(c) = letters.next() {
        let before_word = letters.peek().is_some_and(|next| next.is_alphabetic());
        parted.push(if c == '/' && before_word { ' ' } else { c });
    }
    parted
}

/// The first and the last of figures that follow one another, with the numbers of their citations. `None` where
/// their units differ.
pub(super) fn course(figures: &[(String, Quantity, u32)]) -> Option<(String, Vec<u32>)> {
    let [(then, first, from), .., (now, last, to)] = figures else { return None };
    if !figures.iter().all(|(_, other, _)| other.is_like(first)) {
        return None;
    }
    let change = last.figure.value.cmp(&first.figure.value);
    let text = series::course((&last.words, now), change, (&first.words, then));
    Some((text, vec![*from, *to]))
}

/// The same of texts with the labels of their times.
pub(in crate::ask::makers) fn course_of(
    values: &[(String, String, u32)],
) -> Option<(String, Vec<u32>)> {
    let quantity = |(label, text, n): &(String, String, u32)| {
        Some((label.clone(), Quantity::of(text, |_| false)?, *n))
    };
    course(&values.iter().map(quantity).collect::<Option<Vec<_>>>()?)
}

/// How the figure of a time stands to that of an earlier one, and by how much it changed; with the number of
/// its citation. `None` where their units differ or nothing changed.
pub(super) fn since(
    (now, last, n): &(String, Quantity, u32),
    (_, first, _): &(String, Quantity, u32),
) -> Option<(String, Vec<u32>)> {
    if !last.is_like(first) || last.figure.value == first.figure.value {
        return None;
    }
    let (words, than) = (&last.words, &first.words);
    let by = last.difference(first).map(|by| (by, last.percent_off(first)));
    let text = if last.figure.value > first.figure.value {
        more(now, words, than, by)
    } else {
        match by {
            Some((by, Some(percent))) => {
                format!("{now}: {words}, less than {than}, by {by} ({percent})")
            }
            Some((by, None)) => format!("{now}: {words}, less than {than}, by {by}"),
            None => format!("{now}: {words}, less than {than}"),
        }
    };
    Some((text, vec![*n]))
}

/// That something is more than another, by how much, and by how many percent of the other.
fn more(label: &str, words: &str, than: &str, by: Option<(String, Option<String>)>) -> String {
    match by {
        Some((by, Some(percent))) => {
            format!("{label}: {words}, more than {than}, by {by} ({percent})")
        }
        Some((by, None)) => format!("{label}: {words}, more than {than}, by {by}"),
        None => format!("{label}: {words}, more than {than}"),
    }
}

/// Which side is more, and by how much where there are two; with the numbers of its citations. `None`
/// where their units differ.
pub(super) fn which_is_more(figures: &[(String, Quantity, u32)]) -> Option<(String, Vec<u32>)> {
    let (_, first, n) = figures.first()?;
    if !figures.iter().all(|(_, other, _)| other.is_like(first)) {
        return None;
    }
    let value = |one: &(String, Quantity, u32)| one.1.figure.value;
    let most = figures.iter().reduce(|a, b| if value(b) > value(a) { b } else { a })?;
    if figures.iter().all(|one| value(one) == first.figure.value) {
        let all = if figures.len() == 2 { "Both" } else { "All" };
        return Some((format!("{all} the same: {}", first.words), vec![*n]));
    }
    let others: Vec<&(String, Quantity, u32)> =
        figures.iter().filter(|(label, ..)| *label != most.0).collect();
    let said: Vec<&str> = others.iter().map(|(_, one, _)| one.words.as_str()).collect();
    let (label, words, said) = (&most.0, &most.1.words, said.join(" and "));
    let by = match others[..] {
        [(_, other, _)] => most.1.difference(other).map(|by| (by, most.1.percent_off(other))),
        _ => None,
    };
    let text = more(label, words, &said, by);
    Some((text, std::iter::once(most.2).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn more(a: &str, b: &str) -> Option<String> {
        let quantity = |words: &str| Quantity::of(words, |_| false).unwrap();
        let side = |label: &str, words: &str, n| (label.to_owned(), quantity(words), n);
        which_is_more(&[side("North", a, 1), side("South", b, 2)]).map(|(text, _)| text)
    }

    #[test]
    fn an_amount_whose_millions_are_said_elsewhere_is_not_compared() {
        assert_eq!(more("$31 million", "$517"), None);
        assert!(more("$1.5 million", "$400,000").is_some());
    }

    #[test]
    fn figures_of_times_are_a_course() {
        let of = |label: &str, words: &str, n| {
            (label.to_owned(), Quantity::of(words, |_| false).unwrap(), n)
        };
        let fees = [of("2016", "$550", 1), of("2018", "$640", 2), of("2019", "$600", 3)];
        let (text, citations) = course(&fees).unwrap();
        assert_eq!(text, "$600 in 2019, up from $550 in 2016");
        assert_eq!(citations, [1, 3]);
        assert_eq!(course(&[of("2016", "$550", 1), of("2018", "12%", 2)]), None);
        assert_eq!(course(&fees[..1]), None);
    }

    #[test]
    fn a_later_figure_is_set_against_the_earlier() {
        let of = |label: &str, words: &str| {
            (label.to_owned(), Quantity::of(words, |_| false).unwrap(), 1)
        };
        for (then, now, expected) in [
            ("$40", "$50", Some("2023: $50, more than $40, by $10 (25%)")),
            ("$50", "$40", Some("2023: $40, less than $50, by $10 (20%)")),
            ("12%", "10%", Some("2023: 10%, less than 12%, by 2 points")),
            ("$40", "$40", None),
            ("$40", "12%", None),
        ] {
            let text = since(&of("2023", now), &of("2022", then)).map(|(text, _)| text);
            assert_eq!(text.as_deref(), expected);
        }
    }

    #[test]
    fn figures_of_one_unit_are_compared() {
        for (a, b, expected) in [
            ("28 hours", "23 hours", "North: 28 hours, more than 23 hours, by 5 hours (21.7%)"),
            ("20 days", "32 days", "South: 32 days, more than 20 days, by 12 days (60%)"),
            ("Net 9 days", "7 days", "North: Net 9 days, more than 7 days, by 2 days (28.6%)"),
            ("about USD 9", "USD 7", "North: about USD 9, more than USD 7, by USD 2 (28.6%)"),
            ("90 kg", "90 kg", "Both the same: 90 kg"),
            ("$40", "$45", "South: $45, more than $40, by $5 (12.5%)"),
            ("40%", "30%", "North: 40%, more than 30%, by 10 points"),
            ("$214.50;", "$65.00 ____", "North: $214.50, more than $65.00, by $149.50 (230%)"),
            (
                "USD 7,287 million",
                "USD 8,187,301 thousand",
                "South: USD 8,187,301 thousand, more than USD 7,287 million, by USD 900,301 thousand (12.4%)",
            ),
            (
                "USD 1.5 billion",
                "USD 309 million",
                "North: USD 1.5 billion, more than USD 309 million, by USD 1.191 billion (385.4%)",
            ),
        ] {
            assert_eq!(more(a, b).unwrap(), expected);
        }
        assert_eq!(more("28 hours", "3 days"), None);
    }

    #[test]
    fn a_number_that_is_written_twice_is_not_negative() {
        let quantity = |words: &str| Quantity::of(words, |_| false).unwrap();
        assert_eq!(quantity("aged sixteen (16)").figure.value, Decimal::from(16));
        assert_eq!(quantity("(16)").figure.value, Decimal::from(-16));
    }

    #[test]
    fn a_figure_stands_alone_in_its_own_words() {
        for (text, expected) in [
            ("g) Flash point -30 °C - closed cup", Some("-30 °C")),
            ("The fee is $40 for members.", Some("$40")),
            ("Final group project (40%).", Some("40%")),
            ("It ends within 30 days of the trip", Some("30 days")),
            ("Room 12.", None),
        ] {
            let alone = Quantity::of(text, |_| false).and_then(Quantity::alone);
            assert_eq!(alone.map(|one| one.words).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn of_several_figures_the_one_is_meant_that_its_words_tell() {
        let words = "$2,500/individual or $5,000/family";
        let meant = Quantity::of(words, |behind| behind.contains("individual"));
        assert_eq!(meant.map(|one| one.words).as_deref(), Some("$2,500"));
        assert_eq!(Quantity::of(words, |_| false), None);
    }
}

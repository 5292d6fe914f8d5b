//! Owns figures that are compared: "longer than 30 days" against "sixty (60) days".

use std::ops::Range;

use citelight_text::{is_money, number, scale, seconds};

use super::text::Word;

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Seconds.
    Time,
    /// Hundredths.
    Percent,
    /// Money, whatever its currency.
    Money,
}

/// A figure in ones of its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) value: f64,
    pub(crate) unit: Unit,
}

/// How a claim compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    More,
    AtLeast,
    Less,
    AtMost,
    Equal,
}

/// A figure that a claim sets something against.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) order: Order,
    pub(crate) quantity: Quantity,
    /// The words that say it.
    pub(crate) words: Range<usize>,
    /// Whether it is a limit that is compared, so that a limit answers.
    pub(crate) limit: bool,
}

/// Words by which a limit is meant.
const LIMITS: [&str; 9] =
    ["limit", "limits", "maximum", "minimum", "most", "least", "cap", "capped", "ceiling"];

impl Comparison {
    /// Whether the figure at a place of a sentence is stated as it is: not as what it was before
    /// ("from 3 days to 5", "instead of 3"), nor as a limit where none is asked for.
    pub(crate) fn is_stated(&self, words: &[Word], at: usize) -> bool {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].lower.as_str());
        let former = before(1) == "from" || before(2) == "instead" || before(1) == "than";
        let limit = matches!((before(2), before(1)), ("up", "to") | ("at", "most" | "least"))
            || matches!(before(1), "exceed" | "exceeding" | "maximum" | "minimum");
        !former && (!limit || self.limit)
    }

    /// Whether a figure fulfils it.
    pub(crate) fn holds(&self, value: f64) -> bool {
        let (wanted, near) = (self.quantity.value, self.quantity.value.abs() * 1e-9);
        match self.order {
            Order::More => value > wanted + near,
            Order::AtLeast => value >= wanted - near,
            Order::Less => value < wanted - near,
            Order::AtMost => value <= wanted + near,
            Order::Equal => (value - wanted).abs() <= near,
        }
    }
}

/// Every figure with a unit, and the words that write it.
pub(crate) fn quantities(words: &[Word]) -> Vec<(Quantity, Range<usize>)> {
    let word = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let start = at;
        at += 1;
        let Some(mut value) = number(word(start)) else { continue };
        let mut percent = word(start).ends_with('%');
        let mut next = start + 1;
        // "thirty (30) days": the figure repeats the word.
        if word(next) == "(" && word(next + 2) == ")" && number(word(next + 1)) == Some(value) {
            next += 3;
        }
        if let Some(power) = scale(word(next)) {
            value *= 10_f64.powi(power as i32);
            next += 1;
        }
        let before = start.checked_sub(1).map_or("", word);
        // In "2 dollars 50" the dollars are those of the 2.
        let mut money = is_money(before) && !before.ends_with('s');
        let begin = if money { start - 1 } else { start };
        while matches!(word(next), "-" | "calendar" | "business" | "working" | "consecutive") {
            next += 1;
        }
        let unit_word = word(next);
        let mut unit = None;
        if percent || matches!(unit_word, "%" | "percent") {
            next += usize::from(!percent && !unit_word.is_empty());
            percent = true;
        } else if unit_word == "per" && word(next + 1) == "cent" {
            next += 2;
            percent = true;
        } else if is_money(unit_word) {
            next += 1;
            money = true;
        } else if let Some(seconds) = seconds(unit_word) {
            value *= seconds;
            unit = Some(Unit::Time);
            next += 1;
        }
        let unit = unit.or(percent.then_some(Unit::Percent)).or(money.then_some(Unit::Money));
        if let Some(unit) = unit {
            found.push((Quantity { value, unit }, begin..next));
            at = next;
        }
    }
    found
}

/// The comparison that a claim makes, where it makes one with a figure.
pub(crate) fn comparison(words: &[Word]) -> Option<Comparison> {
    let mut found = quantities(words).into_iter();
    let (quantity, range) = found.next()?;
    if found.next().is_some() {
        return None; // two figures: which is compared with which is not known
    }
    let word =
        |back: usize| range.start.checked_sub(back).map_or("", |at| words[at].lower.as_str());
    let (order, length) = match (word(2), word(1)) {
        ("more" | "longer" | "greater" | "higher" | "larger" | "later" | "over", "than") => {
            (Order::More, 2)
        }
        ("less" | "shorter" | "fewer" | "lower" | "smaller" | "sooner" | "earlier", "than") => {
            (Order::Less, 2)
        }
        ("at", "least") => (Order::AtLeast, 2),
        ("at", "most") | ("up", "to") => (Order::AtMost, 2),
        (_, "over" | "above" | "exceed" | "exceeds" | "exceeding" | "beyond") => (Order::More, 1),
        (_, "under" | "below") => (Order::Less, 1),
        (_, "within") => (Order::AtMost, 1),
        _ => (Order::Equal, 0),
    };
    let words_of = range.start - length..range.end;
    let others = words.iter().enumerate().filter(|(at, _)| !words_of.contains(at));
    let limit = others.map(|(_, word)| word).any(|word| LIMITS.contains(&word.lower.as_str()));
    Some(Comparison { order, quantity, words: words_of, limit })
}

#[cfg(test)]
mod tests {
    use citelight_text::Vocabulary;

    use super::super::text::words;
    use super::*;

    fn read(text: &str) -> Vec<(f64, Unit)> {
        let found = quantities(&words(text, &Vocabulary::default()));
        found.into_iter().map(|(quantity, _)| (quantity.value, quantity.unit)).collect()
    }

    #[test]
    fn figures_have_a_unit_or_are_none() {
        let day = 86_400.0;
        for (text, expected) in [
            ("within thirty (30) days", vec![(30.0 * day, Unit::Time)]),
            (
                "60 calendar days or 2 weeks",
                vec![(60.0 * day, Unit::Time), (14.0 * day, Unit::Time)],
            ),
            ("a fee of £1,500 or 3.5%", vec![(1500.0, Unit::Money), (3.5, Unit::Percent)]),
            ("USD 2.5 million", vec![(2.5e6, Unit::Money)]),
            ("ten percent", vec![(10.0, Unit::Percent)]),
            ("5 of 7 members in 2019", vec![]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn comparisons_are_fulfilled_or_not() {
        for (claim, days, holds) in [
            ("Is notice longer than 30 days?", 60.0, true),
            ("Is notice longer than 30 days?", 30.0, false),
            ("Is it at least two weeks?", 14.0, true),
            ("Is it less than one week?", 6.0, true),
            ("Is notice 30 days?", 30.0, true),
            ("Is notice 30 days?", 31.0, false),
            ("Is it under 3 days?", 3.0, false),
        ] {
            let found = comparison(&words(claim, &Vocabulary::default())).unwrap();
            assert_eq!(found.holds(days * 86_400.0), holds, "{claim} {days}");
        }
        let two = words("Is it 3 days or 5 days?", &Vocabulary::default());
        assert_eq!(comparison(&two), None);
        assert_eq!(comparison(&words("Is it long?", &Vocabulary::default())), None);
    }
}

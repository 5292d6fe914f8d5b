//! How the values of a series are said: with what they count, and what changed from one to the next.

use std::cmp::Ordering;

use citelight_core::SeriesPoint;
use citelight_text::{squashed, ten_to};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// A value in its unit's power of ten: what its document writes.
pub(super) fn in_unit(value: Decimal, unit: &str) -> f64 {
    let power = match unit.rsplit(' ').next() {
        Some("thousand") => 3,
        Some("lakh") => 5,
        Some("million") => 6,
        Some("crore") => 7,
        Some("billion") => 9,
        _ => 0,
    };
    (value / ten_to(power)).to_f64().unwrap_or_default()
}

/// What changed from one value to the next: in percent, of shares in points.
pub(super) fn change(before: Decimal, after: Decimal, unit: &str) -> Option<String> {
    let signed = |value: Decimal| {
        let rounded = value.round_dp(1);
        let sign = if rounded.is_sign_negative() && !rounded.is_zero() { "−" } else { "+" };
        format!("{sign}{}", rounded.abs().normalize())
    };
    if unit == "%" {
        return Some(format!("{} points", signed(after - before)));
    }
    // Of a loss, or from nothing, no percentage says anything.
    if before <= Decimal::ZERO {
        return None;
    }
    Some(format!("{}%", signed((after - before) / before * Decimal::ONE_HUNDRED)))
}

/// The first and the last value in a line.
pub(super) fn lead(points: &[SeriesPoint], unit: &str) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let (now, then) = (with_unit(&last.value, unit), with_unit(&first.value, unit));
    let change = last.number.total_cmp(&first.number);
    course((&now, &last.period), change, (&then, &first.period))
}

/// The last and the first value of a series, each with its time, and how the last stands to the first.
pub(in crate::ask::makers) fn course(
    (now, at): (&str, &str),
    change: Ordering,
    (then, before): (&str, &str),
) -> String {
    match change {
        Ordering::Greater => format!("{now} in {at}, up from {then} in {before}"),
        Ordering::Less => format!("{now} in {at}, down from {then} in {before}"),
        Ordering::Equal => format!("{now} in {at}, the same as {then} in {before}"),
    }
}

/// A value as written with what it counts: "$16,693 million", "USD 17,029 million".
pub(in crate::ask::makers) fn with_unit(value: &str, unit: &str) -> String {
    let (code, scale) = match unit.split_once(' ') {
        Some((code, scale)) => (code, scale),
        None if unit.chars().all(char::is_uppercase) => (unit, ""),
        None => ("", unit),
    };
    let value = value.replace("$ ", "$");
    let marked = !value.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let before = if marked || code.is_empty() { String::new() } else { format!("{code} ") };
    let behind = if scale.is_empty() || value.ends_with(scale) {
        String::new()
    } else if scale == "%" {
        scale.to_owned()
    } else {
        format!(" {scale}")
    };
    format!("{before}{value}{behind}")
}

/// A label without what one document says and the next leaves out: "Total net sales", "Net sales (1)";
/// "Net income (loss)", "Net income"; "Cash provided (used) by operations".
pub(super) fn plain_label(label: &str) -> String {
    let mut depth = 0_usize;
    let outside: String = label
        .chars()
        .filter(|c| {
            depth += usize::from(*c == '(');
            let kept = depth == 0;
            depth = depth.saturating_sub(usize::from(*c == ')'));
            kept && (c.is_alphabetic() || c.is_whitespace() || *c == '>')
        })
        .collect();
    let letters: String = squashed(&outside).collect();
    letters.strip_prefix("total").map(str::to_owned).unwrap_or(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_of_the_value_before() {
        let of = |a: i64, b: i64, unit: &str| change(a.into(), b.into(), unit);
        assert_eq!(of(200, 210, "USD million").as_deref(), Some("+5%"));
        assert_eq!(of(300, 200, "").as_deref(), Some("−33.3%"));
        assert_eq!(of(10, 12, "%").as_deref(), Some("+2 points"));
        assert_eq!((of(0, 5, ""), of(-5, 5, "")), (None, None));
    }

    #[test]
    fn a_value_is_said_with_what_it_counts() {
        for (value, unit, expected) in [
            ("$ 16,693", "USD million", "$16,693 million"),
            ("17,029", "USD million", "USD 17,029 million"),
            ("(12)", "EUR", "EUR (12)"),
            ("4.2", "%", "4.2%"),
            ("4.2%", "%", "4.2%"),
            ("9", "", "9"),
            ("9", "million", "9 million"),
        ] {
            assert_eq!(with_unit(value, unit), expected);
        }
    }

    #[test]
    fn labels_of_one_line_are_one() {
        for (one, other) in [
            ("Total net sales", "Net sales (1)"),
            ("Net income (loss)", "Net income"),
            ("Cash provided (used) by operations", "Cash provided by operations"),
        ] {
            assert_eq!(plain_label(one), plain_label(other), "{one}");
        }
        assert_ne!(plain_label("Net income"), plain_label("Net sales"));
    }
}

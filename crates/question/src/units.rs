//! Owns the units that a question names: powers of ten, shares, currencies, lengths of time, things
//! counted, physical quantities.

use citelight_core::{UnitKind, UnitMention};

use crate::words::{Tokens, found};

/// Words and signs that are units wherever they stand: what is written, sort, its one name.
const ALWAYS: &[(&str, UnitKind, &str)] = &[
    ("thousand", UnitKind::Scale, "thousand"),
    ("thousands", UnitKind::Scale, "thousand"),
    ("million", UnitKind::Scale, "million"),
    ("millions", UnitKind::Scale, "million"),
    ("mn", UnitKind::Scale, "million"),
    ("billion", UnitKind::Scale, "billion"),
    ("billions", UnitKind::Scale, "billion"),
    ("bn", UnitKind::Scale, "billion"),
    ("trillion", UnitKind::Scale, "trillion"),
    ("trillions", UnitKind::Scale, "trillion"),
    ("%", UnitKind::Share, "%"),
    ("percent", UnitKind::Share, "%"),
    ("percents", UnitKind::Share, "%"),
    ("percentage", UnitKind::Share, "%"),
    ("percentages", UnitKind::Share, "%"),
    ("bps", UnitKind::Share, "basis point"),
    ("usd", UnitKind::Currency, "USD"),
    ("$", UnitKind::Currency, "USD"),
    ("dollar", UnitKind::Currency, "USD"),
    ("dollars", UnitKind::Currency, "USD"),
    ("eur", UnitKind::Currency, "EUR"),
    ("€", UnitKind::Currency, "EUR"),
    ("euro", UnitKind::Currency, "EUR"),
    ("euros", UnitKind::Currency, "EUR"),
    ("gbp", UnitKind::Currency, "GBP"),
    ("£", UnitKind::Currency, "GBP"),
    ("chf", UnitKind::Currency, "CHF"),
    ("francs", UnitKind::Currency, "CHF"),
    ("jpy", UnitKind::Currency, "JPY"),
    ("yen", UnitKind::Currency, "JPY"),
    ("¥", UnitKind::Currency, "JPY"),
    ("cad", UnitKind::Currency, "CAD"),
    ("aud", UnitKind::Currency, "AUD"),
    ("inr", UnitKind::Currency, "INR"),
    ("rupees", UnitKind::Currency, "INR"),
];

/// Words that are the unit asked for only behind one of [`ASKING`].
const ASKED: &[(&str, UnitKind, &str)] = &[
    ("seconds", UnitKind::Time, "second"),
    ("minutes", UnitKind::Time, "minute"),
    ("hours", UnitKind::Time, "hour"),
    ("days", UnitKind::Time, "day"),
    ("weeks", UnitKind::Time, "week"),
    ("months", UnitKind::Time, "month"),
    ("years", UnitKind::Time, "year"),
    ("people", UnitKind::Count, "person"),
    ("persons", UnitKind::Count, "person"),
    ("employees", UnitKind::Count, "employee"),
    ("patients", UnitKind::Count, "patient"),
    ("children", UnitKind::Count, "child"),
    ("members", UnitKind::Count, "member"),
    ("customers", UnitKind::Count, "customer"),
    ("shares", UnitKind::Count, "share"),
    ("stores", UnitKind::Count, "store"),
    ("cases", UnitKind::Count, "case"),
    ("deaths", UnitKind::Count, "death"),
    ("pages", UnitKind::Count, "page"),
    ("times", UnitKind::Count, "time"),
    ("miles", UnitKind::Measure, "mile"),
    ("km", UnitKind::Measure, "km"),
    ("kilometers", UnitKind::Measure, "km"),
    ("kilometres", UnitKind::Measure, "km"),
    ("meters", UnitKind::Measure, "m"),
    ("metres", UnitKind::Measure, "m"),
    ("cm", UnitKind::Measure, "cm"),
    ("mm", UnitKind::Measure, "mm"),
    ("inches", UnitKind::Measure, "inch"),
    ("feet", UnitKind::Measure, "foot"),
    ("grams", UnitKind::Measure, "g"),
    ("kg", UnitKind::Measure, "kg"),
    ("kilograms", UnitKind::Measure, "kg"),
    ("mg", UnitKind::Measure, "mg"),
    ("tons", UnitKind::Measure, "t"),
    ("tonnes", UnitKind::Measure, "t"),
    ("pounds", UnitKind::Measure, "lb"),
    ("litres", UnitKind::Measure, "l"),
    ("liters", UnitKind::Measure, "l"),
    ("degrees", UnitKind::Measure, "degree"),
    ("watts", UnitKind::Measure, "W"),
    ("volts", UnitKind::Measure, "V"),
];

/// Words of which the second or third may be the unit asked for: "how many working days", "in
/// years", "number of shares".
const ASKING: &[&[&str]] = &[&["how", "many"], &["number", "of"], &["in"], &["units", "of"]];

/// The units of a question, once each.
pub(crate) fn units(tokens: &Tokens) -> Vec<UnitMention> {
    let mut units: Vec<UnitMention> = Vec::new();
    for (at, token) in tokens.iter() {
        let always = ALWAYS.iter().find(|(word, ..)| *word == token.lower);
        let entry = always.or_else(|| {
            let asked = ASKED.iter().find(|(word, ..)| *word == token.lower)?;
            is_asked(tokens, at).then_some(asked)
        });
        let Some((_, kind, unit)) = entry else { continue };
        let span = tokens.span(at..at + 1);
        match units.iter_mut().find(|known| known.unit == *unit) {
            Some(known) => known.found.spans.push(span),
            None => units.push(UnitMention {
                found: found(format!("unit:{unit}"), (*unit).to_owned(), span),
                kind: *kind,
                unit: (*unit).to_owned(),
            }),
        }
    }
    units
}

fn is_asked(tokens: &Tokens, at: usize) -> bool {
    ASKING.iter().any(|words| {
        let furthest = if words.len() == 1 { 0 } else { 2 };
        (0..=furthest).any(|gap| {
            at.checked_sub(words.len() + gap).is_some_and(|start| tokens.reads(start, words))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_that_an_answer_bears() {
        for (question, expected) in [
            ("How much (in USD billions) was paid?", "USD billion"),
            ("Answer in percent, as a % of revenue.", "%"),
            ("How many working days does a claim take?", "day"),
            ("How many people died?", "person"),
            ("What is days payable outstanding?", ""),
            ("What happened in the last years of the war?", ""),
            ("In years, how long is the term?", "year"),
        ] {
            let found = units(&Tokens::of(question));
            let names: Vec<_> = found.iter().map(|unit| unit.unit.as_str()).collect();
            assert_eq!(names.join(" "), expected, "{question}");
        }
    }
}

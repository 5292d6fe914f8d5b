//! Owns the units that a question names: powers of ten, shares, currencies, lengths of time, things
//! counted, physical quantities.

use citelight_core::{Found, UnitKind, UnitMention};
use citelight_text::{Tokens, currency, scale, seconds};

/// Words and signs that are units wherever they stand, besides currencies and words for powers of ten:
/// what is written, sort, its one name.
const ALWAYS: &[(&str, UnitKind, &str)] = &[
    ("mn", UnitKind::Scale, "million"),
    ("bn", UnitKind::Scale, "billion"),
    ("%", UnitKind::Share, "%"),
    ("percent", UnitKind::Share, "%"),
    ("percents", UnitKind::Share, "%"),
    ("percentage", UnitKind::Share, "%"),
    ("percentages", UnitKind::Share, "%"),
    ("bps", UnitKind::Share, "basis point"),
];

/// Words that are the unit asked for only behind one of [`ASKING`], besides units of time.
const ASKED: &[(&str, UnitKind, &str)] = &[
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
    ("miles", UnitKind::Physical, "mile"),
    ("km", UnitKind::Physical, "km"),
    ("kilometers", UnitKind::Physical, "km"),
    ("kilometres", UnitKind::Physical, "km"),
    ("meters", UnitKind::Physical, "m"),
    ("metres", UnitKind::Physical, "m"),
    ("cm", UnitKind::Physical, "cm"),
    ("mm", UnitKind::Physical, "mm"),
    ("inches", UnitKind::Physical, "inch"),
    ("feet", UnitKind::Physical, "foot"),
    ("grams", UnitKind::Physical, "g"),
    ("kg", UnitKind::Physical, "kg"),
    ("kilograms", UnitKind::Physical, "kg"),
    ("mg", UnitKind::Physical, "mg"),
    ("tons", UnitKind::Physical, "t"),
    ("tonnes", UnitKind::Physical, "t"),
    ("pounds", UnitKind::Physical, "lb"),
    ("litres", UnitKind::Physical, "l"),
    ("liters", UnitKind::Physical, "l"),
    ("degrees", UnitKind::Physical, "degree"),
    ("watts", UnitKind::Physical, "W"),
    ("volts", UnitKind::Physical, "V"),
];

/// Words of which the second or third may be the unit asked for: "how many working days", "in
/// years", "number of shares".
const ASKING: &[&[&str]] = &[&["how", "many"], &["number", "of"], &["in"], &["units", "of"]];

/// The units of a question, once each.
pub(crate) fn units(tokens: &Tokens) -> Vec<UnitMention> {
    let mut units: Vec<UnitMention> = Vec::new();
    for (at, token) in tokens.iter() {
        let word = token.lower.as_str();
        let found = always(word).or_else(|| asked(word).filter(|_| is_asked(tokens, at)));
        let Some((kind, unit)) = found else { continue };
        let span = tokens.span(at..at + 1);
        match units.iter_mut().find(|known| known.unit == unit) {
            Some(known) => known.found.spans.push(span),
            None => units.push(UnitMention {
                found: Found::new(format!("unit:{unit}"), unit.to_owned(), span),
                kind,
                unit: unit.to_owned(),
            }),
        }
    }
    units
}

/// A word that is a unit wherever it stands.
fn always(word: &str) -> Option<(UnitKind, &str)> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    if let Some((_, kind, unit)) = ALWAYS.iter().find(|(written, ..)| *written == word) {
        return Some((*kind, unit));
    }
    if scale(singular).is_some_and(|power| power > 2) {
        return Some((UnitKind::Scale, singular));
    }
    currency(word).map(|code| (UnitKind::Currency, code))
}

/// A word that may be the unit asked for.
fn asked(word: &str) -> Option<(UnitKind, &str)> {
    let listed = ASKED.iter().find(|(written, ..)| *written == word);
    let time = || word.strip_suffix('s').filter(|unit| seconds(unit).is_some());
    listed.map(|(_, kind, unit)| (*kind, *unit)).or_else(|| Some((UnitKind::Time, time()?)))
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

//! Owns how currencies are written.

use crate::numbers::value;

/// Signs and codes as they stand beside figures, with their ISO 4217 code; what others begin or end
/// with stands behind them.
pub(crate) const SIGNS: [(&str, &str); 15] = [
    ("US$", "USD"),
    ("C$", "CAD"),
    ("A$", "AUD"),
    ("HK$", "HKD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("GBP", "GBP"),
    ("CHF", "CHF"),
    ("JPY", "JPY"),
    ("CAD", "CAD"),
];
/// Names, and codes that stand in words only. A pound may be a weight.
const NAMES: [(&str, &str); 9] = [
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("francs", "CHF"),
    ("yen", "JPY"),
    ("rupees", "INR"),
    ("aud", "AUD"),
    ("inr", "INR"),
];

/// The ISO 4217 code of the currency that a lower-case word or a sign names.
pub fn currency(word: &str) -> Option<&'static str> {
    let sign = SIGNS.iter().find(|(sign, _)| sign.eq_ignore_ascii_case(word));
    let found = sign.or_else(|| NAMES.iter().find(|(name, _)| *name == word));
    found.map(|(_, code)| *code)
}

/// Whether a lower-case word or a sign beside a number makes it an amount of money in a sentence:
/// dollars, euros and pounds.
pub fn is_money(word: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    singular == "pound" || matches!(currency(singular), Some("USD" | "EUR" | "GBP"))
}

/// Words for powers of ten above tables, and the power.
const TABLE_SCALES: [(&str, u32); 18] = [
    ("thousand", 3),
    ("thousands", 3),
    ("000s", 3),
    ("’000s", 3),
    ("'000s", 3),
    ("’000", 3),
    ("'000", 3),
    ("lakh", 5),
    ("lakhs", 5),
    ("lacs", 5),
    ("million", 6),
    ("millions", 6),
    ("mn", 6),
    ("mm", 6),
    ("crore", 7),
    ("crores", 7),
    ("billion", 9),
    ("billions", 9),
];

/// The power of ten that a word above a table says its amounts are counted in, among the lower-case
/// words around it: "in millions", "yen (millions)", "£m", "us$’000", "millions of euros".
pub fn table_power(words: &[&str], at: usize) -> Option<u32> {
    let word = words.get(at)?;
    let signed = word.trim_start_matches(char::is_alphabetic);
    let prefix = &word[..word.len() - signed.len()];
    let rest = signed.trim_start_matches(['$', '€', '£', '¥', '₹']);
    let coded = matches!(prefix, "rm" | "rs" | "usd" | "eur" | "gbp") && !signed.is_empty();
    if coded || (prefix.len() <= 3 && rest.len() < signed.len()) {
        let short = match rest {
            "m" => Some(6),
            "bn" => Some(9),
            "000" => Some(3),
            _ => None,
        };
        return short.or_else(|| value(&TABLE_SCALES, rest));
    }
    let power = value(&TABLE_SCALES, word)?;
    let before = &words[at.saturating_sub(4)..at];
    let behind = words.get(at + 1..).unwrap_or_default().iter().take(2);
    // "Rupees one thousand only" is an amount.
    let close = before.last().is_some_and(|word| counts_amounts(word));
    if matches!(*word, "thousand" | "lakh" | "crore") {
        return close.then_some(power);
    }
    let said = before.iter().any(|word| counts_amounts(word))
        || { behind }.any(|word| *word != "in" && counts_amounts(word))
        || word.ends_with("000s");
    said.then_some(power)
}

/// Whether a lower-case word beside a power of ten says that a table counts amounts: "in", "dollars",
/// "sterling".
fn counts_amounts(word: &str) -> bool {
    const WORDS: [&str; 18] = [
        "in",
        "amounts",
        "amount",
        "figures",
        "expressed",
        "stated",
        "dollar",
        "pounds",
        "sterling",
        "rupee",
        "rs",
        "rs.",
        "rm",
        "sek",
        "nok",
        "dkk",
        "yuan",
        "us$",
    ];
    WORDS.contains(&word) || word.contains('$') || currency(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_above_tables() {
        for (said, power) in [
            ("amounts in thousands", Some(3)),
            ("£m", Some(6)),
            ("us$’000", Some(3)),
            ("rm'000", Some(3)),
            ("000s", Some(3)),
            ("yen millions", Some(6)),
            ("millions of euros", Some(6)),
            ("₹ in crore", Some(7)),
            ("rupees one thousand only", None),
            ("sold 3 million in spring", None),
            ("m", None),
            ("rm 000", None),
            ("million-dollar", None),
        ] {
            let words: Vec<&str> = said.split(' ').collect();
            let found = (0..words.len()).find_map(|at| table_power(&words, at));
            assert_eq!(found, power, "{said}");
        }
    }

    #[test]
    fn currencies_are_named_by_signs_codes_and_words() {
        for (word, code) in
            [("$", Some("USD")), ("chf", Some("CHF")), ("euros", Some("EUR")), ("pounds", None)]
        {
            assert_eq!(currency(word), code, "{word}");
        }
        assert!(is_money("pounds") && is_money("€") && is_money("dollars") && !is_money("yen"));
    }
}

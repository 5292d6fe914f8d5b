//! Owns how currencies are written.

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

#[cfg(test)]
mod tests {
    use super::*;

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

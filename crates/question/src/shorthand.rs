//! Owns the short forms in which people type ordinary words.

/// Short forms and what they stand for.
const SHORT: &[(&str, &str)] = &[
    ("abt", "about"),
    ("acct", "account"),
    ("amt", "amount"),
    ("approx", "approximately"),
    ("avg", "average"),
    ("b4", "before"),
    ("btw", "between"),
    ("dept", "department"),
    ("govt", "government"),
    ("grp", "group"),
    ("grps", "groups"),
    ("hrs", "hours"),
    ("incl", "including"),
    ("info", "information"),
    ("max", "maximum"),
    ("mgmt", "management"),
    ("mgr", "manager"),
    ("mins", "minutes"),
    ("mth", "month"),
    ("mths", "months"),
    ("nr", "number of"),
    ("num", "number of"),
    ("pct", "percent"),
    ("ppl", "people"),
    ("qty", "quantity"),
    ("secs", "seconds"),
    ("wk", "week"),
    ("wks", "weeks"),
    ("yr", "year"),
    ("yrs", "years"),
];

/// The word that a short form stands for, by its letters in lower case.
pub fn long_form(word: &str) -> Option<&'static str> {
    SHORT.iter().find(|(short, _)| *short == word).map(|(_, long)| *long)
}

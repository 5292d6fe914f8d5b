//! Owns what comparatives measure: "earlier" a time, "cheaper" a price, "stricter" how strict something is.

use super::words::{ADJECTIVES, COMPARATIVES, GRADED, POSITIVES};

/// Whether a word says that one thing is more than another in some way.
pub(super) fn compares(word: &str) -> bool {
    let irregular = || POSITIVES.iter().any(|(comparative, _)| *comparative == word);
    // A dryer is a thing.
    let regular = || word.ends_with("er") && !word.ends_with("yer");
    COMPARATIVES.contains(&word)
        || irregular()
        || regular() && ADJECTIVES.contains(positive(word).as_str())
}

/// What a comparative measures.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// "earlier"
    When,
    /// "cheaper"
    Cost,
    /// "higher": an amount of what stands before it, or of what is named behind it.
    Amount,
    /// "more", "fewer"
    More,
    /// "longer", "stricter": the question that asks for it, "How long".
    How(String),
}

impl Measure {
    pub(super) fn is_amount(&self) -> bool {
        matches!(self, Measure::Amount | Measure::More)
    }

    /// The words that ask for it; `much` for an amount.
    pub(super) fn asking<'a>(&'a self, much: &'a str) -> &'a str {
        match self {
            Measure::When => "When",
            Measure::Cost => "How much",
            Measure::Amount | Measure::More => much,
            Measure::How(words) => words,
        }
    }
}

/// What the comparative at a place measures, and where its words end.
pub(super) fn measure(lower: &[String], at: usize) -> (Measure, usize) {
    let word = lower[at].as_str();
    let next = lower.get(at + 1).map_or("", String::as_str);
    let more = matches!(word, "more" | "less");
    match word {
        _ if more && matches!(next, "expensive" | "costly" | "pricey") => (Measure::Cost, at + 2),
        _ if more && GRADED.contains(next) => (Measure::How(format!("How {next}")), at + 2),
        "earlier" | "later" | "sooner" => (Measure::When, at + 1),
        "cheaper" | "dearer" | "costlier" | "pricier" => (Measure::Cost, at + 1),
        "more" | "less" | "fewer" => (Measure::More, at + 1),
        "higher" | "lower" | "greater" | "larger" | "bigger" | "smaller" => {
            (Measure::Amount, at + 1)
        }
        _ => (Measure::How(format!("How {}", positive(word))), at + 1),
    }
}

/// "long" of "longer", "heavy" of "heavier", "big" of "bigger".
fn positive(comparative: &str) -> String {
    if let Some((_, known)) = POSITIVES.iter().find(|(word, _)| *word == comparative) {
        return (*known).to_owned();
    }
    let stem = comparative.strip_suffix("er").unwrap_or(comparative);
    let letters: Vec<char> = stem.chars().rev().take(2).collect();
    match letters[..] {
        ['i', _] => format!("{}y", &stem[..stem.len() - 1]),
        _ if ADJECTIVES.contains(stem) => stem.to_owned(),
        [a, b] if a == b => stem[..stem.len() - a.len_utf8()].to_owned(),
        _ => format!("{stem}e"),
    }
}

#[cfg(test)]
mod tests {
    use super::{compares, positive};

    #[test]
    fn a_comparative_has_its_adjective() {
        for (comparative, adjective) in [
            ("longer", "long"),
            ("heavier", "heavy"),
            ("bigger", "big"),
            ("stricter", "strict"),
            ("taller", "tall"),
            ("shorter", "long"),
            ("denser", "dense"),
        ] {
            assert!(compares(comparative), "{comparative}");
            assert_eq!(positive(comparative), adjective);
        }
        for noun in ["recorder", "dryer", "silver", "voucher", "number", "other"] {
            assert!(!compares(noun), "{noun}");
        }
    }
}

//! Owns which words are of one family by how English derives them: "ship", "shipper", "shipment"; "pay",
//! "payer", "payment". Stems part these, since elsewhere they mean different things.

/// What is added to a word to make the one who does something, and the one to whom it is done.
const DOES: [&str; 2] = ["er", "or"];
const DONE_TO: [&str; 1] = ["ee"];
/// What else is added, longer ones first.
const ENDINGS: [&str; 22] = [
    "ations", "ation", "ments", "ment", "ances", "ance", "ences", "ence", "ities", "ings", "ions",
    "ies", "ing", "ion", "ity", "als", "ant", "ent", "ed", "es", "al", "s",
];
/// Letters of what words of one family begin with, at least.
const LEAST: usize = 3;

/// Who a word names of those whom its verb binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Does,
    DoneTo,
}

/// Whether two words in lower case are of one family, where neither names the other party: a payer pays, a
/// payee is paid.
pub fn is_of_family(a: &str, b: &str) -> bool {
    // Most words are told apart by their first letters.
    let begun = a.as_bytes().get(..LEAST);
    if begun.is_none() || begun != b.as_bytes().get(..LEAST) {
        return false;
    }
    let ((one, first), (other, second)) = (root(a), root(b));
    let parties = matches!((first, second), (Some(first), Some(second)) if first != second);
    one == other && !parties || one == bare(b) || bare(a) == other
}

/// What a word is derived from, as far as its letters tell, and the party that it names.
fn root(word: &str) -> (&str, Option<Party>) {
    let singular = word.strip_suffix('s').filter(|rest| !rest.ends_with('s')).unwrap_or(word);
    let party = |endings: &[&str], party: Party| {
        let ending = endings.iter().find_map(|ending| singular.strip_suffix(ending));
        ending.filter(|rest| rest.len() >= LEAST).map(|rest| (rest, Some(party)))
    };
    let (rest, party) = party(&DOES, Party::Does)
        .or_else(|| party(&DONE_TO, Party::DoneTo))
        .or_else(|| {
            let ending = ENDINGS
                .iter()
                .find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.len() >= LEAST));
            ending.map(|rest| (rest, None))
        })
        .unwrap_or((word, None));
    (bare(rest), party)
}

/// Without the "e" that endings take the place of, a doubled consonant, and a "y" that became an "i".
fn bare(word: &str) -> &str {
    let word =
        word.strip_suffix(['e', 'y', 'i']).filter(|rest| rest.len() >= LEAST).unwrap_or(word);
    let mut last = word.chars().rev();
    match (last.next(), last.next()) {
        (Some(one), Some(other))
            if one == other && !matches!(one, 's' | 'l' | 'e' | 'o') && word.len() > LEAST =>
        {
            word.strip_suffix(one).unwrap_or(word)
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_words_are_of_one_family() {
        for (a, b) in [
            ("ships", "shipper"),
            ("buying", "buyer"),
            ("pays", "payer"),
            ("paid", "paid"),
            ("pay", "payment"),
            ("supplies", "supplier"),
            ("manufactured", "manufacturer"),
            ("deliver", "deliveries"),
            ("inspected", "inspector"),
            ("insures", "insurance"),
            ("applied", "applies"),
            ("employs", "employer"),
            ("informs", "information"),
        ] {
            assert!(is_of_family(a, b), "{a} {b}");
        }
    }

    #[test]
    fn the_other_party_and_strangers_are_of_none() {
        for (a, b) in [
            ("employer", "employee"),
            ("payer", "payee"),
            ("lessor", "lessee"),
            ("shipped", "shirt"),
            ("port", "porch"),
            ("no", "not"),
            ("general", "gene"),
            ("insured", "inspector"),
            ("ab", "ab"),
        ] {
            assert!(!is_of_family(a, b), "{a} {b}");
        }
    }
}

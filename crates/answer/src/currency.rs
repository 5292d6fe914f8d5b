//! Owns which country's dollars a document means by "$".

/// Dollars that reports write as "$", each by its name.
const DOLLARS: [(&str, &str); 6] = [
    ("USD", "u.s. dollars"),
    ("USD", "us dollars"),
    ("CAD", "canadian dollars"),
    ("AUD", "australian dollars"),
    ("NZD", "new zealand dollars"),
    ("SGD", "singapore dollars"),
];

/// What stands before "in Canadian dollars" where it is said of all figures.
const STATING: [&str; 6] = ["expressed ", "presented ", "stated ", "reported ", "are ", "amounts "];

/// The code of the currency that "$" stands for in a document: the one in which it says that its figures are
/// expressed, else that of the United States, unless "in Canadian dollars" or another's stands more often.
pub fn dollars_of(text: &str) -> &'static str {
    let lower = text.to_lowercase();
    let most = |count: &dyn Fn(&str) -> usize| {
        let mut best = ("USD", 0);
        for (code, name) in DOLLARS {
            let times = count(name);
            if times > best.1 {
                best = (code, times);
            }
        }
        best
    };
    let stated = |name: &str| {
        STATING.iter().map(|way| lower.matches(&format!("{way}in {name}")).count()).sum()
    };
    match most(&stated) {
        (code, 1..) => code,
        _ => most(&|name| lower.matches(&format!("in {name}")).count()).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_tells_whose_dollars_it_counts() {
        for (text, expected) in [
            ("All amounts are in Canadian dollars unless otherwise noted. US dollar loans.", "CAD"),
            (
                "Amounts in U.S. dollars. Our bonds, C$300 million, are paid in Canadian dollars.",
                "USD",
            ),
            (
                "Amounts are expressed in Canadian dollars. Net income in U.S. dollars, in U.S. dollars.",
                "CAD",
            ),
            ("Revenue was $5 million. A weaker Australian dollar helped.", "USD"),
        ] {
            assert_eq!(dollars_of(text), expected, "{text}");
        }
    }
}

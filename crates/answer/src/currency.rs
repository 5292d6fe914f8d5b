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

/// The code of the currency that "$" stands for in a document: that of the United States, unless it says
/// more often that its figures are "in Canadian dollars" or another's.
pub fn dollars_of(text: &str) -> &'static str {
    let lower = text.to_lowercase();
    let stated = |name: &str| lower.matches(&format!("in {name}")).count();
    let mut best = ("USD", 0);
    for (code, name) in DOLLARS {
        let times = stated(name);
        if times > best.1 {
            best = (code, times);
        }
    }
    best.0
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
            ("Revenue was $5 million. A weaker Australian dollar helped.", "USD"),
        ] {
            assert_eq!(dollars_of(text), expected, "{text}");
        }
    }
}

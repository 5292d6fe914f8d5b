//! Owns British spellings: the same words as the American ones, for whatever searches and compares.

use std::borrow::Cow;

/// Shorter words are others: "four", "wise"; and so are those with fewer letters before the ending: "hours".
const SHORTEST: usize = 5;
const FEWEST_BEFORE: usize = 2;
/// How an ending of either spelling is written here, longest first.
const ENDINGS: [(&str, &str); 22] = [
    ("isations", "izations"),
    ("isation", "ization"),
    ("ourable", "orable"),
    ("oured", "ored"),
    ("ouring", "oring"),
    ("ourite", "orite"),
    ("ourites", "orites"),
    ("ourhood", "orhood"),
    ("oural", "oral"),
    ("ours", "ors"),
    ("our", "or"),
    ("tres", "ters"),
    ("tre", "ter"),
    ("bres", "bers"),
    ("bre", "ber"),
    ("ogues", "ogs"),
    ("ogue", "og"),
    ("lysed", "lyzed"),
    ("lyses", "lyzes"),
    ("lyse", "lyze"),
    ("fences", "fenses"),
    ("fence", "fense"),
];
/// Words that follow no such ending, and how they begin.
const BEGINNINGS: [(&str, &str); 17] = [
    ("aluminium", "aluminum"),
    ("anaesth", "anesth"),
    ("cheque", "check"),
    ("grey", "gray"),
    ("gynaec", "gynec"),
    ("haem", "hem"),
    ("jewellery", "jewelry"),
    ("kerb", "curb"),
    ("licence", "license"),
    ("mould", "mold"),
    ("oedema", "edema"),
    ("oesoph", "esoph"),
    ("paediatr", "pediatr"),
    ("plough", "plow"),
    ("programme", "program"),
    ("sulph", "sulf"),
    ("tyre", "tire"),
];
/// Beginnings of words in "-ise" that no spelling writes with a z.
const NEVER_Z: [&str; 22] = [
    "advert", "appr", "chast", "circumc", "compr", "comprom", "conc", "desp", "enterpr", "exerc",
    "expert", "franch", "improv", "merchand", "otherw", "parad", "prec", "prem", "prom", "superv",
    "surpr", "telev",
];

/// A lower-case word as Americans spell it; both spellings give the same.
pub(crate) fn american(word: &str) -> Cow<'_, str> {
    for (british, ours) in BEGINNINGS {
        if let Some(rest) = word.strip_prefix(british) {
            return Cow::Owned(format!("{ours}{rest}"));
        }
    }
    if word.len() < SHORTEST || !word.is_ascii() {
        return Cow::Borrowed(word);
    }
    for (british, ours) in ENDINGS {
        if let Some(start) = word.strip_suffix(british).filter(|start| start.len() >= FEWEST_BEFORE)
        {
            return Cow::Owned(format!("{start}{ours}"));
        }
    }
    for end in ["ise", "ised", "ises", "ising", "iser", "isers"] {
        if let Some(start) = word.strip_suffix(end).filter(|start| takes_z(start)) {
            return Cow::Owned(format!("{start}iz{}", &end[2..]));
        }
    }
    Cow::Borrowed(word)
}

/// Whether what stands before "-ise" may as well stand before "-ize".
fn takes_z(start: &str) -> bool {
    start.len() > 3 && !NEVER_Z.contains(&start) && !start.ends_with(['a', 'o', 'u', 'w', 'v'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_the_same_word() {
        for (british, ours) in [
            ("colour", "color"),
            ("neighbourhood", "neighborhood"),
            ("centres", "centers"),
            ("fibre", "fiber"),
            ("authorisation", "authorization"),
            ("organised", "organized"),
            ("catalogue", "catalog"),
            ("analysed", "analyzed"),
            ("offence", "offense"),
            ("licences", "licenses"),
            ("cheques", "checks"),
            ("programme", "program"),
            ("paediatric", "pediatric"),
        ] {
            assert_eq!(american(british), american(ours), "{british}");
        }
    }

    #[test]
    fn other_words_stay_as_they_are() {
        for word in [
            "hour",
            "four",
            "tour",
            "exercise",
            "promised",
            "advise",
            "otherwise",
            "raised",
            "revised",
            "color",
        ] {
            assert_eq!(american(word), word);
        }
    }
}

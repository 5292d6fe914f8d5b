//! Names of languages.

/// Codes of tesseract's data files, and their languages.
const NAMES: &[(&str, &str)] = &[
    ("ara", "Arabic"),
    ("bul", "Bulgarian"),
    ("cat", "Catalan"),
    ("ces", "Czech"),
    ("chi_sim", "Chinese, simplified"),
    ("chi_tra", "Chinese, traditional"),
    ("dan", "Danish"),
    ("deu", "German"),
    ("ell", "Greek"),
    ("eng", "English"),
    ("est", "Estonian"),
    ("fas", "Persian"),
    ("fin", "Finnish"),
    ("fra", "French"),
    ("heb", "Hebrew"),
    ("hin", "Hindi"),
    ("hrv", "Croatian"),
    ("hun", "Hungarian"),
    ("ind", "Indonesian"),
    ("ita", "Italian"),
    ("jpn", "Japanese"),
    ("kor", "Korean"),
    ("lat", "Latin"),
    ("lav", "Latvian"),
    ("lit", "Lithuanian"),
    ("nld", "Dutch"),
    ("nor", "Norwegian"),
    ("pol", "Polish"),
    ("por", "Portuguese"),
    ("ron", "Romanian"),
    ("rus", "Russian"),
    ("slk", "Slovak"),
    ("slv", "Slovenian"),
    ("spa", "Spanish"),
    ("srp", "Serbian"),
    ("swe", "Swedish"),
    ("tha", "Thai"),
    ("tur", "Turkish"),
    ("ukr", "Ukrainian"),
    ("vie", "Vietnamese"),
];

/// The English name of a language by the code that tesseract's data files bear ("deu"); `None` when
/// it is not known here.
pub fn language_name(code: &str) -> Option<&'static str> {
    NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_names() {
        assert_eq!((language_name("deu"), language_name("xyz")), (Some("German"), None));
        assert!(NAMES.is_sorted(), "the list is kept in order");
    }
}

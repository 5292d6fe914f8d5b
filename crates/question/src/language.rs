//! Owns whether a question is English, so that English grammar is not read into other languages.

use citelight_text::Tokens;

/// Function words that English has not, of languages written in Latin letters.
const FOREIGN: &[&str] = &[
    "aus", "auf", "bei", "che", "como", "con", "cosa", "cuál", "cuándo", "cuánto", "dans", "das",
    "de", "dem", "den", "der", "des", "di", "die", "dove", "du", "een", "ein", "eine", "el", "en",
    "er", "es", "est", "et", "für", "gli", "het", "hoch", "hoe", "il", "ist", "jak", "je", "la",
    "las", "le", "les", "los", "mit", "nicht", "oder", "och", "oraz", "para", "por", "pour", "qu",
    "que", "quel", "quelle", "qué", "sind", "sont", "sur", "una", "und", "une", "vad", "van",
    "von", "voor", "wann", "warum", "wat", "welche", "welcher", "wer", "wie", "wo", "zu", "zum",
    "è",
];

/// Function words that stand in almost every English question, and in few others.
const ENGLISH: &[&str] = &[
    "and", "any", "are", "between", "by", "can", "did", "does", "for", "from", "has", "have",
    "how", "is", "much", "of", "or", "should", "than", "that", "the", "their", "there", "this",
    "to", "was", "were", "what", "when", "where", "which", "who", "why", "with", "you",
];

/// Whether the rules for English apply: no other language shows itself.
pub(crate) fn is_english(tokens: &Tokens) -> bool {
    let count =
        |list: &[&str]| tokens.iter().filter(|(_, t)| list.contains(&t.lower.as_str())).count();
    let foreign_script = tokens.text.chars().filter(|c| c.is_alphabetic() && !is_latin(*c)).count();
    let letters = tokens.text.chars().filter(|c| c.is_alphabetic()).count();
    let foreign = count(FOREIGN);
    foreign_script * 2 <= letters && (foreign < 2 || count(ENGLISH) > foreign)
}

fn is_latin(c: char) -> bool {
    c.is_ascii() || ('\u{C0}'..='\u{24F}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_show_themselves() {
        for question in [
            "Wie hoch war der Umsatz, und was ist die Kündigungsfrist?",
            "Quelle est la différence entre le contrat et l'avenant ?",
            "¿Cuál es el plazo de preaviso?",
            "第3条は何を定めていますか",
        ] {
            assert!(!is_english(&Tokens::of(question)), "{question}");
        }
        for question in ["What does Los Angeles pay to the county?", "Umsatz 2022", "EBITDA"] {
            assert!(is_english(&Tokens::of(question)), "{question}");
        }
    }
}

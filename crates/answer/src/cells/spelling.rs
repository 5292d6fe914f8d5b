//! How the words of questions and labels are written: numbers, months and days, initials, denials.

use citelight_text::{month, number};

/// Ordinal numbers in words, from the first on.
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];
const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Names of people by their sex, in lower case.
const SEXES: [&str; 2] = [
    "male males boy boys man men gentleman gentlemen",
    "female females girl girls woman women lady ladies",
];
/// Words that deny the next ones.
const DENIALS: [&str; 7] = ["not", "no", "non", "without", "except", "excluding", "excl"];

/// Whether a question denies its words, each: the two behind a denial up to the next sign, and what "or"
/// and "nor" add: "not Pale or Dark".
pub(super) fn denied(lower: &str) -> Vec<bool> {
    let mut all = Vec::new();
    // Words that are still denied, and whether the one before was.
    let (mut left, mut before, mut rest) = (0, false, lower);
    for word in words(lower) {
        let gap = rest.find(word).unwrap_or(0);
        if rest[..gap].contains([',', ';', ':', ')', '.', '?', '!']) {
            (left, before) = (0, false);
        }
        rest = &rest[gap + word.len()..];
        let adds = matches!(word, "or" | "nor") && before;
        let denied = left > 0;
        if matches!(word, "the" | "a" | "an") {
            all.push(denied);
            continue;
        }
        left = if DENIALS.contains(&word) {
            2
        } else if adds {
            1
        } else {
            usize::saturating_sub(left, 1)
        };
        before = denied || adds;
        all.push(denied);
    }
    all
}

/// Which sex a word names: "boys" and "male" the same.
pub(super) fn sex_of(word: &str) -> Option<usize> {
    SEXES.iter().position(|names| names.split(' ').any(|name| name == word))
}

/// What a word denies by its beginning: "complicated" of "uncomplicated".
pub(super) fn opposite(word: &str) -> Option<&str> {
    word.strip_prefix("un").or_else(|| word.strip_prefix("non")).filter(|rest| rest.len() >= 6)
}

/// Whether a text denies something: "without", "w/o", "non-"; "Invoice no." does not.
pub(super) fn denies(text: &str) -> bool {
    let lower = text.to_lowercase();
    // The parts of a label, each by itself.
    lower.split(['>', ':', ',']).any(|part| {
        let denial = |word: &str| DENIALS.contains(&word) && !(word == "no" && says_number(part));
        part.contains("w/o") || words(part).any(denial)
    })
}

/// Whether a text, in lower case, says "number" in short: "invoice no.", "account #".
pub(super) fn says_number(lower: &str) -> bool {
    let last = words(lower).last().is_some_and(|word| matches!(word, "no" | "nos" | "nr"));
    last || lower.contains("no.") || lower.contains("nr.") || lower.contains('#')
}

/// A text with its dotted initials as one word each: "PO" for "P.O.".
pub(super) fn undotted(text: &str) -> String {
    let initials = |word: &str| {
        let mut letters = word.split('.').filter(|part| !part.is_empty());
        word.matches('.').count() > 1 && letters.all(|part| part.chars().count() == 1)
    };
    let words = text
        .split(' ')
        .map(|word| if initials(word) { word.replace('.', "") } else { word.to_owned() });
    words.collect::<Vec<_>>().join(" ")
}

/// The initials in a question that may stand for other words, each as it is written and its letters, in lower
/// case: "R&D", "ARPU"; none where all of several words are in capitals.
pub(super) fn initials_in(question: &str) -> impl Iterator<Item = (String, Vec<char>)> {
    let one = question.split_whitespace().count() == 1;
    let small = one || question.contains(|c: char| c.is_lowercase());
    let words = question.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s")).unwrap_or(bare)
    });
    let cut = words.filter(move |word| {
        let letters = word.chars().all(|c| c.is_ascii_alphabetic() || c == '&');
        let joined = word.contains('&') && word.split('&').all(|part| part.len() <= 2);
        letters && (joined || small && word.chars().all(|c| c.is_ascii_uppercase() || c == '&'))
    });
    let lower = cut.map(str::to_lowercase);
    let letters = lower.map(|word| {
        let letters = word.chars().filter(|c| *c != '&').collect::<Vec<_>>();
        (word, letters)
    });
    letters.filter(|(_, letters)| (2..=6).contains(&letters.len()))
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

pub(super) fn month_of(word: &str) -> Option<u8> {
    // "May" and "March" are other words too, but beside numbers and in labels seldom.
    let word = word.strip_suffix('t').filter(|word| *word == "sep").unwrap_or(word);
    month(word)
}

pub(super) fn day_of(word: &str) -> Option<usize> {
    let plain = word.strip_suffix('s').filter(|word| word.ends_with("day")).unwrap_or(word);
    DAYS.iter().position(|day| {
        *day == plain || (plain.len() >= 3 && plain.len() <= 5 && day.starts_with(plain))
    })
}

/// The number that a word of a question is: "9", "nine", "ninth", "21st"; a year is none.
pub(super) fn numbered(word: &str) -> Option<f64> {
    let ordinal = ordinal(word).map(f64::from);
    ordinal.or_else(|| number(word)).filter(|n| !((1900.0..2100.0).contains(n) && n.fract() == 0.0))
}

/// The place that an ordinal names: 3 of "third" and "3rd".
pub(super) fn ordinal(word: &str) -> Option<u16> {
    let worded = ORDINALS.iter().position(|known| *known == word);
    let cut = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    let worded = worded.and_then(|at| u16::try_from(at + 1).ok());
    worded.or_else(|| cut?.parse().ok())
}

/// Whether a word tells a time of day: "11:30".
pub(super) fn is_clock(word: &str) -> bool {
    let figures = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    word.split_once(':').is_some_and(|(hours, minutes)| figures(hours) && figures(minutes))
}

/// The numbers in a text that count or name something: "Bus 03", "T9", "4th".
pub(super) fn counts(lower: &str) -> Vec<f64> {
    let groups =
        |word: &str| word.split(|c: char| !c.is_ascii_digit()).filter(|g| !g.is_empty()).count();
    // Neither codes ("1N5388B") nor times of day count anything.
    let plain = lower.split_whitespace().filter(|word| !is_clock(word));
    let plain =
        plain.flat_map(|word| word.split(|c: char| !c.is_alphanumeric() && c != '.' && c != ','));
    let plain = plain.filter(|word| groups(word) == 1 || !word.contains(char::is_alphabetic));
    let digits = plain.flat_map(|word| word.split(|c: char| c.is_alphabetic()));
    let digits = digits.filter_map(|part| part.replace(',', "").trim_matches('.').parse().ok());
    let untimed = lower.split_whitespace().filter(|word| !is_clock(word)).flat_map(words);
    digits.chain(untimed.filter_map(numbered)).collect()
}

/// The number that a word in capitals is in Roman figures, up to 39: "XL" and more are sizes.
pub(super) fn roman(word: &str) -> Option<u32> {
    let capitals = word.chars().all(|c| c.is_ascii_uppercase());
    capitals.then(|| citelight_text::roman(&word.to_lowercase())).flatten().filter(|n| *n < 40)
}

/// Whether a word is a short form of another: its letters in order, without vowels but the first.
pub(super) fn abbreviates(short: &str, word: &str) -> bool {
    if short.len() < 3
        || short.len() + 2 > word.len()
        || short.chars().next() != word.chars().next()
    {
        return false;
    }
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let mut rest = word.chars();
    !short.chars().skip(1).any(vowel) && short.chars().all(|c| rest.any(|other| other == c))
}

//! Which of a question's words a label, a heading or a cell holds: by their stems, as numbers however
//! written, as months and days however cut, and by their initials.

use std::collections::HashSet;

use citelight_text::{Stem, Vocabulary, is_of_family, is_stop_word, month, number};

use super::ranges::covers;
use super::weigh::Seek;

/// More of the question's words are not looked at.
pub(super) const MOST_TERMS: usize = 32;

/// Ordinal numbers in words, from the first on.
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];
const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Names of a sum.
const SUMS: [&str; 7] =
    ["total", "totals", "overall", "altogether", "sum", "combined", "aggregate"];

/// Words that deny the next ones.
const DENIALS: [&str; 7] = ["not", "no", "non", "without", "except", "excluding", "excl"];

/// A set of the question's words, a bit each.
pub(super) type Held = u32;

/// A word of the question.
struct Term<'a> {
    word: &'a str,
    stem: Stem,
    /// The number that it is, years left out, and the month that stands beside it.
    number: Option<f64>,
    of_month: Option<u8>,
    month: Option<u8>,
    day: Option<usize>,
    sum: bool,
    /// Whether the question denies it: "not the touch", "without contrast".
    denied: bool,
}

/// The words of a question.
pub(super) struct Terms<'a> {
    terms: Vec<Term<'a>>,
    /// Every word of the question in lower case, with its place among the terms.
    words: Vec<(String, Option<usize>)>,
    /// The initials that stand in the question for other words, in lower case, and the terms that they are.
    spelled: Vec<(Vec<char>, Held)>,
    weights: &'a [f32],
    vocabulary: &'a Vocabulary,
}

impl<'a> Terms<'a> {
    pub(super) fn new(seek: &'a Seek<'a>, vocabulary: &'a Vocabulary) -> Terms<'a> {
        let place = |word: &str| seek.words.iter().take(MOST_TERMS).position(|term| term == word);
        let lower = seek.question.to_lowercase();
        let words: Vec<(String, Option<usize>)> =
            words(&lower).map(|word| (word.to_owned(), place(word))).collect();
        let terms = seek.words.iter().zip(seek.stems).take(MOST_TERMS).map(|(word, stem)| {
            let at = words.iter().position(|(own, _)| own == word);
            let beside = at.and_then(|at| {
                let around = [at.checked_sub(1), Some(at + 1), at.checked_sub(2)];
                around.into_iter().flatten().find_map(|at| month_of(&words.get(at)?.0))
            });
            Term {
                word,
                stem: *stem,
                number: numbered(word),
                of_month: beside,
                month: month_of(word),
                day: day_of(word),
                sum: SUMS.contains(&word.as_str()),
                denied: at.is_some_and(|at| {
                    words[at.saturating_sub(2)..at]
                        .iter()
                        .any(|(word, _)| DENIALS.contains(&&**word))
                }),
            }
        });
        let spelled = initials_in(seek.question).map(|(word, letters)| {
            let own = word.split('&').chain([word.as_str()]);
            let held = own.filter_map(place).fold(0, |all, at| all | 1 << at);
            (letters, held)
        });
        let (terms, spelled) = (terms.collect(), spelled.collect());
        Terms { terms, weights: seek.weights, vocabulary, words, spelled }
    }

    /// The question's words that a text holds.
    pub(super) fn held(&self, text: &str) -> Held {
        if text.is_empty() {
            return 0;
        }
        let text = text.replace('_', " ");
        let lower = text.to_lowercase();
        let own: Vec<&str> = words(&lower).collect();
        let stems: HashSet<Stem> = self.vocabulary.stems(&text).into_iter().collect();
        let worded = text.chars().any(char::is_alphabetic);
        let months: Vec<u8> = own.iter().filter_map(|word| month_of(word)).collect();
        let numbers = if worded || text.len() <= 3 { counts(&lower) } else { Vec::new() };
        let mut held = 0;
        for (at, term) in self.terms.iter().enumerate() {
            let dated = term.of_month.is_none_or(|month| months.contains(&month));
            let counted =
                || term.number.is_some_and(|n| dated && (numbers.contains(&n) || covers(&text, n)));
            let stem = stems.contains(&term.stem) && (term.number.is_none() || dated);
            let code = || {
                term.word.len() >= 3
                    && term.word.contains(|c: char| c.is_ascii_digit())
                    && term.word.contains(|c: char| !c.is_ascii_digit())
                    && lower.replace(' ', "").contains(&term.word.replace(['_', ' '], ""))
            };
            let time = || {
                term.month.is_some_and(|month| months.contains(&month))
                    || term.day.is_some_and(|day| own.iter().any(|w| day_of(w) == Some(day)))
            };
            let sum = || term.sum && own.iter().any(|word| SUMS.contains(word));
            let short = || own.len() <= 6 && own.iter().any(|word| abbreviates(word, term.word));
            let family = || own.iter().any(|word| is_of_family(word, term.word));
            if stem || counted() || code() || time() || sum() || short() || family() {
                held |= 1 << at;
            }
        }
        held | self.initials(&text) | self.spelled_out(&own)
    }

    /// The words whose initials a text of few words names: "AB" for "at bat".
    fn initials(&self, text: &str) -> Held {
        let capitals = words(text).filter(|word| {
            (2..=5).contains(&word.len()) && word.chars().all(|c| c.is_ascii_uppercase())
        });
        let mut held = 0;
        for capital in capitals {
            let letters: Vec<char> = capital.to_lowercase().chars().collect();
            for run in self.words.windows(letters.len()) {
                let same = run.iter().zip(&letters).all(|((w, _), letter)| w.starts_with(*letter));
                if same {
                    held |= run.iter().filter_map(|(_, at)| *at).fold(0, |all, at| all | 1 << at);
                }
            }
        }
        held
    }

    /// The initials whose words a text spells out: "R&D" in "research and development".
    fn spelled_out(&self, own: &[&str]) -> Held {
        let told: Vec<char> = own
            .iter()
            .filter(|word| !is_stop_word(word))
            .filter_map(|word| word.chars().next())
            .collect();
        let spells = |letters: &[char]| told.windows(letters.len()).any(|run| run == letters);
        let all = self.spelled.iter().filter(|(letters, _)| spells(letters));
        all.fold(0, |all, (_, held)| all | held)
    }

    /// What is left of the question without these words of it.
    pub(super) fn rest(&self, held: Held) -> String {
        let left = |at: &Option<usize>| at.is_none_or(|at| held & (1 << at) == 0);
        let words = self.words.iter().filter(|(_, at)| left(at)).map(|(word, _)| word.as_str());
        words.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn weight(&self, held: Held) -> f32 {
        let of = self.weights.iter().take(MOST_TERMS).enumerate();
        of.filter(|(at, _)| held & (1 << at) != 0).map(|(_, weight)| weight).sum()
    }

    /// Whether a label denies what the question denies, and nothing else: 1, or -1; 0 where neither denies
    /// anything.
    pub(super) fn agreement(&self, label: &str) -> f32 {
        let denied = self.terms.iter().enumerate().filter(|(_, term)| term.denied);
        let denied = denied.fold(0, |all, (at, _)| all | 1 << at);
        let held = self.held(label) & denied != 0;
        match (denied != 0, denies(label)) {
            (false, false) => 0.0,
            (false, true) => -1.0,
            (true, label_denies) if held == label_denies => f32::from(held),
            (true, _) => -1.0,
        }
    }

    /// The share of a text's own words that the question names.
    pub(super) fn named(&self, text: &str) -> f32 {
        let lower = text.replace('_', " ").to_lowercase();
        let own: Vec<&str> = words(&lower).filter(|word| !is_stop_word(word)).collect();
        let shared = own.iter().filter(|word| self.held(word) != 0).count();
        shared as f32 / own.len().max(1) as f32
    }
}

/// Whether a text denies something: "without", "w/o", "non-".
fn denies(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("w/o") || words(&lower).any(|word| DENIALS.contains(&word))
}

/// The initials in a question that may stand for other words, each as it is written and its letters, in lower
/// case: "R&D", "ARPU"; none where all of it is in capitals.
fn initials_in(question: &str) -> impl Iterator<Item = (String, Vec<char>)> {
    let small = question.contains(|c: char| c.is_lowercase());
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn month_of(word: &str) -> Option<u8> {
    // "May" and "March" are other words too, but beside numbers and in labels seldom.
    let word = word.strip_suffix('t').filter(|word| *word == "sep").unwrap_or(word);
    month(word)
}

fn day_of(word: &str) -> Option<usize> {
    let plain = word.strip_suffix('s').filter(|word| word.ends_with("day")).unwrap_or(word);
    DAYS.iter().position(|day| {
        *day == plain || (plain.len() >= 3 && plain.len() <= 5 && day.starts_with(plain))
    })
}

/// The number that a word of a question is: "9", "nine", "ninth", "21st"; a year is none.
fn numbered(word: &str) -> Option<f64> {
    let ordinal = ORDINALS.iter().position(|known| *known == word).map(|at| at as f64 + 1.0);
    let cut = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    let ordinal = ordinal.or_else(|| cut?.parse().ok());
    ordinal.or_else(|| number(word)).filter(|n| !((1900.0..2100.0).contains(n) && n.fract() == 0.0))
}

/// The numbers in a text that count or name something: "Bus 03", "T9", "4th".
fn counts(lower: &str) -> Vec<f64> {
    let groups =
        |word: &str| word.split(|c: char| !c.is_ascii_digit()).filter(|g| !g.is_empty()).count();
    // Codes ("1N5388B") count nothing.
    let plain = lower.split(|c: char| !c.is_alphanumeric() && c != '.' && c != ',');
    let plain = plain.filter(|word| groups(word) == 1 || !word.contains(char::is_alphabetic));
    let digits = plain.flat_map(|word| word.split(|c: char| c.is_alphabetic()));
    let digits = digits.filter_map(|part| part.replace(',', "").trim_matches('.').parse().ok());
    digits.chain(words(lower).filter_map(numbered)).collect()
}

/// Whether a word is a short form of another: its letters in order, without vowels but the first.
fn abbreviates(short: &str, word: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use citelight_core::QuestionSort;
    use citelight_text::Terms as Words;

    use super::super::times::AskedTimes;
    use super::*;

    #[test]
    fn labels_agree_in_what_they_deny() {
        let vocabulary = Vocabulary::default();
        for (question, label, agreed) in [
            ("cost with no fever", "W/O FEVER", 1.0),
            ("cost with no fever", "W FEVER", -1.0),
            ("cost with fever", "without fever", -1.0),
            ("rose oil, not the touch", "Rose Touch", -1.0),
            ("rose oil, not the touch", "Rose", 0.0),
        ] {
            let words = Words::of(question, &vocabulary);
            let seek = Seek {
                question,
                words: &words.words,
                stems: &words.stems,
                weights: &[],
                sort: QuestionSort::Other,
                figure: false,
                times: &AskedTimes::default(),
            };
            let agrees = Terms::new(&seek, &vocabulary).agreement(label);
            assert_eq!(agrees, agreed, "{question}: {label}");
        }
    }

    #[test]
    fn words_are_found_however_written() {
        let vocabulary = Vocabulary::default();
        for (question, text, found) in [
            ("the ninth trip", "T9", true),
            ("the third bus", "Bus_03", true),
            ("on February 3", "Feb 3", true),
            ("on February 3", "3", false),
            ("on 19 February", "Feb 17–21", true),
            ("how often at bat", "AB", true),
            ("the wholesale price", "Whls (€)", true),
            ("on Mondays", "Mon", true),
            ("points overall", "Totals", true),
            ("who ships the crude", "Shipper:", true),
            ("the price of oil", "Size", false),
            ("impedance at 1 mA", "1N5388B", false),
            ("what R&D cost", "Research and development", true),
            ("SG&A last year", "Selling, general and administrative", true),
            ("the monthly ARPU", "Average revenue per user", true),
            ("what R&D cost", "Rent and energy", false),
        ] {
            let terms = Words::of(question, &vocabulary);
            let weights = vec![1.0; terms.words.len()];
            let seek = Seek {
                question,
                words: &terms.words,
                stems: &terms.stems,
                weights: &weights,
                sort: QuestionSort::Other,
                figure: false,
                times: &AskedTimes::default(),
            };
            assert_eq!(Terms::new(&seek, &vocabulary).held(text) != 0, found, "{question}: {text}");
        }
    }
}

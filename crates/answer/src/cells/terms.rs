//! Which of a question's words a label, a heading or a cell holds: by their stems, as numbers however
//! written, as months and days however cut, and by their initials.

use std::collections::HashSet;

use citelight_retrieval::holds_phrase;
use citelight_text::{Stem, Vocabulary, is_of_family, is_stop_word};

use super::ranges::covers;
use super::spelling::{
    abbreviates, counts, day_of, denied, denies, initials_in, is_clock, month_of, numbered,
    opposite, ordinal, roman, says_number, sex_of, undotted, words,
};
use super::weigh::Seek;

/// More of the question's words are not looked at.
pub(super) const MOST_TERMS: usize = 32;

/// Names of a sum.
const SUMS: [&str; 7] =
    ["total", "totals", "overall", "altogether", "sum", "combined", "aggregate"];

const MAY: u8 = 5;
/// Letters of a word that may be two without a space, and of each of them.
const FEWEST_GLUED: usize = 9;
const FEWEST_PART: usize = 4;

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
    sex: Option<usize>,
    sum: bool,
    /// Whether the question denies it: "not the touch", "without contrast".
    denied: bool,
    /// What it denies by its own beginning: of "uncomplicated", what "complicated" comes from.
    opposite: Option<Stem>,
}

/// The words of a question.
pub(super) struct Terms<'a> {
    terms: Vec<Term<'a>>,
    /// Every word of the question in lower case, with its place among the terms.
    words: Vec<(String, Option<usize>)>,
    /// The initials that stand in the question for other words, in lower case, and the terms that they are.
    spelled: Vec<(Vec<char>, Held)>,
    /// The words that ask for a concept, and what documents call it.
    called: Vec<(Held, &'a [Vec<Stem>])>,
    /// The words that the question denies, and those that are numbers or hold figures.
    denied: Held,
    figures: Held,
    weights: &'a [f32],
    vocabulary: &'a Vocabulary,
}

impl<'a> Terms<'a> {
    pub(super) fn new(seek: &'a Seek<'a>, vocabulary: &'a Vocabulary) -> Terms<'a> {
        let place = |word: &str| seek.words.iter().take(MOST_TERMS).position(|term| term == word);
        let lower = seek.question.to_lowercase();
        let words: Vec<(String, Option<usize>)> =
            words(&lower).map(|word| (word.to_owned(), place(word))).collect();
        let denied = denied(&lower);
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
                sex: sex_of(word),
                sum: SUMS.contains(&word.as_str()),
                denied: at.is_some_and(|at| denied[at]),
                opposite: opposite(word).map(|word| vocabulary.stem(word)),
            }
        });
        let spelled = initials_in(seek.question).map(|(word, letters)| {
            let own = word.split('&').chain([word.as_str()]);
            let held = own.filter_map(place).fold(0, |all, at| all | 1 << at);
            (letters, held)
        });
        let (terms, spelled): (Vec<Term<'a>>, _) = (terms.collect(), spelled.collect());
        let figure = |term: &Term<'_>| {
            term.number.is_some() || term.word.contains(|c: char| c.is_ascii_digit())
        };
        let question = vocabulary.stems(&lower);
        let called = seek.concepts.iter().map(|concept| {
            let asked = concept.asked.iter().filter(|phrase| holds_phrase(&question, phrase));
            let stems: Vec<&Stem> = asked.flatten().collect();
            (those(&terms, |term| stems.contains(&&term.stem)), concept.named.as_slice())
        });
        let called = called.collect();
        let (denied, figures) = (those(&terms, |term| term.denied), those(&terms, figure));
        let weights = seek.weights;
        Terms { terms, weights, vocabulary, words, spelled, called, denied, figures }
    }

    /// The question's words that a text holds.
    pub(super) fn held(&self, text: &str) -> Held {
        if text.is_empty() {
            return 0;
        }
        let text = undotted(&text.replace('_', " "));
        let lower = text.to_lowercase();
        let own: Vec<&str> = words(&lower).collect();
        let in_order = self.vocabulary.stems(&text);
        let stems: HashSet<Stem> = in_order.iter().copied().collect();
        let worded = text.chars().any(char::is_alphabetic);
        let clock: Vec<&str> =
            lower.split_whitespace().filter(|w| is_clock(w)).flat_map(words).collect();
        let months: Vec<u8> = own.iter().filter_map(|word| month_of(word)).collect();
        let mut numbers = if worded || text.len() <= 3 { counts(&lower) } else { Vec::new() };
        numbers.extend(words(&text).filter_map(roman).map(f64::from));
        let mut held = 0;
        for (at, term) in self.terms.iter().enumerate() {
            let dated = term.of_month.is_none_or(|month| months.contains(&month));
            let counted =
                || term.number.is_some_and(|n| dated && (numbers.contains(&n) || covers(&text, n)));
            let stem = stems.contains(&term.stem)
                && (term.number.is_none() || dated && !clock.contains(&term.word));
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
            // Among many words a full stop shows which is short for another.
            let dotted = |word: &str| own.len() <= 6 || lower.contains(&format!("{word}. "));
            let short = || own.iter().any(|word| abbreviates(word, term.word) && dotted(word));
            let sex = || term.sex.is_some() && own.iter().any(|word| sex_of(word) == term.sex);
            let sign = || term.word == "number" && says_number(&lower);
            let family = || own.iter().any(|word| is_of_family(word, term.word));
            let other = || sum() || short() || sign() || family() || sex();
            if stem || counted() || code() || time() || other() {
                held |= 1 << at;
            }
        }
        let named = |phrases: &[Vec<Stem>]| phrases.iter().any(|one| holds_phrase(&in_order, one));
        let called = self.called.iter().filter(|(_, phrases)| named(phrases));
        let called = called.fold(0, |all, (held, _)| all | held);
        held | called | self.initials(&text) | self.spelled_out(&own) | self.glued(&own)
    }

    /// Whether a title names months, but none that the question names. "May" is another word as well.
    pub(super) fn is_of_other_months(&self, title: &str) -> bool {
        let lower = title.to_lowercase();
        let months = |month: &u8| *month != MAY;
        let named: Vec<u8> = words(&lower).filter_map(month_of).filter(months).collect();
        let mut asked = self.terms.iter().filter_map(|term| term.month).filter(months).peekable();
        asked.peek().is_some() && !named.is_empty() && !asked.any(|month| named.contains(&month))
    }

    /// The words of the question of which several stand in one word: "battery voltage" in "batteryvoltage".
    fn glued(&self, own: &[&str]) -> Held {
        let mut held = 0;
        for long in own.iter().filter(|word| word.len() >= FEWEST_GLUED) {
            let within = |term: &Term<'_>| {
                let stem = term.word.strip_suffix('s').unwrap_or(term.word);
                stem.len() >= FEWEST_PART && stem.len() < long.len() && long.contains(stem)
            };
            let parts = those(&self.terms, within);
            if parts.count_ones() >= 2 {
                held |= parts;
            }
        }
        held
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

    /// The question's words that speak for what a text names: what the question denies only where the text
    /// denies it, too.
    pub(super) fn meant(&self, text: &str) -> Held {
        let held = self.held(text);
        if denies(text) { held | self.opposed(text) } else { held & !self.denied }
    }

    /// The question's words by which a cell names the row of others, of those that are meant by it: one that
    /// denies something names it only for a question that does.
    pub(super) fn naming(&self, text: &str, meant: Held) -> Held {
        if denies(text) { meant & (self.denied | self.opposed(text)) } else { meant }
    }

    /// The question's words whose opposite a text holds: "uncomplicated" where it says "complicated".
    fn opposed(&self, text: &str) -> Held {
        if self.terms.iter().all(|term| term.opposite.is_none()) {
            return 0;
        }
        let stems: HashSet<Stem> = self.vocabulary.stems(text).into_iter().collect();
        those(&self.terms, |term| term.opposite.is_some_and(|stem| stems.contains(&stem)))
    }

    /// Of these words those that are numbers or hold figures.
    pub(super) fn figures(&self, held: Held) -> Held {
        self.figures & held
    }

    /// Whether a word of one set stands right beside one of the other in the question: "UK 16".
    pub(super) fn beside(&self, one: Held, other: Held) -> bool {
        let of = |held: Held, place: Option<usize>| place.is_some_and(|at| held & (1 << at) != 0);
        self.words.windows(2).any(|pair| {
            let (first, second) = (pair[0].1, pair[1].1);
            of(one, first) && of(other, second) || of(other, first) && of(one, second)
        })
    }

    /// Whether a label leads away from where the question goes: "Harbour to Station" for "from the station to the
    /// harbour".
    fn goes_otherwise(&self, label: &str) -> bool {
        let lower = label.to_lowercase();
        let Some((from, to)) = lower.split_once(" to ") else { return false };
        let goes_to = |place: &str| {
            let place: Vec<&str> = words(place).filter(|word| !is_stop_word(word)).collect();
            self.words.windows(2).enumerate().any(|(at, pair)| {
                let named = |(word, _): &(String, Option<usize>)| place.contains(&word.as_str());
                pair[0].0 == "to" && self.words[at + 1..].iter().take(2).any(named)
            })
        };
        goes_to(from) && !goes_to(to)
    }

    /// Whether a label numbers what the question numbers otherwise: "second offence" for "the third offence".
    fn counts_otherwise(&self, label: &str) -> bool {
        let lower = label.to_lowercase();
        let own: Vec<&str> = words(&lower).collect();
        let asked: Vec<&str> = self.words.iter().map(|(word, _)| word.as_str()).collect();
        let (mut same, mut other) = (false, false);
        for pair in own.windows(2).filter(|pair| ordinal(pair[0]).is_some()) {
            let stem = self.vocabulary.stem(pair[1]);
            let named = asked.windows(2).filter(|asked| self.vocabulary.stem(asked[1]) == stem);
            for asked in named.filter_map(|asked| ordinal(asked[0])) {
                same |= ordinal(pair[0]) == Some(asked);
                other |= ordinal(pair[0]) != Some(asked);
            }
        }
        other && !same
    }

    /// Whether a label denies what the question denies, and nothing else: 1, or -1; 0 where neither denies
    /// anything.
    pub(super) fn agreement(&self, label: &str) -> f32 {
        if self.counts_otherwise(label) || self.goes_otherwise(label) {
            return -1.0;
        }
        let opposed = self.opposed(label);
        let held = self.held(label) & self.denied | opposed != 0;
        match (self.denied | opposed != 0, denies(label)) {
            (false, false) => 0.0,
            (false, true) => -1.0,
            (true, label_denies) if held == label_denies => f32::from(held),
            (true, _) => -1.0,
        }
    }

    /// How much of a text the question says word by word: 0, or a third for each of its words behind the first,
    /// up to 1.
    pub(super) fn says(&self, text: &str) -> f32 {
        let lower = text.to_lowercase();
        let own: Vec<&str> = words(&lower).collect();
        let said = !own.is_empty()
            && self.words.windows(own.len()).any(|run| {
                run.iter().zip(&own).all(|((word, _), own)| {
                    word == own || self.vocabulary.stem(word) == self.vocabulary.stem(own)
                })
            });
        if said { ((own.len() - 1) as f32 / 3.0).min(1.0) } else { 0.0 }
    }

    /// The share of a text's own words that the question names.
    pub(super) fn named(&self, text: &str) -> f32 {
        let text = text.replace('_', " ");
        let tells = |word: &&str| roman(word).is_some() || !is_stop_word(&word.to_lowercase());
        let own: Vec<&str> = words(&text).filter(tells).collect();
        let without = if denies(&text) { 0 } else { self.denied };
        let shared = own.iter().filter(|word| self.held(word) & !without != 0).count();
        shared as f32 / own.len().max(1) as f32
    }
}

/// The set of those words of which something holds.
fn those(terms: &[Term<'_>], holds: impl Fn(&Term<'_>) -> bool) -> Held {
    let all = terms.iter().enumerate().filter(|(_, term)| holds(term));
    all.fold(0, |all, (at, _)| all | 1 << at)
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
            ("the oil's number", "Oil no.", 0.0),
            ("fine for the third offence", "Second offence", -1.0),
            ("fine for the third offence", "3rd offence", 0.0),
            ("fine for the third offence", "Second fine", 0.0),
            ("trains from the station to the harbour", "Harbour to station", -1.0),
            ("trains from the station to the harbour", "Station to harbour", 0.0),
            ("rose oil (not the touch or the kit)", "Rose Kit", -1.0),
            ("an uncomplicated case", "Case w/o complications", 1.0),
            ("an uncomplicated case", "Case w complications", -1.0),
            ("an uncomplicated case", "Uncomplicated case", 0.0),
        ] {
            let words = Words::of(question, &vocabulary);
            let seek = Seek {
                question,
                words: &words.words,
                stems: &words.stems,
                weights: &[],
                sort: QuestionSort::Other,
                figure: false,
                code: false,
                times: &AskedTimes::default(),
                concepts: &[],
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
            ("on trip 11", "Trip 11", true),
            ("the trains at 11", "11:30 hrs", false),
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
            ("the invoice number", "Inv. No.", true),
            ("fees of the tenth", "CLASS-X", true),
            ("fees of the tenth", "CLASS-XI", false),
            ("EIN?", "Employer identification number", true),
            ("the battery voltage", "Batteryvoltage", true),
            ("the international flight", "Nationality", false),
            ("the purchase order", "P.O. No.", true),
            ("times of the boys", "Open/Male", true),
            ("times of the boys", "Female", false),
            ("reference books", "No. of ref. book, novel, story and picture book", true),
            ("reference books", "The ref blew once and the game was over then", false),
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
                code: false,
                times: &AskedTimes::default(),
                concepts: &[],
            };
            assert_eq!(Terms::new(&seek, &vocabulary).held(text) != 0, found, "{question}: {text}");
        }
    }
}

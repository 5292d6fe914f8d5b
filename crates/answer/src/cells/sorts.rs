//! Of what sort a cell is, by its own words and by what stands over it.

use citelight_core::QuestionSort;
use citelight_text::WordList;

use super::table::is_of_units;
use super::weigh::Fit;

/// What such columns are headed with.
const POINTERS: WordList = WordList::new(
    "article clause item line no note number page para paragraph ref reference section step",
);
/// What numbers that name something are headed with.
const CODES: WordList = WordList::new("# code id nr no number nummer ref reference");

/// Words of a label that stands before its value in one cell.
const MOST_WITHIN: usize = 3;
/// Phrases that ask for the end of a time, and for its beginning.
const ASKS_END: [&str; 17] = [
    "by when",
    "by what date",
    "by which date",
    "until when",
    "until what",
    "till when",
    "how long until",
    "fall due",
    "falls due",
    "be due",
    "run out",
    "runs out",
    "expire",
    "last day",
    "latest date",
    "have to pay",
    "deadline",
];
const ASKS_START: [&str; 12] = [
    "since when",
    "since what",
    "since which",
    "from when",
    "from what date",
    "start",
    "begin",
    "came into force",
    "come into force",
    "take effect",
    "takes effect",
    "issued",
];
/// Words of labels that name an end, and a beginning.
const ENDS: WordList = WordList::new(
    "due end ends ending expire expires expiry expiration exp until deadline closing required requested",
);
const STARTS: WordList = WordList::new(
    "start starts begin begins beginning commencement effective issue issued iss opening from",
);

/// Whether a question asks for the end of a time, or for its beginning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    end: bool,
    start: bool,
}

impl Bound {
    pub(super) fn asked(question: &str) -> Bound {
        let question = format!(" {} ", question.to_lowercase());
        let asks = |phrases: &[&str]| {
            phrases.iter().any(|phrase| question.contains(&format!(" {phrase}")))
        };
        Bound { end: asks(&ASKS_END), start: asks(&ASKS_START) }
    }

    /// 1 for a label that names the one that is asked for, -1 for one that names the other; else 0.
    pub(super) fn met(self, label: &str) -> f32 {
        if self.end == self.start {
            return 0.0;
        }
        let label = label.to_lowercase();
        let holds = |list: &WordList| {
            label.split(|c: char| !c.is_alphanumeric()).any(|word| list.contains(word))
        };
        match (holds(&ENDS), holds(&STARTS)) {
            (end, start) if end == start => 0.0,
            (end, _) if end == self.end => 1.0,
            _ => -1.0,
        }
    }
}

/// Whether a text is a time of day: "22:40".
fn is_clock(text: &str) -> bool {
    let (hours, minutes) = text.trim().split_once([':', '.']).unwrap_or_default();
    let two = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    text.contains(':') && two(hours) && two(minutes)
}

/// The words before the figure of a text that is both label and value: "Weight" of "Weight 2.6 kg"; else empty.
pub(super) fn label_within(text: &str) -> &str {
    let figure = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let label = text[..figure].trim_end_matches([':', ' ', '$', '€', '£']);
    let words = label.split_whitespace().count();
    let worded = label.chars().all(|c| c.is_alphabetic() || c == ' ');
    if worded && (1..=MOST_WITHIN).contains(&words) { label } else { "" }
}

/// Whether a text is a sign that waits for its figure: "$".
pub(super) fn is_sign(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace()).peekable();
    signs.peek().is_some() && signs.all(|c| "$€£¥₹%()".contains(c))
}

/// Whether a cell only says where something stands: a number under a heading such as "Clause".
pub(super) fn points(heading: &str, text: &str) -> bool {
    let number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '(' | ')');
    let numbered = text.contains(|c: char| c.is_ascii_digit())
        && text.len() <= 8
        && text.trim().chars().all(number);
    let heading = heading.to_lowercase();
    let mut words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    numbered && words.next().is_some_and(|word| POINTERS.contains(word)) && words.next().is_none()
}

impl Fit<'_> {
    /// Whether a column holds the units of others, or numbers that name things, and nobody asks for them.
    pub(super) fn is_beside_the_point(&self, heading: &str) -> bool {
        let asks = |start: &str| self.seek.words.iter().any(|word| word.starts_with(start));
        let lower = heading.to_lowercase();
        let code = || lower.split([' ', '.', ':', '-']).rfind(|word| !word.is_empty());
        let amount = self.seek.figure || self.seek.sort == QuestionSort::Amount;
        is_of_units(heading) && !asks("unit")
            || amount && !asks("number") && code().is_some_and(|word| CODES.contains(word))
    }

    /// Whether a cell holds what is sought by its own words, -1 to 1, and whether its heading says so.
    pub(super) fn of_sort(&self, (heading, label): (&str, &str), text: &str) -> (f32, f32) {
        let heading = heading.to_lowercase();
        let headed = |words: &[&str]| f32::from(words.iter().any(|word| heading.contains(word)));
        let digits = text.contains(|c: char| c.is_ascii_digit());
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let worded = letters >= 3;
        let paid = text.contains(['%', '$', '£', '€', '¥']) || text.contains(',') && letters == 0;
        let timed = digits && !paid || citelight_text::month(&text.to_lowercase()).is_some();
        // A number by itself may be a day, or anything else.
        let bare = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
        let signed = |good: bool| if good { 1.0 } else { -1.0 };
        match self.seek.sort {
            _ if self.seek.code => {
                let named = [heading.as_str(), &label.to_lowercase()].join(" ");
                let mut words = named.split([' ', '.', ':', '-']);
                (0.0, f32::from(words.any(|word| CODES.contains(word))))
            }
            QuestionSort::Amount => (signed(digits && !is_clock(text)), 0.0),
            _ if self.seek.figure => (signed(digits), 0.0),
            QuestionSort::When => (
                if bare { 0.0 } else { signed(timed || text.contains("day")) },
                headed(&["date", "time", "day", "when", "due", "deadline"]),
            ),
            QuestionSort::Who => {
                (signed(worded), headed(&["name", "person", "contact", "by", "who"]))
            }
            QuestionSort::Where => (
                signed(worded || digits),
                headed(&["place", "location", "room", "venue", "where", "address", "site"]),
            ),
            _ => (0.0, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_hold_its_own_label() {
        for (text, label) in
            [("Weight 2.6 kg", "Weight"), ("Total: $30", "Total"), ("30", ""), ("see p. 4", "")]
        {
            assert_eq!(label_within(text), label, "{text}");
        }
    }

    #[test]
    fn the_end_of_a_time_is_not_its_beginning() {
        for (question, label, met) in [
            ("By when must it be paid?", "Due date", 1.0),
            ("By when must it be paid?", "Issue date", -1.0),
            ("By when must it be paid?", "Date", 0.0),
            ("When does the licence expire?", "Issued", -1.0),
            ("Since when is it in force?", "Effective date", 1.0),
            ("Who pays?", "Due date", 0.0),
        ] {
            assert_eq!(Bound::asked(question).met(label), met, "{question} {label}");
        }
    }
}

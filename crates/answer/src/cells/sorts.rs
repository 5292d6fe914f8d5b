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

/// Whether a text is a time of day: "22:40".
fn is_clock(text: &str) -> bool {
    let (hours, minutes) = text.trim().split_once([':', '.']).unwrap_or_default();
    let two = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    text.contains(':') && two(hours) && two(minutes)
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

//! Grounded decoding: numbers and proper names only as the evidence or the question has them.
//!
//! Owns: which tokens may follow what is written. A number must be written to its end as one of the
//! evidence's, sign, separators and decimals included: of "1,577", "1,57" is no part. A word with a
//! capital letter must be one of the evidence's words; the first word of a sentence may also be one
//! that the vocabulary holds whole in small letters, so a common one. Refuses: to judge what is said
//! with them, number words ("five"), and names in small letters.

use std::sync::Arc;

use crate::tokenizer::{Piece, Spelling};
use crate::units::{Reader, Unit, units};

/// What may be written.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// Sorted.
    numbers: Vec<String>,
    /// Sorted, in small letters.
    words: Vec<String>,
    /// Sorted, in small letters.
    common: Arc<Vec<String>>,
}

/// What is written so far, as far as it decides about what may follow.
#[derive(Debug, Clone, Default)]
pub(crate) struct Written {
    spelling: Spelling,
    reader: Reader,
}

impl Ground {
    /// Takes the numbers and words of texts; `common` words may begin a sentence.
    pub(crate) fn new<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        common: Arc<Vec<String>>,
    ) -> Ground {
        let (mut numbers, mut words) = (Vec::new(), Vec::new());
        for unit in texts.into_iter().flat_map(units) {
            match unit {
                Unit::Number(number) => numbers.push(number),
                Unit::Word { text, .. } => words.push(text),
            }
        }
        for list in [&mut numbers, &mut words] {
            list.sort();
            list.dedup();
        }
        Ground { numbers, words, common }
    }

    /// Whether a token may follow.
    pub(crate) fn allows(&self, written: &Written, piece: &Piece) -> bool {
        // What writes nothing only spends time.
        if *piece == Piece::Nothing {
            return false;
        }
        let mut next = written.clone();
        let added = next.spelling.push(piece);
        for c in added.chars() {
            if next.reader.push(c).is_some_and(|unit| !self.holds(&unit)) {
                return false;
            }
        }
        next.reader.open().is_none_or(|(unit, separator)| self.leads_on(unit, separator))
    }

    /// Whether the text may end here.
    pub(crate) fn may_end(&self, written: &Written) -> bool {
        written.reader.clone().finish().is_none_or(|unit| self.holds(&unit))
    }

    /// Whether a finished piece may stand there.
    fn holds(&self, unit: &Unit) -> bool {
        match unit {
            Unit::Number(number) => self.numbers.binary_search(number).is_ok(),
            Unit::Word { capital: false, .. } => true,
            Unit::Word { text, first, .. } => {
                self.words.binary_search(text).is_ok()
                    || *first && self.common.binary_search(text).is_ok()
            }
        }
    }

    /// Whether an open piece can become one that may stand there.
    fn leads_on(&self, unit: Unit, separator: Option<char>) -> bool {
        match unit {
            Unit::Number(mut number) => {
                if separator.is_some() && self.numbers.binary_search(&number).is_ok() {
                    return true;
                }
                number.extend(separator);
                begins_one(&self.numbers, &number)
            }
            Unit::Word { capital: false, .. } => true,
            Unit::Word { text, first, .. } => {
                begins_one(&self.words, &text) || first && begins_one(&self.common, &text)
            }
        }
    }
}

impl Written {
    /// Writes a token; gives the text that it adds.
    pub(crate) fn push(&mut self, piece: &Piece) -> String {
        let added = self.spelling.push(piece);
        for c in added.chars() {
            let _ = self.reader.push(c);
        }
        added
    }

    /// Bytes of the text that no later token can make part of another number or name.
    pub(crate) fn settled(&self) -> usize {
        self.reader.settled()
    }
}

/// Whether one of the sorted texts begins so.
fn begins_one(sorted: &[String], start: &str) -> bool {
    let at = sorted.partition_point(|text| text.as_str() < start);
    sorted.get(at).is_some_and(|text| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIDENCE: &str =
        "Revenue was $1,577 million in FY2018, up -3.5% from the North Star plan.";

    fn ground() -> Ground {
        let common = ["revenue", "the", "there"].map(str::to_owned).to_vec();
        Ground::new([EVIDENCE, "Who is Alvarez?"], Arc::new(common))
    }

    /// Whether a text may be written, character by character, and end.
    fn check(text: &str) -> bool {
        let (ground, mut written) = (ground(), Written::default());
        for c in text.chars() {
            let piece = Piece::Text(c.to_string());
            if !ground.allows(&written, &piece) {
                return false;
            }
            written.push(&piece);
        }
        ground.may_end(&written)
    }

    #[test]
    fn numbers_are_whole_or_not_there() {
        for text in
            ["it was 1,577", "it was $1,577.", "it was 1,577, or", "-3.5%", "in 2018", "a -3.5."]
        {
            assert!(check(text), "{text}");
        }
        for text in [
            "it was 1,57 and",
            "1,577,000",
            "15",
            "1577",
            "3.5",
            "2,018",
            "20",
            "-1,577",
            "1.577",
            "5",
        ] {
            assert!(!check(text), "{text}");
        }
    }

    #[test]
    fn names_come_from_the_evidence_or_the_question() {
        for text in ["it is Alvarez", "the NORTH star", "There is North", "he is a person", "Star"]
        {
            assert!(check(text), "{text}");
        }
        for text in ["it is Miller", "Miller is", "it is There", "Theodore", "it is Alva then"] {
            assert!(!check(text), "{text}");
        }
    }

    #[test]
    fn pieces_of_several_characters_are_judged_as_a_whole() {
        let (ground, mut written) = (ground(), Written::default());
        let piece = |text: &str| Piece::Text(text.to_owned());
        assert!(ground.allows(&written, &piece(" 1,5")));
        written.push(&piece(" 1,5"));
        assert!(ground.allows(&written, &piece("77.")));
        assert!(!ground.allows(&written, &piece("7 m")));
        assert!(!ground.allows(&written, &piece(" m")));
        assert!(!ground.allows(&written, &Piece::Nothing));
        assert!(!ground.may_end(&written));
        assert_eq!(written.settled(), 0);
    }
}

//! What a question asks: its kind, and every document, time, unit, phrase and part it names.
//!
//! Spans here are half-open ranges of UTF-8 bytes *of the question*, not of a document.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, Span};

/// What kind of answer a question wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Anything that is none of the others: who, when, where, why, how.
    #[default]
    Fact,
    /// A figure: an amount, a count, a share, a ratio.
    Number,
    /// What a term means.
    Definition,
    /// Whether something holds.
    YesNo,
    /// Several things of one sort.
    List,
    /// Two or more sides set against each other.
    Comparison,
    /// The gist of a section or document.
    Summary,
}

/// Where something was found in the question, and by what it is switched off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Found {
    /// Stays the same while the finding does ("period:2022"): what a correction names.
    pub key: String,
    /// How it is shown to people ("FY2022").
    pub label: String,
    /// Every place that says it, in order; the whole question for what is taken over from an earlier
    /// one.
    pub spans: Vec<Span>,
}

/// How strictly a question asks about the documents it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NamingStrength {
    /// It asks about nothing else: others can be left out.
    Only,
    /// It asks about these first; others may know more.
    Prefer,
}

/// Documents that a question names in one way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NamedDocuments {
    /// The words that name them.
    pub found: Found,
    /// How strictly.
    pub strength: NamingStrength,
    /// The documents meant, best first; at least one. A long list is cut.
    pub documents: Vec<DocumentId>,
}

/// How well a document fits what a question names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentPrior {
    /// The document.
    pub document: DocumentId,
    /// 0 to 1; 0.5 says nothing either way.
    pub score: f32,
}

/// A stretch of the calendar, or of a company's own year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct When {
    /// The year, 1900 to 2099; `None` when only a part of a year is said ("in the third quarter").
    pub year: Option<u16>,
    /// What part of it.
    pub part: YearPart,
}

impl When {
    /// Its first day as year, month, day; `None` without a year.
    pub fn first_day(self) -> Option<(u16, u8, u8)> {
        let (month, day) = match self.part {
            YearPart::Whole => (1, 1),
            YearPart::Half(half) => (half.saturating_sub(1) * 6 + 1, 1),
            YearPart::Quarter(quarter) => (quarter.saturating_sub(1) * 3 + 1, 1),
            YearPart::Month(month) => (month, 1),
            YearPart::Day(month, day) => (month, day),
        };
        Some((self.year?, month, day))
    }

    /// Its last day as year, month, day; `None` without a year. A month is taken to have 31 days,
    /// which is as good for comparing.
    pub fn last_day(self) -> Option<(u16, u8, u8)> {
        let (month, day) = match self.part {
            YearPart::Whole => (12, 31),
            YearPart::Half(half) => (half * 6, 31),
            YearPart::Quarter(quarter) => (quarter * 3, 31),
            YearPart::Month(month) => (month, 31),
            YearPart::Day(month, day) => (month, day),
        };
        Some((self.year?, month, day))
    }
}

impl FromStr for When {
    type Err = String;

    /// Reads "2022", "2022-Q3", "2022-H1", "2022-06" or "2022-06-30"; years 1900 to 2099.
    fn from_str(text: &str) -> Result<When, String> {
        let wrong = || format!("“{text}” is no date: write 2022, 2022-Q3, 2022-06 or 2022-06-30");
        let (year, rest) = text.split_once('-').map_or((text, None), |(y, rest)| (y, Some(rest)));
        let number = |text: &str, least: u8, most: u8| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            number.filter(|_| plain).ok_or_else(wrong)
        };
        let century = u16::from(number(year.get(..2).unwrap_or_default(), 19, 20)?);
        let year = century * 100 + u16::from(number(year.get(2..).unwrap_or_default(), 0, 99)?);
        let part = match rest {
            None => YearPart::Whole,
            Some(rest) => match (rest.as_bytes().first(), rest.split_once('-')) {
                (Some(b'Q' | b'q'), _) => YearPart::Quarter(number(&rest[1..], 1, 4)?),
                (Some(b'H' | b'h'), _) => YearPart::Half(number(&rest[1..], 1, 2)?),
                (_, None) => YearPart::Month(number(rest, 1, 12)?),
                (_, Some((month, day))) => {
                    YearPart::Day(number(month, 1, 12)?, number(day, 1, 31)?)
                }
            },
        };
        Ok(When { year: Some(year), part })
    }
}

/// What part of a year is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum YearPart {
    /// All of it.
    Whole,
    /// 1 or 2.
    Half(u8),
    /// 1 to 4.
    Quarter(u8),
    /// 1 to 12.
    Month(u8),
    /// Month 1 to 12, day 1 to 31.
    Day(u8, u8),
}

/// The time that a finding means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PeriodValue {
    /// One stretch.
    One(When),
    /// From one to another, both included, in the order said.
    Range(When, When),
    /// So many of the latest years, or quarters ("the last three years").
    Latest {
        /// How many, from 1.
        count: u8,
        /// Whether they are quarters.
        quarters: bool,
    },
}

impl PeriodValue {
    /// The years that it covers, rising; none for a time without a year.
    pub fn years(&self) -> Vec<u16> {
        match self {
            PeriodValue::One(when) => when.year.into_iter().collect(),
            PeriodValue::Range(from, to) => match (from.year, to.year) {
                (Some(a), Some(b)) => (a.min(b)..=a.max(b)).collect(),
                (a, b) => a.or(b).into_iter().collect(),
            },
            PeriodValue::Latest { .. } => Vec::new(),
        }
    }
}

/// A time that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Period {
    /// Where.
    pub found: Found,
    /// What it means.
    pub value: PeriodValue,
    /// Whether a fiscal year is said ("FY2022", "fiscal 2022").
    pub fiscal: bool,
}

impl Period {
    /// The years that it covers, rising; none for a time without a year.
    pub fn years(&self) -> Vec<u16> {
        self.value.years()
    }
}

/// What sort of unit it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// A power of ten: "thousand", "million", "billion", "trillion".
    Scale,
    /// "%" or "basis point".
    Share,
    /// An ISO 4217 code: "USD".
    Currency,
    /// A length of time: "day".
    Time,
    /// Things counted: "person", "share".
    Count,
    /// A physical quantity: "km", "kg".
    Measure,
}

/// A unit that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnitMention {
    /// Where.
    pub found: Found,
    /// What sort.
    pub kind: UnitKind,
    /// Its one name in English, singular: "million", "%", "USD", "day".
    pub unit: String,
}

/// Words in quotation marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QuotedPhrase {
    /// Where, the marks included.
    pub found: Found,
    /// The words between the marks.
    pub words: String,
}

/// What part of a document is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// "Item 7".
    Item,
    /// "Note 12".
    Note,
    /// "Section 4.2", "§ 4.2".
    Section,
    /// "clause 4.2".
    Clause,
    /// "paragraph 3".
    Paragraph,
    /// "Article 4".
    Article,
    /// "Part II".
    Part,
    /// "Appendix B", "Annex 1", "Schedule 3", "Exhibit 10.1", "Attachment C".
    Attachment,
    /// "Chapter 3".
    Chapter,
    /// "Unit 8", "module 2", "step 3".
    Unit,
    /// "page 12".
    Page,
    /// "Table 3".
    Table,
    /// "Figure 3".
    Figure,
}

/// A numbered part that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PartReference {
    /// Where.
    pub found: Found,
    /// What sort of part.
    pub kind: PartKind,
    /// The word that says so, singular, in lower case: "appendix"; "section" for "§".
    pub word: String,
    /// Its number, letters in upper case: "7A", "4.2", "II", "B", "4.2(A)".
    pub number: String,
}

/// One of the things that are set against each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Side {
    /// What sets it apart, as written in the question.
    pub label: String,
    /// Where that stands.
    pub span: Span,
    /// The question with the other sides taken out, to be searched by itself.
    pub query: String,
    /// Documents that this side is about; empty when all are.
    pub documents: Vec<DocumentId>,
    /// Times that this side is about; empty when it names none of its own.
    pub periods: Vec<PeriodValue>,
    /// Keys of the part references that belong to this side.
    pub references: Vec<String>,
}

/// What a chip stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ChipKind {
    /// The kind of answer.
    Kind,
    /// Documents.
    Documents,
    /// A time.
    Period,
    /// A unit.
    Unit,
    /// A quoted phrase.
    Phrase,
    /// A part of a document.
    Reference,
    /// A place in which to look, named by words.
    Place,
    /// How the answer is to be written.
    Instruction,
    /// The question in full, written out from the one before that it follows up.
    FollowUp,
}

/// A finding as it is shown: a click switches it off or on again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Chip {
    /// What it stands for.
    pub kind: ChipKind,
    /// What was found.
    pub found: Found,
    /// Whether it is heeded.
    pub on: bool,
}

/// What a person said of an interpretation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Corrections {
    /// Keys of the findings that are not heeded.
    pub off: Vec<String>,
    /// The kind, where the person chose one.
    pub kind: Option<QuestionKind>,
}

/// All that was understood of a question. Findings that were switched off are in `chips` alone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Interpretation {
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// Documents that are named, in the order of the question.
    pub documents: Vec<NamedDocuments>,
    /// The documents to which the question keeps, in the library's order; empty when it keeps to
    /// none. Documents of which nothing is known are among them, since they may be meant.
    pub only: Vec<DocumentId>,
    /// Documents whose prior is not `elsewhere`, best first.
    pub priors: Vec<DocumentPrior>,
    /// The prior of every other document, 0 to 1; 0.5 when nothing is named.
    pub elsewhere: f32,
    /// Times, in the order of the question.
    pub periods: Vec<Period>,
    /// Units.
    pub units: Vec<UnitMention>,
    /// Quoted phrases.
    pub phrases: Vec<QuotedPhrase>,
    /// Numbered parts.
    pub references: Vec<PartReference>,
    /// Parts of the question that say one thing each, instructions left out; in order, at least one
    /// unless the question is blank.
    pub clauses: Vec<Span>,
    /// What the question asks to be checked ("Is it true that …?"), without the words around it.
    #[serde(default)] // stored answers of earlier versions have none
    pub claim: Option<Span>,
    /// Wishes for how the answer is made or written: they carry no topic.
    pub instructions: Vec<Found>,
    /// Places to look, named by words ("the balance sheet").
    pub places: Vec<Found>,
    /// What is set against each other; empty or at least two.
    pub sides: Vec<Side>,
    /// Everything found, switched off or not, in the order in which it is shown.
    pub chips: Vec<Chip>,
    /// The question in full by which is searched, where it follows up an earlier one; all spans are
    /// ranges of it then.
    #[serde(default)] // stored answers of earlier versions have none
    pub rewritten: Option<String>,
    /// What the person said of an earlier interpretation, and holds for this one.
    #[serde(default)] // stored answers of earlier versions have none
    pub corrections: Corrections,
}

impl Interpretation {
    /// The prior of a document, 0 to 1.
    pub fn prior(&self, document: &DocumentId) -> f32 {
        let own = self.priors.iter().find(|prior| prior.document == *document);
        own.map_or(self.elsewhere, |prior| prior.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_covers_the_years_between_in_either_order() {
        let year = |year| When { year: Some(year), part: YearPart::Whole };
        let period = Period {
            found: Found { key: String::new(), label: String::new(), spans: Vec::new() },
            value: PeriodValue::Range(year(2022), year(2020)),
            fiscal: false,
        };
        assert_eq!(period.years(), [2020, 2021, 2022]);
    }

    #[test]
    fn times_are_read_and_have_ends() {
        let read = |text: &str| text.parse::<When>();
        for (text, first, last) in [
            ("2022", (2022, 1, 1), (2022, 12, 31)),
            ("2022-Q3", (2022, 7, 1), (2022, 9, 31)),
            ("2022-h2", (2022, 7, 1), (2022, 12, 31)),
            ("2022-06", (2022, 6, 1), (2022, 6, 31)),
            ("1999-06-09", (1999, 6, 9), (1999, 6, 9)),
        ] {
            let when = read(text).unwrap();
            assert_eq!((when.first_day(), when.last_day()), (Some(first), Some(last)), "{text}");
        }
        for wrong in ["", "22", "20222", "2022-", "2022-13", "2022-Q5", "2022-06-", "2022-06-32"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for wrong in ["+202", "20é2", "2022-é", "2022-+1", "1822", "2022-6-1-1", "Q3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn corrections_may_be_left_out_in_part() {
        let read: Corrections = serde_json::from_str(r#"{"off":["period:2022"]}"#).unwrap();
        assert_eq!((read.off.len(), read.kind), (1, None));
    }
}

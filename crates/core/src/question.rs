//! What a question asks: its kind, and every document, time, unit, phrase and part it names.
//!
//! Spans here are half-open ranges of UTF-8 bytes *of the question*, not of a document.

mod found;
mod sought;
mod time;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, Span};

pub use found::Found;
pub use sought::{Counted, NumberSought, QuestionSort, Reach, Sought};
pub use time::{Period, PeriodValue, When, YearPart};

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
    #[serde(rename = "measure")]
    Physical,
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
    /// A quoted phrase: in answers of earlier versions.
    Phrase,
    /// A part of a document.
    Reference,
    /// A place in which to look, named by words: in answers of earlier versions.
    Place,
    /// How the answer is to be written.
    Instruction,
    /// The question in full, written out from the one before that it follows up.
    FollowUp,
    /// A word that is read as another: a short form, or a slip of the fingers.
    Spelling,
}

/// A finding as it is shown: a click switches it off or on again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Chip {
    /// What it stands for.
    pub kind: ChipKind,
    /// What was found.
    pub found: Found,
    /// Whether it counts.
    pub on: bool,
}

/// What a person said of an interpretation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Corrections {
    /// Keys of the findings that do not count.
    pub off: Vec<String>,
    /// The kind, where the person chose one.
    pub kind: Option<QuestionKind>,
}

/// All that was understood of a question. Findings that were switched off are in `chips` alone.
///
/// What else needs to know what is asked reads it here, and not the question's words; but for formulas,
/// which cannot be read without a trade's names for figures. Stored answers of earlier versions lack the
/// fields that have a default.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Interpretation {
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// What sort of words answers it; `None` where no such words would.
    #[serde(default)]
    pub sought: Option<Sought>,
    /// How it asks.
    #[serde(default)]
    pub sort: QuestionSort,
    /// Whether it begins as one that a figure answers: a number, an amount, a time.
    #[serde(default)]
    pub figure: bool,
    /// Decimals to which a figure is to be rounded, where that is said.
    #[serde(default)]
    pub decimals: Option<u32>,
    /// The names and numbers that it holds, their letters and digits in lower case; those that say how
    /// to answer are left out.
    #[serde(default)]
    pub names: Vec<String>,
    /// The words that say what is to be listed ("covered", "services"), in lower case; empty for all
    /// kinds but lists.
    #[serde(default)]
    pub listed: Vec<String>,
    /// The term that is to be defined, in lower case; `None` for all kinds but definitions.
    #[serde(default)]
    pub term: Option<String>,
    /// How far the answer would have to look.
    #[serde(default)]
    pub reach: Reach,
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
    /// Numbered parts.
    pub references: Vec<PartReference>,
    /// What the question asks to be checked ("Is it true that …?"), without the words around it.
    #[serde(default)]
    pub claim: Option<Span>,
    /// Wishes for how the answer is made or written: they carry no topic.
    pub instructions: Vec<Found>,
    /// What is set against each other; empty or at least two.
    pub sides: Vec<Side>,
    /// Everything found, switched off or not, in the order in which it is shown.
    pub chips: Vec<Chip>,
    /// The question in full by which is searched, where it follows up an earlier one or a word of it is
    /// read as another; all spans are ranges of it then.
    #[serde(default)]
    pub rewritten: Option<String>,
    /// What the person said of an earlier interpretation, and holds for this one.
    #[serde(default)]
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
    fn corrections_may_be_left_out_in_part() {
        let read: Corrections = serde_json::from_str(r#"{"off":["period:2022"]}"#).unwrap();
        assert_eq!((read.off.len(), read.kind), (1, None));
    }
}

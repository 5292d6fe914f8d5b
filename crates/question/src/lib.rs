//! What a question asks, without a model call.
//!
//! ```text
//! question ──words──▶ tokens ──▶ periods, units, references
//!                            ──parts──▶ sentences, instructions
//!                            ──catalogue──▶ documents named, a prior for each
//!                            ──sides, kind──▶ what is set against what, and the kind of answer
//! ```
//!
//! [`follow_up`] writes a question out in full that leans on the one before.
//! [`understand`] is a pure function of its arguments. Everything it finds carries a stable key by
//! which a person can switch it off. It reads English; of questions in other languages it finds
//! what does not depend on the language (years, quotes, names) and leaves the rest alone.
//!
//! What holds, and is tested:
//! * spans lie on character boundaries of the question;
//! * a finding that is switched off changes nothing else but what follows from it;
//! * a question that names nothing leaves all documents equal.

mod catalogue;
mod claims;
mod expectations;
mod figures;
mod follow_up;
mod joined;
mod kind;
mod kind_words;
mod language;
mod listed;
mod names;
mod of_a_kind;
mod parts;
mod periods;
mod reach;
mod references;
mod scope;
mod series;
mod shorthand;
mod sides;
mod sort;
mod sought;
mod term;
mod understand;
mod units;
mod unnamed;
mod versions;

pub use catalogue::{Catalogue, CatalogueEntry, KnownDocument, Nearness};
pub use expectations::{asks_for_forecast, is_about_forecast, says_forecast};
pub use follow_up::{FollowUp, Previous, follow_up};
pub use joined::{Joined, joined};
pub use parts::is_question_word;
pub use series::series_subject;
pub use shorthand::long_form;
pub use sides::{SideQuestion, side_question};
pub use sort::{asks_how_to, asks_what_to_do};
pub use understand::understand;
pub use unnamed::without_names;

/// The numbered parts that a text refers to ("Note 5", "clause 4.2"), once each, in order.
pub fn part_references(text: &str) -> Vec<citelight_core::PartReference> {
    references::references(&citelight_text::Tokens::of(text))
}

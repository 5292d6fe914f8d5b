//! Retrieval, on people's own questions: of what the search gave, was it the right page?
//!
//! [`read_questions`] reads a file of questions with the pages that answer them; [`measure`] asks each
//! and keeps what every stage of the search gave ([`Judged`]). [`evaluate`] scores it, with intervals;
//! [`compare`] sets two settings side by side on the same questions. Both print as text and serialise
//! as JSON; [`html`] makes one page of them, every miss shown with what was expected.
//!
//! Refuses: any opinion on the wording of answers.

mod bootstrap;
mod compare;
mod evaluation;
mod html;
mod judge;
mod measure;
mod metrics;
mod questions;
mod text;

pub use bootstrap::{Bootstrap, FEW, Interval, Unit};
pub use compare::{Change, Comparison, Difference, StageDifference, compare};
pub use evaluation::{Counts, Evaluation, Figure, Miss, Options, Row, Unasked, evaluate};
pub use html::{Header, Picture, PictureKind, html};
pub use judge::{Found, Judged, Judging, Ranking, Stage, is_right};
pub(crate) use measure::found;
pub use measure::{Retrieval, Setting, Times, measure};
pub use metrics::Metric;
pub use questions::{
    Gold, LineFilter, Question, QuestionFault, parse_questions, read_filtered, read_questions,
    same_file,
};

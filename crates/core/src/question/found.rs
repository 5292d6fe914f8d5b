//! Where something stands in a question.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Span;

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

impl Found {
    /// A finding in one place.
    pub fn new(key: String, label: String, span: Span) -> Found {
        Found { key, label, spans: vec![span] }
    }
}

//! Fields of forms: a label and what is filled in for it.

use serde::{Deserialize, Serialize};

use crate::{PageNumber, Span};

/// A field of a form, told by geometry: what it is called and what stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Page that holds it.
    pub page: PageNumber,
    /// What it is called, outermost level first ("Bill to", "Name"); each level as its words in the
    /// flow text, several spans where they wrap. At least one level.
    pub label: Vec<Vec<Span>>,
    /// What is filled in, as its words in the flow text; empty where the form leaves it blank.
    pub value: Vec<Span>,
    /// Of a box to tick: whether it is ticked. Its value is then what it stands for.
    pub ticked: Option<bool>,
}

/// A text with what may be its label, where no sign shows that they belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldGuess {
    /// Both.
    pub field: Field,
    /// How likely they belong together, in per cent.
    pub likely: u8,
}

impl Field {
    /// The words of its label and its value, in no order.
    pub fn spans(&self) -> impl Iterator<Item = &Span> {
        self.label.iter().flatten().chain(&self.value)
    }
}

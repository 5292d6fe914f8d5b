//! The makers of answers: each gives an answer of its kind, or none where the question asks for another
//! or the documents do not give it. Their order stands in `ask.rs`.

mod amended;
mod corroborate;
mod course;
mod decision;
mod each;
mod figure;
mod joined;
mod list;
mod part;
mod quote;
mod ranking;
mod reason;
mod rows;
mod series;
mod sides;
mod value;
mod whole;

pub(crate) use amended::amended;
pub(crate) use course::course;
pub(crate) use decision::decision;
pub(crate) use each::{add_line, each};
pub(crate) use figure::figure;
pub(crate) use joined::joined;
pub(crate) use list::list;
pub(crate) use part::part;
pub(crate) use quote::{abbreviation, quote};
pub(crate) use ranking::ranking;
pub(crate) use reason::reason;
pub(crate) use series::series;
pub(crate) use sides::sides;
pub(crate) use value::value;
pub(crate) use whole::whole;

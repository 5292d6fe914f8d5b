//! The words of English text, pure: tokens, stems, stop words, numbers, months and currencies, each
//! once for the whole project.
//!
//! Two things are called words. [`Tokens`] cuts a text into words and marks with their places, for
//! whatever reads grammar. [`Vocabulary`] gives the stems of a text's words by Unicode's boundaries,
//! for whatever searches and compares; index, ranking and answers share these stems.

mod dates;
mod family;
mod figure;
mod find;
mod mentions;
mod money;
mod numbers;
mod slips;
mod spellings;
mod stems;
mod stop;
mod tokens;

pub use dates::{MONTHS, dates, month, short_year};
pub use family::is_of_family;
pub use figure::{Figure, Mark, Style, read_cell, ten_to};
pub use find::{FindOptions, find_all};
pub use mentions::{Mention, mentions};
pub use money::{currency, is_money, table_power};
pub use numbers::{holds_figure, number, number_word, roman, scale, scale_word, seconds};
pub use slips::typing_slips;
pub use stems::{Stem, Terms, Vocabulary, content_words, number_normalised, stemmed};
pub use stop::{WordList, is_negation, is_stop_word, is_topicless};
pub use tokens::{
    Joining, Token, Tokens, possessive_mark, runs, span, squashed, without_possessive, word_end,
};

//! Owns questions that lean on the one before: "and in 2021?", "what about the rider?", "who signed
//! it?".
//!
//! Such a question is written out in full, from the words of the one before: what it newly names takes
//! the place of its like, and what it leaves out comes from there. Whatever is not surely a follow-up
//! is left alone: a full question that were rewritten would be answered wrongly without need, one that
//! was not rewritten can be asked again in full.

mod antecedent;
mod bare;
mod edits;
mod fragment;
mod pronoun;
mod read;
mod times;
mod words;

use citelight_core::Interpretation;
use citelight_text::Tokens;

use crate::language;
use edits::finish;
use read::Read;

/// A follow-up has few words; what says more stands on its own.
const MOST_WORDS: usize = 16;

/// The question before.
#[derive(Debug, Clone, Copy)]
pub struct Previous<'a> {
    /// Its text as it was searched: written out in full, where it was a follow-up itself.
    pub question: &'a str,
    /// What that text was taken to ask.
    pub interpretation: &'a Interpretation,
}

/// A follow-up, written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// The question in full.
    pub question: String,
    /// Whether it names what it is about, a company or a document, and so turns from those of the
    /// question before.
    pub turns: bool,
}

/// Writes a question out in full that leans on the one before; `None` for one that stands on its own,
/// and for one of which it is not clear what it means. `asked` is what the question by itself is taken
/// to ask.
pub fn follow_up(
    question: &str,
    asked: &Interpretation,
    previous: &Previous<'_>,
) -> Option<FollowUp> {
    let tokens = Tokens::of(question);
    let words = (0..tokens.len()).filter(|at| tokens.is_word(*at)).count();
    if words == 0 || words > MOST_WORDS {
        return None;
    }
    let before = Tokens::of(previous.question);
    if before.is_empty() || !language::is_english(&tokens) || !language::is_english(&before) {
        return None;
    }
    let new = Read::of(tokens, asked)?;
    let old = Read::of(before, previous.interpretation)?;
    // Each tells `Some(None)` where a question leans on the one before, but not how.
    let named = !new.names.is_empty() || !new.forms.is_empty();
    let (written, turns) = match bare::write(&new, &old) {
        Some(written) => (written?, false),
        None => match fragment::write(&new, &old) {
            Some(written) => (written?, named),
            None => {
                let written = pronoun::write(&new, &old);
                (written.or_else(|| pronoun::write_joined(&new, &old))??, false)
            }
        },
    };
    let question = finish(&written);
    let same = question.to_lowercase() == new.tokens.text.trim().to_lowercase();
    (!same).then_some(FollowUp { question, turns })
}

#[cfg(test)]
mod tests;

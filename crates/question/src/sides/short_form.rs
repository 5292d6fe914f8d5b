//! Owns short forms in brackets, which belong to the name before them.

use super::Sentence;

/// Words in brackets that are a short form, at most.
const LONGEST_SHORT_FORM: usize = 3;

impl Sentence<'_> {
    /// Whether a mark is a bracket around a short form, which belongs to the name before it: "chloroquine(CQ)", "Field
    /// Work (GEO 101)".
    pub(super) fn in_short_form(&self, at: usize) -> bool {
        let opens = match self.word(at) {
            "(" => at,
            ")" => match (at.saturating_sub(LONGEST_SHORT_FORM + 1)..at)
                .rev()
                .find(|&n| self.word(n) == "(")
            {
                Some(opens) => opens,
                None => return false,
            },
            _ => return false,
        };
        let inside = opens + 1..(opens + 2 + LONGEST_SHORT_FORM).min(self.run.end);
        let Some(closes) = inside.clone().find(|&n| self.word(n) == ")") else { return false };
        let is_code = |n: usize| {
            let text = &self.tokens.text[self.tokens.bytes(n..n + 1)];
            !text.is_empty()
                && text.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-')
        };
        let one_word = closes == opens + 2;
        one_word && (self.tokens.touches(opens) || is_code(opens + 1))
            || closes > opens + 2 && (opens + 1..closes).all(is_code)
    }
}

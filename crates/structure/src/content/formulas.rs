//! Owns the finding of formulas that stand on lines of their own.

use citelight_core::{BlockKind, TagRole};

use super::Content;

/// Lines of fractions, limits and cases around the line with the relation, on either side.
const MOST_AROUND: usize = 3;
/// Bytes of such a line.
const MOST_BYTES: usize = 24;

/// Marks formulas with the lines that belong to them.
pub(super) fn mark(content: &mut Content<'_>) {
    let mut at = 0;
    while at < content.len() {
        let tagged = content.free(at) && content.tagged(at, TagRole::Formula);
        if !(tagged || shows(content, at)) {
            at += 1;
            continue;
        }
        let piece = |at: usize| {
            content.free(at)
                && (content.tagged(at, TagRole::Formula)
                    || content.text(at).len() <= MOST_BYTES && is_piece(content.text(at)))
        };
        let mut first = at;
        while first > 0 && at - first < MOST_AROUND && piece(first - 1) {
            first -= 1;
        }
        let mut end = at + 1;
        while end < content.len() && end - at <= MOST_AROUND && (piece(end) || shows(content, end))
        {
            end += 1;
        }
        content.set(first..end, BlockKind::Formula);
        content.opens[first + 1..end].fill(false);
        at = end;
    }
}

/// Whether lines taken for rows of a table are formulas, their numbers for a column.
pub(super) fn are_formulas(content: &Content<'_>, lines: &[usize]) -> bool {
    let count =
        |holds: &dyn Fn(&str) -> bool| lines.iter().filter(|&&at| holds(content.text(at))).count();
    let whole = count(&is_formula);
    whole > 0
        && 3 * whole >= lines.len()
        && 2 * count(&|text| is_formula(text) || is_piece(text)) > lines.len()
}

/// Whether a line is a formula or a second line of one ("= a + b").
fn shows(content: &Content<'_>, at: usize) -> bool {
    content.free(at) && apart(content, at) && is_formula(content.text(at))
}

/// Whether a line stands by itself: it opens a block, or is set in from the line above.
fn apart(content: &Content<'_>, at: usize) -> bool {
    let line = content.line(at);
    let above = at.checked_sub(1).map(|above| content.line(above));
    // The number of an equation stands apart as a column does.
    let numbered = content.text(at).rsplit(' ').next().is_some_and(|last| {
        last.starts_with('(') && last.ends_with(')') && last.bytes().any(|b| b.is_ascii_digit())
    });
    (!line.tabular || numbered)
        && (line.opens
            || content.opens[at]
            || above.is_some_and(|above| {
                above.page == line.page && line.rect.x0 > above.rect.x0 + line.size
            }))
}

/// Signs that say two things of each other.
fn relates(c: char) -> bool {
    matches!(
        c,
        '=' | '≈'
            | '≠'
            | '≤'
            | '≥'
            | '<'
            | '>'
            | '∈'
            | '→'
            | '∝'
            | '≡'
            | '∼'
            | '⇒'
            | '⇔'
            | '↦'
    )
}

fn is_sign(c: char) -> bool {
    relates(c)
        || matches!(
            c,
            '+' | '−' | '±' | '×' | '÷' | '∑' | '∏' | '∫' | '√' | '∂' | '∇' | '∞' | '·' | '∗' | '^'
                | '|' | '‖' | '⊗' | '⊕' | '∪' | '∩' | '⊂' | '⊆' | '∀' | '∃' | '∉' | '¬' | '∧' | '∨'
                | '⌊' | '⌋' | '⌈' | '⌉' | '⟨' | '⟩' | '′' | '*' | '/'
        )
        || ('α'..='ω').contains(&c)
        || ('Α'..='Ω').contains(&c)
        // Mathematical letters and signs have blocks of their own.
        || ('\u{1d400}'..='\u{1d7ff}').contains(&c)
        || ('\u{2200}'..='\u{22ff}').contains(&c)
}

/// Whether a line is dominated by mathematics: a relation, signs, and hardly a plain word.
fn is_formula(text: &str) -> bool {
    let relations = text.chars().filter(|c| relates(*c)).count();
    if relations == 0 || text.contains("://") || text.contains(['"', '{', ';']) {
        return false;
    }
    let signs = text.chars().filter(|c| is_sign(*c)).count();
    let (mut words, mut all) = (0, 0);
    for word in text.split_whitespace() {
        all += word.chars().count();
        if is_word(word) {
            words += word.chars().count();
        }
    }
    let singles = text.split_whitespace().filter(|word| word.chars().count() <= 2).count();
    10 * words <= 3 * all && signs + singles >= 3 && 4 * (signs + singles) >= all / 3
}

/// A word of a language: four letters and no sign; names of functions are none.
fn is_word(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphabetic());
    let function = matches!(bare, "softmax" | "argmax" | "argmin" | "sigmoid" | "tanh" | "concat");
    bare.chars().count() >= 4 && bare.chars().all(|c| c.is_alphabetic() && !is_sign(c)) && !function
}

/// A numerator, a limit of a sum, the number of an equation.
fn is_piece(text: &str) -> bool {
    !text.split_whitespace().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 4)
        && !text.ends_with(['.', ':', ';'])
        && crate::shape::marker(text).is_none_or(|(_, length)| length == text.len())
        && text.chars().any(|c| is_sign(c) || c.is_alphanumeric())
}

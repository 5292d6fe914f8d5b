//! Owns the finding of code: by the file's tags, and by what its characters say. Which font a word
//! has is not known here.

use citelight_core::{BlockKind, TagRole};

use super::Content;
use crate::shape::{self, RowLikeness};

/// Fewer lines are a remark in code, not code.
const FEWEST: usize = 3;

/// Lines between two of a run that do not look like code: wrapped texts, bare names.
const MOST_BETWEEN: usize = 3;

/// Marks runs of lines that look like code, lines between two of them included.
pub(super) fn mark(content: &mut Content<'_>) {
    let mut at = 0;
    while at < content.len() {
        if !is_code(content, at) {
            at += 1;
            continue;
        }
        let (mut end, mut seen, mut tagged) = (at + 1, 1, content.tagged(at, TagRole::Code));
        let mut next = end;
        while next < content.len() && content.free(next) && next - end < MOST_BETWEEN {
            if is_code(content, next) {
                (end, seen) = (next + 1, seen + 1);
                tagged |= content.tagged(next, TagRole::Code);
            }
            next += 1;
        }
        if tagged || (seen >= FEWEST && 5 * seen >= 3 * (end - at)) {
            content.set(at..end, BlockKind::Code);
            content.opens[at + 1..end].fill(false);
        }
        at = end;
    }
}

fn is_code(content: &Content<'_>, at: usize) -> bool {
    content.free(at)
        && (content.tagged(at, TagRole::Code)
            || (!content.line(at).tabular && looks_like_code(content.text(at))))
}

fn looks_like_code(line: &str) -> bool {
    if shape::row_likeness(line) != RowLikeness::No || line.contains("___") {
        return false;
    }
    let ends = line.ends_with([';', '{', '}']) || line.ends_with("()") || line.ends_with("->");
    // "(a) the party;" ends so too: code calls, sets or nests.
    let mut pairs = line.chars().zip(line.chars().skip(1));
    let does = line.contains(['=', '{', '}'])
        || pairs.any(|(a, b)| b == '(' && (a.is_alphanumeric() || a == '_'));
    let marks = line.chars().filter(|c| "{}[]()=<>;_#$&|\\/".contains(*c)).count();
    let own = line.chars().any(|c| "{}=<>|\\;".contains(c));
    let opens = ["def ", "class ", "import ", "fn ", "let ", "const ", "return ", "#include", "//"]
        .iter()
        .any(|k| line.starts_with(k));
    let data = (line.starts_with('"') && line.contains("\":"))
        || (line.starts_with('<') && line.ends_with('>') && line.contains(['/', '=', '?']))
        || line.starts_with("$ ") && marks >= 1 && line.chars().any(char::is_alphabetic)
        || matches!(line, "}" | "{" | "]" | "[" | "}," | "]," | "};" | ")" | ");");
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    data || (ends && does && marks >= 2)
        || (opens && marks >= 1)
        || own && marks * 3 > letters.max(1) && marks >= 4
}

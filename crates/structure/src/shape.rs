//! Owns what the characters of a word or line say about its role: figure, bullet, number of a
//! heading, end of a sentence. Looks at text only; geometry is the layout's matter.

use std::borrow::Cow;

use crate::flow::MARK_SPACE;

/// Whether a word can fill a figure cell of a table: "6,489", "$", "(12.5)", "—", "%", "2019".
///
/// A comma or full stop at the end ("31,") belongs to prose.
pub(crate) fn is_cell(word: &str) -> bool {
    let mut digits = false;
    let mut last = ' ';
    let mut count = 0;
    for c in word.chars() {
        match c {
            '0'..='9' => digits = true,
            ',' | '.' | '(' | ')' | '$' | '€' | '£' | '¥' | '%' | '+' | '-' | '−' | '–' | '—'
            | '*' | '/' | '\'' | '’' | '<' | '>' | '≤' | '≥' | '~' | '±' | '×' => {}
            _ => return false,
        }
        last = c;
        count += 1;
    }
    if digits {
        !matches!(last, ',' | '.' | '/' | '\'' | '’')
    } else {
        count <= 3 && matches!(last, '$' | '€' | '£' | '¥' | '%' | ')' | '−' | '–' | '—' | '-')
    }
}

/// A figure, not a lone sign: has a digit.
fn is_figure(word: &str) -> bool {
    is_cell(word) && word.bytes().any(|b| b.is_ascii_digit())
}

/// Dots or lines that lead the eye from a title to its page number.
pub(crate) fn is_leader(word: &str) -> bool {
    word.chars().count() >= 3 && word.chars().all(|c| matches!(c, '.' | '…' | '·' | '_' | '‥'))
}

/// Whether a line is an entry of a table of contents: dots lead to its page number.
pub(crate) fn is_entry(line: &str) -> bool {
    leads(line)
        && line.ends_with(|c: char| c.is_alphanumeric())
        && line.starts_with(|c: char| !matches!(c, '.' | '…' | '_'))
}

/// Whether dots or lines lead the eye somewhere in a text.
fn leads(text: &str) -> bool {
    ["....", ". . . .", "……", "____"].iter().any(|run| text.contains(run))
}

/// A text with every run of leaders as "…": a hundred dots are a hundred tokens and say nothing.
pub fn without_leaders(text: &str) -> Cow<'_, str> {
    if !leads(text) {
        return Cow::Borrowed(text);
    }
    let is_dot = |c: char| matches!(c, '.' | '…' | '_');
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_dot) {
        folded.push_str(&rest[..at]);
        rest = &rest[at..];
        // Spaces between dots belong to the run, those behind it do not.
        let run = rest.find(|c: char| !is_dot(c) && c != ' ').unwrap_or(rest.len());
        let run = rest[..run].trim_end_matches(' ').len();
        if rest[..run].chars().filter(|c| is_dot(*c)).count() >= 4 || rest[..run].contains("……")
        {
            folded.push('…');
        } else {
            folded.push_str(&rest[..run]);
        }
        rest = &rest[run..];
    }
    folded.push_str(rest);
    Cow::Owned(folded)
}

/// How the end of a line reads when taken for a table row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowLikeness {
    /// Ends like prose.
    No,
    /// Ends in one figure: a row only in the company of rows.
    Weak,
    /// Ends in several figures, or is figures only.
    Strong,
}

/// Whether a line reads like a row of a table.
pub(crate) fn row_likeness(line: &str) -> RowLikeness {
    let (mut words, mut cells, mut figures, mut trailing, mut dots) = (0, 0, 0, 0, false);
    // A label with a raised mark ends in a word, not in a figure.
    let between = |c: char| c.is_whitespace() && c != MARK_SPACE;
    for word in line.split(between).filter(|word| !word.is_empty()) {
        words += 1;
        if is_cell(word) {
            cells += 1;
            if is_figure(word) {
                figures += 1;
                trailing += 1;
            } else if matches!(word, "—" | "–" | "-" | "−") {
                trailing += 1;
            }
        } else {
            trailing = 0;
            dots |= is_leader(word);
        }
    }
    if dots && words >= 2 {
        return RowLikeness::Strong;
    }
    match () {
        () if figures == 0 && trailing < 2 => RowLikeness::No,
        () if trailing >= 2 || (cells == words && words > 1) => RowLikeness::Strong,
        () if trailing == 1 => RowLikeness::Weak,
        () => RowLikeness::No,
    }
}

/// What a line begins with, when it begins like an item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    /// "•", "–", "▪": never found at the start of a line of running text by chance, dashes apart.
    Bullet,
    /// A dash, star or angle, which a line of running text can begin with.
    Dash,
    /// "(a)", "(iv)", "(12)".
    Bracketed,
    /// "a)", "1)", "iv.".
    Letter,
    /// "1.", "1.2.3".
    Number,
}

/// The marker that opens a line, and its length in bytes.
pub(crate) fn marker(line: &str) -> Option<(Marker, usize)> {
    let first = line.split_whitespace().next()?;
    let rest = line[first.len()..].trim_start();
    let initial = first.chars().next()?;
    if is_bullet(initial) {
        return Some((Marker::Bullet, initial.len_utf8()));
    }
    if rest.is_empty() {
        return None;
    }
    if matches!(first, "-" | "–" | "—" | "*" | "o" | ">" | "»") {
        return Some((Marker::Dash, first.len()));
    }
    let inner = first.trim_end_matches(['.', ')', ':']);
    if let Some(inner) = inner.strip_prefix('(') {
        if first.ends_with(')') {
            return is_enumerator(inner).then_some((Marker::Bracketed, first.len()));
        }
        // "(b)The owner": no space parts them.
        let (sign, word) = inner.split_once(')')?;
        let glued = is_enumerator(sign) && word.starts_with(char::is_alphabetic);
        return glued.then_some((Marker::Bracketed, sign.len() + 2));
    }
    if is_section_number(first) {
        return Some((Marker::Number, first.len()));
    }
    let closed = first.len() == inner.len() + 1 && !first.ends_with(':');
    let short = inner.chars().count() == 1 || is_roman(inner);
    (closed && short && is_enumerator(inner)).then_some((Marker::Letter, first.len()))
}

/// Characters that stand for an item and for nothing else.
pub fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '●'
            | '○'
            | '‣'
            | '⁃'
            | '∙'
            | '►'
            | '▶'
            | '➢'
            | '➤'
            | '✓'
            | '✔'
            | '❖'
            | '◆'
            | '◇'
            | '☐'
            | '☑'
            | '☒'
            | '\u{f0b7}'
            | '\u{f0a7}'
            | '\u{f0d8}'
            | '\u{f0fc}'
            | '\u{f076}'
            | '\u{2027}'
    )
}

fn is_enumerator(inner: &str) -> bool {
    let digits = !inner.is_empty() && inner.len() <= 3 && inner.bytes().all(|b| b.is_ascii_digit());
    let letters = matches!(inner.as_bytes(), [a] | [a, _] if a.is_ascii_alphabetic())
        && inner.bytes().all(|b| b == inner.as_bytes()[0]);
    digits || letters || is_roman(inner)
}

/// Roman numerals up to five letters, in one case.
pub(crate) fn is_roman(text: &str) -> bool {
    (1..=5).contains(&text.len())
        && (text.bytes().all(|b| b"ivxlc".contains(&b))
            || text.bytes().all(|b| b"IVXLC".contains(&b)))
}

/// "1.", "1.2", "1.2.3.": up to four figures of at most three digits; a bare "1" is not one.
pub(crate) fn is_section_number(word: &str) -> bool {
    let body = word.trim_end_matches(['.', ')']);
    if !word.contains(['.', ')']) || word.len() > body.len() + 1 {
        return false;
    }
    let parts: Vec<&str> = body.split('.').collect();
    parts.len() <= 5
        && parts.iter().all(|p| (1..=3).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_digit()))
}

/// Marks after a full stop that still belong to the sentence.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '}' | '」' | '』' | '）' | '】' | '》' | '›'
    )
}

/// Marks that end a sentence in any company.
pub(crate) fn is_strong_stop(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡' | '।' | '॥' | '؟' | '۔' | '።' | '။' | '។')
}

/// Whether a line's end closes a sentence or hands over to a list.
pub(crate) fn ends_sentence(line: &str) -> bool {
    let open = line.trim_end().trim_end_matches(is_closer);
    open.ends_with(|c: char| matches!(c, '.' | '!' | '?' | ':' | ';' | '…') || is_strong_stop(c))
}

/// Whether a letter belongs to a script that is read from the right: Hebrew, Arabic and their neighbours.
pub(crate) fn runs_left(c: char) -> bool {
    c.is_alphabetic()
        && matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Whether a text opens a bracket that it does not close.
pub(crate) fn open_bracket(text: &str) -> bool {
    text.matches('(').count() > text.matches(')').count()
}

/// Whether a line goes on in the middle of a sentence: its first letter is in lower case.
pub(crate) fn begins_lower(line: &str) -> bool {
    marker(line).is_none()
        && line
            .trim_start_matches(['(', '[', '"', '“', '‘', '\''])
            .chars()
            .next()
            .is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_figures_and_their_signs() {
        for cell in ["6,489", "$", "$7,500", "(1,234)", "—", "%", "12.5%", "2019", ")", "(3)"] {
            assert!(is_cell(cell), "{cell}");
        }
        for word in ["31,", "2019.", "10-K", "Total", "a", ".", "...", ""] {
            assert!(!is_cell(word), "{word}");
        }
    }

    #[test]
    fn rows_end_in_figures() {
        use RowLikeness::{No, Strong, Weak};
        for (line, expected) in [
            ("Total net revenues 6,489 7,500 $ 7,017", Strong),
            ("Dividends — —", Strong),
            ("2019 2018 2017", Strong),
            ("Risk Factors ........ 12", Strong),
            ("Inventory 32", Weak),
            ("Inventory\u{202f}3", No),
            ("Inventory\u{202f}3 12 14", Strong),
            ("for the year ended December 31, 2019", Weak),
            ("and rose to $1,234 million in 2019 from $1,100 million in", No),
            ("The board met", No),
            ("", No),
        ] {
            assert_eq!(row_likeness(line), expected, "{line}");
        }
    }

    #[test]
    fn markers_open_items() {
        use Marker::{Bracketed, Bullet, Dash, Letter, Number};
        for (line, expected) in [
            ("• one", Some(Bullet)),
            ("•one", Some(Bullet)),
            ("– one", Some(Dash)),
            ("(a) one", Some(Bracketed)),
            ("(iv) one", Some(Bracketed)),
            ("(aa) one", Some(Bracketed)),
            ("(b)The owner", Some(Bracketed)),
            ("a) one", Some(Letter)),
            ("iv. one", Some(Letter)),
            ("1. one", Some(Number)),
            ("1.2.3 Scope", Some(Number)),
            ("12) one", Some(Number)),
            ("12 apples", None),
            ("(in millions)", None),
            ("(the Company)", None),
            ("1.", None),
            ("a dog", None),
            ("1,234.5 of", None),
        ] {
            assert_eq!(marker(line).map(|m| m.0), expected, "{line}");
        }
    }

    #[test]
    fn leaders_are_folded() {
        for (text, folded, entry) in [
            ("Risk Factors ........ 12", "Risk Factors … 12", true),
            ("Timer. . . . . . . 4\nCare . . . . . iv", "Timer… 4\nCare … iv", true),
            ("Name: ______ (the “Party”)", "Name: … (the “Party”)", false),
            ("as of ………… of", "as of … of", true),
            ("and so on ... and", "and so on ... and", false),
            ("Wait. So.", "Wait. So.", false),
        ] {
            assert_eq!(without_leaders(text), folded);
            assert_eq!(is_entry(text), entry, "{text}");
        }
    }

    #[test]
    fn line_ends_and_starts() {
        assert!(ends_sentence("so it is.”"));
        assert!(ends_sentence("the following:"));
        assert!(!ends_sentence("and the"));
        assert!(begins_lower("(see below) it"));
        assert!(!begins_lower("a) item"));
        assert!(!begins_lower("The"));
    }
}

//! Owns the words around a table: its title and the statement of its units.

use citelight_core::Span;
use citelight_text::table_power;

use super::atoms::{Row, Token};
use super::find::is_prose;

/// Lines above a table that may be its title.
const MOST_LINES: usize = 6;

/// Where units are said among tokens: from a bracket to its end, or the whole of them.
pub(super) fn units(tokens: &[Token<'_>]) -> Option<Span> {
    let signs = |c: char| !c.is_alphanumeric() && !"$€£¥₹’'".contains(c);
    let words: Vec<String> = tokens.iter().map(|t| t.text.to_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(|word| word.trim_matches(signs)).collect();
    let at = (0..words.len()).find(|at| table_power(&words, *at).is_some())?;
    let open = tokens[..=at].iter().rposition(|t| t.text.starts_with('('));
    let (first, last) = match open {
        Some(open) => {
            let close = tokens[at..]
                .iter()
                .position(|t| t.text.trim_end_matches([',', '.', ';']).ends_with(')'));
            (open, close.map_or(tokens.len() - 1, |close| at + close))
        }
        None => {
            // As far as the words follow each other.
            let apart = |w: &[Token<'_>]| {
                w[1].x0 - w[0].x1 > 1.2 * w[0].size || w[0].text.ends_with(['.', ';', ':'])
            };
            let first = tokens[..=at].windows(2).rposition(apart).map_or(0, |cut| cut + 1);
            let last = tokens[at..].windows(2).position(apart).map_or(tokens.len() - 1, |n| at + n);
            (first, last)
        }
    };
    span(&tokens[first..=last])
}

/// Whether a row says units and nothing else.
pub(super) fn is_units(row: &Row<'_>) -> bool {
    let whole = span(&row.tokens);
    let lone = row.atoms.len() == 1 && row.tokens.len() <= 16;
    let said = if lone { units(&row.tokens) } else { None };
    said.zip(whole).is_some_and(|(said, whole)| said.len() + 2 >= whole.len())
}

/// "Table 3:", "Exhibit 2.1": nothing above it belongs to the title.
fn names_itself(row: &Row<'_>) -> bool {
    let mut words = row.tokens.iter().map(|t| t.text);
    let first = words.next().unwrap_or_default().to_lowercase();
    matches!(first.as_str(), "table" | "exhibit" | "tab." | "chart" | "schedule")
        && words
            .next()
            .is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
}

/// The smallest span that holds all tokens.
pub(super) fn span(tokens: &[Token<'_>]) -> Option<Span> {
    let first = tokens.first()?.span;
    Some(tokens.iter().fold(first, |all, t| all.union(&t.span)))
}

/// Title and units in the rows above a table, `top..head`; the nearest row first decides where the
/// title ends.
pub(super) fn above(rows: &[Row<'_>], top: usize, head: usize) -> (Option<Span>, Option<Span>) {
    let (mut title, mut said): (Option<Span>, Option<Span>) = (None, None);
    let mut lower = rows.get(head);
    let mut opening = String::new();
    for at in (top..head).rev().take(MOST_LINES) {
        let row = &rows[at];
        let step = lower.map_or(0.0, |l| l.center() - row.center());
        if step > 4.2 * row.height().max(lower.map_or(0.0, Row::height)) {
            break;
        }
        lower = Some(row);
        if let Some(units) = units(&row.tokens)
            && (row.tokens.len() <= 24)
        {
            said = said.or(Some(units));
            let own = span(&row.tokens);
            let whole = own.is_some_and(|own| units.len() + 6 >= own.len());
            if whole {
                continue;
            }
        }
        let named = names_itself(row);
        let ended = crate::shape::ends_sentence(&row.text()) && !row.text().ends_with(':');
        if !named && (is_prose(row) || ended || row.tokens.len() > 24 || row.atoms.len() > 3) {
            break;
        }
        // Lines of one title follow each other closely; below another one it is a heading.
        if title.is_some() && step > 2.4 * row.height() {
            break;
        }
        let own = span(&row.tokens);
        title = match (title, own) {
            (Some(below), Some(own)) => Some(below.union(&own)),
            (title, own) => title.or(own),
        };
        opening = row.text();
        if named {
            break;
        }
    }
    // The end of a sentence ("… were as follows (in millions):") is no title.
    (title.filter(|_| !crate::shape::begins_lower(&opening)), said)
}

//! Owns the text by which one side is searched: the question without the other sides.

use std::ops::Range;

use citelight_text::Tokens;

use super::Split;

/// The question with one side left in it: where the first side stands, so that it is in good order.
pub(crate) fn query(tokens: &Tokens, runs: &[Range<usize>], split: &Split, side: usize) -> String {
    let name = |side: usize| &tokens.text[tokens.bytes(split.sides[side].clone())];
    let first = without_others(tokens, runs, split, 0);
    if side == 0 {
        return first;
    }
    let mut places = first.match_indices(name(0));
    match (places.next(), places.next()) {
        (Some((at, _)), None) => {
            let (before, behind) = (&first[..at], &first[at + name(0).len()..]);
            let before =
                before.strip_suffix("an ").map_or(before.to_owned(), |rest| format!("{rest}a "));
            format!("{before}{}{behind}", name(side))
        }
        _ => without_others(tokens, runs, split, side),
    }
}

/// The text of some runs without some others, its white space tidied. What hangs on a side that is
/// taken out, an article or preposition before it, a link, goes with it.
fn without_others(tokens: &Tokens, runs: &[Range<usize>], split: &Split, side: usize) -> String {
    let mut kept = vec![false; tokens.len()];
    for run in runs {
        kept[run.clone()].fill(true);
    }
    for dropped in &split.dropped {
        kept[dropped.clone()].fill(false);
    }
    for (n, other) in split.sides.iter().enumerate() {
        if n == side {
            continue;
        }
        kept[other.clone()].fill(false);
        let mut at = other.start;
        // "the impact of A and B" without A keeps "of"; "in A and in B" does not need the first "in".
        let gap = other.end..split.sides[side].start;
        let shares = gap.start < gap.end
            && gap.clone().all(|at| {
                matches!(
                    tokens.lower(at),
                    "and" | "or" | "versus" | "vs" | "," | "the" | "a" | "an"
                )
            });
        // "the quorum in A compared with B": B needs the "in" of A.
        let bare = other.end <= split.sides[side].start
            && !stands_behind_one(tokens, &kept, split.sides[side].start);
        let stays = |at: usize| bare && PLACES.contains(&tokens.lower(at));
        let article = gap.clone().any(|at| matches!(tokens.lower(at), "the" | "a" | "an"));
        while shares && article && at > 0 && matches!(tokens.lower(at - 1), "the" | "a" | "an") {
            at -= 1;
            kept[at] = false;
        }
        while at > 0
            && !shares
            && !split.sides[side].contains(&(at - 1))
            && !stays(at - 1)
            && matches!(
                tokens.lower(at - 1),
                "the"
                    | "a"
                    | "an"
                    | "of"
                    | "in"
                    | "for"
                    | "on"
                    | "from"
                    | "to"
                    | "and"
                    | "or"
                    | "than"
                    | "with"
                    | "by"
                    | "that"
                    | "those"
                    | "one"
                    | "ones"
                    | ","
                    | "("
                    | "under"
                    | "against"
                    | "-"
                    | "–"
                    | "both"
            )
        {
            at -= 1;
            kept[at] = false;
        }
        // The link behind a side that stands first.
        let next = other.end;
        if matches!(tokens.lower(next), "and" | "or" | "to" | "versus" | "vs" | "," | "-" | "–")
            && next < tokens.len()
        {
            kept[next] = false;
        }
    }
    for at in split.sides[side].clone() {
        kept[at] = true;
    }
    let mut text = String::new();
    let mut end = None;
    let mut linked = false;
    let own = &split.sides[side];
    let dropped = |at: &usize| !kept[*at] && matches!(tokens.lower(*at), "between" | "among");
    let between = (0..own.start).rev().find(dropped);
    for (at, token) in tokens.iter().filter(|(at, _)| kept[*at]) {
        // "the change in rent (between) 2021 (and 2022)"
        if between.is_some_and(|between| at > between && at <= own.start && !text.is_empty())
            && !linked
        {
            text.push_str(if tokens.lower(own.start).starts_with(|c: char| c.is_ascii_digit()) {
                " in"
            } else {
                " of"
            });
            linked = true;
        }
        let from = match end {
            Some(end) if at > 0 && kept[at - 1] => end,
            Some(_) if token.is_word => {
                text.push(' ');
                token.start
            }
            _ => token.start,
        };
        text.push_str(&tokens.text[from..token.end]);
        if token.possessive {
            text.push_str("'s");
        }
        end = Some(token.end + if token.possessive { possessive(tokens, token.end) } else { 0 });
    }
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';')).to_owned()
}

/// Prepositions that say of what, or where, something is asked.
const PLACES: [&str; 7] = ["of", "in", "for", "on", "under", "by", "at"];

/// Whether one of these stands before a token, articles skipped, and is kept.
fn stands_behind_one(tokens: &Tokens, kept: &[bool], start: usize) -> bool {
    let mut before = (0..start).rev();
    let at = before.find(|&at| !matches!(tokens.lower(at), "the" | "a" | "an"));
    at.is_some_and(|at| kept[at] && PLACES.contains(&tokens.lower(at)))
}

/// Bytes of the possessive's mark at a byte.
fn possessive(tokens: &Tokens, at: usize) -> usize {
    let rest = &tokens.text[at..];
    rest.find(['s', 'S']).map_or(0, |n| n + 1)
}

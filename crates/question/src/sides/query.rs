//! Owns the text by which one side is searched: the question without the other sides.

use std::ops::Range;

use citelight_text::Tokens;

use super::Split;
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words that stand between two sides and go with the others.
const BETWEEN: [&str; 32] = [
    "and", "or", "nor", "versus", "vs", ".", ",", ":", ";", "than", "compared", "opposed", "to",
    "with", "from", "against", "as", "the", "a", "an", "of", "in", "for", "on", "at", "by",
    "under", "out", "that", "those", "both", "(",
];
/// Words with which a side is named or asked for, at least, so that what is asked behind it may be left out.
const FEWEST_BEFORE: usize = 3;

/// The question with one side left in it: where the first side stands, so that it is in good order.
pub(crate) fn query(tokens: &Tokens, runs: &[Range<usize>], split: &Split, side: usize) -> String {
    let name = |side: usize| &tokens.text[tokens.bytes(split.sides[side].clone())];
    let first =
        in_its_place(tokens, runs, split).unwrap_or_else(|| without_others(tokens, runs, split, 0));
    if side == 0 {
        return first;
    }
    let mut places = first.match_indices(name(0));
    match (places.next(), places.next()) {
        (Some((at, _)), None) => {
            let (before, behind) = (&first[..at], &first[at + name(0).len()..]);
            let an =
                split.sides[side].start.checked_sub(1).is_some_and(|at| tokens.lower(at) == "an");
            let bare = before.strip_suffix("an ").or_else(|| before.strip_suffix("a "));
            let bare = bare.filter(|bare| bare.is_empty() || bare.ends_with(' '));
            let before = bare.map_or(before.to_owned(), |bare| {
                format!("{bare}{} ", if an { "an" } else { "a" })
            });
            let article = article_of(tokens, &split.sides[0], &split.sides[side]);
            format!("{before}{article}{}{behind}", name(side))
        }
        _ => without_others(tokens, runs, split, side),
    }
}

/// The article of a side with the space behind it, where the first side has none of its own in its place.
fn article_of<'t>(tokens: &'t Tokens, first: &Range<usize>, side: &Range<usize>) -> &'t str {
    let article = |side: &Range<usize>| {
        let at = side.start.checked_sub(1)?;
        matches!(tokens.lower(at), "the" | "a" | "an").then_some(at)
    };
    match (article(first), article(side)) {
        (None, Some(at)) => {
            &tokens.text[tokens.bytes(at..at + 1).start..tokens.bytes(side.clone()).start]
        }
        _ => "",
    }
}

/// The question with the first side for all, where nothing but small words stands between them. `None` where they
/// stand apart.
fn in_its_place(tokens: &Tokens, runs: &[Range<usize>], split: &Split) -> Option<String> {
    let [first, .., last] = split.sides.as_slice() else { return None };
    let [run] = runs.iter().filter(|run| run.contains(&first.start)).collect::<Vec<_>>()[..] else {
        return None;
    };
    let dropped = |at: usize| split.dropped.iter().any(|range| range.contains(&at));
    let small = |at: usize| dropped(at) || BETWEEN.contains(&tokens.lower(at));
    let one_by_one = split
        .sides
        .windows(2)
        .all(|pair| pair[0].end <= pair[1].start && (pair[0].end..pair[1].start).all(small));
    // What is dropped elsewhere has its own way.
    let within = |range: &Range<usize>| first.end <= range.start && range.end <= last.start;
    if !one_by_one || last.end > run.end || !split.dropped.iter().all(within) {
        return None;
    }
    let text = |range: Range<usize>| match range.is_empty() {
        true => "",
        false => &tokens.text[tokens.bytes(range)],
    };
    let before = run.start..first.end;
    let words = before.clone().filter(|at| tokens.is_word(*at)).count();
    let mut end = run.end;
    while end > last.end && !tokens.is_word(end - 1) {
        end -= 1;
    }
    // "…, and where do they stop?", "… than B does at its meetings" are asked or said besides.
    let next = (last.end..end).find(|at| !matches!(tokens.lower(*at), "," | "and" | "or"));
    let linked = next.is_some_and(|next| next > last.end);
    let besides = next.map_or("", |next| tokens.lower(next));
    let gap = first.end..split.sides[1].start;
    let than = gap.clone().any(|at| tokens.lower(at) == "than");
    let begins = |words: &[&str]| next.is_some_and(|next| tokens.reads(next, words));
    let besides_it =
        QUESTION_WORDS.contains(&besides) || begins(&["by", "how"]) || begins(&["according", "to"]);
    let asks_more = linked && besides_it || than && AUXILIARIES.contains(&besides);
    let behind = if asks_more && words >= FEWEST_BEFORE { "" } else { text(last.end..end) };
    let possessive = tokens.get(first.end - 1).is_some_and(|token| token.possessive);
    let mark = if possessive && !behind.is_empty() { "'s" } else { "" };
    // "each of the courses, A and B", "do A and B each need".
    let behind = behind.strip_prefix("each ").unwrap_or(behind);
    let gap = if behind.is_empty() || behind.starts_with([',', '?']) { "" } else { " " };
    let whole = format!("{}{mark}{gap}{behind}", text(before)).replace(" each of the ", " ");
    Some(
        whole
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '('))
            .to_owned(),
    )
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
        if between.is_some_and(|between| {
            at > between && at <= own.start && kept[..between].contains(&true)
        }) && !linked
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
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '(')).to_owned()
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

//! Owns values put together of parts that each say what they are: "42 hours (Total), 6 hours (Last
//! year)".

use citelight_core::Span;

use super::runs::Word;
use super::spans;

/// Parts of a value at most.
const MOST_PARTS: usize = 24;

/// The parts of a value with what each is of; none where the value is not made of such parts alone.
pub(super) fn parts(words: &[Word<'_>]) -> Vec<(Span, Vec<Span>)> {
    let mut parts = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let Some((part, after)) = part(rest) else { return Vec::new() };
        parts.push(part);
        rest = after;
    }
    if parts.len() < 2 || parts.len() > MOST_PARTS { Vec::new() } else { parts }
}

type Part = (Span, Vec<Span>);

/// The part that opens the words: a value, what it is of in brackets, a comma where more follows.
fn part<'w, 't>(words: &'w [Word<'t>]) -> Option<(Part, &'w [Word<'t>])> {
    let opens = words.iter().position(|word| word.text.starts_with('('))?;
    let closes = |word: &Word<'_>| word.text.trim_end_matches([',', ';', '.']).ends_with(')');
    let end = opens + words[opens..].iter().position(closes)?;
    let (value, name) = (&words[..opens], &words[opens..=end]);
    let parted = words.len() == end + 1 || words[end].text.ends_with([',', ';']);
    let single = name.iter().map(|word| word.text.matches('(').count()).sum::<usize>() == 1;
    let plain = value.iter().all(|word| !word.text.ends_with([',', ';']));
    if value.is_empty() || value.len() > 8 || !parted || !single || !plain {
        return None;
    }
    let (first, last) = (name.first()?, name.last()?);
    let trailing = last.text.len() - last.text.trim_end_matches([')', ',', ';', '.']).len();
    let name = Span::new(first.span.start + 1, last.span.end - u32::try_from(trailing).ok()?);
    Some(((name, spans(value)), &words[end + 1..]))
}

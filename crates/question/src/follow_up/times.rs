//! Owns putting one time in the place of another.

use std::ops::Range;

use citelight_core::{PeriodValue, When, YearPart};
use citelight_text::Tokens;

use super::edits::{Edits, uncapitalised};
use super::read::Read;
use super::words::PREPOSITIONS;
use crate::parts::begins;
use crate::periods::Time;

/// Phrases for the year before and the one after, and by how many years they are off.
const RELATIVE: &[(&str, i32)] = &[
    ("the year before", -1),
    ("a year before", -1),
    ("a year earlier", -1),
    ("the year earlier", -1),
    ("the previous year", -1),
    ("the prior year", -1),
    ("the previous fiscal year", -1),
    ("the prior fiscal year", -1),
    ("last year", -1),
    ("the last year", -1),
    ("the preceding year", -1),
    ("previous year", -1),
    ("prior year", -1),
    ("the year after", 1),
    ("a year later", 1),
    ("the following year", 1),
    ("the next year", 1),
];

/// The year before or after that a run names, by its tokens, and by how many years it is off.
pub(super) fn relative(tokens: &Tokens, run: Range<usize>) -> Option<(Range<usize>, i32)> {
    run.clone().find_map(|at| {
        let (phrase, off) = RELATIVE.iter().find(|(phrase, _)| begins(tokens, at, &[phrase]))?;
        let end = at + phrase.split(' ').count();
        (end <= run.end).then_some((at..end, *off))
    })
}

/// The one year of a question; `None` where it names none or several.
pub(super) fn only_year(old: &Read<'_>) -> Option<u16> {
    let mut years: Vec<u16> = old.times.iter().flat_map(|time| time.value.years()).collect();
    years.dedup();
    match years[..] {
        [year] => Some(year),
        _ => None,
    }
}

/// Puts the times of the follow-up in the place of those before. Gives whether it could.
pub(super) fn put(new: &Read<'_>, old: &Read<'_>, edits: &mut Edits) -> bool {
    let rest = new.rest();
    let times: Vec<&Time> =
        new.times.iter().filter(|time| time.tokens.start >= rest.start).collect();
    if let Some((_, off)) = relative(&new.tokens, rest) {
        let latest = old.times.iter().flat_map(|time| time.value.years()).max();
        return times.is_empty()
            && latest.is_some_and(|latest| shift(old, year(latest, off), edits));
    }
    match times[..] {
        [] => true,
        [time] => one(new, time, old, edits),
        _ if times.len() == old.times.len() => {
            times.iter().zip(&old.times).all(|(time, before)| {
                edits.swap(old.tokens.bytes(before.tokens.clone()), new.words(time.tokens.clone()))
            })
        }
        [first, .., last] => {
            let whole = Time { tokens: first.tokens.start..last.tokens.end, ..(*first).clone() };
            in_place(new, &whole, old, edits)
        }
    }
}

fn year(year: u16, off: i32) -> u16 {
    u16::try_from(i32::from(year) + off).unwrap_or(year)
}

fn one(new: &Read<'_>, time: &Time, old: &Read<'_>, edits: &mut Edits) -> bool {
    let whole_year = match time.value {
        PeriodValue::One(When { year: Some(year), part: YearPart::Whole }) => Some(year),
        _ => None,
    };
    match (&old.times[..], whole_year) {
        ([], _) => {
            edits.append(said(new, time));
            true
        }
        // "the third quarter of 2022" of another year.
        ([before], Some(year)) if !is_whole_year(before) => shift(old, year, edits),
        ([_], _) => in_place(new, time, old, edits),
        (_, Some(year)) => shift(old, year, edits),
        _ => false,
    }
}

fn is_whole_year(time: &Time) -> bool {
    matches!(time.value, PeriodValue::One(When { year: Some(_), part: YearPart::Whole }))
        || matches!(time.value, PeriodValue::Latest { .. })
}

/// Puts a time in the place of the one before; a part of a year takes the year from there.
fn in_place(new: &Read<'_>, time: &Time, old: &Read<'_>, edits: &mut Edits) -> bool {
    let [before] = &old.times[..] else { return false };
    let mut words = new.words(time.tokens.clone()).to_owned();
    if let PeriodValue::One(When { year: None, .. }) = time.value
        && let Some(year) = only_year(old)
    {
        words += &format!(" of {}{year}", if before.fiscal { "FY" } else { "" });
    }
    let the = |tokens: &Tokens, run: &Range<usize>| tokens.before(run.start) == "the";
    if the(&new.tokens, &time.tokens) && !the(&old.tokens, &before.tokens) {
        words.insert_str(0, "the ");
    }
    // "between 2018 and 2019" and "from 2018 to 2019" take other words along than "in 2018".
    let links = |run: &Range<usize>, tokens: &Tokens| {
        matches!(tokens.before(run.start), "between" | "from" | "over")
    };
    let mut run = before.tokens.clone();
    if links(&run, &old.tokens) != links(&time.tokens, &new.tokens)
        && PREPOSITIONS.contains(old.tokens.before(run.start)) | links(&run, &old.tokens)
    {
        run.start -= 1;
        words = new.words(with_preposition(&new.tokens, &time.tokens)).to_owned();
    }
    edits.swap(old.tokens.bytes(run), words)
}

/// The run with the preposition and the article before it.
fn with_preposition(tokens: &Tokens, run: &Range<usize>) -> Range<usize> {
    let mut start = run.start;
    if start > 0 && tokens.before(start) == "the" {
        start -= 1;
    }
    let before = tokens.before(start);
    if start > 0 && (PREPOSITIONS.contains(before) || matches!(before, "between" | "over")) {
        start -= 1;
    }
    start..run.end
}

/// A time with its preposition: "in 2021"; "in" where it is named alone.
fn said(new: &Read<'_>, time: &Time) -> String {
    let run = with_preposition(&new.tokens, &time.tokens);
    let words = new.words(run.clone());
    match run.start < time.tokens.start && new.tokens.lower(run.start) != "the" {
        true => uncapitalised(words),
        false => format!("in {words}"),
    }
}

/// Moves all years of the question so that the latest becomes `to`: "the change from 2021 to 2022" of
/// 2021 is the change from 2020 to 2021.
fn shift(old: &Read<'_>, to: u16, edits: &mut Edits) -> bool {
    let latest = old.times.iter().flat_map(|time| time.value.years()).max();
    let Some(latest) = latest else { return false };
    let off = i32::from(to) - i32::from(latest);
    let mut moved = false;
    for time in &old.times {
        let bytes = old.tokens.bytes(time.tokens.clone());
        let text = &old.tokens.text[bytes.clone()];
        for (at, digits) in runs_of_digits(text) {
            let is_year = |n: u16| (1900..2100).contains(&n);
            let (Some(number), before) = (digits.parse::<u16>().ok(), &text[..at]) else {
                continue;
            };
            let written = match digits.len() {
                4 if is_year(number) => year(number, off).to_string(),
                // "FY18", "FY'18", "2018-19"
                2 if is_short_year(before) => format!("{:02}", year(2000 + number, off) % 100),
                _ => continue,
            };
            let start = bytes.start + at;
            moved |= edits.swap(start..start + digits.len(), written);
        }
    }
    moved
}

fn is_short_year(before: &str) -> bool {
    let before = before.to_lowercase();
    let mark = before.trim_end_matches(['\'', '’', ' ']);
    mark.ends_with("fy") || before.ends_with(['-', '–', '/']) || before.ends_with('q')
}

fn runs_of_digits(text: &str) -> Vec<(usize, &str)> {
    let mut runs = Vec::new();
    let mut at = 0;
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        if !digits.is_empty() {
            runs.push((at, digits));
        }
        at += part.len();
    }
    runs
}

/// The text of a run of the question before without its times, where the follow-up names one itself.
pub(super) fn without_times(old: &Read<'_>, run: &Range<usize>) -> String {
    let mut text = String::new();
    let mut at = run.start;
    for time in &old.times {
        let cut = with_preposition(&old.tokens, &time.tokens);
        if cut.start >= at && cut.end <= run.end {
            text += old.words(at..cut.start);
            text.push(' ');
            at = cut.end;
        }
    }
    text += old.words(at..run.end);
    text.trim().to_owned()
}

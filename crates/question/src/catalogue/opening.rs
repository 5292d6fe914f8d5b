//! Owns what the first pages of a document tell about it, when its file's name says nothing.

use citelight_core::{PeriodValue, When, YearPart};
use citelight_text::{Token, Tokens, WordList, is_topicless};

use super::forms::{Form, form_at};
use crate::periods::times;

/// Bytes of the opening that are read.
const READ: usize = 6_000;

/// Tokens at the start among which the title stands.
const HEADING: usize = 40;

/// Words behind the name of an organisation.
const SUFFIXES: WordList = WordList::new(
    "ag co company corp corporation gmbh group holdings inc incorporated limited llc llp lp ltd nv
     plc pty sa se university",
);

/// Stock exchanges, by the first word behind a symbol.
const EXCHANGES: &[&str] = &["new", "nasdaq", "nyse", "london", "the"];

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    /// Names of organisations as words in lower case, and whether it is the one that files.
    pub(crate) organisations: Vec<(Vec<String>, bool)>,
    /// Stock symbols, in lower case.
    pub(crate) symbols: Vec<String>,
    /// Runs of capitalised words, and whether they stand where a title does.
    pub(crate) capitals: Vec<(Vec<String>, bool)>,
    /// Times that it reports on, each with its likelihood, 0 to 1.
    pub(crate) times: Vec<(When, f32)>,
    pub(crate) form: Option<&'static Form>,
    /// What it reports on where it reports on a quarter, each with its likelihood; empty where it names
    /// no day on which its period ended.
    pub(crate) quarter: Vec<(When, f32)>,
    /// Words in lower case.
    pub(crate) ordinary: Vec<String>,
}

pub(crate) fn read(text: &str) -> Opening {
    let mut end = text.len().min(READ);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let tokens = Tokens::of(&text[..end]);
    let mut opening = Opening::default();
    let runs = capital_runs(&tokens);
    for (start, end) in runs {
        let words = |from: usize, to: usize| -> Vec<String> {
            (from..to)
                .filter_map(|at| tokens.get(at))
                .filter(|token| token.is_word && !is_topicless(&token.lower))
                .map(|token| token.lower.clone())
                .collect()
        };
        let mut name_end = end;
        while name_end > start
            && (SUFFIXES.contains(tokens.lower(name_end - 1)) || !tokens.is_word(name_end - 1))
        {
            name_end -= 1;
        }
        let files = registrant_follows(&tokens, end);
        let name = words(start, name_end);
        let behind = if matches!(tokens.lower(end), "," | ".") { end + 1 } else { end };
        let organisation = name_end < end || SUFFIXES.contains(tokens.lower(behind)) || files;
        if organisation && (1..=5).contains(&name.len()) {
            opening.organisations.push((name, files));
        } else {
            opening.capitals.push((words(start, end), end < HEADING));
        }
    }
    opening.symbols = symbols(&tokens);
    let small = tokens.iter().filter(|(_, token)| token.is_word && !token.capital);
    opening.ordinary = small.map(|(_, token)| token.lower.clone()).collect();
    opening.ordinary.sort_unstable();
    opening.ordinary.dedup();
    let form = |within: usize, filing: bool| {
        (0..tokens.len().min(within))
            .filter_map(|at| Some(form_at(&tokens, at)?.0))
            .find(|form| form.filing || !filing)
    };
    // A filing's cover says what it is below the commission's name; other documents in their title.
    opening.form = form(250, true).or_else(|| form(40, false));
    let all: Vec<(When, bool, usize)> = times(&tokens)
        .into_iter()
        .filter_map(|time| match time.value {
            PeriodValue::One(when) if when.year.is_some() => {
                Some((when, time.fiscal, time.tokens.end))
            }
            _ => None,
        })
        .collect();
    opening.quarter = quarter_ended(&tokens, &all, text).unwrap_or_default();
    opening.times = reported(&tokens, &all, opening.form, text);
    opening
}

/// Runs of capitalised words on one line; "&", "-" and "of" may stand inside.
fn capital_runs(tokens: &Tokens) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = 0;
    let capital = |token: &Token| token.is_word && (token.capital || is_figure_name(&token.lower));
    while at < tokens.len() {
        if !tokens.get(at).is_some_and(capital) {
            at += 1;
            continue;
        }
        let start = at;
        let mut end = at + 1;
        loop {
            let inner = matches!(tokens.lower(end), "&" | "-" | "of");
            let next = if inner { end + 1 } else { end };
            let goes_on = tokens.get(next).is_some_and(capital)
                && !breaks_line(tokens, next)
                && end - start < 8;
            if !goes_on {
                break;
            }
            end = next + 1;
        }
        runs.push((start, end));
        at = end;
    }
    runs
}

/// "3M": a name that begins with a figure.
fn is_figure_name(lower: &str) -> bool {
    lower.len() <= 4
        && lower.starts_with(|c: char| c.is_ascii_digit())
        && lower.ends_with(|c: char| c.is_ascii_alphabetic())
}

fn breaks_line(tokens: &Tokens, at: usize) -> bool {
    match (at.checked_sub(1).and_then(|n| tokens.get(n)), tokens.get(at)) {
        (Some(last), Some(next)) => tokens.text[last.end..next.start].contains('\n'),
        _ => false,
    }
}

/// "(Exact name of registrant as specified in its charter)" stands below the name on the cover of
/// every report to the American commission for securities.
fn registrant_follows(tokens: &Tokens, end: usize) -> bool {
    (end..end + 8).any(|at| tokens.reads(at, &["exact", "name", "of"]))
}

/// "(NYSE: JNJ)", "Class B Common Stock NKE New York Stock Exchange".
fn symbols(tokens: &Tokens) -> Vec<String> {
    let mut symbols = Vec::new();
    for (at, token) in tokens.iter() {
        let raw = tokens.raw(at);
        let form = (2..=5).contains(&raw.len()) && raw.chars().all(|c| c.is_ascii_uppercase());
        if !form || is_topicless(&token.lower) {
            continue;
        }
        let behind_exchange =
            tokens.before(at) == ":" && at >= 2 && EXCHANGES.contains(&tokens.lower(at - 2));
        let next = (at + 1..at + 3).find(|&n| tokens.is_word(n)).unwrap_or(at + 1);
        let before_exchange = EXCHANGES.contains(&tokens.lower(next))
            && (next..next + 3)
                .any(|n| matches!(tokens.lower(n), "york" | "nasdaq" | "nyse" | "stock"))
            && !EXCHANGES.contains(&token.lower.as_str());
        if (behind_exchange || before_exchange) && !symbols.contains(&token.lower) {
            symbols.push(token.lower.clone());
        }
    }
    symbols
}

/// What the document reports on: the fiscal year, else the quarter, else the first day named, else
/// the first year.
fn reported(
    tokens: &Tokens,
    all: &[(When, bool, usize)],
    form: Option<&'static Form>,
    text: &str,
) -> Vec<(When, f32)> {
    let quarterly = form.is_some_and(|form| form.name == "10-Q");
    if let Some((when, _, end)) =
        all.iter().find(|(when, fiscal, _)| *fiscal && when.part == YearPart::Whole && !quarterly)
    {
        let mut found = vec![(*when, 1.0)];
        // A year that ends in January or February bears either year's number.
        let early = (end.saturating_sub(5)..*end)
            .any(|at| matches!(tokens.lower(at), "january" | "february"));
        if let Some(year) = when.year.filter(|_| early) {
            found.push((When { year: Some(year - 1), part: YearPart::Whole }, 0.8));
        }
        return found;
    }
    let first = |is: fn(YearPart) -> bool| all.iter().map(|(when, ..)| *when).find(|w| is(w.part));
    let quarter = first(|part| matches!(part, YearPart::Quarter(_)));
    let day = first(|part| matches!(part, YearPart::Day(..)));
    if quarterly {
        let first = all.iter().find(|(when, ..)| matches!(when.part, YearPart::Day(..)));
        return quarter_ended(tokens, all, text)
            .or_else(|| first.map(|(when, ..)| quarter_to(*when, text)))
            .or_else(|| quarter.map(|when| vec![(when, 0.9)]))
            .unwrap_or_default();
    }
    match (quarter, day) {
        (Some(quarter), _) => vec![(quarter, 0.9)],
        (None, Some(day)) => vec![(day, 0.8)],
        (None, None) => all.first().map(|(when, ..)| (*when, 0.5)).into_iter().collect(),
    }
}

/// What a report on a quarter says of its own time, whatever its form: nothing where it names no day on
/// which its period ended.
fn quarter_ended(
    tokens: &Tokens,
    all: &[(When, bool, usize)],
    text: &str,
) -> Option<Vec<(When, f32)>> {
    let ended = |end: usize| {
        (end.saturating_sub(8)..end).any(|at| matches!(tokens.lower(at), "ended" | "ending"))
    };
    let mut days = all.iter().filter(|(when, ..)| matches!(when.part, YearPart::Day(..)));
    days.find(|(_, _, end)| ended(*end)).map(|(day, ..)| quarter_to(*day, text))
}

/// The times of a report on the quarter to a day: the day, the quarter of the company's year, and that of
/// the calendar.
fn quarter_to(day: When, text: &str) -> Vec<(When, f32)> {
    let (Some(year), YearPart::Day(month, on)) = (day.year, day.part) else { return Vec::new() };
    let at = |year, quarter| When { year: Some(year), part: YearPart::Quarter(quarter) };
    let mut found = vec![(day, 1.0)];
    let n = quarter_of_year(text);
    // Months from the year 0 to the end of the quarter, and of the company's year; a day or two of the
    // next month still belong to the one before.
    let end = 12 * year + u16::from(month) - 1 - u16::from(on <= 7);
    let year_end = end + 3 * (4 - u16::from(n));
    let (named, early) = (year_end / 12, year_end % 12 < 2);
    let says = |year: u16| {
        let lower = text.to_lowercase();
        let ways =
            [format!("fiscal {year}"), format!("fiscal year {year}"), format!("fy{}", year % 100)];
        ways.iter().map(|way| lower.matches(way.as_str()).count()).sum::<usize>()
    };
    // A year that ends in January or February bears either year's number.
    let before = early && says(named - 1) > says(named);
    found.push((at(named - u16::from(before), n), 0.99));
    if early {
        found.push((at(named - u16::from(!before), n), 0.7));
    }
    let calendar = at(end / 12, (end % 12 / 3 + 1) as u8);
    if found.iter().all(|(when, _)| *when != calendar) {
        found.push((calendar, 0.75));
    }
    found
}

/// Which quarter of its year a report is on, by the longest stretch that it counts from the year's
/// beginning.
fn quarter_of_year(text: &str) -> u8 {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let says = |wanted: &[&str]| {
        words
            .windows(3)
            .filter(|run| {
                let unit = matches!(run[1], "months" | "month" | "weeks" | "week");
                wanted.contains(&run[0])
                    && unit
                    && matches!(run[2], "ended" | "ending" | "period" | "periods")
            })
            .count()
    };
    if says(&["nine", "9", "39", "40", "36"]) > 0 || lower.contains("thirty-nine weeks") {
        3
    } else if says(&["six", "6", "26", "24", "28"]) > 0 || lower.contains("twenty-six weeks") {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_may_end_in_the_first_days_of_january() {
        let day = When { year: Some(2022), part: YearPart::Day(1, 1) };
        let found = quarter_to(day, "for the quarterly period ended January 1, 2022");
        assert!(
            found.iter().any(|(when, _)| matches!(when.part, YearPart::Quarter(_))),
            "{found:?}"
        );
    }
}

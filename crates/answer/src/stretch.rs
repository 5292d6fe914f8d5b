//! Owns how long a stretch of time is that a question names by the day on which it ends: "the quarter ended
//! July 31, 2023", "the June 2022 quarter".

use citelight_core::{PeriodValue, Span};
use citelight_text::number_word;

/// Words between a stretch and the day on which it ends.
const ENDING: [&str; 6] = ["ended", "ending", "to", "through", "until", "till"];

/// The times of a question, those of such stretches widened to all of their words; and the months of the
/// first stretch.
pub(crate) fn stretches(
    question: &str,
    times: Vec<(Span, PeriodValue)>,
) -> (Vec<(Span, PeriodValue)>, Option<u8>) {
    let mut months = None;
    let widened = times.into_iter().map(|(span, value)| {
        let found = before(question, span).or_else(|| behind(question, span));
        let Some((wide, length)) = found else { return (span, value) };
        months = months.or(Some(length));
        (wide, value)
    });
    (widened.collect(), months)
}

/// "the second quarter ended" before a day.
fn before(question: &str, span: Span) -> Option<(Span, u8)> {
    let mut words = words(question.get(..span.start as usize)?).into_iter().rev().peekable();
    while words.next_if(|(_, word)| matches!(word.as_str(), "on" | "the" | "end" | "of")).is_some()
    {
    }
    words.next().filter(|(_, word)| ENDING.contains(&word.as_str()))?;
    let (at, unit) = words.next()?;
    let count = words.peek().and_then(|(_, word)| number_of(word));
    let months = months_of(&unit, count)?;
    let mut start = at;
    let part = |word: &str| {
        number_of(word).is_some()
            || matches!(word, "first" | "second" | "third" | "fourth" | "fiscal" | "the" | "full")
    };
    while let Some((at, _)) = words.next_if(|(_, word)| part(word)) {
        start = at;
    }
    Some((Span::new(u32::try_from(start).ok()?, span.end), months))
}

/// "quarter" behind a month or a day.
fn behind(question: &str, span: Span) -> Option<(Span, u8)> {
    let rest = question.get(span.end as usize..)?;
    let (at, unit) = words(rest).into_iter().next().filter(|(at, _)| *at <= 1)?;
    let months = (unit == "quarter").then_some(3)?;
    let end = span.end as usize + at + unit.len();
    Some((Span::new(span.start, u32::try_from(end).ok()?), months))
}

fn number_of(word: &str) -> Option<u8> {
    number_word(word).or_else(|| word.parse().ok())
}

/// The months that a unit of time covers, so many of it.
fn months_of(unit: &str, count: Option<u8>) -> Option<u8> {
    match (unit, count) {
        ("quarter", _) => Some(3),
        ("half", _) => Some(6),
        ("year", _) => Some(12),
        ("months", Some(count @ (3 | 6 | 9 | 12))) => Some(count),
        ("weeks", Some(12..=14)) => Some(3),
        ("weeks", Some(24..=28)) => Some(6),
        ("weeks", Some(36..=40)) => Some(9),
        ("weeks", Some(52 | 53)) => Some(12),
        _ => None,
    }
}

/// Words in lower case, each with where it begins.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(char::is_alphanumeric).map(|at| rest + at) {
        let end = text[start..].find(|c: char| !c.is_alphanumeric());
        let end = end.map_or(text.len(), |at| start + at);
        words.push((start, text[start..end].to_lowercase()));
        rest = end;
    }
    words
}

#[cfg(test)]
mod tests {
    use citelight_core::{When, YearPart};

    use super::*;

    #[test]
    fn a_stretch_is_told_with_the_day_on_which_it_ends() {
        let when = When { year: Some(2023), part: YearPart::Month(7) };
        for (question, time, wide, months) in [
            (
                "Margin in the quarter ended July 2023?",
                "July 2023",
                "the quarter ended July 2023",
                Some(3),
            ),
            (
                "Sales for the six months ended on July 2023",
                "July 2023",
                "the six months ended on July 2023",
                Some(6),
            ),
            (
                "Sales in the 13 weeks to July 2023",
                "July 2023",
                "the 13 weeks to July 2023",
                Some(3),
            ),
            (
                "Sales in the three months to the end of July 2023",
                "July 2023",
                "the three months to the end of July 2023",
                Some(3),
            ),
            ("The July 2023 quarter's sales", "July 2023", "July 2023 quarter", Some(3)),
            ("Sales in July 2023", "July 2023", "July 2023", None),
            ("From May to July 2023", "July 2023", "July 2023", None),
        ] {
            let start = u32::try_from(question.find(time).unwrap()).unwrap();
            let span = Span::new(start, start + u32::try_from(time.len()).unwrap());
            let (found, length) = stretches(question, vec![(span, PeriodValue::One(when))]);
            assert_eq!((&question[found[0].0.range()], length), (wide, months), "{question}");
        }
    }
}

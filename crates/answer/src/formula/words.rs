//! Owns the words of formulas: what ties times and names, what says a comparison, what only fills.

use citelight_core::{PeriodValue, When, YearPart};
use citelight_text::number_word;

use super::Ambient;
use crate::expression::{Expr, binary};
use crate::label::Key;
use crate::tokens::Token;

/// Words around the name of a line that do not change which line is meant.
const FILLERS: &str = "
    unadjusted reported annual year-end yearend amount amounts value quantity level company
    company's overall approximate approximately roughly total end year fiscal gaap full-year
    full exact figure number balance sheet rate ratio plainly directly outlined clearly shown
    stated explicitly usd dollars million millions billion billions units percent percents %
    was were is are did have has had do does much many be being it its their there pay out
    spend spent report record recorded generate generated earn earned make made own owned hold
    incur incurred held during over at as of for in the a an on by from with and to this that
    which what whole within per statement statements line item items using only terms both
    between through until you me please give tell primarily our combined positive negative
    healthy based data ended ending net respective times how
";

/// Whether a word says that one time is compared with another.
pub(super) fn is_change(word: &str) -> bool {
    let words = [
        "change",
        "changed",
        "growth",
        "grow",
        "grew",
        "increase",
        "increased",
        "decrease",
        "decreased",
        "difference",
        "decline",
        "declined",
        "rise",
        "drop",
    ];
    words.contains(&word)
}

pub(crate) fn is_filler(word: &str) -> bool {
    let mut fillers = FILLERS.split_whitespace();
    fillers.any(|filler| filler == word || Key::of(filler).words() == [word.to_owned()])
}

/// Whether a word beside the name of a line only says that money comes or goes: "What did research cost?"
pub(super) fn is_verb(word: &str) -> bool {
    let verbs = "bring brought cost costs get got money owe owed owes sit sitting take took worth";
    verbs.split(' ').any(|verb| verb == word)
}

/// A raw name without the words at its ends that name nothing.
pub(super) fn strip(phrase: &Key) -> String {
    let words = phrase.words();
    let first = words.iter().position(|word| !is_filler(word) || word == "total" || word == "net");
    let last = words.iter().rposition(|word| !is_filler(word));
    match (first, last) {
        (Some(first), Some(last)) if first <= last => words[first..=last].join(" "),
        _ => String::new(),
    }
}

pub(super) fn key(all: &[Token]) -> Key {
    let words = all.iter().map(|token| match token {
        Token::Number(number) => number.to_string(),
        _ => token.word().to_owned(),
    });
    Key::of(&words.collect::<Vec<_>>().join(" "))
}

pub(super) fn whole(year: u16) -> When {
    When { year: Some(year), part: YearPart::Whole }
}

/// The same a year before.
pub(super) fn earlier(expr: &Expr) -> Expr {
    let both = |a: &Expr, b: &Expr| (Box::new(earlier(a)), Box::new(earlier(b)));
    match expr {
        Expr::Number(number) => Expr::Number(*number),
        Expr::Line(line) => {
            let mut line = line.clone();
            match &mut line.when {
                Some(when) => when.year = when.year.map(|year| year.saturating_sub(1)),
                None => line.back += 1,
            }
            Expr::Line(line)
        }
        Expr::Binary(op, a, b) => binary(*op, earlier(a), earlier(b)),
        Expr::Mean(all) => Expr::Mean(all.iter().map(earlier).collect()),
        Expr::Sum(all) => Expr::Sum(all.iter().map(earlier).collect()),
        Expr::Growth(a, b) => {
            let (a, b) = both(a, b);
            Expr::Growth(a, b)
        }
        Expr::YearlyGrowth(a, b, years) => {
            let (a, b) = both(a, b);
            Expr::YearlyGrowth(a, b, *years)
        }
        Expr::Share(inner) => Expr::Share(Box::new(earlier(inner))),
    }
}

/// "3 year", "3-year", "three years": how many years, and how many tokens say it.
pub(super) fn counted_years(all: &[Token], at: usize) -> (u8, usize) {
    let count = |word: &str| {
        let named = number_word(word).filter(|number| (2..=10).contains(number));
        named.or_else(|| word.parse().ok()).unwrap_or(0)
    };
    let unit = |at: usize| matches!(all.get(at).map_or("", Token::word), "year" | "years" | "yr");
    match all.get(at) {
        Some(Token::Number(number)) if unit(at + 1) => (count(&number.to_string()), 2),
        Some(Token::Word(word)) => match word.split_once('-') {
            Some((number, "year" | "yr")) if count(number) > 1 => (count(number), 1),
            _ if unit(at + 1) && count(word) > 1 => (count(word), 2),
            _ => (0, 0),
        },
        _ => (0, 0),
    }
}

/// The years of a period, rising; of one year the last `count` that end with it.
pub(super) fn years_of(period: PeriodValue, count: u8) -> Option<Vec<u16>> {
    match period {
        PeriodValue::Range(..) => {
            let years = period.years();
            (2..=20).contains(&years.len()).then_some(years)
        }
        PeriodValue::One(when) => {
            let last = when.year?;
            (count > 1).then(|| (last + 1 - u16::from(count)..=last).collect())
        }
        PeriodValue::Latest { .. } => None,
    }
}

/// The later and the earlier end of what a change is taken over; no earlier end for one year.
pub(super) fn two_ends(ambient: Ambient) -> Option<(Ambient, Ambient)> {
    match ambient {
        Some(PeriodValue::Range(from, to)) => {
            let (old, new) = if from.year <= to.year { (from, to) } else { (to, from) };
            Some((Some(PeriodValue::One(new)), Some(PeriodValue::One(old))))
        }
        Some(PeriodValue::Latest { count, .. }) if count > 1 => None,
        one => Some((one, None)),
    }
}

/// Tokens without times and the small words that tie them, and the times.
pub(super) fn without_times(all: &[Token]) -> (Vec<Token>, Vec<PeriodValue>) {
    let mut rest: Vec<Token> = Vec::with_capacity(all.len());
    let mut times = Vec::new();
    for token in all {
        if let Token::Time(value) = token {
            times.push(*value);
            let ties = [
                "in", "for", "of", "from", "between", "at", "during", "end", "the", "and", "to",
                "as", "over", "year", "fiscal", "year-end", "through", "since",
            ];
            while rest.last().is_some_and(|last| ties.contains(&last.word())) && rest.len() > 1 {
                rest.pop();
            }
        } else {
            rest.push(token.clone());
        }
    }
    times.dedup();
    (rest, times)
}

pub(super) type Parts = (std::ops::Range<usize>, std::ops::Range<usize>);

/// The two sides of "S as a % of T".
pub(super) fn share_of(words: &[&str]) -> Option<Parts> {
    let at = words.iter().position(|word| {
        matches!(*word, "%" | "percent" | "percentage" | "share" | "proportion" | "fraction")
    })?;
    if words.get(at + 1) != Some(&"of") {
        return None;
    }
    let mut left = at;
    while left > 0 && matches!(words[left - 1], "a" | "as" | "the") {
        left -= 1;
    }
    (left > 0 && at + 2 < words.len()).then_some((0..left, at + 2..words.len()))
}

/// The two sides of "ratio of S to T" and "S to T ratio".
pub(super) fn ratio_of(words: &[&str]) -> Option<Parts> {
    let ratio = words.iter().position(|word| *word == "ratio")?;
    let to = words.iter().position(|word| *word == "to")?;
    if words.get(ratio + 1) == Some(&"of") && to > ratio + 2 {
        return (to + 1 < words.len()).then_some((ratio + 2..to, to + 1..words.len()));
    }
    (to > 0 && to + 1 < ratio).then_some((0..to, to + 1..ratio))
}

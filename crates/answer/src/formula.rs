//! Owns the grammar of formulas, as questions and data files write them: signs, brackets, and the
//! words for generic operations ("average", "change in", "as a % of", "3 year average", "CAGR").

use citelight_core::{PeriodValue, When, YearPart};

use crate::expression::{Expr, Line, Op, binary};
use crate::label::Key;
use crate::measures::Measures;
use crate::tokens::{Token, tokens};

/// Most levels of brackets and of measures made of measures.
const DEEPEST: u32 = 12;

/// Words around the name of a line that do not change which line is meant.
const FILLERS: &[&str] = &[
    "unadjusted",
    "reported",
    "annual",
    "year-end",
    "yearend",
    "amount",
    "amounts",
    "value",
    "quantity",
    "level",
    "company",
    "company's",
    "overall",
    "approximate",
    "approximately",
    "roughly",
    "total",
    "end",
    "year",
    "fiscal",
    "gaap",
    "full-year",
    "full",
    "exact",
    "figure",
    "number",
    "balance",
    "sheet",
    "rate",
    "ratio",
    "plainly",
    "directly",
    "outlined",
    "clearly",
    "shown",
    "stated",
    "explicitly",
    "usd",
    "dollars",
    "million",
    "millions",
    "billion",
    "billions",
    "units",
    "percent",
    "percents",
    "%",
    "was",
    "were",
    "is",
    "are",
    "did",
    "have",
    "has",
    "had",
    "do",
    "does",
    "much",
    "many",
    "be",
    "being",
    "it",
    "its",
    "their",
    "there",
    "pay",
    "out",
    "spend",
    "spent",
    "report",
    "record",
    "recorded",
    "generate",
    "generated",
    "earn",
    "earned",
    "make",
    "made",
    "own",
    "owned",
    "hold",
    "incur",
    "incurred",
    "held",
    "during",
    "over",
    "at",
    "as",
    "of",
    "for",
    "in",
    "the",
    "a",
    "an",
    "on",
    "by",
    "from",
    "with",
    "and",
    "to",
    "this",
    "that",
    "which",
    "what",
    "whole",
    "within",
    "per",
    "statement",
    "statements",
    "line",
    "item",
    "items",
    "using",
    "only",
    "terms",
    "both",
    "between",
    "through",
    "until",
    "you",
    "me",
    "please",
    "give",
    "tell",
    "primarily",
    "our",
    "combined",
    "positive",
    "negative",
    "healthy",
    "based",
    "data",
    "its",
    "ended",
    "ending",
    "net",
    "respective",
    "times",
    "how",
];

/// Reads formulas against what is known.
#[derive(Clone, Copy)]
pub(crate) struct Grammar<'a> {
    pub(crate) measures: &'a Measures,
    /// What the question itself defines, by name.
    pub(crate) defined: &'a [Definition],
    /// The statement that the question names, where it names one only.
    pub(crate) statement: Option<usize>,
    /// Whether the question asks for percents, so that a change is a growth.
    pub(crate) percent: bool,
    /// What is made of a line that is asked for over several years.
    pub(crate) over: Option<Over>,
    pub(crate) depth: u32,
}

/// What is made of several years.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    Sum,
    Mean,
}

/// A formula that a question gives.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) name: Key,
    pub(crate) body: Vec<Token>,
}

/// The time that a formula is taken at where it names none itself.
pub(crate) type Ambient = Option<PeriodValue>;

impl Grammar<'_> {
    /// A formula of a data file.
    pub(crate) fn read(&self, formula: &str, ambient: Ambient) -> Option<Expr> {
        self.parse(&tokens(formula, &[], &[]), ambient)
    }

    /// A whole formula. `None` where it cannot be read.
    pub(crate) fn parse(&self, all: &[Token], ambient: Ambient) -> Option<Expr> {
        if self.depth > DEEPEST {
            return None;
        }
        // What is taken over several years is taken of the whole formula.
        if let Some(expr) = self.over_years(all, ambient) {
            return expr;
        }
        let mut parser = Parser { grammar: self, all, at: 0, ambient, depth: 0 };
        let expr = parser.sum()?;
        (parser.at == all.len()).then_some(expr)
    }

    fn deeper(&self) -> Self {
        Grammar { depth: self.depth + 1, ..*self }
    }

    /// "3 year average of …", "… CAGR", "two-year total …" over everything that is written.
    fn over_years(&self, all: &[Token], ambient: Ambient) -> Option<Option<Expr>> {
        let word = |at: usize| all.get(at).map_or("", Token::word);
        let grows = |token: &Token| matches!(token.word(), "cagr" | "compound" | "compounded");
        let years = if all.iter().any(grows) { 0 } else { all.len() };
        for at in 0..years {
            let (count, len) = counted_years(all, at);
            let next = word(at + len);
            let mean = matches!(next, "average" | "avg" | "mean");
            let total = matches!(next, "total" | "sum" | "cumulative");
            if len == 0 || !(mean || total) {
                continue;
            }
            let mut rest = all.to_vec();
            let mut end = at + len + 1;
            if matches!(word(end), "of" | "for") {
                end += 1;
            }
            rest.drain(at..end);
            let (rest, own) = without_times(&rest);
            let years = years_of(own.first().copied().or(ambient)?, count)?;
            let each: Option<Vec<Expr>> = years
                .into_iter()
                .map(|year| self.deeper().parse(&rest, Some(PeriodValue::One(whole(year)))))
                .collect();
            return Some(each.map(if mean { Expr::Mean } else { Expr::Sum }));
        }
        let cagr = (0..all.len()).find_map(|at| match word(at) {
            "cagr" => Some(at..at + 1),
            "compound" | "compounded" => {
                let end = (at + 1..all.len().min(at + 5))
                    .find(|&n| matches!(word(n), "rate" | "growth"))?;
                let end = if word(end + 1) == "rate" { end + 1 } else { end };
                Some(at..end + 1)
            }
            _ => None,
        })?;
        let mut rest = all.to_vec();
        rest.drain(cagr);
        let mut count = None;
        for at in 0..rest.len() {
            let (years, len) = counted_years(&rest, at);
            if len > 0 {
                count = Some(years);
                rest.drain(at..at + len);
                break;
            }
        }
        let (rest, own) = without_times(&rest);
        let period = own.first().copied().or(ambient)?;
        let (first, last) = match period {
            PeriodValue::Range(from, to) => (from.year?.min(to.year?), from.year?.max(to.year?)),
            PeriodValue::One(when) => (when.year?.checked_sub(u16::from(count?))?, when.year?),
            PeriodValue::Latest { .. } => return Some(None),
        };
        let at = |year| self.deeper().parse(&rest, Some(PeriodValue::One(whole(year))));
        let both = at(last).zip(at(first));
        Some(both.map(|(new, old)| Expr::YearlyGrowth(Box::new(new), Box::new(old), last - first)))
    }

    /// A phrase without signs: an operation in words, a defined name, a measure, or a line.
    fn phrase(&self, all: &[Token], ambient: Ambient) -> Option<Expr> {
        if self.depth > DEEPEST {
            return None;
        }
        let (rest, own) = without_times(all);
        let ambient = match own.as_slice() {
            [] => ambient,
            [one] => Some(*one),
            [PeriodValue::One(first), .., PeriodValue::One(last)] => {
                Some(PeriodValue::Range(*first, *last))
            }
            [first, ..] => Some(*first),
        };
        let words: Vec<&str> = rest.iter().map(Token::word).collect();
        let deeper = self.deeper();
        if let Some((op, from, at)) = self.pair(&rest) {
            return Some(binary(
                op,
                deeper.phrase(&rest[from..at], ambient)?,
                deeper.phrase(&rest[at + 1..], ambient)?,
            ));
        }
        let known = self.measures.named(&key(&rest));
        let inside_name = |word: &str| {
            known.as_ref().is_some_and(|(measure, range)| {
                self.measures.measures[*measure].asked.iter().any(|name| {
                    name.words().len() == range.len() && name.words().iter().any(|own| own == word)
                })
            })
        };
        // "S as a % of T"
        if let Some((left, right)) = share_of(&words) {
            let period = |part: &[Token]| deeper.phrase(part, ambient);
            let ratio = binary(Op::Over, period(&rest[left])?, period(&rest[right])?);
            return Some(Expr::Share(Box::new(ratio)));
        }
        if let Some((left, right)) = ratio_of(&words)
            && known.as_ref().is_none_or(|(_, range)| range.len() < 2)
        {
            return Some(binary(
                Op::Over,
                deeper.phrase(&rest[left], ambient)?,
                deeper.phrase(&rest[right], ambient)?,
            ));
        }
        if let Some(word) = words.iter().find(|word| is_change(word))
            && !inside_name(word)
            && words.iter().any(|word| self.measures.knows(&Key::of(word).words().join("")))
        {
            let growth = words.iter().any(|word| {
                matches!(
                    *word,
                    "growth"
                        | "grow"
                        | "grew"
                        | "%"
                        | "percent"
                        | "percentage"
                        | "percents"
                        | "percentual"
                )
            });
            let drop = [
                "year-over-year",
                "year-on-year",
                "yoy",
                "%",
                "percent",
                "percentage",
                "percents",
                "percentual",
                "annual",
            ];
            let kept: Vec<Token> = rest
                .iter()
                .enumerate()
                .filter(|(at, token)| {
                    // "growth rate" is the growth; "effective tax rate" is a line.
                    let of_change = token.word() == "rate" && *at > 0 && is_change(words[at - 1]);
                    !is_change(token.word()) && !drop.contains(&token.word()) && !of_change
                })
                .map(|(_, token)| token.clone())
                .collect();
            let (new, old) = two_ends(ambient)?;
            let new = deeper.phrase(&kept, new)?;
            let old = match old {
                Some(old) => deeper.phrase(&kept, Some(old))?,
                None => earlier(&deeper.phrase(&kept, ambient)?),
            };
            return Some(if growth || self.percent && !new.is_share() {
                Expr::Growth(Box::new(new), Box::new(old))
            } else {
                binary(Op::Minus, new, old)
            });
        }
        if words.iter().any(|word| matches!(*word, "average" | "avg" | "mean"))
            && !inside_name("average")
        {
            let kept: Vec<Token> = rest
                .iter()
                .filter(|token| !matches!(token.word(), "average" | "avg" | "mean"))
                .cloned()
                .collect();
            if let Some(period @ PeriodValue::Range(..)) = ambient {
                let each = years_of(period, 0)?.into_iter();
                let each: Option<Vec<Expr>> = each
                    .map(|year| deeper.phrase(&kept, Some(PeriodValue::One(whole(year)))))
                    .collect();
                return Some(Expr::Mean(each?));
            }
            let now = deeper.phrase(&kept, ambient)?;
            let before = earlier(&now);
            return Some(Expr::Mean(vec![before, now]));
        }
        if words.first() == Some(&"prior") {
            return Some(earlier(&deeper.phrase(&rest[1..], ambient)?));
        }
        self.line(&rest, ambient)
    }

    /// "sum of A and B", "difference between A and B", "A and B combined", where A and B are lines by
    /// themselves: the operation, where A begins, and the place of the "and".
    fn pair(&self, all: &[Token]) -> Option<(Op, usize, usize)> {
        let word = |at: usize| all.get(at).map_or("", Token::word);
        let at =
            (0..all.len()).find(|&at| matches!(word(at), "sum" | "difference" | "combined"))?;
        let op = if word(at) == "difference" { Op::Minus } else { Op::Plus };
        let from = if word(at) == "combined" { 0 } else { at + 1 };
        let lone = |part: &[Token]| {
            let name = key(part);
            let known = self.measures.named(&name).is_some_and(|(_, range)| {
                let left = name.words().iter().enumerate().filter(|(at, _)| !range.contains(at));
                left.into_iter().all(|(_, word)| is_filler(word) || word == "combined")
            });
            known && !part.is_empty()
        };
        let and = (from + 1..all.len())
            .find(|&at| word(at) == "and" && lone(&all[from..at]) && lone(&all[at + 1..]))?;
        Some((op, from, and))
    }

    /// A name without an operation.
    fn line(&self, all: &[Token], ambient: Ambient) -> Option<Expr> {
        if let (Some(period @ PeriodValue::Range(..)), Some(over)) = (ambient, self.over) {
            let each = years_of(period, 0)?.into_iter();
            let each: Option<Vec<Expr>> =
                each.map(|year| self.line(all, Some(PeriodValue::One(whole(year))))).collect();
            return each.map(|each| match over {
                Over::Sum => Expr::Sum(each),
                Over::Mean => Expr::Mean(each),
            });
        }
        let when = match ambient {
            None | Some(PeriodValue::Latest { count: 1, .. }) => None,
            Some(PeriodValue::One(when)) => Some(when),
            Some(_) => return None,
        };
        let mut phrase = key(all);
        if phrase.is_empty() {
            return None;
        }
        let meant = self.measures.named(&phrase).map(|(measure, _)| measure);
        for definition in self.defined {
            // "ROA" defines what is asked for as "return on assets", where both name one measure.
            let same = |name: &Key| {
                let named = self
                    .measures
                    .named(name)
                    .filter(|(_, range)| range.len() == name.words().len());
                meant.is_some() && named.map(|(measure, _)| measure) == meant
            };
            let named = definition.name == phrase
                || phrase.find(&definition.name).is_some()
                || same(&definition.name);
            if named && !definition.name.is_empty() {
                let others: Vec<Definition> =
                    self.defined.iter().filter(|d| d.name != definition.name).cloned().collect();
                let inner = Grammar { defined: &others, depth: self.depth + 1, ..*self };
                return inner.parse(&definition.body, ambient);
            }
        }
        // "depreciation and amortization from the cash flow statement"
        let mut statement = None;
        if let Some((found, range)) = self.measures.statement_named(&phrase)
            && range.len() < phrase.words().len()
        {
            statement = Some(found);
            phrase.0.drain(range);
        }
        let raw = strip(&phrase);
        let named = self.measures.named(&phrase).filter(|(_, range)| {
            let left = phrase.words().iter().enumerate().filter(|(at, _)| !range.contains(at));
            left.into_iter().all(|(_, word)| is_filler(word))
        });
        let measure = named.map(|(measure, _)| measure);
        if measure.is_none() && raw.is_empty() {
            return None;
        }
        let said = all
            .iter()
            .map(Token::word)
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        let phrase = match measure {
            Some(measure) => self.measures.measures[measure].name.clone(),
            None => raw,
        };
        let line = Line {
            phrase: if phrase.is_empty() { said } else { phrase },
            measure,
            statement: statement.or(self.statement),
            when,
            back: 0,
        };
        let share = measure.is_some_and(|measure| self.measures.measures[measure].percent);
        let line = Expr::Line(line);
        Some(if share { Expr::Share(Box::new(line)) } else { line })
    }
}

/// Whether a word says that one time is compared with another.
fn is_change(word: &str) -> bool {
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

fn is_filler(word: &str) -> bool {
    FILLERS.iter().any(|filler| *filler == word || Key::of(filler).words() == [word.to_owned()])
}

/// A raw name without the words at its ends that name nothing.
fn strip(phrase: &Key) -> String {
    let words = phrase.words();
    let first = words.iter().position(|word| !is_filler(word) || word == "total" || word == "net");
    let last = words.iter().rposition(|word| !is_filler(word));
    match (first, last) {
        (Some(first), Some(last)) if first <= last => words[first..=last].join(" "),
        _ => String::new(),
    }
}

fn key(all: &[Token]) -> Key {
    let words = all.iter().map(|token| match token {
        Token::Number(number) => number.to_string(),
        _ => token.word().to_owned(),
    });
    Key::of(&words.collect::<Vec<_>>().join(" "))
}

fn whole(year: u16) -> When {
    When { year: Some(year), part: YearPart::Whole }
}

/// The same a year before.
pub(crate) fn earlier(expr: &Expr) -> Expr {
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
fn counted_years(all: &[Token], at: usize) -> (u8, usize) {
    let count = |word: &str| {
        let named = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let place = named.iter().position(|name| *name == word);
        place.and_then(|at| u8::try_from(at + 2).ok()).or_else(|| word.parse().ok()).unwrap_or(0)
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
fn years_of(period: PeriodValue, count: u8) -> Option<Vec<u16>> {
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
fn two_ends(ambient: Ambient) -> Option<(Ambient, Ambient)> {
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
fn without_times(all: &[Token]) -> (Vec<Token>, Vec<PeriodValue>) {
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

type Parts = (std::ops::Range<usize>, std::ops::Range<usize>);

/// The two sides of "S as a % of T".
fn share_of(words: &[&str]) -> Option<Parts> {
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
fn ratio_of(words: &[&str]) -> Option<Parts> {
    let ratio = words.iter().position(|word| *word == "ratio")?;
    let to = words.iter().position(|word| *word == "to")?;
    if words.get(ratio + 1) == Some(&"of") && to > ratio + 2 {
        return (to + 1 < words.len()).then_some((ratio + 2..to, to + 1..words.len()));
    }
    (to > 0 && to + 1 < ratio).then_some((0..to, to + 1..ratio))
}

/// A descent over signs and brackets.
struct Parser<'g, 'a> {
    grammar: &'g Grammar<'a>,
    all: &'g [Token],
    at: usize,
    ambient: Ambient,
    depth: u32,
}

impl Parser<'_, '_> {
    /// The operation that stands at the cursor, in signs or words, and its length.
    fn op(&self, at: usize) -> Option<(Op, usize)> {
        let word = |at: usize| self.all.get(at).map_or("", Token::word);
        match self.all.get(at)? {
            Token::Op('+') => Some((Op::Plus, 1)),
            Token::Op('-') => Some((Op::Minus, 1)),
            Token::Op('*') => Some((Op::Times, 1)),
            Token::Op('/') => Some((Op::Over, 1)),
            Token::Word(own) => match own.as_str() {
                "plus" => Some((Op::Plus, 1)),
                "minus" => Some((Op::Minus, 1)),
                // "property, less accumulated depreciation" is a name.
                "less" if word(at + 1) != "than" => Some((Op::Minus, 1)),
                "divided" if word(at + 1) == "by" => Some((Op::Over, 2)),
                "multiplied" if word(at + 1) == "by" => Some((Op::Times, 2)),
                _ => None,
            },
            _ => None,
        }
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut left = self.product()?;
        while let Some((op @ (Op::Plus | Op::Minus), len)) = self.op(self.at) {
            self.at += len;
            left = binary(op, left, self.product()?);
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Expr> {
        let mut left = self.atom()?;
        while let Some((op @ (Op::Times | Op::Over), len)) = self.op(self.at) {
            self.at += len;
            left = binary(op, left, self.atom()?);
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Expr> {
        match self.all.get(self.at)? {
            Token::Open => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return None;
                }
                self.at += 1;
                let inner = self.sum()?;
                self.close()?;
                self.depth -= 1;
                Some(inner)
            }
            Token::Number(number)
                if self.all.get(self.at + 1).is_none_or(|next| !matches!(next, Token::Word(_))) =>
            {
                self.at += 1;
                Some(Expr::Number(*number))
            }
            _ => {
                let mut words = Vec::new();
                while let Some(token) = self.all.get(self.at) {
                    match token {
                        Token::Word(_) if self.op(self.at).is_some() && !words.is_empty() => break,
                        Token::Word(_) | Token::Time(_) | Token::Number(_) => {
                            words.push(token.clone())
                        }
                        Token::Stop(',') => {}
                        // Words in brackets behind words say the same again.
                        Token::Open if !words.is_empty() => {
                            self.skip_brackets();
                            continue;
                        }
                        _ => break,
                    }
                    self.at += 1;
                }
                if words.is_empty() {
                    return None;
                }
                self.grammar.phrase(&words, self.ambient)
            }
        }
    }

    fn close(&mut self) -> Option<()> {
        while matches!(self.all.get(self.at), Some(Token::Stop(_))) {
            self.at += 1;
        }
        matches!(self.all.get(self.at), Some(Token::Close)).then(|| self.at += 1)
    }

    fn skip_brackets(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.all.get(self.at) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }
}

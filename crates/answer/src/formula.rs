//! Owns the grammar of formulas, as questions and data files write them: signs, brackets, and the
//! words for generic operations ("average", "change in", "as a % of", "3 year average", "CAGR").

mod parser;
mod words;

use citelight_core::PeriodValue;

use crate::expression::{Expr, Line, Op, binary};
use crate::label::Key;
use crate::measures::Measures;
use crate::tokens::{Token, tokens};
use parser::Parser;
pub(crate) use words::is_filler;
use words::{
    counted_years, earlier, is_change, is_verb, key, ratio_of, share_of, strip, two_ends, whole,
    without_times, years_of,
};

/// Most levels of brackets and of measures made of measures.
const DEEPEST: u32 = 12;

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

impl<'a> Grammar<'a> {
    /// The grammar of formulas in data files, about which no question says anything.
    pub(crate) fn of(measures: &'a Measures) -> Self {
        let (defined, statement, over) = (&[], None, None);
        Grammar { measures, defined, statement, percent: false, over, depth: 0 }
    }
}

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
        if let Some(to) = self.over_other(&rest) {
            return Some(binary(
                Op::Over,
                deeper.phrase(&rest[..to], ambient)?,
                deeper.phrase(&rest[to + 1..], ambient)?,
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
        let and = (from + 1..all.len()).find(|&at| {
            word(at) == "and" && self.is_line(&all[from..at]) && self.is_line(&all[at + 1..])
        })?;
        Some((op, from, and))
    }

    /// "A to B", where A and B are lines by themselves and no line bears the whole as its name: the
    /// place of the "to".
    fn over_other(&self, all: &[Token]) -> Option<usize> {
        let to = all.iter().position(|token| token.word() == "to")?;
        let plain = |part: &[Token]| -> Vec<Token> {
            let mean = |token: &&Token| !matches!(token.word(), "average" | "avg" | "mean");
            part.iter().filter(mean).cloned().collect()
        };
        let (upper, lower) = (plain(&all[..to]), plain(&all[to + 1..]));
        (self.is_line(&upper) && self.is_line(&lower) && !self.is_line(all)).then_some(to)
    }

    /// Whether tokens say the name of a line and nothing else that counts.
    fn is_line(&self, part: &[Token]) -> bool {
        let name = key(part);
        let alone = |range: std::ops::Range<usize>| {
            let mut left = name.words().iter().enumerate().filter(|(at, _)| !range.contains(at));
            left.all(|(_, word)| is_filler(word) || word == "combined")
        };
        let defined = self.defined.iter().any(|definition| {
            let at = name.find(&definition.name);
            at.is_some_and(|at| alone(at..at + definition.name.words().len()))
        });
        defined || self.measures.named(&name).is_some_and(|(_, range)| alone(range))
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
            left.into_iter().all(|(_, word)| is_filler(word) || is_verb(word))
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

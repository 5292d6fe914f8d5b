//! Owns the calculation: each line becomes a cell, the tree becomes a value, exactly; what is missing,
//! ambiguous or impossible is said.

use citelight_core::{PeriodValue, When, YearPart};
use rust_decimal::{Decimal, MathematicalOps};
use thiserror::Error;

use crate::choose::{Choice, DocumentTables, Place, choose};
use crate::expression::{Expr, Line, Op};
use crate::formula::Grammar;
use crate::measures::Measures;

/// Why nothing was calculated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No cell bears the name at that time.
    #[error("“{name}” for {time} was found in no table")]
    Missing {
        /// The operand.
        name: String,
        /// Its time, as shown.
        time: String,
    },
    /// Two cells do, with different figures.
    #[error("“{name}” for {time} is ambiguous: “{first}” or “{second}”")]
    Ambiguous {
        /// The operand.
        name: String,
        /// Its time, as shown.
        time: String,
        /// One figure with its label.
        first: String,
        /// The other.
        second: String,
    },
    /// The divisor is zero.
    #[error("the divisor, {0}, is zero")]
    ZeroDivisor(String),
    /// An amount and a share, or an amount and an amount per share, are added.
    #[error("{0} and {1} do not count the same")]
    Units(String, String),
    /// The figures are too large, or the growth of a negative amount is asked for.
    #[error("{0} cannot be calculated")]
    Impossible(String),
}

/// What a value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// A bare number of the formula: goes with everything.
    Number,
    /// Money or things.
    Amount,
    /// An amount per share.
    PerShare,
    /// A ratio; 0.05 is five percent.
    Ratio,
}

/// A cell that a formula takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The measure's name, or the question's words.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Its time.
    pub when: When,
    /// Its exact value, units applied; a share in percent as a ratio.
    pub value: Decimal,
    /// How well the cell fits; see [`Choice::Cell`].
    pub score: f32,
}

/// What was calculated.
#[derive(Debug, Clone, PartialEq)]
pub struct Calculated {
    /// The exact result.
    pub value: Decimal,
    /// What it counts.
    pub counts: Counts,
    /// The formula in words: "revenue 2019 / …".
    pub formula: String,
    /// Its cells, in the order of the formula, each once.
    pub operands: Vec<Operand>,
}

/// Calculates a tree on the tables of a document. `near` and `months` as in [`choose`].
pub fn calculate(
    expr: &Expr,
    tables: &DocumentTables,
    measures: &Measures,
    near: &[u32],
    months: Option<u8>,
) -> Result<Calculated, Refusal> {
    let mut run = Run { tables, measures, near, months, operands: Vec::new() };
    let value = run.value(expr, 0)?;
    Ok(Calculated {
        value: value.amount,
        counts: value.counts,
        formula: value.shown,
        operands: run.operands,
    })
}

/// "FY2019", "Q2 2023", "the latest year".
pub fn shown_time(when: Option<When>) -> String {
    let Some(when) = when else { return "the latest year".into() };
    let year = when.year.map(|year| year.to_string()).unwrap_or_default();
    match when.part {
        YearPart::Whole => year,
        YearPart::Half(n) => format!("H{n} {year}"),
        YearPart::Quarter(n) => format!("Q{n} {year}"),
        YearPart::Month(month) => format!("{year}-{month:02}"),
        YearPart::Day(month, day) => format!("{year}-{month:02}-{day:02}"),
    }
}

struct Run<'a> {
    tables: &'a DocumentTables,
    measures: &'a Measures,
    near: &'a [u32],
    months: Option<u8>,
    operands: Vec<Operand>,
}

struct Value {
    amount: Decimal,
    counts: Counts,
    shown: String,
    /// Whether brackets are needed where it is multiplied or divided.
    loose: bool,
}

/// Most levels of measures made of measures.
const DEEPEST: u32 = 12;

impl Run<'_> {
    fn value(&mut self, expr: &Expr, depth: u32) -> Result<Value, Refusal> {
        match expr {
            Expr::Number(number) => Ok(Value {
                amount: *number,
                counts: Counts::Number,
                shown: number.normalize().to_string(),
                loose: false,
            }),
            Expr::Line(line) => self.line(line, depth),
            Expr::Share(inner) => self.value(inner, depth),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(a, depth)?, self.value(b, depth)?);
                binary(*op, &a, &b)
            }
            Expr::Mean(all) => {
                let values = self.all(all, depth)?;
                let count = Decimal::from(values.len().max(1) as u64);
                let sum = total(&values)?;
                Ok(Value { amount: sum.amount / count, shown: list("average", &values), ..sum })
            }
            Expr::Sum(all) => {
                let values = self.all(all, depth)?;
                Ok(Value { shown: list("sum", &values), ..total(&values)? })
            }
            Expr::Growth(new, old) => {
                let (new, old) = (self.value(new, depth)?, self.value(old, depth)?);
                let ratio = binary(Op::Over, &new, &old)?;
                if old.amount < Decimal::ZERO {
                    return Err(Refusal::Impossible(format!(
                        "growth from {}, which is negative,",
                        old.shown
                    )));
                }
                Ok(Value {
                    amount: ratio.amount - Decimal::ONE,
                    counts: Counts::Ratio,
                    shown: format!("{} − 1", ratio.shown),
                    loose: true,
                })
            }
            Expr::YearlyGrowth(new, old, years) => {
                let (new, old) = (self.value(new, depth)?, self.value(old, depth)?);
                let ratio = binary(Op::Over, &new, &old)?;
                let impossible =
                    || Refusal::Impossible(format!("yearly growth of {}", ratio.shown));
                if ratio.amount <= Decimal::ZERO || *years == 0 {
                    return Err(impossible());
                }
                let root = Decimal::ONE / Decimal::from(*years);
                let grown = ratio.amount.checked_powd(root).ok_or_else(impossible)?;
                Ok(Value {
                    amount: grown - Decimal::ONE,
                    counts: Counts::Ratio,
                    shown: format!("({})^(1/{years}) − 1", ratio.shown),
                    loose: true,
                })
            }
        }
    }

    fn all(&mut self, all: &[Expr], depth: u32) -> Result<Vec<Value>, Refusal> {
        all.iter().map(|one| self.value(one, depth)).collect()
    }

    fn line(&mut self, line: &Line, depth: u32) -> Result<Value, Refusal> {
        let measure = line.measure.map(|at| &self.measures.measures[at]);
        let when = self.tables.time_of(line);
        let by_cell = measure.is_none_or(|measure| !measure.rows.is_empty());
        let choice =
            by_cell.then(|| choose(self.tables, line, self.measures, self.near, self.months));
        let formulas = match measure {
            Some(measure) if depth < DEEPEST => measure.formulas.as_slice(),
            _ => &[],
        };
        let certain = |place: Place| {
            let statement = measure.and_then(|measure| measure.statement);
            statement.is_none() || self.tables.is_statement(place, statement)
        };
        // Where a line stands outside its statement only, it may be another company's or a part's;
        // what is made of the statement's own lines is better.
        match choice {
            Some(Choice::Cell(place, score)) if formulas.is_empty() || certain(place) => {
                return Ok(self.cell(line, place, score));
            }
            // What is ambiguous is not made up of other lines: those would only hide it.
            Some(Choice::Ambiguous(first, second)) if formulas.is_empty() || certain(first) => {
                return Err(self.ambiguous(line, first, second));
            }
            _ => {}
        }
        let grammar = Grammar::of(self.measures);
        let mut refusal = None;
        for formula in formulas {
            let Some(expr) = grammar.read(formula, when.map(PeriodValue::One)) else { continue };
            let before = self.operands.len();
            match self.value(&expr, depth + 1) {
                Ok(value) => return Ok(value),
                Err(why) => {
                    self.operands.truncate(before);
                    // The first way is the usual one; what it lacks is what is said.
                    refusal.get_or_insert(why);
                }
            }
        }
        match choice {
            Some(Choice::Cell(place, score)) => Ok(self.cell(line, place, score)),
            Some(Choice::Ambiguous(first, second)) => Err(self.ambiguous(line, first, second)),
            _ => Err(refusal
                .unwrap_or(Refusal::Missing { name: line.phrase.clone(), time: shown_time(when) })),
        }
    }

    fn ambiguous(&self, line: &Line, first: Place, second: Place) -> Refusal {
        let shown = |place: Place| {
            let (sheet, row, cell) = place.of(self.tables);
            format!("{}: {} (page {})", row.label, cell.text, sheet.page.get())
        };
        Refusal::Ambiguous {
            name: line.phrase.clone(),
            time: shown_time(self.tables.time_of(line)),
            first: shown(first),
            second: shown(second),
        }
    }

    fn cell(&mut self, line: &Line, place: Place, score: f32) -> Value {
        let (sheet, row, cell) = place.of(self.tables);
        let measure = line.measure.map(|at| &self.measures.measures[at]);
        let percent = sheet.is_percent(row, cell);
        let mut amount = sheet.value(row, cell);
        if percent {
            amount /= Decimal::ONE_HUNDRED;
        }
        if measure.is_some_and(|measure| measure.magnitude) {
            amount = amount.abs();
        }
        let counts = if percent {
            Counts::Ratio
        } else if crate::sheet::is_per_share(row) {
            Counts::PerShare
        } else {
            Counts::Amount
        };
        let when = self.tables.time_of(line).unwrap_or(When { year: None, part: YearPart::Whole });
        let shown = format!("{} {}", line.phrase, shown_time(Some(when)));
        if !self.operands.iter().any(|operand| operand.place == place) {
            let name = line.phrase.clone();
            self.operands.push(Operand { name, place, when, value: amount, score });
        }
        Value { amount, counts, shown, loose: false }
    }
}

fn bracketed(value: &Value) -> String {
    if value.loose { format!("({})", value.shown) } else { value.shown.clone() }
}

fn list(name: &str, values: &[Value]) -> String {
    let all: Vec<&str> = values.iter().map(|value| value.shown.as_str()).collect();
    format!("{name}({})", all.join(", "))
}

/// What two values count that are added.
fn alike(a: &Value, b: &Value) -> Result<Counts, Refusal> {
    match (a.counts, b.counts) {
        (Counts::Number, other) | (other, Counts::Number) => Ok(other),
        (one, other) if one == other => Ok(one),
        _ => Err(Refusal::Units(a.shown.clone(), b.shown.clone())),
    }
}

fn total(values: &[Value]) -> Result<Value, Refusal> {
    let mut sum =
        Value { amount: Decimal::ZERO, counts: Counts::Number, shown: String::new(), loose: false };
    for value in values {
        sum.counts = alike(&sum, value)?;
        sum.amount = sum
            .amount
            .checked_add(value.amount)
            .ok_or_else(|| Refusal::Impossible(value.shown.clone()))?;
        sum.shown = value.shown.clone();
    }
    Ok(sum)
}

fn binary(op: Op, a: &Value, b: &Value) -> Result<Value, Refusal> {
    let (amount, counts) = match op {
        Op::Plus => (a.amount.checked_add(b.amount), alike(a, b)?),
        Op::Minus => (a.amount.checked_sub(b.amount), alike(a, b)?),
        Op::Times => {
            let counts = match (a.counts, b.counts) {
                (Counts::Number, other) | (other, Counts::Number) => other,
                (Counts::Ratio, other) | (other, Counts::Ratio) => other,
                _ => return Err(Refusal::Units(a.shown.clone(), b.shown.clone())),
            };
            (a.amount.checked_mul(b.amount), counts)
        }
        Op::Over => {
            if b.amount.is_zero() {
                return Err(Refusal::ZeroDivisor(b.shown.clone()));
            }
            let counts = match (a.counts, b.counts) {
                (Counts::Number, Counts::Number) => Counts::Number,
                (a, Counts::Number) => a,
                (a, Counts::Ratio) => a,
                _ => Counts::Ratio,
            };
            (a.amount.checked_div(b.amount), counts)
        }
    };
    let shown = match op {
        Op::Plus | Op::Minus if op == Op::Plus || !b.loose => {
            format!("{} {} {}", a.shown, op.sign(), b.shown)
        }
        Op::Over if b.shown.contains(" / ") || b.shown.contains(" × ") => {
            format!("{} {} ({})", bracketed(a), op.sign(), b.shown)
        }
        _ if op == Op::Minus => format!("{} {} {}", a.shown, op.sign(), bracketed(b)),
        _ => format!("{} {} {}", bracketed(a), op.sign(), bracketed(b)),
    };
    let amount = amount.ok_or_else(|| Refusal::Impossible(shown.clone()))?;
    Ok(Value { amount, counts, shown, loose: matches!(op, Op::Plus | Op::Minus) })
}

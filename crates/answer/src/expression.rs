//! Owns what is to be calculated: a tree of generic operations over lines of statements.

use citelight_core::When;
use rust_decimal::Decimal;

/// A line that is asked for at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The words that name it, as the question or formula says.
    pub phrase: String,
    /// The measure that they name, as an index into [`crate::Measures::measures`].
    pub measure: Option<usize>,
    /// The statement in which it is to be looked for, as an index into
    /// [`crate::Measures::statements`], where the question names one.
    pub statement: Option<usize>,
    /// The time; `None` for the latest.
    pub when: Option<When>,
    /// How many years before that time: 1 for "the prior year".
    pub back: u16,
}

/// An operation of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// +
    Plus,
    /// −
    Minus,
    /// ×
    Times,
    /// ÷
    Over,
}

impl Op {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Plus => "+",
            Op::Minus => "−",
            Op::Times => "×",
            Op::Over => "/",
        }
    }
}

/// What is to be calculated.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A number of the formula itself.
    Number(Decimal),
    /// A line, or a measure that is made of lines.
    Line(Line),
    /// Two sides.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// The mean of several.
    Mean(Vec<Expr>),
    /// The sum of several.
    Sum(Vec<Expr>),
    /// New over old, less one.
    Growth(Box<Expr>, Box<Expr>),
    /// The yearly growth over so many years: (new / old)^(1 / years) − 1.
    YearlyGrowth(Box<Expr>, Box<Expr>, u16),
    /// A share, said in percent.
    Share(Box<Expr>),
}

impl Expr {
    /// Whether its result is by nature said in percent.
    pub(crate) fn is_share(&self) -> bool {
        match self {
            Expr::Growth(..) | Expr::YearlyGrowth(..) | Expr::Share(_) => true,
            Expr::Mean(all) => all.iter().all(Expr::is_share),
            Expr::Binary(Op::Plus | Op::Minus, a, b) => a.is_share() && b.is_share(),
            _ => false,
        }
    }

    /// Whether it is one line and no calculation.
    pub fn as_line(&self) -> Option<&Line> {
        match self {
            Expr::Line(line) => Some(line),
            _ => None,
        }
    }
}

/// Two sides in one.
pub(crate) fn binary(op: Op, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

//! Owns the signs and brackets of a formula: a descent over sums, products and atoms.

use super::{Ambient, DEEPEST, Grammar};
use crate::expression::{Expr, Op, binary};
use crate::tokens::Token;

/// A descent over signs and brackets.
pub(super) struct Parser<'g, 'a> {
    pub(super) grammar: &'g Grammar<'a>,
    pub(super) all: &'g [Token],
    pub(super) at: usize,
    pub(super) ambient: Ambient,
    pub(super) depth: u32,
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

    pub(super) fn sum(&mut self) -> Option<Expr> {
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

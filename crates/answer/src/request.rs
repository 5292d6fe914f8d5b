//! Owns what a question asks to be read or calculated, and how the result is to be written.

use citelight_core::{Interpretation, PeriodValue, QuestionKind, Span, UnitKind};
use citelight_text::scale_word;

use crate::definition::{aside, definition};
use crate::expression::Expr;
use crate::formula::{Grammar, Over};
use crate::label::Key;
use crate::measures::Measures;
use crate::names::{bare, names};
use crate::stretch::stretches;
use crate::tokens::{Token, tokens};

/// A figure that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What is asked for, in the question's words.
    pub subject: String,
    /// How it is made; a single line where nothing is calculated.
    pub expr: Expr,
    /// Whether the result is to be said in percent.
    pub percent: bool,
    /// Decimals that are asked for.
    pub decimals: Option<u32>,
    /// The power of ten in which amounts are to be said: 6 for "in USD millions".
    pub power: Option<u32>,
    /// How many months its time covers, where the question says so beside the day on which they end.
    pub months: Option<u8>,
    /// Whether the question itself gives the formula.
    pub defined: bool,
    /// Companies, people and documents that the question names.
    pub names: Vec<String>,
    /// Whether every name in it is known from data or from the question, none only by its words.
    pub known: bool,
}

/// Reads a question. `files`: names of the files that it is likely to be put to; they mostly hold the
/// name of a company, which a question may write small. `None` where it asks for no figure that could be
/// found or made.
pub fn read(
    question: &str,
    asked: &Interpretation,
    measures: &Measures,
    files: &[&str],
) -> Option<Request> {
    reading(question, asked, measures, files, false)
}

/// `comparing`: whether words that compare count for nothing, and what is left is the subject.
fn reading(
    question: &str,
    asked: &Interpretation,
    measures: &Measures,
    files: &[&str],
    comparing: bool,
) -> Option<Request> {
    let times: Vec<(Span, PeriodValue)> = asked
        .periods
        .iter()
        .flat_map(|period| period.found.spans.iter().map(|span| (*span, period.value)))
        .collect();
    let (times, months) = stretches(question, times);
    let names = names(question, measures, &times, files);
    let documents = asked.documents.iter().flat_map(|named| &named.found.spans);
    let documents = documents.filter(|span| {
        let words = Key::of(question.get(span.range()).unwrap_or_default());
        !words.words().iter().any(|word| measures.knows(word))
    });
    let left_out: Vec<Span> = names.iter().chain(documents).copied().collect();
    let all = tokens(question, &times, &left_out);
    let sentences: Vec<&[Token]> = all
        .split(|token| matches!(token, Token::Stop('.' | '?' | '!')))
        .filter(|sentence| !sentence.is_empty())
        .collect();
    let mut definitions = Vec::new();
    let mut rest = Vec::new();
    for sentence in sentences {
        match aside(sentence) {
            Some((subject, found)) => {
                definitions.extend(found);
                rest.push(subject);
            }
            None => match definition(sentence) {
                Some(found) => definitions.push(found),
                None => rest.push(sentence),
            },
        }
    }
    let whole = Key::of(&all.iter().map(Token::word).collect::<Vec<_>>().join(" "));
    let mut statements: Vec<usize> = Vec::new();
    let mut left = whole;
    while let Some((statement, range)) = measures.statement_named(&left) {
        left.0.drain(range);
        if !statements.contains(&statement) {
            statements.push(statement);
        }
    }
    let grammar = Grammar {
        measures,
        defined: &definitions,
        statement: (statements.len() == 1).then(|| statements[0]),
        percent: asked.units.iter().any(|unit| unit.unit == "%"),
        over: all.windows(3).find_map(over),
        depth: 0,
    };
    // A time that the question names elsewhere counts where the subject names none.
    let ambient = match asked.periods.as_slice() {
        [one] => Some(one.value),
        [] => None,
        _ => asked.periods.first().map(|period| period.value),
    };
    let uncompared: Vec<Token> = rest
        .concat()
        .into_iter()
        .filter(|token| !is_comparing(token.word()) && !matches!(token, Token::Stop(_)))
        .collect();
    let mut subjects: Vec<&[Token]> = match comparing {
        true => vec![&uncompared],
        false => rest.iter().filter_map(|sentence| subject(sentence)).collect(),
    };
    // "net sales second quarter 2023" names what is sought and nothing else.
    if let ([one], true) = (rest.as_slice(), subjects.is_empty())
        && !one.iter().any(|token| is_asking(token.word()))
    {
        subjects.push(one);
    }
    let mut read: Vec<(Expr, String)> = subjects
        .iter()
        .filter_map(|subject| {
            let expr = grammar.parse(&trimmed(subject), ambient)?;
            Some((expr, said(subject)))
        })
        .collect();
    read.retain(|(expr, _)| holds_line(expr));
    let best = read.iter().position(|(expr, _)| is_known(expr)).unwrap_or(0);
    if read.is_empty() {
        return None;
    }
    let (expr, subject) = read.swap_remove(best);
    let scale = asked.units.iter().find(|unit| unit.kind == UnitKind::Scale);
    Some(Request {
        percent: grammar.percent || expr.is_share(),
        decimals: asked.decimals,
        months,
        power: scale.and_then(|unit| scale_word(&unit.unit)),
        defined: !definitions.is_empty() && expr.as_line().is_none(),
        names: names.iter().filter_map(|span| question.get(span.range())).map(bare).collect(),
        known: is_known(&expr),
        expr,
        subject,
    })
}

/// Reads one side of a comparison: as [`read`], or, where its words compare ("How much higher was the revenue
/// …?"), the line that is named beside them.
pub fn read_side(
    question: &str,
    asked: &Interpretation,
    measures: &Measures,
    files: &[&str],
) -> Option<Request> {
    let known = |request: &Request| request.known || request.defined;
    let plain = read(question, asked, measures, files);
    if plain.as_ref().is_some_and(known) {
        return plain;
    }
    reading(question, asked, measures, files, true).or(plain)
}

/// Whether a figure answers a question of this kind: one that asks for a number, or another that asks
/// what something is and names a calculation, or a known line and a time.
pub fn wants_figure(asked: &Interpretation, request: &Request) -> bool {
    let calculation = request.defined || request.known && request.expr.as_line().is_none();
    match asked.kind {
        QuestionKind::Number => true,
        QuestionKind::Fact | QuestionKind::Comparison if calculation => true,
        QuestionKind::Fact | QuestionKind::List => request.known && !asked.periods.is_empty(),
        _ => false,
    }
}

/// The lines in a tree, in its order.
pub(crate) fn lines<'e>(expr: &'e Expr, into: &mut Vec<&'e crate::expression::Line>) {
    match expr {
        Expr::Number(_) => {}
        Expr::Line(line) => into.push(line),
        Expr::Binary(_, a, b) | Expr::Growth(a, b) | Expr::YearlyGrowth(a, b, _) => {
            lines(a, into);
            lines(b, into);
        }
        Expr::Mean(all) | Expr::Sum(all) => all.iter().for_each(|one| lines(one, into)),
        Expr::Share(inner) => lines(inner, into),
    }
}

fn holds_line(expr: &Expr) -> bool {
    let mut all = Vec::new();
    lines(expr, &mut all);
    !all.is_empty()
}

fn is_known(expr: &Expr) -> bool {
    let mut all = Vec::new();
    lines(expr, &mut all);
    all.iter().all(|line| line.measure.is_some())
}

/// "three year total", "3-year average", wherever it stands.
fn over(tokens: &[Token]) -> Option<Over> {
    let year = |token: &Token| matches!(token.word(), "year" | "years");
    let counted = year(&tokens[1]) || tokens[1].word().ends_with("-year");
    match tokens[2].word() {
        "total" | "sum" | "cumulative" if counted => Some(Over::Sum),
        "average" | "mean" if counted => Some(Over::Mean),
        _ => None,
    }
}

/// What a sentence asks for: what follows "what is", "how much", "calculate".
pub(crate) fn subject(sentence: &[Token]) -> Option<&[Token]> {
    let word = |at: usize| sentence.get(at).map_or("", Token::word);
    let mut start = None;
    for at in 0..sentence.len() {
        match word(at) {
            "what" | "what's" | "whats" => {
                let mut next = at + 1;
                while matches!(
                    word(next),
                    "is" | "was" | "are" | "were" | "will" | "would" | "be" | "the"
                ) {
                    next += 1;
                }
                start = Some(next);
                break;
            }
            "how" if matches!(word(at + 1), "much" | "many") => {
                start = Some(at + 2);
                break;
            }
            "calculate" | "compute" | "determine" | "find" | "give" if start.is_none() => {
                start = Some(at + 1);
            }
            _ => {}
        }
    }
    let start = start?;
    let ends = |at: &usize| {
        let tail = |words: &[&str]| words.iter().enumerate().all(|(n, w)| word(at + n) == *w);
        [
            &["based", "on"][..],
            &["according", "to"],
            &["as", "shown"],
            &["as", "reported"],
            &["using"],
            &["when"],
            &["by", "relying"],
            &["by", "using"],
            &["if"],
            &["because"],
            &["where"],
            &["given"],
            &["while"],
            &["basing"],
        ]
        .iter()
        .any(|words| tail(words))
            || matches!(sentence[*at], Token::Stop(':' | ';'))
            || matches!(sentence[*at], Token::Stop(','))
                && (is_wish(word(at + 1)) || matches!(word(at + 1), "in" | "and" | "as" | "by"))
                && (matches!(
                    word(at + 2),
                    "round"
                        | "usd"
                        | "millions"
                        | "billions"
                        | "please"
                        | "answer"
                        | "reported"
                        | "per"
                ) || !matches!(word(at + 1), "and" | "as" | "in"))
    };
    let end = (start..sentence.len()).find(ends).unwrap_or(sentence.len());
    (end > start).then(|| &sentence[start..end])
}

/// Whether a word only sets one thing against another, or says how much it moved.
fn is_comparing(word: &str) -> bool {
    let words = "compare compared compares comparing comparison same corresponding higher lower bigger \
                 biggest smaller larger more most less least greater better worse high low above below go \
                 goes went gone up down rise rises rose risen fall falls fell fallen grow grows grew grown \
                 change changes changed move moves moved increase increased decrease decreased drop \
                 dropped shrink shrinks shrank shrunk exceed exceeds exceeded than versus vs against or quarter quarters period develop \
                 developed set aside put each bank company firm group business by so after before";
    words.split_whitespace().any(|comparing| comparing == word)
}

/// Whether a word makes a sentence of what else would be a few words typed into a search box.
fn is_asking(word: &str) -> bool {
    let words = "who whose when where why which how is are was were do does did can could should has have \
                 will would if vs versus compared than";
    words.split_whitespace().any(|asking| asking == word)
}

/// Whether a word behind a comma begins a wish for how the answer is written.
pub(crate) fn is_wish(word: &str) -> bool {
    matches!(word, "round" | "answer" | "please" | "give" | "express" | "state")
}

/// A subject without brackets that only say units or another name, and without marks at its ends.
fn trimmed(subject: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(subject.len());
    let mut at = 0;
    while at < subject.len() {
        if subject[at] == Token::Open {
            let close = closing(subject, at);
            let inner = &subject[at + 1..close.min(subject.len())];
            let unit = |token: &Token| {
                matches!(
                    token.word(),
                    "usd"
                        | "million"
                        | "millions"
                        | "billion"
                        | "billions"
                        | "%"
                        | "percent"
                        | "percents"
                        | "thousands"
                )
            };
            let sum = inner.iter().any(|token| matches!(token, Token::Op(_)));
            if !sum && (inner.iter().any(unit) || kept.is_empty()) {
                at = close + 1;
                continue;
            }
        }
        kept.push(subject[at].clone());
        at += 1;
    }
    while matches!(kept.last(), Some(Token::Stop(_) | Token::Op(_))) {
        kept.pop();
    }
    while matches!(kept.first(), Some(Token::Stop(_) | Token::Op(_))) {
        kept.remove(0);
    }
    kept
}

fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

fn said(subject: &[Token]) -> String {
    let words = subject.iter().map(|token| match token {
        Token::Number(number) => number.to_string(),
        Token::Op(sign) => sign.to_string(),
        _ => token.word().to_owned(),
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

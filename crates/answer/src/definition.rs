//! Owns how a question gives its own formulas.

use crate::formula::{Definition, is_filler};
use crate::label::Key;
use crate::request::{is_wish, subject};
use crate::tokens::Token;

/// "X is defined as: …", "Define X as …", "X is calculated as …", "X = …".
pub(crate) fn definition(sentence: &[Token]) -> Option<Definition> {
    let word = |at: usize| sentence.get(at).map_or("", Token::word);
    let at = (0..sentence.len()).find(|&at| {
        let says = matches!(word(at), "defined" | "calculated" | "computed" | "measured")
            && word(at + 1) == "as";
        says || sentence[at] == Token::Op('=')
    });
    let define = (0..sentence.len()).find(|&at| word(at) == "define");
    let (name, body) = match (define, at) {
        (Some(start), _) => {
            let link = (start + 1..sentence.len()).find(|&at| word(at) == "as")?;
            (start + 1..link, link + 1)
        }
        (None, Some(at)) if sentence[at] == Token::Op('=') => (0..at, at + 1),
        (None, Some(at)) => {
            let end = (0..at).rfind(|&n| matches!(word(n), "is" | "are" | "be"))?;
            (0..end, at + 2)
        }
        // "The quick ratio is (cash + receivables) / liabilities."
        (None, None) => {
            let asks =
                |token: &Token| matches!(token.word(), "what" | "how" | "which" | "does" | "did");
            let is = (1..sentence.len()).find(|&at| matches!(word(at), "is" | "are" | "equals"))?;
            let made =
                sentence[is..].iter().any(|token| matches!(token, Token::Op('/' | '*' | '+')));
            if !made || sentence.iter().any(asks) {
                return None;
            }
            (0..is, is + 1)
        }
    };
    let mut body: Vec<Token> = sentence.get(body..)?.to_vec();
    while matches!(body.first(), Some(Token::Stop(_)) | Some(Token::Op('='))) {
        body.remove(0);
    }
    let bracket = sentence[name.clone()].iter().position(|token| *token == Token::Open);
    let name = &sentence[name.start..bracket.map_or(name.end, |at| name.start + at)];
    let first =
        name.iter().rposition(|token| matches!(token, Token::Stop(_))).map_or(0, |at| at + 1);
    let name = Key::of(&name[first..].iter().map(Token::word).collect::<Vec<_>>().join(" "));
    (!body.is_empty() && !name.is_empty()).then_some(Definition { name, body })
}

/// A question that gives formulas beside what it asks: "What is X, defined as A less B?", "What is X,
/// taking X as A plus B, and Y as C?". What it asks, and the formulas.
pub(crate) fn aside(sentence: &[Token]) -> Option<(&[Token], Vec<Definition>)> {
    let word = |at: usize| sentence.get(at).map_or("", Token::word);
    let begins = |at: usize| {
        let takes = matches!(word(at), "taking" | "treating" | "considering");
        let says = matches!(word(at), "defined" | "calculated" | "computed" | "measured");
        let comma = at.checked_sub(1).is_some_and(|before| sentence[before] == Token::Stop(','));
        takes || says && comma && word(at + 1) == "as"
    };
    let at = (1..sentence.len()).find(|at| begins(*at))?;
    let asked = &sentence[..at];
    let what = subject(asked)?;
    if matches!(word(at), "defined" | "calculated" | "computed" | "measured") {
        let name = name_of(what);
        let body = without_wishes(&sentence[at + 2..]).to_vec();
        return (!name.is_empty() && !body.is_empty())
            .then(|| (asked, vec![Definition { name, body }]));
    }
    let mut found = Vec::new();
    let mut rest = without_wishes(&sentence[at + 1..]);
    while let Some(link) = rest.iter().position(|token| token.word() == "as") {
        let body = &rest[link + 1..];
        // ", and Y as …" begins another one.
        let next = (0..body.len()).find(|&n| {
            body[n] == Token::Stop(',')
                && body.get(n + 1).is_some_and(|token| token.word() == "and")
                && body[n + 2..].iter().any(|token| token.word() == "as")
        });
        let name = name_of(&rest[..link]);
        let body = body[..next.unwrap_or(body.len())].to_vec();
        if name.is_empty() || body.is_empty() {
            return None;
        }
        found.push(Definition { name, body });
        rest = next.map_or(&[], |n| &rest[link + 1 + n + 2..]);
    }
    (!found.is_empty()).then_some((asked, found))
}

/// The name of what tokens say, without the times in it.
fn name_of(tokens: &[Token]) -> Key {
    let said = tokens.iter().filter(|token| !matches!(token, Token::Time(_)));
    let mut words: Vec<&str> = said.map(Token::word).collect();
    while words.last().is_some_and(|last| is_filler(last)) {
        words.pop();
    }
    Key::of(&words.join(" "))
}

/// A formula without the wishes behind it: ", round to two decimal places".
fn without_wishes(tokens: &[Token]) -> &[Token] {
    let wish = |at: &usize| {
        tokens[*at] == Token::Stop(',')
            && tokens.get(at + 1).is_some_and(|next| is_wish(next.word()))
    };
    &tokens[..(0..tokens.len()).find(wish).unwrap_or(tokens.len())]
}

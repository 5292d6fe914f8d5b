//! Owns what kinds of documents there are, by the words that say so.

use citelight_text::Tokens;

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    /// Its one name.
    pub(crate) name: &'static str,
    /// Phrases that say it, cut as a question is.
    says: &'static [&'static str],
    /// Whether it is a report that a company files under its name.
    pub(crate) filing: bool,
    /// Whether the word alone means the document. Others do so only behind "the" or the like: a
    /// "vacation policy" is a rule, "the policy" a document.
    clear: bool,
}

const fn form(
    name: &'static str,
    says: &'static [&'static str],
    filing: bool,
    clear: bool,
) -> Form {
    Form { name, says, filing, clear }
}

/// Longer phrases stand before shorter ones that they hold.
pub(crate) const FORMS: &[Form] = &[
    form("10-K", &["10k", "10 - k", "annual report", "annualreport"], true, true),
    form("10-Q", &["10q", "10 - q", "quarterly report", "quarterlyreport"], true, true),
    form("8-K", &["8k", "8 - k", "current report"], true, true),
    form("20-F", &["20f", "20 - f"], true, true),
    form("proxy statement", &["proxy statement", "def 14a"], true, true),
    form(
        "earnings release",
        &["earnings release", "earnings report", "earnings call", "press release"],
        true,
        true,
    ),
    form("prospectus", &["prospectus"], false, true),
    form("handbook", &["handbook"], false, true),
    form("rider", &["rider", "riders"], false, true),
    form("addendum", &["addendum"], false, true),
    form("amendment", &["amendment"], false, false),
    form("endorsement", &["endorsement"], false, false),
    form("lease", &["lease", "lease agreement", "rental agreement"], false, false),
    form("nda", &["nda", "non - disclosure agreement", "nondisclosure agreement"], false, false),
    form("contract", &["contract"], false, false),
    form("agreement", &["agreement"], false, false),
    form("policy", &["policy"], false, false),
    form("booklet", &["booklet", "brochure"], false, true),
    form("manual", &["manual"], false, false),
    form("guide", &["guide", "guidebook"], false, false),
    form("library", &["library"], false, false),
    form("plan", &["plan"], false, false),
    form("invoice", &["invoice"], false, false),
    form("statute", &["statute", "bylaws"], false, false),
    form("minutes", &["minutes"], false, false),
];

/// Words before a form by which it means a document.
const POINTERS: &[&str] =
    &["the", "this", "our", "my", "your", "both", "and", "or", "versus", "vs"];

/// The form that begins at a token, and how many tokens say it.
pub(crate) fn form_at(tokens: &Tokens, at: usize) -> Option<(&'static Form, usize)> {
    let mut best: Option<(&Form, usize)> = None;
    let first = tokens.lower(at).bytes().next();
    for form in FORMS {
        // Most words begin no phrase, and this is asked of every word of every document's beginning.
        for phrase in form.says.iter().filter(|phrase| phrase.bytes().next() == first) {
            let mut words = phrase.split(' ').enumerate();
            if words.all(|(n, word)| tokens.lower(at + n) == word) {
                let length = phrase.split(' ').count();
                if best.is_none_or(|(_, longest)| length > longest) {
                    best = Some((form, length));
                }
            }
        }
    }
    best
}

/// Whether a form that begins at a token means a document there.
pub(crate) fn points(tokens: &Tokens, at: usize, form: &Form) -> bool {
    let capital = tokens.get(at).is_some_and(|token| token.capital) && !tokens.opens(at);
    form.clear || capital || POINTERS.contains(&tokens.before(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_in_many_ways() {
        for (text, expected) in [
            ("10-K", Some(("10-K", 3))),
            ("10K", Some(("10-K", 1))),
            ("annual report", Some(("10-K", 2))),
            ("rider", Some(("rider", 1))),
            ("non-disclosure agreement", Some(("nda", 4))),
            ("revenue", None),
        ] {
            let tokens = Tokens::of(text);
            assert_eq!(form_at(&tokens, 0).map(|(form, n)| (form.name, n)), expected, "{text}");
        }
    }

    #[test]
    fn a_rule_is_no_document() {
        let tokens = Tokens::of("What is the vacation policy under the policy?");
        let at: Vec<bool> = (0..tokens.len())
            .filter_map(|at| Some((at, form_at(&tokens, at)?.0)))
            .map(|(at, form)| points(&tokens, at, form))
            .collect();
        assert_eq!(at, [false, true]);
    }
}

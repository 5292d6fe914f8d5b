//! What is shown without being the answer: what fits the question nearly as well, and where nothing answers what
//! comes nearest.

use citelight_core::Citation;
use citelight_text::squashed;

use super::asker::Asker;
use super::cite::Cited;
use super::compose::{Composed, Findings};
use super::makers::add_line;
use super::read::{RankedSentence, Reading};
use crate::error::Result;

/// By how much, in log-odds, something else may be worse and still leave a doubt. On 1,208 questions of exams that
/// documents answer, the first choice was right for 182 of 441 that had a second one so near, and for 640 of
/// the other 767.
const NEARLY_AS_GOOD: f32 = 1.3;
/// How likely it must be that what was read answers for its best to be shown where nothing is answered. Of questions
/// of exams that documents answer it then held the answer for 39 of 73, and where that is less likely for 24 of 88.
const LEAST_NEAR: f32 = 0.3;
/// More words are not shown behind an answer.
const MOST_WORDS: usize = 110;
/// What is said then.
const DOUBT: &str =
    "Something else fits the question nearly as well: please check this answer on its page.";
/// What stands before what comes nearest where nothing answers, and before what is nearly as likely as that or the answer.
const NEAREST: &str = "The nearest that I found";
const NEARLY: &str = "Nearly as likely";

/// What is said of an answer that is the best of what was read, where it leads by little; `None` of any other. What
/// is nearly as likely is put behind it, where it is short enough.
pub(crate) fn doubt(
    asker: &Asker,
    findings: &Findings<'_>,
    composed: &mut Composed,
) -> Result<Option<String>> {
    let other = findings.known().and_then(|reading| nearly_as_likely(reading, composed));
    let Some(other) = other.filter(|_| composed.found) else { return Ok(None) };
    // A figure of a statement is found by what it is called there, and not by what stands near it.
    if composed.figure.is_none() {
        show(asker, findings, other, NEARLY, composed)?;
    }
    Ok(Some(DOUBT.to_owned()))
}

/// Puts behind the words that nothing answers what comes nearest, and what comes nearly as near, for the person to
/// judge.
pub(crate) fn nearest(
    asker: &Asker,
    findings: &Findings<'_>,
    composed: &mut Composed,
) -> Result<()> {
    let reading = findings.reading(asker)?;
    let near = reading.by_reader && reading.confidence >= LEAST_NEAR;
    let Some(best) = reading.sentences.first().filter(|_| near) else { return Ok(()) };
    show(asker, findings, best, NEAREST, composed)?;
    match nearly_as_likely(reading, composed) {
        Some(other) => show(asker, findings, other, NEARLY, composed),
        None => Ok(()),
    }
}

/// What says another thing and is nearly as likely as the answer, where that is the best of what was read and no list.
fn nearly_as_likely<'r>(reading: &'r Reading, composed: &Composed) -> Option<&'r RankedSentence> {
    let (best, others) = reading.sentences.split_first().filter(|_| reading.by_reader)?;
    let cited = &composed.cited;
    let of_best = |one: &Citation| {
        one.document == best.statement.document && one.span.overlaps(&best.statement.span)
    };
    let is_best = cited.citations.iter().any(of_best)
        && !cited.sentences.iter().any(|sentence| sentence.item);
    let mut near = others.iter().take_while(|one| one.score >= best.score - NEARLY_AS_GOOD);
    let says_more = |one: &&RankedSentence| {
        let shown = cited.number_of(&one.statement.document, one.statement.span).is_some();
        !shown && !says_the_same(best, one)
    };
    near.find(says_more).filter(|_| is_best)
}

/// Puts it behind the text, with its citation, unless it is too long, says nothing by itself or cannot be cited.
fn show(
    asker: &Asker,
    findings: &Findings<'_>,
    other: &RankedSentence,
    before: &str,
    composed: &mut Composed,
) -> Result<()> {
    let text = other.text();
    let blank = other.statement.value.as_ref().is_some_and(|value| value.is_blank());
    let introduces = !other.items.is_empty() || text.trim_end().ends_with(':');
    if blank || introduces || text.split_whitespace().count() > MOST_WORDS {
        return Ok(());
    }
    let mut more = Cited::default();
    if add_line(asker, findings, other, before, &mut more)? {
        more.sentences.iter_mut().for_each(|one| (one.item, one.aside) = (false, true));
        composed.add(more);
    }
    Ok(())
}

/// Whether two of them say the same: equal values, the same words that answer, or one's words within the other's.
fn says_the_same(a: &RankedSentence, b: &RankedSentence) -> bool {
    let squash = |text: &str| -> String { squashed(text).collect() };
    let answering = |one: &RankedSentence| match &one.statement.value {
        Some(value) => Some(squash(&value.text)),
        None => one.found_words().map(|words| squash(&one.text()[words])),
    };
    let answers = answering(a);
    if answers.is_some() && answers == answering(b) {
        return true;
    }
    let words = |one: &RankedSentence| {
        squash(one.statement.value.as_ref().map_or(one.text(), |value| &value.text))
    };
    let values = a.statement.value.is_some() && b.statement.value.is_some();
    let (a, b) = (words(a), words(b));
    !values && (a.contains(&b) || b.contains(&a))
}

#[cfg(test)]
mod tests {
    use citelight_core::{Citation, PageNumber, Verdict};

    use super::*;
    use crate::ask::read::tests::ranked;

    fn is_doubtful(sentences: Vec<RankedSentence>, by_reader: bool, item: bool) -> bool {
        let at = sentences[0].statement.clone();
        let mut cited = Cited::default();
        cited.add(Citation {
            n: 0,
            document: at.document,
            file: at.file_name,
            page: PageNumber::new(1).unwrap(),
            label: None,
            section: String::new(),
            span: at.span,
            quote: at.text,
            verdict: Verdict::Quoted,
            score: 1.0,
            quads: Vec::new(),
            context: Vec::new(),
            cell: None,
        });
        cited.say(Vec::new(), item);
        let reading = Reading {
            sentences,
            weights: Vec::new(),
            confidence: 1.0,
            by_reader,
            evidence: Default::default(),
        };
        nearly_as_likely(&reading, &Composed::quoted(cited, 1.0)).is_some()
    }

    #[test]
    fn what_is_nearly_as_good_and_says_something_else_leaves_a_doubt() {
        let best = || ranked("The fee is 30 dollars a day.", 10, 5.0);
        let again = || ranked("the fee is 30 dollars", 90, 4.9);
        let other = |score| ranked("Guests pay 40 dollars.", 200, score);
        assert!(!is_doubtful(vec![best()], true, false));
        assert!(!is_doubtful(vec![best(), again(), other(3.0)], true, false));
        assert!(is_doubtful(vec![best(), again(), other(4.0)], true, false));
        assert!(!is_doubtful(vec![best(), other(4.0)], true, true), "a list");
        assert!(!is_doubtful(vec![best(), other(4.0)], false, false), "without the trained reader");
    }
}

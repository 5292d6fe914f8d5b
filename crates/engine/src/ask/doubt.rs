//! Whether something else fits a question nearly as well as what answers it: then the person is told.

use citelight_text::squashed;

use super::compose::Composed;
use super::read::{RankedSentence, Reading};

/// By how much, in log-odds, something else may be worse and still leave a doubt. On 1,208 questions of exams that
/// documents answer, the first choice was right for 182 of 441 that had a second one so near, and for 640 of
/// the other 767.
const NEARLY_AS_GOOD: f32 = 1.3;
/// What is said then.
const DOUBT: &str =
    "Something else fits the question nearly as well: please check this answer on its page.";

/// What is said of an answer that is the best of what was read, where it leads by little; `None` of any other.
pub(crate) fn doubt(reading: &Reading, composed: &Composed) -> Option<String> {
    let (best, others) = reading.sentences.split_first().filter(|_| reading.by_reader)?;
    let cited = &composed.cited;
    let first = cited.citations.first()?;
    let is_best = first.document == best.statement.document
        && first.span.overlaps(&best.statement.span)
        && !cited.sentences.iter().any(|sentence| sentence.item);
    let mut near = others.iter().take_while(|one| one.score >= best.score - NEARLY_AS_GOOD);
    let says_more = |one: &RankedSentence| {
        let shown = cited.number_of(&one.statement.document, one.statement.span).is_some();
        !shown && !says_the_same(best, one)
    };
    (is_best && near.any(says_more)).then(|| DOUBT.to_owned())
}

/// Whether two of them say the same: equal values, or one's words within the other's.
fn says_the_same(a: &RankedSentence, b: &RankedSentence) -> bool {
    let words = |one: &RankedSentence| -> String {
        squashed(one.statement.value.as_ref().map_or(one.text(), |value| &value.text)).collect()
    };
    let values = a.statement.value.is_some() && b.statement.value.is_some();
    let (a, b) = (words(a), words(b));
    if values { a == b } else { a.contains(&b) || b.contains(&a) }
}

#[cfg(test)]
mod tests {
    use citelight_core::{Citation, PageNumber, Verdict};

    use super::*;
    use crate::ask::cite::Cited;
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
        doubt(&reading, &Composed::quoted(cited, 1.0)).is_some()
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

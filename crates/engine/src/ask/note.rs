//! What an answer says of how it was found, where the question asks for more than the nearest passages
//! can tell.

use std::collections::HashSet;

use citelight_core::Reach;

use super::Question;
use super::answer::Answered;
use super::rank::{Ranked, Ranking};
use super::retrieve::Hit;
use crate::{Library, Result};

/// Sentences of a part that is to be summarised.
const PART_SENTENCES: usize = 5;

impl Library {
    /// The answer, with what was looked at where its question reaches further; `read` are the passages
    /// that were read for it.
    pub(crate) fn noted(
        &self,
        question: &Question,
        read: &[Hit],
        mut answered: Answered,
    ) -> Result<Answered> {
        let whole = question.interpretation.reach == Reach::Whole;
        if !whole || answered.details.note.is_some() {
            return Ok(answered);
        }
        let mut pages = HashSet::new();
        for chunk in read.iter().flat_map(|hit| std::iter::once(&hit.chunk).chain(&hit.folded)) {
            let touched = chunk.first_page.get()..=chunk.last_page.get();
            pages.extend(touched.map(|page| (&chunk.document, page)));
        }
        let documents: HashSet<_> = pages.iter().map(|(document, _)| *document).collect();
        let mut all = 0;
        for document in &question.whole.scope {
            all += self.document(document)?.pages;
        }
        answered.details.note = looked_at(read.len(), pages.len(), documents.len(), all as usize);
        Ok(answered)
    }

    /// The best sentences of the part that a question asks to be summarised, as they stand there.
    pub(crate) fn part_answer(
        &self,
        question: &Question,
        ranking: &Ranking,
        confidence: f32,
    ) -> Result<Option<Answered>> {
        if question.interpretation.reach != Reach::Part {
            return Ok(None);
        }
        let mut chosen: Vec<&Ranked> =
            ranking.sentences.iter().filter(|one| one.referred).take(PART_SENTENCES).collect();
        let Some(best) = chosen.first() else { return Ok(None) };
        let document = best.document.clone();
        chosen.retain(|one| one.document == document);
        chosen.sort_by_key(|one| one.span);
        // The part was found by its number: what its sentences share with the question says little.
        let confidence = confidence.max(NAMED_PART_CONFIDENCE);
        let mut answered = self.sentences_answer(question, ranking, &chosen, confidence)?;
        answered.details.note = Some(match answered.sentences.len() {
            1 => "This is a sentence of that part, not a summary written anew.".to_owned(),
            count => format!(
                "These are {count} sentences of that part, in their order, not a summary written \
                 anew."
            ),
        });
        Ok(Some(answered))
    }
}

/// How sure it is that a part that was named and found says what it says. Set by hand.
const NAMED_PART_CONFIDENCE: f32 = 0.5;

/// What was looked at, in a sentence; none where it was everything.
fn looked_at(passages: usize, pages: usize, documents: usize, all: usize) -> Option<String> {
    if passages == 0 || pages >= all {
        return None;
    }
    let counted = |count: usize, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    };
    Some(format!(
        "I looked at the {} nearest to the question, on {} of {}, not at all {}.",
        match passages {
            1 => "passage".to_owned(),
            _ => counted(passages, "passage"),
        },
        counted(pages, "page"),
        counted(documents, "document"),
        counted(all, "page"),
    ))
}

#[cfg(test)]
mod tests {
    use super::looked_at;

    #[test]
    fn what_was_looked_at_is_told_with_its_figures() {
        assert_eq!(
            looked_at(12, 9, 2, 312).as_deref(),
            Some(
                "I looked at the 12 passages nearest to the question, on 9 pages of 2 documents, \
                 not at all 312 pages."
            )
        );
        assert_eq!(
            looked_at(1, 1, 1, 2).as_deref(),
            Some(
                "I looked at the passage nearest to the question, on 1 page of 1 document, not at \
                 all 2 pages."
            )
        );
        assert_eq!(looked_at(5, 3, 1, 3), None, "everything was looked at");
        assert_eq!(looked_at(0, 0, 0, 3), None);
    }
}

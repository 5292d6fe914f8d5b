//! The answer in a word or a few, before the sentences that say it.

use citelight_core::{AnswerDetails, AnswerLead, LeadKind, QuestionKind};
use citelight_quote::Claim;
use citelight_retrieval::Stem;

use super::Question;
use super::answer::{Answered, choose};
use super::rank::{Ranked, Ranking};
use super::retrieve::Hit;
use crate::{Library, Result};

/// Sentences that may settle a question of yes or no.
const DECIDING: usize = 12;

impl Library {
    /// The answer to a question that asks for no figure: sentences, and what they come to.
    pub(crate) fn typed_answer(
        &self,
        question: &Question,
        hits: &[Hit],
        ranking: &Ranking,
        confidence: f32,
    ) -> Result<Answered> {
        if let Some((answered, passes)) = self.deciding_figure(question, hits)? {
            let cited = answered.citations.iter().map(|citation| citation.n).collect();
            return Ok(led(answered, yes_or_no(passes), cited));
        }
        let chosen = choose(ranking);
        if let Some((deciding, holds)) = self.deciding_sentence(question, ranking) {
            let answered =
                self.sentences_answer(question, ranking, &first(deciding, chosen), confidence)?;
            let shows = |n: &u32| {
                let citation = answered.citations.iter().find(|citation| citation.n == *n);
                citation.is_some_and(|citation| citation.span == deciding.span)
            };
            let cited: Vec<u32> =
                answered.citations.iter().map(|citation| citation.n).filter(shows).collect();
            return Ok(match cited.is_empty() {
                true => answered,
                false => led(answered, yes_or_no(holds), cited),
            });
        }
        self.sentences_answer(question, ranking, &chosen, confidence)
    }

    /// The sentence that settles a question of yes or no, and whether what it asks holds.
    fn deciding_sentence<'r>(
        &self,
        question: &Question,
        ranking: &'r Ranking,
    ) -> Option<(&'r Ranked, bool)> {
        let asked = &question.interpretation;
        let text = match asked.claim {
            Some(claim) => question.text.get(claim.range())?,
            None if asked.kind == QuestionKind::YesNo => {
                let end = question.text.find('?').unwrap_or(question.text.len());
                let start = question.text[..end].rfind(". ").map_or(0, |at| at + 2);
                &question.text[start..end]
            }
            None => return None,
        };
        let all = ranking.sentences.len() as f32;
        let rarity = |stem: Stem| {
            let with = ranking.sentences.iter().filter(|one| one.stems.contains(&stem)).count();
            ((all + 1.0) / (with as f32 + 0.5)).ln().max(0.0)
        };
        let vocabulary = &self.probes.vocabulary;
        let claim = Claim::of(text, &rarity, vocabulary)?;
        let sentences = ranking.sentences.iter().take(DECIDING);
        let texts = sentences.map(|one| (one.text.as_str(), one.section.as_str()));
        let (at, holds) = self.judge.settle(&claim, texts, vocabulary)?;
        Some((&ranking.sentences[at], holds))
    }
}

/// The sentence that decides before the others.
fn first<'r>(deciding: &'r Ranked, chosen: Vec<&'r Ranked>) -> Vec<&'r Ranked> {
    let most = chosen.len().max(1);
    let others = chosen.into_iter().filter(|one| !std::ptr::eq(*one, deciding));
    std::iter::once(deciding).chain(others).take(most).collect()
}

fn yes_or_no(holds: bool) -> (LeadKind, String) {
    match holds {
        true => (LeadKind::Yes, "Yes".to_owned()),
        false => (LeadKind::No, "No".to_owned()),
    }
}

/// An answer with its lead, which stands before its text too.
fn led(answered: Answered, (kind, text): (LeadKind, String), citations: Vec<u32>) -> Answered {
    if !answered.found {
        return answered;
    }
    Answered {
        text: format!("{text}. {}", answered.text),
        details: AnswerDetails {
            lead: Some(AnswerLead { kind, text, citations }),
            ..answered.details
        },
        ..answered
    }
}

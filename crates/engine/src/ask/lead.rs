//! The answer in a word or a few, before the sentences that say it.

use std::collections::HashSet;

use citelight_core::{AnswerDetails, AnswerLead, Citation, LeadKind, QuestionKind, Sought};
use citelight_quote::{Claim, ClaimRuling};
use citelight_text::Stem;

use super::Question;
use super::answer::{Answered, choose};
use super::rank::{Ranked, Ranking};
use super::retrieve::Hit;
use crate::{Library, Result};

/// Sentences that may settle a question of yes or no.
const DECIDING: usize = 12;

/// Below this confidence no words are put before the sentences. Set by hand.
const SURE: f32 = 0.5;

impl Library {
    /// The answer to a question that asks for no figure: sentences, and what they come to.
    pub(crate) fn typed_answer(
        &self,
        question: &Question,
        hits: &[Hit],
        ranking: &Ranking,
        ruling: Option<ClaimRuling>,
        confidence: f32,
    ) -> Result<Answered> {
        if let Some((answered, passes)) = self.deciding_figure(question, hits)? {
            let cited = answered.citations.iter().map(|citation| citation.n).collect();
            return Ok(led(answered, yes_or_no(passes), cited));
        }
        let chosen = choose(ranking);
        if let Some((at, holds)) = ruling.and_then(|ruling| ruling.settled) {
            let deciding = &ranking.sentences[at];
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
        if let Some(list) = self.list_answer(question, ranking, confidence)? {
            return Ok(list);
        }
        if let Some(part) = self.part_answer(question, ranking, confidence)? {
            return Ok(part);
        }
        // A definition comes before what else is said.
        let chosen = match chosen.iter().position(|one| one.defines) {
            Some(at) => first(chosen[at], chosen),
            None => chosen,
        };
        let answered = self.sentences_answer(question, ranking, &chosen, confidence)?;
        self.with_words(question, hits, ranking, answered)
    }

    /// An answer with the date, the name or the number in its best sentence, where that is what is
    /// asked for.
    fn with_words(
        &self,
        question: &Question,
        hits: &[Hit],
        ranking: &Ranking,
        mut answered: Answered,
    ) -> Result<Answered> {
        let (Some(best), Some(sought)) =
            (ranking.sentences.first(), &question.interpretation.sought)
        else {
            return Ok(answered);
        };
        let kind = match sought {
            Sought::Date | Sought::Year => LeadKind::Date,
            Sought::Name | Sought::Place => LeadKind::Name,
            Sought::Number(_) => LeadKind::Number,
            Sought::YesNo | Sought::List | Sought::Definition => return Ok(answered),
        };
        let asked: Vec<u16> =
            question.interpretation.periods.iter().flat_map(|period| period.years()).collect();
        let elsewhen = is_of_other_years(&best.text, &asked);
        if !answered.found || answered.confidence < SURE || elsewhen {
            return Ok(answered);
        }
        let text = &best.text;
        let key = self.sentence_reader.key(&ranking.asked(question), text);
        let small = small_words(hits, best);
        let (key, common) = (key.map(|key| key.range), |word: &str| small.contains(word));
        let range = self.sentence_reader.find(sought, &question.text, text, key, &common);
        let Some(range) = range else { return Ok(answered) };
        let words = text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(citation) = self.cite_words(best, range)? else { return Ok(answered) };
        let same = answered
            .citations
            .iter()
            .find(|one| one.document == citation.document && one.span == citation.span);
        let n = match same {
            Some(same) => same.n,
            None => {
                let n = u32::try_from(answered.citations.len() + 1).unwrap_or(u32::MAX);
                answered.citations.push(Citation { n, ..citation });
                n
            }
        };
        Ok(led(answered, (kind, words), vec![n]))
    }

    /// What the sentences say of what a question asks to be checked; `None` where it asks for nothing
    /// of the kind.
    pub(super) fn ruling(&self, question: &Question, ranking: &Ranking) -> Option<ClaimRuling> {
        let claim = self.claim(question, ranking)?;
        let sentences = ranking.sentences.iter().take(DECIDING);
        let texts = sentences.map(|one| (one.text.as_str(), one.section.as_str()));
        Some(self.sentence_reader.rule(&claim, texts))
    }

    /// What a question asks to be checked.
    fn claim(&self, question: &Question, ranking: &Ranking) -> Option<Claim> {
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
        self.sentence_reader.claim(text, &rarity)
    }
}

/// The sentence that decides before the others.
fn first<'r>(deciding: &'r Ranked, chosen: Vec<&'r Ranked>) -> Vec<&'r Ranked> {
    let most = chosen.len().max(1);
    let others = chosen.into_iter().filter(|one| !std::ptr::eq(*one, deciding));
    std::iter::once(deciding).chain(others).take(most).collect()
}

/// Whether a text names years, and none of those that are asked for, where some are.
fn is_of_other_years(text: &str, asked: &[u16]) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| number.len() == 4);
    let years: Vec<u16> = numbers
        .filter_map(|number| number.parse().ok())
        .filter(|year| (1900..2100).contains(year))
        .collect();
    !asked.is_empty() && !years.is_empty() && !years.iter().any(|year| asked.contains(year))
}

/// The words that a sentence's document writes small in the hits.
fn small_words(hits: &[Hit], sentence: &Ranked) -> HashSet<String> {
    let own = hits.iter().filter(|hit| hit.chunk.document == sentence.document);
    let texts = own.flat_map(|hit| std::iter::once(&hit.chunk).chain(&hit.folded));
    texts
        .flat_map(|chunk| chunk.text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.starts_with(char::is_lowercase))
        .map(str::to_owned)
        .collect()
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
    // What follows "Yes" says where it stands; words of their own need their marker.
    let markers: String = match kind {
        LeadKind::Yes | LeadKind::No => String::new(),
        _ => citations.iter().map(|n| format!(" [{n}]")).collect(),
    };
    Answered {
        text: format!("{text}{markers}. {}", answered.text),
        details: AnswerDetails {
            lead: Some(AnswerLead { kind, text, citations }),
            ..answered.details
        },
        ..answered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_on_another_year_gives_no_words() {
        assert!(is_of_other_years("In fiscal 2024 we close 20 stores.", &[2023]));
        assert!(!is_of_other_years("In fiscal 2024 we close 20 stores.", &[2023, 2024]));
        assert!(!is_of_other_years("We close 20 stores.", &[2023]));
        assert!(!is_of_other_years("In 2024 we close 20 stores.", &[]));
        assert!(!is_of_other_years("Of 8820 stores 20 close.", &[2023]));
    }
}

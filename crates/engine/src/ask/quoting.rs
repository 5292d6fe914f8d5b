//! Quoted sentences: which, in which order, with which of their words lit.

use std::ops::Range;

use citelight_core::{AnswerSentence, Verdict};

use super::asker::Asker;
use super::cite::{Cited, cite, cite_words, part, whole_words};
use super::compose::{Composed, Findings};
use super::read::{RankedSentence, Reading, likeness};
use super::statements::ends_like_prose;
use crate::error::Result;

/// Most sentences of an answer.
const MOST_SENTENCES: usize = 3;
/// A further sentence must be this near the best one's score, in log-odds, …
const NEARLY_AS_GOOD: f32 = 2.0;
/// … be a whole sentence, and not say the same again.
const TOO_ALIKE: f32 = 0.6;
/// Sentences whose key words are told apart.
const WITH_KEY: usize = 2;
/// Key words that are more of their sentence than this are the sentence.
const MOST_OF_SENTENCE: f32 = 0.7;

/// The sentences of the answer, in the order in which they are read.
pub(crate) fn choose(reading: &Reading) -> Vec<&RankedSentence> {
    let ranked = &reading.sentences;
    let Some(best) = ranked.first() else { return Vec::new() };
    let mut chosen = vec![best];
    for sentence in &ranked[1..] {
        if chosen.len() == MOST_SENTENCES || sentence.score < best.score - NEARLY_AS_GOOD {
            break;
        }
        let repeats =
            chosen.iter().any(|other| likeness(&other.stems, &sentence.stems) > TOO_ALIKE);
        // Sentences of several documents make no paragraph.
        let same = sentence.statement.document == best.statement.document;
        if same && ends_like_prose(sentence.text()) && !repeats {
            chosen.push(sentence);
        }
    }
    // They stand as they stand in the document.
    chosen.sort_by_key(|sentence| sentence.statement.span);
    chosen
}

/// The chosen sentences with `first` before the others, as many as there were.
pub(crate) fn first<'r>(
    first: &'r RankedSentence,
    chosen: Vec<&'r RankedSentence>,
) -> Vec<&'r RankedSentence> {
    let most = chosen.len().max(1);
    let others = chosen.into_iter().filter(|one| !std::ptr::eq(*one, first));
    std::iter::once(first).chain(others).take(most).collect()
}

/// The answer of these sentences; none where it is too unlikely that they answer.
pub(crate) fn answer_of(
    asker: &Asker,
    findings: &Findings<'_>,
    sentences: &[&RankedSentence],
    confidence: f32,
) -> Result<Composed> {
    let likely = confidence >= asker.reader.least_confidence();
    let sentences = if likely { sentences } else { &[] };
    Ok(Composed::quoted(quote(asker, findings, sentences)?, confidence))
}

/// Sentences with their citations: each with its marker, the words that answer with one of their own.
pub(crate) fn quote(
    asker: &Asker,
    findings: &Findings<'_>,
    sentences: &[&RankedSentence],
) -> Result<Cited> {
    let mut cited = Cited::default();
    let ranked = &findings.reading.sentences;
    let best = ranked.first().map_or(0.0, |best| best.score);
    for sentence in sentences {
        let place = ranked.iter().position(|one| std::ptr::eq(one, *sentence));
        let text = sentence.text();
        let key = match place {
            // A row or a caption has no words that say less.
            Some(place) if place < WITH_KEY && ends_like_prose(text) => {
                key_of(asker, findings, sentence)
            }
            _ => None,
        };
        let score = (sentence.score - best).min(0.0).exp();
        let Some(whole) = cite(&asker.store, &sentence.statement, score)? else {
            continue; // no rectangle, no citation: a person must be able to see the words
        };
        let mut parts = Vec::new();
        let mut rest = 0;
        if let Some(range) = key
            && let Some(citation) =
                cite_words(&asker.store, &sentence.statement, range.clone(), score)?
        {
            let n = cited.add(citation);
            parts.extend(part(&text[..range.start], false, &[]));
            parts.extend(part(&text[range.clone()], true, &[n]));
            rest = range.end;
        }
        let n = cited.add(whole);
        match part(&text[rest..], false, &[n]) {
            Some(last) => parts.push(last),
            None => parts.iter_mut().next_back().into_iter().for_each(|p| p.citations.push(n)),
        }
        cited.sentences.push(AnswerSentence { parts, verdict: Verdict::Confirmed, item: false });
    }
    Ok(cited)
}

/// The words of a sentence that answer, by bytes of it, where they are a part of it only.
fn key_of(
    asker: &Asker,
    findings: &Findings<'_>,
    sentence: &RankedSentence,
) -> Option<Range<usize>> {
    let text = sentence.text();
    let key = asker.reader.key(&findings.reading.asked(findings.question), text)?;
    let range = whole_words(text, key.range);
    if is_numbering(&text[..range.end]) {
        return None;
    }
    (key.part <= MOST_OF_SENTENCE && range.len() < text.trim().len()).then_some(range)
}

/// Whether the start of a sentence is but its clause's number ("10.3", "(c)").
fn is_numbering(start: &str) -> bool {
    start.split(|c: char| !c.is_alphabetic()).all(|letters| letters.chars().count() < 2)
}

#[cfg(test)]
mod tests {
    use citelight_core::{DocumentId, Span};
    use citelight_text::Vocabulary;

    use super::super::cite::Statement;
    use super::*;

    fn sentence(text: &str, start: u32, score: f32) -> RankedSentence {
        RankedSentence {
            statement: Statement {
                document: DocumentId::from_content_hash("0123456789abcdef"),
                file_name: "a.pdf".into(),
                section: String::new(),
                span: Span::new(start, start + 10),
                text: text.into(),
                value: None,
            },
            score,
            meaning: 0.5,
            holds: Vec::new(),
            stems: Vocabulary::default().stems(text).into_iter().collect(),
            defines: false,
            referred: false,
            features: Default::default(),
        }
    }

    fn texts(sentences: Vec<RankedSentence>) -> Vec<String> {
        let reading = Reading {
            sentences,
            weights: Vec::new(),
            ruling: None,
            confidence: 1.0,
            evidence: Default::default(),
        };
        choose(&reading).iter().map(|sentence| sentence.text().to_owned()).collect()
    }

    #[test]
    fn the_number_of_a_clause_answers_nothing() {
        assert!(is_numbering("10.3 ") && is_numbering("(c)") && is_numbering("A 2.1"));
        assert!(!is_numbering("10.3 Sixty") && !is_numbering("On 5"));
    }

    #[test]
    fn no_sentence_is_no_answer() {
        assert!(texts(Vec::new()).is_empty());
    }

    #[test]
    fn a_further_sentence_must_be_good_and_new() {
        let ranked = vec![
            sentence("Notice is sixty days.", 50, 8.0),
            sentence("Notice is sixty days", 90, 7.9),
            sentence("Total 6,489 7,500 8,100", 70, 7.5),
            sentence("The rider shortens it to thirty.", 10, 7.0),
            sentence("Fees rise every year in May.", 20, 3.0),
        ];
        assert_eq!(texts(ranked), ["The rider shortens it to thirty.", "Notice is sixty days."]);
    }
}

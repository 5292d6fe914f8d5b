//! Composing an extractive answer: which sentences, in which order, with which citations.

use std::ops::Range;

use citelight_core::{
    AnswerDetails, AnswerMode, AnswerPart, AnswerSentence, Calculation, Citation, DocumentId, Span,
    Verdict,
};

use rust_decimal::Decimal;

use super::Question;
use super::rank::{Ranked, Ranking, ends_like_prose, likeness};
use crate::{Library, Result};

/// What is said when the evidence is weak.
const NOT_FOUND: &str = "The documents do not say.";
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
pub(crate) fn choose(ranking: &Ranking) -> Vec<&Ranked> {
    let ranked = &ranking.sentences;
    let Some(best) = ranked.first() else { return Vec::new() };
    let mut chosen = vec![best];
    for sentence in &ranked[1..] {
        if chosen.len() == MOST_SENTENCES || sentence.score < best.score - NEARLY_AS_GOOD {
            break;
        }
        let repeats =
            chosen.iter().any(|other| likeness(&other.stems, &sentence.stems) > TOO_ALIKE);
        if ends_like_prose(&sentence.text) && !repeats {
            chosen.push(sentence);
        }
    }
    // Sentences of the best one's document stand as they stand there, others after them.
    chosen[..].sort_by_key(|sentence| {
        (sentence.document != best.document, sentence.document.clone(), sentence.span)
    });
    chosen
}

/// The document and section that words are cited from.
pub(super) struct Cited<'a> {
    pub(super) document: &'a DocumentId,
    pub(super) file_name: &'a str,
    pub(super) section: &'a str,
}

impl Ranked {
    pub(super) fn cited(&self) -> Cited<'_> {
        Cited { document: &self.document, file_name: &self.file_name, section: &self.section }
    }
}

/// An answer's sentences with its citations.
#[derive(Default)]
pub(crate) struct Composed {
    pub(crate) sentences: Vec<AnswerSentence>,
    pub(crate) citations: Vec<Citation>,
}

impl Composed {
    /// The same with all numbers raised by `by`, to stand behind so many other citations.
    pub(super) fn behind(mut self, by: u32) -> Composed {
        for part in self.sentences.iter_mut().flat_map(|sentence| &mut sentence.parts) {
            part.citations.iter_mut().for_each(|n| *n += by);
        }
        self.citations.iter_mut().for_each(|citation| citation.n += by);
        self
    }

    /// Takes a citation in and gives its number.
    pub(crate) fn add(&mut self, citation: Citation) -> u32 {
        let n = u32::try_from(self.citations.len() + 1).unwrap_or(u32::MAX);
        self.citations.push(Citation { n, ..citation });
        n
    }
}

/// The answer's text: its sentences, each marker behind the words that it supports; an item of a list
/// stands on a line of its own.
pub(crate) fn text_of(sentences: &[AnswerSentence]) -> String {
    let mut text = String::new();
    let parts = sentences.iter().flat_map(|one| {
        one.parts.iter().enumerate().map(move |(at, part)| (one.item && at == 0, part))
    });
    for (opens_item, part) in parts {
        if opens_item {
            let numbered = part.text.starts_with(|c: char| c.is_ascii_digit() || c == '(');
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(if numbered { "" } else { "– " });
        } else if !text.is_empty() && part.text.starts_with(|c: char| !".,;:!?)]".contains(c)) {
            text.push(' ');
        }
        text.push_str(&part.text);
        for n in &part.citations {
            text.push_str(&format!(" [{n}]"));
        }
    }
    text
}

/// An answer, or why there is none.
pub(crate) struct Answered {
    pub(crate) found: bool,
    pub(crate) text: String,
    pub(crate) mode: AnswerMode,
    pub(crate) sentences: Vec<AnswerSentence>,
    pub(crate) citations: Vec<Citation>,
    pub(crate) calculation: Option<Calculation>,
    pub(crate) details: AnswerDetails,
    /// 0 to 1: how sure it is that the documents say it.
    pub(crate) confidence: f32,
    /// The figure that it tells, in ones of its unit, where it is one.
    pub(crate) figure: Option<Decimal>,
}

impl Library {
    /// The answer of these sentences, quoted; none where it is not sure that they answer.
    pub(crate) fn sentences_answer(
        &self,
        question: &Question,
        ranking: &Ranking,
        chosen: &[&Ranked],
        confidence: f32,
    ) -> Result<Answered> {
        let unsure = confidence < self.sentence_reader.least_confidence();
        let chosen = if unsure { &[] } else { chosen };
        let Composed { sentences, citations } = self.quote(question, ranking, chosen)?;
        let found = !citations.is_empty();
        Ok(Answered {
            found,
            text: if found { text_of(&sentences) } else { NOT_FOUND.to_owned() },
            mode: AnswerMode::Extractive,
            sentences,
            citations,
            calculation: None,
            details: AnswerDetails::default(),
            confidence,
            figure: None,
        })
    }

    /// The sentences as an answer: each with its marker, the words that answer with one of their own.
    pub(crate) fn quote(
        &self,
        question: &Question,
        ranking: &Ranking,
        sentences: &[&Ranked],
    ) -> Result<Composed> {
        let mut composed = Composed::default();
        let best = ranking.sentences.first().map_or(0.0, |best| best.score);
        for sentence in sentences {
            let place = ranking.sentences.iter().position(|one| std::ptr::eq(one, *sentence));
            let key = match place {
                // A row or a caption has no words that say less.
                Some(place) if place < WITH_KEY && ends_like_prose(&sentence.text) => {
                    self.key_of(question, ranking, sentence)
                }
                _ => None,
            };
            let score = (sentence.score - best).min(0.0).exp();
            let text = &sentence.text;
            let Some(whole) = self.cite(&sentence.cited(), sentence.span, text, score)? else {
                continue; // no rectangle, no citation: a person must be able to see the words
            };
            let mut parts = Vec::new();
            let mut rest = 0;
            if let Some(range) = key {
                let start = sentence.span.start;
                let at = |byte: usize| start + u32::try_from(byte).unwrap_or(u32::MAX);
                let span = Span::new(at(range.start), at(range.end));
                if let Some(citation) =
                    self.cite(&sentence.cited(), span, &text[range.clone()], score)?
                {
                    let n = composed.add(citation);
                    parts.extend(part(&text[..range.start], false, &[]));
                    parts.extend(part(&text[range.clone()], true, &[n]));
                    rest = range.end;
                }
            }
            let n = composed.add(whole);
            match part(&text[rest..], false, &[n]) {
                Some(last) => parts.push(last),
                None => parts.iter_mut().next_back().into_iter().for_each(|p| p.citations.push(n)),
            }
            composed.sentences.push(AnswerSentence {
                parts,
                verdict: Verdict::Confirmed,
                item: false,
            });
        }
        Ok(composed)
    }

    /// The words of a sentence that answer, by bytes of it, where they are a part of it only.
    fn key_of(
        &self,
        question: &Question,
        ranking: &Ranking,
        sentence: &Ranked,
    ) -> Option<Range<usize>> {
        let text = &sentence.text;
        let key = self.sentence_reader.key(&ranking.asked(question), text)?;
        let range = whole_words(text, key.range);
        if is_numbering(&text[..range.end]) {
            return None;
        }
        (key.part <= MOST_OF_SENTENCE && range.len() < text.trim().len()).then_some(range)
    }

    /// A citation of a range of a sentence's bytes, widened to whole words; its number is still to be
    /// given. None where it has no rectangle.
    pub(crate) fn cite_words(
        &self,
        sentence: &Ranked,
        range: Range<usize>,
    ) -> Result<Option<Citation>> {
        let range = whole_words(&sentence.text, range);
        let at = |byte: usize| sentence.span.start + u32::try_from(byte).unwrap_or(u32::MAX);
        let span = Span::new(at(range.start), at(range.end));
        self.cite(&sentence.cited(), span, &sentence.text[range], 1.0)
    }

    /// A citation of some words of a document; its number is still to be given. None where no
    /// rectangle shows them.
    pub(super) fn cite(
        &self,
        cited: &Cited<'_>,
        span: Span,
        words: &str,
        score: f32,
    ) -> Result<Option<Citation>> {
        let quads = self.rectangles(cited.document, span)?;
        let Some(first) = quads.first() else { return Ok(None) };
        let page = first.page;
        let label = self.store.page(cited.document, page)?.and_then(|info| info.label);
        Ok(Some(Citation {
            n: 0,
            document: cited.document.clone(),
            file: cited.file_name.to_owned(),
            page,
            label,
            section: cited.section.to_owned(),
            span,
            quote: words.split_whitespace().collect::<Vec<_>>().join(" "),
            verdict: Verdict::Confirmed,
            score,
            quads,
            context: Vec::new(),
            cell: None,
        }))
    }
}

/// Whether the start of a sentence is but its clause's number ("10.3", "(c)").
fn is_numbering(start: &str) -> bool {
    start.split(|c: char| !c.is_alphabetic()).all(|letters| letters.chars().count() < 2)
}

/// The range with the rest of the words that it cuts: a rectangle shows whole words, the marks at their
/// ends included, and a quote is what its rectangles show.
pub(super) fn whole_words(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].rfind(char::is_whitespace);
    let start = before.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[range.end..].find(char::is_whitespace).map_or(text.len(), |at| range.end + at);
    start..end
}

/// A part of a sentence; none where no word is left.
pub(crate) fn part(text: &str, key: bool, citations: &[u32]) -> Option<AnswerPart> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then(|| AnswerPart { text, key, citations: citations.to_vec() })
}

#[cfg(test)]
mod tests {
    use citelight_core::DocumentId;
    use citelight_text::Vocabulary;

    use super::*;

    fn sentence(text: &str, start: u32, score: f32) -> Ranked {
        Ranked {
            document: DocumentId::from_content_hash("0123456789abcdef"),
            file_name: "a.pdf".into(),
            span: Span::new(start, start + 10),
            text: text.into(),
            section: String::new(),
            score,
            meaning: 0.5,
            holds: Vec::new(),
            stems: Vocabulary::default().stems(text).into_iter().collect(),
            defines: false,
            referred: false,
            features: Default::default(),
        }
    }

    fn texts(sentences: Vec<Ranked>) -> Vec<String> {
        let ranking = Ranking { sentences, weights: Vec::new(), with: (Vec::new(), 0) };
        choose(&ranking).iter().map(|sentence| sentence.text.clone()).collect()
    }

    #[test]
    fn keys_are_whole_words() {
        let text = "It rose (by\u{202f}3.5%), as said.";
        let words = |part: &str| {
            let at = text.find(part).unwrap();
            text[whole_words(text, at..at + part.len())].to_owned()
        };
        assert_eq!(words("3.5%"), "3.5%),");
        assert_eq!(words("by"), "(by");
        assert_eq!(words("said"), "said.");
        assert_eq!(words("It"), "It");
    }

    #[test]
    fn the_number_of_a_clause_answers_nothing() {
        assert!(is_numbering("10.3 ") && is_numbering("(c)") && is_numbering("A 2.1"));
        assert!(!is_numbering("10.3 Sixty") && !is_numbering("On 5"));
    }

    #[test]
    fn items_stand_on_lines_of_their_own() {
        let sentence = |text: &str, item, n| AnswerSentence {
            parts: part(text, false, &[n]).into_iter().collect(),
            verdict: Verdict::Confirmed,
            item,
        };
        let all = [
            sentence("Covered:", false, 1),
            sentence("care", true, 2),
            sentence("(b) aid", true, 3),
        ];
        assert_eq!(text_of(&all), "Covered: [1]\n– care [2]\n(b) aid [3]");
        assert_eq!(text_of(&all[1..2]), "– care [2]");
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

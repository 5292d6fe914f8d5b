//! Quoted sentences: which, in which order, with which of their words lit.

use std::ops::Range;

use citelight_core::{AnswerPart, BlockKind, QuestionKind, Span};
use citelight_question::asks_how_to;

use super::asker::Asker;
use super::cite::{Cited, Statement, cite, part, within};
use super::compose::{Composed, Findings};
use super::excerpt::label_ends;
use super::lists::{block_at, without_bullet};
use super::question::Question;
use super::read::{RankedSentence, Reading, likeness};
use super::statements::ends_like_prose;
use crate::error::Result;

/// A further sentence must be this near the best one's score, in log-odds, …
const NEARLY_AS_GOOD: f32 = 1.0;
/// … be a whole sentence, and not say the same again.
const TOO_ALIKE: f32 = 0.6;
/// Bytes between a sentence and the next one of its paragraph, at most.
const GAP: u32 = 3;
/// Words with which a sentence begins that restricts or completes the one before it.
const RESTRICTING: [&str; 8] =
    ["however", "unless", "except", "but", "otherwise", "notwithstanding", "only", "if"];
/// Sentences of a way that is told in prose, at most, and their words.
const MOST_STEPS: usize = 5;
const MOST_STEP_WORDS: usize = 110;

/// The sentences of the answer: the best one, then at most one that adds something, which is the one
/// behind it where that restricts it.
pub(crate) fn choose(reading: &Reading) -> Vec<&RankedSentence> {
    let ranked = &reading.sentences;
    let Some(best) = ranked.first() else { return Vec::new() };
    let of_document = |one: &&RankedSentence| one.statement.document == best.statement.document;
    let restricts = |one: &&RankedSentence| {
        let end = best.statement.span.end;
        let word = one.text().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        (end..=end + GAP).contains(&one.statement.span.start)
            && RESTRICTING.contains(&word.to_lowercase().as_str())
    };
    let adds = |one: &&RankedSentence| {
        one.score >= best.score - NEARLY_AS_GOOD
            && ends_like_prose(one.text())
            && one.items.is_empty()
            && likeness(&best.stems, &one.stems) <= TOO_ALIKE
    };
    let mut others = ranked[1..].iter().filter(of_document);
    let second = others.clone().find(restricts).or_else(|| others.find(adds));
    std::iter::once(best).chain(second).collect()
}

/// The sentences of the paragraph in which the best one stands, those around it, in their order, for a question how
/// something is done: a way of several steps is mostly told in several sentences. `None` where it is none, or one.
pub(crate) fn steps<'r>(
    asker: &Asker,
    question: &Question,
    reading: &'r Reading,
) -> Result<Option<Vec<&'r RankedSentence>>> {
    let asks = question.interpretation.kind == QuestionKind::Fact && asks_how_to(&question.put);
    let Some(best) = reading.sentences.first().filter(|one| asks && is_sentence(one)) else {
        return Ok(None);
    };
    let document = &best.statement.document;
    let blocks = asker.document_cache.blocks(document)?;
    let Some(at) = block_at(&blocks, best.statement.span) else { return Ok(None) };
    let paragraph = |at: usize| blocks.get(at).filter(|one| one.kind == BlockKind::Paragraph);
    let Some(own) = paragraph(at) else { return Ok(None) };
    // One that says but one sentence may open what the next one says.
    let alone = own.span.end <= best.statement.span.end + GAP
        && own.span.start + GAP >= best.statement.span.start;
    let next = paragraph(at + 1).filter(|_| alone).map_or(own.span.end, |next| next.span.end);
    let reach = Span::new(own.span.start, next);
    let beside = |one: &&RankedSentence| {
        one.statement.document == *document
            && reach.contains_byte(one.statement.span.start)
            && is_sentence(one)
    };
    let mut all: Vec<&RankedSentence> = reading.sentences.iter().filter(beside).collect();
    all.sort_by_key(|one| one.statement.span.start);
    let own = all.iter().position(|one| std::ptr::eq(*one, best));
    let Some(own) = own else { return Ok(None) };
    let (mut first, mut end) = (own, own + 1);
    let count = |one: &RankedSentence| one.text().split_whitespace().count();
    let mut words = count(best);
    // What follows comes before what stands above: steps lead on.
    while end - first < MOST_STEPS {
        let next = if end < all.len() {
            end
        } else if first > 0 {
            first - 1
        } else {
            break;
        };
        words += count(all[next]);
        if words > MOST_STEP_WORDS {
            break;
        }
        (first, end) = (first.min(next), end.max(next + 1));
    }
    all.truncate(end);
    let steps = all.split_off(first);
    Ok((steps.len() > 1).then_some(steps))
}

fn is_sentence(one: &RankedSentence) -> bool {
    one.statement.value.is_none() && ends_like_prose(one.text())
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
    Ok(Composed::quoted(quote(asker, findings, sentences, None)?, confidence))
}

/// Sentences with their citations, one each, behind what governs them; `lit` are the words of the first
/// one that answer, as a range of its bytes.
pub(crate) fn quote(
    asker: &Asker,
    findings: &Findings<'_>,
    sentences: &[&RankedSentence],
    mut lit: Option<Range<usize>>,
) -> Result<Cited> {
    let mut cited = Cited::default();
    let best = findings.reading(asker)?.sentences.first().map_or(0.0, |best| best.score);
    let mut shown_stem = None;
    for sentence in sentences {
        let (bare, cut) = without_sign(&sentence.statement);
        let shifted =
            |lit: Range<usize>| lit.start.saturating_sub(cut)..lit.end.saturating_sub(cut);
        let (text, lit) = (bare.text.as_str(), lit.take().map(shifted));
        let score = (sentence.score - best).min(0.0).exp();
        let Some(whole) = cite(&asker.store, &bare, score)? else {
            continue; // no rectangle, no citation: a person must be able to see the words
        };
        let mut parts = Vec::new();
        if let Some(stem) = &sentence.stem
            && shown_stem != Some(stem.span)
            && let (bare, _) = without_sign(stem)
            && let Some(citation) = cite(&asker.store, &bare, score)?
        {
            shown_stem = Some(stem.span);
            let n = cited.add(citation);
            parts.extend(part(&bare.text, false, &[n]));
        }
        // Where a bullet parted an item from what leads to it.
        if cut > 0 && parts.last().is_some_and(|stem| !stem.text.ends_with(':')) {
            parts.extend(part("·", false, &[]));
        }
        let n = cited.add(whole);
        let mut own = lit_parts(text, lit, n);
        if sentence.statement.value.is_some()
            && let [label, _, ..] = &mut own[..]
        {
            label.text = label_ends(&label.text);
        }
        parts.extend(own);
        cited.say(parts, false);
    }
    Ok(cited)
}

/// An item as a part with its citation, without the bullet before it; `None` where nobody can see it. `near` says in
/// which document it stands.
pub(crate) fn item(
    asker: &Asker,
    near: &Statement,
    span: Span,
    text: &str,
    cited: &mut Cited,
) -> Result<Option<AnswerPart>> {
    let bare = without_bullet(span, text);
    let text = within(text, span.start, bare).to_owned();
    let statement = Statement { span: bare, text, ..near.clone() };
    let Some(citation) = cite(&asker.store, &statement, 1.0)? else { return Ok(None) };
    let n = cited.add(citation);
    Ok(part(&statement.text, false, &[n]))
}

/// A statement without the bullet before it, and the bytes that are left out; a value is as it is.
fn without_sign(statement: &Statement) -> (Statement, usize) {
    let bare = match statement.value {
        Some(_) => statement.span,
        None => without_bullet(statement.span, &statement.text),
    };
    let cut = (bare.start - statement.span.start) as usize;
    let text = statement.text[cut..].to_owned();
    (Statement { span: Span::new(bare.start, statement.span.end), text, ..statement.clone() }, cut)
}

/// The words of a sentence, those that answer lit, with its citation at its end.
pub(crate) fn lit_parts(text: &str, lit: Option<Range<usize>>, n: u32) -> Vec<AnswerPart> {
    let mut parts = Vec::new();
    let rest = lit.as_ref().map_or(0, |lit| lit.end);
    if let Some(lit) = lit {
        parts.extend(part(&text[..lit.start], false, &[]));
        parts.extend(part(&text[lit], true, &[]));
    }
    match part(&text[rest..], false, &[n]) {
        Some(last) => parts.push(last),
        None => parts.iter_mut().next_back().into_iter().for_each(|part| part.citations.push(n)),
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::read::tests::ranked as sentence;

    fn texts(sentences: Vec<RankedSentence>) -> Vec<String> {
        let reading = Reading {
            sentences,
            weights: Vec::new(),
            confidence: 1.0,
            by_reader: false,
            evidence: Default::default(),
        };
        choose(&reading).iter().map(|sentence| sentence.text().to_owned()).collect()
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
        assert_eq!(texts(ranked), ["Notice is sixty days.", "The rider shortens it to thirty."]);
    }

    #[test]
    fn what_restricts_the_best_sentence_follows_it() {
        let ranked = vec![
            sentence("Pets are allowed.", 50, 8.0),
            sentence("Residents may keep plants on the balcony.", 90, 7.9),
            sentence("However, dogs need a permit.", 61, 2.0),
        ];
        assert_eq!(texts(ranked), ["Pets are allowed.", "However, dogs need a permit."]);
    }
}

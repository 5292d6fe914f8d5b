//! Answers that several documents give: a line a document, under its name, and never one paragraph of
//! sentences that speak of different things.

use citelight_core::{AnswerPart, AnswerSentence, DocumentId, QuestionKind, Span, Verdict};

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, folded, part, within};
use crate::ask::compose::{Composed, Findings};
use crate::ask::quoting::{Said, item, quote};
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// Documents that get a line, at most.
const MOST_LINES: usize = 4;
/// Where the question names no document, the answers of others must be this near the best one, in
/// log-odds, or that one fits better. Set by hand.
const AS_GOOD: f32 = 0.7;
/// Where it names several, each says what it says, unless it is so far from the best. Set by hand.
const NAMED: f32 = 3.0;

/// Items that are shown in a line, at most, and words of all of them.
const MOST_ITEMS: usize = 12;
const MOST_WORDS: usize = 120;

/// The best sentence of each document that answers; `None` where one alone does, or fits better.
pub(crate) fn each(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let asked = &findings.question.interpretation;
    let reading = findings.reading(asker)?;
    let apart = matches!(asked.kind, QuestionKind::Definition | QuestionKind::Summary);
    if apart || reading.confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let Some(best) = reading.sentences.first() else { return Ok(None) };
    let named = (2..=MOST_LINES).contains(&asked.only.len());
    let least = best.score - if named { NAMED } else { AS_GOOD };
    let mut lines: Vec<&RankedSentence> = Vec::new();
    for sentence in reading.sentences.iter().take_while(|sentence| sentence.score >= least) {
        let document = &sentence.statement.document;
        if lines.iter().all(|line| line.statement.document != *document) {
            lines.push(sentence);
        }
    }
    lines.truncate(MOST_LINES);
    if lines.len() < 2 {
        return Ok(None);
    }
    let mut cited = Cited::default();
    let mut seen: Vec<&DocumentId> = Vec::new();
    for line in lines {
        let name = name_of(&line.statement.file_name);
        if add_line(asker, findings, line, &name, &mut cited)? {
            seen.push(&line.statement.document);
        }
    }
    let composed = Composed::quoted(cited, reading.confidence);
    Ok((seen.len() >= 2).then_some(composed))
}

/// Adds a line: what it is about, and a sentence with its citations. Whether something could be cited.
pub(crate) fn add_line(
    asker: &Asker,
    findings: &Findings<'_>,
    sentence: &RankedSentence,
    about: &str,
    cited: &mut Cited,
) -> Result<bool> {
    let statement = &sentence.statement;
    let lit = match &statement.value {
        Some(value) => statement.text.rfind(&value.text).map(|at| at..at + value.text.len()),
        None => sentence.found_words(),
    };
    let said = Said::of(sentence, findings.reading(asker)?, lit);
    let line = quote(asker, [said])?.behind(cited.citations.len());
    let Some(mut said) = line.sentences.into_iter().next() else { return Ok(false) };
    said.parts.splice(0..0, part(&format!("{about}:"), false, &[]));
    said.item = true;
    cited.citations.extend(line.citations);
    if statement.value.is_none() {
        said.parts.extend(items_of(asker, sentence, cited)?);
    }
    cited.sentences.push(said);
    Ok(true)
}

/// The items to which a sentence leads, which says little without them, one behind the other, each cited; none where
/// they are many or long.
fn items_of(
    asker: &Asker,
    sentence: &RankedSentence,
    cited: &mut Cited,
) -> Result<Vec<AnswerPart>> {
    let statement = &sentence.statement;
    let mut parts = Vec::new();
    let Some(whole) = Span::around(sentence.items.iter().copied()) else { return Ok(parts) };
    let (start, text) = asker.store.flow_text(&statement.document, whole)?;
    let words = |span: &Span| within(&text, start, *span);
    let count = |item: &Span| words(item).split_whitespace().count();
    let items = &sentence.items;
    if items.len() > MOST_ITEMS || items.iter().map(count).sum::<usize>() > MOST_WORDS {
        return Ok(parts);
    }
    for span in items {
        let Some(said) = item(asker, statement, *span, words(span), cited)? else { continue };
        if !parts.is_empty() {
            parts.extend(part("·", false, &[]));
        }
        parts.push(said);
    }
    Ok(parts)
}

/// What a line is about, as its beginning.
pub(super) fn label_of(about: &str) -> String {
    let label = folded(about);
    let mut letters = label.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// The line of what nothing was found of.
pub(super) fn nothing_of(label: &str) -> AnswerSentence {
    let text = format!("{label}: I found nothing that says it.");
    AnswerSentence {
        parts: part(&text, false, &[]).into_iter().collect(),
        verdict: Verdict::Quoted,
        item: true,
        aside: false,
    }
}

/// A document as it is called in a line: its file's name without the ending.
fn name_of(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    stem.replace('_', " ")
}

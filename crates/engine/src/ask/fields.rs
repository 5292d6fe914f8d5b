//! Fields of forms near what was found, as statements: "Rated power: 165 hp".

use std::collections::HashSet;
use std::iter;

use citelight_core::{CitedCell, DocumentId, Field, FieldGuess, QuestionKind, Span, cosine};
use citelight_text::Stem;

use super::asker::Asker;
use super::cite::{Statement, Value, folded, within};
use super::document_cache::Outline;
use super::named::{FEW_DOCUMENTS, NAMING_SHARE};
use super::question::{Hit, Question};
use super::table_cache::innermost;
use crate::error::Result;

/// Fields that one question is given at most.
const MOST: usize = 25;
/// All fields of a document of no more pages are near.
const SHORT_PAGES: u32 = 8;
/// Labels that are compared by meaning; the rest by the words that they share with the question.
const COMPARED: usize = 160;

/// Words of a date, a time or an amount that is a field's label, at most.
const MOST_TURNED: usize = 6;

/// Signs that forms print where something is to be written.
const PRINTED: &str = " $€£¥%()-–—_/.:,";
/// What is taken off, of the share of the question's words, where label and value may not belong together.
const UNLIKELY: f32 = 0.2;

/// A field near what was found.
pub(crate) struct NearField {
    /// Place of its hit.
    pub(crate) rank: usize,
    pub(crate) statement: Statement,
    /// The levels of its label, outermost first.
    pub(crate) levels: Vec<String>,
    /// How unlikely it is that label and value belong together, 0 to 1.
    pub(crate) unlikely: f32,
    stems: HashSet<Stem>,
}

impl NearField {
    /// What it is called.
    fn name(&self) -> &str {
        self.statement.value.as_ref().map_or("", |value| &value.meaning.row)
    }
}

/// The fields on the pages of the hits, of a short document all of them: those that the question may
/// mean, each with the place of its hit among them.
pub(crate) fn near(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<Vec<NearField>> {
    let (mut candidates, mut seen) = (Vec::new(), HashSet::new());
    let mut short: HashSet<&DocumentId> = HashSet::new();
    let asks_whether = question.interpretation.kind == QuestionKind::YesNo;
    for (rank, hit) in hits.iter().enumerate() {
        for chunk in hit.chunks() {
            let document = &chunk.document;
            if short.contains(document) {
                continue;
            }
            let whole = asker.documents.row(document)?.pages <= SHORT_PAGES;
            let span = if whole { Span::new(0, u32::MAX) } else { chunk.span };
            if whole {
                short.insert(document);
            }
            let shown = asker.store.fields(document, span)?.into_iter().map(|field| (field, 0.0));
            let guesses = asker.store.field_guesses(document, span)?.into_iter();
            let unlikely = |guess: FieldGuess| (guess.field, 1.0 - f32::from(guess.likely) / 100.0);
            let fields: Vec<(Field, f32)> = shown.chain(guesses.map(unlikely)).collect();
            if fields.is_empty() {
                continue;
            }
            let (start, text) = asker.store.flow_text(document, span)?;
            let outline = asker.document_cache.outline(document)?;
            // A box that nobody ticked answers only whether it was.
            let told = |(field, _): &&(Field, f32)| field.ticked != Some(false) || asks_whether;
            for (field, unlikely) in fields.iter().filter(told) {
                let name = Span::around(field.label.iter().flatten().copied());
                let place = Span::around(field.spans().copied());
                if place.is_some_and(|place| seen.insert((document.clone(), place, name))) {
                    let words = |span: Span| within(&text, start, span);
                    let from = (document, chunk.file_name.as_str());
                    for field in iter::once(field.clone()).chain(turned(field, &words)) {
                        let levels = levels(&field, &words);
                        let Some(statement) = statement(&field, &levels, from, &words, &outline)
                        else {
                            continue;
                        };
                        let said = format!("{} {}", statement.section, statement.text);
                        let stems = asker.vocabulary.stems(&said).into_iter().collect();
                        let unlikely = *unlikely;
                        candidates.push(NearField { rank, statement, levels, unlikely, stems });
                    }
                }
            }
        }
    }
    choose(asker, question, candidates)
}

/// The candidates that share most with the question: by their words, the rarer among them the more, and
/// by what their labels mean.
fn choose(
    asker: &Asker,
    question: &Question,
    candidates: Vec<NearField>,
) -> Result<Vec<NearField>> {
    let terms = &question.whole.terms.stems;
    let with = |term: &Stem| candidates.iter().filter(|one| one.stems.contains(term)).count();
    let all = candidates.len() as f32;
    let titles = titles(asker, &candidates)?;
    let weight = |term: &Stem| {
        let rarity = (1.0 + all / (1.0 + with(term) as f32)).ln();
        if titles.contains(term) { NAMING_SHARE * rarity } else { rarity }
    };
    let weights: Vec<f32> = terms.iter().map(weight).collect();
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let shared = |one: &NearField| {
        let held = terms.iter().zip(&weights).filter(|(term, _)| one.stems.contains(term));
        held.map(|(_, weight)| weight).sum::<f32>() / sum
    };
    let mut scored: Vec<(f32, NearField)> =
        candidates.into_iter().map(|one| (shared(&one) - UNLIKELY * one.unlikely, one)).collect();
    let order = |a: &(f32, NearField), b: &(f32, NearField)| b.0.total_cmp(&a.0);
    scored.sort_by(order);
    if scored.len() > MOST {
        scored.truncate(COMPARED);
        let names: Vec<&str> = scored.iter().map(|(_, one)| one.name()).collect();
        let vectors = asker.text_vectors.of_all(&names)?;
        for ((score, _), vector) in scored.iter_mut().zip(&vectors) {
            *score += cosine(&question.whole.vector, vector).max(0.0);
        }
        scored.sort_by(order);
        scored.truncate(MOST);
    }
    Ok(scored.into_iter().map(|(_, one)| one).collect())
}

/// The stems of the titles of the documents of the candidates, where they are few: such words say which document is
/// meant, and little of which of its fields.
fn titles(asker: &Asker, candidates: &[NearField]) -> Result<HashSet<Stem>> {
    let documents: HashSet<&DocumentId> =
        candidates.iter().map(|one| &one.statement.document).collect();
    if documents.len() > FEW_DOCUMENTS {
        return Ok(HashSet::new());
    }
    let mut stems = HashSet::new();
    for document in documents {
        let title = asker.documents.row(document)?.display_title.unwrap_or_default();
        stems.extend(asker.vocabulary.stems(&title));
    }
    Ok(stems)
}

/// A field whose label is a date, a time or an amount, turned round: of "Sept 3: First day of school" either side may
/// be asked for. `None` for all others.
fn turned<'t>(field: &Field, words: &impl Fn(Span) -> &'t str) -> Option<Field> {
    let (last, outer) = field.label.split_last()?;
    let (label, value) = (text_of(last, words), text_of(&field.value, words));
    let is_figure = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let tokens = label.split_whitespace().count();
    let figures = label.split_whitespace().filter(is_figure).count();
    let names = value.split_whitespace().filter(|word| !is_figure(word)).count();
    let told = (1..=MOST_TURNED).contains(&tokens) && 2 * figures >= tokens;
    let named = value.contains(char::is_alphabetic) && 2 * names > value.split_whitespace().count();
    (told && named).then(|| Field {
        label: outer.iter().cloned().chain([field.value.clone()]).collect(),
        value: without_colon(last, words),
        ..field.clone()
    })
}

/// The spans of a label without the colon at its end.
fn without_colon<'t>(label: &[Span], words: &impl Fn(Span) -> &'t str) -> Vec<Span> {
    let mut spans = label.to_vec();
    if let Some(last) = spans.last_mut() {
        let kept = words(*last).trim_end_matches(|c: char| c.is_whitespace() || ":：".contains(c));
        last.end = last.start + u32::try_from(kept.len()).unwrap_or(0);
    }
    spans.retain(|span| span.start < span.end);
    spans
}

/// The levels of a field's label, outermost first.
fn levels<'t>(field: &Field, words: &impl Fn(Span) -> &'t str) -> Vec<String> {
    let levels = field.label.iter().map(|level| named(&text_of(level, words)));
    levels.filter(|level| !level.is_empty()).collect()
}

fn text_of<'t>(spans: &[Span], words: &impl Fn(Span) -> &'t str) -> String {
    folded(&spans.iter().map(|span| words(*span)).collect::<Vec<_>>().join(" "))
}

/// A field of a document, by its id and its file's name, as a statement; `words` gives those of a span.
fn statement<'t>(
    field: &Field,
    levels: &[String],
    (document, file): (&DocumentId, &str),
    words: &impl Fn(Span) -> &'t str,
    outline: &Outline,
) -> Option<Statement> {
    let name = levels.join(" > ");
    let labels: Vec<Span> = field.label.iter().flatten().copied().collect();
    // A field that is left blank, or holds but the signs that are printed in it, shows its label.
    let printed = |text: &str| text.chars().all(|c| PRINTED.contains(c));
    let blank = field.ticked.is_none() && printed(&text_of(&field.value, words));
    let spans = if blank { labels.clone() } else { field.value.clone() };
    let value = text_of(&spans, words);
    let span = Span::around(spans.iter().copied())?;
    let said = match (blank, field.ticked) {
        (true, _) => format!("{name}: –"),
        (_, Some(true)) => format!("{name}, ticked: {value}"),
        (_, Some(false)) => format!("{name}, not ticked: {value}"),
        (_, None) => format!("{name}: {value}"),
    };
    let section = innermost(&outline.sections, span);
    (!name.is_empty() && !value.is_empty()).then(|| Statement {
        document: document.clone(),
        file_name: file.to_owned(),
        section: section.map(|section| section.breadcrumb.clone()).unwrap_or_default(),
        span,
        text: said,
        value: Some(Value {
            spans,
            labels,
            meaning: CitedCell {
                row: name.clone(),
                column: String::new(),
                unit: String::new(),
                caption: section.map(|section| section.title.clone()).unwrap_or_default(),
            },
            text: value,
            currency: None,
            alike: None,
        }),
    })
}

/// A label without the colon behind it and the signs around it.
fn named(label: &str) -> String {
    label.trim_matches(|c: char| c.is_whitespace() || ":：*_.…".contains(c)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The field whose label and value are the two parts of a text.
    fn field(text: &str) -> Field {
        let end = text.find(": ").unwrap() as u32 + 1;
        let whole = text.len() as u32;
        Field {
            page: citelight_core::PageNumber::new(1).unwrap(),
            label: vec![vec![Span::new(0, end)]],
            value: vec![Span::new(end + 1, whole)],
            ticked: None,
        }
    }

    #[test]
    fn of_dates_and_events_either_side_may_be_asked_for() {
        let turned = |text: &'static str| {
            let words = |span: Span| &text[span.range()];
            let other = turned(&field(text), &words)?;
            Some((levels(&other, &words).join(" > "), text_of(&other.value, &words)))
        };
        let told = |label: &str, value: &str| Some((label.to_owned(), value.to_owned()));
        assert_eq!(turned("Sept 3: First day of school"), told("First day of school", "Sept 3"));
        assert_eq!(turned("10:30 am: Coffee"), told("Coffee", "10:30 am"));
        assert_eq!(turned("Total: 12.50"), None, "a label that is no figure");
        assert_eq!(turned("2021: 12.50"), None, "figures on both sides");
    }
}

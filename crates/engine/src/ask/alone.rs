//! Statements that the trained reader weighs one by one: values, and the sentences that are likeliest to be chosen.

use std::collections::HashMap;

use citelight_models::Weigher;

use super::asker::Asker;
use super::question::Question;
use crate::error::Result;
use crate::parallel::processors;

/// Sentences that it is given.
const SENTENCES: usize = 8;
/// Characters of a section's title that are read before a statement.
const LONGEST_TITLE: usize = 60;

/// The title of a section by its breadcrumb, as far as it is read before a statement.
pub(crate) fn title_of(section: &str) -> String {
    let title = section.rsplit(" > ").next().unwrap_or_default().trim();
    title.chars().take(LONGEST_TITLE).collect()
}

/// The title of a section, what stands beside a text there, and the text, as the trained reader weighs them by
/// themselves.
pub(crate) fn as_read(section: &str, beside: &str, text: &str) -> String {
    let title = title_of(section);
    let title = if text.starts_with(&title) { "" } else { &title };
    let parts = [title, beside, text].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(": ")
}

/// By how much values and sentences answer, each read by itself; empty without the trained reader.
pub(crate) fn weigh(asker: &Asker, question: &Question, read: &[String]) -> Result<Vec<f32>> {
    weigh_by(Weigher::Statements, asker, question, read)
}

/// The same by one of the models.
pub(crate) fn weigh_by(
    weigher: Weigher,
    asker: &Asker,
    question: &Question,
    read: &[String],
) -> Result<Vec<f32>> {
    let Some(extractor) = asker.extractor() else { return Ok(Vec::new()) };
    let texts: Vec<&str> = read.iter().map(String::as_str).collect();
    Ok(extractor.weigh(weigher, &question.put, &texts, processors())?)
}

/// By how much sentences answer, each read by itself: those that come first by the score of `scored`, by their places
/// there. `read` gives the words of the sentence at a place.
pub(crate) fn sentences(
    asker: &Asker,
    question: &Question,
    mut scored: Vec<(f32, usize)>,
    read: impl Fn(usize) -> Result<String>,
) -> Result<HashMap<usize, f32>> {
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(SENTENCES);
    let read: Vec<String> = scored.iter().map(|(_, at)| read(*at)).collect::<Result<_>>()?;
    let margins = weigh(asker, question, &read)?;
    Ok(scored.into_iter().map(|(_, at)| at).zip(margins).collect())
}

//! The values near what was found that a question may mean: cells of tables and fields of forms, weighed by
//! one model, since either may be what is asked for.

use std::collections::HashSet;

use citelight_answer::{
    AskedTimes, CellFeatures, Meaning, Seek, TableText, ToCompare, cells_meant, to_compare,
};
use citelight_core::{DocumentId, Period, Sought, Span, cosine};
use citelight_question::series_subject;
use citelight_text::{Stem, Terms};

use super::alone::{self, as_read};
use super::asker::Asker;
use super::cells::{self, Meant, NearTable};
use super::cite::Statement;
use super::fields::{self, NearField};
use super::question::{Hit, Question};
use crate::error::Result;

/// What such a word counts in a question for a number of something. Set by hand.
const OF_SORT_SHARE: f32 = 0.3;
/// Words for any number that names something.
const CODES: [&str; 5] = ["code", "id", "no", "number", "reference"];
/// Values that are compared with sentences.
const MOST: usize = 12;
/// Values that the trained reader is given, each by itself.
const MOST_READ: usize = 20;
/// Labels and headings whose meaning is compared with the question's.
const MOST_LABELS: usize = 60;
/// What is left of the question beside so many rows is compared with the headings.
const MOST_RESTS: usize = 8;
/// What the trained reader's margin for a value counts beside what is measured of it, and the least margin that is
/// told from lower ones. Chosen by `citelight-eval train values` on documents that it did not learn from.
const WEIGHED: f32 = 1.0;
const LEAST_MARGIN: f32 = -20.0;

/// A value that a question may mean.
#[derive(Debug, Clone)]
pub(crate) struct NearValue {
    /// Place of its hit.
    pub(crate) rank: usize,
    pub(crate) statement: Statement,
    /// What is measured of it.
    pub(crate) features: CellFeatures,
    /// How well it fits; comparable within one question.
    pub(crate) score: f32,
    /// Whether it is a field of a form.
    pub(crate) field: bool,
    /// Whether the question says most of its label.
    named: bool,
    /// What its row says besides that the question speaks of.
    pub(crate) beside: String,
    /// The trained reader's margin for it by itself, behind what says its meaning.
    pub(crate) alone: f32,
}

impl NearValue {
    /// What it is: the title of its section, and its words behind all that says their meaning.
    pub(crate) fn as_read(&self) -> String {
        as_read(&self.statement.section, &self.beside, &self.statement.text)
    }
}

/// The values near what was found.
#[derive(Default)]
pub(crate) struct NearValues {
    /// Those that the question may mean, best first.
    pub(crate) values: Vec<NearValue>,
    /// Where the labels of rows stand in the tables that were looked at.
    pub(crate) labels: Vec<(DocumentId, Span)>,
}

/// The values that the question may mean.
pub(crate) fn near(asker: &Asker, question: &Question, hits: &[Hit]) -> Result<NearValues> {
    let NearValues { mut values, labels } = measured(asker, question, hits, MOST_READ)?;
    weigh(asker, question, &mut values)?;
    values.sort_by(|a, b| b.score.total_cmp(&a.score));
    values.truncate(MOST);
    Ok(NearValues { values, labels })
}

/// The values that the question may mean by their labels, headings and words, best first, at most `most`.
pub(crate) fn measured(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
    most: usize,
) -> Result<NearValues> {
    let read = cells::tables(asker, hits)?.into_iter().map(|near| (near.read(), near));
    // Forms in columns are read as fields.
    let (mut tables, found): (Vec<TableText>, Vec<NearTable>) =
        read.filter(|(table, _)| !table.is_form()).unzip();
    let forms = forms(fields::near(asker, question, hits)?);
    tables.extend(forms.iter().map(|form| as_table(form)));
    if tables.is_empty() {
        return Ok(NearValues::default());
    }
    let labels_of_rows = found.iter().flat_map(NearTable::labels).collect();
    let (terms, weights) = terms(asker, question)?;
    let times = AskedTimes::of(&question.text, &question.interpretation);
    if !times.is_empty() {
        for (table, near) in tables.iter_mut().zip(&found) {
            table.fiscal = asker.tables.fiscal(near.document())?;
        }
    }
    let seek = Seek {
        question: &question.text,
        words: &terms.words,
        stems: &terms.stems,
        weights: &weights,
        sort: question.interpretation.sort,
        figure: question.interpretation.figure,
        code: question.interpretation.sought == Some(Sought::Code),
        times: &times,
        concepts: &question.whole.concepts,
    };
    let ToCompare { labels, rests } =
        to_compare(&tables, &seek, &asker.vocabulary, (MOST_LABELS, MOST_RESTS));
    let texts = labels.iter().chain(&rests).map(String::as_str);
    let vectors = asker.text_vectors.by_text(texts)?;
    let cosine = |a: &[f32], b: &[f32]| cosine(a, b).clamp(0.0, 1.0);
    let meaning = Meaning {
        whole: &|text| Some(cosine(&question.whole.vector, vectors.get(text)?)),
        rest: &|rest, text| Some(cosine(vectors.get(rest)?, vectors.get(text)?)),
    };
    let sought = question.interpretation.sought.as_ref();
    let fit = |text: &str, at: usize| {
        let fit = sought.and_then(|sought| asker.reader.fit(sought, &question.put, text, Some(at)));
        fit.map_or(0.5, |fit| 0.5 * f32::from(fit as u8))
    };
    let meant = cells_meant(&tables, &seek, &asker.vocabulary, meaning, &fit, most);
    let meant_with = match series_subject(&question.text) {
        Some(_) => Meant::Course(years_asked(question)),
        None => Meant::Alike,
    };
    let asked: HashSet<Stem> = terms.stems.iter().copied().collect();
    let values = meant.iter().filter_map(|choice| {
        let (rank, statement, beside) = match choice.table.checked_sub(found.len()) {
            None => {
                let (near, table) = (&found[choice.table], &tables[choice.table]);
                let statement = cells::chosen(near, table, choice, meant_with)?;
                (near.rank, statement, cells::beside(table, choice, &asked, &asker.vocabulary))
            }
            Some(form) => {
                let field = forms[form].get(choice.row)?;
                (field.rank, field.statement.clone(), String::new())
            }
        };
        let field = choice.table >= found.len();
        let (features, score, named) = (choice.features, choice.score, choice.named);
        let alone = LEAST_MARGIN;
        Some(NearValue { rank, statement, features, score, field, named, beside, alone })
    });
    Ok(NearValues { values: values.collect(), labels: labels_of_rows })
}

/// The first and the last year that the question names, where it names two.
fn years_asked(question: &Question) -> Option<(u16, u16)> {
    let years = || question.interpretation.periods.iter().flat_map(Period::years);
    years().min().zip(years().max()).filter(|(first, last)| first < last)
}

/// The fields of one section each, in their order.
fn forms(fields: Vec<NearField>) -> Vec<Vec<NearField>> {
    let mut forms: Vec<Vec<NearField>> = Vec::new();
    for field in fields {
        let beside = |form: &&mut Vec<NearField>| {
            form.first().is_some_and(|first| {
                let (one, other) = (&first.statement, &field.statement);
                one.document == other.document && one.section == other.section
            })
        };
        match forms.iter_mut().find(beside) {
            Some(form) => form.push(field),
            None => forms.push(vec![field]),
        }
    }
    forms
}

fn as_table(form: &[NearField]) -> TableText {
    let section = form.first().map(|field| field.statement.section.clone()).unwrap_or_default();
    let value = |field: &NearField| {
        let value = field.statement.value.as_ref().filter(|value| !value.is_blank());
        value.map(|value| value.text.clone()).unwrap_or_default()
    };
    let fields = form.iter().map(|field| (field.levels.clone(), value(field), field.unlikely));
    TableText::of_fields(String::new(), section, fields)
}

/// Adds by how much each value answers, as the trained reader weighs it by itself behind what says its meaning.
fn weigh(asker: &Asker, question: &Question, values: &mut [NearValue]) -> Result<()> {
    let read: Vec<String> = values.iter().map(NearValue::as_read).collect();
    let margins = alone::weigh(asker, question, &read)?;
    // Nothing is found in what is left blank, though it may be what is meant where the question names it: how
    // well it fits tells.
    let blank = |one: &NearValue| {
        one.named && one.statement.value.as_ref().is_some_and(|value| value.is_blank())
    };
    let filled = values.iter().zip(&margins).filter(|(one, _)| !blank(one));
    let best = filled.map(|(_, margin)| *margin).fold(LEAST_MARGIN, f32::max);
    for (one, margin) in values.iter_mut().zip(margins) {
        one.alone = if blank(one) { best } else { margin.max(LEAST_MARGIN) };
        one.score += WEIGHED * one.alone;
    }
    Ok(())
}

/// All words of the question, those that name its document among them, since they may name a row; and
/// what each counts, in sum 1: rare words tell more.
fn terms(asker: &Asker, question: &Question) -> Result<(Terms, Vec<f32>)> {
    let terms = Terms::of(&question.text, &asker.vocabulary);
    let sought = question.interpretation.sought.as_ref();
    let ranges = &question.whole.allowed;
    let total: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
    let mut weights = Vec::with_capacity(terms.words.len());
    for word in &terms.words {
        let with = asker.store.chunks_with(word, ranges)? as f32;
        let weight = (1.0 + total as f32 / (1.0 + with)).ln();
        // "Number" says what is sought of an invoice, and not whose.
        let of_sort = sought == Some(&Sought::Code) && CODES.contains(&word.as_str());
        weights.push(if of_sort { weight * OF_SORT_SHARE } else { weight });
    }
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Ok((terms, weights))
}

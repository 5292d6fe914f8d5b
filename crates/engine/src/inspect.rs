//! The stages of asking seen from outside, for measuring them and for training their models. The app
//! itself uses none of this.

use std::collections::HashMap;
use std::sync::Arc;

use citelight_answer::CellFeatures;
use citelight_core::{AnswerSentence, ChunkId, Citation, DocumentId, Quad, Retriever, Span};
use citelight_models::CrossEncoder;
use citelight_quote::training::{
    CONFIDENCE_FEATURES, ChoiceFeatures, SENTENCE_FEATURES, evidence_features,
};
use citelight_retrieval::{Features, Place};
use citelight_store::ChunkRow;
use citelight_text::Vocabulary;

use crate::ask::answered;
use crate::ask::check::check;
use crate::ask::cite::{self, Cited};
use crate::ask::fusion::fuse;
use crate::ask::pool::{gather, gather_from, pool as make_pool, search_all};
use crate::ask::question::Ask;
use crate::ask::read::{RankedSentence, read, readable};
use crate::ask::reader_text;
pub use crate::ask::reader_text::{Piece, ReaderText};
use crate::ask::retrieve::retrieve;
use crate::ask::settle::settled;
use crate::ask::understand::understand;
use crate::ask::values;
use crate::ask::write::draft_evidence;
use crate::error::Result;
use crate::library::Library;

/// Passages at each stage of one question's retrieval, best first.
#[derive(Debug, Clone)]
pub struct Stages {
    /// What the searches brought, those of the vectors first.
    pub candidates: Vec<ChunkRow>,
    /// The same, fused by their ranks in the searches alone.
    pub fused: Vec<(ChunkRow, f32)>,
    /// As they are given: weighed, diversified, the sides of a comparison first.
    pub ranked: Vec<(ChunkRow, f32)>,
}

/// The candidates for one question with their measurements.
#[derive(Debug, Clone)]
pub struct Pool {
    /// The candidates.
    pub chunks: Vec<ChunkRow>,
    /// Their measurements, in the same order.
    pub features: Vec<Features>,
    /// The measurements with the titles and breadcrumbs of the candidates shuffled among them: what
    /// sections contribute by being right, and not by being there, is the difference.
    pub sham: Vec<Features>,
    /// Where they stand, in the same order.
    pub places: Vec<Place>,
}

/// The sentences of one question's evidence with their measurements.
#[derive(Debug, Clone)]
pub struct Sentences {
    /// The sentences that were compared, best first: document, place, words, measurements.
    pub sentences: Vec<(DocumentId, Span, String, [f32; SENTENCE_FEATURES.len()])>,
    /// The measurements of the evidence as a whole.
    pub evidence: [f32; CONFIDENCE_FEATURES.len()],
}

/// What the check of a written text leaves of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedText {
    /// Its sentences with their verdicts; those with a figure that nothing shows are left out.
    pub sentences: Vec<AnswerSentence>,
    /// The words that support them, in the order of their numbers.
    pub citations: Vec<Citation>,
}

/// What each stage of retrieval gives for a question.
pub fn stages(library: &Library, ask: &Ask<'_>, limit: usize) -> Result<Stages> {
    let asker = library.asker();
    let question = understand(asker, ask)?;
    let searches = search_all(asker, &[&question.whole])?.swap_remove(0);
    let ids = gather_from(asker, &question.whole, &searches)?;
    let rows = |ids: &[ChunkId]| -> Result<Vec<ChunkRow>> {
        Ok(asker.document_cache.chunks(ids)?.iter().map(|chunk| chunk.row.clone()).collect())
    };
    let lists: Vec<&[(ChunkId, f32)]> = match question.retriever {
        Retriever::Full => vec![&searches.near, &searches.worded, &searches.named],
        Retriever::Plain => vec![&searches.near],
    };
    let fused = fuse(&lists);
    let fused_ids: Vec<ChunkId> = fused.iter().take(limit).map(|(id, _)| *id).collect();
    let scores: HashMap<ChunkId, f32> = fused.into_iter().collect();
    let scored = |row: ChunkRow| {
        let score = scores.get(&row.id).copied().unwrap_or_default();
        (row, score)
    };
    let ranked = retrieve(asker, &question)?.into_iter().take(limit);
    Ok(Stages {
        candidates: rows(&ids)?,
        fused: rows(&fused_ids)?.into_iter().map(scored).collect(),
        ranked: ranked.map(|hit| (hit.chunk, hit.score)).collect(),
    })
}

/// The candidates for a question with their measurements.
pub fn pool(library: &Library, ask: &Ask<'_>) -> Result<Pool> {
    let asker = library.asker();
    let question = understand(asker, ask)?;
    let (ids, _) = gather(asker, &[&question.whole])?;
    let mut pool = make_pool(asker, &ids, &question)?;
    let features = pool.features(&question.whole, &question.interpretation);
    let (chunks, places) =
        (pool.chunks.iter().map(|chunk| chunk.row.clone()).collect(), pool.places());
    pool.shuffle_sections();
    let sham = pool.features(&question.whole, &question.interpretation);
    Ok(Pool { chunks, features, sham, places })
}

/// The sentences of a question's evidence with their measurements.
pub fn sentences(library: &Library, ask: &Ask<'_>) -> Result<Sentences> {
    let asker = library.asker();
    let question = understand(asker, ask)?;
    let hits = retrieve(asker, &question)?;
    let reading = read(asker, &question, &hits)?;
    let sentence = |one: RankedSentence| {
        (one.statement.document, one.statement.span, one.statement.text, one.features)
    };
    Ok(Sentences {
        sentences: reading.sentences.into_iter().map(sentence).collect(),
        evidence: evidence_features(&reading.evidence),
    })
}

/// A value near what is found for a question: a cell of a table or a field of a form.
#[derive(Debug, Clone)]
pub struct NearValue {
    /// What it is, as the model that reads values is given it.
    pub read: String,
    /// Its words.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Its measurements.
    pub features: CellFeatures,
}

/// The values near what is found for a question, those that fit best first, at most `most`.
pub fn values(library: &Library, ask: &Ask<'_>, most: usize) -> Result<Vec<NearValue>> {
    let asker = library.asker();
    let question = understand(asker, ask)?;
    let hits = settled(&question, retrieve(asker, &question)?);
    let values = values::measured(asker, &question, readable(&hits), most)?.values.into_iter();
    let near = |one: values::NearValue| {
        let (read, span, features) = (one.as_read(), one.statement.span, one.features);
        one.statement.value.map(|value| NearValue { read, text: value.text, span, features })
    };
    Ok(values.filter_map(near).collect())
}

/// Something that may answer a question.
#[derive(Debug, Clone)]
pub struct Choice {
    /// What it says; of a value, the value alone.
    pub text: String,
    /// The items that it introduces, one after the other.
    pub items: String,
    /// The whole as the trained reader weighs it by itself.
    pub read: String,
    /// Whether it is a field of a form or a cell of a table.
    pub is_value: bool,
    /// What is measured of it.
    pub features: ChoiceFeatures,
}

/// All that may answer a question, sentences, lists and values, as it is read for it; the best first.
pub fn choices(library: &Library, ask: &Ask<'_>) -> Result<Vec<Choice>> {
    let asker = library.asker();
    let question = understand(asker, ask)?;
    let hits = settled(&question, retrieve(asker, &question)?);
    let reading = read(asker, &question, &hits)?;
    let choice = |one: RankedSentence| {
        let RankedSentence { statement, items: spans, choice: features, read, .. } = one;
        let is_value = statement.value.is_some();
        let mut items = String::new();
        for span in spans {
            let (start, pages) = asker.store.flow_text(&statement.document, span)?;
            let at = |byte: u32| byte.saturating_sub(start) as usize;
            items += pages.get(at(span.start)..at(span.end)).unwrap_or_default();
            items.push(' ');
        }
        let text = statement.value.map_or(statement.text, |value| value.text);
        Ok(Choice { text, items, read, is_value, features })
    };
    reading.sentences.into_iter().map(choice).collect()
}

/// Texts as answers to one question, each checked against its evidence as if the text generator had
/// written it. Leaves no trace in the history.
pub fn check_written(library: &Library, ask: &Ask<'_>, texts: &[&str]) -> Result<Vec<CheckedText>> {
    let asker = library.asker();
    let (_, question, hits) = answered(asker, ask)?;
    let (_, statements) = draft_evidence(asker, &question, &hits)?;
    let checked = texts.iter().map(|text| check(asker, &question, text, &statements));
    checked
        .map(|checked| {
            let Cited { sentences, citations } = checked?;
            Ok(CheckedText { sentences, citations })
        })
        .collect()
}

/// A passage as the trained reader is given it, in several parts where it is long.
pub fn reader_texts(library: &Library, passage: &ChunkRow) -> Result<Vec<ReaderText>> {
    reader_text::reader_texts(&library.asker().store, passage)
}

/// The rectangles of a part of a document's flow text, one per line and page.
pub fn rectangles(library: &Library, document: &DocumentId, span: Span) -> Result<Vec<Quad>> {
    cite::rectangles(&library.asker().store, document, span)
}

/// By whose stems a library's words are compared.
pub fn vocabulary(library: &Library) -> &Vocabulary {
    &library.asker().vocabulary
}

/// The cross-encoder in use; see [`CrossEncoder::score`].
pub fn cross_encoder(library: &Library) -> Option<Arc<CrossEncoder>> {
    library.asker().cross_encoder()
}

/// The identity of the model by which passages are embedded.
pub fn embedding_model(library: &Library) -> Result<String> {
    Ok(library.asker().embedder()?.identity())
}

//! What answering a question works with. Its stages are functions of it, in the files beside this one;
//! `ask.rs` shows their order.

use std::sync::Arc;
use std::time::Duration;

use citelight_answer::Measures;
use citelight_models::{CrossEncoder, RankerParts};
use citelight_quote::Reader;
use citelight_retrieval::{Concepts, Model};
use citelight_store::Store;
use citelight_text::Vocabulary;
use citelight_trades::Trades;

use super::catalogue_cache::CatalogueCache;
use super::document_cache::DocumentCache;
use super::drafts::Drafts;
use super::extractor::LazyExtractor;
use super::reranker::Reranker;
use super::suggestion_cache::SuggestionCache;
use super::table_cache::TableCache;
use super::text_vectors::TextVectors;
use crate::documents::Documents;
use crate::embedding::LazyEmbedder;
use crate::error::Result;
use crate::events::{Events, NoticeLevel};
use crate::language_models::LanguageModels;
use crate::models::Models;
use crate::parallel::{processors, side_by_side};
use crate::ports::{Embedding, Extracting};
use crate::shared::Shared;
use crate::vectors::VectorCache;

/// Answers questions.
pub(crate) struct Asker {
    pub(crate) store: Arc<Store>,
    pub(crate) documents: Documents,
    pub(crate) events: Events,
    pub(crate) vectors: Arc<VectorCache>,
    pub(crate) embedder: LazyEmbedder,
    pub(crate) models: Arc<Models>,
    pub(crate) reranker: Reranker,
    pub(crate) extractor: LazyExtractor,
    pub(crate) language_models: LanguageModels,
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) concepts: Concepts,
    pub(crate) measures: Arc<Measures>,
    /// Weighs passages.
    pub(crate) ranking: Model,
    /// Reads sentences: which answer, which of their words, and how likely it is that any does.
    pub(crate) reader: Reader,
    pub(crate) catalogues: CatalogueCache,
    pub(crate) document_cache: DocumentCache,
    pub(crate) tables: TableCache,
    pub(crate) text_vectors: Arc<TextVectors>,
    /// Those of sentences and of what values are called, which many questions to one document compare.
    pub(crate) statement_vectors: TextVectors,
    pub(crate) drafts: Drafts,
    pub(crate) suggestions: SuggestionCache,
}

impl Asker {
    /// `measures` are those of `trades`; `runtime` tells where that lies which runs a cross-encoder.
    pub(crate) fn new(
        shared: Shared,
        trades: &Trades,
        measures: Measures,
        extractor: LazyExtractor,
        runtime: impl Fn() -> Result<RankerParts> + Send + Sync + 'static,
    ) -> Asker {
        let Shared { store, documents, events, embedder, vectors, models, .. } = shared;
        let vocabulary = Arc::new(Vocabulary::default());
        let measures = Arc::new(measures);
        let text_vectors = Arc::new(TextVectors::new(embedder.clone()));
        Asker {
            reranker: Reranker::new(runtime),
            extractor,
            language_models: LanguageModels::default(),
            concepts: Concepts::from_trades(trades, &vocabulary),
            ranking: Model::builtin(),
            reader: Reader::builtin(),
            catalogues: CatalogueCache::new(Arc::clone(&store), Arc::clone(&text_vectors)),
            document_cache: DocumentCache::new(
                Arc::clone(&store),
                embedder.clone(),
                Arc::clone(&vocabulary),
            ),
            tables: TableCache::new(Arc::clone(&store), Arc::clone(&measures)),
            text_vectors,
            statement_vectors: TextVectors::new(embedder.clone()),
            drafts: Drafts::default(),
            suggestions: SuggestionCache::new(vectors.folder()),
            store,
            documents,
            events,
            vectors,
            embedder,
            models,
            vocabulary,
            measures,
        }
    }

    /// Loads what a question needs and what is not there yet.
    pub(crate) fn warm_up(&self) -> Result<()> {
        let embedder = self.embedder.get()?;
        // What a question needs first is loaded first, by the one thread or by the other; what lets several threads
        // work, while it is being understood.
        let beside = || -> Result<()> {
            embedder.count_tokens("");
            if let Some(extractor) = self.extractor() {
                extractor.load_ahead(processors())?;
            }
            Ok(embedder.load_ahead(processors())?)
        };
        let (beside, first) = side_by_side(beside, || embedder.load_ahead(1));
        first?;
        beside
    }

    /// Whether nothing was asked yet, or not for long.
    pub(crate) fn is_cold(&self) -> bool {
        !self.extractor.is_loaded()
    }

    /// Gives back the models that no question needed for so long, and what was kept of documents for the next
    /// one.
    pub(crate) fn rest(&self, unused: Duration) {
        if self.extractor.rest(unused) {
            self.document_cache.clear();
            self.tables.clear();
            self.catalogues.clear();
            self.text_vectors.clear();
            self.statement_vectors.clear();
        }
        self.reranker.rest(unused);
    }

    pub(crate) fn embedder(&self) -> Result<Arc<dyn Embedding>> {
        self.embedder.get()
    }

    /// The trained reader, where the app comes with one. One that cannot be loaded is told once, and is as
    /// good as absent.
    pub(crate) fn extractor(&self) -> Option<Arc<dyn Extracting>> {
        self.extractor.get().unwrap_or_else(|error| {
            self.events.notice(NoticeLevel::Warning, error.to_wire());
            None
        })
    }

    /// The model that compares a question with a passage, where one is installed. One that cannot be
    /// loaded is told once, and is as good as absent.
    pub(crate) fn cross_encoder(&self) -> Option<Arc<CrossEncoder>> {
        self.reranker.current(&self.models).unwrap_or_else(|error| {
            self.events.notice(NoticeLevel::Warning, error.to_wire());
            None
        })
    }
}

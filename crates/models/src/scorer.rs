//! A question beside a passage, read together, to one number: how well the passage answers it.
//!
//! Slower and better than comparing vectors, so it is for the few best passages of a search. Texts
//! are cut to what the model takes, the longer one of each pair first. One thread and one text at a
//! time, for the reasons that the embedder has.
//!
//! Packs of this kind are made by others, and what a model makes the runtime do nobody here knows: so
//! only the child program loads them (`citelight-ranker`). [`crate::CrossEncoder`] is its host.

use std::path::Path;

use fastembed::{
    RerankInitOptionsUserDefined, TextRerank, TokenizerFiles, UserDefinedRerankingModel,
};
use parking_lot::Mutex;

use crate::{ModelError, Pack, runtime};

/// A cross-encoder, loaded into this process, which is to be the confined one. All methods may be called from any thread; one runs at a time.
pub struct Scorer {
    pack: Pack,
    session: Mutex<TextRerank>,
}

impl Scorer {
    /// Loads the pack, whose role is reranker, with the runtime library at `onnxruntime`.
    pub fn load(onnxruntime: &Path, pack: Pack) -> Result<Scorer, ModelError> {
        let files = TokenizerFiles {
            tokenizer_file: pack.read("tokenizer.json")?,
            config_file: pack.read("config.json")?,
            special_tokens_map_file: pack.read("special_tokens_map.json")?,
            tokenizer_config_file: pack.read("tokenizer_config.json")?,
        };
        let model = UserDefinedRerankingModel::new(pack.model_path(), files);
        let options = RerankInitOptionsUserDefined::new()
            .with_environment(runtime(onnxruntime)?)
            .with_max_length(pack.max_tokens())
            .with_intra_threads(1);
        let session = TextRerank::try_new_from_user_defined(model, options)
            .map_err(|error| pack.damaged(error.to_string()))?;
        Ok(Scorer { pack, session: Mutex::new(session) })
    }

    /// How well each text answers the question, in the order of `texts`. Numbers without bounds
    /// (logits), comparable among the texts of one question; the higher the better.
    pub fn score(&self, question: &str, texts: &[&str]) -> Result<Vec<f32>, ModelError> {
        let found = self
            .session
            .lock()
            .rerank(question, texts, false, Some(1))
            .map_err(|error| ModelError::Run(error.to_string()))?;
        let mut scores = vec![f32::NEG_INFINITY; texts.len()];
        for result in found {
            if let Some(score) = scores.get_mut(result.index) {
                *score = result.score;
            }
        }
        Ok(scores)
    }
}

impl std::fmt::Debug for Scorer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scorer").field("pack", &self.pack).finish_non_exhaustive()
    }
}

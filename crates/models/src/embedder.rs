//! Text to vectors, by a sentence-embedding model through fastembed.
//!
//! One session embeds questions and is always there; imports get sessions of their own, one per
//! core and one thread each, so that a question never waits behind an import. Texts go through a
//! session one at a time: padding to a batch's longest text costs more than it gains on a CPU, and
//! with int8 activations a text's vector would depend on its neighbours in the batch.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use fastembed::{
    InitOptionsUserDefined, Pooling, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel,
};
use ort::environment::Environment;
use parking_lot::Mutex;
use tokenizers::Tokenizer;

use crate::{ModelError, Pack, runtime};

/// Tokens that the model adds around a text (`[CLS]`, `[SEP]`).
const SPECIAL_TOKENS: usize = 2;

/// An embedding model, loaded. All methods may be called from any thread.
pub struct Embedder {
    pack: Pack,
    environment: Environment,
    tokenizer: Tokenizer,
    question: Mutex<TextEmbedding>,
    idle: Mutex<Vec<TextEmbedding>>,
}

impl Embedder {
    /// Loads the pack with the runtime library at `onnxruntime`.
    pub fn load(onnxruntime: &Path, pack: Pack) -> Result<Embedder, ModelError> {
        let environment = runtime(onnxruntime)?;
        let question = session(&pack, &environment)?;
        let mut tokenizer = question.tokenizer.clone();
        tokenizer.with_padding(None);
        // Counting must see the whole text.
        tokenizer.with_truncation(None).map_err(|error| ModelError::Run(error.to_string()))?;
        Ok(Embedder {
            pack,
            environment,
            tokenizer,
            question: Mutex::new(question),
            idle: Mutex::default(),
        })
    }

    /// Name, revision and file of the model: vectors are comparable only within one identity.
    pub fn identity(&self) -> String {
        self.pack.identity()
    }

    /// Name of the pack.
    pub fn name(&self) -> &str {
        self.pack.name()
    }

    /// Length of every vector.
    pub fn dimension(&self) -> usize {
        self.pack.dimension()
    }

    /// Most tokens of a text that reach the vector, special tokens left out.
    pub fn max_tokens(&self) -> usize {
        self.pack.max_tokens() - SPECIAL_TOKENS
    }

    /// Tokens of a text, special ones left out.
    pub fn count_tokens(&self, text: &str) -> usize {
        match self.tokenizer.encode_fast(text, false) {
            Ok(encoding) => encoding.len(),
            // The tokenizer refuses no text that it has an unknown-token for; should it, a byte
            // count errs on the safe side.
            Err(_) => text.len(),
        }
    }

    /// The unit vector of one text. Never waits for [`embed_many`](Self::embed_many).
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        run(&mut self.question.lock(), text)
    }

    /// The unit vectors of many texts, spread over `workers` sessions. `done` gets each vector with
    /// its text's place, in any order, on the calling thread. Stops early, without error, when
    /// `stop` is set.
    pub fn embed_many(
        &self,
        texts: &[&str],
        workers: usize,
        stop: &AtomicBool,
        done: &mut dyn FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        thread::scope(|scope| {
            // No more than one waits for each: who takes them in decides how fast it goes.
            let (sender, receiver) = mpsc::sync_channel(workers.max(1));
            for _ in 0..workers.clamp(1, texts.len().max(1)) {
                let (sender, next, failed) = (sender.clone(), &next, &failed);
                scope.spawn(move || {
                    let mut session = match self.take_session() {
                        Ok(session) => session,
                        Err(error) => {
                            let _ = sender.send(Err(error));
                            return;
                        }
                    };
                    while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(text) = texts.get(place) else { break };
                        let result = run(&mut session, text).map(|vector| (place, vector));
                        if sender.send(result).is_err() {
                            break;
                        }
                    }
                    self.idle.lock().push(session);
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            for result in receiver {
                match result {
                    Ok((place, vector)) => done(place, vector),
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        outcome = Err(error);
                    }
                }
            }
            outcome
        })
    }

    /// Gives back the memory of the imports' sessions.
    pub fn rest(&self) {
        self.idle.lock().clear();
    }

    fn take_session(&self) -> Result<TextEmbedding, ModelError> {
        let idle = self.idle.lock().pop();
        match idle {
            Some(session) => Ok(session),
            None => session(&self.pack, &self.environment),
        }
    }
}

impl std::fmt::Debug for Embedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embedder").field("pack", &self.pack).finish_non_exhaustive()
    }
}

fn session(pack: &Pack, environment: &Environment) -> Result<TextEmbedding, ModelError> {
    let files = TokenizerFiles {
        tokenizer_file: pack.read("tokenizer.json")?,
        config_file: pack.read("config.json")?,
        special_tokens_map_file: pack.read("special_tokens_map.json")?,
        tokenizer_config_file: pack.read("tokenizer_config.json")?,
    };
    let model = UserDefinedEmbeddingModel::new(pack.read(&pack.manifest().model)?, files)
        .with_pooling(Pooling::Mean);
    let options = InitOptionsUserDefined::new()
        .with_environment(environment.clone())
        .with_max_length(pack.max_tokens())
        .with_intra_threads(1);
    TextEmbedding::try_new_from_user_defined(model, options)
        .map_err(|error| pack.damaged(error.to_string()).into())
}

fn run(session: &mut TextEmbedding, text: &str) -> Result<Vec<f32>, ModelError> {
    let mut vectors =
        session.embed([text], Some(1)).map_err(|error| ModelError::Run(error.to_string()))?;
    vectors.pop().ok_or_else(|| ModelError::Run("no vector came back".to_owned()))
}

#[cfg(test)]
mod tests {
    use citelight_core::cosine;
    use citelight_parts::Parts;

    use super::*;

    fn load() -> Embedder {
        let parts = Parts::locate();
        let pack = Pack::open(&parts.model_pack("minilm-l6-v2").unwrap()).unwrap();
        Embedder::load(&parts.onnxruntime().unwrap(), pack).unwrap()
    }

    #[test]
    fn near_texts_have_near_vectors_of_length_one() {
        let embedder = load();
        let dog = embedder.embed("A dog runs across the field.").unwrap();
        let puppy = embedder.embed("The puppy is running over the meadow.").unwrap();
        let tax = embedder.embed("The effective tax rate rose to 21 percent.").unwrap();
        assert_eq!(dog.len(), embedder.dimension());
        assert!((cosine(&dog, &dog) - 1.0).abs() < 1e-3);
        assert!(cosine(&dog, &puppy) > cosine(&dog, &tax) + 0.3);
    }

    #[test]
    fn many_texts_get_the_vectors_of_single_ones() {
        let embedder = load();
        let texts: Vec<String> =
            (0..9).map(|n| format!("Clause {n} {}", "of the agreement ".repeat(n * 7))).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut vectors = vec![Vec::new(); texts.len()];
        embedder
            .embed_many(&texts, 2, &AtomicBool::new(false), &mut |place, vector| {
                vectors[place] = vector;
            })
            .unwrap();
        for (text, vector) in texts.iter().zip(&vectors) {
            assert!(cosine(&embedder.embed(text).unwrap(), vector) > 0.9999, "{text}");
        }
    }

    #[test]
    fn a_set_stop_flag_ends_the_work() {
        let mut count = 0;
        load()
            .embed_many(&["a", "b", "c"], 1, &AtomicBool::new(true), &mut |_, _| count += 1)
            .unwrap();
        assert_eq!(count, 0);
    }

    #[test]
    fn tokens_are_counted_beyond_the_models_limit() {
        let embedder = load();
        assert_eq!(embedder.count_tokens("hello world"), 2);
        assert_eq!(embedder.count_tokens(&"word ".repeat(1000)), 1000);
        assert_eq!(embedder.max_tokens(), 254);
    }
}

//! Text to vectors, by a sentence-embedding model through fastembed.
//!
//! Nothing is loaded before it is needed. Questions and imports take sessions of one thread each from what
//! is idle, or start another, so that a question never waits behind an import. Texts go through a session one at a time: padding to a batch's
//! longest text costs more than it gains on a CPU, and with int8 activations a text's vector would depend
//! on its neighbours in the batch.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fastembed::{
    InitOptionsUserDefined, Pooling, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel,
};
use parking_lot::Mutex;
use tokenizers::Tokenizer;

use crate::sessions::Sessions;
use crate::{ModelError, Pack, run_error, runtime, tokens};

/// Tokens that the model adds around a text (`[CLS]`, `[SEP]`).
const SPECIAL_TOKENS: usize = 2;
/// ONNX Runtime's name for the folder of the weights that a model in memory leaves in files
/// (`onnxruntime_session_options_config_keys.h`).
const WEIGHTS_FOLDER: &str = "session.model_external_initializers_file_folder_path";

/// An embedding model. All methods may be called from any thread.
pub struct Embedder {
    onnxruntime: PathBuf,
    pack: Pack,
    /// Cuts nothing off: counting must see the whole text.
    tokenizer: Mutex<Option<Arc<Tokenizer>>>,
    sessions: Sessions<TextEmbedding>,
    used: Mutex<Instant>,
}

impl Embedder {
    /// The model of a pack, run by the runtime library at `onnxruntime`. Loads nothing yet.
    pub fn new(onnxruntime: &Path, pack: Pack) -> Embedder {
        Embedder {
            onnxruntime: onnxruntime.to_path_buf(),
            pack,
            tokenizer: Mutex::default(),
            sessions: Sessions::new(),
            used: Mutex::new(Instant::now()),
        }
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
        let encoded = self
            .tokenizer()
            .and_then(|tokenizer| tokenizer.encode_fast(text, false).map_err(run_error));
        match encoded {
            Ok(encoding) => encoding.len(),
            // The tokenizer refuses no text that it has an unknown-token for; should it, or should it be
            // missing, a byte count errs on the safe side.
            Err(_) => text.len(),
        }
    }

    /// The unit vector of one text. Never waits for [`embed_many`](Self::embed_many).
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        let mut session = self.take_session()?;
        let vector = run(&mut session, text);
        self.sessions.give_back(session);
        vector
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
            for _ in 0..self.sessions.workers(workers, texts.len()) {
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
                    self.sessions.give_back(session);
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

    /// Loads what `workers` threads need to embed a question's texts, where it is not there yet.
    pub fn load_ahead(&self, workers: usize) -> Result<(), ModelError> {
        *self.used.lock() = Instant::now();
        self.sessions.load_ahead(workers, || session(&self.onnxruntime, &self.pack))
    }

    /// Gives back the memory of all sessions but one, and of that, too, where none was used for so long.
    pub fn rest(&self, unused: Duration) {
        let keep = self.used.lock().elapsed() < unused;
        self.sessions.rest(usize::from(keep));
        if !keep {
            self.tokenizer.lock().take();
        }
    }

    fn take_session(&self) -> Result<TextEmbedding, ModelError> {
        *self.used.lock() = Instant::now();
        self.sessions.take(|| session(&self.onnxruntime, &self.pack))
    }

    fn tokenizer(&self) -> Result<Arc<Tokenizer>, ModelError> {
        let mut loaded = self.tokenizer.lock();
        if let Some(tokenizer) = &*loaded {
            return Ok(Arc::clone(tokenizer));
        }
        let read = tokens::tokenizer(&self.pack.read("tokenizer.json")?);
        let read = read.map_err(|error| self.pack.damaged(error.to_string()))?;
        Ok(Arc::clone(loaded.insert(read)))
    }
}

fn session(onnxruntime: &Path, pack: &Pack) -> Result<TextEmbedding, ModelError> {
    let files = TokenizerFiles {
        tokenizer_file: pack.read("tokenizer.json")?,
        config_file: pack.read("config.json")?,
        special_tokens_map_file: pack.read("special_tokens_map.json")?,
        tokenizer_config_file: pack.read("tokenizer_config.json")?,
    };
    let model = UserDefinedEmbeddingModel::new(pack.read(&pack.manifest().model)?, files)
        .with_pooling(Pooling::Mean);
    // Weights that lie in a file of their own are mapped from there: read into memory they cost a copy for
    // each session, and most of the time that a session takes to load.
    let options = InitOptionsUserDefined::new()
        .with_environment(runtime(onnxruntime)?)
        .with_session_config(WEIGHTS_FOLDER, pack.folder().to_string_lossy())
        .with_max_length(pack.max_tokens())
        .with_intra_threads(1);
    TextEmbedding::try_new_from_user_defined(model, options)
        .map_err(|error| pack.damaged(error.to_string()).into())
}

fn run(session: &mut TextEmbedding, text: &str) -> Result<Vec<f32>, ModelError> {
    let mut vectors = session.embed([text], Some(1)).map_err(run_error)?;
    vectors.pop().ok_or_else(|| ModelError::Run("no vector came back".to_owned()))
}

impl std::fmt::Debug for Embedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embedder").field("pack", &self.pack).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::cosine;
    use citelight_parts::Parts;

    use super::*;

    fn load() -> Embedder {
        let parts = Parts::locate();
        let pack = Pack::open(&parts.model_pack("minilm-l6-v2").unwrap()).unwrap();
        Embedder::new(&parts.onnxruntime().unwrap(), pack)
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
        let (long, longer) = ("word ".repeat(254), "word ".repeat(1000));
        assert_eq!(embedder.embed(&long).unwrap(), embedder.embed(&longer).unwrap());
    }

    #[test]
    fn nothing_is_held_before_it_is_needed_nor_long_after() {
        let embedder = load();
        let held =
            |embedder: &Embedder| (embedder.sessions.idle(), embedder.tokenizer.lock().is_some());
        assert_eq!(held(&embedder), (0, false));
        let before = embedder.embed("A lease ends.").unwrap();
        assert_eq!(held(&embedder), (1, false));
        assert_eq!(embedder.count_tokens("A lease ends."), 4);
        let stop = AtomicBool::new(false);
        embedder.embed_many(&["a", "b", "c", "d"], 2, &stop, &mut |_, _| ()).unwrap();
        // So few texts may be done before the second worker begins.
        assert!(matches!(held(&embedder), (1..=2, true)));
        embedder.rest(Duration::from_secs(300));
        assert_eq!(held(&embedder), (1, true), "a question may follow");
        embedder.rest(Duration::ZERO);
        assert_eq!(held(&embedder), (0, false));
        assert_eq!(embedder.embed("A lease ends.").unwrap(), before);
    }
}

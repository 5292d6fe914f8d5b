//! The trained reader: a question and a passage read together, to the words of the passage that answer and how
//! much they answer better than nothing does.
//!
//! A passage goes through a session by itself, for the reasons that the embedder has; several sessions of
//! one thread each share the passages.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ort::session::Session;
use ort::value::Tensor;
use parking_lot::Mutex;
use tokenizers::Tokenizer;

use crate::sessions::Sessions;
use crate::{ModelError, run_error, session, tokens};

/// Tokens around question and passage: `[CLS]`, and `[SEP]` behind each.
const CLS: u32 = 101;
const SEP: u32 = 102;
/// Tokens that are given at most, and those of a question and of a title. As in training.
const MOST_TOKENS: usize = 384;
const MOST_QUESTION_TOKENS: usize = 48;
/// Tokens of an answer at most.
const MOST_SPAN_TOKENS: usize = 60;
/// Answers that one passage gives at most.
const MOST_SPANS: usize = 6;

/// A passage that is to be read.
#[derive(Debug, Clone, Copy)]
pub struct ReadText<'a> {
    /// What stands above it; never a part of an answer.
    pub title: &'a str,
    /// Its words.
    pub text: &'a str,
}

/// What a passage says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extraction {
    /// Words that may answer, best first, none within another.
    pub spans: Vec<ExtractedSpan>,
}

/// Words that may answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractedSpan {
    /// Bytes of the passage's text.
    pub range: Range<usize>,
    /// By how much they answer better than nothing does, in log-odds; comparable within one question.
    pub margin: f32,
}

/// The model, loaded. All methods may be called from any thread.
pub struct Extractor {
    onnxruntime: PathBuf,
    folder: PathBuf,
    tokenizer: Arc<Tokenizer>,
    sessions: Sessions<Session>,
}

impl Extractor {
    /// Loads the model of a folder that holds `model.onnx` and `tokenizer.json`, with the runtime library at
    /// `onnxruntime`.
    pub fn load(onnxruntime: &Path, folder: &Path) -> Result<Extractor, ModelError> {
        let tokenizer = std::fs::read(folder.join("tokenizer.json")).map_err(run_error)?;
        let tokenizer = tokens::tokenizer(&tokenizer).map_err(run_error)?;
        let (onnxruntime, folder) = (onnxruntime.to_path_buf(), folder.to_path_buf());
        let extractor = Extractor { onnxruntime, folder, tokenizer, sessions: Sessions::new() };
        extractor.load_ahead(1)?;
        Ok(extractor)
    }

    /// Loads what `workers` threads need to read, where it is not there yet.
    pub fn load_ahead(&self, workers: usize) -> Result<(), ModelError> {
        self.sessions.load_ahead(workers, || self.session())
    }

    fn session(&self) -> Result<Session, ModelError> {
        session(&self.onnxruntime, &self.folder.join("model.onnx"))
    }

    /// What each passage says to the question, in the order of `passages`, read by `workers` at once.
    pub fn read(
        &self,
        question: &str,
        passages: &[ReadText<'_>],
        workers: usize,
    ) -> Result<Vec<Extraction>, ModelError> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<Extraction>> = Mutex::new(vec![Extraction::default(); passages.len()]);
        let work = || -> Result<(), ModelError> {
            let mut session = self.sessions.take(|| self.session())?;
            while let Some((place, passage)) = {
                let place = next.fetch_add(1, Ordering::Relaxed);
                passages.get(place).map(|passage| (place, passage))
            } {
                let one = self.read_one(&mut session, question, *passage)?;
                found.lock()[place] = one;
            }
            self.sessions.give_back(session);
            Ok(())
        };
        thread::scope(|scope| {
            let workers = self.sessions.workers(workers, passages.len());
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().unwrap_or_else(|_| Err(ModelError::Run("a thread ended".to_owned())))
            })
        })?;
        Ok(found.into_inner())
    }

    fn read_one(
        &self,
        session: &mut Session,
        question: &str,
        passage: ReadText<'_>,
    ) -> Result<Extraction, ModelError> {
        let encode = |text: &str| self.tokenizer.encode(text, false).map_err(run_error);
        let question = encode(question)?;
        let title = encode(passage.title)?;
        let text = encode(passage.text)?;
        let question = &question.get_ids()[..question.len().min(MOST_QUESTION_TOKENS)];
        let title = &title.get_ids()[..title.len().min(MOST_QUESTION_TOKENS)];
        let room = MOST_TOKENS - question.len() - title.len() - 3;
        let kept = text.len().min(room);
        let first = question.len() + 2 + title.len();
        let ids: Vec<i64> = std::iter::once(CLS)
            .chain(question.iter().copied())
            .chain([SEP])
            .chain(title.iter().copied())
            .chain(text.get_ids()[..kept].iter().copied())
            .chain([SEP])
            .map(i64::from)
            .collect();
        let count = ids.len();
        let types: Vec<i64> = (0..count).map(|at| i64::from(at >= question.len() + 2)).collect();
        let row = |values: Vec<i64>| Tensor::from_array(([1, count], values)).map_err(run_error);
        let outputs = session
            .run(ort::inputs![
                "input_ids" => row(ids)?,
                "token_type_ids" => row(types)?,
                "attention_mask" => row(vec![1; count])?,
            ])
            .map_err(run_error)?;
        let numbers = |name: &str| -> Result<Vec<f32>, ModelError> {
            let (_, values) = outputs[name].try_extract_tensor::<f32>().map_err(run_error)?;
            Ok(values.to_vec())
        };
        let (start, end) = (numbers("start")?, numbers("end")?);
        if start.len() < first + kept || end.len() < first + kept {
            return Err(ModelError::Run("an output of another shape came back".to_owned()));
        }
        let none = start[0] + end[0];
        let places = first..first + kept;
        let spans = best_spans(&start[places.clone()], &end[places])
            .into_iter()
            .filter_map(|(from, to, score)| {
                let offsets = text.get_offsets();
                let range = offsets.get(from)?.0..offsets.get(to)?.1;
                Some(ExtractedSpan { range, margin: score - none })
            })
            .collect();
        Ok(Extraction { spans })
    }
}

impl std::fmt::Debug for Extractor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Extractor").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// The best pairs of a first and a last token, best first, none that overlaps a better one.
fn best_spans(start: &[f32], end: &[f32]) -> Vec<(usize, usize, f32)> {
    let mut scored: Vec<(usize, usize, f32)> = (0..start.len())
        .filter_map(|from| {
            let to = (from..end.len().min(from + MOST_SPAN_TOKENS))
                .max_by(|a, b| end[*a].total_cmp(&end[*b]).then(b.cmp(a)))?;
            Some((from, to, start[from] + end[to]))
        })
        .collect();
    scored.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut kept: Vec<(usize, usize, f32)> = Vec::new();
    for one in scored {
        if kept.len() == MOST_SPANS {
            break;
        }
        if !kept.iter().any(|other| one.0 <= other.1 && other.0 <= one.1) {
            kept.push(one);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_spans_do_not_overlap() {
        let start = [0.0, 5.0, 0.0, 1.0, 4.0];
        let end = [0.0, 0.0, 5.0, 1.0, 4.5];
        let found = best_spans(&start, &end);
        assert_eq!(found[0], (1, 2, 10.0));
        assert_eq!((found[1].0, found[1].1), (4, 4));
        assert!(found.len() <= 3);
    }
}

//! The trained reader: a question and a passage read together, to the words of the passage that answer and how
//! much they answer better than nothing does; and, by further heads with small changes to its weights each, a
//! question and a single value, a cell of a table or a field of a form, or a sentence; a question and a whole list or
//! table; a question and what stands around the statement that answers it best.
//!
//! A passage goes through a session by itself, for the reasons that the embedder has; several sessions of
//! one thread each share the passages.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ort::session::{Session, SessionOutputs};
use ort::value::Tensor;
use parking_lot::Mutex;
use tokenizers::Tokenizer;

use crate::sessions::Sessions;
use crate::{ModelError, run_error, session, tokens};

/// The graphs.
const PASSAGES: &str = "passages.onnx";
/// Tokens around question and passage: `[CLS]`, and `[SEP]` behind each.
const CLS: u32 = 101;
const SEP: u32 = 102;
/// Tokens that are given at most, and those of a question and of a title. As in training.
const MOST_TOKENS: usize = 384;
const MOST_QUESTION_TOKENS: usize = 48;
/// Tokens around a value at most, the question's among them, and the share of a longer one that is taken from its
/// beginning: its end is what it says.
const MOST_VALUE_TOKENS: usize = 128;
const BEGINNING: usize = 3;
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

/// By which model texts are weighed. What one gives is not comparable with what the other gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weigher {
    /// Values, each behind all that says its meaning, and sentences.
    Statements,
    /// Lists and tables as a whole and single sentences beside them, each behind the title over it and what leads to it.
    Wholes,
    /// Statements before the one that answers best: whether they belong to the answer.
    Further,
}

impl Weigher {
    const COUNT: usize = 3;

    /// Its graph.
    fn file(self) -> &'static str {
        match self {
            Weigher::Statements => "values.onnx",
            Weigher::Wholes => "wholes.onnx",
            Weigher::Further => "further.onnx",
        }
    }
}

/// The model, loaded. All methods may be called from any thread.
pub struct Extractor {
    onnxruntime: PathBuf,
    folder: PathBuf,
    tokenizer: Arc<Tokenizer>,
    passages: Sessions<Session>,
    weighers: [Sessions<Session>; Weigher::COUNT],
}

impl Extractor {
    /// Loads the model of a folder that holds `passages.onnx`, the graphs of all weighers, `model.onnx` with the large
    /// tables of all, and `tokenizer.json`, with the runtime library at `onnxruntime`.
    pub fn load(onnxruntime: &Path, folder: &Path) -> Result<Extractor, ModelError> {
        let tokenizer = std::fs::read(folder.join("tokenizer.json")).map_err(run_error)?;
        let tokenizer = tokens::tokenizer(&tokenizer).map_err(run_error)?;
        let (onnxruntime, folder) = (onnxruntime.to_path_buf(), folder.to_path_buf());
        let (passages, weighers) = (Sessions::new(), std::array::from_fn(|_| Sessions::new()));
        let extractor = Extractor { onnxruntime, folder, tokenizer, passages, weighers };
        extractor.load_ahead(1)?;
        Ok(extractor)
    }

    /// Loads what `workers` threads need to read, where it is not there yet; what not every question needs is loaded
    /// when it is first needed.
    pub fn load_ahead(&self, workers: usize) -> Result<(), ModelError> {
        let statements = Weigher::Statements;
        self.weighers[statements as usize]
            .load_ahead(workers, || self.session(statements.file()))?;
        self.passages.load_ahead(workers, || self.session(PASSAGES))
    }

    fn session(&self, name: &str) -> Result<Session, ModelError> {
        session(&self.onnxruntime, &self.folder.join(name))
    }

    /// What each passage says to the question, in the order of `passages`, read by `workers` at once.
    pub fn read(
        &self,
        question: &str,
        passages: &[ReadText<'_>],
        workers: usize,
    ) -> Result<Vec<Extraction>, ModelError> {
        let asked = self.asked(question)?;
        let load = || self.session(PASSAGES);
        shared(&self.passages, &load, passages.len(), workers, &|session, place| {
            self.read_one(session, &asked, passages[place])
        })
    }

    /// By how much each text answers the question better than nothing does, in log-odds, in the order of `texts`, read
    /// by `workers` at once; comparable within one question.
    pub fn weigh(
        &self,
        weigher: Weigher,
        question: &str,
        texts: &[&str],
        workers: usize,
    ) -> Result<Vec<f32>, ModelError> {
        let asked = self.asked(question)?;
        let load = || self.session(weigher.file());
        let sessions = &self.weighers[weigher as usize];
        shared(sessions, &load, texts.len(), workers, &|session, place| {
            let text = self.tokenizer.encode(texts[place], false).map_err(run_error)?;
            let outputs = session.run(inputs(&asked, &middle_out(text.get_ids(), &asked))?);
            let outputs = outputs.map_err(run_error)?;
            numbers(&outputs, "score")?.first().copied().ok_or_else(other_shape)
        })
    }

    /// The tokens of a question, as many as are read.
    fn asked(&self, question: &str) -> Result<Vec<u32>, ModelError> {
        let mut tokens =
            self.tokenizer.encode(question, false).map_err(run_error)?.get_ids().to_vec();
        tokens.truncate(MOST_QUESTION_TOKENS);
        Ok(tokens)
    }

    fn read_one(
        &self,
        session: &mut Session,
        asked: &[u32],
        passage: ReadText<'_>,
    ) -> Result<Extraction, ModelError> {
        let encode = |text: &str| self.tokenizer.encode(text, false).map_err(run_error);
        let title = encode(passage.title)?;
        let text = encode(passage.text)?;
        let title = &title.get_ids()[..title.len().min(MOST_QUESTION_TOKENS)];
        let kept = text.len().min(MOST_TOKENS - asked.len() - title.len() - 3);
        let first = asked.len() + 2 + title.len();
        let read = [title, &text.get_ids()[..kept]].concat();
        let outputs = session.run(inputs(asked, &read)?).map_err(run_error)?;
        let (start, end) = (numbers(&outputs, "start")?, numbers(&outputs, "end")?);
        if start.len() < first + kept || end.len() < first + kept {
            return Err(other_shape());
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

/// The outcomes of `count` pieces of work in their order, done by `workers` threads with a session each.
fn shared<T: Send>(
    sessions: &Sessions<Session>,
    load: &(dyn Fn() -> Result<Session, ModelError> + Sync),
    count: usize,
    workers: usize,
    one: &(dyn Fn(&mut Session, usize) -> Result<T, ModelError> + Sync),
) -> Result<Vec<T>, ModelError> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = || -> Result<(), ModelError> {
        let mut session = sessions.take(load)?;
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                break;
            }
            let outcome = one(&mut session, place)?;
            found.lock()[place] = Some(outcome);
        }
        sessions.give_back(session);
        Ok(())
    };
    thread::scope(|scope| {
        let workers = sessions.workers(workers, count);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(ModelError::Run("a thread ended".to_owned())))
        })
    })?;
    Ok(found.into_inner().into_iter().flatten().collect())
}

/// `[CLS] question [SEP] text [SEP]` as the model takes it.
fn inputs(asked: &[u32], text: &[u32]) -> Result<Vec<(&'static str, Tensor<i64>)>, ModelError> {
    let around = [&[CLS], asked, &[SEP], text, &[SEP]].concat();
    let count = around.len();
    let ids: Vec<i64> = around.into_iter().map(i64::from).collect();
    let types: Vec<i64> = (0..count).map(|at| i64::from(at >= asked.len() + 2)).collect();
    let row = |values: Vec<i64>| Tensor::from_array(([1, count], values)).map_err(run_error);
    Ok(vec![
        ("input_ids", row(ids)?),
        ("token_type_ids", row(types)?),
        ("attention_mask", row(vec![1; count])?),
    ])
}

/// The tokens of a value as many as are read: of a longer one its beginning and more of its end. As in training.
fn middle_out(value: &[u32], asked: &[u32]) -> Vec<u32> {
    let room = MOST_VALUE_TOKENS - asked.len() - 3;
    if value.len() <= room {
        return value.to_vec();
    }
    let beginning = room / BEGINNING;
    [&value[..beginning], &value[value.len() - (room - beginning)..]].concat()
}

fn numbers(outputs: &SessionOutputs<'_>, name: &str) -> Result<Vec<f32>, ModelError> {
    let (_, values) = outputs[name].try_extract_tensor::<f32>().map_err(run_error)?;
    Ok(values.to_vec())
}

fn other_shape() -> ModelError {
    ModelError::Run("an output of another shape came back".to_owned())
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
    fn of_a_long_value_its_beginning_and_more_of_its_end_are_read() {
        let asked = [7; 25];
        let value: Vec<u32> = (0..300).collect();
        let read = middle_out(&value, &asked);
        assert_eq!(read.len(), 100);
        assert_eq!((read[0], read[32], read[33], read[99]), (0, 32, 233, 299));
        assert_eq!(middle_out(&value[..80], &asked), value[..80]);
    }

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

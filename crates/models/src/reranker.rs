//! The host of the child that runs a cross-encoder: its start, its deadlines, its end.

use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use citelight_reader::{FrameError, read_frame, write_frame};
use parking_lot::Mutex;

use crate::ranking::{MAX_REPLY_BYTES, MAX_REQUEST_BYTES, Request, understood};
use crate::{ModelError, Pack, silence};

/// How long a model may take to load; a gigabyte from a slow disk needs most of a minute.
const LOAD_TIME: Duration = Duration::from_secs(120);
/// How long one question may take; twenty long passages need a second or two.
const SCORE_TIME: Duration = Duration::from_secs(30);
/// Memory that the child may take beside its model, bytes.
const WORKING_BYTES: u64 = 1 << 30;
/// How often the runtime copies a model's weights while it loads them.
const COPIES: u64 = 3;
/// A model whose child was lost this often is not started again.
const TRIES: u32 = 2;

/// What runs a cross-encoder.
#[derive(Debug, Clone)]
pub struct RankerParts {
    /// The child program, `citelight-ranker`.
    pub program: PathBuf,
    /// The runtime library.
    pub onnxruntime: PathBuf,
}

/// A cross-encoder, loaded in a confined child. All methods may be called from any thread; one runs at
/// a time.
pub struct CrossEncoder {
    pack: Pack,
    parts: RankerParts,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    child: Option<Ranker>,
    lost: u32,
}

impl CrossEncoder {
    /// Starts the child with the pack, whose role is reranker, and waits until its model is loaded.
    pub fn load(parts: RankerParts, pack: Pack) -> Result<CrossEncoder, ModelError> {
        let child = Ranker::start(&parts, &pack)?;
        let running = Mutex::new(Running { child: Some(child), lost: 0 });
        Ok(CrossEncoder { pack, parts, running })
    }

    /// Name, revision and file of the model: scores are comparable only within one identity.
    pub fn identity(&self) -> String {
        self.pack.identity()
    }

    /// How well each text answers the question, in the order of `texts`. Numbers without bounds
    /// (logits), comparable among the texts of one question; the higher the better. A child that is
    /// lost is started again by the next call, once.
    pub fn score(&self, question: &str, texts: &[&str]) -> Result<Vec<f32>, ModelError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let mut running = self.running.lock();
        let mut child = match running.child.take() {
            Some(child) => child,
            None if running.lost >= TRIES => {
                return Err(ModelError::Run(format!(
                    "“{}” ended its process 2 times and is left out until Citelight starts again",
                    self.pack.title()
                )));
            }
            None => Ranker::start(&self.parts, &self.pack)?,
        };
        let request = Request {
            question: question.to_owned(),
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        };
        match child.ask(&request) {
            Ok(bytes) => {
                running.child = Some(child);
                understood(&bytes, Some(texts.len())).map_err(ModelError::Run)
            }
            Err(why) => {
                running.lost += 1;
                Err(ModelError::Run(why))
            }
        }
    }

    /// The identifier of the child's process, while there is one.
    pub fn process(&self) -> Option<u32> {
        self.running.lock().child.as_ref().map(|child| child.process.id())
    }
}

impl std::fmt::Debug for CrossEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CrossEncoder").field("pack", &self.pack).finish_non_exhaustive()
    }
}

/// A running child. Killed when dropped.
struct Ranker {
    process: Child,
    stdin: Option<ChildStdin>,
    frames: Receiver<Result<Vec<u8>, FrameError>>,
}

impl Ranker {
    fn start(parts: &RankerParts, pack: &Pack) -> Result<Ranker, ModelError> {
        let failed = |why: String| ModelError::Child { path: parts.program.clone(), why };
        let model = std::fs::metadata(pack.model_path()).map_or(0, |metadata| metadata.len());
        let mut command = Command::new(&parts.program);
        command.arg(&parts.onnxruntime).arg(absolute(pack.folder()));
        command.arg((WORKING_BYTES + COPIES * model).to_string());
        // Nothing of what the person's environment holds is its business.
        command.env_clear().env(silence::VARIABLE, silence::OFF);
        #[cfg(windows)]
        if let Some(value) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", value);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        citelight_reader::hide_console(&mut command);
        let mut process = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (sender, frames) = sync_channel(1);
        if let Some(mut stdout) = process.stdout.take() {
            let read = move || {
                loop {
                    let frame = read_frame(&mut stdout, MAX_REPLY_BYTES);
                    let last = frame.is_err();
                    if sender.send(frame).is_err() || last {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().name("ranker-stdout".to_owned()).spawn(read);
            thread.map_err(|error| failed(error.to_string()))?;
        }
        let stdin = process.stdin.take();
        let ranker = Ranker { process, stdin, frames };
        let bytes = ranker.frame(LOAD_TIME).map_err(failed)?;
        understood(&bytes, None).map_err(|why| pack.damaged(why))?;
        Ok(ranker)
    }

    fn ask(&mut self, request: &Request) -> Result<Vec<u8>, String> {
        let bytes = postcard::to_stdvec(request).map_err(|error| error.to_string())?;
        let Some(stdin) = &mut self.stdin else { return Err("its process ended".to_owned()) };
        write_frame(stdin, &bytes, MAX_REQUEST_BYTES).map_err(|error| error.to_string())?;
        self.frame(SCORE_TIME)
    }

    fn frame(&self, limit: Duration) -> Result<Vec<u8>, String> {
        match self.frames.recv_timeout(limit) {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(FrameError::End)) | Err(RecvTimeoutError::Disconnected) => {
                Err("its process ended".to_owned())
            }
            Ok(Err(error)) => Err(error.to_string()),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("it took more than {} s", limit.as_secs()))
            }
        }
    }
}

impl Drop for Ranker {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The child starts in another folder only where a path is relative; what it may read is a path.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

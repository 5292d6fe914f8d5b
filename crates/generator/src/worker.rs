//! A thread that owns the model.
//!
//! Owns: when the model is loaded (at the first request) and let go (after idling), and one request
//! after the other. Refuses: to make anybody wait; every call returns at once, and what is written
//! comes through a channel.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::entail::Entailment;
use crate::generate::Generator;
use crate::options::{Generation, Options};
use crate::prompt::Prompt;
use crate::{GeneratorError, memory};

/// A generator in a thread of its own. Dropping it ends the thread after the present token.
#[derive(Debug)]
pub struct Worker {
    requests: Sender<Request>,
    loaded: Arc<AtomicBool>,
    ending: Arc<AtomicBool>,
}

/// What comes of a request, in this order.
#[derive(Debug)]
pub enum Event {
    /// The model is being loaded; the first request after idling waits for it.
    Loading,
    /// More of the text.
    Text(String),
    /// The end. Nothing comes after it.
    Done(Result<Generation, GeneratorError>),
}

/// A request under way. Dropping it stops it.
#[derive(Debug)]
pub struct Answering {
    events: Receiver<Event>,
    stop: Arc<AtomicBool>,
}

#[derive(Debug)]
enum Request {
    Answer {
        prompt: Prompt,
        options: Options,
        events: Sender<Event>,
        stop: Arc<AtomicBool>,
    },
    /// Does the text say the claim?
    Judge {
        premise: String,
        claim: String,
        reply: Sender<Result<Entailment, GeneratorError>>,
    },
    /// Let the model go now.
    Release,
}

impl Worker {
    /// Starts the thread. The pack in `folder` is loaded at the first request and let go after `idle`
    /// without one.
    pub fn start(folder: PathBuf, idle: Duration) -> std::io::Result<Worker> {
        let (requests, queue) = channel();
        let (loaded, ending) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let worker = Worker { requests, loaded: Arc::clone(&loaded), ending: Arc::clone(&ending) };
        thread::Builder::new()
            .name("generator".to_owned())
            .spawn(move || Loop { folder, idle, loaded, ending, generator: None }.run(&queue))?;
        Ok(worker)
    }

    /// Puts a question at the end of the queue.
    pub fn ask(&self, prompt: Prompt, options: Options) -> Answering {
        let (events, receiver) = channel();
        let stop = Arc::<AtomicBool>::default();
        let request = Request::Answer { prompt, options, events, stop: Arc::clone(&stop) };
        // The thread outlives the worker; should it be gone, the closed channel tells.
        let _ = self.requests.send(request);
        Answering { events: receiver, stop }
    }

    /// Whether `premise` says `claim`; see [`Generator::entails`]. Blocks.
    pub fn judge(&self, premise: &str, claim: &str) -> Result<Entailment, GeneratorError> {
        let (reply, receiver) = channel();
        let request =
            Request::Judge { premise: premise.to_owned(), claim: claim.to_owned(), reply };
        let _ = self.requests.send(request);
        // The thread answers everything while it lives.
        receiver.recv().unwrap_or(Err(GeneratorError::Stopped))
    }

    /// Lets the model go when what is asked by now is answered.
    pub fn release(&self) {
        let _ = self.requests.send(Request::Release);
    }

    /// Whether the model is in memory.
    pub fn is_loaded(&self) -> bool {
        self.loaded.load(Ordering::Acquire)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.ending.store(true, Ordering::Release);
    }
}

impl Answering {
    /// Waits for what comes next; none after the end.
    pub fn next_event(&self) -> Option<Event> {
        self.events.recv().ok()
    }

    /// The same, for at most `time`; none also when nothing has come.
    pub fn next_event_within(&self, time: Duration) -> Option<Event> {
        self.events.recv_timeout(time).ok()
    }

    /// Stops after the present token. What is written by then comes as usual.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the thread owns.
struct Loop {
    folder: PathBuf,
    idle: Duration,
    loaded: Arc<AtomicBool>,
    ending: Arc<AtomicBool>,
    generator: Option<Generator>,
}

impl Loop {
    fn run(mut self, queue: &Receiver<Request>) {
        while !self.ending.load(Ordering::Acquire) {
            let request = match self.generator {
                Some(_) => queue.recv_timeout(self.idle),
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match request {
                Ok(Request::Answer { prompt, options, events, stop }) => {
                    let stopped =
                        || stop.load(Ordering::Acquire) || self.ending.load(Ordering::Acquire);
                    if stopped() {
                        let _ = events.send(Event::Done(Err(GeneratorError::Stopped)));
                        continue;
                    }
                    let outcome = self.answer(&prompt, &options, &events, &stop);
                    let _ = events.send(Event::Done(outcome));
                }
                Ok(Request::Judge { premise, claim, reply }) => {
                    let judged =
                        self.with_model(&mut || {}, |model| model.entails(&premise, &claim));
                    let _ = reply.send(judged);
                }
                Ok(Request::Release) | Err(RecvTimeoutError::Timeout) => self.release(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.release();
    }

    fn answer(
        &mut self,
        prompt: &Prompt,
        options: &Options,
        events: &Sender<Event>,
        stop: &AtomicBool,
    ) -> Result<Generation, GeneratorError> {
        let ending = Arc::clone(&self.ending);
        let mut loading = || {
            let _ = events.send(Event::Loading);
        };
        self.with_model(&mut loading, |generator| {
            generator.generate(prompt, options, &mut |text| {
                let heard = text.is_empty() || events.send(Event::Text(text.to_owned())).is_ok();
                match heard && !stop.load(Ordering::Acquire) && !ending.load(Ordering::Acquire) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            })
        })
    }

    /// Does something with the model, which is loaded first where it is not there.
    fn with_model<T>(
        &mut self,
        loading: &mut dyn FnMut(),
        work: impl FnOnce(&Generator) -> Result<T, GeneratorError>,
    ) -> Result<T, GeneratorError> {
        let (folder, loaded) = (&self.folder, &self.loaded);
        let generator = &mut self.generator;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let generator = match generator {
                Some(generator) => generator,
                None => {
                    loading();
                    let fresh = generator.insert(Generator::load(folder)?);
                    loaded.store(true, Ordering::Release);
                    fresh
                }
            };
            work(generator)
        }));
        // Whatever state a panic has left the model in, nobody should use it.
        done.unwrap_or_else(|_| {
            self.release();
            Err(GeneratorError::Crashed)
        })
    }

    fn release(&mut self) {
        if self.generator.take().is_some() {
            memory::give_back();
            self.loaded.store(false, Ordering::Release);
        }
    }
}

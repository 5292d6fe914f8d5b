//! The language models that write and verify: one worker for each pack in use, and what is being written.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use citelight_core::{ErrorCode, ModelRole, QuestionId, WireError};
use citelight_generator::{Entailment, Event, Generation, GeneratorError, Options, Prompt, Worker};
use citelight_models::Pack;
use parking_lot::Mutex;

use crate::error::{EngineError, Result};
use crate::models::Models;

/// How long the model stays in memory without a question.
const IDLE: Duration = Duration::from_secs(180);
/// How often a request that waits looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(50);

/// The worker of the generator in use, and the requests under way.
#[derive(Debug, Default)]
pub(crate) struct LanguageModels {
    worker: Mutex<Option<(String, Arc<Worker>)>>,
    /// The worker of the verifier in use.
    verifier: Mutex<Option<(String, Arc<Worker>)>>,
    stops: Mutex<HashMap<QuestionId, Arc<AtomicBool>>>,
}

impl LanguageModels {
    /// The pack that writes; none where no generator is installed and whole.
    pub(crate) fn pack(models: &Models) -> Option<Pack> {
        models.in_use(ModelRole::Generator)
    }

    /// Writes the answer to a prompt. `show` gets all that is written so far each time that there is
    /// more. Blocks; stopped by [`LanguageModels::stop`], after which what is written by then is the answer.
    pub(crate) fn write(
        &self,
        models: &Models,
        question: QuestionId,
        prompt: Prompt,
        options: Options,
        show: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<Generation> {
        let pack = LanguageModels::pack(models).ok_or_else(no_generator)?;
        let worker = worker_of(&self.worker, &pack)?;
        let stop = Arc::<AtomicBool>::default();
        self.stops.lock().insert(question, Arc::clone(&stop));
        let answering = worker.ask(prompt, options);
        let mut text = String::new();
        let outcome = loop {
            if stop.load(Ordering::Acquire) {
                answering.stop();
            }
            match answering.next_event_within(LOOK) {
                Some(Event::Text(more)) => {
                    text += &more;
                    if show(&text).is_break() {
                        answering.stop();
                    }
                }
                Some(Event::Done(outcome)) => break outcome,
                Some(Event::Loading) | None => {}
            }
        };
        self.stops.lock().remove(&question);
        outcome.map_err(|error| explained(&error, &pack))
    }

    /// Stops the writing for a question.
    pub(crate) fn stop(&self, question: QuestionId) {
        if let Some(stop) = self.stops.lock().get(&question) {
            stop.store(true, Ordering::Release);
        }
    }

    /// Whether the model is in memory.
    pub(crate) fn is_loaded(&self) -> bool {
        self.worker.lock().as_ref().is_some_and(|(_, worker)| worker.is_loaded())
    }

    /// Whether a text says a claim, by the verifier in use; none where no verifier is installed.
    pub(crate) fn verify(
        &self,
        models: &Models,
        text: &str,
        claim: &str,
    ) -> Result<Option<Entailment>> {
        let Some(pack) = models.in_use(ModelRole::Verifier) else { return Ok(None) };
        let judged = worker_of(&self.verifier, &pack)?.judge(text, claim);
        judged.map(Some).map_err(|error| explained(&error, &pack))
    }
}

/// The worker of a pack; another pack's is let go.
fn worker_of(slot: &Mutex<Option<(String, Arc<Worker>)>>, pack: &Pack) -> Result<Arc<Worker>> {
    let identity = pack.identity();
    let mut slot = slot.lock();
    if let Some((known, worker)) = &*slot
        && *known == identity
    {
        return Ok(Arc::clone(worker));
    }
    let started = Worker::start(pack.folder().to_path_buf(), IDLE)
        .map_err(|error| EngineError::file(pack.folder(), "Starting the language model", &error))?;
    let started = Arc::new(started);
    *slot = Some((identity, Arc::clone(&started)));
    Ok(started)
}

fn no_generator() -> EngineError {
    EngineError::Message(
        WireError::new(ErrorCode::MissingPart, "No text generator is installed.")
            .hint("Install one under Models in the settings; until then answers are quotes."),
    )
}

/// What went wrong, as a person can act on it.
fn explained(error: &GeneratorError, pack: &Pack) -> EngineError {
    let code = match error {
        GeneratorError::Stopped => ErrorCode::Cancelled,
        GeneratorError::File { .. } | GeneratorError::Pack { .. } => ErrorCode::MissingPart,
        _ => ErrorCode::Internal,
    };
    let wire = WireError::new(code, error.to_string());
    EngineError::Message(match code {
        ErrorCode::MissingPart => wire.hint(format!(
            "Remove “{}” under Models in the settings and install it again.",
            pack.title()
        )),
        _ => wire.hint("The quotes stand; asking again may help."),
    })
}

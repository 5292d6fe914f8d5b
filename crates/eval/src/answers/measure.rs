//! Asks the questions of files and scores their answers.

use std::path::PathBuf;

use citelight_core::Answer;
use citelight_engine::{Ask, EngineError, Library};

use crate::EvalError;
use crate::asking::{ask, documents_of};
use crate::retrieval::{LineFilter, Question, read_filtered};

/// Which questions are asked, and how.
#[derive(Debug, Clone, Default)]
pub struct Asking {
    /// The files of questions.
    pub files: Vec<PathBuf>,
    /// Keeps to some of their lines.
    pub only: Option<LineFilter>,
    /// Expected answers that stand for "the documents do not say".
    pub unanswerable: Vec<String>,
    /// Asks all documents, also where a question names its own.
    pub all_documents: bool,
    /// Lets the text generator in use write the answers.
    pub written: bool,
}

/// Asks every question whose documents are in the library, and scores its answer.
pub fn measure<T>(
    library: &Library,
    asking: &Asking,
    judge: impl Fn(&Question, &Answer, &[String]) -> T,
) -> Result<Vec<T>, EvalError> {
    let mut all = Vec::new();
    for file in &asking.files {
        for question in read_filtered(file, asking.only.as_ref())? {
            let Ok(documents) = documents_of(library, &question) else { continue };
            let documents = if asking.all_documents { &[] } else { documents.as_slice() };
            let ask = ask(&question.question, documents);
            let answer = match asking.written {
                true => written(library, &ask),
                false => library.answer(&ask),
            };
            all.push(judge(&question, &answer?, &asking.unanswerable));
        }
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

/// The answer as the text generator in use writes it, where it does; without a trace in the history.
fn written(library: &Library, ask: &Ask<'_>) -> Result<Answer, EngineError> {
    let mut answer = library.ask(ask)?;
    if answer.details.writer.is_some() {
        answer = library.write_answer(answer.id)?;
    }
    library.forget_question(answer.id)?;
    Ok(answer)
}

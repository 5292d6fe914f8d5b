//! Answer matrices: the same questions put to each of several documents. A cell is written as soon as it is
//! filled, so that whatever ends the process costs the cells under way and no other; what was filled is
//! filled again only where its document, or what reads it, has changed.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use citelight_core::{
    Answer, CellAnswer, Citation, DocumentId, ErrorCode, MOST_CORRECTION_CHARS,
    MOST_MATRIX_DOCUMENTS, MOST_MATRIX_NAME_CHARS, MOST_MATRIX_QUESTIONS, Matrix, MatrixId,
    MatrixProgress, MatrixQuestionId, MatrixRow,
};
use parking_lot::Mutex;

use crate::ask;
use crate::ask::asker::Asker;
use crate::ask::question::Ask;
use crate::clock::now_s;
use crate::error::{EngineError, Result};
use crate::precedence::Precedence;

/// Cells that are filled at once: a question keeps less than two cores busy.
const AT_ONCE: usize = 2;
/// Characters of a cell's answer that is a sentence, at most.
const LONGEST: usize = 240;

/// What cells are made of besides their document: another version of the program may answer otherwise.
fn made_of() -> String {
    format!("{}|{}", env!("CARGO_PKG_VERSION"), crate::embedding::EMBEDDER)
}

/// A matrix of this name with these questions and documents; one that is there gets them instead of its
/// own, and keeps the cells of what stays.
pub(crate) fn set(
    asker: &Asker,
    name: &str,
    questions: &[String],
    documents: &[DocumentId],
) -> Result<MatrixId> {
    let name = folded(name);
    if name.is_empty() {
        return Err(EngineError::input("A matrix needs a name.", "Type one."));
    }
    if name.chars().count() > MOST_MATRIX_NAME_CHARS {
        return Err(EngineError::input(
            "The name of the matrix is too long.",
            format!("Use at most {MOST_MATRIX_NAME_CHARS} characters."),
        ));
    }
    let mut seen = HashSet::new();
    let questions: Vec<String> = questions.iter().map(|question| folded(question)).collect();
    let questions: Vec<String> =
        questions.into_iter().filter(|one| !one.is_empty() && seen.insert(one.clone())).collect();
    if questions.is_empty() {
        return Err(EngineError::input("A matrix needs questions.", "Write one a line."));
    }
    if questions.len() > MOST_MATRIX_QUESTIONS {
        return Err(EngineError::input(
            format!("A matrix has at most {MOST_MATRIX_QUESTIONS} questions."),
            "Make several matrices.",
        ));
    }
    let too_long = |question: &&String| question.chars().count() > ask::MAX_QUESTION_CHARS;
    if let Some(question) = questions.iter().find(too_long) {
        let begins: String = question.chars().take(40).collect();
        return Err(EngineError::input(
            format!("The question that begins “{begins}…” is too long."),
            format!("Use at most {} characters.", ask::MAX_QUESTION_CHARS),
        ));
    }
    let documents = asker.documents.asked(documents)?;
    if documents.len() > MOST_MATRIX_DOCUMENTS {
        return Err(EngineError::input(
            format!("A matrix has at most {MOST_MATRIX_DOCUMENTS} documents."),
            "Put some of them into a collection, and make the matrix of it.",
        ));
    }
    let id = asker.store.make_matrix(&name, now_s())?;
    there(asker.store.set_matrix(id, &questions, &documents)?)?;
    Ok(id)
}

/// Every matrix, by name.
pub(crate) fn all(asker: &Asker) -> Result<Vec<MatrixRow>> {
    Ok(asker.store.matrices()?)
}

/// A matrix with its cells.
pub(crate) fn get(asker: &Asker, id: MatrixId) -> Result<Matrix> {
    asker.store.matrix(id, &made_of())?.ok_or_else(gone)
}

/// Writes what a person says in the place of a cell's answer; an empty text takes it back.
pub(crate) fn correct(
    asker: &Asker,
    question: MatrixQuestionId,
    document: &DocumentId,
    text: &str,
) -> Result<()> {
    let text = folded(text);
    if text.chars().count() > MOST_CORRECTION_CHARS {
        return Err(EngineError::input(
            "The correction is too long.",
            format!("Use at most {MOST_CORRECTION_CHARS} characters."),
        ));
    }
    let text = (!text.is_empty()).then_some(text.as_str());
    there(asker.store.correct_cell(question, document, text, now_s())?)
}

/// Deletes a matrix; its documents stay in the library.
pub(crate) fn delete(asker: &Asker, id: MatrixId) -> Result<()> {
    there(asker.store.delete_matrix(id)?)
}

/// Has every cell be filled anew at the next filling.
pub(crate) fn outdate(asker: &Asker, id: MatrixId) -> Result<()> {
    Ok(asker.store.outdate_matrix(id)?)
}

/// The cells that wait: never asked, not to be asked then, or outdated; document by document.
fn waiting(matrix: &Matrix) -> Vec<(MatrixQuestionId, &str, &DocumentId)> {
    let filled: HashSet<(MatrixQuestionId, &DocumentId)> = matrix
        .cells
        .iter()
        .filter(|cell| cell.answer.is_some() && !cell.outdated)
        .map(|cell| (cell.question, &cell.document))
        .collect();
    let documents = matrix.documents.iter();
    documents
        .flat_map(|document| {
            let filled = &filled;
            let questions = matrix.questions.iter();
            questions
                .filter(move |question| !filled.contains(&(question.id, &document.id)))
                .map(move |question| (question.id, question.text.as_str(), &document.id))
        })
        .collect()
}

/// How far a matrix is.
pub(crate) fn progress(matrix: &Matrix, running: bool) -> MatrixProgress {
    let total = matrix.questions.len() * matrix.documents.len();
    let done = total - waiting(matrix).len();
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    MatrixProgress { matrix: matrix.row.id, done: count(done), total: count(total), running }
}

/// Fills the cells that wait, until `stop`; `told` hears of every cell. Documents that were replaced since
/// are taken for their newer versions first. Returns how far the matrix is then.
pub(crate) fn fill(
    asker: &Asker,
    precedence: &Precedence,
    id: MatrixId,
    stop: &AtomicBool,
    told: &(dyn Fn(MatrixProgress) + Sync),
) -> Result<MatrixProgress> {
    asker.store.renew_matrix(id, now_s())?;
    let matrix = get(asker, id)?;
    let waiting = waiting(&matrix);
    let begin = progress(&matrix, true);
    told(begin);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(begin.done as usize));
    let failed: Mutex<Option<EngineError>> = Mutex::new(None);
    let stamp = made_of();
    let work = || {
        while !stop.load(Ordering::Relaxed) && failed.lock().is_none() {
            let Some((question, text, document)) =
                waiting.get(next.fetch_add(1, Ordering::Relaxed))
            else {
                return;
            };
            let answer = {
                let _first = precedence.begin();
                answer_of(asker, text, document)
            };
            let put = answer.and_then(|answer| {
                Ok(asker.store.put_cell(*question, document, &stamp, &answer, now_s())?)
            });
            match put {
                // What is gone in the meantime is no fault.
                Ok(_) => {
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    told(MatrixProgress { done: u32::try_from(done).unwrap_or(u32::MAX), ..begin });
                }
                Err(error) => *failed.lock() = Some(error),
            }
        }
    };
    thread::scope(|scope| {
        for n in 1..AT_ONCE {
            let builder = thread::Builder::new().name(format!("matrix-{n}"));
            // Without a second thread it takes longer, no more.
            let _ = builder.spawn_scoped(scope, work);
        }
        work();
    });
    let after = get(asker, id);
    if let Ok(after) = &after {
        told(progress(after, false));
    }
    match failed.into_inner() {
        Some(error) => Err(error),
        None => Ok(progress(&after?, false)),
    }
}

/// What a document says to a question. A fault of the question or the document is an answer of its own;
/// what would go wrong for every cell is an error.
fn answer_of(asker: &Asker, question: &str, document: &DocumentId) -> Result<CellAnswer> {
    let documents = std::slice::from_ref(document);
    match ask::answer(asker, &Ask { question, documents, ..Ask::default() }) {
        Ok(answer) => Ok(cell_of(&answer)),
        Err(error) => {
            let wire = error.to_wire();
            match wire.code {
                ErrorCode::Internal | ErrorCode::MissingPart => Err(error),
                _ => Ok(CellAnswer {
                    found: false,
                    text: String::new(),
                    confidence: 0.0,
                    note: None,
                    citation: None,
                    problem: Some(wire.to_string()),
                }),
            }
        }
    }
}

/// An answer in a few words, with the citation that shows them.
fn cell_of(answer: &Answer) -> CellAnswer {
    let (text, shown) = if answer.found { short(answer) } else { (String::new(), None) };
    let cited = |n: u32| answer.citations.iter().find(|citation| citation.n == n);
    let citation: Option<&Citation> = match shown {
        Some(n) => cited(n),
        None => answer.citations.first(),
    };
    // Words that nothing shows are no answer.
    let found = answer.found && !text.is_empty() && citation.is_some();
    CellAnswer {
        found,
        text: if found { text } else { String::new() },
        confidence: answer.confidence,
        note: answer.details.note.clone(),
        citation: citation.filter(|_| found).cloned(),
        problem: None,
    }
}

/// The words of a cell, and the number of the citation that shows them.
fn short(answer: &Answer) -> (String, Option<u32>) {
    if let Some(calculation) = &answer.calculation {
        let unit = calculation.unit.as_str();
        let gap = if unit.is_empty() || unit == "%" { "" } else { " " };
        let first = calculation.operands.first().map(|operand| operand.citation);
        return (format!("{}{gap}{unit}", calculation.result), first);
    }
    if let Some(lead) = &answer.details.lead {
        return (lead.text.clone(), lead.citations.first().copied());
    }
    let items: Vec<_> = answer.sentences.iter().filter(|sentence| sentence.item).collect();
    if items.len() > 1 {
        let words = items.iter().map(|item| {
            item.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
        });
        let all = words.collect::<Vec<_>>().join("; ");
        let first = items[0].parts.iter().flat_map(|part| &part.citations).next();
        return (shortened(&all), first.copied());
    }
    let said = || answer.sentences.iter().filter(|sentence| !sentence.aside);
    let parts = || said().flat_map(|sentence| &sentence.parts);
    if let Some(key) = parts().find(|part| part.key) {
        let number = key.citations.first().copied();
        // A later part's citation covers it, where it has none of its own.
        let later = || {
            let behind = parts().skip_while(|part| *part != key);
            behind.flat_map(|part| &part.citations).next().copied()
        };
        return (shortened(&key.text), number.or_else(later));
    }
    if let Some(sentence) = answer.sentences.first() {
        let words: Vec<&str> = sentence.parts.iter().map(|part| part.text.as_str()).collect();
        let first = sentence.parts.iter().flat_map(|part| &part.citations).next().copied();
        return (shortened(&words.join(" ")), first);
    }
    // A figure that is one cited cell has no sentences: its markers come off.
    let text = answer.citations.iter().fold(answer.answer.clone(), |text, citation| {
        text.replace(&format!(" [{}]", citation.n), "")
    });
    (shortened(&text), answer.citations.first().map(|citation| citation.n))
}

/// A text of at most [`LONGEST`] characters, whole words.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = text[..end].rfind(char::is_whitespace).unwrap_or(end);
            format!("{}…", text[..cut].trim_end_matches([',', ';', ' ']))
        }
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn gone() -> EngineError {
    EngineError::not_found("This matrix is not there any more.")
}

fn there(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(gone()) }
}

//! `citelight eval answer conversations`: questions that lean on the one before.

use std::path::{Path, PathBuf};

use citelight_core::{DocumentId, WireError};
use citelight_engine::{Ask, Library};
use citelight_eval::conversations::{ConversationReport, judge, read_conversations};
use citelight_parts::Parts;

use super::questions::input;
use crate::Outcome;
use crate::print::Out;

pub(super) fn measure(files: &[PathBuf], library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let wire = |error: citelight_engine::EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let mut report = ConversationReport::default();
    for file in files {
        for conversation in read_conversations(file).map_err(|error| input(&error))? {
            let named: Result<Vec<DocumentId>, _> = conversation
                .documents
                .iter()
                .map(|name| Ok(library.find_document(name)?.id))
                .collect();
            let mut documents = named.map_err(wire)?;
            let mut previous = None;
            let mut turns = Vec::with_capacity(conversation.turns.len());
            for turn in &conversation.turns {
                let ask = Ask {
                    question: &turn.question,
                    documents: &documents,
                    previous,
                    ..Ask::default()
                };
                // What the next question follows up has to be stored; it is forgotten again below.
                let answer = library.ask(&ask).map_err(wire)?;
                turns.push((judge(turn, previous.is_none(), &answer), answer.id));
                previous = Some(answer.id);
                documents.clear();
            }
            for (_, id) in &turns {
                library.forget_question(*id).map_err(wire)?;
            }
            report.add(turns.into_iter().map(|(turn, _)| turn).collect());
        }
    }
    out.report(&report);
    Ok(if report.conversations == 0 { Outcome::NothingFound } else { Outcome::Done })
}

//! `citelight eval`: how well people's own questions are served.

use std::path::Path;

use citelight_core::WireError;
use citelight_eval::retrieval::{Judging, Setting, read_questions};
use citelight_eval::{
    EvalError, answers, conversations, files, numbers, open, retrieval, verdicts,
};
use serde::Serialize;
use serde_json::json;

use crate::Outcome;
use crate::args::{AnswerArgs, AnswerTask, Eval, EvalArgs, QuestionArgs};
use crate::print::Out;

pub(crate) fn eval(args: EvalArgs, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let measured = match args.task {
        None => questions(&args.questions, library, out),
        Some(Eval::Answer(args)) => answer(args, library, out),
    };
    match measured {
        Ok(true) => Ok(Outcome::Done),
        Ok(false) => Ok(Outcome::NothingFound),
        Err(error) => Err(error.to_wire()),
    }
}

/// Measures retrieval. Whether there was anything to judge.
fn questions(args: &QuestionArgs, library: &Path, out: &Out) -> Result<bool, EvalError> {
    // Asked for by the command line's own rules where nothing else is measured.
    let Some(file) = &args.file else { return Ok(false) };
    let questions = read_questions(file)?;
    let library = open(library)?;
    let setting = Setting {
        retriever: args.retriever.into(),
        all_documents: args.all_documents,
        judging: Judging { page_tolerance: args.page_tolerance, by_boxes: args.boxes },
    };
    let against = args.against.map(Into::into);
    let measured = retrieval::measure(&library, &questions, &setting, against)?;
    out.report(&measured.evaluation);
    out.report(&measured.times);
    if let Some(comparison) = &measured.comparison {
        out.report(comparison);
    }
    if let Some(path) = &args.report {
        files::write(path, &measured.html(&library, file, &setting, args.pictures))?;
    }
    Ok(measured.evaluation.counts.judged > 0)
}

/// Measures answers. Whether there was anything to judge.
fn answer(args: AnswerArgs, library: &Path, out: &Out) -> Result<bool, EvalError> {
    let library = open(library)?;
    Ok(match args.task {
        AnswerTask::Numbers => {
            let measured = numbers::measure(&library, &args.files)?;
            out.report(&measured);
            !measured.lines.is_empty()
        }
        AnswerTask::Verdicts => {
            let measured = verdicts::measure(&library, &args.files, &args.unanswerable)?;
            out.report(&measured);
            !measured.rows.is_empty()
        }
        AnswerTask::Conversations => {
            let measured = conversations::measure(&library, &args.files)?;
            out.report(&measured);
            measured.conversations > 0
        }
        AnswerTask::Quotes => {
            let answers = answers::measure(&library, &args.asking(), answers::judge)?;
            out.report(&answers::report(&answers));
            write(&args, &answers)?
        }
        AnswerTask::Leads => {
            let leads = answers::measure(&library, &args.asking(), answers::judge_lead)?;
            out.report(&answers::lead_report(&leads));
            write(&args, &leads)?
        }
    })
}

/// Writes scored answers where that is wanted.
fn write<T: Serialize>(args: &AnswerArgs, answers: &[T]) -> Result<bool, EvalError> {
    if let Some(path) = &args.out {
        let lines: Vec<String> = answers.iter().map(|one| format!("{}\n", json!(one))).collect();
        files::write(path, &lines.concat())?;
    }
    Ok(true)
}

//! `citelight-eval`: the measurements that developers need and people do not.

mod args;
mod reading;

use std::fmt;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use citelight_engine::Library;
use citelight_eval::retrieval::read_questions;
use citelight_eval::scale::{Size, grow, soak};
use citelight_eval::sets::{QuestionSet, read_sets};
use citelight_eval::snapshot::{Record, compare, record};
use citelight_eval::training::passages::passages;
use citelight_eval::training::{answers, choice, ranking, values};
use citelight_eval::{copies, exam, files};
use clap::Parser;
use serde::Serialize;

use args::{Args, Command, SetArgs, Train};

fn main() -> ExitCode {
    citelight_engine::silence();
    citelight_engine::let_threads_sleep();
    citelight_engine::start_logging();
    match run(Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(Args { sets, json, command }: Args) -> Result<ExitCode> {
    match command {
        Command::Snapshot { out, against } => return snapshot(&sets, &out, against.as_deref()),
        Command::Exam { questions, out } => {
            let exam = exam::sit(&open_library(&sets)?, &read_questions(&questions)?)?;
            if let Some(folder) = out {
                let line = |one| Ok(serde_json::to_string(one)? + "\n");
                let lines: Result<String> = exam.answers.iter().map(line).collect();
                files::write(&folder.join("answers.jsonl"), &lines?)?;
                files::write(&folder.join("sheet.md"), &exam.sheet())?;
            }
            report(json, &exam)?;
        }
        Command::Passages { out } => {
            let mut lines = String::new();
            passages(&open_library(&sets)?, &mut |one| {
                lines += &serde_json::to_string(&one).unwrap_or_default();
                lines.push('\n');
            })?;
            files::write(&out, &lines)?;
        }
        Command::Train(Train::Ranking { penalty, each, out }) => {
            let (library, sets) = open(&sets)?;
            let training = ranking::train(&ranking::gather(&library, &sets)?, penalty, each)?;
            print!("{training}");
            if let Some(path) = out {
                files::write(&path, &training.weights())?;
            }
        }
        Command::Train(Train::Values { questions, rows, penalty, out }) => {
            let mut measured = values::measured_before(&rows)?;
            for file in &questions {
                measured.extend(values::gather(&open_library(&sets)?, file)?);
            }
            let line = |one| Ok(serde_json::to_string(one)? + "\n");
            let lines: Result<String> = measured.iter().map(line).collect();
            files::write(&rows, &lines?)?;
            if let Some(folder) = out {
                let training = values::train(&measured, penalty)?;
                print!("{training}");
                files::write(&folder.join("cells.txt"), &training.weights())?;
            }
        }
        Command::Train(Train::Choice { questions, rows, penalty, lost, out }) => {
            let mut measured = choice::measured_before(&rows)?;
            for file in &questions {
                measured.extend(choice::gather(&open_library(&sets)?, file)?);
            }
            let line = |one| Ok(serde_json::to_string(one)? + "\n");
            let lines: Result<String> = measured.iter().map(line).collect();
            files::write(&rows, &lines?)?;
            if let Some(folder) = out {
                let training = choice::train(&measured, penalty, lost)?;
                print!("{training}");
                files::write(&folder.join("choice.txt"), &training.weights())?;
                files::write(&folder.join("likelihood.txt"), &training.likelihood_weights())?;
            }
        }
        Command::Train(Train::Answers { out }) => {
            let (library, sets) = open(&sets)?;
            let training = answers::train(&answers::gather(&library, &sets)?)?;
            print!("{training}");
            if let Some(folder) = out {
                for (name, text) in training.weights() {
                    files::write(&folder.join(name), &text)?;
                }
            }
        }
        Command::Threshold { out } => {
            let (library, sets) = open(&sets)?;
            let thresholds = answers::thresholds(&answers::gather(&library, &sets)?);
            if let Some(folder) = out {
                files::write(&folder.join("threshold.csv"), &thresholds.csv())?;
                files::write(&folder.join("threshold.svg"), &thresholds.svg())?;
            }
            report(json, &thresholds)?;
        }
        Command::Copies { folder } => {
            report(json, &copies::run(&open_library(&sets)?, &folder)?)?;
        }
        Command::Scale { folder, questions, documents, pages } => {
            let from = sets.library.as_deref().context("name a library with --library DIR")?;
            let questions = texts(&questions)?;
            let size = Size { documents, pages };
            report(json, &grow(from, &folder, size, &questions, &mut |step| eprintln!("{step}"))?)?;
        }
        Command::Soak { folder, questions, minutes } => {
            let (time, questions) = (Duration::from_secs(60 * minutes), texts(&questions)?);
            report(json, &soak(&folder, time, &questions, &mut |step| eprintln!("{step}"))?)?;
        }
        Command::Read { task, paths, workers, pages } => {
            report(json, &reading::read(task, paths, workers, pages)?)?;
        }
        Command::Structure { task, paths } => report(json, &reading::structure(task, &paths)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The questions of a file, whatever documents they are on.
fn texts(file: &Path) -> Result<Vec<String>> {
    Ok(read_questions(file)?.into_iter().map(|question| question.question).collect())
}

/// The library and the sets that are chosen.
fn open(args: &SetArgs) -> Result<(Library, Vec<QuestionSet>)> {
    let mut sets = read_sets(&args.sets, &args.data)?;
    sets.retain(|set| args.only.is_empty() || args.only.contains(&set.name));
    Ok((open_library(args)?, sets))
}

fn open_library(args: &SetArgs) -> Result<Library> {
    let folder = args.library.as_deref().context("name a library with --library DIR")?;
    Ok(citelight_eval::open(folder)?)
}

fn report(json: bool, report: &(impl Serialize + fmt::Display)) -> Result<()> {
    match json {
        true => println!("{}", serde_json::to_string(report)?),
        false => println!("{}", report.to_string().trim_end()),
    }
    Ok(())
}

fn snapshot(sets: &SetArgs, out: &Path, against: Option<&Path>) -> Result<ExitCode> {
    let (library, sets) = open(sets)?;
    let file = fs::File::create(out).with_context(|| out.display().to_string())?;
    let (mut file, mut failed) = (BufWriter::new(file), Ok(()));
    let mut count = 0;
    record(&library, &sets, &mut |one| {
        if failed.is_ok() {
            failed = writeln!(file, "{}", one.line());
        }
        count += 1;
    })?;
    failed.and_then(|()| file.flush()).with_context(|| out.display().to_string())?;
    println!("{count} answers written to {}", out.display());
    let Some(before) = against else { return Ok(ExitCode::SUCCESS) };
    // What was written is what is compared: a float that is written short reads short.
    let comparison = compare(&read(before)?, &read(out)?);
    print!("{comparison}");
    let same = comparison.changed.is_empty() && comparison.unmatched.is_empty();
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read(path: &Path) -> Result<Vec<Record>> {
    let text = files::read(path)?;
    let record = |(number, line): (usize, &str)| {
        Record::parse(line)
            .with_context(|| format!("{}, line {}: no record", path.display(), number + 1))
    };
    text.lines().enumerate().map(record).collect()
}

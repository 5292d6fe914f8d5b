//! The demonstration without a display: import the samples, ask, show the evidence.
//!
//! Owns: the questions and what a right answer holds. Everything goes through the command line
//! program's JSON, as any script's would. Fails when an answer is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::places::Places;
use crate::run::start;
use crate::{say, tool};

/// A question on the sample documents.
struct Question {
    text: &'static str,
    /// The answer must hold one phrase of every row.
    answer: &'static [&'static [&'static str]],
    /// The document that the first citation must point at.
    file: &'static str,
}

const QUESTIONS: [Question; 3] = [
    Question {
        text: "How many days of unused leave may be carried over into the next year?",
        answer: &[&["five days", "5 days"]],
        file: "northstar-handbook.pdf",
    },
    Question {
        text: "How fast must a work boat be on the scene in an emergency?",
        answer: &[&["within 90 minutes"]],
        file: "harbour-services-agreement.pdf",
    },
    Question {
        text: "What was the revenue of Northstar Instruments in the third quarter of 2025?",
        answer: &[&["14.6 million", "14,600"]],
        file: "northstar-third-quarter-2025.pdf",
    },
];

/// How wide the answers are printed, in characters.
const WIDTH: usize = 92;

/// Runs the demonstration. The library and the pages lie in `target/demo` of the checkout.
pub(crate) fn run(places: &Places) -> Result<()> {
    let folder = places.root.join("target").join("demo");
    // A library of an earlier run would answer from documents imported by earlier code.
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let demo = Demo { places, library: folder.join("library") };

    demo.import()?;
    let mut wrong = Vec::new();
    for (number, question) in QUESTIONS.iter().enumerate() {
        let page = folder.join(format!("answer-{}.png", number + 1));
        let answer = demo.ask(question)?;
        if let Some(fault) = fault(question, &answer) {
            eprintln!("  WRONG {fault}");
            wrong.push(question.text);
        }
        demo.show(&answer, &page)?;
    }
    ensure!(wrong.is_empty(), "{} of {} answers are wrong", wrong.len(), QUESTIONS.len());
    Ok(())
}

struct Demo<'a> {
    places: &'a Places,
    library: PathBuf,
}

impl Demo<'_> {
    /// Runs the command line program and reads its JSON, one object a line. Its progress goes to
    /// the terminal.
    fn citelight(&self, arguments: &[&str]) -> Result<Vec<Value>> {
        let mut command = start(self.places, "citelight");
        command.arg("--library").arg(&self.library).arg("--json").args(arguments);
        let child = command.stdout(std::process::Stdio::piped()).spawn();
        let output = child.map_err(|error| tool::explain(&command, &error))?.wait_with_output()?;
        // 1 says that nothing was found, which is an answer.
        if !matches!(output.status.code(), Some(0 | 1)) {
            bail!("`{}` failed ({})", tool::show(&command), output.status);
        }
        let text = String::from_utf8(output.stdout)?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(|line| Ok(serde_json::from_str(line)?)).collect()
    }

    fn import(&self) -> Result<()> {
        let samples = self.places.samples();
        println!("\nImporting {}", self.places.show(&samples));
        let added = self.citelight(&["add", &samples.to_string_lossy()])?;
        ensure!(!added.is_empty(), "there are no sample documents in {}", samples.display());
        for document in added {
            let (file, status) = (base_name(&document["file"]), &document["status"]);
            println!("  {file}: {}, {} pages", plain(status), document["pages"]);
            ensure!(status == "ready", "{file} was not imported: {document}");
        }
        Ok(())
    }

    fn ask(&self, question: &Question) -> Result<Value> {
        let answers = self.citelight(&["ask", question.text])?;
        let answer = answers.into_iter().next().context("the program did not answer")?;
        println!("\n{}", wrap(question.text, "Q  ", "   "));
        println!("{}", wrap(&plain(&answer["answer"]), "A  ", "   "));
        for citation in answer["citations"].as_array().into_iter().flatten() {
            let place = format!(
                "   [{}] {}, page {}: ",
                citation["n"],
                base_name(&citation["file"]),
                citation["page"]
            );
            println!("{}", wrap(&format!("“{}”", plain(&citation["quote"])), &place, "       "));
        }
        Ok(answer)
    }

    /// Draws the page of the first citation, with everything that is cited on it.
    fn show(&self, answer: &Value, png: &Path) -> Result<()> {
        let Some(first) = answer["citations"].get(0) else { return Ok(()) };
        let (document, page) = (&first["document"], &first["page"]);
        let quads: Vec<&Value> = answer["citations"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|citation| citation["document"] == *document)
            .flat_map(|citation| citation["quads"].as_array().into_iter().flatten())
            .filter(|quad| quad["page"] == *page)
            .collect();
        let (document, page) = (plain(document), page.to_string());
        let (quads, out) = (serde_json::to_string(&quads)?, png.to_string_lossy());
        self.citelight(&["show", &document, "--page", &page, "--quads", &quads, "--out", &out])?;
        ensure!(png.is_file(), "{} was not written", png.display());
        say::begin(&format!("highlights: {}", self.places.show(png)));
        Ok(())
    }
}

/// What is wrong with an answer, if anything is.
fn fault(question: &Question, answer: &Value) -> Option<String> {
    let text = plain(&answer["answer"]);
    if answer["found"] != true {
        return Some(format!("nothing was found for “{}”", question.text));
    }
    let missing =
        question.answer.iter().find(|row| !row.iter().any(|phrase| text.contains(phrase)));
    if let Some(row) = missing {
        return Some(format!("the answer does not say {}", row.join(" or ")));
    }
    let cited = base_name(&answer["citations"][0]["file"]);
    (cited != question.file).then(|| format!("the answer cites {cited}, not {}", question.file))
}

/// A value as text: strings without their quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn base_name(path: &Value) -> String {
    let path = plain(path);
    Path::new(&path).file_name().map_or(path.clone(), |name| name.to_string_lossy().into_owned())
}

/// Breaks a text into lines of at most [`WIDTH`] characters.
fn wrap(text: &str, first: &str, others: &str) -> String {
    let mut lines = vec![first.to_owned()];
    let mut empty = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{others}{word}"));
        } else {
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
        }
        empty = false;
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_right_only_with_its_words_and_its_source() {
        let question = &QUESTIONS[1];
        let answer = |found: bool, text: &str, file: &str| json!({ "found": found, "answer": text, "citations": [{ "file": file }] });
        let check = |answer: Value| fault(question, &answer);
        let right = "They are there within 90 minutes by day.";
        let file = "samples/harbour-services-agreement.pdf";
        assert_eq!(check(answer(true, right, file)), None);
        let said = |answer| check(answer).expect("a fault");
        assert!(said(answer(false, right, file)).contains("nothing was found"));
        assert!(said(answer(true, "They are there in time.", file)).contains("90 minutes"));
        assert!(said(answer(true, right, "northstar-handbook.pdf")).contains("cites"));
        assert!(said(json!({ "found": true, "answer": right, "citations": [] })).contains("cites"));
    }

    #[test]
    fn long_texts_are_wrapped_between_words() {
        assert_eq!(wrap("one two", "A  ", "   "), "A  one two");
        assert_eq!(wrap("", "A  ", "   "), "A  ");
        let wrapped = wrap(&"word ".repeat(60), "A  ", "   ");
        assert!(wrapped.lines().count() > 3);
        assert!(wrapped.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(wrapped.lines().skip(1).all(|line| line.starts_with("   word")));
    }
}

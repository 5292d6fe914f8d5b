//! The fields of documents, one a line: what geometry shows, and what it leaves to be guessed with
//! what is measured of each, from which the model of guesses is learned.

use std::fmt;
use std::path::PathBuf;

use citelight_core::{Field, Span};
use citelight_structure::guesses;
use serde::Serialize;

use crate::pages::{page_words, read_all};
use crate::{EvalError, Settings};

/// A field as words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldLine {
    /// Its document's file name.
    pub file: String,
    /// 1-based.
    pub page: u32,
    /// The levels of its label, outermost first.
    pub label: Vec<String>,
    /// What is filled in.
    pub value: String,
    /// Of a guess: how likely it is, in per cent.
    pub guess: Option<u8>,
    /// Of a guess: what is measured of it.
    pub measures: Vec<f32>,
}

/// Of all documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldReport {
    /// In the order of the files, those that geometry shows before those that are guessed.
    pub fields: Vec<FieldLine>,
}

/// Reads files, those left out that cannot be read.
pub fn measure(files: &[PathBuf], settings: &Settings) -> Result<FieldReport, EvalError> {
    let mut fields = Vec::new();
    for path in files {
        let Some((_, pages)) = read_all(path, settings) else { continue };
        let views: Vec<_> = pages.iter().map(page_words).collect();
        let (guessed, flow) = guesses(&views);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let words = |spans: &[Span]| {
            let words = spans.iter().filter_map(|span| flow.text.get(span.range()));
            words.collect::<Vec<_>>().join(" ")
        };
        let line = |field: &Field, guess: Option<u8>, measures: &[f32]| FieldLine {
            file: file.clone().unwrap_or_default(),
            page: field.page.get(),
            label: field.label.iter().map(|level| words(level)).collect(),
            value: words(&field.value),
            guess,
            measures: measures.to_vec(),
        };
        fields.extend(flow.fields.iter().map(|field| line(field, None, &[])));
        fields.extend(guessed.iter().map(|one| {
            let measures = one.measures.as_ref().map_or(&[][..], |measures| measures);
            line(&one.guess.field, Some(one.guess.likely), measures)
        }));
    }
    Ok(FieldReport { fields })
}

impl fmt::Display for FieldReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for field in &self.fields {
            let FieldLine { file, page, label, value, guess, .. } = field;
            let likely = guess.map(|likely| format!(" ({likely} %)")).unwrap_or_default();
            writeln!(f, "{file}, page {page}{likely}: {} = {value}", label.join(" > "))?;
        }
        Ok(())
    }
}

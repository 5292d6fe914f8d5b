//! Owns the file that says which sets of questions there are, where they lie, and what may be learned
//! from them.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::retrieval::{Question, read_questions};
use crate::{EvalError, files};

/// A set of questions on documents of one kind.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionSet {
    /// What reports call it.
    pub name: String,
    /// Its file of questions.
    pub questions: PathBuf,
    /// Files and folders of the PDFs that they ask.
    #[serde(default)]
    pub documents: Vec<PathBuf>,
    /// Whether its questions are put to all documents as well.
    #[serde(default)]
    pub together: bool,
    /// Whether its questions are also put to another of its documents, which does not answer them.
    #[serde(default)]
    pub elsewhere: bool,
    /// Whether it may be learned from.
    pub train: bool,
    /// What it counts in training beside other sets, however many questions it has.
    #[serde(default = "one")]
    pub weight: f32,
    /// What its questions have in common that must not stand on both sides of a cross-validation.
    #[serde(default)]
    pub fold: Fold,
    /// Pages beside the true one that count as well.
    #[serde(default)]
    pub page_tolerance: u32,
    /// Expected answers that stand for "the documents do not say".
    #[serde(default)]
    pub unanswerable: Vec<String>,
}

/// By what questions are parted for cross-validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// Those on one document stay together.
    #[default]
    Document,
    /// Those with the same words stay together, whatever document they are asked of.
    Question,
}

fn one() -> f32 {
    1.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    set: Vec<QuestionSet>,
}

impl QuestionSet {
    /// Its questions.
    pub fn read(&self) -> Result<Vec<Question>, EvalError> {
        read_questions(&self.questions)
    }
}

/// Reads a file of sets; their paths are made relative to `data`, but those of questions that lie beside
/// the file. Sets whose questions are not there are left out.
pub fn read_sets(file: &Path, data: &Path) -> Result<Vec<QuestionSet>, EvalError> {
    let File { set } = toml::from_str(&files::read(file)?)
        .map_err(|fault| EvalError::Sets { path: file.to_owned(), fault })?;
    let beside = file.parent().unwrap_or(Path::new(""));
    let questions = |path: &Path| {
        let own = beside.join(path);
        if own.is_file() { own } else { data.join(path) }
    };
    let placed = set.into_iter().map(|set| QuestionSet {
        questions: questions(&set.questions),
        documents: set.documents.iter().map(|path| data.join(path)).collect(),
        ..set
    });
    Ok(placed.filter(|set| set.questions.is_file()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_the_project_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        std::fs::create_dir_all(data.join("financebench")).unwrap();
        std::fs::write(data.join("financebench/questions.jsonl"), "{}").unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("sets.toml");
        let sets = read_sets(&file, data).unwrap();
        let [set, own @ ..] = sets.as_slice() else { panic!("one is there: {sets:?}") };
        assert!(
            own.iter().all(|set| set.train && set.questions.starts_with(file.parent().unwrap()))
        );
        assert_eq!((set.name.as_str(), set.train, set.together), ("financebench", false, true));
        assert_eq!(set.documents, [data.join("financebench/pdfs")]);
    }

    #[test]
    fn a_set_is_parted_by_document_and_weighs_one_where_it_does_not_say() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sets.toml");
        let set = "[[set]]\nname = 'a'\nquestions = 'sets.toml'\ntrain = true\n";
        std::fs::write(&file, format!("{set}{set}weight = 2\nfold = 'question'\n")).unwrap();
        let sets = read_sets(&file, folder.path()).unwrap();
        let read: Vec<_> = sets.iter().map(|set| (set.fold, set.weight)).collect();
        assert_eq!(read, [(Fold::Document, 1.0), (Fold::Question, 2.0)]);
    }

    #[test]
    fn a_misspelt_field_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sets.toml");
        std::fs::write(&file, "[[set]]\nname = 'a'\nquestion = 'b'\ntrain = true\n").unwrap();
        let error = read_sets(&file, folder.path()).unwrap_err().to_string();
        assert!(error.contains("sets.toml") && error.contains("line 3"), "{error}");
    }
}

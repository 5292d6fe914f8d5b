//! Conversations: whether questions that lean on the one before are written out right, and whether
//! the pages that answer them are found.
//!
//! A file holds one conversation a line: `{"turns": [{"question": …}, …]}`. Of a turn may be said:
//! `alone`, that it is a full question and must stay as it is, as every first one is; `holds` and
//! `lacks`, words that must and must not stand in what is searched; `periods`, the times that it must
//! name, by their keys ("2022", "2025q3"); `pages`, for each file the pages that answer it, none for
//! any page.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use citelight_core::{Answer, DocumentId, PageNumber};
use citelight_engine::{Ask, EngineError, Library};
use serde::{Deserialize, Serialize};

use crate::asking::ask;
use crate::files::lines;
use crate::{EvalError, share};

/// Passages among which a page counts as found.
const PASSAGES: usize = 5;

/// Questions asked one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Conversation {
    /// The questions, in order; at least one.
    pub turns: Vec<Turn>,
    /// Files that the first question is put to; all documents when none is named.
    #[serde(default)]
    pub documents: Vec<String>,
}

/// One question, and what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// As typed.
    pub question: String,
    /// Whether it is a full question, which must stay as it is.
    #[serde(default)]
    pub alone: bool,
    /// Words that must stand in what is searched; case plays no part.
    #[serde(default)]
    pub holds: Vec<String>,
    /// Words that must not.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// Keys of the times that it must name, and no others; `None` where any will do.
    #[serde(default)]
    pub periods: Option<Vec<String>>,
    /// For each file the pages that answer it, none for any page; empty where it is not known.
    #[serde(default)]
    pub pages: BTreeMap<String, Vec<PageNumber>>,
}

/// Has the conversations of files and judges every turn.
pub fn measure(library: &Library, files: &[PathBuf]) -> Result<ConversationReport, EvalError> {
    let mut report = ConversationReport::default();
    for file in files {
        for conversation in lines::<Conversation>(file)? {
            report.add(converse(library, &conversation)?);
        }
    }
    Ok(report)
}

fn converse(
    library: &Library,
    conversation: &Conversation,
) -> Result<Vec<TurnResult>, EngineError> {
    let named = conversation.documents.iter();
    let mut documents: Vec<DocumentId> = named
        .map(|name| Ok(library.find_document(name)?.id))
        .collect::<Result<_, EngineError>>()?;
    let mut previous = None;
    let mut asked = Vec::with_capacity(conversation.turns.len());
    let mut turns = Vec::with_capacity(conversation.turns.len());
    for turn in &conversation.turns {
        // What the next question follows up has to be stored; it is forgotten again below.
        let answer = library.ask(&Ask { previous, ..ask(&turn.question, &documents) })?;
        turns.push(judge(turn, previous.is_none(), &answer));
        asked.push(answer.id);
        previous = Some(answer.id);
        documents.clear();
    }
    asked.into_iter().try_for_each(|id| library.forget_question(id))?;
    Ok(turns)
}

/// How one turn went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TurnResult {
    /// As typed.
    pub question: String,
    /// As searched.
    pub searched: String,
    /// Whether it is a follow-up.
    pub follow_up: bool,
    /// Whether it was written out if and only if it is a follow-up, and says what it must.
    pub right: bool,
    /// Whether a page that answers it is cited or among the first passages; `None` where none is known.
    pub found: Option<bool>,
}

/// Judges the answer to a turn; `first` says that it opens its conversation.
pub fn judge(turn: &Turn, first: bool, answer: &Answer) -> TurnResult {
    let follow_up = !turn.alone && !first;
    let asked = &answer.interpretation;
    let searched = asked.rewritten.clone().unwrap_or_else(|| answer.question.clone());
    let lower = searched.to_lowercase();
    let holds = |words: &String| lower.contains(&words.to_lowercase());
    let keys: Vec<&str> =
        asked.periods.iter().map(|period| period.found.key.trim_start_matches("period:")).collect();
    let times = turn.periods.as_ref().is_none_or(|wanted| {
        wanted.len() == keys.len() && wanted.iter().all(|key| keys.contains(&key.as_str()))
    });
    let right = asked.rewritten.is_some() == follow_up
        && turn.holds.iter().all(holds)
        && !turn.lacks.iter().any(holds)
        && times;
    let answers = |file: &String, page: PageNumber| {
        turn.pages.get(file).is_some_and(|pages| pages.is_empty() || pages.contains(&page))
    };
    let cited = answer.citations.iter().any(|citation| answers(&citation.file, citation.page));
    let passage = answer
        .passages
        .iter()
        .take(PASSAGES)
        .any(|passage| passage.pages.iter().any(|page| answers(&passage.file, *page)));
    let found = (!turn.pages.is_empty()).then_some(cited || passage);
    TurnResult { question: turn.question.clone(), searched, follow_up, right, found }
}

/// How all conversations went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ConversationReport {
    /// Conversations.
    pub conversations: usize,
    /// Follow-ups.
    pub follow_ups: usize,
    /// Of these, written out right.
    pub written_right: usize,
    /// Full questions behind another one.
    pub full: usize,
    /// Of these, wrongly rewritten.
    pub wrongly_rewritten: usize,
    /// Follow-ups of which a page that answers is known.
    pub with_page: usize,
    /// Of these, found.
    pub page_found: usize,
    /// The turns that went wrong.
    pub wrong: Vec<TurnResult>,
}

impl ConversationReport {
    /// Takes one conversation in.
    pub fn add(&mut self, turns: Vec<TurnResult>) {
        self.conversations += 1;
        for (place, turn) in turns.into_iter().enumerate() {
            if turn.follow_up {
                self.follow_ups += 1;
                self.written_right += usize::from(turn.right);
                self.with_page += usize::from(turn.found.is_some());
                self.page_found += usize::from(turn.found == Some(true));
            } else if place > 0 {
                self.full += 1;
                self.wrongly_rewritten += usize::from(turn.searched != turn.question);
            }
            if !turn.right || turn.found == Some(false) {
                self.wrong.push(turn);
            }
        }
    }
}

impl fmt::Display for ConversationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} conversations, {} follow-ups: {} written out right ({:.1} %); of {} with a known page, \
             {} found ({:.1} %)",
            self.conversations,
            self.follow_ups,
            self.written_right,
            share(self.written_right, self.follow_ups),
            self.with_page,
            self.page_found,
            share(self.page_found, self.with_page),
        )?;
        write!(f, "{} full questions, {} rewritten", self.full, self.wrongly_rewritten)?;
        for turn in &self.wrong {
            let what = if turn.right { "not found" } else { "written wrong" };
            write!(f, "\n  {what}: {} → {}", turn.question, turn.searched)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &str, rewritten: Option<&str>) -> Answer {
        let text = serde_json::json!({
            "id": 1, "question": question, "found": false, "answer": "", "mode": "extractive",
            "citations": [], "passages": [],
            "interpretation": {
                "kind": "fact", "documents": [], "only": [], "priors": [], "elsewhere": 0.5,
                "periods": [], "units": [], "references": [],
                "instructions": [], "sides": [], "chips": [],
                "rewritten": rewritten
            },
            "timings_ms": {"understand": 0.0, "retrieve": 0.0, "rerank": 0.0, "answer": 0.0, "total": 0.0}
        });
        serde_json::from_value(text).unwrap()
    }

    #[test]
    fn a_follow_up_must_be_written_out_and_a_full_question_must_not() {
        let turn = |alone: bool| Turn {
            question: "and the rent?".to_owned(),
            alone,
            holds: vec!["What is the rent".to_owned()],
            ..Turn::default()
        };
        let written = answer("and the rent?", Some("what is the rent in the lease?"));
        let plain = answer("and the rent?", None);
        assert!(judge(&turn(false), false, &written).right);
        assert!(!judge(&turn(false), false, &plain).right);
        assert!(!judge(&turn(true), false, &written).right);

        let mut report = ConversationReport::default();
        report.add(vec![
            judge(&Turn { question: "and the rent?".to_owned(), ..Turn::default() }, true, &plain),
            judge(&turn(false), false, &written),
            judge(&turn(true), false, &written),
        ]);
        assert_eq!((report.follow_ups, report.written_right), (1, 1));
        assert_eq!((report.full, report.wrongly_rewritten), (1, 1));
    }
}

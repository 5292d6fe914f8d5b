//! Owns the record of what the program answers: every question of some sets with its answer, citations,
//! confidence and passages, one JSON object a line, and the comparison of two such records. A change
//! that is to leave answers alone is checked by it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use citelight_core::QuestionId;
use citelight_engine::{Ask, EngineError, Library};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::EvalError;
use crate::asking::{ask, documents_of};
use crate::sets::QuestionSet;

/// What passages keep in a record: where they stand and how they were ranked.
const PASSAGE_FIELDS: [&str; 6] = ["rank", "file", "page", "span", "score", "kind"];
/// Numbers that differ by less are the same: scores are sums of some hundred products.
const ROUNDING: f64 = 1e-5;
/// Differences that are shown whole.
const SHOWN: usize = 20;

/// One question with what was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Set, line in its file, and "together" where all documents were asked.
    pub key: String,
    /// The question.
    pub question: String,
    /// The answer as JSON, without what changes from run to run (ids, times) or is told by spans (the
    /// passages' texts); or why there is none.
    pub answer: Value,
}

impl Record {
    /// As a line of a file.
    pub fn line(&self) -> String {
        let object: Map<String, Value> = [
            ("key".to_owned(), Value::from(self.key.as_str())),
            ("question".to_owned(), Value::from(self.question.as_str())),
            ("answer".to_owned(), self.answer.clone()),
        ]
        .into_iter()
        .collect();
        Value::Object(object).to_string()
    }

    /// Reads a line; `None` where it is none of a record.
    pub fn parse(line: &str) -> Option<Record> {
        let mut value: Value = serde_json::from_str(line).ok()?;
        Some(Record {
            key: value.get("key")?.as_str()?.to_owned(),
            question: value.get("question")?.as_str()?.to_owned(),
            answer: value.get_mut("answer")?.take(),
        })
    }
}

/// Asks every question of the sets of its own documents, and of all where the set says so. Questions
/// whose documents are not in the library are left out. `each` gets the records as they come.
pub fn record(
    library: &Library,
    sets: &[QuestionSet],
    each: &mut dyn FnMut(Record),
) -> Result<(), EvalError> {
    for set in sets {
        let questions = set.read()?;
        // Follow-ups need the question before in the history; all of them are forgotten again.
        let mut asked: HashMap<String, QuestionId> = HashMap::new();
        let leading: Vec<&str> =
            questions.iter().filter_map(|question| question.after.as_deref()).collect();
        for question in &questions {
            let Ok(documents) = documents_of(library, question) else { continue };
            let previous = question.after.as_ref().and_then(|after| asked.get(after)).copied();
            let put = Ask { previous, ..ask(&question.question, &documents) };
            let key = format!("{}:{}", set.name, question.line);
            let leads = question.id.as_deref().is_some_and(|id| leading.contains(&id));
            let answer = if leads { library.ask(&put) } else { library.answer(&put) };
            if let (true, Ok(answer), Some(id)) = (leads, &answer, &question.id) {
                asked.insert(id.clone(), answer.id);
            }
            each(Record {
                key,
                question: question.question.clone(),
                answer: answer_as_json(answer),
            });
            if set.together {
                each(Record {
                    key: format!("{}:{} together", set.name, question.line),
                    question: question.question.clone(),
                    answer: answer_as_json(library.answer(&ask(&question.question, &[]))),
                });
            }
        }
        for id in asked.into_values() {
            library.forget_question(id)?;
        }
    }
    Ok(())
}

fn answer_as_json(answer: Result<citelight_core::Answer, EngineError>) -> Value {
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Value::from(error.to_wire().to_string()),
    };
    let mut value = serde_json::to_value(answer).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        for changing in ["id", "timings_ms", "question", "follows"] {
            fields.remove(changing);
        }
        let passages = fields.get_mut("passages").and_then(Value::as_array_mut);
        for passage in passages.into_iter().flatten().filter_map(Value::as_object_mut) {
            passage.retain(|field, _| PASSAGE_FIELDS.contains(&field.as_str()));
        }
    }
    value
}

/// How two records of the same questions differ.
#[derive(Debug, Default, Serialize)]
pub struct Comparison {
    /// Questions that both hold.
    pub questions: usize,
    /// Questions that only one holds.
    pub unmatched: Vec<String>,
    /// Questions whose records differ, by set.
    pub changed: BTreeMap<String, usize>,
    /// In how many questions each field differs ("answer", "citations[].page").
    pub fields: BTreeMap<String, usize>,
    /// For each question that differs: its key and the first field, before and now.
    pub differences: Vec<Difference>,
}

/// One difference.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The record's key.
    pub key: String,
    /// The question.
    pub question: String,
    /// Where they differ, each with what stood there before and stands there now.
    pub fields: Vec<(String, Value, Value)>,
}

/// Compares two records, question by question. A field that only the later one has is none that was
/// there before, and no difference.
pub fn compare(before: &[Record], now: &[Record]) -> Comparison {
    let earlier: HashMap<&str, &Record> =
        before.iter().map(|record| (record.key.as_str(), record)).collect();
    let mut comparison = Comparison::default();
    for record in now {
        let Some(old) = earlier.get(record.key.as_str()) else {
            comparison.unmatched.push(record.key.clone());
            continue;
        };
        comparison.questions += 1;
        let mut fields = Vec::new();
        differences("", &old.answer, &record.answer, &mut fields);
        if fields.is_empty() {
            continue;
        }
        let set = record.key.split(':').next().unwrap_or_default();
        *comparison.changed.entry(set.to_owned()).or_default() += 1;
        let mut names: Vec<&String> = fields.iter().map(|(field, ..)| field).collect();
        names.sort();
        names.dedup();
        for name in names {
            *comparison.fields.entry(name.clone()).or_default() += 1;
        }
        let (key, question) = (record.key.clone(), record.question.clone());
        comparison.differences.push(Difference { key, question, fields });
    }
    let known: HashMap<&str, ()> = now.iter().map(|record| (record.key.as_str(), ())).collect();
    let gone = before.iter().filter(|record| !known.contains_key(record.key.as_str()));
    comparison.unmatched.extend(gone.map(|record| record.key.clone()));
    comparison
}

fn differences(at: &str, before: &Value, now: &Value, found: &mut Vec<(String, Value, Value)>) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            for (field, value) in before {
                let place = if at.is_empty() { field.clone() } else { format!("{at}.{field}") };
                differences(&place, value, now.get(field).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            for (before, now) in before.iter().zip(now) {
                differences(&format!("{at}[]"), before, now, found);
            }
        }
        _ if before == now || are_near(before, now) => {}
        _ => found.push((at.to_owned(), before.clone(), now.clone())),
    }
}

/// Whether two numbers differ by no more than another order of additions makes.
fn are_near(before: &Value, now: &Value) -> bool {
    let numbers = before.as_f64().zip(now.as_f64());
    numbers.is_some_and(|(before, now)| (before - now).abs() <= ROUNDING)
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed: usize = self.changed.values().sum();
        writeln!(f, "{changed} of {} questions differ", self.questions)?;
        if !self.unmatched.is_empty() {
            writeln!(f, "{} questions are in one record only", self.unmatched.len())?;
        }
        for (set, count) in &self.changed {
            writeln!(f, "  {set}: {count}")?;
        }
        for (field, count) in &self.fields {
            writeln!(f, "  {field}: {count}")?;
        }
        for difference in self.differences.iter().take(SHOWN) {
            writeln!(f, "\n{} {}", difference.key, difference.question)?;
            for (field, before, now) in difference.fields.iter().take(6) {
                writeln!(f, "  {field}\n    before {}\n    now    {}", short(before), short(now))?;
            }
        }
        Ok(())
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(240) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(key: &str, answer: Value) -> Record {
        Record { key: key.to_owned(), question: "q".to_owned(), answer }
    }

    #[test]
    fn only_what_was_there_before_can_differ() {
        let before = [
            record("a:1", json!({"answer": "x", "citations": [{"page": 1}, {"page": 2}]})),
            record("a:2", json!({"answer": "y"})),
            record("b:1", json!({"answer": "z"})),
        ];
        let now = [
            record("a:1", json!({"answer": "x", "citations": [{"page": 1}, {"page": 3}]})),
            record("a:2", json!({"answer": "y", "new": 1})),
            record("c:1", json!({})),
        ];
        let comparison = compare(&before, &now);
        assert_eq!(comparison.questions, 2);
        assert_eq!(comparison.unmatched, ["c:1", "b:1"]);
        assert_eq!(comparison.changed, BTreeMap::from([("a".to_owned(), 1)]));
        assert_eq!(comparison.fields, BTreeMap::from([("citations[].page".to_owned(), 1)]));
        assert!(comparison.to_string().starts_with("1 of 2 questions differ"));
    }

    #[test]
    fn rounding_is_no_difference() {
        let of = |score: f64| [record("a:1", json!({"score": score, "page": 1}))];
        assert!(compare(&of(0.5), &of(0.500_004)).changed.is_empty());
        assert!(!compare(&of(0.5), &of(0.500_04)).changed.is_empty());
    }

    #[test]
    fn a_field_that_is_gone_differs() {
        let before = [record("a:1", json!({"answer": "x", "note": "n"}))];
        let now = [record("a:1", json!({"answer": "x"}))];
        assert_eq!(compare(&before, &now).fields, BTreeMap::from([("note".to_owned(), 1)]));
    }

    #[test]
    fn what_is_written_is_read() {
        let one = record("a:1", json!({"confidence": 0.25}));
        assert_eq!(Record::parse(&one.line()), Some(one));
        assert_eq!(Record::parse("{}"), None);
    }
}
